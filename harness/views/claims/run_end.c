/* SPDX-License-Identifier: MIT */
#include "harness/views/claims/claims.h"

#include "harness/base/need.h"
#include "harness/views/table/table.h"

#include <stdlib.h>
#include <string.h>

enum { INDENT = 2, FEW = 3, CHOICES_MIN = 3 };

/* Ranks of claims_ranked: asked for by its name, of the run; off, and whose; any other. */
enum { ASKED, OFF_GPU, OFF_CPU, OFF_OURS, AS_SAID };

/* Verdicts of a run, what was asked for first, then the surprising. */
struct surprises {
    struct claims_ranked *list; /* malloc'ed */
    size_t count, shown;        /* that are decided or asked for; that are worth a line */
    struct counts {
        size_t all, agreed, contradicted;
    } stated, any; /* by papers, as a number or an order; by anybody */
    size_t asked, untestable;
    const char *heading;
};

/* Text within a number of lines. */
struct page {
    const struct run_end *end;
    struct text text;
    unsigned lines;
};

/* Adds it where no more than `most` lines are then full. */
static bool page_take(struct page *page, struct text *text, unsigned most)
{
    const unsigned lines = table_text_lines(text_string(text));
    const bool fits = page->end->lines == 0 || page->lines + lines <= most;
    if (fits) {
        text_add(&page->text, text_string(text));
        page->lines += lines;
    }
    text_finish(text);
    return fits;
}

static bool page_add(struct page *page, const char *words, unsigned most)
{
    struct text text = { 0 };
    FILE *out = text_stream(&text);
    struct table_text lines = { .out = out, .columns = page->end->columns };
    table_text_wrap(&lines, words, *words == ' ' ? 2 * INDENT : INDENT);
    table_text_end(&lines);
    text_stream_close(out);
    return page_take(page, &text, most);
}

/* Surprises ------------------------------------------------------------------------------------ */

/* Ranks what was asked for first, by its name, of the run; then contradicted and stronger ones: the
 * papers' own about the GPU, the papers' about the CPU, ours; of each, what lies farther from the
 * paper first, by the factor by which it lies off the paper's number, or off no difference. */
struct claims_ranked run_end_surprise(const struct run *run, const struct claims_entry *entry)
{
    const struct claims_pair *pair = entry->readings[0].shown;
    const enum verdict_class class = verdict_class_of(entry->verdict);
    const enum claims_origin origin = claims_origin_of(entry);
    const enum claims_quantity quantity = claims_quantity_of(entry->claim);
    const bool ours = origin != CLAIMS_OF_PAPER && origin != CLAIMS_OF_READING;
    const bool off = class == VERDICT_CLASS_CONTRADICTED || class == VERDICT_CLASS_STRONGER;
    bool on_host = run && pair; /* neither side of the pair ran on the device */
    struct claims_ranked surprise = { !off ? AS_SAID : ours ? OFF_OURS : OFF_GPU, 0, entry };
    for (size_t i = 0; on_host && i < run->case_count; i++) {
        const struct run_case *c = &run->cases[i];
        on_host = c->kind == BENCH_CPU ||
                  (strcmp(c->name, pair->a) != 0 && strcmp(c->name, pair->b) != 0);
    }
    if (surprise.rank == OFF_GPU && on_host)
        surprise.rank = OFF_CPU;
    for (size_t i = 0; run && i < run->session.claim_count; i++)
        if (run->session.claim_count <= FEW &&
            strcmp(run->session.claims[i].id, entry->claim->id) == 0)
            surprise.rank = ASKED;
    if (pair) {
        double published = isnan(pair->published) ? 1 : pair->published;
        if (quantity == CLAIMS_SHARE)
            published = published / (1 - published);
        else if (quantity != CLAIMS_RATIO)
            published = 1; /* r is already over the paper's */
        const double distance = fabs(log(pair->r / published));
        surprise.distance = isfinite(distance) ? distance : 0;
    }
    return surprise;
}

int claims_ranked_compare(const void *a, const void *b)
{
    const struct claims_ranked *first = a, *second = b;
    if (first->rank != second->rank)
        return first->rank - second->rank;
    if (first->distance != second->distance)
        return first->distance > second->distance ? -1 : 1;
    return (first->of > second->of) - (first->of < second->of);
}

static void count_add(struct counts *counts, const struct claims_entry *entry)
{
    const enum verdict_class class = verdict_class_of(entry->verdict);
    counts->all++;
    counts->agreed += verdict_holds(entry->verdict);
    counts->contradicted += class == VERDICT_CLASS_CONTRADICTED;
}

