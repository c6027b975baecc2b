/* SPDX-License-Identifier: MIT */
#version 460
/*
 * arguments: the arguments of an indirect dispatch from a count, on a single thread.
 *
 * Computes    layers = ceil(count / ITEMS), as (x, y * rows, columns) groups with rows * columns >=
 *             layers and columns within the device's limit; zero layers give zero groups.
 * Bench       tile_subdivision.subdivide, variants per_level and subtree (where the count could
 *             exceed the limit).
 * Bindings    0 control: count at word push.count, arguments at words push.arguments..+2.
 * Constants   0 ITEMS per layer, 1 LIMIT of groups in z; push.count and push.arguments, words of
 *             control; push.x and push.y, groups per layer.
 * Dispatch    1 group of 1.
 * Work        reads 4 bytes, writes 12; bound by launch.
 * Error       none.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      Tokuyoshi 2014, Section 3.1, Program 2. Differs: the split at the limit.
 */
layout(local_size_x = 1) in;

layout(constant_id = 0) const uint ITEMS = 16;
layout(constant_id = 1) const uint LIMIT = 65535;

layout(std430, binding = 0) buffer Control { uint control[]; };

layout(push_constant) uniform Push
{
    uint count, arguments; /* words of control */
    uint x, y;             /* groups per layer */
} push;

void main()
{
    const uint layers = (control[push.count] + ITEMS - 1) / ITEMS;
    const uint columns = min(layers, LIMIT);
    control[push.arguments] = push.x;
    control[push.arguments + 1] = push.y * ((layers + LIMIT - 1) / LIMIT);
    control[push.arguments + 2] = columns;
}
