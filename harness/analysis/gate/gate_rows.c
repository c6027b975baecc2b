/* SPDX-License-Identifier: MIT */
#include "harness/analysis/compare/compare.h"
#include "harness/analysis/gate/gate.h"
#include "harness/analysis/keep/keep.h"
#include "harness/analysis/override/override.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static const double clock_apart_max = 0.01;

enum { BUILT_IN_MAX = 2 };

/* Times of the host, which nobody gates. */
static const char software_reason[] = "software device: times do not gate",
                  wall_reason[] = "wall times do not gate";

/* Verdicts ------------------------------------------------------------------------------------- */

void gate_row_close(struct gate_rows *rows, struct gate_row *row, enum judge_verdict verdict,
                    const char *format, ...)
{
    va_list values;
    va_start(values, format);
    row->reason = arena_format(&rows->arena, format, values);
    va_end(values);
    row->open = false;
    row->verdict = verdict;
}

bool gate_row_tell(struct gate_rows *rows, struct gate_row *row, const struct run_case *old,
                   const struct run_case *new)
{
    enum judge_verdict verdict = judge_statuses(run_status_judged(old), run_status_judged(new));
    if (verdict == JUDGE_OPEN)
        return false;
    if (verdict == JUDGE_NEW && row->first.count > 0) /* the old side was well before */
        verdict = JUDGE_INCOMPARABLE;
    const bool by_new = verdict == JUDGE_MISSING || verdict == JUDGE_FAILED;
    const struct run_case *c = by_new ? new : old;
    const char *what = verdict == JUDGE_MISSING        ? "now "
                       : verdict == JUDGE_NEW          ? "was "
                       : verdict == JUDGE_INCOMPARABLE ? "the old side is "
                                                       : "";
    if (c)
        gate_row_close(rows, row, verdict, "%s%s: %s", what, run_status_word(c), c->reason);
    else
        gate_row_close(rows, row, verdict, "%s", "");
    return true;
}

/* Whether times of the launch gate at all. */
static bool times_gate(const struct gate_rows *rows, const struct gate_launch *launch)
{
    return rows->rule.software_times || !launch->new->device.software;
}

bool gate_row_count(struct gate_rows *rows, struct gate_row *row, const struct gate_launch *launch,
                    const struct run_case *old, const struct run_case *new)
{
    char text[GATE_COUNTERS_TEXT_BYTES];
    const bool other_seed = rows->stored && launch->old->session.seed != launch->new->session.seed;
    const char *untimed = !times_gate(rows, launch)                        ? software_reason
                          : rows->rule.commands                            ? NULL
                          : old->by_wall || (rows->stored && new->by_wall) ? wall_reason
                                                                           : NULL;
    if (*new->mark && !*old->mark)
        gate_row_close(rows, row, JUDGE_INCOMPARABLE, "now in doubt: %s", new->mark);
    if (!row->open)
        return true;
    if (row->first.count == 0 && !row->built_in && !other_seed)
        gate_counters_find(&row->counters, &rows->arena, launch->old, old, launch->new, new);
    if (rows->rule.limits)
        gate_limits_accept(rows->rule.limits, row->name, launch->new->device.name, &row->counters);
    if (gate_counters_failing(&row->counters) > 0) {
        gate_counters_text(&row->counters, true, text);
        gate_row_close(rows, row, JUDGE_FAILED, "counters: %s", text);
    } else if (untimed && row->counters.compared == 0) {
        gate_row_close(rows, row, JUDGE_INCOMPARABLE, "%s, and %s", untimed,
                       other_seed ? "another seed" : "nothing is counted on both sides");
    } else if (row->counters.lost) {
        gate_row_close(rows, row, JUDGE_INCOMPARABLE, "counters: %s is gone", row->counters.lost);
    } else if (untimed) {
        row->untimed = true;
        gate_row_close(rows, row, JUDGE_SAME, "%s", untimed);
    }
    return !row->open;
}

/* Blocks --------------------------------------------------------------------------------------- */

/* Samples of a row from one process. */
struct side {
    double times[GATE_PAIRS], hz; /* hz: NAN where the run does not know the clock */
};