static void entry_count(struct surprises *surprises, const struct run *run,
                        const struct claims_entry *entry)
{
    const enum verdict_class class = verdict_class_of(entry->verdict);
    const struct claims_ranked surprise = run_end_surprise(run, entry);
    const bool decided = class != VERDICT_CLASS_NOT_TESTABLE;
    surprises->untestable += !decided;
    if (!decided && surprise.rank != ASKED)
        return;
    surprises->list[surprises->count++] = surprise;
    surprises->asked += surprise.rank == ASKED;
    surprises->shown += surprise.rank < AS_SAID;
    if (!decided)
        return;
    count_add(&surprises->any, entry);
    if (claims_origin_of(entry) == CLAIMS_OF_PAPER)
        count_add(&surprises->stated, entry);
}

static void surprises_find(struct surprises *surprises, const struct run *run,
                           const struct claims *claims)
{
    size_t most = 0;
    for (size_t i = 0; i < claims->device_count; i++)
        most += claims->devices[i].entry_count;
    surprises->list = need_bytes(most * sizeof(*surprises->list));
    for (size_t i = 0; i < claims->device_count; i++)
        for (size_t k = 0; k < claims->devices[i].entry_count; k++)
            if (claims->devices[i].entries[k].measured)
                entry_count(surprises, run, &claims->devices[i].entries[k]);
    qsort(surprises->list, surprises->count, sizeof(*surprises->list), claims_ranked_compare);
    surprises->heading = surprises->asked > 0 ? "claims:" : "surprising:";
    if (surprises->shown == 0 && surprises->count <= FEW) {
        surprises->heading = "claims:";
        surprises->shown = surprises->count;
    }
}

/* Counts those that papers state, where there are any. */
static struct counts counts_of(const struct surprises *surprises)
{
    return surprises->stated.all > 0 ? surprises->stated : surprises->any;
}

/* "22 of 31 claims agree, 3 are contradicted; 28 are not testable here: claimcheck claims FILE", of
 * those that papers state, as claims_view_lead() counts them; of all where there are none. */
static void counts_add(struct page *page, const struct surprises *surprises)
{
    OWNED_TEXT struct text words = { 0 };
    const struct counts counts = counts_of(surprises);
    const size_t all = counts.all, untestable = surprises->untestable;
    if (all > 0)
        text_add_format(&words, "%zu of %zu claim%s agree%s", counts.agreed, COUNTED(all),
                        plural(all, "s", ""));
    if (counts.contradicted > 0)
        text_add_format(&words, ", %zu %s contradicted", counts.contradicted,
                        plural(counts.contradicted, "is", "are"));
    if (untestable > 0)
        text_join(&words, "; ", "%zu %s not testable here", untestable,
                  plural(untestable, "is", "are"));
    if (words.length > 0) {
        /* The command that says more stands on a line of its own where both fit none, and nowhere
         * where it would break, since nobody could paste it. */
        const struct run_end *end = page->end;
        const size_t columns = end->columns > 0 ? end->columns : TERMINAL_COLUMNS;
        OWNED_TEXT struct text command = { 0 };
        text_add_format(&command, "claimcheck claims%s%s", end->file ? " " : "",
                        end->file ? end->file : "");
        const bool beside = words.length + 2 + command.length <= columns;
        const bool below = !beside && INDENT + command.length <= columns;
        if (beside || below)
            text_add(&words, ":");
        if (beside)
            text_add_format(&words, " %s", text_string(&command));
        page_add(page, text_string(&words), end->lines);
        if (below) {
            OWNED_TEXT struct text line = { 0 };
            text_add_format(&line, "  %s", text_string(&command));
            page_add(page, text_string(&line), end->lines);
        }
    }
}

struct claims *run_end_judge(const struct run *const *run, const struct published_list *published)
{
    return claims_judge(&(struct claims_request){ .runs = run,
                                                  .run_count = 1,
                                                  .published = published->files,
                                                  .published_count = published->count,
                                                  .by_runs = true });
}

