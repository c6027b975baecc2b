/* SPDX-License-Identifier: MIT */
#include "harness/base/trouble.h"
#include "harness/cli/profiling/trace_print.h"

#include "harness/analysis/gate/trace_pair.h"
#include "harness/base/exit_code.h"
#include "harness/base/expression.h"
#include "harness/base/message.h"
#include "harness/base/need.h"
#include "harness/base/plural.h"
#include "harness/base/units.h"
#include "harness/base/wrap.h"
#include "harness/cli/sheet_options.h"
#include "harness/engine/measure/trace_json.h"
#include "harness/record/run/run_file.h"
#include "harness/views/gate/gate_view.h"
#include "harness/views/table/table_text.h"

#include <math.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_COLUMNS = 44, COUNTERS_ACROSS = 3, LETTERS = 26 };

static void print_row(FILE *out, const char *name, uint32_t count, double ns, double total_ns)
{
    char time[32], number[16] = "";
    units_format_ns(ns, time);
    if (count > 0)
        snprintf(number, sizeof(number), "%u", count);
    fprintf(out, "  %-*s %7s  %*s  %5.1f %%\n", NAME_COLUMNS, name, number, wrap_pad(time, 9), time,
            total_ns > 0 ? 100 * ns / total_ns : 0);
}

/* The title of a pass, as it stands in both tables. */
static void pass_title(const struct trace_pass *pass, char title[256])
{
    gpu_span_title(pass->kind, pass->name, title, 256);
    if (pass->kind == GPU_SPAN_BARRIER)
        strcpy(title, "gaps (barriers)");
}

/* "a" to "z", then "a1". */
static void letter_of(size_t counter, char letter[24])
{
    const size_t again = counter / LETTERS;
    snprintf(letter, 24, again > 0 ? "%c%zu" : "%c", (char)('a' + counter % LETTERS), again);
}

static void count_format(const struct gpu_counter *counter, double value, char text[32])
{
    if (value < 10000 || counter->is_rate)
        snprintf(text, 32, "%.4g", value);
    else
        units_format_rate(value, "", text);
}

static void counter_print(FILE *out, size_t index, const struct gpu_counter *counter)
{
    char letter[24], head[40], words[TABLE_CELL_BYTES];
    letter_of(index, letter);
    snprintf(head, sizeof(head), "  %-3s ", letter);
    snprintf(words, sizeof(words), "%s%s%s", counter->name, *counter->unit ? ", " : "",
             counter->unit);
    table_text_clean(words);
    table_text_print(out, head, words);
}

static void counts_print(FILE *out, const struct trace_case *traced, size_t first, size_t count)
{
    char text[32], title[256];
    fprintf(out, "  %-*s", NAME_COLUMNS, "pass");
    for (size_t k = first; k < first + count; k++) {
        letter_of(k, text);
        fprintf(out, " %10s", text);
    }
    fputc('\n', out);
    for (size_t i = 0; i < traced->pass_count; i++) {
        if (traced->passes[i].kind == GPU_SPAN_BARRIER)
            continue;
        pass_title(&traced->passes[i], title);
        fprintf(out, "  %-*s", NAME_COLUMNS, title);
        for (size_t k = first; k < first + count; k++) {
            count_format(&traced->counters[traced->chosen[k]],
                         traced->counts[i * traced->counter_count + k], text);
            fprintf(out, " %10s", text);
        }
        fputc('\n', out);
    }
}

static void counters_print(FILE *out, const struct trace_case *traced)
{
    const size_t all = traced->counts ? traced->counter_count : 0;
    if (all > 0)
        fputc('\n', out);
    for (size_t k = 0; k < all; k++)
        counter_print(out, k, &traced->counters[traced->chosen[k]]);
    for (size_t first = 0; first < all; first += COUNTERS_ACROSS)
        counts_print(out, traced, first,
                     all - first < COUNTERS_ACROSS ? all - first : COUNTERS_ACROSS);
}

static void print_clock(FILE *out, const struct trace_case *traced)
{
    if (!traced->times)
        fprintf(out, "  by the host's clock\n");
    else if (traced->calibrated)
        fprintf(out, "  host and GPU on one clock: calibrated, within %.0f ns\n",
                traced->deviation_ns);
    else
        fprintf(out, "  host and GPU on one clock: estimated, the GPU in the middle of each "
                     "submission\n");
}

void trace_table_print(FILE *out, const struct trace_case *traced)
{
    const struct result *result = traced->result;
    const bool by_wall = result->c.by_wall;
    const double total_ns = by_wall ? traced->wall_ns : traced->gpu_ns;
    char unstamped[32], status[TABLE_CELL_BYTES];
    fprintf(out, "%s\n", result->c.name);
    if (result->c.status != BENCH_OK) {
        snprintf(status, sizeof(status), "%s%s%s", bench_status_name(result->c.status),
                 result->reason[0] ? ": " : "", result->reason);
        table_text_print(out, "  ", status);
        fprintf(out, "\n");
        return;
    }
    fprintf(out, "  %-*s %7s  %9s  %7s\n", NAME_COLUMNS, "pass", "count", "time", "share");
    for (size_t i = 0; i < traced->pass_count; i++) {
        const struct trace_pass *pass = &traced->passes[i];
        char title[256];
        pass_title(pass, title);
        print_row(out, title, pass->count, pass->ns, total_ns);
    }
    if (by_wall)
        print_row(out, traced->times ? "host, submissions and waits" : "host", 0,
                  fmax(0, traced->wall_ns - traced->gpu_ns), total_ns);
    print_row(out, by_wall ? "total, wall time" : "total, GPU time", 0, total_ns, total_ns);
    units_format_ns(traced->unstamped_ns, unstamped);
    fprintf(out, "  without stamps %s\n", unstamped);
    print_clock(out, traced);
    counters_print(out, traced);
    fprintf(out, "\n");
}

