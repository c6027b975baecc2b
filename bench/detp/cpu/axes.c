/* SPDX-License-Identifier: MIT */
#include "bench/common/axis.h"
#include "bench/detp/cpu/cpu.h"
#include "bench/detp/detp.h"

static const char *const phases[] = { "all", "reduction", NULL };

const struct bench_axis detp_phase_axes[] = {
    AXIS("phase", "timed part: all, or the stream reduction alone, of indices", .names = phases,
         .default_value = "all", .parts = true, .values = { "all", "all,reduction" }),
    { 0 },
};

const struct bench_axis detp_part_axes[] = { DETP_PART_AXIS, { 0 } };

const struct bench_axis detp_threads_part_axes[] = {
    AXIS("threads", "threads of the host that compute; 0: one per CPU that the process may use",
         .min = 0, .max = 1024, .values = { "0,1", "0,1", "0,1" }),
    DETP_PART_AXIS,
    { 0 },
};
