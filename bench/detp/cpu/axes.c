/* SPDX-License-Identifier: MIT */
#include "bench/common/axis.h"
#include "bench/detp/cpu/cpu.h"
#include "bench/detp/detp.h"

static const char *const orders[] = { "morton", "given", NULL };

static const char *const phases[] = { "all", "reduction", NULL };

#define ORDER_AXIS                                                                                 \
    AXIS("order", "order of the discs: along a Morton curve, the sort in the time; or as given",   \
         .names = orders, AT_DEFAULT("morton"))

const struct bench_axis detp_order_axes[] = { ORDER_AXIS, { 0 } };

const struct bench_axis detp_order_phase_axes[] = {
    ORDER_AXIS,
    AXIS("phase", "timed part: all, or the stream reduction alone, of indices", .names = phases,
         .default_value = "all", .parts = true, .values = { "all", "all", "all" }),
    { 0 },
};

const struct bench_axis detp_part_axes[] = { DETP_PART_AXIS, { 0 } };

const struct bench_axis detp_threads_part_axes[] = {
    AXIS("threads", "threads of the host that compute; 0: one per CPU that the process may use",
         .min = 0, .max = 1024, .values = { "0,1", "0,1", "0,1" }),
    DETP_PART_AXIS,
    { 0 },
};
