/* SPDX-License-Identifier: MIT */
/* plan.h: which cases are measured. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_PLAN_PLAN_H
#define CLAIMCHECK_HARNESS_ENGINE_PLAN_PLAN_H

#include "harness/bench.h"
#include "harness/record/record.h"

/*
 * Which cases a run consists of. Axes are expanded, names made, filters applied; nothing is
 * executed.
 *
 * A group is one bench at one point on its axes: its cases share the workload and are sampled in
 * the same rounds.
 *
 *   workload name  <technique>.<bench>/<axis>:<value>/...
 *   case name      <technique>.<bench>/<variant>/<axis>:<value>/...
 *                  Axes of the bench first, then the variant's, in table order, but for those
 *                  at their default_value; /cache:cold at the end for cold caches; "@file" behind
 *                  the variant's name where files of the user's stand in for kernels.
 */

struct gpu_info;     /* harness/engine/gpu/gpu.h */
struct kernel_files; /* harness/engine/shaders/shaders.h */

enum { PLAN_AXES_MAX = 12, PLAN_VALUE_BYTES = 64, PLAN_NAME_BYTES = 512 };
enum { PLAN_CASES_MAX = 100000 }; /* of one profile; each takes 1.5 kB twice */

struct plan_axis_value {
    const struct bench_axis *axis;
    char text[PLAN_VALUE_BYTES];
    int64_t integer; /* 0 when the text is not a decimal integer */
};

/* How a hot sample is preceded; ITSELF: an untimed execution of the same case. */
enum plan_preceding { PLAN_PRECEDING_OPEN, PLAN_PRECEDING_ITSELF, PLAN_PRECEDING_OTHERS };

enum { PLAN_REPETITIONS_MAX = 1024, PLAN_REQUESTED_MAX = 16384 /* of a program */ };

/*
 * How a case is sampled, where that is decided by measuring: once, when the case is first sampled.
 * What goes on with a run, or repeats it, is held to it. OPEN and 0 are to be decided.
 */
struct plan_sampling {
    uint32_t repetitions; /* executions of a sample, at most PLAN_REPETITIONS_MAX */
    bool stamps_each;     /* of kind GPU: every execution has a pair of stamps of its own */
    enum plan_preceding preceding;
};

struct plan_case {
    char name[PLAN_NAME_BYTES];
    const struct bench_variant *variant;
    struct plan_axis_value values[PLAN_AXES_MAX]; /* of the bench, then of the variant */
    size_t value_count;
    bool baseline; /* the first variant of the bench: what ratios are against; one of hot cases, one
                      of cold ones */
    bool cold;     /* caches are swept before each execution: the device's, of kind CPU the
                      host's */
    const struct kernel_files *files; /* that stand in for kernels: the case is the twin of the one
                                         before it; NULL: all kernels are shipped ones */
    bool check;                       /* verified and never timed */
    bool dropped;                     /* while cases are selected: it goes with the others */
    bool verifies;                    /* no check point verifies it: other inputs are tried here */
    bool limit;                       /* added for the device's limits alone: nobody asked for it */
    uint32_t launches;             /* processes that measure it, the first of its group; 0: as 1 */
    struct plan_sampling sampling; /* all 0 in a plan that is new */
};

/* In which cache modes cases are wanted. */
enum plan_cache {
    PLAN_CACHE_HOT,
    PLAN_CACHE_COLD,
    PLAN_CACHE_BOTH,
    PLAN_CACHE_PROFILE, /* hot; both in FULL for benches whose cache_matters, and in PAPER what
                           it says by cold_in_paper; but for kind CPU */
};

/* Whether the points of the axes' `check` values are planned in place of a profile's. Axes without
 * any have those of the profile `quick` there. ALONE: all combinations. IN_STEP: only as many
 * points as the longest list of the bench's axes has values: the i-th point has the i-th value of
 * each list, and shorter lists begin again. */
enum plan_check { PLAN_CHECK_NONE, PLAN_CHECK_ALONE, PLAN_CHECK_IN_STEP };

