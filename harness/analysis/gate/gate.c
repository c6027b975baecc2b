/* SPDX-License-Identifier: MIT */
#include "harness/analysis/gate/gate.h"

#include "harness/analysis/keep/keep.h"
#include "harness/analysis/override/override.h"
#include "harness/base/base.h"
#include "harness/record/record.h"
#include "harness/record/run/run.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Up to so much launches may differ before a row's threshold is raised. */
static const double spread_max = 0.01;

static const double self_alpha = 0.005, theta_of_spread = 3;

bool gate_self_add(struct gate_self *self, const struct run *run,
                   bool (*only)(const void *context, const char *name), const void *context)
{
    assert(self->launches < GATE_SELF_LAUNCHES_MAX);
    if (self->launches == 0) {
        self->rows = arena_alloc(&self->arena, (run->case_count + 1) * sizeof(*self->rows));
        snprintf(self->device, sizeof(self->device), "%s", run->device.name);
        for (size_t i = 0; i < run->case_count; i++) {
            const char *name = run->cases[i].name;
            if ((only && !only(context, name)) || run_status_is_left_out(&run->cases[i]))
                continue;
            self->rows[self->count++] =
                (struct gate_self_row){ .name = arena_text(&self->arena, name) };
        }
    }
    for (size_t i = 0; i < self->count; i++) {
        struct gate_self_row *row = &self->rows[i];
        const struct run_case *c = run_find_case(run, row->name);
        row->failed = row->failed || (c && c->status == BENCH_FAILED_VERIFY);
        row->lost = row->lost || !c || c->status != BENCH_OK || c->by_wall;
        if (row->lost)
            continue;
        if (c->sample_count != GATE_PAIRS)
            return trouble("'%.120s': %.200s: %zu sample%s, wanted %d", run->path, c->name,
                           c->sample_count, plural(c->sample_count, "", "s"), GATE_PAIRS);
        for (size_t k = 0; k < GATE_PAIRS; k++)
            row->times[self->launches][k] = c->samples[k].gpu_ns;
    }
    self->launches++;
    return true;
}

void gate_self_finish(struct gate_self *self)
{
    arena_finish(&self->arena);
    *self = (struct gate_self){ 0 };
}

void gate_self_judge(struct gate_self *self, double theta)
{
    assert(self->launches >= GATE_SELF_LAUNCHES_MIN);
    for (size_t i = 0; i < self->count; i++) {
        struct gate_self_row *row = &self->rows[i];
        if (row->lost)
            continue;
        struct gate_block blocks[GATE_SELF_LAUNCHES_MAX / 2];
        const size_t count = self->launches / 2;
        double squares = 0; /* of what launches with one input, two by two, are apart */
        for (size_t k = 0; k < count; k++) {
            const double *old = row->times[2 * k], *new = row->times[2 * k + 1];
            memcpy(blocks[k].old, old, sizeof(blocks[k].old));
            memcpy(blocks[k].new, new, sizeof(blocks[k].new));
            const double apart = log(stats_median(old, GATE_PAIRS) / stats_median(new, GATE_PAIRS));
            squares += apart * apart;
        }
        const struct judge_ratio bounds = gate_bounds(blocks, count, self_alpha);
        row->spread = sqrt(squares / (double)(2 * count));
        const double told = fmax(bounds.low - 1, 1 / bounds.high - 1);
        row->alarm = told > theta;
        const double least =
            fmin(fmax(fmax(theta_of_spread * row->spread, told), gate_limits_theta_min),
                 gate_limits_theta_max);
        row->smallest = ceil(1000 * least - 1e-9) / 1000; /* to the next tenth of a percent */
        row->theta = row->spread > spread_max || row->alarm ? fmax(theta, row->smallest) : theta;
    }
}

