/* SPDX-License-Identifier: MIT */
/* Faults planted under cbt.frame and cbt.draw, which their checks must catch; and none, which they
 * must not. */
#include "bench/cbt/cbt.h"
#include "bench/cbt/terrain/terrain.h"
#include "bench/cbt/tree/tree.h"

#include "planted.kernels.h"

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
                                     .at = pass ? axes_at("pass:%s", pass) : NULL,
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

static void assert_result(const struct result *result, enum bench_status status, const char *reason)
{
    if (result->c.status != status || (reason && !strstr(result->reason, reason)))
        fail_msg("%s, '%s'", bench_status_name(result->c.status), result->reason);
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
    struct result result = run_frame(cbt_reduction_naive.build);
    assert_result(&result, BENCH_OK, NULL);
    hidden = GPU_SHADER_INT64;
    result = run_frame(cbt_reduction_naive.build);
    hidden = 0;
    assert_result(&result, BENCH_OK, NULL);
    result = run_frame(build_without_root);
    assert_result(&result, BENCH_FAILED_VERIFY, "frame 0: ");
    result = run_frame(build_swapped);
    assert_result(&result, BENCH_FAILED_VERIFY, "frame ");
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
    const struct result result = run_bench(&bench, 0, NULL);
    assert_result(&result, BENCH_FAILED_VERIFY, "frame 7");
}

/* The variants of a pool: the reference's leaves, and not those of another camera. */
static void pools_check(void)
{
    struct bench bench = cbt_frame;
    const struct bench_variant *first = cbt_frame.variants;
    while (strcmp(first->name, "ocbt") != 0)
        first++;
    for (int i = 0; i < 2; i++) {
        const struct bench_variant variants[] = { first[i], { 0 } };
        bench.variants = variants;
        bench.workload = cbt_frame.workload;
        struct result result = run_bench(&bench, 0, NULL);
        assert_result(&result, BENCH_OK, NULL);
        bench.workload = workload_late;
        result = run_bench(&bench, 0, NULL);
        assert_result(&result, BENCH_FAILED_VERIFY, "frame 7");
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

/* Another tree in the heap than the reference's list has. */
static bool workload_other_tree(struct bench_workload *workload)
{
    struct frame_scene *scene = workload->state;
    if (!cbt_draw.workload(workload))
        return false;
    cbt_heap_reset(&scene->start.heap, 8);
    return true;
}

/* Heights that the device has and the CPU's picture does not. */
static bool workload_flattened(struct bench_workload *workload)
{
    struct frame_scene *scene = workload->state;
    if (!cbt_draw.workload(workload))
        return false;
    for (size_t i = 0; i < cbt_heightmap_height_count(scene->map.levels); i++)
        scene->map.heights[i] /= 2;
    return true;
}

/* The first members of a draw's workload. */
struct draw_start {
    struct frame_scene scene;
    struct draw_pass_kind pass;
};

/* Normals that are wrong wherever they are drawn. */
static bool workload_normals(struct bench_workload *workload)
{
    struct draw_start *start = workload->state;
    if (!cbt_draw.workload(workload))
        return false;
    start->pass.fragment = &kernel_planted_cbt_gbuffer;
    return true;
}

/* A light that sees the same leaves, at another depth. */
static bool workload_light(struct bench_workload *workload)
{
    struct draw_start *start = workload->state;
    if (!cbt_draw.workload(workload))
        return false;
    start->scene.lights[FLIGHT_CASCADES - 1].near -= 0.01f;
    return true;
}

static void assert_draw(bool (*workload)(struct bench_workload *), const char *pass,
                        enum bench_status status, const char *reason)
{
    struct bench bench = cbt_draw;
    bench.workload = workload;
    const struct result result = run_bench(&bench, GPU_GRAPHICS, pass);
    assert_result(&result, status, reason);
}

TEST(test_draws)
{
    for (const char *const *pass = cbt_draw_pass_names; *pass; pass++) {
        assert_draw(cbt_draw.workload, *pass, BENCH_OK, NULL);
        if (SANITIZED && pass != cbt_draw_pass_names)
            continue;
        assert_draw(workload_other_tree, *pass, BENCH_FAILED_VERIFY, "plainly drawn");
        assert_draw(workload_flattened, *pass, BENCH_FAILED_VERIFY, NULL);
    }
    assert_draw(workload_flattened, "colour", BENCH_FAILED_VERIFY, "and cannot");
    assert_draw(workload_normals, "gbuffer", BENCH_FAILED_VERIFY, "another normal");
    assert_draw(workload_light, "cascades", BENCH_FAILED_VERIFY, "has the depth");
}
