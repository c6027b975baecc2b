/* SPDX-License-Identifier: MIT */
#include "harness/cli/runs/report_pictures.h"

#include "harness/base/message.h"
#include "harness/bench.h"
#include "harness/engine/inspect/portrait.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static bool has_case(const struct run *const *runs, size_t run_count, const char *technique)
{
    for (size_t i = 0; i < run_count; i++)
        for (size_t k = 0; k < runs[i]->case_count; k++)
            if (strcmp(runs[i]->cases[k].technique, technique) == 0)
                return true;
    return false;
}

/* What cannot be drawn here is left out; false, with a message, for one that failed. */
static bool picture_add(struct report_pictures *pictures, const struct technique *technique)
{
    char message[PORTRAIT_MESSAGE_BYTES] = "", *png = NULL;
    struct image image;
    size_t bytes = 0;
    const enum context_trouble trouble = portrait_draw(technique, &image, message);
    if (trouble == CONTEXT_UNSUPPORTED)
        message_note("report: no picture of %s: %s", technique->name, message);
    else if (trouble != CONTEXT_OK)
        message_error("report: no picture of %s: %s", technique->name, message);
    if (trouble != CONTEXT_OK)
        return trouble == CONTEXT_UNSUPPORTED;
    const bool made = image_png(&image, &png, &bytes);
    if (!made)
        message_error("report: no memory is left for the picture of %s", technique->name);
    else
        pictures->pictures[pictures->count++] =
            (struct report_picture){ technique->name, technique->portrait, png,
                                     bytes,           image.width,         image.height };
    image_finish(&image);
    return made;
}

bool report_pictures_draw(struct report_pictures *pictures, const struct run *const *runs,
                          size_t run_count, const struct technique *const *techniques)
{
    size_t count = 0;
    while (techniques[count])
        count++;
    bool drawn = true;
    *pictures =
        (struct report_pictures){ .pictures = calloc(count + 1, sizeof(*pictures->pictures)) };
    for (size_t i = 0; i < count && pictures->pictures && drawn; i++)
        if (techniques[i]->portrait && has_case(runs, run_count, techniques[i]->name))
            drawn = picture_add(pictures, techniques[i]);
    if (!pictures->pictures)
        message_error("no memory is left");
    return pictures->pictures && drawn;
}

void report_pictures_finish(struct report_pictures *pictures)
{
    for (size_t i = 0; i < pictures->count; i++)
        free((void *)(uintptr_t)pictures->pictures[i].png);
    free(pictures->pictures);
    *pictures = (struct report_pictures){ 0 };
}
