/* SPDX-License-Identifier: MIT */
/* claims_conditions_test.c: claims under preconditions, judged by runs made up here. */
#include "tests/analysis/claims_made.h"

static struct made made;

/* A claim that slow takes three times as long as fast, under conditions. */
static void check(const char *conditions, const char *wanted, unsigned marks, const char *reason)
{
    made_expect(&made,
                unit_text("'preconditions':[%s],'a':'/slow','b':'/fast','measure':'gpu',"
                          "'says':'slower','join':['n'],'value':3",
                          conditions),
                .words = wanted, .marks = marks, .reason = reason);
}

/* At n = 1 of workload w: three times as slow. */
static void slow_and_fast(void)
{
    made_init(&made);
    made_add_both(&made, "w", "n", "1", 3, 1);
}

/* A text is printed and nothing else. */
TEST(test_text)
{
    slow_and_fast();
    check("'the moon is full'", "CONFIRMED", 0, "");
    check("'the moon is full',{'what':'axis:n','at_least':2},'one more'", "NOT TESTABLE",
          CLAIMS_UNMET, "Not applicable here: n is 1 (2 at least).");
    check("{'what':'axis:n','at_most':0.5},{'what':'fact:rho','at_least':1.5}", "NOT TESTABLE",
          CLAIMS_UNMET,
          "Not applicable here: n is 1 (0.5 at most); rho is not known (1.5 at least).");
}

/* A condition on the bound of a side; it is not met where no device limits were measured. */
TEST(test_floor)
{
    static const char bytes[] = "{'what':'floor','of':'a','is':'bytes'}";
    static const char half[] = "{'what':'floor_percent','of':'a','at_least':50}";
    slow_and_fast();
    check(bytes, "NOT TESTABLE", CLAIMS_UNMET, "the lower bound of slow is not known");
    check(half, "NOT TESTABLE", CLAIMS_UNMET,
          "its lower bound in per cent of its time is not known");
    made.cases[0].floor_bound = "texture";
    made.cases[0].floor_percent = 49;
    check(bytes, "NOT TESTABLE", CLAIMS_UNMET, "the cost of texel lookups was not measured");
    made.run.ceilings.texture_count = 1;
    made.run.ceilings.textures[0].texel_bytes = 8;
    check(bytes, "NOT TESTABLE", CLAIMS_UNMET,
          "the lower bound of slow comes from texture, not from bytes");
    check(half, "NOT TESTABLE", CLAIMS_UNMET, "its lower bound in per cent of its time is 49");
    made.cases[0].floor_bound = "bytes";
    made.cases[0].floor_percent = 51;
    check(bytes, "CONFIRMED", 0, "");
    check(half, "CONFIRMED", 0, "");
    /* Groups are no unit that a paper speaks of: what comes next. */
    made.run.ceilings.groups_per_s = made.run.ceilings.operations_per_s = 1e9;
    made.cases[0].work.groups = 2000;
    made.cases[0].work.operations = 1000;
    made.cases[0].floor_bound = "groups";
    made.cases[0].floor_ns = 2000;
    made.cases[0].floor_percent = 80;
    check(bytes, "NOT TESTABLE", CLAIMS_UNMET,
          "the lower bound of slow comes from operations, not from bytes");
    check("{'what':'floor','of':'a','is':'operations'}", "CONFIRMED", 0, "");
    check(half, "NOT TESTABLE", CLAIMS_UNMET, "its lower bound in per cent of its time is 40");
    made.cases[0].work.operations = 0;
    check(bytes, "NOT TESTABLE", CLAIMS_UNMET, "the lower bound of slow is not known");
    check(half, "NOT TESTABLE", CLAIMS_UNMET,
          "its lower bound in per cent of its time is not known");
    made.cases[0].floor_bound = "bytes";
    made.cases[0].work.bytes_sampled = 1000; /* of texels of which no rate is known */
    made.cases[0].work.texel_bytes = 16;
    check(bytes, "NOT TESTABLE", CLAIMS_UNMET, "the cost of texel lookups was not measured");
    made.cases[0].work.texel_bytes = 8;
    check("{'what':'floor','is':'bytes'}", "NOT TESTABLE", CLAIMS_UNMET,
          "the lower bound of fast is not known");
}

