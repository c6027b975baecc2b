/* SPDX-License-Identifier: MIT */
#include "bench/reyes_subdivision/workload.h"

#include "bench/common/hash.h"

#include <stdlib.h>
#include <string.h>

/* Copies to memory that lives as long as the workload. */
static void *keep(struct bench_workload *workload, const void *data, size_t bytes)
{
    void *copy = bench_workload_alloc(workload, bytes);
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
        .scene = bench_workload_text(workload, "scene"),
        .patches = bench_workload_option(workload, "patches"),
        .mesh = bench_workload_option(workload, "mesh"),
        .camera = bench_workload_option(workload, "camera"),
    };
    char message[SCENE_MESSAGE_BYTES];
    struct scene scene;
    if (!reyes_scene_load(&scene, &source, message))
        return bench_workload_fail(workload, "%s", message);
    const bool good = keep_scene(workload, &scene);
    reyes_scene_finish(&scene);
    return good;
}

static void set_view(struct bench_workload *workload)
{
    struct reyes_workload *state = workload->state;
    uint32_t width = 0, height = 0;
    reyes_parse_size(bench_workload_text(workload, "size"), &width, &height);
    state->view = reyes_view_init(&state->scene.camera, width, height,
                                  (uint32_t)bench_workload_integer(workload, "limit"),
                                  (uint32_t)bench_workload_integer(workload, "max_depth"));
    state->view.ribbon = (float)bench_workload_integer(workload, "ribbon");
    const char *rule = bench_workload_text(workload, "eye_rule");
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
    bench_fact_count(workload, "n_in", counts->n_in);
    bench_fact_count(workload, "n_out", counts->n_out);
    bench_fact_count(workload, "splits", counts->splits);
    bench_fact_count(workload, "culled_frustum", counts->culled_frustum);
    bench_fact_count(workload, "culled_depth", counts->culled_depth);
    bench_fact_count(workload, "bounds", counts->bounds);
    bench_fact_count(workload, "levels", counts->level_count);
    bench_fact_count(workload, "peak_ranges", counts->peak_ranges);
    bench_fact_series(workload, "in_per_level", in, counts->level_count);
    bench_fact_series(workload, "drawn_per_level", drawn, counts->level_count);
    bench_fact_count(workload, "undecided", state->reference.undecided.count);
    bench_fact_hash(workload, "set_hash", state->set_hash);
    bench_fact_hash(
        workload, "patches_hash",
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
        bench_workload_fail(workload, "scene %s: %s", bench_workload_text(workload, "scene"),
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
