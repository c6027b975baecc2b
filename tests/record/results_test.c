/* SPDX-License-Identifier: MIT */
#include "harness/engine/measure/measure.h"
#include "harness/engine/session/session.h"
#include "tests/files.h"
#include "tests/record/run_document.h"

static const char path[] = "run.json"; /* in a folder of the test */

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

/* The result as a run file has it. */
static json_t *result_json(const struct result *result)
{
    CLEANUP(arena_finish) struct arena arena = { 0 };
    struct run_case c;
    json_auto_t *kernels = json_array();
    result_case(result, kernels, &arena, &c);
    return case_json(&c);
}

static json_t *make_document(void)
{
    struct result good = make_result(BENCH_OK), bad = make_result(BENCH_FAILED_VERIFY);
    struct plan_group group = make_group(&subdivide);
    struct bench_workload *workload = workload_create(&group, 1, NULL);
    assert_non_null(workload);
    json_t *document = make_header();
    json_object_set_new(document, "workloads",
                        json_pack("[o]", facts_json_workload(group.workload_name,
                                                             context_facts(&workload->context))));
    workload_destroy(&workload);
    bad.c.name = "tiles.subdivide/bad";
    json_object_set_new(document, "cases",
                        json_pack("[o, o]", result_json(&good), result_json(&bad)));
    return document;
}

TEST(test_values)
{
    const double wrong[] = { NAN, INFINITY, -INFINITY };
    for (int i = 0; i < 3; i++) {
        json_auto_t *value = json_value_number(wrong[i]);
        assert_true(json_is_null(value));
    }
    json_auto_t *count = json_value_count(UINT64_MAX), *hash = json_value_hash(0xAB),
                *none = json_value_text(NULL),
                *text = json_value_text("a\xff\xc3\xa9\xed\xa0\x80z\xe2\x82");
    assert_true(json_integer_value(count) == INT64_MAX);
    assert_string_equal(json_string_value(hash), "00000000000000ab");
    assert_true(json_is_null(none));
    assert_string_equal(json_string_value(text), "a?\xc3\xa9???z??");
}

TEST(test_facts)
{
    struct plan_group group = make_group(&subdivide);
    struct bench_workload *workload = workload_create(&group, 3, NULL);
    assert_non_null(workload);
    assert_int_equal(*(int *)workload->state, 8);
    assert_int_equal(workload->context.seed, 3);
    assert_string_equal(context_message(&workload->context), "");
    json_auto_t *facts = facts_json(context_facts(&workload->context));
    CLEANUP(free_pointer) char *text = json_dumps(facts, JSON_COMPACT);
    assert_string_equal(text,
                        "{\"count\":3,\"huge\":9223372036854775807,\"third\":0.33333333333333331,"
                        "\"nothing\":null,\"hash\":\"00000000000000ab\",\"map\":\"scene\","
                        "\"series\":[1,2,9223372036854775807],\"none\":[]}");
    workload_destroy(&workload);
    workload_destroy(&workload);
}

TEST(test_workload_failures)
{
    const struct plan_option_value option = { &map_option, "x.pgm" };
    struct plan_group group = make_group(&subdivide);
    group.options = &option;
    group.option_count = 1;
    assert_null(workload_create(&group, 1, NULL));
    assert_string_equal(trouble_text(), "cannot read 'x.pgm'");
    group = make_group(&greedy);
    assert_null(workload_create(&group, 1, NULL));
    assert_holds(trouble_text(), "memory");
}

TEST(test_only_ok_has_times)
{
    struct result result = make_result(BENCH_OK);
    json_auto_t *c = result_json(&result);
    assert_json(c, "{'samples':{'gpu_total_ns':[10,29]},'gpu':{'interval_low_ns':null,'drift':null}"
                   ",'wall':{'interval_high_ns':5},'work':{'bytes_read':null,'bytes_written':0.1},"
                   "'axes':{'top':8,'map':'scene'},'time':'gpu'}");
    for (int status = BENCH_OK + 1; status < BENCH_STATUS_COUNT; status++) {
        result = make_result((enum bench_status)status);
        json_auto_t *failed = result_json(&result);
        assert_json(failed, unit_text("{'status':'%s','samples':null,'gpu':null,'wall':null,"
                                      "'time_ratio':null}",
                                      bench_status_name((enum bench_status)status)));
    }
}

