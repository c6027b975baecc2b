/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/engine/session/session.h"
#include "harness/engine/shaders/shaders.h"
#include "harness/os/os.h"
#include "harness/record/record.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void attempt_init(struct attempt *attempt, struct arena *arena)
{
    *attempt = (struct attempt){ .arena = arena, .kernels = json_array() };
}

void attempt_finish(struct attempt *attempt)
{
    json_decref(attempt->workload);
    json_decref(attempt->kernels);
    free(attempt->cases);
    *attempt = (struct attempt){ 0 };
}

static bool has_case(const struct attempt *attempt, const char *name)
{
    for (size_t i = 0; i < attempt->case_count; i++)
        if (strcmp(attempt->cases[i].name, name) == 0)
            return true;
    return false;
}

static struct run_case *next_case(struct attempt *attempt)
{
    attempt->cases = need_room(attempt->cases, attempt->case_count, &attempt->case_room,
                               sizeof(*attempt->cases));
    return &attempt->cases[attempt->case_count];
}

void attempt_add(struct attempt *attempt, const struct result *result)
{
    if (has_case(attempt, result->c.name))
        return;
    json_t *kernels = kernel_json_list(result->kernels, result->kernel_count);
    result_case(result, kernels, attempt->arena, next_case(attempt));
    attempt->case_count++;
    json_array_extend(attempt->kernels, kernels);
    json_decref(kernels);
}

/* Says whether a result counts. A case that was not measured, since the run was interrupted, in its
 * set-up or before, or another case lost the device, has not ended. */
static bool result_counts(const struct sampler_results *outcome, const struct result *result)
{
    if (result->c.sample_count > 0)
        return true;
    if (result->c.status == BENCH_SKIPPED)
        return !outcome->interrupted && !outcome->device_unusable;
    return result->c.status != BENCH_OK &&
           ((result->c.status != BENCH_ERROR && result->c.status != BENCH_TIMEOUT) ||
            !outcome->interrupted);
}

void attempt_take(struct attempt *attempt, const struct plan_group *group,
                  const struct sampler_results *outcome)
{
    attempt->overhead = outcome->overhead.spent;
    attempt->timed = true;
    if (outcome->workload_failed && !outcome->interrupted) {
        attempt->end = ATTEMPT_FAILED;
        snprintf(attempt->message, sizeof(attempt->message), "%s: %s", group->workload_name,
                 outcome->message);
        return;
    }
    if (outcome->facts)
        attempt->workload = facts_json_workload(group->workload_name, outcome->facts);
    for (size_t i = 0; i < outcome->count; i++)
        if (result_counts(outcome, &outcome->results[i]))
            attempt_add(attempt, &outcome->results[i]);
    if (outcome->device_unusable)
        attempt->end = ATTEMPT_CUT;
    if (outcome->interrupted)
        attempt->end = ATTEMPT_INTERRUPTED;
}

const char *attempt_strange(const struct attempt *attempt, const struct plan_group *group)
{
    const char *workload = json_value_text_of(attempt->workload, "name");
    if (attempt->workload && strcmp(workload, group->workload_name) != 0)
        return workload;
    for (size_t i = 0; i < attempt->case_count; i++) {
        size_t k = 0;
        while (k < group->case_count && strcmp(group->cases[k].name, attempt->cases[i].name) != 0)
            k++;
        if (k == group->case_count)
            return attempt->cases[i].name;
    }
    return NULL;
}

static const char *const end_names[] = {
    [ATTEMPT_WHOLE] = "whole",
    [ATTEMPT_CUT] = "cut",
    [ATTEMPT_INTERRUPTED] = "interrupted",
    [ATTEMPT_FAILED] = "failed",
};

json_t *attempt_json(const struct attempt *attempt)
{
    json_t *cases = json_array();
    for (size_t i = 0; i < attempt->case_count; i++)
        json_value_append(&cases, case_json(&attempt->cases[i]));
    json_t *overhead =
        attempt->timed ? field_json(&attempt->overhead, session_overhead_fields) : json_null();
    return json_pack("{s:s, s:o, s:b, s:O?, s:o, s:o, s:O}", "end", end_names[attempt->end],
                     "message", json_value_text(attempt->message), "unsupported",
                     attempt->unsupported, "workload", attempt->workload, "overhead", overhead,
                     "cases", cases, "kernels", attempt->kernels);
}