/* Pair by pair: those that do not meet it are left out, as are those of which nothing is known. */
TEST(test_facts)
{
    static const char rho[] = "{'what':'fact:rho','at_least':1.5,'at_most':9}";
    struct run_fact small = { "rho", "", 0.5, NULL, 0 }, large = { "rho", "", 2, NULL, 0 };
    struct run_workload workloads[] = { { "w", &small, 1 }, { "v", &large, 1 } };
    made_init(&made);
    made_add_both(&made, "w", "n", "1", 7, 1);
    check(rho, "NOT TESTABLE", CLAIMS_UNMET, "rho is not known");
    made.run.workloads = workloads;
    made.run.workload_count = 1;
    check(rho, "NOT TESTABLE", CLAIMS_UNMET, "Not applicable here: rho is 0.5");
    made.run.workload_count = 2;
    made_add_both(&made, "v", "n", "2", 3, 1);
    check(rho, "CONFIRMED", CLAIMS_UNMET, "");
    check("", "CONFIRMED or STRONGER", 0, "");
}

TEST(test_numbers)
{
    slow_and_fast();
    made.cases[0].counters.barriers = made.cases[1].counters.barriers = 3;
    made.of[0].metric = made.of[1].metric = (struct run_metric){ "turns", "turns", 31 };
    made.cases[0].metric_count = made.cases[1].metric_count = 1;
    made.run.device.multiprocessors = 24;
    check("{'what':'counter:barriers','at_most':3}", "CONFIRMED", 0, "");
    check("{'what':'counter:barriers','at_most':2}", "NOT TESTABLE", 0, "barriers is 3");
    check("{'what':'metric:turns','at_least':31}", "CONFIRMED", 0, "");
    check("{'what':'metric:turns','at_least':32}", "NOT TESTABLE", 0, "turns is 31");
    check("{'what':'metric:turn','at_least':1}", "NOT TESTABLE", 0, "turn is not known");
    check("{'what':'multiprocessors','at_least':24}", "CONFIRMED", 0, "");
    check("{'what':'multiprocessors','at_least':25}", "NOT TESTABLE", 0, "is 24");
    made.run.device.multiprocessors = NAN;
    check("{'what':'multiprocessors','at_least':24}", "NOT TESTABLE", 0, "is not known");
}

/* A statement about one device alone is context on others. */
TEST(test_own_device)
{
    static const char own[] = "{'what':'device','is':'own'}";
    slow_and_fast();
    check(own, "NOT TESTABLE", 0, "It is a statement about another device: Paper GPU, 8 GiB.");
    made.run.device.name = "Paper GPU";
    check(own, "CONFIRMED", 0, "");
}

/* Testable ------------------------------------------------------------------------------------- */

#define SLOWER "'a':'/slow','b':'/fast','says':'slower'"

static void ratio_check(const char *wanted, unsigned marks, const char *reason)
{
    made_expect(&made, SLOWER ",'value':3", .words = wanted, .marks = marks, .reason = reason);
}

/* The profile that has what is missing is named. */
TEST(test_missing)
{
    made_slow_and_fast(&made, 3);
    made.run.case_count = 1;
    ratio_check("NOT TESTABLE", 0, "No run has a case of side b; the profile paper has one.");
    made.run.session.profile = "quick";
    ratio_check("NOT TESTABLE", CLAIMS_SMALL_PROFILE, "the profile paper has one");
    made.run.case_count = 0;
    MADE_AUTO verdict = made_by(&made, SLOWER ",'value':3");
    assert_false(verdict.entry->measured);
    assert_int_equal(verdict.claims->devices[0].measured, 0);
}

TEST(test_not_ok)
{
    made_slow_and_fast(&made, 3);
    made.cases[1].status = BENCH_UNSUPPORTED;
    made.cases[1].reason = "no such feature";
    case_drop_times(&made.cases[1]);
    ratio_check("NOT TESTABLE", CLAIMS_BAD_ROWS, "Variant fast is unsupported: no such feature.");
    made.cases[1].status = BENCH_FAILED_VERIFY;
    ratio_check("NOT TESTABLE", CLAIMS_BAD_ROWS, "Variant fast is failed_verify");
    made_slow_and_fast(&made, 3);
    made.cases[0].check = RUN_CHECK_NONE;
    ratio_check("NOT TESTABLE", CLAIMS_BAD_ROWS, "No check of slow passed.");
    /* Another of its side is left, and the mark says that one is not. */
    made_slow_and_fast(&made, 3);
    made_add(&made, "w", "fast_too", NULL, NULL, 1);
    made.cases[2].status = BENCH_ERROR;
    ratio_check("CONFIRMED", CLAIMS_BAD_ROWS, "");
}

