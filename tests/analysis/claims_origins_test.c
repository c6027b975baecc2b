/* SPDX-License-Identifier: MIT */
/* claims_origins_test.c: which runs may stand together, whose claims are counted where. */
#include "tests/analysis/claims_made.h"

#define EQUALS "'a':'/slow','b':'/fast','relation':'equals'"

enum { RUNS = 2 };

static struct made made, several[RUNS];

/* Runs of another driver or host are of the same device still, and said to be. */
static void test_origins(void **state)
{
    (void)state;
    static const double factors[RUNS] = { 3, 3 };
    struct published *file = made_claim(EQUALS, "'value':3", "");
    struct made_verdict verdict = made_several(several, factors, 2, file);
    const struct run *const runs[] = { &several[0].run, &several[1].run };
    assert_false(verdict.entry->marks & (CLAIMS_DRIVERS | CLAIMS_HOSTS));
    claims_destroy(&verdict.claims);
    several[1].run.device.driver_info = "another";
    several[1].run.context.cpu = "Another CPU";
    verdict = made_judge(runs, 2, file);
    assert_int_equal(verdict.entry->marks & (CLAIMS_DRIVERS | CLAIMS_HOSTS), CLAIMS_DRIVERS);
    claims_destroy(&verdict.claims);
    several[0].cases[1].kind = several[1].cases[1].kind = BENCH_CPU;
    several[0].cases[1].by_wall = several[1].cases[1].by_wall = true;
    verdict = made_judge(runs, 2, file);
    assert_true(verdict.entry->marks & CLAIMS_HOSTS);
    claims_destroy(&verdict.claims);
    published_destroy(&file);
}

/* Another device of the name, and another build. */
static void test_units(void **state)
{
    (void)state;
    static const double factors[RUNS] = { 3, 3 };
    struct published *file = made_claim(EQUALS, "'value':3", "");
    struct made_verdict verdict = made_several(several, factors, 2, file);
    const struct run *const runs[] = { &several[0].run, &several[1].run };
    assert_false(verdict.entry->marks & (CLAIMS_UNITS | CLAIMS_BUILDS));
    claims_destroy(&verdict.claims);
    several[1].run.device.uuid = "another";
    verdict = made_judge(runs, 2, file);
    assert_int_equal(verdict.entry->marks & (CLAIMS_UNITS | CLAIMS_BUILDS), CLAIMS_UNITS);
    claims_destroy(&verdict.claims);
    several[1].run.tool.commit = "1";
    verdict = made_judge(runs, 2, file);
    assert_int_equal(verdict.entry->marks & (CLAIMS_UNITS | CLAIMS_BUILDS),
                     CLAIMS_UNITS | CLAIMS_BUILDS);
    assert_int_equal(verdict.entry->decided->estimate.processes, 2);
    claims_destroy(&verdict.claims);
    published_destroy(&file);
}

/* Of a case whose kernel has changed since only the newest run counts; of one that it lacks, the
 * older one. */
static void test_older_kernels(void **state)
{
    (void)state;
    static const double factors[RUNS] = { 5, 3 };
    static const char *const ids[] = { "k" };
    static struct run_kernel kernels[] = { { .id = "k", .sha256 = "old" },
                                           { .id = "k", .sha256 = "new" } };
    struct published *file = made_claim(EQUALS, "'value':3", "");
    struct made_verdict verdict = made_several(several, factors, 2, file);
    const struct run *const runs[] = { &several[1].run, &several[0].run };
    claims_destroy(&verdict.claims);
    for (size_t i = 0; i < 2; i++) {
        several[i].run.kernels = &kernels[i];
        several[i].run.kernel_count = several[i].cases[0].kernel_count = 1;
        several[i].cases[0].kernels = ids;
    }
    several[1].run.session.started = "2026-11-23T00:00:00Z";
    several[0].run.device.uuid = "another unit";
    verdict = made_judge(runs, 2, file);
    assert_false(verdict.entry->marks & CLAIMS_UNITS); /* the other one is left out */
    assert_int_equal(verdict.entry->verdict, VERDICT_MATCHES);
    assert_true(verdict.entry->marks & CLAIMS_OLDER_KERNELS);
    assert_int_equal(verdict.entry->decided->estimate.processes, 1);
    claims_destroy(&verdict.claims);
    several[1].run.case_count = 1;
    verdict = made_judge(runs, 2, file);
    assert_true(fabs(verdict.entry->decided->estimate.value - 5) < 0.1);
    assert_false(verdict.entry->marks & CLAIMS_OLDER_KERNELS);
    claims_destroy(&verdict.claims);
    kernels[1].sha256 = "old";
    several[1].run.case_count = 2;
    verdict = made_judge(runs, 2, file);
    assert_int_equal(verdict.entry->decided->estimate.processes, 2);
    assert_true(verdict.entry->marks & CLAIMS_UNITS);
    claims_destroy(&verdict.claims);
    published_destroy(&file);
}

/* Ours, and what our code cannot but have so, are no claims of the paper's: counted apart. */
static void test_whose(void **state)
{
    (void)state;
    made_slow_and_fast(&made, 3);
    for (int whose = CLAIMS_OF_PAPER; whose < CLAIMS_ORIGIN_COUNT; whose++) {
        struct published *file = made_claim(EQUALS, "'value':3", "");
        file->claims[0].ours = whose == CLAIMS_OURS;
        file->claims[0].by_construction = whose == CLAIMS_CONSTRUCTED ? "it is so" : "";
        struct made_verdict verdict = made_one(&made, file);
        const struct claims_device *device = &verdict.claims->devices[0];
        for (int other = CLAIMS_OF_PAPER; other < CLAIMS_ORIGIN_COUNT; other++)
            assert_int_equal(device->counts[other][VERDICT_MATCHES], other == whose);
        assert_int_equal(verdict.entry->marks & (CLAIMS_NOT_PAPERS | CLAIMS_BY_CONSTRUCTION),
                         whose == CLAIMS_OURS          ? CLAIMS_NOT_PAPERS
                         : whose == CLAIMS_CONSTRUCTED ? CLAIMS_BY_CONSTRUCTION
                                                       : 0);
        claims_destroy(&verdict.claims);
        published_destroy(&file);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_origins),
        cmocka_unit_test(test_units),
        cmocka_unit_test(test_older_kernels),
        cmocka_unit_test(test_whose),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
