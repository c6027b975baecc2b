/* SPDX-License-Identifier: MIT */
#include "harness/analysis/compare/compare.h"
#include "harness/analysis/limits/limits.h"
#include "harness/base/need.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* An input, and the case that is the fastest in it; NULL where it does not tell. */
struct input {
    const char *workload;
    const struct run_case *fastest;
    bool own_axes; /* no other case of the same variant ties with it */
};

/* Inputs of a bench, in the order of the run. */
struct question {
    const struct run *run; /* without cases that do a part of the work */
    const struct run *all;
    const char *technique, *bench;
    enum bench_kind kind;
    struct input *inputs; /* room for as many as the run has cases */
    size_t count;
};

static bool is_of(const struct question *question, const struct run_case *c)
{
    return strcmp(c->technique, question->technique) == 0 && strcmp(c->bench, question->bench) == 0;
}

/* Inputs --------------------------------------------------------------------------------------- */

bool recommendation_axis_own(const struct run *run, const struct run_case *c, size_t axis)
{
    foreach (const struct run_case, other, run->cases, run->case_count) {
        const char *value = run_case_axis_value(other, c->axes[axis].name);
        if (run_case_same_workload(other, c) && (!value || strcmp(value, c->axes[axis].value) != 0))
            return true;
    }
    return false;
}

static const double ahead = 1.02; /* less is called no difference */

/* Of the field, which the first of `fastest` leads. *own_axes as in struct input. */
static bool tells(const struct run *run, const struct fastest_field *field,
                  const struct run_case *first, bool *own_axes)
{
    *own_axes = true;
    foreach (const struct run_case, c, run->cases, run->case_count) {
        if (c == first || !fastest_is_candidate(c, field) ||
            paired_ratio(first, c).interval.high < 1 / ahead) /* in all of the interval */
            continue;
        if (strcmp(c->variant, first->variant) != 0)
            return false;
        *own_axes = false;
    }
    return true;
}

/* Cases of two variants at least. */
static bool is_input(const struct run *run, const struct fastest_field *field)
{
    const char *variant = NULL;
    for (size_t i = 0; i < run->case_count; i++) {
        if (!fastest_is_candidate(&run->cases[i], field))
            continue;
        if (variant && strcmp(variant, run->cases[i].variant) != 0)
            return true;
        variant = run->cases[i].variant;
    }
    return false;
}

static void inputs_find(struct question *question)
{
    static const enum bench_kind kinds[] = { BENCH_GPU, BENCH_HOST_DRIVEN, BENCH_CPU };
    for (size_t k = 0; k < 3 && question->count == 0; k++) {
        question->kind = kinds[k];
        foreach (const struct run_case, c, question->run->cases, question->run->case_count) {
            const struct fastest_field field = { c->workload, question->kind, false };
            if (!is_of(question, c) || c->kind != question->kind ||
                NAMED(question->inputs, question->count, c->workload) ||
                !is_input(question->run, &field))
                continue;
            struct input *input = &question->inputs[question->count++];
            OWNED_BY(fastest_finish) struct fastest fastest;
            *input = (struct input){ .workload = c->workload };
            fastest_find(question->run, &field, &fastest);
            if (fastest.first && tells(question->run, &field, fastest.first, &input->own_axes))
                input->fastest = fastest.first;
        }
    }
}

/* Rules ---------------------------------------------------------------------------------------- */

static bool same_variant(const struct run_case *a, const struct run_case *b)
{
    return a && b && strcmp(a->variant, b->variant) == 0;
}

static size_t wins_of(const struct question *question, const struct run_case *c)
{
    size_t wins = 0;
    for (size_t i = 0; i < question->count; i++)
        wins += same_variant(question->inputs[i].fastest, c);
    return wins;
}

/* The range of an axis over the inputs in which the variant is the fastest. False where it is no
 * number in one of them. */
static bool axis_range(const struct question *question, const struct run_case *fastest,
                       const char *axis, double *low, double *high, const char **text)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t i = 0; i < question->count; i++) {
        const struct run_case *c = question->inputs[i].fastest;
        if (!same_variant(c, fastest))
            continue;
        const struct run_axis *of = run_case_axis(c, axis);
        if (!of || recommendation_axis_own(question->run, c, (size_t)(of - c->axes)) ||
            isnan(of->number))
            return false;
        *low = fmin(*low, of->number);
        if (of->number > *high) {
            *high = of->number;
            *text = of->value;
        }
    }
    return true;
}

static bool split_find(const struct question *question, struct recommendation *advice)
{
    const struct run_case *a = NULL, *b = NULL;
    size_t told = 0;
    /* The only two that inputs tell, most of which must. */
    for (size_t i = 0; i < question->count; i++) {
        const struct run_case *c = question->inputs[i].fastest;
        told += c ? 1 : 0;
        if (!c || same_variant(c, a) || same_variant(c, b))
            continue;
        if (b)
            return false;
        *(a ? &b : &a) = c;
    }
    if (!b || 2 * told <= question->count)
        return false;
    for (size_t k = 0; k < a->axis_count; k++) {
        const char *axis = a->axes[k].name, *text_a = "", *text_b = "";
        double low_a, high_a, low_b, high_b;
        if (!axis_range(question, a, axis, &low_a, &high_a, &text_a) ||
            !axis_range(question, b, axis, &low_b, &high_b, &text_b) ||
            !(high_a < low_b || high_b < low_a))
            continue;
        const bool a_first = high_a < low_b;
        advice->rule = RECOMMENDATION_SPLIT;
        advice->fastest = a_first ? a : b;
        advice->other = a_first ? b : a;
        advice->axis = axis;
        advice->limit = a_first ? text_a : text_b;
        return true;
    }
    return false;
}

