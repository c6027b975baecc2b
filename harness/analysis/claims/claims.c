/* SPDX-License-Identifier: MIT */
#include "harness/analysis/claims/claims.h"

#include "harness/analysis/claims/claims_judging.h"
#include "harness/analysis/claims/metric.h"
#include "harness/record/profile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum claims_unit claims_unit_of(const struct published_claim *claim)
{
    const enum published_quantity quantity = claim->measure.quantity;
    double factor;
    if (claim->has_b || claim->relation > PUBLISHED_AT_MOST)
        return CLAIMS_RATIO;
    if (metric_sampled(&claim->measure))
        return CLAIMS_NS;
    return quantity == PUBLISHED_PEAK_BYTES || quantity == PUBLISHED_SHARED_BYTES ||
                   published_unit_bytes(claim->unit, &factor)
               ? CLAIMS_BYTES
               : CLAIMS_PLAIN;
}

enum claims_origin claims_origin_of(const struct published_claim *claim)
{
    if (*claim->by_construction)
        return CLAIMS_CONSTRUCTED;
    return claim->ours ? CLAIMS_OURS : CLAIMS_OF_PAPER;
}

/* Why not ------------------------------------------------------------------------------------- */

static const char *side_missing(struct claims_judging *judging, const struct case_selection *rows,
                                const char *side)
{
    const struct run_case *trouble = rows->trouble;
    const char *profile = profile_names[judging->claim->profile];
    if (rows->count > 0)
        return NULL;
    if (!trouble && rows->unmet > 0)
        return claims_text(judging, "its cases are none that it is about: %s", rows->unmet_text);
    if (!trouble)
        return claims_text(judging, "no run has a case of %s; profile %s has", side, profile);
    if (trouble->status == BENCH_OK)
        return claims_text(judging, "%s: no check has passed", trouble->variant);
    return claims_text(judging, "%.64s: %s%s%.200s", trouble->variant,
                       bench_status_name(trouble->status), *trouble->reason ? ": " : "",
                       trouble->reason);
}

static bool any_stand_in(const struct case_selection *rows)
{
    for (size_t i = 0; i < rows->count; i++)
        if (rows->rows[i].stand_in)
            return true;
    return false;
}

static bool any_timed(const struct case_selection *rows, const struct published_measure *measure,
                      bool device)
{
    for (size_t i = 0; i < rows->count; i++)
        if (estimate_timed(&rows->rows[i], measure) &&
            (!device || rows->rows[i].any->kind != BENCH_CPU))
            return true;
    return false;
}

/* Why times of these runs are none; NULL where they are. */
static const char *times_missing(struct claims_judging *judging)
{
    const struct published_claim *claim = judging->claim;
    const bool timed = any_timed(&judging->a, &claim->measure, false) ||
                       any_timed(&judging->b, &claim->measure_b, false);
    const bool device = any_timed(&judging->a, &claim->measure, true) ||
                        any_timed(&judging->b, &claim->measure_b, true);
    for (size_t i = 0; i < judging->runs.count && timed; i++) {
        const struct run *run = judging->runs.runs[i];
        if (run->device.software && device)
            return "times of a software device";
        if (run->session.validate)
            return "times under validation layers";
        if (*run->context.layers)
            return "times below layers that the environment asked for";
        if (run->tool.slow)
            return "times of a build without optimisation, or with sanitizers";
        if (*run->context.fault)
            return "times of a run with a planted fault";
    }
    return NULL;
}

/* The paper's device is this one: by its name as far as a comma. */
static bool is_own_device(const struct published_claim *claim, const char *name)
{
    if (!claim->hardware)
        return false;
    const size_t length = strcspn(claim->hardware->device, ",");
    return strlen(name) == length && strncmp(claim->hardware->device, name, length) == 0;
}

/* It is said of the paper's own device. */
static bool wants_own_device(const struct published_claim *claim)
{
    for (size_t i = 0; i < claim->condition_count; i++)
        if (claim->conditions[i].about == PUBLISHED_ABOUT_DEVICE)
            return true;
    return false;
}

