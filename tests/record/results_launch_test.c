/* SPDX-License-Identifier: MIT */
/* results_launch_test.c: what several launches make of a case, and of a journal. */
#include "harness/base/base.h"
#include "harness/record/record.h"
#include "harness/record/run/run.h"

#include <unistd.h>

#include "tests/record/run_document.h"

static char path[64];
static struct arena arena;

static struct run_case read_case(const json_t *json)
{
    struct run_reading reader = { .arena = &arena, .path = "-", .what = "", .name = "" };
    const struct json_reader part = { .reader = &reader, .json = json };
    struct run_case c;
    case_read(&part, &c);
    if (reader.failed)
        fail_msg("%s", trouble_text());
    return c;
}

/* Writes a case as a run file has it. */
static void write_case(json_t *json, const struct run_case *c)
{
    json_object_clear(json);
    json_object_update_new(json, case_json(c));
}

static size_t launch_count(const json_t *json)
{
    const struct run_case c = read_case(json);
    return case_launches_count(&c);
}

static const json_t *at(const json_t *object, const char *a, const char *b)
{
    const json_t *value = json_object_get(object, a);
    return !b ? value : json_object_get(value, b);
}

static double number(const json_t *object, const char *a, const char *b)
{
    return json_number_value(at(object, a, b));
}

/* A launch of 7 samples of two executions, of ns nanoseconds each and less than 7 more. */
static json_t *launch_of(const char *name, int ns, double ratio)
{
    json_t *c = run_document_json(
        "{'workload':'t.b','kind':'gpu','baseline':false,'cache':'hot','axes':{},'status':'ok',"
        "'reason':'','time':'gpu','samples':{'order':[1,0,0,0,0,0,0]},'stop':'samples',"
        "'inner_repetitions':2,'clock':{'raises':1,'raise_ns':5,'probe_ns':7,'best_ns':6,"
        "'best_hz':1e9,'throttled_count':false},'warmup':{'ns':1,'executions':2,'converged':true},"
        "'gpu':{'count':7},'wall':{'count':7},'check':{'before':true,'after':true,'sampled':false},"
        "'floor':{'ns':10,'"
        "bound':'bytes'},"
        "'floor_percent':1,'kernels':['k']}");
    json_t *gpu = json_array(), *wall = json_array();
    for (int i = 0; i < 7; i++) {
        json_array_append_new(gpu, json_integer(2 * (ns + (i * 3) % 7)));
        json_array_append_new(wall, json_integer(2 * (ns + 100)));
    }
    json_object_set_new(c, "name", json_string(name));
    json_object_set_new(json_object_get(c, "samples"), "gpu_total_ns", gpu);
    json_object_set_new(json_object_get(c, "samples"), "wall_total_ns", wall);
    json_object_set_new(c, "time_ratio",
                        json_pack("{s:i, s:f, s:f, s:f}", "pairs", 7, "case_over_baseline", ratio,
                                  "interval_low", 0.9 * ratio, "interval_high", 1.2 * ratio));
    return c;
}

static void add(json_t *c, json_t *launch, size_t index)
{
    struct run_case whole = read_case(c);
    const struct run_case more = read_case(launch);
    assert_true(case_launches_add(&arena, &whole, &more, index));
    write_case(c, &whole);
    json_decref(launch);
}

/* Launches of 110, 100, 120, ... */
static json_t *six(void)
{
    static const int ns[] = { 110, 100, 120, 105, 115, 130 };
    static const double ratios[] = { 0.5, 0.6, 0.4, 0.55, 0.45, 0.7 };
    json_t *c = launch_of("t.b/a", ns[0], ratios[0]);
    assert_int_equal(launch_count(c), 1);
    for (size_t i = 1; i < 6; i++) {
        add(c, launch_of("t.b/a", ns[i], ratios[i]), i);
        assert_int_equal(launch_count(c), i + 1);
    }
    return c;
}

TEST(test_samples)
{
    json_t *c = six();
    const json_t *samples = at(c, "samples", NULL);
    assert_int_equal(json_array_size(at(samples, "gpu_total_ns", NULL)), 42);
    assert_int_equal(json_array_size(at(samples, "order", NULL)), 42);
    assert_null(at(samples, "throttled", NULL)); /* says nothing */
    for (size_t i = 0; i < 42; i++) {
        assert_int_equal(json_integer_value(json_array_get(at(samples, "round", NULL), i)), i % 7);
        assert_int_equal(json_integer_value(json_array_get(at(samples, "order", NULL), i)),
                         i % 7 == 0);
    }
    assert_int_equal(json_integer_value(json_array_get(at(samples, "gpu_total_ns", NULL), 8)),
                     2 * 103);
    json_decref(c);
}

