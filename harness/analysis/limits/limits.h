/* SPDX-License-Identifier: MIT */
/*
 * limits.h: what a device can do at most (ceilings_), the least time of a case by that (floor_), at
 * what rate a case works (roofline_) and how that changes with the size of its input (growth_),
 * which case is the fastest (fastest_), and what to choose (recommendation_).
 */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_LIMITS_LIMITS_H
#define CLAIMCHECK_HARNESS_ANALYSIS_LIMITS_LIMITS_H

#include "harness/analysis/claims/claims.h"
#include "harness/record/record.h"
#include "harness/record/run/run.h"

/*
 * What a device can do at most, from the cases of a run that measure that. It knows those by struct
 * run_case.ceiling alone; a live run, a resumed one and a file give the same.
 */

/*
 * From the cases with status ok and warm caches. Where several measure the same, the best counts.
 * All 0 when there is none. Those of an earlier run, where the run has taken them.
 */
void ceilings_find(struct run_ceilings *ceilings, const struct run *run);

/* Finds the limits in the newest of several runs that has any. */
void ceilings_find_newest(struct run_ceilings *ceilings, const struct run *const *runs,
                          size_t run_count);

/* Limits of the host with so many threads; NULL when those were not measured. */
const struct run_ceilings_threads *ceilings_of_threads(const struct run_ceilings *ceilings,
                                                       double count);

/* True when anything was measured. */
bool ceilings_known(const struct run_ceilings *ceilings);

/*
 * The best rate of a curve for data of so many bytes: of all working sets from the largest one that
 * is no larger than that on (from the smallest one on, where none is). So the rate of a cache is
 * granted to what may lie in it, and never falls with a set that happened to be slow. 0 for an
 * empty curve.
 */
double ceilings_rate(const struct run_ceilings_curve *curve, double bytes);

/* Least time of a dependent load within so many bytes. 0 where none was measured. */
double ceilings_load_ns(const struct run_ceilings *ceilings, double bytes);

/* ---------------------------------------------------------------------------------------------- */

/*
 * The least time in which a device could do what a case must do, by its ceilings. It is the largest
 * of these times:
 *
 * bytes: of bytes read at the best rate of reading, of bytes written at the best rate of writing,
 * and of both together at the best rate of any of the three curves, the longest. Reading and
 * writing may overlap, so their times are not added up; both share what moves bytes at all.
 *
 * texture: bytes of texels looked up in images, at the best rate of texels of that size.
 *
 * operations: all at the best rate of any kind; floats that must not become multiply-adds, integers
 * and special ones each at the rate of their kind.
 *
 * atomics: of the pattern that takes longest, by whether old values are used.
 *
 * chain: its steps, of those that were recorded the cheapest first (a fill, a copy or read-back, a
 * dispatch that waits, direct or indirect, whichever was cheaper), for a chain may be any of them;
 * and loads and rounds of its kernels, but for one load a step, which the price of a step holds.
 *
 * groups, vertices, pixels: at the rates at which work-groups that do nothing are launched,
 * vertices of triangles are made that cover nothing, and pixels are filled.
 *
 * What was not measured bounds nothing. Of what draws only vertices, pixels and bytes read bound: a
 * pass is no step of a chain, and its images may be packed.
 *
 * A bound, not a prediction: a case at 100 % has nothing left to gain on this device, one far above
 * 100 % cannot be true.
 */

/* In the order of bench_bound_names. */
enum floor_bound {
    FLOOR_NONE,
    FLOOR_BYTES,
    FLOOR_TEXTURE,
    FLOOR_OPERATIONS,
    FLOOR_ATOMICS,
    FLOOR_CHAIN,
    FLOOR_GROUPS,
    FLOOR_VERTICES,
    FLOOR_PIXELS,
    FLOOR_BOUND_COUNT,
};

/* Work of a case; unknown amounts are 0. */
struct floor_work {
    struct bench_work amounts;
    /* Recorded: at most so many steps are of that kind. */
    double direct, indirect, fills, copies, read_backs;
    double threads; /* of the host, of kind CPU */
    bool cold;      /* caches held nothing of it: rates are those of the largest sets */
};

