/* SPDX-License-Identifier: MIT */
#include "harness/analysis/gate/gate.h"
#include "harness/analysis/keep/keep.h"

#include <assert.h>
#include <math.h>
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
    foreach (struct gate_self_row, row, self->rows, self->count) {
        const struct run_case *c = run_find_case(run, row->name);
        row->failed = row->failed || (c && c->status == BENCH_FAILED_VERIFY);
        row->lost = row->lost || !c || c->status != BENCH_OK || c->by_wall;
        if (!row->lost && !gate_times_take(run, c, row->times[self->launches]))
            return false;
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
    foreach (struct gate_self_row, row, self->rows, self->count) {
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
    foreach (const struct gate_self_row, own, self->rows, self->count) {
        const struct judge_row row = { .old = JUDGE_WELL,
                                       .verdict = own->failed  ? JUDGE_FAILED
                                                  : own->lost  ? JUDGE_INCOMPARABLE
                                                  : own->alarm ? JUDGE_SLOWER
                                                               : JUDGE_SAME };
        judge_add(&tally, &row);
    }
    return tally;
}
