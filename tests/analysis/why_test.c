/* SPDX-License-Identifier: MIT */
/* why_test.c: units and sentences, a rule at a time, of made cases. */
#include "tests/analysis/why_made.h"

TEST(test_units)
{
    RUN_AUTO *run = device();
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
}

/* A case that is not ok, has no device limits, draws or is a device limit has no explanation. */
TEST(test_nothing)
{
    static const char *const cases[] = {
        "'status':'error','reason':'x','gpu':null,'wall':null,'samples':null", "'ceiling':'copy'",
        COUNTERS(",'draws':1"), WORK("")
    };
    RUN_AUTO *run = device();
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
}

/* Ceilings of the run's own cases, where its head has none. */
TEST(test_ceilings_of_cases)
{
    RUN_AUTO *run = device();
    struct why why;
    run->ceilings = (struct run_ceilings){ 0 };
    of(run, "'ceiling':'operations'," WORK(",'operations':1e9"));
    why_find(&why, run, of(run, WORK(",'operations':1e8")));
    assert_int_equal(why.use_count, 1);
    assert_int_equal(why.uses[0].unit, WHY_OPERATIONS);
    assert_close(why.uses[0].percent, 10);
}

TEST(test_steps)
{
    /* 100 of 2 µs and 80 of 5 µs: 600 of 1000. */
    assert_why(WORK(",'chain':180") "," COUNTERS(",'dispatches':100,'indirect_dispatches':80"),
               "180 dependent steps, each at the cost of its kind, take 600 µs of 1.00 ms (60 %): "
               "fewer steps, not faster kernels, will help.");
    /* The dearest are left out of a shorter chain: 100 of 2 µs. */
    assert_why(WORK(",'chain':100") "," COUNTERS(",'dispatches':100,'indirect_dispatches':80"),
               "100 dependent steps, at the lowest cost of a step, take 200 µs of 1.00 ms (20 %): "
               "fewer steps will help" FURTHER);
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
        "Its one step, at the lowest cost of a step, takes 2.00 µs of 10.0 µs (20 %)" FURTHER);
}

/* The time for its bytes is a share where it is half of the time. */
TEST(test_probe)
{
#define PROBE(ns) ",'probe':{'gpu':{'count':3,'median_ns':" #ns "}}"
    assert_why(
        WORK(LITTLE) PROBE(250000),
        "It takes 4 times the 250 µs that reading and writing its bytes takes; " UNLIMITED FURTHER);
    assert_why(WORK(",'operations':3e8") PROBE(600000),
               "Reading and writing its bytes, and nothing else, takes 600 µs of 1.00 ms (60 %); "
               "its operations take at least 300 µs of 1.00 ms (30 %).");
    /* One that is slower than its case is no share. */
    assert_why(WORK(LITTLE) PROBE(1250000),
               "It takes 0.8 times the 1.25 ms that reading and writing its bytes takes; " UNLIMITED
                   FURTHER);
    assert_why(WORK(",'bytes_read':6e8") PROBE(700000), ""); /* above half of its floor */
}

TEST(test_bounds)
{
    assert_why(WORK(",'loads':3000"), "3000 loads, each from the address that the one before it "
                                      "gave, take 300 µs of 1.00 ms (30 %)" FURTHER);
    assert_why(WORK(",'rounds':8000"),
               "8000 rounds between which a group waits take 400 µs of 1.00 ms (40 %)" FURTHER);
    assert_why(WORK(",'bytes_read':1e8,'operations':3e8"),
               "Its operations take at least 300 µs of 1.00 ms (30 %); the other declared work "
               "(memory 10 %) does not limit it" FURTHER);
    assert_why(WORK(",'operations':2e8,'single':2e8"),
               "Its operations, which must not be fused, take at least 400 µs of 1.00 ms (40 %); "
               "the other declared work (operations 20 %) does not limit it" FURTHER);
    assert_why(WORK(",'atomics':[{'pattern':'one_word','returned':true,'count':3e5}]"),
               "Its atomics take at least 300 µs of 1.00 ms (30 %)" FURTHER);
    /* Neither is half of the time, and both are. */
    assert_why(WORK(",'chain':150,'bytes_read':4e8") "," COUNTERS(",'dispatches':150"),
               "The bytes that it must move take at least 400 µs of 1.00 ms (40 %); 150 dependent "
               "steps, at the lowest cost of a step, take 300 µs of 1.00 ms (30 %); together 70 % "
               "if they do not overlap.");
    /* All that is declared is half of the time, where no two of it overlap; a kind is not added to
     * all operations. */
    assert_why(WORK(",'bytes_read':4.3e8,'operations':1.3e8,'single':6e7"),
               "The bytes that it must move take at least 430 µs of 1.00 ms (43 %); the other "
               "declared work (operations 13 %, single 12 %): all declared parts add up to 56 % if "
               "they do not overlap.");
    assert_why(WORK(",'bytes_read':3.6e8,'operations':1.3e8,'single':6e7"),
               "The bytes that it must move take at least 360 µs of 1.00 ms (36 %); the other "
               "declared work (operations 13 %, single 12 %) does not limit it" FURTHER);
}

