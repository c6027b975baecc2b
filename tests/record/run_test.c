/* SPDX-License-Identifier: MIT */
/* run_test.c: runs as structs: what is read, what is refused, and in which words. */
#include "harness/analysis/limits/limits.h"
#include "harness/views/formats/export.h"
#include "harness/views/table/table.h"
#include "tests/output.h"
#include "tests/record/run_document.h"

/* Reading ------------------------------------------------------------------------------------- */

TEST(test_head)
{
    trouble_clear();
    struct run *run = run_document_read(run_document_full()); /* of which nothing is kept */
    assert_string_equal(trouble_text(), "");
    assert_true(run->session.seed == INT64_MAX);
    assert_int_equal(run->session.plan_argument_count, 2);
    assert_string_equal(run->session.plan_arguments[1], "--profile=quick");
    assert_string_equal(run->session.ended, "");
    assert_string_equal(run->tool.commit, "abc");
    assert_string_equal(run->device.driver_info, "1.2");
    assert_true(run->device.driver_version == 7 && run->context.cores == 8);
    assert_int_equal(run->ceilings.copy.count, 2);
    assert_true(run->ceilings.copy.points[1].bytes_per_s == 2e12);
    assert_true(run->ceilings.dependent_ns == 2000 && run->ceilings.round_trip_ns == 0);
    assert_int_equal(run->workload_count, 2);
    const struct run_fact *facts = run->workloads[0].facts;
    assert_int_equal(run->workloads[0].fact_count, 6);
    assert_string_equal(facts[0].text, "of a test");
    assert_true(facts[2].number == 0.5 && isnan(facts[3].number));
    assert_int_equal(facts[4].series_count, 3);
    assert_true(facts[4].series[2] == 3);
    assert_string_equal(run_fact_text(run, "t.b/n:1", "note"), "of a test");
    assert_string_equal(run_fact_text(run, "u.s", "note"), "");
    assert_string_equal(run->kernels[0].sha256, "ab");
    run_destroy(&run);
    assert_null(run);
    run_destroy(&run);
}

TEST(test_case)
{
    RUN_AUTO *run = run_document_read(run_document_full());
    assert_int_equal(run->case_count, 4);
    const struct run_case *c = &run->cases[1];
    assert_string_equal(c->name, "t.b/a/n:1/cache:cold");
    assert_true(c->twin && c->replaced_count == 1 && c->cache == RUN_CACHE_COLD);
    assert_true(c->kind == BENCH_HOST_DRIVEN && c->status == BENCH_OK && c->by_wall);
    assert_true(c->ceiling == BENCH_CEILING_NONE && c->check == RUN_CHECK_PASSED);
    assert_string_equal(c->axes[0].name, "n");
    assert_true(c->axes[0].number == 1 && isnan(c->axes[1].number));
    assert_int_equal(c->sample_count, 3);
    assert_true(c->samples[0].gpu_ns == 10.5 && c->samples[1].wall_ns == 21);
    assert_true(c->samples[2].order == 0 && c->samples[2].round == 3);
    assert_true(isnan(c->samples[1].canary_ns) && c->samples[1].core_hz == 2e9);
    assert_true(c->samples[1].throttled && !c->samples[2].throttled);
    assert_true(c->gpu.count == 3 && c->gpu.minimum == 10.5 && c->gpu.outliers == 1);
    assert_true(isnan(c->gpu.interval.low) && c->gpu.bimodal && c->gpu.drift == -0.03);
    assert_true(c->ratio.pairs == 3 && c->ratio.interval.high == 0.6);
    assert_true(c->cache_proof.known && c->cache_proof.cold && !c->cache_proof.clean);
    assert_true(c->clock.best_hz == 2e9 && c->clock.throttled_count);
    assert_true(c->work.chain == 2 && isnan(c->work.bytes_written));
    assert_true(c->counters.fills == 2 && c->peak_bytes == 4096 && c->tick_ns == 32);
    assert_string_equal(c->metrics[0].unit, "tiles");
    assert_true(c->metric_count == 2 && isnan(c->metrics[1].value));
    assert_true(c->floor_ns == 6 && c->floor_percent == 50 && c->stop == RESULT_STOP_CONVERGED);
    assert_string_equal(c->floor_bound, "chain");
    assert_true(c->probe.known && c->probe.time.median == 8.5 && c->probe_percent == 70);
    assert_true(!run->cases[2].probe.known && isnan(run->cases[2].probe_percent));
    assert_string_equal(c->kernels[0], "t/k:00");
    assert_true(isnan(c->threads) && isnan(c->samples[0].host_canary_ns));
}

