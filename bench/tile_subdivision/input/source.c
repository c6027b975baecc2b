/* SPDX-License-Identifier: MIT */
#include "bench/tile_subdivision/input/input.h"

#include "bench/tile_subdivision/input/map.h"
#include "harness/engine/cpu/cpu.h"
#include "harness/file.h"
#include "harness/random.h"
#include "harness/trouble.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Directions ----------------------------------------------------------------------------------- */

/* `count` directions from the seed, of lengths between 0.1 and 1; the same on every machine. */
static void directions_draw(uint64_t seed, uint32_t count, double (*directions)[3])
{
    for (uint32_t i = 0; i < count; i++) {
        /* A point of the cube, of those in the ball: no function of a library that could round
         * elsewise. */
        double *direction = directions[i];
        double square;
        do {
            square = 0.0;
            for (int axis = 0; axis < 3; axis++) {
                direction[axis] = ldexp((double)(random_next(&seed) >> 11), -52) - 1.0;
                square += direction[axis] * direction[axis];
            }
        } while (square > 1.0 || square < 0.01);
    }
}

/* Texel density -------------------------------------------------------------------------------- */

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
        for (int axis = 0; axis < 3; axis++)
            edges[i][axis] = ((double)mesh->positions[corners[i + 1].position][axis] -
                              (double)mesh->positions[corners[0].position][axis]) /
                             unit;
        for (int axis = 0; axis < 2; axis++)
            uv[i][axis] = (double)mesh->texcoords[corners[i + 1].texcoord][axis] -
                          (double)mesh->texcoords[corners[0].texcoord][axis];
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
        for (int k = 0; k < 3; k++)
            texel_project(&view, mesh->positions[mesh->triangles[i].corners[k].position],
                          corners[k]);
        texel_fill(&canvas, corners, tiles_canvas_quantise(density));
    }
    return true;
}

/* Map file ------------------------------------------------------------------------------------- */

bool tiles_map_file_read(struct map_file *file, const char *path)
{
    const struct grey_map *grey = &file->grey;
    *file = (struct map_file){ .top = 0 };
    if (!grey_map_read(&file->grey, path, trouble_buffer(), TROUBLE_BYTES))
        return false;
    const uint32_t side = grey->width > grey->height ? grey->width : grey->height;
    const bool good =
        side <= 1u << TILE_TOP_MAX
            ? grey_map_varies(grey, path, trouble_buffer(), TROUBLE_BYTES)
            : trouble("%s: %u x %u pixels, and %u a side are the most; scale the picture down",
                      path, grey->width, grey->height, 1u << TILE_TOP_MAX);
    if (!good)
        tiles_map_file_finish(file);
    while (good && 1u << file->top < side)
        file->top++;
    return good;
}

void tiles_map_file_finish(struct map_file *file)
{
    if (file) {
        grey_map_finish(&file->grey);
        *file = (struct map_file){ .top = 0 };
    }
}

void tiles_map_file_fill(const struct map_file *file, float *values)
{
    size_t side = (size_t)1 << file->top;
    memset(values, 0, side * side * sizeof(*values));
    for (size_t y = 0; y < file->grey.height; y++) {
        const uint16_t *row = file->grey.values + y * file->grey.width;
        for (size_t x = 0; x < file->grey.width; x++)
            values[y * side + x] = row[x];
    }
}

uint64_t tiles_map_file_padding(const struct map_file *file)
{
    return ((uint64_t)1 << 2 * file->top) - (uint64_t)file->grey.width * file->grey.height;
}

/* Source --------------------------------------------------------------------------------------- */

static const float teapot_base = 192.0f;

bool tiles_source_accepts(const char *value)
{
    return (strncmp(value, "file.", 5) == 0 || strncmp(value, "mesh.", 5) == 0) && value[5] != '\0';
}

static bool source_init_pyramid(struct bench_workload *workload, uint32_t top,
                                struct pyramid *pyramid)
{
    float *values = context_alloc(&workload->context, tiles_pyramid_count(top) * sizeof(float));
    if (values)
        *pyramid = (struct pyramid){ top, values };
    return values;
}

/* The axis `top`; its value `file` is for pictures, which decide by themselves. */
static bool source_top(struct bench_workload *workload, uint32_t *top)
{
    *top = (uint32_t)context_integer(&workload->context, "top");
    return strcmp(context_text(&workload->context, "top"), "file") != 0 ||
           context_error(&workload->context, "top:file is for a --map FILE; give a number");
}

static bool source_read_picture(struct bench_workload *workload, const char *path,
                                struct pyramid *pyramid)
{
    struct map_file file;
    char note[512];
    if (!tiles_map_file_read(&file, path))
        return context_error(&workload->context, "%s", trouble_text());
    bool good = source_init_pyramid(workload, file.top, pyramid);
    if (good) {
        tiles_map_file_fill(&file, pyramid->values);
        context_fact_text(&workload->context, "map_file", path);
        context_fact_count(&workload->context, "map_width", file.grey.width);
        context_fact_count(&workload->context, "map_height", file.grey.height);
        context_fact_count(&workload->context, "map_maximum", file.grey.maximum);
        context_fact_count(&workload->context, "map_padding_pixels", tiles_map_file_padding(&file));
        snprintf(note, sizeof(note), "%.400s: %u x %u pixels, padded with zeros to %u x %u", path,
                 file.grey.width, file.grey.height, 1u << file.top, 1u << file.top);
        context_fact_text(&workload->context, "note", note);
    }
    tiles_map_file_finish(&file);
    return good;
}

