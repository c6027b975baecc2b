/* SPDX-License-Identifier: MIT */
#include "harness/analysis/claims/claims.h"

#include "harness/analysis/claims/claims_judging.h"
#include "harness/base/need.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum claims_origin claims_origin_of(const struct claims_entry *entry)
{
    const struct published_claim *claim = entry->claim;
    if (*claim->by_construction)
        return CLAIMS_CONSTRUCTED;
    if (claim->evidence != PUBLISHED_BY_RUN)
        return CLAIMS_OF_OTHER_EVIDENCE;
    if (entry->marks & CLAIMS_APIS)
        return CLAIMS_OF_TWO_APIS;
    switch (claim->number) {
    case PUBLISHED_READING: return CLAIMS_OF_READING;
    case PUBLISHED_OURS: return CLAIMS_OURS;
    default: return CLAIMS_OF_PAPER;
    }
}

const char *const claims_origin_names[CLAIMS_ORIGIN_COUNT] = {
    "the papers'",     "our readings of the papers' words", "ours",
    "by construction", "by other evidence than runs",       "across two APIs"
};

/* Why not ------------------------------------------------------------------------------------- */

static const char *side_missing(struct claims_judging *judging, const struct case_selection *rows,
                                const char *side)
{
    const struct run_case *trouble = rows->trouble;
    const char *profile = profile_names[judging->claim->profile];
    if (rows->count > 0)
        return NULL;
    if (!trouble && rows->unmet > 0)
        return claims_text(judging, "Not applicable here: %s.", rows->unmet_text);
    if (!trouble)
        return claims_text(judging, "No run has a case of %s; the profile %s has one.", side,
                           profile);
    if (trouble->status == BENCH_OK)
        return claims_text(judging, "No check of %s passed.", trouble->variant);
    return claims_text(judging, "Variant %.64s is %s%s%.200s.", trouble->variant,
                       bench_status_name(trouble->status), *trouble->reason ? ": " : "",
                       trouble->reason);
}

/* A property that some case of either side has. */
enum any { ANY_STAND_IN, ANY_ON_CPU, ANY_BY_WALL, ANY_PROGRAM };

static bool any_row(const struct claims_judging *judging, enum any any)
{
    const struct case_selection *const sides[] = { &judging->a, &judging->b };
    for (int side = 0; side < 2; side++)
        foreach (const struct case_selection_row, row, sides[side]->rows, sides[side]->count)
            if (any == ANY_STAND_IN  ? row->stand_in
                : any == ANY_ON_CPU  ? row->any->kind == BENCH_CPU
                : any == ANY_PROGRAM ? *row->any->api != '\0'
                                     : row->any->by_wall)
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
            return "A software device's times say nothing about a GPU.";
        if (run->session.validate)
            return "Validation layers change times.";
        if (*run->context.layers)
            return "The environment added Vulkan layers, which change times.";
        if (run->tool.slow)
            return "This build has no optimisation, or has sanitizers, which change times.";
        if (*run->context.fault)
            return "The run has a planted fault.";
    }
    return NULL;
}

/* Samples, or processes, that would give an interval where these give none. */
static const char *no_interval(struct claims_judging *judging)
{
    const struct claims_reading *reading = &judging->entry->readings[0];
    for (size_t i = 0; i < reading->pair_count; i++) {
        const struct estimate *estimate = &reading->pairs[i].estimate;
        if (isnan(estimate->value) && estimate->lacking > 0)
            return claims_text(judging,
                               "%zu row%s of evidence %s made by an earlier version of the claim: "
                               "claimcheck claims --rejudge makes them again.",
                               COUNTED(estimate->lacking),
                               plural(estimate->lacking, "was", "were"));
        if (!isnan(estimate->value) && isnan(estimate->interval.low))
            return claims_text(judging,
                               "%zu sample%s give%s no interval; 7 would, or %d processes "
                               "(--launches %d).",
                               COUNTED(estimate->n), plural(estimate->n, "s", ""),
                               ESTIMATE_PROCESSES_LEAST, ESTIMATE_PROCESSES_LEAST);
    }
    return NULL;
}

