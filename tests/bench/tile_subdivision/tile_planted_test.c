/* SPDX-License-Identifier: MIT */
/*
 * tile_planted_test.c: kernels that read the pyramid from an image, bad on purpose, and images with
 * a wrong texel: the check must catch each, and let the right ones pass.
 */
#include "bench/tile_subdivision/device.h"
#include "bench/tile_subdivision/technique.h"
#include "harness/gpu/image.h"

#include "planted.kernels.h"
#include "tile_subdivision.kernels.h"

#include "tests/one_case.h"

/* What stands in for a kernel; NULL: nothing. */
static const struct gpu_shader *original, *planted;
/* The map with a wrong texel, one that decides over no tile: its place; NULL: none. */
static const char *wrong_place;
static bool average; /* the maps of the bench `average`, in place of one */

static bool setup(struct bench_case *c, const struct bench_method *method)
{
    static struct gpu_replacement replacement;
    replacement = (struct gpu_replacement){ .original = original, .shader = planted };
    if (planted)
        gpu_scope_replace(c->context.scope, &replacement, 1);
    if (!method->setup(c))
        return false;
    const float above_every_threshold = 1e30f;
    const bool wrong = wrong_place && strcmp(wrong_place, tiles_input(c)->place) == 0;
    return !wrong || gpu_image_fill(tiles_state(c)->image, tiles_input(c)->pyramid.top,
                                    &above_every_threshold);
}

static bool setup_per_level(struct bench_case *c)
{
    return setup(c, &tiles_per_level);
}

static bool setup_subtree(struct bench_case *c)
{
    return setup(c, &tiles_subtree);
}

static struct result run_variant(const char *name, bool validate)
{
    const struct bench *bench = tiles_technique.benches[average ? 2 : 0];
    struct bench_variant variant = *one_variant(bench, name);
    struct bench_method method = *variant.method;
    const bool subtree = variant.method == &tiles_subtree;
    method.setup = subtree ? setup_subtree : setup_per_level;
    variant.method = &method;
    return one_case_run(&(struct one_case){ .technique = &tiles_technique,
                                            .bench = bench,
                                            .variant = &variant,
                                            .axes = { { "map", average ? "teapot" : "scene" },
                                                      { "top", "6" },
                                                      { "source", "image" },
                                                      { subtree ? "subtree_levels" : NULL, "3" } },
                                            .validate = validate,
                                            .seed = 1,
                                            .samples = 2 });
}

static void test_right_images_pass(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        average = i == 1;
        struct result result = run_variant("per_level", true);
        assert_case_ended(&result, BENCH_OK, "");
        result = run_variant("subtree", true);
        assert_case_ended(&result, BENCH_OK, "");
    }
    average = false;
}

/* The root is split with it as without it: only the comparison of texels can see it. */
static void test_wrong_texel(void **state)
{
    (void)state;
    wrong_place = "";
    struct result result = run_variant("subtree", false);
    assert_case_ended(&result, BENCH_FAILED_VERIFY, "texel 0 of mip level 6 is 7149f2ca");
    result = run_variant("per_level", false);
    assert_case_ended(&result, BENCH_FAILED_VERIFY, "texel 0 of mip level 6 is 7149f2ca");
    average = true;
    wrong_place = "direction 5 of 16: ";
    result = run_variant("subtree", false);
    assert_case_ended(&result, BENCH_FAILED_VERIFY,
                      "direction 5 of 16: texel 0 of mip level 6 is 7149f2ca");
    average = false;
    wrong_place = NULL;
}

static void assert_caught(const char *variant, const struct gpu_shader *shipped,
                          const struct gpu_shader *bad)
{
    original = shipped;
    planted = bad;
    const struct result result = run_variant(variant, false);
    assert_case_ended(&result, BENCH_FAILED_VERIFY, NULL);
    assert_int_equal(result.sample_count, 0);
    original = planted = NULL;
}

static void test_bad_kernels(void **state)
{
    (void)state;
    assert_caught("subtree", &kernel_tile_subdivision_subtree_image,
                  &kernel_planted_tiles_image_level);
    assert_caught("per_level", &kernel_tile_subdivision_per_level_image,
                  &kernel_planted_tiles_image_turned);
    assert_caught("per_level", &kernel_tile_subdivision_per_level_top_image,
                  &kernel_planted_tiles_image_corner);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_right_images_pass),
        cmocka_unit_test(test_wrong_texel),
        cmocka_unit_test(test_bad_kernels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
