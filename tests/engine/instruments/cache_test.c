/* SPDX-License-Identifier: MIT */
/* cache_test.c: the sweep and what is concluded from it. Judges no time. Needs a device. */
#include "harness/engine/instruments/instruments.h"

#include "harness.kernels.h"

#include "tests/device.h"

enum { WORDS = 4096, FIRST = 64, COUNT = 640 /* 16-byte words */ };

static void sweep(struct gpu_scope *scope, struct gpu_buffer *buffer, uint32_t mode)
{
    struct gpu_kernel *kernel = kernel_create(scope, &kernel_harness_sweep);
    struct gpu_commands *commands = gpu_commands_begin(scope);
    const uint32_t push[] = { FIRST, COUNT, mode };
    kernel_dispatch(commands, kernel, .buffers = { buffer }, .groups = { 2, 1, 1 }, PUSH(push));
    gpu_commands_barrier(commands, GPU_ACCESS_ALL, GPU_ACCESS_ALL);
    assert_true(gpu_commands_submit(commands));
}

/* Each mode touches the whole range, once, and nothing else. */
TEST(test_modes)
{
    static uint32_t before[WORDS], after[WORDS];
    for (uint32_t mode = 1; mode <= 3; mode++) {
        for (uint32_t i = 0; i < WORDS; i++)
            before[i] = i * 2654435761u;
        CLEANUP(gpu_destroy) struct gpu *gpu = device_create(true);
        CLEANUP(gpu_scope_destroy) struct gpu_scope *scope = gpu_scope_create(gpu);
        struct gpu_buffer *buffer = buffer_create(scope, "swept", sizeof(before), before);
        sweep(scope, buffer, mode);
        assert_true(gpu_buffer_read(buffer, 0, after, sizeof(after)));
        for (uint32_t i = 0; i < WORDS; i++) {
            const bool inside = i / 4 >= FIRST && i / 4 < FIRST + COUNT;
            const uint32_t swept = mode == 1 ? before[i] : mode == 2 ? 2 : before[i] + 1;
            assert_int_equal(after[i], inside ? swept : before[i]);
        }
        assert_null(gpu_scope_broken_guard(scope));
    }
}

/* Made, run and proven under validation; the device is left usable. */
TEST(test_life)
{
    struct run_cache_proof proof;
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(true);
    struct cache *cache = cache_create(gpu);
    assert_non_null(cache);
    assert_true(cache_sweep_ns(cache) > 0);
    assert_int_equal(cache_bytes(cache), cache_sweep_bytes(gpu_info(gpu)));
    assert_true(cache_run(cache));
    assert_true(cache_prove(gpu, cache, &proof));
    assert_int_equal(proof.sweep_bytes, cache_bytes(cache));
    assert_true(proof.hot_ns > 0 && proof.cold_ns > 0 && proof.clean_ns > 0 && proof.dirty_ns > 0);
    assert_true(proof.known);
    assert_true(proof.read_bytes > 0);
    gpu_fail(gpu, GPU_ERROR, "planted");
    assert_false(cache_prove(gpu, cache, &proof));
    assert_false(cache_run(cache));
    cache_destroy(&cache);
    assert_null(cache);
    assert_null(cache_create(gpu));
}

TEST(test_bytes)
{
    struct gpu_info info = { .kind = GPU_DISCRETE,
                             .vendor_id = 0x10de,
                             .limits = { .memory_bytes = UINT64_C(80) << 30,
                                         .storage_buffer_bytes_max = UINT32_MAX } };
    assert_int_equal(cache_sweep_bytes(&info), 512u << 20);
    info.vendor_id = 0x1002;
    assert_int_equal(cache_sweep_bytes(&info), 1u << 30);
    info.vendor_id = 0x8086;
    assert_int_equal(cache_sweep_bytes(&info), 256u << 20);
    info.limits.memory_bytes = 1u << 30;
    assert_int_equal(cache_sweep_bytes(&info), 128u << 20);
    info.limits.storage_buffer_bytes_max = 100000000;
    assert_true(cache_sweep_bytes(&info) < 100000000 && cache_sweep_bytes(&info) % 4096 == 0);
    info.kind = GPU_CPU;
    assert_true(cache_sweep_bytes(&info) <= 16u << 20);
}

TEST(test_verdicts)
{
    struct run_cache_proof proof = { .cold_ns = 83, .clean_ns = 83 };
    cache_proof_judge(&proof, 71, 82);
    assert_true(proof.known && proof.cold && proof.clean);
    cache_proof_judge(&proof, 71, 71);
    assert_true(!proof.cold && proof.clean);
    proof.clean_ns = 79; /* 83 is 5.06 % more */
    cache_proof_judge(&proof, 71, 82);
    assert_true(proof.cold && !proof.clean);
}
