/* SPDX-License-Identifier: MIT */
#include "harness/analysis/baseline/baseline.h"

#include "harness/analysis/keep/keep.h"
#include "harness/base/exit_code.h"
#include "harness/base/need.h"
#include "harness/base/text.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *fingerprint_tier_name(enum fingerprint_tier tier)
{
    static const char *const names[FINGERPRINT_TIERS] = {
        [FINGERPRINT_DEVICE] = "device",   [FINGERPRINT_DRIVER] = "driver",
        [FINGERPRINT_UNIT] = "unit",       [FINGERPRINT_CONFIGURATION] = "configuration",
        [FINGERPRINT_KERNELS] = "kernels",
    };
    assert(tier < FINGERPRINT_TIERS);
    return names[tier];
}

static void field_add(struct fingerprint *fingerprint, enum fingerprint_tier tier, const char *name,
                      const char *value)
{
    size_t *count = &fingerprint->tiers[tier].count;
    assert(*count < FINGERPRINT_FIELDS_MAX);
    struct fingerprint_field *field = &fingerprint->tiers[tier].fields[(*count)++];
    field->name = name;
    snprintf(field->value, sizeof(field->value), "%s", value);
}

static void number_add(struct fingerprint *fingerprint, enum fingerprint_tier tier,
                       const char *name, double number)
{
    char text[32] = "";
    if (isfinite(number))
        snprintf(text, sizeof(text), "%.15g", number);
    field_add(fingerprint, tier, name, text);
}

static void device_add(struct fingerprint *fingerprint, const struct run *run)
{
    const struct run_device *device = &run->device;
    const char *name = device->software ? device->driver_name : device->name;
    field_add(fingerprint, FINGERPRINT_DEVICE, "name", name);
    field_add(fingerprint, FINGERPRINT_DEVICE, "kind", device->kind);
    number_add(fingerprint, FINGERPRINT_DEVICE, "subgroup_size", device->subgroup_size);
    if (!device->software) {
        number_add(fingerprint, FINGERPRINT_DEVICE, "memory_bytes", device->memory_bytes);
        number_add(fingerprint, FINGERPRINT_DEVICE, "multiprocessors", device->multiprocessors);
    }
    field_add(fingerprint, FINGERPRINT_DRIVER, "name", device->driver_name);
    field_add(fingerprint, FINGERPRINT_DRIVER, "info", device->driver_info);
    number_add(fingerprint, FINGERPRINT_DRIVER, "version", device->driver_version);
    field_add(fingerprint, FINGERPRINT_DRIVER, "api_version", device->api_version);
    field_add(fingerprint, FINGERPRINT_UNIT, "uuid", device->uuid);
    if (device->software)
        field_add(fingerprint, FINGERPRINT_UNIT, "cpu", run->context.cpu);
}

static void confield_add(struct fingerprint *fingerprint, const struct run_context *context)
{
    const enum fingerprint_tier tier = FINGERPRINT_CONFIGURATION;
    field_add(fingerprint, tier, "os", context->os);
    field_add(fingerprint, tier, "kernel", context->kernel);
    field_add(fingerprint, tier, "architecture", context->architecture);
    field_add(fingerprint, tier, "cpu", context->cpu);
    number_add(fingerprint, tier, "cores", context->cores);
    field_add(fingerprint, tier, "governor", context->processor.governor);
    field_add(fingerprint, tier, "loader", context->loader);
}

/* Hashes a text and ends it. */
static void text_hash(struct text *text, char hash[SHA256_TEXT_BYTES])
{
    sha256_text(text_string(text), text->length, hash);
    text_finish(text);
}

static void fields_hash(struct fingerprint *fingerprint, enum fingerprint_tier tier)
{
    struct text text = { 0 };
    for (size_t i = 0; i < fingerprint->tiers[tier].count; i++)
        text_add_format(&text, "%s=%s\n", fingerprint->tiers[tier].fields[i].name,
                        fingerprint->tiers[tier].fields[i].value);
    text_hash(&text, fingerprint->tiers[tier].hash);
}

static int by_name(const void *a, const void *b)
{
    const struct run_kernel *const *const left = a, *const *const right = b;
    const int order = strcmp((*left)->name, (*right)->name);
    return order != 0 ? order : strcmp((*left)->sha256, (*right)->sha256);
}

