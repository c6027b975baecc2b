/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/engine/instruments/instruments.h"
#include "harness/engine/measure/measure.h"
#include "harness/engine/measure/private.h"
#include "harness/os/os.h"
#include "harness/random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The group ----------------------------------------------------------------------------------- */

void sampler_group_drop(struct sampler_group *group, size_t i)
{
    const enum bench_status status = group->outcome->results[i].c.status;
    group->sampling[i] = false;
    if (group->params->ended)
        group->params->ended(group->params->progress_context, &group->outcome->results[i]);
    if (group->params->gpu && gpu_failed(group->params->gpu) &&
        (status == BENCH_DEVICE_LOST || status == BENCH_TIMEOUT))
        group->outcome->device_unusable = true;
    if (status != BENCH_VERIFIED) /* its twin asks which kernels it has */
        case_destroy(&group->live[i]);
}

void sampler_group_announce(const struct sampler_group *group, size_t i, uint32_t round)
{
    const struct sampler_params *params = group->params;
    const bool any = i < group->outcome->count;
    overhead_step(&group->outcome->overhead, any);
    if (params->progress)
        params->progress(params->progress_context, any ? group->outcome->results[i].c.name : "",
                         round);
}

static bool is_interrupted(const struct sampler_params *params)
{
    return params->interrupted && *params->interrupted;
}

bool sampler_group_stopped(const struct sampler_group *group)
{
    return group->outcome->device_unusable || is_interrupted(group->params);
}

/* True when the case has not ended, and is of the cache mode that is sampled. */
static bool sampler_group_samples(const struct sampler_group *group, size_t i)
{
    return group->live[i] && group->outcome->results[i].c.status == BENCH_OK &&
           group->plan->cases[i].cold == group->cold;
}

/* The clock ------------------------------------------------------------------------------------ */

/* Nothing of a group on the host alone goes by the device's clock, nor of one that is not timed. */
static bool clock_is_kept(const struct sampler_group *group)
{
    bool timed_there = false;
    foreach (const struct plan_case, c, group->plan->cases, group->plan->case_count)
        timed_there = timed_there || (c->variant->kind != BENCH_CPU && !c->check);
    return group->canary && group->params->rules.raise_ns_max > 0 && timed_there &&
           !sampler_group_stopped(group);
}

/* Loads the device while the host makes the workload, or tries its cases, and nothing of the device
 * is timed; clock_raise() goes on. A clock that is up stays so for a while, and the first load of a
 * run takes longest. */
static void clock_load_begin(struct sampler_group *group)
{
    const double stays_ns = 1e7;
    if (clock_is_kept(group))
        canary_load_begin(group->canary, group->params->canary->raised ? stays_ns : 0);
}

static void clock_load_end(struct sampler_group *group)
{
    if (group->canary)
        group->load_ns += canary_load_end(group->canary);
}

/* Brings the clock up again, which set-up and checks, keeping the host busy, have let fall. */
static void clock_raise(struct sampler_group *group)
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
    foreach (struct result, result, group->outcome->results, group->outcome->count) {
        struct run_clock *clock = &result->c.clock;
        clock->raises++;
        clock->raise_ns += spent_ns;
        clock->probe_ns = reading.probe_ns;
        clock->core_hz = reading.core_hz;
    }
}

/* Loads the device before a round when the clock has sagged, unless the last load did not help;
 * after so many rounds in a row with a throttled sample it pauses, too, as the rules allow. */
static void clock_keep(struct sampler_group *group, uint32_t throttled)
{
    const struct sampler_rules *rules = &group->params->rules;
    struct canary_reading reading;
    if (!clock_is_kept(group))
        return;
    const double begin_ns = clock_now_ns();
    if (throttled > 0 && group->throttled_ns < rules->throttle_ns_max) {
        /* A device that is too hot, or over its power limit, recovers when it is idle. */
        const double pause_ns = throttle_pause_ns(throttled);
        sampler_group_announce(group, SIZE_MAX, 1);
        clock_sleep_ns(pause_ns);
        foreach (struct result, result, group->outcome->results, group->outcome->count) {
            result->c.clock.pauses++;
            result->c.clock.pause_ns += pause_ns;
        }
        clock_raise(group);
        group->throttled_ns += clock_now_ns() - begin_ns;
        return;
    }
    if (group->clock_stays_low)
        return;
    sampler_group_announce(group, SIZE_MAX, 1);
    if (canary_probe(group->canary, &reading) && !canary_is_up(group->params->canary, &reading))
        clock_raise(group);
}

