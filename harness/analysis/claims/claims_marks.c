/* SPDX-License-Identifier: MIT */
/* claims_marks.c: what stands beside a verdict. */
#include "harness/analysis/claims/claims_judging.h"

#include <math.h>
#include <string.h>

#define MARK(mark) [__builtin_ctz((unsigned)CLAIMS_##mark)]
static const struct {
    const char *text, *means;
} mark_words[CLAIMS_MARK_COUNT] = {
    MARK(NOT_PAPERS) = { "ours, not the paper's" },
    MARK(READING) = { "our reading of the paper's word" },
    MARK(BY_CONSTRUCTION) = { "by construction", "Our code makes it true on every device." },
    MARK(AFTER_DATA) = { "after data",
                         "The claim was written or changed after the first run that judges it." },
    MARK(PROVISIONAL) = { "provisional: fewer than six cards" },
    MARK(ONE_PROCESS) = { "one process", "One launch of the program measured it. Other launches "
                                         "may lie outside the interval." },
    MARK(CLOCKS) = { "turns with the stopwatch",
                     "The host's clock gives one verdict, and the device's clock another." },
    MARK(OTHER_ROUNDS) = { "not in the same rounds",
                           "The two sides were not measured in turns. A drift of the device may "
                           "look like a difference." },
    MARK(THROTTLED) = { "throttled" },
    MARK(BAD_ROWS) = { "unsupported or failed cases excluded" },
    MARK(UNMET) = { "cases outside the precondition excluded" },
    MARK(NO_STAND_INS) = { "substitute scenes excluded" },
    MARK(OLDER_KERNELS) = { "runs of older kernels excluded" },
    MARK(SMALL_PROFILE) = { "a larger profile has more of its cases" },
    MARK(DRIVERS) = { "several drivers" },
    MARK(HOSTS) = { "several processors" },
    MARK(SEEDS) = { "several seeds" },
    MARK(BUILDS) = { "several builds" },
    MARK(BY_CUDA_PORT) = { "by a CUDA port under counters" },
    MARK(BY_TRACE) = { "by a trace" },
    MARK(BY_TEST) = { "by a test" },
    MARK(BY_ARITHMETIC) = { "by arithmetic" },
    MARK(APIS) = { "two APIs" },
    MARK(DOUBTED) = { "times of a program are doubted" },
    MARK(EARLIER) = { "rows by an earlier version of the claim" },
    MARK(FOREIGN) = { foreign_mark },
    MARK(LACKING) = { "rows without its times excluded" },
    MARK(CHANGED) = { "by kernels of" },
    MARK(CARDS) = { "some cards differ",
                    "Single cards deny it, and the median of all cards does not." },
    MARK(MARGIN) = { "turns with the margin",
                     "A narrower or wider margin for the paper's word changes the verdict." },
    MARK(FREE) = { "by a parameter that the paper does not give",
                   "A setting that the paper does not give changes the verdict." },
    MARK(TRIPS) = { "round trips to the device", "The times hold round trips to the device, which "
                                                 "take other times on another host." },
};
#undef MARK

const char *claims_mark_text(enum claims_mark mark)
{
    return mark_words[__builtin_ctz((unsigned)mark)].text;
}

const char *claims_mark_means(enum claims_mark mark)
{
    return mark_words[__builtin_ctz((unsigned)mark)].means;
}

/* "14 and 4 round trips to the device, 52 % and 31 % of the times", and the word that turns with
 * them. */
