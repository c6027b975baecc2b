/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * quadtree_gather: phase 3: each place of the output finds its entry.
 *
 * Computes    O[l] = I[p], p being the greatest with S[p] = l, found by binary search; null where
 *             there is none, so that the almost square output is filled up.
 * Bench       bench/common/quadtree.h: stream_reduction.compact, variant quadtree; baseline
 *             quadtree.
 * Bindings    0 the stream, 1 the output, each as tuples or as indices; 2 S, the words of D_0; 3
 *             arguments of tree_arguments.
 * Constants   0 group size; 1 ELEMENT_WORDS of element.glsl; push.entries, of the stream;
 *             push.leaves, of S.
 * Dispatch    a thread per entry of the output, indirectly; the group's index is x + y * groups in
 *             x.
 * Work        log2(leaves) dependent reads of S and one of the stream, one write.
 * Error       none: words are copied.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      Lastra et al. 2008, Section 4, phase 3.
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
    if (place >= arguments.w)
        return;
    uint p = 0; /* S[0] is 0 */
    for (uint step = push.leaves / 2; step > 0; step /= 2)
        if (distribution[p + step] <= place)
            p += step;
    const bool found = distribution[p] == place && p < push.entries;
    element_store(place, found ? element_load(p) : element_null());
}
