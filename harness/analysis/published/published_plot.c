/* SPDX-License-Identifier: MIT */
#include "harness/analysis/published/published.h"

#include "harness/analysis/published/published_read.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { TEXT_BYTES = 1024, WORD_BYTES = 64 };

#define COUNT_OF(list) (sizeof(list) / sizeof((list)[0]))

double published_figure_number(const struct published_figure *figure)
{
    double factor = 1;
    if (strcmp(figure->unit, "percent") == 0)
        return 1 + figure->value / 100;
    if (strcmp(figure->unit, "TFLOP/s") == 0)
        return figure->value * 1e12;
    if (published_unit_time(figure->unit, &factor) || published_unit_bytes(figure->unit, &factor))
        return figure->value * factor;
    return figure->value;
}

/* Cases --------------------------------------------------------------------------------------- */

/* The text up to any of `ends`, and *text behind it. */
static const char *piece_keep(const struct json_reader *part, const char **text, const char *ends)
{
    char piece[TEXT_BYTES];
    const size_t length = strcspn(*text, ends);
    snprintf(piece, sizeof(piece), "%.*s", (int)length, *text);
    *text += length + ((*text)[length] != 0);
    return json_reader_keep(part->reader, piece);
}

/* "technique.bench/variant|variant/axis:value|value/axis:value" */
static struct published_plot_cases cases_read(const struct json_reader *part, const char *text)
{
    struct published_plot_cases cases = { "", "", "", "" };
    const char *at = text;
    if (!*text)
        return cases;
    cases.technique = piece_keep(part, &at, "./");
    cases.bench = piece_keep(part, &at, "/");
    cases.variants = piece_keep(part, &at, "/");
    cases.only = at;
    bool right = *cases.bench && *cases.variants && !strchr(cases.variants, ':') &&
                 memchr(text, '.', strcspn(text, "/"));
    for (size_t length; *at && right; at += length + (at[length] != 0)) {
        length = strcspn(at, "/");
        right = memchr(at, ':', length);
    }
    if (!right)
        json_reader_fault(part, "cases",
                          " is '%.96s': technique.bench/variant|variant/axis:value|value", text);
    return cases;
}

/* Rows ---------------------------------------------------------------------------------------- */

/* Texts that a row takes from the plot where it has none of its own. Its other members are words,
 * which stand in place of {word}. */
static const char *const shared[] = { "label", "cases", "figure", "over", "measure" };

static const json_t *shared_text(const struct json_reader *plot, const struct json_reader *row,
                                 const char *key)
{
    const json_t *own = json_object_get(row->json, key);
    return own ? own : json_object_get(plot->json, key);
}

/* The row's text with its words in it; "" where there is none. */
static const char *text_read(const struct json_reader *plot, const struct json_reader *row,
                             const char *key)
{
    const char *from = json_reader_text(json_object_get(row->json, key) ? row : plot, key);
    char text[TEXT_BYTES] = "", word[WORD_BYTES];
    size_t used = 0;
    while (*from && used < sizeof(text)) {
        const size_t plain = strcspn(from, "{"), length = strcspn(from + plain, "}");
        const char *value = "";
        if (from[plain]) {
            snprintf(word, sizeof(word), "%.*s", (int)length - 1, from + plain + 1);
            value = json_reader_name(row, word);
        }
        used +=
            (size_t)snprintf(text + used, sizeof(text) - used, "%.*s%s", (int)plain, from, value);
        from += plain + length + (from[plain + length] != 0);
    }
    if (used >= sizeof(text))
        json_reader_fault(row, key, " is longer than %d bytes", TEXT_BYTES - 1);
    return json_reader_keep(row->reader, text);
}

/* A fault for each word that no text has. */
static void words_check(const struct json_reader *plot, const struct json_reader *row)
{
    const char *word;
    json_t *value;
    json_object_foreach((json_t *)row->json, word, value)
    {
        char wanted[WORD_BYTES + 2];
        bool used = false;
        snprintf(wanted, sizeof(wanted), "{%.*s}", WORD_BYTES - 1, word);
        for (size_t i = 0; i < COUNT_OF(shared) && !used; i++) {
            const char *text = json_string_value(shared_text(plot, row, shared[i]));
            used = strcmp(word, shared[i]) == 0 || (text && strstr(text, wanted));
        }
        if (!used)
            json_reader_fault(row, NULL, " has the word '%.63s', which no text of it has", word);
    }
}

static const struct published_figure *figure_find(const struct json_reader *part, const char *key,
                                                  const struct published *published, const char *id)
{
    for (size_t i = 0; i < published->figure_count; i++)
        if (strcmp(published->figures[i].id, id) == 0)
            return &published->figures[i];
    if (*id && published->figures)
        json_reader_fault(part, key, " is '%.96s', which the document lacks", id);
    return NULL;
}

static void row_read(const struct json_reader *plot, const struct json_reader *row,
                     const struct published *published, bool measured,
                     struct published_plot_row *read)
{
    const char *measure = text_read(plot, row, "measure");
    read->label = text_read(plot, row, "label");
    read->cases = cases_read(row, text_read(plot, row, "cases"));
    read->figure = figure_find(row, "figure", published, text_read(plot, row, "figure"));
    read->over = figure_find(row, "over", published, text_read(plot, row, "over"));
    words_check(plot, row);
    if (!*read->label)
        json_reader_fault(row, "label", " is missing");
    if (!*read->cases.bench && !read->figure && published->figures)
        json_reader_fault(row, NULL, " has neither cases nor a figure");
    if (measured && *read->cases.bench && !published_measure_find(measure, &read->measure))
        json_reader_fault(row, "measure", " is '%.64s': metric:NAME or fact:NAME, such", measure);
}

