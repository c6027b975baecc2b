/* SPDX-License-Identifier: MIT */
#include "harness/record/run/run.h"

#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/record/record.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Each name of a list once; *names is the first, the next one `stride` bytes on. */
static void unique_check(const struct json_reader *document, const char *what,
                         const char *const *names, size_t stride, size_t count)
{
    struct run_reading *reader = document->reader;
    const char **sorted = arena_alloc(reader->arena, count * sizeof(*sorted));
    for (size_t i = 0; i < count; i++)
        sorted[i] = *(const char *const *)((const char *)names + i * stride);
    qsort(sorted, count, sizeof(*sorted), named_compare);
    for (size_t i = 1; i < count && !reader->failed; i++) {
        if (strcmp(sorted[i - 1], sorted[i]) != 0)
            continue;
        reader->what = what;
        reader->name = sorted[i];
        json_reader_fault(document, NULL, "there are two of that name");
    }
}

static struct run_case *case_new(struct run *run)
{
    run->cases = need_room(run->cases, run->case_count, &run->case_capacity, sizeof(*run->cases));
    return &run->cases[run->case_count++];
}

static void cases_read(const struct json_reader *document, struct run *run)
{
    const struct json_reader cases = json_reader_array(document, "cases");
    struct run_reading *reader = document->reader;
    const size_t count = json_reader_count(&cases);
    if (!cases.json)
        json_reader_fault(document, "cases",
                          json_object_get(document->json, "packed_cases")
                              ? " are in columns, as kept files had them: "
                                "scripts/maintain/bounded.py prints them in rows"
                              : " is missing");
    while (!reader->failed && run->case_count < count) {
        struct json_reader part = json_reader_entry(&cases, run->case_count);
        char where[JSON_READER_NAME_BYTES];
        snprintf(where, sizeof(where), "%s", part.name);
        part.name[0] = 0;
        reader->what = where;
        reader->name = "";
        case_read(&part, case_new(run));
    }
    reader->what = reader->name = "";
}

struct run *run_read(const json_t *json, const char *path)
{
    struct run *run = need_zeroed(1, sizeof(*run));
    struct run_reading reader = { .arena = &run->arena, .path = path, .what = "", .name = "" };
    const struct json_reader document = { .reader = &reader, .json = json };
    run->path = json_reader_keep(&reader, path);
    if (!json_is_object(json))
        json_reader_fault(&document, NULL, "it is not an object");
    head_read(&document, run);
    cases_read(&document, run);
    size_t samples = 0;
    for (size_t i = 0; i < run->case_count; i++)
        samples += run->cases[i].sample_count;
    if (run->summary.of > 0 && run->summary.samples != samples)
        json_reader_fault(&document, "summary.samples", " is %zu, and the cases have %zu",
                          run->summary.samples, samples);
    else if (run->summary.of < run->summary.samples)
        json_reader_fault(&document, "summary.of", " is %zu: it is less than the samples that stay",
                          run->summary.of);
    if (!reader.failed) {
        unique_check(&document, "workload", &run->workloads->name, sizeof(*run->workloads),
                     run->workload_count);
        unique_check(&document, "kernel", &run->kernels->id, sizeof(*run->kernels),
                     run->kernel_count);
        if (run->case_count > 0)
            unique_check(&document, "case", &run->cases->name, sizeof(*run->cases),
                         run->case_count);
    }
    if (reader.failed)
        run_destroy(&run);
    return run;
}

static struct run_reading reading_of(struct run *run, const char *what)
{
    return (
        struct run_reading){ .arena = &run->arena, .path = run->path, .what = what, .name = "" };
}

const char *run_plan_argument(const struct run *run, const char *option)
{
    const size_t length = strlen(option);
    for (size_t i = 0; i < run->session.plan_argument_count; i++) {
        const char *argument = run->session.plan_arguments[i];
        if (strncmp(argument, "--", 2) != 0 || strncmp(argument + 2, option, length) != 0)
            continue;
        if (argument[2 + length] == '=' || argument[2 + length] == 0)
            return argument + 2 + length + (argument[2 + length] == '=');
    }
    return NULL;
}

struct run_case *run_find_case(const struct run *run, const char *name)
{
    return NAMED(run->cases, run->case_count, name);
}

