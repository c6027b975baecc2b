/* SPDX-License-Identifier: MIT */
#version 460
#pragma use_vulkan_memory_model
#extension GL_EXT_control_flow_attributes : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_NV_cooperative_matrix : require
/*
 * matmul_coopmat: a tiled matrix product on the units for matrices. Each group makes a tile of C,
 * 64 * ROWS rows by 128 columns, in steps of 32 along K; each of its subgroups makes a block of
 * 64 x 64 of that, 4 by 4 matrices of 16 x 16, which stay in registers until the end.
 *
 * A step's part of A and of B is fetched into registers, in pieces of 16 bytes, while the step
 * before is multiplied, and then stored in shared memory. With two stages of shared memory one
 * barrier a step is enough: nobody reads the stage that is written. Rows are padded by a piece, so
 * that the eight rows that are read at a time lie in different banks.
 *
 * Rows of A below the last and columns of B beyond the last are read from the last: what comes of
 * them is not stored. What lies beyond K is zero. Matrices that reach over the edge of C go through
 * shared memory, and piece by piece from there.
 *
 * Computes    C = A x B: A of push.m rows of push.k halves, B of push.k rows of push.n halves, C of
 *             push.m rows of push.n floats; the sums are floats.
 * Bench       thread_group_tiling.matmul, every variant; path coopmat.
 * Bindings    0 left, A; 1 right, B; 2 product, C; all in pieces of 16 bytes; 3 counter of
 *             launch.glsl.
 * Constants   0 threads of a group (64 * ROWS), 1 ROWS of subgroups in a group (2 or 4, of two
 *             each), 2 STAGES (1 or 2), 3 ORDER (of order.glsl), 4 N (1 at least; of no account for
 *             orders without it), 5 LAUNCH (of launch.glsl); push.grid in groups, push.m, push.n
 *             and push.k; n and k are multiples of 8.
 * Dispatch    push.grid.x by push.grid.y groups; subgroups of 32.
 * Work        reads 2 (mk + kn) bytes at the least, writes 4mn; 2mnk operations.
 * Error       none where all products and sums are integers below 2^24.
 * Needs       cooperative_matrix; subgroups of 32.
 * Source      the order of tiles: Triton's tutorial 03 (tiled_y, GROUP_SIZE_M); the kernel is our
 *             own.
 */
const int LAUNCH_BINDING = 3;
#include "thread_group_tiling/launch.glsl"
#include "thread_group_tiling/order.glsl"

layout(local_size_x_id = 0) in;

layout(constant_id = 1) const uint ROWS = 2;
layout(constant_id = 2) const uint STAGES = 2;
layout(constant_id = 3) const uint ORDER = 0;
layout(constant_id = 4) const uint N = 16;
layout(constant_id = 5) const uint LAUNCH = LAUNCH_ID;

layout(std430, binding = 0) readonly buffer Left { uvec4 left[]; };
layout(std430, binding = 1) readonly buffer Right { uvec4 right[]; };
layout(std430, binding = 2) buffer Product { uvec4 product[]; };
layout(push_constant) uniform Push { uvec2 grid; uint m, n, k; };

const uint PIECE = 8;                                /* halves in 16 bytes */
const uint SIDE = 16;                                /* of a matrix */
const uint COUNT = 4;                                /* matrices along a side of a block */
const uint BLOCK = SIDE * COUNT;
const uint DEPTH = 32;                               /* of a step */
const uint WIDTH = 2 * BLOCK;                        /* of a tile */
const uint LEFT_PIECES = DEPTH / PIECE;              /* of a row */
const uint RIGHT_PIECES = WIDTH / PIECE;
const uint LEFT_STRIDE = LEFT_PIECES + 1;
const uint RIGHT_STRIDE = RIGHT_PIECES + 1;
const uint LEFT_STAGE = BLOCK * ROWS * LEFT_STRIDE;
const uint RIGHT_STAGE = DEPTH * RIGHT_STRIDE;
const uint FETCHES = 4;                              /* of a thread from A, for each step */
const uint RIGHT_FETCHES = 8 / ROWS;                 /* from B, FETCHES at the most */
const uint FLOATS = 4;                               /* in 16 bytes */

shared uvec4 left_stages[STAGES * LEFT_STAGE];
shared uvec4 right_stages[STAGES * RIGHT_STAGE];

uvec4 left_fetched[FETCHES], right_fetched[FETCHES];
fcoopmatNV<32, gl_ScopeSubgroup, SIDE, SIDE> sums[COUNT][COUNT];

/* `corner` is that of the tile: row and column of C. */
void fetch(uvec2 corner, uint k_begin)
{
    [[unroll]] for (uint i = 0; i < FETCHES; i++) {
        const uint item = i * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
        const uint row = min(corner.y + item / LEFT_PIECES, m - 1);
        const uint piece = k_begin / PIECE + item % LEFT_PIECES;
        left_fetched[i] = uvec4(0);
        if (piece < k / PIECE)
            left_fetched[i] = left[row * (k / PIECE) + piece];
    }
    [[unroll]] for (uint i = 0; i < FETCHES; i++) {
        const uint item = i * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
        const uint row = k_begin + item / RIGHT_PIECES;
        const uint piece = min(corner.x / PIECE + item % RIGHT_PIECES, n / PIECE - 1);
        right_fetched[i] = uvec4(0);
        if (i < RIGHT_FETCHES && row < k)
            right_fetched[i] = right[row * (n / PIECE) + piece];
    }
}

