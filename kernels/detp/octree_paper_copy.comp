/* SPDX-License-Identifier: MIT */
#version 460
/*
 * octree_paper_copy: the rays or the discs of a leaf, side by side.
 *
 * Computes    copies the records that a list names, in its order.
 * Bench       detp.estimate, variants octree_paper (access copy).
 * Bindings    0 list; 1 records, two vec4 each; 2 copies.
 * Constants   0 group size; push.count, of the list.
 * Dispatch    a thread per entry of the list.
 * Work        reads 36 bytes per entry, writes 32.
 * Error       none.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      none in the paper, which keeps indices to avoid copies (section 3.2).
 */
layout(local_size_x_id = 0) in;

layout(std430, binding = 0) readonly buffer List { uint list[]; };
layout(std430, binding = 1) readonly buffer Records { vec4 records[]; };
layout(std430, binding = 2) writeonly buffer Copies { vec4 copies[]; };

layout(push_constant) uniform Push
{
    uint count;
} push;

void main()
{
    const uint i = gl_GlobalInvocationID.x;
    if (i >= push.count)
        return;
    const uint from = 2 * list[i];
    copies[2 * i] = records[from];
    copies[2 * i + 1] = records[from + 1];
}