/* The settings that a claim over free axes misses; NULL where it has them all. */
static const char *settings_missing(struct claims_judging *judging)
{
    const struct published_claim *claim = judging->claim;
    const struct claims_reading *reading = &judging->entry->readings[0];
    const char *axes = "";
    if (claim->free_count == 0 || reading->settings >= reading->settings_all)
        return NULL;
    for (size_t i = 0; i < claim->free_count; i++)
        axes = claims_text(judging, "%s%s%.60s", axes, i > 0 ? " and " : "", claim->free[i].axis);
    return claims_text(judging,
                       "The paper does not give %s: %zu of %zu settings are testable here; the "
                       "profile %s has them all.",
                       axes, reading->settings, reading->settings_all,
                       profile_names[claim->profile]);
}

static const char *why_not(struct claims_judging *judging, bool own_device)
{
    const struct published_claim *claim = judging->claim;
    const struct claims_entry *entry = judging->entry;
    static const char *const unobserved[PUBLISHED_EVIDENCE_COUNT] = {
        [PUBLISHED_BY_CUDA_PORT] = "No CUDA port was counted on this device.",
        [PUBLISHED_BY_TRACE] = "No trace was kept of this device.",
        [PUBLISHED_BY_TEST] = "The published file has no result of a test.",
        [PUBLISHED_BY_ARITHMETIC] = "The published file shows no arithmetic.",
    };
    const char *missing = *claim->untestable ? claim->untestable : unobserved[claim->evidence];
    if (!missing)
        missing = side_missing(judging, &judging->a, *claim->name_a ? claim->name_a : "side a");
    if (!missing && claim->has_b)
        missing = side_missing(judging, &judging->b, *claim->name_b ? claim->name_b : "side b");
    if (missing)
        return missing;
    if (any_row(judging, ANY_STAND_IN))
        return "Substitute scenes replace the paper's.";
    const char *times = times_missing(judging);
    if (times)
        return times;
    const bool of_time = claims_quantity_of(claim) == CLAIMS_NS;
    bool of_device = of_time;
    for (size_t i = 0; i < claim->condition_count; i++)
        of_device = of_device || claim->conditions[i].about == PUBLISHED_ABOUT_DEVICE;
    if (of_device && !own_device)
        return claims_text(judging, "%s another device%s%.128s.",
                           of_time ? "It is a time of" : "It is a statement about",
                           claim->hardware ? ": " : "",
                           claim->hardware ? claim->hardware->device : "");
    if (entry->verdict.kind != VERDICT_NOT_TESTABLE)
        return NULL;
    if (*entry->reason)
        return entry->reason;
    if (entry->readings[0].pair_count == 0)
        return "No two of its cases form a pair.";
    const char *settings = settings_missing(judging);
    if (settings)
        return settings;
    const char *open = no_interval(judging);
    return open ? open
                : claims_text(
                      judging, "No run has %.64s of these cases together%s.", claim->measure.text,
                      claim->measure.quantity == PUBLISHED_GPU && any_row(judging, ANY_PROGRAM)
                          ? "; a program's device time counts where it is within 5 % of "
                            "our clock's for one more execution"
                          : "");
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

void claims_reading_begin(struct claims_judging *judging, enum estimate_clock clock)
{
    struct claims_reading *reading = &judging->entry->readings[judging->entry->reading_count++];
    *reading = (struct claims_reading){
        .clock = clock, .r_low = NAN, .r_high = NAN, .place_low = NAN, .place_high = NAN
    };
    judging->reading = reading;
    judging->pairs = NULL;
    judging->pair_capacity = 0;
}

static void reading_make(struct claims_judging *judging, enum estimate_clock clock)
{
    claims_reading_begin(judging, clock);
    if (judging->claim->says >= PUBLISHED_BEST_AT ||
        (judging->claim->says == PUBLISHED_TIMES_AS_LONG && *judging->claim->along))
        claims_series_judge(judging);
    else
        claims_pairs_judge(judging);
}

/* Both stopwatches where the host is in the loop: the paper's own first, if it says which. */
static void readings_make(struct claims_judging *judging)
{
    struct claims_entry *entry = judging->entry;
    const enum published_quantity quantity = judging->claim->measure.quantity;
    const bool timed =
        quantity == PUBLISHED_GPU || quantity == PUBLISHED_WALL || quantity == PUBLISHED_JUDGED;
    const bool device_first = quantity == PUBLISHED_GPU;
    const bool two_clocks = judging->claim->has_b && judging->claim->measure_b.quantity != quantity;
    /* The host waits for a device within samples of some case, and all cases have both times. */
    const bool host_in_loop = any_row(judging, ANY_BY_WALL) && !any_row(judging, ANY_ON_CPU);
    if (!timed || two_clocks || !host_in_loop) {
        reading_make(judging, ESTIMATE_AS_STATED);
        entry->verdict = entry->readings[0].verdict;
        return;
    }
    reading_make(judging, device_first ? ESTIMATE_DEVICE_TIME : ESTIMATE_WALL_TIME);
    reading_make(judging, device_first ? ESTIMATE_WALL_TIME : ESTIMATE_DEVICE_TIME);
    const struct verdict both[] = { entry->readings[0].verdict, entry->readings[1].verdict };
    /* Both decide where the paper does not say which. */
    entry->verdict =
        quantity == PUBLISHED_JUDGED ? verdict_join(both, 2, PUBLISHED_OF_ALL) : both[0];
    if (both[1].kind == VERDICT_NOT_TESTABLE)
        entry->reading_count = 1;
}

/* The verdict by the next margin, of a number that is ours for the paper's word, or by round trips
 * of that time. The entry stays as it is. */
static struct verdict verdict_by(struct claims_judging *judging, int margin_step, double trip_ns)
{
    const struct claims_entry entry = *judging->entry;
    judging->margin_step = margin_step;
    judging->trip_ns = trip_ns;
    judging->entry->reading_count = 0;
    readings_make(judging);
    const struct verdict verdict = judging->entry->verdict;
    judging->margin_step = 0;
    judging->trip_ns = 0;
    *judging->entry = entry;
    return verdict;
}

const double claims_trip_ns = 10e3;

/* The pair with round trips that decides, or the first that has some. */
static const struct claims_pair *trips_pair(const struct claims_entry *entry)
{
    const struct claims_pair *first = NULL;
    for (size_t i = 0; i < entry->reading_count; i++)
        foreach (const struct claims_pair, pair, entry->readings[i].pairs,
                 entry->readings[i].pair_count) {
            if (!(fmax(pair->a_trips.count, pair->b_trips.count) > 0))
                continue;
            if (pair == entry->readings[i].shown)
                return pair;
            first = first ? first : pair;
        }
    return first;
}

/* True for a failed case, or one outside the precondition, too. */
static bool has_case(const struct case_selection *rows)
{
    return rows->count + rows->bad + rows->unmet > 0;
}

static void claim_judge(struct claims_judging *judging, const struct published *paper,
                        const char *device, const struct claims_request *request)
{
    const double kappa = request->kappa > 0 ? request->kappa : zones_kappa;
    const struct published_claim *claim = judging->claim;
    struct claims_entry *entry = judging->entry;
    /* The paper's device is this one: by its name as far as a comma. */
    const size_t name_bytes = claim->hardware ? strcspn(claim->hardware->device, ",") : 0;
    const bool own_device = claim->hardware && strlen(device) == name_bytes &&
                            strncmp(claim->hardware->device, device, name_bytes) == 0;
    size_t stand_ins = 0;
    memset(judging->runs.counted, 0, judging->runs.count * sizeof(*judging->runs.counted));
    *judging->entry = (struct claims_entry){ .paper = paper,
                                             .claim = judging->claim,
                                             .reason = "",
                                             .first_date = "",
                                             .last_date = "",
                                             .kernels_date = "" };
    judging->kappa = own_device ? fmin(kappa, zones_kappa_own) : kappa;
    if (!request->by_runs)
        claims_observed_judge(judging, device);
    if (entry->reading_count > 0) {
        for (size_t i = 0; i < judging->runs.count; i++) {
            const struct run_row *row = judging->runs.runs[i]->row;
            if (NAMED(row->techniques, row->technique_count, paper->technique))
                entry->measured = true;
        }
        entry->complete = entry->measured;
        claims_marks_find(judging, 0);
        return;
    }
    if (claim->has_a)
        case_selection_find(&judging->a, &judging->runs, paper, claim, false, judging->arena);
    if (claim->has_b)
        case_selection_find(&judging->b, &judging->runs, paper, claim, true, judging->arena);
    entry->measured = has_case(&judging->a);
    entry->complete = entry->measured && (!claim->has_b || has_case(&judging->b));
    if (!published_claim_unmeasured(claim) && judging->a.count > 0 &&
        (!claim->has_b || judging->b.count > 0)) {
        stand_ins = stand_ins_settle(judging);
        readings_make(judging);
        if (claim->number == PUBLISHED_READING) {
            entry->narrower = verdict_by(judging, -1, 0);
            entry->wider = verdict_by(judging, 1, 0);
        }
        entry->trips = trips_pair(entry);
        if (entry->trips)
            entry->short_trips = verdict_by(judging, 0, claims_trip_ns);
    }
    const char *why = why_not(judging, own_device);
    if (why) {
        entry->verdict = (struct verdict){ VERDICT_NOT_TESTABLE, 0 };
        entry->reason = why;
    }
    claims_marks_find(judging, stand_ins);
}

/* Devices ------------------------------------------------------------------------------------- */

static void device_judge(struct claims_device *device, const struct claims_request *request,
                         struct arena *arena)
{
    size_t count = 0;
    for (size_t i = 0; i < request->published_count; i++)
        count += request->published[i]->claim_count;
    struct claims_entry *entries = arena_alloc(arena, count * sizeof(*entries));
    bool *counted = arena_alloc(arena, device->run_count * sizeof(*counted));
    struct case_names names;
    case_names_find(&names, device->rows, device->run_count, arena);
    for (size_t i = 0; i < device->run_count; i++) {
        bool seen = false;
        for (size_t k = 0; k < i && !seen; k++)
            seen = strcmp(device->rows[k]->device.uuid, device->rows[i]->device.uuid) == 0;
        device->card_count += !seen;
    }
    device->unit = request->unit == CLAIMS_UNIT_MODEL ||
                           (request->unit == CLAIMS_UNIT_AS_GIVEN && device->card_count > 1)
                       ? ESTIMATE_MODEL
                       : ESTIMATE_CARD;
    for (size_t i = 0; i < request->published_count; i++) {
        const struct published *paper = request->published[i];
        for (size_t k = 0; k < paper->claim_count; k++) {
            if (request->claim && request->claim != &paper->claims[k])
                continue;
            struct claims_entry *entry = &entries[device->entry_count++];
            struct claims_judging judging = { .runs = { device->rows, device->run_count, &names,
                                                        counted },
                                              .claim = &paper->claims[k],
                                              .entry = entry,
                                              .unit = device->unit,
                                              .all_times = request->all_times,
                                              .arena = arena };
            claim_judge(&judging, paper, device->name, request);
            device->measured += entry->measured;
            device->counts[claims_origin_of(entry)][verdict_class_of(entry->verdict)] +=
                entry->measured;
        }
    }
    device->entries = entries;
}

struct claims *claims_judge(const struct claims_request *request)
{
    struct claims *claims = need_zeroed(1, sizeof(*claims));
    claims->devices = arena_alloc(&claims->arena, request->run_count * sizeof(*claims->devices));
    claims->made = arena_alloc(&claims->arena, request->run_count * sizeof(struct run *));
    for (size_t i = 0; i < request->run_count; i++) {
        const struct run *run = request->runs[i], *row = run;
        const char *name = *run->device.name ? run->device.name : run->context.cpu;
        struct claims_device *device = NAMED(claims->devices, claims->device_count, name);
        if (!device) {
            const size_t bytes = request->run_count * sizeof(const struct run *);
            device = &claims->devices[claims->device_count++];
            *device = (struct claims_device){ .name = name,
                                              .runs = arena_alloc(&claims->arena, bytes),
                                              .rows = arena_alloc(&claims->arena, bytes) };
        }
        if (!run->row)
            row = claims->made[claims->made_count++] =
                claims_row_make(run, request->published, request->published_count);
        ((const struct run **)device->rows)[device->run_count] = row;
        ((const struct run **)device->runs)[device->run_count++] = run;
    }
    for (size_t i = 0; i < claims->device_count; i++)
        device_judge(&claims->devices[i], request, &claims->arena);
    return claims;
}

void claims_row_fill(struct run *row, struct published *const *published, size_t count)
{
    const struct run *const rows[] = { row };
    struct claims *claims = claims_judge(&(struct claims_request){ .runs = rows,
                                                                   .run_count = 1,
                                                                   .published = published,
                                                                   .published_count = count,
                                                                   .by_runs = true,
                                                                   .all_times = true });
    claims_destroy(&claims);
}

void claims_destroy(struct claims **claims)
{
    if (!*claims)
        return;
    for (size_t i = 0; i < (*claims)->made_count; i++)
        run_destroy(&(*claims)->made[i]);
    arena_finish(&(*claims)->arena);
    free(*claims);
    *claims = NULL;
}
