/* SPDX-License-Identifier: MIT */
/*
 * sequence.h: fixed sequences of frames, by integer predicates, so that every device and the host
 * agree to the last bit.
 *
 * A tree starts with the leaves 2 and 3. Even frames split, odd ones merge; all decisions of a
 * frame are made on the leaves as they were when it began; each frame ends with a reduction.
 *   P  point: all that contains a target is refined, all else coarsened; a new target every 64th
 *      frame
 *   N  noise: hashes of node and frame decide; never converges
 *   L  terrain: refined by distance to a camera, which moves once, at frame 64
 * kernels/cbt/sequence.glsl has functions of the same names, without `cbt_`.
 */
#ifndef CLAIMCHECK_BENCH_CBT_TREE_SEQUENCE_H
#define CLAIMCHECK_BENCH_CBT_TREE_SEQUENCE_H

#include <stdbool.h>
#include <stdint.h>

enum sequence_kind { SEQUENCE_P, SEQUENCE_N, SEQUENCE_L, SEQUENCE_COUNT };

extern const char *const cbt_sequence_names[SEQUENCE_COUNT + 1]; /* "P", "N", "L", NULL */

/* Frames of the whole sequence: 256, 64, 128. */
uint32_t cbt_sequence_frames(enum sequence_kind kind);

/* Parameters of one frame's predicates; kernels have them as push constants, in this order. */
struct sequence_frame {
    uint32_t kind;     /* enum sequence_kind */
    uint32_t depth;    /* D */
    uint32_t merges;   /* 1: a merge frame, 0: a split frame */
    uint32_t key;      /* N: hashed with each node */
    uint32_t target;   /* P: a node of depth D */
    int32_t camera[2]; /* L: in units of LEB_SIDE per side of the square */
};

struct sequence_frame cbt_sequence_frame(enum sequence_kind kind, uint32_t depth, uint32_t frame);

/* Whether a leaf of less than the greatest depth is to be split. */
bool cbt_sequence_splits(const struct sequence_frame *frame, uint32_t leaf);

/* Whether the children of base and top are to be merged, if they are leaves. */
bool cbt_sequence_merges(const struct sequence_frame *frame, uint32_t base, uint32_t top);

/* Word w of the bit field of sequence R, which is for the reduction alone. */
uint32_t cbt_sequence_r_word(uint32_t word);

/* The hash of N and R: a bijection of 32-bit words. */
uint32_t cbt_sequence_hash(uint32_t word);

#endif
