/* SPDX-License-Identifier: MIT */
/* Charts: no text leaves the canvas, whatever it says; what is hostile stays text; axes have ticks;
 * identical charts are identical bytes. */
#include "harness/views/svg/svg_chart.h"

#include "harness/base/markup.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static char *printed(const struct svg_chart *chart)
{
    static char *text; /* static: what gcc 12 says of a stream's own is not so */
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    assert_non_null(out);
    svg_chart_print(out, chart);
    fclose(out);
    return text;
}

static double attribute(const char *element, const char *name, double otherwise)
{
    char key[32];
    snprintf(key, sizeof(key), " %s=\"", name);
    const char *end = strchr(element, '>'), *at = strstr(element, key);
    return at && at < end ? atof(at + strlen(key)) : otherwise;
}

/* Copies the text between tags, with entities replaced. */
static void content(const char *element, char *text, size_t bytes)
{
    static const char *const entities[][2] = {
        { "&amp;", "&" }, { "&lt;", "<" }, { "&gt;", ">" }, { "&quot;", "\"" }, { "&#39;", "'" }
    };
    const char *at = strchr(element, '>') + 1;
    size_t used = 0;
    while (*at != '<' && used + 1 < bytes) {
        size_t i = 0;
        while (i < 5 && strncmp(at, entities[i][0], strlen(entities[i][0])) != 0)
            i++;
        text[used++] = i < 5 ? entities[i][1][0] : *at;
        at += i < 5 ? strlen(entities[i][0]) : 1;
    }
    text[used] = 0;
}

/* Returns how many texts there are, all of them within the canvas. */
static size_t texts_inside(const char *svg)
{
    double width = 0, height = 0;
    size_t count = 0;
    assert_int_equal(sscanf(strstr(svg, "viewBox="), "viewBox=\"0 0 %lf %lf\"", &width, &height),
                     2);
    for (const char *at = strstr(svg, "<text "); at; at = strstr(at + 1, "<text ")) {
        char text[512];
        const double x = attribute(at, "x", NAN), y = attribute(at, "y", NAN);
        const double size = attribute(at, "font-size", 12);
        const char *end = strchr(at, '>'), *anchor = strstr(at, "text-anchor=\"");
        content(at, text, sizeof(text));
        const double own = svg_text_width(text, size);
        const double part = !anchor || anchor > end ? 0 : anchor[13] == 'm' ? 0.5 : 1;
        if (x - part * own < -0.01 || x + (1 - part) * own > width + 0.01 || y < size * 0.8 ||
            y > height - 2)
            fail_msg("'%s' at %g, %g of %g wide leaves %g x %g", text, x, y, own, width, height);
        count++;
    }
    return count;
}

static void test_axes(void **state)
{
    static const struct {
        struct svg_axis axis;
        double values[2];
    } cases[] = {
        { { "", SVG_NS, NULL, true, false, 0, 0, false }, { 2e3, 9e6 } },
        { { "", SVG_NS, NULL, true, false, 0, 0, false }, { 5000, 5001 } },
        { { "", SVG_BYTES, NULL, true, false, 0, 0, false }, { 65536, 134217728 } },
        { { "", SVG_WHOLE, NULL, false, false, 0, 0, false }, { 1, 10 } },
        { { "", SVG_PLAIN, NULL, false, true, 0, 0, false }, { 0.4, 5.78 } },
        { { "", SVG_PLAIN, NULL, false, false, 0, 0, false }, { -3, 12 } },
        { { "", SVG_RATE, "B/s", true, false, 0, 0, false }, { 1e9, 3e12 } },
        { { "", SVG_PLAIN, NULL, true, false, 0, 0, false }, { 7, 7 } },
        { { "", SVG_PLAIN, NULL, false, false, 0, 0, false }, { NAN, INFINITY } },
    };
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct svg_axis axis = cases[i].axis;
        double ticks[SVG_AXIS_TICKS_MAX];
        char text[32];
        for (int k = 0; k < 2; k++)
            svg_axis_hold(&axis, cases[i].values[k]);
        svg_axis_round(&axis);
        assert_true(axis.low < axis.high);
        const size_t count = svg_axis_ticks(&axis, 6, ticks);
        if (count < 2 || count > 14)
            fail_msg("axis %zu has %zu ticks", i, count);
        for (size_t k = 0; k < count; k++) {
            svg_axis_format(&axis, ticks[k], text);
            assert_true(ticks[k] >= axis.low && ticks[k] <= axis.high * 1.0001);
            assert_true(*text && strlen(text) < 16);
            assert_true(k == 0 || ticks[k] > ticks[k - 1]);
        }
    }
    struct svg_axis log = { .log = true };
    assert_false(svg_axis_shows(&log, 0));
    assert_false(svg_axis_shows(&log, -1));
    assert_false(svg_axis_shows(&log, NAN));
}

