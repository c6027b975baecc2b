/* SPDX-License-Identifier: MIT */
/*
 * one_case.h: one bench, or one of its variants, planned and run alone: for tests of how its cases
 * end, with what they plant in it in place of what is there.
 */
#ifndef CLAIMCHECK_TESTS_ONE_CASE_H
#define CLAIMCHECK_TESTS_ONE_CASE_H

#include "harness/base/base.h"
#include "harness/engine/gpu/engine.h"
#include "harness/engine/measure/measure.h"

#include "tests/device.h"

enum { ONE_CASE_AXES_MAX = 8, ONE_CASE_PLANTED_MAX = 2, ONE_CASE_AT_BYTES = 512 };

struct one_case {
    const struct technique *technique;
    const struct bench *bench;           /* alone in the technique */
    const struct bench_variant *variant; /* alone in the bench; NULL: all of them */
    /* Kernels in place of those that the variant would set up; without a shader: none. */
    struct gpu_replacement planted[ONE_CASE_PLANTED_MAX];
    const char *filter; /* as plan_request.filter, of those */
    const char *at;     /* values of axes, as cases name them: "map:scene/top:6"; NULL: none */
    enum plan_cache cache;
    enum plan_check check;
    bool without_baselines;
    bool untimed;     /* checked twice, sampled with --full alone; BENCH_OK where both were right */
    struct gpu *gpu;  /* NULL: one made for it, and the test is skipped where there is none */
    bool validate;    /* that one has validation on */
    bool host;        /* no device at all: cases of kind CPU */
    uint64_t seed;    /* 0: 1 */
    uint32_t samples; /* 0: 1 */
    struct input_cache *shelf; /* NULL: nothing is shared between groups */
    double ticks_min;          /* that a sample must last; 0: those of the profile quick */
};

/* The plan, and what it points to. */
struct one_plan {
    struct technique technique;
    struct bench bench;
    struct bench_variant variants[2];
    struct bench_method method; /* of a variant with planted kernels */
    const struct bench *benches[2];
    struct plan plan;
};

/* The planted kernels of the case at hand, and its own set-up. */
static struct {
    const struct gpu_replacement *kernels;
    bool (*setup)(struct bench_case *c);
} one_planted;

static inline bool one_planted_setup(struct bench_case *c)
{
    size_t count = 0;
    while (count < ONE_CASE_PLANTED_MAX && one_planted.kernels[count].shader)
        count++;
    gpu_scope_replace(c->context.scope, one_planted.kernels, count);
    return one_planted.setup(c);
}

/* The row of that name. Fails the test when there is none. */
static inline const struct bench_variant *one_variant(const struct bench *bench, const char *name)
{
    for (const struct bench_variant *v = bench->variants; v->name; v++)
        if (strcmp(v->name, name) == 0)
            return v;
    fail_msg("%s has no variant %s", bench->name, name);
    return NULL;
}

/* Fails the test when nothing can be planned. Ends with one_plan_finish(). */
static inline void one_plan_init(struct one_plan *one, const struct one_case *wanted)
{
    const struct technique *const techniques[] = { &one->technique, NULL };
    struct plan_setting axes[ONE_CASE_AXES_MAX];
    char at[ONE_CASE_AT_BYTES], *rest = at;
    struct plan_request request = { .techniques = techniques,
                                    .filter = wanted->filter,
                                    .axes = axes,
                                    .cache = wanted->cache,
                                    .check = wanted->check,
                                    .without_baselines = wanted->without_baselines };
    *one = (struct one_plan){ .technique = *wanted->technique, .bench = *wanted->bench };
    one->benches[0] = &one->bench;
    one->technique.benches = one->benches;
    if (wanted->variant) {
        one->variants[0] = *wanted->variant;
        one->bench.variants = one->variants;
    }
    if (wanted->planted[0].shader) {
        if (wanted->variant->method)
            one->method = *wanted->variant->method;
        one_planted.kernels = wanted->planted;
        one_planted.setup = one->method.setup ? one->method.setup : one->bench.method.setup;
        one->method.setup = one_planted_setup;
        one->variants[0].method = &one->method;
    }
    snprintf(at, sizeof(at), "%s", wanted->at ? wanted->at : "");
    for (char *value = strsep(&rest, "/"); value && *value; value = strsep(&rest, "/")) {
        assert_true(request.axis_count < ONE_CASE_AXES_MAX);
        axes[request.axis_count].name = strsep(&value, ":");
        axes[request.axis_count++].value = value;
    }
    assert_done(plan_init(&one->plan, &request));
    const bool untimed = wanted->untimed && !device_full();
    for (size_t i = 0; untimed && i < one->plan.group_count; i++)
        for (size_t k = 0; k < one->plan.groups[i].case_count; k++)
            one->plan.groups[i].cases[k].check = true;
}

