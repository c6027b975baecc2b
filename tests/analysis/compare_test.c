/* SPDX-License-Identifier: MIT */
/* compare_test.c: two runs made up here: each row of the rules of judge/compare.h. */
#include "harness/analysis/compare/compare.h"
#include "harness/views/compare/compare_view.h"
#include "tests/analysis/compare_run.h"
#include "tests/draw.h"

/* Two runs of one case each, and what is said of it. */
struct made {
    struct run *a, *b;
    struct compare compare;
};

/* Compares two runs, which it takes over. */
static struct made made_of(struct run *a, struct run *b)
{
    struct made made = { .a = a, .b = b };
    compare_runs(&made.compare, a, b, NULL, NULL);
    return made;
}

static void made_finish(struct made *made)
{
    compare_finish(&made->compare);
    run_destroy(&made->a);
    run_destroy(&made->b);
}

/* A comparison that is finished where its scope ends. */
#define MADE_AUTO CLEANUP(made_finish) struct made

static struct run *one(double us, double spread, const char *head, const char *own)
{
    return compare_run_of(json_pack("[o]", compare_case("v", us, spread, own)), head);
}

/* A of 1 ms with nothing of its own. */
static struct run *plain(void)
{
    return one(1000, 0.01, "{}", "{}");
}

/* The verdict on B, against a plain A. */
static struct gate_row verdict(double us, double spread, const char *head, const char *own)
{
    MADE_AUTO made = made_of(plain(), one(us, spread, head, own));
    assert_int_equal(made.compare.joined, 1);
    assert_int_equal(made.compare.tally.counts[made.compare.rows.rows[0].verdict], 1);
    return made.compare.rows.rows[0];
}

static void assert_verdict(struct gate_row row, enum judge_verdict wanted)
{
    if (row.verdict != wanted)
        fail_msg("%s, wanted %s: %.3f [%.3f, %.3f] of %.2f", judge_verdict_name(row.verdict),
                 judge_verdict_name(wanted), row.first.found.bounds.ratio,
                 row.first.found.bounds.low, row.first.found.bounds.high, row.theta);
}

TEST(test_one_device)
{
    assert_verdict(verdict(1000, 0.01, "{}", "{}"), JUDGE_SAME);
    assert_verdict(verdict(1050, 0.01, "{}", "{}"), JUDGE_SAME);
    assert_verdict(verdict(960, 0.01, "{}", "{}"), JUDGE_SAME);
    assert_verdict(verdict(1150, 0.01, "{}", "{}"), JUDGE_SLOWER);
    assert_verdict(verdict(850, 0.01, "{}", "{}"), JUDGE_FASTER);
    /* The whole interval must lie beyond, or within. */
    assert_verdict(verdict(1102, 0.01, "{}", "{}"), JUDGE_UNDECIDED);
    assert_verdict(verdict(1150, 0.6, "{}", "{}"), JUDGE_UNDECIDED);
    assert_verdict(verdict(1000, 0.9, "{}", "{}"), JUDGE_UNDECIDED);
}

/* 10 % of one unit, 15 % where unit or configuration is another one. */
TEST(test_threshold)
{
    static const char *const others[] = {
        "{'device':{'uuid':'9876543210'}}",
        "{'device':{'driver_info':'2'}}",
        "{'context':{'cpu':'another'}}",
        "{'context':{'kernel':'7'}}",
        "{'context':{'processor':{'governor':'powersave'}}}",
    };
    struct gate_row row = verdict(1125, 0.01, "{}", "{}");
    assert_verdict(row, JUDGE_SLOWER);
    assert_float_equal(row.theta, 0.10, 1e-12);
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        row = verdict(1125, 0.01, others[i], "{}");
        assert_verdict(row, JUDGE_SAME);
        assert_float_equal(row.theta, 0.15, 1e-12);
        assert_verdict(verdict(1200, 0.01, others[i], "{}"), JUDGE_SLOWER);
    }
    /* Another tool is what is compared. */
    assert_float_equal(verdict(1000, 0.01, "{'tool':{'commit':'def'}}", "{}").theta, 0.10, 1e-12);
}

