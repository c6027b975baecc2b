/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * binary_tree_leaves: which entries of a stream are null, the start of a running sum.
 *
 * Computes    1 where an entry is null, 0 where it is valid.
 * Bench       stream_reduction.compact, variant binary_tree; baseline quadtree.
 * Bindings    0 the stream, as tuples or as indices; 1 (unused); 2 the sums.
 * Constants   0 group size; 1 ELEMENT_WORDS of element.glsl; push.entries, of the stream.
 * Dispatch    a thread per entry; the group's index is x + y * groups in x.
 * Work        reads every entry, writes a word for each.
 * Error       none: integers.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      Horn 2005, GPU Gems 2, Chapter 36.
 */
layout(local_size_x_id = 0) in;

#include "stream_reduction/element.glsl"
#include "stream_reduction/group.glsl"

layout(std430, binding = 2) writeonly buffer Sums { uint sums[]; };

layout(push_constant) uniform Push
{
    uint entries;
} push;

void main()
{
    const uint k = thread_index();
    if (k < push.entries)
        sums[k] = element_valid(element_load(k)) ? 0 : 1;
}
