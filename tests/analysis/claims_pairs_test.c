/* SPDX-License-Identifier: MIT */
/* claims_pairs_test.c: claims about pairs, judged by runs made up here. */
#include "tests/analysis/claims_made.h"

#define SLOWER "'a':'/slow','b':'/fast','says':'slower'"

static struct made made;

static void check(const char *members, const char *wanted)
{
    made_expect(&made, members, .words = wanted);
}

/* Judges the run, of this card or the model, and holds the shown pair's ratio against another. */
static void ratio_of(enum claims_unit unit, const char *members, double r, const char *wanted)
{
    struct published *file = made_claim(members);
    const struct run *run = &made.run;
    MADE_AUTO verdict = made_judge_by(&(struct claims_request){
        .runs = &run, .run_count = 1, .published = &file, .published_count = 1, .unit = unit });
    made_hold(&verdict, .words = wanted, .r = r);
    assert_true(verdict.shown->r_interval.low <= verdict.shown->r * (1 + 1e-9) &&
                verdict.shown->r_interval.high >= verdict.shown->r * (1 - 1e-9));
}

static void ratio(const char *members, double r, const char *wanted)
{
    ratio_of(CLAIMS_UNIT_CARD, members, r, wanted);
}

TEST(test_size)
{
    made_slow_and_fast(&made, 3);
    made_expect(&made, SLOWER ",'value':3", .words = "CONFIRMED", .marks = CLAIMS_ONE_PROCESS);
    check(SLOWER ",'value':2", "STRONGER"); /* up to 2.5 */
    check(SLOWER ",'value':2.3", "STRONGER");
    check(SLOWER ",'value':2.4", "CONFIRMED");
    check(SLOWER ",'value':3.9", "CONFIRMED");
    check(SLOWER ",'value':4.1", "WEAKER");
    check(SLOWER ",'value':1", "CONTRADICTED"); /* no difference */
    check(SLOWER, "CONFIRMED");
    made_slow_and_fast(&made, 1);
    check(SLOWER ",'value':6", "NOT SEEN");
    check(SLOWER ",'value':1", "CONFIRMED");
    check(SLOWER, "NOT SEEN");
    made_slow_and_fast(&made, 0.5);
    check(SLOWER ",'value':6", "CONTRADICTED");
    check(SLOWER, "CONTRADICTED");
}

/* r reads in the direction of the statement, whomever it speaks of. */
TEST(test_direction)
{
    static const struct {
        const char *members;
        double r;
        const char *wanted;
    } rows[] = {
        { "'a':'/fast','b':'/slow','says':'faster'", 3, "CONFIRMED" },
        { "'a':'/fast','b':'/slow','says':'faster','who':'a'", 3, "CONFIRMED" },
        { "'a':'/slow','b':'/fast','says':'faster','who':'b'", 3, "CONFIRMED" },
        { "'a':'/fast','b':'/slow','says':'faster','who':'b'", 1 / 3.0, "CONTRADICTED" },
        { "'a':'/slow','b':'/fast','says':'faster'", 1 / 3.0, "CONTRADICTED" },
        { "'a':'/slow','b':'/fast','says':'slower'", 3, "CONFIRMED" },
        { "'a':'/fast','b':'/slow','says':'slower','who':'b'", 3, "CONFIRMED" },
        { "'a':'/slow','b':'/fast','says':'slower','who':'b'", 1 / 3.0, "CONTRADICTED" },
        { "'a':'/fast','b':'/slow','says':'less'", 3, "CONFIRMED" },
        { "'a':'/slow','b':'/fast','says':'less','who':'b'", 3, "CONFIRMED" },
        { "'a':'/slow','b':'/fast','says':'more'", 3, "CONFIRMED" },
        { "'a':'/fast','b':'/slow','says':'more','who':'b'", 3, "CONFIRMED" },
        { "'a':'/fast','b':'/slow','says':'as_fast'", 3, "CONTRADICTED" },
        { "'a':'/fast','b':'/slow','says':'as_fast','who':'b'", 1 / 3.0, "CONTRADICTED" },
        { "'a':'/fast','b':'/slow','says':'as_fast','denies':'gain'", 3, "CONTRADICTED" },
        { "'a':'/fast','b':'/slow','says':'as_fast','denies':'loss'", 3, "STRONGER" },
        { "'a':'/fast','b':'/slow','says':'as_fast','denies':'gain','who':'b'", 1 / 3.0,
          "STRONGER" },
        { "'a':'/fast','b':'/slow','says':'as_much','measure':'peak_bytes','measure_b':"
          "'peak_bytes','denies':'gain'",
          3, "CONTRADICTED" },
        { "'a':'/slow','b':'/fast','says':'times_as_long','value':3", 3, "CONFIRMED" },
        { "'a':'/fast','b':'/slow','says':'times_as_long','who':'b','value':3", 3, "CONFIRMED" },
        { "'a':'/slow','b':'/fast','says':'times_as_long','value':9", 3, "WEAKER" },
        { "'a':'/slow','b':'/fast','says':'at_most','value':4", 3, "CONFIRMED" },
        { "'a':'/slow','b':'/fast','says':'at_most','value':2", 3, "CONTRADICTED" },
        { "'a':'/slow','b':'/fast','says':'at_least','value':2", 3, "CONFIRMED" },
        { "'a':'/slow','b':'/fast','says':'at_least','value':4", 3, "CONTRADICTED" },
    };
    made_slow_and_fast(&made, 3);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        ratio(rows[i].members, rows[i].r, rows[i].wanted);
}