/* A comparison with another model has only the ratio. */
TEST(test_models)
{
    static const char other[] = "{'device':{'name':'another','uuid':'1'}}";
    const struct gate_row row = verdict(2000, 0.01, other, "{}");
    assert_verdict(row, JUDGE_RATIO);
    assert_float_equal(row.first.found.bounds.ratio, 2, 1e-9);
    assert_true(row.first.found.bounds.low < 2 && row.first.found.bounds.high > 2);
    assert_true(isnan(row.theta) && isnan(row.first.found.smallest));
    /* Sampling effort for the device is no reason there; a different measurement is. */
    assert_verdict(verdict(2000, 0.01, other, "{'inner_repetitions':3}"), JUDGE_RATIO);
    assert_verdict(verdict(2000, 0.01, other, "{'cache':'cold'}"), JUDGE_INCOMPARABLE);
    /* A software device is its host. */
    MADE_AUTO made =
        made_of(one(1000, 0.01, "{'device':{'software':true}}", "{}"),
                one(1000, 0.01, "{'device':{'software':true},'context':{'cpu':'another'}}", "{}"));
    assert_true(made.compare.models);
}

static void assert_setting(const char *head, const char *own, const char *wanted)
{
    const struct gate_row row = verdict(1000, 0.01, head, own);
    assert_verdict(row, JUDGE_INCOMPARABLE);
    if (strcmp(row.setting, wanted) != 0)
        fail_msg("%s: %s, wanted %s", own, row.setting, wanted);
    assert_true(isnan(row.first.found.bounds.ratio) && isnan(row.first.found.smallest));
}

TEST(test_settings)
{
    assert_setting("{}", "{'kind':'host_driven','time':'wall'}", "kind");
    assert_setting("{}", "{'time':'wall'}", "clock");
    assert_setting("{}", "{'cache':'cold'}", "cache mode");
    assert_setting("{}", "{'stamps_each':true}", "reset");
    assert_setting("{}", "{'preceded_by':'others'}", "preceding sample");
    assert_setting("{}", "{'inner_repetitions':2}", "inner repetitions");
    assert_setting("{'session':{'profile':'quick'}}", "{}", "profile");
    assert_setting("{'session':{'validate':true}}", "{}", "validation layers");
    /* An older file says nothing of stamps, nor of what precedes a sample. */
    assert_verdict(verdict(1000, 0.01, "{}", "{'preceded_by':null,'stamps_each':null}"),
                   JUDGE_SAME);
}

/* Cases of the host: no file says which host it was, and threads are an axis. */
TEST(test_host)
{
    static const char cpu[] = "{'kind':'cpu','time':'wall','gpu':null,'cache':null,'kernels':[],"
                              "'threads':{'count':8,'held':8}}";
    static const char four_threads[] = "{'kind':'cpu','time':'wall','gpu':null,'cache':null,"
                                       "'kernels':[],'threads':{'count':4,'held':4}}";
    MADE_AUTO slower = made_of(one(1000, 0.01, "{}", cpu), one(1125, 0.01, "{}", cpu));
    assert_verdict(slower.compare.rows.rows[0], JUDGE_SAME);
    assert_float_equal(slower.compare.rows.rows[0].theta, 0.15, 1e-12);
    assert_int_equal(slower.compare.techniques[0].clock, COMPARE_HOST);
    MADE_AUTO other =
        made_of(one(1000, 0.01, "{}", cpu), one(1000, 0.01, "{'context':{'cpu':'another'}}", cpu));
    assert_verdict(other.compare.rows.rows[0], JUDGE_RATIO);
    MADE_AUTO fewer = made_of(one(1000, 0.01, "{}", cpu), one(1000, 0.01, "{}", four_threads));
    assert_string_equal(fewer.compare.rows.rows[0].setting, "threads");
}

