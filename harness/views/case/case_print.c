/* SPDX-License-Identifier: MIT */
#include "harness/views/case/case_print.h"

#include "harness/analysis/why/why.h"
#include "harness/views/table/table.h"

#include <math.h>
#include <string.h>

enum { BAR = 40 };

/* Lines: "what 3 unit, ...". */

/* Nothing where the file has no number. */
static void line_add_number(struct text *line, const char *what, double number)
{
    if (isfinite(number))
        text_join(line, ", ", "%s %.9g", what, number);
}

/* Told from what is step_ns away. */
static void line_add_time_to(struct text *line, const char *what, double ns, double step_ns)
{
    if (isfinite(ns))
        text_join(line, ", ", "%s%s%s", what, *what ? " " : "",
                  units_format_ns_to(ns, step_ns, UNITS_ROOM));
}

static void line_add_time(struct text *line, const char *what, double ns)
{
    line_add_time_to(line, what, ns, INFINITY);
}

static void line_add_bytes(struct text *line, const char *what, double bytes)
{
    if (isfinite(bytes))
        text_join(line, ", ", "%s %s", what, units_format_bytes(bytes, UNITS_ROOM));
}

/* Takes over: nothing of an empty line. */
static void line_print(FILE *out, const char *head, struct text *line)
{
    if (line->length > 0)
        table_text_print(out, head, line->string);
    text_finish(line);
}

static void named_print(FILE *out, const char *what, struct text *line)
{
    char head[32];
    snprintf(head, sizeof(head), "  %-12s  ", what);
    line_print(out, head, line);
}

/* Times ---------------------------------------------------------------------------------------- */

/* A median and its interval, to half its width. */
static void median_add(struct text *line, const char *what, double median,
                       struct stats_interval interval)
{
    const double half = (interval.high - interval.low) / 2;
    line_add_time_to(line, what, median, half);
    if (isfinite(interval.low))
        text_join(line, ", ", "95 %% interval %s .. %s",
                  units_format_ns_to(interval.low, half, UNITS_ROOM),
                  units_format_ns_to(interval.high, half, UNITS_ROOM));
}

static void summary_print(FILE *out, const char *what, const struct stats_summary *summary)
{
    struct text line = { 0 };
    if (summary->count == 0)
        return;
    const double half = (summary->quartile3 - summary->quartile1) / 2;
    median_add(&line, "median", summary->median, summary->interval);
    text_join(&line, ", ", "%zu sample%s", COUNTED(summary->count));
    line_add_time_to(&line, "least", summary->minimum, half);
    line_add_time_to(&line, "quartiles", summary->quartile1, half);
    text_add_format(&line, " and %s", units_format_ns_to(summary->quartile3, half, UNITS_ROOM));
    line_add_time_to(&line, "greatest", summary->maximum, half);
    line_add_time(&line, "MAD", summary->mad);
    if (isfinite(summary->drift))
        text_join(&line, ", ", "drift %+.3g %%", 100 * summary->drift);
    if (summary->outliers > 0)
        text_join(&line, ", ", "%zu outlier%s", COUNTED(summary->outliers));
    if (summary->bimodal)
        text_join(&line, ", ", "bimodal");
    named_print(out, what, &line);
}

/* Prints how often the times of all samples lie where: in bins of one width, from the least time to
 * the greatest, the square root of their number. A time at the border of two is in the upper. */
static void distribution_print(FILE *out, const struct run_case *c)
{
    enum { BINS_MIN = 4, BINS_MAX = 16 };
    static const char bar[BAR + 1] = "########################################";
    const double root = ceil(sqrt((double)c->sample_count));
    const size_t count = (size_t)fmin(BINS_MAX, fmax(BINS_MIN, root));
    size_t bins[BINS_MAX] = { 0 }, most = 0;
    double least = INFINITY, greatest = -INFINITY;
    for (size_t i = 0; i < c->sample_count; i++) {
        least = fmin(least, run_case_sample_ns(c, &c->samples[i]));
        greatest = fmax(greatest, run_case_sample_ns(c, &c->samples[i]));
    }
    if (c->sample_count < 2 || !(greatest > least))
        return;
    const double width = (greatest - least) / (double)count;
    for (size_t i = 0; i < c->sample_count; i++) {
        const size_t bin = (size_t)((run_case_sample_ns(c, &c->samples[i]) - least) / width);
        const size_t times = ++bins[bin < count ? bin : count - 1];
        most = times > most ? times : most;
    }
    fprintf(out, "\ndistribution of %s times\n", c->by_wall ? "wall" : "GPU");
    for (size_t i = 0; i < count; i++) {
        const double from = least + (double)i * width, to = least + (double)(i + 1) * width;
        const char *low = units_format_ns_to(from, to - from, UNITS_ROOM);
        const char *high = units_format_ns_to(to, to - from, UNITS_ROOM);
        fprintf(out, "  %*s .. %*s %5zu%s%.*s\n", wrap_pad(low, 10), low, wrap_pad(high, 10), high,
                bins[i], bins[i] > 0 ? "  " : "", (int)((bins[i] * BAR + most - 1) / most), bar);
    }
}

