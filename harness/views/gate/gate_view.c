/* SPDX-License-Identifier: MIT */
#include "harness/base/need.h"
#include "harness/views/gate/gate.h"
#include "harness/views/table/table.h"

#include <ctype.h>
#include <string.h>

static const char *number_text(double number, char text[16])
{
    snprintf(text, 16, "%.*f", number < 9.9995 ? 3 : number < 99.95 ? 1 : 0, number);
    return text;
}

/* The ratio of times with the bounds that decided it, or where the row passed early, with the upper
 * one; "" where there is none. */
static const char *gate_words_ratio(const struct gate_found *found, char text[GATE_WORDS_BYTES])
{
    const char *number = number_text(found->bounds.ratio, (char[16]){ 0 });
    const char *low = number_text(found->bounds.low, (char[16]){ 0 });
    const char *high = number_text(found->bounds.high, (char[16]){ 0 });
    if (found->launches == 0)
        text[0] = 0;
    else if (found->whole && !isnan(found->bounds.low))
        snprintf(text, GATE_WORDS_BYTES, "%s [%s, %s]", number, low, high);
    else if (!isnan(found->bounds.high))
        snprintf(text, GATE_WORDS_BYTES, "%s, below %s", number, high);
    else
        snprintf(text, GATE_WORDS_BYTES, "%s", number);
    return text;
}

/* Adds the remarks on a verdict. */
static void remarks_add(struct text *text, const struct gate_row *row)
{
    const struct gate_found *found = &row->first.found;
    char counters[GATE_COUNTERS_TEXT_BYTES];
    gate_counters_text(&row->counters, false, counters);
    if (row->verdict == JUDGE_FLAKY)
        text_add(text, "slower at first, not when it was measured again");
    else if (row->verdict == JUDGE_SAME && found->launches > 0 && found->slower_small)
        text_add(text, "slower by less than the threshold");
    else if (found->scattered || row->again.found.scattered)
        text_add(text, "launches of one side differ too much to say");
    else if (!row->untimed)
        text_add(text, row->reason);
    if (!gate_row_fails(row) && *counters)
        text_join(text, "; ", "%s", counters);
    if (found->disagree && (gate_row_fails(row) || row->verdict == JUDGE_FASTER))
        text_join(text, "; ", "the shortest times disagree");
    if (row->limit)
        text_join(text, "; ", "a threshold of %.3g %%: %.160s", 100 * row->theta,
                  row->limit->reason);
    if (row->quarantine)
        text_join(text, "; ", "in quarantine until %s: %.160s", row->quarantine->until,
                  row->quarantine->reason);
}

/* For a file: paths of the machine are their last names. malloc'ed. */
static char *stripped(const char *text)
{
    json_auto_t *json = paths_strip_text(text);
    return need_copy(json_string_value(json));
}

char *gate_words_retest(const struct gate_result *outcome)
{
    return outcome->retest ? stripped(outcome->retest) : NULL;
}

static void pass_add(struct text *text, const struct gate_detail *detail)
{
    const struct trace_pair_case *timeline = detail->timeline;
    const struct trace_pair_pass *pass = timeline ? trace_pair_grown(timeline) : NULL;
    if (!timeline)
        return;
    const char *all_old = units_format_ns(1000 * timeline->us[TRACE_A], UNITS_ROOM);
    const char *all_new = units_format_ns(1000 * timeline->us[TRACE_B], UNITS_ROOM);
    if (!pass) {
        text_join(text, "; ", "no pass has grown; all together: %s, then %s", all_old, all_new);
        return;
    }
    const char *old = units_format_ns(1000 * pass->us[TRACE_A], UNITS_ROOM);
    const char *new = units_format_ns(1000 * pass->us[TRACE_B], UNITS_ROOM);
    text_join(text, "; ", "most of it in %.160s: %s to %s, of %s to %s in all",
              trace_pair_name(pass), pass->there[TRACE_A] ? old : "none",
              pass->there[TRACE_B] ? new : "none", all_old, all_new);
}

