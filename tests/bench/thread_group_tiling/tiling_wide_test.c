/* SPDX-License-Identifier: MIT */
/*
 * tiling_wide_test.c: the wide kernels beside gather are the reference's to the bit, on planes that
 * groups and blocks do not divide, and on planes larger than their picture; a result of which one
 * pass is left out is caught. The layouts put each texel at a place of its own. Which cache rho
 * goes by.
 */
#include "bench/thread_group_tiling/benches.h"
#include "bench/thread_group_tiling/orders.h"
#include "bench/thread_group_tiling/picture/picture.h"
#include "bench/thread_group_tiling/wide.h"
#include "harness/half.h"

#include "tests/context.h"
#include "tests/one_case.h"

static struct gpu *validated;

static const char *const points[] = {
    "width:61/height:43/layout:image/format:rgba16f/planes:3",
    "width:61/height:43/layout:linear/format:rgba32f/planes:4",
    "width:61/height:43/layout:block/format:rgba16f/planes:1",
    "width:61/height:43/layout:block/format:rgba32f/planes:2",
    "width:2603/height:27/layout:image/format:rgba16f/planes:2",
    "width:27/height:1501/layout:image/format:rgba32f/planes:1",
    "width:4000/height:40/layout:image/format:rgba16f/planes:2",
    "width:40/height:3000/layout:image/format:rgba32f/planes:1",
};

/* The last two but for --full. */
static size_t point_count(void)
{
    const size_t count = sizeof(points) / sizeof(points[0]);
    return device_full() ? count : count - 2;
}

static struct result run(const struct bench *bench, const struct bench_variant *variant,
                         const char *at)
{
    return one_case_of(.technique = &tiling_technique, .bench = bench, .variant = variant, .at = at,
                       .gpu = validated, .untimed = true);
}

TEST(test_right)
{
    const struct bench_variant *const dense = one_variant(&tiling_dense, "tiled_x"),
                                      *const pointwise = one_variant(&tiling_pointwise, "tiled_x"),
                                      *const two = one_variant(&tiling_two_passes, "hilbert");
    for (size_t k = 0; k < point_count(); k++) {
        assert_case_ended(run(&tiling_dense, dense, points[k]), BENCH_OK, "");
        assert_case_ended(run(&tiling_pointwise, pointwise, points[k]), BENCH_OK, "");
        assert_case_ended(run(&tiling_two_passes, two, points[k]), BENCH_OK, "");
    }
}

/* Leaves the first pass out: what it wrote before, or made the answer from, must not do for it. */
static void record_second(struct bench_case *c, struct gpu_commands *commands)
{
    struct tiling_wide_push push;
    const struct gpu_dispatch dispatch =
        tiling_wide_dispatch(tiling_wide_input_of(c), c->state, 1, &push);
    gpu_commands_dispatch(commands, &dispatch);
}

TEST(test_pass_left_out)
{
    struct bench_variant variant = *one_variant(&tiling_two_passes, "row_major");
    static const struct bench_method method = { .record = record_second };
    variant.method = &method;
    for (size_t k = 0; k < point_count(); k++)
        assert_case_ended(run(&tiling_two_passes, &variant, points[k]), BENCH_FAILED_VERIFY,
                          "wanted");
}

/* No two texels share a place, and none lies outside. */
TEST(test_layouts)
{
    static const uint32_t sizes[][2] = { { 1, 1 }, { 13, 9 }, { 64, 16 }, { 67, 23 } };
    for (int layout = TILING_LINEAR; layout <= TILING_BLOCK; layout++)
        for (uint32_t bytes = 8; bytes <= 16; bytes += 8)
            for (size_t i = 0; i < 4; i++) {
                const uint32_t width = sizes[i][0], height = sizes[i][1];
                const uint64_t texels = tiling_layout_texels(layout, bytes, width, height);
                CLEANUP(free_pointer) uint8_t *taken = calloc(texels, 1);
                assert_non_null(taken);
                for (uint32_t k = 0; k < width * height; k++) {
                    const uint64_t at =
                        tiling_layout_index(layout, bytes, width, k % width, k / width);
                    assert_true(at < texels && !taken[at]);
                    taken[at] = 1;
                }
            }
}

