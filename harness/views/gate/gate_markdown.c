/* SPDX-License-Identifier: MIT */
#include "harness/views/gate/gate_markdown.h"

#include "harness/analysis/gate/gate_report.h"
#include "harness/base/markup.h"
#include "harness/base/text.h"
#include "harness/base/units.h"
#include "harness/views/gate/gate_words.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ROOM_NOTES: kept free of rows, for what says how many are left out, and for the end. */
enum { NOTE_BYTES = 128, ROOM_NOTES = 3 * NOTE_BYTES, COMMAND_BYTES = 8192, KEY_BYTES = 100 };

/* Text ----------------------------------------------------------------------------------------- */

static size_t ticks_longest(const char *text)
{
    size_t longest = 0, length = 0;
    for (; *text; text++) {
        length = *text == '`' ? length + 1 : 0;
        longest = length > longest ? length : longest;
    }
    return longest;
}

static void ticks_write(FILE *out, size_t count)
{
    for (size_t i = 0; i < count; i++)
        fputc('`', out);
}

/* As code, within a table: a mark of a column behind a backslash could not be told from one that
 * ends the cell, so it becomes a broken bar there. Nothing for "". */
static void code_write(FILE *out, const char *text)
{
    const size_t ticks = 1 + ticks_longest(text);
    const bool pad = text[0] == '`' || (*text && text[strlen(text) - 1] == '`');
    bool behind = false;
    if (!*text)
        return;
    ticks_write(out, ticks);
    fputs(pad ? " " : "", out);
    for (uint32_t c = markup_next(&text); c; c = markup_next(&text)) {
        if (c == '|' && !behind)
            fputc('\\', out);
        markup_put_plain(out, c == '|' && behind ? 0xA6 : c);
        behind = c == '\\';
    }
    fputs(pad ? " " : "", out);
    ticks_write(out, ticks);
}

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
    const struct gate_result *outcome;
    const struct gate_row *row;
};

static void row_piece(FILE *out, const void *of)
{
    const struct piece *piece = of;
    const struct gate_row *row = piece->row;
    char ratio[GATE_WORDS_BYTES], remarks[GATE_WORDS_BYTES], detail[GATE_WORDS_BYTES], time[32];
    const struct gate_report_times times = gate_report_times(row);
    gate_words_ratio(&row->first.found, ratio);
    gate_words_remarks(row, remarks);
    gate_words_strip(remarks);
    gate_words_detail(piece->outcome, row, detail);
    fputs("| ", out);
    code_write(out, row->name);
    units_format_ns(times.old_ns, time);
    fprintf(out, " | %s", time);
    units_format_ns(times.new_ns, time);
    fprintf(out, " | %s | %s | %s%s%s | ", time, ratio, gate_row_fails(row) ? "**" : "",
            gate_verdict_name(row->verdict), gate_row_fails(row) ? "**" : "");
    code_write(out, remarks);
    fputs(*remarks && *detail ? "; " : "", out);
    code_write(out, detail);
    fputs(" |\n", out);
}

/* A page, and how much of it is full. */
struct page {
    FILE *out;
    size_t used, most;
    bool failed;
};

static void piece_write(struct text *text, void (*write)(FILE *out, const void *of), const void *of)
{
    FILE *out = text_stream(text);
    if (!out)
        return;
    write(out, of);
    fclose(out);
}