static void window_add(struct sampler_window *window, const struct canary_reading *clock)
{
    if (clock->probe_ns > 0)
        window->probes_ns[window->count++ % SAMPLER_WINDOW_PROBES] = clock->probe_ns;
}

/* Is false for cases of the host and long ones: they need no warm-up beyond their trial, and say
 * nothing of the device's clock. */
static bool clock_warms(const struct sampler_group *group, size_t i)
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
        window_add(window, &clock);
}

/* Runs all such cases in turn, until the clock is steady from one turn to the next, or from the
 * trials on. */
static void clock_warm_up(struct sampler_group *group)
{
    const struct sampler_rules *rules = &group->params->rules;
    const double begin_ns = clock_now_ns();
    struct sampler_window window = { 0 };
    bool steady = false;
    if (!group->cold && !sampler_group_stopped(group)) {
        window = group->tried;
        window_fill(group, &window);
    }
    do {
        const struct sampler_window before = window;
        window = (struct sampler_window){ 0 };
        for (size_t i = 0; i < group->plan->case_count && !sampler_group_stopped(group); i++) {
            struct canary_reading clock;
            if (!sampler_group_samples(group, i) || !clock_warms(group, i))
                continue;
            sampler_group_announce(group, i, 1);
            if (case_warm(group->live[i], &window.turn_ns, &clock))
                window_add(&window, &clock);
            else
                sampler_group_drop(group, i);
        }
        window_fill(group, &window);
        /* Windows are compared by the canary where there is one, else by what the cases took. */
        double now = window.turn_ns, then = before.turn_ns;
        if (window.count >= SAMPLER_WINDOW_PROBES && before.count >= SAMPLER_WINDOW_PROBES) {
            now = stats_median(window.probes_ns, SAMPLER_WINDOW_PROBES);
            then = stats_median(before.probes_ns, SAMPLER_WINDOW_PROBES);
        }
        steady = fabs(now - then) <= rules->warmup_change * then;
    } while (!sampler_group_stopped(group) && !steady &&
             clock_now_ns() - begin_ns < rules->warmup_ns_max);
    foreach (struct result, result, group->outcome->results, group->outcome->count)
        if (result->plan->cold == group->cold)
            result->c.warmup_converged = steady;
}

/* Cold caches --------------------------------------------------------------------------------- */

/* Makes what sweeps for the cold cases of the group: on the device, and of kind CPU on the host.
 * Where there is no memory for it the device stays usable, and the hot cases run. */
static void caches_start(struct sampler_group *group)
{
    struct gpu *gpu = group->params->gpu;
    bool on_host = false, on_device = false;
    foreach (const struct plan_case, c, group->plan->cases, group->plan->case_count) {
        on_host = on_host || (c->cold && c->variant->kind == BENCH_CPU);
        on_device = on_device || (c->cold && c->variant->kind != BENCH_CPU);
    }
    if (on_host)
        group->host_cache = host_cache_create();
    if (!gpu || !on_device)
        return;
    group->cache = cache_create(gpu);
    if (group->cache)
        return;
    snprintf(group->cache_trouble, sizeof(group->cache_trouble), "%s", gpu_failure(gpu)->message);
    group->outcome->device_unusable = !gpu_recover(gpu);
}

static void proof_take(struct sampler_group *group, const struct run_cache_proof *proof,
                       bool on_host)
{
    foreach (struct result, result, group->outcome->results, group->outcome->count)
        if (result->plan->cold && (result->c.kind == BENCH_CPU) == on_host)
            result->c.cache_proof = *proof;
}

/* Proves that cold is cold, at the clock that the rounds will have. */
static void caches_prove(struct sampler_group *group)
{
    struct run_cache_proof proof;
    struct gpu *gpu = group->params->gpu;
    if (group->host_cache && !sampler_group_stopped(group)) {
        sampler_group_announce(group, SIZE_MAX, 1);
        host_cache_prove(group->host_cache, &proof);
        proof_take(group, &proof, true);
    }
    if (!group->cache || sampler_group_stopped(group))
        return;
    sampler_group_announce(group, SIZE_MAX, 1);
    if (cache_prove(gpu, group->cache, &proof))
        proof_take(group, &proof, false);
    else
        group->outcome->device_unusable = !gpu_recover(gpu);
}

/* Set-up and first checks --------------------------------------------------------------------- */

