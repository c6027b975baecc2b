/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * cbt_reduce: a level of the sum-reduction with one FAULT on purpose.
 *
 * Computes    what reduce_naive computes, but for the fault.
 * Bench       tests/bench/cbt/cbt_planted_test.c only.
 * Bindings    0 heap; the level below is reduced.
 * Constants   0 DEPTH, 1 LAYOUT (full), 2 DEPTH_FROM, 3 FAULT: 0 none, 1 the second word of a node
 *             that straddles two is not written, 2 the same when it is read, 3 word 0 is stored as
 *             if it held the root alone, 4 values pass through shared memory without a barrier, 5 a
 *             node that straddles by one bit counts as one that does not, 6 the marker moves while
 *             levels are made; push.level, push.depth.
 * Dispatch    2^level / 256 groups of 256, split over x and y.
 */
layout(local_size_x = 256) in;

#include "cbt/heap_depth_from.glsl"

#include "cbt/heap_buffer.glsl"

layout(constant_id = 3) const uint FAULT = 0;

const uint SECOND_NOT_WRITTEN = 1, SECOND_NOT_READ = 2, HEADER = 3, NO_BARRIER = 4;
const uint STRADDLES_LATE = 5, MARKER_MOVES = 6;

shared uint values[256];

uint node_read(uint node)
{
    const uint address = heap_node_address(node), width = heap_node_width(node);
    if (FAULT == SECOND_NOT_READ)
        return bitfieldExtract(heap_word(address >> 5) >> (address & 31), 0, int(width));
    return heap_node_read(node);
}

void node_write_first(uint node, uint value)
{
    const uint address = heap_node_address(node), width = heap_node_width(node);
    atomicAnd(heap[address >> 5], ~(0xffffffffu >> 32 - width << (address & 31)));
    atomicOr(heap[address >> 5], value << (address & 31));
}

void main()
{
    const uint count = 1u << level, mirrored = dispatch_thread() ^ min(255, count - 1);
    if (FAULT == NO_BARRIER && mirrored < count) {
        const uint other = count + mirrored;
        values[mirrored & 255] = heap_node_read(2 * other) + heap_node_read(2 * other + 1);
    }
    const uint index = dispatch_thread();
    if (index >= count)
        return;
    const uint node = count + index;
    const uint value = FAULT == NO_BARRIER ? values[index & 255]
                                           : node_read(2 * node) + node_read(2 * node + 1);
    const uint straddled = (heap_node_address(node) & 31) + heap_node_width(node);
    if (FAULT == SECOND_NOT_WRITTEN || (FAULT == STRADDLES_LATE && straddled <= 33))
        node_write_first(node, value);
    else
        heap_node_write_atomic(node, value);
    if (FAULT == HEADER && level == 0)
        heap[0] = value << heap_depth() + 3;
    if (FAULT == MARKER_MOVES && level == 6 && index == 0)
        heap[0] = 1u << heap_depth() - 1;
}
