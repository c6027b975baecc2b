/* SPDX-License-Identifier: MIT */
/*
 * gate.h: whether the new side of a row is slower than the old one. Pure: times and runs in.
 *
 * In this order: bounds and verdicts from blocks of samples that took turns; what was counted
 * (gate_counters_); the rows of a session (gate_rows_); what a file says of single rows
 * (gate_limits_); the session at its end (gate_result); one build against itself (gate_self_).
 */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_GATE_GATE_H
#define CLAIMCHECK_HARNESS_ANALYSIS_GATE_GATE_H

#include "harness/analysis/judge/judge.h"
#include "harness/base/base.h"
#include "harness/record/record.h"
#include "harness/record/run/run.h"

/*
 * How much slower the new side is than the old one, from blocks of samples that took turns. Pure
 * functions on times.
 *
 * A block is what one launch gave: GATE_PAIRS samples of either side, in turns. Samples of two
 * blocks are never held against one another, so what differs from launch to launch alike for both
 * sides is in no ratio. Precision comes from more launches, never from more pairs in one.
 */

enum { GATE_PAIRS = 5, GATE_LAUNCHES_MAX = 40 };

/* Times in ns, or of any one unit, above 0. */
struct gate_block {
    double old[GATE_PAIRS], new[GATE_PAIRS];
};

/*
 * The 1-based rank of the lower bound among the GATE_PAIRS^2 ratios of each of `blocks` blocks,
 * ascending: the largest below which at most `alpha` lies when both sides are alike. Exact: the
 * number of ratios below 1 is then a sum of Mann and Whitney's U, one per block. 0 where no rank
 * is safe enough. At most GATE_LAUNCHES_MAX blocks.
 */
size_t gate_rank(size_t blocks, double alpha);

/* Hodges and Lehmann's estimate and its bounds, stratified by blocks: the median of the ratios, and
 * bounds either of which misses the truth with the probability asked for; NAN: too few. count: 1 to
 * GATE_LAUNCHES_MAX. */
struct judge_ratio gate_bounds(const struct gate_block *blocks, size_t count, double alpha);

/* The least time of the new side over the least of the old one: a second opinion. */
double gate_ratio_of_least(const struct gate_block *blocks, size_t count);

/*
 * The verdicts of an interleaved comparison, of a row and of all rows. Pure rules; their cost, and
 * how often they err, tests/analysis/gate_errors_test.c finds.
 *
 * A row is looked at after 2, 4 and 6 launches, where it may pass, and after all of them, where
 * alone it may fail: that an unchanged kernel is called slower costs somebody a day. What is called
 * slower is measured once more, in processes of its own, before it counts.
 */

enum { GATE_LAUNCHES = 10 };

/* The default threshold, 3 %; and how often the bounds of all launches hold the ratio, 99 %, where
 * launches are alike. */
extern const double gate_theta, gate_confidence;

struct gate_limits; /* below */
struct trace_pair;  /* below */

struct gate_rule {
    double theta;        /* 0.03: a ratio between 1 / 1.03 and 1.03 is no change */
    size_t launches;     /* all of them: GATE_LAUNCHES, or more where launches differ much */
    bool software_times; /* times of a software device gate, too */
    bool commands;       /* sides are commands of anybody's: wall times gate */
    const struct gate_limits *limits; /* of single rows; NULL: none */
    /* Names of cases that the session measures against themselves. Ends with NULL; NULL: none. */
    const char *const *controls;
};

struct gate_found {
    enum judge_verdict look;   /* OPEN: measure on; SLOWER: to be confirmed */
    struct judge_ratio bounds; /* the look was decided by these, and they are printed */
    bool whole;                /* of all launches */
    size_t launches;
    double smallest; /* the least change that would have been found with a probability of 80 %, 0.05
                        for 5 %; NAN where there are no bounds */
    bool slower_small; /* slower beyond doubt, by less than theta */
    bool scattered;    /* of commands: the launches differ too much for what the bounds say */
    bool disagree;     /* the ratio of the least times says something else, by more than theta */
};