void run_end_print(FILE *out, const struct run_end *end)
{
    struct page page = { .end = end };
    bool twins = false, device = false;
    foreach (const struct run_case, c, end->run->cases, end->run->case_count) {
        twins = twins || c->twin;
        device = device || c->kind != BENCH_CPU;
    }
    if (!twins) {
        OWNED_BY(recommendation_finish) struct recommendation_list advice = { 0 };
        struct surprises surprises = { 0 };
        OWNED_BY(claims_destroy) struct claims *claims = run_end_judge(&end->run, end->published);
        surprises_find(&surprises, end->run, claims);
        recommendation_find(&advice, end->run, claims, end->catalogue);
        /* The end is made first: it has its lines for certain. */
        struct page tail = { .end = end };
        const bool judged = surprises.any.all + surprises.untestable > 0;
        if (end->run->device.software && device && judged)
            page_add(&page, "claims about the device's times are not judged: it is software",
                     end->lines);
        counts_add(&tail, &surprises);
        if (end->before && *end->before)
            page_add(&tail, end->before, end->lines);
        const unsigned most = end->lines > tail.lines ? end->lines - tail.lines : 0;
        const size_t few = advice.count < CHOICES_MIN ? advice.count : CHOICES_MIN;
        const unsigned choices = few > 0 ? (unsigned)few + 1 : 0;
        const unsigned first = most > choices ? most - choices : 0;
        bool fits = surprises.shown > 0 && page_add(&page, surprises.heading, first);
        for (size_t i = 0; i < surprises.shown && fits; i++) {
            OWNED_TEXT struct text sentence = { 0 };
            text_add(&sentence, "  ");
            claims_sentence(surprises.list[i].of, &sentence);
            fits = page_add(&page, text_string(&sentence), first);
        }
        const unsigned room = most > page.lines ? most - page.lines : 0;
        if (advice.count > 0 && (end->lines == 0 || room >= 2)) {
            struct text text = { 0 };
            FILE *stream = text_stream(&text);
            recommendation_print(stream, &advice, end->lines > 0 ? room - 1 : 0, end->file);
            text_stream_close(stream);
            page_take(&page, &text, most);
        }
        page_take(&page, &tail.text, end->lines);
        free(surprises.list);
    } else if (end->before && *end->before) {
        page_add(&page, end->before, end->lines);
    }
    fputs(text_string(&page.text), out);
    text_finish(&page.text);
}

/* A block to paste ----------------------------------------------------------------------------- */

static void rate_paste(FILE *out, const char *title, double per_s, const char *unit)
{
    if (per_s > 0)
        fprintf(out, "| %s | %s |\n", title, units_format_rate(per_s, unit, UNITS_ROOM));
}

static double largest(const struct run_ceilings_curve *curve)
{
    return curve->count > 0 ? curve->points[curve->count - 1].bytes_per_s : 0;
}

void run_end_paste(FILE *out, const struct run_end *end, const char *card)
{
    const struct run *run = end->run;
    const struct run_ceilings *ceilings = &run->ceilings;
    struct surprises surprises = { 0 };
    OWNED_BY(claims_destroy) struct claims *claims = run_end_judge(&end->run, end->published);
    fprintf(out, "| claimcheck %s | %s |\n|---|---|\n", run->tool.version, run->device.name);
    fprintf(out, "| driver | %s %s |\n", run->device.driver_name, run->device.driver_info);
    fprintf(out, "| host | %s, %s |\n", run->context.os, run->context.cpu);
    fprintf(out, "| run | %s, profile %s, commit %.12s |\n", run->session.started,
            run->session.profile, run->tool.commit);
    rate_paste(out, "read", largest(&ceilings->read), "B/s");
    rate_paste(out, "write", largest(&ceilings->write), "B/s");
    rate_paste(out, "copy", largest(&ceilings->copy), "B/s");
    rate_paste(out, "arithmetic", ceilings->operations_per_s, "operations/s");
    if (ceilings->dependent_ns > 0)
        fprintf(out, "| dependent dispatch | %s |\n",
                units_format_ns(ceilings->dependent_ns, UNITS_ROOM));
    if (*card)
        fprintf(out, "| %.4s | %s |\n", card, card + strlen("card: "));
    surprises_find(&surprises, end->run, claims);
    const struct counts counts = counts_of(&surprises);
    if (counts.all > 0)
        fprintf(out, "| claims | %zu of %zu agree, %zu contradicted |\n", counts.agreed, counts.all,
                counts.contradicted);
    for (size_t i = 0; i < surprises.shown && i < FEW; i++) {
        OWNED_TEXT struct text sentence = { 0 };
        claims_sentence(surprises.list[i].of, &sentence);
        fprintf(out, "%s- %s\n", i == 0 ? "\n" : "", text_string(&sentence));
    }
    free(surprises.list);
}
