/* SPDX-License-Identifier: MIT */
#include "harness/analysis/claims/claims_judging.h"

#include "harness/base/need.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

double case_axis_number(const char *value)
{
    char *end;
    const double number = strtod(value, &end);
    return end == value || !isfinite(number) ? NAN : number;
}

int case_axis_compare(const char *a, const char *b)
{
    while (*a && *b) {
        if (isdigit((unsigned char)*a) && isdigit((unsigned char)*b)) {
            char *end_a, *end_b;
            const double number_a = strtod(a, &end_a), number_b = strtod(b, &end_b);
            if (number_a != number_b)
                return number_a < number_b ? -1 : 1;
            a = end_a;
            b = end_b;
            continue;
        }
        if (*a != *b)
            return *a < *b ? -1 : 1;
        a++;
        b++;
    }
    return (*a != 0) - (*b != 0);
}

enum { CONDITION_TEXT_BYTES = 256 };

static double axis_number(const struct run_case *c, const char *axis)
{
    const char *value = run_case_axis_value(c, axis);
    return value ? case_axis_number(value) : NAN;
}

/* A run's answer to a condition. */
enum met { MET, UNMET, UNKNOWN };

static enum met floor_met(const struct published_condition *condition, const struct run_case *c,
                          char text[CONDITION_TEXT_BYTES])
{
    const char *bound = c->unit_floor.bound;
    if (c->unit_floor.texels_open) {
        snprintf(text, CONDITION_TEXT_BYTES, "the cost of texel lookups was not measured");
        return UNKNOWN;
    }
    if (!*bound)
        snprintf(text, CONDITION_TEXT_BYTES, "the lower bound of %.64s is not known", c->variant);
    else
        snprintf(text, CONDITION_TEXT_BYTES, "the lower bound of %.64s comes from %s, not from %s",
                 c->variant, bound, condition->bound);
    if (strcmp(bound, condition->bound) == 0)
        return MET;
    return *bound ? UNMET : UNKNOWN;
}

/* The name without what kind of name it is. */
static const char *name_of(const struct published_condition *condition)
{
    if (condition->about == PUBLISHED_ABOUT_FLOOR_PERCENT)
        return "its lower bound in per cent of its time";
    if (condition->about == PUBLISHED_ABOUT_MULTIPROCESSORS)
        return condition->text;
    return condition->about == PUBLISHED_ABOUT_AXIS ? condition->axis : condition->measure.name;
}

/* With what the case is instead, where it is not one that the claim speaks of, or where the run
 * does not say; a condition on the device is not one on a case, and is met. */
static enum met condition_met(const struct published_condition *condition, const struct run *run,
                              const struct run_case *c, char text[CONDITION_TEXT_BYTES])
{
    double number = NAN;
    switch (condition->about) {
    case PUBLISHED_ABOUT_DEVICE: return MET;
    case PUBLISHED_ABOUT_FLOOR: return floor_met(condition, c, text);
    case PUBLISHED_ABOUT_FLOOR_PERCENT: number = c->unit_floor.percent; break;
    case PUBLISHED_ABOUT_MULTIPROCESSORS: number = run->device.multiprocessors; break;
    case PUBLISHED_ABOUT_AXIS: number = axis_number(c, condition->axis); break;
    case PUBLISHED_ABOUT_MEASURE: number = metric_value(run, c, &condition->measure, false); break;
    }
    const bool least = isfinite(condition->low) && !(number > condition->high);
    snprintf(text, CONDITION_TEXT_BYTES, isnan(number) ? "%.96s is not known" : "%.96s is %.3g",
             name_of(condition), number);
    text_join_cut(text, CONDITION_TEXT_BYTES, " ", "(%.3g %s)",
                  least ? condition->low : condition->high, least ? "at least" : "at most");
    if (isnan(number))
        return UNKNOWN;
    return number >= condition->low && number <= condition->high ? MET : UNMET;
}

bool case_in_ranges(const struct run_case *c, const struct published_claim *claim)
{
    foreach (const struct published_range, range, claim->ranges, claim->range_count) {
        const double number = axis_number(c, range->axis);
        if (number < range->low || number > range->high)
            return false;
    }
    return true;
}

