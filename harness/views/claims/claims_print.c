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

/* Lines ---------------------------------------------------------------------------------------- */

static bool is_listed(const struct claims_entry *entry)
{
    return entry->measured && entry->verdict != VERDICT_NOT_TESTABLE;
}

enum { VERDICT_WIDTH = 14, PAPER_WIDTH_MAX = 14, HERE_WIDTH = 20 };

/* How wide the columns are of ids and of what the paper has. */
struct line_widths {
    int id, paper;
};

/* Padded to the width; what is wider is cut at `most`. Returns how many columns it takes. */
static int cell_print(FILE *out, const char *text, int width, int most)
{
    const int columns = (int)strlen(text) < most ? (int)strlen(text) : most;
    fprintf(out, "%-*.*s", width, columns, text);
    return columns < width ? width : columns;
}

/* What stands before the id of a claim. */
static const char origin_signs[CLAIMS_ORIGIN_COUNT] = { ' ', '*', '=' };

/* An id that is wider than its column has a line of its own. All of it is ASCII. */
static void line_print(FILE *out, const struct claims_entry *entry,
                       const struct line_widths *widths)
{
    char paper[CLAIMS_WORDS_BYTES], here[CLAIMS_WORDS_BYTES];
    const int begin = VERDICT_WIDTH + 1;
    int used = begin;
    claims_words_paper(entry, paper);
    fprintf(out, "%-*s%c", VERDICT_WIDTH, verdict_name(entry->verdict),
            origin_signs[claims_origin_of(entry->claim)]);
    used += cell_print(out, entry->claim->id, widths->id, WIDTH - begin);
    if (used > begin + widths->id) {
        used = begin + widths->id;
        fprintf(out, "\n%*s", used, "");
    }
    fputc(' ', out);
    used += 2 + cell_print(out, paper, widths->paper, WIDTH - used - 1);
    claims_words_here(entry, true, here);
    if ((int)strlen(here) > WIDTH - used)
        claims_words_here(entry, false, here);
    if (used < WIDTH)
        fprintf(out, " %.*s", WIDTH - used, here);
    fputc('\n', out);
}

/* What the signs of the lines mean, where there are some. */
static void signs_print(FILE *out, const struct claims_device *device)
{
    bool ours = false, constructed = false;
    for (size_t i = 0; i < device->entry_count; i++) {
        const enum claims_origin origin = claims_origin_of(device->entries[i].claim);
        const bool listed = is_listed(&device->entries[i]);
        ours = ours || (listed && origin == CLAIMS_OURS);
        constructed = constructed || (listed && origin == CLAIMS_CONSTRUCTED);
    }
    if (ours || constructed)
        fprintf(out, "%s%s%s\n", constructed ? "= by construction of our code" : "",
                ours && constructed ? ", " : "", ours ? "* ours, not the paper's" : "");
}

/* Of those that are listed, as far as they leave room for the rest; returns how many are. */
static size_t widths_find(const struct claims_device *device, struct line_widths *widths)
{
    char paper[CLAIMS_WORDS_BYTES];
    size_t listed = 0;
    *widths = (struct line_widths){ (int)strlen("claim"), (int)strlen("paper") };
    for (size_t i = 0; i < device->entry_count; i++) {
        const struct claims_entry *entry = &device->entries[i];
        if (!is_listed(entry))
            continue;
        listed++;
        claims_words_paper(entry, paper);
        const int id = (int)strlen(entry->claim->id), own = (int)strlen(paper);
        widths->id = id > widths->id ? id : widths->id;
        widths->paper = own > widths->paper ? own : widths->paper;
    }
    widths->paper = widths->paper < PAPER_WIDTH_MAX ? widths->paper : PAPER_WIDTH_MAX;
    const int most = WIDTH - VERDICT_WIDTH - 1 - 1 - widths->paper - 1 - HERE_WIDTH;
    widths->id = widths->id < most ? widths->id : most;
    return listed;
}

static void device_lines(FILE *out, const struct claims_device *device)
{
    struct line_widths widths;
    const size_t listed = widths_find(device, &widths);
    char name[160];
    if (device->measured == 0)
        return;
    snprintf(name, sizeof(name), "on %.128s:", device->name);
    wrap(out, 0, name);
    if (listed > 0)
        fprintf(out, "%-*s %-*s %-*s here\n", VERDICT_WIDTH, "", widths.id, "claim", widths.paper,
                "paper");
    for (size_t i = 0; i < device->entry_count; i++)
        if (is_listed(&device->entries[i]))
            line_print(out, &device->entries[i], &widths);
    signs_print(out, device);
    if (device->measured > listed)
        fprintf(out, "not testable here: %zu; claimcheck claims RUN.json says why\n",
                device->measured - listed);
}

void claims_print_lines(FILE *out, const struct claims *claims)
{
    for (size_t i = 0; i < claims->device_count; i++)
        device_lines(out, &claims->devices[i]);
}
