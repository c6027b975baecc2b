/* SPDX-License-Identifier: MIT */
#include "harness/analysis/claims/claims_judging.h"

#include "harness/analysis/limits/limits.h"
#include "harness/base/need.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *case_axis_value(const struct run_case *c, const char *axis)
{
    for (size_t i = 0; i < c->axis_count; i++)
        if (strcmp(c->axes[i].name, axis) == 0)
            return c->axes[i].value;
    return NULL;
}

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
    const char *value = case_axis_value(c, axis);
    return value ? case_axis_number(value) : NAN;
}

/* Whether its run knows what lookups of texels cost, where the case may have some: a floor is that
 * of what was measured, and the files of old say of no case whether it has any. */
static bool texels_are_known(const struct run *run, const struct run_case *c)
{
    for (size_t i = 0; i < run->ceilings.texture_count; i++)
        if (!(c->work.bytes_sampled > 0) ||
            run->ceilings.textures[i].texel_bytes == c->work.texel_bytes)
            return true;
    return false;
}

struct unit_floor {
    const char *bound; /* "" where none is known */
    double percent;    /* of its time; NAN */
};

/* Launching work-groups is no unit that papers speak of: what takes longest of the others. */
static struct unit_floor unit_floor_of(const struct run *run, const struct run_case *c)
{
    struct run_ceilings ceilings = run->ceilings;
    struct floor_work work = floor_work_of(c);
    if (strcmp(c->floor_bound, floor_bound_name(FLOOR_GROUPS)) != 0)
        return (struct unit_floor){ c->floor_bound, c->floor_percent };
    if (!ceilings_known(&ceilings))
        ceilings_find(&ceilings, run);
    work.amounts.groups = 0;
    const struct floor_time next = floor_find(&ceilings, &work);
    const bool known = next.bound != FLOOR_NONE;
    return (struct unit_floor){ floor_bound_name(next.bound),
                                known ? c->floor_percent * next.ns / c->floor_ns : NAN };
}

static bool floor_met(const struct published_condition *condition, const struct run *run,
                      const struct run_case *c, char text[CONDITION_TEXT_BYTES])
{
    const char *bound = unit_floor_of(run, c).bound;
    if (*bound && !texels_are_known(run, c)) {
        snprintf(text, CONDITION_TEXT_BYTES, "the cost of texel lookups was not measured");
        return false;
    }
    if (!*bound)
        snprintf(text, CONDITION_TEXT_BYTES, "the lower bound of %.64s is not known", c->variant);
    else
        snprintf(text, CONDITION_TEXT_BYTES, "the lower bound of %.64s comes from %s, not from %s",
                 c->variant, bound, condition->bound);
    return strcmp(bound, condition->bound) == 0;
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

/* False, with what the case is instead, where it is not one that the claim speaks of, or where the
 * run does not say; a condition on the device is not one on a case, and is met. */
static bool condition_met(const struct published_condition *condition, const struct run *run,
                          const struct run_case *c, char text[CONDITION_TEXT_BYTES])
{
    double number = NAN;
    switch (condition->about) {
    case PUBLISHED_ABOUT_DEVICE: return true;
    case PUBLISHED_ABOUT_FLOOR: return floor_met(condition, run, c, text);
    case PUBLISHED_ABOUT_FLOOR_PERCENT: number = unit_floor_of(run, c).percent; break;
    case PUBLISHED_ABOUT_MULTIPROCESSORS: number = run->device.multiprocessors; break;
    case PUBLISHED_ABOUT_AXIS: number = axis_number(c, condition->axis); break;
    case PUBLISHED_ABOUT_MEASURE: number = metric_value(run, c, &condition->measure, false); break;
    }
    const bool least = isfinite(condition->low) && !(number > condition->high);
    const size_t used =
        isnan(number)
            ? (size_t)snprintf(text, CONDITION_TEXT_BYTES, "%.96s is not known", name_of(condition))
            : (size_t)snprintf(text, CONDITION_TEXT_BYTES, "%.96s is %.3g", name_of(condition),
                               number);
    snprintf(text + used, CONDITION_TEXT_BYTES - used, " (%.3g %s)",
             least ? condition->low : condition->high, least ? "at least" : "at most");
    return number >= condition->low && number <= condition->high;
}

static bool in_ranges(const struct run_case *c, const struct published_claim *claim)
{
    for (size_t i = 0; i < claim->range_count; i++) {
        const struct published_range *range = &claim->ranges[i];
        const char *value = case_axis_value(c, range->axis);
        const double number = value ? case_axis_number(value) : NAN;
        if (number < range->low || number > range->high)
            return false;
    }
    return true;
}

/* Notes what a case is instead, once for each condition. */
static void unmet_note(struct case_selection *rows, size_t condition, const char *text,
                       struct arena *arena)
{
    const uint64_t bit = UINT64_C(1) << (condition % 64);
    const size_t bytes = strlen(rows->unmet_text) + strlen(text) + sizeof("; ");
    if (rows->unmet_conditions & bit)
        return;
    rows->unmet_conditions |= bit;
    char *both = arena_alloc(arena, bytes);
    snprintf(both, bytes, "%s%s%s", rows->unmet_text, *rows->unmet_text ? "; " : "", text);
    rows->unmet_text = both;
}

/* False, and noted, where the case is none that the claim is about. */
static bool is_met(struct case_selection *rows, const struct run *run, const struct run_case *c,
                   const struct published_claim *claim, bool b, struct arena *arena)
{
    char text[CONDITION_TEXT_BYTES];
    bool met = true;
    for (size_t i = 0; i < claim->condition_count; i++) {
        const struct published_condition *condition = &claim->conditions[i];
        if (!(b ? condition->of_b : condition->of_a) || condition_met(condition, run, c, text))
            continue;
        unmet_note(rows, i, text, arena);
        met = false;
    }
    rows->unmet += !met;
    return met;
}

static bool is_stand_in(const struct run_case *c, const struct published *paper)
{
    for (size_t i = 0; i < paper->stand_in_count; i++) {
        const char *value = case_axis_value(c, paper->stand_ins[i].axis);
        if (value && strcmp(value, paper->stand_ins[i].value) == 0)
            return true;
    }
    return false;
}

static bool is_good(const struct run_case *c)
{
    return c->status == BENCH_OK && c->check == RUN_CHECK_PASSED;
}

/* A row of that name, made where there is none yet. */
static struct case_selection_row *row_of(struct case_selection *rows, const struct run_case *c,
                                         size_t run_count, struct arena *arena)
{
    for (size_t i = 0; i < rows->count; i++)
        if (strcmp(rows->rows[i].any->name, c->name) == 0)
            return &rows->rows[i];
    const struct run_case **cases = arena_alloc(arena, run_count * sizeof(*cases));
    struct case_selection_row *row = &rows->rows[rows->count++];
    *row = (struct case_selection_row){ .any = c, .cases = cases };
    return row;
}

/* Takes out the rows that hold in no run, and those of cold caches where there are others. */
static void rows_settle(struct case_selection *rows, size_t run_count)
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
}

