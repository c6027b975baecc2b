// SPDX-License-Identifier: MIT
#version 450
// Writes the words of the source in reverse order, ITEMS words a thread.
layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint ITEMS = 1;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) writeonly buffer Reversed { uint reversed[]; };
layout(push_constant) uniform Push { uint elements; };

void main()
{
    const uint first = gl_WorkGroupID.x * gl_WorkGroupSize.x * ITEMS + gl_LocalInvocationID.x;
    for (uint i = 0; i < ITEMS; i++) {
        const uint at = first + i * gl_WorkGroupSize.x;
        if (at < elements)
            reversed[elements - 1 - at] = source[at];
    }
}