/* Times are none on a software device, but for those of its host; the rest is judged. */
TEST(test_software)
{
    made_slow_and_fast(&made, 3);
    made.run.device.software = true;
    ratio_check("NOT TESTABLE", 0, "A software device's times say nothing about a GPU.");
    made.cases[0].kind = made.cases[1].kind = BENCH_CPU;
    made.cases[0].by_wall = made.cases[1].by_wall = true;
    made_expect(&made, "'a':'/fast','b':'/slow','says':'faster'", .words = "CONFIRMED");
    made.run.session.validate = true;
    ratio_check("NOT TESTABLE", 0, "Validation layers change times.");
    made.run.session.validate = false;
    made.cases[0].kind = BENCH_GPU;
    ratio_check("NOT TESTABLE", 0, "A software device's times say nothing about a GPU.");
    made_expect(&made,
                "'a':'/slow','b':'/fast','says':'more','measure_b':'peak_bytes',"
                "'measure':'peak_bytes','value':3",
                .words = "CONFIRMED");
}

/* Whatever else changes times, too. */
TEST(test_disturbed)
{
    static const char *const reasons[] = {
        "Validation layers change times.",
        "This build has no optimisation, or has sanitizers, which change times.",
        "The run has a planted fault.",
        "The environment added Vulkan layers, which change times.",
    };
    for (int i = 0; i < 4; i++) {
        made_slow_and_fast(&made, 3);
        made.run.session.validate = i == 0;
        made.run.tool.slow = i == 1;
        made.run.context.fault = i == 2 ? "crash@x" : "";
        made.run.context.layers = i == 3 ? "VK_LAYER_a" : "";
        ratio_check("NOT TESTABLE", 0, reasons[i]);
    }
}

#define SCENE "'a':'/slow/','b':'/fast/','says':'slower','join':['scene']"
#define STOOD_IN "Substitute scenes replace the paper's."

static void stand_in_check(const char *members, struct made_wanted wanted)
{
    made_expect_of(&made, made_claim_in(members, ",'stand_ins':{'scene':{'torus':'pot'}}"), wanted);
}

/* A substitute scene is context; where there is the real one, it is excluded. */
TEST(test_stand_in)
{
    made_init(&made);
    made_add_both(&made, "w", "scene", "torus", 3, 1);
    stand_in_check(
        SCENE ",'value':3",
        (struct made_wanted){ .words = "NOT TESTABLE", .whole_reason = STOOD_IN, .value = 3 });
    made_expect(&made, SCENE ",'value':3", .words = "CONFIRMED");
    made_add_both(&made, "v", "scene", "pot", 9, 1);
    stand_in_check(SCENE ",'value':9",
                   (struct made_wanted){ .words = "CONFIRMED", .marks = CLAIMS_NO_STAND_INS });
    made_expect(&made, SCENE ",'value':9", .words = "WEAKER or CONFIRMED");
    made.cases[3].status = BENCH_ERROR; /* b has none that is real */
    stand_in_check(SCENE ",'value':9",
                   (struct made_wanted){ .words = "NOT TESTABLE", .reason = STOOD_IN });
}

/* A time is judged on the paper's own device alone, and is context elsewhere. */
TEST(test_absolute)
{
#define TIME "'a':'/slow','unit':'us'"
    made_slow_and_fast(&made, 3);
    MADE_AUTO verdict = made_by(&made, TIME ",'says':'count','value':3.1");
    made_hold(&verdict, .words = "NOT TESTABLE", .value = 3150,
              .whole_reason = "It is a time of another device: Paper GPU, 8 GiB.");
    assert_int_equal(claims_quantity_of(verdict.entry->claim), CLAIMS_NS);
    made_expect(&made, TIME ",'says':'at_most','value':4", .words = "NOT TESTABLE");
    made.run.device.name = "Paper GPU";
    made_expect(&made, TIME ",'says':'count','value':3.1", .words = "CONFIRMED");
    made_expect(&made, TIME ",'says':'count','value':31,'denies':'less'", .words = "CONTRADICTED");
    made_expect(&made, TIME ",'says':'at_most','value':4", .words = "CONFIRMED");
    made_expect(&made, TIME ",'says':'at_most','value':3", .words = "CONTRADICTED");
}

