/* SPDX-License-Identifier: MIT */
#include "harness/engine/measure/measure.h"
#include "harness/engine/measure/private.h"
#include "harness/os/os.h"

#include <stdio.h>
#include <string.h>

static struct energy_meter *meter_of(const struct sampler_group *group, bool host)
{
    struct gpu *gpu = group->params->gpu;
    return energy_meters_get(group->params->energy, host || !gpu ? NULL : gpu_info(gpu));
}

/* A program that works by another interface does so on the device. */
static bool is_on_host(const struct result *result)
{
    return result->c.kind == BENCH_CPU && (!*result->c.api || strcmp(result->c.api, "host") == 0);
}

bool sampler_energy_beside(struct sampler_group *group, uint32_t round)
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
    for (size_t i = 0; i < group->outcome->count; i++) {
        struct run_case *c = &group->outcome->results[i].c;
        struct run_sample *last = c->sample_count > 0 ? &c->samples[c->sample_count - 1] : NULL;
        if (last && last->round == round && !is_on_host(&group->outcome->results[i]))
            last->held_back = last->throttled = true;
    }
    return true;
}

void sampler_energy_run(struct sampler_group *group)
{
    for (size_t i = 0; i < group->plan->case_count; i++) {
        struct result *result = &group->outcome->results[i];
        if (!group->runs[i] || result->c.sample_count == 0 || result->c.status != BENCH_OK)
            continue;
        if (sampler_group_stopped(group)) { /* its samples stay, and are not taken again */
            result->c.energy.known = true;
            snprintf(result->energy.reason, sizeof(result->energy.reason), "%s",
                     "the run ended before its loop; measure the case again");
            continue;
        }
        sampler_group_announce(group, i, 1);
        if (!is_on_host(result)) {
            const struct energy_reading rounds = energy_sum_read(&group->energy);
            result->c.energy.rounds_power_w = rounds.power_w;
            result->c.energy.rounds_temperature_c = rounds.temperature_c;
            result->c.energy.rounds_memory_hz = rounds.memory_hz;
            energy_limits_say(rounds.limits, result->energy.rounds_limits);
        }
        if (!case_energy(group->runs[i], meter_of(group, is_on_host(result)), group->typical_ns[i],
                         group->params->interrupted))
            sampler_group_drop(group, i);
    }
}
