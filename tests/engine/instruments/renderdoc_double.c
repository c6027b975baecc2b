/* SPDX-License-Identifier: MIT */
/*
 * renderdoc_double.c: what claimcheck sees of RenderDoc, as a library that tests load before it: a
 * line for each call into the file that CLAIMCHECK_RECORDER names, and a capture of a few bytes.
 * CLAIMCHECK_RENDERDOC=old knows no such version of the table, =empty captures nothing.
 */
#include "tests/recorder.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char template[3000], made[4000];
static uint32_t count;

static int behaves(const char *how)
{
    const char *asked = getenv("CLAIMCHECK_RENDERDOC");
    return asked && strcmp(asked, how) == 0;
}

static void set_template(const char *path)
{
    snprintf(template, sizeof(template), "%s", path);
    note("capture_template %s", path);
}

static uint32_t capture_count(void)
{
    return count;
}

static uint32_t capture(uint32_t index, char *path, uint32_t *bytes, uint64_t *time)
{
    (void)time;
    if (index >= count)
        return 0;
    snprintf(path, *bytes, "%s", made);
    return 1;
}

static void start(void *device, void *window)
{
    note("capture_begin %d", device == NULL && window == NULL);
}

static uint32_t end(void *device, void *window)
{
    note("capture_end %d", device == NULL && window == NULL);
    if (behaves("empty"))
        return 0;
    snprintf(made, sizeof(made), "%s_frame1.rdc", template);
    FILE *file = fopen(made, "w");
    if (!file)
        return 0;
    fputs("captured\n", file);
    fclose(file);
    count++;
    return 1;
}

static void never(void)
{
    note("capture_never");
}

/* The places of the table of version 1.1.2. */
enum { TEMPLATE = 11, COUNT = 13, CAPTURE = 14, START = 19, END = 21, PLACES = 23 };

int RENDERDOC_GetAPI(int version, void **api);

int RENDERDOC_GetAPI(int version, void **api)
{
    static void (*table[PLACES])(void);
    if (version != 10102 || behaves("old"))
        return 0;
    for (int i = 0; i < PLACES; i++)
        table[i] = never;
    table[TEMPLATE] = (void (*)(void))set_template;
    table[COUNT] = (void (*)(void))capture_count;
    table[CAPTURE] = (void (*)(void))capture;
    table[START] = (void (*)(void))start;
    table[END] = (void (*)(void))end;
    *api = table;
    return 1;
}
