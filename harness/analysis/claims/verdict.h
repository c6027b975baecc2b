/* SPDX-License-Identifier: MIT */
/*
 * verdict.h: the words that runs say about a claim. docs/reference/verdict-rules.md explains them.
 *
 *   const struct zones zones = zones_size(6, zones_kappa);              zones.h
 *   struct verdict verdict = zones_judge(&zones, (struct stats_interval){ 6.03, 6.12 });
 *   char text[VERDICT_BYTES];
 *   verdict_words(verdict, text);                                       "CONFIRMED"
 */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_CLAIMS_VERDICT_H
#define CLAIMCHECK_HARNESS_ANALYSIS_CLAIMS_VERDICT_H

#include <stdbool.h>
#include <stddef.h>

/* Zones by how well the statement fares, worst first. */
enum zone {
    ZONE_CONTRADICTED,
    ZONE_NOT_SEEN,
    ZONE_WEAKER,
    ZONE_CONFIRMED,
    ZONE_STRONGER,
    ZONE_COUNT,
};

enum verdict_kind {
    VERDICT_NOT_TESTABLE,
    VERDICT_UNDECIDED,   /* the interval holds CONTRADICTED, and CONFIRMED or STRONGER */
    VERDICT_AT_THE_EDGE, /* likewise, and it is narrow: the two zones touch within it */
    VERDICT_MIXED,       /* some cases hold, others deny */
    VERDICT_ZONES,       /* one zone, "A or B", or "A to B" */
};

struct verdict {
    enum verdict_kind kind;
    unsigned zones; /* a bit for each zone that the interval, or some case, lies in */
};

/* Classes in which verdicts are counted: two zones or more are BETWEEN, AT_THE_EDGE too. */
enum verdict_class {
    VERDICT_CLASS_STRONGER,
    VERDICT_CLASS_CONFIRMED,
    VERDICT_CLASS_WEAKER,
    VERDICT_CLASS_NOT_SEEN,
    VERDICT_CLASS_CONTRADICTED,
    VERDICT_CLASS_MIXED,
    VERDICT_CLASS_BETWEEN,
    VERDICT_CLASS_UNDECIDED,
    VERDICT_CLASS_NOT_TESTABLE,
    VERDICT_CLASS_COUNT,
};

enum { VERDICT_BYTES = 48 };

/* "CONFIRMED", "CONFIRMED or STRONGER", "NOT SEEN to STRONGER", "MIXED", ... Returns text. */
const char *verdict_words(struct verdict verdict, char text[VERDICT_BYTES]);

/* Reads such words; false where they are none. */
bool verdict_find(const char *words, struct verdict *verdict);

/* "STRONGER", ..., "between two words", ... Static storage. */
const char *verdict_class_name(enum verdict_class class);
enum verdict_class verdict_class_of(struct verdict verdict);

/* True where all of the interval is CONFIRMED or STRONGER; NOT SEEN or CONTRADICTED. */
bool verdict_holds(struct verdict verdict);
bool verdict_denies(struct verdict verdict);

bool verdict_same(struct verdict a, struct verdict b);

/* True of words that say something: one zone or several next to each other, or MIXED. */
bool verdict_is_decided(struct verdict verdict);

/* True where both are decided and share no zone, or where one of them alone is MIXED. */
bool verdict_differs(struct verdict a, struct verdict b);

enum verdict_of { VERDICT_OF_ALL, VERDICT_OF_EVERY, VERDICT_OF_ANY };

/* The verdict of several cases: from the worst to the best of them, or MIXED; of `every` the worst,
 * of `any` the best. Cases that are not testable do not count; NOT TESTABLE where none is left. */
struct verdict verdict_join(const struct verdict *cases, size_t count, enum verdict_of of);

#endif
