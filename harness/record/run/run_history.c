/* SPDX-License-Identifier: MIT */
#include "harness/record/run/run.h"

#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/record/record.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS = 8 };

/* The first digits of a hash over the SPIR-V of the case, in its order, whatever the constants. */
static const char *kernels_hash(struct arena *arena, const struct run *run,
                                const struct run_case *c)
{
    OWNED_TEXT struct text text = { 0 };
    char hash[SHA256_TEXT_BYTES];
    for (size_t i = 0; i < c->kernel_count; i++) {
        const struct run_kernel *kernel = run_kernel_find(run, c->kernels[i]);
        if (!run->row)
            text_add_format(&text, "%.*s\n", DIGITS, kernel ? kernel->sha256 : c->kernels[i]);
        for (size_t k = 0; kernel && k < kernel->of_count; k++)
            text_add_format(&text, "%s\n", strchr(kernel->of[k], ' ') + 1);
    }
    sha256_text(text_string(&text), text.length, hash);
    hash[text.length > 0 ? DIGITS : 0] = 0;
    return arena_text(arena, hash);
}

static void point_add(struct run_history *history, const struct run *run, const struct run_case *c)
{
    const bool host = c->kind == BENCH_CPU;
    const struct run_device *device = &run->device;
    char driver[512], card[ROW_CARD_BYTES];
    row_card(run, card);
    card[host || !*device->uuid ? 0 : DIGITS] = 0;
    snprintf(driver, sizeof(driver), "%.200s%s%.200s", device->driver_name,
             *device->driver_name && *device->driver_info ? " " : "", device->driver_info);
    struct arena *arena = &history->arena;
    history->points = need_room(history->points, history->point_count, &history->capacity,
                                sizeof(*history->points));
    struct run_history_point *point = &history->points[history->point_count++];
    *point = (struct run_history_point){
        .seconds = units_parse_date(run->session.started),
        .date = arena_text(arena, run->session.started),
        .commit = arena_text(arena, run->tool.commit),
        .device = arena_text(arena, host ? run->context.cpu : device->name),
        .driver = arena_text(arena, host ? "" : driver),
        .card = arena_text(arena, card),
        .kernels = kernels_hash(arena, run, c),
        .profile = arena_text(arena, run->session.profile),
        .mark = arena_text(arena, c->mark),
        .launches = NAN,
        .name = arena_text(arena, c->name),
        .median_ns = run->row ? c->time_between.median : run_case_median_ns(c),
        .low_ns = NAN,
        .high_ns = NAN,
        .moved = "",
    };
    if (run->row) {
        /* Adds the interval, samples and launches that a row has of the case alone. */
        foreach (const struct row_times, times, run->row->times, run->row->times_count) {
            if (&run->cases[times->cases[0]] != c || times->point_count == 0)
                continue;
            point->launches = (double)times->point_count;
            if (times->case_count > 1 || times->point_count > 1)
                continue;
            point->low_ns = times->points[0].interval.low;
            point->high_ns = times->points[0].interval.high;
            point->samples = times->points[0].n;
        }
        return;
    }
    const struct stats_interval interval = run_case_interval(c);
    point->launches = run->session.launches;
    point->low_ns = interval.low;
    point->high_ns = interval.high;
    point->samples = run_case_judged(c)->count;
}

bool run_history_add(struct run_history *history, const struct run *run,
                     bool (*wants)(const void *context, const char *name), const void *context)
{
    if (!isfinite(units_parse_date(run->session.started)))
        return trouble("'%s' has no date", run->path);
    foreach (const struct run_case, c, run->cases, run->case_count) {
        const bool timed = run->row ? c->status == BENCH_OK && isfinite(c->time_between.median)
                                    : run_case_judged(c) && isfinite(run_case_median_ns(c));
        if (timed && wants(context, c->name))
            point_add(history, run, c);
    }
    history->runs++;
    return true;
}

static int compare_lines(const struct run_history_point *a, const struct run_history_point *b)
{
    int order = strcmp(a->name, b->name);
    if (order == 0)
        order = strcmp(a->device, b->device);
    if (order == 0)
        order = strcmp(a->card, b->card);
    return order != 0 ? order : strcmp(a->driver, b->driver);
}

static int compare_points(const void *a, const void *b)
{
    const struct run_history_point *left = a, *right = b;
    int order = compare_lines(left, right);
    if (order == 0)
        order = (left->seconds > right->seconds) - (left->seconds < right->seconds);
    if (order == 0)
        order = strcmp(left->commit, right->commit);
    return order != 0 ? order
                      : (left->median_ns > right->median_ns) - (left->median_ns < right->median_ns);
}

static int compare_dates(const void *a, const void *b)
{
    const struct run_history_point *left = *(struct run_history_point *const *)a,
                                   *right = *(struct run_history_point *const *)b;
    return left->seconds != right->seconds
               ? (left->seconds > right->seconds) - (left->seconds < right->seconds)
               : (left > right) - (left < right);
}

void run_history_end(struct run_history *history)
{
    history->lines = arena_alloc(&history->arena, history->point_count * sizeof(*history->lines));
    if (history->point_count > 0)
        qsort(history->points, history->point_count, sizeof(*history->points), compare_points);
    /* Leaves one of the points of a run that was read twice, from copies such as latest.json, or
     * from its row, whose times have fewer digits. */
    size_t kept = 0;
    foreach (const struct run_history_point, point, history->points, history->point_count) {
        struct run_history_point *last = kept > 0 ? &history->points[kept - 1] : NULL;
        if (!last || compare_lines(last, point) != 0 || last->seconds != point->seconds ||
            strcmp(last->commit, point->commit) != 0 ||
            fabs(last->median_ns / point->median_ns - 1) > 1e-6)
            history->points[kept++] = *point;
        else if (last->samples < point->samples)
            *last = *point;
    }
    history->point_count = kept;
    struct run_history_point **sorted =
        arena_alloc(&history->arena, history->point_count * sizeof(*sorted));
    for (size_t i = 0; i < history->point_count; i++)
        sorted[i] = &history->points[i];
    for (size_t begin = 0, count; begin < history->point_count; begin += count) {
        const struct run_history_point *first = &history->points[begin];
        for (count = 0; begin + count < history->point_count &&
                        strcmp(first->name, first[count].name) == 0 &&
                        strcmp(first->device, first[count].device) == 0;)
            count++;
        qsort(&sorted[begin], count, sizeof(struct run_history_point *), compare_dates);
        history->lines[history->line_count++] = (struct run_history_line){ &sorted[begin], count };
    }
}

void run_history_finish(struct run_history *history)
{
    free(history->points);
    arena_finish(&history->arena);
    *history = (struct run_history){ 0 };
}