static const char long_name[] =
    "tile_subdivision.subdivide/ancestors_first/map:scene/top:10/threshold:own/falloff:1/block:4/"
    "a name that somebody made very long indeed, and then some more of it, WWWWWWWWWWWWWWWWWWWWWWW";
static const char hostile[] =
    "</text><script>alert(\"1\")</script>&'\xD7\x90\xD7\x91\xE2\x80\xAE<!--";

static void test_texts(void **state)
{
    struct svg_point points[3] = { { 1, 2e3, 1e3, 3e3, hostile, "#a\"b" },
                                   { 5, 9e6, NAN, NAN, NULL, NULL },
                                   { 10, NAN, NAN, NAN, NULL, NULL } };
    struct svg_series series[10];
    struct svg_rule rules[] = { { false, 4e6, long_name },
                                { true, 6, "best at 6" },
                                { true, 10, hostile },
                                { false, 4.1e6, "" } };
    const char *rows[] = { long_name, hostile, "" };
    (void)state;
    for (int i = 0; i < 10; i++)
        series[i] = (struct svg_series){ .name = i % 3 == 0   ? long_name
                                                 : i % 3 == 1 ? hostile
                                                              : "device",
                                         .colour = i - 1,
                                         .joined = i % 2,
                                         .bare = i == 7,
                                         .dashed = i > 4,
                                         .points = points,
                                         .count = 3 };
    for (double width = 60; width < 700; width += 61) {
        struct svg_chart chart = { .title = hostile,
                                   .stamp = long_name,
                                   .width = width,
                                   .height = 200,
                                   .series = series,
                                   .series_count = 10,
                                   .rules = rules,
                                   .rule_count = 4 };
        chart.x = (struct svg_axis){ .label = long_name, .unit = SVG_WHOLE };
        chart.y = (struct svg_axis){ .label = hostile, .unit = SVG_NS, .log = true };
        for (int rowed = 0; rowed < 2; rowed++) {
            chart.rows = rowed ? rows : NULL;
            chart.row_count = rowed ? 3 : 0;
            for (int i = 0; i < 3; i++)
                points[i].y = rowed ? i : points[i].y;
            char *svg = printed(&chart), *again = printed(&chart);
            assert_string_equal(svg, again);
            assert_true(texts_inside(svg) > 3);
            assert_null(strstr(svg, "<script"));
            assert_null(strstr(svg, "nan"));
            assert_null(strstr(svg, "\xE2\x80\xAE"));
            free(svg);
            free(again);
        }
    }
}

/* y of the text "here". */
static double words_y(const char *svg)
{
    for (const char *at = strstr(svg, "<text"); at; at = strstr(at + 1, "<text"))
        if (strncmp(strchr(at, '>'), ">here<", 6) == 0)
            return attribute(at, "y", NAN);
    fail_msg("no words");
    return NAN;
}