TEST(test_stamps)
{
    static const char empty[] = "'timer':{'tick_ns':32,'empty_ns':200000}," WORK(LITTLE);
    static const char alone[] =
        "An empty pair of stamps takes 200 µs of 1.00 ms (20 %); " UNLIMITED FURTHER;
    assert_why(empty, alone);
    /* The least of the run, where the case's own is longer. */
    assert_why("'timer':{'tick_ns':32,'empty_ns':400000}," WORK(LITTLE), alone);
    /* Spread over the repetitions, unless each has its own or the caches are cold. */
    assert_why(unit_text("'inner_repetitions':2,%s", empty), NOTHING);
    assert_why(unit_text("'inner_repetitions':2,'stamps_each':true,%s", empty), alone);
    assert_why(unit_text("'inner_repetitions':2,'cache':'cold',%s", empty), alone);
}

TEST(test_host)
{
    assert_why(
        "'kind':'host_driven','time':'wall','timer':{'tick_ns':1,'empty_ns':50000},"
        "'wall':{'count':1,'median_ns':4e6}," WORK(LITTLE) "," COUNTERS(
            ",'submits':4,'host_returns':3"),
        "3.00 ms of 4.00 ms of wall time (75 %) lie outside of the device's time, in 3 returns to "
        "the host, which take 3.00 ms at the cost of a round trip each: fewer of them will help; 4 "
        "pairs of stamps, 50.0 µs each when empty, take 200 µs of 1.00 ms (20 %); " DECLARED);
    assert_why("'kind':'host_driven','time':'wall','timer':{'tick_ns':1,'empty_ns':50000},"
               "'wall':{'count':1,'median_ns':6e6}," WORK(LITTLE) "," COUNTERS(
                   ",'submits':6,'host_returns':5"),
               "5.00 ms of 6.00 ms of wall time (83 %) lie outside of the device's time, in 5 "
               "returns to the host, which take 5.00 ms at the cost of a round trip each: fewer of "
               "them, not faster kernels, will help; 6 pairs of stamps, 50.0 µs each when empty, "
               "take 300 µs of 1.00 ms (30 %); " DECLARED);
    assert_why("'kind':'host_driven','time':'wall','wall':{'count':1,'median_ns':4e6}," WORK(
                   LITTLE) "," COUNTERS(",'submits':1,'host_returns':1"),
               "3.00 ms of 4.00 ms of wall time (75 %) lie outside of the device's time, in 1 "
               "return to the host, which takes 1.00 ms at the cost of a round trip each: most of "
               "it is work of the host; " DECLARED);
    /* Less than half of the wall time, and of kind GPU, is not told. */
    assert_why(
        "'kind':'host_driven','time':'wall','wall':{'count':1,'median_ns':1.9e6}," WORK(LITTLE),
        NOTHING);
    assert_why("'wall':{'count':1,'median_ns':4e6}," WORK(LITTLE), NOTHING);
}

/* The device, and limits of so many threads of its host. */
static struct run *device_of_threads(unsigned count)
{
    struct run *run = device();
    const struct run_ceilings_curve curve = { .count = 1, .points = { { 1e6, 1e10 } } };
    run->ceilings.threads_count = 1;
    run->ceilings.threads[0] = (struct run_ceilings_threads){
        .count = count, .copy = curve, .read = curve, .write = curve
    };
    return run;
}

