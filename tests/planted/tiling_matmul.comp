/* SPDX-License-Identifier: MIT */
#version 460
/*
 * tiling_matmul: bad on purpose, a matrix product in the order tiled_y without the clamp of the
 * last tile. A thread makes an element after the other.
 *
 * Computes    matmul_plain.comp's product for tiled_y, right where N divides the height of the
 *             grid.
 * Bench       tests/bench/thread_group_tiling/tiling_matmul_test.c only.
 * Bindings    0, 1 and 2 of matmul_plain.comp.
 * Constants   0 and 1 of matmul_plain.comp; push of matmul_plain.comp.
 * Dispatch    that of matmul_plain.comp.
 * Work        that of matmul_plain.comp.
 * Error       as planted.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      ROCm/FlyDSL PR 979, as its description has it.
 */
layout(local_size_x = 256) in;

layout(constant_id = 0) const uint ORDER = 4;
layout(constant_id = 1) const uint N = 16;

layout(std430, binding = 0) readonly buffer Left { uint left[]; };
layout(std430, binding = 1) readonly buffer Right { uint right[]; };
layout(std430, binding = 2) writeonly buffer Product { float product[]; };
layout(push_constant) uniform Push { uvec2 grid; uint m, n, k; };

uvec2 tiled_y(uint launch)
{
    const uint tile = launch / (N * grid.x), local = launch % (N * grid.x);
    return uvec2(local / N, tile * N + local % N);
}

float left_at(uint row, uint deep)
{
    return unpackHalf2x16(left[(row * k + deep) / 2])[deep % 2];
}

float right_at(uint deep, uint column)
{
    return unpackHalf2x16(right[(deep * n + column) / 2])[column % 2];
}

void main()
{
    const uvec2 corner = tiled_y(gl_WorkGroupID.y * grid.x + gl_WorkGroupID.x) * 128;
    for (uint i = gl_LocalInvocationIndex; ORDER == 4 && i < 128 * 128; i += 256) {
        const uint row = corner.y + i / 128, column = corner.x + i % 128;
        float sum = 0;
        for (uint deep = 0; row < m && column < n && deep < k; deep++)
            sum += left_at(row, deep) * right_at(deep, column);
        if (row < m && column < n)
            product[row * n + column] = sum;
    }
}
