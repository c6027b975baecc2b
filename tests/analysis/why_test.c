/* SPDX-License-Identifier: MIT */
/* why_test.c: units and sentences, a rule at a time, of made cases. */
#include "tests/analysis/why_made.h"

#include <math.h>

static void test_units(void **state)
{
    (void)state;
    struct run *run = device();
    struct why why;
    const struct run_case *c =
        of(run, WORK(",'bytes_read':6e8,'operations':3e8,'single':2e8,'loads':1000,'rounds':100,"
                     "'atomics':[{'pattern':'one_word','returned':false,'count':20000}],"
                     "'chain':10") "," COUNTERS(",'dispatches':10"));
    why_find(&why, run, c);
    static const enum why_unit units[] = { WHY_MEMORY, WHY_SINGLE,  WHY_OPERATIONS, WHY_LOADS,
                                           WHY_STEPS,  WHY_ATOMICS, WHY_ROUNDS };
    static const double percents[] = { 60, 40, 30, 9.9, 2, 2, 0.5 };
    assert_int_equal(why.use_count, 7);
    for (size_t i = 0; i < why.use_count; i++) {
        assert_close(why.uses[i].percent, percents[i]);
        if (percents[i] != 2)
            assert_int_equal(why.uses[i].unit, units[i]);
    }
    assert_close(why.uses[3].ns, 99000); /* one load of each step is in its price */
    assert_string_equal(why.text, "");   /* above half of its floor */
    for (int i = 0; i < WHY_UNIT_COUNT; i++)
        assert_non_null(why_unit_name((enum why_unit)i));
    run_destroy(&run);
}

/* A case that is not ok, has no device limits, draws or is a device limit has no explanation. */
static void test_nothing(void **state)
{
    (void)state;
    static const char *const cases[] = {
        "'status':'error','reason':'x','gpu':null,'wall':null,'samples':null", "'ceiling':'copy'",
        COUNTERS(",'draws':1"), WORK("")
    };
    struct run *run = device();
    struct why why;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        why_find(&why, run, of(run, cases[i]));
        assert_int_equal(why.use_count, 0);
        assert_string_equal(why.text, "");
    }
    run->ceilings = (struct run_ceilings){ 0 };
    why_find(&why, run, of(run, WORK(LITTLE)));
    assert_int_equal(why.use_count, 0);
    assert_string_equal(why.text, "");
    run_destroy(&run);
}

/* Ceilings of the run's own cases, where its head has none. */
static void test_ceilings_of_cases(void **state)
{
    (void)state;
    struct run *run = device();
    struct why why;
    run->ceilings = (struct run_ceilings){ 0 };
    of(run, "'ceiling':'operations'," WORK(",'operations':1e9"));
    why_find(&why, run, of(run, WORK(",'operations':1e8")));
    assert_int_equal(why.use_count, 1);
    assert_int_equal(why.uses[0].unit, WHY_OPERATIONS);
    assert_close(why.uses[0].percent, 10);
    run_destroy(&run);
}