static void times_print(FILE *out, const struct run_case *c)
{
    const struct stats_interval ratio = run_case_ratio_interval(c);
    struct text line = { 0 };
    char text[CLOCK_NOTE_BYTES];
    summary_print(out, "GPU time", &c->gpu);
    summary_print(out, "wall time", &c->wall);
    if (c->launch_count > 0) {
        median_add(&line, "median of the medians", c->time_between.median,
                   c->time_between.interval);
        if (isfinite(c->time_between.confidence))
            text_join(&line, ", ", "which holds with %.3g %%", 100 * c->time_between.confidence);
    }
    for (size_t i = 0; i < c->launch_count; i++) {
        snprintf(text, sizeof(text), "%zu:", i);
        line_add_time(&line, text, c->launches[i].median_ns);
    }
    named_print(out, "launches", &line);
    if (c->ratio.ratio > 0 && !c->baseline) {
        text_join(&line, ", ", "%.3f of the baseline's time in %zu pair%s", c->ratio.ratio,
                  COUNTED(c->ratio.pairs));
        if (isfinite(ratio.low))
            text_join(&line, ", ", "95 %% interval %.3f .. %.3f", ratio.low, ratio.high);
    }
    named_print(out, "ratio", &line);
    line_add_number(&line, "executions in a sample", c->inner_repetitions);
    text_join(&line, ", ", "stop %s", result_stop_names[c->stop]);
    line_add_number(&line, "executions to warm up", c->warmup_executions);
    line_add_time(&line, "timer's tick", c->tick_ns);
    line_add_number(&line, "threads", c->threads);
    clock_note_case(c, text);
    if (*text)
        text_join(&line, ", ", "%s", text);
    named_print(out, "sampling", &line);
}

/* Prints what stands beside the time: its lower bound, the probe, which reads and writes its bytes
 * and does nothing else (instruments.h), energy, and how it divides (why.h). */
static void costs_print(FILE *out, const struct run *run, const struct run_case *c)
{
    const struct run_probe *probe = &c->probe;
    struct text line = { 0 };
    struct why why;
    if (c->floor_ns > 0) {
        line_add_time(&line, "", c->floor_ns);
        if (*c->floor_bound)
            text_join(&line, ", ", "bound by %.40s", c->floor_bound);
        if (isfinite(c->floor_percent))
            text_join(&line, ", ", "%.3g %% of the time", c->floor_percent);
    }
    named_print(out, "lower bound", &line);
    if (probe->time.count > 0) {
        median_add(&line, "", probe->time.median, probe->time.interval);
        text_join(&line, ", ", "%zu sample%s", COUNTED(probe->time.count));
        text_join(&line, ", ", "%.3g %% of the time", c->probe_percent);
    } else if (*probe->reason) {
        text_join(&line, ", ", "none: %.200s", probe->reason);
    }
    named_print(out, "probe", &line);
    case_energy_add(&line, c);
    named_print(out, "energy", &line);
    why_find(&why, run, c);
    for (size_t i = 0; i < why.use_count; i++)
        text_join(&line, ", ", "%s %.3g %% of the time", why_unit_name(why.uses[i].unit),
                  why.uses[i].percent);
    named_print(out, "units", &line);
    text_add(&line, why.text);
    named_print(out, "why", &line);
}

/* Work ----------------------------------------------------------------------------------------- */

static void work_print(FILE *out, const struct run_case *c)
{
    const struct bench_work *work = &c->work;
    const struct run_counters *counters = &c->counters;
    const struct {
        const char *name;
        double amount;
        bool always; /* where it is known; else above 0 */
    } works[] = { { "items", work->items },
                  { "operations", work->operations, true },
                  { "not fused", work->single },
                  { "of integers", work->integer },
                  { "special", work->special },
                  { "dependent loads", work->loads },
                  { "rounds", work->rounds },
                  { "groups", work->groups },
                  { "groups of a dispatch at most", work->groups_most },
                  { "vertices", work->vertices },
                  { "pixels", work->pixels } };
    struct text line = { 0 };
    line_add_bytes(&line, "read", work->bytes_read);
    line_add_bytes(&line, "written", work->bytes_written);
    if (work->bytes_sampled > 0)
        line_add_bytes(&line, "of texels", work->bytes_sampled);
    for (size_t i = 0; i < COUNT_OF(works); i++)
        if (works[i].always || works[i].amount > 0)
            line_add_number(&line, works[i].name, works[i].amount);
    for (int i = 0; i < BENCH_ATOMICS_COUNT; i++) {
        const double atomics = work->atomics[i].dropped + work->atomics[i].returned;
        char name[48];
        snprintf(name, sizeof(name), "atomics, %s", bench_atomics_names[i]);
        if (atomics > 0)
            line_add_number(&line, name, atomics);
    }
    line_add_number(&line, "dependent steps", work->chain);
    named_print(out, "work", &line);
    line_add_number(&line, "dispatches", counters->dispatches);
    line_add_number(&line, "indirect", counters->indirect_dispatches);
    line_add_number(&line, "draws", counters->draws);
    line_add_number(&line, "copies", counters->copies);
    line_add_number(&line, "fills", counters->fills);
    line_add_number(&line, "barriers", counters->barriers);
    line_add_number(&line, "submits", counters->submits);
    line_add_number(&line, "returns to the host", counters->host_returns);
    line_add_bytes(&line, "peak memory", c->peak_bytes);
    named_print(out, "counters", &line);
}

