/* SPDX-License-Identifier: MIT */
#include "harness.kernels.h"
#include "harness/base/need.h"
#include "harness/engine/instruments/instruments.h"
#include "harness/os/os.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

enum {
    PROBE_STEPS_MIN = 1 << 13,
    PROBE_STEPS_MAX = 1 << 18,
    LOAD_GROUPS = 1 << 12,
    LOAD_STEPS_MAX = 1 << 20,
    LONG_PROBE = 8, /* times the steps of a probe */
};

enum { WORD_CYCLES = 1, WORD_TICKS = 2, WORDS = 3 };

static const double load_ns_wanted = 2e6, probe_ticks_wanted = 500, up_share = 1 / 1.05;
static const double futile_ns = 1e9, progress = 1.01, settled_ns = 1e8, climbed = 1.5;
static const double core_hz_min = 1e7, core_hz_max = 1e10;

struct canary {
    struct gpu_scope *scope;
    struct canary_state *state;
    struct gpu_buffer *sink;
    struct gpu_kernel *kernel;
    struct gpu_commands *probe, *long_probe, *load;
    uint32_t load_steps;
    uint32_t words[WORDS]; /* what the last probe wrote */
    bool counts_cycles;
    pthread_t loading;
    bool begun;        /* `loading` is to be joined */
    atomic_bool loads; /* it goes on */
    double after_ns;   /* before it begins */
    double load_ns;    /* of `loading` */
};

static void dispatch(struct canary *canary, struct gpu_commands *commands, uint32_t groups,
                     uint32_t steps)
{
    gpu_commands_dispatch(commands, &(struct gpu_dispatch){ .kernel = canary->kernel,
                                                            .buffers = { canary->sink },
                                                            .push = &steps,
                                                            .push_bytes = sizeof(steps),
                                                            .groups = { groups, 1, 1 } });
}

static void record(struct canary *canary, struct gpu_commands *commands, uint32_t steps,
                   uint32_t slot_begin, uint32_t slot_end)
{
    gpu_commands_barrier(commands, GPU_ACCESS_ALL, GPU_ACCESS_ALL);
    gpu_commands_timestamp(commands, slot_begin);
    dispatch(canary, commands, 1, steps);
    gpu_commands_barrier(commands, GPU_ACCESS_ALL, GPU_ACCESS_ALL);
    gpu_commands_timestamp(commands, slot_end);
    if (canary->counts_cycles)
        gpu_commands_read_back(commands, canary->sink, 0, sizeof(canary->words), canary->words);
}

static void record_load(struct canary *canary)
{
    gpu_commands_timestamp(canary->load, 0);
    dispatch(canary, canary->load, LOAD_GROUPS, canary->load_steps);
    gpu_commands_timestamp(canary->load, 1);
}

/*
 * Vulkan does not say what a tick of the device's clock is: it is how much longer a long probe
 * takes than a short one, over how many more ticks it counts. Where that comes near the period of
 * the timestamps it is that: both count the same.
 */
static void measure_tick(struct canary *canary)
{
    enum { PROBES = 8 };
    const double period_ns = gpu_info(gpu_scope_device(canary->scope))->timestamp_period_ns;
    struct gpu_commands *commands[] = { canary->probe, canary->long_probe };
    double shortest_ns[] = { INFINITY, INFINITY }, fewest[] = { INFINITY, INFINITY };
    for (int i = 0; i < 2 * PROBES; i++) {
        double ns;
        if (!gpu_commands_submit(commands[i % 2]) ||
            !gpu_commands_elapsed_ns(commands[i % 2], 0, 1, &ns))
            return;
        shortest_ns[i % 2] = fmin(shortest_ns[i % 2], ns);
        fewest[i % 2] = fmin(fewest[i % 2], canary->words[WORD_TICKS]);
    }
    const double tick_ns = (shortest_ns[1] - shortest_ns[0]) / (fewest[1] - fewest[0]);
    const bool same = fabs(tick_ns / period_ns - 1) < 0.03;
    canary->state->tick_ns = same ? period_ns : isfinite(tick_ns) && tick_ns > 0 ? tick_ns : 0;
}

