/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * sort_move: the last part of a pass of a sort: entries to their places by a digit, order kept.
 *
 * Computes    keys and values in the order of their digits; those of one digit in the order that
 *             they had.
 * Bench       all that sort (bench/common/counting_sort.h); no baseline.
 * Bindings    0 keys; 1 starts, the prefix sums of the counts of sort_count; 2 values; 3 keys
 *             of the output; 4 values of the output.
 * Constants   0 group size; 1 DIGIT_BITS, as sort_count had; push of sort_digit.glsl.
 * Dispatch    a group per tile of 4 entries per thread; the index is x + y * groups in x.
 * Work        reads and writes 8 bytes per entry; a prefix sum of the group per bit of the digit.
 * Error       none: integers.
 * Needs       subgroup_arithmetic; no forward progress between groups.
 * Source      Satish et al. 2009: a tile is sorted bit by bit in shared memory, then moved.
 */
layout(local_size_x_id = 0) in;

#include "common/scan.glsl"
#include "common/sort_digit.glsl"
#include "common/subgroups.glsl"

layout(std430, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, binding = 1) readonly buffer Starts { uint starts[]; };
layout(std430, binding = 2) readonly buffer Values { uint values[]; };
layout(std430, binding = 3) writeonly buffer OutputKeys { uint output_keys[]; };
layout(std430, binding = 4) writeonly buffer OutputValues { uint output_values[]; };

shared uint tile_keys[ENTRIES * gl_WorkGroupSize.x], tile_values[ENTRIES * gl_WorkGroupSize.x];
shared uint digit_start[256];

/* Entries of the tile whose bit is not set come before those whose is. */
void split(uint first, uint bit, inout uint own_keys[ENTRIES], inout uint own_values[ENTRIES])
{
    uint clear = 0, all_clear;
    for (uint k = 0; k < ENTRIES; k++)
        clear += 1 - bitfieldExtract(own_keys[k], int(bit), 1);
    uint clear_before = scan_group(clear, all_clear);
    for (uint k = 0; k < ENTRIES; k++) {
        const bool set = bitfieldExtract(own_keys[k], int(bit), 1) != 0;
        const uint place = set ? all_clear + first + k - clear_before : clear_before;
        clear_before += set ? 0 : 1;
        tile_keys[place] = own_keys[k];
        tile_values[place] = own_values[k];
    }
    barrier();
    for (uint k = 0; k < ENTRIES; k++) {
        own_keys[k] = tile_keys[first + k];
        own_values[k] = tile_values[first + k];
    }
}

void main()
{
    const uint tile = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    if (tile >= push.tiles)
        return;
    const uint thread = thread_index(), first = ENTRIES * thread;
    const uint of_tile = tile * ENTRIES * gl_WorkGroupSize.x;
    uint own_keys[ENTRIES], own_values[ENTRIES];
    /* What is beyond the end has each bit set, and stays behind all else. */
    for (uint k = 0; k < ENTRIES; k++) {
        const uint i = of_tile + first + k;
        own_keys[k] = i < push.entries ? keys[i] : 0xffffffffu;
        own_values[k] = i < push.entries ? values[i] : 0;
    }
    for (uint bit = 0; bit < DIGIT_BITS; bit++)
        split(first, push.shift + bit, own_keys, own_values);
    for (uint k = 0; k < ENTRIES; k++) {
        const uint place = first + k, digit = digit_of(own_keys[k]);
        if (place == 0 || digit_of(tile_keys[place - 1]) != digit)
            digit_start[digit] = place;
    }
    barrier();
    for (uint k = 0; k < ENTRIES; k++) {
        const uint place = first + k, digit = digit_of(own_keys[k]);
        if (of_tile + place >= push.entries)
            continue;
        const uint to = starts[digit * push.tiles + tile] + place - digit_start[digit];
        output_keys[to] = own_keys[k];
        output_values[to] = own_values[k];
    }
}