TEST(test_untimed)
{
    static const char failed[] = "{'status':'failed_verify','reason':'x','samples':null,"
                                 "'gpu':null,'wall':null}";
    assert_verdict(verdict(1000, 0.01, "{}", failed), JUDGE_FAILED);
    MADE_AUTO both = made_of(one(1000, 0.01, "{}", failed), one(1000, 0.01, "{}", failed));
    assert_verdict(both.compare.rows.rows[0], JUDGE_FAILED);
    assert_true(isnan(both.compare.techniques[0].mean));
    assert_true(isnan(both.compare.smallest_half));
    /* Too few samples for an interval: a ratio, and nothing is told. */
    double times[6] = { 1, 2, 3, 4, 5, 6 };
    MADE_AUTO few =
        made_of(one(4, 0.01, "{}", "{}"),
                compare_run_of(json_pack("[o]", compare_case_of("v", times, 6, "{}")), "{}"));
    assert_verdict(few.compare.rows.rows[0], JUDGE_UNDECIDED);
    assert_float_equal(few.compare.rows.rows[0].first.found.bounds.ratio, 3.5 / 4, 1e-9);
    assert_true(isnan(few.compare.rows.rows[0].first.found.smallest));
}

TEST(test_kernels)
{
    struct gate_row row = verdict(1000, 0.01, "{}", "{}");
    assert_false(row.kernel || row.constants);
    row = verdict(1000, 0.01, "{}", "{'kernels':['t/k:01']}");
    assert_true(!row.kernel && row.constants);
    row = verdict(1000, 0.01, "{}", "{'kernels':['t/k:02']}");
    assert_true(row.kernel && !row.constants);
    row = verdict(1000, 0.01, "{}", "{'kernels':['t/k:00','t/k:02']}");
    assert_true(row.kernel);
    MADE_AUTO made =
        made_of(plain(), one(1000, 0.01,
                             "{'kernels':[{'id':'t/k:03','name':'t/k','file':null,'sha256':'ef'}]}",
                             "{'kernels':['t/k:03']}"));
    assert_int_equal(made.compare.kernels_common, 1);
    assert_int_equal(made.compare.kernel_count, 1);
    assert_string_equal(made.compare.kernels[0], "t/k");
    assert_true(made.compare.rows.rows[0].kernel);
}

TEST(test_differences)
{
    MADE_AUTO none = made_of(plain(), plain());
    assert_int_equal(none.compare.difference_count, 0);
    MADE_AUTO made = made_of(
        plain(),
        one(1000, 0.01,
            "{'tool':{'commit':'def','optimized':false},'session':{'profile':'quick','seed':2,"
            "'launches':3,'validate':true,'plan_arguments':['--profile=quick','--seed=2',"
            "'--filter=^t'],'complete':false},'device':{'driver_info':'2','uuid':'abcdefghij',"
            "'limits':{'memory_bytes':1e9}},'context':{'environment':{'CLAIMCHECK_FAULT':'x'}}}",
            "{'cache':'cold'}"));
    static const char *const wanted[][3] = {
        { "tool", "abc", "def" },        { "build", "optimised", "without optimisation" },
        { "profile", "paper", "quick" }, { "seed", "1", "2" },
        { "launches", "1", "3" },        { "validation", "off", "on" },
        { "complete", "yes", "no" },     { "asked for", "all of the profile", "--filter=^t" },
        { "driver", "drv 1", "drv 2" },  { "unit", "01234567", "abcdefgh" },
        { "memory", "", "0.9 GiB" },     { "planted fault", "", "x" },
        { "caches", "hot", "cold" },
    };
    enum { COUNT = sizeof(wanted) / sizeof(wanted[0]) };
    for (size_t i = 0; i < COUNT; i++) {
        const struct compare_difference *found = made.compare.differences;
        const struct compare_difference *end = found + made.compare.difference_count;
        while (found < end && strcmp(found->what, wanted[i][0]) != 0)
            found++;
        if (found == end)
            fail_msg("%s is not said to differ", wanted[i][0]);
        assert_string_equal(found->a, wanted[i][1]);
        assert_string_equal(found->b, wanted[i][2]);
    }
    assert_int_equal(made.compare.difference_count, COUNT);
}

static bool is_second(const void *context, const char *name)
{
    return strcmp(name, context) == 0;
}