static const char *of_another_device(struct claims_judging *judging, const char *what)
{
    const struct published_hardware *hardware = judging->claim->hardware;
    return hardware ? claims_text(judging, "%s another device: %.128s", what, hardware->device)
                    : claims_text(judging, "%s another device", what);
}

static const char *why_not(struct claims_judging *judging, bool own_device)
{
    const struct published_claim *claim = judging->claim;
    const char *missing = *claim->untestable ? claim->untestable : NULL;
    if (!missing)
        missing = side_missing(judging, &judging->a, "a");
    if (!missing && claim->has_b)
        missing = side_missing(judging, &judging->b, "b");
    if (missing)
        return missing;
    if (any_stand_in(&judging->a) || any_stand_in(&judging->b))
        return "stand-ins for what the paper had";
    const char *times = times_missing(judging);
    if (times)
        return times;
    if (claims_unit_of(claim) == CLAIMS_NS && !own_device)
        return of_another_device(judging, "a time of");
    if (wants_own_device(claim) && !own_device)
        return of_another_device(judging, "said of");
    if (judging->entry->pair_count == 0)
        return *judging->entry->reason ? judging->entry->reason
                                       : "no two cases of it belong together";
    if (judging->entry->verdict == VERDICT_NOT_TESTABLE && !*judging->entry->reason)
        return claims_text(judging, "no run has %.64s of these cases together",
                           claim->measure.text);
    return NULL;
}

/* What stands beside a verdict ---------------------------------------------------------------- */

/* How far a pair is from what was published; of those that decide, the farthest stands for all. */
static double distance(const struct published_claim *claim, const struct claims_pair *pair)
{
    const double value = pair->estimate.value;
    if (isnan(value))
        return -INFINITY;
    switch (claim->relation) {
    case PUBLISHED_AT_LEAST: return -value;
    case PUBLISHED_EQUALS:
    case PUBLISHED_DOUBLES: return fabs(log(value / pair->published));
    case PUBLISHED_MONOTONE: return claim->rising ? -value : value;
    case PUBLISHED_ARGMIN: return -value; /* the nearest to the least */
    case PUBLISHED_CROSSOVER: return -fabs(log(value / pair->published));
    default: return value;
    }
}

static const struct claims_pair *decided_pair(const struct claims_entry *entry)
{
    const struct claims_pair *found = NULL;
    for (int pass = 0; pass < 2 && !found; pass++) {
        for (size_t i = 0; i < entry->pair_count; i++) {
            const struct claims_pair *pair = &entry->pairs[i];
            if ((pass == 0 && pair->verdict != entry->verdict) || isnan(pair->estimate.value))
                continue;
            if (!found || distance(entry->claim, pair) > distance(entry->claim, found))
                found = pair;
        }
    }
    return found;
}

/* One claim ----------------------------------------------------------------------------------- */

static size_t stand_ins_settle(struct claims_judging *judging)
{
    struct case_selection a = judging->a, b = judging->b;
    size_t real_a = 0, real_b = 0;
    for (size_t i = 0; i < a.count; i++)
        real_a += !a.rows[i].stand_in;
    for (size_t i = 0; i < b.count; i++)
        real_b += !b.rows[i].stand_in;
    if (real_a == 0 || (judging->claim->has_b && real_b == 0))
        return 0;
    return case_selection_drop_stand_ins(&judging->a) + case_selection_drop_stand_ins(&judging->b);
}

static void relation_judge(struct claims_judging *judging)
{
    if (judging->claim->relation <= PUBLISHED_LESS_EACH)
        claims_pairs_judge(judging);
    else
        claims_series_judge(judging);
}

/* Be it a failed one, or one that it is not about. */
static bool has_case(const struct case_selection *rows)
{
    return rows->count + rows->bad + rows->unmet > 0;
}