/* Measures the timer and makes canary and workload. False when there is no workload. */
static bool group_start(struct sampler_group *group)
{
    struct sampler_results *outcome = group->outcome;
    const struct sampler_params *params = group->params;
    struct gpu *gpu = params->gpu;
    /* On a device whose stamps cannot be true no case has a time by them. */
    if (!timer_measure(gpu, &group->timer) && gpu && gpu_failure(gpu)->result == GPU_CLOCK) {
        foreach (struct result, result, outcome->results, outcome->count)
            if (result->c.kind != BENCH_CPU)
                case_fail_device(result, gpu_failure(gpu));
        gpu_recover(gpu);
    }
    if (params->canary && gpu)
        group->canary = canary_create(gpu, params->canary, group->timer.tick_ns);
    input_cache_evict(params->shelf);
    clock_load_begin(group);
    group->workload = workload_create(group->plan, params->seed, params->shelf);
    clock_load_end(group);
    if (!group->workload) {
        outcome->workload_failed = true;
        return trouble_give(outcome->message, sizeof(outcome->message));
    }
    overhead_enter(&outcome->overhead, OVERHEAD_UPLOAD);
    if (workload_upload(group->workload, gpu))
        return true;
    const struct context *context = &group->workload->context;
    const bool lost = gpu && gpu_failed(gpu);
    foreach (struct result, result, outcome->results, outcome->count)
        if (lost)
            case_fail_device(result, gpu_failure(gpu));
        else
            case_fail(result, case_status(context_trouble(context)), "%s",
                      context_message(context));
    outcome->device_unusable = lost && !gpu_recover(gpu);
    return false;
}

/* Creates case i and sets it up. It is NULL when it has ended; but for a lost device nobody
 * was told of that yet. */
static void case_prepare(struct sampler_group *group, size_t i)
{
    const struct sampler_params *params = group->params;
    const struct plan_case *c = &group->plan->cases[i];
    const bool on_host = c->variant->kind == BENCH_CPU;
    struct result *result = &group->outcome->results[i];
    sampler_group_announce(group, i, 0);
    if (sampler_twins_idle(group, i)) {
        case_leave_out(result);
        return;
    }
    if (c->cold && on_host && !group->host_cache)
        case_fail(result, BENCH_UNSUPPORTED, "no sweep of the caches: no host memory");
    if (c->cold && !on_host && !group->cache && params->gpu)
        case_fail(result, BENCH_UNSUPPORTED, "no sweep of the caches: %s", group->cache_trouble);
    if (result->c.status != BENCH_OK)
        return;
    const struct case_tools tools = { group->canary, group->cache, group->host_cache, params->shelf,
                                      &group->outcome->overhead };
    group->live[i] = case_create(params->gpu, c, group->workload, tools, result);
    if (!group->live[i]) {
        case_fail(result, BENCH_ERROR, "no host memory for the case");
        return;
    }
    result->c.answer_kept_s = (double)context_answer_kept_s(&group->workload->context);
    result->c.tick_ns = group->timer.tick_ns;
    result->c.empty_ns = group->timer.empty_ns;
    if (case_set_up(group->live[i]))
        return;
    sampler_twins_checked(group, i);
    if (params->gpu && gpu_failed(params->gpu)) /* the group ends with it */
        sampler_group_drop(group, i);
    else
        case_destroy(&group->live[i]);
}

/* Resets cases first..end-1 to the state before their set-up. */
static void cases_undo(struct sampler_group *group, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++) {
        struct result *result = &group->outcome->results[i];
        case_destroy(&group->live[i]);
        result_finish(result);
        result_init(result, group->plan, &group->plan->cases[i]);
    }
}

/*
 * Sets up case i, unless that is done (*next is past it), and some of those behind it, whose
 * kernels compile while others are checked. What fails ahead of its turn is no error yet: cases
 * that end badly before it give memory back, and a check wants some for a while. So all that lies
 * ahead is undone, and the rest of the group is set up one by one.
 */
static void cases_prepare(struct sampler_group *group, size_t i, size_t *next)
{
    const size_t count = group->plan->case_count;
    while (*next < count && *next <= i + group->ahead && !sampler_group_stopped(group)) {
        const size_t k = (*next)++;
        case_prepare(group, k);
        if (k == i || group->outcome->results[k].c.status != BENCH_ERROR)
            continue;
        cases_undo(group, i + 1, *next);
        *next = i + 1;
        group->ahead = 0;
    }
}

