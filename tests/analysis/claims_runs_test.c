/* SPDX-License-Identifier: MIT */
/* claims_runs_test.c: processes, cards and stopwatches together, and each process counted once. */
#include "tests/analysis/claims_made.h"

#define SLOWER "'a':'/slow','b':'/fast','says':'slower'"

enum { RUNS = 14 };

static struct made made, several[RUNS];
static const struct run *runs[RUNS];

/* A run for each factor, each of a card of its own: the next letter. */
static void cards_make(const double *factors, size_t count)
{
    static const char *const cards[] = { "a", "b", "c", "d", "e", "f", "g",
                                         "h", "i", "j", "k", "l", "m", "n" };
    for (size_t i = 0; i < count; i++) {
        made_slow_and_fast(&several[i], factors[i]);
        several[i].run.device.uuid = cards[i];
        runs[i] = &several[i].run;
    }
}

#define CARDS(...)                                                                                 \
    cards_make((const double[]){ __VA_ARGS__ },                                                    \
               sizeof((const double[]){ __VA_ARGS__ }) / sizeof(double))

static struct made_verdict judge_by(size_t count, struct published *file, enum claims_unit unit)
{
    return made_judge_by(&(struct claims_request){
        .runs = runs, .run_count = count, .published = &file, .published_count = 1, .unit = unit });
}

/* The interval of r, and marks of CLAIMS_PROVISIONAL and CLAIMS_ONE_PROCESS. */
static void interval(size_t count, const char *members, enum claims_unit unit, double low,
                     double high, unsigned marks)
{
    MADE_AUTO verdict = judge_by(count, made_claim(members), unit);
    const struct claims_pair *pair = verdict.shown;
    if (!(fabs(pair->r_interval.low / low - 1) < 0.005 &&
          fabs(pair->r_interval.high / high - 1) < 0.005))
        fail_msg("%zu runs: [%g, %g], not [%g, %g]", count, pair->r_interval.low,
                 pair->r_interval.high, low, high);
    assert_int_equal(verdict.entry->marks & (CLAIMS_PROVISIONAL | CLAIMS_ONE_PROCESS), marks);
}

/* This card ----------------------------------------------------------------------------------- */

/* Six processes and more are the units: the interval is between them. */
TEST(test_processes)
{
    static const double factors[] = { 2.8, 2.9, 3.3, 3, 3.1, 3.2 };
    MADE_AUTO verdict = made_several(several, factors, 6, made_claim(SLOWER ",'value':3"));
    const struct estimate *estimate = &verdict.shown->estimate;
    made_hold(&verdict, .words = "CONFIRMED", .processes = 6, .n = 6 * MADE_ROUNDS,
              .no_marks = CLAIMS_ONE_PROCESS | CLAIMS_PROVISIONAL);
    assert_int_equal(verdict.claims->devices[0].unit, ESTIMATE_CARD);
    assert_int_equal(estimate->runs, 6);
    assert_int_equal(estimate->cards, 1);
    assert_true(fabs(estimate->value - 3.05) < 0.02);
    assert_true(fabs(estimate->interval.low - 2.8) < 0.02);
    assert_true(fabs(estimate->interval.high - 3.3) < 0.02);
    assert_true(estimate->factor == 1);
}

/* Fewer: all that their own intervals hold, and no factor. */
TEST(test_few_processes)
{
    static const double factors[] = { 2.8, 3.2 };
    MADE_AUTO both = made_several(several, factors, 2, made_claim(SLOWER ",'value':3"));
    made_hold(&both, .words = "CONFIRMED", .no_marks = CLAIMS_ONE_PROCESS);
    const struct stats_interval together = both.shown->estimate.interval;
    for (size_t i = 0; i < 2; i++) {
        MADE_AUTO one = made_by(&several[i], SLOWER ",'value':3");
        const struct stats_interval alone = one.shown->estimate.interval;
        assert_true(alone.low < alone.high);
        assert_true(i == 0 ? alone.low == together.low : alone.high == together.high);
    }
    /* One of them has no samples: it is no unit. */
    const struct run *const two[] = { &several[0].run, &several[1].run };
    several[1].cases[0].sample_count = 0;
    MADE_AUTO empty = made_judge(two, 2, made_claim(SLOWER ",'value':3"));
    made_hold(&empty, .marks = CLAIMS_ONE_PROCESS, .processes = 1);
    /* One of them has too few for an interval: there is none. */
    several[1].cases[0].sample_count = 3;
    MADE_AUTO few = made_judge(two, 2, made_claim(SLOWER ",'value':3"));
    made_hold(&few, .words = "NOT TESTABLE");
}

