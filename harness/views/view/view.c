/* SPDX-License-Identifier: MIT */
#include "harness/views/view/view.h"

#include "harness/base/disk.h"
#include "harness/base/json_value.h"
#include "harness/base/need.h"
#include "harness/base/plural.h"
#include "harness/views/claims/claims_view.h"
#include "harness/views/claims/recommendation_print.h"
#include "harness/views/formats/export_claims.h"
#include "harness/views/table/table_notes.h"
#include "harness/views/table/table_parts.h"
#include "harness/views/view/view_parts.h"

#include "version.h"

#include <stdlib.h>
#include <string.h>

/* Parts ---------------------------------------------------------------------------------------- */

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

json_t *view_text_json(struct text *text, bool null)
{
    json_t *json = null && text->length == 0 ? json_null() : json_value_text(text_string(text));
    text_finish(text);
    return json;
}

void view_base64(struct text *text, const void *bytes, size_t count)
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

/* Device --------------------------------------------------------------------------------------- */

static json_t *note_json(const struct run *run)
{
    const struct {
        bool is;
        const char *words;
    } notes[] = { { !run->session.complete, "not complete" },
                  { run->session.validate, "validation layers" },
                  { *run->context.layers != 0, "layers of the environment" },
                  { run->tool.slow, "a slow build" },
                  { *run->context.fault != 0, "a planted fault" },
                  { run->summary.samples_max > 0, "a summary" } };
    struct text text = { 0 };
    for (size_t i = 0; i < sizeof(notes) / sizeof(notes[0]); i++)
        if (notes[i].is)
            text_join(&text, ", ", "%s", notes[i].words);
    return view_text_json(&text, false);
}

static json_t *runs_json(const struct claims_device *device)
{
    json_t *list = json_array();
    for (size_t i = 0; i < device->run_count; i++) {
        json_t *run = export_claims_run_json(device->runs[i]);
        json_value_set(&run, "cases", json_value_count(device->runs[i]->case_count));
        json_value_set(&run, "note", note_json(device->runs[i]));
        json_value_append(&list, run);
    }
    return list;
}

/* Returns why its numbers are worth less than those of another run. */
static json_t *warnings_json(const struct view *view)
{
    json_t *list = json_array();
    if (view->software)
        json_value_append(&list, json_string("A software device: its times are artefacts of this "
                                             "machine and say nothing of a GPU. Answers and counts "
                                             "are checked all the same."));
    if (run_device_lacks_stamps(view->newest))
        json_value_append(&list, json_string("The device's queue has no timestamps: its times are "
                                             "the host's."));
    return list;
}

/* Returns what its numbers are. */
static json_t *notes_json(const struct view *view)
{
    char clock[CLOCK_NOTE_BYTES], launches[LAUNCHES_NOTE_BYTES];
    json_t *list = json_array();
    clock_note_run(view->newest, clock);
    launches_note_run(view->newest, launches);
    if (view->device->run_count > 1)
        json_value_append(&list,
                          json_string("Verdicts rest on all runs. Where several have a case, its "
                                      "row is of the newest in which it is well."));
    if (*launches)
        json_value_append(&list, json_value_text(launches));
    if (*clock)
        json_value_append(&list, json_value_text(clock));
    return list;
}

static json_t *device_json(const struct view *view)
{
    const struct run *run = view->newest;
    const struct run_device *gpu = &run->device;
    json_t *object = json_object();
    struct text driver = { 0 }, pool = { 0 };
    if (*gpu->driver_name)
        text_join(&driver, " ", "%s", gpu->driver_name);
    if (*gpu->driver_info)
        text_join(&driver, " ", "%s", gpu->driver_info);
    claims_view_pool(view->device, &pool);
    json_value_set(&object, "name",
                   json_value_text(*view->device->name ? view->device->name : "no device"));
    json_value_set(&object, "kind", json_value_text(gpu->kind));
    json_value_set(&object, "software", json_boolean(view->software));
    json_value_set(&object, "host_time", json_boolean(run_device_lacks_stamps(run)));
    json_value_set(&object, "driver", view_text_json(&driver, false));
    json_value_set(&object, "api", json_value_text(gpu->api_version));
    json_value_set(&object, "os", json_value_text(run->context.os));
    json_value_set(&object, "cpu", json_value_text(run->context.cpu));
    json_value_set(&object, "memory", json_value_number(gpu->memory_bytes));
    json_value_set(&object, "multiprocessors", json_value_number(gpu->multiprocessors));
    json_value_set(&object, "subgroup", json_value_number(gpu->subgroup_size));
    json_value_set(&object, "profile", json_value_text(run->session.profile));
    json_value_set(&object, "started", json_value_text(run->session.started));
    json_value_set(&object, "cards", json_value_count(view->device->card_count));
    json_value_set(&object, "pool", view_text_json(&pool, false));
    json_value_set(&object, "runs", runs_json(view->device));
    json_value_set(&object, "warnings", warnings_json(view));
    json_value_set(&object, "notes", notes_json(view));
    return object;
}

static void limits_fill(struct sheet *sheet, const void *ceilings)
{
    sheet->marked = true; /* what belongs together is tied */
    table_ceilings_view(sheet, ceilings, false);
}

