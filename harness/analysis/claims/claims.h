/* SPDX-License-Identifier: MIT */
/*
 * claims.h: what runs say of claims. Runs and published files in, verdicts out;
 * docs/reference/verdict-rules.md has the rules.
 *
 *   struct claims *claims = claims_judge(&(struct claims_request){
 *       .runs = runs, .run_count = run_count, .published = list.files, .published_count = count });
 *   claims_view(&sheet, claims);                 harness/views/claims/claims_view.h: a row each
 *   claims_destroy(&claims);
 *
 * Runs of one device are judged together, those of another for themselves. The caller owns the
 * whole alone; runs and published files outlive it.
 */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_CLAIMS_CLAIMS_H
#define CLAIMCHECK_HARNESS_ANALYSIS_CLAIMS_CLAIMS_H

#include "harness/analysis/claims/estimate.h"
#include "harness/analysis/claims/zones.h"
#include "harness/analysis/published/published.h"
#include "harness/record/run/run.h"

enum claims_mark {
    CLAIMS_NOT_PAPERS = 1 << 0,      /* the published file says that the claim is ours */
    CLAIMS_READING = 1 << 1,         /* the number is ours, for a word of the paper */
    CLAIMS_BY_CONSTRUCTION = 1 << 2, /* no device can make it come out otherwise */
    CLAIMS_AFTER_DATA = 1 << 3,      /* written or changed after the first of these runs, and not
                                        judged since by a run of a new card that carries its hash */
    CLAIMS_PROVISIONAL = 1 << 4,     /* of a model, by fewer than six cards */
    CLAIMS_ONE_PROCESS = 1 << 5,     /* of a card, by one process */
    CLAIMS_CLOCKS = 1 << 6,          /* the two stopwatches give different words */
    CLAIMS_OTHER_ROUNDS = 1 << 7,    /* not in the same rounds */
    CLAIMS_THROTTLED = 1 << 8,       /* all samples of a case were throttled, and count */
    CLAIMS_BAD_ROWS = 1 << 9,        /* unsupported or failed cases are excluded */
    CLAIMS_UNMET = 1 << 10,          /* cases outside the precondition are excluded */
    CLAIMS_NO_STAND_INS = 1 << 11,   /* substitute scenes are excluded */
    CLAIMS_OLDER_KERNELS = 1 << 12,  /* runs of older kernels are excluded */
    CLAIMS_SMALL_PROFILE = 1 << 13,  /* a larger profile has more of its cases */
    CLAIMS_DRIVERS = 1 << 14,        /* the runs are of several drivers */
    CLAIMS_HOSTS = 1 << 15,          /* of several processors, and a case is of kind cpu */
    CLAIMS_SEEDS = 1 << 16,          /* of several seeds: the inputs differ */
    CLAIMS_BUILDS = 1 << 17,         /* of several commits of this program */
    CLAIMS_BY_CUDA_PORT = 1 << 18,   /* not by a run */
    CLAIMS_BY_TRACE = 1 << 19,
    CLAIMS_BY_TEST = 1 << 20,
    CLAIMS_BY_ARITHMETIC = 1 << 21,
};
enum { CLAIMS_MARK_COUNT = 22 };

/* The mark of a claim that other evidence than a run decides; 0 of a run. */
unsigned claims_evidence_mark(enum published_evidence evidence);

/* "one process", ... Static storage. */
const char *claims_mark_text(enum claims_mark mark);

/* A comparison with one number. */
struct claims_pair {
    const char *label;        /* tells it from the others: "HAIR"; "" of one alone */
    const char *key;          /* pairs of one key are one case: their values of the join */
    const char *a, *b;        /* names of cases; b "": none */
    double a_plain, b_plain;  /* of the cases in the typical run; NAN: none */
    bool a_ns, b_ns;          /* which of these are times */
    double published;         /* in the statement's direction; NAN: none */
    struct estimate estimate; /* a / b, or a */
    double r;                 /* in the statement's direction; zones.h */
    struct stats_interval r_interval;
    struct zones zones;
    struct verdict verdict;
};

