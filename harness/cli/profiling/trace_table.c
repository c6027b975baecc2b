/* SPDX-License-Identifier: MIT */
#include "harness/cli/profiling/trace_table.h"

#include "harness/base/units.h"
#include "harness/engine/measure/trace_json.h"
#include "harness/views/table/table_text.h"

#include <math.h>
#include <string.h>

enum { NAME_COLUMNS = 44, COUNTERS_ACROSS = 3, LETTERS = 26 };

static void print_row(FILE *out, const char *name, uint32_t count, double ns, double total_ns)
{
    char time[32], number[16] = "";
    units_format_ns(ns, time);
    if (count > 0)
        snprintf(number, sizeof(number), "%u", count);
    fprintf(out, "  %-*s %7s  %9s  %5.1f %%\n", NAME_COLUMNS, name, number, time,
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
    const bool by_wall = result_uses_wall(result);
    const double total_ns = by_wall ? traced->wall_ns : traced->gpu_ns;
    char unstamped[32], status[TABLE_CELL_BYTES];
    fprintf(out, "%s\n", result->name);
    if (result->status != BENCH_OK) {
        snprintf(status, sizeof(status), "%s%s%s", bench_status_name(result->status),
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
