/* SPDX-License-Identifier: MIT */
#include "harness/views/figure/figure.h"

#include "harness/base/units.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

bool figure_axis_shows(const struct figure_axis *axis, double value)
{
    return isfinite(value) && (!axis->log || value > 0);
}

void figure_axis_hold(struct figure_axis *axis, double value)
{
    if (!figure_axis_shows(axis, value))
        return;
    axis->low = axis->any ? fmin(axis->low, value) : value;
    axis->high = axis->any ? fmax(axis->high, value) : value;
    axis->any = true;
}

void figure_axis_hold_place(struct figure_axis *axis, double value)
{
    size_t at = 0;
    if (axis->place_count > FIGURE_AXIS_PLACES_MAX || !figure_axis_shows(axis, value))
        return;
    while (at < axis->place_count && axis->places[at] < value)
        at++;
    if (at < axis->place_count && axis->places[at] == value)
        return;
    const bool room = axis->place_count < FIGURE_AXIS_PLACES_MAX && value == floor(value);
    if (room) {
        memmove(&axis->places[at + 1], &axis->places[at],
                (axis->place_count - at) * sizeof(axis->places[0]));
        axis->places[at] = value;
    }
    axis->place_count = room ? axis->place_count + 1 : FIGURE_AXIS_PLACES_MAX + 1;
}

void figure_axis_round(struct figure_axis *axis)
{
    enum { ROOM = 16 }; /* a sixteenth at either end */
    if (!axis->any) {
        axis->low = axis->log ? 1 : 0;
        axis->high = axis->log ? 10 : 1;
    } else if (axis->log) {
        const double least = axis->unit == FIGURE_NS ? 2.5 : axis->unit == FIGURE_BYTES ? 2 : 1.5;
        const double room = fmax(pow(axis->high / axis->low, 1.0 / ROOM), 1.0001);
        axis->low /= room;
        axis->high *= room;
        if (axis->high / axis->low < least) {
            const double more = sqrt(least * axis->low / axis->high);
            axis->low /= more;
            axis->high *= more;
        }
    } else {
        const double size = fmax(fabs(axis->low), fabs(axis->high));
        double room = (axis->high - axis->low) / ROOM;
        room = room > 1e-9 * size ? room : size > 0 ? size / 2 : 1;
        axis->low = axis->zero && axis->low >= 0 ? 0 : axis->low - room;
        axis->high += room;
    }
}

/* Ticks of a kind: steps up from the first, by a sum or by a factor. */
static size_t steps(const struct figure_axis *axis, double first, double step, bool times,
                    double ticks[FIGURE_AXIS_TICKS_MAX])
{
    size_t count = 0;
    for (double i = 0; count < FIGURE_AXIS_TICKS_MAX && i < 1000; i++) {
        const double tick = times ? first * pow(step, i) : first + i * step;
        if (tick > axis->high * (1 + 1e-9 * (axis->high > 0 ? 1 : -1)))
            break;
        if (tick >= axis->low)
            ticks[count++] = fabs(tick) < 1e-9 * step ? 0 : tick;
    }
    return count;
}

static size_t linear_ticks(const struct figure_axis *axis, size_t wanted, double *ticks)
{
    static const double steps_of_ten[] = { 1, 2, 5, 10 };
    const double raw = (axis->high - axis->low) / (double)wanted;
    const double ten = pow(10, floor(log10(raw)));
    double step = 10 * ten;
    for (int i = 3; i >= 0; i--)
        if (steps_of_ten[i] * ten >= raw * (1 - 1e-9))
            step = steps_of_ten[i] * ten;
    if (axis->unit == FIGURE_WHOLE || axis->unit == FIGURE_BYTES)
        step = fmax(step, 1);
    return steps(axis, ceil(axis->low / step) * step, step, false, ticks);
}

/* Finds the round values of all decades that lie within the axis. */
static size_t between_ticks(const struct figure_axis *axis, const double *between, double *ticks)
{
    size_t count = 0;
    for (double decade = floor(log10(axis->low)); pow(10, decade) <= axis->high; decade++)
        for (int i = 0; between[i] > 0 && count < FIGURE_AXIS_TICKS_MAX; i++) {
            const double tick = between[i] * pow(10, decade);
            if (tick >= axis->low && tick <= axis->high)
                ticks[count++] = tick;
        }
    return count;
}