/* Noted where the case is none that the claim is about. */
static enum met is_met(struct case_selection *rows, const struct run *run, const struct run_case *c,
                       const struct published_claim *claim, bool b, struct arena *arena)
{
    char text[CONDITION_TEXT_BYTES];
    enum met all = MET;
    for (size_t i = 0; i < claim->condition_count; i++) {
        const struct published_condition *condition = &claim->conditions[i];
        const enum met met =
            (b ? condition->of_b : condition->of_a) ? condition_met(condition, run, c, text) : MET;
        if (met == MET)
            continue;
        all = all == UNMET ? UNMET : met;
        const uint64_t bit = UINT64_C(1) << (i % 64);
        if (rows->unmet_conditions & bit) /* each is noted once */
            continue;
        rows->unmet_conditions |= bit;
        const size_t bytes = strlen(rows->unmet_text) + strlen(text) + sizeof("; ");
        char *both = arena_alloc(arena, bytes);
        snprintf(both, bytes, "%s%s%s", rows->unmet_text, *rows->unmet_text ? "; " : "", text);
        rows->unmet_text = both;
    }
    rows->unmet += all != MET;
    return all;
}

/* Results of other tools have no check, and the mark says so. */
static bool is_good(const struct run_case *c)
{
    return c->status == BENCH_OK && (c->check == RUN_CHECK_PASSED || foreign_is(c));
}

/* Names ---------------------------------------------------------------------------------------- */

void case_names_find(struct case_names *names, const struct run *const *runs, size_t run_count,
                     struct arena *arena)
{
    size_t count = 0;
    for (size_t i = 0; i < run_count; i++)
        count += runs[i]->case_count;
    const size_t slot_count = 2 * count + 1;
    OWNED size_t *slots = need_zeroed(slot_count, sizeof(*slots)); /* numbers and 1; 0: none */
    *names = (struct case_names){ .names = arena_alloc(arena, count * sizeof(const char *)),
                                  .numbers = arena_alloc(arena, run_count * sizeof(size_t *)) };
    for (size_t i = 0; i < run_count; i++) {
        names->numbers[i] = arena_alloc(arena, runs[i]->case_count * sizeof(size_t));
        for (size_t k = 0; k < runs[i]->case_count; k++) {
            const char *name = runs[i]->cases[k].name;
            size_t slot = case_workload_key(name) % slot_count;
            while (slots[slot] > 0 && strcmp(names->names[slots[slot] - 1], name) != 0)
                slot = (slot + 1) % slot_count;
            if (slots[slot] == 0) {
                names->names[names->count++] = name;
                slots[slot] = names->count;
            }
            names->numbers[i][k] = slots[slot] - 1;
        }
    }
}

/* Takes out the rows that hold in no run, and those of cold caches where there are others. */
static void rows_settle(struct case_selection *rows, const struct published *paper,
                        size_t run_count)
{
    size_t kept = 0, hot = 0;
    for (size_t i = 0; i < rows->count; i++) {
        struct case_selection_row row = rows->rows[i];
        const struct run_case *good = NULL;
        for (size_t run = 0; run < run_count && !good; run++)
            good = row.cases[run];
        if (!good && !rows->trouble)
            rows->trouble = row.any;
        rows->bad += !good;
        if (!good)
            continue;
        row.any = good;
        hot += good->cache != RUN_CACHE_COLD;
        rows->rows[kept++] = row;
    }
    rows->count = kept;
    for (size_t i = kept = 0; i < rows->count && hot > 0; i++)
        if (rows->rows[i].any->cache != RUN_CACHE_COLD)
            rows->rows[kept++] = rows->rows[i];
    if (hot > 0)
        rows->count = kept;
    for (size_t i = 0; i < rows->count; i++)
        for (size_t k = 0; k < paper->stand_in_count && !rows->rows[i].stand_in; k++) {
            const struct published_stand_in *own = &paper->stand_ins[k];
            const char *value = run_case_axis_value(rows->rows[i].any, own->axis);
            rows->rows[i].stand_in = value && strcmp(value, own->value) == 0;
        }
}

/* A case of a side, and its run. */
struct hit {
    const struct run_case *c;
    size_t run, name;
    enum met met;
};

