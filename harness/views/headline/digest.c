/* SPDX-License-Identifier: MIT */
#include "harness/analysis/compare/compare.h"
#include "harness/base/need.h"
#include "harness/views/claims/claims.h"
#include "harness/views/headline/headline.h"
#include "harness/views/table/table.h"

#include <math.h>
#include <string.h>

enum { ROLE_COLUMN = 2, TIME_END = 20, WORDS_COLUMN = 22, WRONG_MAX = 5 };

/* One digest on the way. */
struct page {
    const struct run_end *end;
    const struct headline *headline;
    struct table_text text;
};

/* Prints the line of a bar, in the role that it has. */
static void bar_print(struct page *page, const char *role, const struct headline_bar *bar,
                      const char *behind)
{
    const struct run_case *c = bar->it->c;
    const struct stats_interval ratio = run_case_ratio_interval(c);
    OWNED_TEXT struct text words = { 0 };
    const char *time = units_format_ns(unpaired_median_ns(c, bar->wall), UNITS_ROOM);
    text_add(&words, c->variant);
    for (size_t i = 0; i < c->axis_count; i++) { /* those that its workload does not have */
        OWNED_TEXT struct text axis = { 0 };
        text_add_format(&axis, "%s:%s", c->axes[i].name, c->axes[i].value);
        if (!strstr(c->workload, text_string(&axis)) && strstr(c->name, text_string(&axis)))
            text_add_format(&words, " %s", text_string(&axis));
    }
    if (!c->baseline && isfinite(bar->factor)) {
        text_add(&words, ", ");
        ratio_words_measured(&words, PUBLISHED_FASTER, bar->factor,
                             (struct stats_interval){ 1 / ratio.high, 1 / ratio.low });
    }
    text_add(&words, bar->wall ? " in wall time" : "");
    text_add(&words, behind);
    table_text_pad(&page->text, ROLE_COLUMN);
    table_text_put(&page->text, role);
    table_text_pad(&page->text, TIME_END - table_text_width(time));
    table_text_put(&page->text, time);
    table_text_pad(&page->text, WORDS_COLUMN);
    table_text_wrap(&page->text, text_string(&words), WORDS_COLUMN);
    table_text_end(&page->text);
}

/* The bar of the claim's method, or else the fastest of the paper's that is no baseline; NULL. */
static const struct headline_bar *published_find(const struct page *page)
{
    const struct headline *headline = page->headline;
    const struct catalogue *catalogue = page->end->catalogue;
    for (int k = 0; k < 2 && headline->entry; k++) {
        const int side = headline->entry->claim->of_b ? !k : k;
        for (size_t i = 0; i < headline->count; i++)
            if (headline->bars[i].it == headline->sides[side] && !headline->bars[i].it->c->baseline)
                return &headline->bars[i];
    }
    for (size_t i = 0; i < headline->count; i++) {
        const struct run_case *c = headline->bars[i].it->c;
        if (!c->baseline && catalogue->variant(catalogue->techniques, c).origin == CATALOGUE_PAPER)
            return &headline->bars[i];
    }
    return NULL;
}

static void technique_print(struct page *page)
{
    const struct headline *headline = page->headline;
    const struct headline_bar *published = published_find(page), *baseline = NULL;
    const char *point = strchr(headline->job->c->workload, '/');
    OWNED_TEXT struct text at = { 0 }, paper = { 0 };
    for (size_t i = 0; i < headline->count; i++)
        if (headline->bars[i].it->c->baseline)
            baseline = &headline->bars[i];
    /* Its variant may have a bar with other axes, which is faster. */
    const struct run_case *against = headline->count > 0 ? headline->bars[0].baseline : NULL;
    const struct run_latest_case slower = { .c = against };
    const struct headline_bar own = { &slower, against, against && against->by_wall, 1 };
    if (!baseline && against)
        baseline = &own;
    const struct headline_bar *best =
        isfinite(headline->bars[0].factor) ? headline->bars : baseline;
    text_add_format(&at, "%s: %s", headline->job->c->technique,
                    point ? point + 1 : headline->job->c->bench);
    table_text_wrap(&page->text, text_string(&at), ROLE_COLUMN);
    table_text_end(&page->text);
    /* A number of the paper's stands beside ours where both are over the same method. */
    const bool of_b = headline->entry && headline->entry->claim->of_b;
    const struct run_latest_case *over = headline->sides[!of_b];
    if (headline->entry && published && published->it == headline->sides[of_b] && over &&
        over->c == published->baseline) {
        text_add(&paper, "; ");
        claims_sentence_gives(headline->entry, &paper);
    }
    if (best && best != published && best != baseline)
        bar_print(page, "best", best, "");
    if (published)
        bar_print(page, published == best ? "best" : "published", published, text_string(&paper));
    if (baseline)
        bar_print(page, baseline == best ? "best" : "baseline", baseline, "");
}

bool digest_suits(size_t cases, size_t workloads)
{
    enum { LINES_OF_GROUP = 4, LINES_OF_END = 15 };
    return cases + LINES_OF_GROUP * workloads + LINES_OF_END > TERMINAL_LINES;
}

bool digest_suits_run(const struct run *run)
{
    size_t cases = 0, workloads = 0;
    for (size_t i = 0; i < run->case_count; i++) {
        const struct run_case *c = &run->cases[i];
        bool known = false;
        if (c->twin)
            return false;
        if (c->ceiling != BENCH_CEILING_NONE || c->status == BENCH_VERIFIED)
            continue;
        for (size_t k = 0; k < i && !known; k++)
            known = run_case_same_workload(&run->cases[k], c);
        cases++;
        workloads += !known;
    }
    return digest_suits(cases, workloads);
}

void digest_print(FILE *out, const struct run_end *end)
{
    const struct run *run = end->run;
    OWNED_BY(run_latest_finish) struct run_latest latest;
    struct page page = { .end = end, .text = { .out = out, .columns = end->columns } };
    OWNED_BY(claims_destroy) struct claims *claims = run_end_judge(&run, end->published);
    run_latest_find(&latest, &run, 1);
    for (size_t i = 0; i < run->case_count && claims->device_count > 0; i++) {
        const struct headline_source source = { &claims->devices[0], &latest, end->catalogue };
        const char *technique = run->cases[i].technique;
        OWNED_BY(headline_finish) struct headline headline = { 0 };
        size_t first = 0;
        while (strcmp(run->cases[first].technique, technique) != 0)
            first++;
        if (run_measures_limits(technique) || first < i ||
            !headline_find(&headline, &source, technique))
            continue;
        page.headline = &headline;
        technique_print(&page);
    }
    size_t count = 0;
    for (size_t i = 0; i <= run->case_count; i++) {
        const struct run_case *c = i < run->case_count ? &run->cases[i] : NULL; /* then the end */
        OWNED_TEXT struct text words = { 0 };
        if (c && c->status != BENCH_OK && c->status != BENCH_UNSUPPORTED &&
            c->status != BENCH_VERIFIED && count++ < WRONG_MAX)
            text_add_format(&words, "%s: %s%s%.200s", bench_status_name(c->status), c->name,
                            *c->reason ? ": " : "", c->reason);
        else if (!c && count > WRONG_MAX)
            text_add_format(&words, "and %zu more that went wrong", count - WRONG_MAX);
        if (words.length > 0) {
            table_text_wrap(&page.text, text_string(&words), 2);
            table_text_end(&page.text);
        }
    }
    fprintf(out, "all %zu case%s: claimcheck show %s%s--all\n\n", COUNTED(run->case_count),
            end->file ? end->file : "", end->file ? " " : "");
}