struct canary *canary_create(struct gpu *gpu, struct canary_state *state, double tick_ns)
{
    struct canary *canary = need_zeroed(1, sizeof(*canary));
    const struct gpu_info *info = gpu_info(gpu);
    canary->state = state;
    canary->counts_cycles =
        info && info->features & GPU_SHADER_CLOCK && !gpu_info_is_software(info);
    canary->scope = gpu_scope_create(gpu);
    canary->sink = gpu_buffer_create(
        canary->scope,
        &(struct gpu_buffer_params){ .name = "canary", .bytes = sizeof(canary->words) });
    canary->kernel = gpu_kernel_create(
        canary->scope,
        &(struct gpu_kernel_params){ .shader = canary->counts_cycles ? &kernel_harness_canary_clock
                                                                     : &kernel_harness_canary });
    canary->probe = gpu_commands_begin(canary->scope);
    canary->long_probe = gpu_commands_begin(canary->scope);
    canary->load = gpu_commands_begin(canary->scope);
    canary->load_steps = PROBE_STEPS_MIN;
    const bool chosen = state->steps > 0;
    state->steps = chosen ? state->steps : PROBE_STEPS_MIN;
    record(canary, canary->probe, state->steps, 0, 1);
    struct canary_reading reading = { 0 };
    while (!chosen && canary_probe(canary, &reading) &&
           reading.probe_ns < probe_ticks_wanted * tick_ns && state->steps < PROBE_STEPS_MAX) {
        state->steps *= 2;
        state->best_ns = state->best_alone_ns = state->best_hz = 0;
        gpu_commands_restart(canary->probe);
        record(canary, canary->probe, state->steps, 0, 1);
    }
    record(canary, canary->long_probe, LONG_PROBE * state->steps, 0, 1);
    record_load(canary);
    if (canary->counts_cycles && state->tick_ns == 0 && !gpu_failed(gpu))
        measure_tick(canary);
    if (gpu_failed(gpu))
        canary_destroy(&canary);
    return canary;
}

void canary_destroy(struct canary **canary)
{
    if (*canary)
        gpu_scope_destroy(&(*canary)->scope);
    free(*canary);
    *canary = NULL;
}

void canary_record(struct canary *canary, struct gpu_commands *commands, uint32_t slot_begin,
                   uint32_t slot_end)
{
    if (canary)
        record(canary, commands, canary->state->steps, slot_begin, slot_end);
}

void canary_state_see(struct canary_state *state, const struct canary_reading *reading)
{
    double *best_ns = reading->alone ? &state->best_alone_ns : &state->best_ns;
    if (reading->probe_ns > 0 && (*best_ns == 0 || reading->probe_ns < *best_ns))
        *best_ns = reading->probe_ns;
    state->best_hz = fmax(state->best_hz, reading->core_hz);
}

bool canary_read(struct canary *canary, struct gpu_commands *commands, uint32_t slot_begin,
                 uint32_t slot_end, struct canary_reading *reading)
{
    *reading = (struct canary_reading){ 0 };
    if (!canary)
        return true;
    if (!gpu_commands_elapsed_ns(commands, slot_begin, slot_end, &reading->probe_ns))
        return false;
    const double ns = canary->words[WORD_TICKS] * canary->state->tick_ns;
    const double hz = ns > 0 ? canary->words[WORD_CYCLES] / ns * 1e9 : 0;
    if (canary->counts_cycles && hz > core_hz_min && hz < core_hz_max) /* it can be true */
        reading->core_hz = hz;
    reading->alone = commands == canary->probe;
    canary_state_see(canary->state, reading);
    return true;
}

bool canary_probe(struct canary *canary, struct canary_reading *reading)
{
    return gpu_commands_submit(canary->probe) && canary_read(canary, canary->probe, 0, 1, reading);
}

double canary_share(const struct canary_state *state, const struct canary_reading *reading)
{
    const double best_ns = reading->alone ? state->best_alone_ns : state->best_ns;
    if (!(reading->probe_ns > 0))
        return NAN;
    if (reading->core_hz > 0 && state->best_hz > 0)
        return reading->core_hz / state->best_hz;
    return best_ns > 0 ? best_ns / reading->probe_ns : NAN;
}

