/* SPDX-License-Identifier: MIT */
#include "bench/reyes_subdivision/reyes.h"

#include "bench/common/hash.h"
#include "harness/trouble.h"

#include <string.h>

/* Copies to memory that lives as long as the context. */
static void *keep(struct context *context, const void *data, size_t bytes)
{
    void *copy = context_alloc(context, bytes);
    if (copy && bytes > 0)
        memcpy(copy, data, bytes);
    return copy;
}

static bool keep_list(struct context *context, struct range_list *kept,
                      const struct range_list *list)
{
    kept->count = kept->capacity = list->count;
    kept->ranges = keep(context, list->ranges, list->count * sizeof(*list->ranges));
    return kept->ranges;
}

bool reyes_workload_fill(struct reyes_workload *workload, struct context *context,
                         const struct reyes_input *input)
{
    struct scene scene;
    if (reyes_scene_is_missing(input->source.scene))
        return context_unsupported(context, "%s", trouble_text());
    if (!reyes_scene_load(&scene, &input->source))
        return context_error(context, "%s", trouble_text());
    if (*trouble_text())
        context_fact_text(context, "mesh_left_out", trouble_text());
    workload->scene = scene;
    workload->scene.patches = keep(context, scene.patches, scene.count * sizeof(*scene.patches));
    reyes_scene_finish(&scene);
    const uint32_t count = workload->scene.count;
    workload->points = context_alloc(context, 16 * (size_t)count * sizeof(*workload->points));
    if (!workload->scene.patches || !workload->points)
        return false;
    if (input->altered && count > 0) {
        struct bound_patch *patch = &workload->scene.patches[input->altered % count];
        float *at = &patch->points[input->altered >> 32 & 15][(input->altered >> 36) % 3];
        *at = 0.75f * *at + 0.0625f;
    }
    for (size_t i = 0; i < 16 * (size_t)count; i++) {
        memcpy(workload->points[i], workload->scene.patches[i / 16].points[i % 16],
               3 * sizeof(float));
        workload->points[i][3] = 1.0f;
    }
    workload->view = reyes_view_init(&workload->scene.camera, input->width, input->height,
                                     input->limit, input->max_depth);
    workload->view.ribbon = (float)input->ribbon;
    workload->view.eye_rule = input->eye_rule;
    struct reyes_reference reference;
    bool good = reyes_reference_subdivide(&reference, &workload->view, workload->scene.patches,
                                          workload->scene.count, REYES_RANGES_MAX);
    if (!good) {
        context_error(context, "scene %s: %s", input->source.scene, trouble_text());
    } else {
        workload->reference.counts = reference.counts;
        workload->set_hash = reyes_range_hash(reference.drawn.ranges, reference.drawn.count);
        good = keep_list(context, &workload->reference.drawn, &reference.drawn) &&
               keep_list(context, &workload->reference.undecided, &reference.undecided);
    }
    reyes_reference_finish(&reference);
    return good;
}

bool reyes_workload(struct bench_workload *workload)
{
    struct context *context = &workload->context;
    struct reyes_workload *state = workload->state;
    const bool larger =
        strcmp(context_text(context, "eye_rule"), reyes_eye_rules[VIEW_EYE_LARGER]) == 0;
    struct reyes_input input = {
        .source = { .scene = context_text(context, "scene"),
                    .patches = context_option(context, "patches"),
                    .mesh = context_option(context, "mesh"),
                    .camera = context_option(context, "camera") },
        .limit = (uint32_t)context_integer(context, "limit"),
        .max_depth = (uint32_t)context_integer(context, "max_depth"),
        .ribbon = (uint32_t)context_integer(context, "ribbon"),
        .eye_rule = larger ? VIEW_EYE_LARGER : VIEW_EYE_2014,
        .altered = workload->altered,
    };
    reyes_parse_size(context_text(context, "size"), &input.width, &input.height);
    if (!reyes_workload_fill(state, context, &input))
        return false;
    const struct reyes_reference_counts *counts = &state->reference.counts;
    uint64_t in[REYES_LEVELS], drawn[REYES_LEVELS];
    for (uint32_t depth = 0; depth < counts->level_count; depth++) {
        in[depth] = counts->levels[depth].in;
        drawn[depth] = counts->levels[depth].drawn;
    }
    context_fact_count(context, "n_in", counts->n_in);
    context_fact_count(context, "n_out", counts->n_out);
    context_fact_count(context, "splits", counts->splits);
    context_fact_count(context, "culled_frustum", counts->culled_frustum);
    context_fact_count(context, "culled_depth", counts->culled_depth);
    context_fact_count(context, "bounds", counts->bounds);
    context_fact_count(context, "levels", counts->level_count);
    context_fact_count(context, "peak_ranges", counts->peak_ranges);
    context_fact_series(context, "in_per_level", in, counts->level_count);
    context_fact_series(context, "drawn_per_level", drawn, counts->level_count);
    context_fact_count(context, "undecided", state->reference.undecided.count);
    context_fact_hash(context, "set_hash", state->set_hash);
    context_fact_hash(
        context, "patches_hash",
        hash_bytes(state->scene.patches, state->scene.count * sizeof(*state->scene.patches)));
    return true;
}
