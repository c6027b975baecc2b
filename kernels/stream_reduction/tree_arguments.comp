/* SPDX-License-Identifier: MIT */
#version 460
/*
 * tree_arguments: how many entries are valid, and what the pass over them is launched with.
 *
 * Computes    the count, from a word that holds it, or the nulls among the entries; arguments of an
 *             indirect dispatch of a thread per place of the output, and how many places there are:
 *             the count, or that of an almost square array, rows * columns with columns = ceil(sqrt
 *             (count)).
 * Bench       bench/common/quadtree.h: stream_reduction.compact, variants quadtree and binary_tree;
 *             baseline quadtree.
 * Bindings    0 the word, at push.word; 1 the count; 2 arguments: groups in x, y, z; places.
 * Constants   push.word; push.nulls_of, entries where the word counts nulls, else 0; push.square,
 *             1 for an almost square output; push.threads of a group; push.limit of groups in x.
 * Dispatch    one group of one thread.
 * Work        reads a word, writes five.
 * Error       none: integers; the square root is made exact.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      Lastra et al. 2008, Section 4; what their host does is done here.
 */
layout(local_size_x = 1) in;

layout(std430, binding = 0) readonly buffer Sums { uint sums[]; };
layout(std430, binding = 1) writeonly buffer Count { uint count; };
layout(std430, binding = 2) writeonly buffer Arguments { uvec4 arguments; };

layout(push_constant) uniform Push
{
    uint word, nulls_of, square, threads, limit;
} push;

uint square_places(uint valid)
{
    if (valid == 0)
        return 0;
    uint columns = uint(sqrt(float(valid)));
    while (columns * columns >= valid)
        columns--;
    while (columns * columns < valid)
        columns++;
    return (valid + columns - 1) / columns * columns;
}

void main()
{
    const uint word = sums[push.word];
    const uint valid = push.nulls_of > 0 ? push.nulls_of - word : word;
    const uint places = push.square != 0 ? square_places(valid) : valid;
    const uint groups = (places + push.threads - 1) / push.threads;
    const uint columns = min(groups, push.limit);
    count = valid;
    arguments = uvec4(columns, columns > 0 ? (groups + columns - 1) / columns : 1, 1, places);
}