/* In the order of their names, each once. */
static void kernels_hash(struct fingerprint *fingerprint, const struct run *run)
{
    const struct run_kernel **kernels = need_zeroed(run->kernel_count, sizeof(*kernels));
    struct text text = { 0 };
    for (size_t i = 0; i < run->kernel_count; i++)
        kernels[i] = &run->kernels[i];
    qsort(kernels, run->kernel_count, sizeof(*kernels), by_name);
    for (size_t i = 0; i < run->kernel_count; i++)
        if (i == 0 || by_name(&kernels[i - 1], &kernels[i]) != 0)
            text_add_format(&text, "%s=%s\n", kernels[i]->name, kernels[i]->sha256);
    free(kernels);
    text_hash(&text, fingerprint->tiers[FINGERPRINT_KERNELS].hash);
}

void fingerprint_make(struct fingerprint *fingerprint, const struct run *run)
{
    *fingerprint = (struct fingerprint){ 0 };
    device_add(fingerprint, run);
    confield_add(fingerprint, &run->context);
    for (int tier = 0; tier < FINGERPRINT_KERNELS; tier++)
        fields_hash(fingerprint, (enum fingerprint_tier)tier);
    kernels_hash(fingerprint, run);
}

bool fingerprint_same(const struct fingerprint *a, const struct fingerprint *b,
                      enum fingerprint_tier tier)
{
    return strcmp(a->tiers[tier].hash, b->tiers[tier].hash) == 0;
}

enum { NAME_BYTES = 256 };

const char *baseline_verdict_name(enum baseline_verdict verdict)
{
    static const char *const names[BASELINE_VERDICT_COUNT] = {
        [BASELINE_SAME] = "same",
        [BASELINE_FASTER] = "faster",
        [BASELINE_SLOWER] = "slower",
        [BASELINE_UNTOLD] = "undecided",
        [BASELINE_INCOMPARABLE] = "incomparable",
        [BASELINE_FAILED] = "failed",
        [BASELINE_NEW] = "new",
    };
    assert(verdict < BASELINE_VERDICT_COUNT);
    return names[verdict];
}

/* Order of entries ----------------------------------------------------------------------------- */

struct candidate {
    const struct baseline_entry *entry;
    bool driver; /* the run's */
    unsigned likeness;
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

/* Orders for times, which differ from unit to unit. */
static int by_likeness(const void *a, const void *b)
{
    const struct candidate *left = a, *right = b;
    if (left->likeness != right->likeness)
        return left->likeness > right->likeness ? -1 : 1;
    return by_age(left->entry, right->entry);
}

/* Orders for counters, which do not differ from unit to unit, so the newest baseline counts. */
static int by_driver(const void *a, const void *b)
{
    const struct candidate *left = a, *right = b;
    if (left->driver != right->driver)
        return left->driver ? -1 : 1;
    return by_age(left->entry, right->entry);
}

/* Lists the baselines of the model; returns how many. */
static size_t candidates_find(struct candidate *list, const struct fingerprint *fingerprint,
                              const struct baseline_entry *entries, size_t count)
{
    static const enum fingerprint_tier tiers[] = { FINGERPRINT_DRIVER, FINGERPRINT_UNIT,
                                                   FINGERPRINT_CONFIGURATION };
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        const struct fingerprint *own = &entries[i].fingerprint;
        struct candidate candidate = { &entries[i],
                                       fingerprint_same(fingerprint, own, FINGERPRINT_DRIVER), 0 };
        if (!fingerprint_same(fingerprint, own, FINGERPRINT_DEVICE))
            continue;
        for (size_t k = 0; k < sizeof(tiers) / sizeof(tiers[0]); k++)
            candidate.likeness =
                2 * candidate.likeness + fingerprint_same(fingerprint, own, tiers[k]);
        list[found++] = candidate;
    }
    return found;
}

/* Rows ----------------------------------------------------------------------------------------- */

