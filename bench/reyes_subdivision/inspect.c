/* SPDX-License-Identifier: MIT */
#include "bench/reyes_subdivision/inspect.h"

#include "bench/reyes_subdivision/case.h"

#include <string.h>

const struct inspection_option reyes_inspect_options[] = {
    { "scene", "NAME", "teapot, hair_generated[.N], bigguy_standin, ... as the axis; teapot" },
    { "patches", "FILE.f32", "bicubic patches, 16 x 3 little-endian floats each" },
    { "mesh", "FILE.obj", "a mesh of quadrilaterals, a patch per face" },
    { "camera", "FILE", "camera of --patches or --mesh" },
    { "size", "WxH", "of the picture; 1280x1024 unless given" },
    { "limit", "PX", "largest extent of a drawn range, pixels; 8 unless given" },
    { "max-depth", "K", "ranges at depth K - 1 are not split but culled; 15 unless given" },
    { "ribbon", "PX", "pixels around the picture that are kept; 32 unless given" },
    { "eye-rule", "RULE", "2014 or larger: how ranges at the eye plane are split; 2014" },
    { .name = NULL },
};

/* What was asked for. */
struct request {
    struct scene_source source;
    struct scene scene;
    struct view view;
    struct reyes_reference reference;
};

static bool read_source(struct inspection *inspection, struct scene_source *source)
{
    *source = (struct scene_source){ .scene = inspection_text(inspection, "scene"),
                                     .patches = inspection_text(inspection, "patches"),
                                     .mesh = inspection_text(inspection, "mesh"),
                                     .camera = inspection_text(inspection, "camera") };
    const bool files = source->patches != NULL || source->mesh != NULL;
    if (files && source->scene != NULL)
        return inspection_fail(inspection, "--scene %s and a file: give one of them",
                               source->scene);
    if (source->scene == NULL)
        source->scene = files ? "file.given" : scene_names[0];
    for (size_t i = 0; scene_names[i] != NULL; ++i)
        if (strcmp(scene_names[i], source->scene) == 0)
            return true;
    return scene_accepts(source->scene) ||
           inspection_fail(inspection,
                           "--scene %s: teapot, hair_generated, hair_generated.N, bigguy_standin, "
                           "killeroo_standin, eye_plane, bigguy, killeroo or hair are wanted",
                           source->scene);
}

static bool read_request(struct inspection *inspection, struct request *request)
{
    int64_t limit = 8, max_depth = 15, ribbon = VIEW_RIBBON;
    uint32_t width = 1280, height = 1024;
    size_t rule = VIEW_EYE_2014;
    char message[SCENE_MESSAGE_BYTES];
    if (!read_source(inspection, &request->source) ||
        !inspection_size(inspection, "size", REYES_SIZE_MAX, &width, &height) ||
        !inspection_integer(inspection, "limit", 1, REYES_LIMIT_MAX, &limit) ||
        !inspection_integer(inspection, "max-depth", 1, REYES_LEVELS, &max_depth) ||
        !inspection_integer(inspection, "ribbon", 0, REYES_RIBBON_MAX, &ribbon) ||
        !inspection_choice(inspection, "eye-rule", reyes_eye_rules, &rule))
        return false;
    if (!scene_load(&request->scene, &request->source, message))
        return inspection_fail(inspection, "%s", message);
    request->view =
        view_init(&request->scene.camera, width, height, (uint32_t)limit, (uint32_t)max_depth);
    request->view.ribbon = (float)ribbon;
    request->view.eye_rule = (enum view_eye_rule)rule;
    return true;
}

/* Row by row: in, drawn, split, culled. */
static void state_levels(struct inspection *inspection, const struct reyes_reference_counts *counts)
{
    static const char *const columns[] = { "in", "drawn", "split", "culled", NULL };
    uint64_t values[REYES_LEVELS * 4];
    for (uint32_t depth = 0; depth < counts->level_count; ++depth) {
        const struct reyes_reference_level *level = &counts->levels[depth];
        values[4 * depth] = level->in;
        values[4 * depth + 1] = level->drawn;
        values[4 * depth + 2] = level->split;
        values[4 * depth + 3] = level->culled_frustum + level->culled_depth;
    }
    inspection_fact_table(inspection, "levels", columns, values, counts->level_count);
}

static void state_counts(struct inspection *inspection, const struct reyes_reference_counts *counts,
                         const struct reyes_outcome *outcome)
{
    inspection_fact_count(inspection, "n_in", counts->n_in);
    inspection_fact_count(inspection, "n_out", outcome->n_out);
    inspection_fact_count(inspection, "splits", outcome->splits);
    inspection_fact_count(inspection, "culled_frustum", outcome->culled_frustum);
    inspection_fact_count(inspection, "culled_depth", outcome->culled_depth);
    inspection_fact_count(inspection, "bounds", outcome->bounds);
    inspection_fact_count(inspection, "iterations", outcome->iterations);
    inspection_fact_count(inspection, "host_returns", outcome->host_returns);
    inspection_fact_count(inspection, "peak_ranges", outcome->peak_ranges);
    inspection_fact_count(inspection, "max_depth",
                          counts->level_count > 0 ? counts->level_count - 1 : 0);
    state_levels(inspection, counts);
}

/* The reference goes breadth first: its iterations are the levels. */
static void state_reference(struct inspection *inspection, const struct reyes_reference *reference)
{
    const struct reyes_reference_counts *counts = &reference->counts;
    const struct reyes_outcome outcome = { .n_out = counts->n_out,
                                           .splits = counts->splits,
                                           .culled_frustum = counts->culled_frustum,
                                           .culled_depth = counts->culled_depth,
                                           .bounds = counts->bounds,
                                           .iterations = counts->level_count,
                                           .peak_ranges = counts->peak_ranges };
    state_counts(inspection, counts, &outcome);
    inspection_fact_hash(inspection, "set_hash",
                         range_hash(reference->drawn.ranges, reference->drawn.count));
}

bool reyes_inspect(struct inspection *inspection)
{
    struct request request = { 0 };
    const char *reason;
    bool good = read_request(inspection, &request);
    if (good && !reyes_reference_subdivide(&request.reference, &request.view, request.scene.patches,
                                           request.scene.count, REYES_RANGES_MAX, &reason))
        good = inspection_fail(inspection, "scene %s: %s", request.source.scene, reason);
    if (good)
        state_reference(inspection, &request.reference);
    reyes_reference_finish(&request.reference);
    scene_finish(&request.scene);
    return good;
}
