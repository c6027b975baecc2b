/* SPDX-License-Identifier: MIT */
/* results_launch_test.c: what several launches make of a case, and of a journal. */
#include "tests/record/run_document.h"

#include <sys/stat.h>
#include <unistd.h>

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
        "'floor':{'ns':10,'bound':'bytes'},'floor_percent':1,'kernels':['k']}");
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

/* A launch of t.b/a, with members of its own. */
static json_t *launch_with(int ns, const char *own)
{
    json_t *c = launch_of("t.b/a", ns, 1);
    json_auto_t *members = run_document_json(own);
    assert_int_equal(json_object_update_recursive(c, members), 0);
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
    json_auto_t *c = six();
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
}

TEST(test_figures)
{
    json_auto_t *c = six();
    const json_t *launches = at(c, "launches", NULL);
    assert_json(json_array_get(at(launches, "each", NULL), 2),
                "{'median_ns':123,'samples':7,'time_ratio':{'case_over_baseline':0.4}}");
    assert_json(launches, "{'time':{'launches':6,'median_ns':115.5,'interval_low_ns':103,"
                          "'interval_high_ns':133,'confidence':0.96875,'bimodal':false},"
                          "'time_ratio':{'bimodal':false,'interval_low':0.4}}");
    assert_true(fabs(number(launches, "time_ratio", "case_over_baseline") - 0.525) < 1e-12);
    /* Counts and range cover all samples; the interval is one launch's, from the least to the
     * greatest. */
    assert_json(c, "{'gpu':{'count':42,'min_ns':100,'max_ns':136},'time_ratio':{'pairs':42},"
                   "'wall':{'count':42,'min_ns':200},'clock':{'raises':6},"
                   "'warmup':{'executions':12},'check':{'sampled':false}}");
    const double median = number(c, "gpu", "median_ns");
    assert_true(median > 110 && median < 120);
    assert_true(number(c, "gpu", "interval_low_ns") > median * 0.97);
    assert_true(number(c, "gpu", "interval_high_ns") < median * 1.03);
    assert_true(fabs(number(c, "time_ratio", "interval_high") - 1.2 * 0.525) < 1e-12);
    assert_true(fabs(number(c, "floor_percent", NULL) - 1000 / median) < 1e-9);
}

/* A lower bound is one of the device's time, whichever stopwatch judges the case; of a CPU row it
 * is one of the host's. */
TEST(test_floor_percent)
{
    static const struct {
        const char *kind, *clock;
    } rows[] = { { "host_driven", "gpu" }, { "cpu", "wall" } };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const char *own = unit_text("{'kind':'%s','time':'wall'}", rows[i].kind);
        json_auto_t *c = launch_with(100, own);
        add(c, launch_with(100, own), 1);
        const double percent = 1000 / number(c, rows[i].clock, "median_ns");
        assert_true(fabs(number(c, "floor_percent", NULL) - percent) < 1e-9);
    }
}

/* Said of the case where it is so in any launch. */
TEST(test_sampled)
{
    for (size_t first = 0; first < 2; first++) {
        static const char *const own[] = { "{'check':{'sampled':true}}", "{}" };
        json_auto_t *c = launch_with(100, own[first]);
        add(c, launch_with(110, own[1 - first]), 1);
        assert_true(json_is_true(at(c, "check", "sampled")));
    }
}

/* A throttled sample counts for no launch; all do in one that says so. */
TEST(test_throttled)
{
    json_auto_t *c = launch_of("t.b/a", 100, 1);
    add(c,
        launch_with(200, "{'clock':{'throttled_count':true},"
                         "'samples':{'throttled':[true,true,true,true,true,true,true]}}"),
        1);
    add(c, launch_with(300, "{'samples':{'throttled':[false,true,true,true,true,true,true]}}"), 2);
    assert_json(c, "{'gpu':{'count':15},'clock':{'throttled_count':true},"
                   "'launches':{'each':[{},{'median_ns':203},{'median_ns':300}]}}");
}

static void assert_ended(const json_t *c, const char *status, const char *reason)
{
    assert_json(c, unit_text("{'status':'%s','reason':'%s','samples':null,'launches':null,"
                             "'gpu':null,'time_ratio':null}",
                             status, reason));
    assert_int_equal(launch_count(c), 0);
}