static void facts_print(FILE *out, const struct run *run, const struct run_case *c)
{
    struct text line = { 0 };
    for (size_t i = 0; i < c->metric_count; i++)
        if (isfinite(c->metrics[i].value))
            text_join(&line, ", ", "%.60s %.6g %.40s", c->metrics[i].name, c->metrics[i].value,
                      c->metrics[i].unit);
    named_print(out, "metrics", &line);
    const struct run_workload *workload = run_workload_find(run, c->workload);
    for (size_t i = 0; workload && i < workload->fact_count; i++) {
        const struct run_fact *fact = &workload->facts[i];
        if (*fact->text)
            text_join(&line, ", ", "%.60s %.200s", fact->name, fact->text);
        else if (isfinite(fact->number))
            text_join(&line, ", ", "%.60s %.9g", fact->name, fact->number);
    }
    named_print(out, "workload", &line);
}

/* Prints what the driver says under its own names, every digit of it; those that are bytes by that
 * name say so. */
static void kernels_print(FILE *out, const struct run *run, const struct run_case *c)
{
    static const char *const bytes[] = {
        "Binary Size", "Stack Size", "Local Memory Size", "Shared Memory Size", "Code size",
        "Code Size",   "LDS size",   "Scratch size",      "Scratch Memory Size"
    };
    static const double mark = 68719476736; /* that a driver sets beside the bytes */
    if (c->kernel_count > 0)
        fputs("\nkernels\n", out);
    for (size_t i = 0; i < c->kernel_count; i++) {
        const struct run_kernel *kernel = run_kernel_find(run, c->kernels[i]);
        struct text line = { 0 };
        if (!kernel)
            continue;
        table_text_print(out, "  ", kernel->name);
        text_join(&line, ", ", "%.12s", kernel->sha256);
        if (*kernel->file)
            text_join(&line, ", ", "of %.200s", kernel->file);
        line_add_bytes(&line, "SPIR-V", kernel->bytes);
        line_add_bytes(&line, "shared", kernel->shared_bytes);
        line_add_bytes(&line, "push constants", kernel->push_bytes);
        line_add_number(&line, "bindings", kernel->bindings);
        if (kernel->subgroup_size > 0)
            line_add_number(&line, "subgroup", kernel->subgroup_size);
        line_print(out, "    ", &line);
        foreach (const struct run_statistic, statistic, kernel->statistics,
                 kernel->statistic_count) {
            const char *unit = "";
            for (size_t n = 0; n < COUNT_OF(bytes); n++)
                if (strcmp(statistic->name, bytes[n]) == 0)
                    unit = " B";
            if (isfinite(statistic->number))
                text_join(&line, ", ", "%s %.17g%s", statistic->name, statistic->number, unit);
            if (*unit && statistic->number >= mark && statistic->number < 2 * mark)
                text_add_format(&line, " (%.17g B, and bit 36 is set)", statistic->number - mark);
        }
        line_print(out, "    ", &line);
    }
}

/* Samples -------------------------------------------------------------------------------------- */

/* With more digits than a table: what differs from one sample to the next. */
static const char *time_text(double ns, char text[32])
{
    if (ns < 1e6)
        snprintf(text, 32, "%.3f µs", ns / 1e3);
    else
        snprintf(text, 32, "%.*f ms", ns < 1e9 ? 3 : 0, ns / 1e6);
    return text;
}

static void clock_add(struct text *line, const char *what, double hz)
{
    if (hz > 0)
        text_join(line, ", ", "%s %s", what, units_format_rate(hz, "Hz", UNITS_ROOM));
}

