/* SPDX-License-Identifier: MIT */
/*
 * reduce_level.glsl: what is done with the sums of a level once a group of 256 threads has them,
 * a node per thread: whole words are assembled in shared memory and stored.
 *
 * Push        level, of heap_depth_from.glsl, which is included before.
 */
#ifndef CBT_REDUCE_LEVEL_GLSL
#define CBT_REDUCE_LEVEL_GLSL

/* Below this, levels share words. */
const uint SHARING_LEVELS = 5;

shared uint values[256];

/* A node that shares its words with nodes of other levels, which nobody writes now. */
void node_write(uint node, uint value)
{
    const uint address = heap_node_address(node), width = heap_node_width(node);
    const uint word = address >> 5, shift = address & 31, mask = 0xffffffffu >> 32 - width;
    heap[word] = (heap[word] & ~(mask << shift)) | value << shift;
    if (shift + width > 32)
        heap[word + 1] = (heap[word + 1] & ~(mask >> 32 - shift)) | value >> 32 - shift;
}

/* The group's values, behind a barrier. */
void level_store()
{
    const uint thread = gl_LocalInvocationIndex, count = 1u << level;
    if (level < SHARING_LEVELS) {
        for (uint i = 0; thread == 0 && i < count; i++)
            node_write(count + i, values[i]);
        return;
    }
    const uint width = heap_level_width(level), group_nodes = min(256, count);
    if (thread >= group_nodes * width / 32)
        return;
    const uint first_bit = 32 * thread;
    uint assembled = 0;
    for (uint i = first_bit / width; i * width < first_bit + 32; i++) {
        const int shift = int(i * width) - int(first_bit);
        assembled |= shift < 0 ? values[i] >> -shift : values[i] << shift;
    }
    const uint first = heap_node_address(count + 256 * dispatch_group());
    heap[(first >> 5) + thread] = assembled;
}

#endif
