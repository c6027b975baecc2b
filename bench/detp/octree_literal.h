/* SPDX-License-Identifier: MIT */
/*
 * octree_literal.h: the paper's octree as it is printed (section 3.1): discs and rays are in each
 * leaf whose box they meet, «completely or partially», and each leaf adds the energies of all hits
 * between them. A hit of which ray and disc share k leaves counts k times. On one thread of the
 * host, for `inspect` alone: what it makes is no answer.
 */
#ifndef CLAIMCHECK_BENCH_DETP_OCTREE_LITERAL_H
#define CLAIMCHECK_BENCH_DETP_OCTREE_LITERAL_H

#include "bench/detp/input.h"

/* How a disc is held against a box, which the text does not say. */
enum detp_literal_test {
    DETP_LITERAL_BOX,    /* by its own box, and by its plane: nearly the disc itself */
    DETP_LITERAL_SPHERE, /* by the sphere around it */
};

enum { DETP_LITERAL_DEPTH = 3, DETP_LITERAL_DEPTH_MAX = 6 };

/* Adds to DETP_WORDS sums per disc, all 0 before; leaves are on level `depth`, 0 to the most.
 * False: no memory, which the context has. */
bool detp_octree_literal(struct context *context, const struct detp_input *input, uint32_t depth,
                         enum detp_literal_test test, uint32_t *sums);

#endif