void case_energy_add(struct text *line, const struct run_case *c)
{
    const struct run_energy *energy = &c->energy;
    const bool counter = isfinite(energy->counter_j);
    if (!energy->known)
        return;
    if (*energy->reason)
        text_join(line, ", ", "none: %.600s", energy->reason);
    else
        text_join(line, ", ", "%s an execution",
                  units_format_joules(counter ? energy->counter_j : energy->power_j, UNITS_ROOM));
    if (counter && isfinite(energy->power_j))
        text_join(line, ", ", "by power samples %s",
                  units_format_joules(energy->power_j, UNITS_ROOM));
    if (isfinite(energy->power_w))
        text_join(line, ", ", "%.4g W", energy->power_w);
    if (isfinite(energy->temperature_c))
        text_join(line, ", ", "%.3g C", energy->temperature_c);
    clock_add(line, "core clock", energy->core_hz);
    clock_add(line, "memory clock", energy->memory_hz);
    if (*energy->limits)
        text_join(line, ", ", "clock held back by %s", energy->limits);
}

/* Says what its checks found, and what they would have seen. */
static void checks_say(const struct run *run, const struct run_case *c, struct text *line)
{
    if (c->check != RUN_CHECK_NONE)
        text_join(line, ", ", "%s", c->check == RUN_CHECK_PASSED ? "checked" : "check FAILED");
    if (c->check == RUN_CHECK_PASSED && c->look_count > 2)
        text_join(line, ", ",
                  "%.0f executions between samples, too: 95 %% of kernels that are wrong in one of "
                  "%.3g would be found",
                  c->look_count, (c->look_count + 1) / 3);
    /* One that takes 1.5 times as long over poison fails: docs/methods.md, Checks. */
    if (c->check == RUN_CHECK_PASSED && c->fresh_count > 0 && c->kind == BENCH_GPU &&
        !run->device.software) {
        char kept[32];
        units_format_ns(0.5 * c->again_ns, kept);
        text_join(line, ", ", "work of more than %s that it kept from an execution would be seen",
                  kept);
    }
}

void case_print(FILE *out, const struct run *run, const struct run_case *c)
{
    static const char *const caches[] = { "", "caches hot", "caches cold" };
    static const char *const preceded[] = { "", "after an execution of itself", "after a sweep",
                                            "after other cases" };
    struct text line = { 0 };
    table_text_print(out, "", c->name);
    text_join(&line, ", ", "%.200s", *run->device.name ? run->device.name : "no device");
    text_join(&line, ", ", "%.80s %.80s", run->device.driver_name, run->device.driver_info);
    text_join(&line, ", ", "%.10s", run->session.started);
    text_join(&line, ", ", "profile %.40s", run->session.profile);
    named_print(out, "on", &line);
    text_join(&line, ", ", "%s", bench_kind_name(c->kind));
    if (*caches[c->cache])
        text_join(&line, ", ", "%s", caches[c->cache]);
    if (*preceded[c->preceded_by])
        text_join(&line, ", ", "%s", preceded[c->preceded_by]);
    if (c->baseline)
        text_join(&line, ", ", "the baseline");
    if (*c->api)
        text_join(&line, ", ", "%s by %s", *c->program ? c->program : "a program", c->api);
    if (*c->mark)
        text_join(&line, ", ", "%s", c->mark);
    named_print(out, "kind", &line);
    text_join(&line, ", ", "%s%s%.700s", bench_status_name(c->status), *c->reason ? ": " : "",
              c->reason);
    checks_say(run, c, &line);
    named_print(out, "ended", &line);
    if (c->status == BENCH_OK)
        times_print(out, c);
    costs_print(out, run, c);
    work_print(out, c);
    facts_print(out, run, c);
    kernels_print(out, run, c);
    distribution_print(out, c);
    if (c->sample_count > 0)
        fprintf(out, "\n  %6s %6s %5s %11s %11s %9s %9s\n", "launch", "round", "order",
                c->kind == BENCH_CPU ? "" : "GPU", "wall", c->kind == BENCH_CPU ? "host" : "core",
                "canary");
    foreach (const struct run_sample, sample, c->samples, c->sample_count) {
        const bool host = c->kind == BENCH_CPU;
        const double hz = host ? sample->host_hz : sample->core_hz;
        const double canary_ns = host ? sample->host_canary_ns : sample->canary_ns;
        const char *gpu = host ? "" : time_text(sample->gpu_ns, UNITS_ROOM);
        const char *wall = time_text(sample->wall_ns, UNITS_ROOM);
        const char *clock = hz > 0 ? units_format_rate(hz, "Hz", UNITS_ROOM) : "";
        const char *canary = canary_ns > 0 ? units_format_ns(canary_ns, UNITS_ROOM) : "";
        fprintf(out, "  %6u %6u %5u %*s %*s %9s %*s%s\n", sample->launch, sample->round,
                sample->order, wrap_pad(gpu, 11), gpu, wrap_pad(wall, 11), wall, clock,
                wrap_pad(canary, 9), canary, sample->throttled ? "  throttled" : "");
    }
}
