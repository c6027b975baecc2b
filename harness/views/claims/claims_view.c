/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/record/run/run.h"
#include "harness/views/claims/claims.h"
#include "harness/views/formats/export.h"
#include "harness/views/table/table.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = SHEET_IN(SHEET_TEXT) };

static const struct sheet_column columns[] = {
    { .title = "verdict", .width = 13, .in = TEXT },
    { .key = "device" },
    { .key = "paper" },
    { .key = "claim", .title = "claim", .in = ~TEXT },
    { .title = "claim", .width = 34, .in = TEXT },
    { .key = "statement", .title = "what the paper says", .in = ~TEXT },
    { .title = "paper", .width = 12, .in = SHEET_PAGES | TEXT },
    { .title = "here", .in = SHEET_PAGES },
    { .key = "verdict", .title = "verdict", .in = ~TEXT },
    { .key = "sentence" },
    { .key = "says" },
    { .key = "number" },
    { .key = "published", .type = SHEET_NUMBER },
    { .key = "published_unit" },
    { .key = "r", .type = SHEET_NUMBER },
    { .key = "r_low", .type = SHEET_NUMBER },
    { .key = "r_high", .type = SHEET_NUMBER },
    { .key = "value", .type = SHEET_NUMBER },
    { .key = "low", .type = SHEET_NUMBER },
    { .key = "high", .type = SHEET_NUMBER },
    { .key = "place_low", .type = SHEET_NUMBER },
    { .key = "place_high", .type = SHEET_NUMBER },
    { .key = "held", .type = SHEET_COUNT },
    { .key = "cases", .type = SHEET_COUNT },
    { .key = "runs", .type = SHEET_COUNT },
    { .key = "cards", .type = SHEET_COUNT },
    { .key = "processes", .type = SHEET_COUNT },
    { .key = "samples", .type = SHEET_COUNT },
    { .key = "a_value", .type = SHEET_NUMBER },
    { .key = "b_value", .type = SHEET_NUMBER },
    { .key = "marks" },
    { .key = "reason" },
    { .key = "a" },
    { .key = "b" },
    { .key = "measured", .type = SHEET_COUNT },
    { .key = "by_construction", .type = SHEET_COUNT },
    { .key = "evidence" },
    { .title = "", .in = SHEET_PAGES },
    { .title = "", .in = TEXT, .place = SHEET_BELOW },
};

const char *claims_number_name(enum published_number number)
{
    static const char *const names[] = {
        [PUBLISHED_OF_PAPER] = "paper", [PUBLISHED_READING] = "reading", [PUBLISHED_OURS] = "ours"
    };
    return names[number];
}

/* The pair of an entry that has none to show. */
static const struct claims_pair no_pair = {
    .a = "",
    .b = "",
    .a_plain = NAN,
    .b_plain = NAN,
    .r = NAN,
    .r_interval = { NAN, NAN },
    .estimate = { .value = NAN, .interval = { NAN, NAN } },
};

static const struct claims_pair *pair_of(const struct claims_entry *entry)
{
    return entry->readings[0].shown ? entry->readings[0].shown : &no_pair;
}

