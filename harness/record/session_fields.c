/* SPDX-License-Identifier: MIT */
#include "harness/record/head_fields.h"

#include "harness/record/case_fields.h"

#include <math.h>
#include <string.h>

#define S sampler_rules
static const struct field rules_fields[] = {
    FIELD(SIZE, samples_min, 0),
    FIELD(SIZE, samples_max, 0),
    FIELD(AMOUNT, target_width, FIELD_NULL),
    FIELD(AMOUNT, gpu_ns_min, FIELD_NULL),
    FIELD(AMOUNT, case_wall_ns_max, FIELD_NULL),
    FIELD(AMOUNT, host_wall_ns_max, FIELD_NULL | FIELD_LATER),
    FIELD(AMOUNT, ceiling_ns_max, FIELD_NULL | FIELD_LATER),
    FIELD(AMOUNT, slow_ns, FIELD_NULL | FIELD_LATER),
    FIELD(AMOUNT, long_ns, FIELD_NULL | FIELD_LATER),
    FIELD(SIZE, long_samples, FIELD_OMIT | FIELD_LATER),
    FIELD(AMOUNT, first_ns, FIELD_NULL | FIELD_LATER),
    FIELD(AMOUNT, wall_width, FIELD_LATER),
    FIELD(AMOUNT, raise_ns_min, FIELD_NULL),
    FIELD(AMOUNT, raise_ns_max, FIELD_NULL),
    FIELD(AMOUNT, throttle_share, FIELD_NULL | FIELD_LATER),
    FIELD(AMOUNT, throttle_ns_max, FIELD_NULL | FIELD_LATER),
    FIELD(AMOUNT, warmup_ns_max, FIELD_NULL),
    FIELD(AMOUNT, warmup_change, FIELD_NULL),
    FIELD(AMOUNT, ticks_min, FIELD_NULL),
    FIELD(AMOUNT, inner_ns_max, FIELD_NULL),
    FIELD(AMOUNT, prime_ns_max, FIELD_NULL | FIELD_LATER),
    FIELD_END,
};
#undef S

/* Time ---------------------------------------------------------------------------------------- */

#define S run_overhead
/* In the order of enum overhead_phase. */
static const struct field phases_fields[] = {
    FIELD_AS(AMOUNT, "workload", phases_ns[OVERHEAD_WORKLOAD], 0),
    FIELD_AS(AMOUNT, "upload", phases_ns[OVERHEAD_UPLOAD], FIELD_LATER),
    FIELD_AS(AMOUNT, "setup", phases_ns[OVERHEAD_SETUP], 0),
    FIELD_AS(AMOUNT, "first_checks", phases_ns[OVERHEAD_FIRST_CHECKS], FIELD_LATER),
    FIELD_AS(AMOUNT, "clock", phases_ns[OVERHEAD_CLOCK], 0),
    FIELD_AS(AMOUNT, "warmup", phases_ns[OVERHEAD_WARMUP], 0),
    FIELD_AS(AMOUNT, "rounds", phases_ns[OVERHEAD_ROUNDS], 0),
    FIELD_AS(AMOUNT, "checks", phases_ns[OVERHEAD_CHECKS], 0),
    FIELD_END,
};

#define SPENT                                                                                      \
    FIELD_PART("phases_ns", phases_fields, 0), FIELD(COUNT, samples, 0),                           \
        FIELD(AMOUNT, sampled_ns, 0), FIELD_AS(AMOUNT, "aside_ns", excluded_ns, FIELD_LATER),      \
        FIELD(AMOUNT, wall_ns, FIELD_WANTED), FIELD(NUMBER, rest_ns, 0),                           \
        FIELD(NUMBER, outside_ns, 0), FIELD(NUMBER, per_sample_ns, FIELD_NULL)

static const struct field try_fields[] = { SPENT, FIELD(TEXT, workload, 0), FIELD_END };

const struct field session_overhead_fields[] = {
    SPENT,
    FIELD(AMOUNT, first_number_ns, FIELD_NULL),
    FIELD_SOME(LIST, "groups", groups, group_count, try_fields, 0),
    FIELD_END,
};
#undef SPENT
#undef S

const char *session_phase_name(enum overhead_phase phase)
{
    return phases_fields[phase].key;
}

/* Session ------------------------------------------------------------------------------------- */

#define S run_given_file
static const struct field kernel_file_fields[] = {
    FIELD_AS(TEXT, "kernel", name, 0),
    FIELD(TEXT, file, 0),
    FIELD(TEXT, sha256, 0),
    FIELD_END,
};

static const struct field technique_file_fields[] = {
    FIELD_AS(TEXT, "technique", name, 0),
    FIELD(TEXT, file, 0),
    FIELD(TEXT, sha256, 0),
    FIELD_END,
};

static const struct field input_file_fields[] = {
    FIELD_AS(TEXT, "option", name, 0),
    FIELD(TEXT, file, 0),
    FIELD(TEXT, sha256, 0),
    FIELD_END,
};
#undef S

#define S run_planned_claim
static const struct field claim_fields[] = {
    FIELD(TEXT, id, 0),
    FIELD(TEXT, sha256, 0),
    FIELD_END,
};
#undef S

#define S run_sampling
static const struct field sampling_fields[] = {
    FIELD(TEXT, started, 0),
    FIELD(TEXT, commit, 0),
    FIELD_SOME(LIST, "cases", cases, case_count, case_sampling_fields, FIELD_WANTED),
    FIELD_END,
};
#undef S

#define S run_session
const struct field session_fields[] = {
    FIELD(SEED, seed, 0),
    FIELD(TEXT, profile, 0),
    FIELD_SOME_TEXTS("arguments", arguments, argument_count, 0),
    FIELD_SOME_TEXTS("plan_arguments", plan_arguments, plan_argument_count, FIELD_WANTED),
    FIELD_SOME_TEXTS("paths", paths, path_count, FIELD_OMIT),
    FIELD(TEXT, started, 0),
    FIELD(TEXT, ended, FIELD_NULL),
    FIELD_IN("rules", rules, rules_fields, 0),
    FIELD(COUNT, launches, FIELD_LATER),
    FIELD(FLAG, validate, 0),
    FIELD(FLAG, complete, 0),
    FIELD_IN("sampling", sampling, sampling_fields, FIELD_OMIT),
    FIELD_SOME(LIST, "kernel_files", kernel_files, kernel_file_count, kernel_file_fields,
               FIELD_OMIT),
    FIELD_SOME(LIST, "technique_files", technique_files, technique_file_count,
               technique_file_fields, FIELD_OMIT),
    FIELD_SOME(LIST, "input_files", input_files, input_file_count, input_file_fields, FIELD_OMIT),
    FIELD_SOME(LIST, "claims", claims, claim_count, claim_fields, FIELD_OMIT),
    FIELD(TEXT, folder, FIELD_OMIT),
    FIELD_SOME_TEXTS("argument_bytes", argument_bytes, argument_bytes_count, FIELD_OMIT),
    FIELD(TEXT, program, FIELD_OMIT),
    FIELD(TEXT, device_identity, FIELD_OMIT),
    FIELD(FLAG, replaces, FIELD_OMIT),
    FIELD_IN("overhead", overhead, session_overhead_fields, FIELD_OMIT),
    FIELD(AMOUNT, cpu_throttled_s, FIELD_OMIT | FIELD_ZERO),
    FIELD_END,
};
#undef S