/* Returns the work of a case of a run. */
struct floor_work floor_work_of(const struct run_case *c);

/* Steps of one kind that were recorded, and what each costs. */
struct floor_step {
    double count, ns;
};

/* The least time of so many steps: the cheapest of those that were recorded first, which sorts
 * them; what was not recorded as any of them costs `other_ns`. */
double floor_steps_ns(double steps, struct floor_step *kinds, size_t count, double other_ns);

struct floor_time {
    double ns; /* 0 with FLOOR_NONE: no ceiling is known that bounds the work */
    enum floor_bound bound;
};

/* True when something that draws declares what the ceilings measure of draws: without, it has no
 * floor. */
bool floor_is_known_of_draws(const struct floor_work *work, const struct run_ceilings *ceilings);

struct floor_time floor_find(const struct run_ceilings *ceilings, const struct floor_work *work);

/* Finds the lower bound by the limits of as many threads of the host: bytes and operations. */
struct floor_time floor_find_host(const struct run_ceilings *ceilings,
                                  const struct floor_work *work);

/*
 * Sets the floor of a case of the run, by its GPU time; of kind CPU by its wall time and the
 * ceilings of the host. Cases that measure a ceiling themselves have none. Where the ceilings say
 * that the time cannot be true, more than 5 % below the floor, the case becomes suspect, with the
 * reason, and loses its times; not where `software`, nor of kind CPU: ceilings of a host that has
 * other things to do, too, bound nothing. A case whose baseline is suspect loses its ratio.
 */
void floor_apply(struct run *run, struct run_case *c, const struct run_ceilings *ceilings,
                 bool software);

/* Sets the floors of all cases that are ok, once all ceilings are known. */
void floor_apply_all(struct run *run, const struct run_ceilings *ceilings, bool software);

/* ---------------------------------------------------------------------------------------------- */

/* At what rate a case did the work that it declares: what its ceilings are held
 * against. */

struct roofline {
    double bytes;            /* read, written and of texels, of one execution */
    double bytes_per_s;      /* NAN where there are none, or no time */
    double operations_per_s; /* likewise */
    double intensity;        /* operations of a byte; NAN where one of both is not there */
};

/* Places a case by its GPU time, if it runs on the device alone and is no device limit itself. All
 * NAN and 0 for others: their time holds more than work. */
struct roofline roofline_of(const struct run_case *c);

/* ---------------------------------------------------------------------------------------------- */

/* How the rate of one variant changes with the size of its input. */

enum { GROWTH_POINTS_MAX = 32 };

struct growth_point {
    const struct run_case *c;
    double bytes;       /* that an execution moves, at most the device memory that the case holds */
    double bytes_per_s; /* of all that it moves, by its median */
};

/* Cases of a technique in a run of the profile `scale`, by rising bytes; other runs have none.
 * Cases without a time or bytes have no point. */
struct growth {
    struct growth_point points[GROWTH_POINTS_MAX];
    size_t count;
};

void growth_find(struct growth *growth, const struct run *run, const char *technique);

/*
 * The knee: the two neighbours behind the fastest point between which the rate first falls below
 * the middle of the fastest and the last. False where the last is within 15 % of the fastest, and
 * of fewer than three points.
 */
struct growth_knee {
    size_t fastest, before, after; /* points; the last is where it ends */
};
bool growth_knee_find(const struct growth *growth, struct growth_knee *knee);

enum { GROWTH_TEXT_BYTES = 256 };

/* Writes the knee as a sentence: "falls from 5.1 TB/s to 2.9 TB/s, half of it between 32 MiB and 48
 * MiB"; that there is none; or "" of fewer than three points. */
void growth_text(const struct growth *growth, char text[GROWTH_TEXT_BYTES]);

/* ---------------------------------------------------------------------------------------------- */

