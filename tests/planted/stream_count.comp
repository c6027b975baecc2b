/* SPDX-License-Identifier: MIT */
#version 460
/*
 * stream_count: bad on purpose, one entry too many is counted.
 *
 * Computes    what tree_arguments.comp does, but for that.
 * Bench       tests/bench/stream_reduction/stream_planted_test.c only.
 * Bindings    0..2 of tree_arguments.comp..
 * Constants   push of tree_arguments.comp.
 * Dispatch    that of tree_arguments.comp.
 * Work        that of tree_arguments.comp.
 * Error       as planted.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own.
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
    count = valid + 1;
    arguments = uvec4(columns, columns > 0 ? (groups + columns - 1) / columns : 1, 1, places);
}