struct judge_tally gate_self_tally(const struct gate_self *self)
{
    struct judge_tally tally = { .stored = false };
    for (size_t i = 0; i < self->count; i++) {
        const struct gate_self_row *own = &self->rows[i];
        const struct judge_row row = { .name = own->name,
                                       .old = { .status = JUDGE_WELL },
                                       .verdict = own->failed  ? JUDGE_FAILED
                                                  : own->lost  ? JUDGE_INCOMPARABLE
                                                  : own->alarm ? JUDGE_SLOWER
                                                               : JUDGE_SAME };
        judge_add(&tally, &row);
    }
    return tally;
}

/* Gate counters -------------------------------------------------------------------------------- */

enum { LIST_STEP = 16, NAME_BYTES = 128, SHOWN_BYTES = 40 };

#define WORK(name)                                                                                 \
    {                                                                                              \
        "work." #name, offsetof(struct run_case, work.name)                                        \
    }
static const struct counted {
    const char *name;
    size_t offset; /* of a double in struct run_case */
} works[] = {
    WORK(bytes_read), WORK(bytes_written), WORK(bytes_sampled), WORK(texel_bytes),
    WORK(operations), WORK(chain),         WORK(single),        WORK(integer),
    WORK(special),    WORK(loads),         WORK(load_bytes),    WORK(rounds),
    WORK(groups),     WORK(groups_most),   WORK(vertices),      WORK(pixels),
};

/* State of the search for counters. */
struct search {
    struct gate_counters *counters;
    struct arena *arena;
    size_t room;
    bool input; /* now of the workload, not of the case */
};

const char *gate_change_name(enum gate_change change)
{
    static const char *const names[GATE_CHANGE_COUNT] = {
        [GATE_CHANGE_FEWER] = "fewer",
        [GATE_CHANGE_MORE] = "more",
        [GATE_CHANGE_OTHER] = "other",
    };
    assert(change < GATE_CHANGE_COUNT);
    return names[change];
}

static bool counter_fails(const struct gate_counter *counter)
{
    return counter->change != GATE_CHANGE_FEWER && !counter->accepted;
}

size_t gate_counters_failing(const struct gate_counters *counters)
{
    size_t failing = 0;
    for (size_t i = 0; i < counters->count; i++)
        failing += counter_fails(&counters->list[i]);
    return failing;
}

/* Search --------------------------------------------------------------------------------------- */

static void add(struct search *search, const char *name, const char *old, const char *new,
                enum gate_change change)
{
    struct gate_counters *counters = search->counters;
    if (counters->count == search->room) {
        struct gate_counter *list =
            arena_alloc(search->arena, (search->room + LIST_STEP) * sizeof(*list));
        if (counters->count > 0)
            memcpy(list, counters->list, counters->count * sizeof(*list));
        counters->list = list;
        search->room += LIST_STEP;
    }
    counters->list[counters->count++] =
        (struct gate_counter){ arena_text(search->arena, name), arena_text(search->arena, old),
                               arena_text(search->arena, new), change, NULL };
}

void gate_counter_number(double number, char text[GATE_COUNTER_NUMBER_BYTES])
{
    const bool whole = number == floor(number) && fabs(number) <= 0x1p53;
    snprintf(text, GATE_COUNTER_NUMBER_BYTES, whole ? "%.0f" : "%.15g", number);
}

static void numbers_compare(struct search *search, const char *name, double old, double new,
                            bool ordered)
{
    char texts[2][GATE_COUNTER_NUMBER_BYTES];
    if (isnan(old) || isnan(new))
        return;
    if (!search->input)
        search->counters->compared += !ordered || old > 0 || new > 0;
    if (old == new)
        return;
    gate_counter_number(old, texts[0]);
    gate_counter_number(new, texts[1]);
    add(search, name, texts[0], texts[1],
        !ordered    ? GATE_CHANGE_OTHER
        : new > old ? GATE_CHANGE_MORE
                    : GATE_CHANGE_FEWER);
}

/* Work of 0 is none that was declared. */
static void work_compare(struct search *search, const char *name, double old, double new)
{
    if (old > 0 && new > 0)
        numbers_compare(search, name, old, new, true);
}