static void row_set(struct baseline *stored, struct baseline_row *row,
                    enum baseline_verdict verdict, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static void row_set(struct baseline *stored, struct baseline_row *row,
                    enum baseline_verdict verdict, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    row->reason = arena_format(&stored->arena, format, values);
    va_end(values);
    row->verdict = verdict;
}

static void time_judge(struct baseline *stored, struct baseline_row *row,
                       const struct compare_row *of)
{
    row->ratio = of->ratio.ratio;
    row->threshold = of->threshold;
    switch (of->verdict) {
    case COMPARE_WITHIN: row_set(stored, row, BASELINE_SAME, "%s", ""); break;
    case COMPARE_FASTER: row_set(stored, row, BASELINE_FASTER, "%s", ""); break;
    case COMPARE_SLOWER: row_set(stored, row, BASELINE_SLOWER, "%s", ""); break;
    case COMPARE_UNDECIDED: row_set(stored, row, BASELINE_UNTOLD, "%s", ""); break;
    case COMPARE_INCOMPARABLE:
        row_set(stored, row, BASELINE_INCOMPARABLE, "settings: %s",
                compare_setting_name(of->setting));
        break;
    case COMPARE_RATIO:
    case COMPARE_UNTIMED:
    case COMPARE_VERDICT_COUNT: row_set(stored, row, BASELINE_INCOMPARABLE, "no time"); break;
    }
}

/* Why a case has no time to be judged; NULL where it has one. */
static const char *timeless(const struct run *run, const struct run_case *c)
{
    return run->device.software                 ? "software device"
           : compare_clock_of(c) != COMPARE_GPU ? "no GPU time"
                                                : NULL;
}

/* Where either is not well. What was left out excuses no wrong result. */
static void status_judge(struct baseline *stored, struct baseline_row *row,
                         const struct run_case *was)
{
    const bool well = was->status == BENCH_OK,
               failed = run_status_is_wrong(row->c) ||
                        (run_status_fails(row->c) && !run_status_fails(was));
    const struct run_case *c = well || failed ? row->c : was;
    stored->missing += well && run_status_is_left_out(row->c);
    row_set(stored, row, failed ? BASELINE_FAILED : BASELINE_INCOMPARABLE, "%s%s: %s",
            c == was ? "it was " : "", bench_status_name(c->status), c->reason);
}

/* Before anything that was accepted is asked. */
static void row_begin(struct baseline *stored, struct baseline_row *row, const struct run_case *c)
{
    *row = (struct baseline_row){
        .c = c, .verdict = BASELINE_NEW, .ratio = NAN, .threshold = NAN, .reason = ""
    };
    if (run_status_fails(c))
        row_set(stored, row, BASELINE_FAILED, "%s: %s", bench_status_name(c->status), c->reason);
}

/* Judges by counters, which leave a row open where there is no time; false where there is one. */
static bool rest_judge(struct baseline *stored, struct baseline_row *row, const struct run *run)
{
    char text[GATE_COUNTERS_TEXT_BYTES];
    const char *reason = timeless(run, row->c);
    if (gate_counters_failing(&row->counters) > 0) {
        gate_counters_text(&row->counters, true, text);
        row_set(stored, row, BASELINE_FAILED, "counters: %s", text);
        return true;
    }
    if (!reason)
        return false;
    if (row->counters.compared > 0)
        row_set(stored, row, BASELINE_SAME, "%s: counters alone", reason);
    else if (row->counted)
        row_set(stored, row, BASELINE_INCOMPARABLE, "%s, and nothing is counted on both sides",
                reason);
    else
        row_set(stored, row, BASELINE_INCOMPARABLE, "%s, and another seed", reason);
    return true;
}

/* Counts those rows that no entry before has. */
static void entry_count(struct baseline *stored, const struct run *run,
                        const struct baseline_entry *entry)
{
    for (size_t i = 0; i < stored->row_count; i++) {
        struct baseline_row *row = &stored->rows[i];
        const struct run_case *was = row->counts ? NULL : run_find_case(entry->run, row->c->name);
        if (!was)
            continue;
        row->counts = entry;
        row->told = true;
        row->kept = !run_status_is_left_out(was);
        if (was->status != BENCH_OK || row->c->status != BENCH_OK) {
            status_judge(stored, row, was);
            continue;
        }
        row->counted = run->session.seed == entry->run->session.seed;
        stored->seeds = stored->seeds || !row->counted;
        if (row->counted)
            gate_counters_find(&row->counters, &stored->arena, entry->run, was, run, row->c);
        row->told = rest_judge(stored, row, run);
    }
}

/* Times of those rows that are not told, and have none of an entry before. */
static void entry_time(struct baseline *stored, const struct run *run,
                       const struct baseline_entry *entry)
{
    struct compare compare;
    compare_runs(&compare, entry->run, run, NULL, NULL);
    for (size_t i = 0; i < compare.row_count; i++)
        for (size_t k = 0; k < stored->row_count; k++) {
            struct baseline_row *row = &stored->rows[k];
            if (row->c != compare.rows[i].b || row->told || !row->counts || row->entry)
                continue;
            row->entry = entry;
            row->kernel = compare.rows[i].kernel;
            time_judge(stored, row, &compare.rows[i]);
        }
    compare_finish(&compare);
}

static bool is_used(const struct baseline *stored, const struct baseline_entry *entry)
{
    for (size_t i = 0; i < stored->row_count; i++)
        if (stored->rows[i].entry == entry || stored->rows[i].counts == entry)
            return true;
    return false;
}

/* A case that went on purpose is gone once a run without it was accepted: what no row is held
 * against any more misses nothing. Ceilings come along with others, or are of an earlier run. */
static size_t missing_count(const struct baseline *stored, const struct run *run,
                            const struct candidate *list, size_t count)
{
    bool none = true;
    size_t missing = 0;
    for (size_t i = 0; i < stored->row_count; i++)
        none = none && !stored->rows[i].counts;
    for (size_t i = 0; i < count; i++) {
        const struct run *entry = list[i].entry->run;
        if (none ? i > 0 : !is_used(stored, list[i].entry))
            continue;
        for (size_t k = 0; k < entry->case_count; k++) {
            bool seen = entry->cases[k].ceiling != BENCH_CEILING_NONE ||
                        run_find_case(run, entry->cases[k].name);
            for (size_t before = 0; before < i && !seen; before++)
                seen = is_used(stored, list[before].entry) &&
                       run_find_case(list[before].entry->run, entry->cases[k].name);
            missing += !seen;
        }
    }
    return missing;
}

void baseline_judge(struct baseline *stored, const struct run *run,
                    const struct fingerprint *fingerprint, const struct baseline_entry *entries,
                    size_t count)
{
    *stored = (struct baseline){ .row_count = run->case_count };
    stored->rows = arena_alloc(&stored->arena, run->case_count * sizeof(*stored->rows));
    struct candidate *list = arena_alloc(&stored->arena, (count + 1) * sizeof(*list));
    for (size_t i = 0; i < run->case_count; i++)
        row_begin(stored, &stored->rows[i], &run->cases[i]);
    const size_t found = candidates_find(list, fingerprint, entries, count);
    qsort(list, found, sizeof(*list), by_driver);
    for (size_t i = 0; i < found; i++)
        entry_count(stored, run, list[i].entry);
    qsort(list, found, sizeof(*list), by_likeness);
    for (size_t i = 0; i < found; i++)
        entry_time(stored, run, list[i].entry);
    for (size_t i = 0; i < run->case_count; i++) {
        const struct baseline_row *row = &stored->rows[i];
        stored->counts[row->verdict]++;
        stored->old += row->kept;
        stored->compared +=
            row->kept && row->verdict != BASELINE_UNTOLD && row->verdict != BASELINE_INCOMPARABLE;
    }
    const size_t gone = missing_count(stored, run, list, found);
    stored->missing += gone;
    stored->old += gone;
}

void baseline_finish(struct baseline *stored)
{
    arena_finish(&stored->arena);
    *stored = (struct baseline){ 0 };
}

int baseline_exit_code(const struct baseline *stored, bool missing_fails)
{
    const size_t *counts = stored->counts;
    if (counts[BASELINE_SLOWER] + counts[BASELINE_FAILED] > 0 ||
        (missing_fails && stored->missing > 0))
        return EXIT_CODE_WRONG;
    return counts[BASELINE_SAME] + counts[BASELINE_FASTER] > 0 &&
                   !gate_lacks(stored->compared, stored->old)
               ? EXIT_CODE_OK
               : EXIT_CODE_NOTHING;
}
