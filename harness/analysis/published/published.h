/* SPDX-License-Identifier: MIT */
/*
 * published.h: what a paper states, as structs: a file of results/published/, or of a user's, read
 * once and checked once. results/published.schema.json has the format, docs/claims.md what the
 * relations mean.
 *
 * Texts are never NULL: "" where there is none. Numbers are NAN where the file has none. Checked is
 * all that judging rests on; what is in the file besides may be anything that the schema allows.
 */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_PUBLISHED_PUBLISHED_H
#define CLAIMCHECK_HARNESS_ANALYSIS_PUBLISHED_PUBLISHED_H

#include "harness/base/arena.h"
#include "harness/record/bench_kinds.h"

#include <jansson.h>
#include <regex.h>
#include <stdbool.h>
#include <stddef.h>

enum published_relation {
    PUBLISHED_EQUALS,
    PUBLISHED_AT_LEAST,
    PUBLISHED_AT_MOST,
    PUBLISHED_LESS,
    PUBLISHED_LESS_EACH,
    PUBLISHED_ARGMIN,
    PUBLISHED_CROSSOVER,
    PUBLISHED_DOUBLES,
    PUBLISHED_LOCAL_MAXIMUM,
    PUBLISHED_MONOTONE,
    PUBLISHED_RELATION_COUNT,
};

/* "equals", "at_least", ... Static storage. */
const char *published_relation_name(enum published_relation relation);

enum published_quantity {
    PUBLISHED_NONE, /* no run file has it */
    PUBLISHED_GPU,
    PUBLISHED_WALL,
    PUBLISHED_JUDGED,     /* the one of these that the case is judged by */
    PUBLISHED_HOST_SHARE, /* of the wall time that a takes less than b, what is not the device's */
    PUBLISHED_PEAK_BYTES,
    PUBLISHED_SHARED_BYTES, /* of the case's first kernel */
    PUBLISHED_METRIC,
    PUBLISHED_COUNTER,
    PUBLISHED_FACT,
};

struct published_measure {
    enum published_quantity quantity;
    const char *name; /* of METRIC, COUNTER, FACT; "" */
    const char *text; /* as the file has it: "metric:iterations" */
};

/* Values of an axis. */
struct published_range {
    const char *axis;
    double low, high;
};

enum published_about {
    PUBLISHED_ABOUT_DEVICE,          /* it is the paper's own */
    PUBLISHED_ABOUT_FLOOR,           /* what bounds a case: `bound` */
    PUBLISHED_ABOUT_FLOOR_PERCENT,   /* of its time that the floor is */
    PUBLISHED_ABOUT_MULTIPROCESSORS, /* of the device */
    PUBLISHED_ABOUT_AXIS,            /* `axis`, a number */
    PUBLISHED_ABOUT_MEASURE,         /* `measure`, a metric, a counter or a fact */
};

/* Under which a claim is made: what a run file can say of cases, or of the device. */
struct published_condition {
    enum published_about about;
    bool of_a, of_b;          /* the sides whose cases it is about */
    const char *text;         /* as the file has it: "fact:rho" */
    const char *axis, *bound; /* "" */
    struct published_measure measure;
    double low, high; /* infinite where the file has none */
};

struct published_value {
    const char *key; /* of an axis */
    double value;
};

struct published_hardware {
    const char *id, *device;
};

/* A value of an axis that stands in for what a paper had. */
struct published_stand_in {
    const char *axis, *value, *what;
};

struct published_figure {
    const char *id, *quantity, *unit;
    double value;
    const struct published_hardware *hardware; /* NULL: it does not matter */
};

struct published_claim {
    const char *id, *kind, *statement;
    const char *where, *quote; /* in the paper */
    enum bench_profile profile;
    bool takes_minutes;                            /* its cases do */
    bool ours;                                     /* the paper does not make it */
    const char *by_construction;                   /* why it cannot come out otherwise; "" */
    const struct published_hardware *hardware;     /* NULL: it does not matter */
    const struct published_figure *const *figures; /* that it rests on */
    size_t figure_count;

    const char *a, *b; /* expressions; b "": none */
    regex_t rows_a, rows_b;
    bool has_a, has_b; /* which of these are there */
    struct published_measure measure, measure_b;
    enum published_relation relation;
    const char *const *join;
    size_t join_count;
    const char *along;
    struct published_range within; /* of `along`; NAN */
    bool rising, extremes;
    const char *untestable;
    const struct published_range *ranges;
    size_t range_count;

    double value; /* ns of times, bytes of bytes, where b is none; as it stands otherwise */
    const struct published_value *values;
    size_t value_count;
    double factor; /* 1 unless the file says otherwise */
    double stated; /* as `value`, in `unit` */
    const char *unit, *note;
    bool approximate;
    double tolerance_same, tolerance_other;       /* of the paper's own device, of others */
    double read_error;                            /* relative; 0 unless it was read off a plot */
    const struct published_condition *conditions; /* preconditions that can be checked */
    const char *const *preconditions, *const *deviations;
    size_t condition_count, precondition_count, deviation_count;
};

struct published {
    const char *path;
    const char *id, *title, *technique;
    const char *const *authors;
    size_t author_count;
    const char *kind, *doi; /* of text, in words: "talk" */
    double year;
    const struct published_hardware *hardware;
    const struct published_stand_in *stand_ins;
    const struct published_figure *figures;
    struct published_claim *claims;
    const struct published_plot *plots; /* published_plot.h */
    size_t hardware_count, stand_in_count, figure_count, claim_count, plot_count;
    struct arena arena; /* holds all that the above point to */
};

enum { PUBLISHED_MESSAGE_BYTES = 4096 };

/* Reads a file. NULL with a message, a line for each fault without a newline behind the last. */
struct published *published_load(const char *path, char message[PUBLISHED_MESSAGE_BYTES]);

/* The same of the bytes of a file, which messages call `path`. */
struct published *published_parse(const char *text, size_t bytes, const char *path,
                                  char message[PUBLISHED_MESSAGE_BYTES]);

/* Reads a document; `path` is what messages call it. NULL with a message. */
struct published *published_read(const json_t *document, const char *path,
                                 char message[PUBLISHED_MESSAGE_BYTES]);

/* Accepts NULL, sets *published to NULL. */
void published_destroy(struct published **published);

/* What the claim has for a value of the first axis of its join: published.values, or
 * published.value where there are none; NAN where it has nothing. */
double published_claim_value(const struct published_claim *claim, const char *key);

/* True of times and bytes that stand with a unit: ns, us, ms, s; bytes, KiB, MiB, GiB. *factor
 * takes the unit to ns or bytes. */
bool published_unit_time(const char *unit, double *factor);
bool published_unit_bytes(const char *unit, double *factor);

/* Several files. */
struct published_list {
    struct published **files;
    size_t count;
};

/* Those of results/published/, as they were when this was built. False when memory runs out; the
 * list is to be finished either way. */
bool published_list_shipped(struct published_list *list);

/* Reads files into the list, the shipped ones where there are none. False with a message as above,
 * or with a line for a file that has a claim of another. */
bool published_list_open(struct published_list *list, const char *const *files, size_t count,
                         char message[PUBLISHED_MESSAGE_BYTES]);
void published_list_finish(struct published_list *list);

#endif