/* Counts, bytes and facts have no noise and need no samples; one more or less is no difference. */
TEST(test_exact)
{
    struct run_fact facts[] = { { .name = "leaves", .text = "", .number = 7 } };
    struct run_workload workload = { "w", facts, 1 };
    const char *const ids[] = { "k" };
    struct run_kernel kernel = { .id = "k", .sha256 = "", .shared_bytes = 1024 };
    made_slow_and_fast(&made, 3);
    made.run.workloads = &workload;
    made.run.workload_count = 1;
    made.run.kernels = &kernel;
    made.run.kernel_count = 1;
    made.cases[0].kernels = ids;
    made.cases[0].kernel_count = 1;
    made.cases[0].sample_count = 1;
    made.cases[0].counters.dispatches = 21;
    made.cases[0].counters.copies = 1;
    made.cases[0].counters.submits = 2;
    made.of[0].metric = (struct run_metric){ .name = "turns", .unit = "turns", .value = 31 };
    made.cases[0].metric_count = 1;
    static const struct {
        const char *measure, *published, *wanted;
    } rows[] = {
        { "counter:dispatches", "'value':21", "CONFIRMED" },
        { "counter:dispatches", "'value':20", "CONFIRMED" },
        { "counter:dispatches", "'value':40", "WEAKER" },
        { "counter:dispatches", "'value':40,'denies':'less'", "CONTRADICTED" },
        { "counter:dispatches", "'value':40,'denies':'more'", "STRONGER" },
        { "counter:dispatches", "'value':40,'denies':'both'", "CONTRADICTED" },
        { "counter:dispatches", "'value':19,'denies':'more'", "CONTRADICTED" },
        { "counter:dispatches", "'value':0,'denies':'more'", "CONTRADICTED" },
        { "counter:fills", "'value':0,'denies':'more'", "CONFIRMED" },
        { "counter:copies", "'value':0,'denies':'more'", "CONFIRMED" },
        { "counter:submits", "'value':0,'denies':'more'", "CONTRADICTED" },
        { "counter:fills", "'value':1,'denies':'both'", "CONFIRMED" },
        { "counter:fills", "'value':2,'denies':'both'", "CONTRADICTED" },
        { "fact:leaves", "'value':7", "CONFIRMED" },
        { "fact:leaves", "'value':9", "WEAKER" },
        { "metric:turns", "'value':31", "CONFIRMED" },
        { "kernel:shared_bytes", "'value':1,'unit':'KiB'", "CONFIRMED" },
        { "kernel:shared_bytes", "'value':2,'unit':'KiB'", "WEAKER" },
        { "peak_bytes", "'value':300,'unit':'bytes'", "CONFIRMED" },
        { "fact:none", "'value':7", "NOT TESTABLE" },
        { "metric:none", "'value':7", "NOT TESTABLE" },
        { "counter:none", "'value':7", "NOT TESTABLE" },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        made_expect(&made,
                    unit_text("'a':'/slow','says':'count','measure':'%s',%s", rows[i].measure,
                              rows[i].published),
                    .words = rows[i].wanted);
#define TURNS "'a':'/slow','says':'at_most','measure':'metric:turns'"
    /* A metric that is a time has noise, and one value has no interval. */
    made.of[0].metric.unit = "ns";
    made_expect(&made, TURNS ",'value':32", .words = "NOT TESTABLE", .marks = CLAIMS_ONE_PROCESS,
                .reason = "1 sample gives no interval; 7 would, or 6 processes (--launches 6).");
    /* Each of seven processes has its own. */
    struct run_metric each[7];
    struct run_launch launches[7] = { { 0 } };
    for (size_t i = 0; i < 7; i++) {
        each[i] = (struct run_metric){ .name = "turns", .unit = "ns", .value = 25 + (double)i };
        launches[i] = (struct run_launch){ .metrics = &each[i], .metric_count = 1 };
    }
    made.cases[0].launches = launches;
    made.cases[0].launch_count = 7;
    made_expect(&made, TURNS ",'value':32", .words = "CONFIRMED");
    made_expect(&made, TURNS ",'value':20", .words = "CONTRADICTED");
}

TEST(test_untestable)
{
    made_slow_and_fast(&made, 3);
    made_expect(&made,
                "'a':'/slow','says':'count','measure':'none','untestable':'It is said elsewhere.'",
                .words = "NOT TESTABLE", .reason = "It is said elsewhere.");
}

/* A case of a user's kernel is no row of a claim. */
TEST(test_rows)
{
    made_slow_and_fast(&made, 3);
    made.cases[1].twin = true;
    ratio_check("NOT TESTABLE", 0, "No run has a case of side b;");
    /* Hot caches, where there are any. */
    made_slow_and_fast(&made, 3);
    made_add(&made, "w", "slow/cold", NULL, NULL, 9);
    made.cases[2].cache = RUN_CACHE_COLD;
    ratio_check("CONFIRMED", 0, "");
}
