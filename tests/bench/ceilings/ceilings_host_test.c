/* SPDX-License-Identifier: MIT */
/* ceilings_host_test.c: ceilings of the host, without a device, and bad loops that must fail. */
#include "bench/ceilings/ceilings.h"
#include "bench/ceilings/host_loops.h"
#include "harness/engine/cpu/cpu.h"

#include "tests/one_case.h"
#include "tests/sanitized.h"

/* Runs one variant with `data` in place of its own, and returns how its case ended. */
static struct result run_variant(const struct bench *bench, const char *name, const void *data,
                                 const char *bytes, const char *threads)
{
    struct bench_variant variant = *one_variant(bench, name);
    variant.data = data ? data : variant.data;
    return one_case_of(.technique = &ceilings_technique, .bench = bench, .variant = &variant,
                       .at = bench->axes ? unit_text("threads:%s/bytes:%s", threads, bytes)
                                         : unit_text("threads:%s", threads),
                       .host = true, .samples = 2);
}

TEST(test_right_loops_pass)
{
    static const char *const sizes[] = { "16384", "1048576", "67108864" };
    static const char *const threads[] = { "one", "all" };
    for (int t = 0; t < 2; t++) {
        for (int i = 0; i < (SANITIZED ? 2 : 3); i++)
            for (const struct bench_variant *v = ceilings_host_bandwidth.variants; v->name; v++)
                assert_case_ended(
                    run_variant(&ceilings_host_bandwidth, v->name, NULL, sizes[i], threads[t]),
                    BENCH_OK, "");
        assert_case_ended(run_variant(&ceilings_host_arithmetic, "fma", NULL, NULL, threads[t]),
                          BENCH_OK, "");
    }
}

/* Without any feature the host has the plain loops. */
TEST(test_plain_loops_pass)
{
    const struct result wide = run_variant(&ceilings_host_arithmetic, "fma", NULL, NULL, "one");
    setenv("CLAIMCHECK_CPU_FEATURES", "none", 1);
    const struct result plain = run_variant(&ceilings_host_arithmetic, "fma", NULL, NULL, "one");
    const struct result copy = run_variant(&ceilings_host_bandwidth, "copy", NULL, "65536", "one");
    unsetenv("CLAIMCHECK_CPU_FEATURES");
    assert_case_ended(plain, BENCH_OK, "");
    assert_case_ended(copy, BENCH_OK, "");
    assert_true(plain.c.work.operations <= wide.c.work.operations);
    assert_true(plain.c.work.operations == 2.0 * (1 << 20) * CEILINGS_HOST_CHAINS * 4);
}

/* The declared bytes were moved, by each thread as many. */
TEST(test_work)
{
    struct cpu_pool *pool = cpu_pool_create(0);
    const double threads = cpu_pool_threads(pool);
    cpu_pool_destroy(&pool);
    const struct result one = run_variant(&ceilings_host_bandwidth, "copy", NULL, "65536", "one");
    const struct result all = run_variant(&ceilings_host_bandwidth, "copy", NULL, "65536", "all");
    assert_true(one.c.work.bytes_read == 32 << 20 && one.c.work.bytes_written == 32 << 20);
    assert_true(all.c.work.bytes_read >= threads * one.c.work.bytes_read * 0.999);
    assert_int_equal(one.c.threads, 1);
    assert_true(all.c.threads == threads);
    if (SANITIZED)
        return;
    const struct result read =
        run_variant(&ceilings_host_bandwidth, "read", NULL, "268435456", "one");
    if (read.c.status == BENCH_OK)
        assert_true(read.c.work.bytes_read == 268435456 && read.c.work.bytes_written == 0);
}

/* Planted loops ------------------------------------------------------------------------------- */

static uint64_t read_half(const uint64_t *words, size_t count)
{
    return ceilings_host_loops_plain.read(words, count / 2);
}

static void write_first_alone(uint64_t *words, size_t count, uint64_t first)
{
    ceilings_host_loops_plain.write(words, count - CEILINGS_HOST_BLOCK_WORDS, first);
}

static void write_same(uint64_t *words, size_t count, uint64_t first)
{
    for (size_t i = 0; i < count; i++)
        words[i] = first;
}

static void copy_shifted(uint64_t *to, const uint64_t *from, size_t count)
{
    ceilings_host_loops_plain.copy(to, from, count);
    to[count / 2] = from[count / 2 + 1];
}

static void fma_fewer(float *x, uint32_t steps, float factor, float summand)
{
    ceilings_host_loops_plain.fma(x, steps - 1, factor, summand);
}

static void assert_caught(const struct bench *bench, const char *name, const void *data,
                          const char *reason)
{
    static const char *const threads[] = { "one", "all" };
    for (int i = 0; i < 2; i++)
        assert_case_ended(run_variant(bench, name, data, "65536", threads[i]), BENCH_FAILED_VERIFY,
                          reason);
}

TEST(test_planted_loops_are_caught)
{
    struct ceilings_host_loops loops = ceilings_host_loops_plain;
    struct ceilings_host_bandwidth_variant variant = { BANDWIDTH_READ, &loops };
    loops.read = read_half;
    assert_caught(&ceilings_host_bandwidth, "read", &variant, "the words read sum to");
    variant.kind = BANDWIDTH_WRITE;
    loops.write = write_first_alone;
    assert_caught(&ceilings_host_bandwidth, "write", &variant, "all were never written");
    loops.write = write_same;
    assert_caught(&ceilings_host_bandwidth, "write", &variant, "word 1 is");
    variant.kind = BANDWIDTH_COPY;
    loops.copy = copy_shifted;
    assert_caught(&ceilings_host_bandwidth, "copy", &variant, "wanted");
    loops.fma = fma_fewer;
    assert_caught(&ceilings_host_arithmetic, "fma", &loops, "number (0, 0) is");
}
