/* SPDX-License-Identifier: MIT */
#include "harness/base/stats.h"
#include "harness/engine/measure/case.h"
#include "harness/engine/measure/sampler_private.h"
#include "harness/engine/measure/throttle.h"
#include "harness/os/clock.h"

#include <math.h>

static bool runs_on_device(const struct sampler_group *group)
{
    for (size_t i = 0; i < group->plan->case_count; i++)
        if (group->plan->cases[i].variant->kind != BENCH_CPU)
            return true;
    return false;
}

/* Nothing of a group on the host alone goes by the device's clock. */
static bool clock_is_kept(const struct sampler_group *group)
{
    return group->canary && group->params->rules.raise_ns_max > 0 && runs_on_device(group) &&
           !sampler_group_stopped(group);
}

/* A clock that is up stays so for a while. The first load of a run takes longest. */
void sampler_clock_load_begin(struct sampler_group *group)
{
    const double stays_ns = 1e7;
    if (clock_is_kept(group))
        canary_load_begin(group->canary, group->params->canary->raised ? stays_ns : 0);
}

void sampler_clock_load_end(struct sampler_group *group)
{
    if (group->canary)
        group->load_ns += canary_load_end(group->canary);
}

void sampler_clock_raise(struct sampler_group *group)
{
    const struct sampler_rules *rules = &group->params->rules;
    const struct canary_state *state = group->params->canary;
    struct canary_reading reading;
    if (!clock_is_kept(group))
        return;
    sampler_group_announce(group, SIZE_MAX, 1);
    const double least_ns = state->raised ? 0 : fmax(rules->raise_ns_min - group->load_ns, 0);
    const double spent_ns =
        group->load_ns + canary_raise(group->canary, least_ns, rules->raise_ns_max, &reading);
    group->load_ns = 0;
    group->clock_stays_low = !canary_is_up(state, &reading);
    for (size_t i = 0; i < group->plan->case_count; i++) {
        struct run_clock *clock = &group->outcome->results[i].c.clock;
        clock->raises++;
        clock->raise_ns += spent_ns;
        clock->probe_ns = reading.probe_ns;
        clock->core_hz = reading.core_hz;
    }
}

/* A device that is too hot, or over its power limit, recovers when it has nothing to do. */
static void group_pause(struct sampler_group *group, double ns)
{
    clock_sleep_ns(ns);
    for (size_t i = 0; i < group->plan->case_count; i++) {
        group->outcome->results[i].c.clock.pauses++;
        group->outcome->results[i].c.clock.pause_ns += ns;
    }
}

void sampler_clock_keep(struct sampler_group *group, uint32_t throttled)
{
    const struct sampler_rules *rules = &group->params->rules;
    struct canary_reading reading;
    if (!clock_is_kept(group))
        return;
    const double begin_ns = clock_now_ns();
    if (throttled > 0 && group->throttled_ns < rules->throttle_ns_max) {
        sampler_group_announce(group, SIZE_MAX, 1);
        group_pause(group, throttle_pause_ns(throttled));
        sampler_clock_raise(group);
        group->throttled_ns += clock_now_ns() - begin_ns;
        return;
    }
    if (group->clock_stays_low)
        return;
    sampler_group_announce(group, SIZE_MAX, 1);
    if (canary_probe(group->canary, &reading) && !canary_is_up(group->params->canary, &reading))
        sampler_clock_raise(group);
}

void sampler_window_add(struct sampler_window *window, const struct canary_reading *clock)
{
    if (clock->probe_ns > 0)
        window->probes_ns[window->count++ % SAMPLER_WINDOW_PROBES] = clock->probe_ns;
}

bool sampler_clock_warms(const struct sampler_group *group, size_t i)
{
    return group->plan->cases[i].variant->kind != BENCH_CPU &&
           sampler_long_rule(&group->params->rules, group->typical_ns[i]) == 0;
}

/* Probes alone fill a window up. */
static void window_fill(struct sampler_group *group, struct sampler_window *window)
{
    struct canary_reading clock;
    while (window->count > 0 && window->count < SAMPLER_WINDOW_PROBES &&
           canary_probe(group->canary, &clock))
        sampler_window_add(window, &clock);
}

static void window_run(struct sampler_group *group, struct sampler_window *window)
{
    struct canary_reading clock;
    *window = (struct sampler_window){ 0 };
    for (size_t i = 0; i < group->plan->case_count && !sampler_group_stopped(group); i++) {
        if (!sampler_group_samples(group, i) || !sampler_clock_warms(group, i))
            continue;
        sampler_group_announce(group, i, 1);
        if (case_warm(group->runs[i], &window->turn_ns, &clock))
            sampler_window_add(window, &clock);
        else
            sampler_group_drop(group, i);
    }
    window_fill(group, window);
}

/* Compares windows by the canary where there is one, otherwise by the time that the cases took. */
static bool window_is_steady(const struct sampler_window *window,
                             const struct sampler_window *before, double change)
{
    double now = window->turn_ns, then = before->turn_ns;
    if (window->count >= SAMPLER_WINDOW_PROBES && before->count >= SAMPLER_WINDOW_PROBES) {
        now = stats_median(window->probes_ns, SAMPLER_WINDOW_PROBES);
        then = stats_median(before->probes_ns, SAMPLER_WINDOW_PROBES);
    }
    return fabs(now - then) <= change * then;
}

void sampler_clock_warm_up(struct sampler_group *group)
{
    const struct sampler_rules *rules = &group->params->rules;
    const double begin_ns = clock_now_ns();
    struct sampler_window window = { 0 }, before;
    bool steady = false;
    if (!group->cold && !sampler_group_stopped(group)) {
        window = group->tried;
        window_fill(group, &window);
    }
    do {
        before = window;
        window_run(group, &window);
        steady = window_is_steady(&window, &before, rules->warmup_change);
    } while (!sampler_group_stopped(group) && !steady &&
             clock_now_ns() - begin_ns < rules->warmup_ns_max);
    for (size_t i = 0; i < group->plan->case_count; i++)
        if (group->plan->cases[i].cold == group->cold)
            group->outcome->results[i].c.warmup_converged = steady;
}
