/* SPDX-License-Identifier: MIT */
#include "bench/reyes_subdivision/workload.h"

#include "bench/common/hash.h"

#include <stdlib.h>
#include <string.h>

/* Copies to memory that lives as long as the workload. */
static void *keep(struct bench_workload *workload, const void *data, size_t bytes)
{
    void *copy = context_alloc(&workload->context, bytes);
    if (copy && bytes > 0)
        memcpy(copy, data, bytes);
    return copy;
}

static bool keep_scene(struct bench_workload *workload, const struct scene *scene)
{
    struct reyes_workload *state = workload->state;
    state->scene = *scene;
    state->scene.patches = keep(workload, scene->patches, scene->count * sizeof(*scene->patches));
    return state->scene.patches;
}

static bool keep_list(struct bench_workload *workload, struct range_list *kept,
                      const struct range_list *list)
{
    kept->count = kept->capacity = list->count;
    kept->ranges = keep(workload, list->ranges, list->count * sizeof(*list->ranges));
    return kept->ranges;
}

static bool load_scene(struct bench_workload *workload)
{
    const struct scene_source source = {
        .scene = context_text(&workload->context, "scene"),
        .patches = context_option(&workload->context, "patches"),
        .mesh = context_option(&workload->context, "mesh"),
        .camera = context_option(&workload->context, "camera"),
    };
    char message[SCENE_MESSAGE_BYTES];
    struct scene scene;
    if (!reyes_scene_load(&scene, &source, message))
        return context_error(&workload->context, "%s", message);
    const bool good = keep_scene(workload, &scene);
    reyes_scene_finish(&scene);
    return good;
}

static void set_view(struct bench_workload *workload)
{
    struct reyes_workload *state = workload->state;
    uint32_t width = 0, height = 0;
    reyes_parse_size(context_text(&workload->context, "size"), &width, &height);
    state->view = reyes_view_init(&state->scene.camera, width, height,
                                  (uint32_t)context_integer(&workload->context, "limit"),
                                  (uint32_t)context_integer(&workload->context, "max_depth"));
    state->view.ribbon = (float)context_integer(&workload->context, "ribbon");
    const char *rule = context_text(&workload->context, "eye_rule");
    state->view.eye_rule =
        strcmp(rule, reyes_eye_rules[VIEW_EYE_2014]) == 0 ? VIEW_EYE_2014 : VIEW_EYE_LARGER;
}

static void state_facts(struct bench_workload *workload)
{
    const struct reyes_workload *state = workload->state;
    const struct reyes_reference_counts *counts = &state->reference.counts;
    uint64_t in[REYES_LEVELS], drawn[REYES_LEVELS];
    for (uint32_t depth = 0; depth < counts->level_count; depth++) {
        in[depth] = counts->levels[depth].in;
        drawn[depth] = counts->levels[depth].drawn;
    }
    context_fact_count(&workload->context, "n_in", counts->n_in);
    context_fact_count(&workload->context, "n_out", counts->n_out);
    context_fact_count(&workload->context, "splits", counts->splits);
    context_fact_count(&workload->context, "culled_frustum", counts->culled_frustum);
    context_fact_count(&workload->context, "culled_depth", counts->culled_depth);
    context_fact_count(&workload->context, "bounds", counts->bounds);
    context_fact_count(&workload->context, "levels", counts->level_count);
    context_fact_count(&workload->context, "peak_ranges", counts->peak_ranges);
    context_fact_series(&workload->context, "in_per_level", in, counts->level_count);
    context_fact_series(&workload->context, "drawn_per_level", drawn, counts->level_count);
    context_fact_count(&workload->context, "undecided", state->reference.undecided.count);
    context_fact_hash(&workload->context, "set_hash", state->set_hash);
    context_fact_hash(
        &workload->context, "patches_hash",
        hash_bytes(state->scene.patches, state->scene.count * sizeof(*state->scene.patches)));
}

static bool answer(struct bench_workload *workload)
{
    struct reyes_workload *state = workload->state;
    struct reyes_reference reference;
    const char *reason;
    bool good = reyes_reference_subdivide(&reference, &state->view, state->scene.patches,
                                          state->scene.count, REYES_RANGES_MAX, &reason);
    if (!good) {
        context_error(&workload->context, "scene %s: %s", context_text(&workload->context, "scene"),
                      reason);
    } else {
        state->reference.counts = reference.counts;
        state->set_hash = reyes_range_hash(reference.drawn.ranges, reference.drawn.count);
        state->set_digest = reyes_range_digest(reference.drawn.ranges, reference.drawn.count);
        good = keep_list(workload, &state->reference.drawn, &reference.drawn) &&
               keep_list(workload, &state->reference.undecided, &reference.undecided);
    }
    reyes_reference_finish(&reference);
    return good;
}

bool reyes_workload(struct bench_workload *workload)
{
    if (!load_scene(workload))
        return false;
    set_view(workload);
    if (!answer(workload))
        return false;
    state_facts(workload);
    return true;
}
