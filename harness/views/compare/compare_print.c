/* SPDX-License-Identifier: MIT */
#include "harness/views/compare/compare_print.h"

#include "harness/base/units.h"
#include "harness/views/claims/claims_words.h"
#include "harness/views/table/table_label.h"
#include "harness/views/table/table_text.h"

#include <math.h>
#include <string.h>

/* Columns: 2 + 24 + 1 + 8 + 1 + 8 + 2 + 18 + 1 + 13, and 2 for the mark, are 80. */
enum { LABEL = 24, TIME = 8, RATIO = 18, NAMES_MAX = 8 };

/* Texts ---------------------------------------------------------------------------------------- */

void compare_print_run(const struct run *run, char text[COMPARE_TEXT_BYTES])
{
    snprintf(text, COMPARE_TEXT_BYTES, "%.200s, %.10s, %.40s%s",
             *run->device.name ? run->device.name : "no device",
             *run->session.started ? run->session.started : "undated", run->session.profile,
             run->session.launches > 1 ? ", several launches" : "");
}

void compare_print_verdict(const struct compare_row *row, char text[COMPARE_TEXT_BYTES])
{
    const struct run_case *a = row->a, *b = row->b;
    switch (row->verdict) {
    case COMPARE_RATIO: text[0] = 0; break;
    case COMPARE_WITHIN:
        snprintf(text, COMPARE_TEXT_BYTES, "within ±%.0f %%", 100 * row->threshold);
        break;
    case COMPARE_INCOMPARABLE:
        snprintf(text, COMPARE_TEXT_BYTES, "incomparable: %s", compare_setting_name(row->setting));
        break;
    case COMPARE_UNTIMED:
        snprintf(text, COMPARE_TEXT_BYTES, "A %s, B %s", bench_status_name(a->status),
                 bench_status_name(b->status));
        break;
    case COMPARE_FASTER:
    case COMPARE_SLOWER:
        snprintf(text, COMPARE_TEXT_BYTES, "%s%s", compare_verdict_name(row->verdict),
                 a->kind == BENCH_CPU ? ", host"
                 : a->by_wall         ? ", wall"
                                      : "");
        break;
    case COMPARE_UNTOLD:
    case COMPARE_VERDICT_COUNT:
        snprintf(text, COMPARE_TEXT_BYTES, "%s", compare_verdict_name(row->verdict));
        break;
    }
}

/* Appends what is counted. */
static void count_add(char text[COMPARE_TEXT_BYTES], size_t count, const char *what)
{
    const size_t used = strlen(text);
    if (count > 0)
        snprintf(text + used, COMPARE_TEXT_BYTES - used, "%s%zu %s", used > 0 ? ", " : "", count,
                 what);
}

void compare_print_counts(const struct compare *compare, char text[COMPARE_TEXT_BYTES])
{
    const size_t *counts = compare->counts;
    double least = INFINITY, greatest = 0;
    char within[64], settings[COMPARE_TEXT_BYTES] = "";
    for (size_t i = 0; i < compare->row_count; i++) {
        least = fmin(least, compare->rows[i].threshold);
        greatest = fmax(greatest, compare->rows[i].threshold);
    }
    for (int setting = 1; setting < COMPARE_SETTING_COUNT; setting++) {
        size_t count = 0;
        for (size_t i = 0; i < compare->row_count; i++)
            count += compare->rows[i].setting == (enum compare_setting)setting;
        count_add(settings, count, compare_setting_name((enum compare_setting)setting));
    }
    if (least < greatest)
        snprintf(within, sizeof(within), "within ±%.0f to %.0f %%", 100 * least, 100 * greatest);
    else
        snprintf(within, sizeof(within), "within ±%.0f %%", 100 * greatest);
    text[0] = 0;
    count_add(text, counts[COMPARE_RATIO], "as a ratio");
    count_add(text, counts[COMPARE_SLOWER], "slower");
    count_add(text, counts[COMPARE_FASTER], "faster");
    count_add(text, counts[COMPARE_WITHIN], within);
    count_add(text, counts[COMPARE_UNTOLD], "untold");
    count_add(text, counts[COMPARE_UNTIMED], "without a time in both");
    count_add(text, counts[COMPARE_INCOMPARABLE], "incomparable: settings");
    const size_t used = strlen(text);
    if (*settings)
        snprintf(text + used, COMPARE_TEXT_BYTES - used, " (%s)", settings);
}

