/* SPDX-License-Identifier: MIT */
/* claims_pairs.c: relations that hold pair by pair. */
#include "harness/analysis/claims/claims_judging.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *claims_text(struct claims_judging *judging, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *text = arena_format(judging->arena, format, arguments);
    va_end(arguments);
    judging->failed = judging->failed || !text;
    return text ? text : "";
}

struct claims_pair *claims_pair_add(struct claims_judging *judging)
{
    struct claims_entry *entry = judging->entry;
    if (entry->pair_count == judging->pair_capacity) {
        const size_t capacity = 2 * judging->pair_capacity + 8;
        struct claims_pair *pairs = arena_alloc(judging->arena, capacity * sizeof(*pairs));
        judging->failed = judging->failed || !pairs;
        if (!pairs)
            return NULL;
        if (entry->pair_count > 0)
            memcpy(pairs, judging->pairs, entry->pair_count * sizeof(*pairs));
        judging->pairs = pairs;
        judging->pair_capacity = capacity;
        entry->pairs = pairs;
    }
    struct claims_pair *pair = &judging->pairs[entry->pair_count++];
    *pair = (struct claims_pair){ .label = "",
                                  .a = "",
                                  .b = "",
                                  .a_plain = NAN,
                                  .b_plain = NAN,
                                  .published = NAN,
                                  .verdict = VERDICT_INCONCLUSIVE };
    return pair;
}

static const char *pair_label(struct claims_judging *judging, const struct case_selection_row *a,
                              const struct case_selection_row *b)
{
    const char *own = case_selection_label(&judging->a, a, judging->arena);
    const char *other = b ? case_selection_label(&judging->b, b, judging->arena) : "";
    if (!*other || strcmp(own, other) == 0)
        return own;
    return *own ? claims_text(judging, "%.200s against %.200s", own, other) : other;
}

void claims_pair_fill(struct claims_judging *judging, struct claims_pair *pair,
                      const struct case_selection_row *a, const struct case_selection_row *b)
{
    const struct published_claim *claim = judging->claim;
    const struct estimate_term terms[2] = { { a, &claim->measure, 1 },
                                            { b, &claim->measure_b, -1 } };
    const bool wall = a->any->by_wall || (b && b->any->by_wall);
    pair->label = pair_label(judging, a, b);
    pair->a = a->any->name;
    pair->b = b ? b->any->name : "";
    pair->a_plain = estimate_plain(&judging->runs, a, &claim->measure, wall);
    pair->b_plain = b ? estimate_plain(&judging->runs, b, &claim->measure_b, wall) : NAN;
    pair->estimate = estimate_make(&judging->runs, terms, b ? 2 : 1);
}

/* The same rows on both sides, by two measures: each against itself. */
static bool of_itself(const struct published_claim *claim)
{
    return strcmp(claim->a, claim->b) == 0 &&
           strcmp(claim->measure.text, claim->measure_b.text) != 0;
}

bool claims_joined(const struct claims_judging *judging, const struct case_selection_row *a,
                   const struct case_selection_row *b)
{
    const struct published_claim *claim = judging->claim;
    const bool same = strcmp(a->any->name, b->any->name) == 0;
    if (same != of_itself(claim) && (same || of_itself(claim)))
        return false;
    for (size_t i = 0; i < claim->join_count; i++) {
        const char *own = case_selection_value(a, claim->join[i]);
        const char *other = case_selection_value(b, claim->join[i]);
        if (!own || !other || strcmp(own, other) != 0)
            return false;
    }
    return true;
}

/* What was published for it. */
static double published_of(const struct claims_judging *judging, const struct case_selection_row *a)
{
    const struct published_claim *claim = judging->claim;
    const char *key = claim->join_count > 0 ? case_selection_value(a, claim->join[0]) : NULL;
    return published_claim_value(claim, key ? key : "");
}

enum verdict claims_rule_apply(const struct claims_judging *judging, const struct claims_pair *pair,
                               claims_rule *rule)
{
    if (isnan(pair->estimate.value))
        return VERDICT_NOT_TESTABLE;
    enum { STEPS = 16 }; /* either way: what lies between may be something else */
    const enum verdict verdict = rule(judging, pair, pair->estimate.interval);
    for (int step = -STEPS; step <= STEPS && pair->estimate.moves; step++) {
        const double value = estimate_moved(&pair->estimate, (double)step / STEPS);
        if (rule(judging, pair, (struct stats_interval){ value, value }) != verdict)
            return VERDICT_INCONCLUSIVE;
    }
    return verdict;
}

static enum verdict pair_rule(const struct claims_judging *judging, const struct claims_pair *pair,
                              struct stats_interval interval)
{
    struct verdict_rule rule = judging->rule;
    rule.exact = pair->estimate.exact;
    switch (judging->claim->relation) {
    case PUBLISHED_EQUALS:
        return *pair->b ? verdict_ratio(interval, pair->published, rule)
                        : verdict_value(interval, pair->published, rule);
    case PUBLISHED_AT_LEAST: return verdict_at_least(interval, pair->published, rule);
    case PUBLISHED_AT_MOST: return verdict_at_most(interval, pair->published, rule);
    default: return verdict_less(interval, rule);
    }
}

static void pair_judge(struct claims_judging *judging, const struct case_selection_row *a,
                       const struct case_selection_row *b)
{
    const bool of_value = judging->claim->relation <= PUBLISHED_AT_MOST;
    const double published = of_value ? published_of(judging, a) : NAN;
    struct claims_pair *pair = of_value && isnan(published) ? NULL : claims_pair_add(judging);
    if (!pair)
        return;
    pair->published = published;
    claims_pair_fill(judging, pair, a, b);
    pair->verdict = claims_rule_apply(judging, pair, pair_rule);
}

/* Whether no other pair of its join has a larger a, or a smaller b. */
static bool is_extreme(const struct claims_judging *judging, const struct case_selection_row *a,
                       const struct case_selection_row *b)
{
    const struct published_claim *claim = judging->claim;
    const bool wall = a->any->by_wall || b->any->by_wall;
    const double own = estimate_plain(&judging->runs, a, &claim->measure, wall);
    const double other = estimate_plain(&judging->runs, b, &claim->measure_b, wall);
    for (size_t i = 0; i < judging->a.count; i++) {
        const struct case_selection_row *row = &judging->a.rows[i];
        if (claims_joined(judging, row, b) &&
            estimate_plain(&judging->runs, row, &claim->measure, wall) > own)
            return false;
    }
    for (size_t i = 0; i < judging->b.count; i++) {
        const struct case_selection_row *row = &judging->b.rows[i];
        if (claims_joined(judging, a, row) &&
            estimate_plain(&judging->runs, row, &claim->measure_b, wall) < other)
            return false;
    }
    return true;
}

void claims_pairs_judge(struct claims_judging *judging)
{
    const struct published_claim *claim = judging->claim;
    for (size_t i = 0; i < judging->a.count; i++) {
        const struct case_selection_row *a = &judging->a.rows[i];
        if (!claim->has_b)
            pair_judge(judging, a, NULL);
        for (size_t k = 0; k < judging->b.count; k++) {
            const struct case_selection_row *b = &judging->b.rows[k];
            if (claims_joined(judging, a, b) && (!claim->extremes || is_extreme(judging, a, b)))
                pair_judge(judging, a, b);
        }
    }
    struct claims_entry *entry = judging->entry;
    for (size_t i = 0; i < entry->pair_count; i++)
        entry->counts[entry->pairs[i].verdict]++;
    entry->verdict = verdict_all(entry->counts);
}
