/* SPDX-License-Identifier: MIT */
/* trace_pair.h: two traces of one case, pass by pass: which has grown. Pure. */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_GATE_TRACE_PAIR_H
#define CLAIMCHECK_HARNESS_ANALYSIS_GATE_TRACE_PAIR_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

enum trace_side { TRACE_A, TRACE_B, TRACE_SIDES };

/* All commands of a case on one kernel or buffer. */
struct trace_pair_pass {
    const char *name, *kind;
    bool there[TRACE_SIDES]; /* in one alone: the other took no time for it */
    double us[TRACE_SIDES];
    double count[TRACE_SIDES];
};

struct trace_pair_case {
    const char *name;
    double us[TRACE_SIDES];           /* of all passes */
    double unstamped_us[TRACE_SIDES]; /* of executions without stamps; 0 where it is not known */
    struct trace_pair_pass *passes;   /* what has grown most first */
    size_t pass_count;
};

struct trace_pair {
    struct trace_pair_case *cases; /* that are ok in both, in the order of B */
    size_t case_count;
    size_t alone; /* cases that one of them has not, or not ok */
};

/* Pairs two documents as record/trace_json.h writes them; they outlive the pair. */
void trace_pair_init(struct trace_pair *pair, const json_t *a, const json_t *b);
void trace_pair_finish(struct trace_pair *pair);

/* How much longer it takes in B, us. */
double trace_pair_growth(const struct trace_pair_pass *pass);

/* The pass that has grown most; NULL where none has. */
const struct trace_pair_pass *trace_pair_grown(const struct trace_pair_case *c);

#endif
