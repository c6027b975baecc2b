/* SPDX-License-Identifier: MIT */
/* why_conditions_test.c: what a sentence adds where no share is half of the time, of made cases. */
#include "tests/analysis/why_made.h"

#include <string.h>

#define GROUPS(groups, balance)                                                                    \
    "'metrics':{'groups':{'value':" groups ",'unit':'groups'},"                                    \
    "'balance':{'value':" balance ",'unit':'ratio'}},"

static void test_groups(void **state)
{
    (void)state;
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
}

static void test_kernels(void **state)
{
    (void)state;
    assert_why(KERNEL("{'name':'Register Count','value':254}") WORK(LITTLE),
               "Its kernel t/k takes 254 registers a thread, which leaves room for at most 256 "
               "threads on a multiprocessor; " DECLARED);
    assert_why(KERNEL("{'name':'Register Count','value':65}") WORK(LITTLE),
               "Its kernel t/k takes 65 registers a thread, which leaves room for at most 896 "
               "threads on a multiprocessor; " DECLARED);
    assert_why(KERNEL("{'name':'Register Count','value':64}") WORK(LITTLE),
               "What is declared, operations 3 %, memory under 1 %, does not bind; the file has no "
               "further evidence.");
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
    assert_why(KERNEL("") GROUPS("800", "1") WORK(LITTLE),
               "What is declared, operations 3 %, memory under 1 %, does not bind; the file has no "
               "further evidence.");
}

/* Lanes of a subgroup without work, by the largest of the case's kernels. */
static void test_narrow(void **state)
{
    (void)state;
    struct run *run = device();
    struct why why;
    run->device.subgroup_size = 128;
    why_find(&why, run, of(run, KERNEL("") WORK(LITTLE)));
    assert_string_equal(why.text, "Groups of at most 64 threads leave 64 of 128 lanes of a "
                                  "subgroup without work; " DECLARED);
    run->device.subgroup_size = 64;
    why_find(&why, run, of(run, KERNEL("") WORK(LITTLE)));
    assert_null(strstr(why.text, "lanes"));
    run_destroy(&run);
}

/* All that is declared is half of the time, where no two of it overlap; a kind is not added to all
 * operations. */
static void test_declared(void **state)
{
    (void)state;
    assert_why(WORK(",'bytes_read':4.3e8,'operations':1.3e8,'single':6e7"),
               "The bytes that it must move take at least 430 µs of 1.00 ms (43 %); what else is "
               "declared, operations 13 %, single 12 %, all declared parts add up to 56 % if they "
               "do not overlap.");
    assert_why(
        WORK(",'bytes_read':3.6e8,'operations':1.3e8,'single':6e7"),
        "The bytes that it must move take at least 360 µs of 1.00 ms (36 %); what else is "
        "declared, operations 13 %, single 12 %, does not bind; the file has no further evidence.");
}

#define OTHER(variant, axes, members)                                                              \
    "'variant':'" variant "','axes':{" axes "},'check':{'before':true,'after':true}" members
#define MINE OTHER("mine", "'n':1", ",") WORK(LITTLE)

/* Checks the conditions of `mine` with n = 1, beside another case of 1 ms that has these
 * members. */
static void assert_beside(const char *mine, const char *other, const char *text)
{
    struct run *run = device();
    struct why why;
    of(run, mine);
    of(run, other);
    why_find(&why, run, &run->cases[0]);
    assert_string_equal(why.text, text);
    run_destroy(&run);
}

static void test_others(void **state)
{
    (void)state;
    static const char nothing[] = "What is declared, operations 3 %, memory under 1 %, does not "
                                  "bind; the file has no further evidence.";
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
    assert_beside(MINE, OTHER("mine", "'n':2", ",'gpu':{'count':1,'median_ns':9e5}"), nothing);
    assert_beside(MINE, OTHER("mine", "'m':1", HALF), nothing);
    assert_beside(MINE, OTHER("mine", "'n':2,'m':1", HALF), nothing);
    assert_beside(MINE, OTHER("it", "'n':2", HALF), nothing);
    assert_beside(MINE, OTHER("it", "'n':1,'part':'all'", HALF), nothing);
    assert_beside(MINE, OTHER("it", "", HALF), nothing);
    assert_beside(MINE, OTHER("it", "'n':1", ",'cache':'cold'" HALF), nothing);
    assert_beside(MINE, OTHER("it", "'n':1", ",'workload':'v'" HALF), nothing);
    assert_beside(MINE, OTHER("it", "'n':1", ",'kind':'cpu','time':'wall'" HALF), nothing);
    assert_beside(MINE,
                  "'variant':'it','axes':{'n':1},'status':'failed_verify','reason':'x',"
                  "'gpu':null,'wall':null,'samples':null",
                  nothing);
}

