/* SPDX-License-Identifier: MIT */
#include "harness/base/arena.h"

#include <stdint.h>
#include <stdlib.h>

struct arena_block {
    struct arena_block *next;
    max_align_t memory[];
};

void *arena_alloc(struct arena *arena, size_t bytes)
{
    if (bytes > SIZE_MAX - sizeof(struct arena_block))
        return NULL;
    struct arena_block *block = calloc(1, sizeof(*block) + bytes);
    if (!block)
        return NULL;
    block->next = arena->newest;
    arena->newest = block;
    arena->bytes += bytes;
    return block->memory;
}

void arena_finish(struct arena *arena)
{
    while (arena->newest) {
        struct arena_block *block = arena->newest;
        arena->newest = block->next;
        free(block);
    }
    arena->bytes = 0;
}
