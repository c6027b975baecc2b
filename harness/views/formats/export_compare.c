/* SPDX-License-Identifier: MIT */
#include "harness/views/formats/export_compare.h"

#include "harness/base/disk.h"
#include "harness/base/json_value.h"
#include "harness/base/units.h"
#include "harness/views/claims/claims_words.h"
#include "harness/views/compare/compare_print.h"
#include "harness/views/formats/export_csv.h"
#include "harness/views/formats/export_markdown.h"

#include <jansson.h>
#include <math.h>
#include <stddef.h>

static bool is_wanted(const struct compare_row *row, bool changed)
{
    return !changed || compare_print_has_changed(row);
}

/* Markdown ------------------------------------------------------------------------------------- */

static void cells_write(FILE *out, const char *const *cells, size_t count)
{
    fputc('|', out);
    for (size_t i = 0; i < count; i++) {
        fputc(' ', out);
        export_markdown_text(out, cells[i]);
        fputs(" |", out);
    }
    fputc('\n', out);
}

static void differences_write(FILE *out, const struct compare *compare)
{
    char a[COMPARE_TEXT_BYTES], b[COMPARE_TEXT_BYTES];
    compare_print_run(compare->a, a);
    compare_print_run(compare->b, b);
    fputs("| what differs | A | B |\n|:---|:---|:---|\n", out);
    cells_write(out, (const char *const[]){ "run", a, b }, 3);
    for (size_t i = 0; i < compare->difference_count; i++) {
        const struct compare_difference *difference = &compare->differences[i];
        const char *const cells[] = { difference->what, difference->a, difference->b };
        cells_write(out, cells, 3);
    }
    if (compare->kernel_count > 0)
        fprintf(out, "\n%zu of %zu kernels of one name have another hash.\n", compare->kernel_count,
                compare->kernels_common);
}

static void techniques_write(FILE *out, const struct compare *compare)
{
    fputs("\n| technique | by | cases | B / A, geometric mean | least | greatest |\n"
          "|:---|:---|---:|---:|---:|---:|\n",
          out);
    for (size_t i = 0; i < compare->technique_count; i++) {
        const struct compare_technique *technique = &compare->techniques[i];
        if (technique->rows == 0)
            continue;
        fputs("| ", out);
        export_markdown_text(out, technique->name);
        fprintf(out, " | %s | %zu | %.3g | %.3g | %.3g |\n", compare_clock_name(technique->clock),
                technique->rows, technique->mean, technique->least, technique->greatest);
    }
}

static void claims_write(FILE *out, const struct compare *compare)
{
    if (compare->claim_count == 0)
        return;
    fputs("\n| claim | paper | A | B | verdict of A | verdict of B |\n"
          "|:---|---:|---:|---:|:---|:---|\n",
          out);
    for (size_t i = 0; i < compare->claim_count; i++) {
        const struct compare_claim *claim = &compare->claims[i];
        char paper[CLAIMS_WORDS_BYTES], a[CLAIMS_WORDS_BYTES], b[CLAIMS_WORDS_BYTES];
        claims_words_paper(claim->a, paper);
        claims_words_here(claim->a, true, a);
        claims_words_here(claim->b, true, b);
        const char *const cells[] = { claim->a->claim->id,
                                      paper,
                                      a,
                                      b,
                                      verdict_name(claim->a->verdict),
                                      verdict_name(claim->b->verdict) };
        cells_write(out, cells, sizeof(cells) / sizeof(cells[0]));
    }
}

static bool says_nothing(const struct compare_row *row)
{
    return row->verdict == COMPARE_WITHIN ||
           (row->verdict == COMPARE_UNTIMED && row->a->status == row->b->status);
}

static void row_write(FILE *out, const struct compare_row *row)
{
    char a[32], b[32], ratio[COMPARE_TEXT_BYTES], verdict[COMPARE_TEXT_BYTES];
    units_format_ns(run_case_median_ns(row->a), a);
    units_format_ns(run_case_median_ns(row->b), b);
    compare_print_ratio(row->ratio, ratio);
    compare_print_verdict(row, verdict);
    const char *const kernels = row->kernel ? "kernel" : row->constants ? "constants" : "";
    cells_write(out, (const char *const[]){ row->a->name, a, b, ratio, verdict, kernels }, 6);
}

