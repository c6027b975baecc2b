/* SPDX-License-Identifier: MIT */
/* case_energy.c: joules of an execution. */
#include "harness/engine/cpu/cpu.h"
#include "harness/engine/instruments/instruments.h"
#include "harness/engine/measure/private.h"
#include "harness/os/os.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double submission_ns = 1e7, settle_ns = 1.5e9, loop_most_ns = 3e10;
enum { COMMANDS_MAX = 20000 };

/* Writes why there is no energy. */
static void say(struct live_case *live, const char *reason)
{
    struct energy_texts *texts = &live->private.result->energy;
    snprintf(texts->reason, sizeof(texts->reason), "%s", reason);
}

/* Names what comes between executions, and would count as theirs. */
static const char *between(const struct live_case *live)
{
    return live->cache || live->host_cache ? "a sweep of the caches"
           : live->method.reset            ? "a reset of its input"
           : live->method.discard          ? "an allocation"
                                           : NULL;
}

struct loop {
    struct gpu_commands *commands;
    uint32_t times;
    double device_ns, ns, executions;
};

/* A turn of the loop. False once the case has ended. */
static bool loop_turn(struct live_case *live, struct loop *loop)
{
    double device_ns;
    const double begin_ns = clock_now_ns();
    if (!case_execute_loop(live, &loop->commands, loop->times, &device_ns))
        return false;
    loop->ns += clock_now_ns() - begin_ns;
    loop->device_ns += device_ns;
    loop->executions += loop->times;
    return true;
}

/* Loops until the watch has seen enough. False once the case has ended. */
static bool loop_run(struct live_case *live, struct energy_meter *meter, struct loop *loop,
                     const volatile sig_atomic_t *interrupted, struct energy_power *power,
                     struct energy_reading *reading)
{
    bool ok = true;
    while (ok && loop->ns < settle_ns && !(interrupted && *interrupted))
        ok = loop_turn(live, loop);
    loop->ns = loop->device_ns = loop->executions = 0;
    struct energy_watch *watch = ok ? energy_watch_begin(meter) : NULL;
    if (ok && !watch)
        say(live, "no thread can be made that reads the meter; raise ulimit -u");
    if (!watch)
        return ok;
    while (ok && loop->ns < loop_most_ns && energy_watch_wants(watch) == ENERGY_MORE &&
           !(interrupted && *interrupted))
        ok = loop_turn(live, loop);
    const enum energy_want wants = energy_watch_wants(watch);
    energy_watch_end(&watch, power, reading);
    if (ok && wants == ENERGY_STANDS)
        say(live, "the energy counter stood still while the loop ran");
    else if (ok && wants == ENERGY_MORE)
        say(live, interrupted && *interrupted
                      ? "the run ended before its loop did; measure the case again"
                      : "too long: half a minute of executions has too few ticks of the "
                        "energy counter");
    return ok;
}

static void energy_tell(struct live_case *live, const struct loop *loop,
                        const struct energy_power *power, const struct energy_reading *reading)
{
    struct result *result = live->private.result;
    struct run_energy *energy = &result->c.energy;
    /* A device on the CPU has none to itself, and its counter is the processor's. */
    const bool stamped =
        live->c.variant->kind == BENCH_GPU && !gpu_info_is_software(gpu_info(live->gpu));
    energy->executions = loop->executions;
    energy->execution_ns = loop->ns / loop->executions;
    energy->busy = stamped ? loop->device_ns / loop->ns : NAN;
    energy->counter_j = power->counter_w * energy->execution_ns * 1e-9;
    energy->power_j = power->power_w * energy->execution_ns * 1e-9;
    energy->apart = power->apart;
    energy->window_ns = power->window_ns;
    energy->tick_ns = power->tick_ns;
    energy->power_w = reading->power_w;
    energy->temperature_c = reading->temperature_c;
    energy->core_hz = reading->core_hz;
    energy->memory_hz = reading->memory_hz;
    energy_limits_say(reading->limits, result->energy.limits);
}

bool case_energy(struct live_case *live, struct energy_meter *meter, double typical_ns,
                 const volatile sig_atomic_t *interrupted)
{
    struct result *result = live->private.result;
    struct energy_power power = { NAN, NAN, NAN, NAN, NAN };
    struct energy_reading reading = { NAN, NAN, NAN, NAN, 0 };
    const struct run_counters *counted = &live->counters.counted;
    /* 10 ms of executions, of which a device's pause between two submissions is little; fewer where
     * each of them is many commands. */
    const double commands = counted->dispatches + counted->indirect_dispatches + counted->draws +
                            counted->copies + counted->fills + counted->builds + counted->traces +
                            counted->barriers + 1;
    const double most =
        live->c.variant->kind == BENCH_GPU ? COMMANDS_MAX / commands : submission_ns;
    struct loop loop = {
        .times = (uint32_t)fmax(1, fmin(submission_ns / fmax(typical_ns, 1), most)),
    };
    result->c.energy.known = true;
    memcpy(result->energy.source, meter->source, sizeof(meter->source));
    memcpy(result->energy.lacks, meter->lacks, sizeof(meter->lacks));
    if (!meter->state) {
        say(live, meter->reason);
        return true;
    }
    if (between(live)) {
        snprintf(result->energy.reason, sizeof(result->energy.reason),
                 "%s comes before each execution, and its energy would count", between(live));
        return true;
    }
    if (!case_poison(live))
        return false;
    if (live->private.pool)
        cpu_pool_pin(live->private.pool);
    const bool ok = loop_run(live, meter, &loop, interrupted, &power, &reading);
    if (live->private.pool)
        cpu_pool_unpin(live->private.pool);
    if (!ok || !case_look(live, BENCH_CHECK_QUICK))
        return false;
    if (loop.executions > 0)
        energy_tell(live, &loop, &power, &reading);
    const struct run_energy *energy = &result->c.energy;
    for (size_t i = 0; i < result->c.metric_count; i++)
        if (strcmp(result->metrics[i].name, "energy") == 0)
            say(live, "the bench has a metric of its own that is called energy");
    if (!result->energy.reason[0])
        energy_refuse(energy, result->energy.reason);
    if (!result->energy.reason[0] && result->c.metric_count < BENCH_METRICS_MAX)
        bench_metric(&live->c, "energy", "J",
                     isnan(energy->counter_j) ? energy->power_j : energy->counter_j);
    return true;
}
