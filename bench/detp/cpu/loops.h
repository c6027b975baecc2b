/* SPDX-License-Identifier: MIT */
/*
 * loops.h: the inner loops of the CPU methods, once per width of the host's vectors: each in a file
 * of its own, built with flags for it and called only where the host has it.
 *
 * A list holds indices of rays, and behind its last one has room for DETP_LIST_ROOM words, which
 * are 0 or another valid index. Boxes are culled generously: what they keep is more than what meets
 * them, by less than the slack that the caller adds.
 */
#ifndef CLAIMCHECK_BENCH_DETP_CPU_LOOPS_H
#define CLAIMCHECK_BENCH_DETP_CPU_LOOPS_H

#include <stddef.h>
#include <stdint.h>

enum { DETP_LIST_ROOM = 16, DETP_BOXES = 4 };

/* 32 bytes, aligned to as much: the layout of the GPU, but for t_end. */
struct detp_cpu_ray {
    float origin[3], t_end; /* t_max + t_slack of the rule */
    float direction[3];
    uint32_t energy; /* energies less 1, a byte each: R | G << 8 | B << 16 */
};

/* A ray as box tests want it; the inverse of 0 is large and finite. */
struct detp_cpu_slab {
    float inverse[3], t_end;
    float offset[3]; /* -origin * inverse */
    uint32_t unused;
};

struct detp_cpu_disc {
    float centre[3], radius_squared;
    float normal[3];
    uint32_t index; /* in the input */
};

struct detp_cpu_rule {
    float t_min, e_end; /* hits have n.d < e_end: 0 for fronts alone, else infinity */
};

struct detp_cpu_boxes {
    float centre[3][DETP_BOXES], half[3][DETP_BOXES];
};

struct detp_cpu_loops {
    const char *name; /* "avx2" */
    uint32_t needs;   /* bits of enum cpu_feature */
    uint32_t lanes;

    void (*slabs)(struct detp_cpu_slab *slabs, const struct detp_cpu_ray *rays, uint32_t count);

    /* Rays of the list that meet box first + b, b being 0..box_count-1, go to out[b], their count
     * to counts[b]. box_count is 1, 2 or 4; first is 0 where it is not 1. */
    void (*cull_boxes)(const struct detp_cpu_slab *slabs, const uint32_t *list, uint32_t count,
                       const struct detp_cpu_boxes *boxes, uint32_t first, uint32_t box_count,
                       float t_min, uint32_t *const out[], uint32_t counts[]);

    /* Adds the rays of the list that hit disc k, 0..disc_count-1, to the four sums of its index. */
    void (*discs_on_list)(const struct detp_cpu_ray *rays, const uint32_t *list, uint32_t count,
                          const struct detp_cpu_disc *discs, uint32_t disc_count,
                          const struct detp_cpu_rule *rule, uint32_t *sums);
};

/* The widest that a host with these features has; of no more than `lanes`, if that is not 0. */
const struct detp_cpu_loops *detp_cpu_loops_best(uint32_t features, uint32_t lanes);

/* For loops.c alone. */
extern const struct detp_cpu_loops detp_cpu_loops_plain, detp_cpu_loops_avx2, detp_cpu_loops_avx512;

#endif