bool export_compare_markdown(FILE *out, const struct compare *compare, bool changed)
{
    char counts[COMPARE_TEXT_BYTES];
    size_t left_out = 0;
    differences_write(out, compare);
    techniques_write(out, compare);
    claims_write(out, compare);
    compare_print_counts(compare, counts);
    fprintf(out, "\n%zu rows: ", compare->row_count);
    export_markdown_text(out, counts);
    fputs("\n\n| case | A | B | B / A, 95 % | verdict | changed |\n"
          "|:---|---:|---:|---:|:---|:---|\n",
          out);
    for (size_t i = 0; i < compare->row_count; i++)
        if (says_nothing(&compare->rows[i]) || !is_wanted(&compare->rows[i], changed))
            left_out++;
        else
            row_write(out, &compare->rows[i]);
    if (left_out > 0)
        fprintf(out, "\n%zu rows are not shown: %s.\n", left_out,
                changed ? "they have not changed"
                        : "within the threshold, or without a time in both");
    return !ferror(out);
}

/* CSV ------------------------------------------------------------------------------------------ */

static void number_cell(FILE *out, double number)
{
    fputc(',', out);
    export_csv_number(out, number);
}

static void text_cell(FILE *out, const char *text)
{
    fputc(',', out);
    export_csv_text(out, text);
}

bool export_compare_csv(FILE *out, const struct compare *compare, bool changed)
{
    fputs("name,workload,technique,variant,kind,time,a_ns,a_low_ns,a_high_ns,b_ns,b_low_ns,"
          "b_high_ns,b_over_a,b_over_a_low,b_over_a_high,verdict,setting,threshold,smallest,"
          "kernel,constants,a_status,b_status\r\n",
          out);
    for (size_t i = 0; i < compare->row_count; i++) {
        const struct compare_row *row = &compare->rows[i];
        const struct run_case *a = row->a, *b = row->b;
        if (!is_wanted(row, changed))
            continue;
        export_csv_text(out, a->name);
        text_cell(out, a->workload);
        text_cell(out, a->technique);
        text_cell(out, a->variant);
        text_cell(out, bench_kind_name(a->kind));
        text_cell(out, compare_clock_name(compare_clock_of(a)));
        number_cell(out, run_case_median_ns(a));
        number_cell(out, run_case_interval(a).low);
        number_cell(out, run_case_interval(a).high);
        number_cell(out, run_case_median_ns(b));
        number_cell(out, run_case_interval(b).low);
        number_cell(out, run_case_interval(b).high);
        number_cell(out, row->ratio.ratio);
        number_cell(out, row->ratio.interval.low);
        number_cell(out, row->ratio.interval.high);
        text_cell(out, compare_verdict_name(row->verdict));
        text_cell(out, compare_setting_name(row->setting));
        number_cell(out, row->threshold);
        number_cell(out, row->smallest);
        text_cell(out, row->kernel ? "differs" : "");
        text_cell(out, row->constants ? "differ" : "");
        text_cell(out, bench_status_name(a->status));
        text_cell(out, bench_status_name(b->status));
        fputs("\r\n", out);
    }
    return !ferror(out);
}

/* JSON ----------------------------------------------------------------------------------------- */

static json_t *run_json(const struct run *run)
{
    return json_pack(
        "{s:o, s:o, s:o, s:o, s:o, s:o}", "file", json_value_text(disk_base_name(run->path)),
        "device", json_value_text(run->device.name), "started",
        json_value_text(run->session.started), "profile", json_value_text(run->session.profile),
        "commit", json_value_text(run->tool.commit), "launches",
        json_value_number(run->session.launches));
}

static json_t *time_json(const struct run_case *c)
{
    return json_pack("{s:s, s:o, s:o, s:o}", "status", bench_status_name(c->status), "median_ns",
                     json_value_number(run_case_median_ns(c)), "interval_low_ns",
                     json_value_number(run_case_interval(c).low), "interval_high_ns",
                     json_value_number(run_case_interval(c).high));
}

