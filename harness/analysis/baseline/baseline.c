/* SPDX-License-Identifier: MIT */
#include "harness/analysis/baseline/baseline.h"
#include "harness/base/need.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_BYTES = 256 };

/* Order of entries ----------------------------------------------------------------------------- */

struct candidate {
    const struct baseline_entry *entry;
    unsigned likeness; /* a bit for driver, unit and configuration, the driver's the highest */
    unsigned key;      /* of the order: the greatest first */
};

/* The newest first; of one second by their names, of which "20261231-2.json.xz" is behind
 * "20261231.json.xz". */
static int by_age(const struct baseline_entry *a, const struct baseline_entry *b)
{
    char stems[2][NAME_BYTES];
    const int order = strcmp(b->accepted, a->accepted);
    snprintf(stems[0], NAME_BYTES, "%.*s", (int)strcspn(a->name, "."), a->name);
    snprintf(stems[1], NAME_BYTES, "%.*s", (int)strcspn(b->name, "."), b->name);
    return order != 0 ? order : strverscmp(stems[1], stems[0]);
}

static int by_key(const void *a, const void *b)
{
    const struct candidate *left = a, *right = b;
    return left->key != right->key ? (left->key < right->key) - (left->key > right->key)
                                   : by_age(left->entry, right->entry);
}

/* Orders by so much of the likeness: times differ from unit to unit; counters do not, so the newest
 * one of the driver counts. */
static void candidates_sort(struct candidate *list, size_t count, bool driver_alone)
{
    for (size_t i = 0; i < count; i++)
        list[i].key = driver_alone ? list[i].likeness >> 2 : list[i].likeness;
    qsort(list, count, sizeof(*list), by_key);
}

/* Rows ----------------------------------------------------------------------------------------- */

/* A run being judged. */
struct judging {
    struct gate_rows *rows;
    const struct run *run;
    const struct candidate *list;
    size_t count;
    const struct baseline_entry **counts, **times; /* of each case of the run; NULL: none has it */
};

/* Times of those rows that are open, by the entry that is most like the run of those that have
 * them. */
static void rows_time(const struct judging *judging, double asked)
{
    struct gate_rows *rows = judging->rows;
    for (size_t i = 0; i < judging->count; i++) {
        const struct baseline_entry *entry = judging->list[i].entry;
        OWNED_BY(compare_finish) struct compare compare;
        compare_heads(&compare, entry->run, judging->run);
        for (size_t k = 0; k < judging->run->case_count; k++) {
            struct gate_row *row = &rows->rows[k];
            const struct run_case *old = row->open ? run_find_case(entry->run, row->name) : NULL;
            if (!old)
                continue;
            judging->times[k] = entry;
            row->old = old;
            compare_row_close(&compare, rows, row, asked);
        }
    }
}

static bool is_used(const struct judging *judging, const struct baseline_entry *entry)
{
    for (size_t i = 0; i < judging->run->case_count; i++)
        if (judging->times[i] == entry || judging->counts[i] == entry)
            return true;
    return false;
}

/* A case that went on purpose is gone once a run without it was accepted: what no row is held
 * against any more misses nothing. Ceilings come along with others, or are of an earlier run. */
static void missing_add(const struct judging *judging)
{
    bool none = true;
    for (size_t i = 0; i < judging->run->case_count; i++)
        none = none && !judging->counts[i];
    for (size_t i = 0; i < judging->count; i++) {
        const struct run *entry = judging->list[i].entry->run;
        if (none ? i > 0 : !is_used(judging, judging->list[i].entry))
            continue;
        for (size_t k = 0; k < entry->case_count; k++) {
            bool seen = entry->cases[k].ceiling != BENCH_CEILING_NONE ||
                        run_find_case(judging->run, entry->cases[k].name);
            for (size_t before = 0; before < i && !seen; before++)
                seen = is_used(judging, judging->list[before].entry) &&
                       run_find_case(judging->list[before].entry->run, entry->cases[k].name);
            if (!seen)
                gate_row_begin(judging->rows, &entry->cases[k], NULL);
        }
    }
}