static void counts_compare(struct search *search, const struct run_case *old,
                           const struct run_case *new)
{
    char name[NAME_BYTES];
    for (const struct field *field = case_counters_fields; field->key; field++)
        numbers_compare(search, field->key, field_number(&old->counters, field),
                        field_number(&new->counters, field), true);
    for (size_t i = 0; i < sizeof(works) / sizeof(works[0]); i++) {
        double was, is;
        memcpy(&was, (const char *)old + works[i].offset, sizeof(was));
        memcpy(&is, (const char *)new + works[i].offset, sizeof(is));
        work_compare(search, works[i].name, was, is);
    }
    for (int pattern = 0; pattern < BENCH_ATOMICS_COUNT; pattern++) {
        const struct bench_atomic_counts *was = &old->work.atomics[pattern];
        const struct bench_atomic_counts *is = &new->work.atomics[pattern];
        const char *word = bench_atomics_name((enum bench_atomics)pattern);
        snprintf(name, sizeof(name), "work.atomics.%s.dropped", word);
        work_compare(search, name, was->dropped, is->dropped);
        snprintf(name, sizeof(name), "work.atomics.%s.returned", word);
        work_compare(search, name, was->returned, is->returned);
    }
}

/* Facts of the workload ------------------------------------------------------------------------ */

/* The first that differs alone. */
static void series_compare(struct search *search, const struct run_fact *old,
                           const struct run_fact *new)
{
    char name[NAME_BYTES], texts[2][32];
    for (size_t i = 0; i < old->series_count && i < new->series_count; i++) {
        if (old->series[i] == new->series[i])
            continue;
        snprintf(name, sizeof(name), "facts.%s[%zu]", old->name, i);
        numbers_compare(search, name, old->series[i], new->series[i], false);
        return;
    }
    if (old->series_count == new->series_count)
        return;
    snprintf(name, sizeof(name), "facts.%s", old->name);
    snprintf(texts[0], sizeof(texts[0]), "%zu number%s", old->series_count,
             plural(old->series_count, "", "s"));
    snprintf(texts[1], sizeof(texts[1]), "%zu number%s", new->series_count,
             plural(new->series_count, "", "s"));
    add(search, name, texts[0], texts[1], GATE_CHANGE_OTHER);
}

static void fact_compare(struct search *search, const struct run_fact *old,
                         const struct run_fact *new)
{
    char name[NAME_BYTES];
    snprintf(name, sizeof(name), "facts.%s", old->name);
    numbers_compare(search, name, old->number, new->number, false);
    if (*old->text && *new->text) {
        /* A file is where it is on either side: its name tells what it is. */
        json_t *was = paths_strip_text(old->text), *is = paths_strip_text(new->text);
        const char *const texts[] = { json_string_value(was), json_string_value(is) };
        if (strcmp(texts[0], texts[1]) != 0)
            add(search, name, texts[0], texts[1], GATE_CHANGE_OTHER);
        json_decref(was);
        json_decref(is);
    }
    if (old->series_count > 0 && new->series_count > 0)
        series_compare(search, old, new);
}

static const struct run_workload *workload_find(const struct run *run, const char *name)
{
    for (size_t i = 0; i < run->workload_count; i++)
        if (strcmp(run->workloads[i].name, name) == 0)
            return &run->workloads[i];
    return NULL;
}