bool attempt_read(struct attempt *attempt, const json_t *object)
{
    const char *end = json_value_text_of(object, "end");
    json_t *workload = json_object_get(object, "workload"), *c;
    struct run_reading reader = { .arena = attempt->arena, .path = "-", .what = "", .name = "" };
    const struct json_reader part = { .reader = &reader,
                                      .json = json_object_get(object, "overhead") };
    bool known = false;
    size_t i;
    for (size_t k = 0; k < sizeof(end_names) / sizeof(end_names[0]); k++) {
        if (strcmp(end_names[k], end) != 0)
            continue;
        attempt->end = (enum attempt_end)k;
        known = true;
    }
    snprintf(attempt->message, sizeof(attempt->message), "%s",
             json_value_text_of(object, "message"));
    attempt->unsupported = json_is_true(json_object_get(object, "unsupported"));
    if (json_is_object(workload) && !attempt->workload)
        attempt->workload = json_incref(workload);
    if (json_is_object(part.json) && !attempt->timed) {
        field_read(&part, session_overhead_fields, &attempt->overhead);
        attempt->timed = true;
    }
    json_array_foreach(json_object_get(object, "cases"), i, c)
    {
        struct run_reading own = reader;
        const struct json_reader one = { .reader = &own, .json = c };
        if (has_case(attempt, json_value_text_of(c, "name")))
            continue;
        case_read(&one, next_case(attempt));
        attempt->case_count += !own.failed;
        known = known && !own.failed;
    }
    json_array_foreach(json_object_get(object, "kernels"), i, c)
        json_array_append(attempt->kernels, c);
    return known;
}

void attempt_fail_case(struct attempt *attempt, const struct plan_group *group, size_t index,
                       enum bench_status status, const char *reason)
{
    struct result result;
    result_init(&result, group, &group->cases[index]);
    result.c.status = status;
    snprintf(result.reason, sizeof(result.reason), "%s", reason);
    attempt_add(attempt, &result);
}

/* Result case ------------------------------------------------------------------------------- */

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

/* Identity of a case ------------------------------------------------------------------------- */

