// SPDX-License-Identifier: MIT
// LANES threads add up a row: they read entries that lie beside each other.
#version 460
layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint LANES = 32;
layout(std430, binding = 0) readonly buffer Offsets { uint offsets[]; };
layout(std430, binding = 1) readonly buffer Columns { uint columns[]; };
layout(std430, binding = 2) readonly buffer Entries { float entries[]; };
layout(std430, binding = 3) readonly buffer X { float x[]; };
layout(std430, binding = 4) writeonly buffer Y { float y[]; };
layout(push_constant) uniform Push { uint rows; };
shared float sums[gl_WorkGroupSize.x];
void main()
{
    const uint thread = gl_LocalInvocationIndex, lane = thread % LANES;
    const uint row = gl_GlobalInvocationID.x / LANES;
    float sum = 0;
    if (row < rows)
        for (uint i = offsets[row] + lane; i < offsets[row + 1]; i += LANES)
            sum += entries[i] * x[columns[i]];
    sums[thread] = sum;
    for (uint half_lanes = LANES / 2; half_lanes > 0; half_lanes /= 2) {
        barrier();
        if (lane < half_lanes)
            sums[thread] += sums[thread + half_lanes];
    }
    if (lane == 0 && row < rows)
        y[row] = sums[thread];
}
