/* SPDX-License-Identifier: MIT */
#include "harness/cli/session/session.h"
#include "harness/engine/plan/plan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const struct technique one = { .name = "one" }, two = { .name = "two" };
static const struct bench_variant gpu = { .kind = BENCH_GPU }, cpu = { .kind = BENCH_CPU },
                                  copy = { .ceiling = BENCH_CEILING_COPY };

static void assert_note(const struct plan *plan, double seconds, const char *wanted)
{
    char text[PLAN_NOTE_BYTES];
    plan_note(plan, seconds, text);
    assert_string_equal(text, wanted);
}

static void test_note(void **state)
{
    (void)state;
    struct plan_case copies[] = { { .variant = &copy }, { .variant = &copy } };
    struct plan_case cases[] = { { .variant = &gpu }, { .variant = &cpu }, { .variant = &gpu } };
    struct plan_group groups[] = { { .technique = &one, .cases = copies, .case_count = 2 },
                                   { .technique = &two, .cases = cases, .case_count = 3 },
                                   { .technique = &one, .cases = cases, .case_count = 1 },
                                   { .technique = &two, .cases = cases, .case_count = 2 } };
    assert_note(&(struct plan){ .groups = groups, .group_count = 4 }, 89,
                "about 89 s: 1 one, 5 two; 2 device limits last");
    assert_note(&(struct plan){ .groups = groups + 1, .group_count = 1 }, 600,
                "about 10 min: 3 two");
    assert_note(&(struct plan){ .groups = groups, .group_count = 1 }, 1,
                "about 1 s: 2 device limits");
    assert_note(&(struct plan){ 0 }, 1, "about 1 s");
    assert_note(&(struct plan){ .groups = groups + 1, .group_count = 1, .claims_left_out = 7 }, 9,
                "about 9 s: 3 two; without 7 claims about a device's times");
}

/* More cases take longer, and those of the host longer than those of a GPU; a group may take time
 * of its own there. */
static void test_time(void **state)
{
    (void)state;
    struct plan_case on_gpu[] = { { .variant = &gpu }, { .variant = &gpu } };
    struct plan_case on_cpu[] = { { .variant = &cpu }, { .variant = &cpu } };
    struct technique quick = { .name = "quick" },
                     slow = { .name = "slow", .group_s = 5, .full_scale = 9 };
    struct plan_group group = { .technique = &quick, .cases = on_gpu, .case_count = 1 };
    const struct plan plan = { .groups = &group, .group_count = 1 };
    const double of_one = plan_time_s(&plan, false, BENCH_PAPER);
    group.case_count = 2;
    const double of_two = plan_time_s(&plan, false, BENCH_PAPER),
                 software = plan_time_s(&plan, true, BENCH_QUICK);
    group.cases = on_cpu;
    assert_true(plan_time_s(&plan, false, BENCH_FULL) > of_one &&
                plan_time_s(&plan, true, BENCH_FULL) == plan_time_s(&plan, true, BENCH_PAPER));
    assert_true(of_one > 0 && of_two > of_one && software > of_two);
    assert_true(plan_time_s(&plan, false, BENCH_PAPER) > of_two);
    group.cases = on_gpu;
    group.technique = &slow;
    assert_true(plan_time_s(&plan, false, BENCH_PAPER) > of_two + 4 &&
                plan_time_s(&plan, true, BENCH_QUICK) == software);
    group.technique = &quick;
    const double full = plan_time_s(&plan, false, BENCH_FULL);
    group.technique = &slow;
    assert_true(plan_time_s(&plan, false, BENCH_FULL) > full + 6);
    assert_true(plan_time_s(&plan, true, BENCH_PAPER) > software);
    group.case_count = 0;
    assert_true(plan_time_s(&plan, false, BENCH_PAPER) < of_one);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_note),
        cmocka_unit_test(test_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