void case_selection_find(struct case_selection *rows, const struct case_selection_runs *runs,
                         const struct published *paper, const struct published_claim *claim, bool b,
                         struct arena *arena)
{
    const struct expression *side = b ? &claim->rows_b : &claim->rows_a;
    const struct case_names *names = runs->names;
    OWNED size_t *places = need_zeroed(names->count, sizeof(*places)); /* and 1; 0: no row yet */
    /* Runs for a case, less those against; unknown: neither. */
    OWNED int *balance = need_zeroed(names->count, sizeof(*balance));
    OWNED bool *matches = need_zeroed(names->count, sizeof(*matches));
    OWNED struct hit *hits = NULL;
    size_t count = 0, room = 0;
    /* Most of the time goes to cases that are none of the side: a name is held against it once. */
    for (size_t i = 0; i < names->count; i++)
        matches[i] = expression_matches(side, names->names[i]);
    for (size_t run = 0; run < runs->count; run++)
        for (size_t i = 0; i < runs->runs[run]->case_count; i++) {
            const size_t name = names->numbers[run][i];
            const struct run_case *c = &runs->runs[run]->cases[i];
            if (!matches[name] || c->twin || !case_in_ranges(c, claim))
                continue;
            hits = need_room(hits, count, &room, sizeof(*hits));
            hits[count++] = (struct hit){ c, run, name, MET };
        }
    *rows = (struct case_selection){ .rows = arena_alloc(arena, count * sizeof(*rows->rows)),
                                     .unmet_text = "" };
    for (size_t i = 0; i < count; i++) {
        if (is_good(hits[i].c))
            hits[i].met = is_met(rows, runs->runs[hits[i].run], hits[i].c, claim, b, arena);
        if (is_good(hits[i].c) && hits[i].met != UNKNOWN)
            balance[hits[i].name] += hits[i].met == MET ? 1 : -1;
    }
    for (size_t i = 0; i < count; i++) {
        const struct run_case *c = hits[i].c;
        if (hits[i].met != MET || (is_good(c) && balance[hits[i].name] <= 0))
            continue;
        if (places[hits[i].name] == 0) {
            const struct run_case **cases = arena_alloc(arena, runs->count * sizeof(*cases));
            rows->rows[rows->count++] = (struct case_selection_row){ .any = c, .cases = cases };
            places[hits[i].name] = rows->count;
        }
        struct case_selection_row *row = &rows->rows[places[hits[i].name] - 1];
        if (is_good(c))
            ((const struct run_case **)row->cases)[hits[i].run] = c;
    }
    rows_settle(rows, paper, runs->count);
}

size_t case_selection_drop_stand_ins(struct case_selection *rows)
{
    size_t kept = 0;
    const size_t count = rows->count;
    for (size_t i = 0; i < count; i++)
        if (!rows->rows[i].stand_in)
            rows->rows[kept++] = rows->rows[i];
    rows->count = kept;
    return count - kept;
}

/* Labels -------------------------------------------------------------------------------------- */

/* Whether rows differ in the value of an axis; NULL: in their variants. */
static bool rows_differ(const struct case_selection *rows, const struct case_selection_row *row,
                        const char *axis)
{
    const char *own = axis ? run_case_axis_value(row->any, axis) : row->any->variant;
    foreach (const struct case_selection_row, other, rows->rows, rows->count) {
        const char *value = axis ? run_case_axis_value(other->any, axis) : other->any->variant;
        if (!value || strcmp(value, own) != 0)
            return true;
    }
    return false;
}

const char *case_selection_label(const struct case_selection *rows,
                                 const struct case_selection_row *row, struct arena *arena)
{
    char text[512] = "";
    if (rows_differ(rows, row, NULL))
        snprintf(text, sizeof(text), "%.127s", row->any->variant);
    for (size_t i = 0; i < row->any->axis_count && strlen(text) < sizeof(text) / 2; i++) {
        const struct run_axis *axis = &row->any->axes[i];
        if (rows_differ(rows, row, axis->name))
            text_join_cut(text, sizeof(text), "/", "%.63s:%.63s", axis->name, axis->value);
    }
    return arena_text(arena, text);
}
