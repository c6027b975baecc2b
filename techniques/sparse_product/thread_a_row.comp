// SPDX-License-Identifier: MIT
// A thread adds up a row: threads beside each other read entries that are far apart.
#version 460
layout(local_size_x_id = 0) in;
layout(std430, binding = 0) readonly buffer Offsets { uint offsets[]; };
layout(std430, binding = 1) readonly buffer Columns { uint columns[]; };
layout(std430, binding = 2) readonly buffer Entries { float entries[]; };
layout(std430, binding = 3) readonly buffer X { float x[]; };
layout(std430, binding = 4) writeonly buffer Y { float y[]; };
layout(push_constant) uniform Push { uint rows; };
void main()
{
    const uint row = gl_GlobalInvocationID.x;
    if (row >= rows)
        return;
    float sum = 0;
    for (uint i = offsets[row]; i < offsets[row + 1]; i++)
        sum += entries[i] * x[columns[i]];
    y[row] = sum;
}
