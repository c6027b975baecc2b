/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "harness/base/base.h"
#include "harness/engine/measure/measure.h"
#include "harness/engine/session/session.h"
#include "harness/record/record.h"
#include "harness/record/run/run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char path[64];

static bool build_workload(struct bench_workload *workload)
{
    const uint64_t series[] = { 1, 2, UINT64_MAX };
    uint64_t *memory = context_alloc(&workload->context, 3 * sizeof(*memory));
    *(int *)workload->state = (int)context_integer(&workload->context, "top");
    context_fact_count(&workload->context, "count", memory[0] + 3);
    context_fact_count(&workload->context, "huge", UINT64_MAX);
    context_fact_number(&workload->context, "third", 1.0 / 3.0);
    context_fact_number(&workload->context, "nothing", NAN);
    context_fact_hash(&workload->context, "hash", 0xab);
    context_fact_text(&workload->context, "map", context_text(&workload->context, "map"));
    context_fact_series(&workload->context, "series", series, 3);
    context_fact_series(&workload->context, "none", NULL, 0);
    if (!context_option(&workload->context, "map"))
        return true;
    context_error(&workload->context, "cannot read '%s'",
                  context_option(&workload->context, "map"));
    return context_error(&workload->context, "a second message");
}

static bool build_too_much(struct bench_workload *workload)
{
    return !context_alloc(&workload->context, SIZE_MAX - 4); /* goes on regardless */
}

static const struct bench_axis axes[] = { { .name = "map" }, { .name = "top" }, { .name = NULL } };
static const struct bench_variant variants[] = {
    { .name = "per_level", .kind = BENCH_GPU },
    { .name = "host", .kind = BENCH_CPU },
    { .name = NULL },
};
static const struct bench subdivide = { .name = "subdivide",
                                        .axes = axes,
                                        .variants = variants,
                                        .workload_bytes = sizeof(int),
                                        .workload = build_workload };
static const struct bench greedy = { .name = "greedy", .axes = axes, .workload = build_too_much };
static const struct technique tiles = { .name = "tiles" };
static const struct plan_axis_value values[] = { { .axis = &axes[0], .text = "scene" },
                                                 { .axis = &axes[1], .text = "8", .integer = 8 } };
static const struct bench_option map_option = { .name = "map" };

static struct plan_group make_group(const struct bench *bench)
{
    struct plan_group group = { .technique = &tiles,
                                .bench = bench,
                                .workload_name = "tiles.subdivide/map:scene/top:8",
                                .value_count = 2 };
    memcpy(group.values, values, sizeof(values));
    return group;
}

static struct gpu_info info = {
    .name = "Bad \xff name \xc3\xa9",
    .kind = GPU_DISCRETE,
    .usable = true,
    .uuid = "00112233445566778899aabbccddeeff",
    .driver_uuid = "00112233445566778899aabbccddeeff",
    .api_version = "1.3.230",
    .features = GPU_SHADER_INT64 | GPU_SHADER_CLOCK,
    .limits = { .memory_bytes = UINT64_MAX },
    .timestamp_bits = 64,
    .timestamp_period_ns = 1.0,
};

static json_t *make_header(void)
{
    const char *const arguments[] = { "run", "--filter", "\xff" };
    const char *const plan_arguments[] = { "--seed=9223372036854775807" };
    const char *const paths[] = { "/a/b.json" };
    struct run_session session;
    field_clear(&session, session_fields);
    session.seed = INT64_MAX;
    session.profile = "quick";
    session.started = "2024-01-02T03:04:05Z";
    session.arguments = arguments;
    session.argument_count = 3;
    session.plan_arguments = plan_arguments;
    session.paths = paths;
    session.plan_argument_count = session.path_count = session.launches = 1;
    session.rules = (struct sampler_rules){ .samples_min = 10, .target_width = INFINITY };
    return head_json(&session, &info);
}

static struct stats_summary make_summary(double ns)
{
    return (struct stats_summary){ .count = 2,
                                   .minimum = ns,
                                   .quartile1 = ns,
                                   .median = ns,
                                   .quartile3 = ns,
                                   .maximum = ns,
                                   .interval = { NAN, 2 * ns },
                                   .trimmed_mean = ns,
                                   .drift = -INFINITY };
}