/* A rate is larger where less time is taken. */
TEST(test_rate)
{
#define RATES ",'measure':'bytes_per_second','measure_b':'bytes_per_second'"
    static const char *const members[] = {
        "'a':'/fast','b':'/slow','says':'more'" RATES,
        "'a':'/slow','b':'/fast','says':'more','who':'b'" RATES,
        "'a':'/slow','b':'/fast','says':'less'" RATES,
        "'a':'/fast','b':'/slow','says':'less','who':'b'" RATES,
        "'a':'/slow','b':'/fast','says':'times_as_long','value':3" RATES,
    };
    made_slow_and_fast(&made, 3);
    made.cases[0].work.bytes_read = made.cases[1].work.bytes_read = 1000;
    for (size_t i = 0; i < sizeof(members) / sizeof(members[0]); i++)
        ratio_of(CLAIMS_UNIT_MODEL, members[i], 3, "CONFIRMED");
    ratio_of(CLAIMS_UNIT_MODEL, "'a':'/fast','b':'/slow','says':'as_much'" RATES, 3,
             "CONTRADICTED");
}

/* Classes of the papers' words. */
TEST(test_margins)
{
    static const struct {
        double factor;
        const char *margin, *wanted;
    } none[] = {
        { 1.03, "none", "CONFIRMED" },        { 1.08, "none", "WEAKER" },
        { 1.08, "little", "CONFIRMED" },      { 1.15, "little", "WEAKER" },
        { 1.4, "close", "CONFIRMED" },        { 1.6, "close", "WEAKER" },
        { 1.9, "much", "CONFIRMED" },         { 2.2, "much", "WEAKER" },
        { 3, "magnitude", "CONFIRMED" },      { 3.3, "magnitude", "WEAKER" },
        { 1.12, "none", "CONTRADICTED" },     { 11, "magnitude", "CONTRADICTED" },
    }, far[] = {
        { 1.9, "much", "WEAKER" },      { 2.1, "much", "CONFIRMED" },
        { 3, "magnitude", "WEAKER" },   { 3.3, "magnitude", "CONFIRMED" },
        { 99, "magnitude", "CONFIRMED" }, { 0.5, "much", "CONTRADICTED" },
    };
    for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++) {
        made_slow_and_fast(&made, none[i].factor);
        check(unit_text("'a':'/slow','b':'/fast','says':'as_fast','margin':'%s'", none[i].margin),
              none[i].wanted);
    }
    for (size_t i = 0; i < sizeof(far) / sizeof(far[0]); i++) {
        made_slow_and_fast(&made, far[i].factor);
        check(unit_text(SLOWER ",'margin':'%s'", far[i].margin), far[i].wanted);
    }
    made_slow_and_fast(&made, 1.9); /* the word decides, and the number is printed */
    check(SLOWER ",'margin':'much','value':1.8", "WEAKER");
}

