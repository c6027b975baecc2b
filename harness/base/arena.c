/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"

#include "harness/base/need.h"
#include "harness/os/cpu_memory.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct arena_block {
    struct arena_block *next;
    max_align_t memory[];
};

void *arena_try(struct arena *arena, size_t bytes)
{
    if (bytes > SIZE_MAX - sizeof(struct arena_block))
        return NULL;
    struct arena_block *block = calloc(1, sizeof(*block) + bytes);
    if (!block)
        return NULL;
    if (arena->large_pages)
        cpu_memory_want_large(block, sizeof(*block) + bytes);
    block->next = arena->newest;
    arena->newest = block;
    arena->bytes += bytes;
    return block->memory;
}

void *arena_alloc(struct arena *arena, size_t bytes)
{
    return need(arena_try(arena, bytes));
}

char *arena_text(struct arena *arena, const char *text)
{
    return strcpy(arena_alloc(arena, strlen(text) + 1), text);
}

char *arena_format(struct arena *arena, const char *format, va_list values)
{
    va_list again;
    va_copy(again, values);
    const size_t bytes = (size_t)vsnprintf(NULL, 0, format, again) + 1;
    va_end(again);
    char *text = arena_alloc(arena, bytes);
    vsnprintf(text, bytes, format, values);
    return text;
}

void *arena_room(struct arena *arena, const void *array, size_t count, size_t *room, size_t bytes)
{
    if (count < *room)
        return (void *)array;
    *room = 2 * count + 8;
    void *all = arena_alloc(arena, *room * bytes);
    if (count > 0)
        memcpy(all, array, count * bytes);
    return all;
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
