/* SPDX-License-Identifier: MIT */
/* ceilings_kernels_test.c: the benches of ceilings on the device, and bad kernels that must fail.
 */
#include "bench/ceilings/ceilings.h"

#include "ceilings.kernels.h"
#include "planted.kernels.h"

#include "tests/one_case.h"

/* Runs one variant with `data` in place of its own, and returns how its case ended. */
static struct result run_variant(const struct bench *bench, const char *name, const void *data,
                                 const char *bytes, bool validate)
{
    struct bench_variant variant = *one_variant(bench, name);
    variant.data = data ? data : variant.data;
    return one_case_of(.technique = &ceilings_technique, .bench = bench, .variant = &variant,
                       .at = bench->axes    ? unit_text("bytes:%s", bytes)
                             : variant.axes ? "lanes:2"
                                            : NULL,
                       .validate = validate, .samples = 2);
}

static void assert_ok(const struct bench *bench, const char *name, const char *bytes)
{
    assert_case_ended(run_variant(bench, name, NULL, bytes, true), BENCH_OK, "");
}

static void assert_caught(const struct bench *bench, const char *name, const void *data,
                          const char *reason)
{
    assert_case_ended(run_variant(bench, name, data, "65536", false), BENCH_FAILED_VERIFY, reason);
}

