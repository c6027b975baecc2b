/* SPDX-License-Identifier: MIT */
/*
 * tile.glsl: a tile is what one group of 256 threads reduces at once: 1024 words of the bit field,
 * four per thread. Levels D-5 to D-11 of it are whole words.
 *
 * Bindings    1 the heap once more, as uvec4.
 */
#ifndef CBT_TILE_GLSL
#define CBT_TILE_GLSL

layout(local_size_x = 256) in;

layout(std430, binding = 1) readonly buffer HeapFours { uvec4 heap_fours[]; };
uvec4 tile_words(uint tile)
{
    return heap_fours[(heap_bitfield_word() >> 2) + tile * 256 + gl_LocalInvocationIndex];
}

/* Stores word j of what the tile has of level D - below. */
void tile_store(uint tile, uint below, uint j, uint word)
{
    const uint level = DEPTH - below, width = heap_level_width(level);
    const uint nodes = 1u << 15 - below;
    const uint first = (heap_level_origin(level) + (width << level)) / 32;
    heap[first + tile * (nodes * width / 32) + j] = word;
}

#endif
