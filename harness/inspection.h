/* SPDX-License-Identifier: MIT */
/*
 * inspection.h: what a technique sees of `claimcheck inspect` when it brings inspections of its own
 * (struct technique in bench.h): values of their options, a device if one is asked for, any case of
 * its benches, executed once and verified. What it states goes by context.h: facts are kept and
 * printed once the callback is done, as lines or as JSON; the first trouble is the one line that
 * the user sees, and after it nothing more is stated.
 */
#ifndef CLAIMCHECK_HARNESS_INSPECTION_H
#define CLAIMCHECK_HARNESS_INSPECTION_H

#include "harness/bench.h"

/* `--name ARGUMENT`, of one technique. Tables end with a NULL name. */
struct inspection_option {
    const char *name, *argument; /* argument NULL: a flag */
    const char *help;
};

struct inspection {
    struct context context; /* scope: NULL until inspection_scope() has given it */
    struct inspection_private *private;
};

/* One thing that a technique shows by itself. Tables end with a NULL name. */
struct inspection_kind {
    const char *name;                        /* `claimcheck inspect NAME`: "tiles", "order" */
    const char *summary;                     /* one line */
    const struct inspection_option *options; /* may be NULL */
    bool (*inspect)(struct inspection *inspection);
};

/* Options -------------------------------------------------------------------------------------- */

/* Returns the value given for an option; NULL when it was not given. */
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

/* Means ---------------------------------------------------------------------------------------- */

/*
 * The device's scope, opened at the first call; lives as long as the inspection. NULL, and the
 * inspection is unsupported, when there is no device or it lacks one of `needs` (bits of enum
 * gpu_feature). A device that fails later fails the inspection; no call needs to be checked.
 */
struct gpu_scope *inspection_scope(struct inspection *inspection, uint32_t needs);

/* A value for an axis of the bench or of the variant, as text; tables end with a NULL axis. */
struct inspection_setting {
    const char *axis, *value;
};

/*
 * Executes a case once on `workload_state`, which is the inspection's own and outlives it, and
 * checks it in full, as `run` does before it times anything. Axes that `settings` leaves out have
 * the first value of the profile `quick`. The case lives as long as the inspection; its outputs are
 * as that execution left them. NULL after trouble, which the inspection then has.
 */
struct bench_case *inspection_case(struct inspection *inspection, const struct bench *bench,
                                   const struct bench_variant *variant, void *workload_state,
                                   const struct inspection_setting *settings);

/* The picture to draw, empty: image_init() is the technique's. NULL when none is wanted. */
struct image *inspection_picture(struct inspection *inspection);

/* Outcome -------------------------------------------------------------------------------------- */

/* A plain line, without its newline; in JSON, an entry of "lines". */
void inspection_line(struct inspection *inspection, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/*
 * A table of counts, row by row: values[row * columns + column], `column_names` ends with NULL. A
 * line per row, "levels 3 in 128 drawn 0"; in JSON an array of one object per row.
 */
void inspection_fact_table(struct inspection *inspection, const char *name,
                           const char *const *column_names, const uint64_t *values, size_t rows);

/*
 * Rows of numbers, each with a label, for JSON alone: an array of one object per row. Lines of the
 * inspection say the same to people. column_names[0] is the labels' column, `numbers` has one for
 * each row and each other column; what is not finite becomes null. Names and labels are static
 * storage.
 */
void inspection_records(struct inspection *inspection, const char *name,
                        const char *const *column_names, const char *const *labels,
                        const double *numbers, size_t rows);

#endif
