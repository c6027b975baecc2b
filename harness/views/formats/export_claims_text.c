/* SPDX-License-Identifier: MIT */
/* export_claims_text.c: verdicts as CSV and as Markdown. */
#include "harness/views/claims/claims_words.h"
#include "harness/views/formats/export_claims.h"

#include <math.h>
#include <string.h>

/* CSV ------------------------------------------------------------------------------------------ */

static void cell_text(FILE *out, const char *text)
{
    if (!text[strcspn(text, ",\"\r\n")]) {
        fprintf(out, "%s,", text);
        return;
    }
    fputc('"', out);
    for (; *text; text++)
        fprintf(out, *text == '"' ? "\"\"" : "%c", *text);
    fprintf(out, "\",");
}

static void cell_number(FILE *out, double number)
{
    if (isfinite(number))
        fprintf(out, "%.17g,", number);
    else
        fputc(',', out);
}

static void csv_line(FILE *out, const struct claims_device *device,
                     const struct claims_entry *entry)
{
    static const struct claims_pair none = { .a = "",
                                             .b = "",
                                             .a_plain = NAN,
                                             .b_plain = NAN,
                                             .published = NAN,
                                             .estimate = { .value = NAN,
                                                           .interval = { NAN, NAN } } };
    const struct claims_pair *pair = entry->decided ? entry->decided : &none;
    char marks[CLAIMS_MARKS_BYTES];
    claims_words_marks(entry, marks);
    cell_text(out, device->name);
    cell_text(out, entry->paper->id);
    cell_text(out, entry->claim->id);
    cell_text(out, verdict_name(entry->verdict));
    cell_text(out, published_relation_name(entry->claim->relation));
    cell_number(out, entry->claim->stated);
    cell_text(out, entry->claim->unit);
    cell_number(out, pair->estimate.value);
    cell_number(out, pair->estimate.interval.low);
    cell_number(out, pair->estimate.interval.high);
    cell_number(out, entry->place_low);
    cell_number(out, entry->place_high);
    cell_number(out, (double)pair->estimate.n);
    cell_number(out, (double)pair->estimate.processes);
    cell_number(out, (double)entry->pair_count);
    cell_number(out, pair->a_plain);
    cell_number(out, pair->b_plain);
    cell_text(out, marks);
    cell_text(out, entry->reason);
    cell_text(out, pair->a);
    cell_text(out, pair->b);
    fprintf(out, "%d,%s,%d\r\n", entry->measured, entry->claim->ours ? "ours" : "paper",
            *entry->claim->by_construction != 0);
}

void export_claims_csv(FILE *out, const struct claims *claims)
{
    fprintf(out, "device,paper,claim,verdict,relation,published,published_unit,value,low,high,"
                 "place_low,place_high,samples,processes,pairs,a_value,b_value,marks,reason,a,b,"
                 "measured,origin,by_construction\r\n");
    for (size_t i = 0; i < claims->device_count; i++)
        for (size_t k = 0; k < claims->devices[i].entry_count; k++)
            csv_line(out, &claims->devices[i], &claims->devices[i].entries[k]);
}

/* Markdown ------------------------------------------------------------------------------------- */

/* A text in a cell: no bar, no line. */
static void markdown_text(FILE *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '|' || *text == '\\' || *text == '<')
            fputc('\\', out);
        fputc((unsigned char)*text < ' ' ? ' ' : *text, out);
    }
}

static void markdown_line(FILE *out, const struct claims_entry *entry)
{
    char paper[CLAIMS_WORDS_BYTES], here[CLAIMS_WORDS_BYTES], n[CLAIMS_WORDS_BYTES];
    char marks[CLAIMS_MARKS_BYTES];
    claims_words_paper(entry, paper);
    claims_words_here(entry, true, here);
    claims_words_n(entry, n);
    claims_words_marks(entry, marks);
    fprintf(out, "| %s | ", entry->claim->id);
    markdown_text(out, entry->claim->statement);
    fprintf(out, " | %s | %s | %s | ", paper, here, *n ? n : "-");
    fprintf(out, "%s | ", verdict_name(entry->verdict));
    markdown_text(out, entry->reason);
    fprintf(out, "%s%s |\n", *entry->reason && *marks ? "; " : "", marks);
}

static bool paper_measured(const struct claims_device *device, const struct published *paper)
{
    for (size_t i = 0; i < device->entry_count; i++)
        if (device->entries[i].paper == paper && device->entries[i].measured)
            return true;
    return false;
}

void export_claims_markdown(FILE *out, const struct claims *claims)
{
    for (size_t i = 0; i < claims->device_count; i++) {
        const struct claims_device *device = &claims->devices[i];
        fprintf(out, "%s**%s**, %s\n\n", i > 0 ? "\n" : "", device->name,
                device->runs[0]->device.driver_info);
        fprintf(out, "| claim | what the paper says | paper | here | n | verdict | |\n"
                     "|---|---|---|---|---|---|---|\n");
        for (size_t k = 0; k < device->entry_count; k++)
            if (paper_measured(device, device->entries[k].paper))
                markdown_line(out, &device->entries[k]);
    }
}
