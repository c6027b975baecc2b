/* SPDX-License-Identifier: MIT */
#include "bench/reyes_subdivision/bound.h"

#include <assert.h>
#include <math.h>

/* Below it, a distance to the eye plane counts as this much: no division by 0, no infinity. */
static const float bound_distance_min = 1e-12f;

/*
 * How far a value on the screen may be off, relative to the largest coordinate there, and a length
 * relative to itself: some units in the last place for division (2.5 allowed), square root (3) and
 * sums.
 */
static const float bound_screen_error = 2e-6f, bound_length_error = 4e-6f;

struct bound_samples {
    float eye[VIEW_SAMPLES_MAX][VIEW_SAMPLES_MAX][3];    /* index along u, then v */
    float screen[VIEW_SAMPLES_MAX][VIEW_SAMPLES_MAX][2]; /* pixels from the middle */
    float low[3], high[3];                               /* box in eye space */
    float extent;                                        /* largest coordinate of screen */
};

static void bezier_weights(float t, float weights[4])
{
    const float s = 1.0f - t;
    const float ss = s * s, tt = t * t;
    weights[0] = ss * s;
    weights[1] = 3.0f * (ss * t);
    weights[2] = 3.0f * (s * tt);
    weights[3] = tt * t;
}

/* The four control points of the curve in v at one u. */
static void bezier_curve(const struct bound_patch *patch, float u, float curve[4][3])
{
    float weights[4];
    bezier_weights(u, weights);
    for (int j = 0; j < 4; j++)
        for (int axis = 0; axis < 3; axis++)
            curve[j][axis] =
                ((patch->points[j][axis] * weights[0] + patch->points[4 + j][axis] * weights[1]) +
                 patch->points[8 + j][axis] * weights[2]) +
                patch->points[12 + j][axis] * weights[3];
}

static void bezier_point(float curve[4][3], float v, float point[3])
{
    float weights[4];
    bezier_weights(v, weights);
    for (int axis = 0; axis < 3; axis++)
        point[axis] = ((curve[0][axis] * weights[0] + curve[1][axis] * weights[1]) +
                       curve[2][axis] * weights[2]) +
                      curve[3][axis] * weights[3];
}

static void to_eye(const struct view *view, const float point[3], float eye[3])
{
    for (int row = 0; row < 3; row++)
        eye[row] = ((view->eye[row][0] * point[0] + view->eye[row][1] * point[1]) +
                    view->eye[row][2] * point[2]) +
                   view->eye[row][3];
}

void reyes_bound_eye_point(const struct view *view, const struct bound_patch *patch, float u,
                           float v, float eye[3])
{
    float curve[4][3], point[3];
    bezier_curve(patch, u, curve);
    bezier_point(curve, v, point);
    to_eye(view, point, eye);
}

static void sample(const struct view *view, const struct bound_patch *patch,
                   const struct range_bounds *bounds, struct bound_samples *samples)
{
    const uint32_t last = view->samples - 1;
    for (int axis = 0; axis < 3; axis++) {
        samples->low[axis] = INFINITY;
        samples->high[axis] = -INFINITY;
    }
    for (uint32_t a = 0; a <= last; a++) {
        const float u = bounds->u0 + (bounds->u1 - bounds->u0) * ((float)a / (float)last);
        float curve[4][3], point[3];
        bezier_curve(patch, u, curve);
        for (uint32_t b = 0; b <= last; b++) {
            const float v = bounds->v0 + (bounds->v1 - bounds->v0) * ((float)b / (float)last);
            float *eye = samples->eye[a][b];
            bezier_point(curve, v, point);
            to_eye(view, point, eye);
            for (int axis = 0; axis < 3; axis++) {
                samples->low[axis] = fminf(samples->low[axis], eye[axis]);
                samples->high[axis] = fmaxf(samples->high[axis], eye[axis]);
            }
        }
    }
}

static void project(const struct view *view, struct bound_samples *samples)
{
    samples->extent = 0.0f;
    for (uint32_t a = 0; a < view->samples; a++) {
        for (uint32_t b = 0; b < view->samples; b++) {
            const float *eye = samples->eye[a][b];
            const float pixels = view->scale / fmaxf(-eye[2], bound_distance_min);
            for (int axis = 0; axis < 2; axis++) {
                samples->screen[a][b][axis] = eye[axis] * pixels;
                samples->extent = fmaxf(samples->extent, fabsf(samples->screen[a][b][axis]));
            }
        }
    }
}

