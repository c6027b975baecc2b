/* SPDX-License-Identifier: MIT */
#version 460
/*
 * reverse: an array turned around, a thread per word.
 *
 * Computes    destination[i] = source[count - 1 - i].
 * Bench       example.reverse, variant reverse; baseline reverse.
 * Bindings    0 source, the input; 1 destination.
 * Constants   0 group size; push.count.
 * Dispatch    ceil(count / group size) groups.
 * Work        reads and writes 4 bytes per word; bound by bandwidth.
 * Error       none: words are copied.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      contender.
 */
layout(local_size_x_id = 0) in;

layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) writeonly buffer Destination { uint destination[]; };
layout(push_constant) uniform Push { uint count; };

void main()
{
    const uint i = gl_GlobalInvocationID.x;
    if (i < count)
        destination[i] = source[count - 1 - i];
}