void gate_counters_find(struct gate_counters *counters, struct arena *arena,
                        const struct run *old_run, const struct run_case *old,
                        const struct run *new_run, const struct run_case *new)
{
    struct search search = { .counters = counters, .arena = arena };
    *counters = (struct gate_counters){ NULL, 0, 0 };
    counts_compare(&search, old, new);
    const struct run_device *a = &old_run->device, *b = &new_run->device;
    const bool same_driver = strcmp(a->name, b->name) == 0 &&
                             strcmp(a->driver_name, b->driver_name) == 0 &&
                             strcmp(a->driver_info, b->driver_info) == 0 &&
                             (a->driver_version == b->driver_version ||
                              (isnan(a->driver_version) && isnan(b->driver_version)));
    if (same_driver)
        numbers_compare(&search, "peak_bytes", old->peak_bytes, new->peak_bytes, true);
    char name[NAME_BYTES];
    for (size_t i = 0; i < old->metric_count; i++) {
        for (size_t k = 0; k < new->metric_count; k++) {
            const struct run_metric *was = &old->metrics[i], *is = &new->metrics[k];
            if (strcmp(was->name, is->name) != 0 || !was->exact || !is->exact)
                continue;
            snprintf(name, sizeof(name), "metrics.%s", was->name);
            numbers_compare(&search, name, was->value, is->value, false);
        }
    }
    search.input = true;
    const struct run_workload *was = workload_find(old_run, old->workload);
    const struct run_workload *is = workload_find(new_run, new->workload);
    for (size_t i = 0; was && is && i < was->fact_count; i++)
        for (size_t k = 0; k < is->fact_count; k++)
            if (strcmp(was->facts[i].name, is->facts[k].name) == 0)
                fact_compare(&search, &was->facts[i], &is->facts[k]);
}

/* Text ----------------------------------------------------------------------------------------- */

void gate_counters_text(const struct gate_counters *counters, bool failing,
                        char text[GATE_COUNTERS_TEXT_BYTES])
{
    enum { END_BYTES = 24 };
    size_t used = 0, left = 0;
    text[0] = 0;
    for (size_t i = 0; i < counters->count; i++) {
        const struct gate_counter *counter = &counters->list[i];
        char one[GATE_COUNTERS_TEXT_BYTES];
        if (counter_fails(counter) != failing)
            continue;
        snprintf(one, sizeof(one), "%s%.60s %.*s, was %.*s%s%.60s%s", used > 0 ? "; " : "",
                 counter->name, SHOWN_BYTES, counter->new, SHOWN_BYTES, counter->old,
                 counter->accepted ? " (accepted: " : "",
                 counter->accepted ? counter->accepted : "", counter->accepted ? ")" : "");
        if (left > 0 || used + strlen(one) + END_BYTES >= GATE_COUNTERS_TEXT_BYTES) {
            left++;
            continue;
        }
        strcpy(text + used, one);
        used += strlen(one);
    }
    if (left > 0)
        snprintf(text + used, GATE_COUNTERS_TEXT_BYTES - used, "; and %zu more", left);
}

/* Gate result ---------------------------------------------------------------------------------- */

/* The median of the samples of a side, in ns: of the first sitting's blocks, or where there are
 * none, of the first launch; NAN where it has no time, or times were not compared. */
static double side_median(const struct gate_row *row, bool is_new)
{
    const struct gate_series *series = &row->first;
    const struct run_case *c = is_new ? row->new : row->old;
    double times[GATE_LAUNCHES_MAX * GATE_PAIRS];
    if (row->untimed)
        return NAN;
    for (size_t i = 0; i < series->count; i++) {
        const struct gate_block *block = &series->blocks[i];
        memcpy(times + i * GATE_PAIRS, is_new ? block->new : block->old, sizeof(block->old));
    }
    if (series->count > 0)
        return stats_median(times, series->count * GATE_PAIRS);
    return c && c->status == BENCH_OK ? run_case_median_ns(c) : NAN;
}

struct judge_row gate_row_judged(const struct gate_row *row)
{
    const struct gate_found *found = &row->first.found;
    const bool any = found->launches > 0;
    return (struct judge_row){ .name = row->name,
                               .unit = "ns",
                               .old = { run_status_judged(row->old), side_median(row, false) },
                               .new = { run_status_judged(row->new), side_median(row, true) },
                               .theta = row->theta,
                               .ratio = any ? found->bounds : (struct judge_ratio){ NAN, NAN, NAN },
                               .verdict = row->verdict,
                               .quarantined = row->quarantine,
                               .counted = row->untimed,
                               .built_in = row->built_in,
                               .cut = row->cut };
}

