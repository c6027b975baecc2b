/* SPDX-License-Identifier: MIT */
#include "harness/base/plural.h"
#include "harness/views/cite/cite_parts.h"
#include "harness/views/claims/claims_sentence.h"

#include <string.h>

/* The program and the device ------------------------------------------------------------------ */

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
    enum { LISTED_MAX = 4 };
    size_t count = 0;
    cite_text(out, format, device->runs[0]->tool.version); /* rows of evidence have none */
    fputs(*device->runs[0]->tool.version ? ", " : "", out);
    for (size_t i = 0; i < device->run_count; i++)
        count += !has_before(device, i);
    if (count > LISTED_MAX) {
        fprintf(out, "%zu commits", count);
        return;
    }
    fputs(count > 1 ? "commits " : "commit ", out);
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

/* The outcome --------------------------------------------------------------------------------- */

/* Files of few runs, which whoever reads it can look up; of many, "53 runs of 36 cards" stands. */
static void runs_print(FILE *out, enum cite_format format, const struct claims_device *device)
{
    enum { LISTED_MAX = 4 };
    for (size_t i = 0; i < device->run_count && device->run_count <= LISTED_MAX; i++) {
        const char *path = device->runs[i]->path, *name = strrchr(path, '/');
        char stem[128];
        name = name ? name + 1 : path;
        snprintf(stem, sizeof(stem), "%.*s", (int)strcspn(name, "."), name);
        fputs(i > 0 ? ", " : plural(device->run_count, "; run ", "; runs "), out);
        cite_text(out, format, stem);
    }
}

/* "of 9 claims of [Tokuyoshi 2014] that were measured, 5 CONFIRMED and 4 NOT TESTABLE": of those
 * that are the paper's own, its words read by us among them. */
static bool is_papers(const struct claims_entry *entry)
{
    const enum claims_origin origin = claims_origin_of(entry);
    return origin == CLAIMS_OF_PAPER || origin == CLAIMS_OF_READING;
}

static void counts_print(FILE *out, const struct cite *cite, const struct cite_paper *paper)
{
    size_t counts[VERDICT_CLASS_COUNT] = { 0 }, all = 0, kinds = 0, listed = 0, readings = 0;
    for (size_t i = 0; i < paper->entry_count; i++)
        if (cite_has(cite, &paper->entries[i]) && is_papers(&paper->entries[i])) {
            kinds += counts[verdict_class_of(paper->entries[i].verdict)]++ == 0;
            readings += claims_origin_of(&paper->entries[i]) == CLAIMS_OF_READING;
            all++;
        }
    if (all == 0)
        return;
    fprintf(out, "of %zu claim%s of ", all, plural(all, "", "s"));
    cite_mark(out, cite->format, paper->paper);
    fputs(plural(all, " that was measured, ", " that were measured, "), out);
    if (readings > 0)
        fprintf(out, "%zu of them by our reading of the paper's word, ", readings);
    for (int class = 0; class < VERDICT_CLASS_COUNT; class ++) {
        if (counts[class] == 0)
            continue;
        fputs(listed == 0 ? "" : listed + 1 == kinds ? " and " : ", ", out);
        fprintf(out, "%zu %s", counts[class], verdict_class_name((enum verdict_class) class));
        listed++;
    }
}

/* The claim to be told: the first of the paper's own that has a number here. */
static const struct claims_entry *told(const struct cite *cite, const struct cite_paper *paper)
{
    for (size_t i = 0; i < paper->entry_count; i++) {
        const struct claims_entry *entry = &paper->entries[i];
        if (!cite_has(cite, entry))
            continue;
        if (cite->claim || (entry->readings[0].shown && is_papers(entry) &&
                            entry->verdict.kind != VERDICT_NOT_TESTABLE))
            return entry;
    }
    return NULL;
}

static void part_print(FILE *out, const struct cite *cite, const char *before,
                       const struct claims_entry *entry,
                       void (*part)(const struct claims_entry *entry, struct text *text))
{
    struct text text = { 0 };
    part(entry, &text);
    if (*text_string(&text)) {
        fputs(before, out);
        cite_text(out, cite->format, text_string(&text));
    }
    text_finish(&text);
}

/* "subtree is faster than per level: 6.11 × faster [6.05, 6.12] (24 us against 147 us); the paper,
 * [Tokuyoshi 2014] on a Radeon HD 6990, about 6 ×: CONFIRMED (53 runs of 36 cards)". */
static void told_print(FILE *out, const struct cite *cite, const struct claims_device *device,
                       const struct claims_entry *entry)
{
    const struct published_hardware *hardware = entry->claim->hardware;
    part_print(out, cite, "", entry, claims_sentence_statement);
    if (entry->verdict.kind != VERDICT_NOT_TESTABLE)
        part_print(out, cite, ": ", entry, claims_sentence_measured);
    fputs("; the paper, ", out);
    cite_mark(out, cite->format, entry->paper);
    fputs(hardware ? " on " : "", out);
    cite_text(out, cite->format, hardware ? hardware->device : "");
    part_print(out, cite, ", ", entry, claims_sentence_paper);
    part_print(out, cite, ": ", entry, claims_sentence_verdict);
    if (entry->verdict.kind == VERDICT_NOT_TESTABLE) {
        fputs(". ", out);
        cite_text(out, cite->format, entry->reason);
        return;
    }
    part_print(out, cite, "; ", entry, claims_sentence_rests);
    runs_print(out, cite->format, device);
    fputc('.', out);
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
    fputs(entry && !cite->claim ? "; " : entry ? "" : ".", out);
    if (entry)
        told_print(out, cite, device, entry);
    fputc('\n', out);
}