struct plan_option_value {
    const struct bench_option *option;
    const char *value;
};

struct plan_group {
    const struct technique *technique;
    const struct bench *bench;
    char workload_name[PLAN_NAME_BYTES];
    struct plan_axis_value values[PLAN_AXES_MAX]; /* of the bench */
    size_t value_count;
    const struct plan_option_value *options; /* given for this technique; owned by the plan */
    size_t option_count;
    struct plan_case *cases;
    size_t case_count;
    uint32_t launches; /* of the case that has most; 0: as 1 */
};

struct plan {
    struct plan_group *groups;
    size_t group_count, group_room;
    size_t case_count;      /* over all groups */
    size_t claims_left_out; /* of those that the cases are for: a software device has no say */
    char *sizes_left_out;   /* of the profile scale: too large; owned; NULL: none */
    struct plan_option_value *options;
    size_t option_count;
};

/* One `NAME=V,V` of --axis, or one option of a technique; strings belong to the caller and outlive
 * the plan. */
struct plan_setting {
    const char *name, *value;
};

/* Cases that somebody wants, besides what the filter says: `has` is asked about each. */
struct plan_wanted {
    bool (*has)(const void *data, const struct plan_case *c); /* NULL: all are */
    const void *data;
    const char *what; /* for messages, when none is: "claims" */
};

struct plan_request {
    const struct technique *const *techniques; /* NULL-terminated */
    enum bench_profile profile; /* with the cases of smaller ones, but for benches of which the
                                   request sets an axis */
    const char *filter;         /* extended regular expression on case names; NULL: all */
    struct plan_wanted wanted;
    const struct plan_setting
        *axes; /* replace the profile's values wherever an axis of that name exists */
    size_t axis_count;
    const struct plan_setting *options; /* of techniques */
    size_t option_count;
    enum plan_cache cache;
    enum plan_check check;
    bool without_baselines; /* nothing but what the filter selects: there will be no ratios */
    bool programs; /* those of built-in techniques, too, whatever the filter says: nothing runs */
    const struct kernel_files *files; /* every case of a technique whose kernels they replace gets a
                                         twin; outlives the plan; NULL: none */
};

/*
 * Builds the plan. Where a variant is selected but not its group's baseline, the baseline is added,
 * so that ratios exist; a case and its twin are selected together. False with a one-line message
 * (with the nearest match) for: an axis or option that no technique has, a value that is not legal,
 * a broken expression, a filter that selects nothing, or nothing that is wanted, more than
 * PLAN_CASES_MAX cases.
 */
bool plan_init(struct plan *plan, const struct plan_request *request);
void plan_finish(struct plan *plan);

/* The case that ratios of case `i` are against: the baseline of its cache mode, or else of the
 * other. NULL when the group has none. */
const struct plan_case *plan_baseline(const struct plan_group *group, size_t i);

/*
 * Adds what measures ceilings (bench_variant.ceiling) at the points of the profile `quick`,
 * whatever the plan was made for, and puts all of them behind the other cases: what was asked for
 * is measured first. Each case stays once. Other cases have their floors from them: ceilings of the
 * device come along where any case runs there, those of the host where any is of kind CPU. False
 * with a message as plan_init(); the plan is then as before.
 */
bool plan_add_ceilings(struct plan *plan, const struct technique *const *techniques);

/*
 * Adds check points behind all other groups, for the variants (and twins) that the plan times: all
 * combinations where `whole`, else in step. Axes of integers that the request sets keep their check
 * values, others the user's; a bench that an option is given for has none. Cases that the plan has
 * stay as they are. False with a message as plan_init(); the plan is then to be finished.
 */
bool plan_add_checks(struct plan *plan, const struct plan_request *request, bool whole);

/* Leaves out all but check points, and those of variants that `timed` does not time; NULL: none. */
void plan_keep_checks(struct plan *checks, const struct plan *timed);

/* True of the first group of a bench. */
bool plan_group_is_first(const struct plan *plan, size_t at);
bool plan_technique_is_first(const struct plan *plan, size_t at); /* likewise, of its technique */