/* Cases join by name, in the order of A; the geometric mean covers comparable ones. */
TEST(test_join)
{
    json_t *of_a = json_pack(
        "[oooo]", compare_case("x", 1000, 0.01, "{}"), compare_case("y", 1000, 0.01, "{}"),
        compare_case("z", 1000, 0.01, "{}"), compare_case("only_a", 1000, 0.01, "{}"));
    json_t *of_b =
        json_pack("[oooo]", compare_case("only_b", 1000, 0.01, "{}"),
                  compare_case("z", 1000, 0.01, "{'cache':'cold'}"),
                  compare_case("y", 500, 0.01, "{}"), compare_case("x", 8000, 0.01, "{}"));
    MADE_AUTO made = made_of(compare_run_of(of_a, "{}"), compare_run_of(of_b, "{}"));
    assert_int_equal(made.compare.joined, 3);
    assert_string_equal(made.compare.rows.rows[0].old->name, "t.b/x");
    assert_ptr_equal(made.compare.rows.rows[0].new, &made.b->cases[3]);
    assert_string_equal(made.compare.rows.rows[3].old->name, "t.b/only_a");
    assert_int_equal(made.compare.rows.count, 5);
    assert_string_equal(made.compare.rows.rows[4].new->name, "t.b/only_b");
    assert_int_equal(made.compare.tally.counts[JUDGE_MISSING], 1);
    assert_int_equal(made.compare.tally.counts[JUDGE_NEW], 1);
    assert_int_equal(made.compare.technique_count, 1);
    const struct compare_technique *technique = &made.compare.techniques[0];
    assert_int_equal(technique->rows, 2);
    assert_float_equal(technique->mean, 2, 1e-9);
    assert_float_equal(technique->least, 0.5, 1e-9);
    assert_float_equal(technique->greatest, 8, 1e-9);
    assert_int_equal(made.compare.tally.counts[JUDGE_INCOMPARABLE], 1);
    compare_finish(&made.compare);
    compare_runs(&made.compare, made.a, made.b, is_second, "t.b/y");
    assert_int_equal(made.compare.joined, 1);
    assert_int_equal(made.compare.rows.count, 1);
    MADE_AUTO none =
        made_of(compare_run_of(json_array(), "{}"), compare_run_of(json_array(), "{}"));
    assert_int_equal(none.compare.joined, 0);
}

static void assert_headline(const struct compare *compare, const char *a, const char *b,
                            const char *wanted)
{
    CLEANUP(text_finish) struct text text = { 0 };
    compare_words_headline(compare, a, b, &text);
    assert_string_equal(text_string(&text), wanted);
}

/* The headline of two runs, which it takes over. */
static void assert_headline_of(struct run *a, struct run *b, const char *wanted)
{
    MADE_AUTO made = made_of(a, b);
    assert_headline(&made.compare, NULL, NULL, wanted);
}

/* One line of the whole: above 1 is faster; what measures a limit of the device does not count. */
TEST(test_headline)
{
    json_t *of_b = json_pack("[oo]", compare_case("x", 500, 0.01, "{}"),
                             compare_case("y", 100, 0.01, "{'ceiling':'copy'}"));
    json_t *of_a = json_pack("[oo]", compare_case("x", 1000, 0.01, "{}"),
                             compare_case("y", 1000, 0.01, "{'ceiling':'copy'}"));
    MADE_AUTO made =
        made_of(compare_run_of(of_a, "{}"), compare_run_of(of_b, "{'device':{'name':'Other'}}"));
    assert_int_equal(made.compare.overall.rows, 1);
    assert_float_equal(made.compare.overall.speed, 2, 1e-9);
    assert_headline(&made.compare, NULL, NULL, "Other is 2.00 × faster than GPU over 1 case");
    assert_headline(&made.compare, "A", "B", "B is 2.00 × faster than A over 1 case");
    assert_headline_of(plain(), one(1500, 0.01, "{}", "{}"),
                       "B is 1.50 × slower than A over 1 case (0 faster, 1 slower)");
    assert_headline_of(one(1000, 0.9, "{}", "{}"), one(1500, 0.9, "{}", "{}"),
                       "B is 1.50 × slower than A over 1 case, which noise may explain");
    assert_headline_of(plain(), plain(), "B is as fast as A over 1 case (0 faster, 0 slower)");
    assert_headline_of(plain(), one(1000, 0.01, "{}", "{'cache':'cold'}"),
                       "A and B have no times to compare: 1 INCOMPARABLE (1 differ in cache mode)");
    /* Where the processors alone were timed, no GPU is named, and another one is no noise. */
    const char *const cpu = "{'kind':'cpu'}", *const other = "{'context':{'cpu':'Other CPU'}}";
    assert_headline_of(one(1000, 0.01, "{'context':{'cpu':'CPU'}}", cpu),
                       one(500, 0.01, other, cpu),
                       "Other CPU is 2.00 × faster than CPU over 1 case on the host");
    assert_headline_of(one(1000, 0.01, "{}", cpu),
                       one(500, 0.01, "{'device':{'name':'Other'}}", cpu),
                       "B is 2.00 × faster than A over 1 case on the host");
}