/* Worked by hand: 20 texels of 8 bytes are 3 blocks across. */
TEST(test_blocks)
{
    assert_int_equal(tiling_layout_index(TILING_BLOCK, 8, 20, 1, 0), 1);
    assert_int_equal(tiling_layout_index(TILING_BLOCK, 8, 20, 0, 1), 2);
    assert_int_equal(tiling_layout_index(TILING_BLOCK, 8, 20, 2, 0), 4);
    assert_int_equal(tiling_layout_index(TILING_BLOCK, 8, 20, 0, 2), 8);
    assert_int_equal(tiling_layout_index(TILING_BLOCK, 8, 20, 4, 4), 48);
    assert_int_equal(tiling_layout_index(TILING_BLOCK, 8, 20, 9, 8), 3 * 64 + 64 + 1);
    assert_int_equal(tiling_layout_index(TILING_BLOCK, 16, 20, 1, 0), 2);
    assert_int_equal(tiling_layout_index(TILING_BLOCK, 16, 20, 0, 1), 1);
    assert_int_equal(tiling_layout_index(TILING_BLOCK, 16, 20, 5, 9), 5 * 32 + 32 + 3);
    assert_int_equal(tiling_layout_texels(TILING_BLOCK, 8, 20, 9), 6 * 64);
    assert_int_equal(tiling_layout_texels(TILING_LINEAR, 8, 20, 9), 180);
}

static bool find(struct context *context, const char *option, const struct gpu_info *info,
                 struct tiling_cache_size *size)
{
    static const struct bench_option named = { .name = "cache-bytes" };
    const struct plan_option_value value = { &named, option };
    context_init(context, 1,
                 (struct context_values){ .options = &value, .option_count = option ? 1 : 0 });
    return tiling_cache_size_find(context, info, size);
}

TEST(test_cache_size)
{
    static const struct gpu_info h100 = { .vendor_id = 0x10de, .device_id = 0x2330 },
                                 software = { .kind = GPU_CPU }, other = { .vendor_id = 1 };
    static const char *const wrong[] = { "", "0", "-1", "4 MiB", "1e6", "99999999999999999999" };
    struct context context;
    struct tiling_cache_size size;
    assert_true(find(&context, NULL, &h100, &size) && size.bytes == 25 << 20);
    context_finish(&context);
    assert_true(find(&context, "4194304", &h100, &size) && size.bytes == 4 << 20);
    context_finish(&context);
    assert_true(find(&context, NULL, &software, &size) && size.bytes == 0);
    assert_holds(size.source, "software");
    context_finish(&context);
    assert_true(find(&context, NULL, &other, &size) && size.bytes == 0);
    assert_holds(size.source, "--cache-bytes");
    context_finish(&context);
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        assert_false(find(&context, wrong[i], &h100, &size));
        assert_holds(context_message(&context), "--cache-bytes");
        context_finish(&context);
    }
}

/* Nine taps over 59 rows, groups of 8 rows, three planes of 8 bytes. */
TEST(test_facts)
{
    CLEANUP(one_plan_finish) struct one_plan one;
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(false);
    one_plan_init(&one, &(struct one_case){ .technique = &tiling_technique,
                                            .bench = &tiling_gather,
                                            .filter = "/row_major",
                                            .at = "width:64" });
    CLEANUP(workload_destroy)
    struct bench_workload *workload = workload_create(&one.plan.groups[0], 1, NULL);
    assert_non_null(workload);
    assert_int_equal(fact_of(workload, "span_rows")->count, 59);
    assert_int_equal(fact_of(workload, "band_bytes")->count, 64 * (59 + 8) * 24);
    assert_int_equal(fact_of(workload, "working_set_bytes")->count, 64 * 36 * 24);
    assert_true(workload_upload(workload, gpu));
    if (gpu_info_is_software(gpu_info(gpu)))
        assert_true(isnan(fact_of(workload, "rho")->number) &&
                    isnan(fact_of(workload, "cache_bytes")->number));
    assert_true(strlen(fact_of(workload, "cache_source")->text) > 0);
    gpu_scope_destroy(&workload->context.scope);
}

int main(void)
{
    return device_unit_run(&validated, true);
}