bool run_read_case(struct run *run, const json_t *json, struct run_case *c)
{
    struct run_reading reader = reading_of(run, "case");
    const struct json_reader part = { .reader = &reader, .json = json };
    case_read(&part, c);
    return !reader.failed;
}

struct run_case *run_add_case(struct run *run, const struct run_case *c)
{
    if (run_find_case(run, c->name)) {
        struct run_reading reader = reading_of(run, "case");
        reader.name = c->name;
        json_reader_fault(&(struct json_reader){ .reader = &reader }, NULL,
                          "there are two of that name");
        return NULL;
    }
    struct run_case *added = case_new(run);
    *added = *c;
    return added;
}

json_t *run_document(const struct run *run)
{
    json_t *document = field_json(run, head_fields), *cases = json_array();
    for (size_t i = 0; i < run->case_count; i++)
        json_value_append(&cases, case_json(&run->cases[i]));
    json_value_set(&document, "cases", cases);
    return document;
}

const struct run_workload *run_workload_find(const struct run *run, const char *name)
{
    return NAMED(run->workloads, run->workload_count, name);
}

static const struct run_fact *fact_find(const struct run *run, const char *workload,
                                        const char *fact)
{
    const struct run_workload *own = run_workload_find(run, workload);
    return own ? NAMED(own->facts, own->fact_count, fact) : NULL;
}

const char *run_fact_text(const struct run *run, const char *workload, const char *fact)
{
    const struct run_fact *found = fact_find(run, workload, fact);
    return found ? found->text : "";
}

double run_fact_number(const struct run *run, const char *workload, const char *fact)
{
    const struct run_fact *found = fact_find(run, workload, fact);
    return found ? found->number : NAN;
}

const char *run_keep_text(struct run *run, const char *text)
{
    return arena_text(&run->arena, text);
}

void run_destroy(struct run **run)
{
    if (!*run)
        return;
    arena_finish(&(*run)->arena);
    if (!(*run)->row) /* those of a row are in its arena */
        free((*run)->cases);
    free(*run);
    *run = NULL;
}

bool run_measures_limits(const char *technique)
{
    return strcmp(technique, "ceilings") == 0;
}

bool run_device_lacks_stamps(const struct run *run)
{
    return *run->device.uuid && run->device.timestamp_bits == 0;
}

/* Cases ---------------------------------------------------------------------------------------- */

bool run_case_same_workload(const struct run_case *c, const struct run_case *other)
{
    return c->workload_key == other->workload_key && strcmp(c->workload, other->workload) == 0;
}

const struct run_axis *run_case_axis(const struct run_case *c, const char *name)
{
    return NAMED(c->axes, c->axis_count, name);
}

const char *run_case_axis_value(const struct run_case *c, const char *name)
{
    const struct run_axis *axis = run_case_axis(c, name);
    return axis ? axis->value : NULL;
}

bool run_case_same_axes(const struct run_case *c, const struct run_case *other)
{
    bool same = c->axis_count == other->axis_count;
    for (size_t i = 0; i < c->axis_count && same; i++)
        same = strcmp(c->axes[i].name, other->axes[i].name) == 0 &&
               strcmp(c->axes[i].value, other->axes[i].value) == 0;
    return same;
}

const struct stats_summary *run_case_judged(const struct run_case *c)
{
    const struct stats_summary *summary = c->by_wall ? &c->wall : &c->gpu;
    return c->status == BENCH_OK && summary->count > 0 ? summary : NULL;
}

double run_case_median_ns(const struct run_case *c)
{
    const struct stats_summary *summary = run_case_judged(c);
    if (!summary)
        return NAN;
    return c->launch_count > 0 ? c->time_between.median : summary->median;
}

bool run_case_device_counts(const struct run_case *c)
{
    static const double agreed = 0.05;
    const struct run_metric *slope = NAMED(c->metrics, c->metric_count, "slope_ns");
    const bool ours = slope && strcmp(slope->unit, "ns") == 0; /* no check has printed it */
    const double own_ns = ours ? slope->value : c->wall.median;
    return c->gpu.count > 0 && (!*c->api || fabs(c->gpu.median - own_ns) <= agreed * own_ns);
}

double run_case_sample_ns(const struct run_case *c, const struct run_sample *sample)
{
    return c->by_wall ? sample->wall_ns : sample->gpu_ns;
}