static void entry_view(struct sheet *sheet, const struct claims_device *device,
                       const struct claims_entry *entry)
{
    enum { STATEMENT, PAPER, MEASURED, VERDICT, SENTENCE, MARKS, RESTS, WORDS };
    static void (*const parts[WORDS])(const struct claims_entry *, struct text *) = {
        [STATEMENT] = claims_sentence_statement,
        [PAPER] = claims_sentence_paper,
        [MEASURED] = claims_sentence_measured,
        [VERDICT] = claims_sentence_verdict,
        [SENTENCE] = claims_sentence,
        [MARKS] = claims_sentence_marks,
        [RESTS] = claims_sentence_rests,
    };
    const struct claims_reading *reading = &entry->readings[0];
    const struct claims_pair *pair = pair_of(entry);
    const struct estimate *estimate = &pair->estimate;
    const struct published_claim *claim = entry->claim;
    const bool places = claim->says == PUBLISHED_BEST_AT || claim->says == PUBLISHED_FROM;
    struct text texts[WORDS] = { { 0 } };
    const char *words[WORDS];
    char verdict[VERDICT_BYTES];
    verdict_words(entry->verdict, verdict);
    for (int i = 0; i < WORDS; i++) {
        parts[i](entry, &texts[i]);
        words[i] = text_string(&texts[i]);
    }
    SHEET_ROW(sheet, sheet_words(verdict), sheet_words(device->name), sheet_words(entry->paper->id),
              sheet_words(claim->id), sheet_words(claim->id), sheet_words(words[STATEMENT]),
              sheet_words(words[PAPER]), sheet_words(*words[MEASURED] ? words[MEASURED] : "-"),
              sheet_words(sheet_is_for_people(sheet) ? words[VERDICT] : verdict),
              sheet_words(words[SENTENCE]), sheet_words(published_says_name(claim->says)),
              sheet_words(claims_number_name(claim->number)), sheet_number(claim->stated),
              sheet_words(claim->unit), sheet_number(pair->r), sheet_number(pair->r_interval.low),
              sheet_number(pair->r_interval.high), sheet_number(estimate->value),
              sheet_number(estimate->interval.low), sheet_number(estimate->interval.high),
              sheet_number(places ? reading->place_low : NAN),
              sheet_number(places ? reading->place_high : NAN), sheet_number((double)reading->held),
              sheet_number((double)reading->case_count), sheet_number((double)entry->runs),
              sheet_number((double)entry->cards), sheet_number((double)estimate->processes),
              sheet_number((double)estimate->n), sheet_number(pair->a_plain),
              sheet_number(pair->b_plain), sheet_words(words[MARKS]), sheet_words(entry->reason),
              sheet_words(pair->a), sheet_words(pair->b), sheet_number(entry->measured),
              sheet_number(*claim->by_construction != 0),
              sheet_words(published_evidence_name(claim->evidence)), sheet_words(words[RESTS]),
              sheet_words(words[MEASURED]));
    for (int i = 0; i < WORDS; i++)
        text_finish(&texts[i]);
}

static bool is_shown(const struct sheet *sheet, const struct claims_device *device,
                     const struct claims_entry *entry)
{
    if (sheet->look.style == SHEET_TEXT)
        return entry->measured && entry->verdict.kind != VERDICT_NOT_TESTABLE;
    bool paper = !sheet_is_for_people(sheet); /* pages have those some of which was measured */
    for (size_t i = 0; i < device->entry_count && !paper; i++)
        paper = device->entries[i].paper == entry->paper && device->entries[i].measured;
    return paper;
}

const struct run *claims_view_newest(const struct claims_device *device)
{
    const struct run *newest = device->runs[0];
    for (size_t i = 1; i < device->run_count; i++)
        if (strcmp(device->runs[i]->session.started, newest->session.started) > 0)
            newest = device->runs[i];
    return newest;
}

void claims_view_dates(const struct claims_device *device, char dates[2][11])
{
    for (size_t i = 0; i < device->run_count; i++) {
        const char *started = device->runs[i]->session.started;
        if (i == 0 || strncmp(started, dates[0], 10) < 0)
            snprintf(dates[0], 11, "%s", started);
        if (i == 0 || strncmp(started, dates[1], 10) > 0)
            snprintf(dates[1], 11, "%s", started);
    }
}

void claims_view_pool(const struct claims_device *device, struct text *text)
{
    char dates[2][11];
    claims_view_dates(device, dates);
    text_add_format(text, "%zu run%s of %zu card%s, %s", device->run_count,
                    plural(device->run_count, "", "s"), device->card_count,
                    plural(device->card_count, "", "s"), dates[0]);
    if (strcmp(dates[0], dates[1]) != 0)
        text_add_format(text, " to %s", dates[1]);
    text_add(text, device->unit == ESTIMATE_CARD ? "; verdicts are of this card"
                                                 : "; verdicts are of the model");
    const char *from = NULL, *to = NULL;
    size_t changed = 0;
    for (size_t i = 0; i < device->entry_count; i++) {
        const char *date = device->entries[i].kernels_date;
        if (!*date || device->entries[i].verdict.kind == VERDICT_NOT_TESTABLE)
            continue;
        changed++;
        from = !from || strcmp(date, from) < 0 ? date : from;
        to = !to || strcmp(date, to) > 0 ? date : to;
    }
    if (changed > 0)
        text_add_format(text, ", %zu by kernels of %.10s", changed, from);
    if (changed > 0 && strncmp(from, to, strlen("2026-01-01")) != 0)
        text_add_format(text, " to %.10s", to);
}

