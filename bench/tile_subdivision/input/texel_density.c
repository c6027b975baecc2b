/* SPDX-License-Identifier: MIT */
#include "bench/tile_subdivision/input/input.h"

#include <math.h>
#include <string.h>

/* Orthographic view: map position = (dot(right, p), dot(down, p)) * scale + offset, in pixels. */
struct texel_view {
    double right[3], down[3];
    double scale, offset[2];
};

static double vector_dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void vector_cross(const double a[3], const double b[3], double product[3])
{
    product[0] = a[1] * b[2] - a[2] * b[1];
    product[1] = a[2] * b[0] - a[0] * b[2];
    product[2] = a[0] * b[1] - a[1] * b[0];
}

/* Unit length; false when there is no direction. */
static bool vector_normalise(double vector[3])
{
    double length = sqrt(vector_dot(vector, vector));
    for (int axis = 0; axis < 3; axis++)
        vector[axis] /= length;
    return length > 0.0 && isfinite(length);
}

double tiles_texel_density_of_triangle(const struct mesh *mesh, size_t triangle, double unit)
{
    const struct mesh_corner *corners = mesh->triangles[triangle].corners;
    double edges[2][3], uv[2][2];
    for (int i = 0; i < 2; i++) {
        for (int axis = 0; axis < 3; axis++) {
            edges[i][axis] = ((double)mesh->positions[corners[i + 1].position][axis] -
                              (double)mesh->positions[corners[0].position][axis]) /
                             unit;
        }
        for (int axis = 0; axis < 2; axis++) {
            uv[i][axis] = (double)mesh->texcoords[corners[i + 1].texcoord][axis] -
                          (double)mesh->texcoords[corners[0].texcoord][axis];
        }
    }
    double normal[3];
    vector_cross(edges[0], edges[1], normal);
    double area = sqrt(vector_dot(normal, normal)) / 2.0;
    double uv_area = fabs(uv[0][0] * uv[1][1] - uv[0][1] * uv[1][0]) / 2.0;
    double density = uv_area * TEXEL_DENSITY_LIGHT_MAP_TEXELS / area;
    return area > 0.0 && isfinite(density) ? density : 0.0;
}

double tiles_texel_density_unit(const struct mesh *mesh)
{
    double square = 0.0;
    for (int axis = 0; axis < 3; axis++) {
        double low = INFINITY, high = -INFINITY;
        for (size_t i = 0; i < mesh->position_count; i++) {
            /* Not fmin() and fmax(): gcc 12 for ARM64 ends with an internal error at -O3. */
            const double at = mesh->positions[i][axis];
            low = at < low ? at : low;
            high = at > high ? at : high;
        }
        if (high > low)
            square += (high - low) * (high - low);
    }
    return sqrt(square) / 1024.0;
}

static void texel_project(const struct texel_view *view, const float position[3], double pixel[2])
{
    double p[3] = { position[0], position[1], position[2] };
    pixel[0] = vector_dot(view->right, p) * view->scale + view->offset[0];
    pixel[1] = vector_dot(view->down, p) * view->scale + view->offset[1];
}

/* Axes of the view, with the whole mesh in the square (0, 0) - (side, side). */
static bool texel_view_init(struct texel_view *view, const struct mesh *mesh,
                            const double direction[3], uint32_t side)
{
    *view = (struct texel_view){ .scale = 1.0 };
    double forward[3] = { direction[0], direction[1], direction[2] };
    if (!vector_normalise(forward))
        return false;
    double up[3] = { 0.0, 1.0, 0.0 };
    if (fabs(forward[1]) > 0.999) {
        up[1] = 0.0;
        up[2] = 1.0;
    }
    vector_cross(forward, up, view->right);
    vector_normalise(view->right);
    vector_cross(forward, view->right, view->down);
    double low[2] = { INFINITY, INFINITY }, high[2] = { -INFINITY, -INFINITY };
    for (size_t i = 0; i < mesh->triangle_count * 3; i++) {
        const struct mesh_corner *corner = &mesh->triangles[i / 3].corners[i % 3];
        double pixel[2];
        texel_project(view, mesh->positions[corner->position], pixel);
        for (int axis = 0; axis < 2; axis++) {
            low[axis] = fmin(low[axis], pixel[axis]);
            high[axis] = fmax(high[axis], pixel[axis]);
        }
    }
    double extent = fmax(high[0] - low[0], high[1] - low[1]);
    if (!(extent > 0.0) || !isfinite(side / extent))
        return false;
    view->scale = side / extent;
    for (int axis = 0; axis < 2; axis++)
        view->offset[axis] = side / 2.0 - (low[axis] + high[axis]) / 2.0 * view->scale;
    return true;
}

/* Twice the signed area of the triangle a, b, p. */
static double texel_edge(const double a[2], const double b[2], double x, double y)
{
    return (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
}

static int64_t texel_pixel(double coordinate, uint32_t side)
{
    return (int64_t)fmin(fmax(floor(coordinate), 0.0), side - 1.0);
}

static void texel_fill(struct canvas *canvas, double corners[3][2], float value)
{
    double *a = corners[0], *b = corners[1], *c = corners[2];
    int64_t end_x = texel_pixel(fmax(a[0], fmax(b[0], c[0])), canvas->side);
    int64_t end_y = texel_pixel(fmax(a[1], fmax(b[1], c[1])), canvas->side);
    double sign = texel_edge(a, b, c[0], c[1]) < 0.0 ? -1.0 : 1.0;
    for (int64_t y = texel_pixel(fmin(a[1], fmin(b[1], c[1])), canvas->side); y <= end_y; y++) {
        for (int64_t x = texel_pixel(fmin(a[0], fmin(b[0], c[0])), canvas->side); x <= end_x; x++) {
            double u = (double)x + 0.5, v = (double)y + 0.5;
            if (sign * texel_edge(a, b, u, v) >= 0.0 && sign * texel_edge(b, c, u, v) >= 0.0 &&
                sign * texel_edge(c, a, u, v) >= 0.0)
                tiles_canvas_raise(canvas, x, y, value);
        }
    }
    tiles_canvas_raise(canvas, texel_pixel((a[0] + b[0] + c[0]) / 3.0, canvas->side),
                       texel_pixel((a[1] + b[1] + c[1]) / 3.0, canvas->side), value);
}

bool tiles_texel_density_draw(const struct mesh *mesh, const double direction[3], uint32_t top,
                              float *values, size_t *degenerate_count)
{
    struct canvas canvas = { .values = values, .side = 1u << top };
    struct texel_view view;
    double unit = tiles_texel_density_unit(mesh);
    *degenerate_count = 0;
    memset(values, 0, (size_t)canvas.side * canvas.side * sizeof(*values));
    if (!(unit > 0.0) || !texel_view_init(&view, mesh, direction, canvas.side))
        return false;
    for (size_t i = 0; i < mesh->triangle_count; i++) {
        double density = tiles_texel_density_of_triangle(mesh, i, unit);
        if (density == 0.0) {
            ++*degenerate_count;
            continue;
        }
        double corners[3][2];
        for (int k = 0; k < 3; k++) {
            texel_project(&view, mesh->positions[mesh->triangles[i].corners[k].position],
                          corners[k]);
        }
        texel_fill(&canvas, corners, tiles_canvas_quantise(density));
    }
    return true;
}