/*
 * Which case of a workload is the fastest, by paired_ratio(): medians may cross where
 * the pairs of each round do not.
 *
 * GPU time and wall time are not compared, nor device and host, nor hot and cold caches: a workload
 * has a fastest case of each kind in each cache mode.
 */

/* Who is compared: verified cases with a time, which do all of the work. */
struct fastest_field {
    const char *workload;
    enum bench_kind kind;
    bool cold;
    const struct catalogue *catalogue; /* that knows who does not; NULL: all do */
};

/* True for a yardstick, and for what struct catalogue.does_part says. */
bool fastest_does_part(const struct catalogue *catalogue, const struct run_case *c);

/* True for a case of the field that has a time and may be the fastest. */
bool fastest_is_candidate(const struct run_case *c, const struct fastest_field *field);

struct fastest {
    /* The case that no other is below in the rounds of both, or by its median where two have no
     * round in common; where each case is below another, the one with the smallest median. NULL
     * where the field is empty. */
    const struct run_case *first;
    /* Ties have a ratio to the fastest whose interval contains 1, or lies on the other side.
     * Unpaired cases have fewer common rounds than an interval needs. Both are in the order of the
     * run; malloc'ed. */
    const struct run_case **ties, **unpaired;
    size_t tie_count, unpaired_count;
    size_t candidate_count; /* in the field, the first among them */
};

void fastest_find(const struct run *run, const struct fastest_field *field,
                  struct fastest *fastest);
void fastest_finish(struct fastest *fastest);

/* ---------------------------------------------------------------------------------------------- */

/*
 * What to choose on a device, for each question that a run has an answer to.
 * Pure: a run and its verdicts in, advice out; views/claims/claims.h has the words.
 *
 * A question is a bench. Its inputs are the workloads in which cases of two of its variants are
 * verified, of one kind and with hot caches, which do all of the work (bench_axis.parts); GPU, and
 * where no input has those, HOST_DRIVEN, and then CPU. An input tells who is the fastest where the
 * case that leads is ahead of every case of another variant, by paired_ratio(), with
 * the whole interval, and by more than what verdicts call a difference.
 *
 *   ONE    all inputs tell, and tell the same variant
 *   SPLIT  more than half of the inputs tell, and they tell two variants, one up to a value of an
 *          axis that is a number, the other above it
 *   MOST   more than half of the inputs tell the same variant
 *
 * What none of these fits, ties above all, has no advice. Nor has a question that no claim with a
 * verdict speaks of, as a run of some cases has only by accident; one in which kernels of the
 * user's ran; and anything on a software device.
 */

enum recommendation_rule { RECOMMENDATION_ONE, RECOMMENDATION_SPLIT, RECOMMENDATION_MOST };

struct recommendation {
    const char *technique, *bench;
    enum recommendation_rule rule;
    const struct run_case *fastest; /* in the first input that tells it */
    bool everywhere;                /* with the same axes of its own in all that tell it */
    size_t inputs, wins;            /* of the bench; that tell the fastest */

    const struct run_case *other; /* SPLIT: the fastest above `limit` */
    const char *axis, *limit;     /* SPLIT: and its largest value up to which `fastest` is */

    const struct run_case *baseline; /* of that input; NULL where it is not of the kind */
    double least, most; /* baseline's time over its own, in the inputs that tell it; NAN */

    size_t consistent, contradicted; /* claims that speak of the question, by their verdicts */
    const char *claim;               /* the first that is contradicted; "" */
};

struct recommendation_list {
    struct recommendation *list; /* malloc'ed; texts are the run's and the claims' */
    size_t count;
    struct run whole; /* the run without cases that do a part of the work: its array of cases is of
                         its own, and all that the advice names are in it */
};

/* In the order in which the run has the benches. `catalogue` may be NULL. */
void recommendation_find(struct recommendation_list *advice, const struct run *run,
                         const struct claims *claims, const struct catalogue *catalogue);
void recommendation_finish(struct recommendation_list *advice);

/* True of an axis of the case that its whole workload does not share: of the variant's own. */
bool recommendation_axis_own(const struct run *whole, const struct run_case *c, size_t axis);

#endif
