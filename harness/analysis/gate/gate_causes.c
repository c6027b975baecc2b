/* SPDX-License-Identifier: MIT */
#include "harness/analysis/gate/gate_result.h"

#include "harness/record/run/run_kernel.h"

#include <string.h>

bool gate_row_fails(const struct gate_row *row)
{
    return !row->built_in && !row->quarantine &&
           (row->verdict == GATE_SLOWER || row->verdict == GATE_FAILED);
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

/* Of the failing rows that are in no cause yet, those with the kernel, put into *cause. */
static void cause_fill(struct gate_cause *cause, struct sides sides,
                       const struct gate_row *const *left, size_t left_count)
{
    cause->count = 0;
    for (size_t i = 0; i < left_count; i++)
        if (kernel_of(sides.new, left[i]->new, cause->kernel) &&
            is_changed(sides, left[i], cause->kernel) == cause->changed)
            cause->rows[cause->count++] = left[i];
}

static bool is_better(const struct gate_cause *cause, const struct gate_cause *best)
{
    if (best->count == 0 || cause->changed != best->changed)
        return best->count == 0 || cause->changed;
    return cause->count > best->count;
}

/* The kernel of most of the rows that are left; of a row without kernels that row alone. */
static void cause_choose(struct gate_cause *best, struct gate_cause *tried, struct sides sides,
                         const struct gate_row *const *left, size_t left_count)
{
    for (size_t i = 0; i < left_count; i++) {
        const struct run_case *c = left[i]->new;
        for (size_t k = 0; k < c->kernel_count; k++) {
            const struct run_kernel *kernel = run_kernel_find(sides.new, c->kernels[k]);
            if (!kernel)
                continue;
            tried->kernel = kernel->name;
            tried->changed = is_changed(sides, left[i], kernel->name);
            cause_fill(tried, sides, left, left_count);
            if (is_better(tried, best)) {
                const struct gate_cause swapped = *best;
                *best = *tried;
                *tried = swapped;
            }
        }
    }
    if (best->count == 0)
        best->rows[best->count++] = left[0];
}

/* Takes the rows of a cause out of those that are left; how many stay. */
static size_t left_drop(const struct gate_row **left, size_t left_count,
                        const struct gate_cause *cause)
{
    size_t kept = 0;
    for (size_t i = 0; i < left_count; i++) {
        bool in = false;
        for (size_t k = 0; k < cause->count; k++)
            in = in || cause->rows[k] == left[i];
        if (!in)
            left[kept++] = left[i];
    }
    return kept;
}

bool gate_causes_find(const struct gate_rows *rows, const struct run *old, const struct run *new,
                      struct arena *arena, struct gate_cause **causes, size_t *count)
{
    const struct sides sides = { old, new };
    const struct gate_row **left = arena_alloc(arena, rows->count * sizeof(*left));
    size_t left_count = 0;
    *count = 0;
    for (size_t i = 0; left && i < rows->count; i++)
        if (gate_row_fails(&rows->rows[i]))
            left[left_count++] = &rows->rows[i];
    *causes = arena_alloc(arena, left_count * sizeof(**causes));
    if (!left || !*causes)
        return false;
    while (left_count > 0) {
        struct gate_cause *best = &(*causes)[(*count)++], tried = { 0 };
        best->rows = arena_alloc(arena, left_count * sizeof(*best->rows));
        tried.rows = arena_alloc(arena, left_count * sizeof(*tried.rows));
        if (!best->rows || !tried.rows)
            return false;
        cause_choose(best, &tried, sides, left, left_count);
        left_count = left_drop(left, left_count, best);
    }
    return true;
}