/* A case that is wrong in any launch has no time; what comes behind changes nothing. */
TEST(test_bad_launch)
{
    json_auto_t *c = six();
    add(c, launch_with(100, "{'status':'device_lost','reason':'gone','check':{'after':false}}"), 6);
    assert_ended(c, "device_lost", "in launch 7: gone");
    assert_true(json_is_false(at(c, "check", "after")));
    add(c, launch_of("t.b/a", 100, 1), 7);
    assert_ended(c, "device_lost", "in launch 7: gone");
    json_auto_t *other = launch_of("t.b/a", 100, 1);
    add(other, launch_with(100, "{'inner_repetitions':4}"), 1);
    assert_ended(other, "error", "in launch 2: a sample has fewer or more executions than before");
}

TEST(test_order)
{
    json_auto_t *json = launch_of("t.b/a", 100, 1);
    struct run_case c = read_case(json);
    const struct run_case launch = c;
    assert_false(case_launches_add(&arena, &c, &launch, 2));
    assert_false(case_launches_add(&arena, &c, &launch, 0));
}

static json_t *measured_launch(int i)
{
    return launch_with(100,
                       unit_text("{'metrics':{'phase':{'value':%d,'unit':'ns'},'hits':"
                                 "{'value':7,'unit':'hits'},'energy':{'value':%d,'unit':'J'}}}",
                                 50 + i, 2 + i));
}

/* Times and energies among the metrics are kept of each launch, and no others. */
TEST(test_metrics)
{
    json_auto_t *c = measured_launch(0);
    for (size_t i = 1; i < 3; i++)
        add(c, measured_launch((int)i), i);
    const json_t *each = at(c, "launches", "each");
    for (size_t i = 0; i < 3; i++) {
        const json_t *metrics = at(json_array_get(each, i), "metrics", NULL);
        assert_json(metrics,
                    unit_text("{'phase':{'value':%zu},'energy':{'value':%zu}}", 50 + i, 2 + i));
        assert_int_equal(json_object_size(metrics), 2);
    }
}

