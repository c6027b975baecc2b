/* SPDX-License-Identifier: MIT */
/* kernel_test.c: what is told of kernels, and kernels that stand in for others. */
#include "harness/base/base.h"
#include "harness/engine/gpu/engine.h"
#include "harness/engine/session/session.h"
#include "harness/engine/shaders/shaders.h"
#include "tests/device.h"

#include "harness.kernels.h"
#include "planted.kernels.h"

TEST(test_interface)
{
    struct gpu_interface interface;
    char message[GPU_MESSAGE_BYTES];
    const uint32_t constants[] = { 4, 5 };
    assert_true(gpu_shader_interface(&kernel_planted_planted, constants, 2, &interface, message));
    assert_int_equal(interface.bindings, 7);
    assert_int_equal(interface.push_bytes, 0);
    assert_int_equal(interface.constant_count, 3);
    assert_int_equal(interface.constants[0], 4);
    assert_int_equal(interface.constants[1], 5);
    assert_int_equal(interface.constants[2], 1); /* as the source has it */
    assert_int_equal(interface.group_size[0] * interface.group_size[1] * interface.group_size[2],
                     64);
    assert_int_equal(interface.shared_bytes, 256);
    const struct gpu_shader cut = { .name = "cut",
                                    .words = kernel_planted_planted.words,
                                    .bytes = kernel_planted_planted.bytes / 2 };
    assert_false(gpu_shader_interface(&cut, NULL, 0, &interface, message));
    assert_null(strchr(message, '\n'));
}

/* Two kernels, of which one differs in a constant. */
static void kernels_make(struct gpu_scope *scope)
{
    for (uint32_t fault = 0; fault < 2; fault++)
        assert_non_null(kernel_create_with(scope, &kernel_planted_planted, fault, 9, 9));
    assert_non_null(kernel_create(scope, &kernel_harness_canary));
}

TEST(test_facts)
{
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(true);
    CLEANUP(gpu_scope_destroy) struct gpu_scope *scope = gpu_scope_create(gpu);
    struct kernel_facts *facts = NULL;
    size_t count;
    kernel_facts_read(scope, &facts, &count);
    assert_int_equal(count, 0);
    kernels_make(scope);
    kernel_facts_read(scope, &facts, &count);
    assert_int_equal(count, 3);
    assert_ptr_equal(facts[0].kernel.shader, &kernel_planted_planted);
    assert_int_equal(facts[0].kernel.interface.constants[0], 0);
    assert_int_equal(facts[1].kernel.interface.constants[0], 1);
    assert_ptr_equal(facts[2].kernel.asked_for, &kernel_harness_canary);
    assert_int_equal(facts[2].kernel.subgroup_size, gpu_info(gpu)->subgroup_size);
    for (size_t i = 0; i < count; i++) {
        const bool told = gpu_info(gpu)->features & GPU_PIPELINE_EXECUTABLE_PROPERTIES;
        assert_int_equal(!!facts[i].statistics, facts[i].statistic_count > 0);
        assert_true(told || !facts[i].statistics);
        for (size_t k = 0; k < facts[i].statistic_count; k++)
            assert_true(facts[i].statistics[k].name[0] != '\0');
    }
    json_t *entries = kernel_json_list(facts, count);
    assert_int_equal(json_array_size(entries), 3);
    assert_false(json_equal(json_object_get(json_array_get(entries, 0), "id"),
                            json_object_get(json_array_get(entries, 1), "id")));
    json_decref(entries);
    json_t *kernel = kernel_json(&facts[0]);
    assert_int_equal(json_integer_value(json_object_get(kernel, "bytes")),
                     kernel_planted_planted.bytes);
    assert_true(json_is_null(json_object_get(kernel, "file")));
    json_decref(kernel);
    kernel_facts_finish(&facts, count);
    assert_null(facts);
    assert_false(gpu_failed(gpu));
}

