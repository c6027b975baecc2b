/* SPDX-License-Identifier: MIT */
#include "harness/analysis/limits/limits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Ceilings and cases are medians of runs of their own: so much lies between them by chance. */
static const double suspect_percent = 105;

/* An amount at a rate per second, in ns; 0 where the rate is not known. */
static double time_ns(double amount, double per_s)
{
    return per_s > 0 && amount > 0 ? amount / per_s * 1e9 : 0;
}

static double bytes_ns(const struct run_ceilings_curve *copy_curve,
                       const struct run_ceilings_curve *read_curve,
                       const struct run_ceilings_curve *write_curve, const struct floor_work *work)
{
    const double bytes_read = work->amounts.bytes_read;
    const double bytes_written = work->amounts.bytes_written;
    const double both = bytes_read + bytes_written;
    const double set = work->cold ? INFINITY : both;
    const double read = ceilings_rate(read_curve, set);
    const double write = ceilings_rate(write_curve, set);
    const double copy = ceilings_rate(copy_curve, set);
    /* A device that has measured only some of the three is not bounded by a guess at the rest. */
    if (!(read > 0 && write > 0 && copy > 0))
        return 0;
    return fmax(time_ns(both, fmax(copy, fmax(read, write))),
                fmax(time_ns(bytes_read, read), time_ns(bytes_written, write)));
}

/* Least time for texels of that size, at the best rate of all images. Neighbouring look-ups may hit
 * a cache that the whole image would not fit into. */
static double texture_ns(const struct run_ceilings *ceilings, const struct bench_work *work)
{
    for (size_t i = 0; i < ceilings->texture_count; i++)
        if (ceilings->textures[i].texel_bytes == work->texel_bytes)
            return time_ns(work->bytes_sampled, ceilings_rate(&ceilings->textures[i].curve, 0));
    return 0;
}

/* Patterns may be served side by side: the longest of them. Its rates are those for so many lanes a
 * word or more, up to the next pattern: the better of both. */
static double atomics_ns(const struct run_ceilings *ceilings, const struct bench_work *work)
{
    double ns = 0;
    for (int i = 0; i < BENCH_ATOMICS_COUNT; i++) {
        const struct run_ceilings_atomics *own = &ceilings->atomics[i];
        const bool shared = i == BENCH_ATOMICS_LANES_2 || i == BENCH_ATOMICS_LANES_16;
        const struct run_ceilings_atomics *next = shared ? own - 1 : own;
        if (own->dropped_per_s > 0 && next->dropped_per_s > 0)
            ns = fmax(ns, time_ns(work->atomics[i].dropped,
                                  fmax(own->dropped_per_s, next->dropped_per_s)));
        if (own->returned_per_s > 0 && next->returned_per_s > 0)
            ns = fmax(ns, time_ns(work->atomics[i].returned,
                                  fmax(own->returned_per_s, next->returned_per_s)));
    }
    return ns;
}

static int step_compare(const void *a, const void *b)
{
    const struct floor_step *first = a, *second = b;
    return (first->ns > second->ns) - (first->ns < second->ns);
}

double floor_steps_ns(double steps, struct floor_step *kinds, size_t count, double other_ns)
{
    double ns = 0;
    qsort(kinds, count, sizeof(*kinds), step_compare);
    for (size_t i = 0; i < count; i++) {
        const double taken = fmin(steps, kinds[i].count);
        ns += taken * kinds[i].ns;
        steps -= taken;
    }
    return ns + steps * other_ns;
}

/* 0 unless every kind of step was measured: what is not known bounds nothing. Of copies earlier
 * versions measured none. */
static double chain_ns(const struct run_ceilings *ceilings, const struct floor_work *work)
{
    const struct bench_work *amounts = &work->amounts;
    const double direct_ns = ceilings->dependent_ns, fill_ns = ceilings->fill_ns;
    const double copy_ns = ceilings->copy_ns > 0 ? ceilings->copy_ns : fill_ns;
    /* Indirect steps that were measured run a group each; one of no groups may be cheaper. */
    const double dispatch_ns = fmin(direct_ns, ceilings->indirect_ns);
    struct floor_step kinds[] = { { work->fills, fmin(fill_ns, direct_ns) },
                                  { work->copies, fmin(copy_ns, direct_ns) },
                                  { work->read_backs, fmin(copy_ns, direct_ns) },
                                  { work->direct + work->indirect, dispatch_ns } };
    if (!(direct_ns > 0 && fill_ns > 0 && ceilings->indirect_ns > 0))
        return 0;
    const double loads = fmax(amounts->loads - amounts->chain, 0);
    return floor_steps_ns(amounts->chain, kinds, COUNT_OF(kinds), dispatch_ns) +
           loads * ceilings_load_ns(ceilings, amounts->load_bytes) +
           amounts->rounds * ceilings->round_ns;
}

/* The least time of each kind; 0 where nothing is known that bounds it. */
static struct floor_time longest(const double ns[FLOOR_BOUND_COUNT])
{
    struct floor_time floor = { 0, FLOOR_NONE };
    for (int i = FLOOR_NONE + 1; i < FLOOR_BOUND_COUNT; i++)
        if (isfinite(ns[i]) && ns[i] > floor.ns)
            floor = (struct floor_time){ ns[i], (enum floor_bound)i };
    return floor;
}

