/* SPDX-License-Identifier: MIT */
/* claims_judging.h: one claim while it is judged. Private to claims*.c. */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_CLAIMS_CLAIMS_JUDGING_H
#define CLAIMCHECK_HARNESS_ANALYSIS_CLAIMS_CLAIMS_JUDGING_H

#include "harness/analysis/claims/claims.h"

struct claims_judging {
    struct case_selection_runs runs;
    const struct published_claim *claim;
    struct claims_entry *entry;
    struct case_selection a, b; /* b: no rows where the claim has none */
    struct verdict_rule rule;   /* `exact` is set for each pair */
    struct arena *arena;
    struct claims_pair *pairs;
    size_t pair_capacity;
    bool failed; /* memory ran out */
};

/* A pair more; NULL when memory runs out. */
struct claims_pair *claims_pair_add(struct claims_judging *judging);

/* Fills in the label, the cases and the estimate of a, or a over b; b may be NULL. */
void claims_pair_fill(struct claims_judging *judging, struct claims_pair *pair,
                      const struct case_selection_row *a, const struct case_selection_row *b);

/* A text in the arena; "" when memory runs out. */
const char *claims_text(struct claims_judging *judging, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* True where a and b have the same values of the axes of join, and what b is not a itself. */
bool claims_joined(const struct claims_judging *judging, const struct case_selection_row *a,
                   const struct case_selection_row *b);

/* What a rule says of the pair's interval, wherever it may lie in another process: INCONCLUSIVE
 * where it is not the same everywhere. */
typedef enum verdict claims_rule(const struct claims_judging *judging,
                                 const struct claims_pair *pair, struct stats_interval interval);
enum verdict claims_rule_apply(const struct claims_judging *judging, const struct claims_pair *pair,
                               claims_rule *rule);

/* Relations that hold pair by pair; those that go along an axis. They add pairs with verdicts, and
 * set the entry's verdict and place. */
void claims_pairs_judge(struct claims_judging *judging);
void claims_series_judge(struct claims_judging *judging);

/* Why an INCONCLUSIVE is one; how far off another verdict is, "" where its numbers say it. The
 * entry has its verdict, and the pair that stands for all. */
const char *claims_reason_open(struct claims_judging *judging);
const char *claims_reason_far(struct claims_judging *judging);

/* Sets the entry's marks; `stand_ins` were left out. The entry has its pairs and verdict. */
void claims_marks_find(struct claims_judging *judging, size_t stand_ins);

#endif
