/* SPDX-License-Identifier: MIT */
#include "bench/reyes_subdivision/reyes.h"

#include "bench/reyes_subdivision/run.h"
#include "harness/image.h"

#include <inttypes.h>
#include <stdio.h>
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
    { "order", "ORDER", "interleaved or noninterleaved: where breadth puts children" },
    { "colour", "BY", "of --picture: shaded micropolygons, or ranges by iteration; shaded" },
    { .name = NULL },
};

struct request {
    struct reyes_input input;
    const struct bench_variant *method; /* NULL: the reference */
    int64_t batch;
    bool noninterleaved, colour_by_iteration;
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

static bool read_request(struct inspection *inspection, struct request *request)
{
    static const char *const colours[] = { "shaded", "iteration", NULL };
    struct reyes_input *input = &request->input;
    int64_t limit = 8, max_depth = 15, ribbon = VIEW_RIBBON;
    size_t rule = VIEW_EYE_2014, order = 0, colour = 0;
    *request = (struct request){ .input = { .width = 1280, .height = 1024 }, .batch = 10000 };
    if (!read_source(inspection, &input->source) ||
        !inspection_size(inspection, "size", REYES_SIZE_MAX, &input->width, &input->height) ||
        !inspection_integer(inspection, "limit", 1, REYES_LIMIT_MAX, &limit) ||
        !inspection_integer(inspection, "max-depth", 1, REYES_LEVELS, &max_depth) ||
        !inspection_integer(inspection, "ribbon", 0, REYES_RIBBON_MAX, &ribbon) ||
        !inspection_choice(inspection, "eye-rule", reyes_eye_rules, &rule) ||
        !inspection_variant(inspection, "method", &reyes_bound_and_split, &request->method) ||
        !inspection_integer(inspection, "batch", 1, REYES_RANGES_MAX, &request->batch) ||
        !inspection_choice(inspection, "order", reyes_orders, &order) ||
        !inspection_choice(inspection, "colour", colours, &colour))
        return false;
    request->noninterleaved = order == 1;
    request->colour_by_iteration = colour == 1;
    input->limit = (uint32_t)limit;
    input->max_depth = (uint32_t)max_depth;
    input->ribbon = (uint32_t)ribbon;
    input->eye_rule = (enum view_eye_rule)rule;
    return true;
}

/* Facts ---------------------------------------------------------------------------------------- */

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

/* States the work of the variant. Its case is checked first: a wrong answer is no answer. */
static bool state_method(struct inspection *inspection, const struct request *request,
                         struct reyes_workload *workload)
{
    char batch[24];
    snprintf(batch, sizeof(batch), "%" PRId64, request->batch);
    const struct inspection_setting settings[] = { { "batch", batch }, { 0 } };
    struct bench_case *c =
        inspection_case(inspection, &reyes_bound_and_split, request->method, workload, settings);
    struct reyes_reference_counts counts = workload->reference.counts;
    const uint32_t *control = c ? reyes_control_read(c) : NULL;
    if (!control)
        return false;
    /* Counts per depth that the kernels took. */
    counts.level_count = 0;
    for (uint32_t depth = 0; depth < REYES_LEVELS; depth++) {
        const uint32_t *words = control + REYES_LEVELS_AT + REYES_LEVEL_WORDS * depth;
        counts.levels[depth] =
            (struct reyes_reference_level){ words[0], words[1], words[2], words[3], words[4] };
        if (words[0] > 0)
            counts.level_count = depth + 1;
    }
    size_t count;
    struct range *ranges = reyes_read_drawn(c, &count);
    if (!ranges)
        return false;
    state_counts(inspection, &counts, &reyes_run(c)->outcome);
    if (!reyes_range_sort(ranges, count, workload->scene.count))
        return context_error(&inspection->context, "out of memory");
    context_fact_hash(&inspection->context, "set_hash", reyes_range_hash(ranges, count));
    return true;
}

/* Pictures ------------------------------------------------------------------------------------ */

/*
 * Draws micropolygons, shaded; or ranges in one colour per iteration that drew them (Figures 1 and
 * 4 of the report). Iterations are the method's: batches of p for BOUNDED; levels for BREADTH and
 * the reference, whose p is above all numbers of ranges.
 */
static bool draw(struct inspection *inspection, const struct request *request,
                 const struct reyes_workload *workload)
{
    static const uint32_t background = 0xff202020;
    struct image *image = inspection_picture(inspection);
    const struct reyes_scheme *scheme = request->method ? request->method->data : NULL;
    const struct view *view = &workload->view;
    const struct bound_patch *patches = workload->scene.patches;
    const struct batches_params params = { .batch = scheme && scheme->bounded
                                                        ? (uint64_t)request->batch
                                                        : UINT64_MAX,
                                           .noninterleaved = workload->noninterleaved };
    if (!image)
        return true;
    if (request->colour_by_iteration && scheme && scheme->local)
        return context_error(&inspection->context,
                             "--colour iteration: %s has no iterations; --method breadth or "
                             "bounded has",
                             request->method->name);
    const struct range_list *drawn = &workload->reference.drawn;
    struct range_list batches = { 0 };
    uint64_t *ends = NULL, iterations, iteration = 0;
    struct frame frame;
    bool good = reyes_frame_init(&frame, (uint32_t)view->width, (uint32_t)view->height);
    if (good && request->colour_by_iteration) {
        good = reyes_batches_subdivide(view, patches, workload->scene.count, &params, &batches,
                                       &ends, &iterations);
        drawn = &batches;
    }
    for (size_t i = 0; good && i < drawn->count; i++) {
        const struct range range = drawn->ranges[i];
        while (ends && i >= ends[iteration])
            iteration++;
        reyes_frame_draw(&frame, view, &patches[range.patch], range,
                         reyes_frame_dice((uint32_t)view->limit),
                         ends ? reyes_frame_palette((uint32_t)iteration) : FRAME_NOTHING);
    }
    if (good)
        image_init(image, frame.width, frame.height);
    for (size_t at = 0; good && at < (size_t)frame.width * frame.height; at++) {
        const uint32_t drawn_colour = frame.colours[at];
        const uint32_t colour = drawn_colour == FRAME_NOTHING ? background : drawn_colour;
        const uint8_t rgb[3] = { (uint8_t)(colour >> 16), (uint8_t)(colour >> 8), (uint8_t)colour };
        image_set(image, (int64_t)(at % frame.width), (int64_t)(at / frame.width), rgb);
    }
    reyes_frame_finish(&frame);
    reyes_range_list_finish(&batches);
    free(ends);
    return good || context_error(&inspection->context, "not enough memory for the picture");
}

static bool inspect_reyes(struct inspection *inspection)
{
    struct request request;
    struct reyes_workload *workload = context_alloc(&inspection->context, sizeof(*workload));
    if (!workload || !read_request(inspection, &request) ||
        !reyes_workload_fill(workload, &inspection->context, &request.input))
        return false;
    workload->noninterleaved = request.noninterleaved;
    if (request.method)
        return state_method(inspection, &request, workload) && draw(inspection, &request, workload);
    /* The reference goes breadth first: its iterations are the levels. */
    const struct reyes_reference_counts *counts = &workload->reference.counts;
    const struct reyes_outcome outcome = { .n_out = counts->n_out,
                                           .splits = counts->splits,
                                           .culled_frustum = counts->culled_frustum,
                                           .culled_depth = counts->culled_depth,
                                           .bounds = counts->bounds,
                                           .iterations = counts->level_count,
                                           .peak_ranges = counts->peak_ranges };
    state_counts(inspection, counts, &outcome);
    context_fact_hash(&inspection->context, "set_hash", workload->set_hash);
    return draw(inspection, &request, workload);
}

const struct inspection_kind reyes_inspections[] = {
    { .name = "reyes",
      .summary = "the result of bound-and-split on a scene, by the reference or a variant",
      .options = options,
      .inspect = inspect_reyes },
    { 0 },
};
