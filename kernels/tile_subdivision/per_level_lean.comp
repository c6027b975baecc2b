/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * per_level_lean: one level of the quadtree; the producer writes the next pass's arguments itself.
 *
 * Computes    as per_level, but one dependent step per level instead of three, and two atomics per
 *             group instead of one per thread.
 * Bench       tile_subdivision.subdivide, variants per_level_lean and host_loop; baseline
 *             per_level.
 * Bindings    0..5 of subdivision.glsl; 6 list of this pass; 7 list for the next.
 * Constants   0 TOP, 1 VARYING, 2 group size (a multiple of 4), 3 LIMIT of groups in x; push of
 *             subdivision.glsl.
 * Dispatch    (columns, rows) groups of push.parameter[1] or indirect; pass push.parameter[0], from
 *             0 (the root). Words 32 + 4 * pass .. + 3 of control: groups in x, y, z, and the
 *             number of entries of the list that the pass reads; x starts at 0, y and z at 1,
 *             entries at 0.
 * Work        reads 4 bytes per parent and 4 per child, writes 4 or 12; bound by launch and
 *             barriers.
 * Error       none: bits are compared and copied.
 * Needs       subgroup_ballot and subgroup_arithmetic; any subgroup size.
 * Source      contender; the scheme of bevy_terrain's tiling prepass without its argument pass.
 */
layout(local_size_x_id = 2) in;

#include "tile_subdivision/subdivision.glsl"
#include "tile_subdivision/append.glsl"

layout(constant_id = 3) const uint LIMIT = 65535;

layout(std430, binding = 6) readonly buffer QueueIn { uint queue_in[]; };
layout(std430, binding = 7) writeonly buffer QueueOut { uint queue_out[]; };

uint arguments_word(uint pass)
{
    return 32 + 4 * pass;
}

/*
 * Each group raises the arguments to what its own entries need: the maximum over all is what all
 * need.
 */
void raise_arguments(uint pass, uint entries)
{
    const uint groups = (4 * entries + gl_WorkGroupSize.x - 1) / gl_WorkGroupSize.x;
    atomicMax(control[arguments_word(pass)], min(groups, LIMIT));
    if (groups > LIMIT)
        atomicMax(control[arguments_word(pass) + 1], (groups + LIMIT - 1) / LIMIT);
}

void main()
{
    const uint pass = push.parameter[0];
    const uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    const uint thread = group * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    node n = node(TOP, 0, 0);
    bool alive = thread == 0;
    if (pass > 0) {
        alive = thread / 4 < control[arguments_word(pass) + 3];
        const node parent = queue_decode(alive ? queue_in[thread / 4] : 0, TOP - pass + 1);
        n = node(TOP - pass, 2 * parent.x + (thread & 1), 2 * parent.y + (thread >> 1 & 1));
    }
    const uint importance = alive ? importance_at(n) : 0;
    const uint threshold = alive ? threshold_at(n) : 0;
    const bool split = alive && subdivides(n.level, importance, threshold);
    const uint tile_slot = append_reserve(0, alive && !split ? 1 : 0);
    const uint next = arguments_word(pass + 1) + 3;
    const uint queue_slot = append_reserve(next, split ? 1 : 0);
    if (split)
        queue_out[queue_slot] = queue_encode(n);
    else if (alive)
        tile_write(tile_slot, n, importance, threshold);
    if (gl_LocalInvocationIndex == 0 && append_count > 0)
        raise_arguments(pass + 1, append_base + append_count);
}
