/* SPDX-License-Identifier: MIT */
#include "bench/detp/cpu/cpu.h"

#include <string.h>

struct recorder {
    struct detp_reduction *reduction;
    uint64_t at; /* entries so far */
};

static void record_step(void *state, uint32_t level, uint32_t count, const uint32_t *found,
                        uint32_t kept)
{
    struct recorder *recorder = state;
    struct detp_reduction *reduction = recorder->reduction;
    reduction->steps[reduction->steps_count++] = (struct detp_reduction_step){ level, count, kept };
    for (uint32_t i = 0; i < kept; i++) {
        const uint64_t at = recorder->at + found[i];
        reduction->valid[at / 32] |= UINT32_C(1) << at % 32;
    }
    recorder->at += count;
}

bool detp_reduction_record(struct context *context, struct detp_reduction *reduction,
                           struct detp_sphere_cache *cache, const struct detp_cpu_packed *packed,
                           const struct detp_cpu_disc *discs, uint32_t *sums)
{
    struct recorder recorder = { reduction, 0 };
    const size_t sums_bytes = sizeof(uint32_t) * DETP_WORDS * packed->disc_count;
    detp_sphere_cache_run(cache, packed, discs, sums); /* how much there is to record */
    reduction->entries = cache->culls;
    reduction->steps = context_alloc(context, sizeof(*reduction->steps) * (cache->made + 1));
    reduction->packed = context_alloc(context, sizeof(uint32_t) * (cache->made + 1));
    reduction->valid = context_alloc(context, sizeof(uint32_t) * (cache->culls / 32 + 1));
    for (uint32_t level = 0; level < DETP_SPHERES_MAX; level++)
        reduction->lists[level] = context_alloc(context, sizeof(uint32_t) * packed->ray_count);
    if (!context_ok(context))
        return false;
    for (uint32_t i = 0; i < packed->ray_count; i++)
        reduction->lists[0][i] = i;
    memset(reduction->valid, 0, sizeof(uint32_t) * (cache->culls / 32 + 1));
    memset(sums, 0, sums_bytes);
    cache->record = record_step;
    cache->recorder = &recorder;
    detp_sphere_cache_run(cache, packed, discs, sums);
    cache->record = NULL;
    return true;
}

void detp_reduction_run(struct detp_reduction *reduction)
{
    const uint32_t *valid = reduction->valid;
    uint64_t at = 0;
    for (uint32_t step = 0; step < reduction->steps_count; step++) {
        const uint32_t level = reduction->steps[step].level, count = reduction->steps[step].count;
        const uint32_t *read = reduction->lists[level - 1];
        uint32_t *write = reduction->lists[level];
        for (uint32_t i = 0; i < count; i++, at++)
            if (valid[at / 32] >> at % 32 & 1)
                *write++ = read[i];
        reduction->packed[step] = (uint32_t)(write - reduction->lists[level]);
    }
}

bool detp_reduction_check(struct context *context, const struct detp_reduction *reduction,
                          const struct detp_sphere_cache *cache,
                          const struct detp_cpu_packed *packed)
{
    for (uint32_t step = 0; step < reduction->steps_count; step++)
        if (reduction->packed[step] != reduction->steps[step].kept)
            return context_mismatch(context, "list %u has %u rays, wanted %u", step,
                                    reduction->packed[step], reduction->steps[step].kept);
    for (uint32_t level = 1; level < cache->count; level++)
        for (uint32_t i = 0; i < cache->spheres[level].count; i++) {
            const struct detp_cpu_ray *wanted = &cache->spheres[level].rays[i];
            const uint32_t found = reduction->lists[level][i];
            if (found >= packed->ray_count ||
                memcmp(&packed->rays[found], wanted, sizeof(*wanted)) != 0)
                return context_mismatch(context, "list of sphere %u: entry %u is ray %u", level, i,
                                        found);
        }
    return true;
}
