/* SPDX-License-Identifier: MIT */
/*
 * sequence.glsl: the predicates of the sequences P, N and L, as bench/cbt/tree/sequence.h has them.
 * Needs leb.glsl. Push constants are struct sequence_frame.
 */
#ifndef CBT_SEQUENCE_GLSL
#define CBT_SEQUENCE_GLSL

layout(push_constant) uniform Frame {
    uint frame_kind, frame_depth, frame_merges, frame_key, frame_target;
    int frame_camera_x, frame_camera_y;
};

const uint SEQUENCE_P = 0, SEQUENCE_N = 1, SEQUENCE_L = 2;

uint sequence_hash(uint x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    x ^= x >> 16;
    return x;
}

bool sequence_contains(uint node)
{
    return frame_target >> frame_depth - heap_node_depth(node) == node;
}

/* 64-bit words, lower half first. */
uvec2 add_wide(uvec2 a, uvec2 b)
{
    const uint low = a.x + b.x;
    return uvec2(low, a.y + b.y + (low < a.x ? 1 : 0));
}

/* The square of less than 2^23, from its halves. */
uvec2 square_wide(int v)
{
    const uint size = uint(abs(v)), high = size >> 16, low = size & 0xffff;
    const uint middle = 2 * high * low;
    return add_wide(uvec2(low * low, high * high), uvec2(middle << 16, middle >> 16));
}

uvec2 squared_length(ivec2 v)
{
    return add_wide(square_wide(v.x), square_wide(v.y));
}

/* |c - a|^2 1024 > |a + c - 2 camera|^2 in 64 bits; the product is taken as |32 (c - a)|^2. */
bool sequence_fine(uint node)
{
    const leb_triangle t = leb_node_triangle(node);
    const ivec2 camera = ivec2(frame_camera_x, frame_camera_y);
    const uvec2 edge = squared_length(32 * (t.c - t.a));
    const uvec2 away = squared_length(t.a + t.c - 2 * camera);
    return edge.y > away.y || (edge.y == away.y && edge.x > away.x);
}

bool sequence_splits(uint leaf)
{
    if (frame_kind == SEQUENCE_P)
        return sequence_contains(leaf);
    if (frame_kind == SEQUENCE_N)
        return (sequence_hash(leaf ^ frame_key) & 3) == 0;
    return sequence_fine(leaf);
}

bool sequence_merges(uint base, uint top)
{
    if (frame_kind == SEQUENCE_P)
        return !sequence_contains(base) && !sequence_contains(top);
    if (frame_kind == SEQUENCE_N)
        return (sequence_hash(base ^ frame_key) & 1) == 0 &&
               (sequence_hash(top ^ frame_key) & 1) == 0;
    return !sequence_fine(base) && !sequence_fine(top);
}

#endif
