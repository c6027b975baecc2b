/* SPDX-License-Identifier: MIT */
#include "harness/analysis/gate/gate_result.h"

#include "harness/analysis/override/override.h"
#include "harness/record/run/run_kernel.h"

#include <math.h>
#include <string.h>

bool gate_detail_wants(const struct gate_row *row)
{
    return !row->built_in && row->verdict == GATE_SLOWER;
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

static bool is_in(const struct gate_detail *detail, const struct gate_detail_kernel *kernel)
{
    for (size_t i = 0; i < detail->kernel_count; i++) {
        const struct gate_detail_kernel *other = &detail->kernels[i];
        if (strcmp(other->name, kernel->name) == 0 &&
            memcmp(&other->old, &kernel->old, sizeof(other->old)) == 0 &&
            memcmp(&other->new, &kernel->new, sizeof(other->new)) == 0)
            return true;
    }
    return false;
}

/* Those that differ, each once: several of one name differ by their constants. */
static void kernels_fill(struct gate_detail *detail, const struct run *old, const struct run *new)
{
    const struct run_case *c = detail->row->new;
    for (size_t i = 0; i < c->kernel_count; i++) {
        const struct run_kernel *own = run_kernel_find(new, c->kernels[i]);
        const struct run_kernel *before =
            run_kernel_instead(new, c, i, old, detail->row->old, false);
        if (!before)
            continue;
        const struct gate_detail_kernel kernel = { own->name, facts_of(before), facts_of(own) };
        if ((differs(kernel.old.registers, kernel.new.registers) ||
             differs(kernel.old.spills, kernel.new.spills) ||
             differs(kernel.old.local_bytes, kernel.new.local_bytes)) &&
            !is_in(detail, &kernel))
            detail->kernels[detail->kernel_count++] = kernel;
    }
}

static const struct trace_pair_case *timeline_find(const struct trace_pair *traces,
                                                   const char *name)
{
    for (size_t i = 0; traces && i < traces->case_count; i++)
        if (strcmp(traces->cases[i].name, name) == 0)
            return &traces->cases[i];
    return NULL;
}

bool gate_details_find(const struct gate_rows *rows, const struct run *old, const struct run *new,
                       const struct trace_pair *traces, struct arena *arena,
                       struct gate_detail **details, size_t *count)
{
    *count = 0;
    *details = arena_alloc(arena, rows->count * sizeof(**details));
    if (!*details)
        return false;
    for (size_t i = 0; i < rows->count; i++) {
        const struct gate_row *row = &rows->rows[i];
        if (!gate_detail_wants(row))
            continue;
        struct gate_detail *detail = &(*details)[*count];
        *detail = (struct gate_detail){
            .row = row,
            .timeline = timeline_find(traces, row->name),
            .kernels = arena_alloc(arena, row->new->kernel_count * sizeof(*detail->kernels))
        };
        if (!detail->kernels)
            return false;
        if (detail->timeline)
            detail->grown = trace_pair_grown(detail->timeline);
        kernels_fill(detail, old, new);
        ++*count;
    }
    return true;
}