/* A change as large as the smallest that a row says it finds is found in about 80 % of draws. */
TEST(test_power)
{
    enum { DRAWS = 600 };
    uint64_t seed = 1;
    int found = 0;
    for (int draw = 0; draw < DRAWS; draw++) {
        double a[COMPARE_SAMPLES], b[COMPARE_SAMPLES];
        for (size_t i = 0; i < COMPARE_SAMPLES; i++) {
            a[i] = 1e6 * exp(0.03 * draw_normal(&seed));
            b[i] = 1e6 * exp(0.03 * draw_normal(&seed));
        }
        json_t *of_a = json_pack("[o]", compare_case_of("v", a, COMPARE_SAMPLES, "{}"));
        json_t *of_b = json_pack("[o]", compare_case_of("v", b, COMPARE_SAMPLES, "{}"));
        MADE_AUTO made = made_of(compare_run_of(of_a, "{}"), compare_run_of(of_b, "{}"));
        const struct gate_row row = made.compare.rows.rows[0];
        found += row.first.found.bounds.low * (1 + row.first.found.smallest) > 1 + row.theta;
    }
    if (found < DRAWS * 75 / 100 || found > DRAWS * 92 / 100)
        fail_msg("found in %d of %d draws", found, DRAWS);
}

/* Unpaired ------------------------------------------------------------------------------------- */

enum { LAUNCHES_MAX = 10, EACH = 10 };

/* Cases timed here live as long as this. */
struct timed {
    struct run_case c;
    struct run_sample samples[LAUNCHES_MAX * EACH];
    struct run_launch launches[LAUNCHES_MAX];
};

/* `launches` of them, each of EACH samples: launch k is k steps above the first. 0: one process. */
static void timed_init(struct timed *timed, size_t launches, double ns, double step, double spread)
{
    const size_t parts = launches > 0 ? launches : 1;
    double times[LAUNCHES_MAX * EACH], medians[LAUNCHES_MAX];
    *timed = (struct timed){ .c = { .name = "c",
                                    .api = "",
                                    .workload = "w",
                                    .kind = BENCH_GPU,
                                    .status = BENCH_OK,
                                    .samples = timed->samples,
                                    .launches = timed->launches,
                                    .launch_count = launches,
                                    .sample_count = parts * EACH } };
    for (size_t k = 0; k < parts; k++) {
        for (size_t i = 0; i < EACH; i++) {
            const double time = compare_sample(i, EACH, ns * (1 + step * (double)k), spread);
            timed->samples[k * EACH + i] = (struct run_sample){
                .gpu_ns = time, .wall_ns = 2 * time, .round = (uint32_t)i, .launch = (uint32_t)k
            };
            times[k * EACH + i] = time;
        }
        medians[k] = stats_median(times + k * EACH, EACH);
        timed->launches[k] = (struct run_launch){ .samples = EACH, .median_ns = medians[k] };
    }
    timed->c.gpu = stats_summarize(times, parts * EACH);
    timed->c.wall = timed->c.gpu;
    timed->c.wall.median *= 2;
    if (launches > 0)
        timed->c.time_between = launch_stats_launches(medians, launches);
}

static void assert_near(double a, double b)
{
    if (!(fabs(a - b) <= 1e-9 * fabs(b)))
        fail_msg("%.17g is not %.17g", a, b);
}

/* From the low end of one over the high end of the other, at 97.5 % each. */
TEST(test_one_process)
{
    struct timed a, b;
    timed_init(&a, 0, 1000, 0, 0.02);
    timed_init(&b, 0, 2000, 0, 0.04);
    const struct stats_ratio ratio = unpaired_ratio(&a.c, &b.c);
    const struct stats_interval own = unpaired_interval(&a.c, false, UNPAIRED_CONFIDENCE);
    const struct stats_interval other = unpaired_interval(&b.c, false, UNPAIRED_CONFIDENCE);
    assert_near(ratio.ratio, 0.5);
    assert_int_equal(ratio.pairs, 0);
    assert_near(ratio.interval.low, own.low / other.high);
    assert_near(ratio.interval.high, own.high / other.low);
    /* 97.5 % is wider than 95 %. */
    const struct stats_interval narrow = unpaired_interval(&a.c, false, 0.80);
    assert_true(narrow.low > own.low && narrow.high < own.high);
}