static void test_steps(void **state)
{
    (void)state;
    /* 100 of 2 µs and 80 of 5 µs: 600 of 1000. */
    assert_why(WORK(",'chain':180") "," COUNTERS(",'dispatches':100,'indirect_dispatches':80"),
               "180 dependent steps, each at the cost of its kind, take 600 µs of 1.00 ms (60 %): "
               "fewer steps, not faster kernels, will help.");
    /* The dearest are left out of a shorter chain: 100 of 2 µs. */
    assert_why(WORK(",'chain':100") "," COUNTERS(",'dispatches':100,'indirect_dispatches':80"),
               "100 dependent steps, at the lowest cost of a step, take 200 µs of 1.00 ms (20 %): "
               "fewer steps will help; the file has no further evidence.");
    /* At 5 µs each they would take longer than the whole: then they cost less. */
    assert_why(
        WORK(",'chain':210") "," COUNTERS(",'indirect_dispatches':210"),
        "210 dependent steps, at the lowest cost of a step, take 420 µs of 1.00 ms (42 %): fewer "
        "steps will help; beyond its cost each of the 210 steps takes 2.76 µs on average, as long "
        "as 28 loads from memory, each of which waits for the one before it.");
    /* Fills 1 µs, copies and read-backs 3 µs. */
    assert_why(
        WORK(",'chain':200") "," COUNTERS(",'fills':100,'copies':100,'read_backs':50"),
        "200 dependent steps, each at the cost of its kind, take 400 µs of 1.00 ms (40 %): fewer "
        "steps will help; beyond its cost each of the 200 steps takes 3.00 µs on average, as long "
        "as 30 loads from memory, each of which waits for the one before it.");
    assert_why(
        "'gpu':{'count':1,'median_ns':5000}," WORK(",'chain':1") "," COUNTERS(",'dispatches':1"),
        "Its one step, at the lowest cost of a step, takes 2.00 µs of 5.00 µs (40 %); beyond its "
        "one step there are 3.00 µs, as long as 30 loads from memory, each of which waits for the "
        "one before it.");
    assert_why(
        "'gpu':{'count':1,'median_ns':10000}," WORK(",'chain':1") "," COUNTERS(",'dispatches':1"),
        "Its one step, at the lowest cost of a step, takes 2.00 µs of 10.0 µs (20 %); the file has "
        "no further evidence.");
}

/* The time for its bytes is a share where it is half of the time. */
static void test_probe(void **state)
{
    (void)state;
#define PROBE(ns) ",'probe':{'gpu':{'count':3,'median_ns':" #ns "}}"
    assert_why(
        WORK(LITTLE) PROBE(250000),
        "It takes 4 times the 250 µs that reading and writing its bytes takes; what is declared, "
        "operations 3 %, memory under 1 %, does not bind; the file has no further evidence.");
    assert_why(WORK(",'operations':3e8") PROBE(600000),
               "Reading and writing its bytes, and nothing else, takes 600 µs of 1.00 ms (60 %); "
               "its operations take at least 300 µs of 1.00 ms (30 %).");
    /* One that is slower than its case is no share. */
    assert_why(WORK(LITTLE) PROBE(1250000),
               "It takes 0.8 times the 1.25 ms that reading and writing its bytes takes; what is "
               "declared, operations 3 %, memory under 1 %, does not bind; the file has no further "
               "evidence.");
    assert_why(WORK(",'bytes_read':6e8") PROBE(700000), ""); /* above half of its floor */
}

static void test_waits(void **state)
{
    (void)state;
    assert_why(WORK(",'loads':3000"),
               "3000 loads, each from the address that the one before it gave, take 300 µs of 1.00 "
               "ms (30 %); the file has no further evidence.");
    assert_why(WORK(",'rounds':8000"), "8000 rounds between which a group waits take 400 µs of "
                                       "1.00 ms (40 %); the file has no further evidence.");
}

static void test_unit(void **state)
{
    (void)state;
    assert_why(WORK(",'bytes_read':1e8,'operations':3e8"),
               "Its operations take at least 300 µs of 1.00 ms (30 %); what else is declared, "
               "memory 10 %, does not bind; the file has no further evidence.");
    assert_why(
        WORK(",'operations':2e8,'single':2e8"),
        "Its operations, which must not be fused, take at least 400 µs of 1.00 ms (40 %); what "
        "else is declared, operations 20 %, does not bind; the file has no further evidence.");
    assert_why(
        WORK(",'atomics':[{'pattern':'one_word','returned':true,'count':3e5}]"),
        "Its atomics take at least 300 µs of 1.00 ms (30 %); the file has no further evidence.");
}

/* Neither is half of the time, and both are. */
static void test_together(void **state)
{
    (void)state;
    assert_why(WORK(",'chain':150,'bytes_read':4e8") "," COUNTERS(",'dispatches':150"),
               "The bytes that it must move take at least 400 µs of 1.00 ms (40 %); 150 dependent "
               "steps, at the lowest cost of a step, take 300 µs of 1.00 ms (30 %); together 70 % "
               "if they do not overlap.");
}

