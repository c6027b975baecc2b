/* SPDX-License-Identifier: MIT */
#include "bench/tile_subdivision/input/input.h"

#include <math.h>
#include <stddef.h>

float tiles_canvas_quantise(double value)
{
    const double steps_max = 16777215.0;
    if (!(value > 0.0))
        return 0.0f;
    double steps = floor(fmin(value * 64.0, steps_max) + 0.5);
    return (float)(fmin(fmax(steps, 1.0), steps_max) / 64.0);
}

void tiles_canvas_raise(struct canvas *canvas, int64_t x, int64_t y, float value)
{
    if (x < 0 || y < 0 || x >= canvas->side || y >= canvas->side)
        return;
    float *pixel = canvas->values + (size_t)y * canvas->side + (size_t)x;
    if (*pixel < value)
        *pixel = value;
}

void tiles_canvas_dot(struct canvas *canvas, double x, double y, float value)
{
    tiles_canvas_raise(canvas, (int64_t)floor(x * canvas->side), (int64_t)floor(y * canvas->side),
                       value);
}

/* First pixel whose centre is not left of (above) a coordinate, within the map. */
static int64_t canvas_first(const struct canvas *canvas, double coordinate)
{
    double first = ceil(coordinate * canvas->side - 0.5);
    return (int64_t)fmin(fmax(first, 0.0), canvas->side);
}

void tiles_canvas_box(struct canvas *canvas, const double centre[2], const double half[2],
                      const double along[2], float value)
{
    double extent_x = half[0] * fabs(along[0]) + half[1] * fabs(along[1]);
    double extent_y = half[0] * fabs(along[1]) + half[1] * fabs(along[0]);
    int64_t end_x = canvas_first(canvas, centre[0] + extent_x);
    int64_t end_y = canvas_first(canvas, centre[1] + extent_y);
    for (int64_t y = canvas_first(canvas, centre[1] - extent_y); y < end_y; y++) {
        for (int64_t x = canvas_first(canvas, centre[0] - extent_x); x < end_x; x++) {
            double dx = ((double)x + 0.5) / canvas->side - centre[0];
            double dy = ((double)y + 0.5) / canvas->side - centre[1];
            if (fabs(dx * along[0] + dy * along[1]) <= half[0] &&
                fabs(dy * along[0] - dx * along[1]) <= half[1])
                tiles_canvas_raise(canvas, x, y, value);
        }
    }
    tiles_canvas_dot(canvas, centre[0], centre[1], value);
}

void tiles_canvas_disc(struct canvas *canvas, const double centre[2], double radius, float value)
{
    int64_t end_x = canvas_first(canvas, centre[0] + radius);
    int64_t end_y = canvas_first(canvas, centre[1] + radius);
    for (int64_t y = canvas_first(canvas, centre[1] - radius); y < end_y; y++) {
        for (int64_t x = canvas_first(canvas, centre[0] - radius); x < end_x; x++) {
            double dx = ((double)x + 0.5) / canvas->side - centre[0];
            double dy = ((double)y + 0.5) / canvas->side - centre[1];
            if (dx * dx + dy * dy <= radius * radius)
                tiles_canvas_raise(canvas, x, y, value);
        }
    }
    tiles_canvas_dot(canvas, centre[0], centre[1], value);
}

void tiles_canvas_line(struct canvas *canvas, const double from[2], const double to[2], float value)
{
    double dx = to[0] - from[0];
    double dy = to[1] - from[1];
    int64_t steps = (int64_t)ceil(fmax(fabs(dx), fabs(dy)) * canvas->side * 2.0) + 1;
    for (int64_t step = 0; step <= steps; step++) {
        double t = (double)step / (double)steps;
        tiles_canvas_dot(canvas, from[0] + t * dx, from[1] + t * dy, value);
    }
}
