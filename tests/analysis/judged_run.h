/* SPDX-License-Identifier: MIT */
/* judged_run.h: runs made of a few members of their cases, for tests of what judges them. */
#ifndef CLAIMCHECK_TESTS_ANALYSIS_JUDGED_RUN_H
#define CLAIMCHECK_TESTS_ANALYSIS_JUDGED_RUN_H

#include "harness/analysis/limits/limits.h"
#include "tests/record/run_document.h"

/* Single quotes stand for double quotes. */
static inline json_t *json(const char *format, ...) __attribute__((format(printf, 1, 2)));

static inline json_t *json(const char *format, ...)
{
    char text[8192];
    json_error_t error;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    for (char *c = text; *c; c++)
        if (*c == '\'')
            *c = '"';
    json_t *value = json_loads(text, 0, &error);
    if (!value)
        fail_msg("%s: %s", error.text, text);
    return value;
}

/* A run of these cases, which get names of their own; takes over the reference. */
static inline struct run *run_of(json_t *cases)
{
    json_t *document = run_document_of("{}"), *c;
    size_t i;
    json_array_foreach(cases, i, c)
    {
        json_object_set_new(c, "name", json_sprintf("case %zu", i));
        json_object_set_new(c, "workload", json_string("ceilings"));
        if (!json_object_get(c, "kind"))
            json_object_set_new(c, "kind", json_string("gpu"));
    }
    json_object_set_new(document, "cases", cases);
    return run_document_read(document);
}

/* Returns the device limits that these cases give; takes over the reference. */
static inline struct run_ceilings found(json_t *cases)
{
    RUN_AUTO *run = run_of(cases);
    struct run_ceilings ceilings;
    ceilings_find(&ceilings, run);
    return ceilings;
}

static inline void assert_close(double a, double b)
{
    if (!(a > b * (1 - 1e-9) && a < b * (1 + 1e-9)))
        fail_msg("%.17g is not %.17g", a, b);
}

/* The run takes the kernels of a case; the case keeps their ids. */
static inline void kernels_add(struct run *run, json_t *kernels)
{
    for (size_t i = 0; i < json_array_size(kernels); i++) {
        json_t *entry = json_array_get(kernels, i);
        assert_done(run_add_kernel(run, entry));
        json_array_set(kernels, i, json_object_get(entry, "id"));
    }
}

/* Adds a case to the run: a floor of 10 ms. `own` are members of its own, whole kernels in place of
 * their ids. */
static inline struct run_case *add(struct run *run, double median_ns, const char *own)
{
    json_auto_t *members = json("{%s}", own);
    json_t *c =
        json("{'name':'case %zu','workload':'w','kind':'gpu','status':'ok','stop':'converged',"
             "'samples':{'gpu_total_ns':[1],'wall_total_ns':[1]},'inner_repetitions':1,"
             "'wall':{'count':1,'median_ns':1},'time_ratio':{'pairs':1,'case_over_baseline':1},"
             "'timer':{'tick_ns':1,'empty_ns':1},'gpu':{'count':1,'median_ns':%g},"
             "'work':{'bytes_read':1e9,'bytes_written':0,'operations':0,'chain':1}}",
             run->case_count, median_ns);
    json_object_update(c, members);
    kernels_add(run, json_object_get(c, "kernels"));
    struct run_case read;
    struct run_case *added = run_read_case(run, c, &read) ? run_add_case(run, &read) : NULL;
    assert_done(added);
    json_decref(c);
    return added;
}

#endif