static void test_stamps(void **state)
{
    (void)state;
    static const char empty[] = "'timer':{'tick_ns':32,'empty_ns':200000}," WORK(LITTLE);
    char text[512];
    static const char alone[] =
        "An empty pair of stamps takes 200 µs of 1.00 ms (20 %); what is declared, operations 3 %, "
        "memory under 1 %, does not bind; the file has no further evidence.";
    assert_why(empty, alone);
    /* The least of the run, where the case's own is longer. */
    assert_why("'timer':{'tick_ns':32,'empty_ns':400000}," WORK(LITTLE), alone);
    /* Spread over the repetitions, unless each has its own or the caches are cold. */
    snprintf(text, sizeof(text), "'inner_repetitions':2,%s", empty);
    assert_why(text, "What is declared, operations 3 %, memory under 1 %, does not bind; the file "
                     "has no further evidence.");
    snprintf(text, sizeof(text), "'inner_repetitions':2,'stamps_each':true,%s", empty);
    assert_why(text, alone);
    snprintf(text, sizeof(text), "'inner_repetitions':2,'cache':'cold',%s", empty);
    assert_why(text, alone);
}

static void test_host(void **state)
{
    (void)state;
    assert_why("'kind':'host_driven','time':'wall','timer':{'tick_ns':1,'empty_ns':50000},"
               "'wall':{'count':1,'median_ns':4e6}," WORK(LITTLE) "," COUNTERS(
                   ",'submits':4,'host_returns':3"),
               "3.00 ms of 4.00 ms of wall time (75 %) lie outside of the device's time, in 3 "
               "returns to the host, which take 3.00 ms at the cost of a round trip each: fewer of "
               "them will help; 4 pairs of stamps, 50.0 µs each when empty, take 200 µs of 1.00 ms "
               "(20 %); what is declared, operations 3 %, memory under 1 %, does not bind.");
    assert_why(
        "'kind':'host_driven','time':'wall','timer':{'tick_ns':1,'empty_ns':50000},"
        "'wall':{'count':1,'median_ns':6e6}," WORK(LITTLE) "," COUNTERS(
            ",'submits':6,'host_returns':5"),
        "5.00 ms of 6.00 ms of wall time (83 %) lie outside of the device's time, in 5 returns to "
        "the host, which take 5.00 ms at the cost of a round trip each: fewer of them, not faster "
        "kernels, will help; 6 pairs of stamps, 50.0 µs each when empty, take 300 µs of 1.00 ms "
        "(30 %); what is declared, operations 3 %, memory under 1 %, does not bind.");
    assert_why(
        "'kind':'host_driven','time':'wall','wall':{'count':1,'median_ns':4e6}," WORK(
            LITTLE) "," COUNTERS(",'submits':1,'host_returns':1"),
        "3.00 ms of 4.00 ms of wall time (75 %) lie outside of the device's time, in 1 return to "
        "the host, which takes 1.00 ms at the cost of a round trip each: most of it is work of the "
        "host; what is declared, operations 3 %, memory under 1 %, does not bind.");
    /* Less than half of the wall time, and of kind GPU, is not told. */
    static const char little[] = "What is declared, operations 3 %, memory under 1 %, does not "
                                 "bind; the file has no further evidence.";
    assert_why(
        "'kind':'host_driven','time':'wall','wall':{'count':1,'median_ns':1.9e6}," WORK(LITTLE),
        little);
    assert_why("'wall':{'count':1,'median_ns':4e6}," WORK(LITTLE), little);
}

/* Cases of the CPU are bounded by the limits of as many threads of the host, and by wall time. */
static void test_cpu(void **state)
{
    (void)state;
    struct run *run = device();
    const struct run_ceilings_curve curve = { .count = 1, .points = { { 1e6, 1e10 } } };
    struct why why;
    run->ceilings.threads_count = 1;
    run->ceilings.threads[0] =
        (struct run_ceilings_threads){ .count = 1, .copy = curve, .read = curve, .write = curve };
    const struct run_case *c =
        of(run, "'kind':'cpu','time':'wall','gpu':null,'wall':{'count':1,'median_ns':1e6},"
                "'threads':{'count':1,'held':1}," WORK(",'bytes_read':1e6"));
    why_find(&why, run, c);
    assert_string_equal(
        why.text,
        "What is declared, memory 10 %, does not bind; the file has no further evidence.");
    run_destroy(&run);
}

