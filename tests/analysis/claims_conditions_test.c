/* SPDX-License-Identifier: MIT */
/* claims_conditions_test.c: claims under preconditions, judged by runs made up here. */
#include "tests/analysis/claims_made.h"

static struct made made;

/* A claim that slow takes three times as long as fast, under conditions. */
static void check(const char *conditions, const char *wanted, unsigned marks, const char *reason)
{
    char members[2048];
    snprintf(members, sizeof(members),
             "'preconditions':[%s],'a':'/slow','b':'/fast','measure':'gpu','says':'slower',"
             "'join':['n'],'value':3",
             conditions);
    made_check(&made, made_claim(members, ""), wanted, marks, reason);
}

/* At n = 1 of workload w: three times as slow. */
static void slow_and_fast(void)
{
    made_init(&made);
    made_add(&made, "w", "slow", "n", "1", 3);
    made_add(&made, "w", "fast", "n", "1", 1);
}

/* A text is printed and nothing else. */
static void test_text(void **state)
{
    (void)state;
    slow_and_fast();
    check("'the moon is full'", "CONFIRMED", 0, "");
    check("'the moon is full',{'what':'axis:n','at_least':2},'one more'", "NOT TESTABLE",
          CLAIMS_UNMET, "Not applicable here: n is 1 (2 at least).");
    check("{'what':'axis:n','at_most':0.5},{'what':'fact:rho','at_least':1.5}", "NOT TESTABLE",
          CLAIMS_UNMET,
          "Not applicable here: n is 1 (0.5 at most); rho is not known (1.5 at least).");
}

/* A condition on the bound of a side; it is not met where no device limits were measured. */
static void test_floor(void **state)
{
    (void)state;
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
static void test_facts(void **state)
{
    (void)state;
    static const char rho[] = "{'what':'fact:rho','at_least':1.5,'at_most':9}";
    struct run_fact small = { "rho", "", 0.5, NULL, 0 }, large = { "rho", "", 2, NULL, 0 };
    struct run_workload workloads[] = { { "w", &small, 1 }, { "v", &large, 1 } };
    made_init(&made);
    made_add(&made, "w", "slow", "n", "1", 7);
    made_add(&made, "w", "fast", "n", "1", 1);
    check(rho, "NOT TESTABLE", CLAIMS_UNMET, "rho is not known");
    made.run.workloads = workloads;
    made.run.workload_count = 1;
    check(rho, "NOT TESTABLE", CLAIMS_UNMET, "Not applicable here: rho is 0.5");
    made.run.workload_count = 2;
    made_add(&made, "v", "slow", "n", "2", 3);
    made_add(&made, "v", "fast", "n", "2", 1);
    check(rho, "CONFIRMED", CLAIMS_UNMET, "");
    check("", "CONFIRMED or STRONGER", 0, "");
}

static void test_numbers(void **state)
{
    (void)state;
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
static void test_own_device(void **state)
{
    (void)state;
    static const char own[] = "{'what':'device','is':'own'}";
    slow_and_fast();
    check(own, "NOT TESTABLE", 0, "It is a statement about another device: Paper GPU, 8 GiB.");
    made.run.device.name = "Paper GPU";
    check(own, "CONFIRMED", 0, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),       cmocka_unit_test(test_floor),
        cmocka_unit_test(test_facts),      cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_own_device),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
