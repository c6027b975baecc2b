/* SPDX-License-Identifier: MIT */
/*
 * world.h: closed scenes that photons fly in: the room of bench/common/scene.h with a front wall,
 * so that no photon leaves it.
 */
#ifndef CLAIMCHECK_BENCH_DETP_WORLD_H
#define CLAIMCHECK_BENCH_DETP_WORLD_H

#include "bench/common/scene.h"
#include "harness/context.h"

enum detp_world_kind {
    DETP_WORLD_ROOM,  /* with what stands in it, by the context's seed */
    DETP_WORLD_MESH,  /* with a mesh of the user's in its middle */
    DETP_WORLD_EMPTY, /* with nothing but the light */
    /* A box of 2 by 1 by 1.5 whose walls emit a radiance of 1 and have an albedo of 1/2: wherever
     * one looks, the radiance is 2, and the irradiance 2 pi. */
    DETP_WORLD_FURNACE,
};

struct detp_world {
    struct scene scene;
    struct ray_tree *tree;
    struct vector lower, upper; /* box of all corners */
    float side, diagonal;       /* its longest side, its diagonal */
};

/* To be finished. `file` is for meshes alone. False, and nothing is to be finished: what scene.h
 * says, nothing that shines, no memory; the context has it. */
bool detp_world_init(struct context *context, struct detp_world *world, enum detp_world_kind kind,
                     const char *file);
void detp_world_finish(struct detp_world *world);

/* Triangles by weight: a table, from which a number from 0 to 1 picks one. */
struct detp_world_table {
    double *sums; /* of the weights up to each, in the context's memory */
    uint32_t count;
};

enum detp_world_weight { DETP_WORLD_AREA, DETP_WORLD_POWER }; /* POWER: area * emission */

bool detp_world_table_init(struct context *context, struct detp_world_table *table,
                           const struct detp_world *world, enum detp_world_weight weight);

/* The sum of all weights; and one of them, by two random words. */
double detp_world_table_total(const struct detp_world_table *table);
uint32_t detp_world_table_pick(const struct detp_world_table *table, uint32_t high, uint32_t low);

/* A uniform point of a triangle, by two random words. */
struct vector detp_world_point(const struct detp_world *world, uint32_t triangle, uint32_t s,
                               uint32_t t);

/* The greatest of red, green and blue. */
float detp_world_largest(struct vector colour);

#endif