/* Thresholds of a gain: 1.5 elsewhere and 1.1 on the paper's own device, which is named up to a
 * comma. A larger threshold that is asked for wins. */
TEST(test_kappa)
{
    made_slow_and_fast(&made, 3);
    check(SLOWER ",'value':3.6", "CONFIRMED");
    made.run.device.name = "Paper GPU";
    check(SLOWER ",'value':3.6", "WEAKER");
    check(SLOWER ",'value':3.1", "CONFIRMED");
    check(SLOWER ",'value':2.7", "STRONGER");
    made.run.device.name = "Paper GPU, 8 GiB";
    check(SLOWER ",'value':3.6", "CONFIRMED");
    made.run.device.name = "Made GPU";
    static const struct {
        const char *device;
        double kappa;
    } asked[] = { { "Made GPU", 1.25 }, { "Paper GPU", 1.5 } }; /* never looser there */
    for (size_t i = 0; i < 2; i++) {
        struct published *file = made_claim(SLOWER ",'value':3.6");
        const struct run *run = &made.run;
        made.run.device.name = asked[i].device;
        MADE_AUTO verdict = made_judge_by(&(struct claims_request){ .runs = &run,
                                                                    .run_count = 1,
                                                                    .published = &file,
                                                                    .published_count = 1,
                                                                    .kappa = asked[i].kappa });
        made_words(verdict.entry->verdict, "WEAKER");
    }
}

/* A part has odds, and one below a half is turned round. */
TEST(test_share)
{
#define SHARE "'a':'/fast','b':'/slow','says':'share'"
    made_slow_and_fast(&made, 1 / 0.8); /* odds 4 */
    ratio(SHARE ",'value':0.8", 4, "CONFIRMED");
    ratio(SHARE ",'value':0.84", 4, "CONFIRMED"); /* odds 5.25, from 3.83 on */
    ratio(SHARE ",'value':0.9", 4, "WEAKER");     /* odds 9, from 6.33 on */
    ratio(SHARE ",'value':0.75", 4, "CONFIRMED"); /* odds 3, up to 4 and a little */
    ratio(SHARE ",'value':0.7", 4, "STRONGER");
    ratio(SHARE ",'value':0.5", 4, "CONTRADICTED");
    ratio(SHARE ",'value':0.2", 0.25, "CONTRADICTED");
    made_slow_and_fast(&made, 1 / 0.2);
    ratio(SHARE ",'value':0.2", 4, "CONFIRMED");
    ratio(SHARE ",'value':0.1", 4, "WEAKER");
    ratio(SHARE ",'value':0.3", 4, "STRONGER");
    ratio(SHARE ",'value':0.9", 0.25, "CONTRADICTED");
    made_slow_and_fast(&made, 2);
    ratio(SHARE ",'value':0.5", 1, "CONFIRMED");
    /* A bound of a part; "most" is over a half. */
#define PART "'a':'/fast','b':'/slow','unit':'share'"
    made_slow_and_fast(&made, 1 / 0.8);
    ratio(PART ",'says':'at_least','margin':'most','value':0.5", 4, "CONFIRMED");
    ratio(PART ",'says':'at_least','value':0.85", 4, "CONTRADICTED");
    ratio(PART ",'says':'at_most','value':0.85", 4, "CONFIRMED");
    ratio(PART ",'says':'at_most','value':0.75", 4, "CONTRADICTED");
}

/* The device accounts for 1 of the 4 µs that slow takes more: wall times are 2 and 6, device times
 * 1 and 2. */
