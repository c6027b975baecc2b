/* SPDX-License-Identifier: MIT */
/*
 * published_cases.h: the cases of a plan that claims are about, for runs of nothing else.
 *
 *   if (published_cases_init(&cases, &request, message))
 *       plan_request.wanted = published_cases_wanted(&cases);
 *   published_cases_finish(&cases);
 *
 * A claim is about the cases that its expressions select, whose values of axes lie in its ranges.
 * What no run can test has none.
 */
#ifndef CLAIMCHECK_HARNESS_CLI_SESSION_PUBLISHED_CASES_H
#define CLAIMCHECK_HARNESS_CLI_SESSION_PUBLISHED_CASES_H

#include "harness/analysis/published/published.h"
#include "harness/engine/plan/plan.h"
#include "harness/record/run/run.h"

struct published_cases_request {
    const char *ids;          /* extended regular expression on ids of claims; NULL: all */
    const char *const *files; /* in place of the shipped ones; none: those */
    size_t file_count;
    const struct technique *const *techniques; /* papers of folders count, too; may be NULL */
    bool with_long;                            /* claims whose cases take minutes, too */
};

struct published_cases {
    struct published_list list;
    const struct published_claim **claims; /* that are wanted, in the order of the list */
    size_t claim_count;
    size_t long_count;          /* that are not, for they take minutes */
    enum bench_profile profile; /* the smallest that has the cases of all */
};

/*
 * False with a one-line message for: a file that cannot be read, a broken expression, one that no
 * id matches (with the nearest), or that none matches which a run can test. To be finished either
 * way.
 */
bool published_cases_init(struct published_cases *cases,
                          const struct published_cases_request *request);
void published_cases_finish(struct published_cases *cases);

/*
 * Reads the papers of folders before anything is measured: each expression of a claim that a run
 * can test fits a case of the profile full. False with a one-line message.
 */
bool published_cases_fit(const struct technique *const *techniques);

/*
 * Raises launches[i] of each case of the plan, group by group, to the processes that the claims
 * about its times want: seven where a case on the host takes part; six, the least that have an
 * interval between them, where one had fewer samples in the first launch of `run` than an interval
 * within a process needs; or else three. run: NULL while nothing is measured.
 */
enum {
    PUBLISHED_LAUNCHES = 3,
    PUBLISHED_LAUNCHES_OF_LONG = 6,
    PUBLISHED_LAUNCHES_OF_HOST = 7,
};
void published_cases_launches(const struct published_cases *cases, const struct plan *plan,
                              const struct run *run, uint32_t *launches);

/* `cases` outlives it. */
struct plan_wanted published_cases_wanted(const struct published_cases *cases);

/*
 * What a software device has no say in: claims about times of cases that run on a device, by those
 * that the plan has, and with `large`, those that only the profile full has the cases of. Sets
 * left_out of each, of which there are claim_count, and returns how many; where that would be all,
 * none is: whoever names such a claim wants its cases.
 */
size_t published_cases_leave_out(const struct published_cases *cases, const struct plan *plan,
                                 bool large, bool *left_out);

/* The claims that are left. Both members outlive it. */
struct published_cases_left {
    const struct published_cases *cases;
    const bool *left_out;
};
struct plan_wanted published_cases_wanted_of(const struct published_cases_left *left);

#endif
