/* SPDX-License-Identifier: MIT */
#include "bench/reyes_subdivision/reyes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const float light[3] = { -0.40f, 0.65f, 0.65f }; /* of about unit length */
static const float base_colour[3] = { 224.0f, 176.0f, 128.0f };
static const float ambient = 0.15f, diffuse = 0.85f;

uint32_t reyes_frame_dice(uint32_t limit)
{
    return limit < FRAME_DICE_MAX ? limit : FRAME_DICE_MAX;
}

bool reyes_frame_init(struct frame *frame, uint32_t width, uint32_t height)
{
    const size_t bytes = (size_t)width * height * sizeof(uint32_t);
    *frame = (struct frame){ width, height, malloc(bytes), malloc(bytes) };
    if (!frame->depths || !frame->colours) {
        reyes_frame_finish(frame);
        return false;
    }
    memset(frame->depths, 0xff, bytes);
    memset(frame->colours, 0xff, bytes);
    return true;
}

void reyes_frame_finish(struct frame *frame)
{
    free(frame->depths);
    free(frame->colours);
    *frame = (struct frame){ 0 };
}

/* Shade --------------------------------------------------------------------------------------- */

/* Colour of a micropolygon, by its corners in eye space: diffuse light from above on the left, on
 * both sides. */
static uint32_t shade(float corners[4][3])
{
    float along[3], across[3], normal[3];
    for (int axis = 0; axis < 3; axis++) {
        along[axis] = corners[2][axis] - corners[0][axis];
        across[axis] = corners[3][axis] - corners[1][axis];
    }
    float square = 0.0f, lit = 0.0f;
    for (int axis = 0; axis < 3; axis++) {
        const int next = (axis + 1) % 3, last = (axis + 2) % 3;
        normal[axis] = along[next] * across[last] - along[last] * across[next];
        square += normal[axis] * normal[axis];
        lit += normal[axis] * light[axis];
    }
    const float cosine = square > 0.0f ? fabsf(lit) / sqrtf(square) : 0.0f;
    const float intensity = ambient + diffuse * cosine;
    uint32_t colour = 0xff;
    for (int channel = 0; channel < 3; channel++)
        colour = colour << 8 | (uint32_t)fminf(base_colour[channel] * intensity + 0.5f, 255.0f);
    return colour;
}

uint32_t reyes_frame_palette(uint32_t number)
{
    uint32_t colour = 0xff;
    for (uint32_t channel = 0; channel < 3; channel++) {
        const double turn = number * 0.61803398875 + channel / 3.0;
        colour = colour << 8 | (uint32_t)(150.0 + 90.0 * cos(6.283185307179586 * turn));
    }
    return colour;
}

/* Sample -------------------------------------------------------------------------------------- */

