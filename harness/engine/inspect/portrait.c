/* SPDX-License-Identifier: MIT */
#include "harness/engine/inspect/inspect.h"

#include "harness/base/base.h"
#include "harness/engine/measure/measure.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { WORDS_BYTES = 256, OPTIONS_MAX = 8, SEED = 1 };

/* The words, taken apart: "name --option value ...". */
struct words {
    char text[WORDS_BYTES];
    const char *name;
    struct inspection_value options[OPTIONS_MAX];
    size_t count;
};

/* Takes the picture over. */
static enum context_trouble take(struct image *image, struct image *from,
                                 const struct context *context)
{
    const enum context_trouble ended = context_trouble(context);
    if (ended == CONTEXT_OK && from->rgb) {
        *image = *from;
        *from = (struct image){ 0 };
        return CONTEXT_OK;
    }
    trouble("%s", ended == CONTEXT_OK ? "no picture of this is drawn" : context_message(context));
    return ended == CONTEXT_OK ? CONTEXT_ERROR : ended;
}

static enum context_trouble workload_draw(const struct technique *technique,
                                          const struct words *words, struct image *image)
{
    struct plan_setting axes[OPTIONS_MAX];
    const struct bench *benches[] = { technique->benches[0], NULL };
    struct technique first = *technique;
    first.benches = benches;
    const struct technique *techniques[] = { &first, NULL };
    for (size_t i = 0; i < words->count; i++)
        axes[i] = (struct plan_setting){ words->options[i].name, words->options[i].value };
    const struct plan_request request = {
        .techniques = techniques, .profile = BENCH_QUICK, .axes = axes, .axis_count = words->count
    };
    struct plan plan;
    if (!plan_init(&plan, &request))
        return CONTEXT_ERROR;
    enum context_trouble ended = CONTEXT_ERROR;
    struct image picture = { 0 };
    struct bench_workload *workload = workload_create(&plan.groups[0], SEED, NULL);
    if (workload) {
        const bool can =
            context_trouble(&workload->context) == CONTEXT_OK && workload->bench->picture;
        if (can && !workload->bench->picture(workload, &picture))
            image_finish(&picture);
        ended = take(image, &picture, &workload->context);
    }
    workload_destroy(&workload);
    plan_finish(&plan);
    return ended;
}

enum context_trouble portrait_draw(const struct technique *technique, struct image *image)
{
    struct words words = { .count = 0 };
    char *rest = NULL;
    assert(strlen(technique->portrait) < WORDS_BYTES);
    snprintf(words.text, sizeof(words.text), "%s", technique->portrait);
    words.name = strtok_r(words.text, " ", &rest);
    for (const char *option; (option = strtok_r(NULL, " ", &rest));) {
        const char *value = strtok_r(NULL, " ", &rest);
        assert(strncmp(option, "--", 2) == 0 && value && words.count < OPTIONS_MAX);
        words.options[words.count++] = (struct inspection_value){ option + 2, value };
    }
    const struct inspection_kind *kind = technique->inspections;
    while (kind && kind->name && strcmp(kind->name, words.name) != 0)
        kind++;
    if (!kind || !kind->name) /* no such name: the first, if there is any */
        kind = technique->inspections;
    *image = (struct image){ 0 };
    if (!kind)
        return workload_draw(technique, &words, image);
    const struct inspection_params params = { .kind = kind,
                                              .values = words.options,
                                              .value_count = words.count,
                                              .seed = SEED,
                                              .picture = true };
    struct inspection *inspection = inspection_create(&params);
    const enum context_trouble ended =
        take(image, inspection_image(inspection), &inspection->context);
    inspection_destroy(&inspection);
    return ended;
}