static const struct workload_others *others_of(struct sampler_group *group)
{
    struct workload_others *others = &group->others;
    const struct bench *bench = group->plan->bench;
    if (others->tried)
        return others;
    workload_others_make(others, group->plan, group->params->seed, case_draw(), group->params->gpu);
    if (others->other && !others->altered && others->trouble == CONTEXT_OK && bench->same &&
        bench->same(group->workload, others->other)) {
        others->trouble = CONTEXT_UNSUPPORTED;
        snprintf(others->why, sizeof(others->why), "it is the same for every seed");
    }
    return others;
}

/* The first check of case i, where its set-up went well. One that ends with an error while others
 * lie ahead may have wanted the memory that they hold: it starts once more without them. */
static void case_begin(struct sampler_group *group, size_t i, size_t *next)
{
    const struct result *result = &group->outcome->results[i];
    const struct bench_variant *variant = group->plan->cases[i].variant;
    bool again = *next > i + 1;
    while (group->live[i]) {
        sampler_group_announce(group, i, 0);
        group->sampling[i] = case_start(group->live[i]);
        sampler_twins_checked(group, i);
        if (group->sampling[i] && !group->plan->cases[i].check &&
            ((!group->plan->cases[i].verifies && !variant->api && !variant->at_some_points) ||
             case_verify_over(group->live[i], others_of(group))))
            return;
        if (group->sampling[i] && result->c.status == BENCH_OK) {
            case_verify(group->live[i], others_of(group));
            sampler_twins_checked(group, i);
        }
        if (!again || result->c.status != BENCH_ERROR || sampler_group_stopped(group))
            break;
        again = false;
        cases_undo(group, i, *next);
        *next = i;
        group->ahead = 0;
        cases_prepare(group, i, next);
    }
    if (!result->left_out)
        sampler_group_drop(group, i);
}

/* Set-up and first check of all cases. With twins nothing is done ahead: what they may write is
 * known by what was checked before them. */
static void cases_start(struct sampler_group *group)
{
    size_t next = 0;
    bool twins = false;
    foreach (const struct plan_case, c, group->plan->cases, group->plan->case_count)
        twins = twins || c->files;
    if (twins)
        group->inputs = inputs_create(group->workload->context.scope);
    group->ahead = twins ? 0 : group->params->ahead;
    for (size_t i = 0; i < group->plan->case_count && !sampler_group_stopped(group); i++) {
        overhead_enter(&group->outcome->overhead, OVERHEAD_SETUP);
        cases_prepare(group, i, &next);
        if (!sampler_group_stopped(group))
            case_begin(group, i, &next);
    }
}

/* Trials -------------------------------------------------------------------------------------- */

static void cases_try(struct sampler_group *group, bool of_host)
{
    for (size_t i = 0; i < group->plan->case_count && !sampler_group_stopped(group); i++) {
        if (!group->sampling[i] ||
            bench_variant_is_on_host(group->plan->cases[i].variant) != of_host)
            continue;
        sampler_group_announce(group, i, 1);
        struct canary_reading clock;
        if (!case_try(group->live[i], &group->params->rules, &group->typical_ns[i], &clock)) {
            clock_load_end(group); /* what goes is the device's, too */
            sampler_group_drop(group, i);
        } else if (!group->plan->cases[i].cold && clock_warms(group, i))
            window_add(&group->tried, &clock);
    }
}

/* Tries the cases: those of the host first, beside a load, since the device's clock would fall;
 * then, at a clock that is up, the others. */
static void trials_run(struct sampler_group *group)
{
    clock_load_begin(group);
    cases_try(group, true);
    clock_load_end(group);
    clock_raise(group);
    overhead_enter(&group->outcome->overhead, OVERHEAD_WARMUP);
    caches_prove(group);
    cases_try(group, false);
}

/* Range of times for which one sample of a case must allow. */
struct spread {
    double shortest_ns, longest_ns;
    bool stamps_each;
};

/* Returns the range over all GPU cases of a cache mode. */
static struct spread spread_of_gpu(const struct sampler_group *group, bool cold)
{
    struct spread spread = { INFINITY, 0, cold };
    for (size_t i = 0; i < group->plan->case_count; i++) {
        const struct plan_case *c = &group->plan->cases[i];
        if (!group->sampling[i] || c->variant->kind != BENCH_GPU || c->cold != cold)
            continue;
        spread.shortest_ns = fmin(spread.shortest_ns, group->typical_ns[i]);
        spread.longest_ns = fmax(spread.longest_ns, group->typical_ns[i]);
        spread.stamps_each = spread.stamps_each || case_needs_stamps(group->live[i]);
    }
    return spread;
}