/* The energy is that of the first launch; a later one that has none says why. */
TEST(test_energy)
{
    json_auto_t *c = launch_with(100, "{'energy':{'source':'NVML','counter_j':2}}");
    add(c, launch_with(100, "{'energy':{'source':'NVML','reason':'x'}}"), 1);
    assert_json(c, "{'energy':{'lacks':'energy in launch 2: x','counter_j':2}}");
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
    json_auto_t *c = six(), *baseline = launch_with(100, "{'name':'t.b/base','baseline':true}");
    json_auto_t *cold = six(), *cases = json_pack("[O, O, O]", baseline, c, cold);
    close_launches(cases);
    assert_true(json_is_object(at(c, "time_ratio", NULL)));
    add(baseline, launch_with(100, "{'name':'t.b/base','status':'failed_verify','reason':'wrong'}"),
        1);
    json_object_set_new(cold, "workload", json_string("t.b/other"));
    close_launches(cases);
    assert_json(c, "{'time_ratio':null,'launches':{'time_ratio':null}}");
    assert_true(json_is_null(at(json_array_get(at(c, "launches", "each"), 3), "time_ratio", NULL)));
    assert_true(json_is_object(at(cold, "time_ratio", NULL)));
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

/* The journal, and what it holds. */
static struct journal *resumed(const json_t *wanted)
{
    struct journal *journal = journal_resume(path);
    assert_non_null(journal);
    json_auto_t *document = journal_document(journal);
    assert_true(json_equal(wanted, document));
    return journal;
}

/* A journal that is read again holds what it held; a last line that was cut short is a launch
 * that is missing. */
TEST(test_journal)
{
    json_auto_t *head = header();
    struct journal *journal = journal_create(path, OUTPUT_NEW, head);
    assert_non_null(journal);
    assert_true(add_case(journal, launch_of("t.b/a", 100, 1), 0));
    assert_true(add_case(journal, launch_of("t.b/a", 110, 1), 1));
    assert_true(journal_has_case(journal, "t.b/a", 1) && !journal_has_case(journal, "t.b/a", 2));
    json_auto_t *before = journal_document(journal);
    journal_close(&journal);
    journal = resumed(before);
    assert_true(add_case(journal, launch_of("t.b/a", 120, 1), 2));
    assert_false(add_case(journal, launch_of("t.b/none", 120, 1), 2));
    const struct run *run = journal_run(journal);
    assert_int_equal(run->cases[0].launch_count, 3);
    assert_true(run->cases[0].samples[20].launch == 2 && run->session.launches == 3);
    const char *name = unit_text("%s", journal_journal_path(journal));
    struct stat status;
    journal_close(&journal);
    assert_int_equal(stat(name, &status), 0);
    assert_int_equal(truncate(name, status.st_size - 4), 0);
    journal = resumed(before);
    journal_close(&journal);
    unlink(name);
}

static void assert_damaged(const char *line, const char *what)
{
    const char *name = unit_text("%s.journal", path);
    json_auto_t *head = header(), *c = run_document_json(line);
    FILE *file = fopen(name, "w");
    json_dumpf(head, file, JSON_COMPACT);
    fputc('\n', file);
    json_dumpf(c, file, JSON_COMPACT);
    fputs("\n\n", file);
    fclose(file);
    assert_null(journal_resume(path));
    assert_holds(trouble_text(), what);
    unlink(name);
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
    return launch_with(
        100, unit_text("{'probe':{'bytes_read':32,'bytes_written':0,'reason':null,"
                       "'preceded_by':'sweep','samples':{'gpu_ns':[%d,%d,%d],'round':[0,1,2],"
                       "'order':[1,0,1],'throttled':[false,false,%s],'launch':[0,0,0]},"
                       "'gpu':{'count':3,'median_ns':%d,'interval_low_ns':%d,"
                       "'interval_high_ns':%d}}}",
                       ns, ns, ns + 3, throttled ? "true" : "false", ns, ns - 1, ns + 3));
}

/* Samples of all, and the interval that holds those of each. */
TEST(test_probe)
{
    json_auto_t *c = probed(40, false);
    add(c, probed(50, true), 1);
    const json_t *probe = at(c, "probe", NULL), *samples = at(probe, "samples", NULL);
    assert_int_equal(json_array_size(at(samples, "gpu_ns", NULL)), 6);
    assert_int_equal(json_array_size(at(samples, "throttled", NULL)), 6);
    assert_json(probe, "{'gpu':{'count':5,'median_ns':43,'interval_low_ns':39,"
                       "'interval_high_ns':53},'samples':{'launch':[0,0,0,1,1,1]}}");
    assert_true(fabs(number(c, "probe_percent", NULL) - 100 * 43 / number(c, "gpu", "median_ns")) <
                1e-9);
}

static json_t *probe_lost(void)
{
    return launch_with(100, "{'probe':{'bytes_read':32,'bytes_written':0,'reason':'lost',"
                            "'preceded_by':'sweep','samples':null,'gpu':null}}");
}

/* A launch without samples takes none away; without those of the first there are none. */
TEST(test_probe_missing)
{
    json_auto_t *c = probed(40, false);
    add(c, probe_lost(), 1);
    assert_int_equal(json_array_size(at(at(c, "probe", "samples"), "gpu_ns", NULL)), 3);
    assert_true(json_is_null(at(c, "probe", "reason")));
    assert_true(fabs(number(c, "probe_percent", NULL) - 100 * 40 / number(c, "gpu", "median_ns")) <
                1e-9);
    add(c, probed(50, false), 2);
    assert_int_equal(json_array_size(at(at(c, "probe", "samples"), "gpu_ns", NULL)), 6);
    assert_json(c, "{'probe':{'samples':{'launch':[0,0,0,2,2,2]}}}");
    json_auto_t *lost = probe_lost();
    add(lost, probed(50, false), 1);
    assert_json(lost, "{'probe':{'samples':null,'gpu':null}}");
}

/* Two launches with nothing in common have the interval of neither. */
TEST(test_probe_interval)
{
    for (size_t without = 0; without < 2; without++) {
        json_auto_t *c = probed(40, false),
                    *null = run_document_json("{'interval_low_ns':null,'interval_high_ns':null}");
        json_t *second = probed(50, false);
        json_object_update(json_object_get(at(without == 0 ? c : second, "probe", NULL), "gpu"),
                           null);
        add(c, second, 1);
        assert_json(c, "{'probe':{'gpu':{'count':6,'interval_low_ns':null,"
                       "'interval_high_ns':null}}}");
    }
}

int main(void)
{
    return unit_run(set_up, NULL);
}
