/* SPDX-License-Identifier: MIT */
#include "harness/cli/cli.h"

#include <math.h>
#include <string.h>

/* Counts the cases of the technique; NULL: of all. */
static size_t count_of(const struct plan *plan, const struct technique *technique, bool ceilings)
{
    size_t count = 0;
    foreach (const struct plan_group, group, plan->groups, plan->group_count)
        foreach (const struct plan_case, c, group->cases, group->case_count)
            count += !c->check && (c->variant->ceiling != BENCH_CEILING_NONE) == ceilings &&
                     (!technique || group->technique == technique);
    return count;
}

static void add(char text[PLAN_NOTE_BYTES], const char *separator, size_t count, const char *what)
{
    const size_t length = strlen(text);
    snprintf(text + length, PLAN_NOTE_BYTES - length, "%s%zu %s", separator, count, what);
}

void plan_note(const struct plan *plan, double seconds, char text[PLAN_NOTE_BYTES])
{
    const size_t ceilings = count_of(plan, NULL, true);
    const char *separator = ": ";
    char time[32];
    plan_time_text(seconds, time);
    snprintf(text, PLAN_NOTE_BYTES, "%s", time);
    for (size_t i = 0; i < plan->group_count; i++) {
        const struct technique *technique = plan->groups[i].technique;
        const size_t count = count_of(plan, technique, false);
        if (count == 0 || !plan_technique_is_first(plan, i))
            continue;
        add(text, separator, count, technique->name);
        separator = ", ";
    }
    if (plan->claims_left_out > 0)
        add(text, "; without ", plan->claims_left_out,
            plural(plan->claims_left_out, "claim about a device's time",
                   "claims about a device's times"));
    const bool alone = strcmp(separator, ": ") == 0;
    if (ceilings > 0)
        add(text, alone ? ": " : "; ", ceilings, plural(ceilings, "device limit", "device limits"));
    if (ceilings > 0 && !alone)
        snprintf(text + strlen(text), PLAN_NOTE_BYTES - strlen(text), " last");
}

/* Notes ---------------------------------------------------------------------------------------- */

void session_note_start(const struct session_params *params, size_t missing, uint32_t most,
                        double seconds, bool ceilings)
{
    const struct run_request *request = params->request;
    char launches[64] = "", plan[PLAN_NOTE_BYTES];
    if (most > 1)
        snprintf(launches, sizeof(launches), " in all of %s%u launches",
                 request->launches > 0 ? "" : "up to ", most);
    const bool aside = request->json && !request->out;
    message_note("%s, profile %s, seed %llu, %zu case%s%s%s%s", params->device->name,
                 run_request_profile(request), (unsigned long long)request->seed, missing,
                 plural(missing, "", "s"), launches, request->scratch ? "" : ", to ",
                 request->scratch ? ""
                 : aside          ? "standard output"
                                  : journal_path(params->journal));
    plan_note(params->plan, seconds, plan);
    message_note("  %s%s", plan, ceilings ? "; device limits as measured before" : "");
}

void session_note_crash(const struct session_params *params, const char *workload,
                        char line[CRASH_LINE_BYTES])
{
    const struct gpu_info *device = params->device;
    char doing[256], kept[MESSAGE_BYTES] = "";
    OWNED char *word = disk_shell_word_shown(journal_path(params->journal));
    if (workload)
        snprintf(doing, sizeof(doing), "%.200s was measured", workload);
    else
        snprintf(doing, sizeof(doing), "the device was given back");
    if (!params->request->scratch)
        snprintf(kept, sizeof(kept),
                 " What was measured before it is kept: claimcheck run --resume %s continues.",
                 word);
    snprintf(line, CRASH_LINE_BYTES,
             "claimcheck: crashed while %s on '%.100s' with the driver '%.100s %.100s'. Measure "
             "with --isolate: a crash then costs its case alone.%s",
             doing, device->name, device->driver_name, device->driver_info, kept);
    printable_clean(line);
    strcat(line, "\n"); /* it has room for half as much again */
}

/* Progress ------------------------------------------------------------------------------------- */

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

void progress_sample(void *context, const char *case_name, uint32_t round)
{
    struct progress *progress = context;
    time_t now = progress->enabled ? time(NULL) : 0;
    if (!progress->enabled || *case_name == 0 || (round > 0 && now == progress->last))
        return;
    const struct plan_group *group = progress->group;
    size_t number = progress->cases_ended + 1; /* among the cases that will be run */
    for (size_t i = 0; group && i < group->case_count; i++)
        if (strcmp(group->cases[i].name, case_name) == 0)
            number = progress->cases_ended + i + 1;
    char rest[TABLE_CELL_BYTES], left[48], launch[48] = "";
    const unsigned columns = terminal_columns(CONSOLE_ERROR);
    time_left(progress, now, left);
    if (progress->launches > 1)
        snprintf(launch, sizeof(launch), "launch %u of %u, ", progress->launch + 1,
                 progress->launches);
    snprintf(rest, sizeof(rest), ": %scase %zu of %zu%s%s%s", launch, number, progress->case_count,
             left, progress->throttled ? ", throttled" : "", progress->number);
    const unsigned rest_columns = table_text_width(rest);
    const unsigned room =
        columns > rest_columns + NAME_COLUMNS_MIN ? columns - 1 - rest_columns : NAME_COLUMNS_MIN;
    fputs("\r", stderr);
    /* Prints as much of a name as there is room for, from its beginning. */
    const char *name = group ? group->workload_name : case_name;
    char cut[PLAN_NAME_BYTES];
    size_t bytes = strlen(name);
    snprintf(cut, sizeof(cut), "%s", name);
    const unsigned most = table_text_width(cut) > room ? room - 2 : room;
    while (bytes > 0 && table_text_width(cut) > most) {
        do
            bytes--;
        while (bytes > 0 && ((unsigned char)cut[bytes] & 0xC0) == 0x80);
        cut[bytes] = 0;
    }
    fprintf(stderr, "%s%s", cut, bytes < strlen(name) ? ".." : "");
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
