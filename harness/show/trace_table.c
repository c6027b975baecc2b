/* SPDX-License-Identifier: MIT */
#include "harness/show/trace_table.h"

#include "harness/base/units.h"
#include "harness/record/trace_json.h"
#include "harness/show/table_text.h"
#include "harness/show/text_wrap.h"

#include <math.h>
#include <string.h>

enum { NAME_COLUMNS = 44 };

static void print_row(FILE *out, const char *name, uint32_t count, double ns, double total_ns)
{
    char time[32], number[16] = "";
    units_format_ns(ns, time);
    if (count > 0)
        snprintf(number, sizeof(number), "%u", count);
    fprintf(out, "  %-*s %7s  %9s  %5.1f %%\n", NAME_COLUMNS, name, number, time,
            total_ns > 0 ? 100 * ns / total_ns : 0);
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
        text_wrap_print(out, "  ", status);
        fprintf(out, "\n");
        return;
    }
    fprintf(out, "  %-*s %7s  %9s  %7s\n", NAME_COLUMNS, "pass", "count", "time", "share");
    for (size_t i = 0; i < traced->pass_count; i++) {
        const struct trace_pass *pass = &traced->passes[i];
        char title[256];
        gpu_span_title(pass->kind, pass->name, title, sizeof(title));
        if (pass->kind == GPU_SPAN_BARRIER)
            strcpy(title, "gaps (barriers)");
        print_row(out, title, pass->count, pass->ns, total_ns);
    }
    if (by_wall)
        print_row(out, traced->times ? "host, submissions and waits" : "host", 0,
                  fmax(0, traced->wall_ns - traced->gpu_ns), total_ns);
    print_row(out, by_wall ? "total, wall time" : "total, GPU time", 0, total_ns, total_ns);
    units_format_ns(traced->unstamped_ns, unstamped);
    fprintf(out, "  without stamps %s\n", unstamped);
    print_clock(out, traced);
    fprintf(out, "\n");
}