bool gate_times_take(const struct run *run, const struct run_case *c, double times[GATE_PAIRS])
{
    if (c->sample_count != GATE_PAIRS)
        return trouble("'%.120s': %.200s: %zu sample%s, wanted %d", run->path, c->name,
                       COUNTED(c->sample_count), GATE_PAIRS);
    for (size_t i = 0; i < GATE_PAIRS; i++)
        times[i] = run_case_sample_ns(c, &c->samples[i]);
    return true;
}

static bool side_take(struct gate_rows *rows, const struct run *run, const struct run_case *c,
                      struct side *side)
{
    double hz[GATE_PAIRS];
    size_t clocks = 0;
    if (!gate_times_take(run, c, side->times))
        return false;
    foreach (const struct run_sample, sample, c->samples, GATE_PAIRS) {
        if (isfinite(sample->core_hz))
            hz[clocks++] = sample->core_hz;
        rows->samples++;
        rows->samples_throttled += sample->throttled;
    }
    side->hz = clocks > 0 ? stats_median(hz, clocks) : NAN;
    return true;
}

/* Sets one block more, or says that it is to be measured again. */
static void block_add(struct gate_rows *rows, struct gate_row *row, const double old[GATE_PAIRS],
                      const double new[GATE_PAIRS], double hz_ratio)
{
    struct gate_series *series = row->confirming ? &row->again : &row->first;
    if (fabs(log(hz_ratio)) > log1p(clock_apart_max)) {
        if (++series->replaced > rows->rule.launches)
            gate_row_close(rows, row, JUDGE_UNDECIDED,
                           "the clocks of the sides differed by more than %.0f %% in %zu launches",
                           100 * clock_apart_max, series->replaced);
        return;
    }
    if (!series->blocks)
        series->blocks = arena_alloc(&rows->arena, GATE_LAUNCHES_MAX * sizeof(*series->blocks));
    struct gate_block *block = &series->blocks[series->count++];
    memcpy(block->old, old, sizeof(block->old));
    memcpy(block->new, new, sizeof(block->new));
    struct gate_rule rule = rows->rule;
    rule.theta = row->theta;
    if (row->between) /* of which there is one less */
        rule.launches--;
    series->found = gate_look(series->blocks, series->count, rule);
    if (series->found.look == JUDGE_OPEN)
        return;
    row->open = false;
    row->verdict = gate_settle(&row->first.found, row->confirming ? &row->again.found : NULL);
}

static bool row_add(struct gate_rows *rows, struct gate_row *row, const struct gate_launch *launch,
                    const struct run_case *old, const struct run_case *new)
{
    struct side sides[2];
    if (gate_row_tell(rows, row, old, new))
        return true;
    const struct compare compare = { .a = launch->old, .b = launch->new };
    row->setting = compare_setting_between(&compare, old, new);
    if (*row->setting) {
        gate_row_close(rows, row, JUDGE_INCOMPARABLE, "settings: %s", row->setting);
        return true;
    }
    if (gate_row_count(rows, row, launch, old, new))
        return true;
    if (!side_take(rows, launch->old, old, &sides[0]) ||
        !side_take(rows, launch->new, new, &sides[1]))
        return false;
    if (row->between) {
        /* Sides come in turns, A B, B A, ...: what a launch measures last, the next one measures
         * first. Those two are one side, as near in time as two sides are. */
        const struct side *first = &sides[launch->new_first], *last = &sides[!launch->new_first];
        if (row->has_before)
            block_add(rows, row, row->before, first->times, first->hz / row->before_hz);
        memcpy(row->before, last->times, sizeof(row->before));
        row->before_hz = last->hz;
        row->has_before = true;
    } else
        block_add(rows, row, sides[0].times, sides[1].times, sides[1].hz / sides[0].hz);
    return true;
}

/* Rows ----------------------------------------------------------------------------------------- */

/* Whether both have the same kernels, in one order: constants are the host's, and the same. */
static bool same_kernels(const struct run *run, const struct run_case *a, const struct run_case *b)
{
    bool same = a->kernel_count == b->kernel_count;
    for (size_t i = 0; i < a->kernel_count && same; i++) {
        const struct run_kernel *own = run_kernel_find(run, a->kernels[i]);
        const struct run_kernel *other = run_kernel_find(run, b->kernels[i]);
        same = own && other && strcmp(own->sha256, other->sha256) == 0;
    }
    return same;
}