struct floor_time floor_find(const struct run_ceilings *ceilings, const struct floor_work *work)
{
    const double parts[FLOOR_BOUND_COUNT] = {
        [FLOOR_BYTES] = bytes_ns(&ceilings->copy, &ceilings->read, &ceilings->write, work),
        [FLOOR_TEXTURE] = texture_ns(ceilings, &work->amounts),
        [FLOOR_OPERATIONS] =
            fmax(fmax(time_ns(work->amounts.operations, ceilings->operations_per_s),
                      time_ns(work->amounts.single, ceilings->single_per_s)),
                 fmax(time_ns(work->amounts.integer, ceilings->integer_per_s),
                      time_ns(work->amounts.special, ceilings->special_per_s))),
        [FLOOR_ATOMICS] = atomics_ns(ceilings, &work->amounts),
        [FLOOR_CHAIN] = chain_ns(ceilings, work),
        [FLOOR_GROUPS] = time_ns(work->amounts.groups, ceilings->groups_per_s),
        [FLOOR_VERTICES] = time_ns(work->amounts.vertices, ceilings->vertices_per_s),
        [FLOOR_PIXELS] = time_ns(work->amounts.pixels, ceilings->pixels_per_s),
    };
    return longest(parts);
}

struct floor_time floor_find_host(const struct run_ceilings *ceilings,
                                  const struct floor_work *work)
{
    const struct run_ceilings_threads *host = ceilings_of_threads(ceilings, work->threads);
    if (!host)
        return (struct floor_time){ 0, FLOOR_NONE };
    const double parts[FLOOR_BOUND_COUNT] = {
        [FLOOR_BYTES] = bytes_ns(&host->copy, &host->read, &host->write, work),
        [FLOOR_OPERATIONS] = time_ns(work->amounts.operations, host->operations_per_s),
    };
    return longest(parts);
}

/* Cases --------------------------------------------------------------------------------------- */

struct floor_work floor_work_of(const struct run_case *c)
{
    struct floor_work work = {
        .direct = fmax(c->counters.dispatches, 0),
        .indirect = fmax(c->counters.indirect_dispatches, 0),
        .fills = fmax(c->counters.fills, 0),
        .copies = fmax(fmax(c->counters.copies, 0) - fmax(c->counters.read_backs, 0), 0),
        .read_backs = fmax(c->counters.read_backs, 0),
        .threads = fmax(c->threads, 0),
        .cold = c->cache == RUN_CACHE_COLD,
    };
    /* An unknown amount, which is NAN, bounds nothing, as 0 does. All are doubles. */
    double amounts[offsetof(struct bench_work, beyond_bound) / sizeof(double)];
    memcpy(amounts, &c->work, sizeof(amounts));
    for (size_t i = 0; i < COUNT_OF(amounts); i++)
        amounts[i] = fmax(amounts[i], 0);
    memcpy(&work.amounts, amounts, sizeof(amounts));
    if (c->counters.draws > 0)
        work.amounts = (struct bench_work){ .bytes_read = work.amounts.bytes_read,
                                            .groups = work.amounts.groups,
                                            .vertices = work.amounts.vertices,
                                            .pixels = work.amounts.pixels };
    return work;
}

bool floor_is_known_of_draws(const struct floor_work *work, const struct run_ceilings *ceilings)
{
    return (work->amounts.vertices > 0 && ceilings->vertices_per_s > 0) ||
           (work->amounts.pixels > 0 && ceilings->pixels_per_s > 0);
}

static bool baseline_is_suspect(const struct run_case *c, const struct run *run)
{
    const bool cold = c->cache == RUN_CACHE_COLD;
    foreach (const struct run_case, other, run->cases, run->case_count)
        if (other != c && run_case_same_workload(other, c) &&
            (other->cache == RUN_CACHE_COLD) == cold && other->baseline &&
            other->status == BENCH_SUSPECT)
            return true;
    return false;
}

void floor_apply(struct run *run, struct run_case *c, const struct run_ceilings *ceilings,
                 bool software)
{
    const struct floor_work wanted = floor_work_of(c);
    const bool elsewhere = *c->api && strcmp(c->api, "host") != 0; /* limits are ours */
    const bool open_draws = c->counters.draws > 0 && !floor_is_known_of_draws(&wanted, ceilings);
    const bool on_host = c->kind == BENCH_CPU;
    struct floor_time least = { 0, FLOOR_NONE };
    if (c->status == BENCH_OK && !elsewhere && c->ceiling == BENCH_CEILING_NONE && !open_draws)
        least = on_host ? floor_find_host(ceilings, &wanted) : floor_find(ceilings, &wanted);
    const bool bound = least.bound != FLOOR_NONE;
    const double median_ns = on_host ? c->wall.median : c->gpu.median;
    c->floor_ns = bound ? least.ns : NAN;
    c->floor_bound = bench_bound_names[least.bound];
    c->floor_percent = bound && median_ns > 0 ? 100 * least.ns / median_ns : NAN;
    if (baseline_is_suspect(c, run))
        case_drop_ratio(c);
    if (c->floor_percent > suspect_percent && !software && !on_host) {
        char reason[RESULT_REASON_BYTES];
        snprintf(
            reason, sizeof(reason),
            "a median of %s is less than the lower bound of %s that the device limits set (%s): "
            "the declared work is too much, or the work done too little",
            units_format_ns(c->gpu.median, UNITS_ROOM), units_format_ns(c->floor_ns, UNITS_ROOM),
            c->floor_bound);
        c->status = BENCH_SUSPECT;
        c->stop = RESULT_STOP_NONE;
        c->reason = run_keep_text(run, reason);
        case_drop_times(c);
    }
}

void floor_apply_all(struct run *run, const struct run_ceilings *ceilings, bool software)
{
    for (size_t i = 0; i < run->case_count; i++)
        if (run->cases[i].status == BENCH_OK)
            floor_apply(run, &run->cases[i], ceilings, software);
    for (size_t i = 0; i < run->case_count; i++)
        if (baseline_is_suspect(&run->cases[i], run))
            case_drop_ratio(&run->cases[i]);
}
