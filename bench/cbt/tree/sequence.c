/* SPDX-License-Identifier: MIT */
#include "bench/cbt/tree/sequence.h"

#include "bench/cbt/tree/tree.h"

enum { TARGET_FRAMES = 64, CAMERA_FRAMES = 64, FINENESS = 1024 };

const char *const cbt_sequence_names[SEQUENCE_COUNT + 1] = { "P", "N", "L", NULL };

uint32_t cbt_sequence_frames(enum sequence_kind kind)
{
    static const uint32_t frames[SEQUENCE_COUNT] = { 256, 64, 128 };
    return frames[kind];
}

uint32_t cbt_sequence_hash(uint32_t x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    x ^= x >> 16;
    return x;
}

uint32_t cbt_sequence_r_word(uint32_t word)
{
    return cbt_sequence_hash(word) & cbt_sequence_hash(word ^ 0xA5A5A5A5u);
}

/* xorshift32, drawn once per target so far. */
static uint32_t target(uint32_t depth, uint32_t frame)
{
    uint32_t s = 0x12345678u;
    for (uint32_t draw = 0; draw <= frame / TARGET_FRAMES; draw++) {
        s ^= s << 13;
        s ^= s >> 17;
        s ^= s << 5;
    }
    const uint32_t leaves = 1u << depth;
    return leaves + s % leaves;
}

struct sequence_frame cbt_sequence_frame(enum sequence_kind kind, uint32_t depth, uint32_t frame)
{
    const bool moved = frame >= CAMERA_FRAMES;
    return (struct sequence_frame){ .kind = kind,
                                    .depth = depth,
                                    .merges = frame % 2,
                                    .key = frame * 0x9E3779B9u,
                                    .target = target(depth, frame),
                                    .camera = { moved ? 50000 : 20000, moved ? 12345 : 30000 } };
}

/* P: the target lies in the node's span. */
static bool contains(const struct sequence_frame *frame, uint32_t node)
{
    return frame->target >> (frame->depth - cbt_heap_node_depth(node)) == node;
}

/* L: the longest edge is long as seen from the camera. */
static bool fine(const struct sequence_frame *frame, uint32_t node)
{
    const struct leb_triangle t = cbt_leb_node_triangle(node);
    const int64_t edge_x = t.c.x - t.a.x, edge_y = t.c.y - t.a.y;
    const int64_t away_x = t.a.x + t.c.x - 2 * frame->camera[0];
    const int64_t away_y = t.a.y + t.c.y - 2 * frame->camera[1];
    return (edge_x * edge_x + edge_y * edge_y) * FINENESS > away_x * away_x + away_y * away_y;
}

bool cbt_sequence_splits(const struct sequence_frame *frame, uint32_t leaf)
{
    switch (frame->kind) {
    case SEQUENCE_P: return contains(frame, leaf);
    case SEQUENCE_N: return (cbt_sequence_hash(leaf ^ frame->key) & 3) == 0;
    default: return fine(frame, leaf);
    }
}

bool cbt_sequence_merges(const struct sequence_frame *frame, uint32_t base, uint32_t top)
{
    switch (frame->kind) {
    case SEQUENCE_P: return !contains(frame, base) && !contains(frame, top);
    case SEQUENCE_N:
        return (cbt_sequence_hash(base ^ frame->key) & 1) == 0 &&
               (cbt_sequence_hash(top ^ frame->key) & 1) == 0;
    default: return !fine(frame, base) && !fine(frame, top);
    }
}
