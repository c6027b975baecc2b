/* SPDX-License-Identifier: MIT */
#include "harness/canary.h"

#include "harness/clock.h"

#include "harness.kernels.h"

#include <math.h>
#include <stdlib.h>

enum {
    PROBE_STEPS = 1 << 13,
    LOAD_GROUPS = 1 << 12,
    LOAD_STEPS_MAX = 1 << 20,
};

static const double load_ns_wanted = 2e6;

struct canary {
    struct gpu_scope *scope;
    struct canary_state *state;
    struct gpu_buffer *sink;
    struct gpu_kernel *kernel;
    struct gpu_commands *probe, *load;
    uint32_t load_steps;
};

static void record(struct canary *canary, struct gpu_commands *commands, uint32_t groups,
                   uint32_t steps)
{
    gpu_commands_timestamp(commands, 0);
    gpu_commands_dispatch(commands, &(struct gpu_dispatch){ .kernel = canary->kernel,
                                                            .buffers = { canary->sink },
                                                            .push = &steps,
                                                            .push_bytes = sizeof(steps),
                                                            .groups = { groups, 1, 1 } });
    gpu_commands_timestamp(commands, 1);
}

struct canary *canary_create(struct gpu *gpu, struct canary_state *state)
{
    struct canary *canary = calloc(1, sizeof(*canary));
    if (!canary)
        return NULL;
    canary->state = state;
    canary->scope = gpu_scope_create(gpu);
    canary->sink = gpu_buffer_create(canary->scope,
                                     &(struct gpu_buffer_params){ .name = "canary", .bytes = 4 });
    canary->kernel = gpu_kernel_create(
        canary->scope, &(struct gpu_kernel_params){ .shader = &kernel_harness_canary });
    canary->probe = gpu_commands_begin(canary->scope);
    canary->load = gpu_commands_begin(canary->scope);
    canary->load_steps = PROBE_STEPS;
    record(canary, canary->probe, 1, PROBE_STEPS);
    record(canary, canary->load, LOAD_GROUPS, canary->load_steps);
    if (gpu_failed(gpu))
        canary_destroy(&canary);
    return canary;
}

void canary_destroy(struct canary **handle)
{
    struct canary *canary = *handle;
    *handle = NULL;
    if (!canary)
        return;
    gpu_scope_destroy(&canary->scope);
    free(canary);
}

bool canary_probe(struct canary *canary, double *probe_ns)
{
    double *best_ns = &canary->state->best_ns;
    if (!gpu_commands_submit(canary->probe) ||
        !gpu_commands_elapsed_ns(canary->probe, 0, 1, probe_ns))
        return false;
    if (*probe_ns > 0 && (*best_ns == 0 || *probe_ns < *best_ns))
        *best_ns = *probe_ns;
    return true;
}

bool canary_is_up(const struct canary *canary, double probe_ns)
{
    return probe_ns <= 1.05 * canary->state->best_ns;
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
        record(canary, canary->load, LOAD_GROUPS, canary->load_steps);
    }
    return true;
}

double canary_raise(struct canary *canary, double min_ns, double max_ns, double *probe_ns)
{
    const double begin_ns = clock_now_ns();
    double spent_ns = 0;
    *probe_ns = 0;
    do {
        if (!load(canary) || !canary_probe(canary, probe_ns))
            return 0;
        spent_ns = clock_now_ns() - begin_ns;
    } while (spent_ns < min_ns || (spent_ns < max_ns && !canary_is_up(canary, *probe_ns)));
    return spent_ns;
}
