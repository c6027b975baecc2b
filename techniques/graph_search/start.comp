// SPDX-License-Identifier: MIT
// Vertex 0 is the frontier.
#version 460
layout(local_size_x = 1) in;
layout(std430, binding = 0) writeonly buffer Levels { uint levels[]; };
layout(std430, binding = 1) writeonly buffer Frontier { uint frontier[]; };
layout(std430, binding = 2) writeonly buffer Control { uint groups[3], count, next_count, level; };
void main()
{
    levels[0] = frontier[0] = 0;
    groups[0] = groups[1] = groups[2] = count = 1;
    next_count = level = 0;
}