/* Launches are processes: units as runs are. */
TEST(test_launches)
{
    enum { LAUNCHES = 8, EACH = MADE_ROUNDS / LAUNCHES };
    static struct run_launch launches[LAUNCHES];
    made_slow_and_fast(&made, 3);
    for (size_t k = 0; k < 2; k++) {
        made.cases[k].launches = launches;
        made.cases[k].launch_count = LAUNCHES;
        for (uint32_t i = 0; i < MADE_ROUNDS; i++) {
            made.of[k].samples[i].launch = i / EACH;
            made.of[k].samples[i].round = i % EACH;
            if (k == 0)
                made.of[k].samples[i].gpu_ns *= 1 + 0.01 * (i / EACH);
        }
    }
    MADE_AUTO verdict = made_by(&made, SLOWER ",'value':3");
    const struct estimate *estimate = &verdict.shown->estimate;
    made_hold(&verdict, .words = "CONFIRMED", .processes = LAUNCHES,
              .no_marks = CLAIMS_ONE_PROCESS);
    assert_int_equal(estimate->runs, 1);
    assert_true(estimate->interval.low > 2.98 && estimate->interval.high < 3.25);
    made.cases[1].launch_count = 3; /* of the other, fewer: those of both count */
    made_expect(&made, SLOWER ",'value':3", .processes = 3);
}

/* This model ---------------------------------------------------------------------------------- */

/* One card and two: the range of their runs, grown by the factor of device times and its root. */
TEST(test_cards)
{
    CARDS(3, 3.2);
    interval(1, SLOWER, CLAIMS_UNIT_MODEL, 3 / 1.03, 3 * 1.03, CLAIMS_PROVISIONAL);
    interval(1, SLOWER, CLAIMS_UNIT_AS_GIVEN, 3, 3, CLAIMS_ONE_PROCESS);
    interval(2, SLOWER, CLAIMS_UNIT_MODEL, 3 / sqrt(1.03), 3.2 * sqrt(1.03), CLAIMS_PROVISIONAL);
    interval(2, SLOWER, CLAIMS_UNIT_AS_GIVEN, 3 / sqrt(1.03), 3.2 * sqrt(1.03), CLAIMS_PROVISIONAL);
    interval(2, SLOWER, CLAIMS_UNIT_CARD, 3, 3.2, 0);
    several[1].run.device.uuid = "a"; /* two runs of one card */
    interval(2, SLOWER, CLAIMS_UNIT_MODEL, 3 / 1.03, 3.2 * 1.03, CLAIMS_PROVISIONAL);
    interval(2, SLOWER, CLAIMS_UNIT_AS_GIVEN, 3, 3.2, 0);
    /* Three to five cards give the range of all runs, and no factor. */
    CARDS(3, 3.2, 2.9, 3.1, 3.3, 3.6);
    interval(3, SLOWER, CLAIMS_UNIT_AS_GIVEN, 2.9, 3.2, CLAIMS_PROVISIONAL);
    interval(5, SLOWER, CLAIMS_UNIT_AS_GIVEN, 2.9, 3.3, CLAIMS_PROVISIONAL);
    several[5].run.device.uuid = "a"; /* six runs of five cards */
    interval(6, SLOWER, CLAIMS_UNIT_AS_GIVEN, 2.9, 3.6, CLAIMS_PROVISIONAL);
    /* Six cards and more use ranks of the cards' medians, in whatever order they are given: the
     * extremes to eight, the next to eleven, the third to fourteen. */
    CARDS(2.8, 2.9, 3, 3.1, 3.2, 3.3, 3.4, 3.5, 3.6, 3.7, 3.8, 3.9, 4, 4.1);
    interval(6, SLOWER, CLAIMS_UNIT_AS_GIVEN, 2.8, 3.3, 0);
    interval(8, SLOWER, CLAIMS_UNIT_AS_GIVEN, 2.8, 3.5, 0);
    interval(9, SLOWER, CLAIMS_UNIT_AS_GIVEN, 2.9, 3.5, 0);
    interval(11, SLOWER, CLAIMS_UNIT_AS_GIVEN, 2.9, 3.7, 0);
    interval(12, SLOWER, CLAIMS_UNIT_AS_GIVEN, 3, 3.7, 0);
    interval(14, SLOWER, CLAIMS_UNIT_AS_GIVEN, 3, 3.9, 0);
    several[0].run.device.uuid = several[1].run.device.uuid = "g"; /* its median: 2.9 of 3 runs */
    interval(8, SLOWER, CLAIMS_UNIT_AS_GIVEN, 2.9, 3.5, 0);
}

