/* SPDX-License-Identifier: MIT */
#version 460
/*
 * chase: loads that need each other: the word that came back is the place of the next.
 *
 * Computes    walk[0] = where the walk begins, which is where the one before has ended; walk[1] =
 *             where it ends, push.steps nodes further; cursor[0] likewise.
 * Bench       ceilings.latency, variant chase (the baseline).
 * Bindings    0 nodes, LINE words each of which the first is the index of the next node; 1 a word,
 *             below the number of nodes on entry, which is left to the next execution; 2 two words.
 * Constants   none; push.steps.
 * Dispatch    1 group of 1.
 * Work        push.steps loads of 4 bytes, one after another. Bound by their latency.
 * Error       none: integers.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own.
 */
layout(local_size_x = 1) in;

const uint LINE = 32;

layout(std430, binding = 0) readonly buffer Nodes { uint nodes[]; };
layout(std430, binding = 1) buffer Cursor { uint cursor[]; };
layout(std430, binding = 2) writeonly buffer Walk { uint walk[]; };

layout(push_constant) uniform Push
{
    uint steps;
} push;

void main()
{
    uint at = cursor[0];
    walk[0] = at;
    for (uint step = 0; step < push.steps; step++)
        at = nodes[at * LINE];
    walk[1] = at;
    cursor[0] = at;
}