TEST(test_figures)
{
    json_t *c = six();
    const json_t *launches = at(c, "launches", NULL),
                 *third = json_array_get(at(launches, "each", NULL), 2);
    assert_true(number(third, "median_ns", NULL) == 123 && number(third, "samples", NULL) == 7);
    assert_true(number(third, "time_ratio", "case_over_baseline") == 0.4);
    assert_true(number(launches, "time", "launches") == 6);
    assert_true(number(launches, "time", "median_ns") == 115.5);
    assert_true(number(launches, "time", "interval_low_ns") == 103);
    assert_true(number(launches, "time", "interval_high_ns") == 133);
    assert_true(number(launches, "time", "confidence") == 1 - 2.0 / 64);
    assert_true(json_is_false(at(launches, "time", "bimodal")));
    assert_true(json_is_false(at(launches, "time_ratio", "bimodal")));
    assert_true(fabs(number(launches, "time_ratio", "case_over_baseline") - 0.525) < 1e-12);
    assert_true(number(launches, "time_ratio", "interval_low") == 0.4);
    /* Counts and range cover all samples; the interval is one launch's, from the least to the
     * greatest. */
    assert_true(number(c, "gpu", "count") == 42 && number(c, "gpu", "min_ns") == 100);
    assert_true(number(c, "gpu", "max_ns") == 136);
    const double median = number(c, "gpu", "median_ns");
    assert_true(median > 110 && median < 120);
    assert_true(number(c, "gpu", "interval_low_ns") > median * 0.97);
    assert_true(number(c, "gpu", "interval_high_ns") < median * 1.03);
    assert_true(number(c, "wall", "count") == 42 && number(c, "wall", "min_ns") == 200);
    assert_true(number(c, "time_ratio", "pairs") == 42);
    assert_true(fabs(number(c, "time_ratio", "interval_high") - 1.2 * 0.525) < 1e-12);
    assert_true(fabs(number(c, "floor_percent", NULL) - 1000 / median) < 1e-9);
    assert_true(number(c, "clock", "raises") == 6 && number(c, "warmup", "executions") == 12);
    assert_true(json_is_false(at(c, "check", "sampled")));
    json_decref(c);
}

/* A lower bound is one of the device's time, whichever stopwatch judges the case; of a CPU row it
 * is one of the host's. */
TEST(test_floor_percent)
{
    static const struct {
        const char *kind, *clock;
    } rows[] = { { "host_driven", "gpu" }, { "cpu", "wall" } };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        json_t *launches[2];
        for (size_t k = 0; k < 2; k++) {
            launches[k] = launch_of("t.b/a", 100, 0.5);
            json_object_set_new(launches[k], "kind", json_string(rows[i].kind));
            json_object_set_new(launches[k], "time", json_string("wall"));
        }
        json_t *c = launches[0];
        add(c, launches[1], 1);
        const double percent = 1000 / number(c, rows[i].clock, "median_ns");
        assert_true(fabs(number(c, "floor_percent", NULL) - percent) < 1e-9);
        json_decref(c);
    }
}

/* Said of the case where it is so in any launch. */
TEST(test_sampled)
{
    for (size_t first = 0; first < 2; first++) {
        json_t *launches[] = { launch_of("t.b/a", 100, 1), launch_of("t.b/a", 110, 1) };
        json_object_set_new(json_object_get(launches[first], "check"), "sampled", json_true());
        add(launches[0], launches[1], 1);
        assert_true(json_is_true(at(launches[0], "check", "sampled")));
        json_decref(launches[0]);
    }
}

/* A throttled sample counts for no launch; all do in one that says so. */
TEST(test_throttled)
{
    json_t *c = launch_of("t.b/a", 100, 1), *all = launch_of("t.b/a", 200, 1);
    json_object_set_new(json_object_get(all, "clock"), "throttled_count", json_true());
    json_t *one = launch_of("t.b/a", 300, 1);
    json_object_set_new(json_object_get(one, "samples"), "throttled",
                        run_document_json("[false,true,true,true,true,true,true]"));
    json_object_set_new(json_object_get(all, "samples"), "throttled",
                        run_document_json("[true,true,true,true,true,true,true]"));
    add(c, all, 1);
    add(c, one, 2);
    assert_true(number(c, "gpu", "count") == 7 + 7 + 1);
    const json_t *each = at(c, "launches", "each");
    assert_true(number(json_array_get(each, 1), "median_ns", NULL) == 203);
    assert_true(number(json_array_get(each, 2), "median_ns", NULL) == 300);
    assert_true(json_is_true(at(c, "clock", "throttled_count")));
    json_decref(c);
}