static struct result make_result(enum bench_status status)
{
    static struct run_sample samples[] = { { 2.5, 100.0, 0, 1 }, { 7.25, 1e12, 1, 0 } };
    static struct plan_group group;
    static struct plan_case plan = { .name = "tiles.subdivide/per_level/map:scene/top:8",
                                     .variant = &variants[0],
                                     .value_count = 2,
                                     .baseline = true };
    struct result result;
    group = make_group(&subdivide);
    memcpy(plan.values, values, sizeof(values));
    result_init(&result, &group, &plan);
    struct run_case *c = &result.c;
    c->status = status;
    c->check_before = true;
    c->check_after = status == BENCH_OK;
    c->samples = samples;
    c->sample_count = 2;
    c->stop = RESULT_STOP_SAMPLES;
    c->inner_repetitions = 4;
    c->stamps_each = true;
    c->preceded_by = RUN_PRECEDED_BY_ITSELF;
    c->gpu = make_summary(1.25);
    c->wall = make_summary(2.5);
    c->ratio = (struct stats_ratio){ .pairs = 2, .ratio = 1.0, .interval = { NAN, NAN } };
    c->peak_bytes = 4096;
    c->work = (struct bench_work){ .bytes_read = INFINITY, .bytes_written = 0.1 };
    c->counters.dispatches = 9;
    if (status != BENCH_OK)
        snprintf(result.reason, sizeof(result.reason), "wanted 1, came 2");
    return result;
}

static const json_t *at(const json_t *object, const char *a, const char *b)
{
    const json_t *value = json_object_get(object, a);
    return !b ? value : json_object_get(value, b);
}

/* The result as a run file has it. */
static json_t *result_json(const struct result *result)
{
    struct arena arena = { 0 };
    struct run_case c;
    json_t *kernels = json_array();
    result_case(result, kernels, &arena, &c);
    json_t *json = case_json(&c);
    json_decref(kernels);
    arena_finish(&arena);
    return json;
}

static json_t *make_document(void)
{
    struct result good = make_result(BENCH_OK), bad = make_result(BENCH_FAILED_VERIFY);
    struct plan_group group = make_group(&subdivide);
    struct bench_workload *workload = workload_create(&group, 1, NULL);
    assert_non_null(workload);
    json_t *document = make_header();
    json_t *list = json_array();
    json_array_append_new(
        list, facts_json_workload(group.workload_name, context_facts(&workload->context)));
    workload_destroy(&workload);
    json_object_set_new(document, "workloads", list);
    bad.c.name = "tiles.subdivide/bad";
    list = json_array();
    json_array_append_new(list, result_json(&good));
    json_array_append_new(list, result_json(&bad));
    json_object_set_new(document, "cases", list);
    return document;
}

static void save(const char *text, size_t size)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static json_t *load(void)
{
    return run_file_json(path);
}

static void assert_refused(const char *text, const char *part)
{
    save(text, strlen(text));
    assert_null(load());
    assert_null(strchr(trouble_text(), '\n'));
    assert_non_null(strstr(trouble_text(), path));
    if (!strstr(trouble_text(), part))
        fail_msg("no '%s' in '%s'", part, trouble_text());
}

static void test_values(void **state)
{
    (void)state;
    const double wrong[] = { NAN, INFINITY, -INFINITY };
    for (int i = 0; i < 3; i++) {
        json_t *value = json_value_number(wrong[i]);
        assert_true(json_is_null(value));
        json_decref(value);
    }
    json_t *value = json_value_count(UINT64_MAX);
    assert_true(json_integer_value(value) == INT64_MAX);
    json_decref(value);
    value = json_value_hash(0xAB);
    assert_string_equal(json_string_value(value), "00000000000000ab");
    json_decref(value);
    value = json_value_text(NULL);
    assert_true(json_is_null(value));
    json_decref(value);
    value = json_value_text("a\xff\xc3\xa9\xed\xa0\x80z\xe2\x82");
    assert_string_equal(json_string_value(value), "a?\xc3\xa9???z??");
    json_decref(value);
}

