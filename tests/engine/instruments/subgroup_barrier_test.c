/* SPDX-License-Identifier: MIT */
/* subgroup_barrier_test.c: a kernel that ends subgroups is seen, and kernels that use the barrier
 * are refused on such a device, each with its name. Needs a device. */
#include "harness/engine/instruments/instruments.h"

#include "harness.kernels.h"
#include "planted.kernels.h"
#include "reyes_subdivision.kernels.h"
#include "tile_subdivision.kernels.h"

#include "tests/device.h"

TEST(test_planted)
{
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(true);
    assert_false(subgroup_barrier_holds(gpu, &kernel_planted_barrier_ends));
    assert_false(gpu_failed(gpu));
    gpu_fail(gpu, GPU_ERROR, "planted");
    assert_true(subgroup_barrier_holds(gpu, &kernel_planted_barrier_ends));
}

TEST(test_shaders)
{
    assert_true(gpu_shader_has_subgroup_barrier(&kernel_reyes_subdivision_local_subgroup));
    assert_false(gpu_shader_has_subgroup_barrier(&kernel_tile_subdivision_ancestors_first));
}

/* Only a kernel that uses the barrier has the device tried, and only it is refused. */
TEST(test_refused)
{
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(true);
    CLEANUP(gpu_scope_destroy) struct gpu_scope *scope = gpu_scope_create(gpu);
    kernel_create(scope, &kernel_planted_barrier_ends);
    assert_null(subgroup_barrier_refused(gpu, scope));
    assert_int_equal(gpu_barriers(gpu), GPU_BARRIERS_UNKNOWN);
    kernel_create(scope, &kernel_harness_subgroup_barrier);
    const char *refused = subgroup_barrier_refused(gpu, scope);
    assert_int_not_equal(gpu_barriers(gpu), GPU_BARRIERS_UNKNOWN);
    assert_int_equal(refused == NULL, gpu_barriers(gpu) == GPU_BARRIERS_HOLD);
    gpu_barriers_set(gpu, GPU_BARRIERS_END);
    assert_string_equal(subgroup_barrier_refused(gpu, scope), "harness/subgroup_barrier");
}