/*
 * The GPU cases of a cache mode all take as many repetitions as the shortest of them needs, and
 * where one of them needs stamps around each, all have them: stamps cost time, and with unequal
 * counts they would cost one case more than another.
 */
static struct plan_sampling decide(const struct sampler_group *group, size_t i,
                                   const struct spread *of_gpu)
{
    const struct sampler_rules *rules = &group->params->rules;
    const struct plan_case *c = &group->plan->cases[i];
    const double own_ns = group->typical_ns[i];
    /* An override goes by its original's time, since the two are compared. */
    const bool twin = c->files && i > 0 && c[-1].variant == c->variant && group->sampling[i - 1];
    const double prime_ns = group->typical_ns[twin ? i - 1 : i];
    const bool on_gpu = c->variant->kind == BENCH_GPU;
    const struct spread spread = on_gpu ? *of_gpu : (struct spread){ own_ns, own_ns, false };
    const double sweep_ns = !c->cold                        ? 0
                            : c->variant->kind == BENCH_CPU ? host_cache_sweep_ns(group->host_cache)
                                                            : cache_sweep_ns(group->cache);
    uint32_t times = 1; /* executions of a request to a program, or of a sample */
    while (c->variant->api && times < PLAN_REQUESTED_MAX && times * own_ns < CASE_REQUESTED_NS)
        times *= 2;
    if (!c->variant->api)
        times = sampler_repetitions(
            rules, group->timer.tick_ns, spread.shortest_ns, spread.longest_ns + sweep_ns,
            spread.stamps_each ? CASE_STAMPED_REPETITIONS_MAX : PLAN_REPETITIONS_MAX);
    return (struct plan_sampling){
        .repetitions = times,
        .stamps_each = spread.stamps_each,
        .preceding =
            prime_ns <= rules->prime_ns_max ? PLAN_PRECEDING_ITSELF : PLAN_PRECEDING_OTHERS,
    };
}

/* Settles how each case is sampled. */
static void cases_settle(struct sampler_group *group)
{
    const struct spread of_gpu[2] = { spread_of_gpu(group, false), spread_of_gpu(group, true) };
    for (size_t i = 0; i < group->plan->case_count && !sampler_group_stopped(group); i++) {
        if (!group->sampling[i])
            continue;
        const struct plan_sampling decided = decide(group, i, &of_gpu[group->plan->cases[i].cold]);
        /* An earlier decision stays, except for what is no longer possible: a method that has
         * gained a reset needs stamps. */
        struct plan_sampling sampling = group->plan->cases[i].sampling;
        if (sampling.repetitions == 0) {
            sampling.repetitions = decided.repetitions;
            sampling.stamps_each = decided.stamps_each;
        }
        if (sampling.preceding == PLAN_PRECEDING_OPEN)
            sampling.preceding = decided.preceding;
        sampling.stamps_each = sampling.stamps_each || case_needs_stamps(group->live[i]);
        if (sampling.stamps_each && sampling.repetitions > CASE_STAMPED_REPETITIONS_MAX)
            sampling.repetitions = CASE_STAMPED_REPETITIONS_MAX;
        if (!case_settle(group->live[i], sampling))
            sampler_group_drop(group, i);
    }
    uint32_t order = 0; /* first checks that are samples were before all others of round 0 */
    for (size_t i = 0; i < group->plan->case_count && !sampler_group_stopped(group); i++) {
        if (!group->sampling[i])
            continue;
        if (!case_sample_first(group->live[i], &group->params->rules, group->params->canary, order))
            sampler_group_drop(group, i);
        else if (group->outcome->results[i].c.check_sampled)
            order++;
    }
}

/* Energy --------------------------------------------------------------------------------------- */

static struct energy_meter *meter_of(const struct sampler_group *group, bool host)
{
    struct gpu *gpu = group->params->gpu;
    return energy_meters_get(group->params->energy, host || !gpu ? NULL : gpu_info(gpu));
}

/* Reads the meter of the device behind a round, at most five times a second, and says whether the
 * device holds its clock back, for a reason that marks the round. */