void put(uint stage)
{
    [[unroll]] for (uint i = 0; i < FETCHES; i++) {
        const uint item = i * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
        left_stages[stage * LEFT_STAGE + item / LEFT_PIECES * LEFT_STRIDE + item % LEFT_PIECES] =
            left_fetched[i];
    }
    [[unroll]] for (uint i = 0; i < FETCHES; i++) {
        const uint item = i * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
        if (i < RIGHT_FETCHES)
            right_stages[stage * RIGHT_STAGE + item / RIGHT_PIECES * RIGHT_STRIDE +
                         item % RIGHT_PIECES] = right_fetched[i];
    }
}

/* `block` is the corner of the subgroup's block in the tile. */
void multiply(uvec2 block, uint stage)
{
    [[unroll]] for (uint deep = 0; deep < DEPTH; deep += SIDE) {
        fcoopmatNV<16, gl_ScopeSubgroup, SIDE, SIDE> a[COUNT], b;
        [[unroll]] for (uint i = 0; i < COUNT; i++)
            coopMatLoadNV(a[i], left_stages,
                          stage * LEFT_STAGE + (block.y + i * SIDE) * LEFT_STRIDE + deep / PIECE,
                          LEFT_STRIDE, false);
        [[unroll]] for (uint j = 0; j < COUNT; j++) {
            coopMatLoadNV(b, right_stages,
                          stage * RIGHT_STAGE + deep * RIGHT_STRIDE +
                              (block.x + j * SIDE) / PIECE,
                          RIGHT_STRIDE, false);
            [[unroll]] for (uint i = 0; i < COUNT; i++)
                sums[i][j] = coopMatMulAddNV(a[i], b, sums[i][j]);
        }
    }
}

/* Stores the part of a matrix in shared memory that lies within C; all threads of the subgroup. */
void store_edge(uvec2 at, uint scratch)
{
    const uint pieces = SIDE / FLOATS;
    for (uint item = gl_SubgroupInvocationID; item < SIDE * pieces; item += gl_SubgroupSize) {
        const uvec2 to = at + uvec2(item % pieces * FLOATS, item / pieces);
        if (to.x < n && to.y < m)
            product[to.y * (n / FLOATS) + to.x / FLOATS] = left_stages[scratch + item];
    }
}

/* One matrix; `at` is its column and row in C. */
void store(fcoopmatNV<32, gl_ScopeSubgroup, SIDE, SIDE> sum, uvec2 at)
{
    const uint scratch = gl_SubgroupID * SIDE * SIDE / FLOATS;
    if (at.x + SIDE <= n && at.y + SIDE <= m) {
        coopMatStoreNV(sum, product, at.y * (n / FLOATS) + at.x / FLOATS, n / FLOATS, false);
    } else if (at.x < n && at.y < m) {
        coopMatStoreNV(sum, left_stages, scratch, SIDE / FLOATS, false);
        subgroupBarrier();
        store_edge(at, scratch);
        subgroupBarrier();
    }
}

/* Written out, for compilers that do not unroll loops around branches: an index that is no constant
 * would keep all sums out of registers. */
void store_row(const uint i, uvec2 at)
{
    store(sums[i][0], at + uvec2(0, i) * SIDE);
    store(sums[i][1], at + uvec2(1, i) * SIDE);
    store(sums[i][2], at + uvec2(2, i) * SIDE);
    store(sums[i][3], at + uvec2(3, i) * SIDE);
}

void main()
{
    const uint launch = launch_of_group(LAUNCH, grid);
    const uvec2 corner = order_map(ORDER, launch, grid, N) * uvec2(WIDTH, BLOCK * ROWS);
    const uvec2 block = uvec2(gl_SubgroupID % 2, gl_SubgroupID / 2) * BLOCK;
    [[unroll]] for (uint i = 0; i < COUNT; i++)
        [[unroll]] for (uint j = 0; j < COUNT; j++)
            sums[i][j] = fcoopmatNV<32, gl_ScopeSubgroup, SIDE, SIDE>(0.0);
    fetch(corner, 0);
    put(0);
    uint stage = 0;
    for (uint done = 0; done < k; done += DEPTH) {
        const uint next = (stage + 1) % STAGES;
        barrier();
        if (done + DEPTH < k)
            fetch(corner, done + DEPTH);
        multiply(block, stage);
        if (STAGES == 1)
            barrier();
        if (done + DEPTH < k)
            put(next);
        stage = next;
    }
    barrier();
    store_row(0, corner + block);
    store_row(1, corner + block);
    store_row(2, corner + block);
    store_row(3, corner + block);
}
