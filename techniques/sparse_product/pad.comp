// SPDX-License-Identifier: MIT
// Rows of equal width, padded, column by column: ELLPACK.
#version 460
layout(local_size_x_id = 0) in;
layout(std430, binding = 0) readonly buffer Offsets { uint offsets[]; };
layout(std430, binding = 1) readonly buffer Columns { uint columns[]; };
layout(std430, binding = 2) readonly buffer Entries { float entries[]; };
layout(std430, binding = 3) writeonly buffer PaddedColumns { uint padded_columns[]; };
layout(std430, binding = 4) writeonly buffer PaddedEntries { float padded_entries[]; };
layout(push_constant) uniform Push { uint rows, width; };
void main()
{
    const uint row = gl_GlobalInvocationID.x;
    if (row >= rows)
        return;
    const uint begin = offsets[row], length = offsets[row + 1] - begin;
    for (uint i = 0; i < width; i++) {
        padded_columns[i * rows + row] = i < length ? columns[begin + i] : row;
        padded_entries[i * rows + row] = i < length ? entries[begin + i] : 0;
    }
}
