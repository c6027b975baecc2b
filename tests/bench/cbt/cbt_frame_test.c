/* SPDX-License-Identifier: MIT */
/* Faults planted under cbt.frame and cbt.draw, which their checks must catch; and none, which they
 * must not. */
#include "bench/cbt/cbt.h"
#include "bench/cbt/terrain/terrain.h"
#include "bench/cbt/tree/tree.h"

#include "planted.kernels.h"

#include "tests/bench/cbt/cbt_heap.h"
#include "tests/one_case.h"
#include "tests/sanitized.h"

/* Features that cases see nothing of, though the device has them. */
static uint32_t hidden;

/* Checks one case, of the first variant of a bench; of a draw, of a pass of it. */
static struct result run_bench(const struct bench *bench, uint32_t needs, const char *pass)
{
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(false);
    ((struct gpu_info *)gpu_info(gpu))->features &= ~hidden;
    if ((gpu_info(gpu)->features & needs) != needs) {
        gpu_destroy(&gpu);
        skip();
    }
    const struct one_case wanted = { .technique = &cbt_technique,
                                     .bench = bench,
                                     .variant = &bench->variants[0],
                                     .untimed = true,
                                     .at = pass ? unit_text("pass:%s", pass) : NULL,
                                     .gpu = gpu };
    CLEANUP(one_plan_finish) struct one_plan one;
    CLEANUP(sampler_results_finish) struct sampler_results outcome;
    one_plan_init(&one, &wanted);
    one_group_run(&wanted, &one.plan.groups[0], &outcome);
    assert_true(outcome.count >= 1);
    struct result result = outcome.results[0];
    result.c.samples = NULL;
    return result;
}

static void assert_result(struct result result, enum bench_status status, const char *reason)
{
    if (result.c.status != status || (reason && !strstr(result.reason, reason)))
        fail_msg("%s, '%s'", bench_status_name(result.c.status), result.reason);
}

/* Frames -------------------------------------------------------------------------------------- */

/* The root keeps the number of leaves that it had. */
static void build_without_root(struct reduction *reduction)
{
    cbt_reduction_naive.build(reduction);
    reduction->step_count--;
}

/* Sums over a level that is not summed yet. */
static void build_swapped(struct reduction *reduction)
{
    cbt_reduction_naive.build(reduction);
    const struct reduction_step step = reduction->steps[3];
    reduction->steps[3] = reduction->steps[4];
    reduction->steps[4] = step;
}

static struct result run_frame(void (*build)(struct reduction *))
{
    struct reduction_method method = cbt_reduction_naive;
    method.build = build;
    const struct bench_variant variants[] = {
        { .name = "planted", .kind = BENCH_GPU, .data = &method }, { 0 }
    };
    struct bench bench = cbt_frame;
    bench.variants = variants;
    return run_bench(&bench, 0, NULL);
}

/* On a device without 64-bit integers, too. */
TEST(test_frames)
{
    assert_result(run_frame(cbt_reduction_naive.build), BENCH_OK, NULL);
    hidden = GPU_SHADER_INT64;
    assert_result(run_frame(cbt_reduction_naive.build), BENCH_OK, NULL);
    hidden = 0;
    assert_result(run_frame(build_without_root), BENCH_FAILED_VERIFY, "frame 0: ");
    assert_result(run_frame(build_swapped), BENCH_FAILED_VERIFY, "frame ");
}

/* Views that the kernels have and the reference does not: the camera of an earlier frame. */
static bool workload_late(struct bench_workload *workload)
{
    struct frame_scene *scene = workload->state; /* the first member */
    if (!cbt_frame.workload(workload))
        return false;
    for (uint32_t frame = FRAME_WARM_UP + 3; frame > FRAME_WARM_UP; frame--)
        scene->views[frame] = scene->views[0];
    return true;
}

TEST(test_late_camera)
{
    struct bench bench = cbt_frame;
    bench.workload = workload_late;
    assert_result(run_bench(&bench, 0, NULL), BENCH_FAILED_VERIFY, "frame 7");
}

/* The variants of a pool: the reference's leaves, and not those of another camera. */
static void pools_check(void)
{
    struct bench bench = cbt_frame;
    const struct bench_variant *first = one_variant(&cbt_frame, "ocbt");
    for (int i = 0; i < 2; i++) {
        const struct bench_variant variants[] = { first[i], { 0 } };
        bench.variants = variants;
        bench.workload = cbt_frame.workload;
        assert_result(run_bench(&bench, 0, NULL), BENCH_OK, NULL);
        bench.workload = workload_late;
        assert_result(run_bench(&bench, 0, NULL), BENCH_FAILED_VERIFY, "frame 7");
    }
}

/* With 64-bit integers where the device has them, and always without. */
TEST(test_pools)
{
    pools_check();
    hidden = GPU_SHADER_INT64;
    pools_check();
    hidden = 0;
}

/* Draws --------------------------------------------------------------------------------------- */

/* The first members of a draw's workload. */
struct draw_start {
    struct frame_scene scene;
    struct draw_pass_kind pass;
};

static enum draw_fault {
    DRAW_RIGHT,
    DRAW_OTHER_TREE, /* in the heap than the reference's list has */
    DRAW_FLATTENED,  /* heights that the device has and the CPU's picture does not */
    DRAW_NORMALS,    /* wrong ones wherever they are drawn */
    DRAW_LIGHT,      /* one that sees the same leaves, at another depth */
} draw_fault;

static bool workload_draw(struct bench_workload *workload)
{
    struct draw_start *start = workload->state;
    struct frame_scene *scene = &start->scene;
    if (!cbt_draw.workload(workload))
        return false;
    if (draw_fault == DRAW_OTHER_TREE)
        heap_reset(&scene->start.heap, 8);
    else if (draw_fault == DRAW_NORMALS)
        start->pass.fragment = &kernel_planted_cbt_gbuffer;
    else if (draw_fault == DRAW_LIGHT)
        scene->lights[FLIGHT_CASCADES - 1].near -= 0.01f;
    const size_t heights = cbt_heightmap_height_count(scene->map.levels);
    for (size_t i = 0; draw_fault == DRAW_FLATTENED && i < heights; i++)
        scene->map.heights[i] /= 2;
    return true;
}

static void assert_draw(enum draw_fault fault, const char *pass, enum bench_status status,
                        const char *reason)
{
    struct bench bench = cbt_draw;
    bench.workload = workload_draw;
    draw_fault = fault;
    assert_result(run_bench(&bench, GPU_GRAPHICS, pass), status, reason);
}

TEST(test_draws)
{
    for (const char *const *pass = cbt_draw_pass_names; *pass; pass++) {
        assert_draw(DRAW_RIGHT, *pass, BENCH_OK, NULL);
        if (SANITIZED && pass != cbt_draw_pass_names)
            continue;
        assert_draw(DRAW_OTHER_TREE, *pass, BENCH_FAILED_VERIFY, "plainly drawn");
        assert_draw(DRAW_FLATTENED, *pass, BENCH_FAILED_VERIFY, NULL);
    }
    assert_draw(DRAW_FLATTENED, "colour", BENCH_FAILED_VERIFY, "and cannot");
    assert_draw(DRAW_NORMALS, "gbuffer", BENCH_FAILED_VERIFY, "another normal");
    assert_draw(DRAW_LIGHT, "cascades", BENCH_FAILED_VERIFY, "has the depth");
}