struct judge_tally gate_rows_tally(const struct gate_rows *rows)
{
    struct judge_tally tally = { .samples = rows->samples,
                                 .samples_throttled = rows->samples_throttled,
                                 .old = rows->unchanged + rows->gone,
                                 .compared = rows->unchanged,
                                 .commands = rows->rule.commands,
                                 .stored = rows->stored };
    for (size_t i = 0; i < rows->count; i++) {
        const struct judge_row row = gate_row_judged(&rows->rows[i]);
        judge_add(&tally, &row);
    }
    return tally;
}

bool gate_row_fails(const struct gate_row *row)
{
    const struct judge_row judged = gate_row_judged(row);
    return judge_fails(&judged);
}

/* Whether a case, which a side may be without, has a kernel of that name, and which SPIR-V. */
static const struct run_kernel *kernel_of(const struct run *run, const struct run_case *c,
                                          const char *name)
{
    for (size_t i = 0; c && i < c->kernel_count; i++) {
        const struct run_kernel *kernel = run_kernel_find(run, c->kernels[i]);
        if (kernel && strcmp(kernel->name, name) == 0)
            return kernel;
    }
    return NULL;
}

/* Both runs of the first launch. */
struct sides {
    const struct run *old, *new;
};

static bool is_changed(struct sides sides, const struct gate_row *row, const char *name)
{
    const struct run_kernel *old = kernel_of(sides.old, row->old, name);
    const struct run_kernel *new = kernel_of(sides.new, row->new, name);
    return !old || !new || strcmp(old->sha256, new->sha256) != 0;
}

struct gate_cause *gate_causes_find(const struct gate_rows *rows, const struct run *old,
                                    const struct run *new, struct arena *arena, size_t *count)
{
    const struct sides sides = { old, new };
    const struct gate_row **left = arena_alloc(arena, rows->count * sizeof(*left));
    size_t left_count = 0;
    *count = 0;
    for (size_t i = 0; i < rows->count; i++)
        if (gate_row_fails(&rows->rows[i]))
            left[left_count++] = &rows->rows[i];
    struct gate_cause *causes = arena_alloc(arena, left_count * sizeof(*causes));
    while (left_count > 0) {
        struct gate_cause *best = &causes[(*count)++], tried = { 0 };
        best->rows = arena_alloc(arena, left_count * sizeof(*best->rows));
        tried.rows = arena_alloc(arena, left_count * sizeof(*tried.rows));
        /* The kernel of most of the rows that are left; of a row without kernels that row alone. */
        for (size_t i = 0; i < left_count; i++) {
            const struct run_case *c = left[i]->new;
            for (size_t k = 0; k < c->kernel_count; k++) {
                const struct run_kernel *kernel = run_kernel_find(sides.new, c->kernels[k]);
                if (!kernel)
                    continue;
                tried.kernel = kernel->name;
                tried.changed = is_changed(sides, left[i], kernel->name);
                /* Takes the failing rows that are in no cause yet, and have the kernel. */
                tried.count = 0;
                for (size_t n = 0; n < left_count; n++)
                    if (kernel_of(sides.new, left[n]->new, tried.kernel) &&
                        is_changed(sides, left[n], tried.kernel) == tried.changed)
                        tried.rows[tried.count++] = left[n];
                if (best->count == 0 ||
                    (tried.changed == best->changed ? tried.count > best->count : tried.changed)) {
                    const struct gate_cause swapped = *best;
                    *best = tried;
                    tried = swapped;
                }
            }
        }
        if (best->count == 0)
            best->rows[best->count++] = left[0];
        size_t kept = 0;
        for (size_t i = 0; i < left_count; i++) {
            bool in = false;
            for (size_t k = 0; k < best->count; k++)
                in = in || best->rows[k] == left[i];
            if (!in)
                left[kept++] = left[i];
        }
        left_count = kept;
    }
    return causes;
}