/* Wall times of one workload, of a CPU row, of two workloads; device times of two. */
TEST(test_factors)
{
#define WALL SLOWER ",'measure':'wall'"
    assert_true(estimate_factor_device == 1.03 && estimate_factor_wall == 1.12 &&
                estimate_factor_host == 1.5);
    CARDS(3);
    interval(1, WALL, CLAIMS_UNIT_MODEL, 3 / 1.12, 3 * 1.12, CLAIMS_PROVISIONAL);
    several[0].cases[1].kind = BENCH_CPU;
    interval(1, WALL, CLAIMS_UNIT_MODEL, 3 / 1.5, 3 * 1.5, CLAIMS_PROVISIONAL);
    several[0].cases[1].kind = BENCH_GPU;
    several[0].cases[1].workload = "another";
    interval(1, WALL, CLAIMS_UNIT_MODEL, 3 / 1.5, 3 * 1.5, CLAIMS_PROVISIONAL);
    interval(1, SLOWER, CLAIMS_UNIT_MODEL, 3 / 1.03, 3 * 1.03, CLAIMS_PROVISIONAL);
    /* The odds of a part grow by it, and counts do not. */
    CARDS(2.5); /* 40 %, odds 2 / 3, turned round */
    interval(1, "'a':'/fast','b':'/slow','says':'share','value':0.4", CLAIMS_UNIT_MODEL, 1.5 / 1.03,
             1.5 * 1.03, CLAIMS_PROVISIONAL);
    interval(1,
             "'a':'/slow','b':'/fast','says':'more','measure':'peak_bytes','measure_b':"
             "'peak_bytes'",
             CLAIMS_UNIT_MODEL, 2.5, 2.5, 0);
}

/* Stopwatches --------------------------------------------------------------------------------- */

/* Both cases by wall time: slow takes 3 times as long on the device, `wall` times by the wall. */
static void host_make(double wall)
{
    made_slow_and_fast(&made, 3);
    for (size_t k = 0; k < 2; k++) {
        made.cases[k].by_wall = true;
        for (size_t i = 0; i < MADE_ROUNDS; i++)
            made.of[k].samples[i].wall_ns = 5000 * (k == 0 ? wall : 1);
        made_summarize(&made.cases[k]);
    }
}

static void clocks(const char *members, enum estimate_clock first, const char *own,
                   const char *other, const char *wanted)
{
    MADE_AUTO verdict = made_by(&made, members);
    const struct claims_entry *entry = verdict.entry;
    made_hold(&verdict, .words = wanted, .readings = 2);
    assert_int_equal(entry->readings[0].clock, first);
    assert_int_equal(entry->readings[1].clock,
                     first == ESTIMATE_WALL_TIME ? ESTIMATE_DEVICE_TIME : ESTIMATE_WALL_TIME);
    made_words(entry->readings[0].verdict, own);
    made_words(entry->readings[1].verdict, other);
    assert_int_equal((entry->marks & CLAIMS_CLOCKS) != 0, strcmp(own, other) != 0);
}

/* Where the paper does not say which, they are two cases; else its own decides, and the other is
 * printed. */
TEST(test_stopwatches)
{
    static const char gpu[] = SLOWER ",'value':3,'measure':'gpu'";
    static const char wall[] = SLOWER ",'value':3,'measure':'wall'";
    host_make(2);
    clocks(SLOWER ",'value':3", ESTIMATE_WALL_TIME, "WEAKER", "CONFIRMED", "WEAKER or CONFIRMED");
    clocks(gpu, ESTIMATE_DEVICE_TIME, "CONFIRMED", "WEAKER", "CONFIRMED");
    clocks(wall, ESTIMATE_WALL_TIME, "WEAKER", "CONFIRMED", "WEAKER");
    host_make(1);
    clocks(SLOWER ",'value':3", ESTIMATE_WALL_TIME, "NOT SEEN", "CONFIRMED", "MIXED");
    clocks(wall, ESTIMATE_WALL_TIME, "NOT SEEN", "CONFIRMED", "NOT SEEN");
    host_make(3);
    clocks(SLOWER ",'value':3", ESTIMATE_WALL_TIME, "CONFIRMED", "CONFIRMED", "CONFIRMED");
    clocks(SLOWER ",'value':3,'of':'every'", ESTIMATE_WALL_TIME, "CONFIRMED", "CONFIRMED",
           "CONFIRMED");
    host_make(2); /* `every` is of cases, and a stopwatch is none of these */
    clocks(SLOWER ",'value':3,'of':'every'", ESTIMATE_WALL_TIME, "WEAKER", "CONFIRMED",
           "WEAKER or CONFIRMED");
}