/* A case of the CPU records its threads and its clock, and the run its host. */
TEST(test_host)
{
    RUN_AUTO *run = run_document_read(run_document_full());
    const struct run_case *host = &run->cases[2];
    assert_true(host->threads == 8 && host->threads_held == 7);
    assert_true(host->samples[1].host_canary_ns == 4001 && isnan(host->samples[1].host_hz));
    assert_true(host->samples[2].host_hz == 2e9 && isnan(host->samples[2].canary_ns));
    assert_string_equal(run->context.processor.governor, "powersave");
    assert_int_equal(run->ceilings.threads_count, 1);
    const struct run_ceilings_threads *threads = &run->ceilings.threads[0];
    assert_true(threads->count == 8 && threads->operations_per_s == 5e9);
    assert_true(threads->read.count == 1 && threads->read.points[0].bytes_per_s == 3e9);
    assert_true(threads->copy.count == 0 && threads->write.count == 0);
    /* One answer to the question which time counts. */
    assert_ptr_equal(run_case_judged(&run->cases[0]), &run->cases[0].gpu);
    assert_ptr_equal(run_case_judged(&run->cases[1]), &run->cases[1].wall);
    assert_ptr_equal(run_case_judged(&run->cases[2]), &run->cases[2].wall);
    assert_true(run_case_median_ns(&run->cases[2]) == 12);
    assert_null(run_case_judged(&run->cases[3]));
    assert_true(isnan(run_case_median_ns(&run->cases[3])));
}

/* Times of a case that is not ok are nobody's. */
TEST(test_only_ok_has_times)
{
    json_t *document = run_document_full();
    run_document_plant(document, "cases/1/status", "'suspect'");
    RUN_AUTO *run = run_document_read(document);
    const struct run_case *read = &run->cases[1];
    assert_null(run_case_judged(read));
    assert_true(read->sample_count == 0 && read->gpu.count == 0 && read->wall.count == 0);
    assert_true(read->ratio.pairs == 0 && isnan(read->tick_ns) && isnan(read->clock.best_hz));
    assert_true(read->peak_bytes == 4096);
}

/* A file with as little as possible. */
TEST(test_what_is_missing)
{
    trouble_clear();
    RUN_AUTO *run = run_document_run(
        "{'cases':[{'name':'x','workload':'w','kind':'cpu','status':'ok','unknown':{'a':[1]}}]}");
    assert_string_equal(trouble_text(), "");
    const struct run_case *c = &run->cases[0];
    assert_string_equal(c->variant, "");
    assert_string_equal(c->reason, "");
    assert_true(c->by_wall && !c->twin && c->cache == RUN_CACHE_NONE && !c->cache_proof.known);
    assert_true(c->check == RUN_CHECK_NONE && isnan(c->inner_repetitions) && isnan(c->floor_ns));
    assert_true(isnan(c->counters.barriers) && c->axis_count == 0 && c->kernel_count == 0);
    assert_null(run_case_judged(c));
    assert_string_equal(run->tool.commit, "");
    assert_int_equal(run->kernel_count, 0);
}

static struct run_case *add(struct run *run, const json_t *json)
{
    struct run_case c;
    return run_read_case(run, json, &c) ? run_add_case(run, &c) : NULL;
}