/* Adds the reasons for a verdict: "most of it in t/k: 10.0 µs to 12.0 µs; t/k: registers 40 to 64";
 * nothing where none is known. */
static void details_add(struct text *text, const struct gate_result *outcome,
                        const struct gate_row *row)
{
    foreach (const struct gate_detail, detail, outcome->details, outcome->detail_count) {
        if (detail->row != row)
            continue;
        pass_add(text, detail);
        foreach (const struct gate_detail_kernel, kernel, detail->kernels, detail->kernel_count) {
            static const char *const words[GATE_FACTS] = { "registers", "spills",
                                                           "bytes of local memory" };
            OWNED_TEXT struct text facts = { 0 };
            for (int i = 0; i < GATE_FACTS; i++)
                if (fabs(kernel->new[i] - kernel->old[i]) > 0)
                    text_join(&facts, ", ", "%s %.0f to %.0f", words[i], kernel->old[i],
                              kernel->new[i]);
            text_join(text, "; ", "%.160s: %s", kernel->name, text_string(&facts));
        }
    }
    if (text->string)
        printable_clean(text->string);
}

void gate_words_row(const struct gate_result *outcome, const struct gate_row *row,
                    struct text *text)
{
    OWNED_TEXT struct text remarks = { 0 }, details = { 0 };
    const char *ratio = gate_words_ratio(&row->first.found, GATE_ROOM);
    remarks_add(&remarks, row);
    OWNED char *file = stripped(text_string(&remarks));
    details_add(&details, outcome, row);
    if (*ratio)
        text_add_format(text, "B / A %s", ratio);
    if (*file)
        text_join(text, "; ", "%s", file);
    if (details.length > 0)
        text_join(text, "; ", "%s", text_string(&details));
}

const char *gate_words_build(const struct run *side, char text[GATE_WORDS_BYTES])
{
    const struct run_tool *tool = &side->tool;
    snprintf(text, GATE_WORDS_BYTES, "%.60s%s%.60s", tool->version, *tool->commit ? " " : "",
             tool->commit);
    return text;
}

const char *gate_words_driver(const struct run *side, char text[GATE_WORDS_BYTES])
{
    const struct run_device *device = &side->device;
    snprintf(text, GATE_WORDS_BYTES, "%.120s %.120s",
             *device->driver_name ? device->driver_name : "not named", device->driver_info);
    return text;
}

const char *gate_words_protocol(const struct gate_result *outcome, char text[GATE_WORDS_BYTES])
{
    const struct gate_rows *rows = outcome->rows;
    if (outcome->stored)
        snprintf(text, GATE_WORDS_BYTES, "runs that share no rounds, threshold %.3g %%",
                 100 * rows->rule.theta);
    else
        snprintf(text, GATE_WORDS_BYTES, "%zu launch%s%s%s, seed %llu, threshold %.3g %%",
                 outcome->launches, plural(outcome->launches, "", "es"),
                 outcome->kernels ? " of both" : " of either side",
                 outcome->launches_again > 0 ? ", and again to confirm" : "",
                 (unsigned long long)outcome->seed, 100 * rows->rule.theta);
    if (outcome->stored && rows->theta_other > rows->rule.theta)
        text_join_cut(text, GATE_WORDS_BYTES, ", ",
                      "%.3g %% on another unit, driver or configuration", 100 * rows->theta_other);
    if (rows->rule.commands)
        text_join_cut(text, GATE_WORDS_BYTES, "; ",
                      "not verified: these commands checked their results themselves, or nobody "
                      "did");
    return text;
}

/* Says that a device is a software device, and which of its rows gate; "" of any other. Static
 * storage. */
