/* SPDX-License-Identifier: MIT */
/* Charts: axes have ticks, and one wide interval does not press all points together. */
#include "harness/views/figure/figure.h"
#include "tests/unit.h"

TEST(test_axes)
{
    static const struct {
        struct figure_axis axis;
        double values[2];
    } cases[] = {
        { { "", FIGURE_NS, NULL, true, 0, 0, false }, { 2e3, 9e6 } },
        { { "", FIGURE_NS, NULL, true, 0, 0, false }, { 5000, 5001 } },
        { { "", FIGURE_BYTES, NULL, true, 0, 0, false }, { 65536, 134217728 } },
        { { "", FIGURE_WHOLE, NULL, false, 0, 0, false }, { 1, 10 } },
        { { "", FIGURE_PLAIN, NULL, false, 0, 0, false }, { 0.4, 5.78 } },
        { { "", FIGURE_PLAIN, NULL, false, 0, 0, false }, { -3, 12 } },
        { { "", FIGURE_RATE, "B/s", true, 0, 0, false }, { 1e9, 3e12 } },
        { { "", FIGURE_PLAIN, NULL, true, 0, 0, false }, { 7, 7 } },
        { { "", FIGURE_PLAIN, NULL, false, 0, 0, false }, { NAN, INFINITY } },
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct figure_axis axis = cases[i].axis;
        double ticks[FIGURE_AXIS_TICKS_MAX];
        char text[32];
        for (int k = 0; k < 2; k++)
            figure_axis_hold(&axis, cases[i].values[k]);
        figure_axis_round(&axis);
        assert_true(axis.low < axis.high);
        const size_t count = figure_axis_ticks(&axis, 6, ticks);
        if (count < 2 || count > 14)
            fail_msg("axis %zu has %zu ticks", i, count);
        for (size_t k = 0; k < count; k++) {
            figure_axis_format(&axis, ticks[k], text);
            assert_true(ticks[k] >= axis.low && ticks[k] <= axis.high * 1.0001);
            assert_true(*text && strlen(text) < 16);
            assert_true(k == 0 || ticks[k] > ticks[k - 1]);
        }
    }
    struct figure_axis log = { .log = true };
    assert_false(figure_axis_shows(&log, 0));
    assert_false(figure_axis_shows(&log, -1));
    assert_false(figure_axis_shows(&log, NAN));
}

TEST(test_wide_whisker)
{
    static const struct figure_point points[] = {
        { 1, 100, 90, 110, NULL },
        { 2, 120, 110, 130, NULL },
        { 3, 110, 100, 9000, NULL },
    };
    const struct figure_series series = { .name = "s", .points = points, .count = 3 };
    const struct figure_chart chart = { .title = "t",
                                        .x = { .label = "x", .unit = FIGURE_WHOLE },
                                        .y = { .label = "y", .unit = FIGURE_NS, .log = true },
                                        .series = &series,
                                        .series_count = 1 };
    struct figure_axis x, y;
    figure_axes(&chart, &x, &y);
    assert_true(y.low < 90 && y.high > 130 && y.high < 300);
}
