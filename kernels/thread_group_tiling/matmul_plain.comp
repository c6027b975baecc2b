/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_EXT_control_flow_attributes : require
#extension GL_GOOGLE_include_directive : require
/*
 * matmul_plain: a tiled matrix product by fused multiply-adds. Each group makes a tile of 128 x 128
 * of C in steps of 16 along K; each of its 256 threads makes 8 x 8 of it, in two runs of four rows
 * and two of four columns, 64 apart, so that what threads beside each other read from shared memory
 * lies side by side.
 *
 * A step's part of A and of B is fetched into registers, as halves, while the step before is
 * multiplied, and then stored in shared memory, as floats. There A stands with four rows to a word
 * of four; the place of a word within its run of eight is turned by its depth, so that a thread
 * writes to other banks than its neighbours.
 *
 * Rows of A below the last and columns of B beyond the last are read from the last: what comes of
 * them is not stored. What lies beyond K is zero.
 *
 * Computes    C = A x B: A of push.m rows of push.k halves, B of push.k rows of push.n halves, C of
 *             push.m rows of push.n floats; the sums are floats.
 * Bench       thread_group_tiling.matmul, every variant; path plain.
 * Bindings    0 left, A, in pieces of two halves; 1 right, B, in pieces of eight; 2 product, C, in
 *             pieces of four floats; 3 counter of launch.glsl.
 * Constants   0 ORDER (of order.glsl), 1 N (1 at least; of no account for orders without it),
 *             2 LAUNCH (of launch.glsl); push.grid in groups, push.m, push.n and push.k; n and k
 *             are multiples of 8.
 * Dispatch    push.grid.x by push.grid.y groups of 256.
 * Work        reads 2 (mk + kn) bytes at the least, writes 4mn; 2mnk operations.
 * Error       none where all products and sums are integers below 2^24.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      the order of tiles: Triton's tutorial 03 (tiled_y, GROUP_SIZE_M); the kernel is our
 *             own.
 */
const int LAUNCH_BINDING = 3;
#include "thread_group_tiling/launch.glsl"
#include "thread_group_tiling/order.glsl"

layout(local_size_x = 256) in;

layout(constant_id = 0) const uint ORDER = 0;
layout(constant_id = 1) const uint N = 16;
layout(constant_id = 2) const uint LAUNCH = LAUNCH_ID;

layout(std430, binding = 0) readonly buffer Left { uint left[]; };
layout(std430, binding = 1) readonly buffer Right { uvec4 right[]; };
layout(std430, binding = 2) writeonly buffer Product { vec4 product[]; };
layout(push_constant) uniform Push { uvec2 grid; uint m, n, k; };

const uint SIDE = 128; /* of a tile */
const uint DEPTH = 16; /* of a step */
const uint WORDS = SIDE / 4;
const uint RUN = 64; /* from the first to the second run of a thread */

shared vec4 left_stage[DEPTH * WORDS];  /* rows of A across, depth down */
shared vec4 right_stage[DEPTH * WORDS]; /* columns of B across, depth down */

uint left_fetched[4]; /* of four rows, two halves along K each */
uvec4 right_fetched;
vec4 sums[8][2];

/* What a thread fetches: of A four rows from 4 * x on, two depths from 2 * y on; of B eight columns
 * from 8 * x on, at depth y. */
uvec2 left_place()
{
    return uvec2(gl_LocalInvocationIndex / (DEPTH / 2), gl_LocalInvocationIndex % (DEPTH / 2));
}

uvec2 right_place()
{
    return uvec2(gl_LocalInvocationIndex % (SIDE / 8), gl_LocalInvocationIndex / (SIDE / 8));
}

void fetch(uvec2 corner, uint k_begin)
{
    const uvec2 of_left = left_place(), of_right = right_place();
    const uint across = k_begin / 2 + of_left.y, down = k_begin + of_right.y;
    [[unroll]] for (uint i = 0; i < 4; i++) {
        const uint row = min(corner.y + of_left.x * 4 + i, m - 1);
        left_fetched[i] = 0;
        if (across < k / 2)
            left_fetched[i] = left[row * (k / 2) + across];
    }
    right_fetched = uvec4(0);
    if (down < k)
        right_fetched = right[down * (n / 8) + min(corner.x / 8 + of_right.x, n / 8 - 1)];
}

uint left_word(uint deep, uint word)
{
    return deep * WORDS + (word ^ (deep / 2 & 7));
}

void put()
{
    const uvec2 of_left = left_place(), of_right = right_place();
    const uint word = of_right.y * WORDS + of_right.x * 2;
    vec2 rows[4];
    [[unroll]] for (uint i = 0; i < 4; i++)
        rows[i] = unpackHalf2x16(left_fetched[i]);
    [[unroll]] for (uint i = 0; i < 2; i++)
        left_stage[left_word(of_left.y * 2 + i, of_left.x)] =
            vec4(rows[0][i], rows[1][i], rows[2][i], rows[3][i]);
    right_stage[word] = vec4(unpackHalf2x16(right_fetched.x), unpackHalf2x16(right_fetched.y));
    right_stage[word + 1] = vec4(unpackHalf2x16(right_fetched.z), unpackHalf2x16(right_fetched.w));
}

/* `place` is the thread's among the 16 x 16 of the group. */
void multiply(uvec2 place)
{
    for (uint deep = 0; deep < DEPTH; deep++) {
        const vec4 a[2] = { left_stage[left_word(deep, place.y)],
                            left_stage[left_word(deep, place.y + RUN / 4)] };
        const vec4 b[2] = { right_stage[deep * WORDS + place.x],
                            right_stage[deep * WORDS + place.x + RUN / 4] };
        [[unroll]] for (uint i = 0; i < 8; i++)
            [[unroll]] for (uint j = 0; j < 2; j++)
                sums[i][j] = fma(vec4(a[i / 4][i % 4]), b[j], sums[i][j]);
    }
}

void store(uvec2 at)
{
    [[unroll]] for (uint i = 0; i < 8; i++)
        [[unroll]] for (uint j = 0; j < 2; j++) {
            const uvec2 to = at + uvec2(j, i / 4) * RUN + uvec2(0, i % 4);
            if (to.x < n && to.y < m)
                product[to.y * (n / 4) + to.x / 4] = sums[i][j];
        }
}

/* launch_of_group() by a word of the stage, which the first barrier of main() frees again: with a
 * word more, the group would need 4 bytes over the 16 KiB that every device has. Floats hold all
 * launches below 2^24. */
uint launch_by_stage()
{
    if (LAUNCH != LAUNCH_TICKET)
        return launch_take(LAUNCH, grid);
    if (gl_LocalInvocationIndex == 0)
        left_stage[0].x = float(launch_take(LAUNCH, grid));
    barrier();
    return uint(left_stage[0].x);
}

void main()
{
    const uint launch = launch_by_stage();
    const uvec2 corner = order_map(ORDER, launch, grid, N) * SIDE;
    const uvec2 place = uvec2(gl_LocalInvocationIndex % 16, gl_LocalInvocationIndex / 16);
    [[unroll]] for (uint i = 0; i < 8; i++)
        sums[i][0] = sums[i][1] = vec4(0);
    fetch(corner, 0);
    for (uint done = 0; done < k; done += DEPTH) {
        barrier();
        put();
        barrier();
        if (done + DEPTH < k)
            fetch(corner, done + DEPTH);
        multiply(place);
    }
    store(corner + place * 4);
}
