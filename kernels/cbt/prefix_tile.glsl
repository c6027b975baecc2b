/* SPDX-License-Identifier: MIT */
/*
 * prefix_tile.glsl: a tile of 4096 words of the bit field, a group each; a segment of 32 lanes owns
 * 512 of them. What kernels of all layouts have in common, from four words a lane to the nodes of
 * level D-9, one a thread, and their prefix sums, of which each node above is a difference.
 *
 * The includer declares heap_fours before, the heap as uvec4.
 */
#ifndef CBT_PREFIX_TILE_GLSL
#define CBT_PREFIX_TILE_GLSL

/* A value of D-9 a lane. */
const uint SEGMENT_BITS = 5;

#include "cbt/prefix_sums.glsl"

/* Where the words of a lane begin among heap_fours; three times 32 further on lie its others. */
uint tile_first(uint tile, uint thread)
{
    return (heap_bitfield_word() >> 2) + tile * 1024 + (thread >> 5) * 128 + (thread & 31);
}

uint four_sum(uvec4 counts)
{
    return counts.x + counts.y + counts.z + counts.w;
}

/*
 * Four nodes of level D-7 as bytes: from those of the lane's four loads to four neighbours, in the
 * order of the lanes. First the four lanes of a quad turn their 4 x 4 bytes, so that lane k has
 * load k of all four; then these words, 8 of each load, come into order.
 */
uint turn_bytes(uint own, uint lane)
{
    const uint across = lane_read(own, lane ^ 2);
    const bool upper = (lane & 2) != 0, odd = (lane & 1) != 0;
    const uint halves = mix(own & 0xffff | across << 16, across >> 16 | own & 0xffff0000u, upper);
    const uint beside = lane_read(halves, lane ^ 1);
    const uint turned = mix(halves & 0x00ff00ff | (beside & 0x00ff00ff) << 8,
                            beside >> 8 & 0x00ff00ff | halves & 0xff00ff00u, odd);
    return lane_read(turned, (lane & 7) << 2 | lane >> 3);
}

/* Shares the sums before a thread's nine, behind the next barrier. No lane_read() may follow. */
void sums_share(uint thread, uint nine, uint sum)
{
    const uint slot = thread + (thread >> 5);
    sums[slot] = sum - nine;
    if ((thread & 31) == 31)
        sums[slot + 1] = sum;
}

#endif
