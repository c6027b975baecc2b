/* SPDX-License-Identifier: MIT */
/* half_test.c: halves survive the way there and back; rounding is to the nearest, ties to even. */
#include "harness/half.h"
#include "tests/unit.h"

TEST(test_all_halves)
{
    for (uint32_t half = 0; half < 0x10000; half++) {
        const float value = half_to_float((uint16_t)half);
        if ((half & 0x7fff) > 0x7c00)
            assert_true(isnan(value));
        else
            assert_int_equal(half_from_float(value), half);
    }
}

TEST(test_values)
{
    assert_true(half_to_float(0x3c00) == 1 && half_to_float(0xc000) == -2);
    assert_true(half_to_float(0x7bff) == 65504 && half_to_float(0x0400) == ldexpf(1, -14));
    assert_true(half_to_float(0x0001) == ldexpf(1, -24));
    assert_true(isinf(half_to_float(0x7c00)));
    assert_int_equal(half_from_float(NAN) & 0x7c00, 0x7c00);
    assert_true((half_from_float(NAN) & 0x3ff) != 0);
    assert_int_equal(half_from_float(65519), 0x7bff);
    assert_int_equal(half_from_float(65520), 0x7c00);
    assert_int_equal(half_from_float(1e30f), 0x7c00);
    assert_int_equal(half_from_float(1e-30f), 0);
    assert_int_equal(half_from_float(-1e-45f), 0x8000);
    assert_true(half_round(1e30f) == 65504 && half_round(-INFINITY) == -65504);
    assert_true(half_round(65519) == 65504 && half_round(0.1f) == half_to_float(0x2e66));
    assert_true(half_round(6.1e-5f) == 0 && half_round(-6.1e-5f) == 0);
    assert_int_equal(half_from_float(half_round(-6.1036e-5f)), 0x8400);
}

/* Between each half and the next: below the middle, at it, above it. */
TEST(test_rounding)
{
    for (uint32_t half = 0; half < 0x7bff; half++) {
        const float low = half_to_float((uint16_t)half);
        const float high = half_to_float((uint16_t)(half + 1));
        const float middle = low / 2 + high / 2; /* exact */
        const uint32_t even = half & 1 ? half + 1 : half;
        assert_int_equal(half_from_float(nextafterf(middle, 0)), half);
        assert_int_equal(half_from_float(middle), even);
        assert_int_equal(half_from_float(-middle), even | 0x8000);
        assert_int_equal(half_from_float(nextafterf(middle, INFINITY)), half + 1);
    }
}
