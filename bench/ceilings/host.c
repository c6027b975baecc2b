/* SPDX-License-Identifier: MIT */
#include "bench/ceilings/host.h"

#include "harness/engine/cpu/cpu.h"

#include <string.h>

static const char *const names[] = { "one", "all", NULL };

const struct bench_axis ceilings_host_threads_axes[] = {
    { .name = "threads",
      .help = "threads of the host that compute",
      .names = names,
      .values = { "one,all", NULL, NULL } },
    { 0 },
};

struct cpu_pool *ceilings_host_threads(struct bench_case *c)
{
    const bool one = strcmp(context_text(&c->context, "threads"), "one") == 0;
    return bench_threads(c, one ? 1 : 0);
}

const struct ceilings_host_loops *ceilings_host_loops_of(const struct ceilings_host_loops *loops)
{
    return loops ? loops : ceilings_host_loops_best(cpu_features());
}
