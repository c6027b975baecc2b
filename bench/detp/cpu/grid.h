/* SPDX-License-Identifier: MIT */
/*
 * grid.h: discs in a uniform grid, each in all cells that it may reach into; a ray walks from cell
 * to cell, and takes of each the hits between where it enters and where it leaves: times that both
 * cells have from one number, so that each hit is in one of them.
 */
#ifndef CLAIMCHECK_BENCH_DETP_CPU_GRID_H
#define CLAIMCHECK_BENCH_DETP_CPU_GRID_H

#include "bench/detp/cpu/packed.h"

struct detp_cpu_grid {
    const struct detp_cpu_loops *loops;
    const struct detp_cpu_packed *packed;
    uint32_t side; /* cells along each axis */
    float lower[3], size[3], cells_of_one[3];
    uint32_t *begins; /* of side^3 cells and one more: entries, multiples of the loops' lanes */
    uint32_t *fill;
    float *centre[3], *normal[3]; /* of entries; the normal of what fills up is 0 */
    uint32_t *index;
    uint32_t room; /* entries */
    uint64_t tests;
};

/* With room for what the discs of `packed` take. False when there is no memory. */
bool detp_cpu_grid_init(struct context *context, struct detp_cpu_grid *grid,
                        const struct detp_cpu_packed *packed, const struct detp_cpu_loops *loops);

void detp_cpu_grid_build(struct detp_cpu_grid *grid);

/* Adds all hits to the sums. */
void detp_cpu_grid_trace(struct detp_cpu_grid *grid, uint32_t *sums);

#endif
