/* SPDX-License-Identifier: MIT */
#include "harness/show/table.h"

#include "harness/base/units.h"
#include "harness/show/clock_note.h"
#include "harness/show/table_ceilings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CELL_BYTES = 640, FEW_SAMPLES = 10 };

static const double drift_noted = 0.02;

enum column {
    COLUMN_CASE,
    COLUMN_MEDIAN,
    COLUMN_INTERVAL,
    COLUMN_SPEEDUP,
    COLUMN_WALL,
    COLUMN_FLOOR,
    COLUMN_CHECK,
    COLUMN_STATUS,
    COLUMN_NOTES, /* the reason where the status is not ok */
    COLUMN_COUNT,
};

static const char *const column_titles[COLUMN_COUNT] = {
    "case", "median", "95 % interval", "speed-up", "wall", "% of floor", "check", "status", "notes",
};

enum colour { COLOUR_NONE, COLOUR_BOLD, COLOUR_GREEN, COLOUR_RED, COLOUR_YELLOW };

static const char *const colour_codes[] = { "", "\033[1m", "\033[32m", "\033[31m", "\033[33m" };

struct row {
    const json_t *json;
    const char *workload, *status;
    bool verified, wall, cold; /* wall: judged by wall time */
    bool ceiling;              /* measures one */
    bool hidden;               /* the ceilings' own lines stand for it */
    double median_ns;          /* NAN unless the status is ok */
    char cells[COLUMN_COUNT][CELL_BYTES];
};

struct table {
    FILE *out;
    bool colours;
    struct row *rows;
    size_t count, ceiling_count;
    const json_t *workloads;
    size_t widths[COLUMN_COUNT];
};

/* Document ------------------------------------------------------------------------------------ */

static double number_get(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

static const char *text_get(const json_t *object, const char *key, const char *otherwise)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : otherwise;
}

/* The summary that the case is judged by. */
static const json_t *summary_get(const json_t *object)
{
    bool wall = strcmp(text_get(object, "time", "gpu"), "wall") == 0;
    return json_object_get(object, wall ? "wall" : "gpu");
}

/* Text ----------------------------------------------------------------------------------------- */

/* Columns that a terminal needs: code points, of which UTF-8 has one per byte that starts one. */
static size_t text_width(const char *text)
{
    size_t width = 0;
    for (; *text; text++)
        width += ((unsigned char)*text & 0xC0) != 0x80;
    return width;
}

/* Appends to a cell. What does not fit is cut off. */
static void cell_add(char cell[CELL_BYTES], const char *separator, const char *text)
{
    size_t length = strlen(cell);
    snprintf(cell + length, CELL_BYTES - length, "%s%s", length ? separator : "", text);
}

/* Escape sequences and line ends in a document must not reach the terminal. */
static void cell_clean(char cell[CELL_BYTES])
{
    for (char *c = cell; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7F)
            *c = ' ';
}

static void text_print(const struct table *table, enum colour colour, const char *text)
{
    bool coloured = table->colours && colour != COLOUR_NONE;
    fprintf(table->out, "%s%s%s", coloured ? colour_codes[colour] : "", text,
            coloured ? "\033[0m" : "");
}

/* Rows ----------------------------------------------------------------------------------------- */

/* True when the workload's name holds "/name:value" as a part. */
static bool workload_holds_axis(const char *workload, const char *name, const char *value)
{
    size_t name_length = strlen(name), value_length = strlen(value);
    for (const char *part = strchr(workload, '/'); part; part = strchr(part, '/')) {
        part++;
        if (strncmp(part, name, name_length) != 0 || part[name_length] != ':')
            continue;
        const char *held = part + name_length + 1;
        if (strncmp(held, value, value_length) == 0 && strchr("/", held[value_length]))
            return true;
    }
    return false;
}

static void row_label(struct row *row)
{
    char *cell = row->cells[COLUMN_CASE];
    cell_add(cell, "", text_get(row->json, "variant", text_get(row->json, "name", "-")));
    const char *name;
    json_t *axis;
    json_object_foreach(json_object_get(row->json, "axes"), name, axis)
    {
        const char *value = json_string_value(axis);
        if (!value || workload_holds_axis(row->workload, name, value))
            continue;
        cell_add(cell, " ", name);
        cell_add(cell, ":", value);
    }
    if (row->cold)
        cell_add(cell, " ", "cold");
    cell_clean(cell);
}

