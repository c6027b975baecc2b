/* SPDX-License-Identifier: MIT */
#include "harness/engine/session/time_breakdown.h"

#include "harness/base/clock.h"
#include "harness/base/json_value.h"
#include "harness/base/message.h"

#include <stdio.h>
#include <string.h>

json_t *time_breakdown_overhead_json(const struct overhead *overhead)
{
    json_t *phases = json_object();
    for (int i = 0; phases && i < OVERHEAD_PHASE_COUNT; i++)
        json_value_set(&phases, overhead_phase_name((enum overhead_phase)i),
                       json_value_number(overhead->ns[i]));
    return json_pack("{s:o, s:o, s:o, s:o}", "phases_ns", phases,           //
                     "samples", json_value_count(overhead->samples),        //
                     "sampled_ns", json_value_number(overhead->sampled_ns), //
                     "aside_ns", json_value_number(overhead->aside_ns));
}

bool time_breakdown_init(struct time_breakdown *spending, double begin_ns)
{
    static const struct overhead none = { 0 };
    *spending = (struct time_breakdown){ .begin_ns = begin_ns,
                                         .groups = json_array(),
                                         .total = time_breakdown_overhead_json(&none) };
    return spending->groups && spending->total;
}

void time_breakdown_finish(struct time_breakdown *spending)
{
    json_decref(spending->groups);
    json_decref(spending->total);
    *spending = (struct time_breakdown){ 0 };
}

void time_breakdown_number(struct time_breakdown *spending)
{
    if (spending->first_ns == 0)
        spending->first_ns = clock_now_ns() - spending->begin_ns;
}

static double number(const json_t *object, const char *key)
{
    return json_number_value(json_object_get(object, key));
}

static double phase_ns(const json_t *overhead, int phase)
{
    return number(json_object_get(overhead, "phases_ns"),
                  overhead_phase_name((enum overhead_phase)phase));
}

/* What a sample costs beside itself; null when there is none. */
static json_t *per_sample_json(const json_t *overhead)
{
    double samples = number(overhead, "samples");
    if (samples == 0)
        return json_null();
    return json_value_number((phase_ns(overhead, OVERHEAD_ROUNDS) - number(overhead, "sampled_ns") -
                              number(overhead, "aside_ns")) /
                             samples);
}

/* Adds what depends on the wall time: what no phase holds, and what is no sample. */
static void complete(json_t **overhead, double wall_ns)
{
    double phases_ns = 0;
    for (int i = 0; i < OVERHEAD_PHASE_COUNT; i++)
        phases_ns += phase_ns(*overhead, i);
    json_value_set(overhead, "wall_ns", json_value_number(wall_ns));
    json_value_set(overhead, "rest_ns", json_value_number(wall_ns - phases_ns));
    json_value_set(overhead, "outside_ns",
                   json_value_number(wall_ns - number(*overhead, "sampled_ns")));
    json_value_set(overhead, "per_sample_ns", per_sample_json(*overhead));
}

static void sum(json_t **total, const json_t *overhead)
{
    json_t *phases = json_object();
    for (int i = 0; i < OVERHEAD_PHASE_COUNT; i++)
        json_value_set(&phases, overhead_phase_name((enum overhead_phase)i),
                       json_value_number(phase_ns(*total, i) + phase_ns(overhead, i)));
    json_value_set(total, "phases_ns", phases);
    json_value_set(
        total, "samples",
        json_value_count((uint64_t)(number(*total, "samples") + number(overhead, "samples"))));
    json_value_set(
        total, "sampled_ns",
        json_value_number(number(*total, "sampled_ns") + number(overhead, "sampled_ns")));
    json_value_set(total, "aside_ns",
                   json_value_number(number(*total, "aside_ns") + number(overhead, "aside_ns")));
}

void time_breakdown_add(struct time_breakdown *spending, const char *workload_name, double wall_ns,
                        const json_t *overhead)
{
    static const struct overhead none = { 0 };
    json_t *group = !overhead ? time_breakdown_overhead_json(&none) : json_deep_copy(overhead);
    sum(&spending->total, group);
    complete(&group, wall_ns);
    json_value_set(&group, "workload", json_value_text(workload_name));
    json_value_append(&spending->groups, group);
}

json_t *time_breakdown_json(const struct time_breakdown *spending)
{
    json_t *total = json_deep_copy(spending->total);
    complete(&total, clock_now_ns() - spending->begin_ns);
    json_value_set(&total, "first_number_ns",
                   spending->first_ns > 0 ? json_value_number(spending->first_ns) : json_null());
    json_value_set(&total, "groups", json_incref(spending->groups));
    return total;
}

static void print_one(const char *name, const json_t *overhead)
{
    char phases[512] = "", sample[64] = "";
    size_t used = 0;
    const json_t *per_sample = json_object_get(overhead, "per_sample_ns");
    for (int i = 0; i < OVERHEAD_PHASE_COUNT; i++) {
        double ns = phase_ns(overhead, i);
        if (i == OVERHEAD_ROUNDS)
            ns -= number(overhead, "sampled_ns") + number(overhead, "aside_ns");
        used += (size_t)snprintf(phases + used, sizeof(phases) - used, "%s %.3f, ",
                                 i == OVERHEAD_ROUNDS ? "between samples"
                                                      : overhead_phase_name((enum overhead_phase)i),
                                 ns / 1e9);
    }
    if (json_is_number(per_sample))
        snprintf(sample, sizeof(sample), "; %.1f us per sample",
                 json_number_value(per_sample) / 1e3);
    message_note("%s: %.3f s, %.3f outside of samples (%sprobes and sweeps %.3f, rest %.3f)%s",
                 name, number(overhead, "wall_ns") / 1e9, number(overhead, "outside_ns") / 1e9,
                 phases, number(overhead, "aside_ns") / 1e9, number(overhead, "rest_ns") / 1e9,
                 sample);
}

void time_breakdown_print(const struct time_breakdown *spending)
{
    json_t *total = time_breakdown_json(spending), *group;
    size_t i;
    json_array_foreach(spending->groups, i, group)
        print_one(json_string_value(json_object_get(group, "workload")), group);
    print_one("all", total);
    if (spending->first_ns > 0)
        message_note("first number after %.3f s", spending->first_ns / 1e9);
    json_decref(total);
}