TEST(test_add_case)
{
    json_auto_t *full = run_document_full();
    json_t *cases = json_object_get(full, "cases"), *c;
    RUN_AUTO *run = run_document_run("{}");
    size_t i;
    json_array_foreach(cases, i, c) assert_non_null(add(run, c));
    assert_int_equal(run->case_count, 4);
    assert_string_equal(run->cases[3].reason, "wanted 1");
    c = json_array_get(cases, 1);
    assert_null(add(run, c));
    run_document_assert_line("case 't.b/a/n:1/cache:cold': there are two of that name");
    assert_int_equal(run->case_count, 4);
}

/* Faults -------------------------------------------------------------------------------------- */

struct fault {
    const char *where, *value, *message;
};

static void assert_refused_of(json_t *(*make)(void), const struct fault *faults, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        json_t *document = make();
        run_document_plant(document, faults[i].where, faults[i].value);
        run_document_assert_refused(document, faults[i].message);
        run_document_assert_line("'run.json' is not a valid run file: ");
    }
}

static void assert_refused(const struct fault *faults, size_t count)
{
    assert_refused_of(run_document_full, faults, count);
}

#define COLD "case 't.b/a/n:1/cache:cold': "

TEST(test_times_are_refused)
{
    static const struct fault faults[] = {
        { "cases/1/samples/gpu_total_ns/1", "0",
          COLD "samples.gpu_total_ns[1] is 0: it must be above 0" },
        { "cases/1/samples/gpu_total_ns/2", "-3",
          COLD "samples.gpu_total_ns[2] is -3: it must be above 0" },
        { "cases/1/samples/gpu_total_ns/2", "null",
          COLD "samples.gpu_total_ns[2] is null, and not a number" },
        { "cases/1/samples/gpu_total_ns/1", "4.5",
          COLD "samples.gpu_total_ns[1] is 4.5: it must be whole" },
        { "cases/1/samples/wall_total_ns/1", "80.25",
          COLD "samples.wall_total_ns[1] is 80.25: it must be whole" },
        { "cases/1/samples/wall_total_ns/0", "0.0", COLD "samples.wall_total_ns[0] is 0" },
        { "cases/1/samples/wall_total_ns/0", "'20'", COLD "samples.wall_total_ns[0] is a text" },
        { "cases/2/samples/wall_total_ns/0", "0",
          "case 't.b/host/n:1': samples.wall_total_ns[0] is 0" },
        { "cases/2/samples/gpu_total_ns", "[0,-1,0]",
          "samples.gpu_total_ns[1] is -1: it cannot be below 0" },
        { "cases/1/samples/canary_ns/0", "0", "samples.canary_ns[0] is 0" },
        { "cases/1/samples/core_hz/0", "0", "samples.core_hz[0] is 0" },
        { "cases/1/samples/core_hz/0", "[]", "samples.core_hz[0] is an array" },
        { "cases/2/samples/host_canary_ns/0", "0", "samples.host_canary_ns[0] is 0" },
        { "cases/2/samples/host_hz/0", "'3'", "samples.host_hz[0] is a text" },
        { "cases/2/threads/count", "1.5", "threads.count is 1.5" },
        { "ceilings/host/0/bandwidth/read/0/bytes", "-1", "bytes is -1" },
        { "cases/1/gpu/median_ns", "0", COLD "gpu.median_ns is 0: it must be above 0" },
        { "cases/1/wall/min_ns", "-1e300", COLD "wall.min_ns is -1e+300" },
        { "cases/1/gpu/interval_low_ns", "0", "gpu.interval_low_ns is 0" },
        { "cases/1/gpu/interval_high_ns", "'x'",
          "gpu.interval_high_ns is a text, and not a number" },
        { "cases/1/gpu/mad_ns", "-1", "gpu.mad_ns is -1: it cannot be below 0" },
        { "cases/1/time_ratio/case_over_baseline", "0", COLD "time_ratio.case_over_baseline is 0" },
        { "cases/1/time_ratio/interval_low", "-1", "time_ratio.interval_low is -1" },
        { "cases/1/floor/ns", "0", "floor.ns is 0" },
        { "cases/1/probe/samples/gpu_ns/0", "0", COLD "probe.samples.gpu_ns[0] is 0" },
        { "ceilings/step_ns/fill", "0", "run file: ceilings.step_ns.fill is 0" },
        { "ceilings/bandwidth/copy/1/bytes_per_s", "0",
          "ceilings.bandwidth.copy[1].bytes_per_s is 0: it must be above 0" },
    };
    assert_refused(faults, sizeof(faults) / sizeof(faults[0]));
}

