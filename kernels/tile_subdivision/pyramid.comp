/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * pyramid: up to five levels of the maximum pyramid in one pass.
 *
 * Computes    levels push.parameter[0] + 1 .. + 5 (at most TOP) from level push.parameter[0].
 * Bench       tile_subdivision.build_and_subdivide, variant per_level (the baseline).
 * Bindings    0 of subdivision.glsl, written here; 1..5 of the same (unused).
 * Constants   0 TOP, 1 VARYING (unused); push of subdivision.glsl.
 * Dispatch    ceil(2^(TOP - level - 1) / 16) squared groups of (16, 16).
 * Work        reads 4 bytes per node of the level, writes 4 per node above; bound by bandwidth.
 * Error       none: the maximum of bits is that of floats >= 0, NaN above all.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      Tokuyoshi 2014, Section 2 («maximum mipmap»); how it is built is ours.
 */
layout(local_size_x = 16, local_size_y = 16) in;

#define PYRAMID_ACCESS
#include "tile_subdivision/subdivision.glsl"

/* Words of the pyramid in pairs: every level of side 2 and more starts at an even index. */
layout(std430, binding = 0) readonly buffer PyramidPairs { uvec2 pyramid_pairs[]; };

uint reduce_combine(node n, uvec4 children)
{
    return max(max(children.x, children.y), max(children.z, children.w));
}

void reduce_store(node n, uint value)
{
    pyramid[pyramid_index(n)] = value;
}

#include "tile_subdivision/reduce_levels.glsl"

void main()
{
    const uint base = push.parameter[0];
    const node n = node(base + 1, gl_GlobalInvocationID.x, gl_GlobalInvocationID.y);
    uint value = 0;
    if (n.x < 1u << TOP - n.level && n.y < 1u << TOP - n.level) {
        const uint pair = pyramid_index(node(base, 2 * n.x, 2 * n.y)) / 2;
        const uint below = pair + (1u << TOP - n.level);
        value = reduce_combine(n, uvec4(pyramid_pairs[pair], pyramid_pairs[below]));
        reduce_store(n, value);
    }
    reduce_levels(base, value);
}