/* The entries that were used, each with what differs of its fingerprint. */
static void entries_list(struct baseline *stored, const struct judging *judging,
                         const json_t *fingerprint)
{
    const char **lines = arena_alloc(&stored->rows.arena, judging->count * sizeof(*lines));
    for (size_t i = 0; i < judging->count; i++) {
        const struct baseline_entry *entry = judging->list[i].entry;
        OWNED_TEXT struct text text = { 0 };
        if (!is_used(judging, entry))
            continue;
        text_add_format(&text, "%s, accepted %s: %s", entry->name, entry->accepted, entry->reason);
        for (int tier = 0; tier < FINGERPRINT_TIERS; tier++)
            if (!fingerprint_same(fingerprint, entry->fingerprint, (enum fingerprint_tier)tier))
                text_add_format(&text, "; %s %s", tier == FINGERPRINT_KERNELS ? "other" : "another",
                                fingerprint_tier_names[tier]);
        if (entry->run->session.seed != judging->run->session.seed)
            text_add(&text, "; another seed, and so no counters: run --seed N judges them");
        lines[stored->entry_count++] = arena_text(&stored->rows.arena, text_string(&text));
    }
    stored->entries = lines;
}

bool baseline_judge(struct baseline *stored, const struct run *run, const json_t *fingerprint,
                    const struct baseline_entry *entries, size_t count,
                    const struct gate_limits *limits, double theta)
{
    *stored =
        (struct baseline){ .rows = { .rule = { .theta = theta > 0 ? theta : compare_threshold,
                                               .launches = 1,
                                               .limits = limits },
                                     .stored = true,
                                     .theta_other = theta > 0 ? theta : compare_threshold_other,
                                     .first = run } };
    struct gate_rows *rows = &stored->rows;
    struct candidate *list = arena_alloc(&stored->rows.arena, count * sizeof(*list));
    static const enum fingerprint_tier tiers[] = { FINGERPRINT_DRIVER, FINGERPRINT_UNIT,
                                                   FINGERPRINT_CONFIGURATION };
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        const json_t *own = entries[i].fingerprint;
        struct candidate candidate = { .entry = &entries[i] };
        if (!fingerprint_same(fingerprint, own, FINGERPRINT_DEVICE))
            continue;
        for (size_t k = 0; k < COUNT_OF(tiers); k++)
            candidate.likeness =
                2 * candidate.likeness + fingerprint_same(fingerprint, own, tiers[k]);
        list[found++] = candidate;
    }
    size_t room = run->case_count;
    for (size_t i = 0; i < found; i++)
        room += list[i].entry->run->case_count;
    assert(found > 0);
    const struct baseline_entry **of = arena_alloc(&stored->rows.arena, 2 * room * sizeof(*of));
    rows->rows = arena_alloc(&rows->arena, room * sizeof(*rows->rows));
    memset(of, 0, 2 * room * sizeof(*of));
    const struct judging judging = { rows, run, list, found, of, of + room };
    candidates_sort(list, found, true);
    for (size_t i = 0; i < run->case_count; i++) {
        const struct run_case *c = &run->cases[i], *old = NULL;
        for (size_t k = 0; k < found && !old; k++) {
            old = run_find_case(list[k].entry->run, c->name);
            judging.counts[i] = old ? list[k].entry : NULL;
        }
        gate_row_begin(rows, old, c);
    }
    if (limits && !gate_limits_apply(limits, rows, run->device.name, theta))
        return false;
    for (size_t i = 0; i < run->case_count; i++) {
        struct gate_row *row = &rows->rows[i];
        if (!row->open || gate_row_tell(rows, row, row->old, row->new))
            continue;
        const struct gate_launch launch = { .old = judging.counts[i]->run, .new = run };
        gate_row_count(rows, row, &launch, row->old, row->new);
    }
    candidates_sort(list, found, false);
    stored->old = list[0].entry->run;
    rows_time(&judging, theta);
    missing_add(&judging);
    entries_list(stored, &judging, fingerprint);
    return true;
}

void baseline_finish(struct baseline *stored)
{
    gate_rows_finish(&stored->rows);
    *stored = (struct baseline){ 0 };
}