TEST(test_counts_are_refused)
{
    static const struct fault faults[] = {
        { "cases/1/samples/wall_total_ns/3", "5",
          COLD "samples.gpu_total_ns has 3 entries, and wall_total_ns 4" },
        { "cases/1/samples/gpu_total_ns/3", "5",
          COLD "samples.gpu_total_ns has 4 entries, and wall_total_ns 3" },
        { "cases/1/samples/round", "[0,1]", "samples.round has 2 entries, and wall_total_ns 3" },
        { "cases/1/samples/order", "[]", "samples.order is empty" },
        { "cases/1/samples/canary_ns", "[1]", "samples.canary_ns has 1 entries" },
        { "cases/1/samples/core_hz", "[]", "samples.core_hz is empty" },
        { "cases/1/samples/throttled", "[true]", "samples.throttled has 1 entries" },
        { "cases/1/samples/throttled/0", "1", "samples.throttled[0] is a number" },
        { "cases/1/samples/gpu_total_ns", NULL, "samples.gpu_total_ns is missing" },
        { "cases/1/samples/wall_total_ns", NULL, "samples.wall_total_ns is missing" },
        { "cases/1/samples", "{'gpu_total_ns':[],'wall_total_ns':[]}",
          COLD "samples.wall_total_ns is empty" },
        { "cases/1/samples/round/0", "0.5", "samples.round[0] is 0.5: it must be whole" },
        { "cases/1/samples/round/0", "1e10", "samples.round has an index of 1e+10" },
        { "cases/1/gpu/count", "0", COLD "gpu.count is 0: it must be at least 1" },
        { "cases/1/gpu/count", "-1", "gpu.count is -1" },
        { "cases/1/gpu/count", "2.5", "gpu.count is 2.5: it must be whole" },
        { "cases/1/wall/count", NULL, COLD "wall.count is missing" },
        { "cases/1/time_ratio/pairs", "0", COLD "time_ratio.pairs is 0" },
        { "cases/1/inner_repetitions", "-1", "inner_repetitions is -1" },
        { "cases/1/inner_repetitions", "0", COLD "inner_repetitions must be at least 1" },
        { "cases/1/inner_repetitions", NULL, COLD "inner_repetitions must be at least 1" },
        { "cases/1/counters/fills", "1e308", "counters.fills is 1e+308: it must be below 2^64" },
        { "cases/1/counters/fills", "1.5", "counters.fills is 1.5: it must be whole" },
        { "cases/1/probe/samples/round", "[0]", "probe.samples.round has 1 entries, and gpu_ns 2" },
        { "cases/1/probe/samples/gpu_ns", "[]", "probe.samples.gpu_ns is empty" },
        { "session/seed", "-1", "session.seed is not a whole number of 0 or more" },
        { "summary", "{}", "summary.samples_max is missing" },
        { "summary", "{'samples_max':3,'samples':9,'of':0}",
          "summary.of is 0: it must be at least 1" },
        { "summary", "{'samples_max':3,'samples':8,'of':12}",
          "summary.samples is 8, and the cases have 9" },
        { "summary", "{'samples_max':3,'samples':9,'of':8}",
          "summary.of is 8: it is less than the samples that stay" },
    };
    assert_refused(faults, sizeof(faults) / sizeof(faults[0]));
}