static bool energy_beside(struct sampler_group *group, uint32_t round)
{
    static const double pause_ns = 2e8;
    struct energy_reading reading;
    const double now_ns = clock_now_ns();
    if (now_ns - group->energy_read_ns >= pause_ns) {
        energy_meter_read(meter_of(group, false), &reading);
        energy_sum_add(&group->energy, &reading);
        group->energy_limits = reading.limits;
        group->energy_read_ns = clock_now_ns();
    }
    if (!(group->energy_limits & ENERGY_LIMITS_MARKED))
        return false;
    foreach (struct result, result, group->outcome->results, group->outcome->count) {
        const struct run_case *c = &result->c;
        struct run_sample *last = c->sample_count > 0 ? &c->samples[c->sample_count - 1] : NULL;
        if (last && last->round == round && !bench_variant_is_on_host(result->variant))
            last->held_back = last->throttled = true;
    }
    return true;
}

/* Measures the energy of each case that is left behind the last checks. */
static void energy_run(struct sampler_group *group)
{
    for (size_t i = 0; i < group->plan->case_count; i++) {
        struct result *result = &group->outcome->results[i];
        if (!group->live[i] || group->plan->cases[i].limit || result->c.sample_count == 0 ||
            result->c.status != BENCH_OK)
            continue;
        if (sampler_group_stopped(group)) { /* its samples stay, and are not taken again */
            result->c.energy.known = true;
            snprintf(result->energy.reason, sizeof(result->energy.reason), "%s",
                     "the run ended before its loop; measure the case again");
            continue;
        }
        sampler_group_announce(group, i, 1);
        if (!bench_variant_is_on_host(result->variant)) {
            const struct energy_reading rounds = energy_sum_read(&group->energy);
            result->c.energy.rounds_power_w = rounds.power_w;
            result->c.energy.rounds_temperature_c = rounds.temperature_c;
            result->c.energy.rounds_memory_hz = rounds.memory_hz;
            energy_limits_say(rounds.limits, result->energy.rounds_limits);
        }
        if (!case_energy(group->live[i], meter_of(group, bench_variant_is_on_host(result->variant)),
                         group->typical_ns[i], group->params->interrupted))
            sampler_group_drop(group, i);
    }
}

/* Rounds -------------------------------------------------------------------------------------- */

/* Fisher-Yates. */
static void shuffle(struct sampler_group *group, size_t count)
{
    for (size_t i = count; i > 1; i--) {
        const size_t j = (size_t)random_below(&group->random, i);
        const size_t swap = group->order[i - 1];
        group->order[i - 1] = group->order[j];
        group->order[j] = swap;
    }
}

/* An entry of the order that is no case. */
static bool is_probe(const struct sampler_group *group, size_t i)
{
    return i >= group->plan->case_count;
}

static bool is_on_host(const struct sampler_group *group, size_t i)
{
    return !is_probe(group, i) && bench_variant_is_on_host(group->plan->cases[i].variant);
}

/* Puts the cases on the device first and keeps the order within both kinds. While the host
 * computes, the device's clock falls, and the next case would be sampled with it. The clock is
 * raised at the start of a round. */
static void device_first(struct sampler_group *group, size_t count)
{
    size_t devices = 0;
    for (size_t i = 0; i < count; i++) {
        const size_t taken = group->order[i];
        if (is_on_host(group, taken))
            continue;
        memmove(&group->order[devices + 1], &group->order[devices],
                (i - devices) * sizeof(*group->order));
        group->order[devices++] = taken;
    }
}

/* True while a case wants samples; the baseline goes on as long, so that pairs exist, and probes
 * come along. */
static bool wants_round(const struct sampler_group *group, size_t *active)
{
    *active = 0;
    bool wanted = false;
    for (size_t i = 0; i < group->plan->case_count; i++) {
        if (!sampler_group_samples(group, i))
            continue;
        const bool paired = group->plan->cases[i].baseline &&
                            !sampler_pairs_rule(&group->params->rules, &group->outcome->results[i]);
        if (group->sampling[i] || paired)
            group->order[(*active)++] = i;
        wanted = wanted || group->sampling[i];
    }
    for (size_t k = 0; wanted && k < sampler_probes_count(group); k++)
        if (sampler_probes_want(group, k))
            group->order[(*active)++] = group->plan->case_count + k;
    return wanted;
}

/* A long execution that may be the last, by number or time, is checked at once, and is not repeated
 * for that. */
static bool may_be_last(const struct sampler_group *group, size_t i)
{
    const struct sampler_rules *rules = &group->params->rules;
    const double typical_ns = group->typical_ns[i];
    const uint32_t wanted = sampler_long_rule(rules, typical_ns);
    const size_t count = group->outcome->results[i].c.sample_count + 1;
    return wanted > 0 &&
           (count >= wanted || (double)count * typical_ns >= 3 * rules->case_wall_ns_max);
}

