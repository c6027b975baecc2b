/* SPDX-License-Identifier: MIT */
#include "harness/views/figure/figure.h"

#include "harness/base/json_value.h"
#include "harness/base/need.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_drawn(const json_t *document, const char *name)
{
    const json_t *c = json_value_named(json_object_get(document, "cases"), name);
    return strcmp(json_value_text_of(c, "kind"), "gpu") == 0 &&
           strcmp(json_value_text_of(c, "status"), "ok") == 0;
}

static struct figure_pipeline_row *row_find(struct figure_pipeline *pipeline, const char *name)
{
    for (size_t i = 0; i < pipeline->row_count; i++)
        if (strcmp(pipeline->rows[i].name, name) == 0)
            return &pipeline->rows[i];
    return NULL;
}

static size_t pass_find(struct figure_pipeline *pipeline, const char *name, bool gap)
{
    for (size_t i = 0; i < pipeline->pass_count; i++)
        if (strcmp(pipeline->passes[i], name) == 0)
            return i;
    pipeline->passes[pipeline->pass_count] = name;
    pipeline->gaps[pipeline->pass_count] = gap;
    return pipeline->pass_count++;
}

/* A row begins with its first pass. */
static void event_add(struct figure_pipeline *pipeline, const json_t *document, const json_t *event)
{
    const char *name = json_value_text_of(json_object_get(event, "args"), "case");
    const char *category = json_value_text_of(event, "cat");
    const bool gap = strcmp(category, "barrier") == 0;
    const double begin = json_number_value(json_object_get(event, "ts"));
    const double us = json_number_value(json_object_get(event, "dur"));
    struct figure_pipeline_row *row = row_find(pipeline, name);
    if (strcmp(json_value_text_of(event, "ph"), "X") != 0 ||
        (!gap && strcmp(category, "pass") != 0) || (!row && (gap || !is_drawn(document, name))))
        return;
    if (!row) {
        row = &pipeline->rows[pipeline->row_count++];
        *row = (struct figure_pipeline_row){ .name = name, .origin = begin };
    }
    pipeline->boxes[pipeline->box_count++] = (struct figure_pipeline_box){
        (size_t)(row - pipeline->rows),
        pass_find(pipeline, gap ? "barrier (a gap)" : json_value_text_of(event, "name"), gap),
        begin - row->origin, begin - row->origin + us
    };
    row->end = fmax(row->end, begin - row->origin + us);
    row->passes += !gap;
    pipeline->longest = fmax(pipeline->longest, row->end);
}

void figure_pipeline_finish(struct figure_pipeline *pipeline)
{
    free(pipeline->rows);
    free(pipeline->boxes);
    free(pipeline->passes);
    free(pipeline->gaps);
}

void figure_pipeline_read(struct figure_pipeline *pipeline, const json_t *document)
{
    const json_t *events = json_object_get(document, "traceEvents"), *event;
    const size_t most = json_array_size(events);
    size_t i;
    *pipeline = (struct figure_pipeline){ .rows = need_zeroed(most, sizeof(*pipeline->rows)),
                                          .boxes = need_zeroed(most, sizeof(*pipeline->boxes)),
                                          .passes = need_zeroed(most, sizeof(*pipeline->passes)),
                                          .gaps = need_zeroed(most, sizeof(*pipeline->gaps)) };
    json_array_foreach(events, i, event)
    {
        if (json_integer_value(json_object_get(event, "tid")) != 1)
            event_add(pipeline, document, event);
    }
}