TEST(test_names_and_words_are_refused)
{
    static const struct fault faults[] = {
        { "cases/3/name", "'t.b/a/n:1/cache:cold'", COLD "there are two of that name" },
        { "workloads/1/name", "'t.b/n:1'", "workload 't.b/n:1': there are two of that name" },
        { "cases/2/name", NULL, "cases[2]: name is missing" },
        { "cases/2/name", "''", "cases[2]: name is missing" },
        { "cases/1/workload", NULL, COLD "workload is missing" },
        { "cases/1/status", NULL, COLD "status is missing" },
        { "cases/1/status", "'okay'", COLD "status is 'okay', which is not known" },
        { "cases/1/status", "0", COLD "status is a number, and not a text" },
        { "cases/1/kind", NULL, "kind is missing" },
        { "cases/1/kind", "'tpu'", "kind is 'tpu', which is not known" },
        { "cases/1/time", "'sun'", "time is 'sun'" },
        { "cases/1/stop", "'enough'", "stop is 'enough'" },
        { "cases/1/cache", "'warm'", "cache is 'warm'" },
        { "cases/1/preceded_by", "'nobody'", "preceded_by is 'nobody'" },
        { "cases/1/floor/bound", "7", "floor.bound is a number, and not a text" },
        { "cases/1/metrics/tiles/unit", NULL, "metrics.tiles.unit is missing" },
        { "kernels/0/sha256", NULL, "kernels[0].sha256 is missing" },
        { "schema_version", NULL, "schema_version is missing" },
        { "schema_version", "1",
          "is 1, and this claimcheck reads 2: read it by the claimcheck that" },
        { "schema_version", "'1.3'", "is 1.3, and this claimcheck reads 2: read it by the claim" },
        { "schema_version", "'3.0'",
          "is 3.0, and this claimcheck reads 2: it was written by a newer" },
        { "schema_version", "2", "schema_version is not a version that any claimcheck wrote" },
        { "schema_version", "'2'", "schema_version is not a version that any claimcheck wrote" },
        { "schema_version", "'2.0x'", "schema_version is not a version that any claimcheck wrote" },
        { "schema_version", "'-2.0'", "schema_version is not a version that any claimcheck wrote" },
        { "session", NULL, "session is missing" },
        { "session/plan_arguments", NULL, "session.plan_arguments is missing" },
        { "device", NULL, "device is missing" },
        { "device/uuid", NULL, "device.uuid is missing" },
        { "workloads", NULL, "workloads is missing" },
        { "cases", NULL, "cases is missing" },
        { "workloads/0/facts", NULL, "workloads[0].facts is missing" },
    };
    assert_refused(faults, sizeof(faults) / sizeof(faults[0]));
}

/* Escapes in a name do not reach the terminal. */
TEST(test_line_is_clean)
{
    json_t *document = run_document_full();
    run_document_plant(document, "cases/1/status", "'\\u0007'");
    run_document_assert_refused(json_incref(document), "status is '?', which is not known");
    run_document_plant(document, "cases/1/name", "'a\\nb\\u001b'");
    run_document_assert_refused(document,
                                "cases[1]: name is 'a b?': a name has no control characters");
}

TEST(test_types_are_refused)
{
    static const struct fault faults[] = {
        { "cases", "{}", "cases is an object, and not an array" },
        { "cases/0", "[]", "cases[0] is an array, and not an object" },
        { "cases/0", "null", "cases[0] is null, and not an object" },
        { "cases/1/axes", "[]", COLD "axes is an array, and not an object" },
        { "cases/1/axes/n", "[1]", COLD "axes.n is an array, and not a number" },
        { "cases/1/samples", "[]", COLD "samples is an array" },
        { "cases/1/samples/gpu_total_ns", "{}", COLD "samples.gpu_total_ns is an object" },
        { "cases/1/gpu", "'x'", COLD "gpu is a text, and not an object" },
        { "cases/1/gpu/bimodal", "0", COLD "gpu.bimodal is a number, and not true or false" },
        { "cases/1/check/before", "'yes'", COLD "check.before is a text" },
        { "cases/1/baseline", "[]", COLD "baseline is an array" },
        { "cases/1/replaced/0", "1", COLD "replaced[0] is a number" },
        { "kernels/0/statistics", "1", "kernels[0].statistics is a number" },
        { "cases/1/twin", "1", COLD "twin is a number" },
        { "cases/1/twin", "{'time_ratio':{'pairs':0}}", COLD "twin.time_ratio.pairs is 0" },
        { "cases/1/twin", "{'time_ratio':{'pairs':1,'file_over_original':-1}}",
          COLD "twin.time_ratio.file_over_original is -1" },
        { "cases/1/kernels/0", "1", COLD "kernels[0] is a number" },
        { "cases/1/kernels/0", "{}", COLD "kernels[0] is an object" },
        { "cases/1/metrics/tiles", "3", COLD "metrics.tiles is a number" },
        { "cases/3/gpu", "3", "case 't.b/c/n:1': gpu is a number" },
        { "device/name", "[]", "device.name is an array, and not a text" },
        { "session/plan_arguments/0", "1", "session.plan_arguments[0] is a number" },
        { "session/plan_arguments", "'x'", "session.plan_arguments is a text" },
        { "ceilings", "[]", "ceilings is an array" },
        { "ceilings/bandwidth/copy/0", "1", "ceilings.bandwidth.copy[0] is a number" },
        { "workloads/0", "'x'", "workloads[0] is a text" },
        { "workloads/0/facts/series/1", "'x'", "facts.series[1] is a text" },
        { "kernels", "'x'", "kernels is a text" },
    };
    assert_refused(faults, sizeof(faults) / sizeof(faults[0]));
    run_document_assert_refused(json_array(), "it is not an object");
}

