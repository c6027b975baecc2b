/* SPDX-License-Identifier: MIT */
/*
 * reyes_variants_test.c: every variant of bound-and-split, under validation, on scenes and limits
 * that are hard: an output of one entry, batches of one, a group for all, no depth, nothing to do.
 * The check of the bench compares each set of ranges with the reference's.
 */
#include "bench/reyes_subdivision/reyes.h"

#include "tests/bench/reyes_subdivision/reyes_models.h"
#include "tests/one_case.h"

#include "harness/engine/session/session.h"

static struct gpu *gpu;

static double metric_value(const json_t *metrics, const char *name)
{
    const json_t *value = json_object_get(json_object_get(metrics, name), "value");
    if (!json_is_number(value))
        fail_msg("no metric %s", name);
    return json_number_value(value);
}

/* Checks the metrics as they appear in a run file; a rate where there are samples. */
static void assert_metrics(const struct bench *bench, const struct result *result, bool sampled)
{
    CLEANUP(arena_finish) struct arena arena = { 0 };
    struct run_case made;
    json_auto_t *kernels = kernel_json_list(result->kernels, result->kernel_count);
    result_case(result, kernels, &arena, &made);
    json_auto_t *c = case_json(&made);
    const json_t *metrics = json_object_get(c, "metrics");
    const double bounds = metric_value(metrics, "bounds");
    assert_true(metric_value(metrics, "n_in") + 2 * metric_value(metrics, "splits") == bounds);
    assert_true(metric_value(metrics, "peak_ranges") >= 0);
    if (!bench->around && sampled) {
        const double median = result->c.by_wall ? result->c.wall.median : result->c.gpu.median;
        const double rate = metric_value(metrics, "bounds_per_second");
        assert_true(fabs(rate * median * 1e-9 - bounds) <= 1e-6 * bounds);
    }
}

/* Runs the cases that the settings leave; all must be ok. Returns how many there were. */
static size_t run_cases(struct one_case wanted)
{
    CLEANUP(one_plan_finish) struct one_plan one;
    size_t count = 0;
    wanted.technique = &reyes_technique;
    wanted.gpu = gpu;
    wanted.seed = 7;
    one_plan_init(&one, &wanted);
    for (size_t group = 0; group < one.plan.group_count; group++) {
        CLEANUP(sampler_results_finish) struct sampler_results outcome;
        one_group_run(&wanted, &one.plan.groups[group], &outcome);
        for (size_t i = 0; i < outcome.count; i++) {
            const struct result *result = &outcome.results[i];
            if (result->c.status != BENCH_OK)
                fail_msg("%s: %s, %s", result->c.name, bench_status_name(result->c.status),
                         result->reason);
            assert_metrics(one.plan.groups[group].bench, result, !wanted.untimed);
        }
        count += outcome.count;
    }
    return count;
}

/* Cases of all variants at these values of axes; CHECK, without samples, which test_nothing_to_do
 * has of every variant, as those of the bench frame. */
#define RUN(at_) run_cases((struct one_case){ .bench = &reyes_bound_and_split, .at = at_ })
#define CHECK(at_)                                                                                 \
    run_cases((struct one_case){ .bench = &reyes_bound_and_split, .at = at_, .untimed = true })
#define RUN_FRAME(at_) run_cases((struct one_case){ .bench = &reyes_frame, .at = at_ })

TEST(test_scenes)
{
    assert_int_equal(CHECK(device_full() ? "scene:teapot,hair_generated.200/limit:16"
                                         : "scene:teapot,hair_generated.50/limit:24"),
                     30);
    assert_int_equal(CHECK(unit_text("scene:eye_plane/limit:%s/eye_rule:2014,larger",
                                     device_full() ? "32" : "64")),
                     30);
}

/* The report's own scenes: all variants where they are there, all unsupported where not. Hair, of
 * which there is most, but for --full. */
TEST(test_report_scenes)
{
    static const char *const names[] = { "bigguy", "killeroo", "hair" };
    size_t there = 0;
    for (size_t i = 0; i < 3; i++)
        if (reyes_models_have(names[i]) && (i < 2 || device_full())) {
            assert_int_equal(CHECK(unit_text("scene:%s/limit:64", names[i])), 15);
            there++;
        }
    unsetenv("CLAIMCHECK_MODELS");
    assert_case_ended(one_case_of(.technique = &reyes_technique, .bench = &reyes_bound_and_split,
                                  .variant = one_variant(&reyes_bound_and_split, "breadth_append"),
                                  .at = "scene:hair", .gpu = gpu, .seed = 7),
                      BENCH_UNSUPPORTED, "hair.patches.f32 is missing");
    if (there == 0)
        skip();
}

TEST(test_nothing_to_do)
{
    assert_int_equal(RUN("scene:hair_generated.0,hair_generated.1"), 30);
    /* All is culled or drawn at once. */
    assert_int_equal(RUN("scene:teapot/max_depth:1"), 15);
    assert_int_equal(RUN("scene:teapot/limit:4096"), 15);
}

TEST(test_little_room)
{
    /* Batches of 1 and 3, outputs of 1 and 50, a single group, groups of 8 threads. */
    CHECK(unit_text("scene:teapot/limit:%s/batch:1,3/groups:1,5/group_size:8,64/output:%s/"
                    "order:interleaved,noninterleaved/rounds:1,6",
                    device_full() ? "128" : "256", device_full() ? "1,50,none" : "1,none"));
    /* More than 64 iterations: slots are used again. */
    CHECK("scene:teapot/limit:32/batch:40");
}

/* A group per multiprocessor: as many as the device says, and unsupported where it says nothing. */
TEST(test_per_multiprocessor)
{
    if (!gpu)
        skip();
    struct gpu_info *info = (struct gpu_info *)gpu_info(gpu);
    const uint32_t multiprocessors = info->multiprocessors;
    struct one_case one = { .technique = &reyes_technique,
                            .bench = &reyes_bound_and_split,
                            .at = "scene:teapot/limit:64/groups:per_multiprocessor",
                            .gpu = gpu,
                            .seed = 7 };
    static const char *const variants[] = {
        "local",        "local_host",     "local_shared",       "local_spill",
        "local_seeded", "local_subgroup", "local_redistributed"
    };
    for (size_t i = 0; i < sizeof(variants) / sizeof(variants[0]); i++) {
        one.variant = one_variant(&reyes_bound_and_split, variants[i]);
        info->multiprocessors = 0;
        struct result result = one_case_run(&one);
        assert_case_ended(result, BENCH_UNSUPPORTED, "give groups as a number");
        info->multiprocessors = 7;
        result = one_case_run(&one);
        assert_case_ended(result, BENCH_OK, NULL);
        size_t metric = 0;
        while (metric < result.c.metric_count && strcmp(result.metrics[metric].name, "groups") != 0)
            metric++;
        assert_true(metric < result.c.metric_count && result.metrics[metric].value == 7);
    }
    info->multiprocessors = multiprocessors;
}

TEST(test_depth_culls)
{
    CHECK(unit_text("scene:teapot/max_depth:%s/limit:64", device_full() ? "2,7,23" : "2"));
}

TEST(test_frame)
{
    assert_int_equal(RUN_FRAME("scene:teapot,hair_generated.100/size:96x72"), 14);
    RUN_FRAME("scene:eye_plane,hair_generated.0/size:61x47/limit:5/max_depth:7");
}

int main(void)
{
    return device_unit_run(&gpu, true);
}