static void count_add(struct text *text, size_t count, const char *one, const char *many)
{
    if (count > 0)
        text_join(text, ", ", "%zu %s", count, plural(count, one, many));
}

void claims_view_lead(const struct claims_device *device, struct text *text)
{
    const size_t *counts = device->counts[CLAIMS_OF_PAPER];
    const size_t hold = counts[VERDICT_CLASS_CONFIRMED] + counts[VERDICT_CLASS_STRONGER];
    const struct published *last = NULL;
    struct text rest = { 0 };
    size_t all = 0, papers = 0; /* whose own claims have a verdict */
    for (size_t i = 0; i < device->entry_count; i++) {
        const struct claims_entry *entry = &device->entries[i];
        const bool counts_here = entry->measured && entry->verdict.kind != VERDICT_NOT_TESTABLE &&
                                 claims_origin_of(entry) == CLAIMS_OF_PAPER;
        papers += counts_here && entry->paper != last;
        last = counts_here ? entry->paper : last;
    }
    for (int i = 0; i < VERDICT_CLASS_COUNT; i++)
        all += i != VERDICT_CLASS_NOT_TESTABLE ? counts[i] : 0;
    if (all == 0) {
        text_add(text, "These runs decide no claim that a paper states as a number or an order.");
        return;
    }
    text_add_format(text,
                    "%zu paper%s state%s %zu claim%s, as a number or an order, that %s tested "
                    "here. %zu hold%s",
                    papers, plural(papers, "", "s"), plural(papers, "s", ""), all,
                    plural(all, "", "s"), plural(all, "was", "were"), hold, plural(hold, "s", ""));
    if (counts[VERDICT_CLASS_STRONGER] > 0)
        text_add_format(text, ", %zu of them more than stated", counts[VERDICT_CLASS_STRONGER]);
    count_add(&rest, counts[VERDICT_CLASS_CONTRADICTED], "is contradicted", "are contradicted");
    count_add(&rest, counts[VERDICT_CLASS_WEAKER], "holds with a smaller gain",
              "hold with a smaller gain");
    count_add(&rest, counts[VERDICT_CLASS_MIXED], "holds in some cases only",
              "hold in some cases only");
    count_add(&rest, counts[VERDICT_CLASS_NOT_SEEN], "shows no difference", "show no difference");
    count_add(&rest, counts[VERDICT_CLASS_BETWEEN] + counts[VERDICT_CLASS_UNDECIDED],
              "is not decided", "are not decided");
    if (rest.length > 0)
        text_add_format(text, "; %s", text_string(&rest));
    text_add(text, ".");
    text_finish(&rest);
}

static void device_view(struct sheet *sheet, const struct claims_device *device)
{
    const bool text = sheet->look.style == SHEET_TEXT;
    struct text pool = { 0 };
    size_t listed = 0;
    if (text && device->measured == 0)
        return;
    claims_view_pool(device, &pool);
    sheet_heading(sheet, text ? "on %s (%s):" : "%s, %s", device->name, text_string(&pool));
    text_finish(&pool);
    sheet_table(sheet,
                &(struct sheet_table){ .name = "claims", SHEET_COLUMNS(columns), .main = true });
    for (size_t i = 0; i < device->entry_count; i++) {
        const struct claims_entry *entry = &device->entries[i];
        if (!is_shown(sheet, device, entry))
            continue;
        entry_view(sheet, device, entry);
        listed++;
    }
    if (text && device->measured > listed)
        sheet_foot(sheet, "not testable here: %zu; claimcheck claims RUN.json says why",
                   device->measured - listed);
}

void claims_view(struct sheet *sheet, const void *of)
{
    const struct claims *claims = of;
    for (size_t i = 0; i < claims->device_count; i++)
        device_view(sheet, &claims->devices[i]);
}