bool gate_detail_wants(const struct gate_row *row)
{
    return !row->built_in && row->verdict == JUDGE_SLOWER;
}

static struct gate_detail_facts facts_of(const struct run_kernel *kernel)
{
    double facts[RESULTS_OVERRIDE_FACT_COUNT];
    override_kernel_facts(kernel, facts);
    return (struct gate_detail_facts){ facts[RESULTS_OVERRIDE_REGISTERS],
                                       facts[RESULTS_OVERRIDE_SPILLS],
                                       facts[RESULTS_OVERRIDE_LOCAL] };
}

static bool differs(double old, double new)
{
    return isfinite(old) && isfinite(new) && old != new;
}

struct gate_detail *gate_details_find(const struct gate_rows *rows, const struct run *old,
                                      const struct run *new, const struct trace_pair *traces,
                                      struct arena *arena, size_t *count)
{
    struct gate_detail *details = arena_alloc(arena, rows->count * sizeof(*details));
    *count = 0;
    for (size_t i = 0; i < rows->count; i++) {
        const struct gate_row *row = &rows->rows[i];
        if (!gate_detail_wants(row))
            continue;
        struct gate_detail *detail = &details[(*count)++];
        *detail = (struct gate_detail){
            .row = row,
            .kernels = arena_alloc(arena, row->new->kernel_count * sizeof(*detail->kernels))
        };
        for (size_t k = 0; traces && k < traces->case_count && !detail->timeline; k++)
            if (strcmp(traces->cases[k].name, row->name) == 0)
                detail->timeline = &traces->cases[k];
        if (detail->timeline)
            detail->grown = trace_pair_grown(detail->timeline);
        /* Lists kernels that differ, each once: several of one name differ by their constants. */
        for (size_t k = 0; k < row->new->kernel_count; k++) {
            const struct run_kernel *own = run_kernel_find(new, row->new->kernels[k]);
            const struct run_kernel *before =
                run_kernel_instead(new, row->new, k, old, row->old, false);
            if (!before)
                continue;
            const struct gate_detail_kernel kernel = { own->name, facts_of(before), facts_of(own) };
            bool there = false;
            for (size_t n = 0; n < detail->kernel_count && !there; n++) {
                const struct gate_detail_kernel *other = &detail->kernels[n];
                there = strcmp(other->name, kernel.name) == 0 &&
                        memcmp(&other->old, &kernel.old, sizeof(other->old)) == 0 &&
                        memcmp(&other->new, &kernel.new, sizeof(other->new)) == 0;
            }
            if ((differs(kernel.old.registers, kernel.new.registers) ||
                 differs(kernel.old.spills, kernel.new.spills) ||
                 differs(kernel.old.local_bytes, kernel.new.local_bytes)) &&
                !there)
                detail->kernels[detail->kernel_count++] = kernel;
        }
    }
    return details;
}

enum gate_report gate_report_row(const struct gate_row *row, struct judge_exit rule)
{
    bool fails = gate_row_fails(row);
    if (row->quarantine && row->verdict != JUDGE_FAILED) /* it counts for nothing */
        return GATE_REPORT_SKIPPED;
    switch (row->verdict) {
    case JUDGE_UNDECIDED: fails = rule.undecided == JUDGE_UNDECIDED_FAIL; break;
    case JUDGE_MISSING: fails = rule.missing_fails; break;
    default: break;
    }
    if (fails)
        return rule.advisory ? GATE_REPORT_ADVISED : GATE_REPORT_FAILED;
    return row->verdict == JUDGE_FASTER || row->verdict == JUDGE_SAME || row->verdict == JUDGE_FLAKY
               ? GATE_REPORT_PASSED
               : GATE_REPORT_SKIPPED;
}

