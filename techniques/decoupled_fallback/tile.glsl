/* SPDX-License-Identifier: MIT */
/*
 * tile.glsl: a tile of an inclusive prefix sum, by one work-group: ROWS rows of four elements a
 * thread. Subgroups take parts of it one behind the other, so that neighbours read neighbours.
 * Every thread of the group must call each function.
 */
#ifndef DECOUPLED_FALLBACK_TILE_GLSL
#define DECOUPLED_FALLBACK_TILE_GLSL

#extension GL_EXT_control_flow_attributes : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_shuffle : require

layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint ROWS = 4;

layout(std430, binding = 0) readonly buffer Source { uvec4 source[]; };

layout(push_constant) uniform Push
{
    uint rows; /* of four elements, in the whole source */
} push;

shared uint partials[gl_WorkGroupSize.x]; /* a sum for each subgroup */

uvec4 own[ROWS];

uint lanes()
{
    return gl_WorkGroupSize.x / gl_NumSubgroups;
}

uint row_place(uint tile, uint i)
{
    const uint first = (tile * gl_NumSubgroups + gl_SubgroupID) * ROWS * lanes();
    return first + i * lanes() + gl_SubgroupInvocationID;
}

/* Elements behind the end are 0. */
uvec4 row_load(uint place)
{
    return place < push.rows ? source[place] : uvec4(0);
}

void tile_load(uint tile)
{
    [[unroll]] for (uint i = 0; i < ROWS; i++)
        own[i] = row_load(row_place(tile, i));
}

/* Of the lanes' values up to the caller's. */
uint lanes_scan(uint value)
{
    return subgroupInclusiveAdd(value);
}

uint last_lane(uint value)
{
    return subgroupShuffle(value, lanes() - 1);
}

/* Sum of all subgroups before the caller's; `total` is that of the group. */
uint subgroups_scan(uint sum, out uint total)
{
    barrier(); /* the partials of an earlier call have been read */
    if (subgroupElect())
        partials[gl_SubgroupID] = sum;
    barrier();
    uint before = 0;
    total = 0;
    for (uint i = 0; i < gl_NumSubgroups; i++) {
        before += i < gl_SubgroupID ? partials[i] : 0;
        total += partials[i];
    }
    return before;
}

/* The sum of any tile; what the caller has loaded stays. */
uint tile_sum(uint tile)
{
    uint sum = 0, total;
    [[unroll]] for (uint i = 0; i < ROWS; i++) {
        const uvec4 row = row_load(row_place(tile, i));
        sum += row.x + row.y + row.z + row.w;
    }
    subgroups_scan(last_lane(lanes_scan(sum)), total);
    return total;
}

/* Replaces the elements by their sums within the subgroup. Returns what comes before that. */
uint tile_scan(out uint total)
{
    uint carry = 0;
    [[unroll]] for (uint i = 0; i < ROWS; i++) {
        uvec4 sums = own[i];
        sums.y += sums.x;
        sums.z += sums.y;
        sums.w += sums.z;
        const uint upto = lanes_scan(sums.w);
        own[i] = sums + (carry + upto - sums.w);
        carry += last_lane(upto);
    }
    return subgroups_scan(carry, total);
}

#endif
