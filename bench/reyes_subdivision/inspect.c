/* SPDX-License-Identifier: MIT */
#include "bench/reyes_subdivision/inspect.h"

#include "bench/reyes_subdivision/case.h"
#include "bench/reyes_subdivision/picture.h"

#include <stdlib.h>
#include <string.h>

static const struct inspection_option options[] = {
    { "scene", "NAME", "teapot, hair_generated[.N], bigguy_standin, ... as the axis; teapot" },
    { "patches", "FILE.f32", "bicubic patches, 16 x 3 little-endian floats each" },
    { "mesh", "FILE.obj", "a mesh of quadrilaterals, a patch per face" },
    { "camera", "FILE", "camera of --patches or --mesh" },
    { "size", "WxH", "of the picture; 1280x1024 unless given" },
    { "limit", "PX", "largest extent of a drawn range, pixels; 8 unless given" },
    { "max-depth", "K", "ranges at depth K - 1 are not split but culled; 15 unless given" },
    { "ribbon", "PX", "pixels around the picture that are kept; 32 unless given" },
    { "eye-rule", "RULE", "2014 or larger: how ranges at the eye plane are split; 2014" },
    { "method", "NAME", "a variant, such as breadth or local; the CPU reference unless given" },
    { "batch", "P", "ranges of one iteration of bounded and bounded_host; 10000 unless given" },
    { "groups", "G", "work-groups of local...; 32 unless given" },
    { "group-size", "N", "threads of a work-group of local...; 64 unless given" },
    { "output", "B", "ranges that the output of local_host has room for; 10000 unless given" },
    { "order", "ORDER", "interleaved or noninterleaved: where breadth puts children" },
    { "colour", "BY", "of --picture: shaded micropolygons, or ranges by iteration; shaded" },
    { .name = NULL },
};

/* What was asked for. */
struct request {
    struct scene_source source;
    struct reyes_workload workload;     /* its arrays are the request's */
    const struct bench_variant *method; /* NULL: the reference */
    struct reyes_params params;
    bool colour_by_iteration; /* of the picture */
};

static bool read_source(struct inspection *inspection, struct scene_source *source)
{
    *source = (struct scene_source){ .scene = inspection_text(inspection, "scene"),
                                     .patches = inspection_text(inspection, "patches"),
                                     .mesh = inspection_text(inspection, "mesh"),
                                     .camera = inspection_text(inspection, "camera") };
    const bool files = source->patches || source->mesh;
    if (files && source->scene)
        return context_error(&inspection->context, "--scene %s and a file: give one of them",
                             source->scene);
    if (!source->scene)
        source->scene = files ? "file.given" : reyes_scene_names[0];
    for (size_t i = 0; reyes_scene_names[i]; i++)
        if (strcmp(reyes_scene_names[i], source->scene) == 0)
            return true;
    return reyes_scene_accepts(source->scene) ||
           context_error(&inspection->context,
                         "--scene %s: teapot, hair_generated, hair_generated.N, bigguy_standin, "
                         "killeroo_standin, eye_plane, bigguy, killeroo or hair are wanted",
                         source->scene);
}

