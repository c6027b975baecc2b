/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "harness/engine/session/session.h"
#include "harness/engine/shaders/shaders.h"
#include "harness/record/record.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* A text as it is read from a file. */
static const char *keep(struct arena *arena, const char *text)
{
    json_t *legal = json_value_text(text);
    char *copy = arena_text(arena, json_string_value(legal));
    printable_clean(copy);
    json_decref(legal);
    return copy;
}

/* Times and samples belong to cases that are ok; everything else is empty. */
static bool carries_times(const struct run_case *c)
{
    return c->status == BENCH_OK && c->sample_count > 0;
}

static double above_zero(double number)
{
    return number > 0 ? number : NAN;
}

/* A number where the axis is one of integers, and the value is one. */
static void axes_set(struct arena *arena, const struct result *result, struct run_case *c)
{
    const struct plan_case *plan = result->plan;
    struct run_axis *axes = arena_alloc(arena, plan->value_count * sizeof(*axes));
    for (size_t i = 0; i < plan->value_count; i++) {
        const struct plan_axis_value *value = &plan->values[i];
        char digits[32];
        snprintf(digits, sizeof(digits), "%" PRId64, value->integer);
        bool whole = strcmp(digits, value->text) == 0;
        for (const char *const *name = value->axis->names; whole && name && *name; name++)
            whole = !(*name)[strspn(*name, "0123456789")];
        axes[i] = (struct run_axis){ value->axis->name, keep(arena, value->text),
                                     whole ? (double)value->integer : NAN };
    }
    c->axes = axes;
    c->axis_count = plan->value_count;
}

/* Kernels that files stand in for; none where none is concerned. All that were given where set-up
 * did not get so far as to tell. */
static void replaced_set(struct arena *arena, const struct result *result, struct run_case *c)
{
    const struct kernel_files *files = result->plan->files;
    if (!files || result->left_out)
        return;
    const char **names = arena_alloc(arena, files->count * sizeof(*names));
    bool any = false;
    for (size_t i = 0; result->asked && i < files->count; i++)
        any = any || result->asked[i];
    for (size_t i = 0; i < files->count; i++)
        if (!any || result->asked[i])
            names[c->replaced_count++] = keep(arena, files->replacements[i].original->name);
    c->replaced = names;
}

/* Times --------------------------------------------------------------------------------------- */

/* Whole, of all executions of a sample. */
static double total_ns(double ns, double inner)
{
    return round(ns * inner) / inner;
}

/* To the megahertz: what a canary reads of one clock differs by about as much. */
static double clock_hz(double hz)
{
    return above_zero(1e6 * round(hz / 1e6));
}

static void times_set(struct arena *arena, const struct result *result, struct run_case *c)
{
    const double inner = c->inner_repetitions;
    struct run_clock *clock = &c->clock;
    struct run_energy *energy = &c->energy;
    struct run_probe *probe = &c->probe;
    const struct run_probe_sample *from = probe->samples;
    c->samples = arena_alloc(arena, c->sample_count * sizeof(*c->samples));
    for (size_t i = 0; i < c->sample_count; i++) {
        struct run_sample *sample = &c->samples[i];
        *sample = result->c.samples[i];
        sample->gpu_ns = total_ns(sample->gpu_ns, inner);
        sample->wall_ns = total_ns(sample->wall_ns, inner);
        sample->canary_ns = above_zero(round(sample->canary_ns));
        sample->core_hz = clock_hz(sample->core_hz);
        sample->host_canary_ns = above_zero(round(sample->host_canary_ns));
        sample->host_hz = clock_hz(sample->host_hz);
    }
    clock->core_hz = above_zero(clock->core_hz);
    clock->best_ns = above_zero(clock->best_ns);
    clock->best_alone_ns = above_zero(clock->best_alone_ns);
    clock->best_hz = above_zero(clock->best_hz);
    if (probe->known) {
        probe->reason = probe->sample_count > 0 ? "" : keep(arena, result->probe_reason);
        probe->samples = arena_alloc(arena, probe->sample_count * sizeof(*from));
    }
    for (size_t i = 0; probe->known && i < probe->sample_count; i++) {
        probe->samples[i] = from[i];
        probe->samples[i].ns = round(from[i].ns);
    }
    if (energy->known) {
        energy->source = keep(arena, result->energy.source);
        energy->reason = keep(arena, result->energy.reason);
        energy->lacks = keep(arena, result->energy.lacks);
        energy->limits = keep(arena, result->energy.limits);
        energy->rounds_limits = keep(arena, result->energy.rounds_limits);
    }
    if (probe->time.median > 0 && c->gpu.median > 0)
        c->probe_percent = 100 * probe->time.median / c->gpu.median;
}

void result_case(const struct result *result, const json_t *kernels, struct arena *arena,
                 struct run_case *c)
{
    *c = result->c;
    c->sample_room = 0;
    char variant[PLAN_NAME_BYTES + 8];
    snprintf(variant, sizeof(variant), "%s%s", c->variant, c->twin ? "@file" : "");
    c->name = keep(arena, c->name);
    c->workload = keep(arena, c->workload);
    c->variant = keep(arena, variant);
    c->reason = keep(arena, result->reason);
    c->mark = keep(arena, result->mark);
    axes_set(arena, result, c);
    replaced_set(arena, result, c);
    c->kernel_count = json_array_size(kernels);
    const char **ids = arena_alloc(arena, c->kernel_count * sizeof(*ids));
    for (size_t i = 0; i < c->kernel_count; i++)
        ids[i] = keep(arena, json_value_text_of(json_array_get(kernels, i), "id"));
    c->kernels = ids;
    /* The bench's own numbers, for the median time of an execution. */
    struct run_metric *metrics = arena_alloc(arena, c->metric_count * sizeof(*metrics));
    const double median_ns = carries_times(c) ? (c->by_wall ? &c->wall : &c->gpu)->median : NAN;
    for (size_t i = 0; i < c->metric_count; i++) {
        const double value = result->metrics[i].value;
        metrics[i] = result->metrics[i];
        if (result->metric_kinds[i] == RESULT_METRIC_PER_SECOND)
            metrics[i].value = value / (median_ns * 1e-9);
        else if (result->metric_kinds[i] == RESULT_METRIC_TIME_PER)
            metrics[i].value = median_ns / value;
    }
    c->metrics = metrics;
    if (c->clock.raises == 0)
        case_drop_clock(c);
    if (carries_times(c)) {
        times_set(arena, result, c);
    } else {
        case_drop_times(c);
        c->preceded_by = RUN_PRECEDED_NONE;
    }
    c->check = c->check_before && c->check_after ? RUN_CHECK_PASSED : RUN_CHECK_FAILED;
    struct bench_work *work = &c->work;
    double *const declared[] = { &work->single, &work->integer,     &work->special,
                                 &work->loads,  &work->load_bytes,  &work->rounds,
                                 &work->groups, &work->groups_most, &work->vertices,
                                 &work->pixels, &work->items };
    if (!(work->bytes_sampled > 0))
        work->bytes_sampled = work->texel_bytes = NAN;
    for (size_t i = 0; i < sizeof(declared) / sizeof(*declared); i++)
        *declared[i] = above_zero(*declared[i]); /* the file leaves out what is not declared */
}