static bool on_device(const struct sampler_group *group, size_t active)
{
    for (size_t k = 0; k < active; k++)
        if (!is_on_host(group, group->order[k]))
            return true;
    return false;
}

/* A sample of each active case and probe, either kind in random order. True when one was
 * throttled. */
static bool round_run(struct sampler_group *group, uint32_t round, size_t active)
{
    const struct sampler_rules *rules = &group->params->rules;
    bool throttled = false;
    size_t left = 0;
    for (size_t k = 0; k < active; k++) { /* without those whose first check was the sample */
        const size_t i = group->order[k];
        if (is_probe(group, i) || group->outcome->results[i].c.sample_count <= round)
            group->order[left++] = i;
    }
    const size_t before = active - left;
    shuffle(group, left);
    device_first(group, left);
    for (size_t k = 0; k < left && !sampler_group_stopped(group); k++) {
        const size_t i = group->order[k];
        const uint32_t order = (uint32_t)(before + k);
        if (is_probe(group, i)) {
            sampler_probes_sample(group, i - group->plan->case_count, round, order);
            continue;
        }
        if (!group->live[i]) /* an input was spoilt */
            continue;
        struct result *result = &group->outcome->results[i];
        sampler_group_announce(group, i, round + 1);
        const double begin_ns = clock_now_ns();
        if (!case_sample(group->live[i], round, order, may_be_last(group, i))) {
            sampler_group_drop(group, i);
            continue;
        }
        /* A sample that is shorter than the trial shortens what is expected. */
        const struct run_sample *sample = &result->c.samples[result->c.sample_count - 1];
        group->typical_ns[i] = fmin(group->typical_ns[i], run_case_sample_ns(&result->c, sample));
        if (!case_watch(group->live[i], clock_now_ns() - begin_ns, rules->fresh)) {
            if (!sampler_inputs_spoilt(group))
                sampler_group_drop(group, i);
            continue;
        }
        if (group->canary)
            throttle_mark(result, rules->throttle_share, group->params->canary);
        throttled = throttled || sample->throttled;
    }
    if (group->params->energy && on_device(group, left) && energy_beside(group, round))
        throttled = true;
    sampler_probes_mark(group, round, throttled);
    return throttled;
}

/* Samples every case that wants it, in rounds, until none does. */
static void rounds_run(struct sampler_group *group)
{
    size_t active;
    uint32_t throttled = 0; /* rounds in a row */
    for (uint32_t round = 0; !sampler_group_stopped(group) && wants_round(group, &active);
         round++) {
        if (on_device(group, active))
            clock_keep(group, throttled);
        const uint32_t before = throttled;
        throttled = round_run(group, round, active) ? throttled + 1 : 0;
        for (size_t i = 0; i < group->plan->case_count; i++) {
            struct result *result = &group->outcome->results[i];
            if (!group->sampling[i] || !sampler_group_samples(group, i))
                continue;
            const struct plan_case *baseline = plan_baseline(group->plan, i);
            const size_t k = baseline ? (size_t)(baseline - group->plan->cases) : 0;
            const bool sampled = baseline && sampler_group_samples(group, k);
            result->c.stop = sampler_stop_rule(&group->params->rules, result,
                                               sampled ? &group->outcome->results[k] : NULL);
            group->sampling[i] = result->c.stop == RESULT_STOP_NONE;
        }
        if (group->params->throttled && (before > 0) != (throttled > 0))
            group->params->throttled(group->params->progress_context, throttled > 0);
    }
}

/* End ----------------------------------------------------------------------------------------- */

/* Check again; what a lost device or an interruption left unmeasured says so. */
static void cases_end(struct sampler_group *group)
{
    sampler_inputs_spoilt(group);
    for (size_t i = 0; i < group->plan->case_count; i++) {
        struct result *result = &group->outcome->results[i];
        if (!group->live[i] || result->c.sample_count == 0)
            continue;
        if (result->c.stop == RESULT_STOP_NONE)
            result->c.stop = RESULT_STOP_INTERRUPTED;
        sampler_group_announce(group, i, 1);
        if (!group->outcome->device_unusable &&
            !case_end(group->live[i], group->params->rules.fresh))
            sampler_group_drop(group, i);
    }
    if (group->params->energy)
        energy_run(group);
    foreach (struct result, result, group->outcome->results, group->outcome->count)
        if (group->outcome->device_unusable && !result->c.check_after)
            case_fail(result, BENCH_SKIPPED, "the device was lost in another case of the group");
    for (size_t i = 0; i < group->plan->case_count; i++)
        case_destroy(&group->live[i]);
}

