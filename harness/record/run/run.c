/* SPDX-License-Identifier: MIT */
#include "harness/record/run/run.h"

#include "harness/base/json_value.h"
#include "harness/base/need.h"
#include "harness/record/case_fields.h"
#include "harness/record/head_fields.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Each name of a list once; *names is the first, the next one `stride` bytes on. */
static void unique_check(const struct json_reader *document, const char *what,
                         const char *const *names, size_t stride, size_t count)
{
    struct run_reading *reader = document->reader;
    const char **sorted = arena_alloc(reader->arena, count * sizeof(*sorted));
    for (size_t i = 0; i < count; i++)
        sorted[i] = *(const char *const *)((const char *)names + i * stride);
    qsort(sorted, count, sizeof(*sorted), compare_names);
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

/* Checks that the summary's counts agree with the samples. */
static void summary_check(const struct json_reader *document, const struct run *run)
{
    const struct run_summary *summary = &run->summary;
    size_t samples = 0;
    for (size_t i = 0; i < run->case_count; i++)
        samples += run->cases[i].sample_count;
    if (summary->of > 0 && summary->samples != samples)
        json_reader_fault(document, "summary.samples", " is %zu, and the cases have %zu",
                          summary->samples, samples);
    else if (summary->of < summary->samples)
        json_reader_fault(document, "summary.of", " is %zu: it is less than the samples that stay",
                          summary->of);
}

/* Reads the document as it stands. False with a message. */
static bool document_read(struct run_reading *reader, const json_t *json, struct run *run)
{
    const struct json_reader document = { .reader = reader, .json = json };
    if (!json_is_object(json))
        json_reader_fault(&document, NULL, "it is not an object");
    head_read(&document, run);
    cases_read(&document, run);
    summary_check(&document, run);
    if (reader->failed)
        return false;
    unique_check(&document, "workload", &run->workloads->name, sizeof(*run->workloads),
                 run->workload_count);
    unique_check(&document, "kernel", &run->kernels->id, sizeof(*run->kernels), run->kernel_count);
    if (run->case_count > 0)
        unique_check(&document, "case", &run->cases->name, sizeof(*run->cases), run->case_count);
    return !reader->failed;
}

struct run *run_read(const json_t *document, const char *path)
{
    struct run *run = need_zeroed(1, sizeof(*run));
    struct run_reading reader = { .arena = &run->arena, .path = path, .what = "", .name = "" };
    run->path = json_reader_keep(&reader, path);
    if (!document_read(&reader, document, run))
        run_destroy(&run);
    return run;
}

struct run_reading run_reading_of(struct run *run, const char *what)
{
    return (
        struct run_reading){ .arena = &run->arena, .path = run->path, .what = what, .name = "" };
}

struct run_case *run_find_case(const struct run *run, const char *name)
{
    for (size_t i = 0; i < run->case_count; i++)
        if (strcmp(run->cases[i].name, name) == 0)
            return &run->cases[i];
    return NULL;
}

bool run_read_case(struct run *run, const json_t *json, struct run_case *c)
{
    struct run_reading reader = run_reading_of(run, "case");
    const struct json_reader part = { .reader = &reader, .json = json };
    case_read(&part, c);
    return !reader.failed;
}

struct run_case *run_add_case(struct run *run, const struct run_case *c)
{
    if (run_find_case(run, c->name)) {
        struct run_reading reader = run_reading_of(run, "case");
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

static const struct run_fact *fact_find(const struct run *run, const char *workload,
                                        const char *fact)
{
    for (size_t i = 0; i < run->workload_count; i++) {
        const struct run_workload *own = &run->workloads[i];
        for (size_t k = 0; k < own->fact_count && strcmp(own->name, workload) == 0; k++)
            if (strcmp(own->facts[k].name, fact) == 0)
                return &own->facts[k];
    }
    return NULL;
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