TEST(test_host_share)
{
#define HOST "'a':'/fast','b':'/slow','measure':'host_share','says':'share'"
    made_slow_and_fast(&made, 2);
    for (size_t i = 0; i < MADE_ROUNDS; i++)
        made.of[0].samples[i].wall_ns *= 1.5;
    made_summarize(&made.cases[0]);
    check(HOST ",'value':0.7", "CONFIRMED");
    check(HOST ",'value':0.9", "WEAKER");
    check(HOST ",'value':0.5", "CONTRADICTED");
    MADE_AUTO verdict = made_by(&made, HOST ",'value':0.7");
    made_hold(&verdict, .value = 0.75, .r = 3);
    assert_true(verdict.shown->estimate.same_rounds);
    assert_true(isnan(verdict.shown->a_plain) && isnan(verdict.shown->b_plain));
    made.cases[1].workload = "another"; /* no rounds are the same: nothing is saved there */
    check(HOST ",'value':0.7", "NOT TESTABLE");
    made_slow_and_fast(&made, 0.5); /* a takes more: nothing is saved */
    check(HOST ",'value':0.5", "NOT TESTABLE");
}

/* A ratio rests on its own common rounds: other ratios do not matter, nor a failed baseline. */
TEST(test_rounds)
{
    made_slow_and_fast(&made, 1);
    made_add(&made, "w", "baseline", NULL, NULL, 1);
    made.cases[2].baseline = true;
    made.cases[2].status = BENCH_FAILED_VERIFY;
    case_drop_times(&made.cases[2]);
    check(SLOWER ",'value':1", "CONFIRMED");
    /* The rounds of one that goes on when the other has ended are twice as slow. */
    made.cases[1].sample_count = 20;
    for (size_t i = 20; i < MADE_ROUNDS; i++)
        made.of[0].samples[i].gpu_ns *= 2;
    made_summarize(&made.cases[0]);
    MADE_AUTO verdict = made_by(&made, SLOWER ",'value':1");
    made_hold(&verdict, .words = "CONFIRMED", .n = 20);
    assert_true(verdict.shown->estimate.same_rounds);
}

/* Two workloads give two intervals of 97.5 %, which need 7 samples, and a mark. */
TEST(test_two_groups)
{
    made_slow_and_fast(&made, 3);
    made.cases[1].workload = "another";
    MADE_AUTO other = made_by(&made, SLOWER ",'value':3");
    made_hold(&other, .words = "CONFIRMED", .marks = CLAIMS_OTHER_ROUNDS);
    made.cases[1].workload = "w";
    MADE_AUTO same = made_by(&made, SLOWER ",'value':3");
    made_hold(&same, .no_marks = CLAIMS_OTHER_ROUNDS);
    /* The noise that rounds have in common cancels there alone. */
    const struct stats_interval apart = other.shown->r_interval, together = same.shown->r_interval;
    assert_true(apart.high / apart.low - 1 > 2 * (together.high / together.low - 1));
    made.cases[1].workload = "another";
    made.cases[0].sample_count = 6;
    made_expect(&made, SLOWER ",'value':3", .words = "NOT TESTABLE", .marks = CLAIMS_OTHER_ROUNDS,
                .reason = "6 samples give no interval; 7 would, or 6 processes (--launches 6).");
    made.cases[1].workload = "w";
    check(SLOWER ",'value':3", "CONFIRMED");
}

TEST(test_few_samples)
{
    made_slow_and_fast(&made, 3);
    static const struct {
        size_t samples;
        const char *reason;
    } rows[] = { { 5, "5 samples give no interval; 7 would" },
                 { 1, "1 sample gives no interval" },
                 { 0, "No run has judged of these cases together." } };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        made.cases[0].sample_count = rows[i].samples;
        made_expect(&made, SLOWER ",'value':3", .words = "NOT TESTABLE", .reason = rows[i].reason);
    }
}