/* NULL with a message. */
static json_t *trace_load(const char *path)
{
    json_t *document = run_file_json(path);
    if (document && trace_json_is(document) && json_is_array(json_object_get(document, "cases")))
        return document;
    if (document)
        message_error("trace: '%s' is not a trace of claimcheck", path);
    else
        message_error("trace: %s", trouble_text());
    json_decref(document);
    return NULL;
}

/* The traces to compare. */
struct compared {
    const char *const *paths;
    const json_t *documents[TRACE_SIDES];
    struct trace_pair pair;
};

static void view(struct sheet *sheet, const void *of)
{
    static const char *const heads[TRACE_SIDES] = { "A: ", "B: " };
    const struct compared *compared = of;
    for (int i = 0; i < TRACE_SIDES; i++) {
        const json_t *other = json_object_get(compared->documents[i], "otherData");
        const char *device = json_string_value(json_object_get(other, "device"));
        const char *commit = json_string_value(json_object_get(other, "commit"));
        sheet_note(sheet, heads[i], "%s", compared->paths[i]);
        sheet_note(sheet, "   ", "%s, commit %.12s", device ? device : "a device without a name",
                   commit ? commit : "unknown");
    }
    sheet_note(sheet, "", "stamps slow passes down: shares count, times do not");
    trace_pair_view(sheet, &compared->pair);
}

static int documents_compare(const struct options *options, const json_t *a, const json_t *b)
{
    struct compared compared = { options->positionals, { a, b }, { 0 } };
    const struct sheet_source source = { view, &compared };
    trace_pair_init(&compared.pair, a, b);
    int code = EXIT_CODE_NOTHING;
    if (compared.pair.case_count > 0)
        code = sheet_options_print(&source, SHEET_TEXT, false);
    else
        message_error("trace: no case is ok in both '%s' and '%s'", options->positionals[0],
                      options->positionals[1]);
    trace_pair_finish(&compared.pair);
    return code;
}

int trace_compare_run(const struct command_line *line)
{
    const struct options *options = line->options;
    for (size_t i = 0; i < options->given_count; i++)
        if (strcmp(options->given[i].spec->name, "compare") != 0)
            return message_error("trace: --compare reads two files: leave out --%s",
                                 options->given[i].spec->name);
    if (options->positional_count != 2)
        return message_error("trace: --compare takes two traces: claimcheck trace --compare A.json "
                             "B.json");
    json_t *a = trace_load(options->positionals[0]);
    json_t *b = a ? trace_load(options->positionals[1]) : NULL;
    const int code = b ? documents_compare(options, a, b) : (int)EXIT_CODE_UNTRIED;
    json_decref(a);
    json_decref(b);
    return code;
}

static bool is_of_commands(struct gpu *gpu, const struct gpu_counter *counters, uint32_t index)
{
    return counters[index].per_command && gpu_counters_together(gpu, &index, 1) == 1;
}

static int outcome(const struct gpu *gpu, const char *expression,
                   const struct trace_counters *counters, size_t all, size_t left_out)
{
    if (counters->count == 0 && left_out == 0)
        return message_error("trace: none of the %zu counters of %s has a name that '%s' matches; "
                             "--counters . takes all",
                             all, gpu_info(gpu)->name, expression);
    if (counters->count == 0)
        return message_error("trace: the %zu counter%s that '%s' matches cannot be counted per "
                             "command in one execution",
                             left_out, plural(left_out, "", "s"), expression);
    if (left_out > 0)
        message_note("%zu more counter%s left out, which cannot be counted per command in one "
                     "execution",
                     left_out, plural(left_out, " is", "s are"));
    return EXIT_CODE_OK;
}

int trace_counters_choose(struct gpu *gpu, const char *expression, struct trace_counters *counters)
{
    const struct gpu_counter *all;
    const size_t count = gpu_counters(gpu, &all);
    size_t left_out = 0;
    regex_t matching;
    *counters =
        (struct trace_counters){ .chosen = need_zeroed(count + 1, sizeof(*counters->chosen)) };
    if (!expression_compile(&matching, "--counters: ", expression, REG_ICASE))
        return message_error("trace: %s", trouble_text());
    for (uint32_t i = 0; i < count; i++) {
        if (regexec(&matching, all[i].name, 0, NULL, 0) != 0)
            continue;
        if (is_of_commands(gpu, all, i))
            counters->chosen[counters->count++] = i;
        else
            left_out++;
    }
    regfree(&matching);
    return outcome(gpu, expression, counters, count, left_out);
}

void trace_counters_finish(struct trace_counters *counters)
{
    free(counters->chosen);
    *counters = (struct trace_counters){ 0 };
}
