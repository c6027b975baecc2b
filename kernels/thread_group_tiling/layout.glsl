/* SPDX-License-Identifier: MIT */
/*
 * layout.glsl: where texels of a plane lie, by bench/thread_group_tiling/orders.h. Functions only:
 * no bindings, no constants. The index of a texel in a buffer has 32 bits: planes have fewer than
 * 2^32 texels.
 */
#ifndef THREAD_GROUP_TILING_LAYOUT_GLSL
#define THREAD_GROUP_TILING_LAYOUT_GLSL

const uint LAYOUT_IMAGE = 0, LAYOUT_LINEAR = 1, LAYOUT_BLOCK = 2;
const uint FORMAT_RGBA16F = 0, FORMAT_RGBA32F = 1;

/*
 * In a block the bits of x and y alternate: of halves, 8 across, x0 y0 x1 y1 x2 y2 from the lowest;
 * of floats, 4 across, y0 x0 y1 x1 y2.
 */
uint layout_index_block(uint format, uint width, uvec2 at)
{
    if (format == FORMAT_RGBA16F) {
        const uint block = (at.y >> 3) * ((width + 7u) >> 3) + (at.x >> 3);
        const uint low = (at.x & 1u) | (at.y & 1u) << 1 | (at.x & 2u) << 1;
        return block << 6 | low | (at.y & 2u) << 2 | (at.x & 4u) << 2 | (at.y & 4u) << 3;
    }
    const uint block = (at.y >> 3) * ((width + 3u) >> 2) + (at.x >> 2);
    const uint low = (at.y & 1u) | (at.x & 1u) << 1 | (at.y & 2u) << 1;
    return block << 5 | low | (at.x & 2u) << 2 | (at.y & 4u) << 2;
}

uint layout_index(uint layout_, uint format, uint width, uvec2 at)
{
    return layout_ == LAYOUT_LINEAR ? at.y * width + at.x : layout_index_block(format, width, at);
}

#endif