static inline void one_plan_finish(struct one_plan *one)
{
    plan_finish(&one->plan);
}

/* Parameters of cases that take so many samples each, by the rules of a quick run. */
static inline struct sampler_params one_params(struct gpu *gpu, uint32_t samples)
{
    struct sampler_params params = { .gpu = gpu, .rules = sampler_rules_for(BENCH_QUICK, true) };
    params.rules.samples_min = params.rules.samples_max = samples;
    return params;
}

/* Runs a group of the plan. *outcome is to be finished before the plan. */
static inline void one_group_run(const struct one_case *wanted, const struct plan_group *group,
                                 struct sampler_results *outcome)
{
    struct gpu *own = wanted->gpu || wanted->host ? NULL : device_create(wanted->validate);
    struct sampler_params params =
        one_params(own ? own : wanted->gpu, wanted->samples ? wanted->samples : 1);
    params.seed = wanted->seed ? wanted->seed : 1;
    params.shelf = wanted->shelf;
    if (wanted->ticks_min > 0)
        params.rules.ticks_min = wanted->ticks_min;
    sampler_group_run(&params, group, outcome);
    for (size_t i = 0; i < outcome->count; i++) {
        struct result *result = &outcome->results[i];
        if (result->c.status != BENCH_VERIFIED)
            continue;
        assert_true(wanted->untimed && result->c.check_before && result->c.check_after);
        result->c.status = BENCH_OK;
        result->reason[0] = '\0';
    }
    gpu_destroy(&own);
}

/* Runs the first group of what is wanted by parameters of the test's own. Names in the results end
 * with the plan. */
static inline struct sampler_results one_sampler_run(const struct one_case *wanted,
                                                     const struct sampler_params *params)
{
    CLEANUP(one_plan_finish) struct one_plan one;
    struct sampler_results outcome;
    one_plan_init(&one, wanted);
    sampler_group_run(params, &one.plan.groups[0], &outcome);
    return outcome;
}

/* Takes members of struct one_case. */
#define one_sampler_of(params, ...) one_sampler_run(&(struct one_case){ __VA_ARGS__ }, params)

/* Runs the only case there is, and returns how it ended; of its samples only how many they are. */
static inline struct result one_case_run(const struct one_case *wanted)
{
    struct one_plan one;
    struct sampler_results outcome;
    static char name[PLAN_NAME_BYTES];
    one_plan_init(&one, wanted);
    assert_int_equal(one.plan.case_count, 1);
    one_group_run(wanted, &one.plan.groups[0], &outcome);
    struct result result = outcome.results[0];
    snprintf(name, sizeof(name), "%s", result.c.name);
    sampler_results_finish(&outcome);
    plan_finish(&one.plan);
    result.c.name = name;
    result.c.workload = "";
    result.c.samples = NULL;
    result.c.probe.samples = NULL;
    result.kernels = NULL;
    result.kernel_count = 0;
    result.plan = NULL;
    result.variant = NULL;
    return result;
}

/* Takes members of struct one_case. */
#define one_case_of(...) one_case_run(&(struct one_case){ __VA_ARGS__ })

/* Runs all cases, so many of each group or more. Fails the test where one is neither right nor
 * unsupported; returns how many are right. */
static inline size_t assert_cases_right(const struct one_case *wanted, size_t least)
{
    struct one_plan one;
    size_t right = 0;
    one_plan_init(&one, wanted);
    for (size_t g = 0; g < one.plan.group_count; g++) {
        struct sampler_results outcome;
        one_group_run(wanted, &one.plan.groups[g], &outcome);
        assert_true(outcome.count >= least);
        for (size_t i = 0; i < outcome.count; i++) {
            const struct result *result = &outcome.results[i];
            if (result->c.status != BENCH_OK && result->c.status != BENCH_UNSUPPORTED)
                fail_msg("%s: %s, %s", result->c.name, bench_status_name(result->c.status),
                         result->reason);
            right += result->c.status == BENCH_OK;
        }
        sampler_results_finish(&outcome);
    }
    plan_finish(&one.plan);
    return right;
}

/* Fails the test unless the case ended like that, with that in its reason; NULL: with any. */
static inline void assert_case_ended(struct result result, enum bench_status status,
                                     const char *reason)
{
    if (result.c.status != status || (reason && !strstr(result.reason, reason)))
        fail_msg("%s: %s, '%s', wanted %s, '%s'", result.c.name, bench_status_name(result.c.status),
                 result.reason, bench_status_name(status), reason ? reason : "");
    if (status == BENCH_OK)
        assert_true(result.c.check_before && result.c.check_after);
    else
        assert_int_equal(result.c.gpu.count + result.c.wall.count, 0);
}

#endif
