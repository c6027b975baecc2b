/* SPDX-License-Identifier: MIT */
#include "bench/detp/cpu/methods.h"
#include "bench/detp/variants.h"

#include <string.h>

static const char *const orders[] = { "morton", "given", NULL };

const struct bench_axis detp_order_axes[] = {
    { .name = "order",
      .help = "of the discs: along a Morton curve, the sort in the time; or as they were given",
      .names = orders,
      .default_value = "morton",
      .values = { "morton", "morton", "morton" } },
    { 0 },
};

const struct bench_axis detp_part_axes[] = { DETP_PART_AXIS, { 0 } };

const struct bench_axis detp_threads_part_axes[] = {
    { .name = "threads",
      .help = "threads of the host that compute; 0: one per CPU that the process may use",
      .min = 0,
      .max = 1024,
      .values = { "0,1", "0,1", "0,1" } },
    DETP_PART_AXIS,
    { 0 },
};

enum detp_part detp_part_of(const struct bench_case *c)
{
    const char *part = context_text(&c->context, "part");
    return strcmp(part, "all") == 0     ? DETP_PART_ALL
           : strcmp(part, "build") == 0 ? DETP_PART_BUILD
                                        : DETP_PART_TRACE;
}
