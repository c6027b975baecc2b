/* SPDX-License-Identifier: MIT */
/*
 * tiling_map_alone_test.c: the map of each order on the device is the reference's on grids that
 * tiles do not divide, once and followed many times; kernels with the known mistakes are caught,
 * on the grids where they are mistakes.
 */
#include "bench/thread_group_tiling/benches.h"

#include "planted.kernels.h"
#include "thread_group_tiling.kernels.h"

#include "tests/one_case.h"

/* The substitute of the kernel; NULL: none. */
static const struct gpu_shader *planted;

/* Tickets that are gone when an execution begins: few enough that what is written past the end is
 * written to the guard. */
static uint32_t tickets_gone;

static void reset(struct bench_case *c, struct gpu_commands *commands)
{
    struct gpu_buffer *buffers[2] = { NULL };
    const size_t count = gpu_scope_buffers(c->context.scope, buffers, 2);
    if (tickets_gone == 0)
        tiling_map_alone.method.reset(c, commands);
    else if (count == 2)
        gpu_commands_fill(commands, buffers[1], 0, 4, tickets_gone);
}

/* Values of axes, with N where the order has one. */
static struct result run(const char *order, const char *at, const char *n)
{
    struct bench_variant variant = *one_variant(&tiling_map_alone, order);
    const struct bench_method method = { .reset = reset };
    const bool has_n = strcmp(variant.axes->name, "n") == 0;
    variant.method = &method;
    return one_case_of(.technique = &tiling_technique, .bench = &tiling_map_alone,
                       .variant = &variant,
                       .planted = { { &kernel_thread_group_tiling_map_alone, planted } },
                       .at = axes_at("%s%s%s", at, has_n ? "/n:" : "", has_n ? n : ""),
                       .gpu = planted ? devices.plain : devices.validated, .untimed = true);
}

TEST(test_every_order)
{
    static const char *const points[][2] = { { "grid:1x1/maps:1/launch:id", "5" },
                                             { "grid:1x1/maps:6/launch:id", "16" },
                                             { "grid:37x23/maps:1/launch:id", "5" },
                                             { "grid:37x23/maps:6/launch:id", "16" },
                                             { "grid:37x23/maps:5/launch:ticket", "5" } };
    for (const struct bench_variant *v = tiling_map_alone.variants; v->name; v++)
        for (size_t i = 0; i < sizeof(points) / sizeof(points[0]); i++)
            assert_case_ended(run(v->name, points[i][0], points[i][1]), BENCH_OK, "");
}

TEST(test_counter_not_at_0)
{
    tickets_gone = 5;
    assert_case_ended(run("row_major", "grid:37x23/maps:1/launch:ticket", "1"), BENCH_FAILED_VERIFY,
                      "wrote outside of buffer launches");
    tickets_gone = 0;
}

TEST(test_wide_and_tall)
{
    static const char *const orders[] = { "row_major", "tiled_x", "hilbert", NULL };
    for (size_t i = 0; orders[i]; i++) {
        assert_case_ended(run(orders[i], "grid:4097x3/maps:1/launch:id", "64"), BENCH_OK, "");
        assert_case_ended(run(orders[i], "grid:3x4097/maps:1/launch:id", "64"), BENCH_OK, "");
    }
}

/* Known mistakes, on exactly the grids where they are some. */
TEST(test_planted)
{
    static const struct {
        const struct gpu_shader *kernel;
        const char *grid;
        bool caught;
    } rows[] = {
        { &kernel_planted_tiling_clamp, "32x9", false },
        { &kernel_planted_tiling_clamp, "33x9", true },
        { &kernel_planted_tiling_clamp, "31x9", true },
        /* The published snippet fails where the grid is narrower than N and has more than N
         * groups. */
        { &kernel_planted_tiling_post, "33x9", false },
        { &kernel_planted_tiling_post, "8x2", false },
        { &kernel_planted_tiling_post, "15x9", true },
        { &kernel_planted_tiling_swapped, "32x9", true },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        planted = rows[i].kernel;
        assert_case_ended(run("tiled_x", axes_at("grid:%s/maps:1/launch:id", rows[i].grid), "16"),
                          rows[i].caught ? BENCH_FAILED_VERIFY : BENCH_OK,
                          rows[i].caught ? NULL : "");
    }
    planted = NULL;
}

int main(void)
{
    return unit_run(devices_begin, devices_end);
}
