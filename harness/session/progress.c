/* SPDX-License-Identifier: MIT */
#include "harness/session/progress.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { LINE_BYTES = PLAN_NAME_BYTES + 128, COLUMNS_UNKNOWN = 80 };

void progress_init(struct progress *progress, bool quiet, size_t case_count, time_t started)
{
    *progress = (struct progress){
        .enabled = !quiet && isatty(STDERR_FILENO),
        .case_count = case_count,
        .started = started,
    };
}

void progress_group(struct progress *progress, const struct plan_group *group, size_t cases_ended)
{
    progress->cases_ended = cases_ended;
    progress->group = group;
    progress->throttled = false;
}

static size_t case_number(const struct progress *progress, const char *case_name)
{
    const struct plan_group *group = progress->group;
    for (size_t i = 0; group && i < group->case_count; i++)
        if (strcmp(group->cases[i].name, case_name) == 0)
            return progress->cases_ended + i + 1;
    return progress->cases_ended + 1;
}

/* Nothing while there is nothing to guess from. */
static void time_left(const struct progress *progress, time_t now, char text[32])
{
    double spent = difftime(now, progress->started);
    double ended = (double)progress->cases_ended;
    text[0] = 0;
    if (progress->cases_ended == 0 || spent < 1.0)
        return;
    double left = spent / ended * ((double)progress->case_count - ended);
    if (left < 90.0)
        snprintf(text, 32, ", about %.0f s left", left);
    else
        snprintf(text, 32, ", about %.0f min left", left / 60.0);
}

void progress_sample(void *context, const char *case_name, uint32_t round)
{
    struct progress *progress = context;
    time_t now = progress->enabled ? time(NULL) : 0;
    if (!progress->enabled || *case_name == 0 || (round > 0 && now == progress->last))
        return;
    char line[LINE_BYTES], left[32];
    struct winsize window;
    bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 1;
    time_left(progress, now, left);
    snprintf(line, sizeof(line), "case %zu of %zu%s%s: %s", case_number(progress, case_name),
             progress->case_count, left, progress->throttled ? ", throttled" : "", case_name);
    fprintf(stderr, "\r%.*s\033[K", (known ? window.ws_col : COLUMNS_UNKNOWN) - 1, line);
    fflush(stderr);
    progress->last = now;
    progress->drawn = true;
}

void progress_throttled(void *context, bool throttled)
{
    struct progress *progress = context;
    progress->throttled = throttled;
}

void progress_clear(struct progress *progress)
{
    if (progress->drawn)
        fputs("\r\033[K", stderr);
    progress->drawn = false;
}