static const char *gate_words_software(const struct gate_result *outcome)
{
    if (!outcome->new->device.software)
        return "";
    return outcome->stored ? "A software device: results and counters are judged, and no times"
           : outcome->rows->rule.software_times
               ? "A software device: its times are those of the host's processor"
               : "A software device: results and counters are judged, times only with --times";
}

const char *gate_words_unsaved(const struct saved_kernels *kernels, size_t count,
                               char text[GATE_WORDS_BYTES])
{
    snprintf(text, GATE_WORDS_BYTES, "%zu case%s not saved in %.200s", count,
             plural(count, " was", "s were"), kernels->path);
    return text;
}

const struct run_case *gate_words_case(const struct gate_row *row)
{
    return row->new ? row->new : row->old;
}

/* Gate print ----------------------------------------------------------------------------------- */

static void head_view(struct sheet *sheet, const struct gate_result *outcome)
{
    const bool colours = sheet->look.colours, commands = outcome->rows->rule.commands;
    char text[GATE_WORDS_BYTES] = "";
    fputs(!colours ? "" : outcome->code == EXIT_CODE_OK ? "\033[32m" : "\033[31m", sheet->out);
    sheet_note(sheet, "", "%s", judge_words(&outcome->tally, outcome->code, JUDGE_ROOM));
    fputs(colours ? "\033[0m" : "", sheet->out);
    sheet_note(sheet, "rows: ", "%s", judge_counts(&outcome->tally, JUDGE_ROOM));
    sheet_note(sheet, "on  ", "%s", outcome->new->device.name);
    if (outcome->kernels) {
        const struct saved_kernels *kernels = outcome->kernels;
        const struct gate_rows *rows = outcome->rows;
        judge_count_add(text, kernels->count, "differ");
        judge_count_add(text, kernels->same, "are the same");
        judge_count_add(text, kernels->gone, "are gone");
        judge_count_add(text, kernels->other,
                        "differ and cannot be compared, as they are of pipelines that "
                        "draw or trace");
        sheet_note(sheet, "A   ", "kernels of %.80s: %s", kernels->commit, text);
        if (rows->unchanged > 0)
            sheet_note(sheet, "    ", "%zu case%s no kernel that differs, and %s left out",
                       rows->unchanged, plural(rows->unchanged, " has", "s have"),
                       plural(rows->unchanged, "is", "are"));
        if (rows->unsaved > 0)
            sheet_note(sheet, "    ", "%s", gate_words_unsaved(kernels, rows->unsaved, GATE_ROOM));
    } else if (!outcome->stored && !commands)
        sheet_note(sheet, "A   ", "%s, driver %.260s", gate_words_build(outcome->old, GATE_ROOM),
                   gate_words_driver(outcome->old, GATE_ROOM));
    for (size_t i = 0; i < outcome->stored_count; i++)
        sheet_note(sheet, i == 0 ? "A   " : "    ", "%s", outcome->stored[i]);
    if (!commands)
        sheet_note(sheet, "B   ", "%s, driver %.260s", gate_words_build(outcome->new, GATE_ROOM),
                   gate_words_driver(outcome->new, GATE_ROOM));
    sheet_note(sheet, "by  ", "%s", gate_words_protocol(outcome, GATE_ROOM));
    if (outcome->new->device.software)
        sheet_note(sheet, "    ", "%s", gate_words_software(outcome));
}

static const char *interval_words(struct stats_interval interval, char text[GATE_WORDS_BYTES])
{
    snprintf(text, GATE_WORDS_BYTES, "%s .. %s", units_format_ns(interval.low, UNITS_ROOM),
             units_format_ns(interval.high, UNITS_ROOM));
    return text;
}

