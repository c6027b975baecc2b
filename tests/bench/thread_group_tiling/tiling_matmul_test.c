/* SPDX-License-Identifier: MIT */
/*
 * tiling_matmul_test.c: the matrix product is right in every order, on shapes that tiles do not
 * divide; a kernel without the clamp of the last tile is caught where it is wrong;
 * what a device cannot run says why; digests and shapes.
 */
#include "bench/thread_group_tiling/benches.h"

#include "planted.kernels.h"
#include "thread_group_tiling.kernels.h"

#include "tests/context.h"
#include "tests/one_case.h"

static struct gpu *gpu; /* with validation */

/* The substitute of a kernel; NULL: none. */
static const struct gpu_shader *original, *planted;

static struct result run(const char *order, const char *at)
{
    return one_case_of(.technique = &tiling_technique, .bench = &tiling_matmul,
                       .variant = one_variant(&tiling_matmul, order),
                       .planted = { { original, planted } }, .at = at, .gpu = gpu, .untimed = true);
}

static struct result run_plain(const char *order, const char *at)
{
    return run(order, unit_text("path:plain/%s", at));
}

TEST(test_every_order)
{
    for (const struct bench_variant *v = tiling_matmul.variants; v->name; v++) {
        bool has_n = false;
        for (const struct bench_axis *axis = v->axes; axis && axis->name; axis++)
            has_n = has_n || strcmp(axis->name, "n") == 0;
        assert_case_ended(run_plain(v->name, unit_text("shape:330x392x40%s", has_n ? "/n:2" : "")),
                          BENCH_OK, "");
    }
}

TEST(test_shapes)
{
    static const char *const shapes[] = { "1x8x8", "128x128x16", "200x136x72", "257x8x136" };
    for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++)
        assert_case_ended(run_plain("tiled_y", unit_text("shape:%s/n:16", shapes[i])), BENCH_OK,
                          "");
}

/* Three rows of tiles, which 2 does not divide, then five and 4: what is left unwritten is found by
 * the whole product, and in a larger one by the digests. */
TEST(test_missing_clamp)
{
    original = &kernel_thread_group_tiling_matmul_plain;
    planted = &kernel_planted_tiling_matmul;
    assert_case_ended(run_plain("tiled_y", "shape:256x264x8/n:2"), BENCH_OK, "");
    assert_case_ended(run_plain("tiled_y", "shape:300x264x8/n:2"), BENCH_FAILED_VERIFY,
                      "element (256, 256) is");
    assert_case_ended(run_plain("tiled_y", "shape:520x512x96/n:4"), BENCH_FAILED_VERIFY, "row 512");
    planted = NULL;
}

TEST(test_unsupported)
{
    if (!gpu)
        skip();
    const struct gpu_info *info = gpu_info(gpu);
    const bool matrices = info->features & GPU_COOPERATIVE_MATRIX && info->subgroup_size == 32;
    assert_case_ended(run("row_major", "shape:264x264x40/path:coopmat"),
                      matrices ? BENCH_OK : BENCH_UNSUPPORTED,
                      matrices ? "" : "VK_NV_cooperative_matrix");
    if (gpu_info_is_software(info))
        assert_case_ended(run_plain("row_major", "shape:2048x2048x2048"), BENCH_UNSUPPORTED,
                          "says nothing");
}

TEST(test_shape_read)
{
    struct tiling_shape shape;
    static const char *const wrong[] = { "",          "8x8",       "0x8x8",        "8x12x8",
                                         "8x8x12",    "08x8x8",    "8x8x8x",       "65536x8x8",
                                         "8x65544x8", "8x8x65544", "65535x65536x8" };
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
        assert_false(tiling_shape_read(wrong[i], &shape));
    assert_true(tiling_shape_read("16384x16384x2560", &shape));
    assert_int_equal(shape.m, 16384);
    assert_int_equal(shape.k, 2560);
}

/* The digests of a product are those that its elements have. */
TEST(test_digests)
{
    struct tiling_matrices matrices;
    CLEANUP(context_finish) struct context context = context_of(3, NULL);
    assert_true(tiling_matrices_make(&context, (struct tiling_shape){ 5, 24, 16 }, &matrices));
    assert_non_null(matrices.product);
    for (uint32_t row = 0; row < 5; row++) {
        uint32_t digest = 0;
        for (uint32_t i = 0; i < 24; i++) {
            const float element = matrices.product[row * 24 + i];
            digest += (uint32_t)(int32_t)element * matrices.weights[i];
            assert_true(element == tiling_matrices_element(&matrices, row, i));
        }
        assert_int_equal(digest, matrices.digests[row]);
    }
}

int main(void)
{
    return device_unit_run(&gpu, true);
}
