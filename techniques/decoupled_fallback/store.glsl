/* SPDX-License-Identifier: MIT */
/* store.glsl: where the sums of a tile go. */
#ifndef DECOUPLED_FALLBACK_STORE_GLSL
#define DECOUPLED_FALLBACK_STORE_GLSL

layout(std430, binding = 1) writeonly buffer Sums { uvec4 sums[]; };

void tile_store(uint tile, uint before)
{
    [[unroll]] for (uint i = 0; i < ROWS; i++) {
        const uint place = row_place(tile, i);
        if (place < push.rows)
            sums[place] = own[i] + before;
    }
}

#endif
