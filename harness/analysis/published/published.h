/* SPDX-License-Identifier: MIT */
/*
 * published.h: what a paper states, as structs: a file of results/published/, or of a user's, read
 * once and checked once. results/published.schema.json has the format,
 * docs/guide/claims-and-verdicts.md the meaning of the relations.
 *
 * Texts are never NULL: "" where there is none. Numbers are NAN where the file has none. Checked is
 * all that judging rests on; what is in the file besides may be anything that the schema allows.
 */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_PUBLISHED_PUBLISHED_H
#define CLAIMCHECK_HARNESS_ANALYSIS_PUBLISHED_PUBLISHED_H

#include "harness/base/base.h"
#include "harness/record/bench_kinds.h"

/* The relation that a claim states between its sides, or along an axis. */
enum published_says {
    PUBLISHED_FASTER, /* `who` takes less time */
    PUBLISHED_SLOWER,
    PUBLISHED_LESS, /* of another measure */
    PUBLISHED_MORE,
    PUBLISHED_AS_FAST, /* no difference */
    PUBLISHED_AS_MUCH,
    PUBLISHED_SHARE, /* a is a part of b */
    PUBLISHED_TIMES_AS_LONG,
    PUBLISHED_COUNT, /* a alone */
    PUBLISHED_AT_MOST,
    PUBLISHED_AT_LEAST,
    PUBLISHED_BEST_AT, /* along an axis, from here on */
    PUBLISHED_FROM,
    PUBLISHED_FALLS,
    PUBLISHED_RISES,
    PUBLISHED_PEAKS_WITHIN,
    PUBLISHED_SAYS_COUNT,
};

/* "faster", "as_fast", ... Static storage. */
const char *published_says_name(enum published_says says);

/* The verdict of a claim with several cases: the worst of them, the best of them, or the range. */
enum published_of { PUBLISHED_OF_ALL, PUBLISHED_OF_EVERY, PUBLISHED_OF_ANY };

/* Which side of «no difference», or of a count, contradicts. */
enum published_denies {
    PUBLISHED_DENIES_NONE,
    PUBLISHED_DENIES_ABOVE, /* "gain", "more" */
    PUBLISHED_DENIES_BELOW, /* "loss", "less" */
    PUBLISHED_DENIES_BOTH,
};

/* Classes of the papers' words; docs/reference/verdict-rules.md has the table. */
enum published_margin {
    PUBLISHED_MARGIN_UNSTATED,
    PUBLISHED_MARGIN_NONE,
    PUBLISHED_MARGIN_LITTLE,
    PUBLISHED_MARGIN_CLOSE,
    PUBLISHED_MARGIN_MUCH,
    PUBLISHED_MARGIN_MAGNITUDE,
    PUBLISHED_MARGIN_MOST,
    PUBLISHED_MARGIN_COUNT,
};

/* Whose number a claim is judged by. */
enum published_number {
    PUBLISHED_OF_PAPER,
    PUBLISHED_READING, /* ours, for a word of the paper */
    PUBLISHED_OURS,    /* the paper does not make the claim */
};

enum published_evidence {
    PUBLISHED_BY_RUN,
    PUBLISHED_BY_CUDA_PORT,
    PUBLISHED_BY_TRACE,
    PUBLISHED_BY_TEST,
    PUBLISHED_BY_ARITHMETIC,
    PUBLISHED_EVIDENCE_COUNT,
};

/* "run", "cuda_port", ... */
extern const char *const published_evidence_words[PUBLISHED_EVIDENCE_COUNT];

