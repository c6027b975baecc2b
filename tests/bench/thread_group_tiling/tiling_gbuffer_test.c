/* SPDX-License-Identifier: MIT */
/* tiling_gbuffer_test.c: the planes are halves, the same for the same seed, and what their header
 * says. */
#include "bench/thread_group_tiling/picture/picture.h"
#include "harness/half.h"

#include "tests/context.h"

static uint64_t hash_of(const struct tiling_gbuffer *gbuffer)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (int plane = 0; plane < TILING_PLANES; plane++)
        for (size_t i = 0; i < (size_t)gbuffer->width * gbuffer->height * 4; i++) {
            const uint16_t half = half_from_float(gbuffer->planes[plane][i]);
            assert_true(isfinite(gbuffer->planes[plane][i]));
            assert_true(half_to_float(half) == gbuffer->planes[plane][i]);
            assert_true((half & 0x7fff) == 0 || (half & 0x7c00) != 0);
            hash = (hash ^ half) * UINT64_C(0x100000001b3);
        }
    return hash;
}

static uint64_t render_hash(uint64_t seed, uint32_t width, uint32_t height)
{
    CLEANUP(context_finish) struct context context = context_of(seed, NULL);
    struct tiling_gbuffer gbuffer;
    assert_true(tiling_gbuffer_render(&context, width, height, &gbuffer));
    assert_true(gbuffer.width == width && gbuffer.height == height);
    return hash_of(&gbuffer);
}

/* The hash is of this machine's; any other must have the same. */
TEST(test_same_bits)
{
    const uint64_t first = render_hash(1, 97, 55);
    assert_true(first == render_hash(1, 97, 55));
    assert_true(first != render_hash(2, 97, 55));
    assert_int_equal(first, UINT64_C(0xa39b2dbbaa81d20b));
    render_hash(1, 1, 1);
}

TEST(test_values)
{
    enum { WIDTH = 128, HEIGHT = 72 };
    CLEANUP(context_finish) struct context context = context_of(1, NULL);
    struct tiling_gbuffer gbuffer;
    assert_true(tiling_gbuffer_render(&context, WIDTH, HEIGHT, &gbuffer));
    for (size_t i = 0; i < (size_t)WIDTH * HEIGHT; i++) {
        const float *light = gbuffer.planes[0] + 4 * i, *normal = gbuffer.planes[1] + 4 * i;
        const float *albedo = gbuffer.planes[2] + 4 * i, *position = gbuffer.planes[3] + 4 * i;
        const float square = normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2];
        assert_true(square == 0 || fabsf(square - 1) < 0.01f);
        assert_true(square > 0 || light[0] == 11);
        assert_true(normal[3] > 2.3f && normal[3] < 6.5f);
        assert_true(light[0] >= 0 && light[0] < 40 && light[3] > 0 && light[3] <= TILING_FAR);
        assert_true(albedo[0] > 0 && albedo[0] <= 1 && albedo[3] >= 0);
        assert_true(fabsf(position[2] + normal[3] - 4.4f) < 0.01f);
        assert_true(position[3] > 0 && position[3] <= 1);
    }
}

/* Wide pictures see past the room. */
TEST(test_nothing_seen)
{
    CLEANUP(context_finish) struct context context = context_of(1, NULL);
    struct tiling_gbuffer gbuffer;
    assert_true(tiling_gbuffer_render(&context, 64, 8, &gbuffer));
    assert_true(gbuffer.planes[0][3] == TILING_FAR && gbuffer.planes[1][3] == TILING_FAR);
    assert_true(gbuffer.planes[1][0] == 0 && gbuffer.planes[1][1] == 0);
    assert_true(gbuffer.planes[2][0] == 1 && gbuffer.planes[2][3] == 0);
    hash_of(&gbuffer);
}
