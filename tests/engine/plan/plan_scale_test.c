/* SPDX-License-Identifier: MIT */
/* plan_scale_test.c: the profile `scale` has each technique's best variant over sizes that fit,
 * `gate` names cases that there are, and few enough of them. */
#include "bench/registry.h"
#include "tests/engine/plan/made_plan.h"

static struct plan plan; /* until the next is made */

static bool make(uint64_t memory_bytes, const char *filter)
{
    const struct plan_request request = { .techniques = registry_techniques, .filter = filter };
    plan_finish(&plan);
    trouble_clear();
    return plan_scale_init(&plan, &request, memory_bytes);
}

static size_t cases_of(uint64_t memory_bytes, const char *filter)
{
    assert_true(make(memory_bytes, filter));
    return plan.case_count;
}

TEST(every_size_is_a_case)
{
    size_t wanted = 0, techniques = 0;
    for (size_t i = 0; registry_techniques[i]; i++) {
        const struct technique_scale *scale = registry_techniques[i]->scale;
        techniques += scale != NULL;
        for (const char *size = scale ? scale->sizes : NULL; size; size = strchr(size + 1, ','))
            wanted++;
    }
    assert_int_equal(techniques, 6);
    assert_true(make(0, NULL));
    assert_int_equal(plan.case_count, wanted);
    assert_int_equal(plan.group_count, wanted);
    for (size_t i = 0; i < plan.group_count; i++) {
        const struct plan_case *c = plan.groups[i].cases;
        assert_string_equal(c->variant->name, plan.groups[i].technique->scale->variant);
        assert_int_equal(c->variant->kind, BENCH_GPU);
        assert_true(!c->cold && !c->check);
    }
}

TEST(bytes_rise_with_the_size)
{
    for (size_t i = 0; registry_techniques[i]; i++) {
        const struct technique_scale *scale = registry_techniques[i]->scale;
        double last = 0;
        for (const char *size = scale ? scale->sizes : NULL; size; size = strchr(size, ',')) {
            char text[PLAN_VALUE_BYTES] = "";
            size += *size == ',';
            strncpy(text, size, strcspn(size, ","));
            assert_true(scale->bytes(scale, text) > last);
            last = scale->bytes(scale, text);
        }
        assert_true(!scale || last > 64 << 20);
    }
}

TEST(a_smaller_memory_has_fewer)
{
    const uint64_t gibibyte = 1 << 30;
    const size_t all = cases_of(0, NULL), small = cases_of(6 * gibibyte, NULL);
    assert_true(small < all && cases_of(64 * gibibyte, NULL) == all);
    assert_true(cases_of(1 << 20, NULL) < small);
    assert_true(cases_of(0, "^cbt") < all);
    assert_false(make(1, NULL));
    assert_holds(trouble_text(), "--memory");
    assert_false(make(0, "no such case"));
    assert_holds(trouble_text(), "selects no case");
}

TEST(memory_is_the_devices)
{
    struct gpu_info info = { .kind = GPU_DISCRETE };
    info.limits.memory_bytes = 10000;
    assert_int_equal(plan_scale_memory_bytes(&info), 8000);
    info.kind = GPU_CPU;
    info.limits.memory_bytes = (uint64_t)1 << 40;
    assert_int_equal(plan_scale_memory_bytes(&info), 32 << 20);
}

/* The profile `gate` --------------------------------------------------------------------------- */

static void plan_make(struct plan_wanted wanted)
{
    const struct plan_request request = { .techniques = registry_techniques,
                                          .profile = BENCH_FULL,
                                          .cache = PLAN_CACHE_PROFILE,
                                          .wanted = wanted,
                                          .without_baselines = true };
    plan_finish(&plan);
    assert_true(plan_init(&plan, &request));
}

TEST(the_profile_has_cases_of_full_alone)
{
    const char *names[PLAN_GATE_MAX];
    const size_t count = plan_gate_names(registry_techniques, names);
    size_t named = 0;
    for (size_t i = 0; registry_techniques[i]; i++)
        for (const char *const *name = registry_techniques[i]->gate; name && *name; name++)
            named++;
    assert_in_range(named, 10, PLAN_GATE_MAX);
    plan_make((struct plan_wanted){ 0 });
    for (size_t i = 0; i < count; i++) {
        const struct plan_case *c = made_plan_find(&plan, names[i]);
        if (!c || c->variant->kind != BENCH_GPU || c->cold)
            fail_msg("%s: %s", names[i], c ? "not of kind GPU, or cold" : "no case of full");
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(names[i], names[k]);
    }
    plan_make(plan_gate_wanted(registry_techniques));
    assert_int_equal(plan.case_count, count);
    for (size_t i = 0; i < count; i++)
        assert_non_null(made_plan_find(&plan, names[i]));
}
