/* SPDX-License-Identifier: MIT */
/*
 * fuzz_runs.h: what targets share that judge, compare and show runs: an input is {"runs": [...],
 * "published": {...}}, runs of one to three and figures and claims of a paper, as their files are.
 */
#ifndef CLAIMCHECK_TESTS_FUZZ_FUZZ_RUNS_H
#define CLAIMCHECK_TESTS_FUZZ_FUZZ_RUNS_H

#include "harness/base/base.h"
#include "tests/fuzz/fuzz.h"

#include "harness/analysis/claims/claims.h"
#include "harness/analysis/published/published.h"
#include "harness/record/run/run.h"

#include <jansson.h>

enum { FUZZ_RUNS_MAX = 3 };

struct fuzz_runs {
    json_t *document;
    struct run *runs[FUZZ_RUNS_MAX];
    size_t count;
    struct published_list published;
};

static inline void fuzz_runs_close(struct fuzz_runs *runs)
{
    for (size_t i = 0; i < runs->count; i++)
        run_destroy(&runs->runs[i]);
    published_list_finish(&runs->published);
    json_decref(runs->document);
}

/* Reads as many of the runs as are valid, and the paper, where it is; to be closed either way. */
static inline void fuzz_runs_open(struct fuzz_runs *runs, const uint8_t *data, size_t size)
{
    *runs = (struct fuzz_runs){ .document = json_loadb((const char *)data, size,
                                                       JSON_REJECT_DUPLICATES, NULL) };
    const json_t *list = json_object_get(runs->document, "runs");
    for (size_t i = 0; i < json_array_size(list) && runs->count < FUZZ_RUNS_MAX; i++) {
        runs->runs[runs->count] = run_read(json_array_get(list, i), FUZZ_PATH);
        runs->count += runs->runs[runs->count] ? 1 : 0;
    }
    char *paper = json_dumps(json_object_get(runs->document, "published"), JSON_COMPACT);
    if (paper)
        published_list_add(&runs->published, paper, FUZZ_PATH);
    free(paper);
}

static inline struct claims *fuzz_runs_judge(const struct fuzz_runs *runs)
{
    return claims_judge(&(struct claims_request){ .runs = (const struct run *const *)runs->runs,
                                                  .run_count = runs->count,
                                                  .published = runs->published.files,
                                                  .published_count = runs->published.count });
}

/* Ends the process where a text of several lines would move a terminal, or is no UTF-8. */
static inline void fuzz_check_text(char *text)
{
    for (char *c = text; *c; c++)
        if (*c == '\n' || *c == '\r' || *c == '\t')
            *c = ' ';
    if (printable_is(text))
        return;
    fprintf(stderr, "not printable: %s\n", text);
    abort();
}

/* Ends the process where a document that says it is JSON is not. */
static inline void fuzz_check_json(const char *text, const char *what)
{
    json_error_t error;
    json_t *document = json_loads(text, JSON_DECODE_ANY, &error);
    if (!document) {
        fprintf(stderr, "%s: %s: %s\n", what, error.text, text);
        abort();
    }
    json_decref(document);
}

#endif
