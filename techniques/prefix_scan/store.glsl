/* SPDX-License-Identifier: MIT */
/* store.glsl: where the sums of a tile go. */
#ifndef PREFIX_SCAN_STORE_GLSL
#define PREFIX_SCAN_STORE_GLSL

layout(std430, binding = 2) writeonly buffer Sums { T sums[]; };
layout(std430, binding = 3) writeonly buffer SumsRows { T4 sums_rows[]; };

void tile_store(uint tile, T before)
{
    [[unroll]] for (uint row = 0; row < ROWS; row++) {
        const uint first = row_first(tile, row);
        const T4 four = own[row] + before;
        if (first + 4 <= push.count)
            sums_rows[first / 4] = four;
        else
            [[unroll]] for (uint j = 0; j < 4; j++)
                if (first + j < push.count)
                    sums[first + j] = four[j];
    }
}

#endif