/* Members that only a real GPU fills in. */
TEST(test_clock_and_cache)
{
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
    json_auto_t *c = result_json(&result);
    assert_non_null(c);
    assert_json(c, "{'clock':{'raises':2,'best_ns':34000,'best_alone_ns':35700,'probe_ns':36000,"
                   "'core_hz':1.97e9,'best_hz':null},'samples':{'core_hz':[1.98e9,null],"
                   "'throttled':[false,true]},'cache_proof':{'sweep_bytes':4096},'cache':'cold'}");
}

/* `wanted` is JSON. */
static void assert_preceded(enum bench_status status, enum run_preceding by, const char *wanted)
{
    struct result result = make_result(status);
    result.c.preceded_by = by;
    json_auto_t *c = result_json(&result);
    assert_json(c,
                unit_text("{'preceded_by':%s,'stamps_each':true,'inner_repetitions':4}", wanted));
}

TEST(test_sampling)
{
    assert_preceded(BENCH_OK, RUN_PRECEDED_BY_ITSELF, "'itself'");
    assert_preceded(BENCH_OK, RUN_PRECEDED_BY_OTHERS, "'others'");
    assert_preceded(BENCH_OK, RUN_PRECEDED_BY_SWEEP, "'sweep'");
    assert_preceded(BENCH_ERROR, RUN_PRECEDED_BY_ITSELF, "null");
}

TEST(test_round_trip)
{
    json_auto_t *document = make_document();
    CLEANUP(free_pointer) char *text = results_dump(document);
    file_write_text(path, text);
    /* Kept for a check against the schema by other means. */
    const char *copy = getenv("RESULTS_TEST_DOCUMENT");
    if (copy)
        assert_int_equal(json_dump_file(document, copy, 0), 0);
    json_auto_t *loaded = run_file_json(path);
    assert_non_null(loaded);
    assert_true(json_equal(document, loaded));
    RUN_AUTO *run = run_read(loaded, path);
    assert_done(run);
    assert_int_equal(run->case_count, 2);
    CLEANUP(free_pointer) char *again = results_dump(loaded);
    assert_string_equal(text, again);
    assert_null(strstr(text, "nan"));
    assert_null(strstr(text, "inf\""));
}

/* No prefix of a run file is taken for a whole one. */
TEST(test_cut_short)
{
    json_auto_t *document = make_document();
    CLEANUP(free_pointer) char *text = results_dump(document);
    size_t size = strlen(text);
    for (size_t cut = 0; cut + 2 < size; cut += cut < 300 ? 1 : 97) {
        file_write(path, text, cut);
        assert_null(run_file_json(path));
        assert_holds(trouble_text(), path);
        assert_null(strchr(trouble_text(), '\n'));
    }
}

/* Samples -------------------------------------------------------------------------------------- */

enum { LONG = 137, SHORT = 50, KEPT = 30 };

/* Samples whose every value tells its round; every third round only where `gaps`. */
static json_t *samples_made(size_t count, bool gaps)
{
    static const char *const names[] = { "gpu_total_ns", "wall_total_ns", "order", "core_hz",
                                         "canary_ns" };
    json_t *samples = json_object();
    for (size_t k = 0; k < sizeof(names) / sizeof(names[0]) + gaps; k++) {
        json_t *column = json_array();
        const bool rounds = k == sizeof(names) / sizeof(names[0]);
        for (size_t i = 0; i < count; i++)
            json_array_append_new(column,
                                  json_integer((json_int_t)(rounds ? 3 * i : 1000 * (k + 1) + i)));
        json_object_set_new(samples, rounds ? "round" : names[k], column);
    }
    return samples;
}