/* Compares as a > b; notes when they are closer than `error`. */
static bool exceeds(float a, float b, float error, bool *undecided)
{
    *undecided = *undecided || fabsf(a - b) <= error;
    return a > b;
}

/* Written so that a box with a NaN is culled. */
static bool is_visible(const struct view *view, const struct bound_samples *samples,
                       bool *undecided)
{
    const float farthest = -samples->low[2];
    float nearest = -samples->high[2];
    if (!(farthest >= view->near) || !(nearest <= view->far))
        return false;
    nearest = fmaxf(nearest, view->near);
    for (int axis = 0; axis < 2; axis++) {
        const float size = axis == 0 ? view->width : view->height;
        const float low = samples->low[axis], high = samples->high[axis];
        const float left = (low / (low < 0.0f ? nearest : farthest)) * view->scale + size * 0.5f;
        const float right = (high / (high > 0.0f ? nearest : farthest)) * view->scale + size * 0.5f;
        const float error = bound_screen_error * size;
        if (exceeds(left, (size - 1.0f) + view->ribbon, error, undecided) ||
            exceeds(-view->ribbon, right, error, undecided) || !(left <= right))
            return false;
    }
    return true;
}

static float distance(const float a[2], const float b[2])
{
    const float x = b[0] - a[0], y = b[1] - a[1];
    return sqrtf(x * x + y * y);
}

/* The longest polyline of samples along u, and along v. */
static void measure(const struct view *view, const struct bound_samples *samples, float lengths[2])
{
    lengths[0] = lengths[1] = 0.0f;
    for (uint32_t row = 0; row < view->samples; row++) {
        float along_u = 0.0f, along_v = 0.0f;
        for (uint32_t k = 0; k + 1 < view->samples; k++) {
            along_u += distance(samples->screen[k][row], samples->screen[k + 1][row]);
            along_v += distance(samples->screen[row][k], samples->screen[row][k + 1]);
        }
        lengths[0] = fmaxf(lengths[0], along_u);
        lengths[1] = fmaxf(lengths[1], along_v);
    }
}

static enum bound_code decide(const struct view *view, const struct range_bounds *bounds,
                              struct bound_samples *samples, bool *undecided)
{
    if (!is_visible(view, samples, undecided))
        return BOUND_CULL_FRUSTUM;
    if (samples->low[2] < 0.0f && samples->high[2] >= 0.0f) { /* at the eye plane */
        const float u = bounds->u1 - bounds->u0, v = bounds->v1 - bounds->v0;
        const bool along_u = view->eye_rule == VIEW_EYE_2014 ? u < v : u > v;
        return along_u ? BOUND_SPLIT_U : BOUND_SPLIT_V;
    }
    float lengths[2];
    project(view, samples);
    measure(view, samples, lengths);
    const float error = bound_screen_error * samples->extent + bound_length_error * view->limit;
    const bool over_u = exceeds(lengths[0], view->limit, error, undecided);
    const bool over_v = exceeds(lengths[1], view->limit, error, undecided);
    if (!over_u && !over_v)
        return BOUND_DRAW;
    const float longer = fmaxf(lengths[0], lengths[1]);
    const float tie = bound_screen_error * samples->extent + bound_length_error * longer;
    return exceeds(lengths[0], lengths[1], tie, undecided) ? BOUND_SPLIT_U : BOUND_SPLIT_V;
}

enum bound_code reyes_bound(const struct view *view, const struct bound_patch *patch,
                            struct range range, bool *undecided)
{
    assert(view->samples >= 2 && view->samples <= VIEW_SAMPLES_MAX);
    const struct range_bounds bounds = reyes_range_bounds(range);
    struct bound_samples samples;
    bool close = false;
    sample(view, patch, &bounds, &samples);
    enum bound_code code = decide(view, &bounds, &samples, &close);
    if (undecided)
        *undecided = close;
    if (bound_splits(code) && reyes_range_depth(range) + 1 >= view->max_depth)
        code = BOUND_CULL_DEPTH;
    return code;
}