/* A wide interval has the words that it holds, and is UNDECIDED where one of them contradicts. */
TEST(test_wide)
{
    made_slow_and_fast(&made, 3);
    made_time(&made, 0, 3, 1.2);
    check(SLOWER ",'value':3", "CONFIRMED");
    check(SLOWER ",'value':2", "CONFIRMED or STRONGER");
    check(SLOWER ",'value':4", "WEAKER or CONFIRMED");
    made_time(&made, 0, 1, 1.2);
    check(SLOWER, "UNDECIDED");
    made_time(&made, 0, 1.05, 0.05);
    check("'a':'/slow','b':'/fast','says':'as_fast'", "WEAKER or CONFIRMED");
}

TEST(test_throttled)
{
    made_slow_and_fast(&made, 3);
    for (size_t i = 0; i < 10; i++) {
        made.of[0].samples[i].gpu_ns *= 9;
        made.of[0].samples[i].throttled = true;
    }
    made_expect(&made, SLOWER ",'value':3", .n = MADE_ROUNDS - 10, .no_marks = CLAIMS_THROTTLED);
    for (size_t i = 0; i < MADE_ROUNDS; i++)
        made.of[0].samples[i].throttled = true;
    made_expect(&made, SLOWER ",'value':3", .words = "NOT TESTABLE", .reason = "No run has");
    made.cases[0].clock.throttled_count = true;
    made_time(&made, 0, 3, 0.01);
    made_expect(&made, SLOWER ",'value':3", .words = "CONFIRMED", .marks = CLAIMS_THROTTLED);
}

/* A time of 0, as kind cpu has of the GPU, is none. */
TEST(test_zero_time)
{
    made_slow_and_fast(&made, 3);
    for (size_t i = 0; i < MADE_ROUNDS; i++)
        made.of[1].samples[i].gpu_ns = 0;
    made_expect(&made, SLOWER ",'value':3", .words = "NOT TESTABLE", .reason = "No run has");
    made.cases[1].by_wall = true; /* both by wall time then */
    check(SLOWER ",'value':6", "WEAKER");
}

/* Stamps of two APIs may differ by more than a short case takes; many executions between two stamps
 * share that, and wall time needs none. */
TEST(test_two_apis)
{
#define BY_GPU SLOWER ",'value':3,'measure':'gpu'"
#define BY_WALL SLOWER ",'value':3,'measure':'wall'"
    made_slow_and_fast(&made, 3);
    check(BY_GPU, "CONFIRMED");
    made.cases[0].api = made.cases[0].program = "cuda";
    made.cases[0].kind = BENCH_CPU;
    made.cases[0].by_wall = true;
    /* Half of its wall time, then 6 and 4 % less than its slope. */
    made_expect(&made, BY_GPU, .words = "NOT TESTABLE", .reason = "within 5 %");
    made.of[0].metric = (struct run_metric){ "slope_ns", "ns", made.cases[0].gpu.median / 0.94, 0 };
    made.cases[0].metric_count = 1;
    made_expect(&made, BY_GPU, .words = "NOT TESTABLE", .reason = "within 5 %");
    made.of[0].metric.value = made.cases[0].gpu.median / 0.96;
    made_expect(&made, BY_GPU, .words = "UNDECIDED", .marks = CLAIMS_APIS);
    made_expect(&made, BY_WALL, .words = "CONFIRMED", .marks = CLAIMS_APIS);
    for (size_t i = 0; i < 2; i++)
        made.cases[i].inner_repetitions = 1024;
    made_expect(&made, BY_GPU, .words = "CONFIRMED", .marks = CLAIMS_APIS);
    made.cases[1].stamps_each = true; /* each execution by itself */
    made_expect(&made, BY_GPU, .words = "WEAKER to STRONGER", .marks = CLAIMS_APIS);
    made.cases[1].api = made.cases[1].program = "cuda"; /* one API, one clock */
    made.of[1].metric = (struct run_metric){ "slope_ns", "ns", made.cases[1].gpu.median, 0 };
    made.cases[1].metric_count = 1;
    check(BY_GPU, "CONFIRMED");
}
