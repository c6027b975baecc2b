/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * stream_lost: bad on purpose, the last place of the output is left out.
 *
 * Computes    what quadtree_gather.comp does, but for that.
 * Bench       tests/bench/stream_reduction/stream_planted_test.c only.
 * Bindings    0..3 of quadtree_gather.comp..
 * Constants   0 group size; 1 ELEMENT_WORDS of element.glsl; push of quadtree_gather.comp.
 * Dispatch    that of quadtree_gather.comp.
 * Work        that of quadtree_gather.comp.
 * Error       as planted.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own.
 */
layout(local_size_x_id = 0) in;

#include "stream_reduction/element.glsl"
#include "stream_reduction/group.glsl"

layout(std430, binding = 2) readonly buffer Distribution { uint distribution[]; };
layout(std430, binding = 3) readonly buffer Arguments { uvec4 arguments; };

layout(push_constant) uniform Push
{
    uint entries, leaves;
} push;

void main()
{
    const uint place = thread_index();
    if (place + 1 >= arguments.w)
        return;
    uint p = 0; /* S[0] is 0 */
    for (uint step = push.leaves / 2; step > 0; step /= 2)
        if (distribution[p + step] <= place)
            p += step;
    const bool found = distribution[p] == place && p < push.entries;
    element_store(place, found ? element_load(p) : element_null());
}