static void row_view(struct sheet *sheet, const struct gate_row *row)
{
    const struct gate_found *found = &row->first.found;
    const char *colour = gate_row_fails(row)            ? TABLE_RED
                         : row->verdict == JUDGE_FASTER ? TABLE_GREEN
                         : row->verdict == JUDGE_SAME   ? NULL
                                                        : TABLE_YELLOW;
    char smallest[32] = "";
    OWNED_TEXT struct text remarks = { 0 };
    remarks_add(&remarks, row);
    if (found->launches > 0 && found->whole && !isnan(found->smallest))
        snprintf(smallest, sizeof(smallest), "%.1f %%", 100 * found->smallest);
    SHEET_ROW(sheet, { .text = judge_verdict_name(row->verdict), .colour = colour },
              sheet_words(gate_words_ratio(found, GATE_ROOM)),
              sheet_number(row->old ? run_case_median_ns(row->old) : NAN),
              sheet_number(row->new ? run_case_median_ns(row->new) : NAN), sheet_words(smallest),
              sheet_words(row->old ? interval_words(run_case_interval(row->old), GATE_ROOM) : ""),
              sheet_words(row->new ? interval_words(run_case_interval(row->new), GATE_ROOM) : ""),
              sheet_words(table_label(TABLE_ROOM, gate_words_case(row), NULL)),
              sheet_words(text_string(&remarks)));
}

/* The rows below their workload, and below those the kernels that were held against themselves. */
static const char *group_of(const struct gate_row *row)
{
    return row->built_in ? "kernels against themselves" : gate_words_case(row)->workload;
}

void gate_rows_view(struct sheet *sheet, const struct gate_rows *rows, bool stored,
                    bool (*is_shown)(const void *context, const struct gate_row *row),
                    const void *context)
{
    enum { TEXT = SHEET_IN(SHEET_TEXT), NO_TEXT = ~TEXT };
    const unsigned in = stored ? TEXT : NO_TEXT;
    const struct sheet_column columns[] = {
        { .title = "verdict", .width = 13 },
        { .title = "B / A, bounds", .width = 21 },
        { .title = "A", .type = SHEET_NS, .width = 8, .in = in },
        { .title = "B", .type = SHEET_NS, .width = 8, .in = in },
        { .title = "found", .type = SHEET_NUMBER, .width = 7, .from = stored ? SHEET_WIDE : 0 },
        { .title = "95 % of A", .width = 20, .in = in, .from = SHEET_WIDE },
        { .title = "95 % of B", .width = 20, .in = in, .from = SHEET_WIDE },
        { .title = "case", .place = SHEET_OR_BELOW },
        { .title = "", .place = SHEET_BELOW },
    };
    SHEET_TABLE(sheet, columns, .indent = 2);
    for (size_t k = 0; k < 2 * rows->count; k++) { /* those that are built in come last */
        const struct gate_row *first = &rows->rows[k % rows->count], *row = rows->rows;
        if (first->built_in != (k >= rows->count) || !is_shown(context, first))
            continue;
        while (row < first && !(row->built_in == first->built_in && is_shown(context, row) &&
                                strcmp(group_of(row), group_of(first)) == 0))
            row++;
        if (row < first) /* the group is there */
            continue;
        sheet_group(sheet, "%s", group_of(first));
        for (; row < rows->rows + rows->count; row++)
            if (row->built_in == first->built_in && is_shown(context, row) &&
                strcmp(group_of(row), group_of(first)) == 0)
                row_view(sheet, row);
    }
    sheet_table_end(sheet);
}

/* Leaves out rows without news, where a terminal would have many. */
static bool is_shown(const void *of, const struct gate_row *row)
{
    enum { LISTED_MAX = 30 };
    const struct gate_result *outcome = of;
    return !outcome->brief || outcome->rows->count <= LISTED_MAX || row->verdict != JUDGE_SAME;
}

