// SPDX-License-Identifier: MIT
// Every vertex is looked at; those of this level give their neighbours the next.
#version 460
layout(local_size_x_id = 0) in;
layout(std430, binding = 0) readonly buffer Offsets { uint offsets[]; };
layout(std430, binding = 1) readonly buffer Targets { uint targets[]; };
layout(std430, binding = 2) buffer Levels { uint levels[]; };
layout(std430, binding = 3) buffer Control { uint groups[3], count, next_count, level; };
layout(push_constant) uniform Push { uint vertices; };
void main()
{
    const uint vertex = gl_GlobalInvocationID.x;
    if (vertex >= vertices || levels[vertex] != level)
        return;
    for (uint i = offsets[vertex]; i < offsets[vertex + 1]; i++)
        if (atomicCompSwap(levels[targets[i]], ~0u, level + 1) == ~0u)
            next_count = 1;
}