enum published_quantity {
    PUBLISHED_NONE, /* no run file has it */
    PUBLISHED_GPU,
    PUBLISHED_WALL,
    PUBLISHED_JUDGED,     /* the one of these that the case is judged by */
    PUBLISHED_HOST_SHARE, /* of the wall time that a takes less than b, what is not the device's */
    PUBLISHED_PEAK_BYTES,
    PUBLISHED_FLOOR_PERCENT,    /* of the case's time that its lower bound is */
    PUBLISHED_BYTES_PER_SECOND, /* declared bytes over the time that the case is judged by */
    PUBLISHED_SHARED_BYTES,     /* of the case's first kernel */
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

/* An axis that the paper leaves open, and the values that a claim is judged over. */
struct published_free {
    const char *axis;
    const char *const *values;
    size_t count;
};

/* A short name for a value of the first axis of `join`. */
struct published_label {
    const char *value, *name;
};

/* A change of a claim's judged members after its first version. Texts are "" where not known. */
struct published_amendment {
    const char *date, *what, *why;
    const char *before, *after, *narrow; /* words; `narrow`: by a gain's factor of 1.25 */
    const char *sha256;                  /* of the judged members from then on */
};

/* Numbers that decide a claim whose evidence is not a run. */
struct published_observation {
    const char *device; /* the name that its driver gives it; "": any */
    const char *label;  /* of the case; "" of one alone */
    double a, b;        /* as the measure has them: ns, bytes, counts, shares; b NAN: none */
    const char *by;     /* a path in the repository, or "shown" */
    const char *how;    /* a sentence */
    const char *date;   /* of the record; "" of a test and of arithmetic */
};

enum { PUBLISHED_SHA256_BYTES = 65 };

struct published_claim {
    const char *id, *statement;
    const char *where, *quote; /* in the paper */
    enum bench_profile profile;
    bool takes_minutes; /* an execution of one of its cases takes seconds on an H100 */
    enum published_number number;
    const char *word;            /* the paper's, for READING; "" */
    const char *gloss;           /* that in English, where it is not; "" */
    const char *rests_on;        /* a setting that the paper leaves open and that decides; "" */
    const char *by_construction; /* why it cannot come out otherwise; "" */
    const struct published_hardware *hardware;     /* NULL: it does not matter */
    const struct published_figure *const *figures; /* that it rests on */
    size_t figure_count;
    enum published_evidence evidence;
    struct published_observation *observed; /* none where the evidence is a run */
    size_t observed_count;

    const char *a, *b; /* expressions; b "": none */
    const char *name_a, *name_b;
    bool plural_a, plural_b;
    struct expression rows_a, rows_b;
    bool has_a, has_b; /* which of these are there */
    struct published_measure measure, measure_b;
    enum published_says says;
    bool of_b; /* the statement speaks of b */
    enum published_of of;
    enum published_denies denies;
    enum published_margin margin;
    const char *const *join;
    size_t join_count;
    const struct published_label *labels;
    size_t label_count;
    const char *along;
    struct published_range within; /* of `along`; NAN */
    bool or_more, extremes;
    const char *untestable;
    const struct published_range *ranges;
    size_t range_count;
    const struct published_free *free; /* parameters that the paper does not give */
    size_t free_count;

    double value; /* in the statement's direction; ns, bytes where b is none; NAN: none */
    struct published_value *values;
    size_t value_count;
    double factor; /* 1 unless the file says otherwise */
    double stated; /* as `value`, in `unit` */
    const char *unit, *note;
    bool approximate;
    double paper_ratio;                           /* of two figures, printed alone; NAN */
    const struct published_condition *conditions; /* preconditions that can be checked */
    const char *const *preconditions, *const *deviations;
    size_t condition_count, precondition_count, deviation_count;

