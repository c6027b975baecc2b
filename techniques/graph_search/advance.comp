// SPDX-License-Identifier: MIT
// The next level: how many vertices it has, and in how many groups.
#version 460
layout(local_size_x = 1) in;
layout(constant_id = 0) const uint SIZE = 64;
layout(std430, binding = 0) buffer Control { uint groups[3], count, next_count, level; };
void main()
{
    count = next_count;
    groups[0] = (count + SIZE - 1) / SIZE;
    next_count = 0;
    level++;
}
