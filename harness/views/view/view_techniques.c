/* SPDX-License-Identifier: MIT */
/* view_techniques.c: each technique, and all methods of one of its jobs beside each other. */
#include "harness/analysis/compare/compare.h"
#include "harness/base/json_value.h"
#include "harness/base/need.h"
#include "harness/record/case_launches.h"
#include "harness/views/claims/claims_sentence.h"
#include "harness/views/view/view_parts.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The bar of a variant. */
struct bar {
    const struct run_latest_case *it;
    const struct run_case *baseline; /* that it has its ratio to; NULL */
    bool wall;                       /* both are by wall time */
    double factor;                   /* the baseline's time over its own; NAN */
};

/* One job: cases of one workload. */
struct headline {
    const struct view_claim *claim;         /* NULL: no claim with a verdict is about it */
    const struct run_latest_case *sides[2]; /* of the claim's pair: a, b; NULL */
    const struct run_latest_case *job;      /* a case of it */
    struct bar *bars;                       /* the fastest first */
    size_t count;
};

static bool is_whole(const struct view *view, const struct run_latest_case *it)
{
    return it && it->c->status == BENCH_OK && it->c->cache != RUN_CACHE_COLD && !it->c->twin &&
           !fastest_does_part(view->source->catalogue, it->c);
}

/* The claim ------------------------------------------------------------------------------------ */

/* The larger the gain that a paper states, the better; a claim without a number, a word that is
 * not decided, a number of ours, and a part of a job are worse. NAN of what shows nothing. */
static double claim_rank(const struct view *view, const struct view_claim *claim)
{
    const struct claims_pair *shown = claim->entry->readings[0].shown;
    const enum published_says says = claim->entry->claim->says;
    if (claim->class == VERDICT_CLASS_NOT_TESTABLE || !shown ||
        claim->origin == CLAIMS_OF_OTHER_EVIDENCE)
        return NAN;
    const struct run_latest_case *a = run_latest_named(&view->latest, shown->a);
    const struct run_latest_case *b = run_latest_named(&view->latest, shown->b);
    if (!a)
        return NAN;
    const bool times = says <= PUBLISHED_SLOWER, gain = times && isfinite(shown->published);
    double rank = gain ? 10 + log(shown->published) : times ? 2 : 1;
    rank -= claim->class == VERDICT_CLASS_BETWEEN || claim->class == VERDICT_CLASS_UNDECIDED;
    rank -= claim->origin == CLAIMS_OF_PAPER ? 0 : 20;
    rank -= is_whole(view, a) && (!b || is_whole(view, b)) ? 0 : 50;
    return rank;
}

static void headline_choose(const struct view *view, size_t technique, struct headline *headline)
{
    double best = -INFINITY;
    for (size_t i = 0; i < view->claim_count; i++) {
        const struct view_claim *claim = &view->claims[i];
        const double rank = claim->technique == technique ? claim_rank(view, claim) : NAN;
        if (!(rank > best))
            continue;
        const struct claims_pair *shown = claim->entry->readings[0].shown;
        best = rank;
        headline->claim = claim;
        headline->sides[0] = run_latest_named(&view->latest, shown->a);
        headline->sides[1] = run_latest_named(&view->latest, shown->b);
        headline->job = headline->sides[0];
    }
}

/* How many variants have a whole case of the workload of this one, where it is the first. */
static size_t variants_count(const struct view *view, const struct run_latest_case *it)
{
    const struct run_latest *latest = &view->latest;
    size_t count = 0;
    for (size_t i = 0; i < latest->count; i++) {
        const struct run_latest_case *other = &latest->cases[i];
        bool first = run_case_same_workload(other->c, it->c) && is_whole(view, other);
        for (size_t k = 0; k < i && first; k++)
            first = !run_case_same_workload(latest->cases[k].c, it->c) ||
                    strcmp(latest->cases[k].c->variant, other->c->variant) != 0 ||
                    !is_whole(view, &latest->cases[k]);
        count += first;
    }
    return count;
}

/* Without a claim: the job that most variants do, the last of those, for sizes grow. */
static void job_choose(const struct view *view, size_t technique, struct headline *headline)
{
    const struct run_latest_case *last = NULL;
    size_t most = 0;
    for (size_t i = 0; i < view->latest.count; i++) {
        const struct run_latest_case *it = &view->latest.cases[i];
        if (strcmp(it->c->technique, view->techniques[technique]) != 0 || !is_whole(view, it) ||
            (last && run_case_same_workload(last->c, it->c)))
            continue;
        const size_t count = variants_count(view, it);
        last = it;
        if (count < most)
            continue;
        most = count;
        headline->job = it;
    }
}

/* Bars ----------------------------------------------------------------------------------------- */

