/* SPDX-License-Identifier: MIT */
#include "harness/analysis/published/published.h"

#include "harness/analysis/published/published_read.h"

#include <math.h>
#include <string.h>

enum { TEXT_BYTES = 1024, WORD_BYTES = 64 };

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
static struct published_plot_cases cases_of(const struct json_reader *part, const char *text)
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

static const struct published_figure *figure_named(const struct json_reader *part, const char *key,
                                                   const char *id)
{
    const struct published_figure *found = published_figure_find(part, id);
    if (!found && *id && published_of(part)->figures)
        json_reader_fault(part, key, " is '%.96s', which the document lacks", id);
    return found;
}

static void row_read(const struct json_reader *row, const char *key, void *member)
{
    (void)key;
    const struct published_reading *reading = published_reading_of(row);
    const struct json_reader *plot = reading->plot;
    struct published_plot_row *read = member;
    const char *measure = text_read(plot, row, "measure");
    read->label = text_read(plot, row, "label");
    read->cases = cases_of(row, text_read(plot, row, "cases"));
    read->figure = figure_named(row, "figure", text_read(plot, row, "figure"));
    read->over = figure_named(row, "over", text_read(plot, row, "over"));
    const char *word;
    json_t *value;
    json_object_foreach((json_t *)row->json, word, value)
    {
        char wanted[WORD_BYTES + 2];
        bool used = false;
        snprintf(wanted, sizeof(wanted), "{%.*s}", WORD_BYTES - 1, word);
        for (size_t i = 0; i < COUNT_OF(shared) && !used; i++) {
            const json_t *own = json_object_get(row->json, shared[i]);
            const char *text =
                json_string_value(own ? own : json_object_get(plot->json, shared[i]));
            used = strcmp(word, shared[i]) == 0 || (text && strstr(text, wanted));
        }
        if (!used)
            json_reader_fault(row, NULL, " has the word '%.63s', which no text of it has", word);
    }
    if (!*read->label)
        json_reader_fault(row, "label", " is missing");
    if (!*read->cases.bench && !read->figure && reading->published->figures)
        json_reader_fault(row, NULL, " has neither cases nor a figure");
    if (reading->plotted >= PUBLISHED_PLOT_PHASE && *read->cases.bench &&
        !published_measure_find(measure, &read->measure))
        json_reader_fault(row, "measure", " is '%.64s': metric:NAME or fact:NAME, such", measure);
}

/* Sweeps -------------------------------------------------------------------------------------- */

static void figure_read(const struct json_reader *part, const char *key, void *member)
{
    *(const struct published_figure **)member =
        figure_named(part, key, json_reader_name(part, key));
}

static void cases_read(const struct json_reader *part, const char *key, void *member)
{
    *(struct published_plot_cases *)member = cases_of(part, json_reader_name(part, key));
}
static void along_read(const struct json_reader *part, void *record)
{
    static const char fact[] = "fact:";
    struct published_plot *plot = record;
    const char *along = json_reader_name(part, "along");
    plot->kind = strcmp(along, "peak_bytes") == 0          ? PUBLISHED_ALONG_PEAK
                 : strncmp(along, fact, strlen(fact)) == 0 ? PUBLISHED_ALONG_FACT
                                                           : PUBLISHED_ALONG_AXIS;
    plot->along = plot->kind == PUBLISHED_ALONG_FACT ? along + strlen(fact) : along;
}

/* A number stands in the place of {}. */
static void words_read(const struct json_reader *part, void *record)
{
    struct published_plot_line *line = record;
    const char *text = json_reader_name(part, "text"), *number = strstr(text, "{}");
    if (isnan(line->at) && !number)
        json_reader_fault(part, "text", " has no {}, for the number of the line");
    line->before = number ? piece_keep(part, &text, "{") : text;
    line->after = number ? number + 2 : "";
}

static const struct field_own along = { along_read, NULL }, words = { words_read, NULL };

/* Tables -------------------------------------------------------------------------------------- */

static const char *const quantities[] = {
    [PUBLISHED_PLOT_GPU] = "gpu",         [PUBLISHED_PLOT_WALL] = "wall",
    [PUBLISHED_PLOT_SPEEDUP] = "speedup", [PUBLISHED_PLOT_PHASE] = "phase",
    [PUBLISHED_PLOT_COUNT] = "count",     [PUBLISHED_PLOT_BYTES] = "bytes",
    [PUBLISHED_PLOT_RATE] = "rate",
};

#define S published_plot_line
static const struct field line_fields[] = {
    FIELD_BY("figure", figure_read, figure),
    FIELD(FLAG, vertical, 0),
    FIELD(TIME, at, 0),
    FIELD(TEXT, only, 0),
    FIELD_BY_ITSELF("text", &words, 0),
    FIELD_END_ALONE,
};
#undef S

#define S published_plot
#define OF_BOTH                                                                                    \
    FIELD_BY("id", published_id_read, id), FIELD(TEXT, title, FIELD_WANTED), FIELD(TEXT, text, 0), \
        FIELD_OF_WORDS(WORD, "quantity", quantity, quantities, FIELD_WANTED)

static const struct field table_fields[] = {
    OF_BOTH,
    FIELD(TEXT, published, FIELD_WANTED),
    FIELD_KNOWN("rows"),
    FIELD_KNOWN("label"),
    FIELD_KNOWN("cases"),
    FIELD_KNOWN("figure"),
    FIELD_KNOWN("over"),
    FIELD_KNOWN("measure"),
    FIELD_END_ALONE,
};

/* Read once the plot says what is drawn. */
static const struct field rows_fields[] = {
    FIELD_SOME_BY(LIST, "rows", row_read, rows, row_count, 0),
    FIELD_END,
};

static const struct field sweep_fields[] = {
    OF_BOTH,
    FIELD_BY("cases", cases_read, cases),
    FIELD_BY_ITSELF("along", &along, 0),
    FIELD(TEXT, label, FIELD_WANTED),
    FIELD(TEXT, follows, 0),
    FIELD(TEXT, split, 0),
    FIELD(TEXT, greatest, 0),
    FIELD(FLAG, log, 0),
    FIELD_SOME(LIST, "lines", lines, line_count, line_fields, 0),
    FIELD_END_ALONE,
};
#undef S

void published_plot_read(const struct json_reader *part, const char *key, void *member)
{
    (void)key;
    struct published_reading *reading = published_reading_of(part);
    struct published_plot *plot = member;
    const bool rows = json_object_get(part->json, "rows");
    field_read(part, rows ? table_fields : sweep_fields, plot);
    plot->technique = rows ? reading->published->technique : plot->cases.technique;
    if (plot->line_count > PUBLISHED_PLOT_LINES_MAX)
        json_reader_fault(part, "lines", " has more than %d", PUBLISHED_PLOT_LINES_MAX);
    if (!rows && plot->quantity >= PUBLISHED_PLOT_PHASE)
        json_reader_fault(part, "quantity", " must be gpu, wall or speedup along an axis");
    if (!rows)
        return;
    reading->plot = part;
    reading->plotted = plot->quantity;
    field_read(part, rows_fields, plot);
    for (size_t i = 0; i < plot->row_count; i++)
        if (plot->rows[i].cases.technique && *plot->rows[i].cases.technique)
            plot->technique = plot->rows[i].cases.technique;
}
