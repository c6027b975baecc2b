/* SPDX-License-Identifier: MIT */
#include "harness/views/view/view.h"

#include "harness/analysis/compare/compare.h"
#include "harness/base/need.h"
#include "harness/views/claims/claims.h"
#include "harness/views/formats/export.h"
#include "harness/views/headline/headline.h"
#include "harness/views/table/table.h"
#include "harness/views/view/view_parts.h"
#include "version.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static json_t *bar_json(const struct view *view, const struct headline_bar *bar)
{
    const struct stats_interval ratio = run_case_ratio_interval(bar->it->c);
    const bool own = bar->it->c->baseline, timed = !view->software;
    return json_value_object("case:o factor:n low:n high:n time_ns:n clock:t",
                             view_case_json(view, bar->it->c->name), timed ? bar->factor : NAN,
                             !timed ? NAN
                             : own  ? 1
                                    : 1 / ratio.high,
                             !timed ? NAN
                             : own  ? 1
                                    : 1 / ratio.low,
                             timed ? unpaired_median_ns(bar->it->c, bar->wall) : NAN,
                             bar->wall ? "wall" : "gpu");
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
    return json_value_object("case:o factor:n text:x", view_case_json(view, of->it->c->name),
                             gain * other->factor, &text);
}

static json_t *headline_json(const struct view *view, size_t technique)
{
    OWNED_BY(headline_finish) struct headline headline;
    const struct catalogue *catalogue = view->source->catalogue;
    const struct headline_source source = { view->device, &view->latest, catalogue };
    size_t claim = 0;
    if (!headline_find(&headline, &source, view->techniques[technique]))
        return json_null();
    while (claim < view->claim_count && view->claims[claim].entry != headline.entry)
        claim++;
    json_t *bars = json_array(), *best = json_array();
    for (size_t i = 0; i < headline.count; i++) {
        json_value_append(&bars, bar_json(view, &headline.bars[i]));
        if (!view->software && headline_is_best(&headline, i))
            json_value_append(&best, view_case_json(view, headline.bars[i].it->c->name));
    }
    const struct run_case *baseline = headline.count > 0 ? headline.bars[0].baseline : NULL;
    const struct run_case *job = headline.job->c;
    return json_value_object("claim:o workload:t task:t baseline:o bars:o best:o stated:o",
                             headline.entry ? json_value_count(claim) : json_null(), job->workload,
                             catalogue->question(catalogue->techniques, job->technique, job->bench),
                             baseline ? view_case_json(view, baseline->name) : json_null(), bars,
                             best, stated_json(view, &headline));
}

/* Techniques ----------------------------------------------------------------------------------- */

static void base64_add(struct text *text, const void *bytes, size_t count)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *at = bytes;
    for (size_t i = 0; i < count; i += 3) {
        char four[4];
        unsigned long word = 0;
        for (size_t k = 0; k < 3; k++)
            word = word << 8 | (i + k < count ? at[i + k] : 0);
        for (size_t k = 0; k < 4; k++)
            four[k] = i + k > count ? '=' : digits[word >> (18 - 6 * k) & 63];
        text_add_bytes(text, four, sizeof(four));
    }
}

static json_t *variants_json(const struct view *view, const char *technique)
{
    const struct catalogue *catalogue = view->source->catalogue;
    json_t *object = json_object();
    for (size_t i = 0; i < view->latest.count; i++) {
        const struct run_case *c = view->latest.cases[i].c;
        if (strcmp(c->technique, technique) != 0)
            continue;
        json_auto_t *key = json_sprintf("%s/%s", c->bench, c->variant); /* NULL: no UTF-8 */
        const char *name = key ? json_string_value(key) : NULL;
        const struct catalogue_variant of = catalogue->variant(catalogue->techniques, c);
        if (name && !json_object_get(object, name))
            json_value_set(
                &object, name,
                json_value_object("summary:t source:t origin:t", of.summary ? of.summary : "",
                                  of.source ? of.source : "", catalogue_origin_names[of.origin]));
    }
    return object;
}

