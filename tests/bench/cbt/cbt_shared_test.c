/* SPDX-License-Identifier: MIT */
/* cbt_shared_test.c: what groups share does not hide what is wrong in one of them, in whatever
 * order they come. */
#include "bench/cbt/cbt.h"
#include "bench/cbt/tree/tree.h"

#include "tests/one_case.h"

/* The root keeps the number of leaves that it had. */
static void build_without_root(struct reduction *reduction)
{
    cbt_reduction_packed.build(reduction);
    reduction->step_count--;
}

/* One frame of sequence N by a method that bears the same name each time. */
static struct result run_frame(struct input_cache *shelf, struct gpu *gpu, const char *frame,
                               void (*build)(struct reduction *))
{
    struct reduction_method method = cbt_reduction_packed;
    method.build = build;
    const struct bench_variant variants[] = {
        { .name = "method", .kind = BENCH_GPU, .data = &method }, { 0 }
    };
    struct bench bench = cbt_update;
    bench.variants = variants;
    return one_case_of(.technique = &cbt_technique, .bench = &bench,
                       .at = unit_text("sequence:N/depth:12/frame:%s", frame), .gpu = gpu,
                       .shelf = shelf);
}

TEST(test_fault_after_proof)
{
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(false);
    CLEANUP(input_cache_destroy) struct input_cache *shelf = input_cache_create(1 << 20);
    assert_case_ended(run_frame(shelf, gpu, "split", build_without_root), BENCH_FAILED_VERIFY,
                      "frame 58: ");
    assert_case_ended(run_frame(shelf, gpu, "split", cbt_reduction_packed.build), BENCH_OK, NULL);
    assert_case_ended(run_frame(shelf, gpu, "merge", cbt_reduction_packed.build), BENCH_OK, NULL);
    assert_case_ended(run_frame(shelf, gpu, "split", build_without_root), BENCH_FAILED_VERIFY,
                      "frame 58: ");
    assert_case_ended(run_frame(NULL, gpu, "split", build_without_root), BENCH_FAILED_VERIFY,
                      "frame 58: ");
}

/* Any frame may come after any other; a pool's, too. */
TEST(test_orders)
{
    static const char *const frames[] = { "5", "2", "12", "0", "5" };
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(false);
    CLEANUP(input_cache_destroy) struct input_cache *shelf = input_cache_create(1 << 20);
    for (size_t i = 0; i < sizeof(frames) / sizeof(frames[0]); i++) {
        const char *const names[] = { "naive", "dirty", "packed_snapshot", "ocbt_lean" };
        for (size_t k = 0; k < sizeof(names) / sizeof(names[0]); k++) {
            const struct result result =
                one_case_of(.technique = &cbt_technique, .bench = &cbt_update,
                            .variant = one_variant(&cbt_update, names[k]),
                            .at = unit_text("sequence:N/depth:17/frame:%s", frames[i]), .gpu = gpu,
                            .shelf = shelf);
            if (result.c.status != BENCH_UNSUPPORTED)
                assert_case_ended(result, BENCH_OK, NULL);
        }
    }
}

/* A pass of a small scene, drawn where the device draws at all. */
static void draw_pass(struct input_cache *shelf, struct gpu *gpu, const char *pass,
                      const char *flight)
{
    const struct result result =
        one_case_of(.technique = &cbt_technique, .bench = &cbt_draw,
                    .variant = one_variant(&cbt_draw, "vertex"),
                    .at = unit_text(
                        "depth:12/map:8/meshlet:0/height:180/flight:%s/pass:%s/layout:full", flight,
                        pass),
                    .gpu = gpu, .shelf = shelf);
    if (result.c.status != BENCH_UNSUPPORTED)
        assert_case_ended(result, BENCH_OK, NULL);
}

/* All passes draw the trees that the first of them has made; another place has others. */
TEST(test_scenes)
{
    static const char *const passes[] = { "colour", "gbuffer", "shadow", "cascades" };
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(false);
    CLEANUP(input_cache_destroy) struct input_cache *shelf = input_cache_create(64 << 20);
    draw_pass(shelf, gpu, passes[0], "700");
    const size_t bytes = input_cache_bytes(shelf);
    assert_true(bytes > 0);
    for (size_t i = 1; i < sizeof(passes) / sizeof(passes[0]); i++) {
        draw_pass(shelf, gpu, passes[i], "700");
        assert_int_equal(input_cache_bytes(shelf), bytes);
    }
    draw_pass(shelf, gpu, passes[0], "100");
    assert_true(input_cache_bytes(shelf) > bytes);
}
