/* SPDX-License-Identifier: MIT */
/* tiling_denoise_test.c: the filter of one pixel by hand; its weights stop at edges, and stay
 * finite. */
#include "bench/thread_group_tiling/picture/picture.h"

#include "tests/context.h"

#include <float.h>

TEST(test_reciprocal)
{
    for (int exponent = -100; exponent <= 100; exponent++)
        for (int i = 0; i < 512; i++) {
            const float x = ldexpf(1 + (float)i / 512, exponent);
            const double off = (double)tiling_reciprocal(x) * x - 1;
            assert_true(fabs(off) < ldexp(1, -22));
        }
    assert_true(tiling_reciprocal(1) <= 1);
}

/* All alike: grey of 1/2 with variance 1/4, facing the viewer at distance 4. */
static void make_even(struct tiling_atrous_tap taps[TILING_ATROUS_TAPS])
{
    for (int i = 0; i < TILING_ATROUS_TAPS; i++)
        taps[i] = (struct tiling_atrous_tap){ .light = { 0.5f, 0.5f, 0.5f, 0.25f },
                                              .guide = { 0, 0, 1, 4 },
                                              .inside = true };
}

static bool near(double value, double wanted)
{
    return fabs(value - wanted) <= 1e-5 * fabs(wanted);
}

/* Weights are those of the binomials alone: their squares sum up to (35/128)^2. A pixel that has
 * nothing around it stays. */
TEST(test_even_and_alone)
{
    struct tiling_atrous_tap taps[TILING_ATROUS_TAPS];
    float result[4];
    make_even(taps);
    tiling_atrous_filter(taps, result);
    for (int k = 0; k < 3; k++)
        assert_true(near((double)result[k], 0.5));
    assert_true(near((double)result[3], 0.25 * 35 * 35 / 128 / 128));
    memset(taps, 0, sizeof(taps));
    taps[TILING_ATROUS_CENTRE] = (struct tiling_atrous_tap){ .light = { 8, 4, 2, 0.25f },
                                                             .guide = { 1, 0, 0, 3 },
                                                             .inside = true };
    tiling_atrous_filter(taps, result);
    assert_true(near((double)result[0], 8) && near((double)result[1], 4));
    assert_true(near((double)result[2], 2) && near((double)result[3], 0.25));
}

/* The tap two to the right and one down, of weight 1/64 with all else even, has another light; what
 * it is to be worth is `factor` of that. */
static void assert_tap_counts(const struct tiling_atrous_tap *tap, double factor)
{
    struct tiling_atrous_tap taps[TILING_ATROUS_TAPS];
    float result[4];
    make_even(taps);
    taps[TILING_ATROUS_CENTRE + TILING_ATROUS_SIDE + 2] = *tap;
    tiling_atrous_filter(taps, result);
    const double weight = factor / 64;
    const double wanted =
        (0.5 * (63.0 / 64) + weight * (double)tap->light[0]) / (63.0 / 64 + weight);
    assert_true(near((double)result[0], wanted));
}

TEST(test_weights)
{
    const struct tiling_atrous_tap even = { .light = { 1, 1, 1, 0.25f },
                                            .guide = { 0, 0, 1, 4 },
                                            .inside = true };
    const double spread = 16 * 0.25 + ldexp(1, -13), may = 4.0 / 256 + ldexp(1, -13);
    const double light = spread / (spread + 0.25);
    struct tiling_atrous_tap tap = even;
    assert_tap_counts(&tap, light);
    tap.guide[3] = 4.125f;
    assert_tap_counts(&tap, light * may * may / (may * may + 0.125 * 0.125));
    tap = even;
    tap.guide[0] = 0.6f, tap.guide[2] = 0.75f;
    assert_tap_counts(&tap, light * pow(0.75, 32));
    tap.guide[2] = 0.4375f; /* more than 60 degrees off */
    assert_tap_counts(&tap, 0);
    tap.guide[2] = -1;
    assert_tap_counts(&tap, 0);
    tap = even;
    tap.inside = false;
    assert_tap_counts(&tap, 0);
}

/* A floor seen at a slant: depth grows evenly, and is no edge. */
TEST(test_slant)
{
    struct tiling_atrous_tap taps[TILING_ATROUS_TAPS];
    float result[4], step[4];
    make_even(taps);
    for (int i = 0; i < TILING_ATROUS_TAPS; i++) {
        taps[i].guide[3] = 4 + 0.5f * (float)(i / TILING_ATROUS_SIDE - 2);
        taps[i].light[0] = i < 10 ? 0.25f : 0.5f;
    }
    tiling_atrous_filter(taps, result);
    for (int i = 0; i < TILING_ATROUS_TAPS; i++) /* the two rows above lie far away */
        taps[i].guide[3] = i < 10 ? 9 : 4;
    tiling_atrous_filter(taps, step);
    assert_true(result[0] < 0.47f && step[0] > 0.499f);
}

/* Whatever halves there are, no number is infinite, none below the normal ones. */
TEST(test_extremes)
{
    static const float values[] = { 0, 6.103515625e-5f, 1, 64, 65504, -65504 };
    enum { VALUES = sizeof(values) / sizeof(values[0]) };
    struct tiling_atrous_tap taps[TILING_ATROUS_TAPS];
    for (int i = 0; i < VALUES * VALUES * VALUES; i++) {
        float result[4];
        make_even(taps);
        for (int k = 0; k < TILING_ATROUS_TAPS; k += 1 + i % 3) {
            taps[k].light[0] = fabsf(values[i % VALUES]);
            taps[k].light[3] = fabsf(values[i / VALUES % VALUES]);
            taps[k].guide[3] = fabsf(values[i / VALUES / VALUES]);
        }
        tiling_atrous_filter(taps, result);
        for (int k = 0; k < 4; k++)
            assert_true(isfinite(result[k]) && (result[k] == 0 || result[k] >= FLT_MIN));
    }
}