TEST(test_too_many_points)
{
    json_t *document = run_document_full();
    for (int i = 2; i <= RUN_CEILINGS_POINTS_MAX; i++)
        run_document_plant(document, "ceilings/bandwidth/copy/99", "{'bytes':1,'bytes_per_s':1}");
    run_document_assert_refused(document,
                                "ceilings.bandwidth.copy has 33 entries, and 32 is the most");
}

/* Every value of the document in turn becomes something else: read or refused, never a crash. */
static void try_all(json_t *document, json_t *parent)
{
    static const char *const values[] = { "null", "true", "0",   "-1",   "1.5",
                                          "'x'",  "[]",   "[1]", "[[]]", "{}" };
    const bool is_object = json_is_object(parent);
    void *at = json_object_iter(parent);
    for (size_t i = 0; is_object ? !!at : i < json_array_size(parent); i++) {
        json_t *child = is_object ? json_object_iter_value(at) : json_array_get(parent, i);
        json_incref(child);
        for (size_t k = 0; k < sizeof(values) / sizeof(values[0]); k++) {
            json_t *value = run_document_json(values[k]);
            if (is_object)
                json_object_iter_set_new(parent, at, value);
            else
                json_array_set_new(parent, i, value);
            trouble_clear();
            RUN_AUTO *run = run_read(document, "run.json");
            if (!run) {
                run_document_assert_line("'run.json' is not a valid run file: ");
                continue;
            }
            struct run_ceilings ceilings; /* by all readers of runs */
            FILE *out = output_begin();
            table_print(out, run, &(struct table_options){ .colours = true });
            metrics_print(out, run);
            export_csv(out, run);
            ceilings_find(&ceilings, run);
            fclose(out);
        }
        if (is_object)
            json_object_iter_set_new(parent, at, child);
        else
            json_array_set_new(parent, i, child);
        try_all(document, child);
        at = is_object ? json_object_iter_next(parent, at) : NULL;
    }
}

TEST(test_hostile_types)
{
    json_t *document = run_document_full();
    try_all(document, document);
    RUN_AUTO *run = run_document_read(document);
    assert_non_null(run);
}

/* Kernel --------------------------------------------------------------------------------------- */

TEST(test_statistics)
{
    RUN_AUTO *run = run_document_run("{'kernels':[{'id':'t/k:01','sha256':'x','statistics':["
                                     "{'name':'n','value':3},{'name':'m','value':true},"
                                     "{'name':'o','value':null}]},{'id':'t/k:02','sha256':'y',"
                                     "'statistics':null}]}");
    const struct run_kernel *kernel = run_kernel_find(run, "t/k:01");
    assert_ptr_equal(kernel, &run->kernels[0]);
    assert_int_equal(kernel->statistic_count, 3);
    assert_string_equal(kernel->statistics[1].name, "m");
    assert_true(kernel->statistics[0].number == 3 && isnan(kernel->statistics[1].number));
    assert_true(isnan(kernel->statistics[2].number));
    assert_int_equal(run_kernel_find(run, "t/k:02")->statistic_count, 0);
    assert_null(run_kernel_find(run, "t/k:03"));
}