static void results_summarize(struct sampler_group *group)
{
    struct sampler_results *outcome = group->outcome;
    struct run_overhead *spent = &outcome->overhead.spent;
    const struct sampler_params *params = group->params;
    foreach (struct result, result, outcome->results, params->canary ? outcome->count : 0) {
        struct run_clock *clock = &result->c.clock;
        if (group->canary) {
            clock->best_ns = params->canary->best_ns;
            clock->best_alone_ns = params->canary->best_alone_ns;
            clock->best_hz = params->canary->best_hz;
        }
        throttle_mark(result, params->rules.throttle_share, params->canary);
    }
    for (size_t i = 0; i < outcome->count; i++) {
        struct result *result = &outcome->results[i];
        const struct plan_case *baseline = plan_baseline(group->plan, i);
        result_summarize(result,
                         baseline ? &outcome->results[baseline - group->plan->cases] : NULL);
        spent->samples += (double)result->c.sample_count;
        if (result->c.sample_count > 0)
            spent->excluded_ns += result->aside_ns;
        foreach (const struct run_sample, sample, result->c.samples, result->c.sample_count)
            spent->sampled_ns += sample->wall_ns * result->c.inner_repetitions;
    }
}

void sampler_results_finish(struct sampler_results *outcome)
{
    foreach (struct result, result, outcome->results, outcome->count)
        result_finish(result);
    free(outcome->results);
    workload_destroy(&outcome->workload);
    *outcome = (struct sampler_results){ 0 };
}

void sampler_group_run(const struct sampler_params *params, const struct plan_group *plan,
                       struct sampler_results *outcome)
{
    struct sampler_group group = {
        .params = params, .plan = plan, .outcome = outcome, .random = params->seed
    };
    const size_t count = plan->case_count;
    *outcome = (struct sampler_results){ .count = count };
    outcome->results = need_zeroed(count, sizeof(*outcome->results));
    for (size_t i = 0; i < count; i++)
        result_init(&outcome->results[i], plan, &plan->cases[i]);
    overhead_enter(&outcome->overhead, OVERHEAD_WORKLOAD);
    group.random += params->launch * UINT64_C(0x9E3779B97F4A7C15);
    for (const char *at = plan->workload_name; *at; at++)
        group.random = group.random * 31 + (unsigned char)*at;
    OWNED struct live_case **live = group.live = need_zeroed(count, sizeof(*live));
    OWNED bool *sampling = group.sampling = need_zeroed(count, sizeof(*sampling));
    OWNED double *typical_ns = group.typical_ns = need_zeroed(count, sizeof(*typical_ns));
    /* Its cases, and their probes. */
    OWNED size_t *order = group.order = need_zeroed(2 * count, sizeof(*order));
    if (group_start(&group)) {
        overhead_enter(&outcome->overhead, OVERHEAD_SETUP);
        caches_start(&group);
        cases_start(&group);
        sampler_probes_start(&group);
        overhead_enter(&outcome->overhead, OVERHEAD_WARMUP);
        trials_run(&group);
        cases_settle(&group);
        /* A sweep leaves even the commands and their arguments outside of the caches, and a hot
         * case beside it would not be hot. */
        for (int cold = 0; cold < 2; cold++) {
            group.cold = cold;
            overhead_enter(&outcome->overhead, OVERHEAD_WARMUP);
            clock_warm_up(&group);
            overhead_enter(&outcome->overhead, OVERHEAD_ROUNDS);
            rounds_run(&group);
        }
        overhead_enter(&outcome->overhead, OVERHEAD_CHECKS);
        sampler_probes_end(&group);
        cases_end(&group);
        results_summarize(&group);
    }
    outcome->interrupted = is_interrupted(params);
    canary_destroy(&group.canary);
    cache_destroy(&group.cache);
    host_cache_destroy(&group.host_cache);
    inputs_destroy(&group.inputs);
    workload_others_finish(&group.others);
    if (group.workload) {
        gpu_scope_destroy(&group.workload->context.scope);
        outcome->workload = group.workload;
        outcome->facts = context_facts(&group.workload->context);
    }
    overhead_end(&outcome->overhead);
}
