/* SPDX-License-Identifier: MIT */
#include "harness/analysis/gate/gate.h"
#include "harness/base/need.h"
#include "harness/base/plural.h"
#include "harness/base/text.h"
#include "harness/views/gate/gate_view.h"
#include "harness/views/gate/gate_words.h"
#include "harness/views/sheet/sheet_escape.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ROOM_NOTES: kept free of rows, for what says how many are left out, and for the end. */
enum { NOTE_BYTES = 128, ROOM_NOTES = 3 * NOTE_BYTES, COMMAND_BYTES = 8192, KEY_BYTES = 100 };

/* Within a comment of HTML, which "--" would end. */
static void key_write(FILE *out, const char *text)
{
    if (!*text)
        fputs("no_device", out);
    for (size_t i = 0; text[i] && i < KEY_BYTES; i++)
        fputc(isalnum((unsigned char)text[i]) ? text[i] : '_', out);
}

/* Rows ----------------------------------------------------------------------------------------- */

struct piece {
    struct sheet *sheet;
    const struct gate_result *outcome;
    const struct gate_row *row;
};

/* The first one begins with the titles; the sheet stays as it was, since a piece may be dropped. */
static void row_piece(FILE *out, const void *of)
{
    const struct piece *piece = of;
    const struct gate_row *row = piece->row;
    char ratio[GATE_WORDS_BYTES], remarks[GATE_WORDS_BYTES], detail[GATE_WORDS_BYTES];
    const struct judge_row judged = gate_row_judged(row);
    struct sheet sheet = *piece->sheet;
    struct text why = { 0 };
    sheet.out = out;
    gate_words_ratio(&row->first.found, ratio);
    gate_words_remarks(row, remarks);
    gate_words_strip(remarks);
    gate_words_detail(piece->outcome, row, detail);
    text_add(&why, remarks);
    if (*detail)
        text_join(&why, SHEET_UNIT, "%s", detail);
    SHEET_ROW(&sheet, sheet_words(row->name), sheet_number(judged.old.value),
              sheet_number(judged.new.value), sheet_words(ratio),
              { .text = judge_verdict_name(row->verdict), .strong = judge_fails(&judged) },
              sheet_words(text_string(&why)));
    text_finish(&why);
}

/* A page, and how much of it is full. */
struct page {
    FILE *out;
    size_t used, most;
};

static void piece_write(struct text *text, void (*write)(FILE *out, const void *of), const void *of)
{
    FILE *out = text_stream(text);
    write(out, of);
    text_stream_close(out);
}

/* Puts on the page what `write` writes of `of` if there is room for all of it; otherwise false, and
 * no byte. */
static bool page_put(struct page *page, void (*write)(FILE *out, const void *of), const void *of)
{
    struct text text = { 0 };
    piece_write(&text, write, of);
    const bool fits = page->used + text.length <= page->most;
    if (fits) {
        fputs(text_string(&text), page->out);
        page->used += text.length;
    }
    text_finish(&text);
    return fits;
}

static void text_piece(FILE *out, const void *of)
{
    fputs(of, out);
}

static void rows_put(struct page *page, const struct gate_result *outcome,
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
    char text[NOTE_BYTES];
    struct sheet sheet;
    size_t left = page_put(page, text_piece, "\n") ? 0 : count;
    sheet_init(&sheet, page->out, &(struct sheet_look){ .style = SHEET_MARKDOWN });
    sheet_table(&sheet, &(struct sheet_table){ SHEET_COLUMNS(columns) });
    for (size_t i = 0; i < count && left < count; i++)
        if (page_put(page, row_piece, &(struct piece){ &sheet, outcome, rows[i] }))
            sheet.begun = true;
        else
            left++;
    snprintf(text, sizeof(text), "\n%zu %s left out, for lack of room.\n", left,
             plural(left, "row is", "rows are"));
    page->most += NOTE_BYTES;
    if (left > 0)
        page_put(page, text_piece, text);
    page->most -= NOTE_BYTES;
}

/* Head and end --------------------------------------------------------------------------------- */

static void head_piece(FILE *out, const void *of)
{
    const struct gate_result *outcome = of;
    char verdict[GATE_WORDS_BYTES], counts[GATE_WORDS_BYTES];
    judge_words(&outcome->tally, outcome->code, verdict);
    judge_counts(&outcome->tally, counts);
    fputs("<!-- claimcheck ab ", out);
    key_write(out, outcome->new->device.name);
    fprintf(out, " -->\n**%s.** Rows: %s.%s%s\n", verdict, counts,
            outcome->rows->count > 0 ? " " : "", outcome->rows->count > 0 ? judge_legend : "");
}

