/* SPDX-License-Identifier: MIT */
#include "bench/tile_subdivision/input/input.h"

#include "bench/tile_subdivision/input/map.h"
#include "harness/engine/cpu/cpu.h"
#include "harness/file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const float teapot_base = 192.0f;

bool tiles_source_accepts(const char *value)
{
    return (strncmp(value, "file.", 5) == 0 || strncmp(value, "mesh.", 5) == 0) && value[5] != '\0';
}

/* Three finite numbers "X,Y,Z", not all 0. False when the text is something else. */
static bool source_parse_direction(const char *text, double direction[3])
{
    for (int axis = 0; axis < 3; axis++) {
        const char *end;
        direction[axis] = file_number(text, &end);
        if (*end != (axis < 2 ? ',' : '\0') || !isfinite(direction[axis]))
            return false;
        text = end + 1;
    }
    double square =
        direction[0] * direction[0] + direction[1] * direction[1] + direction[2] * direction[2];
    return square > 0.0 && isfinite(square);
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

static bool source_generate(struct bench_workload *workload, enum map_kind kind,
                            struct pyramid *pyramid, float *base)
{
    uint32_t top;
    uint32_t falloff = (uint32_t)context_integer(&workload->context, "falloff");
    if (!source_top(workload, &top) || !source_init_pyramid(workload, top, pyramid))
        return false;
    *base = tiles_map_threshold_base(kind, top, falloff);
    return tiles_map_generate(kind, workload->context.seed, top, pyramid->values) ||
           context_error(&workload->context, "no memory left to draw the map %s",
                         tiles_map_kind_name(kind));
}

static bool source_read_picture(struct bench_workload *workload, const char *path,
                                struct pyramid *pyramid)
{
    struct map_file file;
    char message[512];
    if (!tiles_map_file_read(&file, path, message, sizeof(message)))
        return context_error(&workload->context, "%s", message);
    bool good = source_init_pyramid(workload, file.top, pyramid);
    if (good) {
        tiles_map_file_fill(&file, pyramid->values);
        context_fact_text(&workload->context, "map_file", path);
        context_fact_count(&workload->context, "map_width", file.grey.width);
        context_fact_count(&workload->context, "map_height", file.grey.height);
        context_fact_count(&workload->context, "map_maximum", file.grey.maximum);
        context_fact_count(&workload->context, "map_padding_pixels", tiles_map_file_padding(&file));
        snprintf(message, sizeof(message), "%.400s: %u x %u pixels, padded with zeros to %u x %u",
                 path, file.grey.width, file.grey.height, 1u << file.top, 1u << file.top);
        context_fact_text(&workload->context, "note", message);
    }
    tiles_map_file_finish(&file);
    return good;
}

/* Maps of one mesh, each seen along a direction of its own. */
struct drawing {
    const struct mesh *mesh;
    double (*directions)[3];
    struct pyramid *pyramids;
    struct drawn {
        bool good;
        size_t degenerate; /* triangles */
    } * drawn;
};

static void draw_directions(void *context, uint32_t thread, size_t begin, size_t end)
{
    const struct drawing *drawing = context;
    (void)thread;
    for (size_t i = begin; i < end; i++) {
        const struct pyramid *pyramid = &drawing->pyramids[i];
        struct drawn *drawn = &drawing->drawn[i];
        drawn->good = tiles_texel_density_draw(drawing->mesh, drawing->directions[i], pyramid->top,
                                               pyramid->values, &drawn->degenerate);
    }
}

/* Draws `count` maps of the mesh of a file, or of NULL, by all CPUs. */
static bool source_draw(struct bench_workload *workload, const struct mesh *mesh, uint32_t count,
                        double (*directions)[3], struct pyramid *pyramids, size_t *degenerate,
                        const char *path)
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
    cpu_pool_run(pool, count, 1, draw_directions, &drawing);
    cpu_pool_destroy(&pool);
    for (uint32_t i = 0; i < count; i++)
        if (!drawing.drawn[i].good)
            return context_error(context, "the mesh has no extent across the direction %g,%g,%g",
                                 directions[i][0], directions[i][1], directions[i][2]);
    *degenerate = drawing.drawn[0].degenerate;
    return *degenerate < mesh->triangle_count ||
           context_error(context,
                         "%s: none of its %zu triangles has an area in space and in the "
                         "texture: export the mesh with its UVs, unwrapped",
                         path ? path : "the mesh", mesh->triangle_count);
}

