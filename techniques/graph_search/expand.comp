// SPDX-License-Identifier: MIT
// The vertices of the frontier alone are looked at; who gives a neighbour its level puts it into the next frontier.
#version 460
layout(local_size_x_id = 0) in;
layout(std430, binding = 0) readonly buffer Offsets { uint offsets[]; };
layout(std430, binding = 1) readonly buffer Targets { uint targets[]; };
layout(std430, binding = 2) buffer Levels { uint levels[]; };
layout(std430, binding = 3) buffer Control { uint groups[3], count, next_count, level; };
layout(std430, binding = 4) readonly buffer Frontier { uint frontier[]; };
layout(std430, binding = 5) writeonly buffer Next { uint next[]; };
void main()
{
    if (gl_GlobalInvocationID.x >= count)
        return;
    const uint vertex = frontier[gl_GlobalInvocationID.x];
    for (uint i = offsets[vertex]; i < offsets[vertex + 1]; i++)
        if (atomicCompSwap(levels[targets[i]], ~0u, level + 1) == ~0u)
            next[atomicAdd(next_count, 1)] = targets[i];
}