/* Maps of one mesh, each seen along a direction of its own. */
struct drawing {
    const struct mesh *mesh;
    const double (*directions)[3];
    struct pyramid *pyramids;
    struct drawn {
        bool good;
        size_t degenerate; /* triangles */
    } * drawn;
};

static void draw_direction(void *context, size_t i)
{
    const struct drawing *drawing = context;
    const struct pyramid *pyramid = &drawing->pyramids[i];
    struct drawn *drawn = &drawing->drawn[i];
    drawn->good = tiles_texel_density_draw(drawing->mesh, drawing->directions[i], pyramid->top,
                                           pyramid->values, &drawn->degenerate);
}

/* Draws `count` maps of the mesh of a file, or of NULL, by all CPUs. */
static bool source_draw(struct bench_workload *workload, const struct mesh *mesh, uint32_t count,
                        const double (*directions)[3], struct pyramid *pyramids, const char *path)
{
    struct context *context = &workload->context;
    struct drawing drawing = { mesh, directions, pyramids,
                               context_alloc(context, count * sizeof(*drawing.drawn)) };
    uint32_t top;
    bool good = drawing.drawn && source_top(workload, &top);
    for (uint32_t i = 0; good && i < count; i++)
        good = source_init_pyramid(workload, top, &pyramids[i]);
    if (!good)
        return false;
    struct cpu_pool *pool = cpu_pool_create(count > 1 ? 0 : 1);
    cpu_pool_each(pool, count, 1, draw_direction, &drawing);
    cpu_pool_destroy(&pool);
    for (uint32_t i = 0; i < count; i++)
        if (!drawing.drawn[i].good)
            return context_error(
                context, "%s: the mesh has no extent across the direction %g,%g,%g",
                path ? path : "the teapot", directions[i][0], directions[i][1], directions[i][2]);
    const size_t degenerate = drawing.drawn[0].degenerate;
    if (degenerate == mesh->triangle_count)
        return context_error(context,
                             "%s: none of its %zu triangles has an area in space and in the "
                             "texture: export the mesh with its UVs, unwrapped",
                             path ? path : "the mesh", mesh->triangle_count);
    context_fact_count(context, "mesh_triangles", mesh->triangle_count);
    context_fact_count(context, "mesh_triangles_degenerate", degenerate);
    return true;
}

/* Returns the file given for an option, unless the value is one of the axis itself. */
static const char *source_file(const struct bench_workload *workload, const char *option)
{
    const char *value = context_option(&workload->context, option);
    enum map_kind kind;
    bool legal = value && (tiles_map_kind_find(value, &kind) || strcmp(value, "teapot") == 0);
    return legal ? NULL : value;
}

/* Draws the maps of a mesh along so many directions, with the base that suits them; path NULL: of
 * the shipped one. */
static bool source_load_mesh(struct bench_workload *workload, const char *path, uint32_t count,
                             const double (*directions)[3], struct pyramid *pyramids, float *base)
{
    struct context *context = &workload->context;
    struct mesh mesh = { 0 };
    *base = path ? 0.0f : teapot_base;
    if (path && !tiles_mesh_read_obj(&mesh, path))
        return context_error(context, "%s", trouble_text());
    if (path)
        context_fact_text(context, "mesh_file", path);
    else
        tiles_teapot_scene_build(&mesh, context->seed);
    if (path && *trouble_text())
        context_fact_text(context, "mesh_left_out", trouble_text());
    const bool good = source_draw(workload, &mesh, count, directions, pyramids, path);
    tiles_mesh_finish(&mesh);
    return good;
}

bool tiles_source_load(struct bench_workload *workload, struct pyramid *pyramid, float *base)
{
    static const double direction[1][3] = { { 0.35, -0.55, -0.75 } };
    struct context *context = &workload->context;
    const char *map = context_text(context, "map");
    const bool teapot = strcmp(map, "teapot") == 0;
    enum map_kind kind;
    *base = 0.0f;
    if (tiles_map_kind_find(map, &kind)) {
        uint32_t top;
        if (!source_top(workload, &top) || !source_init_pyramid(workload, top, pyramid))
            return false;
        *base = tiles_map_threshold_base(kind, top, (uint32_t)context_integer(context, "falloff"));
        tiles_map_generate(kind, context->seed, top, pyramid->values);
        return true;
    }
    const char *picture = teapot ? NULL : source_file(workload, "map");
    const char *mesh = teapot ? NULL : source_file(workload, "mesh");
    if (picture && mesh)
        return context_error(context, "--map %s and --mesh %s: give one of them", picture, mesh);
    if (!picture && !mesh && !teapot)
        return context_error(context, "map %s needs its file: --map FILE or --mesh FILE", map);
    if (picture)
        return source_read_picture(workload, picture, pyramid);
    if (!source_load_mesh(workload, mesh, 1, direction, pyramid, base))
        return false;
    context_fact_text(context, "direction", "0.35,-0.55,-0.75");
    return true;
}

bool tiles_source_load_directions(struct bench_workload *workload, uint32_t count,
                                  struct pyramid *pyramids, float *base)
{
    struct context *context = &workload->context;
    const char *map = context_text(context, "map");
    const char *path = strcmp(map, "teapot") == 0 ? NULL : source_file(workload, "mesh");
    if (strcmp(map, "teapot") != 0 && !path)
        return context_unsupported(context,
                                   "map %s is seen along no direction: the average is of teapot or "
                                   "of a --mesh FILE",
                                   map);
    double(*directions)[3] = context_alloc(context, count * sizeof(*directions));
    if (!directions)
        return false;
    directions_draw(context->seed, count, directions);
    return source_load_mesh(workload, path, count, (const double(*)[3])directions, pyramids, base);
}
