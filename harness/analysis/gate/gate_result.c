/* SPDX-License-Identifier: MIT */
#include "harness/analysis/gate/gate.h"
#include "harness/analysis/keep/keep.h"
#include "harness/analysis/override/override.h"

#include <math.h>
#include <string.h>

double gate_row_median(const struct gate_row *row, bool is_new)
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

/* The row as the judge has it, without runs. */
static struct judge_row row_judged(const struct gate_row *row)
{
    const struct gate_found *found = &row->first.found;
    const bool any = found->launches > 0;
    return (struct judge_row){ .old = run_status_judged(row->old),
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
        const struct judge_row row = row_judged(&rows->rows[i]);
        judge_add(&tally, &row);
    }
    return tally;
}

struct gate_result gate_result_make(const struct gate_rows *rows, const struct run *old,
                                    const struct run *new, struct judge_exit rule)
{
    struct gate_result result = { .rows = rows,
                                  .old = old,
                                  .new = new,
                                  .tally = gate_rows_tally(rows),
                                  .rule = rule,
                                  .seed = new->session.seed };
    result.code = judge_exit_code(&result.tally, rule);
    return result;
}

bool gate_row_fails(const struct gate_row *row)
{
    const struct judge_row judged = row_judged(row);
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

/* True of a row that has the kernel, with the same SPIR-V on both sides or with another. */
static bool shares(struct sides sides, const struct gate_row *row, const char *name, bool changed)
{
    return kernel_of(sides.new, row->new, name) && is_changed(sides, row, name) == changed;
}

struct gate_cause *gate_causes_find(const struct gate_rows *rows, const struct run *old,
                                    const struct run *new, struct arena *arena, size_t *count)
{
    const struct sides sides = { old, new };
    const struct gate_row **left = arena_alloc(arena, rows->count * sizeof(*left));
    size_t left_count = 0;
    for (size_t i = 0; i < rows->count; i++)
        if (gate_row_fails(&rows->rows[i]))
            left[left_count++] = &rows->rows[i];
    struct gate_cause *causes = arena_alloc(arena, left_count * sizeof(*causes));
    for (*count = 0; left_count > 0; ++*count) {
        struct gate_cause *cause = &causes[*count];
        size_t most = 0, kept = 0;
        *cause =
            (struct gate_cause){ .rows = arena_alloc(arena, left_count * sizeof(*cause->rows)) };
        /* The kernel of most of the rows that are left. */
        for (size_t i = 0; i < left_count; i++)
            for (size_t k = 0; k < left[i]->new->kernel_count; k++) {
                const struct run_kernel *kernel = run_kernel_find(new, left[i]->new->kernels[k]);
                const bool changed = kernel && is_changed(sides, left[i], kernel->name);
                size_t own = 0;
                for (size_t n = 0; kernel && n < left_count; n++)
                    own += shares(sides, left[n], kernel->name, changed);
                if (own > 0 && (most == 0 || (changed == cause->changed ? own > most : changed))) {
                    cause->kernel = kernel->name;
                    cause->changed = changed;
                    most = own;
                }
            }
        for (size_t i = 0; i < left_count; i++) /* of a row without kernels that row alone */
            if (most > 0 ? shares(sides, left[i], cause->kernel, cause->changed) : i == 0)
                cause->rows[cause->count++] = left[i];
            else
                left[kept++] = left[i];
        left_count = kept;
    }
    return causes;
}

bool gate_detail_wants(const struct gate_row *row)
{
    return !row->built_in && row->verdict == JUDGE_SLOWER;
}

/* Adds a kernel of which a fact differs, once: several of one name differ by their constants. */
static void kernel_add(struct gate_detail *detail, const struct gate_detail_kernel *kernel)
{
    const size_t bytes = GATE_FACTS * sizeof(*kernel->old);
    bool differs = false;
    for (int i = 0; i < GATE_FACTS; i++)
        differs = differs || fabs(kernel->new[i] - kernel->old[i]) > 0; /* of a NAN it is not */
    foreach (const struct gate_detail_kernel, other, detail->kernels, detail->kernel_count)
        differs = differs && (strcmp(other->name, kernel->name) != 0 ||
                              memcmp(other->old, kernel->old, bytes) != 0 ||
                              memcmp(other->new, kernel->new, bytes) != 0);
    if (differs)
        detail->kernels[detail->kernel_count++] = *kernel;
}

struct gate_detail *gate_details_find(const struct gate_rows *rows, const struct run *old,
                                      const struct run *new, const struct trace_pair *traces,
                                      struct arena *arena, size_t *count)
{
    struct gate_detail *details = arena_alloc(arena, rows->count * sizeof(*details));
    *count = 0;
    foreach (const struct gate_row, row, rows->rows, rows->count) {
        if (!gate_detail_wants(row))
            continue;
        struct gate_detail *detail = &details[(*count)++];
        *detail = (struct gate_detail){
            .row = row,
            .kernels = arena_alloc(arena, row->new->kernel_count * sizeof(*detail->kernels))
        };
        if (traces)
            detail->timeline = NAMED(traces->cases, traces->case_count, row->name);
        for (size_t k = 0; k < row->new->kernel_count; k++) {
            const struct run_kernel *own = run_kernel_find(new, row->new->kernels[k]);
            const struct run_kernel *before =
                run_kernel_instead(new, row->new, k, old, row->old, false);
            if (!before)
                continue;
            struct gate_detail_kernel kernel = { .name = own->name };
            override_kernel_facts(before, kernel.old);
            override_kernel_facts(own, kernel.new);
            kernel_add(detail, &kernel);
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