static bool read_method(struct inspection *inspection, struct request *request)
{
    static const char *const orders[] = { "interleaved", "noninterleaved", NULL };
    int64_t batch = 10000, groups = 32, group_size = 64, output = 10000;
    static const char *const colours[] = { "shaded", "iteration", NULL };
    size_t order = 0, colour = 0;
    const bool good =
        inspection_variant(inspection, "method", &reyes_bound_and_split, &request->method) &&
        inspection_integer(inspection, "batch", 1, REYES_RANGES_MAX, &batch) &&
        inspection_integer(inspection, "groups", 1, REYES_GROUPS_MAX, &groups) &&
        inspection_integer(inspection, "group-size", REYES_GROUP_SIZE_MIN, REYES_GROUP_SIZE_MAX,
                           &group_size) &&
        inspection_integer(inspection, "output", 1, REYES_RANGES_MAX, &output) &&
        inspection_choice(inspection, "order", orders, &order) &&
        inspection_choice(inspection, "colour", colours, &colour);
    request->colour_by_iteration = colour == 1;
    request->params = (struct reyes_params){ .batch = (uint32_t)batch,
                                             .groups = (uint32_t)groups,
                                             .group_size = (uint32_t)group_size,
                                             .output = (uint32_t)output,
                                             .noninterleaved = order == 1,
                                             .levels = true };
    return good;
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
        !inspection_choice(inspection, "eye-rule", reyes_eye_rules, &rule) ||
        !read_method(inspection, request))
        return false;
    if (!reyes_scene_load(&request->workload.scene, &request->source, message))
        return context_error(&inspection->context, "%s", message);
    request->workload.view = reyes_view_init(&request->workload.scene.camera, width, height,
                                             (uint32_t)limit, (uint32_t)max_depth);
    request->workload.view.ribbon = (float)ribbon;
    request->workload.view.eye_rule = (enum view_eye_rule)rule;
    return true;
}

