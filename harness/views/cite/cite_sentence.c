/* SPDX-License-Identifier: MIT */
#include "harness/views/cite/cite_parts.h"
#include "harness/views/claims/claims_words.h"

#include <string.h>

/* What measured ------------------------------------------------------------------------------- */

static const char *commit_of(const struct run *run)
{
    return *run->tool.commit ? run->tool.commit : "unknown";
}

static bool has_before(const struct claims_device *device, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (strcmp(commit_of(device->runs[i]), commit_of(device->runs[index])) == 0)
            return true;
    return false;
}

void cite_builds(FILE *out, enum cite_format format, const struct claims_device *device)
{
    size_t count = 0;
    cite_text(out, format, device->runs[0]->tool.version);
    for (size_t i = 0; i < device->run_count; i++)
        count += !has_before(device, i);
    fputs(count > 1 ? ", commits " : ", commit ", out);
    for (size_t i = 0, listed = 0; i < device->run_count; i++) {
        if (has_before(device, i))
            continue;
        fputs(listed == 0 ? "" : listed + 1 == count ? " and " : ", ", out);
        cite_text(out, format, commit_of(device->runs[i]));
        listed++;
    }
}

void cite_dates(FILE *out, enum cite_format format, const struct claims_device *device)
{
    char first[11], last[11], date[11];
    for (size_t i = 0; i < device->run_count; i++) {
        snprintf(date, sizeof(date), "%s", device->runs[i]->session.started);
        if (i == 0 || strcmp(date, first) < 0)
            memcpy(first, date, sizeof(date));
        if (i == 0 || strcmp(date, last) > 0)
            memcpy(last, date, sizeof(date));
    }
    cite_text(out, format, first);
    if (strcmp(first, last) == 0)
        return;
    fputs(" to ", out);
    cite_text(out, format, last);
}

void cite_device(FILE *out, enum cite_format format, const struct claims_device *device)
{
    const struct run_device *made = &device->runs[0]->device;
    cite_text(out, format, *device->name ? device->name : "no device");
    if (!*made->driver_name && !*made->driver_info)
        return;
    fputs(" (", out);
    cite_text(out, format, made->driver_name);
    fputs(*made->driver_name && *made->driver_info ? " " : "", out);
    cite_text(out, format, made->driver_info);
    fputc(')', out);
}

/* What came out ------------------------------------------------------------------------------- */

/* "of 9 claims of [Tokuyoshi 2014] that were measured, 5 MATCHES and 4 NOT TESTABLE": of those that
 * are the paper's own. */
static void counts_print(FILE *out, const struct cite *cite, const struct cite_paper *paper)
{
    size_t counts[VERDICT_COUNT] = { 0 }, all = 0, kinds = 0, listed = 0;
    for (size_t i = 0; i < paper->entry_count; i++)
        if (cite_has(cite, &paper->entries[i]) &&
            claims_origin_of(paper->entries[i].claim) == CLAIMS_OF_PAPER) {
            kinds += counts[paper->entries[i].verdict]++ == 0;
            all++;
        }
    fprintf(out, "of %zu claim%s of ", all, all == 1 ? "" : "s");
    cite_mark(out, cite->format, paper->paper);
    fputs(all == 1 ? " that was measured, " : " that were measured, ", out);
    for (int i = 0; i < VERDICT_COUNT; i++) {
        const enum verdict verdict = claims_words_order[i];
        if (counts[verdict] == 0)
            continue;
        fputs(listed == 0 ? "" : listed + 1 == kinds ? " and " : ", ", out);
        fprintf(out, "%zu %s", counts[verdict], verdict_name(verdict));
        listed++;
    }
    fputs(all == 0 ? "none" : "", out);
}

/* The claim to be told: the first of the paper's own that has a number here. */
static const struct claims_entry *told(const struct cite *cite, const struct cite_paper *paper)
{
    char here[CLAIMS_WORDS_BYTES];
    for (size_t i = 0; i < paper->entry_count; i++) {
        const struct claims_entry *entry = &paper->entries[i];
        if (!cite_has(cite, entry))
            continue;
        claims_words_here(entry, true, here);
        if (cite->claim || (strcmp(here, "-") != 0 && entry->verdict != VERDICT_NOT_TESTABLE &&
                            claims_origin_of(entry->claim) == CLAIMS_OF_PAPER))
            return entry;
    }
    return NULL;
}

/* A sentence of its own, in the middle of another. */
static void statement_print(FILE *out, enum cite_format format, const char *statement)
{
    char text[1024];
    snprintf(text, sizeof(text), "%s", statement);
    const size_t length = strlen(text);
    if (length > 0 && text[length - 1] == '.')
        text[length - 1] = 0;
    fputs(format == CITE_LATEX ? "``" : "\"", out);
    cite_text(out, format, text);
    fputs(format == CITE_LATEX ? "''" : "\"", out);
}

/* ", with 6.04 [6.03, 6.05], n 52, within one run" */
static void measured_print(FILE *out, const struct cite *cite, const struct claims_entry *entry)
{
    char words[CLAIMS_WORDS_BYTES];
    claims_words_here(entry, true, words);
    fputs(", with ", out);
    cite_text(out, cite->format, words);
    claims_words_n(entry, words);
    fputs(*words ? ", " : "", out);
    cite_text(out, cite->format, words);
    for (unsigned mark = CLAIMS_ONE_RUN; mark <= CLAIMS_FEW_RUNS; mark <<= 1)
        if (entry->marks & mark)
            fprintf(out, ", %s", claims_mark_text((enum claims_mark)mark));
}

static void told_print(FILE *out, const struct cite *cite, const struct claims_entry *entry)
{
    char words[CLAIMS_WORDS_BYTES];
    statement_print(out, cite->format, entry->claim->statement);
    if (cite->claim) {
        fputc(' ', out);
        cite_mark(out, cite->format, entry->paper);
    }
    claims_words_paper(entry, words);
    fputs(" (the paper: ", out);
    cite_text(out, cite->format, words);
    fprintf(out, "): %s", verdict_name(entry->verdict));
    claims_words_here(entry, true, words);
    if (strcmp(words, "-") != 0)
        measured_print(out, cite, entry);
    if (cite->claim && *entry->reason) {
        fputs(": ", out);
        cite_text(out, cite->format, entry->reason);
    }
}

void cite_sentence(FILE *out, const struct cite *cite, const struct cite_paper *paper)
{
    const struct claims_device *device = paper->device;
    const struct claims_entry *entry = told(cite, paper);
    fputs("On ", out);
    cite_device(out, cite->format, device);
    fputs(device->runs[0]->device.software ? ", a software device whose times are artefacts, "
                                           : ", ",
          out);
    fputs("claimcheck ", out);
    cite_builds(out, cite->format, device);
    fputs(cite->format == CITE_LATEX ? "~\\cite{claimcheck}, " : ", ", out);
    cite_dates(out, cite->format, device);
    fputs(paper->paper ? ": " : ": no case of a claim was measured", out);
    if (paper->paper && !cite->claim)
        counts_print(out, cite, paper);
    fputs(entry && !cite->claim ? "; " : "", out);
    if (entry)
        told_print(out, cite, entry);
    fputs(".\n", out);
}
