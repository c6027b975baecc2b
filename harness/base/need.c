/* SPDX-License-Identifier: MIT */
#include "harness/base/need.h"

#include "harness/base/exit_code.h"
#include "harness/os/process.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *command = "error";
static char journal[4096];
static bool quiet;

void need_command(const char *name)
{
    command = name ? name : "error";
}

void need_journal(const char *path)
{
    snprintf(journal, sizeof(journal), "%s", path ? path : "");
}

void need_quietly(void)
{
    quiet = true;
}

void *need(void *memory)
{
    char line[sizeof(journal) + 128];
    if (memory)
        return memory;
    snprintf(line, sizeof(line), "claimcheck: %s: out of memory%s%s\n", command,
             *journal ? "; what was measured is in " : "", journal);
    process_give_up(quiet ? NEED_CODE_QUIET : EXIT_CODE_UNTRIED, quiet ? "" : line);
}

void *need_zeroed(size_t count, size_t bytes)
{
    return need(calloc(count + (count == 0), bytes + (bytes == 0)));
}

void *need_bytes(size_t bytes)
{
    return need(malloc(bytes + (bytes == 0)));
}

void *need_again(void *memory, size_t bytes)
{
    return need(realloc(memory, bytes + (bytes == 0)));
}

char *need_copy(const char *text)
{
    return need(strdup(text));
}

void *need_room(void *array, size_t count, size_t *room, size_t bytes)
{
    if (count == *room) {
        *room = count == 0 ? 8 : 2 * count;
        array = need(*room > SIZE_MAX / bytes ? NULL : realloc(array, *room * bytes));
    }
    memset((char *)array + count * bytes, 0, bytes);
    return array;
}