static const struct run_case *baseline_of(const struct run *run, const struct run_case *c)
{
    foreach (const struct run_case, b, run->cases, run->case_count) {
        const struct fastest_field field = { c->workload, c->kind, false };
        if (b->baseline && fastest_is_candidate(b, &field))
            return b;
    }
    return NULL;
}

static bool same_own_axes(const struct run *run, const struct run_case *a, const struct run_case *b)
{
    for (size_t i = 0; i < a->axis_count; i++) {
        const char *value = run_case_axis_value(b, a->axes[i].name);
        if (recommendation_axis_own(run, a, i) && (!value || strcmp(value, a->axes[i].value) != 0))
            return false;
    }
    return true;
}

/* False where no rule fits. */
static bool question_answer(const struct question *question, struct recommendation *advice)
{
    size_t wins;
    const struct run_case *most = NULL;
    wins = 0;
    for (size_t i = 0; i < question->count; i++) {
        const struct run_case *c = question->inputs[i].fastest;
        const size_t own = c ? wins_of(question, c) : 0;
        if (own <= wins)
            continue;
        most = c;
        wins = own;
    }
    advice->rule = wins == question->count ? RECOMMENDATION_ONE : RECOMMENDATION_MOST;
    advice->fastest = most;
    if (!most)
        return false;
    if (wins < question->count && !split_find(question, advice) && 2 * wins <= question->count)
        return false;
    /* Describes what holds in all inputs whose fastest variant is decided. */
    advice->inputs = question->count;
    advice->wins = wins_of(question, advice->fastest);
    advice->everywhere = true;
    advice->baseline = baseline_of(question->run, advice->fastest);
    foreach (const struct input, input, question->inputs, question->count) {
        if (!same_variant(input->fastest, advice->fastest))
            continue;
        advice->everywhere = advice->everywhere && input->own_axes &&
                             same_own_axes(question->run, advice->fastest, input->fastest);
        const struct run_case *baseline = baseline_of(question->run, input->fastest);
        if (!baseline)
            continue;
        const double times = 1 / paired_ratio(input->fastest, baseline).ratio;
        advice->least = fmin(advice->least, times);
        advice->most = fmax(advice->most, times);
    }
    return true;
}

/* Claims --------------------------------------------------------------------------------------- */

static bool speaks_of(const struct claims_entry *entry, const struct question *question)
{
    for (size_t i = 0; i < entry->readings[0].pair_count; i++) {
        const struct run_case *c = run_find_case(question->all, entry->readings[0].pairs[i].a);
        if (c && is_of(question, c))
            return true;
    }
    return false;
}

/* How many claims with a verdict speak of the question. What they come to goes by those that are
 * the papers' own. */
static size_t claims_count(const struct claims *claims, const struct question *question,
                           struct recommendation *advice)
{
    size_t count = 0;
    for (size_t i = 0; i < claims->device_count; i++)
        foreach (const struct claims_entry, entry, claims->devices[i].entries,
                 claims->devices[i].entry_count) {
            if (!entry->measured || entry->verdict.kind == VERDICT_NOT_TESTABLE ||
                !speaks_of(entry, question))
                continue;
            count++;
            if (claims_origin_of(entry) != CLAIMS_OF_PAPER)
                continue;
            const enum verdict_class class = verdict_class_of(entry->verdict);
            advice->consistent += verdict_holds(entry->verdict) || class == VERDICT_CLASS_WEAKER;
            if (class == VERDICT_CLASS_CONTRADICTED && advice->contradicted++ == 0)
                advice->claim = entry->claim->id;
        }
    return count;
}

/* All ------------------------------------------------------------------------------------------ */

void recommendation_find(struct recommendation_list *advice, const struct run *run,
                         const struct claims *claims, const struct catalogue *catalogue)
{
    struct question question = { .run = &advice->whole, .all = run };
    *advice = (struct recommendation_list){ 0 };
    if (run->device.software)
        return;
    question.inputs = need_zeroed(run->case_count, sizeof(*question.inputs));
    advice->list = need_zeroed(run->case_count, sizeof(*advice->list));
    advice->whole = *run;
    advice->whole.cases = need_zeroed(run->case_count, sizeof(*advice->whole.cases));
    advice->whole.case_count = 0;
    for (size_t i = 0; i < run->case_count; i++)
        if (!fastest_does_part(catalogue, &run->cases[i]))
            advice->whole.cases[advice->whole.case_count++] = run->cases[i];
    for (size_t i = 0; i < advice->whole.case_count; i++) {
        const struct run_case *first = &advice->whole.cases[i];
        struct recommendation own = { .technique = first->technique,
                                      .bench = first->bench,
                                      .least = NAN,
                                      .most = NAN,
                                      .claim = "" };
        bool asked = *first->technique && *first->bench;
        question.technique = first->technique;
        question.bench = first->bench;
        question.count = 0;
        for (size_t k = 0; k < advice->whole.case_count && asked; k++) {
            const struct run_case *other = &advice->whole.cases[k];
            if (is_of(&question, other))
                asked = asked && k >= i && !other->twin && other->ceiling == BENCH_CEILING_NONE;
        }
        /* Claims are few, and inputs many where another tool measured. */
        if (!asked || claims_count(claims, &question, &own) == 0)
            continue;
        inputs_find(&question);
        if (question_answer(&question, &own))
            advice->list[advice->count++] = own;
    }
    free(question.inputs);
}

void recommendation_finish(struct recommendation_list *advice)
{
    free(advice->list);
    free(advice->whole.cases);
    *advice = (struct recommendation_list){ 0 };
}