/* The old side of a case of the new one; NULL. */
static const struct run_case *old_find(const struct gate_launch *launch, const char *name)
{
    if (!launch->twins)
        return run_find_case(launch->old, name);
    const struct run_case *c = run_find_case(launch->new, name);
    for (size_t i = 0; c && i < launch->old->case_count; i++) {
        const struct run_case *twin = &launch->old->cases[i];
        if (twin->twin && run_case_same_workload(twin, c) &&
            override_original(launch->old, twin) == c)
            return twin;
    }
    return NULL;
}

struct gate_row *gate_row_begin(struct gate_rows *rows, const struct run_case *old,
                                const struct run_case *new)
{
    struct gate_row *row = &rows->rows[rows->count++];
    *row = (struct gate_row){ .name = (new ? new : old)->name,
                              .old = old,
                              .new = new,
                              .open = true,
                              .reason = "",
                              .setting = "",
                              .theta = rows->rule.theta };
    row->first.found = (struct gate_found){ .bounds = { NAN, NAN, NAN }, .smallest = NAN };
    if (!old || !new)
        gate_row_tell(rows, row, old, new);
    return row;
}

void gate_rows_pair(struct gate_rows *rows, const struct run *old, const struct run *new,
                    size_t more, bool (*only)(const void *context, const char *name),
                    const void *context)
{
    OWNED_BY(run_latest_finish) struct run_latest of_old, of_new; /* which find a name at once */
    run_latest_find(&of_old, &old, 1);
    run_latest_find(&of_new, &new, 1);
    rows->rows =
        arena_alloc(&rows->arena, (old->case_count + new->case_count + more) * sizeof(*rows->rows));
    foreach (const struct run_case, c, old->cases, old->case_count) {
        const struct run_latest_case *other = run_latest_named(&of_new, c->name);
        if (!only || only(context, c->name))
            gate_row_begin(rows, c, other ? other->c : NULL);
    }
    foreach (const struct run_case, c, new->cases, new->case_count)
        if ((!only || only(context, c->name)) && !run_latest_named(&of_old, c->name))
            gate_row_begin(rows, NULL, c);
}

/* Adds the built-in rows. A case that neither side, or not the old one, can measure is excluded. A
 * case that the new side has lost, or fails at, is not. An override whose kernel differs is no
 * comparison with itself. */
static void built_in_begin(struct gate_rows *rows, const struct run_case *old,
                           const struct run_case *new, bool between)
{
    const bool failed = new != NULL &&run_status_fails(new);
    if ((!failed && !(old && old->status == BENCH_OK)) ||
        (!between && old && !same_kernels(rows->first, old, new)))
        return;
    struct gate_row *row = gate_row_begin(rows, old, new);
    row->built_in = true;
    row->between = between;
    if (failed)
        gate_row_close(rows, row, JUDGE_FAILED, "%s: %s", run_status_word(new), new->reason);
}

/* Whether both sides were measured on what can be compared at all, and as those of the first
 * launch: a device may be lost in between. */
static bool launch_check(const struct gate_rows *rows, const struct gate_launch *launch)
{
    static const enum keep_fault faults[] = { KEEP_PLANTED, KEEP_VALIDATED };
    const struct run *sides[] = { launch->old, launch->new };
    for (size_t i = 0; i < COUNT_OF(sides); i++) {
        const struct run *run = sides[i], *first = rows->first;
        const struct run_device *x = &first->device, *y = &run->device;
        const struct {
            const char *what, *first, *own;
            bool differs;
        } parts[] = {
            { "device", x->name, y->name,
              strcmp(x->name, y->name) != 0 || x->software != y->software },
            { "device, by its UUID", x->uuid, y->uuid,
              *x->uuid && *y->uuid && strcmp(x->uuid, y->uuid) != 0 },
            { "profile", first->session.profile, run->session.profile,
              strcmp(first->session.profile, run->session.profile) != 0 },
        };
        /* Not as users run it, whatever the other side has. */
        for (size_t k = 0; k < COUNT_OF(faults); k++)
            if (keep_fault_is(run, faults[k]))
                return trouble("'%.120s' is not judged: %.300s", run->path, trouble_text());
        for (size_t k = 0; k < COUNT_OF(parts); k++)
            if (parts[k].differs)
                return trouble("all launches need one %s: '%.160s' and '%.160s'", parts[k].what,
                               parts[k].first, parts[k].own);
    }
    return true;
}

