/* SPDX-License-Identifier: MIT */
/*
 * claims.h: what runs say of claims. Runs and published files in, verdicts out; docs/claims.md has
 * the rules in words.
 *
 *   struct claims *claims = claims_judge(runs, run_count, list.files, list.count);
 *   if (claims)
 *       claims_view(&sheet, claims);             harness/views/claims/claims_view.h: a row each
 *   claims_destroy(&claims);
 *
 * Runs of one device are judged together, those of another for themselves. Nothing here is owned by
 * the caller but the whole; runs and published files outlive it.
 */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_CLAIMS_CLAIMS_H
#define CLAIMCHECK_HARNESS_ANALYSIS_CLAIMS_CLAIMS_H

#include "harness/analysis/claims/estimate.h"
#include "harness/analysis/claims/verdict.h"
#include "harness/analysis/published/published.h"
#include "harness/record/run/run.h"

enum claims_mark {
    CLAIMS_NOT_PAPERS = 1 << 0,      /* the published file says that the claim is ours */
    CLAIMS_BY_CONSTRUCTION = 1 << 1, /* and that no device can make it come out otherwise */
    CLAIMS_ONE_RUN = 1 << 2,         /* within one process: nothing is known between them */
    CLAIMS_FEW_RUNS = 1 << 3,        /* of 2 to 5, which give no interval between them */
    CLAIMS_OTHER_ROUNDS = 1 << 4,    /* not in the same rounds */
    CLAIMS_THROTTLED = 1 << 5,       /* all samples of a case were throttled, and count */
    CLAIMS_BAD_ROWS = 1 << 6,        /* some cases are unsupported, or failed: left out */
    CLAIMS_UNMET = 1 << 7,           /* a fact says of some cases that it is not about them */
    CLAIMS_NO_STAND_INS = 1 << 8,    /* what stands in for a scene is left out */
    CLAIMS_OLDER_KERNELS = 1 << 9,   /* runs whose kernels are not the newest's are left out */
    CLAIMS_SMALL_PROFILE = 1 << 10,  /* a larger profile has more of its cases */
    CLAIMS_SIZE_OPEN = 1 << 11,      /* the published size is not told from 1 */
    CLAIMS_DRIVERS = 1 << 12,        /* the runs are of several drivers */
    CLAIMS_HOSTS = 1 << 13,          /* of several processors, and a case is of kind cpu */
    CLAIMS_UNITS = 1 << 14,          /* of several devices of one name */
    CLAIMS_BUILDS = 1 << 15,         /* of several commits of this program */
    CLAIMS_DEVIATES = 1 << 16,       /* the published file knows deviations of ours */
};
enum { CLAIMS_MARK_COUNT = 17 };

/* "within one run", ... Static storage. */
const char *claims_mark_text(enum claims_mark mark);

/* What was held against a number. */
struct claims_pair {
    const char *label;        /* what tells it from the others: "width:2560"; "" of one alone */
    const char *a, *b;        /* names of cases; b "": none */
    double a_plain, b_plain;  /* medians, bytes, counts as they are; NAN: none */
    double published;         /* NAN: none, as of less */
    struct estimate estimate; /* a / b, or a */
    enum verdict verdict;
};

struct claims_entry {
    const struct published *paper;
    const struct published_claim *claim;
    enum verdict verdict;
    bool measured;                   /* the runs have a case of it, be it a failed one */
    bool complete;                   /* and one of each side */
    unsigned marks;                  /* of enum claims_mark */
    size_t bad_rows;                 /* see CLAIMS_BAD_ROWS */
    const char *reason;              /* why NOT TESTABLE or INCONCLUSIVE, or how far off; "" */
    const struct claims_pair *pairs; /* as context also where the claim is not testable */
    size_t pair_count;
    size_t counts[VERDICT_COUNT];      /* of pairs */
    const struct claims_pair *decided; /* the one that stands for all; NULL where there is none */
    double place_low, place_high;      /* of argmin, crossover and local maximum along their
                                          axis, of all series; NAN: none */
};

/* What a claim is worth as one of the paper's: verdicts of each are counted apart. */
enum claims_origin {
    CLAIMS_OF_PAPER,
    CLAIMS_OURS,        /* the paper does not make it */
    CLAIMS_CONSTRUCTED, /* whoever makes it: our code cannot but have it so */
    CLAIMS_ORIGIN_COUNT
};
enum claims_origin claims_origin_of(const struct published_claim *claim);

/* Runs of one device, and what they say. */
struct claims_device {
    const char *name;              /* of the GPU; of the host's processor where there is none */
    const struct run *const *runs; /* in the order given */
    size_t run_count;
    const struct claims_entry *entries; /* in the order of files and claims */
    size_t entry_count;
    size_t counts[CLAIMS_ORIGIN_COUNT][VERDICT_COUNT]; /* of entries that are measured */
    size_t measured;
};

struct claims {
    struct claims_device *devices; /* in the order in which they are first met */
    size_t device_count;
    struct arena arena;
};

/* NULL when memory runs out. */
struct claims *claims_judge(const struct run *const *runs, size_t run_count,
                            struct published *const *published, size_t published_count);

/* Accepts NULL, sets *claims to NULL. */
void claims_destroy(struct claims **claims);

/* What the number of `decided` is: a ratio of a to b, a time in ns, bytes, or a count. */
enum claims_unit { CLAIMS_RATIO, CLAIMS_NS, CLAIMS_BYTES, CLAIMS_PLAIN };
enum claims_unit claims_unit_of(const struct published_claim *claim);

#endif