static void sides_view(struct sheet *sheet, const void *of)
{
    static const struct sheet_column columns[] = {
        { .title = "" },
        { .title = "old", .type = SHEET_CODE },
        { .title = "new", .type = SHEET_CODE },
    };
    const struct gate_result *outcome = of;
    const struct run *sides[] = { outcome->old, outcome->new };
    char device[2][GATE_WORDS_BYTES], driver[2][GATE_WORDS_BYTES], build[2][GATE_WORDS_BYTES];
    char protocol[GATE_WORDS_BYTES];
    for (size_t i = 0; i < 2; i++) {
        snprintf(device[i], sizeof(device[i]), "%.200s", sides[i]->device.name);
        gate_words_driver(sides[i], driver[i]);
        gate_words_build(sides[i], build[i]);
    }
    if (outcome->kernels)
        snprintf(build[0], sizeof(build[0]), "kernels of %.80s", outcome->kernels->commit);
    gate_words_protocol(outcome, protocol);
    sheet_table(sheet, &(struct sheet_table){ SHEET_COLUMNS(columns) });
    SHEET_ROW(sheet, sheet_words("device"), sheet_words(device[0]), sheet_words(device[1]));
    SHEET_ROW(sheet, sheet_words("driver"), sheet_words(driver[0]), sheet_words(driver[1]));
    SHEET_ROW(sheet, sheet_words("build"), sheet_words(build[0]), sheet_words(build[1]));
    sheet_note(sheet, "", "%s; %.19sZ.%s%s%s", protocol, outcome->started,
               sides[1]->device.software ? " " : "", gate_words_software(outcome),
               sides[1]->device.software ? "." : "");
    if (outcome->rows->unsaved > 0)
        sheet_note(sheet, "", "%zu case%s not saved with the kernels.", outcome->rows->unsaved,
                   plural(outcome->rows->unsaved, " was", "s were"));
}

static void sides_piece(FILE *out, const void *of)
{
    fputc('\n', out);
    sheet_write(out, &(struct sheet_look){ .style = SHEET_MARKDOWN }, sides_view, of);
}

static void retest_piece(FILE *out, const void *of)
{
    const char *command = of;
    if (strlen(command) > COMMAND_BYTES) {
        fputs("\nThe command that measures the failed rows again is too long for here: `ab` prints "
              "it "
              "at its end.\n",
              out);
        return;
    }
    fputs("\nThe failed rows alone, once more, with your own paths:\n\n", out);
    sheet_escape_fence(out, "sh", command);
}

static size_t piece_bytes(void (*write)(FILE *out, const void *of), const void *of)
{
    struct text text = { 0 };
    piece_write(&text, write, of);
    const size_t bytes = text.length;
    text_finish(&text);
    return bytes;
}

static void folded_put(struct page *page, const struct gate_result *outcome,
                       const struct gate_row *const *rows, size_t count)
{
    char text[NOTE_BYTES];
    snprintf(text, sizeof(text), "\n<details><summary>all %zu row%s</summary>\n", count,
             plural(count, "", "s"));
    if (!page_put(page, text_piece, text))
        return;
    rows_put(page, outcome, rows, count);
    page->most = GATE_MARKDOWN_BYTES;
    page_put(page, text_piece, "\n</details>\n");
}

void gate_markdown(FILE *out, const void *of)
{
    const struct gate_result *outcome = of;
    const struct gate_rows *rows = outcome->rows;
    const struct gate_row **sorted = need_bytes(rows->count * sizeof(*sorted));
    struct page page = { .out = out, .most = GATE_MARKDOWN_BYTES - ROOM_NOTES };
    char *retest = gate_words_retest(outcome);
    size_t kept = piece_bytes(sides_piece, outcome), notable = 0;
    const size_t count = gate_report_sort(rows, sorted);
    while (notable < count && sorted[notable]->verdict != JUDGE_SAME)
        notable++;
    if (retest)
        kept += piece_bytes(retest_piece, retest);
    page_put(&page, head_piece, outcome);
    page.most -= kept;
    if (notable > 0)
        rows_put(&page, outcome, sorted, notable);
    page.most += kept + NOTE_BYTES; /* what the note of these rows could use */
    if (retest)
        page_put(&page, retest_piece, retest);
    page_put(&page, sides_piece, outcome);
    if (notable < count)
        folded_put(&page, outcome, sorted, count);
    free(retest);
    free(sorted);
}