static bool add_kernel(struct run *run, const char *kernel)
{
    json_auto_t *entry = run_document_json(kernel);
    const bool added = run_add_kernel(run, entry);
    return added;
}

/* Each once; one that is refused is not. */
TEST(test_added)
{
    RUN_AUTO *run = run_document_run("{'kernels':[{'id':'t/k:01','sha256':'x'}]}");
    assert_true(add_kernel(run, "{'id':'t/k:01','sha256':'x'}"));
    assert_true(add_kernel(run, "{'id':'t/k:02','sha256':'y'}"));
    assert_true(add_kernel(run, "{'id':'t/k:02','sha256':'y'}"));
    assert_false(add_kernel(run, "{'id':'t/k:05'}"));
    assert_int_equal(run->kernel_count, 2);
    assert_string_equal(run_kernel_find(run, "t/k:02")->sha256, "y");
}

/* Kind ----------------------------------------------------------------------------------------- */

/* A file of another command is called by its name, and the message names the command that takes
 * it. */
TEST(test_other_kinds_are_named)
{
    static const char *const documents[][2] = {
        { "{'traceEvents':[],'cases':[]}",
          "not a valid run file: it is a trace: claimcheck report RUN.json" },
        { "{'schema_version':'1.0','sides':[],'session':{},'rows':[]}",
          "not a valid run file: it is a result of claimcheck ab, " },
        { "{'schema_version':1,'twin_of':'x','device':{}}",
          "not a valid run file: it holds counters of a CUDA port" },
        { "{'schema_version':'1.0','thresholds':[]}", "file of thresholds: claimcheck ab --thre" },
        { "{'schema_version':'1.0','quarantine':[]}", "file of thresholds: claimcheck ab --thre" },
        { "{'schema_version':1,'figures':[],'claims':[]}",
          "paper: claimcheck claims RUN.json --pub" },
        { "{'runs':{},'differences':[],'claims':[]}", "it is a comparison of runs: name those" },
        { "{'device':null,'kernels':[],'sources':[]}",
          "it is a listing of kernels: claimcheck li" },
    };
    for (size_t i = 0; i < sizeof(documents) / sizeof(documents[0]); i++)
        run_document_assert_refused(run_document_json(documents[i][0]), documents[i][1]);
}

/* Samples -------------------------------------------------------------------------------------- */

/* A case of kind host_driven that stamps nothing has no GPU time: it is left out, and read as 0. */
TEST(test_nothing_is_stamped)
{
    json_t *document = run_document_full();
    run_document_plant(document, "cases/1/gpu", "null");
    run_document_plant(document, "cases/1/samples/gpu_total_ns", NULL);
    RUN_AUTO *run = run_document_read(document);
    const struct run_case *c = &run->cases[1];
    assert_int_equal(c->sample_count, 3);
    assert_int_equal(c->gpu.count, 0);
    assert_true(c->samples[2].gpu_ns == 0 && c->samples[2].wall_ns == 22);
    assert_ptr_equal(run_case_judged(c), &c->wall);
}

/* With a summary of GPU times, or of kind gpu, it must have them. */
TEST(test_times_are_missing)
{
    for (int i = 0; i < 2; i++) {
        json_t *document = run_document_full();
        run_document_plant(document,
                           i == 0 ? "cases/0/samples/gpu_total_ns" : "cases/1/samples/gpu_total_ns",
                           NULL);
        run_document_assert_refused(document, "samples.gpu_total_ns is missing");
    }
}

/* Words ---------------------------------------------------------------------------------------- */

/* Words that a later version has more of: what bounds a case, what it measures, who shares a word.
 */