/* From 7 launches on medians alone hold 97.5 %; below that also what each launch is unsure of. */
TEST(test_launches)
{
    struct timed c;
    timed_init(&c, 7, 1000, 0.01, 0.1);
    struct stats_interval interval = unpaired_interval(&c.c, false, UNPAIRED_CONFIDENCE);
    assert_near(interval.low, 1000);
    assert_near(interval.high, 1060);
    timed_init(&c, 2, 1000, 0.01, 0.1);
    interval = unpaired_interval(&c.c, false, UNPAIRED_CONFIDENCE);
    assert_true(interval.low < 1000 && interval.high > 1010);
    assert_near(unpaired_median_ns(&c.c, false), 1005);
    /* The samples of a summary need not have its median between them. */
    timed_init(&c, 0, 1000, 0, 0.02);
    c.c.gpu.median = 1100;
    assert_near(unpaired_interval(&c.c, false, UNPAIRED_CONFIDENCE).high, 1100);
}

TEST(test_clock)
{
    struct timed a, b;
    timed_init(&a, 0, 1000, 0, 0.02);
    timed_init(&b, 0, 1000, 0, 0.02);
    b.c.by_wall = true;
    assert_near(unpaired_ratio(&a.c, &b.c).ratio, 1);
    assert_near(unpaired_median_ns(&a.c, true), 2000);
    assert_near(unpaired_interval(&a.c, true, 0.95).high,
                2 * unpaired_interval(&a.c, false, 0.95).high);
}

/* Throttled samples count where they count in the file. */
TEST(test_throttled)
{
    struct timed c;
    timed_init(&c, 0, 1000, 0, 0.02);
    for (size_t i = 0; i < 2; i++) {
        c.samples[i].gpu_ns = 9000;
        c.samples[i].throttled = true;
    }
    assert_true(unpaired_interval(&c.c, false, UNPAIRED_CONFIDENCE).high < 2000);
    c.c.clock.throttled_count = true;
    c.samples[2].gpu_ns = c.samples[3].gpu_ns = c.samples[4].gpu_ns = 9000;
    assert_true(unpaired_interval(&c.c, false, UNPAIRED_CONFIDENCE).high > 2000);
    /* That they count in one launch does not make them count in another. */
    double times[3 * EACH];
    timed_init(&c, 3, 1000, 0, 0.02);
    c.c.clock.throttled_count = c.launches[0].throttled_count = true;
    for (size_t i = 0; i < EACH + 4; i++) {
        c.samples[i].gpu_ns = 9000;
        c.samples[i].throttled = true;
    }
    const struct paired_side side = { &c.c, false };
    assert_int_equal(paired_times(side, 0, times), EACH);
    assert_int_equal(paired_times(side, 1, times), EACH - 4);
    assert_int_equal(paired_times(side, 2, times), EACH);
    assert_int_equal(paired_collect(side, side, 1, times, times + EACH), EACH - 4);
}

TEST(test_nothing)
{
    struct timed a, b;
    timed_init(&a, 0, 1000, 0, 0.02);
    timed_init(&b, 0, 1000, 0, 0.02);
    /* Six samples are too few for 97.5 %. */
    b.c.sample_count = 6;
    struct stats_ratio ratio = unpaired_ratio(&a.c, &b.c);
    assert_near(ratio.ratio, 1);
    assert_true(isnan(ratio.interval.low) && isnan(ratio.interval.high));
    b.c.status = BENCH_FAILED_VERIFY;
    ratio = unpaired_ratio(&a.c, &b.c);
    assert_true(isnan(ratio.ratio) && isnan(ratio.interval.low));
    b.c.status = BENCH_OK;
    b.c.gpu.count = 0;
    assert_true(isnan(unpaired_ratio(&b.c, &a.c).ratio));
}
