/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
/*
 * fused_mip: the whole maximum pyramid in one pass, up to twelve levels; the last group to end does
 * the top.
 *
 * Computes    levels 1..TOP from level 0. Each group reduces a block of 64 x 64 pixels to levels
 *             1..6; the group that ends last reduces level 6, at most 64 x 64 nodes, to levels
 *             7..TOP. No group waits for another. The last group also sets control[0], the tile
 *             count, and control[1], the groups that have ended, to zero: the passes need no fill
 *             between runs.
 * Bench       tile_subdivision.build_and_subdivide, variant fused_mip; baseline per_level.
 * Bindings    0 and 5 of subdivision.glsl, of which 0 is written here; 1..4 of the same (unused).
 * Constants   0 TOP, 1 VARYING (unused); push of subdivision.glsl (unused).
 * Dispatch    ceil(2^TOP / 64) squared groups of 256.
 * Work        reads 4 * 4^TOP bytes, writes a third of it; bound by bandwidth.
 * Error       none: the maximum of bits is that of floats >= 0, NaN above all.
 * Needs       memory_model_device_scope; the pass after it subgroup_ballot and subgroup_arithmetic.
 * Source      contender; the last-group-done scheme of AMD's Single Pass Downsampler, our own code.
 */
layout(local_size_x = 256) in;

#define PYRAMID_ACCESS
#include "tile_subdivision/subdivision.glsl"

shared uint values[16][16];
shared uint ended_before;

uint maximum(uvec4 v)
{
    return max(max(v.x, v.y), max(v.z, v.w));
}

bool inside(uint level, uvec2 position)
{
    return level <= TOP && position.x < 1u << TOP - level && position.y < 1u << TOP - level;
}

/*
 * Level 6 crosses groups: its loads and stores must be coherent at device scope, and are the only
 * ones so.
 */
uint load(uint level, uvec2 position)
{
    if (!inside(level, position))
        return 0;
    const uint index = pyramid_index(node(level, position.x, position.y));
    if (level != 6)
        return pyramid[index];
    return atomicLoad(pyramid[index], gl_ScopeDevice, gl_StorageSemanticsBuffer,
                      gl_SemanticsRelaxed);
}

void store(uint level, uvec2 position, uint value)
{
    if (!inside(level, position))
        return;
    const uint index = pyramid_index(node(level, position.x, position.y));
    if (level == 6)
        atomicStore(pyramid[index], value, gl_ScopeDevice, gl_StorageSemanticsBuffer,
                    gl_SemanticsRelaxed);
    else
        pyramid[index] = value;
}

/* Words of the pyramid in fours: a row of a square of the base map, whose side is at least 4. */
layout(std430, binding = 0) readonly buffer PyramidFours { uvec4 pyramid_fours[]; };

/* Four neighbours of a row of level `base`, the first at a multiple of 4. */
uvec4 load_row(uint base, uvec2 first)
{
    if (base == 0 && TOP >= 2)
        return inside(0, first) ? pyramid_fours[pyramid_index(node(0, first.x, first.y)) / 4]
                                : uvec4(0);
    return uvec4(load(base, first), load(base, first + uvec2(1, 0)),
                 load(base, first + uvec2(2, 0)), load(base, first + uvec2(3, 0)));
}

/* Two levels in registers: the caller's 4 x 4 nodes of level `base`. */
uint reduce_square(uint base, uvec2 square)
{
    uint value = 0;
    for (uint y = 0; y < 2; y++) {
        const uvec2 first = 4 * square + uvec2(0, 2 * y);
        const uvec4 column = max(load_row(base, first), load_row(base, first + uvec2(0, 1)));
        const uvec2 pair = max(column.xz, column.yw);
        store(base + 1, 2 * square + uvec2(0, y), pair.x);
        store(base + 1, 2 * square + uvec2(1, y), pair.y);
        value = max(value, max(pair.x, pair.y));
    }
    store(base + 2, square, value);
    return value;
}

/* Six levels of the block of 64 x 64 nodes of level `base`. */
void reduce_block(uint base, uvec2 block)
{
    const uvec2 thread = uvec2(gl_LocalInvocationIndex & 15, gl_LocalInvocationIndex >> 4);
    uint value = reduce_square(base, block * 16 + thread);
    for (uint step = 1; step <= 4; step++) {
        const uint side = 16u >> step;
        values[thread.y][thread.x] = value;
        barrier();
        if (thread.x < side && thread.y < side)
            value = maximum(uvec4(values[2 * thread.y][2 * thread.x],
                                  values[2 * thread.y][2 * thread.x + 1],
                                  values[2 * thread.y + 1][2 * thread.x],
                                  values[2 * thread.y + 1][2 * thread.x + 1]));
        barrier();
        if (thread.x < side && thread.y < side)
            store(base + 2 + step, block * side + thread, value);
    }
}

/* True in the group that comes last; what the others stored in level 6 is then visible to it. */
bool group_is_last()
{
    const uint groups = gl_NumWorkGroups.x * gl_NumWorkGroups.y;
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeDevice, gl_StorageSemanticsBuffer,
                   gl_SemanticsAcquireRelease);
    if (gl_LocalInvocationIndex == 0)
        ended_before = atomicAdd(control[1], 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer,
                                 gl_SemanticsAcquireRelease);
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeDevice,
                   gl_StorageSemanticsBuffer | gl_StorageSemanticsShared,
                   gl_SemanticsAcquireRelease);
    return ended_before == groups - 1;
}

void main()
{
    reduce_block(0, gl_WorkGroupID.xy);
    if (!group_is_last())
        return;
    if (TOP > 6)
        reduce_block(6, uvec2(0));
    if (gl_LocalInvocationIndex == 0) {
        control[0] = 0;
        atomicStore(control[1], 0u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelaxed);
    }
}
