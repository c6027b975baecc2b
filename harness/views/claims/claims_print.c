/* SPDX-License-Identifier: MIT */
#include "harness/views/claims/claims_print.h"

#include "harness/base/wrap.h"
#include "harness/views/claims/claims_words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 80, LISTED_MAX = 4 };

/* So many columns in. */
static void wrap(FILE *out, unsigned indent, const char *text)
{
    fprintf(out, "%*s", (int)indent, "");
    wrap_print(out, &(struct wrap){ .columns = WIDTH, .used = indent, .indent = indent }, text);
}

static bool counts_print(FILE *out, const char *whose, const size_t counts[VERDICT_COUNT])
{
    char line[256];
    int used = snprintf(line, sizeof(line), "%s", whose);
    const int begin = used;
    for (int i = 0; i < VERDICT_COUNT; i++)
        if (counts[claims_words_order[i]] > 0)
            used += snprintf(line + used, sizeof(line) - (size_t)used, "%s%zu %s",
                             used > begin ? ", " : "", counts[claims_words_order[i]],
                             verdict_name(claims_words_order[i]));
    if (used > begin)
        wrap(out, 0, line);
    return used > begin;
}

/* "3 MATCHES, 1 DIRECTION ONLY": of what was measured. */
static void device_counts_print(FILE *out, const struct claims_device *device)
{
    bool any = counts_print(out, "", device->counts[CLAIMS_OF_PAPER]);
    any = counts_print(out, "by construction: ", device->counts[CLAIMS_CONSTRUCTED]) || any;
    any = counts_print(out, "ours, not the papers': ", device->counts[CLAIMS_OURS]) || any;
    if (!any)
        fprintf(out, "no claim was measured\n");
}

/* One claim ------------------------------------------------------------------------------------ */

/* What went otherwise, pair by pair. */
static void broken_print(FILE *out, const struct claims_entry *entry)
{
    char text[CLAIMS_WORDS_BYTES], line[3 * CLAIMS_WORDS_BYTES];
    size_t listed = 0, all = 0;
    for (size_t i = 0; i < entry->pair_count; i++) {
        const struct claims_pair *pair = &entry->pairs[i];
        if (pair->verdict != entry->verdict || !*pair->label)
            continue;
        all++;
        if (listed == LISTED_MAX)
            continue;
        claims_words_pair(entry->claim, pair, true, text);
        snprintf(line, sizeof(line), "%.200s: %s", pair->label, text);
        wrap(out, 4, line);
        listed++;
    }
    if (all > listed)
        fprintf(out, "    and %zu more\n", all - listed);
}

/* Where it stands, in whose words, every pair, and what ours does otherwise. */
static void sources_print(FILE *out, const struct claims_entry *entry)
{
    const struct published_claim *claim = entry->claim;
    char text[CLAIMS_WORDS_BYTES], line[2048];
    if (*claim->quote) {
        snprintf(line, sizeof(line), "%.256s: \"%.1600s\"", claim->where, claim->quote);
        wrap(out, 2, line);
    }
    for (size_t i = 0; i < entry->pair_count; i++) {
        const struct claims_pair *pair = &entry->pairs[i];
        claims_words_pair(claim, pair, true, text);
        snprintf(line, sizeof(line), "%.512s%s%.512s: %s", pair->a, *pair->b ? " against " : "",
                 pair->b, text);
        wrap(out, 4, line);
    }
    for (size_t i = 0; i < claim->deviation_count; i++) {
        snprintf(line, sizeof(line), "- %.2000s", claim->deviations[i]);
        wrap(out, 2, line);
    }
}

static void entry_print(FILE *out, const struct claims_entry *entry, bool verbose)
{
    char paper[CLAIMS_WORDS_BYTES], here[CLAIMS_WORDS_BYTES], n[CLAIMS_WORDS_BYTES];
    char marks[CLAIMS_MARKS_BYTES], line[4 * CLAIMS_WORDS_BYTES + CLAIMS_MARKS_BYTES];
    claims_words_paper(entry, paper);
    claims_words_here(entry, true, here);
    claims_words_n(entry, n);
    claims_words_marks(entry, marks);
    fprintf(out, "%-14s %s\n", verdict_name(entry->verdict), entry->claim->id);
    wrap(out, 2, entry->claim->statement);
    snprintf(line, sizeof(line), "paper: %s; here: %s%s%s%s%s", paper, here, *n ? ", " : "", n,
             *marks ? "; " : "", marks);
    wrap(out, 2, line);
    claims_words_context(entry, marks);
    if (*marks)
        wrap(out, 2, marks);
    if (*entry->reason)
        wrap(out, 2, entry->reason);
    if (verbose)
        sources_print(out, entry);
    else if (entry->verdict == VERDICT_CONTRADICTS && entry->pair_count > 1)
        broken_print(out, entry);
    fprintf(out, "\n");
}

/* A device ------------------------------------------------------------------------------------- */

static void device_print(FILE *out, const struct claims_device *device)
{
    const struct run *run = device->runs[0];
    char line[512];
    snprintf(line, sizeof(line), "%.128s, %.128s %.128s: %zu run%s of %.10s%s", device->name,
             run->device.driver_name, run->device.driver_info, device->run_count,
             device->run_count == 1 ? "" : "s", run->session.started,
             run->device.software ? ", a software device" : "");
    wrap(out, 0, line);
}

/* Those of one paper, from entry `begin` on; returns the one behind them. */
static size_t paper_end(const struct claims_device *device, size_t begin, size_t *measured)
{
    size_t end = begin;
    *measured = 0;
    while (end < device->entry_count && device->entries[end].paper == device->entries[begin].paper)
        *measured += device->entries[end++].measured;
    return end;
}

static void papers_print(FILE *out, const struct claims_device *device, bool verbose)
{
    size_t measured;
    for (size_t begin = 0, end; begin < device->entry_count; begin = end) {
        const struct published *paper = device->entries[begin].paper;
        char line[512];
        end = paper_end(device, begin, &measured);
        if (measured == 0)
            continue;
        snprintf(line, sizeof(line), "%.64s: %.256s", paper->id, paper->title);
        fprintf(out, "\n");
        wrap(out, 0, line);
        fprintf(out, "\n");
        for (size_t i = begin; i < end; i++)
            entry_print(out, &device->entries[i], verbose);
    }
}

/* Papers of which the runs have no case. */
static void absent_print(FILE *out, const struct claims_device *device)
{
    char line[1024] = "";
    size_t measured, used = 0;
    for (size_t begin = 0, end; begin < device->entry_count; begin = end) {
        end = paper_end(device, begin, &measured);
        if (measured == 0 && used < sizeof(line))
            used += (size_t)snprintf(
                line + used, sizeof(line) - used, "%s%.64s (%zu)",
                used > 0 ? ", " : "not measured: ", device->entries[begin].paper->id, end - begin);
    }
    if (used > 0)
        wrap(out, 0, line);
}

void claims_print(FILE *out, const struct claims *claims, bool verbose)
{
    for (size_t i = 0; i < claims->device_count; i++) {
        const struct claims_device *device = &claims->devices[i];
        fprintf(out, "%s", i > 0 ? "\n" : "");
        device_print(out, device);
        papers_print(out, device, verbose);
        device_counts_print(out, device);
        absent_print(out, device);
    }
}