static void assert_ended(const json_t *c, const char *status, const char *reason)
{
    assert_string_equal(json_string_value(at(c, "status", NULL)), status);
    assert_string_equal(json_string_value(at(c, "reason", NULL)), reason);
    assert_true(json_is_null(at(c, "samples", NULL)) && json_is_null(at(c, "launches", NULL)));
    assert_true(json_is_null(at(c, "gpu", NULL)) && json_is_null(at(c, "time_ratio", NULL)));
    assert_int_equal(launch_count(c), 0);
}

/* A case that is wrong in any launch has no time; what comes behind changes nothing. */
TEST(test_bad_launch)
{
    json_t *c = six(), *bad = launch_of("t.b/a", 100, 1);
    json_object_set_new(bad, "status", json_string("device_lost"));
    json_object_set_new(bad, "reason", json_string("gone"));
    json_object_set_new(json_object_get(bad, "check"), "after", json_false());
    add(c, bad, 6);
    assert_ended(c, "device_lost", "in launch 7: gone");
    assert_true(json_is_false(at(c, "check", "after")));
    add(c, launch_of("t.b/a", 100, 1), 7);
    assert_ended(c, "device_lost", "in launch 7: gone");
    json_decref(c);
    c = launch_of("t.b/a", 100, 1);
    bad = launch_of("t.b/a", 100, 1);
    json_object_set_new(bad, "inner_repetitions", json_integer(4));
    add(c, bad, 1);
    assert_ended(c, "error", "in launch 2: a sample has fewer or more executions than before");
    json_decref(c);
}

TEST(test_order)
{
    json_t *json = launch_of("t.b/a", 100, 1);
    struct run_case c = read_case(json);
    const struct run_case launch = c;
    assert_false(case_launches_add(&arena, &c, &launch, 2));
    assert_false(case_launches_add(&arena, &c, &launch, 0));
    json_decref(json);
}

/* Times and energies among the metrics are kept of each launch, and no others. */
TEST(test_metrics)
{
    json_t *c = NULL;
    for (int i = 0; i < 3; i++) {
        json_t *launch = launch_of("t.b/a", 100, 1);
        json_object_set_new(launch, "metrics",
                            json_pack("{s:{s:i,s:s},s:{s:i,s:s},s:{s:i,s:s}}", "phase", "value",
                                      50 + i, "unit", "ns", "hits", "value", 7, "unit", "hits",
                                      "energy", "value", 2 + i, "unit", "J"));
        if (c)
            add(c, launch, (size_t)i);
        c = c ? c : launch;
    }
    const json_t *each = at(c, "launches", "each");
    for (size_t i = 0; i < 3; i++) {
        const json_t *metrics = at(json_array_get(each, i), "metrics", NULL);
        assert_true(number(at(metrics, "phase", NULL), "value", NULL) == 50 + (double)i);
        assert_true(number(at(metrics, "energy", NULL), "value", NULL) == 2 + (double)i);
        assert_int_equal(json_object_size(metrics), 2);
    }
    json_decref(c);
}

/* The energy is that of the first launch; a later one that has none says why. */
TEST(test_energy)
{
    json_t *c = launch_of("t.b/a", 100, 1), *launch = launch_of("t.b/a", 100, 1);
    json_object_set_new(c, "energy", json_pack("{s:s,s:i}", "source", "NVML", "counter_j", 2));
    json_object_set_new(launch, "energy", json_pack("{s:s,s:s}", "source", "NVML", "reason", "x"));
    add(c, launch, 1);
    assert_string_equal(json_string_value(at(c, "energy", "lacks")), "energy in launch 2: x");
    assert_true(number(at(c, "energy", NULL), "counter_j", NULL) == 2);
    json_decref(c);
}

static void close_launches(json_t *list)
{
    struct run_case cases[3];
    struct run run = { .cases = cases, .case_count = json_array_size(list) };
    for (size_t i = 0; i < run.case_count; i++)
        cases[i] = read_case(json_array_get(list, i));
    case_launches_close(&run);
    for (size_t i = 0; i < run.case_count; i++)
        write_case(json_array_get(list, i), &cases[i]);
}