static void rows_read(const struct json_reader *part, const struct published *published,
                      struct published_plot *plot)
{
    static const char *const known[] = { "id",        "title", "text",   "quantity",
                                         "published", "rows",  "label",  "cases",
                                         "figure",    "over",  "measure" };
    const struct json_reader array = json_reader_array(part, "rows");
    const size_t count = json_reader_count(&array);
    struct published_plot_row *rows = json_reader_alloc(part->reader, count, sizeof(*rows));
    json_reader_known(part, known, COUNT_OF(known));
    plot->published = json_reader_name(part, "published");
    for (size_t i = 0; i < count; i++) {
        const struct json_reader row = json_reader_entry(&array, i);
        if (row.json)
            row_read(part, &row, published, plot->quantity >= PUBLISHED_PLOT_PHASE, &rows[i]);
        if (row.json && *rows[i].cases.technique)
            plot->technique = rows[i].cases.technique;
    }
    plot->rows = rows;
    plot->row_count = count;
}

/* Sweeps -------------------------------------------------------------------------------------- */

static void line_read(const struct json_reader *part, const struct published *published,
                      struct published_plot_line *line)
{
    static const char *const known[] = { "figure", "vertical", "at", "only", "text" };
    const char *text = json_reader_name(part, "text"), *number = strstr(text, "{}");
    json_reader_known(part, known, COUNT_OF(known));
    line->figure = figure_find(part, "figure", published, json_reader_name(part, "figure"));
    line->vertical = json_reader_flag(part, "vertical");
    line->at = json_reader_number(part, "at", RUN_TIME);
    line->only = json_reader_text(part, "only");
    line->before = line->after = "";
    if (isnan(line->at) && !number)
        json_reader_fault(part, "text", " has no {}, for the number of the line");
    line->before = number ? piece_keep(part, &text, "{") : text;
    line->after = number ? number + 2 : "";
}

static void lines_read(const struct json_reader *part, const struct published *published,
                       struct published_plot *plot)
{
    const struct json_reader array = json_reader_array(part, "lines");
    const size_t count = json_reader_count(&array);
    struct published_plot_line *lines = json_reader_alloc(part->reader, count, sizeof(*lines));
    if (count > PUBLISHED_PLOT_LINES_MAX)
        json_reader_fault(part, "lines", " has more than %d", PUBLISHED_PLOT_LINES_MAX);
    for (size_t i = 0; i < count; i++) {
        const struct json_reader line = json_reader_entry(&array, i);
        if (line.json)
            line_read(&line, published, &lines[i]);
    }
    plot->lines = lines;
    plot->line_count = count;
}

static void sweep_read(const struct json_reader *part, const struct published *published,
                       struct published_plot *plot)
{
    static const char *const known[] = {
        "id",    "title",   "text",  "quantity", "cases", "along",
        "label", "follows", "split", "greatest", "log",   "lines"
    };
    static const char fact[] = "fact:";
    const char *along = json_reader_name(part, "along");
    json_reader_known(part, known, COUNT_OF(known));
    plot->cases = cases_read(part, json_reader_name(part, "cases"));
    plot->technique = plot->cases.technique;
    plot->kind = strcmp(along, "peak_bytes") == 0          ? PUBLISHED_ALONG_PEAK
                 : strncmp(along, fact, strlen(fact)) == 0 ? PUBLISHED_ALONG_FACT
                                                           : PUBLISHED_ALONG_AXIS;
    plot->along = plot->kind == PUBLISHED_ALONG_FACT ? along + strlen(fact) : along;
    plot->label = json_reader_name(part, "label");
    plot->follows = json_reader_text(part, "follows");
    plot->split = json_reader_text(part, "split");
    plot->greatest = json_reader_text(part, "greatest");
    plot->log = json_reader_flag(part, "log");
    if (plot->quantity >= PUBLISHED_PLOT_PHASE)
        json_reader_fault(part, "quantity", " must be gpu, wall or speedup along an axis");
    lines_read(part, published, plot);
}

void published_plot_read(const struct json_reader *part, const struct published *published,
                         struct published_plot *plot)
{
    static const char *const quantities[] = {
        [PUBLISHED_PLOT_GPU] = "gpu",         [PUBLISHED_PLOT_WALL] = "wall",
        [PUBLISHED_PLOT_SPEEDUP] = "speedup", [PUBLISHED_PLOT_PHASE] = "phase",
        [PUBLISHED_PLOT_COUNT] = "count",     [PUBLISHED_PLOT_BYTES] = "bytes",
        [PUBLISHED_PLOT_RATE] = "rate",
    };
    plot->title = json_reader_name(part, "title");
    plot->text = json_reader_text(part, "text");
    plot->technique = published->technique;
    json_reader_missing(part, "quantity");
    plot->quantity = (enum published_plotted)json_reader_choice(part, "quantity", quantities,
                                                                COUNT_OF(quantities), 0);
    if (json_object_get(part->json, "rows"))
        rows_read(part, published, plot);
    else
        sweep_read(part, published, plot);
}