/* Cases of the CPU are bounded by the limits of as many threads of the host, and by wall time. */
TEST(test_cpu)
{
    RUN_AUTO *run = device_of_threads(1);
    const struct run_case *c =
        of(run, "'kind':'cpu','time':'wall','gpu':null,'wall':{'count':1,'median_ns':1e6},"
                "'threads':{'count':1,'held':1}," WORK(",'bytes_read':1e6"));
    assert_string_equal(why_of(run, c),
                        "The declared work (memory 10 %) does not limit it" FURTHER);
}

/* The largest of three times or more that are no more than a part. */
TEST(test_other_evidence)
{
    assert_why("'metrics':{'a':{'value':2e5,'unit':'ns'},'b':{'value':7e5,'unit':'ns'},"
               "'c':{'value':2e6,'unit':'ns'},'d':{'value':9e5,'unit':'B'}}," WORK(LITTLE),
               "Its metric b is 700 µs of 1.00 ms (70 %).");
    assert_why(
        "'metrics':{'a':{'value':2e5,'unit':'ns'},'b':{'value':7e5,'unit':'ns'}}," WORK(LITTLE),
        NOTHING);
    /* Traffic of images, for which there is no lower bound; it is no part of the shares' sum. */
    assert_why("'metrics':{'compulsory_bytes_per_second':{'value':6e11,'unit':'B/s'}}," WORK(
                   ",'operations':3e8"),
               "Bytes that must move, images included, move at 600 GB/s, 60 % of the measured "
               "memory bandwidth; its operations take at least 300 µs of 1.00 ms (30 %).");
    assert_why("'metrics':{'compulsory_bytes_per_second':{'value':4e11,'unit':'B/s'}}," WORK(
                   ",'operations':3e8"),
               "Its operations take at least 300 µs of 1.00 ms (30 %)" FURTHER);
    /* A bound of an earlier version; builds and traces of rays appear beside other steps. */
    assert_why("'floor_percent':0.1,'floor':{'ns':1000,'bound':'chain'}," WORK(LITTLE) "," COUNTERS(
                   ",'draws':1"),
               "1 draw, which no device limit covers, is part of it; the declared work (memory "
               "under 1 %) does not limit it.");
    assert_why(WORK(LITTLE) "," COUNTERS(",'builds':1,'traces':2"),
               "1 build and 2 traces, which no device limit covers, are part of it; " DECLARED);
    assert_why("'metrics':{'operations_per_second':{'value':1.5e14,'unit':'1/s'}}," WORK(
                   ",'bytes_read':5e7"),
               "It does 150 T operations a second, of a kind that no device limit covers; the "
               "declared work (memory 5 %) does not limit it.");
    assert_why("'metrics':{'operations_per_second':{'value':3e10,'unit':'1/s'}}," WORK(LITTLE),
               NOTHING);
    /* The file's own floor is below half, today's above: there is a sentence all the same. */
    assert_why(
        "'floor_percent':40,'floor':{'ns':400000,'bound':'bytes'}," WORK(",'operations':7e8"),
        "Its operations take at least 700 µs of 1.00 ms (70 %).");
}

/* Conditions ----------------------------------------------------------------------------------- */

#define GROUPS(groups, balance)                                                                    \
    "'metrics':{'groups':{'value':" groups ",'unit':'groups'},"                                    \
    "'balance':{'value':" balance ",'unit':'ratio'}},"