static struct bar bar_make(const struct run_latest_case *it)
{
    const struct run_case *baseline =
        it->c->baseline ? it->c : case_launches_baseline(it->run, it->c);
    const bool wall = it->c->by_wall || (baseline && baseline->by_wall);
    return (struct bar){ it, baseline, wall,
                         it->c->baseline          ? 1
                         : it->c->ratio.pairs > 0 ? 1 / it->c->ratio.ratio
                                                  : NAN };
}

static bool is_side(const struct headline *headline, const struct run_latest_case *it)
{
    return it == headline->sides[0] || it == headline->sides[1];
}

/* True where the first is to be the variant's bar: the claim's own case, or else the faster. */
static bool goes_before(const struct headline *headline, const struct bar *a, const struct bar *b)
{
    if (is_side(headline, a->it) != is_side(headline, b->it))
        return is_side(headline, a->it);
    return a->factor > b->factor || (isnan(b->factor) && !isnan(a->factor));
}

static void bar_add(struct headline *headline, const struct run_latest_case *it)
{
    const struct bar bar = bar_make(it);
    for (size_t i = 0; i < headline->count; i++) {
        struct bar *known = &headline->bars[i];
        if (strcmp(known->it->c->variant, it->c->variant) != 0 ||
            strcmp(known->it->c->bench, it->c->bench) != 0)
            continue;
        if (goes_before(headline, &bar, known))
            *known = bar;
        return;
    }
    headline->bars[headline->count++] = bar;
}

static int compare_bars(const void *a, const void *b)
{
    const struct bar *first = a, *second = b;
    if (isnan(first->factor) != isnan(second->factor))
        return isnan(first->factor) ? 1 : -1;
    if (first->factor != second->factor && !isnan(first->factor))
        return first->factor > second->factor ? -1 : 1;
    return (first->it > second->it) - (first->it < second->it);
}

static void bars_make(const struct view *view, struct headline *headline)
{
    headline->bars = need_zeroed(view->latest.count, sizeof(*headline->bars));
    for (size_t i = 0; i < view->latest.count; i++) {
        const struct run_latest_case *it = &view->latest.cases[i];
        if (run_case_same_workload(it->c, headline->job->c) && is_whole(view, it))
            bar_add(headline, it);
    }
    qsort(headline->bars, headline->count, sizeof(*headline->bars), compare_bars);
}

static json_t *bar_json(const struct view *view, const struct bar *bar)
{
    const struct stats_interval ratio = run_case_ratio_interval(bar->it->c);
    const bool own = bar->it->c->baseline, timed = !view->software;
    return json_pack(
        "{s:o, s:o, s:o, s:o, s:o, s:s}", "case", view_case_json(view, bar->it->c->name), "factor",
        json_value_number(timed ? bar->factor : NAN), "low",
        json_value_number(!timed ? NAN
                          : own  ? 1
                                 : 1 / ratio.high),
        "high",
        json_value_number(!timed ? NAN
                          : own  ? 1
                                 : 1 / ratio.low),
        "time_ns", json_value_number(timed ? unpaired_median_ns(bar->it->c, bar->wall) : NAN),
        "clock", bar->wall ? "wall" : "gpu");
}

/* The fastest, and those that the rounds which both have in common cannot tell from it. */
static json_t *best_json(const struct view *view, const struct headline *headline)
{
    json_t *list = json_array();
    if (headline->count == 0 || view->software || isnan(headline->bars[0].factor))
        return list;
    for (size_t i = 0; i < headline->count; i++) {
        const struct stats_ratio ratio =
            paired_ratio(headline->bars[i].it->c, headline->bars[0].it->c);
        if (i == 0 || (ratio.pairs > 0 && ratio.interval.low <= 1 && ratio.interval.high >= 1))
            json_value_append(&list, view_case_json(view, headline->bars[i].it->c->name));
    }
    return list;
}

static const struct bar *bar_of(const struct headline *headline, const struct run_latest_case *it)
{
    for (size_t i = 0; i < headline->count; i++)
        if (headline->bars[i].it == it)
            return &headline->bars[i];
    return NULL;
}

/* The paper's number on the bar of the side that it is said of: times the factor of the other
 * side, which is 1 for the baseline. */
static json_t *stated_json(const struct view *view, const struct headline *headline)
{
    if (!headline->claim || view->software)
        return json_null();
    const struct claims_entry *entry = headline->claim->entry;
    const struct published_claim *claim = entry->claim;
    const struct claims_pair *shown = entry->readings[0].shown;
    const struct bar *of = bar_of(headline, headline->sides[claim->of_b]);
    const struct bar *other = bar_of(headline, headline->sides[!claim->of_b]);
    if (claim->says > PUBLISHED_SLOWER || !of || !other || !(shown->published > 0) ||
        !(other->factor > 0))
        return json_null();
    const double gain = claim->says == PUBLISHED_FASTER ? shown->published : 1 / shown->published;
    struct text text = { 0 };
    claims_sentence_gives(entry, &text);
    return json_pack("{s:o, s:o, s:o}", "case", view_case_json(view, of->it->c->name), "factor",
                     json_value_number(gain * other->factor), "text", view_text_json(&text, false));
}