/* Loads are told as a whole number. */
static void test_load(void **state)
{
    (void)state;
    struct run *run = device();
    struct why why;
    run->ceilings.latencies[0].ns = 2200;
    why_find(&why, run,
             of(run, "'gpu':{'count':1,'median_ns':5000}," WORK(",'chain':1") "," COUNTERS(
                         ",'dispatches':1")));
    assert_non_null(strstr(why.text, "3.00 µs, as long as 1 load from memory."));
    run_destroy(&run);
}

/* A case that may do a part is no answer. If it is faster, no case is called the fastest. */
static void test_fastest(void **state)
{
    (void)state;
    struct run *run = device();
    struct why why;
    of(run, MINE);
    of(run, OTHER("it", "'n':1", ",'gpu':{'count':1,'median_ns':2e6}"));
    of(run, OTHER("part", "'n':1,'part':'one'", HALF));
    why_find(&why, run, &run->cases[0]);
    assert_non_null(strstr(why.text, "no further evidence"));
    run_destroy(&run);
}

static void test_cold(void **state)
{
    (void)state;
    assert_beside("'cache':'cold'," MINE, OTHER("mine", "'n':1", ",'cache':'hot'" HALF),
                  "With caches that hold its data it takes 500 µs of 1.00 ms (50 %); " DECLARED);
    assert_beside("'cache':'cold'," MINE,
                  OTHER("mine", "'n':1", ",'cache':'hot','gpu':{'count':1,'median_ns':9e5}"),
                  "What is declared, operations 3 %, memory under 1 %, does not bind; the file has "
                  "no further evidence.");
}

#define THREADS(count, ns, axes)                                                                   \
    OTHER("mine", axes,                                                                            \
          ",'kind':'cpu','time':'wall','gpu':null,'cache':null,'threads':{'count':" count          \
          ",'held':1},'wall':{'count':1,'median_ns':" ns "},")                                     \
    WORK(",'bytes_read':1e6")

static void assert_threads(const char *one, const char *text)
{
    struct run *run = device();
    const struct run_ceilings_curve curve = { .count = 1, .points = { { 1e6, 1e10 } } };
    struct why why;
    run->ceilings.threads_count = 1;
    run->ceilings.threads[0] =
        (struct run_ceilings_threads){ .count = 8, .copy = curve, .read = curve, .write = curve };
    of(run, THREADS("8", "1e6", "'n':1,'threads':0"));
    of(run, one);
    why_find(&why, run, &run->cases[0]);
    assert_string_equal(why.text, text);
    run_destroy(&run);
}

static void test_threads(void **state)
{
    (void)state;
    static const char nothing[] =
        "What is declared, memory 10 %, does not bind; the file has no further evidence.";
    assert_threads(THREADS("1", "3e6", "'n':1,'threads':1"),
                   "8 threads are 3 times as fast as one; what is declared, memory 10 %, does not "
                   "bind.");
    assert_threads(THREADS("1", "6.1e6", "'n':1,'threads':1"), nothing);
    assert_threads(THREADS("2", "3e6", "'n':1,'threads':2"), nothing);
    assert_threads(THREADS("1", "3e6", "'n':2,'threads':1"), nothing);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_groups),  cmocka_unit_test(test_kernels),
        cmocka_unit_test(test_narrow),  cmocka_unit_test(test_declared),
        cmocka_unit_test(test_others),  cmocka_unit_test(test_fastest),
        cmocka_unit_test(test_load),    cmocka_unit_test(test_cold),
        cmocka_unit_test(test_threads),
    };
    return cmocka_run_group_tests_name("why_conditions", tests, NULL, NULL);
}