static void row_times(struct row *row)
{
    const json_t *summary = summary_get(row->json);
    char low[32], high[32];
    units_format_ns(row->median_ns, row->cells[COLUMN_MEDIAN]);
    units_format_ns(number_get(summary, "low_ns"), low);
    units_format_ns(number_get(summary, "high_ns"), high);
    bool known = strcmp(low, "-") != 0 && strcmp(high, "-") != 0;
    snprintf(row->cells[COLUMN_INTERVAL], CELL_BYTES, known ? "%s .. %s" : "-", low, high);
    units_format_ns(number_get(json_object_get(row->json, "wall"), "median_ns"),
                    row->cells[COLUMN_WALL]);
    double percent = number_get(row->json, "floor_percent");
    const char *bound = text_get(json_object_get(row->json, "floor"), "bound", "");
    snprintf(row->cells[COLUMN_FLOOR], CELL_BYTES, isfinite(percent) ? "%.3g%s%.1s" : "-", percent,
             *bound ? " " : "", bound);
}

static void row_speedup(struct row *row)
{
    const json_t *ratio = json_object_get(row->json, "ratio");
    double middle = number_get(ratio, "ratio");
    double low = number_get(ratio, "low"), high = number_get(ratio, "high");
    char *cell = row->cells[COLUMN_SPEEDUP];
    if (json_is_true(json_object_get(row->json, "baseline")))
        snprintf(cell, CELL_BYTES, "1.00");
    else if (!(middle > 0))
        snprintf(cell, CELL_BYTES, "-");
    else if (low > 0 && high > 0)
        snprintf(cell, CELL_BYTES, "%.2f [%.2f, %.2f]", 1 / middle, 1 / high, 1 / low);
    else
        snprintf(cell, CELL_BYTES, "%.2f", 1 / middle);
}

static void row_check(struct row *row)
{
    const json_t *check = json_object_get(row->json, "check");
    const json_t *before = json_object_get(check, "before");
    const json_t *after = json_object_get(check, "after");
    bool ok = strcmp(row->status, "ok") == 0;
    bool wrong = json_is_false(before) || json_is_false(after);
    bool failed = strcmp(row->status, "failed_verify") == 0 || (ok && wrong);
    bool passed = json_is_true(before) && json_is_true(after);
    row->verified = ok && passed;
    snprintf(row->cells[COLUMN_CHECK], CELL_BYTES, "%s", failed ? "FAILED" : passed ? "ok" : "-");
}

static void row_notes(struct row *row)
{
    const json_t *summary = summary_get(row->json);
    char *cell = row->cells[COLUMN_NOTES], text[64], clock[CLOCK_NOTE_BYTES];
    if (row->wall)
        cell_add(cell, ", ", "wall time");
    const json_t *proof = json_object_get(row->json, "cache_proof");
    if (json_is_false(json_object_get(proof, "cold")) ||
        json_is_false(json_object_get(proof, "clean")))
        cell_add(cell, ", ", "cold caches not proven");
    clock_note_case(row->json, clock);
    if (*clock)
        cell_add(cell, ", ", clock);
    if (json_is_true(json_object_get(summary, "bimodal")))
        cell_add(cell, ", ", "bimodal");
    double drift = number_get(summary, "drift");
    if (fabs(drift) > drift_noted) {
        snprintf(text, sizeof text, "drift %+.3g %%", 100 * drift);
        cell_add(cell, ", ", text);
    }
    double count = number_get(summary, "count"), outliers = number_get(summary, "outliers");
    if (count < FEW_SAMPLES) {
        snprintf(text, sizeof text, "%.0f samples only", count);
        cell_add(cell, ", ", text);
    }
    if (outliers > 0) {
        snprintf(text, sizeof text, "%.0f outlier%s", outliers, outliers > 1 ? "s" : "");
        cell_add(cell, ", ", text);
    }
}

static void row_init(struct row *row, const json_t *json)
{
    row->json = json;
    row->workload = text_get(json, "workload", "(no workload)");
    row->status = text_get(json, "status", "unknown");
    row->wall = strcmp(text_get(json, "time", "gpu"), "wall") == 0;
    row->cold = strcmp(text_get(json, "cache", ""), "cold") == 0;
    row->ceiling = json_is_string(json_object_get(json, "ceiling"));
    row->median_ns = NAN;
    row_label(row);
    row_check(row);
    cell_add(row->cells[COLUMN_STATUS], "", row->status);
    cell_clean(row->cells[COLUMN_STATUS]);
    if (strcmp(row->status, "ok") == 0) {
        row->median_ns = number_get(summary_get(json), "median_ns");
        row_times(row);
        row_speedup(row);
        row_notes(row);
        return;
    }
    for (int column = COLUMN_MEDIAN; column <= COLUMN_FLOOR; column++)
        snprintf(row->cells[column], CELL_BYTES, "-");
    cell_add(row->cells[COLUMN_NOTES], "", text_get(json, "reason", ""));
    cell_clean(row->cells[COLUMN_NOTES]);
}

