/* SPDX-License-Identifier: MIT */
/* arena.h: zeroed memory that is freed all at once. */
#ifndef CLAIMCHECK_HARNESS_BASE_ARENA_H
#define CLAIMCHECK_HARNESS_BASE_ARENA_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct arena {
    struct arena_block *newest;
    size_t bytes;     /* that were asked for */
    bool large_pages; /* what is large is wanted in them: for what is written once, read once and
                         freed, most of whose time goes to its pages. Nothing that is timed lies
                         in one */
};

/* 0 bytes give a valid pointer. Without memory the process ends: need.h. */
void *arena_alloc(struct arena *arena, size_t bytes);

/* NULL when there is no memory. */
void *arena_try(struct arena *arena, size_t bytes);

/* A copy of the text; a text as printf() makes it. */
char *arena_text(struct arena *arena, const char *text);
char *arena_format(struct arena *arena, const char *format, va_list values)
    __attribute__((format(printf, 2, 0)));

/* Frees everything; the arena is then empty and can be used again. */
void arena_finish(struct arena *arena);

#endif
