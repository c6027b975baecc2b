/* SPDX-License-Identifier: MIT */
#include "harness/base/need.h"

#include "harness/base/base.h"
#include "harness/os/os.h"

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

enum { LIMITS = 4, LIMITS_OF_MEMORY = 2 };

static const struct {
    enum os_machine_limit limit;
    uint64_t below, unit; /* higher ones are not worth a word */
    const char *whose, *what, *option;
} limits[LIMITS] = {
    { OS_MACHINE_ADDRESSES, UINT64_MAX, 1 << 20, "process", "MiB of addresses", "-v" },
    { OS_MACHINE_DATA, UINT64_MAX, 1 << 20, "process", "MiB of data", "-d" },
    { OS_MACHINE_PROCESSES, 256, 1, "user", "processes and threads", "-u" },
    { OS_MACHINE_FILES, 64, 1, "process", "open files", "-n" },
};

static void limits_add(char *message, size_t bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t most;
        const size_t length = strlen(message);
        if (os_machine_limit_read(limits[i].limit, &most) && most < limits[i].below)
            snprintf(message + length, bytes - length,
                     "; this %s may have %llu %s alone, which can be too few: raise ulimit %s",
                     limits[i].whose, (unsigned long long)(most / limits[i].unit), limits[i].what,
                     limits[i].option);
    }
}

static void *thread_nothing(void *context)
{
    return context;
}

void need_limits_say(char *message, size_t bytes)
{
    pthread_t thread;
    const size_t length = strlen(message);
    const int code = os_thread_start(&thread, thread_nothing, NULL);
    if (code == 0)
        pthread_join(thread, NULL);
    else
        snprintf(message + length, bytes - length, "; no thread can be started here: %s",
                 strerror(code));
    limits_add(message, bytes, LIMITS);
}

void *need(void *memory)
{
    char line[sizeof(journal) + 512];
    if (memory)
        return memory;
    snprintf(line, sizeof(line), "claimcheck: %s: out of memory", command);
    limits_add(line, sizeof(line), LIMITS_OF_MEMORY);
    if (*journal)
        snprintf(line + strlen(line), sizeof(line) - strlen(line), "; what was measured is in %s",
                 journal);
    strcat(line, "\n");
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
