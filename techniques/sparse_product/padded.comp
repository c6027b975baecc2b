// SPDX-License-Identifier: MIT
// A thread adds up a padded row: threads beside each other read entries that lie beside each other.
#version 460
layout(local_size_x_id = 0) in;
layout(std430, binding = 0) readonly buffer Columns { uint columns[]; };
layout(std430, binding = 1) readonly buffer Entries { float entries[]; };
layout(std430, binding = 2) readonly buffer X { float x[]; };
layout(std430, binding = 3) writeonly buffer Y { float y[]; };
layout(push_constant) uniform Push { uint rows, width; };
void main()
{
    const uint row = gl_GlobalInvocationID.x;
    if (row >= rows)
        return;
    float sum = 0;
    for (uint i = 0; i < width; i++)
        sum += entries[i * rows + row] * x[columns[i * rows + row]];
    y[row] = sum;
}