double run_case_joules(const struct run_case *c)
{
    const struct run_energy *energy = &c->energy;
    if (!energy->known || *energy->reason)
        return NAN;
    return isnan(energy->counter_j) ? energy->power_j : energy->counter_j;
}

struct stats_interval run_case_interval(const struct run_case *c)
{
    const struct stats_summary *summary = run_case_judged(c);
    if (!summary)
        return (struct stats_interval){ NAN, NAN };
    return c->launch_count > 0 ? c->time_between.interval : summary->interval;
}

struct stats_interval run_case_ratio_interval(const struct run_case *c)
{
    return c->launch_count > 0 ? c->ratio_between.interval : c->ratio.interval;
}

const char *const result_stop_names[RESULT_STOP_COUNT] = {
    [RESULT_STOP_NONE] = "none",       [RESULT_STOP_CONVERGED] = "converged",
    [RESULT_STOP_SAMPLES] = "samples", [RESULT_STOP_TIME] = "time",
    [RESULT_STOP_LONG] = "long",       [RESULT_STOP_INTERRUPTED] = "interrupted",
};

const char *const results_override_verdict_names[RESULTS_OVERRIDE_VERDICT_COUNT] = {
    NULL, "wrong", "no_time", "too_few_rounds", "no_difference", "faster", "slower",
};

/* Workloads ------------------------------------------------------------------------------------ */

/* A fact that is neither a text, a number nor a series of numbers is for people; some numbers have
 * more digits than a double. */
static bool is_kept_whole(const json_t *json)
{
    if (json_is_integer(json)) {
        const double number = json_number_value(json);
        return number >= 0x1p63 || (json_int_t)number != json_integer_value(json);
    }
    foreach_json (entry, json)
        if (!json_is_number(entry) || is_kept_whole(entry))
            return true;
    return !json_is_real(json) && json_string_length(json) == 0 &&
           !(json_is_array(json) && json_array_size(json) > 0);
}

static void fact_read(const struct json_reader *facts, const char *key, void *member)
{
    struct run_fact *fact = member;
    const json_t *json = json_object_get(facts->json, key);
    fact->text = json_is_string(json) ? json_reader_text(facts, key) : "";
    fact->number = json_is_number(json) ? json_reader_number(facts, key, RUN_ANY) : NAN;
    fact->json = is_kept_whole(json) ? field_json_text(facts, key) : NULL;
    if (!json_is_array(json) || !json_is_number(json_array_get(json, 0)))
        return;
    const struct json_reader series = json_reader_array(facts, key);
    double *values = json_reader_alloc(facts->reader, json_reader_count(&series), sizeof(*values));
    for (size_t i = 0; i < json_reader_count(&series); i++)
        values[fact->series_count++] = json_reader_value(&series, i, RUN_ANY);
    fact->series = values;
}

static json_t *fact_json(const void *entry)
{
    const struct run_fact *fact = entry;
    if (fact->json)
        return json_loads(fact->json, JSON_DECODE_ANY, NULL);
    if (fact->series_count == 0)
        return *fact->text ? json_value_text(fact->text) : json_value_number(fact->number);
    json_t *series = json_array();
    for (size_t i = 0; i < fact->series_count; i++)
        json_value_append(&series, json_value_number(fact->series[i]));
    return series;
}

#define S run_workload
const struct field run_workload_fields[] = {
    FIELD(TEXT, name, FIELD_KEY),
    FIELD_VALUES("facts", fact_read, fact_json, facts, fact_count, FIELD_WANTED),
    FIELD_END,
};
#undef S

bool run_add_workload(struct run *run, const json_t *workload)
{
    struct run_reading reader = reading_of(run, "workload");
    const struct json_reader part = { .reader = &reader, .json = workload };
    struct run_workload read;
    field_read(&part, run_workload_fields, &read);
    if (reader.failed || run_workload_find(run, read.name))
        return !reader.failed;
    run->workloads = arena_room(&run->arena, run->workloads, run->workload_count,
                                &run->workload_room, sizeof(read));
    run->workloads[run->workload_count++] = read;
    return true;
}

/* Kernels -------------------------------------------------------------------------------------- */

static void value_read(const struct json_reader *part, void *record)
{
    struct run_statistic *statistic = record;
    const json_t *value = json_object_get(part->json, "value");
    statistic->json = field_json_text(part, "value");
    statistic->number = json_is_number(value) ? json_number_value(value) : NAN;
}