    const char *registered_commit, *registered_date; /* of its first version; "" */
    const struct published_amendment *amended;
    size_t amended_count;
    char sha256[PUBLISHED_SHA256_BYTES]; /* of the judged members */
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
    const struct published_plot *plots; /* below */
    size_t hardware_count, stand_in_count, figure_count, claim_count, plot_count;
    struct arena arena; /* holds all that the above point to */
};

/* Reads a file. NULL with a message of base.h: a line for each fault, without a newline behind
 * the last. */
struct published *published_load(const char *path);

/* Parses the bytes of a file, which messages call `path`. */
struct published *published_parse(const char *text, size_t bytes, const char *path);

/* Reads a document; `path` is what messages call it. NULL with a message. */
struct published *published_read(const json_t *document, const char *path);

/* Accepts NULL, sets *published to NULL. */
void published_destroy(struct published **published);

/* Returns the claim's number for a value of the first axis of its join: published.values, or
 * published.value where there are none; NAN where it has nothing. */
double published_claim_value(const struct published_claim *claim, const char *key);

/* True where no run file tests it: its sides may be missing. */
bool published_claim_unmeasured(const struct published_claim *claim);

/* True of times and bytes that stand with a unit: ns, us, ms, s; bytes, KiB, MiB, GiB. *factor
 * takes the unit to ns or bytes. */
bool published_unit_time(const char *unit, double *factor);
bool published_unit_bytes(const char *unit, double *factor);

/* Several files. */
struct published_list {
    struct published **files;
    size_t count, room;
};

/* Lists the files of results/published/ as they were at the build. */
void published_list_shipped(struct published_list *list);

/* Reads files into the list, the shipped ones where there are none. False with a message as above,
 * or with a line for a file that has a claim of another. */
bool published_list_open(struct published_list *list, const char *const *files, size_t count);

/* Adds one from memory, which messages call `path`. False with a message, likewise. */
bool published_list_add(struct published_list *list, const char *text, const char *path);
void published_list_finish(struct published_list *list);

/* True of the id of a paper of the list, or of a claim. */
bool published_list_has(const struct published_list *list, const char *id);

/* ---------------------------------------------------------------------------------------------- */

/*
 * The figures and tables of a paper, as it describes them itself: which cases
 * answer them, and what is published beside them. docs/reference/figures.md has the format.
 * Texts are never NULL, and "" where the file has none.
 */

/* The value that is drawn of a case; no two of these share an axis. */
enum published_plotted {
    PUBLISHED_PLOT_GPU,     /* GPU time, of what runs on the device alone */
    PUBLISHED_PLOT_WALL,    /* wall time, of anything */
    PUBLISHED_PLOT_SPEEDUP, /* the baseline's time over its own, of what runs on the device alone */
    PUBLISHED_PLOT_PHASE,   /* of the GPU time, a metric in ns */
    PUBLISHED_PLOT_COUNT,   /* what is counted: patches, leaves, iterations */
    PUBLISHED_PLOT_BYTES,   /* of memory */
    PUBLISHED_PLOT_RATE,    /* operations in a second */
};

/* Cases of a bench. A condition on an axis that a case does not have holds: an older run is without
 * it. */
struct published_plot_cases {
    const char *technique, *bench; /* "": none */
    const char *variants;          /* "subtree|per_level"; "*": all */
    const char *only;              /* "map:scene/width:2560|16384": values of axes; "": all */
};

/* A published number of a sweep: a line across with words, or a point. */
struct published_plot_line {
    const struct published_figure *figure;
    bool vertical;
    double at;                  /* along the axis, of a point that `before` names; NAN: a line */
    const char *only;           /* in pictures of that value of `split`; "": in all */
    const char *before, *after; /* the number */
};

enum { PUBLISHED_PLOT_LINES_MAX = 8 };

/* A row: the first case that there is, and the published number. */
struct published_plot_row {
    const char *label;
    struct published_plot_cases cases;            /* none: the row has the published number alone */
    const struct published_figure *figure, *over; /* its value, over that of `over`; NULL: none */
    struct published_measure measure;             /* of PHASE, COUNT, BYTES and RATE */
};

/* The x axis of a sweep. */
enum published_along {
    PUBLISHED_ALONG_AXIS,
    PUBLISHED_ALONG_FACT, /* of the workload, a number */
    PUBLISHED_ALONG_PEAK, /* the bytes that the case takes of the device's memory */
};

struct published_plot {
    const char *id; /* a file's name: "tokuyoshi-8" */
    const char *title, *text;
    const char *technique; /* among whose figures it stands */
    enum published_plotted quantity;

    /* Rows, of which a sweep has none. */
    const struct published_plot_row *rows;
    size_t row_count;
    const char *published; /* what the published points are called: "paper, Radeon HD 7970" */

    /* A sweep: a picture for each value of `split`, a series for what else differs. What does not
     * have the axis is a line from end to end. */
    struct published_plot_cases cases;
    enum published_along kind;
    const char *along;   /* the axis or the fact */
    const char *label;   /* of that axis */
    const char *follows; /* from the place along it: an axis that makes no series; "": none */
    const char *split;   /* an axis; "": one picture */
    /* An axis of integers: a picture is of the greatest value that it has there; "": none. */
    const char *greatest;
    bool log;
    const struct published_plot_line *lines;
    size_t line_count;
};

/* Returns the number in ns, bytes or a second, and a gain in per cent as a speed-up; NAN where the
 * file has none. */
double published_figure_number(const struct published_figure *figure);

#endif