/* The result by one stopwatch. */
struct claims_reading {
    enum estimate_clock clock;
    struct verdict verdict;
    const struct claims_pair *pairs; /* as context also where the claim is not testable */
    size_t pair_count;
    const struct claims_pair *shown; /* the worst of those that decide, of any the best; NULL where
                                        none has one */
    size_t case_count, held;         /* values of the join: all, and those that hold */
    double r_low, r_high;            /* of the pairs' r; NAN */
    double place_low, place_high;    /* of best_at, from and peaks_within along their axis, of all
                                        series; NAN: none */
};

enum { CLAIMS_READINGS_MAX = 2 };

struct claims_entry {
    const struct published *paper;
    const struct published_claim *claim;
    struct verdict verdict;
    bool measured;      /* the runs have a case of it, be it a failed one; other evidence: of its
                           technique */
    bool complete;      /* and one of each side */
    unsigned marks;     /* of enum claims_mark */
    size_t bad_rows;    /* see CLAIMS_BAD_ROWS */
    const char *reason; /* why NOT TESTABLE, a sentence; "" */
    struct claims_reading readings[CLAIMS_READINGS_MAX]; /* the first is the paper's own */
    size_t reading_count;
    bool both;                          /* both readings decide: the paper does not say which */
    size_t runs, cards;                 /* that it rests on */
    const char *first_date, *last_date; /* of those runs, or records: "2026-11-20"; "" */
};

/* Whose claim it is: verdicts of each are counted apart. */
enum claims_origin {
    CLAIMS_OF_PAPER,
    CLAIMS_OF_READING,        /* our number for the paper's word */
    CLAIMS_OURS,              /* the paper does not make it */
    CLAIMS_CONSTRUCTED,       /* whoever makes it: our code cannot but have it so */
    CLAIMS_OF_OTHER_EVIDENCE, /* whoever makes it: a CUDA port, a trace, a test or arithmetic */
    CLAIMS_ORIGIN_COUNT
};
enum claims_origin claims_origin_of(const struct published_claim *claim);

/* "the papers'", ... Static storage. */
const char *claims_origin_name(enum claims_origin origin);

/* Runs of one device, and what they say. */
struct claims_device {
    const char *name;              /* of the GPU; of the host's processor where there is none */
    const struct run *const *runs; /* in the order given */
    size_t run_count, card_count;
    enum estimate_unit unit;
    const struct claims_entry *entries; /* in the order of files and claims */
    size_t entry_count;
    size_t counts[CLAIMS_ORIGIN_COUNT][VERDICT_CLASS_COUNT]; /* of entries that are measured */
    size_t measured;
};

struct claims {
    struct claims_device *devices; /* in the order in which they are first met */
    size_t device_count;
    struct arena arena;
};

/* The unit that verdicts speak of. */
enum claims_unit {
    CLAIMS_UNIT_AS_GIVEN, /* this card where the runs are of one, else the model */
    CLAIMS_UNIT_CARD,
    CLAIMS_UNIT_MODEL,
};

struct claims_request {
    const struct run *const *runs;
    size_t run_count;
    struct published *const *published;
    size_t published_count;
    const struct published_claim *claim; /* judges this one alone; NULL: all */
    enum claims_unit unit;
    bool by_runs; /* other evidence decides no claim: it says nothing new of these runs */
    double kappa; /* in place of zones_kappa; 0: that */
};

struct claims *claims_judge(const struct claims_request *request);

/* Accepts NULL, sets *claims to NULL. */
void claims_destroy(struct claims **claims);

/* The kind of a pair's number: a ratio of a to b, a part of a whole, a time in ns, bytes, or a
 * count. */
enum claims_quantity { CLAIMS_RATIO, CLAIMS_SHARE, CLAIMS_NS, CLAIMS_BYTES, CLAIMS_PLAIN };
enum claims_quantity claims_quantity_of(const struct published_claim *claim);

#endif