/* A case of a side, and its run. */
struct hit {
    const struct run_case *c;
    size_t run;
};

/* All cases of a side, looked at once: most of the time goes to names that are none. NULL where
 * there are none. */
static struct hit *hits_find(const struct expression *side, const struct case_selection_runs *runs,
                             size_t *count)
{
    struct hit *hits = NULL;
    size_t room = 0;
    for (size_t run = 0; run < runs->count; run++) {
        const struct run_case *cases = runs->runs[run]->cases;
        for (size_t i = 0; i < runs->runs[run]->case_count; i++) {
            if (!expression_matches(side, cases[i].name))
                continue;
            hits = need_room(hits, *count, &room, sizeof(*hits));
            hits[(*count)++] = (struct hit){ &cases[i], run };
        }
    }
    return hits;
}

void case_selection_find(struct case_selection *rows, const struct case_selection_runs *runs,
                         const struct published *paper, const struct published_claim *claim, bool b,
                         struct arena *arena)
{
    size_t count = 0;
    struct hit *hits = hits_find(b ? &claim->rows_b : &claim->rows_a, runs, &count);
    *rows = (struct case_selection){ .rows = arena_alloc(arena, count * sizeof(*rows->rows)),
                                     .unmet_text = "" };
    for (size_t i = 0; i < count; i++) {
        const struct run_case *c = hits[i].c;
        const struct run *run = runs->runs[hits[i].run];
        if (c->twin || !in_ranges(c, claim) ||
            (is_good(c) && !is_met(rows, run, c, claim, b, arena)))
            continue;
        struct case_selection_row *row = row_of(rows, c, runs->count, arena);
        if (is_good(c))
            ((const struct run_case **)row->cases)[hits[i].run] = c;
    }
    free(hits);
    rows_settle(rows, runs->count);
    for (size_t i = 0; i < rows->count; i++)
        rows->rows[i].stand_in = is_stand_in(rows->rows[i].any, paper);
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
    const char *own = axis ? case_axis_value(row->any, axis) : row->any->variant;
    for (size_t i = 0; i < rows->count; i++) {
        const struct case_selection_row *other = &rows->rows[i];
        const char *value = axis ? case_axis_value(other->any, axis) : other->any->variant;
        if (!value || strcmp(value, own) != 0)
            return true;
    }
    return false;
}

const char *case_selection_label(const struct case_selection *rows,
                                 const struct case_selection_row *row, struct arena *arena)
{
    char text[512] = "";
    size_t used = 0;
    if (rows_differ(rows, row, NULL))
        used += (size_t)snprintf(text, sizeof(text), "%.127s", row->any->variant);
    for (size_t i = 0; i < row->any->axis_count && used < sizeof(text) / 2; i++) {
        const struct run_axis *axis = &row->any->axes[i];
        if (rows_differ(rows, row, axis->name))
            used += (size_t)snprintf(text + used, sizeof(text) - used, "%s%.63s:%.63s",
                                     used > 0 ? "/" : "", axis->name, axis->value);
    }
    return arena_text(arena, text);
}
