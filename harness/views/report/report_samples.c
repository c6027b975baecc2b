/* SPDX-License-Identifier: MIT */
#include "harness/analysis/compare/compare.h"
#include "harness/base/units.h"
#include "harness/views/report/report_page.h"
#include "harness/views/svg/svg_chart.h"

#include <math.h>

/* In halves of a pixel, so that whole numbers will do: there are many of these pictures. */
enum {
    WIDTH = 1120,
    HEIGHT = 192,
    LEFT = 132, /* of samples */
    RIGHT = 840,
    TOP = 16,
    BOTTOM = 124,
    CLOCK_TOP = 144,
    CLOCK_BOTTOM = 180,
    BARS = 900, /* from here to the right edge: how often */
    SMALL = 20,
    SHOWN_MAX = 120, /* samples; of more, every second, or third */
};

enum what { TIME, CLOCK };

static double value_of(const struct run_case *c, const struct run_sample *sample, enum what what)
{
    if (what == CLOCK)
        return c->kind == BENCH_CPU ? sample->host_hz : sample->core_hz;
    return c->by_wall ? sample->wall_ns : sample->gpu_ns;
}

static struct svg_axis axis_of(const struct run_case *c, enum what what)
{
    struct svg_axis axis = { .unit = SVG_PLAIN };
    for (size_t i = 0; i < c->sample_count; i++)
        if (value_of(c, &c->samples[i], what) > 0)
            svg_axis_hold(&axis, value_of(c, &c->samples[i], what));
    return axis;
}

static size_t every(const struct run_case *c)
{
    return (c->sample_count + SHOWN_MAX - 1) / SHOWN_MAX;
}

static int x_of(const struct run_case *c, size_t sample)
{
    const double last = c->sample_count > 1 ? (double)(c->sample_count - 1) : 1;
    return LEFT + (int)((RIGHT - LEFT) * (double)sample / last);
}

static int y_of(const struct svg_axis *axis, double value, int top, int bottom)
{
    const bool flat = !(axis->high > axis->low);
    return flat ? (top + bottom) / 2 : (int)round(svg_axis_place(axis, value, bottom, top));
}

static void small_print(FILE *out, double y, const char *text)
{
    svg_text_print(out, &(struct svg_text){ LEFT - 16, y, 0, LEFT - 16, SMALL, SVG_END, NULL },
                   text);
}

static void ends_print(FILE *out, const struct svg_axis *time, const struct svg_axis *clock)
{
    char text[32];
    units_format_ns(time->high, text);
    if (time->high > time->low)
        small_print(out, TOP + 8, text);
    units_format_ns(time->low, text);
    small_print(out, BOTTOM + 4, text);
    units_format_rate(clock->high, "Hz", text);
    if (clock->any)
        small_print(out, (CLOCK_TOP + CLOCK_BOTTOM) / 2 + 8, text);
}

/* A dot each, from where the one before stands. */
static void dots_print(FILE *out, const struct run_case *c, bool throttled)
{
    const struct svg_axis axis = axis_of(c, TIME);
    int last_x = 0, last_y = 0;
    bool begun = false;
    for (size_t i = 0; i < c->sample_count; i += every(c)) {
        const double value = value_of(c, &c->samples[i], TIME);
        if (!(value > 0) || c->samples[i].throttled != throttled)
            continue;
        if (!begun)
            fprintf(out, "<path class=\"d c%d\" d=\"", throttled);
        const int x = x_of(c, i), y = y_of(&axis, value, TOP, BOTTOM);
        fprintf(out, y < last_y ? "m%d%dh0" : "m%d %dh0", x - last_x, y - last_y);
        last_x = x;
        last_y = y;
        begun = true;
    }
    fputs(begun ? "\"/>" : "", out);
}

/* A line, of which only turns are written. */
static void clock_print(FILE *out, const struct run_case *c)
{
    const struct svg_axis axis = axis_of(c, CLOCK);
    int last_x = 0, last_y = -1, end = -1;
    for (size_t i = 0; i < c->sample_count; i += every(c)) {
        const double value = value_of(c, &c->samples[i], CLOCK);
        if (!(value > 0))
            continue;
        const int x = x_of(c, i), y = y_of(&axis, value, CLOCK_TOP, CLOCK_BOTTOM);
        if (last_y < 0)
            fprintf(out, "<path class=\"k c7\" d=\"M%d %d", x, y);
        else if (y != last_y && end == last_x)
            fprintf(out, "L%d %d", x, y);
        else if (y != last_y)
            fprintf(out, "H%dL%d %d", last_x, x, y);
        end = y != last_y ? x : end;
        last_x = x;
        last_y = y;
    }
    if (last_y >= 0)
        fprintf(out, "H%d\"/>", last_x);
}

static void distribution_print(FILE *out, const struct run_case *c)
{
    struct distribution distribution;
    size_t most = 1;
    distribution_find(&distribution, c);
    for (size_t i = 0; i < distribution.count; i++)
        most = distribution.bins[i].times > most ? distribution.bins[i].times : most;
    fputs(distribution.count > 0 ? "<path class=\"b c0\" d=\"" : "", out);
    for (size_t i = 0; i < distribution.count; i++) {
        const size_t times = distribution.bins[i].times;
        const int wide = (int)(((WIDTH - BARS - 8) * times + most - 1) / most);
        const int low = BOTTOM - (int)((BOTTOM - TOP) * i / distribution.count);
        const int high = BOTTOM - (int)((BOTTOM - TOP) * (i + 1) / distribution.count) + 1;
        if (times > 0)
            fprintf(out, "M%d %dh%dV%dH%dz", BARS, low, wide, high, BARS);
    }
    fputs(distribution.count > 0 ? "\"/>" : "", out);
}

void report_samples_print(FILE *out, const struct run_case *c)
{
    const struct svg_axis time = axis_of(c, TIME), clock = axis_of(c, CLOCK);
    if (!time.any)
        return;
    fprintf(out,
            "<svg class=\"s\" width=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\"><title>%zu samples, "
            "%s</title>",
            WIDTH / 2, WIDTH, HEIGHT, c->sample_count, c->by_wall ? "wall time" : "GPU time");
    ends_print(out, &time, &clock);
    dots_print(out, c, false);
    dots_print(out, c, true);
    clock_print(out, c);
    distribution_print(out, c);
    fputs("</svg>\n", out);
    if (every(c) > 1)
        fprintf(out, "<p class=\"note\">One of %zu samples is drawn.</p>\n", every(c));
}
