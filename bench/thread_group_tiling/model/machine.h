/* SPDX-License-Identifier: MIT */
/*
 * machine.h: groups that run at the same time, as far as their order of memory accesses goes. There
 * is no time in it: a device has units with so many places for groups each. In a round every group
 * has a turn, one after another; in its turn it asks for what its next tap wants of all planes,
 * plane by plane, and in its last turn it writes its output. Where drift is above 1, a turn takes 1
 * to so many rounds, drawn evenly. The next launch goes to the first place that becomes free; at
 * the start, launches go to the units in turn. With a launch window above 1, so many launches after
 * one another stand in a random order. All draws are seeded: the same machine asks for the same.
 *
 * Reads go through a cache of the unit, if it has one, and what that lacks to each of the shared
 * caches, which see the same requests and know nothing of each other. Writes go past the unit's. A
 * sector is there as soon as it was asked for.
 */
#ifndef CLAIMCHECK_BENCH_THREAD_GROUP_TILING_MODEL_MACHINE_H
#define CLAIMCHECK_BENCH_THREAD_GROUP_TILING_MODEL_MACHINE_H

#include "bench/thread_group_tiling/model/cache.h"

enum {
    TILING_UNITS_MAX = 1024,
    TILING_UNIT_GROUPS_MAX = 64,
    TILING_WINDOW_MAX = 4096,
    TILING_DRIFT_MAX = 256,
};

struct tiling_machine {
    uint32_t units, unit_groups;
    uint32_t window, drift;
    struct tiling_cache_shape unit_cache; /* bytes 0: none */
    uint64_t seed;
};

struct tiling_launch_order {
    enum tiling_order order;
    uint32_t n;
};

/* Sectors. */
struct tiling_traffic {
    uint64_t asked;    /* by groups, of the unit's cache if there is one */
    uint64_t distinct; /* ever read */
};

/* Runs all groups; caches may be any number, 0 among them. False when memory runs out. */
bool tiling_machine_run(const struct tiling_machine *machine,
                        const struct tiling_footprint *footprint, struct tiling_launch_order order,
                        struct tiling_cache *const *caches, size_t cache_count,
                        struct tiling_traffic *traffic);

#endif
