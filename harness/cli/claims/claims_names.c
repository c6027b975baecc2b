/* SPDX-License-Identifier: MIT */
#include "harness/cli/claims/claims_names.h"

#include "harness/analysis/claims/claims.h"
#include "harness/analysis/published/published.h"
#include "harness/base/name_list.h"
#include "harness/base/trouble.h"
#include "harness/bench.h"

#include <stdio.h>
#include <string.h>

enum { WORD_BYTES = 96, HINT_BYTES = 160 };

/* One claim or plot against all names. */
struct check {
    const struct claims_names *names;
    const struct published *file;
    const struct published_claim *claim; /* NULL: a plot */
    const char *id;
    struct name_list axes; /* of the benches that its expressions begin with */
    bool anywhere;         /* one of them begins with none: all axes */
};

/* False, with the message. */
static bool refuse(const struct check *check, const char *kind, const char *word,
                   const struct name_list *known)
{
    char hint[HINT_BYTES];
    name_list_hint(known, word, hint, sizeof(hint));
    return trouble("'%.256s': %s '%.96s': there is no %s '%.96s'%s", check->file->path,
                   check->claim ? "claim" : "plot", check->id, kind, word, hint);
}

static bool has(const struct name_list *list, const char *word)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->names[i], word) == 0)
            return true;
    return false;
}

/* Expressions ---------------------------------------------------------------------------------- */

static bool skip(const char **at, const char *form)
{
    const size_t length = strlen(form);
    const bool there = strncmp(*at, form, length) == 0;
    *at += there ? length : 0;
    return there;
}

/* The letters of a name, which may end behind them or not. */
static bool word_take(const char **at, char word[WORD_BYTES])
{
    const size_t length = strspn(*at, "abcdefghijklmnopqrstuvwxyz0123456789_");
    if (length == 0 || length >= WORD_BYTES)
        return false;
    memcpy(word, *at, length);
    word[length] = 0;
    *at += length;
    return true;
}

static void axes_add(struct name_list *list, const struct bench *bench)
{
    for (const struct bench_axis *axis = bench->axes; axis && axis->name; axis++)
        name_list_add(list, axis->name);
    for (const struct bench_variant *v = bench->variants; v->name; v++)
        for (const struct bench_axis *axis = v->axes; axis && axis->name; axis++)
            name_list_add(list, axis->name);
}

static bool variant_check(const struct check *check, const struct bench *bench, const char *at)
{
    struct name_list variants = { 0 };
    char word[WORD_BYTES];
    if (!word_take(&at, word) || (*at != '/' && *at != '$'))
        return true;
    for (const struct bench_variant *v = bench->variants; v->name; v++)
        name_list_add(&variants, v->name);
    const bool known = has(&variants, word) || refuse(check, "variant", word, &variants);
    name_list_finish(&variants);
    return known;
}

static bool bench_check(struct check *check, const struct technique *technique, const char *at)
{
    struct name_list benches = { 0 };
    char word[WORD_BYTES];
    bool known = true;
    const bool plain = word_take(&at, word) && skip(&at, "/");
    check->anywhere = check->anywhere || !plain;
    for (const struct bench *const *bench = technique->benches; *bench && plain; bench++) {
        name_list_add(&benches, (*bench)->name);
        if (strcmp((*bench)->name, word) != 0)
            continue;
        axes_add(&check->axes, *bench);
        known = variant_check(check, *bench, at);
    }
    known = known && (!plain || has(&benches, word) || refuse(check, "bench", word, &benches));
    name_list_finish(&benches);
    return known;
}

/* "^technique\.bench/variant/", as far as these are plain names. */
static bool place_check(struct check *check, const char *expression)
{
    struct name_list techniques = { 0 };
    const char *at = expression;
    char word[WORD_BYTES];
    bool known = true;
    const bool plain = skip(&at, "^") && !strchr(expression, '|') && word_take(&at, word) &&
                       (skip(&at, "\\.") || skip(&at, "[.]"));
    check->anywhere = check->anywhere || !plain;
    for (const struct technique *const *t = check->names->techniques; *t && plain; t++) {
        name_list_add(&techniques, (*t)->name);
        if (strcmp((*t)->name, word) == 0)
            known = bench_check(check, *t, at);
    }
    known = known &&
            (!plain || has(&techniques, word) || refuse(check, "technique", word, &techniques));
    name_list_finish(&techniques);
    return known;
}

static bool axis_check(const struct check *check, const char *name)
{
    return !*name || has(&check->axes, name) || refuse(check, "axis", name, &check->axes);
}

/* Checks the axes that the expression names as "/axis:". */
static bool expression_axes_check(const struct check *check, const char *expression)
{
    char word[WORD_BYTES];
    const char *at = expression;
    while ((at = strchr(at, '/'))) {
        at++;
        if (word_take(&at, word) && *at == ':' && strcmp(word, "cache") != 0 &&
            !axis_check(check, word))
            return false;
    }
    return true;
}

/* Runs ----------------------------------------------------------------------------------------- */

static bool is_of(const struct published_claim *claim, const struct run_case *c)
{
    return c->status == BENCH_OK &&
           ((claim->has_a && expression_matches(&claim->rows_a, c->name)) ||
            (claim->has_b && expression_matches(&claim->rows_b, c->name)));
}

