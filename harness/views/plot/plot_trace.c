/* SPDX-License-Identifier: MIT */
#include "harness/views/plot/plot.h"

#include "harness/base/value.h"
#include "harness/views/figure/figure_pipeline.h"
#include "harness/views/plot/plot_chart.h"
#include "harness/views/plot/plot_script.h"
#include "harness/views/plot/plot_text.h"
#include "harness/views/svg/svg_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TICK = 11, ROW_HEIGHT = 46, WORDS_BYTES = FIGURE_LABEL_BYTES, GAP_COLOUR = 10 };

/* Labels --------------------------------------------------------------------------------------- */

/* True where all rows have that part of a name, between two slashes. */
static bool is_shared(const struct figure_pipeline *pipeline, const char *part, size_t length)
{
    for (size_t i = 0; i < pipeline->row_count; i++) {
        const char *at = pipeline->rows[i].name;
        while (*at && (strcspn(at, "/") != length || strncmp(at, part, length) != 0)) {
            at += strcspn(at, "/");
            at += *at == '/';
        }
        if (!*at)
            return false;
    }
    return true;
}

/* The parts of the name that all rows have, or those that they have not. */
static void parts_join(const struct figure_pipeline *pipeline, const char *name, bool shared,
                       char text[WORDS_BYTES])
{
    size_t used = 0;
    *text = 0;
    for (const char *at = name; *at; at += *at == '/') {
        const size_t length = strcspn(at, "/");
        if (is_shared(pipeline, at, length) == shared && used < WORDS_BYTES)
            used += (size_t)snprintf(text + used, WORDS_BYTES - used, "%s%.*s", used ? "  " : "",
                                     (int)length, at);
        at += length;
    }
}

/* Writing -------------------------------------------------------------------------------------- */

/* Those of style.gp, and then those of boxes.gp. */
static int colour_of(const struct figure_pipeline *pipeline, size_t pass)
{
    int index = 0;
    for (size_t i = 0; i < pass; i++)
        index += !pipeline->gaps[i];
    return pipeline->gaps[pass] ? GAP_COLOUR : index < 8 ? 1 + index : 11 + (index - 8) % 3;
}

static struct plot_sign sign_of(const void *user, size_t index)
{
    const struct figure_pipeline *pipeline = user;
    const char *name = pipeline->passes[index], *slash = strrchr(name, '/');
    return (struct plot_sign){ .name = slash ? slash + 1 : name,
                               .colour = colour_of(pipeline, index),
                               .box = true };
}

static struct plot_frame frame_of(const struct figure_pipeline *pipeline,
                                  const struct plot_words *words)
{
    struct plot_frame frame = { .right = PLOT_WIDTH - 2 * PLOT_EDGE };
    for (size_t i = 0; i < pipeline->row_count; i++)
        frame.left = fmax(frame.left, svg_text_width(pipeline->rows[i].label, TICK));
    frame.left = PLOT_EDGE + fmin(frame.left, PLOT_WIDTH / 2.0) + 10;
    frame.top = plot_words_print(NULL, words, 1) + 12;
    frame.bottom = frame.top + ROW_HEIGHT * (double)pipeline->row_count;
    frame.height = frame.bottom + 2.0 * PLOT_LINE + 14;
    frame.height +=
        PLOT_LINE * (double)plot_legend_print(NULL, sign_of, pipeline, pipeline->pass_count, 0, 1);
    frame.height = ceil(frame.height + PLOT_EDGE / 2.0);
    return frame;
}

static void boxes_print(FILE *out, const struct figure_pipeline *pipeline)
{
    fprintf(out, "rows = %zu\nset ytics (", pipeline->row_count);
    for (size_t i = 0; i < pipeline->row_count; i++) {
        fputs(i == 0 ? "" : ", ", out);
        plot_text_tick(out, pipeline->rows[i].label, TICK, PLOT_WIDTH / 2.0);
        fprintf(out, " %zu", i);
    }
    fputs(")\n$BOXES << END\n", out);
    for (size_t i = 0; i < pipeline->box_count; i++) {
        const struct figure_pipeline_box *box = &pipeline->boxes[i];
        fprintf(out, "%.3f\t%.3f\t%zu\t%d\n", box->begin, box->end, box->row,
                colour_of(pipeline, box->pass));
    }
    fputs("END\n$ENDS << END\n", out);
    for (size_t i = 0; i < pipeline->row_count; i++) {
        const struct figure_pipeline_row *row = &pipeline->rows[i];
        fprintf(out, "%.3f\t%zu\t%zu passes, %.1f µs\n", row->end, i, row->passes, row->end);
    }
    fputs("END\n", out);
}

static void pipeline_print(FILE *out, const struct figure_pipeline *pipeline,
                           const struct plot_words *words)
{
    const struct plot_frame frame = frame_of(pipeline, words);
    /* Words stand behind the longest row, too. */
    const struct svg_axis x = { .unit = SVG_PLAIN,
                                .high = pipeline->longest * (frame.right - frame.left) /
                                        (frame.right - frame.left - 150) };
    plot_frame_print(out, &frame);
    plot_words_print(out, words, frame.height);
    fprintf(out, "x_low = 0\nx_high = %.9g\n", x.high);
    plot_ticks_print(out, &x, frame.left, frame.right);
    plot_label_print(out, "µs since the first command", frame.right, frame.bottom + 2 * PLOT_LINE,
                     frame.height, "right", "soft");
    plot_legend_print(out, sign_of, pipeline, pipeline->pass_count,
                      frame.bottom + 2 * PLOT_LINE + 14, frame.height);
    boxes_print(out, pipeline);
}

static bool pipeline_take(const struct figure_pipeline *pipeline, const json_t *document,
                          plot_take *take, void *user)
{
    const json_t *other = json_object_get(document, "otherData");
    struct plot_names names = { 0 };
    struct plot_writing writing;
    char text[WORDS_BYTES], where[WORDS_BYTES];
    parts_join(pipeline, pipeline->rows[0].name, true, text);
    snprintf(where, WORDS_BYTES, "%.200s, driver %.200s, %.10s, clock %.40s",
             value_text_of(other, "device"), value_text_of(other, "driver"),
             value_text_of(other, "started"), value_text_of(other, "clock"));
    const struct plot_words words = {
        "Passes of each case, one stamped execution", text, where,
        "Stamps between commands slow them down and grow the gaps: a diagnosis, no measurement.",
        NULL
    };
    bool whole =
        plot_names_add(&names, "pipeline", "") && plot_script_begin(&writing, &names, words.title);
    if (whole) {
        pipeline_print(writing.out, pipeline, &words);
        whole = plot_script_end(&writing, "boxes.gp", take, user);
    }
    plot_names_finish(&names);
    return whole;
}

bool plot_trace(const json_t *document, plot_take *take, void *user)
{
    struct figure_pipeline pipeline;
    bool whole = figure_pipeline_read(&pipeline, document);
    for (size_t i = 0; i < pipeline.row_count && whole; i++)
        parts_join(&pipeline, pipeline.rows[i].name, false, pipeline.rows[i].label);
    if (whole && pipeline.row_count > 0 && pipeline.longest > 0)
        whole = pipeline_take(&pipeline, document, take, user);
    figure_pipeline_finish(&pipeline);
    return whole;
}