/* Claims print --------------------------------------------------------------------------------- */

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
            fprintf(out, "%s:\n", claims_origin_name((enum claims_origin)origin));
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
    for (size_t i = 0; i < reading->pair_count; i++) {
        const struct claims_pair *pair = &reading->pairs[i];
        struct text line = { 0 };
        char words[VERDICT_BYTES];
        if (!verbose && (reading->pair_count < 2 || listed == LISTED_MAX))
            break;
        if (verbose)
            text_add_format(&line, "%s%s%s: ", pair->a, *pair->b ? " against " : "", pair->b);
        else
            text_add_format(&line, "%s: ", *pair->label ? pair->label : pair->a);
        claims_sentence_pair(entry->claim, pair, &line);
        if (pair->verdict.kind != VERDICT_NOT_TESTABLE)
            text_add_format(&line, ", %s", verdict_words(pair->verdict, words));
        text_wrap(out, 4, &line);
        listed++;
    }
    if (listed < reading->pair_count && reading->pair_count > 1)
        fprintf(out, "    and %zu more: --verbose lists them\n", reading->pair_count - listed);
}

/* Where it stands, in whose words, what ours does otherwise, and how it was amended. */
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
    if (*claim->registered_date)
        text_add_format(&line, "registered %s", claim->registered_date);
    if (*claim->registered_commit)
        text_add_format(&line, " (%.12s)", claim->registered_commit);
    text_wrap(out, 2, &line);
    for (size_t i = 0; i < claim->amended_count; i++) {
        const struct published_amendment *amended = &claim->amended[i];
        text_add_format(&line, "amended %s: %s; %s", amended->date, amended->what, amended->why);
        if (*amended->before)
            text_add_format(&line, "; was %s, became %s", amended->before, amended->after);
        text_wrap(out, 2, &line);
    }
}