/* Head ----------------------------------------------------------------------------------------- */

static void runs_print(FILE *out, const struct compare *compare)
{
    char text[COMPARE_TEXT_BYTES];
    compare_print_run(compare->a, text);
    table_text_print(out, "A  ", text);
    table_text_print(out, "   ", compare->a->path);
    compare_print_run(compare->b, text);
    table_text_print(out, "B  ", text);
    table_text_print(out, "   ", compare->b->path);
}

static void kernels_print(FILE *out, const struct compare *compare)
{
    char text[2 * COMPARE_TEXT_BYTES];
    size_t used;
    if (compare->kernel_count == 0)
        return;
    used = (size_t)snprintf(text, sizeof(text),
                            "%zu of %zu of one name have another hash:", compare->kernel_count,
                            compare->kernels_common);
    for (size_t i = 0; i < compare->kernel_count && i < NAMES_MAX; i++)
        used += (size_t)snprintf(text + used, sizeof(text) - used, "%s %.80s", i > 0 ? "," : "",
                                 compare->kernels[i]);
    if (compare->kernel_count > NAMES_MAX)
        snprintf(text + used, sizeof(text) - used, " and %zu more",
                 compare->kernel_count - NAMES_MAX);
    table_text_print(out, "  kernels        ", text);
}

static void differences_print(FILE *out, const struct compare *compare)
{
    char head[32];
    fprintf(out, "\nwhat differs%s\n",
            compare->difference_count + compare->kernel_count > 0 ? "" : ": nothing but the times");
    for (size_t i = 0; i < compare->difference_count; i++) {
        const struct compare_difference *difference = &compare->differences[i];
        snprintf(head, sizeof(head), "  %-13.13s  A  ", difference->what);
        table_text_print(out, head, *difference->a ? difference->a : "-");
        snprintf(head, sizeof(head), "  %-13s  B  ", "");
        table_text_print(out, head, *difference->b ? difference->b : "-");
    }
    kernels_print(out, compare);
}

/* Rows ----------------------------------------------------------------------------------------- */

void compare_print_cell(FILE *out, const char *text, size_t width, bool right)
{
    const size_t own = table_text_width(text);
    const int padding = own < width ? (int)(width - own) : 0;
    fprintf(out, "%*s%s%*s", right ? padding : 0, "", text, right ? 0 : padding, "");
}

void compare_print_number(double number, char text[16])
{
    snprintf(text, 16, "%.*f",
             number < 0.0995  ? 3
             : number < 9.995 ? 2
             : number < 99.95 ? 1
                              : 0,
             number);
}

void compare_print_ratio(struct stats_ratio ratio, char text[COMPARE_TEXT_BYTES])
{
    char number[16], low[16], high[16];
    compare_print_number(ratio.ratio, number);
    compare_print_number(ratio.interval.low, low);
    compare_print_number(ratio.interval.high, high);
    if (isnan(ratio.ratio))
        snprintf(text, COMPARE_TEXT_BYTES, "-");
    else if (isnan(ratio.interval.low))
        snprintf(text, COMPARE_TEXT_BYTES, "%s", number);
    else
        snprintf(text, COMPARE_TEXT_BYTES, "%s [%s, %s]", number, low, high);
}

static const char *colour_of(const struct compare_row *row)
{
    return row->verdict == COMPARE_FASTER   ? "\033[32m"
           : row->verdict == COMPARE_SLOWER ? "\033[31m"
                                            : "\033[33m";
}

static void wide_print(FILE *out, const struct compare_row *row)
{
    const struct run_case *const cases[2] = { row->a, row->b };
    for (int i = 0; i < 2; i++) {
        char low[32], high[32];
        units_format_ns(run_case_interval(cases[i]).low, low);
        units_format_ns(run_case_interval(cases[i]).high, high);
        fprintf(out, "  %c %s .. %s", "AB"[i], low, high);
    }
    if (!isnan(row->smallest))
        fprintf(out, "  found from %.3g %%", 100 * row->smallest);
}

