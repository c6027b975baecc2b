/* SPDX-License-Identifier: MIT */
/* plan_gate_test.c: the profile `gate` names cases that there are, and few enough of them. */
#include "bench/registry.h"
#include "tests/engine/plan/made_plan.h"

static void plan_make(struct plan *plan, struct plan_wanted wanted)
{
    const struct plan_request request = { .techniques = registry_techniques,
                                          .profile = BENCH_FULL,
                                          .cache = PLAN_CACHE_PROFILE,
                                          .wanted = wanted,
                                          .without_baselines = true };
    assert_true(plan_init(plan, &request));
}

TEST(each_name_is_a_case_of_full)
{
    const char *names[PLAN_GATE_MAX];
    const size_t count = plan_gate_names(registry_techniques, names);
    struct plan full;
    plan_make(&full, (struct plan_wanted){ 0 });
    for (size_t i = 0; i < count; i++) {
        const struct plan_case *c = made_plan_find(&full, names[i]);
        if (!c || c->variant->kind != BENCH_GPU || c->cold)
            print_error("%s: %s\n", names[i], c ? "not of kind GPU, or cold" : "no case of full");
        assert_true(c && c->variant->kind == BENCH_GPU && !c->cold);
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(names[i], names[k]);
    }
    plan_finish(&full);
}

TEST(they_are_at_most_forty)
{
    size_t count = 0;
    for (size_t i = 0; registry_techniques[i]; i++)
        for (const char *const *name = registry_techniques[i]->gate; name && *name; name++)
            count++;
    assert_in_range(count, 10, PLAN_GATE_MAX);
}

TEST(the_profile_has_them_alone)
{
    const char *names[PLAN_GATE_MAX];
    const size_t count = plan_gate_names(registry_techniques, names);
    struct plan gate;
    plan_make(&gate, plan_gate_wanted(registry_techniques));
    assert_int_equal(gate.case_count, count);
    for (size_t i = 0; i < count; i++)
        assert_non_null(made_plan_find(&gate, names[i]));
    plan_finish(&gate);
}
