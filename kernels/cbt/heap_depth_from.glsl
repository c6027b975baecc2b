/* SPDX-License-Identifier: MIT */
/*
 * heap_depth_from.glsl: in place of heap_depth.glsl, before heap.glsl: D from where DEPTH_FROM
 * says, asked for anew at each use of a node. What a constant of the kernel, and a push constant,
 * cost beside what public code does: it looks for the marker in the first word of the heap, which
 * the kernel itself may be writing; and what the talk did, which asked the buffer for its length.
 *
 * The marker is bit D of word 0, the lowest that is set; behind it, up to D = 28, lies the root.
 * Who writes the root must leave the marker in place at every moment.
 *
 * Constants   0 DEPTH (D, where it is taken from here), 2 DEPTH_FROM.
 * Push        level: what a kernel of one level makes; depth: D, where it is taken from here.
 */
#ifndef CBT_HEAP_DEPTH_GLSL
#define CBT_HEAP_DEPTH_GLSL

layout(constant_id = 0) const uint DEPTH = 20;
layout(constant_id = 2) const uint DEPTH_FROM = 0;
layout(push_constant) uniform Push { uint level, depth; };

/* enum depth_from in bench/cbt/tree/reduction.h */
const uint DEPTH_FROM_CONSTANT = 0;
const uint DEPTH_FROM_PUSH = 1;
const uint DEPTH_FROM_LENGTH = 2; /* of the buffer: 2^(D-3) words */
const uint DEPTH_FROM_HEADER = 3;

uint heap_word(uint index);
uint heap_length();

uint heap_depth()
{
    if (DEPTH_FROM == DEPTH_FROM_PUSH)
        return depth;
    if (DEPTH_FROM == DEPTH_FROM_LENGTH)
        return uint(findMSB(heap_length())) + 3;
    if (DEPTH_FROM == DEPTH_FROM_HEADER)
        return uint(findLSB(heap_word(0)));
    return DEPTH;
}

#endif
