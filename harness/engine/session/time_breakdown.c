/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/engine/session/session.h"
#include "harness/os/os.h"
#include "harness/record/record.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void time_breakdown_number(struct time_breakdown *spending)
{
    if (spending->first_ns == 0)
        spending->first_ns = clock_now_ns() - spending->begin_ns;
}

static double between_samples_ns(const struct run_overhead *overhead)
{
    return overhead->phases_ns[OVERHEAD_ROUNDS] - overhead->sampled_ns - overhead->excluded_ns;
}

/* Sets what depends on the wall time. */
static void complete(struct run_overhead *overhead, double wall_ns)
{
    overhead->wall_ns = overhead->rest_ns = wall_ns;
    for (int i = 0; i < OVERHEAD_PHASE_COUNT; i++)
        overhead->rest_ns -= overhead->phases_ns[i];
    overhead->outside_ns = wall_ns - overhead->sampled_ns;
    overhead->per_sample_ns =
        overhead->samples > 0 ? between_samples_ns(overhead) / overhead->samples : NAN;
}

void time_breakdown_add(struct time_breakdown *spending, const char *workload_name, double wall_ns,
                        const struct run_overhead *overhead)
{
    struct run_overhead *total = &spending->total;
    total->groups = arena_room(spending->arena, total->groups, total->group_count,
                               &spending->group_room, sizeof(*total->groups));
    struct run_overhead *group = &total->groups[total->group_count++];
    *group = overhead ? *overhead : (struct run_overhead){ 0 };
    group->workload = workload_name;
    for (int i = 0; i < OVERHEAD_PHASE_COUNT; i++)
        total->phases_ns[i] += group->phases_ns[i];
    total->samples += group->samples;
    total->sampled_ns += group->sampled_ns;
    total->excluded_ns += group->excluded_ns;
    complete(group, wall_ns);
}

struct run_overhead time_breakdown_so_far(const struct time_breakdown *spending)
{
    struct run_overhead total = spending->total;
    complete(&total, clock_now_ns() - spending->begin_ns);
    total.first_number_ns = spending->first_ns > 0 ? spending->first_ns : NAN;
    return total;
}

static void print_one(const char *name, const struct run_overhead *overhead)
{
    char phases[512] = "", sample[64] = "";
    size_t used = 0;
    for (int i = 0; i < OVERHEAD_PHASE_COUNT; i++) {
        const bool rounds = i == OVERHEAD_ROUNDS;
        const double ns = rounds ? between_samples_ns(overhead) : overhead->phases_ns[i];
        used += (size_t)snprintf(
            phases + used, sizeof(phases) - used, "%s %.3f, ",
            rounds ? "between samples" : session_phase_name((enum overhead_phase)i), ns / 1e9);
    }
    if (isfinite(overhead->per_sample_ns))
        snprintf(sample, sizeof(sample), "; %.1f µs per sample", overhead->per_sample_ns / 1e3);
    message_note("%s: %.3f s, %.3f outside of samples (%sprobes and sweeps %.3f, rest %.3f)%s",
                 name, overhead->wall_ns / 1e9, overhead->outside_ns / 1e9, phases,
                 overhead->excluded_ns / 1e9, overhead->rest_ns / 1e9, sample);
}

void time_breakdown_print(const struct time_breakdown *spending)
{
    const struct run_overhead total = time_breakdown_so_far(spending);
    foreach (const struct run_overhead, group, total.groups, total.group_count)
        print_one(group->workload, group);
    print_one("all", &total);
    if (spending->first_ns > 0)
        message_note("first number after %.3f s", spending->first_ns / 1e9);
}