static void rows_of_twins(struct gate_rows *rows, const struct gate_launch *launch,
                          bool (*only)(const void *context, const char *name), const void *context)
{
    rows->rows =
        arena_alloc(&rows->arena, (launch->new->case_count + BUILT_IN_MAX) * sizeof(*rows->rows));
    for (size_t i = 0; launch->saved && i < launch->saved->case_count; i++)
        rows->gone += (!only || only(context, launch->saved->cases[i])) &&
                      !run_find_case(launch->new, launch->saved->cases[i]);
    foreach (const struct run_case, c, launch->new->cases, launch->new->case_count) {
        if (c->twin || (only && !only(context, c->name)))
            continue;
        if (launch->saved && !saved_kernels_has_case(launch->saved, c->name)) {
            rows->unsaved++;
            continue;
        }
        const struct run_case *twin = old_find(launch, c->name);
        /* Nobody knows all kernels of a side that has failed. */
        const bool failed = run_status_fails(c) || (twin && run_status_fails(twin));
        if (failed || (twin && !same_kernels(launch->new, twin, c)))
            gate_row_begin(rows, twin, c);
        else
            rows->unchanged++;
    }
}

bool gate_rows_init(struct gate_rows *rows, const struct gate_launch *launch, struct gate_rule rule,
                    bool (*only)(const void *context, const char *name), const void *context)
{
    const struct run *old = launch->old, *new = launch->new;
    assert(rule.launches >= 3 && rule.launches <= GATE_LAUNCHES_MAX);
    *rows = (struct gate_rows){ .rule = rule };
    rows->first = new;
    if (!launch_check(rows, launch))
        return false;
    if (launch->twins)
        rows_of_twins(rows, launch, only, context);
    else
        gate_rows_pair(rows, old, new, BUILT_IN_MAX, only, context);
    const char *const *name = times_gate(rows, launch) ? rule.controls : NULL;
    for (size_t i = 0; i < BUILT_IN_MAX && name && name[i]; i++)
        built_in_begin(rows, old_find(launch, name[i]), run_find_case(new, name[i]),
                       !launch->twins);
    return gate_rows_add(rows, launch);
}

void gate_rows_finish(struct gate_rows *rows)
{
    arena_finish(&rows->arena);
    *rows = (struct gate_rows){ 0 };
}

bool gate_rows_add(struct gate_rows *rows, const struct gate_launch *launch)
{
    if (!launch_check(rows, launch))
        return false;
    foreach (struct gate_row, row, rows->rows, rows->count) {
        if (!row->open)
            continue;
        const struct run_case *old = old_find(launch, row->name);
        const struct run_case *new = run_find_case(launch->new, row->name);
        if (!old || !new)
            return trouble("'%.160s' has no '%.200s', as before",
                           (old ? launch->new : launch->old)->path, row->name);
        if (!row_add(rows, row, launch, old, new))
            return false;
    }
    return true;
}

size_t gate_rows_open(const struct gate_rows *rows)
{
    size_t open = 0;
    for (size_t i = 0; i < rows->count; i++)
        open += rows->rows[i].open;
    return open;
}

size_t gate_rows_confirm(struct gate_rows *rows)
{
    size_t opened = 0;
    foreach (struct gate_row, row, rows->rows, rows->count) {
        assert(!row->open);
        if (row->built_in || row->confirming || row->first.found.look != JUDGE_SLOWER ||
            row->first.found.launches == 0)
            continue;
        row->open = row->confirming = true;
        opened++;
    }
    return opened;
}

void gate_rows_close(struct gate_rows *rows, const char *reason, bool cut)
{
    for (size_t i = 0; i < rows->count; i++)
        if (rows->rows[i].open) {
            rows->rows[i].cut = cut;
            gate_row_close(rows, &rows->rows[i], JUDGE_UNDECIDED, "%s", reason);
        }
}
