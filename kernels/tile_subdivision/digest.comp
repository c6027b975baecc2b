/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * digest: the digest of a list of tiles, for the check on the device.
 *
 * Computes    over min(control[0], capacity) records: area = sum of 4^level, and sums and exclusive
 *             ors of the two hash words, all modulo 2^32: struct tile_digest without the count.
 * Bench       every bench of tile_subdivision; never timed.
 * Bindings    0 keys, 1 importance bits, 2 threshold bits, 3 control, 4 digest: area, sum x 2,
 *             exclusive or x 2, zero on entry.
 * Constants   0 capacity in records.
 * Dispatch    any number of groups of 128; each thread strides over the list.
 * Work        reads 12 bytes per tile.
 * Error       none.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own.
 */
layout(local_size_x = 128) in;

#include "tile_subdivision/tile.glsl"

layout(constant_id = 0) const uint CAPACITY = 1;

layout(std430, binding = 0) readonly buffer TileKeys { uint tile_keys[]; };
layout(std430, binding = 1) readonly buffer TileImportances { uint tile_importances[]; };
layout(std430, binding = 2) readonly buffer TileThresholds { uint tile_thresholds[]; };
layout(std430, binding = 3) readonly buffer Control { uint control[]; };
layout(std430, binding = 4) buffer Digest { uint digest[]; };

void main()
{
    const uint stride = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
    const uint count = min(control[0], CAPACITY);
    uint area = 0;
    uvec2 sum = uvec2(0), exclusive_or = uvec2(0);
    for (uint i = gl_GlobalInvocationID.x; i < count; i += stride) {
        const uvec2 hash = tile_hash(tile_keys[i], tile_importances[i], tile_thresholds[i]);
        const uint level = tile_level(tile_keys[i]);
        area += level <= 12 ? 1u << 2 * level : 0;
        sum += hash;
        exclusive_or ^= hash;
    }
    atomicAdd(digest[0], area);
    atomicAdd(digest[1], sum.x);
    atomicAdd(digest[2], sum.y);
    atomicXor(digest[3], exclusive_or.x);
    atomicXor(digest[4], exclusive_or.y);
}