/* What `write` writes of `of`, where there is room for all of it; false: not a byte. */
static bool page_put(struct page *page, void (*write)(FILE *out, const void *of), const void *of)
{
    struct text text = { 0 };
    piece_write(&text, write, of);
    const bool fits = page->used + text.length <= page->most;
    page->failed = text.broken || page->failed;
    if (fits) {
        page->failed = fputs(text_string(&text), page->out) == EOF || page->failed;
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
    char text[NOTE_BYTES];
    const bool begun = page_put(page, text_piece,
                                "\n| row | old | new | B / A, 99 % | verdict | why |\n"
                                "|:---|---:|---:|---:|:---|:---|\n");
    size_t left = begun ? 0 : count;
    for (size_t i = 0; i < count && begun; i++)
        left += !page_put(page, row_piece, &(struct piece){ outcome, rows[i] });
    snprintf(text, sizeof(text), "\n%zu %s left out, for want of room.\n", left,
             left == 1 ? "row is" : "rows are");
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
    gate_words_verdict(outcome, verdict);
    gate_words_counts(&outcome->tally, counts);
    fputs("<!-- claimcheck ab ", out);
    key_write(out, outcome->new->device.name);
    fprintf(out, " -->\n**%s.** Rows: %s.\n", verdict, counts);
}

static void side_row(FILE *out, const char *what, const char *old, const char *new)
{
    fprintf(out, "| %s | ", what);
    code_write(out, old);
    fputs(" | ", out);
    code_write(out, new);
    fputs(" |\n", out);
}

static void sides_piece(FILE *out, const void *of)
{
    const struct gate_result *outcome = of;
    char old[GATE_WORDS_BYTES], new[GATE_WORDS_BYTES];
    fputs("\n| | old | new |\n|:---|:---|:---|\n", out);
    snprintf(old, sizeof(old), "%.200s", outcome->old->device.name);
    snprintf(new, sizeof(new), "%.200s", outcome->new->device.name);
    side_row(out, "device", old, new);
    gate_words_driver(outcome->old, old);
    gate_words_driver(outcome->new, new);
    side_row(out, "driver", old, new);
    gate_words_build(outcome->old, old);
    gate_words_build(outcome->new, new);
    if (outcome->kernels)
        snprintf(old, sizeof(old), "kernels of %.80s", outcome->kernels->commit);
    side_row(out, "build", old, new);
    gate_words_protocol(outcome, old);
    fprintf(out, "\n%s; %.19sZ.\n", old, outcome->started);
    if (outcome->new->device.software)
        fprintf(out, "%s.\n", gate_words_software(outcome));
    if (outcome->rows->unsaved > 0)
        fprintf(out, "\n%zu case%s not saved with the kernels.\n", outcome->rows->unsaved,
                outcome->rows->unsaved == 1 ? " was" : "s were");
}

static void retest_piece(FILE *out, const void *of)
{
    const char *command = of;
    const size_t longest = ticks_longest(command), ticks = longest < 3 ? 3 : longest + 1;
    if (strlen(command) > COMMAND_BYTES) {
        fputs("\nThe command that measures again what failed is too long for here: `ab` prints it "
              "at its end.\n",
              out);
        return;
    }
    fputs("\nWhat failed alone, once more, with your own paths:\n\n", out);
    ticks_write(out, ticks);
    fputs("sh\n", out);
    for (uint32_t c = markup_next(&command); c; c = markup_next(&command))
        markup_put_plain(out, c);
    fputc('\n', out);
    ticks_write(out, ticks);
    fputc('\n', out);
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
    snprintf(text, sizeof(text), "\n<details><summary>all %zu rows</summary>\n", count);
    if (!page_put(page, text_piece, text))
        return;
    rows_put(page, outcome, rows, count);
    page->most = GATE_MARKDOWN_BYTES;
    page_put(page, text_piece, "\n</details>\n");
}

bool gate_markdown(FILE *out, const struct gate_result *outcome)
{
    const struct gate_rows *rows = outcome->rows;
    const struct gate_row **sorted = malloc((rows->count + 1) * sizeof(*sorted));
    struct page page = { .out = out, .most = GATE_MARKDOWN_BYTES - ROOM_NOTES };
    char *retest = gate_words_retest(outcome);
    size_t kept = piece_bytes(sides_piece, outcome), notable = 0;
    if (!sorted || (outcome->retest && !retest)) {
        free(sorted);
        return false;
    }
    const size_t count = gate_report_sort(rows, sorted);
    while (notable < count && sorted[notable]->verdict != GATE_SAME)
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
    return !page.failed && !ferror(out);
}