static json_t *technique_json(const struct view *view, size_t index)
{
    const char *name = view->techniques[index];
    const struct view_source *source = view->source;
    const struct catalogue *catalogue = source->catalogue;
    const char *title = catalogue->title(catalogue->techniques, name);
    const struct view_picture *picture = NULL;
    struct text png = { 0 };
    for (size_t i = 0; i < source->picture_count && !picture; i++)
        if (strcmp(source->pictures[i].technique, name) == 0)
            picture = &source->pictures[i];
    if (picture) {
        text_add(&png, "data:image/png;base64,");
        base64_add(&png, picture->png, picture->bytes);
    }
    json_t *papers = json_array();
    const struct published *last = NULL;
    for (size_t i = 0; i < view->claim_count; i++) {
        const struct published *paper = view->claims[i].entry->paper;
        if (view->claims[i].technique != index || paper == last)
            continue;
        json_value_append(&papers, json_value_text(paper->id));
        last = paper;
    }
    const bool limits = run_measures_limits(name);
    return json_value_object(
        "name:t title:t question:t picture:X picture_text:t limits:b papers:o headline:o "
        "variants:o",
        name, title ? title : name, catalogue->question(catalogue->techniques, name, NULL), &png,
        picture ? picture->words : NULL, limits, papers,
        limits ? json_null() : headline_json(view, index), variants_json(view, name));
}

/* Page ----------------------------------------------------------------------------------------- */

/* Adds bytes as a gzip file in base64. */
static void packed_add(struct text *text, const char *bytes, size_t count)
{
    enum { GZIP = 16, MEMORY = 9 };
    z_stream stream = { 0 };
    int code = deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, MAX_WBITS + GZIP, MEMORY,
                            Z_DEFAULT_STRATEGY);
    gz_header header = { .os = 255 }; /* the same bytes on each system */
    if (code == Z_OK)
        code = deflateSetHeader(&stream, &header);
    const uLong room = code == Z_OK ? deflateBound(&stream, (uLong)count) : 0;
    OWNED unsigned char *packed = need(code == Z_OK ? malloc(room) : NULL);
    stream.next_in = (z_const Bytef *)bytes;
    stream.avail_in = (uInt)count;
    stream.next_out = packed;
    stream.avail_out = (uInt)room;
    need(deflate(&stream, Z_FINISH) == Z_STREAM_END ? packed : NULL);
    base64_add(text, packed, stream.total_out);
    deflateEnd(&stream);
}

static void escaped_add(struct text *text, const char *words)
{
    FILE *out = text_stream(text);
    markup_text(out, words);
    text_stream_close(out);
}

static void name_add(struct text *text, const json_t *document)
{
    escaped_add(text, json_value_text_of(json_object_get(document, "device"), "name"));
}

static void sentences_add(struct text *text, json_t *const *documents, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (count > 1) {
            text_add(text, i > 0 ? " " : "");
            name_add(text, documents[i]);
            text_add(text, ": ");
        }
        escaped_add(text, json_value_text_of(documents[i], "sentence"));
    }
}

/* A line for each claim with a verdict, in the order of the document. */
static void verdicts_add(struct text *text, const json_t *document)
{
    static const char *const parts[] = { "short", "found", "paper_says" };
    const json_t *claims = json_object_get(document, "claims");
    foreach_json (group, json_object_get(document, "groups"))
        foreach_json (index, json_object_get(group, "claims")) {
            const json_t *claim = json_array_get(claims, (size_t)json_integer_value(index));
            text_add(text, "<li><b>");
            escaped_add(text, json_value_text_of(claim, "verdict"));
            text_add(text, "</b>");
            for (size_t part = 0; part < COUNT_OF(parts); part++) {
                const char *words = json_value_text_of(claim, parts[part]);
                text_add(text, !*words ? "" : part == 0 ? " " : " \xC2\xB7 ");
                escaped_add(text, words);
            }
            text_add(text, "</li>\n");
        }
}

/* SHA-256 in base64. */
static void hash_add(struct text *text, const char *script, size_t count)
{
    char digits[SHA256_TEXT_BYTES];
    unsigned char bytes[(SHA256_TEXT_BYTES - 1) / 2];
    sha256_text(script, count, digits);
    for (size_t i = 0; i < sizeof(bytes); i++) {
        const char pair[] = { digits[2 * i], digits[2 * i + 1], 0 };
        bytes[i] = (unsigned char)strtoul(pair, NULL, 16);
    }
    base64_add(text, bytes, sizeof(bytes));
}