/* True where a row of so many launches is looked at. */
bool gate_looks(size_t launches, struct gate_rule rule);

/* count: at least 1. JUDGE_OPEN where this is no look, too. */
struct gate_found gate_look(const struct gate_block *blocks, size_t count, struct gate_rule rule);

/* again: NULL where nothing was measured once more, which only what is slower needs. */
enum judge_verdict gate_settle(const struct gate_found *first, const struct gate_found *again);

/* ---------------------------------------------------------------------------------------------- */

/*
 * Counters of a case, which are counted and not timed, on both sides. Pure: takes runs.
 *
 * No noise is in a count: what the harness counts itself (dispatches, barriers, submits and the
 * like), the declared work, the most device memory held at once, metrics that the bench calls
 * exact, and the facts of the workload. Of two runs with one seed
 *
 *   counters, work   more is a failure, fewer is a note
 *   peak_bytes       likewise, on one driver; another one may round otherwise
 *   metrics, facts   they are of the output, or of what it is made of: any other is a failure
 *
 * What one side alone has counted is not judged, work that one side alone has declared neither: an
 * earlier build counted less. Facts say nothing of a case by themselves: a case of which nothing
 * else is on both sides was not told to be the same.
 */

enum { GATE_COUNTERS_TEXT_BYTES = 256, GATE_COUNTER_NUMBER_BYTES = 32 };

enum gate_change {
    GATE_CHANGE_FEWER,
    GATE_CHANGE_MORE,
    GATE_CHANGE_OTHER, /* neither is better */
    GATE_CHANGE_COUNT,
};

/* "fewer", "more", "other"; static storage. */
extern const char *const gate_change_names[GATE_CHANGE_COUNT];

/* One that is not the same on both sides. */
struct gate_counter {
    const char *name;      /* as in the run file: "barriers", "work.bytes_read", "metrics.n_out",
                              "facts.nodes", of a series with the place of the first that differs */
    const char *old, *new; /* the numbers with all digits, or the texts */
    enum gate_change change;
    const char *accepted; /* why it does not fail; NULL where it does, or is a note */
};

struct gate_counters {
    struct gate_counter *list; /* those that differ, in the order above; in the arena */
    size_t count;
    size_t compared;  /* of the case, on both sides, and not 0 on both unless of its output */
    const char *lost; /* the first that the old side alone has; NULL: none */
};

/* The case of either run, measured with one seed. */
void gate_counters_find(struct gate_counters *counters, struct arena *arena,
                        const struct run *old_run, const struct run_case *old,
                        const struct run *new_run, const struct run_case *new);

/* A number as `old` and `new` have it. */
void gate_counter_number(double number, char text[GATE_COUNTER_NUMBER_BYTES]);

/* How many of them make a row fail: more or other, and not accepted. */
size_t gate_counters_failing(const struct gate_counters *counters);

/* "barriers 13, were 12; submits 2, were 1", of those that fail, or of the others; cut, with how
 * many more there are; "" where there is none. */
void gate_counters_text(const struct gate_counters *counters, bool failing,
                        char text[GATE_COUNTERS_TEXT_BYTES]);

/* ---------------------------------------------------------------------------------------------- */

/*
 * The rows of a session, and what each launch adds to them. Pure: runs in.
 *
 * A row is a case of both sides, by its name, or one of one side, which is told at once. A launch
 * adds a block to each row that is open, and a row is closed as soon as it has a verdict. When none
 * is open, those that were slower are opened once more, for blocks of their own.
 */

/* One launch: a run of either side; or one run of both, whose overrides are the old side. */
struct gate_launch {
    const struct run *old, *new;
    bool new_first; /* of two, which was measured first */
    bool twins;
    const struct saved_kernels *saved; /* what the twins' kernels are of; NULL: all cases are */
};

