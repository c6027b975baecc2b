/* SPDX-License-Identifier: MIT */
#include "harness/analysis/gate/gate.h"
#include "harness/base/need.h"

#include <math.h>
#include <string.h>

enum { NAME_BYTES = 128, SHOWN_BYTES = 40 };

/* State of the search for counters. */
struct search {
    struct gate_counters *counters;
    struct arena *arena;
    size_t room;
    bool input; /* now of the workload, not of the case */
};

const char *const gate_change_names[GATE_CHANGE_COUNT] = {
    [GATE_CHANGE_FEWER] = "fewer",
    [GATE_CHANGE_MORE] = "more",
    [GATE_CHANGE_OTHER] = "other",
};

static bool counter_fails(const struct gate_counter *counter)
{
    return counter->change != GATE_CHANGE_FEWER && !counter->accepted;
}

size_t gate_counters_failing(const struct gate_counters *counters)
{
    size_t failing = 0;
    for (size_t i = 0; i < counters->count; i++)
        failing += counter_fails(&counters->list[i]);
    return failing;
}

/* Search --------------------------------------------------------------------------------------- */

/* `of` stands before the name. */
static void add(struct search *search, const char *of, const char *name, const char *old,
                const char *new, enum gate_change change)
{
    struct gate_counters *counters = search->counters;
    OWNED char *whole = text_make("%s%s", of, name);
    counters->list = arena_room(search->arena, counters->list, counters->count, &search->room,
                                sizeof(*counters->list));
    counters->list[counters->count++] =
        (struct gate_counter){ arena_text(search->arena, whole), arena_text(search->arena, old),
                               arena_text(search->arena, new), change, NULL };
}

/* Takes the first counter of the old side that the new one has no longer. */
static void lose(struct search *search, const char *of, const char *name)
{
    if (search->counters->lost || search->input)
        return;
    OWNED char *whole = text_make("%s%s", of, name);
    search->counters->lost = arena_text(search->arena, whole);
}

void gate_counter_number(double number, char text[GATE_COUNTER_NUMBER_BYTES])
{
    const bool whole = number == floor(number) && fabs(number) <= 0x1p53;
    snprintf(text, GATE_COUNTER_NUMBER_BYTES, whole ? "%.0f" : "%.15g", number);
}

static void numbers_compare(struct search *search, const char *of, const char *name, double old,
                            double new, bool ordered)
{
    char texts[2][GATE_COUNTER_NUMBER_BYTES];
    if (isnan(new) && !isnan(old))
        lose(search, of, name);
    if (isnan(old) || isnan(new))
        return;
    if (!search->input)
        search->counters->compared += !ordered || old > 0 || new > 0;
    if (old == new)
        return;
    gate_counter_number(old, texts[0]);
    gate_counter_number(new, texts[1]);
    add(search, of, name, texts[0], texts[1],
        !ordered    ? GATE_CHANGE_OTHER
        : new > old ? GATE_CHANGE_MORE
                    : GATE_CHANGE_FEWER);
}

/* Work of 0 is none that was declared. */
static void work_compare(struct search *search, const char *name, double old, double new)
{
    if (old > 0 && new > 0)
        numbers_compare(search, "work.", name, old, new, true);
}

static void counts_compare(struct search *search, const struct run_case *old,
                           const struct run_case *new)
{
    char name[NAME_BYTES];
    for (const struct field *field = case_counters_fields; field->key; field++)
        numbers_compare(search, "", field->key, field_number(&old->counters, field),
                        field_number(&new->counters, field), true);
    const void *whole = old;
    for (const struct field *field = field_find(case_fields, "work", &whole)->fields; field->key;
         field++)
        work_compare(search, field->key, field_number(&old->work, field),
                     field_number(&new->work, field));
    for (int pattern = 0; pattern < BENCH_ATOMICS_COUNT; pattern++) {
        const struct bench_atomic_counts *was = &old->work.atomics[pattern];
        const struct bench_atomic_counts *is = &new->work.atomics[pattern];
        const char *word = bench_atomics_names[pattern];
        snprintf(name, sizeof(name), "atomics.%s.dropped", word);
        work_compare(search, name, was->dropped, is->dropped);
        snprintf(name, sizeof(name), "atomics.%s.returned", word);
        work_compare(search, name, was->returned, is->returned);
    }
}

/* Facts of the workload ------------------------------------------------------------------------ */

