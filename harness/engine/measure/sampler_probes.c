/* SPDX-License-Identifier: MIT */
/* Probes of a group (instruments.h): the yardsticks beside its cases, in the same rounds. */
#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/engine/measure/measure.h"
#include "harness/engine/measure/private.h"
#include "harness/os/os.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SAMPLES_MIN = 3,     /* whatever they cost */
    SAMPLES_WANTED = 10, /* which is where medians of them stand still */
};

static const double cost_share = 0.15; /* of the wall time of the cases' samples */

struct group_probe {
    struct probe *probe;
    struct probe_bytes bytes;
    bool cold;
    struct run_probe out; /* as each case's result has it, but for its samples */
    char reason[RESULT_REASON_BYTES];
    struct run_probe_sample samples[SAMPLES_WANTED];
};

struct probes {
    struct probe_memory *memory;
    struct group_probe *list;
    size_t count;
    size_t *of_case; /* into the list; `count` for a case that has none */
    double wall_ns;  /* of all samples so far */
};

/* Which ---------------------------------------------------------------------------------------- */

/* Returns the entry of these bytes in that cache mode, made where there is none. */
static size_t entry_of(struct probes *probes, struct probe_bytes bytes, bool cold)
{
    foreach (const struct group_probe, own, probes->list, probes->count)
        if (own->bytes.read == bytes.read && own->bytes.written == bytes.written &&
            own->cold == cold)
            return (size_t)(own - probes->list);
    const struct run_probe out = { .known = true,
                                   .reason = "",
                                   .bytes_read = (double)bytes.read,
                                   .bytes_written = (double)bytes.written };
    probes->list[probes->count] = (struct group_probe){ .bytes = bytes, .cold = cold, .out = out };
    return probes->count++;
}

static struct probes *probes_collect(const struct sampler_group *group)
{
    const size_t cases = group->plan->case_count;
    const enum probe_wanted wanted = group->params->probes;
    struct probes *probes = need_zeroed(1, sizeof(*probes));
    probes->list = need_zeroed(cases, sizeof(*probes->list));
    probes->of_case = need_zeroed(cases, sizeof(*probes->of_case));
    for (size_t i = 0; i < cases; i++) {
        const struct plan_case *c = &group->plan->cases[i];
        const struct bench_work *work = &group->outcome->results[i].c.work;
        const struct probe_bytes bytes = probe_bytes_of(work->bytes_read, work->bytes_written);
        const bool has = group->live[i] && group->sampling[i] && c->variant->kind == BENCH_GPU &&
                         c->variant->ceiling == BENCH_CEILING_NONE &&
                         (wanted == PROBE_BOTH || wanted == (c->cold ? PROBE_COLD : PROBE_HOT)) &&
                         bytes.read + bytes.written > 0;
        probes->of_case[i] = has ? entry_of(probes, bytes, c->cold) : cases;
    }
    return probes;
}

/* Making --------------------------------------------------------------------------------------- */

static void refuse(struct group_probe *entry, const char *reason)
{
    probe_destroy(&entry->probe);
    entry->out.sample_count = 0;
    snprintf(entry->reason, sizeof(entry->reason), "%s", *reason ? reason : "it failed");
}

/* Records a failure of the device as a refusal of the probe; a lost device ends the group. */
static void refuse_failed(struct sampler_group *group, struct group_probe *entry)
{
    struct gpu *gpu = group->params->gpu;
    refuse(entry, gpu_failure(gpu)->message);
    if (!gpu_recover(gpu))
        group->outcome->device_unusable = true;
}

/* Memory for as many as there is memory for: the largest go first. */
static void memory_create(struct sampler_group *group)
{
    struct probes *probes = group->probes;
    struct gpu *gpu = group->params->gpu;
    const uint64_t bytes_max = probe_bytes_max(gpu_info(gpu));
    foreach (struct group_probe, entry, probes->list, probes->count)
        if (entry->bytes.read > bytes_max || entry->bytes.written > bytes_max)
            refuse(entry, "more bytes than an eighth of the device's memory, or than one binding "
                          "holds");
    while (!group->outcome->device_unusable && !probes->memory) {
        struct group_probe *largest = NULL;
        struct probe_bytes most = { 0, 0 };
        foreach (struct group_probe, entry, probes->list, probes->count) {
            const struct probe_bytes bytes = entry->bytes;
            if (*entry->reason)
                continue;
            if (!largest ||
                bytes.read + bytes.written > largest->bytes.read + largest->bytes.written)
                largest = entry;
            most.read = bytes.read > most.read ? bytes.read : most.read;
            most.written = bytes.written > most.written ? bytes.written : most.written;
        }
        if (!largest)
            return;
        probes->memory = probe_memory_create(gpu, most);
        if (!probes->memory)
            refuse_failed(group, largest);
    }
}

/* No case's step, and yet none of the clock's. */
static void announce(const struct sampler_group *group, uint32_t round)
{
    sampler_group_announce(group, SIZE_MAX, round);
    overhead_step(&group->outcome->overhead, true);
}