/* Words of a line across stand where no marks are: at the end, at the start, below. */
static void test_words_hide_nothing(void **state)
{
    struct svg_point points[] = { { .x = 8, .y = 51 }, { .x = 9, .y = 51 } };
    const struct svg_series series = { .name = "a", .joined = true, .points = points, .count = 2 };
    const struct svg_rule rule = { false, 50, "here" };
    struct svg_chart chart = { .title = "t",
                               .width = 400,
                               .height = 200,
                               .x = { .label = "n", .unit = SVG_WHOLE },
                               .y = { .label = "of", .unit = SVG_WHOLE },
                               .series = &series,
                               .series_count = 1,
                               .rules = &rule,
                               .rule_count = 1 };
    double y[3];
    (void)state;
    for (int i = 0; i < 3; i++) {
        svg_axis_hold(&chart.x, 0);
        svg_axis_hold(&chart.x, 10);
        svg_axis_hold(&chart.y, 0);
        svg_axis_hold(&chart.y, 100);
        points[0].x = i == 0 ? 8 : 0.2;
        points[1].x = i == 1 ? 1 : 9.9;
        char *svg = printed(&chart);
        assert_int_equal(strstr(svg, " text-anchor=\"end\" class=\"said\">here<") != NULL, i > 0);
        y[i] = words_y(svg);
        free(svg);
    }
    assert_true(y[0] == y[1] && y[2] > y[1] + 10);
}

static void test_nothing(void **state)
{
    const struct svg_chart chart = { .title = "",
                                     .width = 300,
                                     .height = 100,
                                     .x = { .label = "n", .log = true },
                                     .y = { .label = "time", .unit = SVG_NS } };
    (void)state;
    char *svg = printed(&chart);
    texts_inside(svg);
    assert_null(strstr(svg, "inf"));
    free(svg);
}

static void test_markup(void **state)
{
    static const char *const texts[][2] = {
        { "a<b>&\"'", "a&lt;b&gt;&amp;&quot;&#39;" },
        { "\x01\x7F", "\xEF\xBF\xBD\xEF\xBF\xBD" },
        { "\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80", "\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80" },
        { "\xC3(\xFF\xED\xA0\x80", "\xEF\xBF\xBD(\xEF\xBF\xBD\xEF\xBF\xBD" },
        { "\xE2\x80\xAE.\xE2\x81\xA6", "\xEF\xBF\xBD.\xEF\xBF\xBD" },
        { "\xF0\x82\x82\xAC\xF4\x90\x80\x80", "\xEF\xBF\xBD\xEF\xBF\xBD" },
        { "\xE2\x82", "\xEF\xBF\xBD\xEF\xBF\xBD" },
        { "a\tb\n", "a b " },
    };
    (void)state;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        char *text = NULL;
        size_t bytes = 0;
        FILE *out = open_memstream(&text, &bytes);
        markup_text(out, texts[i][0]);
        fclose(out);
        assert_string_equal(text, texts[i][1]);
        free(text);
    }
}

/* One wide whisker leaves the points their room, is counted, and ends without a cap. */
static void test_wide_whisker(void **state)
{
    (void)state;
    static const struct svg_point points[] = {
        { 1, 100, 90, 110, NULL, NULL },
        { 2, 120, 110, 130, NULL, NULL },
        { 3, 110, 100, 9000, NULL, NULL },
    };
    const struct svg_series series = { .name = "s", .points = points, .count = 3 };
    struct svg_chart chart = { .title = "t",
                               .width = 400,
                               .height = 200,
                               .x = { .label = "x", .unit = SVG_WHOLE },
                               .y = { .label = "y", .unit = SVG_NS, .log = true },
                               .series = &series,
                               .series_count = 1 };
    struct svg_axis x, y;
    svg_chart_axes(&chart, &x, &y);
    assert_true(y.low < 90 && y.high > 130 && y.high < 300);
    assert_int_equal(svg_chart_cut(&chart), 1);
    chart.series_count = 0;
    assert_int_equal(svg_chart_cut(&chart), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wide_whisker), cmocka_unit_test(test_axes),
        cmocka_unit_test(test_texts),        cmocka_unit_test(test_words_hide_nothing),
        cmocka_unit_test(test_nothing),      cmocka_unit_test(test_markup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