/* Thins the document. */
static void thin(json_t **document, size_t samples_max)
{
    RUN_AUTO *run = run_read(*document, "-");
    assert_done(run);
    run_thin(run, samples_max);
    json_decref(*document);
    *document = run_document(run);
}

/* A run of these cases, with all that a case must have. */
static json_t *run_made(json_t *cases)
{
    json_t *c;
    size_t i;
    json_array_foreach(cases, i, c)
    {
        json_t *rest = json_pack("{s:s, s:s, s:s, s:i}", "workload", "w", "kind", "gpu", "status",
                                 "ok", "inner_repetitions", 1);
        json_object_update_new(c, rest);
    }
    return json_pack("{s:s, s:{s:i, s:[]}, s:{s:s}, s:[], s:o}", "schema_version", "2.11",
                     "session", "seed", 1, "plan_arguments", "device", "uuid", "u", "workloads",
                     "cases", cases);
}

static json_t *document_made(void)
{
    return run_made(json_pack("[{s:s, s:o}, {s:s, s:o}, {s:s, s:o}, {s:s, s:n}, {s:s, s:o}]", //
                              "name", "long", "samples", samples_made(LONG, false),           //
                              "name", "short", "samples", samples_made(SHORT, false),         //
                              "name", "gaps", "samples", samples_made(LONG, true),            //
                              "name", "failed", "samples",                                    //
                              "name", "few", "samples", samples_made(KEPT, false)));
}

/* The samples of case c by that name. */
static const json_t *samples_at(const json_t *document, size_t c, const char *name)
{
    const json_t *entry = json_array_get(json_object_get(document, "cases"), c);
    return json_object_get(json_object_get(entry, "samples"), name);
}

static json_int_t value_at(const json_t *document, size_t c, const char *name, size_t i)
{
    return json_integer_value(json_array_get(samples_at(document, c, name), i));
}

static size_t length(const json_t *document, size_t c, const char *name)
{
    return json_array_size(samples_at(document, c, name));
}

TEST(test_thinned)
{
    json_auto_t *document = document_made();
    thin(&document, KEPT);
    assert_json(document, unit_text("{'summary':{'samples_max':%d,'samples':%d,'of':%d}}", KEPT,
                                    4 * KEPT, 2 * LONG + SHORT + KEPT));
    for (size_t c = 0; c < 2; c++)
        for (size_t i = 0; i < KEPT; i++) {
            const json_int_t round = value_at(document, c, "round", i);
            assert_true(value_at(document, c, "gpu_total_ns", i) == 1000 + round);
            assert_true(value_at(document, c, "wall_total_ns", i) == 2000 + round);
            assert_true(value_at(document, c, "order", i) == 3000 + round);
            assert_true(value_at(document, c, "core_hz", i) == 4000 + round);
            assert_true(i == 0 || round > value_at(document, c, "round", i - 1));
        }
    for (size_t c = 0; c < 5; c++) {
        assert_int_equal(length(document, c, "gpu_total_ns"), c == 3 ? 0 : KEPT);
        assert_int_equal(length(document, c, "canary_ns"), 0); /* core_hz says the same */
    }
    /* Cases with few samples keep all, and need no rounds. */
    assert_int_equal(length(document, 4, "round"), 0);
    for (size_t i = 0; i < KEPT; i++)
        assert_true(value_at(document, 2, "round", i) ==
                    3 * (value_at(document, 2, "gpu_total_ns", i) - 1000));
}

/* Over all rounds, without a gap of more than twice the mean one. */
TEST(test_even)
{
    for (size_t kept = 1; kept < 64; kept++) {
        json_auto_t *document = document_made();
        thin(&document, kept);
        json_int_t last = -1;
        for (size_t i = 0; i <= kept; i++) {
            const json_int_t round =
                i < kept ? value_at(document, 0, "gpu_total_ns", i) - 1000 : LONG;
            assert_true(round > last);
            assert_true((double)(round - last) <= 1 + 2.0 * LONG / (double)kept);
            last = round;
        }
    }
}

