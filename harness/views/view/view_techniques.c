/* SPDX-License-Identifier: MIT */
/* view_techniques.c: each technique, and all methods of one of its jobs beside each other. */
#include "harness/analysis/compare/compare.h"
#include "harness/base/json_value.h"
#include "harness/base/need.h"
#include "harness/views/claims/claims_sentence.h"
#include "harness/views/headline/headline.h"
#include "harness/views/view/view_parts.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static json_t *bar_json(const struct view *view, const struct headline_bar *bar)
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

/* The fastest, and those that cannot be told from it. */
static json_t *best_json(const struct view *view, const struct headline *headline)
{
    json_t *list = json_array();
    for (size_t i = 0; i < headline->count && !view->software; i++)
        if (headline_is_best(headline, i))
            json_value_append(&list, view_case_json(view, headline->bars[i].it->c->name));
    return list;
}

static const struct headline_bar *bar_of(const struct headline *headline,
                                         const struct run_latest_case *it)
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
    if (!headline->entry || view->software)
        return json_null();
    const struct claims_entry *entry = headline->entry;
    const struct published_claim *claim = entry->claim;
    const struct claims_pair *shown = entry->readings[0].shown;
    const struct headline_bar *of = bar_of(headline, headline->sides[claim->of_b]);
    const struct headline_bar *other = bar_of(headline, headline->sides[!claim->of_b]);
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
    struct headline headline;
    const struct catalogue *catalogue = view->source->catalogue;
    const struct headline_source source = { view->device, &view->latest, catalogue };
    size_t claim = 0;
    if (!headline_find(&headline, &source, view->techniques[technique]))
        return json_null();
    while (claim < view->claim_count && view->claims[claim].entry != headline.entry)
        claim++;
    json_t *bars = json_array();
    for (size_t i = 0; i < headline.count; i++)
        json_value_append(&bars, bar_json(view, &headline.bars[i]));
    const struct run_case *baseline = headline.count > 0 ? headline.bars[0].baseline : NULL;
    const struct run_case *job = headline.job->c;
    json_t *made = json_pack(
        "{s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "claim",
        headline.entry ? json_value_count(claim) : json_null(), "workload",
        json_value_text(job->workload), "task",
        json_value_text(catalogue->question(catalogue->techniques, job->technique, job->bench)),
        "baseline", baseline ? view_case_json(view, baseline->name) : json_null(), "bars", bars,
        "best", best_json(view, &headline), "stated", stated_json(view, &headline));
    headline_finish(&headline);
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