static void row_print(FILE *out, const struct compare_row *row, const struct compare_look *look)
{
    char label[TABLE_CELL_BYTES], time[32];
    char ratio[COMPARE_TEXT_BYTES], verdict[COMPARE_TEXT_BYTES];
    table_label(label, row->a, NULL);
    fputs("  ", out);
    compare_print_cell(out, label, LABEL, false);
    if (table_text_width(label) > LABEL)
        fprintf(out, "\n  %*s", LABEL, "");
    fputc(' ', out);
    units_format_ns(run_case_median_ns(row->a), time);
    compare_print_cell(out, time, TIME, true);
    fputc(' ', out);
    units_format_ns(run_case_median_ns(row->b), time);
    compare_print_cell(out, time, TIME, true);
    fputs("  ", out);
    compare_print_ratio(row->ratio, ratio);
    compare_print_verdict(row, verdict);
    const bool coloured = look->colours && *verdict && row->verdict != COMPARE_WITHIN;
    const bool last = !*verdict && !row->kernel && !row->constants && !look->wide;
    if (!isnan(row->ratio.ratio))
        compare_print_cell(out, ratio, last ? 0 : RATIO + 1, false);
    fprintf(out, "%s%s%s%s%s", coloured ? colour_of(row) : "", verdict, coloured ? "\033[0m" : "",
            row->kernel ? " *" : "", row->constants ? " c" : "");
    if (look->wide)
        wide_print(out, row);
    fputc('\n', out);
}

bool compare_print_has_changed(const struct compare_row *row)
{
    if (row->verdict == COMPARE_UNTIMED)
        return row->a->status != row->b->status;
    return row->verdict == COMPARE_FASTER || row->verdict == COMPARE_SLOWER;
}

bool compare_print_is_shown(const struct compare_row *row, const struct compare_look *look)
{
    return compare_print_has_changed(row) || (!look->changed && row->verdict != COMPARE_UNTIMED);
}

/* Rows of one workload, wherever they stand, below its first one. */
static void group_print(FILE *out, const struct compare *compare, size_t first,
                        const struct compare_look *look)
{
    const char *workload = compare->rows[first].a->workload;
    fputs(look->colours ? "\n\033[1m" : "\n", out);
    table_text_print(out, "", workload);
    fputs(look->colours ? "\033[0m" : "", out);
    for (size_t i = first; i < compare->row_count; i++)
        if (strcmp(compare->rows[i].a->workload, workload) == 0 &&
            compare_print_is_shown(&compare->rows[i], look))
            row_print(out, &compare->rows[i], look);
}

static bool is_first(const struct compare *compare, size_t index, const struct compare_look *look)
{
    const struct compare_row *row = &compare->rows[index];
    for (size_t i = 0; i < index; i++)
        if (compare_print_is_shown(&compare->rows[i], look) &&
            run_case_same_workload(compare->rows[i].a, row->a))
            return false;
    return compare_print_is_shown(row, look);
}

static void rows_print(FILE *out, const struct compare *compare, const struct compare_look *look)
{
    bool kernel = false, constants = false;
    fprintf(out, "\n  %-*s %*s %*s  B / A, 95 %%\n", LABEL, "case", TIME, "A", TIME, "B");
    for (size_t i = 0; i < compare->row_count; i++) {
        kernel =
            kernel || (compare_print_is_shown(&compare->rows[i], look) && compare->rows[i].kernel);
        constants = constants ||
                    (compare_print_is_shown(&compare->rows[i], look) && compare->rows[i].constants);
        if (is_first(compare, i, look))
            group_print(out, compare, i, look);
    }
    if (kernel)
        fprintf(out, "\n* a kernel of the case has another hash");
    if (constants)
        fprintf(out, "\nc kernels have other specialization constants");
    fprintf(out, "%s", kernel || constants ? "\n" : "");
}

/* End ------------------------------------------------------------------------------------------ */

