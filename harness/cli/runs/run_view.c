/* SPDX-License-Identifier: MIT */
#include "harness/cli/runs/run_view.h"

#include "harness/base/disk.h"
#include "harness/base/exit_code.h"
#include "harness/base/message.h"
#include "harness/base/need.h"
#include "harness/base/trouble.h"
#include "harness/bench.h"
#include "harness/engine/inspect/portrait.h"
#include "harness/engine/measure/trace_json.h"
#include "harness/engine/plan/plan.h"
#include "harness/record/run/run_file.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Pictures ------------------------------------------------------------------------------------- */

static bool has_technique(const struct run *const *runs, size_t run_count, const char *technique)
{
    for (size_t i = 0; i < run_count; i++)
        for (size_t k = 0; k < runs[i]->case_count; k++)
            if (strcmp(runs[i]->cases[k].technique, technique) == 0)
                return true;
    return false;
}

/* Adds a picture, and omits one that cannot be drawn here. False, with a message, for one that
 * failed. */
static bool picture_add(struct run_view *view, const struct technique *technique)
{
    char *png = NULL;
    struct image image;
    size_t bytes = 0;
    const enum context_trouble trouble = portrait_draw(technique, &image);
    if (trouble == CONTEXT_UNSUPPORTED)
        message_note("%s: no picture of %s: %s", view->command, technique->name, trouble_text());
    else if (trouble != CONTEXT_OK)
        message_error("%s: no picture of %s: %s", view->command, technique->name, trouble_text());
    if (trouble != CONTEXT_OK)
        return trouble == CONTEXT_UNSUPPORTED;
    const bool made = image_png(&image, &png, &bytes);
    if (!made)
        message_error("%s: not enough memory for the picture of %s", view->command,
                      technique->name);
    else
        view->pictures[view->picture_count++] =
            (struct view_picture){ technique->name, technique->portrait, png,
                                   bytes,           image.width,         image.height };
    image_finish(&image);
    return made;
}

/* Adds a PNG as it is, a copy. */
static void picture_keep(struct run_view *view, const struct technique *technique,
                         const char *words, const char *png, size_t bytes)
{
    const unsigned char *at = (const unsigned char *)png + 16;
    const uint32_t width = (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | at[2] << 8 | at[3];
    const uint32_t height = (uint32_t)at[4] << 24 | (uint32_t)at[5] << 16 | at[6] << 8 | at[7];
    char *copy = need_bytes(bytes);
    memcpy(copy, png, bytes);
    view->pictures[view->picture_count++] =
        (struct view_picture){ technique->name, words, copy, bytes, width, height };
}

/* The PNG that a folder names, as it is. False with a message for what is none, or is too large. */
static bool picture_take(struct run_view *view, const struct technique *technique)
{
    enum { HEAD_BYTES = 24, BYTES_MAX = 1 << 20 };
    static const char head[] = "\x89PNG\r\n\x1a\n";
    char *png = NULL;
    size_t bytes = 0;
    const char *path = technique->folder->picture;
    if (!disk_load_said(path, &png, &bytes))
        return message_refuse("%s: %s", view->command, trouble_text());
    if (bytes < HEAD_BYTES || bytes > BYTES_MAX || memcmp(png, head, 8) != 0) {
        message_error("%s: '%s' is not a PNG of at most 1 MiB: technique.json names it as its "
                      "picture",
                      view->command, path);
        free(png);
        return false;
    }
    picture_keep(view, technique, NULL, png, bytes);
    free(png);
    return true;
}

/* True without a message where it has none, or none that can be drawn here. */
static bool picture_of(struct run_view *view, const struct technique *technique)
{
    const struct technique_picture *kept = technique->portrait_kept;
    if (technique->folder && technique->folder->picture)
        return picture_take(view, technique);
    if (!kept)
        return !technique->portrait || picture_add(view, technique);
    picture_keep(view, technique, technique->portrait, kept->png, kept->bytes);
    return true;
}

/* Draws the portrait of each technique of which the runs have a case. A note says where one cannot
 * be drawn here. False with a message where one fails. */
static bool pictures_draw(struct run_view *view, const struct technique *const *techniques)
{
    const struct run *const *runs = run_list_runs(&view->judged.list);
    const size_t run_count = view->judged.list.count;
    size_t count = 0;
    while (techniques[count])
        count++;
    bool drawn = true;
    view->pictures = need_zeroed(count + 1, sizeof(*view->pictures));
    for (size_t i = 0; i < count && drawn; i++)
        drawn =
            !has_technique(runs, run_count, techniques[i]->name) || picture_of(view, techniques[i]);
    return drawn;
}

/* Traces --------------------------------------------------------------------------------------- */

/* False with a message. */
static bool trace_open(struct run_view *view, const char *path)
{
    if (!path)
        return true;
    view->trace = run_file_json(path);
    if (!view->trace)
        message_error("%s: --trace: %s", view->command, trouble_text());
    else if (!trace_json_is(view->trace))
        message_error("%s: --trace: '%s' is not a trace: claimcheck trace writes one",
                      view->command, path);
    return view->trace && trace_json_is(view->trace);
}

static bool has_case(const struct run_list *list, const char *name)
{
    for (size_t i = 0; i < list->count; i++)
        if (run_find_case(list->runs[i], name))
            return true;
    return false;
}

/* A note where the page will have nothing of the trace. */
static void trace_note(const struct run_view *view, const char *path)
{
    const json_t *cases = json_object_get(view->trace, "cases"), *c;
    size_t i;
    json_array_foreach(cases, i, c)
    {
        const char *name = json_string_value(json_object_get(c, "name"));
        if (name && has_case(&view->judged.list, name))
            return;
    }
    if (view->trace)
        message_note("%s: --trace: '%s' has no case of these runs", view->command, path);
}

/* All ------------------------------------------------------------------------------------------ */

int run_view_open(struct run_view *view, const struct command_line *line)
{
    *view = (struct run_view){ .command = line->command->name };
    if (!trace_open(view, options_value(line->options, "trace")))
        return EXIT_CODE_UNTRIED;
    const int code = run_list_judge(&view->judged, line, false);
    if (code != EXIT_CODE_OK)
        return code;
    trace_note(view, options_value(line->options, "trace"));
    view->catalogue = plan_catalogue(line->techniques);
    return pictures_draw(view, line->techniques) ? EXIT_CODE_OK : EXIT_CODE_UNTRIED;
}

json_t *run_view_document(const struct run_view *view, size_t device)
{
    return view_document(&(struct view_source){ .claims = view->judged.claims,
                                                .device = device,
                                                .published = &view->judged.published,
                                                .catalogue = &view->catalogue,
                                                .pictures = view->pictures,
                                                .picture_count = view->picture_count,
                                                .trace = view->trace });
}

void run_view_finish(struct run_view *view)
{
    for (size_t i = 0; i < view->picture_count; i++)
        free((void *)(uintptr_t)view->pictures[i].png);
    free(view->pictures);
    json_decref(view->trace);
    run_list_judged_finish(&view->judged);
}
