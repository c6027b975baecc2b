/* SPDX-License-Identifier: MIT */
/*
 * tile_planted_test.c: kernels that read the pyramid from an image, bad on purpose, images with a
 * wrong texel, and a single launch without one of its barriers and atomics: the check must catch
 * each, and let the right ones pass.
 */
#include "bench/tile_subdivision/tiles.h"

#include "planted.kernels.h"
#include "tile_subdivision.kernels.h"

#include "tests/one_case.h"
#include "tests/source_lines.h"

/* The substitute of a kernel; NULL: none. */
static const struct gpu_shader *original, *planted;
/* The map with a wrong texel, one that decides over no tile: its place; NULL: none. */
static const char *wrong_place;
static bool average; /* the maps of the bench `average`, in place of one */

static bool setup(struct bench_case *c)
{
    if (!tiles_listed.setup(c))
        return false;
    const float above_every_threshold[4] = { 1e30f };
    const bool wrong = wrong_place && strcmp(wrong_place, tiles_input(c)->place) == 0;
    return !wrong || gpu_image_fill(tiles_state(c)->image, tiles_input(c)->pyramid.top,
                                    above_every_threshold);
}

static struct result run_variant(const char *name, bool validate)
{
    const struct bench *bench = tiles_technique.benches[average ? 2 : 0];
    struct bench_variant variant = *one_variant(bench, name);
    struct bench_method method = *variant.method;
    const bool subtree = strcmp(name, "subtree") == 0;
    method.setup = setup;
    variant.method = &method;
    return one_case_of(.technique = &tiles_technique, .bench = bench, .variant = &variant,
                       .planted = { { original, planted } },
                       .at = unit_text("map:%s/top:6/source:image%s", average ? "teapot" : "scene",
                                       subtree ? "/subtree_levels:3" : ""),
                       .validate = validate, .samples = 2);
}

TEST(test_right_images_pass)
{
    for (int i = 0; i < 2; i++) {
        average = i == 1;
        assert_case_ended(run_variant("per_level", true), BENCH_OK, "");
        assert_case_ended(run_variant("subtree", true), BENCH_OK, "");
    }
    average = false;
}

/* The root is split with it as without it: only the comparison of texels can see it. */
TEST(test_wrong_texel)
{
    wrong_place = "";
    assert_case_ended(run_variant("subtree", false), BENCH_FAILED_VERIFY,
                      "mip level 6: 1 of 1 is wrong: texel (0, 0) is 7149f2ca");
    assert_case_ended(run_variant("per_level", false), BENCH_FAILED_VERIFY,
                      "mip level 6: 1 of 1 is wrong: texel (0, 0) is 7149f2ca");
    average = true;
    wrong_place = "direction 5 of 16: ";
    assert_case_ended(run_variant("subtree", false), BENCH_FAILED_VERIFY,
                      "direction 5 of 16: mip level 6: 1 of 1 is wrong: texel (0, 0) is 7149f2ca");
    average = false;
    wrong_place = NULL;
}

static void assert_caught(const char *variant, const struct gpu_shader *shipped,
                          const struct gpu_shader *bad)
{
    original = shipped;
    planted = bad;
    const struct result result = run_variant(variant, false);
    assert_case_ended(result, BENCH_FAILED_VERIFY, NULL);
    assert_int_equal(result.c.sample_count, 0);
    original = planted = NULL;
}

TEST(test_bad_kernels)
{
    assert_caught("subtree", &kernel_tile_subdivision_subtree_image,
                  &kernel_planted_tiles_image_level);
    assert_caught("per_level", &kernel_tile_subdivision_per_level_image,
                  &kernel_planted_tiles_image_turned);
    assert_caught("per_level", &kernel_tile_subdivision_per_level_top_image,
                  &kernel_planted_tiles_image_corner);
}

/* Single launch ------------------------------------------------------------------------------- */

static uint32_t single_line, single_packed, single_ticket; /* that the set-up leaves */

static bool setup_single(struct bench_case *c)
{
    if (!tiles_listed.setup(c))
        return false;
    tiles_state(c)->kernel =
        kernel_create_with(c->context.scope, &kernel_planted_tiles_single_launch, 7, 0, 256, 5, 1,
                           single_packed, single_line);
    return gpu_buffer_write(tiles_state(c)->control, 4, &single_ticket, 4);
}

static void record_single(struct bench_case *c, struct gpu_commands *commands)
{
    struct tiles_push push = { 0 };
    struct gpu_dispatch dispatch = tiles_dispatch(c, tiles_state(c)->kernel, &push);
    dispatch.groups[0] = dispatch.groups[1] = 4;
    gpu_commands_dispatch(commands, &dispatch);
}

/* Without what stands on that line of the kernel; 0: with all. */
static struct result run_single(uint32_t packed, uint32_t line)
{
    const struct bench *bench = tiles_technique.benches[0];
    struct bench_variant variant = *one_variant(bench, "single_launch");
    struct bench_method method = *variant.method;
    method.setup = setup_single;
    method.record = record_single;
    variant.method = &method;
    single_packed = packed;
    single_line = line;
    return one_case_of(.technique = &tiles_technique, .bench = bench, .variant = &variant,
                       .at = "map:scene/top:7", .samples = 2);
}

/* Every barrier and every atomic. What Mesa's CPU driver does in order without is run all the same:
 * the first thread of a group, which clears the group's count, runs first there. */
TEST(test_single_launch)
{
    enum { SEEN = 1 };
    static const struct {
        const char *call;
        uint32_t count, packed, seen; /* `seen` of the first, the second, ...: bits */
        const char *reason;
    } calls[] = {
        { "barrier()", 2, 1, SEEN, NULL },
        { "memoryBarrierBuffer()", 2, 0, 0, NULL },
        { "atomicAdd(", 4, 1, SEEN | SEEN << 3, NULL }, /* the packed ticket's; the group's */
        { "atomicAdd(", 4, 0, SEEN << 1 | SEEN << 2 | SEEN << 3, NULL },
        { "atomicExchange(", 2, 1, SEEN, "state: word 1 of control is 00000001 after" },
        { "atomicExchange(", 2, 0, SEEN | SEEN << 1, "of control is 00000001 after" },
    };
    uint32_t lines[8];
    for (uint32_t packed = 0; packed < 2; packed++)
        assert_case_ended(run_single(packed, 0), BENCH_OK, "");
    single_ticket = 1;
    assert_case_ended(run_single(1, 0), BENCH_FAILED_VERIFY,
                      "state: word 1 of control is 00000001 before");
    single_ticket = 0;
    for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
        assert_int_equal(
            source_lines("tile_subdivision/single_launch.glsl", calls[i].call, lines, 8),
            calls[i].count);
        for (uint32_t k = 0; k < calls[i].count; k++) {
            const struct result result = run_single(calls[i].packed, lines[k]);
            if ((calls[i].seen >> k & 1) != 0)
                assert_case_ended(result, BENCH_FAILED_VERIFY, calls[i].reason);
            else
                print_message("%s %u: %s\n", calls[i].call, k + 1,
                              bench_status_name(result.c.status));
        }
    }
}