static json_t *headline_json(const struct view *view, size_t technique)
{
    struct headline headline = { 0 };
    const struct catalogue *catalogue = view->source->catalogue;
    headline_choose(view, technique, &headline);
    if (!headline.job)
        job_choose(view, technique, &headline);
    if (!headline.job)
        return json_null();
    bars_make(view, &headline);
    json_t *bars = json_array();
    for (size_t i = 0; i < headline.count; i++)
        json_value_append(&bars, bar_json(view, &headline.bars[i]));
    const struct run_case *baseline = headline.count > 0 ? headline.bars[0].baseline : NULL;
    const struct run_case *job = headline.job->c;
    json_t *made = json_pack(
        "{s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "claim",
        headline.claim ? json_value_count((uint64_t)(headline.claim - view->claims)) : json_null(),
        "workload", json_value_text(job->workload), "task",
        json_value_text(catalogue->question(catalogue->techniques, job->technique, job->bench)),
        "baseline", baseline ? view_case_json(view, baseline->name) : json_null(), "bars", bars,
        "best", best_json(view, &headline), "stated", stated_json(view, &headline));
    free(headline.bars);
    return made;
}

/* Techniques ----------------------------------------------------------------------------------- */

static json_t *variant_json(const struct view *view, const struct run_case *c)
{
    static const char *const origins[] = { [CATALOGUE_PAPER] = "paper",
                                           [CATALOGUE_LIBRARY] = "library",
                                           [CATALOGUE_CONTENDER] = "contender" };
    const struct catalogue *catalogue = view->source->catalogue;
    const struct catalogue_variant of = catalogue->variant(catalogue->techniques, c);
    return json_pack("{s:o, s:o, s:s}", "summary", json_value_text(of.summary ? of.summary : ""),
                     "source", json_value_text(of.source ? of.source : ""), "origin",
                     origins[of.origin]);
}

static json_t *variants_json(const struct view *view, const char *technique)
{
    json_t *object = json_object();
    for (size_t i = 0; i < view->latest.count; i++) {
        const struct run_case *c = view->latest.cases[i].c;
        if (strcmp(c->technique, technique) != 0)
            continue;
        json_t *key = json_sprintf("%s/%s", c->bench, c->variant);
        const char *name = key ? json_string_value(key) : NULL;
        if (name && !json_object_get(object, name))
            json_value_set(&object, name, variant_json(view, c));
        json_decref(key);
    }
    return object;
}

static json_t *papers_json(const struct view *view, size_t technique)
{
    json_t *list = json_array();
    const struct published *last = NULL;
    for (size_t i = 0; i < view->claim_count; i++) {
        const struct published *paper = view->claims[i].entry->paper;
        if (view->claims[i].technique == technique && paper != last)
            json_value_append(&list, json_value_text(paper->id));
        last = view->claims[i].technique == technique ? paper : last;
    }
    return list;
}

static void picture_set(json_t **object, const struct view *view, const char *technique)
{
    const struct view_source *source = view->source;
    const struct view_picture *picture = NULL;
    struct text text = { 0 };
    for (size_t i = 0; i < source->picture_count && !picture; i++)
        if (strcmp(source->pictures[i].technique, technique) == 0)
            picture = &source->pictures[i];
    if (picture) {
        text_add(&text, "data:image/png;base64,");
        view_base64(&text, picture->png, picture->bytes);
    }
    json_value_set(object, "picture", view_text_json(&text, true));
    json_value_set(object, "picture_text", json_value_text(picture ? picture->words : NULL));
}

static json_t *technique_json(const struct view *view, size_t index)
{
    const char *name = view->techniques[index];
    const struct catalogue *catalogue = view->source->catalogue;
    const char *title = catalogue->title(catalogue->techniques, name);
    json_t *object = json_object();
    json_value_set(&object, "name", json_value_text(name));
    json_value_set(&object, "title", json_value_text(title ? title : name));
    json_value_set(&object, "question",
                   json_value_text(catalogue->question(catalogue->techniques, name, NULL)));
    picture_set(&object, view, name);
    json_value_set(&object, "limits", json_boolean(run_measures_limits(name)));
    json_value_set(&object, "papers", papers_json(view, index));
    json_value_set(&object, "headline",
                   run_measures_limits(name) ? json_null() : headline_json(view, index));
    json_value_set(&object, "variants", variants_json(view, name));
    return object;
}

json_t *view_techniques_json(const struct view *view)
{
    json_t *list = json_array();
    for (size_t i = 0; i < view->technique_count; i++)
        json_value_append(&list, technique_json(view, i));
    return list;
}