void sampler_probes_start(struct sampler_group *group)
{
    if (group->params->probes == PROBE_NONE || !group->params->gpu ||
        group->plan->case_count == 0 || sampler_group_stopped(group))
        return;
    struct probes *probes = group->probes = probes_collect(group);
    memory_create(group);
    foreach (struct group_probe, entry, probes->list, probes->count) {
        if (*entry->reason || sampler_group_stopped(group))
            continue;
        announce(group, 1);
        entry->probe =
            probe_create(probes->memory, entry->cold ? group->cache : NULL, entry->bytes);
        if (!entry->probe)
            refuse_failed(group, entry);
        else if (!probe_check(entry->probe))
            *trouble_text() ? refuse(entry, trouble_text()) : refuse_failed(group, entry);
    }
}

/* Rounds --------------------------------------------------------------------------------------- */

size_t sampler_probes_count(const struct sampler_group *group)
{
    return group->probes ? group->probes->count : 0;
}

bool sampler_probes_want(const struct sampler_group *group, size_t k)
{
    const struct group_probe *entry = &group->probes->list[k];
    bool has_cases = false;
    double wall_ns = 0; /* that the cases of this cache mode have cost in rounds */
    if (!entry->probe || entry->cold != group->cold || entry->out.sample_count >= SAMPLES_WANTED)
        return false;
    for (size_t i = 0; i < group->plan->case_count; i++) {
        has_cases = has_cases || (group->probes->of_case[i] == k && group->live[i]);
        if (group->plan->cases[i].cold == group->cold)
            wall_ns += sampler_wall_ns(&group->outcome->results[i]);
    }
    return has_cases && (entry->out.sample_count < SAMPLES_MIN ||
                         group->probes->wall_ns <= cost_share * wall_ns);
}

void sampler_probes_sample(struct sampler_group *group, size_t k, uint32_t round, uint32_t order)
{
    struct probes *probes = group->probes;
    struct group_probe *entry = &probes->list[k];
    const double begin_ns = clock_now_ns();
    double ns;
    announce(group, round + 1);
    if (!probe_sample(entry->probe, &ns))
        refuse_failed(group, entry);
    else if (!(ns > 0))
        refuse(entry, "a sample took 0 ns: the timestamps cannot be trusted");
    else
        entry->samples[entry->out.sample_count++] =
            (struct run_probe_sample){ .ns = ns, .round = round, .order = order };
    const double spent_ns = clock_now_ns() - begin_ns;
    probes->wall_ns += spent_ns;
    group->outcome->overhead.spent.excluded_ns += spent_ns;
}

void sampler_probes_mark(struct sampler_group *group, uint32_t round, bool throttled)
{
    for (size_t k = 0; k < sampler_probes_count(group); k++) {
        struct group_probe *entry = &group->probes->list[k];
        const size_t count = entry->out.sample_count;
        if (entry->cold == group->cold && count > 0 && entry->samples[count - 1].round == round)
            entry->samples[count - 1].throttled = throttled;
    }
}

/* Results -------------------------------------------------------------------------------------- */

/* Checks a probe again, and sums its samples up; those that were throttled where there are no
 * others. */
static void entry_end(struct sampler_group *group, struct group_probe *entry)
{
    double values[SAMPLES_WANTED];
    size_t count = 0;
    if (entry->probe)
        entry->cold = probe_is_cold(entry->probe);
    if (entry->out.sample_count > 0 && group->outcome->device_unusable)
        refuse(entry, "the device was lost in a case of the group");
    else if (entry->out.sample_count > 0 && !probe_check(entry->probe))
        *trouble_text() ? refuse(entry, trouble_text()) : refuse_failed(group, entry);
    for (int all = 0; all < 2 && count == 0; all++)
        for (size_t i = 0; i < entry->out.sample_count; i++)
            if (all || !entry->samples[i].throttled)
                values[count++] = entry->samples[i].ns;
    if (count > 0)
        entry->out.time = stats_summarize(values, count);
    else if (!*entry->reason)
        snprintf(entry->reason, sizeof(entry->reason), "the rounds ended before it");
}

void sampler_probes_end(struct sampler_group *group)
{
    struct probes *probes = group->probes;
    if (!probes)
        return;
    foreach (struct group_probe, own, probes->list, probes->count)
        entry_end(group, own);
    for (size_t i = 0; i < group->plan->case_count; i++) {
        if (probes->of_case[i] >= probes->count)
            continue;
        const struct group_probe *entry = &probes->list[probes->of_case[i]];
        const size_t bytes = entry->out.sample_count * sizeof(*entry->samples);
        struct result *result = &group->outcome->results[i];
        struct run_probe *probe = &result->c.probe;
        *probe = entry->out;
        memcpy(result->probe_reason, entry->reason, sizeof(entry->reason));
        if (bytes == 0)
            continue;
        probe->preceded_by = entry->cold ? RUN_PRECEDED_BY_SWEEP : RUN_PRECEDED_BY_ITSELF;
        probe->samples = need_bytes(bytes);
        memcpy(probe->samples, entry->samples, bytes);
    }
    foreach (struct group_probe, entry, probes->list, probes->count)
        probe_destroy(&entry->probe);
    probe_memory_destroy(&probes->memory);
    free(probes->list);
    free(probes->of_case);
    free(probes);
    group->probes = NULL;
}