/* False when memory runs out. */
static bool claim_judge(struct claims_judging *judging, const struct published *paper,
                        const char *device)
{
    const struct published_claim *claim = judging->claim;
    struct claims_entry *entry = judging->entry;
    const bool own_device = is_own_device(claim, device);
    size_t stand_ins = 0;
    memset(judging->runs.counted, 0, judging->runs.count * sizeof(*judging->runs.counted));
    *entry = (struct claims_entry){
        .paper = paper, .claim = claim, .reason = "", .place_low = NAN, .place_high = NAN
    };
    judging->rule.tolerance =
        fmax(own_device ? claim->tolerance_same : claim->tolerance_other, claim->read_error);
    if (claim->has_a)
        case_selection_find(&judging->a, &judging->runs, paper, claim, false, judging->arena);
    if (claim->has_b)
        case_selection_find(&judging->b, &judging->runs, paper, claim, true, judging->arena);
    entry->measured = has_case(&judging->a);
    entry->complete = entry->measured && (!claim->has_b || has_case(&judging->b));
    if (!*claim->untestable && judging->a.count > 0 && (!claim->has_b || judging->b.count > 0)) {
        stand_ins = stand_ins_settle(judging);
        relation_judge(judging);
    }
    const char *why = why_not(judging, own_device);
    if (why)
        entry->verdict = VERDICT_NOT_TESTABLE;
    entry->decided = decided_pair(entry);
    claims_marks_find(judging, stand_ins);
    if (why)
        entry->reason = why;
    else if (entry->verdict == VERDICT_INCONCLUSIVE)
        entry->reason = claims_reason_open(judging);
    else if (!*entry->reason)
        entry->reason = claims_reason_far(judging);
    return !judging->failed && !judging->a.failed && !judging->b.failed;
}

/* Devices ------------------------------------------------------------------------------------- */

static const char *device_name(const struct run *run)
{
    return *run->device.name ? run->device.name : run->context.cpu;
}

static bool device_judge(struct claims_device *device, struct published *const *published,
                         size_t published_count, struct arena *arena)
{
    size_t count = 0;
    for (size_t i = 0; i < published_count; i++)
        count += published[i]->claim_count;
    struct claims_entry *entries = arena_alloc(arena, count * sizeof(*entries));
    bool *counted = arena_alloc(arena, device->run_count * sizeof(*counted));
    bool good = entries && counted;
    for (size_t i = 0; i < published_count && good; i++) {
        for (size_t k = 0; k < published[i]->claim_count && good; k++) {
            struct claims_entry *entry = &entries[device->entry_count++];
            struct claims_judging judging = { .runs = { device->runs, device->run_count, counted },
                                              .claim = &published[i]->claims[k],
                                              .entry = entry,
                                              .arena = arena };
            good = claim_judge(&judging, published[i], device->name);
            device->measured += entry->measured;
            device->counts[claims_origin_of(entry->claim)][entry->verdict] += entry->measured;
        }
    }
    device->entries = entries;
    return good;
}

/* The device of a run, made where it is the first; NULL when memory runs out. */
static struct claims_device *device_of(struct claims *claims, const struct run *run,
                                       size_t run_count)
{
    for (size_t i = 0; i < claims->device_count; i++)
        if (strcmp(claims->devices[i].name, device_name(run)) == 0)
            return &claims->devices[i];
    const struct run **runs = arena_alloc(&claims->arena, run_count * sizeof(*runs));
    struct claims_device *device = runs ? &claims->devices[claims->device_count++] : NULL;
    if (device)
        *device = (struct claims_device){ .name = device_name(run), .runs = runs };
    return device;
}

struct claims *claims_judge(const struct run *const *runs, size_t run_count,
                            struct published *const *published, size_t published_count)
{
    struct claims *claims = calloc(1, sizeof(*claims));
    if (!claims)
        return NULL;
    claims->devices = arena_alloc(&claims->arena, run_count * sizeof(*claims->devices));
    bool good = claims->devices;
    for (size_t i = 0; i < run_count && good; i++) {
        struct claims_device *device = device_of(claims, runs[i], run_count);
        good = device;
        if (device)
            ((const struct run **)device->runs)[device->run_count++] = runs[i];
    }
    for (size_t i = 0; i < claims->device_count && good; i++)
        good = device_judge(&claims->devices[i], published, published_count, &claims->arena);
    if (!good)
        claims_destroy(&claims);
    return claims;
}

void claims_destroy(struct claims **claims)
{
    if (!*claims)
        return;
    arena_finish(&(*claims)->arena);
    free(*claims);
    *claims = NULL;
}