/* Its values are decimal integers: of a range, or a list of them. */
static bool is_of_integers(const struct bench_axis *axis)
{
    for (size_t i = 0; axis->names && axis->names[i]; i++)
        if (axis->names[i][strspn(axis->names[i], "0123456789")])
            return false;
    return true;
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
        const bool whole = is_of_integers(value->axis) && strcmp(digits, value->text) == 0;
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

/* The rest ------------------------------------------------------------------------------------ */

/* Sets the bench's own numbers, for the median time of an execution. */
static void metrics_set(struct arena *arena, const struct result *result, struct run_case *c)
{
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
    metrics_set(arena, result, c);
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

/* Pinned sampling --------------------------------------------------------------------------- */

/* False for a case, or a number, that no run has. */
static bool known_sampling(const struct run_sampling_case *known, struct plan_sampling *sampling)
{
    static const enum plan_preceding preceding[] = {
        [RUN_PRECEDED_NONE] = PLAN_PRECEDING_OPEN,
        [RUN_PRECEDED_BY_ITSELF] = PLAN_PRECEDING_ITSELF,
        [RUN_PRECEDED_BY_SWEEP] = PLAN_PRECEDING_OPEN,
        [RUN_PRECEDED_BY_OTHERS] = PLAN_PRECEDING_OTHERS,
    };
    const double most = known->kind == BENCH_CPU ? PLAN_REQUESTED_MAX : PLAN_REPETITIONS_MAX;
    if (!(known->inner_repetitions >= 1 && known->inner_repetitions <= most))
        return false;
    *sampling = (struct plan_sampling){ .repetitions = (uint32_t)known->inner_repetitions,
                                        .stamps_each = known->stamps_each,
                                        .preceding = preceding[known->preceded_by] };
    return true;
}

static bool known_of_case(const struct run_case *c, struct run_sampling_case *known)
{
    struct plan_sampling unused;
    *known = (struct run_sampling_case){
        .name = c->name,
        .workload = c->workload,
        .kind = c->kind,
        .cache = c->cache == RUN_CACHE_COLD ? RUN_CACHE_COLD : RUN_CACHE_HOT,
        .inner_repetitions = c->inner_repetitions,
        .stamps_each = c->stamps_each,
        .preceded_by = c->preceded_by == RUN_PRECEDED_BY_SWEEP ? RUN_PRECEDED_NONE : c->preceded_by,
    };
    return c->sample_count > 0 && known_sampling(known, &unused);
}

static bool plan_has(const struct plan *plan, const char *workload)
{
    for (size_t i = 0; i < plan->group_count; i++)
        if (strcmp(plan->groups[i].workload_name, workload) == 0)
            return true;
    return false;
}

bool pinned_sampling_find(struct run *of, const struct plan *plan, struct run_sampling *sampling)
{
    struct run_sampling_case *cases = arena_alloc(&of->arena, of->case_count * sizeof(*cases));
    *sampling = (struct run_sampling){ .started = of->session.started,
                                       .commit = of->tool.commit,
                                       .cases = cases };
    for (size_t i = 0; i < of->case_count; i++)
        sampling->case_count += known_of_case(&of->cases[i], &cases[sampling->case_count]) &&
                                plan_has(plan, of->cases[i].workload);
    trouble("--repetitions-of: '%s' has a time for no case of these workloads: leave it out",
            of->path);
    return sampling->case_count > 0;
}

void pinned_sampling_apply(struct plan_group *group, const struct run *run)
{
    const size_t count = run->case_count + run->session.sampling.case_count;
    for (size_t k = 0; k < group->case_count; k++) {
        struct plan_case *c = &group->cases[k];
        bool itself = false, other = false;
        for (size_t i = 0; i < count && !itself; i++) {
            struct run_sampling_case known;
            struct plan_sampling sampling;
            if (i >= run->case_count) /* of the list, behind the cases of the run */
                known = run->session.sampling.cases[i - run->case_count];
            else if (!known_of_case(&run->cases[i], &known))
                continue;
            if (!known_sampling(&known, &sampling))
                continue;
            itself = strcmp(known.name, c->name) == 0;
            const bool alike = c->variant->kind == BENCH_GPU && known.kind == BENCH_GPU &&
                               (known.cache == RUN_CACHE_COLD) == c->cold &&
                               strcmp(known.workload, group->workload_name) == 0;
            if (!itself && (other || !alike))
                continue;
            c->sampling = sampling;
            if (!itself)
                c->sampling.preceding = PLAN_PRECEDING_OPEN;
            other = true;
        }
    }
}

/* Time breakdown ---------------------------------------------------------------------------- */

void time_breakdown_number(struct time_breakdown *spending)
{
    if (spending->first_ns == 0)
        spending->first_ns = clock_now_ns() - spending->begin_ns;
}

static double between_samples_ns(const struct run_overhead *overhead)
{
    return overhead->phases_ns[OVERHEAD_ROUNDS] - overhead->sampled_ns - overhead->excluded_ns;
}

/* Sets what depends on the wall time. */
static void complete(struct run_overhead *overhead, double wall_ns)
{
    overhead->wall_ns = overhead->rest_ns = wall_ns;
    for (int i = 0; i < OVERHEAD_PHASE_COUNT; i++)
        overhead->rest_ns -= overhead->phases_ns[i];
    overhead->outside_ns = wall_ns - overhead->sampled_ns;
    overhead->per_sample_ns =
        overhead->samples > 0 ? between_samples_ns(overhead) / overhead->samples : NAN;
}

void time_breakdown_add(struct time_breakdown *spending, const char *workload_name, double wall_ns,
                        const struct run_overhead *overhead)
{
    struct run_overhead *total = &spending->total;
    if (total->group_count == spending->group_room) {
        const size_t room = 2 * spending->group_room + 8;
        struct run_overhead *groups = arena_alloc(spending->arena, room * sizeof(*groups));
        if (total->group_count > 0)
            memcpy(groups, total->groups, total->group_count * sizeof(*groups));
        total->groups = groups;
        spending->group_room = room;
    }
    struct run_overhead *group = &total->groups[total->group_count++];
    *group = overhead ? *overhead : (struct run_overhead){ 0 };
    group->workload = workload_name;
    for (int i = 0; i < OVERHEAD_PHASE_COUNT; i++)
        total->phases_ns[i] += group->phases_ns[i];
    total->samples += group->samples;
    total->sampled_ns += group->sampled_ns;
    total->excluded_ns += group->excluded_ns;
    complete(group, wall_ns);
}

struct run_overhead time_breakdown_so_far(const struct time_breakdown *spending)
{
    struct run_overhead total = spending->total;
    complete(&total, clock_now_ns() - spending->begin_ns);
    total.first_number_ns = spending->first_ns > 0 ? spending->first_ns : NAN;
    return total;
}

static void print_one(const char *name, const struct run_overhead *overhead)
{
    char phases[512] = "", sample[64] = "";
    size_t used = 0;
    for (int i = 0; i < OVERHEAD_PHASE_COUNT; i++) {
        const bool rounds = i == OVERHEAD_ROUNDS;
        const double ns = rounds ? between_samples_ns(overhead) : overhead->phases_ns[i];
        used += (size_t)snprintf(
            phases + used, sizeof(phases) - used, "%s %.3f, ",
            rounds ? "between samples" : session_phase_name((enum overhead_phase)i), ns / 1e9);
    }
    if (isfinite(overhead->per_sample_ns))
        snprintf(sample, sizeof(sample), "; %.1f µs per sample", overhead->per_sample_ns / 1e3);
    message_note("%s: %.3f s, %.3f outside of samples (%sprobes and sweeps %.3f, rest %.3f)%s",
                 name, overhead->wall_ns / 1e9, overhead->outside_ns / 1e9, phases,
                 overhead->excluded_ns / 1e9, overhead->rest_ns / 1e9, sample);
}

void time_breakdown_print(const struct time_breakdown *spending)
{
    const struct run_overhead total = time_breakdown_so_far(spending);
    for (size_t i = 0; i < total.group_count; i++)
        print_one(total.groups[i].workload, &total.groups[i]);
    print_one("all", &total);
    if (spending->first_ns > 0)
        message_note("first number after %.3f s", spending->first_ns / 1e9);
}
