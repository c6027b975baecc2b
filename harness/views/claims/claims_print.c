/* SPDX-License-Identifier: MIT */
#include "harness/base/need.h"
#include "harness/views/claims/claims.h"
#include "harness/views/table/table.h"

#include <stdlib.h>

enum { WIDTH = 80, LISTED_MAX = 4 };

/* So many columns in. */
static void wrap(FILE *out, unsigned indent, const char *text)
{
    fprintf(out, "%*s", (int)indent, "");
    wrap_print(out, &(struct wrap){ .columns = WIDTH, .used = indent, .indent = indent }, text);
}

static void text_wrap(FILE *out, unsigned indent, struct text *text)
{
    if (*text_string(text))
        wrap(out, indent, text_string(text));
    text_finish(text);
}

/* "3 CONFIRMED, 1 WEAKER": of what was measured. */
static void device_counts_print(FILE *out, const struct claims_device *device)
{
    for (int origin = 0; origin < CLAIMS_ORIGIN_COUNT; origin++) {
        struct text text = { 0 };
        for (int class = 0; class < VERDICT_CLASS_COUNT; class ++)
            if (device->counts[origin][class] > 0)
                text_join(&text, ", ", "%zu %s", device->counts[origin][class],
                          verdict_class_name((enum verdict_class) class));
        if (text.length > 0)
            fprintf(out, "%s:\n", claims_origin_names[origin]);
        text_wrap(out, 2, &text);
    }
    if (device->measured == 0)
        fprintf(out, "no claim was measured\n");
}

/* Each case of several; with `verbose` the names of its cases, too. */
static void pairs_print(FILE *out, const struct claims_entry *entry, bool verbose)
{
    const struct claims_reading *reading = &entry->readings[0];
    size_t listed = 0;
    foreach (const struct claims_pair, pair, reading->pairs, reading->pair_count) {
        struct text line = { 0 };
        if (!verbose && (reading->pair_count < 2 || listed == LISTED_MAX))
            break;
        if (verbose)
            text_add_format(&line, "%s%s%s: ", pair->a, *pair->b ? " against " : "", pair->b);
        else
            text_add_format(&line, "%s: ", *pair->label ? pair->label : pair->a);
        claims_sentence_pair(entry->claim, pair, &line);
        if (pair->verdict.kind != VERDICT_NOT_TESTABLE)
            text_add_format(&line, ", %s", verdict_words(pair->verdict, VERDICT_ROOM));
        text_wrap(out, 4, &line);
        listed++;
    }
    if (listed < reading->pair_count && reading->pair_count > 1)
        fprintf(out, "    and %zu more: --verbose lists them\n", reading->pair_count - listed);
}

/* Where it stands, in whose words, and what ours does otherwise. */
static void sources_print(FILE *out, const struct published_claim *claim)
{
    struct text line = { 0 };
    if (*claim->quote)
        text_add_format(&line, "%s: \"%s\"", claim->where, claim->quote);
    text_wrap(out, 2, &line);
    for (size_t i = 0; i < claim->deviation_count; i++) {
        text_add_format(&line, "- %s", claim->deviations[i]);
        text_wrap(out, 2, &line);
    }
    for (size_t i = 0; i < claim->observed_count; i++) {
        claims_sentence_observed(claim, i, &line);
        text_wrap(out, 2, &line);
    }
}

/* When it was written down, and how it was amended. */
static void history_print(FILE *out, const struct published_claim *claim)
{
    struct text line = { 0 };
    if (*claim->registered_date)
        text_add_format(&line, "registered %s", claim->registered_date);
    if (*claim->registered_commit)
        text_add_format(&line, " (%.12s)", claim->registered_commit);
    text_wrap(out, 2, &line);
    foreach (const struct published_amendment, amended, claim->amended, claim->amended_count) {
        text_add_format(&line, "amended %s: %s; %s", amended->date, amended->what, amended->why);
        if (*amended->before)
            text_add_format(&line, "; was %s, became %s", amended->before, amended->after);
        text_wrap(out, 2, &line);
    }
}

static void entry_print(FILE *out, const struct claims_entry *entry, bool verbose)
{
    struct text line = { 0 };
    text_add_format(&line, "%s  %s", verdict_words(entry->verdict, VERDICT_ROOM), entry->claim->id);
    text_wrap(out, 0, &line);
    claims_sentence_headed(entry, &line);
    text_wrap(out, 2, &line);
    claims_sentence_rests(entry, &line);
    text_wrap(out, 2, &line);
    if (verbose && entry->marks & CLAIMS_MARGIN) {
        text_add_format(&line, "by the next narrower margin of a word: %s",
                        verdict_words(entry->narrower, VERDICT_ROOM));
        text_add_format(&line, "; by the next wider: %s",
                        verdict_words(entry->wider, VERDICT_ROOM));
        text_wrap(out, 2, &line);
    }
    if (verbose)
        sources_print(out, entry->claim);
    pairs_print(out, entry, verbose);
    if (verbose)
        history_print(out, entry->claim);
    fprintf(out, "\n");
}

