/* SPDX-License-Identifier: MIT */
/* probe_test.c: what a probe reads and writes, and that one which does less is found out. Judges no
 * time. Needs a device. */
#include "harness/engine/instruments/instruments.h"

#include "harness/base/base.h"
#include "harness/engine/gpu/engine.h"

#include "harness.kernels.h"
#include "planted.kernels.h"

#include "tests/device.h"

static struct probe_bytes bytes_of(uint64_t words_read, uint64_t words_written)
{
    return probe_bytes_of((double)words_read * PROBE_WORD_BYTES,
                          (double)words_written * PROBE_WORD_BYTES);
}

/* Whole words, not less than what is declared. */
TEST(test_bytes)
{
    const struct probe_bytes none = probe_bytes_of(0, 0), some = probe_bytes_of(1, 32);
    const struct probe_bytes odd = probe_bytes_of(33.5, 0x1p32 + 1);
    assert_int_equal(none.read + none.written, 0);
    assert_int_equal(some.read, 16);
    assert_int_equal(some.written, 32);
    assert_int_equal(odd.read, 48);
    assert_true(odd.written == (UINT64_C(1) << 32) + 16);
    const struct gpu_info info = { .limits = { .memory_bytes = 1001 * 8,
                                               .storage_buffer_bytes_max = 4096 } };
    assert_int_equal(probe_bytes_max(&info), 992);
}

/* Probes of all sizes are right: less than a word each, fewer than an invocation each, more than
 * one each, and more than there may be invocations with one load each. Clean under validation. */
TEST(test_right)
{
    static const uint64_t sizes[][2] = { { 1, 0 },          { 0, 1 },          { 1, 1 },
                                         { 255, 257 },      { 100003, 7 },     { 7, 100003 },
                                         { 700001, 70001 }, { 1200000, 65536 } };
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(true);
    CLEANUP(probe_memory_destroy)
    struct probe_memory *memory = probe_memory_create(gpu, bytes_of(1200000, 100003));
    assert_non_null(memory);
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        double ns = 0;
        CLEANUP(probe_destroy)
        struct probe *probe = probe_create(memory, NULL, bytes_of(sizes[i][0], sizes[i][1]));
        assert_non_null(probe);
        assert_done(probe_check(probe));
        assert_true(probe_sample(probe, &ns) && ns > 0);
        assert_done(probe_check(probe));
    }
    assert_false(gpu_failed(gpu));
}

/* A sweep, which counts itself, before each execution of a cold one, and of no other. */
TEST(test_cold)
{
    enum { SAMPLES = 3 };
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(false);
    CLEANUP(cache_destroy) struct cache *cache = cache_create(gpu);
    CLEANUP(probe_memory_destroy)
    struct probe_memory *memory = probe_memory_create(gpu, bytes_of(4096, 64));
    assert_non_null(memory);
    for (int cold = 0; cold < 2; cold++) {
        uint32_t before, after;
        double ns;
        CLEANUP(probe_destroy)
        struct probe *probe = probe_create(memory, cold ? cache : NULL, bytes_of(4096, 64));
        assert_int_equal(probe_is_cold(probe), cold);
        assert_true(gpu_buffer_read(cache_written(cache), 0, &before, sizeof(before)));
        for (int i = 0; i < SAMPLES; i++)
            assert_true(probe_sample(probe, &ns));
        assert_true(gpu_buffer_read(cache_written(cache), 0, &after, sizeof(after)));
        assert_int_equal(after - before, cold ? SAMPLES : 0);
    }
}

TEST(test_planted)
{
    static const struct gpu_replacement lazy = { &kernel_harness_probe,
                                                 &kernel_planted_probe_lazy };
    static const char *const wanted[] = { NULL,    "wrote a5a5a5a5", "wrote a5a5a5a5",
                                          "wrote", "wrote",          "outside of buffer probe" };
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(false);
    for (unsigned fault = 0; fault < sizeof(wanted) / sizeof(wanted[0]); fault++) {
        const struct probe_bytes bytes = bytes_of(8192 + fault, 8192);
        CLEANUP(probe_memory_destroy) struct probe_memory *memory = probe_memory_create(gpu, bytes);
        assert_non_null(memory);
        gpu_scope_replace(probe_memory_scope(memory), &lazy, 1);
        CLEANUP(probe_destroy) struct probe *probe = probe_create(memory, NULL, bytes);
        assert_non_null(probe);
        const bool right = probe_check(probe);
        if (right != !wanted[fault] || (!right && !strstr(trouble_text(), wanted[fault])))
            fail_msg("fault %u: %s", fault, right ? "not seen" : trouble_text());
    }
}

/* Without memory there is none, and the device stays usable. */
TEST(test_memory)
{
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(false);
    gpu_fault_plant(gpu, GPU_OUT_OF_MEMORY);
    assert_null(probe_memory_create(gpu, bytes_of(64, 64)));
    assert_true(gpu_failed(gpu) && gpu_recover(gpu));
    CLEANUP(probe_memory_destroy)
    struct probe_memory *memory = probe_memory_create(gpu, bytes_of(64, 64));
    assert_non_null(memory);
}
