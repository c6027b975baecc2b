/* SPDX-License-Identifier: MIT */
/*
 * measured.h: the order in which a device runs the groups of a grid, as it did once, the second
 * time that it was asked: `inspect order --measured`. A group that works for a while draws a ticket
 * when it begins; clock and multiprocessor are read where the device has them.
 */
#ifndef CLAIMCHECK_BENCH_THREAD_GROUP_TILING_MEASURED_H
#define CLAIMCHECK_BENCH_THREAD_GROUP_TILING_MEASURED_H

#include "bench/thread_group_tiling/order.h"
#include "harness/inspection.h"

/* A group's record, as the kernels write it. */
struct tiling_measured_group {
    uint32_t ticket;
    uint32_t resident;         /* at least so many groups ran when it began, itself among them */
    uint32_t begin[2], end[2]; /* ticks, low word first */
    uint32_t unit, unused;
};

struct tiling_measured {
    struct tiling_grid grid;
    bool has_clock, has_units;
    const struct tiling_measured_group *groups; /* row-major; of the inspection */
    uint32_t *launches;                         /* tickets, likewise */
};

/* Opens the device and measures. False, and the inspection has the trouble, when that cannot be. */
bool tiling_measured_init(struct tiling_measured *measured, struct inspection *inspection,
                          struct tiling_grid grid);

/*
 * States facts. Displacement is |ticket - row-major number| of a group. The device launches row by
 * row where 99 % of the groups are displaced by less than the groups that ran side by side:
 * `row_major_launch`. `nearest_order` is the order without N that tickets are displaced from least.
 * What the device lacks is left out, and said.
 */
void tiling_measured_state(const struct tiling_measured *measured, struct inspection *inspection);

/* A line per group by rising ticket: "launch,x,y,resident", then ",begin,end" in ticks after the
 * first begin and ",unit" where there are. */
void tiling_measured_state_csv(const struct tiling_measured *measured,
                               struct inspection *inspection);

#endif
