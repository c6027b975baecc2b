/* SPDX-License-Identifier: MIT */
#version 460
/*
 * lost: as reverse, but the last word is never written. Bad on purpose: the check must see it.
 *
 * Computes    destination[i] = source[count - 1 - i].
 * Bench       example.reverse, variant reverse; baseline reverse.
 * Bindings    0 source, the input; 1 destination.
 * Constants   0 group size; push.count.
 * Dispatch    ceil(count / group size) groups.
 * Work        reads and writes 4 bytes per word; bound by bandwidth.
 * Error       by design.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own.
 */
layout(local_size_x_id = 0) in;

layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) writeonly buffer Destination { uint destination[]; };
layout(push_constant) uniform Push { uint count; };

void main()
{
    const uint i = gl_GlobalInvocationID.x;
    if (i + 1 < count)
        destination[i] = source[count - 1 - i];
}
