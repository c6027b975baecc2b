/* SPDX-License-Identifier: MIT */
#include "harness/analysis/gate/gate.h"
#include "harness/analysis/keep/keep.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Up to so much launches may differ before a row's threshold is raised. */
static const double spread_max = 0.01;

static const double self_alpha = 0.005, theta_of_spread = 3;

bool gate_self_add(struct gate_self *self, struct run **run,
                   bool (*only)(const void *context, const char *name), const void *context)
{
    struct gate_rows *rows = &self->rows;
    const struct run *own = *run;
    assert(self->launches < GATE_SELF_LAUNCHES_MAX);
    if (!self->first) {
        self->first = *run;
        *run = NULL;
        rows->rows = arena_alloc(&rows->arena, (own->case_count + 1) * sizeof(*rows->rows));
        foreach (const struct run_case, c, own->cases, own->case_count)
            if ((!only || only(context, c->name)) && !run_status_is_left_out(c))
                gate_row_begin(rows, c, c)->first.blocks = arena_alloc(
                    &rows->arena, GATE_SELF_LAUNCHES_MAX / 2 * sizeof(struct gate_block));
    }
    foreach (struct gate_row, row, rows->rows, rows->count) {
        const struct run_case *c = run_find_case(own, row->name);
        struct gate_block *block = &row->first.blocks[self->launches / 2];
        if (c && c->status == BENCH_FAILED_VERIFY)
            gate_row_close(rows, row, JUDGE_FAILED, "%s", "");
        else if (row->open && (!c || c->status != BENCH_OK || c->by_wall))
            gate_row_close(rows, row, JUDGE_INCOMPARABLE, "%s", "");
        else if (row->open &&
                 !gate_times_take(own, c, self->launches % 2 ? block->new : block->old))
            return false;
    }
    self->launches++;
    return true;
}

void gate_self_finish(struct gate_self *self)
{
    gate_rows_finish(&self->rows);
    run_destroy(&self->first);
    *self = (struct gate_self){ 0 };
}

double gate_self_spread(const struct gate_row *row)
{
    double squares = 0; /* of what launches with one input, two by two, are apart */
    foreach (const struct gate_block, block, row->first.blocks, row->first.count) {
        const double apart =
            log(stats_median(block->old, GATE_PAIRS) / stats_median(block->new, GATE_PAIRS));
        squares += apart * apart;
    }
    return sqrt(squares / (double)(2 * row->first.count));
}

void gate_self_judge(struct gate_self *self, double theta)
{
    assert(self->launches >= GATE_SELF_LAUNCHES_MIN);
    foreach (struct gate_row, row, self->rows.rows, self->rows.count) {
        struct gate_series *series = &row->first;
        if (!row->open)
            continue;
        series->count = self->launches / 2;
        const double spread = gate_self_spread(row);
        const struct judge_ratio bounds = gate_bounds(series->blocks, series->count, self_alpha);
        const double told = fmax(bounds.low - 1, 1 / bounds.high - 1);
        const bool alarm = told > theta;
        const double least = fmin(fmax(fmax(theta_of_spread * spread, told), gate_limits_theta_min),
                                  gate_limits_theta_max);
        series->found = (struct gate_found){
            .bounds = bounds,
            .whole = true,
            .launches = series->count,
            .smallest = ceil(1000 * least - 1e-9) / 1000, /* to the next tenth of a percent */
        };
        row->theta = spread > spread_max || alarm ? fmax(theta, series->found.smallest) : theta;
        gate_row_close(&self->rows, row, alarm ? JUDGE_SLOWER : JUDGE_SAME, "%s", "");
    }
}
