/* SPDX-License-Identifier: MIT */
/*
 * compare.h: two runs, of two devices or of two days: what differs between them, and each case of
 * both, joined by name.
 *
 * Their rounds are never paired: each case has an interval of its own in either run, as below. That
 * says nothing of what differs from one run to the next, so for one device this is a coarse
 * recommendation, by a threshold of 10 %, or 15 % where the unit or its configuration is another.
 * The rows are the gate's, and so is all that is said of them; no counters are compared.
 *
 * For devices of different models the ratio is all that is said. A row is incomparable where what
 * was measured is not the same: settings. Of different models, sampling may follow the device:
 * inner repetitions and the profile are then no reason.
 */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_COMPARE_COMPARE_H
#define CLAIMCHECK_HARNESS_ANALYSIS_COMPARE_COMPARE_H

#include "harness/analysis/claims/claims.h"
#include "harness/analysis/gate/gate.h"
#include "harness/record/run/run.h"

/* 10 %; 15 % where the unit or its configuration is another. */
extern const double compare_threshold, compare_threshold_other;

struct compare;

/* Returns the setting in which a case of compare->a and one of compare->b differ: "kind", "inner
 * repetitions"; "": they agree. Static storage. Beside the runs, it reads `models` and `hosts`
 * alone. */
const char *compare_setting_between(const struct compare *compare, const struct run_case *a,
                                    const struct run_case *b);

/* Clocks of a technique's rows: times of the device and wall times are not averaged. */
enum compare_clock { COMPARE_GPU, COMPARE_WALL, COMPARE_HOST, COMPARE_CLOCK_COUNT };

/* "GPU time", "wall time", "host"; static storage. */
const char *compare_clock_name(enum compare_clock clock);
enum compare_clock compare_clock_of(const struct run_case *c);

struct compare_technique {
    const char *name;
    enum compare_clock clock;
    size_t rows;                  /* with a ratio, and comparable */
    double mean, least, greatest; /* of the ratios; the mean is the geometric one */
};

/* How fast B is beside A, over cases that measure no device limit, by one clock: GPU time; where no
 * such case has that, wall time; and then the host's. */
struct compare_overall {
    enum compare_clock clock;
    size_t rows;  /* with a ratio, and comparable */
    double speed; /* geometric mean of A's time over B's: above 1, B is faster; NAN without rows */
    size_t faster, slower; /* of those rows */
};

/* Something that the heads of both files say, and not alike. */
struct compare_difference {
    const char *what, *a, *b; /* a and b: "" where the file does not say */
    bool configuration;       /* it makes the threshold the wider one */
};

/* One claim in both runs. */
struct compare_claim {
    const struct claims_entry *a, *b;
};

struct compare {
    const struct run *a, *b;
    bool models; /* the devices are of different models */
    bool hosts;  /* likewise the hosts */
    struct compare_difference *differences;
    size_t difference_count;
    /* Kernels that both have, by name; those with another hash, in the order of a. */
    const char **kernels;
    size_t kernel_count, kernels_common;
    struct gate_rows rows;
    size_t joined; /* of both runs */
    struct judge_tally tally;
    struct compare_technique *techniques; /* in the order of the rows */
    size_t technique_count;
    struct compare_overall overall;
    /* Smallest effects over all judged rows: half of the rows, and nine of ten, have one of at most
     * so much; NAN where there is none. */
    double smallest_half, smallest_most;
    /* compare_claims(): those that either run tells something of, in the order of the files. */
    struct compare_claim *claims;
    size_t claim_count;
    size_t claims_decided;      /* in both: verdict_is_decided() */
    size_t claims_changed;      /* of those, whose verdicts differ */
    size_t claims_untestable;   /* measured, and not testable in either: not among the above */
    struct claims *of_a, *of_b; /* what these point into */
};

/* Finds what differs between both runs, without rows. The runs outlive the comparison. */
void compare_heads(struct compare *compare, const struct run *a, const struct run *b);

/* Closes a row of both runs by their times, unless it has a limit by `theta`; 0: by the thresholds
 * above. Of two models the row has the ratio alone. */
void compare_row_close(const struct compare *compare, struct gate_rows *rows, struct gate_row *row,
                       double theta);

/*
 * The runs outlive the comparison. `only` may be NULL; otherwise a row is left out where it says
 * no.
 */
void compare_runs(struct compare *compare, const struct run *a, const struct run *b,
                  bool (*only)(const void *context, const char *name), const void *context);

/* Judges the claims of those files by each run for itself; they outlive the comparison. */
void compare_claims(struct compare *compare, const struct published_list *published);

void compare_finish(struct compare *compare);

/* ---------------------------------------------------------------------------------------------- */

/* Two cases of a run compared by the rounds that they have in common. */

/*
 * The time of a over the time of b in each round that holds a sample of both which counts, a
 * throttled one as little as in the run's own ratios: the median of those with its interval, within
 * one process; of cases with several launches the median over the launches of both, with its
 * interval between them (launch_stats). By wall time where either of them is judged by it. No
 * pairs where they are of different workloads or cache modes.
 */
struct stats_ratio paired_ratio(const struct run_case *a, const struct run_case *b);

/* Whether a sample of the case is one of those that its medians and ratios are of. */
bool paired_counts(const struct run_case *c, const struct run_sample *sample);

/* One of two, and by which of its times. */
struct paired_side {
    const struct run_case *c;
    bool wall;
};

/* True of two cases of one workload and cache mode, whose rounds are then the same; no other tool
 * takes turns. */
bool paired_possible(const struct run_case *a, const struct run_case *b);

/* The times of both in the rounds of a launch (0 where there are none) that hold samples of both
 * which count and are above 0; each array has room for the samples of its case, or those of the
 * other. Returns how many. */
size_t paired_collect(struct paired_side a, struct paired_side b, uint32_t launch, double *times_a,
                      double *times_b);

/* Lists the times of one side alone. */
size_t paired_times(struct paired_side side, uint32_t launch, double *times);

/* ---------------------------------------------------------------------------------------------- */

/* Two cases that share no rounds, of two runs or of two groups of one, compared by an interval
 * each. What both ran beside, and when, differs: a smaller number than paired_ratio() has. */

/* Confidence of each of two intervals: both hold at once with 95 % at least. */
#define UNPAIRED_CONFIDENCE 0.975

/*
 * Returns the confidence interval of the median of a case's GPU or wall times, from the samples
 * that count. Several launches give the interval between launches. If they are too few for that
 * confidence, the interval spans the median of each launch and its interval within the process.
 * Both ends are NAN for fewer than 7 samples.
 */
struct stats_interval unpaired_interval(const struct run_case *c, bool wall, double confidence);

/* Median of those times; NAN where there is none. */
double unpaired_median_ns(const struct run_case *c, bool wall);

/*
 * The time of a over the time of b, with an interval of at least 95 %: from the low end of a's
 * over the high end of b's to the other way round. By wall time where either of them is judged by
 * it. NAN where one has no time; both ends of the interval NAN where one has none. pairs is 0:
 * there are none.
 */
struct stats_ratio unpaired_ratio(const struct run_case *a, const struct run_case *b);

#endif