static void view(struct sheet *sheet, const void *of)
{
    const struct gate_result *outcome = of;
    head_view(sheet, outcome);
    const struct gate_rows *rows = outcome->rows;
    size_t left_out = 0;
    sheet_note(sheet, "", "%s", judge_legend);
    gate_rows_view(sheet, rows, false, is_shown, outcome);
    for (size_t i = 0; i < rows->count; i++)
        left_out += !is_shown(outcome, &rows->rows[i]);
    if (left_out > 0)
        sheet_note(sheet, "", "%zu rows that are SAME are not listed on a terminal: a pipe has all",
                   left_out);
    if (outcome->cause_count > 0)
        sheet_heading(sheet, "what fails, by the kernel that it shares");
    foreach (const struct gate_cause, cause, outcome->causes, outcome->cause_count) {
        sheet_note(sheet, "  ", "%.200s%s: %zu row%s", cause->kernel ? cause->kernel : "no kernel",
                   cause->kernel && cause->changed ? ", which was changed" : "",
                   COUNTED(cause->count));
        for (size_t k = 0; k < cause->count; k++) {
            OWNED_TEXT struct text details = { 0 };
            details_add(&details, outcome, cause->rows[k]);
            sheet_note(sheet, "    ", "%s", cause->rows[k]->name);
            if (details.length > 0)
                sheet_note(sheet, "      ", "%s", text_string(&details));
        }
    }
}

void gate_print(FILE *out, const struct gate_result *outcome, bool colours)
{
    sheet_write(out, &(struct sheet_look){ .colours = colours }, view, outcome);
    if (outcome->retest)
        fprintf(out, "\nthe failed rows alone, once more:\n  %s\n", outcome->retest);
}

/* Gate markdown -------------------------------------------------------------------------------- */

/* ROOM_NOTES: kept free of rows, for what says how many are left out, and for the end. */
enum { ROOM_NOTES = 384, COMMAND_BYTES = 8192, KEY_BYTES = 100 };

/* Adds rows as long as the page has no more than so many bytes, and how many are left out. The
 * first row begins with the titles; of a row that is dropped the sheet knows nothing. */
static void rows_add(struct text *page, size_t most, const struct gate_result *outcome,
                     const struct gate_row *const *rows, size_t count)
{
    static const struct sheet_column columns[] = {
        { .title = "row", .type = SHEET_CODE },
        { .title = "old", .type = SHEET_NS },
        { .title = "new", .type = SHEET_NS },
        { .title = "B / A, bounds", .type = SHEET_RATIO },
        { .title = "verdict" },
        { .title = "why", .type = SHEET_CODE },
    };
    struct sheet sheet;
    size_t left = 0;
    text_add(page, "\n");
    sheet_init(&sheet, NULL, &(struct sheet_look){ .style = SHEET_MARKDOWN });
    sheet_table(&sheet, &(struct sheet_table){ SHEET_COLUMNS(columns) });
    for (size_t i = 0; i < count; i++) {
        const struct gate_row *row = rows[i];
        const size_t before = page->length;
        struct sheet piece = sheet;
        OWNED_TEXT struct text remarks = { 0 }, details = { 0 };
        piece.out = text_stream(page);
        remarks_add(&remarks, row);
        details_add(&details, outcome, row);
        OWNED char *file = stripped(text_string(&remarks));
        OWNED char *why = text_make("%s%s%s", file, *file && details.length > 0 ? SHEET_UNIT : "",
                                    text_string(&details));
        SHEET_ROW(&piece, sheet_words(row->name), sheet_number(gate_row_median(row, false)),
                  sheet_number(gate_row_median(row, true)),
                  sheet_words(gate_words_ratio(&row->first.found, GATE_ROOM)),
                  { .text = judge_verdict_name(row->verdict), .strong = gate_row_fails(row) },
                  sheet_words(why));
        text_stream_close(piece.out);
        if (page->length <= most) {
            sheet.begun = true;
            continue;
        }
        page->length = before;
        page->string[before] = 0;
        left++;
    }
    if (left > 0)
        text_add_format(page, "\n%zu %s left out, for lack of room.\n", left,
                        plural(left, "row is", "rows are"));
}