static json_t *row_json(const struct compare_row *row)
{
    return json_pack(
        "{s:o, s:s, s:o, s:o, s:o, s:o, s:o, s:s, s:s, s:o, s:o, s:b, s:b}", "name",
        json_value_text(row->a->name), "time", compare_clock_name(compare_clock_of(row->a)), "a",
        time_json(row->a), "b", time_json(row->b), "b_over_a", json_value_number(row->ratio.ratio),
        "interval_low", json_value_number(row->ratio.interval.low), "interval_high",
        json_value_number(row->ratio.interval.high), "verdict", compare_verdict_name(row->verdict),
        "setting", compare_setting_name(row->setting), "threshold",
        json_value_number(row->threshold), "smallest", json_value_number(row->smallest),
        "kernel_differs", row->kernel, "constants_differ", row->constants);
}

static json_t *technique_json(const struct compare_technique *technique)
{
    return json_pack(
        "{s:o, s:s, s:I, s:o, s:o, s:o}", "name", json_value_text(technique->name), "time",
        compare_clock_name(technique->clock), "rows", (json_int_t)technique->rows, "geometric_mean",
        json_value_number(technique->mean), "least", json_value_number(technique->least),
        "greatest", json_value_number(technique->greatest));
}

static json_t *claim_side_json(const struct claims_entry *entry)
{
    const struct claims_pair *decided = entry->decided;
    return json_pack("{s:s, s:o, s:o, s:o}", "verdict", verdict_name(entry->verdict), "value",
                     json_value_number(decided ? decided->estimate.value : NAN), "interval_low",
                     json_value_number(decided ? decided->estimate.interval.low : NAN),
                     "interval_high",
                     json_value_number(decided ? decided->estimate.interval.high : NAN));
}

static json_t *claim_json(const struct compare_claim *claim)
{
    return json_pack("{s:o, s:o, s:o, s:o}", "id", json_value_text(claim->a->claim->id),
                     "published", json_value_number(claim->a->claim->value), "a",
                     claim_side_json(claim->a), "b", claim_side_json(claim->b));
}

static json_t *difference_json(const struct compare_difference *difference)
{
    return json_pack("{s:s, s:o, s:o}", "what", difference->what, "a",
                     json_value_text(difference->a), "b", json_value_text(difference->b));
}

static json_t *names_json(const struct run_case *const *cases, size_t count)
{
    json_t *names = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(names, json_value_text(cases[i]->name));
    return names;
}

/* What memory is left for is not all of it: the caller counts. */
static json_t *compare_json(const struct compare *compare, bool changed)
{
    json_t *rows = json_array(), *techniques = json_array(), *differences = json_array();
    json_t *kernels = json_array(), *claims = json_array();
    for (size_t i = 0; i < compare->claim_count; i++)
        json_array_append_new(claims, claim_json(&compare->claims[i]));
    for (size_t i = 0; i < compare->row_count; i++)
        if (is_wanted(&compare->rows[i], changed))
            json_array_append_new(rows, row_json(&compare->rows[i]));
    for (size_t i = 0; i < compare->technique_count; i++)
        json_array_append_new(techniques, technique_json(&compare->techniques[i]));
    for (size_t i = 0; i < compare->difference_count; i++)
        json_array_append_new(differences, difference_json(&compare->differences[i]));
    for (size_t i = 0; i < compare->kernel_count; i++)
        json_array_append_new(kernels, json_value_text(compare->kernels[i]));
    return json_pack("{s:{s:o, s:o}, s:b, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "runs", "a",
                     run_json(compare->a), "b", run_json(compare->b), "other_model",
                     compare->models, "differences", differences, "kernels", kernels, "rows", rows,
                     "techniques", techniques, "claims", claims, "only_a",
                     names_json(compare->only_a, compare->only_a_count), "only_b",
                     names_json(compare->only_b, compare->only_b_count));
}

bool export_compare_json(FILE *out, const struct compare *compare, bool changed)
{
    size_t wanted = 0;
    for (size_t i = 0; i < compare->row_count; i++)
        wanted += is_wanted(&compare->rows[i], changed);
    json_t *json = compare_json(compare, changed);
    const bool whole = json && json_array_size(json_object_get(json, "rows")) == wanted &&
                       json_dumpf(json, out, JSON_INDENT(1)) == 0;
    json_decref(json);
    return whole && fputc('\n', out) != EOF;
}
