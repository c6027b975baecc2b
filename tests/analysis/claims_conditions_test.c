/* SPDX-License-Identifier: MIT */
/* claims_conditions_test.c: claims under preconditions, judged by runs made up here. */
#include "tests/analysis/claims_made.h"

static struct made made;

/* A claim that slow takes three times as long as fast, under conditions. */
static void check(const char *conditions, enum verdict wanted, unsigned marks, const char *reason)
{
    char text[2048], message[PUBLISHED_MESSAGE_BYTES];
    snprintf(text, sizeof(text),
             "{'schema_version':1,'paper':{'id':'p'},'hardware':[{'id':'h','device':'Paper GPU'}],"
             "'claims':[{'id':'p.c','statement':'s','hardware':'h','preconditions':[%s],"
             "'tolerance':{'same_device':0.1,'other_device':0.1},'subject':{'a':'/slow','b':"
             "'/fast','measure':'gpu','relation':'equals','join':['n']},'published':{'value':3}}]}",
             conditions);
    json_t *document = made_json(text);
    struct published *file = published_read(document, "made.json", message);
    json_decref(document);
    if (!file)
        fail_msg("%s", message);
    made_check(&made, file, wanted, marks, reason);
}

/* At n = 1 of workload w: three times as slow. */
static void slow_and_fast(void)
{
    made_init(&made);
    made_add(&made, "w", "slow", "n", "1", 3);
    made_add(&made, "w", "fast", "n", "1", 1);
}

/* Without a fault in it, a text is said and nothing else. */
static void test_text(void **state)
{
    (void)state;
    slow_and_fast();
    check("'the moon is full'", VERDICT_MATCHES, 0, "");
    check("'the moon is full',{'what':'axis:n','at_least':2},'one more'", VERDICT_NOT_TESTABLE,
          CLAIMS_UNMET, "none that it is about: n is 1");
}

/* What bounds a side; it is not met where no ceilings were measured. */
static void test_floor(void **state)
{
    (void)state;
    static const char bytes[] = "{'what':'floor','of':'a','is':'bytes'}";
    static const char half[] = "{'what':'floor_percent','of':'a','at_least':50}";
    slow_and_fast();
    check(bytes, VERDICT_NOT_TESTABLE, CLAIMS_UNMET, "the floor of slow is not known");
    check(half, VERDICT_NOT_TESTABLE, CLAIMS_UNMET, "its floor in per cent is not known");
    made.cases[0].floor_bound = "texture";
    made.cases[0].floor_percent = 49;
    check(bytes, VERDICT_NOT_TESTABLE, CLAIMS_UNMET,
          "what lookups of texels cost was not measured");
    made.run.ceilings.texture_count = 1;
    made.run.ceilings.textures[0].texel_bytes = 8;
    check(bytes, VERDICT_NOT_TESTABLE, CLAIMS_UNMET,
          "the floor of slow is that of texture, not of bytes");
    check(half, VERDICT_NOT_TESTABLE, CLAIMS_UNMET, "its floor in per cent is 49");
    made.cases[0].floor_bound = "bytes";
    made.cases[0].floor_percent = 51;
    check(bytes, VERDICT_MATCHES, 0, "");
    check(half, VERDICT_MATCHES, 0, "");
    /* Groups are no unit that a paper speaks of: what comes next. */
    made.run.ceilings.groups_per_s = made.run.ceilings.operations_per_s = 1e9;
    made.cases[0].work.groups = 2000;
    made.cases[0].work.operations = 1000;
    made.cases[0].floor_bound = "groups";
    made.cases[0].floor_ns = 2000;
    made.cases[0].floor_percent = 80;
    check(bytes, VERDICT_NOT_TESTABLE, CLAIMS_UNMET,
          "the floor of slow is that of operations, not of bytes");
    check("{'what':'floor','of':'a','is':'operations'}", VERDICT_MATCHES, 0, "");
    check(half, VERDICT_NOT_TESTABLE, CLAIMS_UNMET, "its floor in per cent is 40");
    made.cases[0].work.operations = 0;
    check(bytes, VERDICT_NOT_TESTABLE, CLAIMS_UNMET, "the floor of slow is not known");
    check(half, VERDICT_NOT_TESTABLE, CLAIMS_UNMET, "its floor in per cent is not known");
    made.cases[0].floor_bound = "bytes";
    made.cases[0].work.bytes_sampled = 1000; /* of texels of which no rate is known */
    made.cases[0].work.texel_bytes = 16;
    check(bytes, VERDICT_NOT_TESTABLE, CLAIMS_UNMET,
          "what lookups of texels cost was not measured");
    made.cases[0].work.texel_bytes = 8;
    check("{'what':'floor','is':'bytes'}", VERDICT_NOT_TESTABLE, CLAIMS_UNMET,
          "the floor of fast is not known");
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
    check(rho, VERDICT_NOT_TESTABLE, CLAIMS_UNMET, "rho is not known");
    made.run.workloads = workloads;
    made.run.workload_count = 1;
    check(rho, VERDICT_NOT_TESTABLE, CLAIMS_UNMET, "none that it is about: rho is 0.5");
    made.run.workload_count = 2;
    made_add(&made, "v", "slow", "n", "2", 3);
    made_add(&made, "v", "fast", "n", "2", 1);
    check(rho, VERDICT_MATCHES, CLAIMS_UNMET, "");
    check("", VERDICT_DIRECTION_ONLY, 0, "");
}

static void test_numbers(void **state)
{
    (void)state;
    slow_and_fast();
    made.cases[0].counters.barriers = made.cases[1].counters.barriers = 3;
    made.of[0].metric = made.of[1].metric = (struct run_metric){ "turns", "turns", 31 };
    made.cases[0].metric_count = made.cases[1].metric_count = 1;
    made.run.device.multiprocessors = 24;
    check("{'what':'counter:barriers','at_most':3}", VERDICT_MATCHES, 0, "");
    check("{'what':'counter:barriers','at_most':2}", VERDICT_NOT_TESTABLE, 0, "barriers is 3");
    check("{'what':'metric:turns','at_least':31}", VERDICT_MATCHES, 0, "");
    check("{'what':'metric:turns','at_least':32}", VERDICT_NOT_TESTABLE, 0, "turns is 31");
    check("{'what':'metric:turn','at_least':1}", VERDICT_NOT_TESTABLE, 0, "turn is not known");
    check("{'what':'multiprocessors','at_least':24}", VERDICT_MATCHES, 0, "");
    check("{'what':'multiprocessors','at_least':25}", VERDICT_NOT_TESTABLE, 0, "is 24");
    made.run.device.multiprocessors = NAN;
    check("{'what':'multiprocessors','at_least':24}", VERDICT_NOT_TESTABLE, 0, "is not known");
}

/* What is said of one device alone is context on others. */
static void test_own_device(void **state)
{
    (void)state;
    static const char own[] = "{'what':'device','is':'own'}";
    slow_and_fast();
    check(own, VERDICT_NOT_TESTABLE, 0, "said of another device: Paper GPU");
    made.run.device.name = "Paper GPU";
    check(own, VERDICT_MATCHES, 0, "");
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
