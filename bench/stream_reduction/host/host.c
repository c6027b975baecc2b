/* SPDX-License-Identifier: MIT */
#include "bench/stream_reduction/host/host.h"

#include "bench/common/axis.h"
#include "bench/stream_reduction/source.h"
#include "bench/stream_reduction/stream.h"
#include "harness/engine/cpu/cpu.h"
#include "harness/os/cpu_memory.h"

static const char *const allocation_names[] = { "none", "exact", "whole", NULL };

#define ALLOCATION_AXIS                                                                            \
    AXIS("allocation",                                                                             \
         "allocation of the output in the time: none, it exists before; its exact size, after a "  \
         "count; room for all entries",                                                            \
         .names = allocation_names, AT_DEFAULT("none"))

const struct bench_axis stream_host_axes[] = { ALLOCATION_AXIS, { 0 } };

const struct bench_axis stream_host_threads_axes[] = {
    ALLOCATION_AXIS,
    AXIS("threads", "threads of the host that compute; 0: all that the process may use", .min = 0,
         .max = 1024, AT_DEFAULT("0")),
    { 0 },
};

const struct bench_values stream_walk_values[] = {
    { "allocation", { "none", "none,exact", "none,exact" } },
    { NULL },
};
const struct bench_values stream_simd_values[] = {
    { "allocation", { "none", "none,exact", "none" } },
    { "p", { "0.5", "0.5", "0,0.01,0.1,0.5,0.9,1" } },
    { NULL },
};

const struct bench_values stream_threads_values[] = {
    { "allocation", { "none", "none,exact,whole", "none" } },
    { "p", { "0.5", "0.5", "0,0.01,0.1,0.5,0.9,1" } },
    { NULL },
};

bool stream_host_setup(struct bench_case *c)
{
    struct stream_host_case *state = c->state;
    const struct stream_input *input = stream_input_of(c);
    state->allocation =
        (enum stream_allocation)axis_place(&c->context, "allocation", allocation_names);
    /* Past the caches goes what would fill them up. */
    struct cpu_host host;
    cpu_host_read(&host, "");
    const uint64_t caches = cpu_host_last_level_bytes(&host);
    state->past = caches > 0 && stream_input_bytes(input) > caches;
    if (!stream_turns_init(&c->context, &state->turns, input))
        return false;
    if (state->allocation == STREAM_ALLOCATION_NONE)
        return stream_setup_host(c);
    state->base.host_count = context_alloc(&c->context, sizeof(*state->base.host_count));
    if (!state->base.host_count)
        return false;
    bench_output_memory(c, state->base.host_count, sizeof(*state->base.host_count));
    return true;
}

/* Choosing ------------------------------------------------------------------------------------- */

enum { TRIAL_ENTRIES = 1024, TRIAL_WORDS = TRIAL_ENTRIES * STREAM_TUPLE_WORDS };

struct trial {
    const struct stream_loops *ways[CPU_CHOICE_MAX];
    uint32_t words, from[TRIAL_WORDS], to[TRIAL_WORDS];
};

static void try_way(void *context, size_t way)
{
    struct trial *trial = context;
    stream_loops_of(trial->ways[way], trial->words)
        ->compact(trial->to, TRIAL_ENTRIES, trial->from, TRIAL_ENTRIES);
}

void stream_host_choose(struct bench_case *c)
{
    struct stream_host_case *state = c->state;
    const uint32_t features = cpu_features();
    const struct stream_loops *best = stream_loops_best(features);
    struct trial trial = { .words = stream_input_of(c)->element_words };
    size_t ways = 0;
    for (size_t i = 0; i < stream_loops_count && ways < CPU_CHOICE_MAX; i++)
        if (!(stream_loops[i]->needs & ~features) &&
            stream_loops[i]->lane_bytes == best->lane_bytes)
            trial.ways[ways++] = stream_loops[i];
    const uint32_t null = trial.words == 1 ? STREAM_NULL_INDEX : STREAM_NULL_COMPONENT;
    for (uint32_t i = 0; i < TRIAL_WORDS; i++) /* of two entries one is null */
        trial.from[i] = i / trial.words % 2 == 0 ? i : null;
    state->loops = trial.ways[cpu_choice_fastest(ways, try_way, &trial)];
}

/* Executions ----------------------------------------------------------------------------------- */

static void release(struct stream_host_case *state)
{
    if (state->memory)
        state->base.host = NULL;
    cpu_memory_unmap(&state->memory, state->memory_bytes);
}

void stream_host_reset(struct bench_case *c, struct gpu_commands *commands)
{
    struct stream_host_case *state = c->state;
    (void)commands;
    release(state);
    stream_turns_next(&state->turns);
}

bool stream_host_check(struct bench_case *c, enum bench_check check)
{
    const struct stream_host_case *state = c->state;
    const struct stream_loops *loops = state->loops;
    const bool ok = stream_check(c, check);
    if (loops->lane_bytes > 0) {
        bench_metric(c, "vector_bytes", "B", loops->lane_bytes);
        bench_metric(c, "compresses_to_memory", "of 1", loops->to_memory);
        bench_metric(c, "writes_past_caches", "of 1", state->past);
    }
    if (check == BENCH_CHECK_QUICK)
        release(c->state);
    return ok;
}

uint32_t *stream_host_output(struct bench_case *c, size_t entries)
{
    struct stream_host_case *state = c->state;
    if (state->allocation == STREAM_ALLOCATION_NONE)
        return state->base.host;
    release(state);
    state->memory_bytes = 4 * entries * stream_input_of(c)->element_words;
    state->memory = cpu_memory_map(state->memory_bytes);
    state->base.host = state->memory;
    if (!state->memory)
        context_error(&c->context, "no memory for an output of %zu bytes", state->memory_bytes);
    return state->base.host;
}