/* Finds the end of one paper's claims, from entry `begin` on. */
static size_t paper_end(const struct claims_device *device, size_t begin, size_t *measured)
{
    size_t end = begin;
    *measured = 0;
    while (end < device->entry_count && device->entries[end].paper == device->entries[begin].paper)
        *measured += device->entries[end++].measured;
    return end;
}

/* Prints what surprises first, in so many lines. */
static void surprises_print(FILE *out, const struct claims_device *device, size_t most)
{
    OWNED struct claims_ranked *list = need_zeroed(device->entry_count, sizeof(*list));
    size_t count = 0, lines = 2, shown = 0;
    foreach (const struct claims_entry, entry, device->entries, device->entry_count)
        if (entry->measured)
            list[count++] = run_end_surprise(NULL, entry);
    qsort(list, count, sizeof(*list), claims_ranked_compare);
    fprintf(out, "\n");
    for (; shown < count; shown++) {
        OWNED_TEXT struct text text = { 0 }, sentence = { 0 };
        FILE *memory = text_stream(&text);
        const struct claims_entry *entry = list[shown].of;
        claims_sentence(entry, &sentence);
        fprintf(memory, "%s\n", entry->claim->id);
        text_wrap(memory, 2, &sentence);
        text_stream_close(memory);
        lines += table_text_lines(text_string(&text));
        if (lines <= most)
            fputs(text_string(&text), out);
        if (lines > most)
            break;
    }
    if (shown < count)
        fprintf(out, "and %zu more, which surprise less: --all\n", count - shown);
    fprintf(out, "\n");
}

/* Writes each device: all claims paper by paper, or what surprises most in so many lines. */
static void claims_write(FILE *out, const struct claims *claims, bool verbose, size_t most)
{
    enum { LINES_OF_DEVICE = 16 };
    for (size_t i = 0; i < claims->device_count; i++) {
        const struct claims_device *device = &claims->devices[i];
        const size_t of_each = most / claims->device_count;
        const struct run *run = device->runs[0];
        struct text head = { 0 };
        fprintf(out, "%s", i > 0 ? "\n" : "");
        text_add_format(&head, "%s, %s%s%s: ", device->name, run->device.driver_name,
                        *run->device.driver_info ? " " : "", run->device.driver_info);
        claims_view_pool(device, &head);
        text_add(&head, run->device.software ? "; a software device" : "");
        text_wrap(out, 0, &head);
        if (most > 0)
            surprises_print(out, device, of_each > LINES_OF_DEVICE ? of_each - LINES_OF_DEVICE : 1);
        size_t measured;
        for (size_t begin = 0, end; most == 0 && begin < device->entry_count; begin = end) {
            const struct published *paper = device->entries[begin].paper;
            char line[512];
            end = paper_end(device, begin, &measured);
            if (measured == 0)
                continue;
            snprintf(line, sizeof(line), "%.64s: %.256s", paper->id, paper->title);
            fprintf(out, "\n");
            wrap(out, 0, line);
            fprintf(out, "\n");
            for (size_t k = begin; k < end; k++)
                entry_print(out, &device->entries[k], verbose);
        }
        device_counts_print(out, device);
        /* Papers of which the runs have no case. */
        char line[1024] = "";
        for (size_t begin = 0, end; begin < device->entry_count; begin = end) {
            end = paper_end(device, begin, &measured);
            if (measured == 0)
                text_join_cut(line, sizeof(line), ", ", "%s%.64s (%zu)",
                              *line ? "" : "not measured: ", device->entries[begin].paper->id,
                              end - begin);
        }
        if (*line)
            wrap(out, 0, line);
    }
}

void claims_print(FILE *out, const struct claims *claims, bool verbose, size_t most)
{
    OWNED_TEXT struct text text = { 0 };
    FILE *memory = text_stream(&text);
    claims_write(memory, claims, verbose, 0);
    text_stream_close(memory);
    if (most == 0 || table_text_lines(text_string(&text)) <= most)
        fputs(text_string(&text), out);
    else
        claims_write(out, claims, verbose, most);
}