static bool is_measured(const struct check *check)
{
    for (size_t i = 0; i < check->names->run_count; i++)
        for (size_t k = 0; k < check->names->runs[i]->case_count; k++)
            if (is_of(check->claim, &check->names->runs[i]->cases[k]))
                return true;
    return false;
}

static void metrics_add(struct name_list *list, const struct run *run)
{
    for (size_t i = 0; i < run->case_count; i++)
        for (size_t k = 0; k < run->cases[i].metric_count; k++)
            if (!has(list, run->cases[i].metrics[k].name))
                name_list_add(list, run->cases[i].metrics[k].name);
}

static void facts_add(struct name_list *list, const struct run *run)
{
    for (size_t i = 0; i < run->workload_count; i++)
        for (size_t k = 0; k < run->workloads[i].fact_count; k++)
            if (!has(list, run->workloads[i].facts[k].name))
                name_list_add(list, run->workloads[i].facts[k].name);
}

/* A word that must be among what the runs have. */
static bool run_name_check(const struct check *check, const char *kind, const char *name,
                           void (*add)(struct name_list *list, const struct run *run))
{
    struct name_list known = { 0 };
    for (size_t i = 0; i < check->names->run_count; i++)
        add(&known, check->names->runs[i]);
    const bool found = has(&known, name) || refuse(check, kind, name, &known);
    name_list_finish(&known);
    return found;
}

static bool counter_check(const struct check *check, const char *name)
{
    struct name_list known = { 0 };
    for (const char *const *counter = metric_counters; *counter; counter++)
        name_list_add(&known, *counter);
    const bool found = has(&known, name) || refuse(check, "counter", name, &known);
    name_list_finish(&known);
    return found;
}

static bool measure_check(const struct check *check, const struct published_measure *measure,
                          bool measured)
{
    switch (measure->quantity) {
    case PUBLISHED_COUNTER: return counter_check(check, measure->name);
    case PUBLISHED_METRIC:
        return !measured || run_name_check(check, "metric", measure->name, metrics_add);
    case PUBLISHED_FACT:
        return !measured || run_name_check(check, "fact", measure->name, facts_add);
    default: return true;
    }
}

/* Claims --------------------------------------------------------------------------------------- */

static bool names_check(struct check *check)
{
    const struct published_claim *claim = check->claim;
    bool known = place_check(check, claim->a) && (!*claim->b || place_check(check, claim->b));
    for (const struct technique *const *t = check->names->techniques; *t && check->anywhere; t++)
        for (const struct bench *const *bench = (*t)->benches; *bench; bench++)
            axes_add(&check->axes, *bench);
    known = known && expression_axes_check(check, claim->a) &&
            expression_axes_check(check, claim->b) && axis_check(check, claim->along);
    for (size_t i = 0; i < claim->join_count && known; i++)
        known = axis_check(check, claim->join[i]);
    const bool measured = is_measured(check);
    for (size_t i = 0; i < claim->range_count && known; i++)
        known = axis_check(check, claim->ranges[i].axis);
    for (size_t i = 0; i < claim->condition_count && known; i++)
        known = axis_check(check, claim->conditions[i].axis) &&
                measure_check(check, &claim->conditions[i].measure, measured);
    return known && measure_check(check, &claim->measure, measured) &&
           measure_check(check, &claim->measure_b, measured);
}

/* Plots ---------------------------------------------------------------------------------------- */

static bool cases_check(struct check *check, const struct published_plot_cases *cases)
{
    const char *all = strcmp(cases->variants, "*") == 0 ? "" : cases->variants;
    bool known = true;
    for (const char *at = all; known && *cases->bench; at += strcspn(at, "|") + 1) {
        char place[4 * WORD_BYTES];
        snprintf(place, sizeof(place), "^%.95s\\.%.95s/%.*s/", cases->technique, cases->bench,
                 (int)strcspn(at, "|"), at);
        known = place_check(check, place);
        if (!strchr(at, '|'))
            break;
    }
    for (const char *at = cases->only; known && *at; at += strcspn(at, "/") + strspn(at, "/")) {
        char word[WORD_BYTES];
        known = !word_take(&at, word) || axis_check(check, word);
    }
    return known;
}

static bool plot_check(struct check *check, const struct published_plot *plot)
{
    bool known = true;
    if (plot->row_count == 0)
        known = cases_check(check, &plot->cases) && axis_check(check, plot->split) &&
                axis_check(check, plot->greatest) && axis_check(check, plot->follows) &&
                (plot->kind != PUBLISHED_ALONG_AXIS || axis_check(check, plot->along));
    for (size_t i = 0; i < plot->row_count && known; i++)
        known = cases_check(check, &plot->rows[i].cases);
    return known;
}

static bool file_check(struct check *check)
{
    const struct published *file = check->file;
    bool known = true;
    for (size_t i = 0; i < file->claim_count && known; i++) {
        check->claim = &file->claims[i];
        check->id = check->claim->id;
        check->anywhere = false;
        known = *check->claim->untestable || names_check(check);
        name_list_finish(&check->axes);
    }
    check->claim = NULL;
    for (size_t i = 0; i < file->plot_count && known; i++) {
        check->id = file->plots[i].id;
        known = plot_check(check, &file->plots[i]);
        name_list_finish(&check->axes);
    }
    return known;
}

bool claims_names_check(const struct claims_names *names, const struct published_list *list)
{
    bool known = true;
    for (size_t i = 0; i < list->count && known; i++) {
        struct check check = { .names = names, .file = list->files[i] };
        known = file_check(&check);
    }
    return known;
}
