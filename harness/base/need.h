/* SPDX-License-Identifier: MIT */
/*
 * need.h: memory that a process cannot go on without, and lists in it. Where it lacks, the process
 * ends at once with exit code 99 and one line, which names its command, limits of memory that are
 * in force, and the journal of what it has measured.
 * Nothing but arena_try() returns NULL. What may lack, and a case then ends without it: the arrays
 * of a workload, by context_alloc() and malloc().
 */
#ifndef CLAIMCHECK_HARNESS_BASE_NEED_H
#define CLAIMCHECK_HARNESS_BASE_NEED_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

enum { NEED_CODE_QUIET = 98 }; /* of a process whose starter says why it ended */

/* What the line names from here on; NULL names none. The name stays the caller's, the path is
 * copied. */
void need_command(const char *name);
void need_journal(const char *path);

/* From here on there is no line, and the exit code is NEED_CODE_QUIET. */
void need_quietly(void);

/* What a function of somebody else's has allocated: NULL ends the process. */
void *need(void *memory);

/* Zeroed; and as malloc(), realloc() and strdup(), freed by free(). 0 bytes give a pointer, too. */
void *need_zeroed(size_t count, size_t bytes);
void *need_bytes(size_t bytes);
void *need_again(void *memory, size_t bytes);
char *need_copy(const char *text);

/* An array of entries of so many bytes with room for one more than `count`: as it is, or moved to
 * twice the room. The new entry is zeroed. */
void *need_room(void *array, size_t count, size_t *room, size_t bytes);

/* The entries of an array. */
#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* Goes over so many entries of a list, each of which `item` points to in turn:
 * foreach (const struct run_case, c, run->cases, run->case_count) */
#define foreach(type, item, list, count)                                                           \
    for (type *item = (list), *item##_end = (count) > 0 ? item + (count) : item;                   \
         item < item##_end; item++)

/* Before the declaration of a pointer, and of a struct text: what it has at the end of its block is
 * freed there, however the block is left. */
#define OWNED __attribute__((cleanup(need_own_free)))
#define OWNED_TEXT __attribute__((cleanup(text_finish)))
/* Before the declaration of anything else: the function gets its address there. */
#define OWNED_BY(finish) __attribute__((cleanup(finish)))
static inline void need_own_free(void *pointer)
{
    free(*(void *__attribute__((may_alias)) *)pointer);
}

/* Appends to the message which limits of the process are in force, and how large they are: of
 * addresses (RLIMIT_AS) and data (RLIMIT_DATA), and low ones of threads (RLIMIT_NPROC) and of open
 * files (RLIMIT_NOFILE); nothing where there are none. A driver that meets one may say so, give an
 * error that means nothing, or not be loaded. */
void need_limits_say(char *message, size_t bytes);

/* ---------------------------------------------------------------------------------------------- */

/* arena: zeroed memory that is freed all at once. */

struct arena {
    struct arena_block *newest;
    size_t bytes;     /* that were asked for */
    bool large_pages; /* what is large is wanted in them: for what is written once, read once and
                         freed, most of whose time goes to its pages. Nothing that is timed lies
                         in one */
};

/* 0 bytes give a valid pointer. */
void *arena_alloc(struct arena *arena, size_t bytes);

/* NULL when there is no memory. */
void *arena_try(struct arena *arena, size_t bytes);

/* A copy of the text; a text as printf() makes it. */
char *arena_text(struct arena *arena, const char *text);
char *arena_format(struct arena *arena, const char *format, va_list values)
    __attribute__((format(printf, 2, 0)));

/* need_room() in an arena: a larger array where there is no room for one more entry. */
void *arena_room(struct arena *arena, const void *array, size_t count, size_t *room, size_t bytes);

/* Frees everything; the arena is then empty and can be used again. */
void arena_finish(struct arena *arena);

#endif
