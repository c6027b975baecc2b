/* SPDX-License-Identifier: MIT */
/*
 * inspection.h: what a technique sees of `claimcheck inspect` when it brings a callback of its own
 * (struct technique in bench.h): values of its options, a device if it asks for one, and what is
 * to be printed. Output is kept and printed once the callback is done, as lines or as JSON.
 *
 * The first failure is kept: its message is the one line that the user sees. After it nothing more
 * is stated, and no device or picture is given.
 */
#ifndef CLAIMCHECK_HARNESS_INSPECTION_H
#define CLAIMCHECK_HARNESS_INSPECTION_H

#include "harness/bench.h"

/* `--name ARGUMENT`, of one technique. Tables end with a NULL name. */
struct inspection_option {
    const char *name, *argument; /* argument NULL: a flag */
    const char *help;
};

struct inspection;

/* Options -------------------------------------------------------------------------------------- */

/* What was given; NULL when it was not. */
const char *inspection_text(const struct inspection *inspection, const char *option);

bool inspection_flag(const struct inspection *inspection, const char *option);

/*
 * Reads the value of an option. Out parameters stay as they are when it was not given: they hold
 * the default. False, and the inspection has failed with a line that names what is legal, when the
 * value is not legal.
 */
bool inspection_integer(struct inspection *inspection, const char *option, int64_t minimum,
                        int64_t maximum, int64_t *value);
bool inspection_number(struct inspection *inspection, const char *option, double minimum,
                       double maximum, double *value);

/* WIDTHxHEIGHT, each from 1 to `maximum`. */
bool inspection_size(struct inspection *inspection, const char *option, uint32_t maximum,
                     uint32_t *width, uint32_t *height);

/* N,N,...: at most `capacity` integers; *count is how many. */
bool inspection_integers(struct inspection *inspection, const char *option, int64_t minimum,
                         int64_t maximum, int64_t *values, size_t capacity, size_t *count);

/* One of `names`, which ends with NULL. */
bool inspection_choice(struct inspection *inspection, const char *option, const char *const *names,
                       size_t *index);

/* A variant of the bench by its name; *variant stays NULL when the option was not given. */
bool inspection_variant(struct inspection *inspection, const char *option,
                        const struct bench *bench, const struct bench_variant **variant);

/* Seed of the input, --seed. */
uint64_t inspection_seed(const struct inspection *inspection);

/* Means ---------------------------------------------------------------------------------------- */

/* Zeroed memory that lives as long as the inspection; NULL when there is none left: it has failed.
 */
void *inspection_alloc(struct inspection *inspection, size_t bytes);

/*
 * The device's scope, opened at the first call; lives as long as the inspection. NULL, and the
 * inspection is unsupported, when there is no device or it lacks one of `needs` (bits of enum
 * gpu_feature). A device that fails later fails the inspection; no call needs to be checked.
 */
struct gpu_scope *inspection_scope(struct inspection *inspection, uint32_t needs);

/* The picture to draw, empty: image_init() is the technique's. NULL when none is wanted. */
struct image *inspection_picture(struct inspection *inspection);

/* Outcome -------------------------------------------------------------------------------------- */

/* A plain line, without its newline; in JSON, an entry of "lines". */
void inspection_line(struct inspection *inspection, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Facts: `name value` as a line, "name": value in JSON. Names are static storage. */
void inspection_fact_count(struct inspection *inspection, const char *name, uint64_t value);
void inspection_fact_number(struct inspection *inspection, const char *name, double value);
void inspection_fact_hash(struct inspection *inspection, const char *name, uint64_t value);
void inspection_fact_text(struct inspection *inspection, const char *name, const char *value);
void inspection_fact_series(struct inspection *inspection, const char *name, const uint64_t *values,
                            size_t count);

/*
 * A table of counts, row by row: values[row * columns + column], `column_names` ends with NULL. A
 * line per row, "levels 3 in 128 drawn 0"; in JSON an array of one object per row.
 */
void inspection_fact_table(struct inspection *inspection, const char *name,
                           const char *const *column_names, const uint64_t *values, size_t rows);

/* One line on what cannot be used, naming the thing and the remedy: exit code 99. Returns false. */
bool inspection_fail(struct inspection *inspection, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* What the device or the build lacks: exit code 77. Returns false. */
bool inspection_unsupported(struct inspection *inspection, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A wrong result: exit code 1. Returns false. */
bool inspection_mismatch(struct inspection *inspection, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