static void test_facts(void **state)
{
    (void)state;
    struct plan_group group = make_group(&subdivide);
    struct bench_workload *workload = workload_create(&group, 3, NULL);
    assert_non_null(workload);
    assert_int_equal(*(int *)workload->state, 8);
    assert_int_equal(workload->context.seed, 3);
    assert_string_equal(context_message(&workload->context), "");
    json_t *facts = facts_json(context_facts(&workload->context));
    char *text = json_dumps(facts, JSON_COMPACT);
    assert_string_equal(text,
                        "{\"count\":3,\"huge\":9223372036854775807,\"third\":0.33333333333333331,"
                        "\"nothing\":null,\"hash\":\"00000000000000ab\",\"map\":\"scene\","
                        "\"series\":[1,2,9223372036854775807],\"none\":[]}");
    free(text);
    json_decref(facts);
    workload_destroy(&workload);
    workload_destroy(&workload);
}

static void test_workload_failures(void **state)
{
    (void)state;
    const struct plan_option_value option = { &map_option, "x.pgm" };
    struct plan_group group = make_group(&subdivide);
    group.options = &option;
    group.option_count = 1;
    assert_null(workload_create(&group, 1, NULL));
    assert_string_equal(trouble_text(), "cannot read 'x.pgm'");
    group = make_group(&greedy);
    assert_null(workload_create(&group, 1, NULL));
    assert_non_null(strstr(trouble_text(), "memory"));
}

static void test_only_ok_has_times(void **state)
{
    (void)state;
    struct result result = make_result(BENCH_OK);
    json_t *c = result_json(&result);
    assert_int_equal(json_array_size(at(c, "samples", "gpu_total_ns")), 2);
    assert_true(json_is_null(at(c, "gpu", "interval_low_ns")));
    assert_true(json_is_null(at(c, "gpu", "drift")));
    assert_true(json_is_null(at(c, "work", "bytes_read")));
    assert_true(json_number_value(at(c, "work", "bytes_written")) == 0.1);
    assert_true(json_number_value(at(c, "wall", "interval_high_ns")) == 5.0);
    assert_true(json_integer_value(at(c, "axes", "top")) == 8);
    assert_string_equal(json_string_value(at(c, "axes", "map")), "scene");
    assert_string_equal(json_string_value(at(c, "time", NULL)), "gpu");
    json_decref(c);
    for (int status = BENCH_OK + 1; status < BENCH_STATUS_COUNT; status++) {
        result = make_result((enum bench_status)status);
        c = result_json(&result);
        assert_string_equal(json_string_value(at(c, "status", NULL)),
                            bench_status_name((enum bench_status)status));
        const char *const times[] = { "samples", "gpu", "wall", "time_ratio" };
        for (int i = 0; i < 4; i++)
            assert_true(json_is_null(at(c, times[i], NULL)));
        json_decref(c);
    }
}

/* Members that only a real GPU fills in. */
static void test_clock_and_cache(void **state)
{
    (void)state;
    struct result result = make_result(BENCH_OK);
    struct run_sample samples[2] = { result.c.samples[0], result.c.samples[1] };
    samples[0].canary_ns = 34000;
    samples[0].core_hz = 1.98e9;
    samples[1].throttled = true;
    result.c.samples = samples;
    result.c.clock = (struct run_clock){ .raises = 2,
                                         .raise_ns = 1e9,
                                         .probe_ns = 36000,
                                         .core_hz = 1.97e9,
                                         .best_ns = 34000,
                                         .best_alone_ns = 35700 };
    result.c.cache_proof =
        (struct run_cache_proof){ .known = true, .sweep_bytes = 4096, .hot_ns = 9, .cold_ns = 14 };
    result.c.cache = RUN_CACHE_COLD;
    json_t *c = result_json(&result);
    assert_non_null(c);
    assert_int_equal(json_integer_value(at(c, "clock", "raises")), 2);
    assert_true(json_number_value(at(c, "clock", "best_ns")) == 34000);
    assert_true(json_number_value(at(c, "clock", "best_alone_ns")) == 35700);
    assert_true(json_number_value(at(c, "clock", "probe_ns")) == 36000);
    assert_true(json_number_value(at(c, "clock", "core_hz")) == 1.97e9);
    assert_true(json_is_null(at(c, "clock", "best_hz")));
    assert_true(json_number_value(json_array_get(at(c, "samples", "core_hz"), 0)) == 1.98e9);
    assert_true(json_is_null(json_array_get(at(c, "samples", "core_hz"), 1)));
    assert_true(json_is_true(json_array_get(at(c, "samples", "throttled"), 1)));
    assert_int_equal(json_integer_value(at(c, "cache_proof", "sweep_bytes")), 4096);
    assert_string_equal(json_string_value(at(c, "cache", NULL)), "cold");
    json_decref(c);
}