static void techniques_print(FILE *out, const struct compare *compare)
{
    fprintf(out, "\n  %-*s %-9s  %5s  %8s  %s\n", LABEL, "technique", "by", "cases", "B / A",
            "least .. greatest");
    for (size_t i = 0; i < compare->technique_count; i++) {
        const struct compare_technique *technique = &compare->techniques[i];
        char name[TABLE_CELL_BYTES] = "", mean[16], least[16], greatest[16];
        table_text_add(name, "", technique->name);
        table_text_clean(name);
        fprintf(out, "  %-*s %-9s  %5zu", LABEL, name, compare_clock_name(technique->clock),
                technique->rows);
        compare_print_number(technique->mean, mean);
        compare_print_number(technique->least, least);
        compare_print_number(technique->greatest, greatest);
        fprintf(out, technique->rows > 0 ? "  %8s  %s .. %s\n" : "\n", mean, least, greatest);
    }
    fputs("  B / A is the geometric mean of the ratios of times: below 1, B takes less time\n",
          out);
}

/* "2.01 [1.99, 2.03]" of both, below verdicts that differ. */
static void claim_numbers_print(FILE *out, const struct compare_claim *claim)
{
    char a[CLAIMS_WORDS_BYTES], b[CLAIMS_WORDS_BYTES], text[3 * CLAIMS_WORDS_BYTES];
    claims_words_here(claim->a, true, a);
    claims_words_here(claim->b, true, b);
    snprintf(text, sizeof(text), "A %s; B %s", a, b);
    table_text_print(out, "    ", text);
}

static void claims_print_pairs(FILE *out, const struct compare *compare)
{
    enum { ID = 31, PAPER = 12, VERDICT = 14 };
    char paper[CLAIMS_WORDS_BYTES];
    if (compare->claim_count == 0)
        return;
    fprintf(out, "\n  %-*s %-*s %-*s %s\n", ID, "claim", PAPER, "paper", VERDICT, "A", "B");
    for (size_t i = 0; i < compare->claim_count; i++) {
        const struct compare_claim *claim = &compare->claims[i];
        const char *id = claim->a->claim->id;
        claims_words_paper(claim->a, paper);
        fputs("  ", out);
        compare_print_cell(out, id, ID, false);
        if (table_text_width(id) > ID)
            fprintf(out, "\n  %*s", ID, "");
        fprintf(out, " %-*s %-*s %s\n", PAPER, paper, VERDICT, verdict_name(claim->a->verdict),
                verdict_name(claim->b->verdict));
        if (claim->a->verdict != claim->b->verdict)
            claim_numbers_print(out, claim);
    }
    fprintf(out, "  %zu claims, %zu with another verdict; not testable in either: %zu\n",
            compare->claim_count, compare->claims_changed, compare->claims_untestable);
}

static void only_print(FILE *out, const char *head, const struct run_case **cases, size_t count)
{
    char text[2 * COMPARE_TEXT_BYTES];
    size_t used;
    if (count == 0)
        return;
    used = (size_t)snprintf(text, sizeof(text), "%zu case%s", count, count == 1 ? "" : "s");
    for (size_t i = 0; i < count && i < 3; i++)
        used += (size_t)snprintf(text + used, sizeof(text) - used, "%s %.200s", i == 0 ? ":" : ",",
                                 cases[i]->name);
    if (count > 3)
        snprintf(text + used, sizeof(text) - used, " and %zu more", count - 3);
    table_text_print(out, head, text);
}

static void recommendation_print(FILE *out, const struct compare *compare)
{
    char text[COMPARE_TEXT_BYTES];
    if (isnan(compare->smallest_half))
        return;
    snprintf(text, sizeof(text),
             "smallest change found with 80 %% power: %.3g %% in half of the rows, %.3g %% in nine "
             "of ten; what differs between two runs of one device is not in it",
             100 * compare->smallest_half, 100 * compare->smallest_most);
    table_text_print(out, "", text);
    table_text_print(out, "",
                     "an advice, not a gate: the runs share no rounds, and each has an interval of "
                     "its own; untold are rows whose interval reaches over the threshold");
}

void compare_print(FILE *out, const struct compare *compare, const struct compare_look *look)
{
    char counts[COMPARE_TEXT_BYTES];
    runs_print(out, compare);
    differences_print(out, compare);
    if (compare->row_count > 0) {
        rows_print(out, compare, look);
        techniques_print(out, compare);
        claims_print_pairs(out, compare);
        compare_print_counts(compare, counts);
        fputc('\n', out);
        table_text_print(out, "rows: ", counts);
    }
    only_print(out, "only in A: ", compare->only_a, compare->only_a_count);
    only_print(out, "only in B: ", compare->only_b, compare->only_b_count);
    recommendation_print(out, compare);
}