/* Parameters of a variant, which the test changes. */
#define DATA(bench_, name_)                                                                        \
    (*(const struct bench_##_variant *)one_variant(&ceilings_##bench_, #name_)->data)

TEST(test_right_kernels_pass)
{
    static const char *const sizes[] = { "16384", "1048576", "25165824" };
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        assert_ok(&ceilings_bandwidth, "copy", sizes[i]);
        assert_ok(&ceilings_bandwidth, "read", sizes[i]);
        assert_ok(&ceilings_bandwidth, "write", sizes[i]);
    }
    assert_ok(&ceilings_texture, "rgba16f", "16384");
    assert_ok(&ceilings_texture, "rgba32f", "16384");
    assert_ok(&ceilings_texture, "rgba16f", "4194304");
    assert_ok(&ceilings_latency, "chase", "16384");
    assert_ok(&ceilings_latency, "chase", "8388608");
    const struct bench *const others[] = { &ceilings_arithmetic, &ceilings_atomics,
                                           &ceilings_launch, &ceilings_draw };
    for (int i = 0; i < 4; i++)
        for (const struct bench_variant *v = others[i]->variants; v->name; v++)
            assert_ok(others[i], v->name, NULL);
}

/* The declared bytes were moved: a set once, or the least amount in passes over it. */
static struct run_case work_of(const struct bench *bench, const char *name, const char *bytes)
{
    return run_variant(bench, name, NULL, bytes, false).c;
}

TEST(test_work)
{
    const struct run_case copy = work_of(&ceilings_bandwidth, "copy", "65536");
    assert_true(copy.work.bytes_read == copy.work.bytes_written && copy.work.bytes_read > 65536);
    const struct run_case read = work_of(&ceilings_bandwidth, "read", "33554432");
    assert_true(read.work.bytes_read >= 33554432 && read.work.bytes_written == 0);
    const struct run_case chain = work_of(&ceilings_launch, "dependent", NULL);
    assert_int_equal(chain.work.chain, chain.counters.dispatches);
    const struct run_case indirect = work_of(&ceilings_launch, "indirect", NULL);
    assert_int_equal(indirect.work.chain,
                     indirect.counters.indirect_dispatches + indirect.counters.fills);
    const struct run_case copy_step = work_of(&ceilings_launch, "copy", NULL);
    assert_int_equal(copy_step.work.chain, copy_step.counters.copies);
    assert_int_equal(copy_step.counters.read_backs, 0);
    const struct run_case fill = work_of(&ceilings_launch, "fill", NULL);
    assert_int_equal(fill.work.chain, fill.counters.fills);
    const struct run_case groups = work_of(&ceilings_launch, "groups", NULL);
    assert_true(groups.work.groups >= 8192 && groups.work.groups_most == groups.work.groups);
    const struct run_case step = work_of(&ceilings_launch, "dispatch", NULL);
    assert_true(step.work.groups == step.counters.dispatches && step.work.groups_most == 1);
    const struct run_case vertices = work_of(&ceilings_draw, "vertices", NULL);
    assert_true(vertices.work.vertices >= 3 << 10 && vertices.work.pixels == 0);
    const struct run_case pixels = work_of(&ceilings_draw, "pixels", NULL);
    assert_true(pixels.work.pixels >= 2 << 10 && pixels.work.vertices == 0);
}

TEST(test_bandwidth_faults)
{
    const struct bandwidth_variant read_half = { BANDWIDTH_READ, &kernel_planted_read_half };
    const struct bandwidth_variant copy_lost = { BANDWIDTH_COPY, &kernel_planted_copy_lost };
    const struct bandwidth_variant write_once = { BANDWIDTH_WRITE, &kernel_planted_write_once };
    /* A kernel that reads is no kernel that writes. */
    const struct bandwidth_variant nothing = { BANDWIDTH_WRITE, &kernel_ceilings_read };
    assert_caught(&ceilings_bandwidth, "read", &read_half, "sums of the words read, by component");
    assert_caught(&ceilings_bandwidth, "copy", &copy_lost, "first vector 2047");
    assert_caught(&ceilings_bandwidth, "write", &write_once, "blocks were visited");
    assert_caught(&ceilings_bandwidth, "write", &nothing, "");
}

TEST(test_read_faults)
{
    const struct texture_variant less = { GPU_RGBA16F, &kernel_planted_texture_less };
    assert_caught(&ceilings_texture, "rgba16f", &less, "the texels looked up sum to");
    assert_caught(&ceilings_latency, "chase", &kernel_planted_chase_short, "a walk from node");
}

TEST(test_arithmetic_faults)
{
    struct arithmetic_variant fewer = DATA(arithmetic, fma), other = DATA(arithmetic, int32);
    fewer.shader = &kernel_planted_fma_fewer;
    other.shader = &kernel_ceilings_fma;
    assert_caught(&ceilings_arithmetic, "fma", &fewer, "two sums of each thread");
    assert_caught(&ceilings_arithmetic, "int32", &other, "exclusive or");
    assert_caught(&ceilings_arithmetic, "single", &fewer, "two sums of each thread");
    assert_caught(&ceilings_arithmetic, "special", &other, "two sums of each thread");
}

TEST(test_atomics_faults)
{
    struct atomics_variant one = DATA(atomics, one_address), many = DATA(atomics, many_addresses);
    one.shader = many.shader = &kernel_planted_atomics_lost;
    assert_caught(&ceilings_atomics, "one_address", &one, "additions to each word");
    assert_caught(&ceilings_atomics, "many_addresses", &many, "additions to each word");
    struct atomics_variant neighbours = DATA(atomics, neighbours);
    struct atomics_variant dropped = DATA(atomics, many_addresses_dropped);
    neighbours.shader = dropped.shader = &kernel_planted_atomics_pattern_lost;
    assert_caught(&ceilings_atomics, "neighbours", &neighbours, "additions to each word");
    assert_caught(&ceilings_atomics, "many_addresses_dropped", &dropped, "additions to each word");
}

static void record_nothing(struct bench_case *c, struct gpu_commands *commands)
{
}

TEST(test_launch_faults)
{
    static const struct bench_method nothing = { .record = record_nothing };
    struct launch_variant chain = DATA(launch, dependent);
    struct bench_variant none = *one_variant(&ceilings_launch, "fill");
    chain.shader = &kernel_ceilings_mark;
    none.method = &nothing;
    assert_caught(&ceilings_launch, "dependent", &chain, "step 0 is");
    struct launch_variant rounds = DATA(launch, round);
    rounds.shader = &kernel_planted_rounds_barrier;
    assert_caught(&ceilings_launch, "round", &rounds, "are wrong: step");
    struct launch_variant groups = DATA(launch, groups);
    groups.shader = &kernel_ceilings_mark; /* all mark the same word */
    assert_caught(&ceilings_launch, "groups", &groups, "all were never written");
    assert_case_ended(
        one_case_of(.technique = &ceilings_technique, .bench = &ceilings_launch, .variant = &none),
        BENCH_FAILED_VERIFY, "all were never written");
}

TEST(test_draw_faults)
{
    static const struct bench_method nothing = { .record = record_nothing };
    struct draw_variant filled = DATA(draw, pixels);
    struct bench_variant none = *one_variant(&ceilings_draw, "vertices");
    filled.vertex = &kernel_ceilings_draw_vertices; /* covers few pixels */
    none.method = &nothing;
    assert_caught(&ceilings_draw, "pixels", &filled, "is 00000000, wanted");
    assert_case_ended(
        one_case_of(.technique = &ceilings_technique, .bench = &ceilings_draw, .variant = &none),
        BENCH_FAILED_VERIFY, "all were never written");
}