/* Twice the signed area of a, b, c. */
static float edge(const float a[2], const float b[2], const float c[2])
{
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

static bool covers(const float a[2], const float b[2], const float c[2], const float at[2])
{
    const float x = edge(a, b, at), y = edge(b, c, at), z = edge(c, a, at);
    const bool some_area = edge(a, b, c) != 0.0f;
    return some_area &&
           ((x >= 0.0f && y >= 0.0f && z >= 0.0f) || (x <= 0.0f && y <= 0.0f && z <= 0.0f));
}

static void take(struct frame *frame, size_t pixel, uint32_t depth, uint32_t colour)
{
    if (depth > frame->depths[pixel])
        return;
    if (depth < frame->depths[pixel] || colour < frame->colours[pixel])
        frame->colours[pixel] = colour;
    frame->depths[pixel] = depth;
}

void reyes_frame_merge(struct frame *frame, const struct frame *other)
{
    const size_t pixels = (size_t)frame->width * frame->height;
    for (size_t pixel = 0; pixel < pixels; pixel++)
        take(frame, pixel, other->depths[pixel], other->colours[pixel]);
}

/* First and last pixel along one axis whose middle may lie within; none if first > last. */
static void pixels_between(float low, float high, uint32_t size, int64_t *first, int64_t *last)
{
    *first = (int64_t)ceilf(fmaxf(low - 0.5f, 0.0f));
    *last = (int64_t)floorf(fminf(high - 0.5f, (float)size - 1.0f));
}

static void draw_micropolygon(struct frame *frame, const struct view *view, float corners[4][3],
                              uint32_t colour)
{
    float at[4][2], low[2] = { INFINITY, INFINITY }, high[2] = { -INFINITY, -INFINITY };
    for (int k = 0; k < 4; k++) {
        if (!(-corners[k][2] >= view->near))
            return;
        const float pixels = view->scale / -corners[k][2];
        at[k][0] = view->width * 0.5f + corners[k][0] * pixels;
        at[k][1] = view->height * 0.5f - corners[k][1] * pixels;
        for (int axis = 0; axis < 2; axis++) {
            low[axis] = fminf(low[axis], at[k][axis]);
            high[axis] = fmaxf(high[axis], at[k][axis]);
        }
    }
    const float depth =
        ((-corners[0][2] - corners[1][2]) + (-corners[2][2] - corners[3][2])) * 0.25f;
    uint32_t depth_bits;
    memcpy(&depth_bits, &depth, sizeof(depth_bits));
    int64_t first[2], last[2];
    pixels_between(low[0], high[0], frame->width, &first[0], &last[0]);
    pixels_between(low[1], high[1], frame->height, &first[1], &last[1]);
    for (int64_t y = first[1]; y <= last[1]; y++) {
        for (int64_t x = first[0]; x <= last[0]; x++) {
            const float middle[2] = { (float)x + 0.5f, (float)y + 0.5f };
            if (covers(at[0], at[1], at[2], middle) || covers(at[0], at[2], at[3], middle))
                take(frame, (size_t)y * frame->width + (size_t)x, depth_bits, colour);
        }
    }
}

void reyes_frame_draw(struct frame *frame, const struct view *view, const struct bound_patch *patch,
                      struct range range, uint32_t dice, uint32_t colour)
{
    float grid[FRAME_DICE_MAX + 1][FRAME_DICE_MAX + 1][3];
    const struct range_bounds bounds = reyes_range_bounds(range);
    for (uint32_t i = 0; i <= dice; i++) {
        for (uint32_t j = 0; j <= dice; j++) {
            const float u = bounds.u0 + (bounds.u1 - bounds.u0) * ((float)i / (float)dice);
            const float v = bounds.v0 + (bounds.v1 - bounds.v0) * ((float)j / (float)dice);
            reyes_bound_eye_point(view, patch, u, v, grid[i][j]);
        }
    }
    for (uint32_t i = 0; i < dice; i++) {
        for (uint32_t j = 0; j < dice; j++) {
            float corners[4][3];
            memcpy(corners[0], grid[i][j], sizeof(corners[0]));
            memcpy(corners[1], grid[i + 1][j], sizeof(corners[0]));
            memcpy(corners[2], grid[i + 1][j + 1], sizeof(corners[0]));
            memcpy(corners[3], grid[i][j + 1], sizeof(corners[0]));
            draw_micropolygon(frame, view, corners,
                              colour != FRAME_NOTHING ? colour : shade(corners));
        }
    }
}

uint64_t reyes_frame_differences(const uint32_t *colours, const uint32_t *other, uint64_t pixels)
{
    uint64_t count = 0;
    for (uint64_t i = 0; i < pixels; i++) {
        const uint32_t a = colours[i], b = other[i];
        bool differs = (a == FRAME_NOTHING) != (b == FRAME_NOTHING);
        for (int shift = 0; shift < 24; shift += 8)
            differs = differs || abs((int)(a >> shift & 0xff) - (int)(b >> shift & 0xff)) > 2;
        count += differs;
    }
    return count;
}