/* Two cases share those rounds that come first in either. */
TEST(test_pairs_stay)
{
    json_auto_t *document = document_made();
    size_t shared = 0;
    thin(&document, KEPT);
    for (size_t i = 0; i < KEPT; i++)
        for (size_t k = 0; k < KEPT; k++)
            shared +=
                value_at(document, 0, "round", i) == value_at(document, 1, "round", k) ? 1 : 0;
    size_t within = 0;
    for (size_t i = 0; i < KEPT; i++)
        within += value_at(document, 0, "round", i) < SHORT ? 1 : 0;
    assert_int_equal(shared, within);
    assert_true(shared >= 10);
}

/* A summary of a summary is that of the whole. */
TEST(test_nested)
{
    json_auto_t *once = document_made(), *twice = document_made();
    thin(&once, 7);
    thin(&twice, KEPT);
    thin(&twice, 7);
    assert_true(json_equal(json_object_get(once, "cases"), json_object_get(twice, "cases")));
}

/* Each launch has its share, by its own rounds, and says how many it keeps. */
TEST(test_launches)
{
    enum { LAUNCHES = 3 };
    json_t *samples = samples_made(SHORT, true), *own = samples_made(SHORT, true);
    json_t *each = json_array(), *column;
    const char *name;
    for (int i = 1; i < LAUNCHES; i++)
        json_object_foreach(samples, name, column)
            json_array_extend(column, json_object_get(own, name));
    json_decref(own);
    for (int i = 0; i < LAUNCHES; i++)
        json_array_append_new(each, json_pack("{s:i}", "samples", SHORT));
    json_t *document = run_made(json_pack("[{s:s, s:o, s:{s:o}}]", "name", "c", "samples", samples,
                                          "launches", "each", each));
    assert_int_equal(length(document, 0, "round"), LAUNCHES * SHORT);
    thin(&document, KEPT);
    assert_int_equal(length(document, 0, "wall_total_ns"), KEPT);
    for (size_t i = 0; i < KEPT; i++) {
        const size_t first = i % (KEPT / LAUNCHES);
        assert_true(value_at(document, 0, "round", i) == value_at(document, 0, "round", first));
    }
    assert_json(document, "{'cases':[{'launches':{'each':[{'samples':10},{'samples':10},"
                          "{'samples':10}]}}]}"); /* KEPT / LAUNCHES */
    /* One of each launch at least. */
    thin(&document, 1);
    assert_int_equal(length(document, 0, "wall_total_ns"), LAUNCHES);
    json_decref(document);
}

/* Equal text packs to equal bytes, and unpacks to the text. */
TEST(test_pack)
{
    json_auto_t *document = document_made();
    CLEANUP(free_pointer) char *whole = json_dumps(document, 0);
    const char *const texts[] = { whole, "" };
    for (size_t i = 0; i < 2; i++) {
        size_t bytes, again_bytes, back_bytes;
        CLEANUP(free_pointer) char *packed = pack_text(texts[i], strlen(texts[i]), &bytes);
        CLEANUP(free_pointer) char *again = pack_text(texts[i], strlen(texts[i]), &again_bytes);
        CLEANUP(free_pointer) char *back = NULL;
        assert_true(bytes == again_bytes && (i == 1 || bytes < strlen(texts[i])));
        assert_memory_equal(packed, again, bytes);
        assert_true(run_unpack_is_packed(packed, bytes));
        assert_null(run_unpack(packed, bytes, 1 << 20, &back, &back_bytes));
        assert_int_equal(back_bytes, strlen(texts[i]));
        assert_memory_equal(back, texts[i], back_bytes);
    }
}

int main(void)
{
    return unit_run(folder_enter, folder_remove);
}
