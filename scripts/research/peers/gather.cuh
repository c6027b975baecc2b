/* SPDX-License-Identifier: MIT */
/*
 * gather.cuh: what gather.cu computes, for host and device: orders, texels, taps, and the reference.
 * The definitions are those of bench/thread_group_tiling/ (order.h, layout.h, gather.c).
 */
#ifndef CLAIMCHECK_SCRIPTS_PEERS_GATHER_CUH
#define CLAIMCHECK_SCRIPTS_PEERS_GATHER_CUH

#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <math.h>
#include <stdint.h>

enum { PLANES = 3, TAPS = 9 };
enum { IMAGE, LINEAR, BLOCK, LAYOUTS };
enum { ROW_MAJOR = 0 }; /* else the N of tiled_x */

#define BOTH __host__ __device__ static inline

/* Orders -------------------------------------------------------------------------------------- */

/* The group that a launch takes on. With n a constant, one of both is left. */
BOTH uint2 order_map(unsigned launch, uint2 grid, unsigned n)
{
    if (n == ROW_MAJOR)
        return make_uint2(launch % grid.x, launch / grid.x);
    const unsigned columns = n < grid.x ? n : grid.x;
    const unsigned tile = launch / (columns * grid.y), local = launch % (columns * grid.y);
    const unsigned left = grid.x - tile * columns, width = columns < left ? columns : left;
    return make_uint2(tile * columns + local % width, local / width);
}

/* Texels -------------------------------------------------------------------------------------- */

/* Where a texel of a plane lies in a buffer, in texels: row by row, or in blocks of 8 by 8 in which
 * the bits of x and y alternate. */
BOTH unsigned texel_index(int layout, int2 size, int x, int y)
{
    if (layout != BLOCK)
        return (unsigned)y * size.x + x;
    const unsigned block = (unsigned)(y / 8) * ((size.x + 7) / 8) + x / 8;
    unsigned inside = 0;
    for (int bit = 0; bit < 3; bit++)
        inside |= (unsigned)((x >> bit & 1) | (y >> bit & 1) << 1) << 2 * bit;
    return block * 64 + inside;
}

/* Of the result. */
BOTH int result_layout(int layout)
{
    return layout == LINEAR ? LINEAR : BLOCK;
}

/* Of any layout: whole blocks. */
static size_t texel_count(int2 size)
{
    return (size_t)((size.x + 7) / 8 * 8) * ((size.y + 7) / 8 * 8);
}

/* The nearest half, ties to even; 0 below the least normal one. */
BOTH unsigned half_bits(float value)
{
    union {
        float number;
        uint32_t bits;
    } as;
    as.number = value;
    const uint32_t magnitude = as.bits & 0x7fffffffu, sign = as.bits >> 16 & 0x8000u;
    if (magnitude < 0x38800000u)
        return 0;
    const uint32_t rounded = (magnitude + 0xfffu + (magnitude >> 13 & 1) - 0x38000000u) >> 13;
    return sign | (rounded < 0x7bffu ? rounded : 0x7bffu);
}

/* Of a normal half or 0. */
BOTH float half_value(unsigned bits)
{
#ifdef __CUDA_ARCH__
    return __half2float(__ushort_as_half((unsigned short)bits));
#else
    union {
        float number;
        uint32_t bits;
    } as;
    as.bits = bits & 0x7fffu ? (bits & 0x8000u) << 16 | ((bits & 0x7fffu) + 0x1c000u) << 13 : 0;
    return as.number;
#endif
}

BOTH uint2 halves_of(float4 value)
{
    return make_uint2(half_bits(value.x) | half_bits(value.y) << 16,
                      half_bits(value.z) | half_bits(value.w) << 16);
}

BOTH float4 values_of(uint2 halves)
{
    return make_float4(half_value(halves.x & 0xffff), half_value(halves.x >> 16),
                       half_value(halves.y & 0xffff), half_value(halves.y >> 16));
}

/* The picture: four 256ths. */
BOTH uint2 texel_made(int plane, int x, int y)
{
    uint32_t h = (uint32_t)x * 0x9e3779b1u ^ (uint32_t)y * 0x85ebca77u ^ (plane + 1) * 0xc2b2ae3du;
    h = (h ^ h >> 15) * 0x2c1b3c6du;
    h = (h ^ h >> 12) * 0x297a2d39u;
    h ^= h >> 15;
    return halves_of(make_float4((h & 255) / 256.0f, (h >> 8 & 255) / 256.0f,
                                 (h >> 16 & 255) / 256.0f, (h >> 24) / 256.0f));
}

/* Taps `disc`. */
BOTH int2 tap_offset(int tap)
{
    const int taps[TAPS][2] = { { 8, 0 },    { -11, 10 }, { 2, -19 },   { 14, 18 }, { -25, -4 },
                                { 24, -15 }, { -8, 30 },  { -15, -29 }, { 33, 12 } };
    return make_int2(taps[tap][0], taps[tap][1]);
}

/* 256ths. */
BOTH int tap_weight(int tap, int plane)
{
    const int of_tap[TAPS] = { 8, 4, 4, 4, 4, 2, 2, 2, 2 }, of_plane[PLANES] = { 4, 2, 1 };
    return of_tap[tap] * of_plane[plane];
}

BOTH int clamped(int value, int size)
{
    return value < 0 ? 0 : value < size ? value : size - 1;
}

BOTH float4 weighted(float weight, float4 value, float4 sum)
{
    return make_float4(fmaf(weight, value.x, sum.x), fmaf(weight, value.y, sum.y),
                       fmaf(weight, value.z, sum.z), fmaf(weight, value.w, sum.w));
}

/* Reference ----------------------------------------------------------------------------------- */

static uint2 reference(int2 size, int pixel_x, int pixel_y)
{
    float4 sum = make_float4(0, 0, 0, 0);
    for (int tap = 0; tap < TAPS; tap++)
        for (int plane = 0; plane < PLANES; plane++) {
            const int x = clamped(pixel_x + tap_offset(tap).x, size.x);
            const int y = clamped(pixel_y + tap_offset(tap).y, size.y);
            sum =
                weighted(tap_weight(tap, plane) / 256.0f, values_of(texel_made(plane, x, y)), sum);
        }
    return halves_of(sum);
}

#endif