static void sides_view(struct sheet *sheet, const void *of)
{
    static const struct sheet_column columns[] = {
        { .title = "" },
        { .title = "old", .type = SHEET_CODE },
        { .title = "new", .type = SHEET_CODE },
    };
    const struct gate_result *outcome = of;
    const struct run *old = outcome->old, *new = outcome->new;
    OWNED char *build = outcome->kernels ? text_make("kernels of %.80s", outcome->kernels->commit)
                                         : need_copy(gate_words_build(old, GATE_ROOM));
    sheet_table(sheet, &(struct sheet_table){ SHEET_COLUMNS(columns) });
    SHEET_ROW(sheet, sheet_words("device"), sheet_words(old->device.name),
              sheet_words(new->device.name));
    SHEET_ROW(sheet, sheet_words("driver"), sheet_words(gate_words_driver(old, GATE_ROOM)),
              sheet_words(gate_words_driver(new, GATE_ROOM)));
    SHEET_ROW(sheet, sheet_words("build"), sheet_words(build),
              sheet_words(gate_words_build(new, GATE_ROOM)));
    const bool software = outcome->new->device.software;
    sheet_note(sheet, "", "%s; %.19sZ.%s%s%s", gate_words_protocol(outcome, GATE_ROOM),
               outcome->started, software ? " " : "", gate_words_software(outcome),
               software ? "." : "");
    if (outcome->rows->unsaved > 0)
        sheet_note(sheet, "", "%zu case%s not saved with the kernels.", outcome->rows->unsaved,
                   plural(outcome->rows->unsaved, " was", "s were"));
}

void gate_markdown(FILE *out, const void *of)
{
    enum { MOST = GATE_MARKDOWN_BYTES - ROOM_NOTES };
    const struct gate_result *outcome = of;
    const struct gate_rows *rows = outcome->rows;
    OWNED const struct gate_row **sorted = need_bytes(rows->count * sizeof(*sorted));
    const char *name = outcome->new->device.name;
    OWNED_TEXT struct text page = { 0 }, end = { 0 };
    OWNED char *retest = gate_words_retest(outcome);
    size_t notable = 0;
    const size_t count = gate_report_sort(rows, sorted);
    while (notable < count && sorted[notable]->verdict != JUDGE_SAME)
        notable++;
    FILE *stream = text_stream(&end);
    if (retest && strlen(retest) > COMMAND_BYTES) {
        fputs("\nThe command that measures the failed rows again is too long for here: `ab` prints "
              "it at its end.\n",
              stream);
    } else if (retest) {
        fputs("\nThe failed rows alone, once more, with your own paths:\n\n", stream);
        sheet_escape_fence(stream, "sh", retest);
    }
    fputc('\n', stream);
    sheet_write(stream, &(struct sheet_look){ .style = SHEET_MARKDOWN }, sides_view, outcome);
    text_stream_close(stream);
    text_add(&page, *name ? "<!-- claimcheck ab " : "<!-- claimcheck ab no_device");
    for (size_t i = 0; name[i] && i < KEY_BYTES; i++) /* "--" would end a comment of HTML */
        text_add_bytes(&page, isalnum((unsigned char)name[i]) ? &name[i] : "_", 1);
    text_add_format(&page, " -->\n**%s.** Rows: %s.%s%s\n",
                    judge_words(&outcome->tally, outcome->code, JUDGE_ROOM),
                    judge_counts(&outcome->tally, JUDGE_ROOM), rows->count > 0 ? " " : "",
                    rows->count > 0 ? judge_legend : "");
    if (notable > 0)
        rows_add(&page, end.length < MOST ? MOST - end.length : 0, outcome, sorted, notable);
    text_add(&page, text_string(&end));
    if (notable < count) {
        text_add_format(&page, "\n<details><summary>all %zu row%s</summary>\n", COUNTED(count));
        rows_add(&page, MOST, outcome, sorted, count);
        text_add(&page, "\n</details>\n");
    }
    fputs(text_string(&page), out);
}