/* Without a baseline there is no ratio, not of the launches before either. */
TEST(test_baseline_ends)
{
    json_t *c = six(), *baseline = launch_of("t.b/base", 100, 1), *bad = json_deep_copy(baseline);
    json_t *cold = six(), *cases = json_pack("[O, O, O]", baseline, c, cold);
    json_object_set_new(baseline, "baseline", json_true());
    json_object_set_new(bad, "status", json_string("failed_verify"));
    json_object_set_new(bad, "reason", json_string("wrong"));
    close_launches(cases);
    assert_true(json_is_object(at(c, "time_ratio", NULL)));
    add(baseline, bad, 1);
    json_object_set_new(cold, "workload", json_string("t.b/other"));
    close_launches(cases);
    assert_true(json_is_null(at(c, "time_ratio", NULL)));
    assert_true(json_is_null(at(c, "launches", "time_ratio")));
    assert_true(json_is_null(at(json_array_get(at(c, "launches", "each"), 3), "time_ratio", NULL)));
    assert_true(json_is_object(at(cold, "time_ratio", NULL)));
    json_decref(cases);
    json_decref(baseline);
    json_decref(cold);
    json_decref(c);
}

static bool add_case(struct journal *journal, json_t *json, size_t index)
{
    const struct run_case c = read_case(json);
    json_decref(json);
    return index == 0 ? journal_add_case(journal, &c) : journal_add_launch(journal, &c, index);
}

static json_t *header(void)
{
    return run_document_json("{'schema_version':'2.0','session':{'seed':1,'plan_arguments':[],"
                             "'launches':3},'device':{'uuid':'0'}}");
}

/* A journal that is read again holds what it held; a last line that was cut short is a launch
 * that is missing. */
TEST(test_journal)
{
    json_t *head = header();
    struct journal *journal = journal_create(path, OUTPUT_NEW, head);
    assert_non_null(journal);
    assert_true(add_case(journal, launch_of("t.b/a", 100, 1), 0));
    assert_true(add_case(journal, launch_of("t.b/a", 110, 1), 1));
    assert_true(journal_has_case(journal, "t.b/a", 1) && !journal_has_case(journal, "t.b/a", 2));
    json_t *before = journal_document(journal), *after;
    journal_close(&journal);
    journal = journal_resume(path);
    assert_non_null(journal);
    after = journal_document(journal);
    assert_true(json_equal(before, after));
    json_decref(after);
    assert_true(add_case(journal, launch_of("t.b/a", 120, 1), 2));
    assert_false(add_case(journal, launch_of("t.b/none", 120, 1), 2));
    const struct run *run = journal_run(journal);
    assert_int_equal(run->cases[0].launch_count, 3);
    assert_true(run->cases[0].samples[20].launch == 2 && run->session.launches == 3);
    const off_t cut = 4;
    char name[128];
    snprintf(name, sizeof(name), "%s", journal_journal_path(journal));
    journal_close(&journal);
    FILE *file = fopen(name, "r+");
    assert_int_equal(fseeko(file, -cut, SEEK_END), 0);
    assert_int_equal(ftruncate(fileno(file), ftello(file)), 0);
    fclose(file);
    journal = journal_resume(path);
    after = journal_document(journal);
    assert_true(json_equal(before, after));
    json_decref(after);
    journal_close(&journal);
    unlink(name);
    json_decref(before);
    json_decref(head);
}

static void assert_damaged(const char *line, const char *what)
{
    char name[128];
    json_t *head = header();
    snprintf(name, sizeof(name), "%s.journal", path);
    FILE *file = fopen(name, "w");
    json_dumpf(head, file, JSON_COMPACT);
    json_t *c = run_document_json(line);
    fputc('\n', file);
    json_dumpf(c, file, JSON_COMPACT);
    fputs("\n\n", file);
    fclose(file);
    assert_null(journal_resume(path));
    assert_holds(trouble_text(), what);
    unlink(name);
    json_decref(c);
    json_decref(head);
}

TEST(test_damaged_journal)
{
    assert_damaged("{'launch':1,'case':{'name':'x','workload':'w','status':'ok'}}",
                   "line 2: a launch of a missing case");
    assert_damaged("{'launch':1,'case':{'name':'x'}}", "line 2, case 'x': a case without");
}