/* Blocks of the first launches of a session, or of those that confirm. */
struct gate_series {
    struct gate_block *blocks; /* in the arena, which has room for GATE_LAUNCHES_MAX; NULL: none */
    size_t count;
    size_t replaced;         /* blocks that are not here since the clocks of both sides differed */
    struct gate_found found; /* of the blocks so far; launches 0: none */
};

struct gate_limit; /* below */

struct gate_row {
    const char *name;
    const struct run_case *old, *new; /* of the first launch; NULL where that side has it not */
    bool open;                        /* it needs more blocks */
    bool confirming;                  /* they are those of `again` */
    bool built_in; /* both sides are one: it counts for the session, not as a row */
    bool between;  /* its sides are those of two launches, one after the other */
    double theta;  /* the rule's, or its own */
    const struct gate_limit *limit, *quarantine; /* why; NULL: the rule's, and none */
    const char *setting;        /* in which the sides differ, so that no times are compared; "" */
    bool kernel;                /* of two runs: a kernel has another hash */
    bool constants;             /* or other specialization constants */
    enum judge_verdict verdict; /* where it is not open */
    const char *reason;         /* "" where the verdict says all */
    struct gate_series first, again;
    struct gate_counters counters; /* that are not the same on both sides, by the first launch */
    bool untimed;                  /* its times do not gate: nothing but counters was judged */

    /* The rest is gate_rows.c's: of a built-in, what the launch before measured last. */
    double before[GATE_PAIRS], before_hz;
    bool has_before;
    bool cut; /* closed as there was no time left for it */
};

struct gate_rows {
    struct gate_rule rule;
    struct gate_row
        *rows; /* in the order of the old run; what it has not, then the built-in ones */
    size_t count;
    size_t unchanged; /* cases that are no rows, as a twin has no kernel that differs */
    size_t unsaved;   /* likewise, as the folder of kernels has none of theirs */
    size_t gone;      /* cases of the folder of kernels that the first launch has not */
    size_t samples, samples_throttled; /* of all launches */
    bool stored;        /* the old side are runs that were accepted before (baseline.h) */
    double theta_other; /* the threshold of stored ones of another unit, driver or configuration */
    const struct run *first; /* the new side of the first launch */
    struct arena arena;
};

/*
 * Makes the rows of what the first launch has, with its blocks. Cases for which `only` says no are
 * left out; NULL: all are in. The launch's runs outlive the rows. False
 * with a one-line message where the runs cannot be held against each other; gate_rows_finish() is
 * due either way.
 */
bool gate_rows_init(struct gate_rows *rows, const struct gate_launch *launch, struct gate_rule rule,
                    bool (*only)(const void *context, const char *name), const void *context);
void gate_rows_finish(struct gate_rows *rows);

/* A block more for each open row. False with a one-line message where a run is of another device or
 * profile than the first, has no such row, or not GATE_PAIRS samples of it. */
bool gate_rows_add(struct gate_rows *rows, const struct gate_launch *launch);

/* How many are open. */
size_t gate_rows_open(const struct gate_rows *rows);

/* Opens those that were slower for the second time, each once; how many. None may be open. */
size_t gate_rows_confirm(struct gate_rows *rows);

/* Closes what is open, as undecided. `cut`: since there is no time left, which is nothing that a
 * control says. */
void gate_rows_close(struct gate_rows *rows, const char *reason, bool cut);

struct judge_tally gate_rows_tally(const struct gate_rows *rows);

/* The median of a side's samples, in ns: of the first series' blocks, or where there are none, of
 * the first launch; NAN where it has no time, or times were not compared. */
double gate_row_median(const struct gate_row *row, bool is_new);

/* Parts of the above, of either side's case. */

/* Begins a row for each case of either run for which `only` says so (NULL: all): in the order of
 * the old one, then what that has not. There is room for so many `more`. */
void gate_rows_pair(struct gate_rows *rows, const struct run *old, const struct run *new,
                    size_t more, bool (*only)(const void *context, const char *name),
                    const void *context);