static json_t *value_json(const void *record)
{
    const struct run_statistic *statistic = record;
    return statistic->json ? json_loads(statistic->json, JSON_DECODE_ANY, NULL) : json_null();
}

static const struct field_own value = { value_read, value_json };

#define S run_statistic
static const struct field statistic_fields[] = {
    FIELD(TEXT, executable, 0),
    FIELD(TEXT, name, 0),
    FIELD_BY_ITSELF("value", &value, 0),
    FIELD_END,
};
#undef S

static void group_size_read(const struct json_reader *part, void *record)
{
    struct run_kernel *kernel = record;
    const struct json_reader sizes = json_reader_array(part, "group_size");
    const size_t count = json_reader_count(&sizes);
    kernel->group_size = field_json_text(part, "group_size");
    kernel->group_threads = count > 0 ? 1 : NAN;
    for (size_t i = 0; i < count && !part->reader->failed; i++)
        kernel->group_threads *= json_reader_value(&sizes, i, RUN_COUNT);
}

static json_t *group_size_json(const void *record)
{
    const struct run_kernel *kernel = record;
    return kernel->group_size ? json_loads(kernel->group_size, 0, NULL) : json_null();
}

static const struct field_own group_size = { group_size_read, group_size_json };

#define S run_kernel
const struct field run_kernel_fields[] = {
    FIELD(TEXT, id, FIELD_WANTED),
    FIELD(TEXT, name, 0),
    FIELD(TEXT, file, FIELD_NULL),
    FIELD(TEXT, sha256, FIELD_WANTED),
    FIELD(COUNT, bytes, 0),
    FIELD(COUNT, bindings, 0),
    FIELD(JSON, binding_kinds, FIELD_LATER),
    FIELD(COUNT, push_bytes, 0),
    FIELD(JSON, constants, 0),
    FIELD_BY_ITSELF("group_size", &group_size, 0),
    FIELD(COUNT, shared_bytes, 0),
    FIELD(COUNT, subgroup_size, 0),
    FIELD_SOME(LIST, "statistics", statistics, statistic_count, statistic_fields, FIELD_NULL),
    FIELD_END,
};
#undef S

const struct run_kernel *run_add_kernel(struct run *run, const json_t *entry)
{
    struct run_reading reader = reading_of(run, "kernel");
    const struct json_reader part = { .reader = &reader, .json = entry };
    struct run_kernel kernel;
    field_read(&part, run_kernel_fields, &kernel);
    if (reader.failed)
        return NULL;
    const struct run_kernel *there = run_kernel_find(run, kernel.id);
    if (there)
        return there;
    run->kernels =
        arena_room(&run->arena, run->kernels, run->kernel_count, &run->kernel_room, sizeof(kernel));
    run->kernels[run->kernel_count] = kernel;
    return &run->kernels[run->kernel_count++];
}

const struct run_kernel *run_kernel_find(const struct run *run, const char *id)
{
    return NAMED(run->kernels, run->kernel_count, id);
}

const struct run_kernel *run_kernel_instead(const struct run *run, const struct run_case *c,
                                            size_t index, const struct run *other_run,
                                            const struct run_case *other, bool file)
{
    const struct run_kernel *own = run_kernel_find(run, c->kernels[index]);
    size_t before = 0;
    for (size_t i = 0; i < index && own; i++) {
        const struct run_kernel *kernel = run_kernel_find(run, c->kernels[i]);
        before += kernel && strcmp(kernel->name, own->name) == 0;
    }
    for (size_t i = 0; i < other->kernel_count && own; i++) {
        const struct run_kernel *kernel = run_kernel_find(other_run, other->kernels[i]);
        if (kernel && (!file || *kernel->file) && strcmp(kernel->name, own->name) == 0 &&
            before-- == 0)
            return kernel;
    }
    return NULL;
}

/* This build ---------------------------------------------------------------------------------- */

const char *(*run_kernel_built)(const char *name);

bool run_kernel_changed(const char *name, const char *sha256)
{
    const char *built = run_kernel_built ? run_kernel_built(name) : NULL;
    return built && (!*sha256 || strncmp(built, sha256, strlen(sha256)) != 0);
}