TEST(test_conditions)
{
    assert_why(GROUPS("30", "1.2") WORK(LITTLE),
               "A dispatch of 30 groups leaves 70 of 100 multiprocessors without work; " DECLARED);
    assert_why(GROUPS("100", "4.5") WORK(LITTLE),
               "The busiest group has 4.5 times the mean; " DECLARED);
    assert_why(GROUPS("100", "12.34") WORK(LITTLE),
               "The busiest group has 12.3 times the mean; " DECLARED);
    assert_why(GROUPS("100", "999.6") WORK(LITTLE),
               "The busiest group has 1000 times the mean; " DECLARED);
    assert_why(GROUPS("100", "1234567") WORK(LITTLE),
               "The busiest group has 1230000 times the mean; " DECLARED);
    /* A time that is explained needs no conditions. */
    assert_why(GROUPS("30", "4.5")
                   WORK(",'chain':180") "," COUNTERS(",'dispatches':80,'indirect_dispatches':100"),
               "180 dependent steps, each at the cost of its kind, take 660 µs of 1.00 ms (66 %): "
               "fewer steps, not faster kernels, will help.");
    assert_why(KERNEL("{'name':'Register Count','value':254}") WORK(LITTLE),
               "Its kernel t/k takes 254 registers a thread, which leaves room for at most 256 "
               "threads on a multiprocessor; " DECLARED);
    assert_why(KERNEL("{'name':'Register Count','value':65}") WORK(LITTLE),
               "Its kernel t/k takes 65 registers a thread, which leaves room for at most 896 "
               "threads on a multiprocessor; " DECLARED);
    assert_why(KERNEL("{'name':'Register Count','value':64}") WORK(LITTLE), NOTHING);
    /* How many another vendor's has is not known. */
    assert_why(KERNEL("{'name':'VGPRs','value':128}") WORK(LITTLE),
               "Its kernel t/k takes 128 registers a thread, which leaves room for few "
               "threads; " DECLARED);
    assert_why(KERNEL("{'name':'Register Count','value':64},{'name':'Stack Size','value':96}")
                   WORK(LITTLE),
               "Its kernel t/k keeps 96 B per thread in private memory, as spills do; " DECLARED);
    assert_why(KERNEL("") GROUPS("200", "1") WORK(LITTLE),
               "A dispatch of 200 groups of at most 64 threads has 128 threads for each "
               "multiprocessor, few to hide latency; " DECLARED);
    /* Few threads need no room: 254 registers are not why. */
    assert_why(KERNEL("{'name':'Register Count','value':254}") GROUPS("90", "1") WORK(LITTLE),
               "A dispatch of 90 groups leaves 10 of 100 multiprocessors without work; " DECLARED);
    assert_why(KERNEL("") GROUPS("800", "1") WORK(LITTLE), NOTHING);
}

/* Lanes of a subgroup without work, by the largest of the case's kernels. */
TEST(test_narrow)
{
    RUN_AUTO *run = device();
    run->device.subgroup_size = 128;
    assert_string_equal(why_of(run, of(run, KERNEL("") WORK(LITTLE))),
                        "Groups of at most 64 threads leave 64 of 128 lanes of a "
                        "subgroup without work; " DECLARED);
    run->device.subgroup_size = 64;
    assert_null(strstr(why_of(run, of(run, KERNEL("") WORK(LITTLE))), "lanes"));
}

#define OTHER(variant, axes, members)                                                              \
    "'variant':'" variant "','axes':{" axes "},'check':{'before':true,'after':true}" members
#define MINE OTHER("mine", "'n':1", ",") WORK(LITTLE)

/* Checks the conditions of `mine` with n = 1, beside another case of 1 ms that has these
 * members. */
static void assert_beside(const char *mine, const char *other, const char *text)
{
    RUN_AUTO *run = device();
    of(run, mine);
    of(run, other);
    assert_string_equal(why_of(run, &run->cases[0]), text);
}

