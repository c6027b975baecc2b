/* SPDX-License-Identifier: MIT */
#include "bench/ceilings/ceilings.h"
#include "bench/ceilings/host_loops.h"
#include "bench/common/axis.h"
#include "harness/engine/cpu/cpu.h"

#include <string.h>

const struct bench_axis ceilings_host_threads_axes[] = {
    AXIS("threads", "threads of the host that compute",
         .names = (const char *const[]){ "one", "all", NULL }, .values = { "one,all", NULL, NULL }),
    { 0 },
};

struct cpu_pool *ceilings_host_threads(struct bench_case *c)
{
    const bool one = strcmp(context_text(&c->context, "threads"), "one") == 0;
    return bench_threads(c, one ? 1 : 0);
}

const struct ceilings_host_loops *const ceilings_host_loops[] = {
#if defined(__x86_64__)
    &ceilings_host_loops_avx512,
    &ceilings_host_loops_avx2,
#endif
    &ceilings_host_loops_plain,
};

const size_t ceilings_host_loops_count =
    sizeof(ceilings_host_loops) / sizeof(ceilings_host_loops[0]);

const struct ceilings_host_loops *ceilings_host_loops_best(uint32_t features)
{
    size_t i = 0;
    while (ceilings_host_loops[i]->needs & ~features)
        i++;
    return ceilings_host_loops[i];
}

const struct ceilings_host_loops *ceilings_host_loops_of(const struct ceilings_host_loops *loops)
{
    return loops ? loops : ceilings_host_loops_best(cpu_features());
}