static void source_state_mesh(struct bench_workload *workload, const struct mesh *mesh,
                              size_t degenerate)
{
    context_fact_count(&workload->context, "mesh_triangles", mesh->triangle_count);
    context_fact_count(&workload->context, "mesh_triangles_degenerate", degenerate);
}

/* Along the direction that was asked for. */
static bool source_draw_mesh(struct bench_workload *workload, const struct mesh *mesh,
                             struct pyramid *pyramid, const char *path)
{
    const char *text = context_option(&workload->context, "direction");
    double direction[3];
    size_t degenerate = 0;
    if (!text)
        text = SOURCE_DIRECTION_DEFAULT;
    if (!source_parse_direction(text, direction)) {
        return context_error(&workload->context,
                             "--direction %s: give three numbers X,Y,Z, not all 0, "
                             "such as " SOURCE_DIRECTION_DEFAULT,
                             text);
    }
    if (!source_draw(workload, mesh, 1, &direction, pyramid, &degenerate, path))
        return false;
    source_state_mesh(workload, mesh, degenerate);
    context_fact_text(&workload->context, "direction", text);
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

/* The mesh that the map is of, and the base that suits it; path NULL: the shipped one. */
static bool source_read_mesh(struct bench_workload *workload, const char *path, struct mesh *mesh,
                             float *base)
{
    char message[512];
    *base = path ? 0.0f : teapot_base;
    if (!path)
        return tiles_teapot_scene_build(mesh, workload->context.seed) ||
               context_error(&workload->context, "no memory left to build the teapot");
    if (!tiles_mesh_read_obj(mesh, path, message, sizeof(message)))
        return context_error(&workload->context, "%s", message);
    context_fact_text(&workload->context, "mesh_file", path);
    if (*message)
        context_fact_text(&workload->context, "mesh_left_out", message);
    return true;
}

static bool source_load_mesh(struct bench_workload *workload, const char *path,
                             struct pyramid *pyramid, float *base)
{
    struct mesh mesh = { 0 };
    const bool good = source_read_mesh(workload, path, &mesh, base) &&
                      source_draw_mesh(workload, &mesh, pyramid, path);
    tiles_mesh_finish(&mesh);
    return good;
}

bool tiles_source_load(struct bench_workload *workload, struct pyramid *pyramid, float *base)
{
    const char *map = context_text(&workload->context, "map");
    enum map_kind kind;
    *base = 0.0f;
    if (tiles_map_kind_find(map, &kind))
        return source_generate(workload, kind, pyramid, base);
    if (strcmp(map, "teapot") == 0)
        return source_load_mesh(workload, NULL, pyramid, base);
    const char *picture = source_file(workload, "map");
    const char *mesh = source_file(workload, "mesh");
    if (picture && mesh) {
        return context_error(&workload->context, "--map %s and --mesh %s: give one of them",
                             picture, mesh);
    }
    if (!picture && !mesh) {
        return context_error(&workload->context, "map %s needs its file: --map FILE or --mesh FILE",
                             map);
    }
    return mesh ? source_load_mesh(workload, mesh, pyramid, base)
                : source_read_picture(workload, picture, pyramid);
}

bool tiles_source_load_directions(struct bench_workload *workload, uint32_t count,
                                  struct pyramid *pyramids, float *base)
{
    const bool teapot = strcmp(context_text(&workload->context, "map"), "teapot") == 0;
    const char *path = teapot ? NULL : source_file(workload, "mesh");
    struct mesh mesh = { 0 };
    double(*directions)[3] = context_alloc(&workload->context, count * sizeof(*directions));
    size_t degenerate = 0;
    if (!teapot && !path)
        return context_unsupported(&workload->context,
                                   "map %s is seen along no direction: the average is of teapot or "
                                   "of a --mesh FILE",
                                   context_text(&workload->context, "map"));
    bool good = directions && source_read_mesh(workload, path, &mesh, base);
    if (good) {
        tiles_directions_draw(workload->context.seed, count, directions);
        good = source_draw(workload, &mesh, count, directions, pyramids, &degenerate, path);
    }
    if (good)
        source_state_mesh(workload, &mesh, degenerate);
    tiles_mesh_finish(&mesh);
    return good;
}