/* Decades, with what stands between them where those are few. */
static size_t decade_ticks(const struct figure_axis *axis, size_t wanted, double *ticks)
{
    static const double few[] = { 1, 2, 5, 0 }, more[] = { 1, 2, 3, 5, 7, 0 };
    const double first = floor(log10(axis->low)), decades = log10(axis->high / axis->low);
    const double every = fmax(1, ceil(decades / (double)wanted));
    if (decades > 2 && decades >= (double)wanted / 3)
        return steps(axis, pow(10, first), pow(10, every), true, ticks);
    size_t count = between_ticks(axis, few, ticks);
    count = count >= 3 ? count : between_ticks(axis, more, ticks);
    return count >= 2 ? count : linear_ticks(axis, wanted, ticks);
}

size_t figure_axis_ticks(const struct figure_axis *axis, size_t wanted,
                         double ticks[FIGURE_AXIS_TICKS_MAX])
{
    if (axis->place_count > 0 && axis->place_count <= FIGURE_AXIS_PLACES_MAX) {
        memcpy(ticks, axis->places, axis->place_count * sizeof(axis->places[0]));
        return axis->place_count;
    }
    if (!axis->log)
        return linear_ticks(axis, wanted, ticks);
    if (axis->unit != FIGURE_BYTES)
        return decade_ticks(axis, wanted, ticks);
    const double doublings = log2(axis->high / axis->low);
    const double every = fmax(1, ceil(doublings / (double)wanted));
    return steps(axis, exp2(every * floor(log2(axis->low) / every)), exp2(every), true, ticks);
}

/* "1.50 µs" as "1.5 µs": digits that say nothing. */
static void trim(char text[32])
{
    const size_t digits = strspn(text, "-0123456789.");
    size_t end = digits;
    if (!memchr(text, '.', digits))
        return;
    while (text[end - 1] == '0')
        end--;
    end -= text[end - 1] == '.';
    memmove(text + end, text + digits, strlen(text + digits) + 1);
}

void figure_axis_format(const struct figure_axis *axis, double value, char text[32])
{
    if (axis->unit == FIGURE_WHOLE && value >= 1e6)
        snprintf(text, 32, "%.4gM", value / 1e6);
    else if (value == 0 || axis->unit == FIGURE_PLAIN || axis->unit == FIGURE_WHOLE)
        snprintf(text, 32, fabs(value) >= 1e6 ? "%.3g" : "%.6g", value);
    else if (axis->unit == FIGURE_NS)
        units_format_ns(value, text);
    else if (axis->unit == FIGURE_BYTES)
        units_format_bytes(value, text);
    else
        units_format_rate(value, axis->of, text);
    trim(text);
}

/* Holds whiskers as far as half of what the points span beyond them, or a quarter as much again as
 * the outermost point: one wide interval does not press all points together. */
static void hold_whiskers(const struct figure_chart *chart, struct figure_axis *axis)
{
    const struct figure_axis points = *axis;
    const double span = points.high - points.low;
    const double factor = points.log ? fmax(1.25, sqrt(points.high / points.low)) : 1;
    const double more =
        points.log ? 0 : fmax(span, fmax(fabs(points.low), fabs(points.high)) / 2) / 2;
    for (size_t i = 0; i < chart->series_count && points.any; i++)
        for (size_t k = 0; k < chart->series[i].count; k++) {
            const struct figure_point *point = &chart->series[i].points[k];
            if (!isfinite(point->low) || !isfinite(point->high))
                continue;
            figure_axis_hold(axis, fmax(point->low, points.low / factor - more));
            figure_axis_hold(axis, fmin(point->high, points.high * factor + more));
        }
}

void figure_axes(const struct figure_chart *chart, struct figure_axis *x, struct figure_axis *y)
{
    *x = chart->x;
    *y = chart->y;
    for (size_t i = 0; i < chart->series_count; i++)
        for (size_t k = 0; k < chart->series[i].count; k++) {
            const struct figure_point *point = &chart->series[i].points[k];
            figure_axis_hold(x, point->x);
            if (!chart->rows)
                figure_axis_hold_place(x, point->x);
            figure_axis_hold(y, point->y);
        }
    for (size_t i = 0; i < chart->rule_count; i++) {
        figure_axis_hold(chart->rules[i].vertical ? x : y, chart->rules[i].at);
        if (chart->rules[i].vertical && !chart->rows)
            figure_axis_hold_place(x, chart->rules[i].at);
    }
    hold_whiskers(chart, chart->rows ? x : y);
    figure_axis_round(x);
    figure_axis_round(y);
}