enum { LIMITS_COLUMNS = 400 }; /* so that no line breaks */

/* A line for each limit: its title, and behind two spaces what it is. */
static json_t *limits_json(const struct view *view)
{
    struct run_ceilings ceilings;
    struct text lines = { 0 };
    json_t *list = json_array();
    FILE *out = text_stream(&lines);
    ceilings_find_newest(&ceilings, view->device->runs, view->device->run_count);
    sheet_write(out, &(struct sheet_look){ .columns = LIMITS_COLUMNS }, limits_fill, &ceilings);
    text_stream_close(out);
    char *whole = text_take(&lines), *rest = whole;
    for (char *line = strsep(&rest, "\n"); line; line = strsep(&rest, "\n")) {
        line += strspn(line, " ");
        char *gap = strstr(line, "  ");
        if (!*line || !gap)
            continue;
        *gap = 0;
        for (char *tie = gap + 1; (tie = strchr(tie, TABLE_TIE[0]));)
            *tie = ' ';
        json_value_append(&list, json_pack("{s:o, s:o}", "name", json_value_text(line), "text",
                                           json_value_text(gap + 1 + strspn(gap + 1, " "))));
    }
    free(whole);
    return list;
}

/* The command that measures the same again; arguments are those of the newest run. */
static json_t *command_json(const struct view *view)
{
    struct text text = { 0 };
    text_add(&text, "claimcheck run");
    if (*view->newest->session.profile)
        text_add_format(&text, " --profile %s", view->newest->session.profile);
    return view_text_json(&text, false);
}

static json_t *recommendations_json(const struct view *view)
{
    struct recommendation_list advice;
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
        json_value_append(&list,
                          json_pack("{s:o, s:o}", "technique", json_value_text(one->technique),
                                    "text", view_text_json(&text, false)));
    }
    recommendation_finish(&advice);
    return list;
}

/* All ------------------------------------------------------------------------------------------ */

static void technique_add(struct view *view, const char *name)
{
    if (view_technique_index(view, name) < view->technique_count)
        return;
    view->techniques = need_room(view->techniques, view->technique_count, &view->technique_room,
                                 sizeof(*view->techniques));
    view->techniques[view->technique_count++] = name;
}

static void techniques_find(struct view *view)
{
    for (int limits = 0; limits < 2; limits++)
        for (size_t i = 0; i < view->latest.count; i++)
            if (run_measures_limits(view->latest.cases[i].c->technique) == (limits == 1))
                technique_add(view, view->latest.cases[i].c->technique);
}

static void view_init(struct view *view, const struct view_source *source)
{
    *view = (struct view){ .source = source, .device = &source->claims->devices[source->device] };
    for (size_t i = 0; i < view->device->run_count; i++) {
        const struct run *run = view->device->runs[i];
        view->software = view->software || run->device.software;
        if (!view->newest || strcmp(run->session.started, view->newest->session.started) > 0)
            view->newest = run;
    }
    run_latest_find(&view->latest, view->device->runs, view->device->run_count);
    techniques_find(view);
    view_claims_find(view);
}

static void view_finish(struct view *view)
{
    run_latest_finish(&view->latest);
    free(view->techniques);
    free(view->claims);
    free(view->kernels);
}

json_t *view_document(const struct view_source *source)
{
    struct view view;
    struct text sentence = { 0 };
    json_t *document = json_object();
    view_init(&view, source);
    claims_view_lead(view.device, &sentence);
    json_t *techniques = view_techniques_json(&view);
    json_value_set(&document, "view", json_integer(1));
    json_value_set(&document, "tool",
                   json_pack("{s:s, s:s, s:s, s:n}", "name", "claimcheck", "version",
                             CLAIMCHECK_VERSION, "commit", CLAIMCHECK_COMMIT, "url"));
    json_value_set(&document, "device", device_json(&view));
    json_value_set(&document, "command", command_json(&view));
    json_value_set(&document, "sentence", view_text_json(&sentence, false));
    json_value_set(&document, "words", view_words_json());
    json_value_set(&document, "groups", view_groups_json(&view));
    json_value_set(&document, "surprises", view_surprises_json(&view));
    json_value_set(&document, "untested", view_untested_json(&view));
    json_value_set(&document, "recommendations", recommendations_json(&view));
    json_value_set(&document, "papers", view_papers_json(&view));
    json_value_set(&document, "history", view_history_json(&view, techniques));
    json_value_set(&document, "techniques", techniques);
    json_value_set(&document, "claims", view_claims_json(&view));
    json_value_set(&document, "figures", view_figures_json(&view));
    json_value_set(&document, "passes", view_passes_json(&view));
    json_value_set(&document, "limits", limits_json(&view));
    json_value_set(&document, "works", view_works_json(&view));
    json_value_set(&document, "cases", view_cases_json(&view));
    json_value_set(&document, "kernels", view_kernels_json(&view));
    view_finish(&view);
    return document;
}

char *view_dump(const json_t *document)
{
    return json_value_dump(document, JSON_COMPACT | JSON_REAL_PRECISION(6));
}