static void trips_text(const struct claims_entry *entry, char text[CLAIMS_MARK_BYTES])
{
    const bool swapped = entry->claim->of_b;
    const struct claims_trips *one = swapped ? &entry->trips->b_trips : &entry->trips->a_trips;
    const struct claims_trips *two = swapped ? &entry->trips->a_trips : &entry->trips->b_trips;
    const bool both = one->count > 0 && two->count > 0;
    one = one->count > 0 ? one : two;
    snprintf(text, CLAIMS_MARK_BYTES, "%.0f", one->count);
    if (both)
        text_join_cut(text, CLAIMS_MARK_BYTES, " and ", "%.0f", two->count);
    text_join_cut(text, CLAIMS_MARK_BYTES, " ", "round trip%s to the device",
                  both || one->count > 1 ? "s" : "");
    if (!isnan(one->share) && !isnan(two->share) && both)
        text_join_cut(text, CLAIMS_MARK_BYTES, ", ", "%.0f %% and %.0f %% of the times",
                      100 * one->share, 100 * two->share);
    else if (!isnan(one->share) && !both)
        text_join_cut(text, CLAIMS_MARK_BYTES, ", ", "%.0f %% of the time", 100 * one->share);
    if (entry->short_trips.kind != VERDICT_NOT_TESTABLE &&
        !verdict_same(entry->verdict, entry->short_trips))
        text_join_cut(text, CLAIMS_MARK_BYTES, "; ",
                      "turns with the round trip: %s at %.0f µs each",
                      verdict_words(entry->short_trips, VERDICT_ROOM), claims_trip_ns / 1e3);
}

const char *claims_entry_mark(const struct claims_entry *entry, int bit,
                              char text[CLAIMS_MARK_BYTES])
{
    const enum claims_mark mark = (enum claims_mark)(1u << bit);
    if (!(entry->marks & mark))
        return NULL;
    if (mark == CLAIMS_TRIPS)
        trips_text(entry, text);
    else
        snprintf(text, CLAIMS_MARK_BYTES, "%s%s%.10s", claims_mark_text(mark),
                 mark == CLAIMS_CHANGED ? " " : "",
                 mark == CLAIMS_CHANGED ? entry->kernels_date : "");
    return text;
}

unsigned claims_evidence_mark(enum published_evidence evidence)
{
    static const unsigned marks[PUBLISHED_EVIDENCE_COUNT] = {
        [PUBLISHED_BY_CUDA_PORT] = CLAIMS_BY_CUDA_PORT,
        [PUBLISHED_BY_TRACE] = CLAIMS_BY_TRACE,
        [PUBLISHED_BY_TEST] = CLAIMS_BY_TEST,
        [PUBLISHED_BY_ARITHMETIC] = CLAIMS_BY_ARITHMETIC,
    };
    return marks[evidence];
}

static unsigned estimate_marks(const struct claims_reading *reading, enum estimate_unit unit)
{
    unsigned marks = 0;
    for (size_t i = 0; i < reading->pair_count; i++) {
        const struct estimate *estimate = &reading->pairs[i].estimate;
        if (estimate->lacking > 0)
            marks |= CLAIMS_LACKING;
        if (isnan(estimate->value))
            continue;
        if (!estimate->same_rounds)
            marks |= CLAIMS_OTHER_ROUNDS;
        if (estimate->older > 0)
            marks |= CLAIMS_OLDER_KERNELS;
        if (estimate->throttled)
            marks |= CLAIMS_THROTTLED;
        if (estimate->exact)
            continue;
        if (unit == ESTIMATE_MODEL && estimate->cards < ESTIMATE_CARDS_LEAST)
            marks |= CLAIMS_PROVISIONAL;
        if (unit == ESTIMATE_CARD && estimate->processes == 1)
            marks |= CLAIMS_ONE_PROCESS;
    }
    return marks;
}

/* Single cards lie in a zone that denies, where the median of all does not. */
static bool cards_differ(const struct claims_reading *reading)
{
    const unsigned denies = 1u << ZONE_CONTRADICTED | 1u << ZONE_NOT_SEEN;
    foreach (const struct claims_pair, pair, reading->pairs, reading->pair_count)
        if (zones_judge(&pair->zones, pair->r_single).zones & denies & ~pair->verdict.zones)
            return pair->verdict.kind != VERDICT_NOT_TESTABLE;
    return false;
}

/* Bits of the cases that a run has of either side. */
enum { ROW_GOOD = 1, ROW_ON_HOST = 2, ROW_CHANGED = 4 /* its kernels are others in this build */ };