char *view_page(json_t *const *documents, size_t count, size_t *bytes)
{
    static const char script_begins[] = "<script type=\"module\">";
    struct {
        const char *name;
        struct text text;
    } places[] = { { .name = "{{title}}" },       { .name = "{{description}}" },
                   { .name = "{{sentence}}" },    { .name = "{{verdicts}}" },
                   { .name = "{{runs}}" },        { .name = "{{script}}" },
                   { .name = "{{script_hash}}" }, { .name = "{{loader_hash}}" } };
    enum { PLACES = COUNT_OF(places) };
    const struct view_viewer *parts = view_viewer;
    OWNED char *viewer = need(malloc(parts[0].bytes + 1)); /* the embedded text has no end */
    struct text page = { 0 };
    memcpy(viewer, parts[0].text, parts[0].bytes);
    viewer[parts[0].bytes] = 0;
    sentences_add(&places[1].text, documents, count);
    sentences_add(&places[2].text, documents, count);
    for (size_t i = 0; i < count; i++) {
        OWNED char *json = view_dump(documents[i]);
        text_add(&places[0].text, i == 0 ? "" : i + 1 < count ? ", " : " and ");
        name_add(&places[0].text, documents[i]);
        verdicts_add(&places[3].text, documents[i]);
        text_add(&places[4].text, "<script type=\"text/plain\" class=\"run\">");
        packed_add(&places[4].text, json, strlen(json));
        text_add(&places[4].text, "</script>\n");
    }
    packed_add(&places[5].text, parts[1].text, parts[1].bytes);
    hash_add(&places[6].text, parts[1].text, parts[1].bytes);
    const char *loader = strstr(viewer, script_begins); /* the page's own script */
    const char *end = loader ? strstr(loader, "</script>") : NULL;
    if (end) {
        loader += strlen(script_begins);
        hash_add(&places[7].text, loader, (size_t)(end - loader));
    }
    const char *rest = viewer;
    for (const char *next; (next = strstr(rest, "{{")); rest = next) {
        size_t i = 0;
        while (i < PLACES && strncmp(next, places[i].name, strlen(places[i].name)) != 0)
            i++;
        text_add_bytes(&page, rest, (size_t)(next - rest) + (i < PLACES ? 0 : 2));
        text_add(&page, i < PLACES ? text_string(&places[i].text) : "");
        next += i < PLACES ? strlen(places[i].name) : 2;
    }
    text_add(&page, rest);
    for (size_t i = 0; i < PLACES; i++)
        text_finish(&places[i].text);
    *bytes = page.length;
    return text_take(&page);
}

json_int_t view_case_index(const struct view *view, const char *name)
{
    const struct run_latest_case *it = *name ? run_latest_named(&view->latest, name) : NULL;
    return it ? (json_int_t)(it - view->latest.cases) : -1;
}

json_t *view_case_json(const struct view *view, const char *name)
{
    const json_int_t index = view_case_index(view, name);
    return index >= 0 ? json_integer(index) : *name ? json_value_text(name) : json_null();
}

size_t view_technique_index(const struct view *view, const char *name)
{
    size_t index = 0;
    while (index < view->technique_count && strcmp(view->techniques[index], name) != 0)
        index++;
    return index;
}

/* Device --------------------------------------------------------------------------------------- */

static json_t *runs_json(const struct claims_device *device)
{
    json_t *list = json_array();
    for (size_t i = 0; i < device->run_count; i++) {
        const struct run *run = device->runs[i];
        const struct {
            bool is;
            const char *words;
        } notes[] = { { !run->session.complete, "not complete" },
                      { run->session.validate, "validation layers" },
                      { *run->context.layers != 0, "layers of the environment" },
                      { run->tool.slow, "a slow build" },
                      { *run->context.fault != 0, "a planted fault" },
                      { run->summary.samples_max > 0, "a summary" } };
        json_t *object = export_claims_run_json(run);
        struct text note = { 0 };
        for (size_t k = 0; k < COUNT_OF(notes); k++)
            if (notes[k].is)
                text_join(&note, ", ", "%s", notes[k].words);
        json_value_add(&object, "cases:c note:x", run->case_count, &note);
        json_value_append(&list, object);
    }
    return list;
}

static void note_add(json_t **list, const char *text)
{
    if (*text)
        json_value_append(list, json_value_text(text));
}

static json_t *device_json(const struct view *view)
{
    const struct run *run = view->newest;
    const struct run_device *gpu = &run->device;
    struct text driver = { 0 }, pool = { 0 };
    if (*gpu->driver_name)
        text_join(&driver, " ", "%s", gpu->driver_name);
    if (*gpu->driver_info)
        text_join(&driver, " ", "%s", gpu->driver_info);
    claims_view_pool(view->device, &pool);
    json_t *object =
        json_value_object("name:t kind:t software:b host_time:b driver:x",
                          *view->device->name ? view->device->name : "no device", gpu->kind,
                          view->software, run_device_lacks_stamps(run), &driver);
    json_value_add(&object, "api:t os:t cpu:t memory:n multiprocessors:n subgroup:n",
                   gpu->api_version, run->context.os, run->context.cpu, gpu->memory_bytes,
                   gpu->multiprocessors, gpu->subgroup_size);
    json_value_add(&object, "profile:t started:t cards:c pool:x runs:o", run->session.profile,
                   run->session.started, view->device->card_count, &pool, runs_json(view->device));
    /* Why its numbers are worth less than those of another run, and what they are. */
    json_t *warnings = json_array(), *notes = json_array();
    if (view->software)
        note_add(&warnings, "A software device: its times are artefacts of this machine and say "
                            "nothing of a GPU. Answers and counts are checked all the same.");
    if (run_device_lacks_stamps(view->newest))
        note_add(&warnings, "The device's queue has no timestamps: its times are the host's.");
    if (view->device->run_count > 1)
        note_add(&notes, "Verdicts rest on all runs. Where several have a case, its row is of the "
                         "newest in which it is well.");
    note_add(&notes, launches_note_run(view->newest, (char[LAUNCHES_NOTE_BYTES]){ 0 }));
    note_add(&notes, clock_note_run(view->newest, (char[CLOCK_NOTE_BYTES]){ 0 }));
    json_value_add(&object, "warnings:o notes:o", warnings, notes);
    return object;
}

