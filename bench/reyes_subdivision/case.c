/* SPDX-License-Identifier: MIT */
#include "bench/reyes_subdivision/case.h"

#include <string.h>

static void *case_allocate(void *owner, size_t bytes)
{
    struct bench_case *c = owner;
    return context_alloc(&c->context, bytes);
}

static void case_begin(struct reyes_run *run)
{
    bench_drive_begin(run->owner, run->commands);
}

static bool case_submit(struct reyes_run *run)
{
    return bench_drive_submit(run->owner, run->commands);
}

/* Values of the axes that the variant has. */
static void read_axes(const struct bench_case *c, struct reyes_params *params)
{
    const struct bench_axis *axis = c->variant->axes;
    *params = (struct reyes_params){ .output = UINT32_MAX };
    for (; axis && axis->name; axis++) {
        const char *text = context_text(&c->context, axis->name);
        const uint32_t number = (uint32_t)context_integer(&c->context, axis->name);
        if (strcmp(axis->name, "batch") == 0)
            params->batch = number;
        else if (strcmp(axis->name, "groups") == 0)
            params->groups = number;
        else if (strcmp(axis->name, "group_size") == 0)
            params->group_size = number;
        else if (strcmp(axis->name, "output") == 0)
            params->output = strcmp(text, "none") == 0 ? UINT32_MAX : number;
        else if (strcmp(axis->name, "order") == 0)
            params->noninterleaved = strcmp(text, "noninterleaved") == 0;
    }
}

static void declare_outputs(struct bench_case *c, const struct reyes_run *run)
{
    if (run->variant->compute) {
        bench_output_memory(c, run->drawn.ranges, run->drawn.capacity * sizeof(struct range));
        return;
    }
    bench_output(c, run->control);
    bench_output(c, run->workload->buffers->drawn);
    if (run->saves)
        bench_output(c, run->saves);
}

bool reyes_case_ended(struct bench_case *c, bool good)
{
    const struct reyes_run *run = reyes_run(c);
    if (!good && run->message[0] != '\0')
        return run->unsupported ? context_unsupported(&c->context, "%s", run->message)
                                : context_mismatch(&c->context, "%s", run->message);
    return good;
}

bool reyes_case_setup(struct bench_case *c)
{
    struct reyes_run *run = reyes_run(c);
    run->workload = c->workload->state;
    run->variant = c->variant->data;
    run->scope = c->context.scope;
    run->owner = c;
    run->allocate = case_allocate;
    run->begin = case_begin;
    run->submit = case_submit;
    read_axes(c, &run->params);
    if (!reyes_case_ended(c, run->variant->setup(run)))
        return false;
    declare_outputs(c, run);
    return true;
}

void reyes_case_record(struct bench_case *c, struct gpu_commands *commands)
{
    reyes_run(c)->variant->record(reyes_run(c), commands);
}

bool reyes_case_drive(struct bench_case *c)
{
    return reyes_case_ended(c, reyes_run(c)->variant->drive(reyes_run(c)));
}

bool reyes_case_compute(struct bench_case *c)
{
    return reyes_case_ended(c, reyes_run(c)->variant->compute(reyes_run(c)));
}

/*
 * The least that any method must do: read each control point and write each drawn range once.
 * Operations are those of reyes_bound(): 12 + 9 sums of four points (7 each, in three components),
 * 9 points to eye space (18), projected (3), 12 lengths (6), and about 60 more.
 */
void reyes_case_work(const struct bench_case *c, struct bench_work *work)
{
    enum { BOUND_OPERATIONS = 21 * 21 + 9 * 18 + 9 * 3 + 12 * 6 + 60 };
    const struct reyes_run *run = reyes_run(c);
    const struct reyes_reference_counts *counts = &run->workload->reference.counts;
    *work = (struct bench_work){ .bytes_read = 192.0 * (double)counts->n_in,
                                 .bytes_written = REYES_RANGE_BYTES * (double)counts->n_out,
                                 .operations = BOUND_OPERATIONS * (double)counts->bounds,
                                 .chain = run->variant->chain(run) };
}