/* One alone, where the host is not in the loop or there is no other. */
TEST(test_one_stopwatch)
{
    static const struct {
        bool by_wall, by_wall_b, cpu, no_device_times;
        const char *members;
        size_t readings;
    } rows[] = {
        { false, false, false, false, SLOWER ",'value':3", 1 },
        { true, true, false, false, SLOWER ",'value':3", 2 },
        { true, false, false, false, SLOWER ",'value':3", 2 },
        { false, true, false, false, SLOWER ",'value':3", 2 },
        { true, true, true, false, SLOWER ",'value':3", 1 },
        { true, true, false, true, SLOWER ",'value':3", 1 },
        { true, true, false, false, SLOWER ",'measure':'peak_bytes','says':'more'", 1 },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        host_make(3);
        made.cases[0].by_wall = rows[i].by_wall;
        made.cases[1].by_wall = rows[i].by_wall_b;
        made.cases[1].kind = rows[i].cpu ? BENCH_CPU : BENCH_GPU;
        for (size_t k = 0; k < MADE_ROUNDS && rows[i].no_device_times; k++)
            made.of[0].samples[k].gpu_ns = 0;
        made_expect(&made, rows[i].members, .words = "CONFIRMED", .readings = rows[i].readings);
    }
}

/* Devices and processes ----------------------------------------------------------------------- */

/* Each device for itself, in the order given. */
TEST(test_devices)
{
    CARDS(3, 1, 3);
    several[1].run.device.name = "Another GPU";
    MADE_AUTO verdict = made_judge(runs, 3, made_claim(SLOWER ",'value':3"));
    assert_int_equal(verdict.claims->device_count, 2);
    assert_int_equal(verdict.claims->devices[0].run_count, 2);
    made_words(verdict.claims->devices[0].entries[0].verdict, "CONFIRMED");
    made_words(verdict.claims->devices[1].entries[0].verdict, "NOT SEEN");
    assert_string_equal(verdict.claims->devices[1].name, "Another GPU");
}

/* A case counts where most runs meet the precondition: a single one of an old build does not
 * decide, and one that does not say is neither for nor against. */
TEST(test_majority)
{
    static const double factors[] = { 3, 3, 3 };
    static const struct {
        double percent[3];
        size_t runs; /* 0: not testable */
    } rows[] = {
        { { 7, 53, 54 }, 0 }, { { 7, 8, 54 }, 2 }, { { 7, NAN, NAN }, 1 }, { { 7, 53, NAN }, 0 }
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct published *file =
            made_claim(SLOWER ",'preconditions':[{'what':'floor_percent','of':'a','at_most':50}]");
        cards_make(factors, 3);
        for (size_t k = 0; k < 3; k++) {
            several[k].cases[0].floor_bound = "bytes";
            several[k].cases[0].floor_percent = rows[i].percent[k];
        }
        MADE_AUTO verdict = judge_by(3, file, CLAIMS_UNIT_MODEL);
        made_words(verdict.entry->verdict, rows[i].runs > 0 ? "CONFIRMED" : "NOT TESTABLE");
        assert_int_equal(verdict.entry->runs, rows[i].runs);
    }
}

/* A process counts once, whatever its file is called: seed, start, device, commit and the
 * median of a case say which. */
TEST(test_again)
{
    static const struct run_tool tools[] = { { .commit = "a" }, { .commit = "b" } };
    struct run_case cases[2] = { { .name = "x", .gpu = { .count = 9, .median = 5 } },
                                 { .name = "x", .gpu = { .count = 9, .median = 6 } } };
    struct run processes[4];
    const struct run *all[4], *first = NULL;
    for (size_t i = 0; i < 4; i++) {
        processes[i] = (struct run){ .tool = tools[0],
                                     .session = { .seed = 1, .started = "2026-01-02T03:04:05Z" },
                                     .device = { .uuid = "u" },
                                     .cases = cases,
                                     .case_count = 1 };
        all[i] = &processes[i];
    }
    processes[0].session.seed = 2;
    processes[1].session.started = "2026-01-02T03:04:06Z";
    processes[2].device.uuid = "v";
    assert_null(estimate_run_again(all, 4, &first));
    assert_null(estimate_run_again(all, 0, &first));
    processes[1].session.started = processes[3].session.started;
    assert_ptr_equal(estimate_run_again(all, 4, &first), &processes[3]);
    assert_ptr_equal(first, &processes[1]);
    processes[3].cases = cases + 1;
    assert_null(estimate_run_again(all, 4, &first));
    processes[3].cases = cases;
    processes[3].tool = tools[1];
    assert_null(estimate_run_again(all, 4, &first));
}