static json_t *limits_json(const struct view *view)
{
    struct run_ceilings ceilings;
    struct sheet sheet;
    ceilings_find_newest(&ceilings, view->device->runs, view->device->run_count);
    sheet_init(&sheet, NULL, &(struct sheet_look){ .style = SHEET_JSON });
    sheet.marked = true; /* what belongs together is tied */
    table_ceilings_view(&sheet, &ceilings, false);
    json_auto_t *document = sheet.document;
    json_t *list = json_object_get(document, "limits");
    return list ? json_incref(list) : json_array();
}

static json_t *recommendations_json(const struct view *view)
{
    OWNED_BY(recommendation_finish) struct recommendation_list advice;
    json_t *list = json_array();
    struct claims_device own = *view->device;
    const struct claims claims = { .devices = &own, .device_count = 1 };
    recommendation_find(&advice, view->newest, &claims, view->source->catalogue);
    for (size_t i = 0; i < advice.count; i++) {
        const struct catalogue *catalogue = view->source->catalogue;
        const struct recommendation *one = &advice.list[i];
        const char *question =
            catalogue->question(catalogue->techniques, one->technique, one->bench);
        struct text text = { 0 };
        if (question)
            text_add_format(&text, "%s ", question);
        recommendation_words(&advice.whole, one, &text);
        json_value_append(&list, json_value_object("technique:t text:x", one->technique, &text));
    }
    return list;
}

json_t *view_document(const struct view_source *source)
{
    struct view view = { .source = source, .device = &source->claims->devices[source->device] };
    struct text sentence = { 0 }, command = { 0 };
    json_t *document = json_object(), *techniques = json_array();
    view.newest = claims_view_newest(view.device);
    for (size_t i = 0; i < view.device->run_count; i++)
        view.software = view.software || view.device->runs[i]->device.software;
    run_latest_find(&view.latest, view.device->runs, view.device->run_count);
    view.techniques = need_zeroed(view.latest.count, sizeof(*view.techniques));
    for (int limits = 0; limits < 2; limits++)
        for (size_t i = 0; i < view.latest.count; i++) {
            const char *name = view.latest.cases[i].c->technique;
            if (run_measures_limits(name) == (limits == 1) &&
                view_technique_index(&view, name) == view.technique_count)
                view.techniques[view.technique_count++] = name;
        }
    view_claims_find(&view);
    claims_view_lead(view.device, &sentence);
    text_add(&command, "claimcheck run");
    if (*view.newest->session.profile)
        text_add_format(&command, " --profile %s", view.newest->session.profile);
    for (size_t i = 0; i < view.technique_count; i++)
        json_value_append(&techniques, technique_json(&view, i));
    json_value_add(&document, "view:i tool:o device:o", 1,
                   json_pack("{s:s, s:s, s:s, s:n}", "name", "claimcheck", "version",
                             CLAIMCHECK_VERSION, "commit", CLAIMCHECK_COMMIT, "url"),
                   device_json(&view));
    json_value_add(&document, "command:x sentence:x", &command, &sentence);
    view_lists_set(&document, &view);
    json_value_add(&document, "recommendations:o papers:o history:o techniques:o",
                   recommendations_json(&view), view_papers_json(&view),
                   view_history_json(&view, techniques), techniques);
    json_value_add(&document, "claims:o figures:o passes:o limits:o", view_claims_json(&view),
                   view_figures_json(&view), view_passes_json(&view), limits_json(&view));
    view_cases_set(&document, &view);
    run_latest_finish(&view.latest);
    free(view.techniques);
    free(view.claims);
    free(view.kernels);
    return document;
}

char *view_dump(const json_t *document)
{
    return json_value_dump(document, JSON_COMPACT | JSON_REAL_PRECISION(6));
}