/* The largest of three times or more that are no more than a part. */
static void test_metric(void **state)
{
    (void)state;
    assert_why("'metrics':{'a':{'value':2e5,'unit':'ns'},'b':{'value':7e5,'unit':'ns'},"
               "'c':{'value':2e6,'unit':'ns'},'d':{'value':9e5,'unit':'B'}}," WORK(LITTLE),
               "Its metric b is 700 µs of 1.00 ms (70 %).");
    assert_why(
        "'metrics':{'a':{'value':2e5,'unit':'ns'},'b':{'value':7e5,'unit':'ns'}}," WORK(LITTLE),
        "What is declared, operations 3 %, memory under 1 %, does not bind; the file has no "
        "further evidence.");
}

/* Traffic of images, for which there is no lower bound; it is no part of the shares' sum. */
static void test_traffic(void **state)
{
    (void)state;
    assert_why("'metrics':{'compulsory_bytes_per_second':{'value':6e11,'unit':'B/s'}}," WORK(
                   ",'operations':3e8"),
               "Bytes that must move, images included, move at 600 GB/s, 60 % of the measured "
               "memory bandwidth; its operations take at least 300 µs of 1.00 ms (30 %).");
    assert_why(
        "'metrics':{'compulsory_bytes_per_second':{'value':4e11,'unit':'B/s'}}," WORK(
            ",'operations':3e8"),
        "Its operations take at least 300 µs of 1.00 ms (30 %); the file has no further evidence.");
}

/* A bound of an earlier version; builds and traces of rays appear beside other steps. */
static void test_unmeasured(void **state)
{
    (void)state;
    assert_why(
        "'floor_percent':0.1,'floor':{'ns':1000,'bound':'chain'}," WORK(LITTLE) "," COUNTERS(
            ",'draws':1"),
        "1 draw, which no device limit covers, is part of it; what is declared, memory under 1 "
        "%, does not bind.");
    assert_why(WORK(LITTLE) "," COUNTERS(",'builds':1,'traces':2"),
               "1 build and 2 traces, which no device limit covers, are part of it; " DECLARED);
}

static void test_other_operations(void **state)
{
    (void)state;
    assert_why("'metrics':{'operations_per_second':{'value':1.5e14,'unit':'1/s'}}," WORK(
                   ",'bytes_read':5e7"),
               "It does 150 T operations a second, of a kind that no device limit covers; what is "
               "declared, memory 5 %, does not bind.");
    assert_why("'metrics':{'operations_per_second':{'value':3e10,'unit':'1/s'}}," WORK(LITTLE),
               "What is declared, operations 3 %, memory under 1 %, does not bind; the file has no "
               "further evidence.");
}

/* The file's own floor is below half, today's above: there is a sentence all the same. */
static void test_older_floor(void **state)
{
    (void)state;
    assert_why(
        "'floor_percent':40,'floor':{'ns':400000,'bound':'bytes'}," WORK(",'operations':7e8"),
        "Its operations take at least 700 µs of 1.00 ms (70 %).");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_units),
        cmocka_unit_test(test_nothing),
        cmocka_unit_test(test_ceilings_of_cases),
        cmocka_unit_test(test_steps),
        cmocka_unit_test(test_waits),
        cmocka_unit_test(test_probe),
        cmocka_unit_test(test_unit),
        cmocka_unit_test(test_together),
        cmocka_unit_test(test_stamps),
        cmocka_unit_test(test_host),
        cmocka_unit_test(test_cpu),
        cmocka_unit_test(test_metric),
        cmocka_unit_test(test_traffic),
        cmocka_unit_test(test_unmeasured),
        cmocka_unit_test(test_other_operations),
        cmocka_unit_test(test_older_floor),
    };
    return cmocka_run_group_tests_name("why", tests, NULL, NULL);
}