TEST(test_replacement)
{
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(true);
    CLEANUP(gpu_scope_destroy)
    struct gpu_scope *scope = gpu_scope_create(gpu), *other = gpu_scope_create(gpu);
    struct gpu_shader mine = kernel_harness_canary;
    struct kernel_facts *facts = NULL;
    mine.name = "planted/planted (mine.comp)";
    mine.file = "mine.comp";
    const struct gpu_replacement replacement = { &kernel_planted_planted, &mine };
    gpu_scope_replace(scope, &replacement, 1);
    kernels_make(scope);
    kernels_make(other);
    size_t count;
    kernel_facts_read(scope, &facts, &count);
    assert_int_equal(count, 3);
    assert_ptr_equal(facts[0].kernel.asked_for, &kernel_planted_planted);
    assert_ptr_equal(facts[0].kernel.shader, &mine);
    assert_ptr_equal(facts[2].kernel.shader, &kernel_harness_canary);
    json_t *kernel = kernel_json(&facts[0]);
    assert_string_equal(json_string_value(json_object_get(kernel, "name")), "planted/planted");
    assert_string_equal(json_string_value(json_object_get(kernel, "file")), "mine.comp");
    json_decref(kernel);
    kernel_facts_finish(&facts, 3);
    /* Another scope has the shipped ones. */
    kernel_facts_read(other, &facts, &count);
    assert_int_equal(count, 3);
    assert_ptr_equal(facts[0].kernel.shader, &kernel_planted_planted);
    kernel_facts_finish(&facts, 3);
}

/* A stand-in that wants more than it is given fails as a shipped kernel would, by its own name. */
TEST(test_replacement_wants_more)
{
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(true);
    CLEANUP(gpu_scope_destroy) struct gpu_scope *scope = gpu_scope_create(gpu);
    struct gpu_shader mine = kernel_planted_planted;
    mine.name = "harness/canary (mine.comp)";
    const struct gpu_replacement replacement = { &kernel_harness_canary, &mine };
    gpu_scope_replace(scope, &replacement, 1);
    assert_null(kernel_create(scope, &kernel_harness_canary));
    assert_int_equal(gpu_failure(gpu)->result, GPU_ERROR);
    assert_holds(gpu_failure(gpu)->message, "harness/canary (mine.comp)");
    assert_holds(gpu_failure(gpu)->message, "uses 3 specialization constants, got 0");
}

/* Statistics of a driver that has them, as not every one does. */
TEST(test_statistics)
{
    struct gpu_statistic statistics[] = {
        { .executable = "main", .name = "Register Count", .kind = GPU_UINT64, .count = 40 },
        { .executable = "main", .name = "Offset", .kind = GPU_INT64, .integer = -8 },
        { .executable = "main", .name = "Spills", .kind = GPU_BOOL, .truth = true },
        { .executable = "a\xff", .name = "Occupancy", .kind = GPU_FLOAT64, .number = 0.5 },
        { .executable = "main", .name = "Ratio", .kind = GPU_FLOAT64, .number = NAN },
        { .executable = "main", .name = "Most", .kind = GPU_UINT64, .count = UINT64_MAX },
    };
    const struct kernel_facts facts = {
        .kernel = { .asked_for = &kernel_harness_canary, .shader = &kernel_harness_canary },
        .statistics = statistics,
        .statistic_count = sizeof(statistics) / sizeof(statistics[0]),
    };
    const struct kernel_facts twice[] = { facts, facts };
    json_auto_t *kernels = kernel_json_list(twice, 2);
    assert_int_equal(json_array_size(kernels), 1);
    const json_t *list = json_object_get(json_array_get(kernels, 0), "statistics");
    assert_int_equal(json_array_size(list), facts.statistic_count);
    const char *const values[] = { "40", "-8", "true", "0.5", "null", "9223372036854775807" };
    for (size_t i = 0; i < facts.statistic_count; i++) {
        char *text = json_dumps(json_object_get(json_array_get(list, i), "value"), JSON_ENCODE_ANY);
        assert_string_equal(text, values[i]);
        free(text);
        assert_string_equal(json_string_value(json_object_get(json_array_get(list, i), "name")),
                            statistics[i].name);
    }
    assert_string_equal(json_string_value(json_object_get(json_array_get(list, 3), "executable")),
                        "a?");
}

TEST(test_null)
{
    size_t count = 1;
    assert_null(gpu_kernel_statistics(NULL, &count));
    assert_int_equal(count, 0);
}