static unsigned rows_of(const struct claims_judging *judging, size_t run)
{
    const struct case_selection *const sides[] = { &judging->a, &judging->b };
    unsigned bits = 0;
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < sides[side]->count; i++) {
            const struct run_case *c = sides[side]->rows[i].cases[run];
            if (c)
                bits |= ROW_GOOD | (c->kind == BENCH_CPU ? ROW_ON_HOST : 0) |
                        (c->kernels_changed ? ROW_CHANGED : 0);
        }
    return bits;
}

/* An earlier run of the same card holds cases of the claim. */
static bool is_seen_card(const struct claims_judging *judging, const struct run *run)
{
    for (size_t i = 0; i < judging->runs.count; i++) {
        const struct run *other = judging->runs.runs[i];
        if (strcmp(other->session.started, run->session.started) < 0 &&
            strcmp(other->device.uuid, run->device.uuid) == 0 && rows_of(judging, i) & ROW_GOOD)
            return true;
    }
    return false;
}

/* The claim in a row that was made by it as it is now; NULL in others. */
static const struct row_claim *current_of(const struct run *row,
                                          const struct published_claim *claim)
{
    const struct row_claim *own = NAMED(row->row->claims, row->row->claim_count, claim->id);
    return own && strncmp(own->sha256, claim->sha256, ROW_CLAIM_HASH_BYTES - 1) == 0 ? own : NULL;
}

/* A date of day, as far as the day. */
static bool is_later(const char *date, const char *day)
{
    return strncmp(date, day, strlen("2026-01-01")) > 0;
}

/* The claim was written, or changed, after the first of its runs, and no later run of a card that
 * was new to it was planned by it as it is. */
static bool is_after_data(const struct claims_judging *judging)
{
    const struct claims_entry *entry = judging->entry;
    const char *changed = judging->claim->amended_count > 0
                              ? judging->claim->amended[judging->claim->amended_count - 1].date
                              : judging->claim->registered_date;
    if (!*entry->first_date || !is_later(changed, entry->first_date))
        return false;
    for (size_t i = 0; i < judging->runs.count; i++) {
        const struct run *run = judging->runs.runs[i];
        const struct row_claim *current = current_of(run, judging->claim);
        if (judging->runs.counted[i] && entry->verdict.kind != VERDICT_NOT_TESTABLE &&
            is_later(run->session.started, changed) && current && current->planned &&
            !is_seen_card(judging, run))
            return false;
    }
    return true;
}

/* Marks differences between the runs on which the verdict rests. */
static unsigned origin_marks(const struct claims_judging *judging)
{
    const struct run *first = NULL, *host = NULL;
    unsigned marks = 0;
    for (size_t i = 0; i < judging->runs.count; i++) {
        const struct run *run = judging->runs.runs[i];
        if (!judging->runs.counted[i])
            continue;
        first = first ? first : run;
        const unsigned rows = rows_of(judging, i);
        if (!current_of(run, judging->claim))
            marks |= CLAIMS_EARLIER;
        if (rows & ROW_CHANGED) {
            marks |= CLAIMS_CHANGED;
            if (strcmp(run->session.started, judging->entry->kernels_date) > 0)
                judging->entry->kernels_date = run->session.started;
        }
        if (strcmp(first->device.driver_info, run->device.driver_info) != 0)
            marks |= CLAIMS_DRIVERS;
        if (first->session.seed != run->session.seed)
            marks |= CLAIMS_SEEDS;
        if (strcmp(first->tool.commit, run->tool.commit) != 0)
            marks |= CLAIMS_BUILDS;
        if (rows & ROW_ON_HOST) {
            host = host ? host : run;
            if (strcmp(host->context.cpu, run->context.cpu) != 0)
                marks |= CLAIMS_HOSTS;
        }
    }
    return marks;
}

