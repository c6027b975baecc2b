/* SPDX-License-Identifier: MIT */
/*
 * compact.glsl: streams, tiles and vectors of compaction. A vector has 16 bytes: one entry of four
 * words, or four of one. A tile has ROWS vectors per thread.
 */
#ifndef COMMON_COMPACT_GLSL
#define COMMON_COMPACT_GLSL

#extension GL_EXT_control_flow_attributes : require

#include "common/subgroups.glsl"

layout(constant_id = 1) const uint ENTRY_WORDS = 4;
layout(constant_id = 2) const uint ROWS = 8;

layout(std430, binding = 0) readonly buffer Vectors { uvec4 vectors[]; };
layout(std430, binding = 1) readonly buffer Words { uint words[]; }; /* the same memory */
layout(std430, binding = 2) readonly buffer Lengths { uint lengths[]; };

layout(push_constant) uniform Push
{
    uint entries, length_word, count_word;
} push;

const uint NONE = 0xffffffffu;            /* as length_word: the length is push.entries */
const uint VECTOR_ENTRIES = 4 / ENTRY_WORDS;
const uint NULL_INDEX = 0xffffffffu;
const uint NULL_COMPONENT = 0xbf800000u; /* -1.0f: no other word has its value */

uint stream_length()
{
    return push.length_word == NONE ? push.entries : min(push.entries, lengths[push.length_word]);
}

uint tile_entries()
{
    return gl_WorkGroupSize.x * ROWS * VECTOR_ENTRIES;
}

/* Counts the tiles; an empty stream has one, too. */
uint tile_count(uint length)
{
    return max(1, length / tile_entries() + uint(length % tile_entries() != 0));
}

/* A vector of which all or part is in the stream; what is beyond is null. */
uvec4 vector_load(uint vector, uint length)
{
    const uint first = vector * VECTOR_ENTRIES;
    uvec4 loaded = uvec4(ENTRY_WORDS == 4 ? NULL_COMPONENT : NULL_INDEX);
    if (first + VECTOR_ENTRIES <= length)
        loaded = vectors[vector];
    else if (ENTRY_WORDS == 1)
        loaded.xyz = uvec3(first < length ? words[first] : NULL_INDEX,
                           first + 1 < length ? words[first + 1] : NULL_INDEX,
                           first + 2 < length ? words[first + 2] : NULL_INDEX);
    return loaded;
}

/* ROWS vectors, `stride` vectors apart. All are on their way before the first is looked at. */
void vectors_load(uint first, uint stride, uint tile, uint length, out uvec4 rows[ROWS])
{
    if ((tile + 1) * tile_entries() <= length) {
        [[unroll]] for (uint k = 0; k < ROWS; k++)
            rows[k] = vectors[first + k * stride];
    } else {
        [[unroll]] for (uint k = 0; k < ROWS; k++)
            rows[k] = vector_load(first + k * stride, length);
    }
}

/* A bit per entry of the vector: it is not null. */
uint vector_valid(uvec4 loaded)
{
    if (ENTRY_WORDS == 4)
        return uint(any(notEqual(loaded, uvec4(NULL_COMPONENT))));
    const uvec4 bits = mix(uvec4(1, 2, 4, 8), uvec4(0), equal(loaded, uvec4(NULL_INDEX)));
    return bits.x + bits.y + bits.z + bits.w;
}

#endif
