/* SPDX-License-Identifier: MIT */
/*
 * canvas.h: shapes drawn into an importance map, in coordinates of the unit square, y downwards.
 *
 * The greater value wins, so the order of drawing does not matter. A pixel belongs to a shape when
 * its centre does; the pixel under a shape's own centre always belongs to it, so that nothing
 * vanishes at a coarse resolution. Values are quantised.
 */
#ifndef CLAIMCHECK_BENCH_TILE_SUBDIVISION_INPUT_CANVAS_H
#define CLAIMCHECK_BENCH_TILE_SUBDIVISION_INPUT_CANVAS_H

#include <stdint.h>

struct canvas {
    float *values; /* side * side, row-major, owned by the caller */
    uint32_t side;
};

/*
 * The value as a multiple of 1/64, to nearest: exact in float32 and the same on every machine.
 * Positive values are at least 1/64, and at most 2^18 - 1/64; 0 and negative ones become 0.
 */
float tiles_canvas_quantise(double value);

/* Raises a pixel to the value; outside the map nothing happens. */
void tiles_canvas_raise(struct canvas *canvas, int64_t x, int64_t y, float value);

/* Raises the pixel that holds the point. */
void tiles_canvas_dot(struct canvas *canvas, double x, double y, float value);

/* A rectangle with half sides `half`, its first side along the unit vector `along`. */
void tiles_canvas_box(struct canvas *canvas, const double centre[2], const double half[2],
                      const double along[2], float value);

void tiles_canvas_disc(struct canvas *canvas, const double centre[2], double radius, float value);

/* A line one pixel wide at every resolution. */
void tiles_canvas_line(struct canvas *canvas, const double from[2], const double to[2],
                       float value);

#endif