static int set_up(void **state)
{
    snprintf(path, sizeof(path), "/tmp/results_launch_test.%ld.json", (long)getpid());
    return 0;
}

/* A launch with a probe of three samples of ns, ns and ns + 3, the last throttled or not. */
static json_t *probed(int ns, bool throttled)
{
    json_t *c = launch_of("t.b/a", 100, 1);
    json_object_set_new(
        c, "probe",
        json_pack("{s:i, s:i, s:n, s:s, s:{s:[i,i,i], s:[i,i,i], s:[i,i,i], s:[b,b,b], s:[i,i,i]}, "
                  "s:{s:i, s:i, s:f, s:f}}",
                  "bytes_read", 32, "bytes_written", 0, "reason", "preceded_by", "sweep",  //
                  "samples", "gpu_ns", ns, ns, ns + 3, "round", 0, 1, 2, "order", 1, 0, 1, //
                  "throttled", 0, 0, throttled, "launch", 0, 0, 0,                         //
                  "gpu", "count", 3, "median_ns", ns, "interval_low_ns", ns - 1.0,
                  "interval_high_ns", ns + 3.0));
    return c;
}

/* Samples of all, and the interval that holds those of each. */
TEST(test_probe)
{
    json_t *c = probed(40, false);
    add(c, probed(50, true), 1);
    const json_t *probe = at(c, "probe", NULL), *samples = at(probe, "samples", NULL);
    assert_int_equal(json_array_size(at(samples, "gpu_ns", NULL)), 6);
    assert_int_equal(json_array_size(at(samples, "throttled", NULL)), 6);
    assert_int_equal(json_integer_value(json_array_get(at(samples, "launch", NULL), 2)), 0);
    assert_int_equal(json_integer_value(json_array_get(at(samples, "launch", NULL), 3)), 1);
    assert_true(number(probe, "gpu", "count") == 5 && number(probe, "gpu", "median_ns") == 43);
    assert_true(number(probe, "gpu", "interval_low_ns") == 39);
    assert_true(number(probe, "gpu", "interval_high_ns") == 53);
    assert_true(fabs(number(c, "probe_percent", NULL) - 100 * 43 / number(c, "gpu", "median_ns")) <
                1e-9);
    json_decref(c);
}

static json_t *probe_lost(void)
{
    json_t *c = probed(50, false), *probe = json_object_get(c, "probe");
    json_object_set_new(probe, "samples", json_null());
    json_object_set_new(probe, "gpu", json_null());
    json_object_set_new(probe, "reason", json_string("lost"));
    return c;
}

/* A launch without samples takes none away; without those of the first there are none. */
TEST(test_probe_missing)
{
    json_t *c = probed(40, false);
    add(c, probe_lost(), 1);
    assert_int_equal(json_array_size(at(at(c, "probe", "samples"), "gpu_ns", NULL)), 3);
    assert_true(json_is_null(at(c, "probe", "reason")));
    assert_true(fabs(number(c, "probe_percent", NULL) - 100 * 40 / number(c, "gpu", "median_ns")) <
                1e-9);
    add(c, probed(50, false), 2);
    const json_t *samples = at(c, "probe", "samples");
    assert_int_equal(json_array_size(at(samples, "gpu_ns", NULL)), 6);
    assert_int_equal(json_integer_value(json_array_get(at(samples, "launch", NULL), 3)), 2);
    json_decref(c);
    c = probe_lost();
    add(c, probed(50, false), 1);
    assert_true(json_is_null(at(c, "probe", "samples")) && json_is_null(at(c, "probe", "gpu")));
    json_decref(c);
}

/* Two launches with nothing in common have the interval of neither. */
TEST(test_probe_interval)
{
    for (size_t without = 0; without < 2; without++) {
        json_t *launches[] = { probed(40, false), probed(50, false) };
        json_t *summary = json_object_get(json_object_get(launches[without], "probe"), "gpu");
        json_object_set_new(summary, "interval_low_ns", json_null());
        json_object_set_new(summary, "interval_high_ns", json_null());
        add(launches[0], launches[1], 1);
        const json_t *joined = at(launches[0], "probe", "gpu");
        assert_true(number(joined, "count", NULL) == 6);
        assert_true(json_is_null(at(joined, "interval_low_ns", NULL)));
        assert_true(json_is_null(at(joined, "interval_high_ns", NULL)));
        json_decref(launches[0]);
    }
}

int main(void)
{
    return unit_run(set_up, NULL);
}