enum gate_report gate_report_session(const struct gate_result *outcome)
{
    const struct gate_rows *rows = outcome->rows;
    if (outcome->code == EXIT_CODE_NOTHING)
        return GATE_REPORT_SKIPPED;
    for (size_t i = 0; i < rows->count; i++)
        if (!rows->rows[i].built_in &&
            gate_report_row(&rows->rows[i], outcome->rule) == GATE_REPORT_FAILED)
            return GATE_REPORT_PASSED;
    return outcome->code == EXIT_CODE_WRONG ? GATE_REPORT_FAILED : GATE_REPORT_PASSED;
}

size_t gate_report_sort(const struct gate_rows *rows, const struct gate_row **sorted)
{
    size_t count = 0;
    for (int verdict = 0; verdict < JUDGE_VERDICT_COUNT; verdict++)
        for (size_t i = 0; i < rows->count; i++)
            if (!rows->rows[i].built_in && rows->rows[i].verdict == (enum judge_verdict)verdict)
                sorted[count++] = &rows->rows[i];
    return count;
}

/* Gate ----------------------------------------------------------------------------------------- */

const double gate_theta = 0.03, gate_confidence = 0.99;

static const double alpha_early = 0.0025, alpha_final = 0.005;
static const double z_final = 2.575829, z_power = 0.841621; /* normal quantiles: .995 and .8 */
bool gate_looks(size_t launches, struct gate_rule rule)
{
    return launches == rule.launches ||
           (launches < rule.launches && (launches == 2 || launches == 4 || launches == 6));
}

/*
 * Whether launches leave it open which side is slower. Samples of one launch have in common what
 * launches differ by, which the bounds take for a difference of the sides. Launches of builds
 * hardly differ, those of anybody's commands may. Ratios of a block's medians hold it, whatever it
 * is.
 */
static bool is_scattered(const struct gate_block *blocks, size_t count)
{
    double ratios[GATE_LAUNCHES_MAX];
    size_t low, high;
    for (size_t i = 0; i < count; i++)
        ratios[i] =
            stats_median(blocks[i].new, GATE_PAIRS) / stats_median(blocks[i].old, GATE_PAIRS);
    if (!stats_median_ranks(count, gate_confidence, &low, &high)) {
        low = 0; /* of so few launches all */
        high = count - 1;
    }
    stats_sort(ratios, count);
    return ratios[low] <= 1 && ratios[high] >= 1;
}

struct gate_found gate_look(const struct gate_block *blocks, size_t count, struct gate_rule rule)
{
    const bool whole = count >= rule.launches;
    struct gate_found found = { .launches = count };
    found.bounds = gate_bounds(blocks, count, whole ? alpha_final : alpha_early);
    found.whole = whole;
    /* The bound lies so many standard errors below the estimate; what is found must have it above
     * theta, and with a probability of 80 % has. */
    const double width = log(found.bounds.ratio / found.bounds.low);
    found.smallest = exp(log(1 + rule.theta) + width * (1 + z_power / z_final)) - 1;
    found.slower_small = found.bounds.low > 1 && found.bounds.high < 1 + rule.theta;
    found.disagree =
        fabs(log(gate_ratio_of_least(blocks, count) / found.bounds.ratio)) > log(1 + rule.theta);
    const struct judge_row row = { .theta = rule.theta, .ratio = found.bounds };
    const enum judge_verdict verdict = judge_values(&row, true);
    /* A row that may be faster goes on to the end, so that it can be called FASTER. */
    const bool ends = whole || (gate_looks(count, rule) && verdict == JUDGE_SAME &&
                                found.bounds.ratio > 1 / (1 + rule.theta));
    found.look = ends ? verdict : JUDGE_OPEN;
    if (rule.commands && (found.look == JUDGE_SLOWER || found.look == JUDGE_FASTER) &&
        is_scattered(blocks, count)) {
        found.look = JUDGE_UNDECIDED;
        found.scattered = true;
    }
    return found;
}

