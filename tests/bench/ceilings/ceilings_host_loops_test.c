/* SPDX-License-Identifier: MIT */
#include "bench/ceilings/host_loops.h"
#include "harness/engine/cpu/cpu.h"
#include "tests/unit.h"

enum {
    WORDS = 37 * CEILINGS_HOST_BLOCK_WORDS,
    GUARD = CEILINGS_HOST_BLOCK_WORDS,
    FLOATS = CEILINGS_HOST_CHAINS * CEILINGS_HOST_LANES_MAX,
};

/* Guards before and behind. */
static uint64_t *words_make(void)
{
    uint64_t *memory = aligned_alloc(CEILINGS_HOST_BLOCK_BYTES, 8 * (WORDS + 2 * GUARD));
    assert_non_null(memory);
    memset(memory, 0xA5, 8 * (WORDS + 2 * GUARD));
    return memory + GUARD;
}

static void words_free(uint64_t *words)
{
    for (int i = 0; i < GUARD; i++) {
        assert_true(words[-1 - i] == UINT64_C(0xA5A5A5A5A5A5A5A5));
        assert_true(words[WORDS + i] == UINT64_C(0xA5A5A5A5A5A5A5A5));
    }
    free(words - GUARD);
}

static void check_memory(const struct ceilings_host_loops *loops)
{
    uint64_t *from = words_make(), *to = words_make(), sum = 0;
    for (size_t i = 0; i < WORDS; i++)
        sum += from[i] = (i + 1) * UINT64_C(0x9e3779b97f4a7c15);
    assert_true(loops->read(from, WORDS) == sum);
    assert_true(loops->read(from, 0) == 0);
    for (int streams = 0; streams < 2; streams++) {
        (streams ? loops->copy_streams : loops->copy)(to, from, WORDS);
        assert_memory_equal(to, from, 8 * WORDS);
        (streams ? loops->write_streams : loops->write)(to, WORDS, 1000 + (uint64_t)streams);
        for (size_t i = 0; i < WORDS; i++)
            assert_true(to[i] == 1000 + (uint64_t)streams + i);
    }
    words_free(from);
    words_free(to);
}

/* All numbers are small multiples of 2^-12: what comes is exact, fused or not. */
static void check_fma(const struct ceilings_host_loops *loops)
{
    enum { STEPS = 12345, TAIL = 4 };
    const float unit = 1.0f / 4096;
    float x[FLOATS + TAIL];
    const size_t count = CEILINGS_HOST_CHAINS * loops->lanes;
    for (size_t i = 0; i < FLOATS + TAIL; i++)
        x[i] = (float)i * unit;
    loops->fma(x, STEPS, 1, 3 * unit);
    for (size_t i = 0; i < FLOATS + TAIL; i++)
        assert_true(x[i] == (float)(i + (i < count ? 3 * STEPS : 0)) * unit);
    x[0] = 5;
    loops->fma(x, 3, -2, 1);
    assert_true(x[0] == -2.0f * (-2.0f * (-2.0f * 5 + 1) + 1) + 1);
}

TEST(test_loops_of_every_width_are_right)
{
    for (size_t i = 0; i < ceilings_host_loops_count; i++) {
        const struct ceilings_host_loops *loops = ceilings_host_loops[i];
        assert_true(loops->lanes <= CEILINGS_HOST_LANES_MAX);
        if (loops->needs & ~cpu_features()) {
            print_message("left out, this host lacks it: %s\n", loops->name);
            continue;
        }
        check_memory(loops);
        check_fma(loops);
    }
}

TEST(test_loops_are_the_widest_that_the_host_has)
{
    const uint32_t all = UINT32_MAX, narrow = CPU_FEATURE_AVX2 | CPU_FEATURE_FMA;
    assert_string_equal(ceilings_host_loops_best(0)->name, "plain");
    assert_ptr_equal(ceilings_host_loops_best(all), ceilings_host_loops[0]);
    if (ceilings_host_loops_count == 1)
        return;
    assert_string_equal(ceilings_host_loops_best(all)->name, "avx512");
    assert_string_equal(ceilings_host_loops_best(narrow)->name, "avx2");
    assert_string_equal(ceilings_host_loops_best(CPU_FEATURE_AVX2)->name, "plain");
    for (size_t i = 1; i < ceilings_host_loops_count; i++)
        assert_true(ceilings_host_loops[i]->lanes < ceilings_host_loops[i - 1]->lanes);
}