/* Table ---------------------------------------------------------------------------------------- */

/* Ceilings that come along with other cases need no rows, unless something went wrong. */
static void rows_hide(const struct table *table, struct row *row)
{
    bool well = strcmp(row->status, "ok") == 0 || strcmp(row->status, "unsupported") == 0;
    row->hidden = row->ceiling && well && table->ceiling_count < table->count;
}

static bool table_init(struct table *table, FILE *out, const json_t *document, bool colours)
{
    const json_t *cases = json_object_get(document, "cases");
    *table = (struct table){ .out = out, .colours = colours, .count = json_array_size(cases) };
    if (table->count == 0)
        return true;
    table->rows = calloc(table->count, sizeof *table->rows);
    if (!table->rows)
        return false;
    for (int column = 0; column < COLUMN_COUNT; column++)
        table->widths[column] = strlen(column_titles[column]);
    for (size_t i = 0; i < table->count; i++) {
        row_init(&table->rows[i], json_array_get(cases, i));
        table->ceiling_count += table->rows[i].ceiling;
    }
    for (size_t i = 0; i < table->count; i++) {
        rows_hide(table, &table->rows[i]);
        for (int column = 0; column < COLUMN_COUNT && !table->rows[i].hidden; column++) {
            size_t width = text_width(table->rows[i].cells[column]);
            if (table->widths[column] < width)
                table->widths[column] = width;
        }
    }
    return true;
}

static enum colour cell_colour(const struct row *row, enum column column)
{
    if (column == COLUMN_CHECK) {
        bool failed = strcmp(row->cells[COLUMN_CHECK], "FAILED") == 0;
        return failed ? COLOUR_RED : row->verified ? COLOUR_GREEN : COLOUR_NONE;
    }
    if (column == COLUMN_STATUS) {
        static const char *const bad[] = { "failed_verify", "error", "device_lost" };
        for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
            if (strcmp(row->status, bad[i]) == 0)
                return COLOUR_RED;
        return strcmp(row->status, "ok") == 0 ? COLOUR_GREEN : COLOUR_YELLOW;
    }
    return column == COLUMN_NOTES ? COLOUR_YELLOW : COLOUR_NONE;
}

/* One line of cells; titles when row is NULL. Numbers are set flush right, words flush left. */
static void line_print(const struct table *table, const struct row *row)
{
    for (int column = 0; column < COLUMN_COUNT; column++) {
        const char *text = row ? row->cells[column] : column_titles[column];
        enum colour colour = row ? cell_colour(row, (enum column)column) : COLOUR_NONE;
        int padding = (int)(table->widths[column] - text_width(text));
        bool right = column >= COLUMN_MEDIAN && column <= COLUMN_FLOOR;
        bool last = column + 1 == COLUMN_COUNT ||
                    (column == COLUMN_STATUS && row && row->cells[COLUMN_NOTES][0] == '\0');
        fprintf(table->out, "  %*s", right ? padding : 0, "");
        text_print(table, colour, text);
        if (last)
            break;
        fprintf(table->out, "%*s", right ? 0 : padding, "");
    }
    fputc('\n', table->out);
}

/* The fastest verified case of a workload among those judged by one clock, in one cache mode; NULL
 * when none. */
static const struct row *table_fastest(const struct table *table, const char *workload, bool wall,
                                       bool cold)
{
    const struct row *fastest = NULL;
    for (size_t i = 0; i < table->count; i++) {
        const struct row *row = &table->rows[i];
        if (row->wall == wall && row->cold == cold && row->verified && isfinite(row->median_ns) &&
            strcmp(row->workload, workload) == 0 &&
            (!fastest || row->median_ns < fastest->median_ns))
            fastest = row;
    }
    return fastest;
}

/* GPU time and wall time are not compared, nor are hot and cold caches: a group has a fastest case
 * of each. */
