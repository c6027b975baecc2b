/* SPDX-License-Identifier: MIT */
#include "harness/cli/session/progress.h"

#include "harness/base/printable.h"
#include "harness/base/terminal.h"
#include "harness/base/units.h"
#include "harness/engine/plan/plan.h"
#include "harness/views/table/table_text.h"

#include <stdio.h>
#include <string.h>

enum { NAME_COLUMNS_MIN = 12 }; /* of the group, however much there is to say */

void progress_init(struct progress *progress, bool quiet, size_t case_count, double seconds,
                   time_t started)
{
    *progress = (struct progress){
        .enabled = !quiet && terminal_moves(CONSOLE_ERROR),
        .case_count = case_count,
        .seconds = seconds,
        .started = started,
    };
}

void progress_group(struct progress *progress, const struct plan_group *group, size_t cases_ended)
{
    progress->group = group;
    progress->cases_ended = cases_ended;
    progress->throttled = false;
}

void progress_launch(struct progress *progress, uint32_t launch, uint32_t launches)
{
    progress->launch = launch;
    progress->launches = launches;
}

void progress_number(struct progress *progress, const char *variant, double median_ns)
{
    char time[32];
    units_format_ns(median_ns, time);
    snprintf(progress->number, sizeof(progress->number), ", %.40s %s", variant, time);
}

/* Numbers the case among those that will be run. */
static size_t case_number(const struct progress *progress, const char *case_name)
{
    const struct plan_group *group = progress->group;
    for (size_t i = 0; group && i < group->case_count; i++)
        if (strcmp(group->cases[i].name, case_name) == 0)
            return progress->cases_ended + i + 1;
    return progress->cases_ended + 1;
}

/* Estimates the time left by the cases that have ended, or before any has, by the plan's guess.
 * Writes nothing once the guess is used up. */
static void time_left(const struct progress *progress, time_t now, char text[48])
{
    const double spent = difftime(now, progress->started);
    const double ended = (double)progress->cases_ended;
    double left = progress->seconds - spent;
    char time[32];
    text[0] = 0;
    if (ended > 0 && spent < 1.0)
        return;
    if (ended > 0)
        left = spent / ended * ((double)progress->case_count - ended);
    plan_time_text(left, time);
    if (left >= 0.5)
        snprintf(text, 48, ", %s left", time);
}

/* Prints as much of a name as there is room for, from its beginning. */
static void name_print(const char *name, unsigned room)
{
    char cut[PLAN_NAME_BYTES];
    size_t bytes = strlen(name);
    snprintf(cut, sizeof(cut), "%s", name);
    if (table_text_width(cut) > room)
        room -= 2;
    while (bytes > 0 && table_text_width(cut) > room) {
        do
            bytes--;
        while (bytes > 0 && ((unsigned char)cut[bytes] & 0xC0) == 0x80);
        cut[bytes] = 0;
    }
    fprintf(stderr, "%s%s", cut, bytes < strlen(name) ? ".." : "");
}

void progress_sample(void *context, const char *case_name, uint32_t round)
{
    struct progress *progress = context;
    time_t now = progress->enabled ? time(NULL) : 0;
    if (!progress->enabled || *case_name == 0 || (round > 0 && now == progress->last))
        return;
    char rest[TABLE_CELL_BYTES], left[48], launch[48] = "";
    const unsigned columns = terminal_columns(CONSOLE_ERROR);
    time_left(progress, now, left);
    if (progress->launches > 1)
        snprintf(launch, sizeof(launch), "launch %u of %u, ", progress->launch + 1,
                 progress->launches);
    snprintf(rest, sizeof(rest), ": %scase %zu of %zu%s%s%s", launch,
             case_number(progress, case_name), progress->case_count, left,
             progress->throttled ? ", throttled" : "", progress->number);
    const unsigned rest_columns = table_text_width(rest);
    const unsigned room =
        columns > rest_columns + NAME_COLUMNS_MIN ? columns - 1 - rest_columns : NAME_COLUMNS_MIN;
    fputs("\r", stderr);
    name_print(progress->group ? progress->group->workload_name : case_name, room);
    while (*rest && table_text_width(rest) >= (columns > room ? columns - room : 1))
        rest[strlen(rest) - 1] = 0;
    printable_clean(rest); /* a character that was cut in two */
    fprintf(stderr, "%s\033[K", rest);
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
