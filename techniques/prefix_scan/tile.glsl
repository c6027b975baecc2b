/* SPDX-License-Identifier: MIT */
/*
 * tile.glsl: a tile of an inclusive prefix sum, by one work-group.
 *
 * A tile has ITEMS elements a thread. Subgroups take parts of it one behind the other, in rows of
 * four elements a lane, so that neighbours read neighbours. T is the type of an element, set by the
 * axis `type`. Every thread of the group must call each function.
 */
#ifndef PREFIX_SCAN_TILE_GLSL
#define PREFIX_SCAN_TILE_GLSL

#extension GL_EXT_control_flow_attributes : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_shuffle : require

/* A preprocessor cannot compare names: for four lines these types are numbers. */
#define uint 0
#define uint64_t 1
#if T
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#define T4 u64vec4
#define WORDS 2
#else
#define T4 uvec4
#define WORDS 1
#endif
#undef uint
#undef uint64_t

layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint ITEMS = 16;

layout(std430, binding = 0) readonly buffer Source { T source[]; };
layout(std430, binding = 1) readonly buffer SourceRows { T4 source_rows[]; };

layout(push_constant) uniform Push
{
    uint count;
} push;

const uint ROWS = ITEMS / 4;
const uint TILE = gl_WorkGroupSize.x * ITEMS;

shared T partials[gl_WorkGroupSize.x]; /* a sum for each subgroup */

T4 own[ROWS];

uint lanes()
{
    return gl_WorkGroupSize.x / gl_NumSubgroups;
}

/* The first of a row's four elements. */
uint row_first(uint tile, uint row)
{
    const uint place = (gl_SubgroupID * ROWS + row) * lanes() + gl_SubgroupInvocationID;
    return tile * TILE + 4 * place;
}

/* Elements behind the end are 0. */
T4 four_load(uint first)
{
    if (first + 4 <= push.count)
        return source_rows[first / 4];
    T4 four = T4(0);
    [[unroll]] for (uint j = 0; j < 4; j++)
        if (first + j < push.count)
            four[j] = source[first + j];
    return four;
}

void tile_load(uint tile)
{
    [[unroll]] for (uint row = 0; row < ROWS; row++)
        own[row] = four_load(row_first(tile, row));
}

uint lane_value(uint value, uint lane)
{
    return subgroupShuffle(value, lane);
}

/* Sum of the values of the lanes up to the caller's. */
uint lanes_scan(uint value)
{
    return subgroupInclusiveAdd(value);
}

#if WORDS == 2
uint64_t lane_value(uint64_t value, uint lane)
{
    const uvec2 words = unpack32(value);
    return pack64(uvec2(subgroupShuffle(words.x, lane), subgroupShuffle(words.y, lane)));
}

uint64_t lanes_scan(uint64_t value)
{
    const uint lane = gl_SubgroupInvocationID;
    [[unroll]] for (uint step = 1; step < 128; step *= 2)
        if (step < gl_SubgroupSize) {
            const T other = lane_value(value, lane >= step ? lane - step : lane);
            value += lane >= step ? other : T(0);
        }
    return value;
}
#endif

/* Sum of all subgroups before the caller's; `total` is that of the group. */
T subgroups_scan(T sum, out T total)
{
    barrier(); /* the partials of an earlier call have been read */
    if (subgroupElect())
        partials[gl_SubgroupID] = sum;
    barrier();
    T before = T(0);
    total = T(0);
    for (uint i = 0; i < gl_NumSubgroups; i++) {
        before += i < gl_SubgroupID ? partials[i] : T(0);
        total += partials[i];
    }
    return before;
}

/* The sum of the subgroup's elements. */
T rows_sum()
{
    T sum = T(0);
    [[unroll]] for (uint row = 0; row < ROWS; row++)
        sum += own[row].x + own[row].y + own[row].z + own[row].w;
    return lane_value(lanes_scan(sum), lanes() - 1);
}

/* Replaces the elements by their sums within the subgroup. Returns the last. */
T rows_scan()
{
    T carry = T(0);
    [[unroll]] for (uint row = 0; row < ROWS; row++) {
        T4 sums = own[row];
        sums.y += sums.x;
        sums.z += sums.y;
        sums.w += sums.z;
        const T upto = lanes_scan(sums.w);
        own[row] = sums + (carry + upto - sums.w);
        carry += lane_value(upto, lanes() - 1);
    }
    return carry;
}

#endif