static void fastest_print(const struct table *table, const char *workload)
{
    bool any = false;
    fprintf(table->out, "  fastest verified: ");
    for (int mode = 0; mode < 4; mode++) {
        const bool wall = mode % 2 != 0, cold = mode >= 2;
        const struct row *row = table_fastest(table, workload, wall, cold);
        if (!row)
            continue;
        fprintf(table->out, "%s", any ? "; " : "");
        text_print(table, COLOUR_BOLD, row->cells[COLUMN_CASE]);
        fprintf(table->out, ", %s%s", row->cells[COLUMN_MEDIAN], wall ? " wall time" : "");
        any = true;
    }
    fprintf(table->out, "%s\n\n", any ? "" : "none");
}

/* What the bench has to say of its input. */
static void note_print(const struct table *table, const char *workload)
{
    char note[CELL_BYTES] = "";
    const json_t *entry;
    size_t i;
    json_array_foreach(table->workloads, i, entry)
    {
        const char *text = text_get(json_object_get(entry, "facts"), "note", "");
        if (*text && strcmp(text_get(entry, "name", ""), workload) == 0)
            cell_add(note, "", text);
    }
    cell_clean(note);
    if (*note)
        fprintf(table->out, "  %s\n", note);
}

static void group_print(const struct table *table, const char *workload)
{
    char heading[CELL_BYTES] = "";
    cell_add(heading, "", workload);
    cell_clean(heading);
    text_print(table, COLOUR_BOLD, heading);
    fputc('\n', table->out);
    note_print(table, workload);
    line_print(table, NULL);
    for (size_t i = 0; i < table->count; i++)
        if (strcmp(table->rows[i].workload, workload) == 0 && !table->rows[i].hidden)
            line_print(table, &table->rows[i]);
    fastest_print(table, workload);
}

static bool workload_is_new(const struct table *table, size_t index)
{
    if (table->rows[index].hidden)
        return false;
    for (size_t i = index; i-- > 0;)
        if (!table->rows[i].hidden &&
            strcmp(table->rows[i].workload, table->rows[index].workload) == 0)
            return false;
    return true;
}

static void device_print(const struct table *table, const json_t *document)
{
    const json_t *device = json_object_get(document, "device");
    char text[CELL_BYTES] = "", clock[CLOCK_NOTE_BYTES];
    const char *name = text_get(device, "name", NULL);
    if (!name)
        return;
    cell_add(text, "", name);
    cell_add(text, ", ", text_get(device, "driver_name", "driver unknown"));
    cell_add(text, " ", text_get(device, "driver_info", ""));
    cell_clean(text);
    text_print(table, COLOUR_BOLD, text);
    clock_note_run(document, clock);
    fprintf(table->out, "%s%s\n\n", *clock ? "; " : "", clock);
}

/* "3 cases: 2 ok, 1 failed_verify" */
static void counts_print(const struct table *table, const char *what, bool ceilings)
{
    size_t of_kind = ceilings ? table->ceiling_count : table->count - table->ceiling_count;
    fprintf(table->out, "%zu %s%s", of_kind, what, of_kind == 1 ? "" : "s");
    const char *separator = ": ";
    for (size_t i = 0; i < table->count; i++) {
        const char *status = table->rows[i].cells[COLUMN_STATUS];
        size_t count = 0;
        bool counted = table->rows[i].ceiling != ceilings;
        for (size_t j = 0; j < table->count; j++) {
            bool same = table->rows[j].ceiling == ceilings &&
                        strcmp(table->rows[j].cells[COLUMN_STATUS], status) == 0;
            counted |= same && j < i;
            count += same;
        }
        if (counted)
            continue;
        fprintf(table->out, "%s%zu %s", separator, count, status);
        separator = ", ";
    }
    fputc('\n', table->out);
}

static void ceilings_print(const struct table *table, const json_t *ceilings)
{
    if (!json_is_object(ceilings))
        return;
    text_print(table, COLOUR_BOLD, "ceilings of the device");
    fputc('\n', table->out);
    table_ceilings_print(table->out, ceilings);
}

void table_print(FILE *out, const json_t *document, bool colours)
{
    struct table table;
    if (!table_init(&table, out, document, colours)) {
        fprintf(out, "no memory for a table of %zu cases\n", table.count);
        return;
    }
    table.workloads = json_object_get(document, "workloads");
    device_print(&table, document);
    ceilings_print(&table, json_object_get(document, "ceilings"));
    for (size_t i = 0; i < table.count; i++)
        if (workload_is_new(&table, i))
            group_print(&table, table.rows[i].workload);
    if (table.ceiling_count > 0)
        counts_print(&table, "ceiling", true);
    if (table.ceiling_count == 0 || table.ceiling_count < table.count)
        counts_print(&table, "case", false);
    free(table.rows);
}
