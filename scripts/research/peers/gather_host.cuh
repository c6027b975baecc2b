/* SPDX-License-Identifier: MIT */
/*
 * gather_host.cuh: the orders that gather.cu takes in turn, and what of it can be checked without a
 * device.
 */
#ifndef CLAIMCHECK_SCRIPTS_PEERS_GATHER_HOST_CUH
#define CLAIMCHECK_SCRIPTS_PEERS_GATHER_HOST_CUH

#include "gather.cuh"
#include "twin.cuh"

static const int orders[] = { ROW_MAJOR, 1, 4, 8, 16, 32 };
enum { ORDERS = sizeof(orders) / sizeof(orders[0]) };

/* Checks -------------------------------------------------------------------------------------- */

/* For the script's test, which compares the hashes with those of `claimcheck inspect order`. */
static void print_hashes(uint2 grid)
{
    for (int order = 0; order < ORDERS; order++) {
        uint64_t hash = UINT64_C(0xcbf29ce484222325);
        for (unsigned launch = 0; launch < grid.x * grid.y; launch++) {
            const uint2 group = order_map(launch, grid, orders[order]);
            for (int byte = 0; byte < 8; byte++)
                hash = (hash ^ ((byte < 4 ? group.x : group.y) >> byte % 4 * 8 & 255)) *
                       UINT64_C(0x100000001b3);
        }
        printf("order\t%ux%u\t%d\t%016llx\n", grid.x, grid.y, orders[order],
               (unsigned long long)hash);
    }
}

static void check_halves(void)
{
    for (unsigned bits = 0x400; bits < 0x7c00; bits++)
        if (half_bits(half_value(bits)) != bits || half_bits(-half_value(bits)) != (bits | 0x8000))
            leave(1, "half %04x does not come back", bits);
    if (half_bits(1 + 1 / 2048.0f) != 0x3c00 || half_bits(1 + 3 / 2048.0f) != 0x3c02)
        leave(1, "ties do not go to even");
}

static void check_blocks(void)
{
    static bool taken[48 * 40];
    const int2 size = make_int2(41, 37);
    for (int y = 0; y < 37; y++)
        for (int x = 0; x < 41; x++) {
            bool *place = &taken[texel_index(BLOCK, size, x, y)];
            if (*place)
                leave(1, "two texels lie at %u", texel_index(BLOCK, size, x, y));
            *place = true;
        }
}

/* Far from the edges, by whole numbers: in 65536ths. */
static void check_reference(void)
{
    unsigned sum = 0;
    for (int tap = 0; tap < TAPS; tap++)
        for (int plane = 0; plane < PLANES; plane++) {
            const uint2 texel = texel_made(plane, 100 + tap_offset(tap).x, 90 + tap_offset(tap).y);
            sum += tap_weight(tap, plane) * (unsigned)(values_of(texel).w * 256);
        }
    const int2 size = make_int2(200, 180);
    if (reference(size, 100, 90).y >> 16 != half_bits(sum / 65536.0f))
        leave(1, "the reference is not the sum");
}

/* And prints the orders. */
static int check_host(void)
{
    check_halves();
    check_blocks();
    check_reference();
    print_hashes(make_uint2(5, 3));
    print_hashes(make_uint2(79, 45));
    print_hashes(make_uint2(320, 180));
    return 0;
}

#endif
