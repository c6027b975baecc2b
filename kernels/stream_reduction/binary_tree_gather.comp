/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * binary_tree_gather: each place of the output searches for its entry.
 *
 * Computes    O[l] = I[k], k being the least with k + 1 - nulls up to k = l + 1, found by binary
 *             search.
 * Bench       stream_reduction.compact, variant binary_tree; baseline quadtree.
 * Bindings    0 the stream, 1 the output, each as tuples or as indices; 2 the running sums of
 *             nulls; 3 arguments of tree_arguments.
 * Constants   0 group size; 1 ELEMENT_WORDS of element.glsl; push.entries, of the stream.
 * Dispatch    a thread per valid entry, indirectly; the group's index is x + y * groups in x.
 * Work        log2(entries) dependent reads of sums and one of the stream, one write.
 * Error       none: words are copied.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      Horn 2005, GPU Gems 2, Chapter 36.
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
    element_store(place, element_load(first));
}