static void entry_print(FILE *out, const struct claims_entry *entry, bool verbose)
{
    struct text line = { 0 };
    char words[VERDICT_BYTES];
    text_add_format(&line, "%s  %s", verdict_words(entry->verdict, words), entry->claim->id);
    text_wrap(out, 0, &line);
    claims_sentence(entry, &line);
    text_wrap(out, 2, &line);
    claims_sentence_rests(entry, &line);
    text_wrap(out, 2, &line);
    if (verbose && entry->marks & CLAIMS_MARGIN) {
        text_add_format(&line, "by the next narrower margin of a word: %s",
                        verdict_words(entry->narrower, words));
        text_add_format(&line, "; by the next wider: %s", verdict_words(entry->wider, words));
        text_wrap(out, 2, &line);
    }
    if (verbose)
        sources_print(out, entry->claim);
    pairs_print(out, entry, verbose);
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

static size_t lines_count(const char *text)
{
    size_t lines = 0;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

/* Prints what surprises first, in so many lines. */
static void surprises_print(FILE *out, const struct claims_device *device, size_t most)
{
    const struct claims_entry **list = need_zeroed(device->entry_count + 1, sizeof(*list));
    size_t count = 0, lines = 2, shown = 0;
    for (size_t i = 0; i < device->entry_count; i++)
        if (device->entries[i].measured)
            list[count++] = &device->entries[i];
    qsort(list, count, sizeof(*list), run_end_surprise_compare);
    fprintf(out, "\n");
    for (; shown < count; shown++) {
        struct text text = { 0 }, sentence = { 0 };
        FILE *memory = text_stream(&text);
        claims_sentence(list[shown], &sentence);
        fprintf(memory, "%s\n", list[shown]->claim->id);
        text_wrap(memory, 2, &sentence);
        text_stream_close(memory);
        lines += lines_count(text_string(&text));
        if (lines <= most)
            fputs(text_string(&text), out);
        text_finish(&text);
        if (lines > most)
            break;
    }
    if (shown < count)
        fprintf(out, "and %zu more, which surprise less: --all\n", count - shown);
    fprintf(out, "\n");
    free(list);
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
        text_add_format(&head, "%s, %s %s: ", device->name, run->device.driver_name,
                        run->device.driver_info);
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
        absent_print(out, device);
    }
}

void claims_print(FILE *out, const struct claims *claims, bool verbose, size_t most)
{
    struct text text = { 0 };
    FILE *memory = text_stream(&text);
    claims_write(memory, claims, verbose, 0);
    text_stream_close(memory);
    if (most == 0 || lines_count(text_string(&text)) <= most)
        fputs(text_string(&text), out);
    else
        claims_write(out, claims, verbose, most);
    text_finish(&text);
}

/* Stability view ------------------------------------------------------------------------------- */

enum { GROUPED = SHEET_IN(SHEET_TEXT) }; /* by claim */

static const struct sheet_column view_columns[] = {
    { .key = "device" },
    { .key = "claim", .title = "claim", .in = ~GROUPED },
    { .key = "paper", .title = "paper", .in = ~GROUPED },
    { .key = "verdict", .title = "verdict", .width = 14 },
    { .key = "run", .title = "run", .width = 30 },
    { .key = "r", .type = SHEET_NUMBER },
    { .key = "r_low", .type = SHEET_NUMBER },
    { .key = "r_high", .type = SHEET_NUMBER },
    { .title = "here" },
};

static void stability_row_add(struct sheet *sheet, const struct claims_each_device *device,
                              const struct claims_each_row *row, const char *run,
                              const struct claims_entry *entry)
{
    const struct claims_pair *pair = pair_of(entry);
    struct text here = { 0 }, paper = { 0 };
    char words[VERDICT_BYTES];
    claims_sentence_measured(entry, &here);
    claims_sentence_paper(row->together, &paper);
    SHEET_ROW(sheet, sheet_words(device->together->name), sheet_words(row->together->claim->id),
              sheet_words(text_string(&paper)), sheet_words(verdict_words(entry->verdict, words)),
              sheet_words(run), sheet_number(pair->r), sheet_number(pair->r_interval.low),
              sheet_number(pair->r_interval.high), sheet_words(text_string(&here)));
    text_finish(&here);
    text_finish(&paper);
}

static void row_view(struct sheet *sheet, const struct claims_each_device *device,
                     const struct claims_each_row *row)
{
    struct text name = { 0 };
    claims_sentence_paper(row->together, &name);
    sheet_group(sheet, "%s, paper: %s%s", row->together->claim->id, text_string(&name),
                row->excludes ? "; a run rules out the joint verdict" : "");
    text_finish(&name);
    stability_row_add(sheet, device, row, "together", row->together);
    for (size_t i = 0; i < device->together->run_count; i++) {
        if (!row->alone[i])
            continue;
        const char *file = disk_base_name(device->together->runs[i]->path);
        text_add_bytes(&name, file, run_file_stem_bytes(file));
        stability_row_add(sheet, device, row, text_string(&name), row->alone[i]);
        text_finish(&name);
    }
}

void stability_view(struct sheet *sheet, const void *of)
{
    const struct claims_each *each = of;
    for (size_t k = 0; k < each->device_count; k++) {
        const struct claims_each_device *device = &each->devices[k];
        struct text pool = { 0 };
        claims_view_pool(device->together, &pool);
        sheet_note(sheet, "",
                   "%s: %s; %zu verdict%s of single runs: %zu differ%s in word from the joint "
                   "verdict, %zu share%s no zone with it",
                   device->together->name, text_string(&pool), device->judged,
                   plural(device->judged, "", "s"), device->differed,
                   plural(device->differed, "s", ""), device->excluded,
                   plural(device->excluded, "s", ""));
        text_finish(&pool);
        sheet_table(sheet, &(struct sheet_table){ .name = "claims",
                                                  SHEET_COLUMNS(view_columns),
                                                  .main = true,
                                                  .indent = 2,
                                                  .gap = 2 });
        for (size_t i = 0; i < device->row_count; i++)
            if (device->rows[i].differs)
                row_view(sheet, device, &device->rows[i]);
    }
}

static json_t *entry_json(const struct claims_entry *entry)
{
    json_t *object = json_object(), *pairs = json_array();
    const struct claims_pair *pair = pair_of(entry);
    const bool shown = entry->readings[0].shown;
    char words[VERDICT_BYTES];
    json_value_set(&object, "verdict", json_value_text(verdict_words(entry->verdict, words)));
    json_value_set(&object, "reason", json_value_text(entry->reason));
    json_value_set(&object, "r", json_value_number(pair->r));
    json_value_set(&object, "r_low", json_value_number(pair->r_interval.low));
    json_value_set(&object, "r_high", json_value_number(pair->r_interval.high));
    json_value_set(&object, "samples", shown ? json_value_count(pair->estimate.n) : json_null());
    json_value_set(&object, "processes",
                   shown ? json_value_count(pair->estimate.processes) : json_null());
    for (size_t i = 0; i < entry->reading_count; i++)
        for (size_t k = 0; k < entry->readings[i].pair_count; k++)
            json_value_append(&pairs, export_claims_pair_json(&entry->readings[i].pairs[k]));
    json_value_set(&object, "pairs", pairs);
    return object;
}

static json_t *rows_json(const struct claims_each_device *device)
{
    json_t *rows = json_array();
    for (size_t i = 0; i < device->row_count; i++) {
        const struct claims_each_row *row = &device->rows[i];
        json_t *object = json_object(), *alone = json_array();
        for (size_t k = 0; k < device->together->run_count; k++)
            json_value_append(&alone, row->alone[k] ? entry_json(row->alone[k]) : json_null());
        json_value_set(&object, "id", json_value_text(row->together->claim->id));
        json_value_set(&object, "differs", json_boolean(row->differs));
        json_value_set(&object, "excludes", json_boolean(row->excludes));
        json_value_set(&object, "together", entry_json(row->together));
        json_value_set(&object, "alone", alone);
        json_value_append(&rows, object);
    }
    return rows;
}

json_t *stability_json(const struct claims_each *each)
{
    json_t *devices = json_array();
    for (size_t i = 0; i < each->device_count; i++) {
        const struct claims_each_device *device = &each->devices[i];
        json_t *object = json_object(), *runs = json_array();
        for (size_t k = 0; k < device->together->run_count; k++)
            json_value_append(&runs,
                              json_value_text(disk_base_name(device->together->runs[k]->path)));
        json_value_set(&object, "device", json_value_text(device->together->name));
        json_value_set(&object, "runs", runs);
        json_value_set(&object, "judged", json_value_count(device->judged));
        json_value_set(&object, "differed", json_value_count(device->differed));
        json_value_set(&object, "excluded", json_value_count(device->excluded));
        json_value_set(&object, "claims", rows_json(device));
        json_value_append(&devices, object);
    }
    return json_pack("{s:i, s:o}", "schema_version", 2, "devices", devices);
}

/* Recommendation print ------------------------------------------------------------------------- */

/* Adds the variant, and the axes of its own where they are part of the advice. */
static void label_add(struct text *text, const struct run *run, const struct run_case *c,
                      bool with_axes)
{
    text_add_format(text, "%.60s", c->variant);
    for (size_t i = 0; i < c->axis_count && with_axes; i++)
        if (recommendation_axis_own(run, c, i))
            text_add_format(text, " %.30s:%.30s", c->axes[i].name, c->axes[i].value);
}

static void choice_add(struct text *text, const struct run *run,
                       const struct recommendation *advice, bool with_axes)
{
    const bool split = advice->rule == RECOMMENDATION_SPLIT;
    label_add(text, run, advice->fastest, with_axes && advice->everywhere && !split);
    if (advice->rule == RECOMMENDATION_MOST)
        text_add_format(text, " in %zu of %zu input%s", advice->wins, advice->inputs,
                        plural(advice->inputs, "", "s"));
    if (split) {
        text_add_format(text, " up to %.30s:%.30s, ", advice->axis, advice->limit);
        label_add(text, run, advice->other, false);
        text_add(text, " above");
    }
}

/* Adds nothing where one range cannot express it. */
static void gain_add(struct text *text, const struct recommendation *advice, bool in_full)
{
    const bool known = advice->baseline && isfinite(advice->least);
    const double ends[2] = { advice->least, advice->most };
    char times[2][16];
    for (int i = 0; i < 2; i++)
        snprintf(times[i], sizeof(times[i]),
                 ends[i] < 10    ? "%.2f"
                 : ends[i] < 100 ? "%.1f"
                                 : "%.0f",
                 ends[i]);
    const bool range = strcmp(times[0], times[1]) != 0;
    if (advice->rule == RECOMMENDATION_SPLIT || (advice->rule == RECOMMENDATION_MOST && !known))
        return;
    if (advice->baseline && strcmp(advice->fastest->variant, advice->baseline->variant) == 0)
        text_add(text, ", the baseline");
    else if (!known)
        text_add(text, " is the fastest");
    else
        text_add_format(text, ", %s%s%s × %s%.60s", times[0], range ? " to " : "",
                        range ? times[1] : "", in_full ? "as fast as " : "",
                        advice->baseline->variant);
}

/* Adds the verdicts. */
static void accord_add(struct text *text, const struct recommendation *advice)
{
    if (advice->contradicted == 1)
        text_add_format(text, "; contradicts %.60s", advice->claim);
    else if (advice->contradicted > 1)
        text_add_format(text, "; contradicts %zu claims", advice->contradicted);
    else if (advice->consistent > 0)
        text_add_format(text, "; consistent with %zu claim%s", advice->consistent,
                        plural(advice->consistent, "", "s"));
}

void recommendation_words(const struct run *whole, const struct recommendation *advice,
                          struct text *text)
{
    choice_add(text, whole, advice, true);
    gain_add(text, advice, true);
    accord_add(text, advice);
}

static bool fits(const char *head, const struct text *text, const struct text *more)
{
    return wrap_width(head, SIZE_MAX) + wrap_width(text_string(text), SIZE_MAX) +
               wrap_width(text_string(more), SIZE_MAX) <=
           TABLE_TEXT_COLUMNS;
}

/* Prints what fits of it on a line: the axes, then the words of the gain are left out first. */
static void line_print(FILE *out, const struct run *run, const struct recommendation *advice)
{
    struct text text = { 0 }, parts[2] = { { 0 }, { 0 } };
    char head[160];
    snprintf(head, sizeof(head), "  %.60s.%.60s: ", advice->technique, advice->bench);
    choice_add(&text, run, advice, true);
    if (!fits(head, &text, &parts[0])) {
        text_finish(&text);
        choice_add(&text, run, advice, false);
    }
    gain_add(&parts[0], advice, true);
    if (!fits(head, &text, &parts[0])) {
        text_finish(&parts[0]);
        gain_add(&parts[0], advice, false);
    }
    accord_add(&parts[1], advice);
    for (size_t i = 0; i < 2; i++) {
        if (fits(head, &text, &parts[i]))
            text_add(&text, text_string(&parts[i]));
        text_finish(&parts[i]);
    }
    table_text_print(out, head, text_string(&text));
    text_finish(&text);
}

/* The gain that is certain in all inputs; 0 where none is known. */
static double gain_of(const struct recommendation *advice)
{
    const bool known = advice->baseline && isfinite(advice->least);
    return known && advice->rule != RECOMMENDATION_SPLIT ? advice->least : 0;
}

void recommendation_print(FILE *out, const struct recommendation_list *advice, size_t most,
                          const char *file)
{
    char command[TERMINAL_COLUMNS + 1];
    const size_t all = advice->count, shown = most == 0 || all <= most ? all : most - 1;
    if (all == 0)
        return;
    fprintf(out, "on this device:\n");
    for (size_t i = 0; i < all; i++) {
        const double gain = gain_of(&advice->list[i]);
        size_t before = 0; /* that gain more, or as much and stand before it */
        for (size_t k = 0; k < all; k++) {
            const double other = gain_of(&advice->list[k]);
            before += other > gain || (other == gain && k < i);
        }
        if (before < shown)
            line_print(out, &advice->whole, &advice->list[i]);
    }
    if (shown == all)
        return;
    const int bytes = snprintf(command, sizeof(command), "  and %zu more: claimcheck show%s%s",
                               all - shown, file ? " " : "", file ? file : "");
    const bool whole = bytes < (int)sizeof(command); /* a command that breaks cannot be pasted */
    fprintf(out, "%.*s\n", whole ? bytes : (int)strcspn(command, ":"), command);
}