TEST(test_others)
{
    static const char twice[] =
        "The variant it answers the same question in 500 µs of 1.00 ms (50 %); " DECLARED;
#define HALF ",'gpu':{'count':1,'median_ns':5e5}"
    assert_beside(MINE, OTHER("it", "'n':1", HALF), twice);
    assert_beside(MINE, OTHER("it", "'n':1", ",'gpu':{'count':1,'median_ns':1.2e6}"),
                  "No other variant of its kind is faster: the next is it with 1.20 ms; " DECLARED);
    assert_beside(
        MINE, OTHER("it", "'n':1", ",'gpu':{'count':1,'median_ns':9e5}"),
        "The variant it answers the same question in 900 µs of 1.00 ms (90 %); " DECLARED);
    assert_beside(MINE, OTHER("mine", "'n':2", HALF),
                  "With n 2 it takes 500 µs of 1.00 ms (50 %); " DECLARED);
    /* The condition holds but explains only a tenth: it is not the reason. */
    assert_beside(KERNEL("{'name':'VGPRs','value':128}") MINE,
                  OTHER("it", "'n':1", ",'gpu':{'count':1,'median_ns':9e5}"),
                  "Its kernel t/k takes 128 registers a thread, which leaves room for few "
                  "threads; " DECLARED);
    /* Not another point of its own, nor what may do a part, nor with other caches, of another
     * workload or kind, nor what went wrong. */
    assert_beside(MINE, OTHER("mine", "'n':2", ",'gpu':{'count':1,'median_ns':9e5}"), NOTHING);
    assert_beside(MINE, OTHER("mine", "'m':1", HALF), NOTHING);
    assert_beside(MINE, OTHER("mine", "'n':2,'m':1", HALF), NOTHING);
    assert_beside(MINE, OTHER("it", "'n':2", HALF), NOTHING);
    assert_beside(MINE, OTHER("it", "'n':1,'part':'all'", HALF), NOTHING);
    assert_beside(MINE, OTHER("it", "", HALF), NOTHING);
    assert_beside(MINE, OTHER("it", "'n':1", ",'cache':'cold'" HALF), NOTHING);
    assert_beside(MINE, OTHER("it", "'n':1", ",'workload':'v'" HALF), NOTHING);
    assert_beside(MINE, OTHER("it", "'n':1", ",'kind':'cpu','time':'wall'" HALF), NOTHING);
    assert_beside(MINE,
                  "'variant':'it','axes':{'n':1},'status':'failed_verify','reason':'x',"
                  "'gpu':null,'wall':null,'samples':null",
                  NOTHING);
}

/* Loads are told as a whole number. */
TEST(test_load)
{
    RUN_AUTO *run = device();
    run->ceilings.latencies[0].ns = 2200;
    const struct run_case *c = of(run, "'gpu':{'count':1,'median_ns':5000}," WORK(
                                           ",'chain':1") "," COUNTERS(",'dispatches':1"));
    assert_holds(why_of(run, c), "3.00 µs, as long as 1 load from memory.");
}

/* A case that may do a part is no answer. If it is faster, no case is called the fastest. */
TEST(test_fastest)
{
    RUN_AUTO *run = device();
    of(run, MINE);
    of(run, OTHER("it", "'n':1", ",'gpu':{'count':1,'median_ns':2e6}"));
    of(run, OTHER("part", "'n':1,'part':'one'", HALF));
    assert_holds(why_of(run, &run->cases[0]), "no further evidence");
}

TEST(test_cold)
{
    assert_beside("'cache':'cold'," MINE, OTHER("mine", "'n':1", ",'cache':'hot'" HALF),
                  "With caches that hold its data it takes 500 µs of 1.00 ms (50 %); " DECLARED);
    assert_beside("'cache':'cold'," MINE,
                  OTHER("mine", "'n':1", ",'cache':'hot','gpu':{'count':1,'median_ns':9e5}"),
                  NOTHING);
}

#define THREADS(count, ns, axes)                                                                   \
    OTHER("mine", axes,                                                                            \
          ",'kind':'cpu','time':'wall','gpu':null,'cache':null,'threads':{'count':" count          \
          ",'held':1},'wall':{'count':1,'median_ns':" ns "},")                                     \
    WORK(",'bytes_read':1e6")

static void assert_threads(const char *one, const char *text)
{
    RUN_AUTO *run = device_of_threads(8);
    of(run, THREADS("8", "1e6", "'n':1,'threads':0"));
    of(run, one);
    assert_string_equal(why_of(run, &run->cases[0]), text);
}

TEST(test_threads)
{
    static const char nothing[] = "The declared work (memory 10 %) does not limit it" FURTHER;
    assert_threads(
        THREADS("1", "3e6", "'n':1,'threads':1"),
        "8 threads are 3 times as fast as one; the declared work (memory 10 %) does not limit it.");
    assert_threads(THREADS("1", "6.1e6", "'n':1,'threads':1"), nothing);
    assert_threads(THREADS("2", "3e6", "'n':1,'threads':2"), nothing);
    assert_threads(THREADS("1", "3e6", "'n':2,'threads':1"), nothing);
}
