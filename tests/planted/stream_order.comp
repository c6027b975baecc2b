/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * stream_order: bad on purpose, every other pair of neighbours is swapped.
 *
 * Computes    what binary_tree_gather.comp does, but for that.
 * Bench       tests/bench/stream_reduction/stream_planted_test.c only.
 * Bindings    0..3 of binary_tree_gather.comp..
 * Constants   0 group size; 1 ELEMENT_WORDS of element.glsl; push of binary_tree_gather.comp.
 * Dispatch    that of binary_tree_gather.comp.
 * Work        that of binary_tree_gather.comp.
 * Error       as planted.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own.
 */
layout(local_size_x_id = 0) in;

#include "stream_reduction/element.glsl"
#include "stream_reduction/group.glsl"

layout(std430, binding = 2) readonly buffer Sums { uint sums[]; };
layout(std430, binding = 3) readonly buffer Arguments { uvec4 arguments; };

layout(push_constant) uniform Push
{
    uint entries;
} push;

void main()
{
    const uint place = thread_index();
    if (place >= arguments.w)
        return;
    uint first = 0, last = push.entries - 1; /* the entry is among these */
    while (first < last) {
        const uint k = first + (last - first) / 2;
        if (k + 1 - sums[k] < place + 1)
            first = k + 1;
        else
            last = k;
    }
    element_store((place | 1) < arguments.w ? place ^ 1 : place, element_load(first));
}