TEST(test_later_words)
{
    json_t *document = run_document_full();
    run_document_plant(document, "cases/0/ceiling", "'of a later version'");
    run_document_plant(document, "cases/1/floor/bound", "'of a later version'");
    run_document_plant(document, "cases/1/work/atomics",
                       "[{'pattern':'of a later version','returned':false,'count':7},"
                       "{'pattern':'lanes_2','returned':true,'count':5}]");
    RUN_AUTO *run = run_document_read(document);
    assert_int_equal(run->cases[0].ceiling, BENCH_CEILING_NONE);
    assert_string_equal(run->cases[1].floor_bound, "");
    assert_true(run->cases[1].work.atomics[BENCH_ATOMICS_LANES_2].returned == 5);
    assert_true(run->cases[1].work.atomics[BENCH_ATOMICS_LANES_2].dropped == 0);
}

/* Launches ------------------------------------------------------------------------------------- */

static json_t *run_document_launched(void)
{
    json_t *document = run_document_full();
    run_document_plant(document, "cases/0/launches", RUN_DOCUMENT_LAUNCHES);
    return document;
}

TEST(test_launches)
{
    RUN_AUTO *one = run_document_read(run_document_full());
    assert_true(one->session.launches == 1 && one->cases[0].launch_count == 0);
    assert_true(isnan(one->cases[0].time_between.confidence));
    json_t *document = run_document_launched();
    run_document_plant(document, "session/launches", "2");
    RUN_AUTO *run = run_document_read(document);
    const struct run_case *c = &run->cases[0];
    assert_true(run->session.launches == 2 && c->launch_count == 2);
    assert_true(c->launches[0].samples == 2 && c->launches[1].median_ns == 12);
    assert_true(c->launches[0].ratio.pairs == 0 && c->launches[1].ratio.ratio == 1);
    assert_int_equal(c->launches[1].stop, RESULT_STOP_TIME);
    assert_true(c->samples[1].launch == 0 && c->samples[2].launch == 1);
    assert_true(c->time_between.confidence == 0.5 && c->ratio_between.launches == 1);
    assert_true(c->time_between.bimodal && !c->ratio_between.bimodal);
    assert_true(run_case_median_ns(c) == 11.25 && run_case_interval(c).high == 12);
    assert_true(isnan(run_case_ratio_interval(c).low));
    case_drop_times(&run->cases[0]);
    assert_true(c->launch_count == 0 && isnan(run_case_median_ns(c)));
}

/* Each launch says whether its throttled samples count, in older files the case for all of them. */
TEST(test_throttled)
{
    for (int old = 0; old < 2; old++) {
        json_t *document = run_document_full();
        run_document_plant(document, "cases/1/launches", RUN_DOCUMENT_LAUNCHES);
        if (!old)
            run_document_plant(document, "cases/1/launches/each/0/throttled_count", "false");
        RUN_AUTO *run = run_document_read(document);
        const struct run_case *c = &run->cases[1];
        assert_true(c->launch_count == 2 && c->clock.throttled_count);
        assert_int_equal(c->launches[0].throttled_count, old);
        assert_true(c->launches[1].throttled_count);
    }
}

TEST(test_launches_are_refused)
{
    static const struct fault faults[] = {
        { "session/launches", "-1", "session.launches is -1" },
        { "cases/0/launches/each", NULL, "launches.each must have at least 2 entries" },
        { "cases/0/launches/each/0/samples", "0", "launches.each[0].samples must be at least 1" },
        { "cases/0/launches/each/0/samples", "1",
          "samples has 3 entries, and the launches have 2" },
        { "cases/0/launches/each/0/samples", "3",
          "samples has 3 entries, and the launches have 4" },
        { "cases/0/launches/each/1/median_ns", "0", "launches.each[1].median_ns is 0" },
        { "cases/0/launches/each/1/throttled_count", "1", "launches.each[1].throttled_count is " },
        { "cases/0/launches/each/1/stop", "'luck'", "launches.each[1].stop is 'luck'" },
        { "cases/0/launches/time/confidence", "1.5", "launches.time.confidence is 1.5" },
        { "cases/0/launches/time/interval_low_ns", "-1", "launches.time.interval_low_ns is -1" },
    };
    assert_refused_of(run_document_launched, faults, sizeof(faults) / sizeof(faults[0]));
}