bool canary_is_up(const struct canary_state *state, const struct canary_reading *reading)
{
    const struct canary_reading *loaded = &state->loaded;
    const struct canary_state by_load = { .best_alone_ns = loaded->probe_ns,
                                          .best_hz = loaded->core_hz };
    const bool known = reading->alone && loaded->probe_ns > 0;
    return canary_share(known ? &by_load : state, reading) >= up_share;
}

/* One load; the next is longer while loads are shorter than wanted. */
static bool load(struct canary *canary)
{
    double ns;
    if (!gpu_commands_submit(canary->load) || !gpu_commands_elapsed_ns(canary->load, 0, 1, &ns))
        return false;
    if (ns < load_ns_wanted / 2 && canary->load_steps < LOAD_STEPS_MAX) {
        canary->load_steps *= 2;
        gpu_commands_restart(canary->load);
        record_load(canary);
    }
    return true;
}

/* The probe behind it shows how high the clock was: uploads come next, and it may fall. */
static void *load_on(void *context)
{
    const double poll_ns = 1e6, rest_ns = 5e6;
    struct canary *canary = context;
    struct canary_reading reading;
    double begin_ns = clock_now_ns();
    while (atomic_load(&canary->loads) && clock_now_ns() - begin_ns < canary->after_ns)
        clock_sleep_ns(poll_ns);
    if (!atomic_load(&canary->loads))
        return NULL;
    begin_ns = clock_now_ns();
    while (atomic_load(&canary->loads) && load(canary))
        if (canary->after_ns > 0) /* it is up, and some load keeps it there */
            clock_sleep_ns(rest_ns);
    canary_probe(canary, &reading);
    canary->load_ns = clock_now_ns() - begin_ns;
    return NULL;
}

void canary_load_begin(struct canary *canary, double after_ns)
{
    canary->after_ns = after_ns;
    canary->load_ns = 0;
    atomic_store(&canary->loads, true);
    canary->begun = os_thread_start(&canary->loading, load_on, canary) == 0;
}

double canary_load_end(struct canary *canary)
{
    if (!canary->begun)
        return 0;
    atomic_store(&canary->loads, false);
    pthread_join(canary->loading, NULL);
    canary->begun = false;
    return canary->load_ns;
}

/* Height of the clock, in any unit that one device keeps to; 0 without a probe. */
static double height(const struct canary_reading *reading)
{
    if (!(reading->probe_ns > 0))
        return 0;
    return reading->core_hz > 0 ? reading->core_hz : 1 / reading->probe_ns;
}

void canary_state_load(struct canary_state *state, const struct canary_reading *highest,
                       bool futile)
{
    if (futile || height(highest) > height(&state->loaded))
        state->loaded = *highest;
    state->raised = true;
}

bool canary_climb_see(struct canary_climb *climb, double height, double spent_ns)
{
    climb->first = climb->first > 0 ? climb->first : height;
    if (height > climb->reached * progress) {
        climb->reached = height;
        climb->progress_ns = spent_ns;
    }
    return climb->reached >= climb->first * climbed && spent_ns - climb->progress_ns >= settled_ns;
}

double canary_raise(struct canary *canary, double min_ns, double max_ns,
                    struct canary_reading *reading)
{
    const double begin_ns = clock_now_ns();
    double spent_ns = 0;
    struct canary_climb climb = { 0 };
    struct canary_reading highest = { 0 };
    bool up = false, futile = false, enough = false;
    *reading = (struct canary_reading){ 0 };
    do {
        if (!load(canary) || !canary_probe(canary, reading))
            return 0;
        spent_ns = clock_now_ns() - begin_ns;
        const bool over = canary_climb_see(&climb, height(reading), spent_ns);
        enough = spent_ns >= min_ns || (over && reading->core_hz > 0);
        if (height(reading) > height(&highest))
            highest = *reading;
        up = canary_is_up(canary->state, reading);
        futile = !up && spent_ns - climb.progress_ns > futile_ns;
    } while (!enough || (spent_ns < max_ns && !up && !futile));
    canary_state_load(canary->state, &highest, futile);
    return clock_now_ns() - begin_ns;
}