/* True where none of its cases is timed. */
bool plan_group_is_check(const struct plan_group *group);

/* True where its cases measure ceilings. */
bool plan_group_is_ceilings(const struct plan_group *group);

/* Leaves out all cases but those of kind CPU, for hosts without a device; they may then have no
 * baseline. Returns how many. */
size_t plan_keep_host(struct plan *plan);

/* Whose axis it is: of a variant, or with NULL of the bench; and one of the bench's more_values, in
 * place of its values, or NULL. */
struct plan_axis_owner {
    const struct bench *bench;
    const struct bench_variant *variant;
    const struct bench_values *more;
};

/*
 * The values of an axis under a profile, comma-separated: the variant's, or else the bench's, or
 * else its own; a profile without values takes those of the profile below it. NULL when there are
 * none.
 */
const char *plan_axis_profile_values(struct plan_axis_owner owner, const struct bench_axis *axis,
                                     enum bench_profile profile);

/* A guess at how long a plan takes. */

/*
 * Seconds of wall time, by how many cases of each kind there are in each launch, and how many
 * groups of each technique: what they take on average in the runs that are kept of a GPU, set-up
 * and checks included. Right to a factor of 1.5 in those; of another device session.c corrects it
 * once a part is measured. `profile` is full only where cases are its own, not those of claims.
 */
double plan_group_time_s(const struct plan_group *group, uint32_t launch, bool software,
                         enum bench_profile profile);
double plan_time_s(const struct plan *plan, bool software, enum bench_profile profile);

/* Guesses the same by what a part of the guess has taken, spent_s for ended_s; 0 where that is too
 * little to say: less than 0.35 of it, before it took 1.5 times what all was guessed to. */
double plan_time_again(double guess_s, double ended_s, double spent_s);

/* "about 40 s", "about 2.5 min". */
void plan_time_text(double seconds, char text[32]);

/*
 * The profile `gate`: cases that techniques name (technique.gate), of the profile `full`, few
 * enough for a comparison of two builds within minutes. It is part of no other profile and has none
 * within it.
 */

enum { PLAN_GATE_MAX = 40 }; /* of all techniques */

/* Selection of the gate's cases, beside the profile `full`. The techniques outlive it. */
struct plan_wanted plan_gate_wanted(const struct technique *const *techniques);

/* The technique whose controls count (bench.h); one without any where none has them. */
const struct technique *plan_gate_control(const struct technique *const *techniques);

/* The names, in the techniques' order; at most PLAN_GATE_MAX of them. Returns how many. */
size_t plan_gate_names(const struct technique *const *techniques, const char *names[PLAN_GATE_MAX]);

/*
 * Builds the plan of the profile `scale`: of each technique its best variant over the sizes
 * (technique.scale) that need at most `memory_bytes` of the device, 0 for any. It is part of no
 * other profile. The request's filter applies; its profile, axes and caches do not. False with a
 * one-line message, as plan_init(), and where no size fits.
 */
bool plan_scale_init(struct plan *plan, const struct plan_request *request, uint64_t memory_bytes);

/* Bytes that cases of the profile `scale` take at most: 80 % of the memory of a GPU, 32 MiB of a
 * software device. */
uint64_t plan_scale_memory_bytes(const struct gpu_info *device);

/* Find an entry by its name; they return NULL if there is none. The lists end with NULL. */
const struct technique *plan_technique_find(const struct technique *const *techniques,
                                            const char *name);
const struct bench *plan_bench_find(const struct technique *const *techniques,
                                    const char *technique, const char *name);
const struct bench_variant *plan_variant_find(const struct bench *bench, const char *name);
const struct bench_option *plan_option_find(const struct technique *technique, const char *name);

/* The techniques of this build as a catalogue for readers of runs. */

/* `techniques` ends with NULL and outlives the catalogue. */
struct catalogue plan_catalogue(const struct technique *const *techniques);

/* Whose method it is: `source` begins with "contender" or "library", unless it names the paper. */
enum catalogue_origin plan_origin(const struct bench_variant *variant);

#endif
