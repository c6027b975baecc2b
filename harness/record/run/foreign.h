/* SPDX-License-Identifier: MIT */
/*
 * foreign.h: results of other tools as runs. Nobody here has checked what they measured, and their
 * rows took no turns: each case has foreign_mark, and check NONE. A row is a case without axes; its
 * name is VARIANT/WORKLOAD, or VARIANT alone. Values are its samples, in ns; a rate becomes the
 * time of one unit, and its mark names the rate.
 */
#ifndef CLAIMCHECK_HARNESS_RECORD_RUN_FOREIGN_H
#define CLAIMCHECK_HARNESS_RECORD_RUN_FOREIGN_H

#include "harness/record/run/run.h"

/* The order of foreign_form_name(). */
enum foreign_form {
    FOREIGN_NONE,
    FOREIGN_GBENCH,       /* JSON of google/benchmark: real_time of each repetition */
    FOREIGN_HYPERFINE,    /* JSON of hyperfine */
    FOREIGN_NVBENCH,      /* JSON of nvbench, with its files of samples: cold times by the device */
    FOREIGN_LLAMA_BENCH,  /* JSON or JSONL of llama-bench */
    FOREIGN_KERNEL_TUNER, /* a cache of Kernel Tuner, closed or not */
    FOREIGN_CSV,          /* a first line with name, value and unit, then a value a line */
    FOREIGN_LINES,        /* NAME VALUE UNIT; other lines do not count */
    FOREIGN_JSON,         /* numbers at a path in JSON, of which less is better */
    FOREIGN_RATE,         /* numbers at a path in JSON, of which more is better */
    FOREIGN_WALL,         /* nothing: how long the command took, which the caller knows */
    FOREIGN_FORM_COUNT,
};

/* "gbench", "hyperfine", ...; static storage. */
const char *foreign_form_name(enum foreign_form form);

/* The mark of each case begins with this: "not verified, not in turns". */
extern const char foreign_mark[];

/* True of a case that another tool measured. */
bool foreign_is(const struct run_case *c);

/* The form of a file, by its first bytes; NONE for a run file, and for what is no result of another
 * tool: LINES, JSON and RATE do not show. */
enum foreign_form foreign_find(const char *text, size_t size);

struct foreign_source {
    enum foreign_form form;
    const char *member; /* of JSON and RATE: "a.b[*].c" */
    const char *text;   /* ends with a zero */
    size_t size;
    const char *path;    /* of the file, which messages name; nvbench's files lie beside it */
    const char *started; /* for a file that has no date: "2026-01-31T10:00:00Z" */
};

/* The run. NULL with trouble(): the text has another form, no row, a value that is no time
 * or rate above 0, or a row with two units. */
struct run *foreign_run(const struct foreign_source *source);

/* Gives a case of such a run these samples in ns, in memory of the run, with what follows from
 * them. */
void foreign_set_samples(struct run *run, struct run_case *c, const double *values, size_t count);

#endif