/* Row by row: in, drawn, split, culled. */
static void state_levels(struct inspection *inspection, const struct reyes_reference_counts *counts)
{
    static const char *const columns[] = { "in", "drawn", "split", "culled", NULL };
    uint64_t values[REYES_LEVELS * 4];
    for (uint32_t depth = 0; depth < counts->level_count; depth++) {
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
    context_fact_count(&inspection->context, "n_in", counts->n_in);
    context_fact_count(&inspection->context, "n_out", outcome->n_out);
    context_fact_count(&inspection->context, "splits", outcome->splits);
    context_fact_count(&inspection->context, "culled_frustum", outcome->culled_frustum);
    context_fact_count(&inspection->context, "culled_depth", outcome->culled_depth);
    context_fact_count(&inspection->context, "bounds", outcome->bounds);
    context_fact_count(&inspection->context, "iterations", outcome->iterations);
    context_fact_count(&inspection->context, "host_returns", outcome->host_returns);
    context_fact_count(&inspection->context, "peak_ranges", outcome->peak_ranges);
    context_fact_count(&inspection->context, "max_depth",
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
    context_fact_hash(&inspection->context, "set_hash",
                      reyes_range_hash(reference->drawn.ranges, reference->drawn.count));
}

/* A variant at work ---------------------------------------------------------------------------- */

static void *allocate(void *owner, size_t bytes)
{
    struct inspection *inspection = owner;
    return context_alloc(&inspection->context, bytes);
}

static void begin(struct reyes_run *run)
{
    gpu_commands_restart(run->commands);
}

static bool submit(struct reyes_run *run)
{
    return gpu_commands_submit(run->commands);
}

static bool execute(struct reyes_run *run)
{
    const struct reyes_variant *variant = run->variant;
    if (!variant->setup(run))
        return false;
    if (variant->compute)
        return variant->compute(run);
    if (variant->drive)
        return variant->drive(run) && variant->gather(run);
    struct gpu_commands *commands = gpu_commands_begin(run->scope);
    variant->record(run, commands);
    return gpu_commands_submit(commands) && variant->gather(run);
}

/* Counts per depth that the kernels took; those of a CPU variant are the reference's. */
static bool read_levels(struct reyes_run *run, struct reyes_reference_counts *counts)
{
    uint32_t control[REYES_CONTROL_WORDS];
    if (run->variant->compute)
        return true;
    if (!reyes_control_read(run, control))
        return false;
    counts->level_count = 0;
    for (uint32_t depth = 0; depth < REYES_LEVELS; depth++) {
        const uint32_t *words = control + REYES_LEVELS_AT + REYES_LEVEL_WORDS * depth;
        counts->levels[depth] =
            (struct reyes_reference_level){ words[0], words[1], words[2], words[3], words[4] };
        if (words[0] > 0)
            counts->level_count = depth + 1;
    }
    return true;
}

/* Compares with the reference, too: a wrong answer is no answer. */
static bool state_set(struct inspection *inspection, struct reyes_run *run)
{
    const struct reyes_workload *workload = run->workload;
    char message[256];
    uint64_t differences;
    size_t count = run->drawn.count;
    struct range *ranges =
        run->variant->compute ? run->drawn.ranges : reyes_read_drawn(run, &count);
    if (!ranges)
        return false;
    bool good = reyes_range_sort(ranges, count, workload->scene.count) ||
                context_error(&inspection->context, "no memory is left");
    good = good && (reyes_reference_matches(&workload->reference, ranges, count, &differences,
                                            message, sizeof(message)) ||
                    context_mismatch(&inspection->context, "%s", message));
    if (good)
        context_fact_hash(&inspection->context, "set_hash", reyes_range_hash(ranges, count));
    if (!run->variant->compute)
        free(ranges);
    return good;
}

static bool inspect_method(struct inspection *inspection, struct request *request)
{
    struct reyes_run *run = context_alloc(&inspection->context, sizeof(*run));
    struct reyes_reference_counts counts = request->workload.reference.counts;
    if (!run)
        return false;
    *run = (struct reyes_run){ .workload = &request->workload,
                               .variant = request->method->data,
                               .params = request->params,
                               .owner = inspection,
                               .allocate = allocate,
                               .begin = begin,
                               .submit = submit };
    if (!run->variant->compute) {
        run->scope = inspection_scope(inspection, request->method->needs);
        if (!run->scope)
            return false;
        request->workload.buffers =
            reyes_buffers_create(run->scope, &request->workload, allocate, inspection);
        if (!request->workload.buffers)
            return false;
    }
    if (execute(run) && reyes_outcome_check(run) && read_levels(run, &counts)) {
        state_counts(inspection, &counts, &run->outcome);
        if (state_set(inspection, run))
            return true;
    }
    if (run->message[0] == '\0')
        return false;
    return run->unsupported ? context_unsupported(&inspection->context, "%s", run->message)
                            : context_mismatch(&inspection->context, "%s", run->message);
}

/* Iterations are those of the method: batches for BOUNDED, levels for BREADTH and the reference. */
static bool draw(struct inspection *inspection, const struct request *request)
{
    struct image *image = inspection_picture(inspection);
    const struct reyes_variant *variant = request->method ? request->method->data : NULL;
    const bool batches = variant && variant->bounded;
    if (!image)
        return true;
    if (request->colour_by_iteration && variant && variant->local)
        return context_error(&inspection->context,
                             "--colour iteration: %s has no iterations; --method breadth or "
                             "bounded has",
                             request->method->name);
    const bool good = request->colour_by_iteration
                          ? reyes_picture_draw_iterations(
                                &request->workload, batches ? request->params.batch : UINT64_MAX,
                                request->params.noninterleaved, image)
                          : reyes_picture_draw_shaded(&request->workload, image);
    return good || context_error(&inspection->context, "no memory is left for the picture");
}

static bool reyes_inspect(struct inspection *inspection)
{
    struct request request = { 0 };
    struct reyes_workload *workload = &request.workload;
    const char *reason;
    bool good = read_request(inspection, &request);
    if (good &&
        !reyes_reference_subdivide(&workload->reference, &workload->view, workload->scene.patches,
                                   workload->scene.count, REYES_RANGES_MAX, &reason))
        good = context_error(&inspection->context, "scene %s: %s", request.source.scene, reason);
    if (good && request.method)
        good = inspect_method(inspection, &request);
    else if (good)
        state_reference(inspection, &workload->reference);
    good = good && draw(inspection, &request);
    reyes_reference_finish(&workload->reference);
    reyes_scene_finish(&workload->scene);
    return good;
}

const struct inspection_kind reyes_inspections[] = {
    { .name = "reyes",
      .summary = "what bound-and-split makes of a scene, by the reference or a variant",
      .options = options,
      .inspect = reyes_inspect },
    { 0 },
};