static void assert_preceded(struct result *result, const char *wanted)
{
    json_t *c = result_json(result);
    const char *word = json_string_value(at(c, "preceded_by", NULL));
    assert_true(wanted ? word && strcmp(word, wanted) == 0 : !word);
    assert_true(json_is_true(at(c, "stamps_each", NULL)));
    assert_true(json_number_value(at(c, "inner_repetitions", NULL)) == 4);
    json_decref(c);
}

static void test_sampling(void **state)
{
    (void)state;
    struct result result = make_result(BENCH_OK), failed = make_result(BENCH_ERROR);
    assert_preceded(&result, "itself");
    result.c.preceded_by = RUN_PRECEDED_BY_OTHERS;
    assert_preceded(&result, "others");
    result.c.preceded_by = RUN_PRECEDED_BY_SWEEP;
    assert_preceded(&result, "sweep");
    assert_preceded(&failed, NULL);
}

static void test_round_trip(void **state)
{
    (void)state;
    json_t *document = make_document();
    char *text = results_dump(document);
    save(text, strlen(text));
    /* Kept for a check against the schema by other means. */
    const char *copy = getenv("RESULTS_TEST_DOCUMENT");
    if (copy)
        assert_int_equal(json_dump_file(document, copy, 0), 0);
    json_t *loaded = load();
    assert_non_null(loaded);
    assert_true(json_equal(document, loaded));
    struct run *run = run_read(loaded, path);
    if (!run)
        fail_msg("%s", trouble_text());
    assert_int_equal(run->case_count, 2);
    run_destroy(&run);
    char *again = results_dump(loaded);
    assert_string_equal(text, again);
    assert_null(strstr(text, "nan"));
    assert_null(strstr(text, "inf\""));
    free(text);
    free(again);
    json_decref(document);
    json_decref(loaded);
}

/* No prefix of a run file is taken for a whole one. */
static void test_cut_short(void **state)
{
    (void)state;
    json_t *document = make_document();
    char *text = results_dump(document);
    size_t size = strlen(text);
    for (size_t cut = 0; cut + 2 < size; cut += cut < 300 ? 1 : 97) {
        save(text, cut);
        assert_null(load());
        assert_non_null(strstr(trouble_text(), path));
        assert_null(strchr(trouble_text(), '\n'));
    }
    free(text);
    json_decref(document);
}

static void test_journal_lines(void **state)
{
    (void)state;
    static const char start[] =
        "{\"schema_version\":\"2.0\",\"session\":{\"seed\":1,\"plan_arguments\":"
        "[]},\"device\":{\"uuid\":\"0\"}";
    char text[512];
    snprintf(text, sizeof(text), "%s}\n{\"case\":{}}\n", start);
    assert_refused(text, "line 2");
    snprintf(text, sizeof(text), "%s}\n{\"case\":3}\n{", start);
    assert_refused(text, "line 2");
    snprintf(text, sizeof(text), "%s}\n{\"case", start);
    save(text, strlen(text));
    json_t *document = load();
    assert_non_null(document);
    assert_int_equal(json_array_size(json_object_get(document, "cases")), 0);
    json_decref(document);
}

static int set_up(void **state)
{
    (void)state;
    snprintf(path, sizeof(path), "/tmp/results_test.%ld.json", (long)getpid());
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    unlink(path);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_facts),
        cmocka_unit_test(test_workload_failures),
        cmocka_unit_test(test_only_ok_has_times),
        cmocka_unit_test(test_clock_and_cache),
        cmocka_unit_test(test_sampling),
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_cut_short),
        cmocka_unit_test(test_journal_lines),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
