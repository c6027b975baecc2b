/* SPDX-License-Identifier: MIT */
/*
 * program.c: local_subgroup and local_redistributed as programs. Scenes are the same for every
 * seed: that an answer is not kept, an altered one alone tells.
 */
#include "bench/declared/declared.h"
#include "bench/reyes_subdivision/run.h"

#include <string.h>

enum { COUNTS = REYES_QUEUE + 1 };

/* Words of struct reyes_view that are floats. */
static const char *const view_names[] = { "view_0",  "view_1",  "view_2",  "view_3",  "view_4",
                                          "view_5",  "view_6",  "view_7",  "view_8",  "view_9",
                                          "view_10", "view_11", "view_12", "view_13", "view_14",
                                          "view_15", "view_16", "view_17", "view_18" };
enum { VIEW_WORDS = sizeof(view_names) / sizeof(view_names[0]) };

static void give(struct bench_case *c, struct declared_given *given)
{
    struct reyes_run *run = reyes_run(c);
    const struct reyes_workload *input = run->workload = c->workload->state;
    const struct reyes_view view = reyes_view_data(&input->view);
    uint32_t words[VIEW_WORDS];
    memcpy(words, &view, sizeof(words));
    for (size_t i = 0; i < VIEW_WORDS; i++)
        *given++ = (struct declared_given){ view_names[i], words[i] };
    const struct declared_given all[] = {
        { "max_depth", view.max_depth },
        { "larger_eye", view.eye_rule },
        { "groups", run->groups },
        { "patches", input->scene.count },
        { "drawn_max", (int64_t)run->drawn.capacity },
        { "points", .array = input->points,
          .bytes = 16 * sizeof(*input->points) * (uint64_t)input->scene.count },
        { "drawn", .array = run->drawn.ranges,
          .bytes = REYES_RANGE_BYTES * (uint64_t)run->drawn.capacity },
        { "control", .array = run->counts, .bytes = 4 * COUNTS },
    };
    memcpy(given, all, sizeof(all));
}

/* An altered scene has room for twice as much, too. */
static bool setup(struct bench_case *c)
{
    enum { SPARE = 4096 };
    struct reyes_run *run = reyes_run_start(c);
    if (!reyes_groups_known(c))
        return false;
    run->drawn.capacity = 2 * run->workload->reference.drawn.count + SPARE;
    run->drawn.ranges = context_alloc(&c->context, run->drawn.capacity * sizeof(struct range));
    run->counts = context_alloc(&c->context, 4 * COUNTS);
    if (!run->drawn.ranges || !run->counts)
        return false;
    bench_output_memory(c, run->drawn.ranges, run->drawn.capacity * sizeof(struct range));
    bench_output_memory(c, run->counts, 4 * COUNTS);
    return declared_process_setup(c, reyes_steps, give);
}

static bool check(struct bench_case *c, enum bench_check kind)
{
    struct reyes_run *run = reyes_run(c);
    const uint32_t *counts = run->counts;
    if (!declared_process_fetch(c))
        return false;
    run->drawn.count = counts[REYES_DRAWN];
    return reyes_outcome_counts(c, counts, counts[REYES_BOUNDS], counts[REYES_SPLITS],
                                counts[REYES_DRAWN]) &&
           reyes_check(c, kind);
}

const struct reyes_scheme reyes_scheme_program = { .local = true };
const struct bench_method reyes_program = { .setup = setup,
                                            .compute_times = declared_process_compute,
                                            .renew = declared_process_renew,
                                            .fetch = declared_process_fetch,
                                            .check = check,
                                            .finish = declared_process_finish };