/* Marks what programs among the cases make of the verdict. */
static unsigned program_marks(const struct claims_judging *judging)
{
    const struct case_selection *const sides[] = { &judging->a, &judging->b };
    const char *first = NULL;
    unsigned marks = 0;
    for (size_t i = 0; i < 2 * judging->runs.count; i++) {
        const struct case_selection *rows = sides[i % 2];
        for (size_t k = 0; k < rows->count; k++) {
            const struct run_case *c = rows->rows[k].cases[i / 2];
            if (!c || !judging->runs.counted[i / 2])
                continue;
            first = first ? first : c->api;
            marks |= strcmp(first, c->api) != 0 ? CLAIMS_APIS : 0;
            marks |= foreign_is(c) ? CLAIMS_FOREIGN : *c->mark ? CLAIMS_DOUBTED : 0;
        }
    }
    return marks;
}

void claims_marks_find(struct claims_judging *judging, size_t stand_ins)
{
    struct claims_entry *entry = judging->entry;
    const struct published_claim *claim = judging->claim;
    /* Counts runs and cards, and finds the first and the last date. */
    for (size_t i = 0; i < judging->runs.count; i++) {
        const struct run *run = judging->runs.runs[i];
        bool seen = false;
        if (!judging->runs.counted[i])
            continue;
        for (size_t k = 0; k < i && !seen; k++)
            seen = judging->runs.counted[k] &&
                   strcmp(judging->runs.runs[k]->device.uuid, run->device.uuid) == 0;
        entry->runs++;
        entry->cards += !seen;
        if (!*entry->first_date || strcmp(run->session.started, entry->first_date) < 0)
            entry->first_date = run->session.started;
        if (strcmp(run->session.started, entry->last_date) > 0)
            entry->last_date = run->session.started;
    }
    entry->bad_rows = judging->a.bad + judging->b.bad;
    entry->marks = origin_marks(judging) | program_marks(judging);
    for (size_t i = 0; i < entry->reading_count; i++)
        entry->marks |= estimate_marks(&entry->readings[i], judging->unit);
    bool larger = claim->evidence == PUBLISHED_BY_RUN; /* than the profiles of all runs */
    enum bench_profile profile;
    for (size_t i = 0; i < judging->runs.count; i++)
        larger = larger && profile_find(judging->runs.runs[i]->session.profile, &profile) &&
                 profile < claim->profile;
    const bool testable = entry->verdict.kind != VERDICT_NOT_TESTABLE;
    const bool reading = claim->number == PUBLISHED_READING;
    const struct {
        bool holds;
        unsigned mark;
    } rules[] = {
        { entry->reading_count > 1 &&
              !verdict_same(entry->readings[0].verdict, entry->readings[1].verdict),
          CLAIMS_CLOCKS },
        { cards_differ(&entry->readings[0]), CLAIMS_CARDS },
        { entry->readings[0].settings_differ, CLAIMS_FREE },
        { entry->bad_rows > 0, CLAIMS_BAD_ROWS },
        { judging->a.unmet + judging->b.unmet > 0, CLAIMS_UNMET },
        { stand_ins > 0, CLAIMS_NO_STAND_INS },
        { entry->reading_count > 0, claims_evidence_mark(claim->evidence) },
        { larger, CLAIMS_SMALL_PROFILE },
        { claim->number == PUBLISHED_OURS, CLAIMS_NOT_PAPERS },
        { reading, CLAIMS_READING },
        { testable && reading && claim->evidence == PUBLISHED_BY_RUN &&
              !(verdict_same(entry->verdict, entry->narrower) &&
                verdict_same(entry->verdict, entry->wider)),
          CLAIMS_MARGIN },
        { testable && entry->trips, (unsigned)CLAIMS_TRIPS },
        { *claim->by_construction, CLAIMS_BY_CONSTRUCTION },
        { is_after_data(judging), CLAIMS_AFTER_DATA },
    };
    for (size_t i = 0; i < COUNT_OF(rules); i++)
        entry->marks |= rules[i].holds ? rules[i].mark : 0;
}