/* Takes the times of its samples, in ns. False with a one-line message where they are not
 * GATE_PAIRS. */
bool gate_times_take(const struct run *run, const struct run_case *c, double times[GATE_PAIRS]);

/* A row more, open where both sides have it; there is room. */
struct gate_row *gate_row_begin(struct gate_rows *rows, const struct run_case *old,
                                const struct run_case *new);

/* Closes a row by a verdict, and why. */
void gate_row_close(struct gate_rows *rows, struct gate_row *row, enum judge_verdict verdict,
                    const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Closes it where the statuses say all that there is to say, without any time; false where both are
 * well. */
bool gate_row_tell(struct gate_rows *rows, struct gate_row *row, const struct run_case *old,
                   const struct run_case *new);

/* Closes it by counters, for which the first launch suffices, and by times that do not gate; false
 * where times are to decide. */
bool gate_row_count(struct gate_rows *rows, struct gate_row *row, const struct gate_launch *launch,
                    const struct run_case *old, const struct run_case *new);

/* ---------------------------------------------------------------------------------------------- */

/*
 * What a file says of single rows: thresholds of their own; rows in quarantine, which are measured
 * and told, and never fail; counters that were changed on purpose.
 * results/thresholds.schema.json has the format.
 */

/* Range of a threshold, as a share. */
extern const double gate_limits_theta_min, gate_limits_theta_max;

enum gate_limit_kind {
    GATE_LIMIT_THRESHOLD,
    GATE_LIMIT_QUARANTINE,
    GATE_LIMIT_ACCEPTANCE, /* of a counter that may change so, and no otherwise */
    GATE_LIMIT_KINDS
};

struct gate_limit {
    const char *name;   /* of the case; "": of those that the expression matches */
    const char *text;   /* the expression */
    const char *device; /* on that one alone; "": on any */
    const char *reason;
    const char *until; /* the last day it counts, "2027-01-31"; "": no last one */
    struct expression rows;
    bool has_rows; /* it has an expression */
    double theta;  /* of a threshold, as is: */
    double least;  /* measured: the least that somebody may ask for, who then gets that; NAN: he
                        may ask for no less than theta, and gets theta */
    const char *counter, *from, *to; /* of an acceptance: as in struct gate_counter */
    bool expired;
};

struct gate_limits {
    struct gate_limit *lists[GATE_LIMIT_KINDS];
    size_t counts[GATE_LIMIT_KINDS];
    struct arena arena;
};

/* today: as `until`, in UTC. `path` is what messages call it. False with a one-line message;
 * gate_limits_finish() is due either way. */
bool gate_limits_read(struct gate_limits *limits, const json_t *document, const char *path,
                      const char *today);
void gate_limits_finish(struct gate_limits *limits);

/*
 * Gives each row the first threshold that is for it, and the first quarantine; what has expired
 * counts for nothing. To be done before any row has been looked at. theta: that somebody asked for;
 * 0: nobody did. False with a one-line message where that is tighter than a row's own, or the row's
 * threshold than the largest `least` of all that are for it. The limits outlive the rows.
 */
bool gate_limits_apply(const struct gate_limits *limits, struct gate_rows *rows, const char *device,
                       double theta);

/* Marks those counters of a case that are accepted, each by the first entry that is for it. */
void gate_limits_accept(const struct gate_limits *limits, const char *name, const char *device,
                        struct gate_counters *counters);

/* False where the entry is for this day and device, and no row of the session fits it. */
bool gate_limit_fits(const struct gate_limit *limit, const struct gate_rows *rows,
                     const char *device);

/* ---------------------------------------------------------------------------------------------- */

/* A session at its end, and what stands behind its rows. */

/* Rows that fail, by the kernels that they have in common. */

struct gate_cause {
    const char *kernel; /* that all of the rows have; NULL: those that share none with another */
    bool changed;       /* its SPIR-V differs between the sides */
    const struct gate_row **rows;
    size_t count;
};

/*
 * The fewest kernels that the rows which are slower or failed have in common, one after the other
 * that of most of the rows that are left: kernels whose SPIR-V is another one before those that are
 * the same, since these are what can be the cause. Every failing row is in one of them. Memory is
 * that of the arena.
 */
struct gate_cause *gate_causes_find(const struct gate_rows *rows, const struct run *old,
                                    const struct run *new, struct arena *arena, size_t *count);

/* True of a verdict that fails by itself. */
bool gate_row_fails(const struct gate_row *row);

/* Reasons for a slower row: the pass that has grown, and what the driver made of the kernels. Pure:
 * rows, runs and two traces in. */

/* A kernel of both sides of which one of the first facts of override.h differs: registers, spills,
 * local memory. NAN: the driver does not say. */
enum { GATE_FACTS = 3 };
struct gate_detail_kernel {
    const char *name;
    double old[RESULTS_OVERRIDE_FACT_COUNT], new[RESULTS_OVERRIDE_FACT_COUNT];
};

struct gate_detail {
    const struct gate_row *row;
    const struct trace_pair_case *timeline; /* NULL: there is none of both sides */
    struct gate_detail_kernel *kernels;
    size_t kernel_count;
};

/*
 * Of each row that is slower, in their order; `old` and `new` are the runs that the rows are of,
 * `traces` timelines of the same cases, NULL where there are none, which outlive the details.
 * Memory is that of the arena.
 */
struct gate_detail *gate_details_find(const struct gate_rows *rows, const struct run *old,
                                      const struct run *new, const struct trace_pair *traces,
                                      struct arena *arena, size_t *count);

/* True of a row that they are wanted of. */
bool gate_detail_wants(const struct gate_row *row);

struct gate_result {
    const struct gate_rows *rows;
    const struct run *old, *new;         /* of the first launch */
    const struct saved_kernels *kernels; /* that were the old side; NULL: that was a build */
    struct judge_tally tally;
    struct judge_exit rule;
    int code; /* judge_exit_code() */
    const struct gate_cause *causes;
    size_t cause_count;
    const struct gate_detail *details; /* of rows that are slower */
    size_t detail_count;
    uint64_t seed;
    size_t launches, launches_again; /* of both series */
    double seconds;
    const char *filter;  /* as the user gave it; NULL */
    bool gate;           /* rows are of the profile `gate` */
    bool brief;          /* for a terminal: no long list of what is the same */
    const char *retest;  /* the command that measures again what failed; NULL: nothing did */
    const char *started; /* UTC, as in run files */
    /* The accepted runs that were the old side, a line each; NULL: that was measured now. */
    const char *const *stored;
    size_t stored_count;
};

/* The rows as they are now, with their tally and its exit code; the seed is that of `new`. The rest
 * is the session's to add. */
struct gate_result gate_result_make(const struct gate_rows *rows, const struct run *old,
                                    const struct run *new, struct judge_exit rule);

/* Verdicts for tools that know passed, failed and skipped. Pure. */

enum gate_report {
    GATE_REPORT_PASSED,
    GATE_REPORT_FAILED,  /* it makes the exit code 1 */
    GATE_REPORT_ADVISED, /* it would, but for `advisory` */
    GATE_REPORT_SKIPPED, /* it was not told */
};

/* Reports a row that is not built in. */
enum gate_report gate_report_row(const struct gate_row *row, struct judge_exit rule);

/* Reports the session as a whole. It failed where the session, and no row, makes the exit code 1.
 * It is skipped where nothing was decided. A discarded result, 99, is none of these and counts as
 * passed. */
enum gate_report gate_report_session(const struct gate_result *outcome);

/* The rows that are no built-in ones, what is worst first, in the order of the rows within one
 * verdict; `sorted` has room for all rows. How many. */
size_t gate_report_sort(const struct gate_rows *rows, const struct gate_row **sorted);

/* ---------------------------------------------------------------------------------------------- */

/*
 * One build against itself: how far launches differ on this machine, and what can honestly be told
 * apart there. Pure: runs in.
 *
 * A launch is one process here. The first and the second have one seed, and so the same input; so
 * have the third and the fourth, and so on. What those two differ in is no change of a kernel or of
 * the input, so they are a block (struct gate_block) of which every verdict but `same` would be a
 * false alarm.
 */

enum { GATE_SELF_LAUNCHES_MIN = 4, GATE_SELF_LAUNCHES_MAX = 2 * GATE_LAUNCHES };

/*
 * Rows in the order of the first run. INCOMPARABLE: it has no time by the device's clock in some
 * launch; FAILED: its result is wrong; SLOWER: it would be called slower, or faster, by the rule's
 * threshold. `theta` is the rule's, or where launches differ by more than 1 % what is honest: the
 * `smallest` that is found, three times the spread, as the rule's 3 % are of the 1 % that
 * gate_errors_test.c finds it to bear; and above what the blocks would be called slower by.
 */
struct gate_self {
    struct gate_rows rows;
    struct run *first; /* owned */
    size_t launches;
};

/* A launch more; the first one makes the rows, of the cases for which `only` says so, and keeps its
 * run. False with a one-line message. */
bool gate_self_add(struct gate_self *self, struct run **run,
                   bool (*only)(const void *context, const char *name), const void *context);

/* After at least GATE_SELF_LAUNCHES_MIN launches. theta: the rule's. */
void gate_self_judge(struct gate_self *self, double theta);

/* Standard deviation of the logarithms of the medians of launches with one input: 0.01, 1 %. */
double gate_self_spread(const struct gate_row *row);

void gate_self_finish(struct gate_self *self);

/* ---------------------------------------------------------------------------------------------- */

/* What a driver says that kernels cost, now and before: registers, spills, scratch
 * or local memory, instructions. It has no noise: the same SPIR-V, driver and chip give the same.
 * Pure. */

/*
 * Of two documents of `claimcheck list --kernels --json`, a new reference:
 *
 *   {"same": N, "more": N, "fewer": N, "lost": N, "gone": N, "new": N, "changes": [
 *      {"change": "more"|"fewer", "kernel": .., "executable": .., "statistic": .., "from": ..,
 *       "to": ..},
 *      {"change": "lost"|"gone"|"new", "kernel": .., "reason": ..}, ...]}
 *
 * Numbers count kernels, each once: one with a statistic that is more is `more`, whatever else is
 * fewer; `lost` is what was compiled before, and is not now. `gone` are looked for where `whole`
 * says that `after` has all kernels. Entries that stand in for others are left out.
 */
json_t *kernel_costs_compare(const json_t *before, const json_t *after, bool whole);

/* The entry of such a list of statistics that has the executable and the name of `wanted`; NULL. */
const json_t *kernel_costs_like(const json_t *statistics, const json_t *wanted);

/* Compares chip and driver, where both are known; only equal ones are comparable. */
bool kernel_costs_comparable(const json_t *before, const json_t *after);

/* True where the gate fails: something is more, or lost. */
bool kernel_costs_fail(const json_t *compared);

/* How many kernels were held against what they were. */
json_int_t kernel_costs_held(const json_t *compared);

/* ---------------------------------------------------------------------------------------------- */

/* Two traces of one case, pass by pass: which has grown. Pure. */

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

/* Pairs two documents as trace_json_create() writes them; they outlive the pair. */
void trace_pair_init(struct trace_pair *pair, const json_t *a, const json_t *b);
void trace_pair_finish(struct trace_pair *pair);

/* How much longer it takes in B, us. */
double trace_pair_growth(const struct trace_pair_pass *pass);

/* The pass that has grown most; NULL where none has. */
const struct trace_pair_pass *trace_pair_grown(const struct trace_pair_case *c);

#endif