/* The first that differs alone. */
static void series_compare(struct search *search, const struct run_fact *old,
                           const struct run_fact *new)
{
    char name[NAME_BYTES], texts[2][32];
    for (size_t i = 0; i < old->series_count && i < new->series_count; i++) {
        if (old->series[i] == new->series[i])
            continue;
        snprintf(name, sizeof(name), "%s[%zu]", old->name, i);
        numbers_compare(search, "facts.", name, old->series[i], new->series[i], false);
        return;
    }
    if (old->series_count == new->series_count)
        return;
    snprintf(texts[0], sizeof(texts[0]), "%zu number%s", COUNTED(old->series_count));
    snprintf(texts[1], sizeof(texts[1]), "%zu number%s", COUNTED(new->series_count));
    add(search, "facts.", old->name, texts[0], texts[1], GATE_CHANGE_OTHER);
}

static void fact_compare(struct search *search, const struct run_fact *old,
                         const struct run_fact *new)
{
    numbers_compare(search, "facts.", old->name, old->number, new->number, false);
    if (*old->text && *new->text) {
        /* A file is where it is on either side: its name tells what it is. */
        json_auto_t *was = paths_strip_text(old->text), *is = paths_strip_text(new->text);
        const char *const texts[] = { json_string_value(was), json_string_value(is) };
        if (strcmp(texts[0], texts[1]) != 0)
            add(search, "facts.", old->name, texts[0], texts[1], GATE_CHANGE_OTHER);
    }
    if (old->series_count > 0 && new->series_count > 0)
        series_compare(search, old, new);
}

void gate_counters_find(struct gate_counters *counters, struct arena *arena,
                        const struct run *old_run, const struct run_case *old,
                        const struct run *new_run, const struct run_case *new)
{
    struct search search = { .counters = counters, .arena = arena };
    *counters = (struct gate_counters){ 0 };
    counts_compare(&search, old, new);
    const struct run_device *a = &old_run->device, *b = &new_run->device;
    const bool same_driver = strcmp(a->name, b->name) == 0 &&
                             strcmp(a->driver_name, b->driver_name) == 0 &&
                             strcmp(a->driver_info, b->driver_info) == 0 &&
                             (a->driver_version == b->driver_version ||
                              (isnan(a->driver_version) && isnan(b->driver_version)));
    if (same_driver)
        numbers_compare(&search, "", "peak_bytes", old->peak_bytes, new->peak_bytes, true);
    foreach (const struct run_metric, was, old->metrics, old->metric_count) {
        const struct run_metric *is = NAMED(new->metrics, new->metric_count, was->name);
        if (!was->exact)
            continue;
        numbers_compare(&search, "metrics.", was->name, was->value,
                        is && is->exact ? is->value : NAN, false);
    }
    search.input = true;
    const struct run_workload *was = run_workload_find(old_run, old->workload);
    const struct run_workload *is = run_workload_find(new_run, new->workload);
    for (size_t i = 0; was && is && i < was->fact_count; i++)
        for (size_t k = 0; k < is->fact_count; k++)
            if (strcmp(was->facts[i].name, is->facts[k].name) == 0)
                fact_compare(&search, &was->facts[i], &is->facts[k]);
}

void gate_counters_text(const struct gate_counters *counters, bool failing,
                        char text[GATE_COUNTERS_TEXT_BYTES])
{
    enum { END_BYTES = 24 };
    size_t used = 0, left = 0;
    text[0] = 0;
    foreach (const struct gate_counter, counter, counters->list, counters->count) {
        char one[GATE_COUNTERS_TEXT_BYTES];
        if (counter_fails(counter) != failing)
            continue;
        snprintf(one, sizeof(one), "%s%.60s %.*s, was %.*s%s%.60s%s", used > 0 ? "; " : "",
                 counter->name, SHOWN_BYTES, counter->new, SHOWN_BYTES, counter->old,
                 counter->accepted ? " (accepted: " : "",
                 counter->accepted ? counter->accepted : "", counter->accepted ? ")" : "");
        if (left > 0 || used + strlen(one) + END_BYTES >= GATE_COUNTERS_TEXT_BYTES) {
            left++;
            continue;
        }
        strcpy(text + used, one);
        used += strlen(one);
    }
    if (left > 0)
        snprintf(text + used, GATE_COUNTERS_TEXT_BYTES - used, "; and %zu more", left);
}