enum judge_verdict gate_settle(const struct gate_found *first, const struct gate_found *again)
{
    if (first->look == JUDGE_SAME || first->look == JUDGE_FASTER)
        return first->look;
    /* Without `again` there was no time to confirm it. */
    if (first->look != JUDGE_SLOWER || !again)
        return JUDGE_UNDECIDED;
    return again->look == JUDGE_SLOWER                                ? JUDGE_SLOWER
           : again->look == JUDGE_SAME || again->look == JUDGE_FASTER ? JUDGE_FLAKY
                                                                      : JUDGE_UNDECIDED;
}

enum {
    SQUARE = GATE_PAIRS * GATE_PAIRS,
    SUMS_MAX = GATE_LAUNCHES_MAX * SQUARE + 1,
};

size_t gate_rank(size_t blocks, double alpha)
{
    assert(blocks > 0 && blocks <= GATE_LAUNCHES_MAX && alpha > 0 && alpha < 0.5);
    double one[SQUARE + 1], sum[SUMS_MAX] = { 1 }, next[SUMS_MAX];
    /* one: the probability of each value of U of two samples of GATE_PAIRS, from the number of ways
     * to choose which of all ranks are the one sample's. */
    /* ways[n][u]: to place n values of the one among those of the other, m of which came before. */
    double ways[GATE_PAIRS + 1][SQUARE + 1] = { { 1 } }, all = 0;
    for (size_t place = 0; place < 2 * GATE_PAIRS; place++) {
        for (size_t n = GATE_PAIRS; n > 0; n--) {
            /* This place takes the n-th value of the one: place + 1 - n of the other lie before. */
            if (place + 1 < n || place + 1 - n > GATE_PAIRS)
                continue;
            const size_t before = place + 1 - n;
            for (size_t u = before; u <= SQUARE; u++)
                ways[n][u] += ways[n - 1][u - before];
        }
    }
    for (size_t u = 0; u <= SQUARE; u++)
        all += ways[GATE_PAIRS][u];
    for (size_t u = 0; u <= SQUARE; u++)
        one[u] = ways[GATE_PAIRS][u] / all;
    for (size_t block = 0; block < blocks; block++) {
        const size_t bytes = ((block + 1) * SQUARE + 1) * sizeof(*sum);
        memset(next, 0, bytes);
        for (size_t u = 0; u <= SQUARE; u++)
            for (size_t s = 0; s <= block * SQUARE; s++)
                next[s + u] += one[u] * sum[s];
        memcpy(sum, next, bytes);
    }
    double below = 0;
    size_t rank = 0;
    while (rank < blocks * SQUARE + 1 && below + sum[rank] <= alpha)
        below += sum[rank++];
    return rank;
}

struct judge_ratio gate_bounds(const struct gate_block *blocks, size_t count, double alpha)
{
    assert(count > 0 && count <= GATE_LAUNCHES_MAX);
    double logs[SUMS_MAX];
    size_t filled = 0;
    for (size_t block = 0; block < count; block++) {
        for (size_t i = 0; i < SQUARE; i++) {
            const double old = blocks[block].old[i / GATE_PAIRS];
            const double new = blocks[block].new[i % GATE_PAIRS];
            assert(old > 0 && new > 0);
            logs[filled++] = log(new / old);
        }
    }
    stats_sort(logs, filled);
    const size_t rank = gate_rank(count, alpha);
    struct judge_ratio bounds = { exp(stats_quantile_sorted(logs, filled, 0.5)), NAN, NAN };
    if (rank > 0) {
        bounds.low = exp(logs[rank - 1]);
        bounds.high = exp(logs[filled - rank]);
    }
    return bounds;
}

double gate_ratio_of_least(const struct gate_block *blocks, size_t count)
{
    double old = INFINITY, new = INFINITY;
    for (size_t i = 0; i < count * GATE_PAIRS; i++) {
        old = fmin(old, blocks[i / GATE_PAIRS].old[i % GATE_PAIRS]);
        new = fmin(new, blocks[i / GATE_PAIRS].new[i % GATE_PAIRS]);
    }
    return new / old;
}
