/* SPDX-License-Identifier: MIT */
#include "harness/record/run/run_latest.h"

#include "harness/base/need.h"

#include <stdlib.h>
#include <string.h>

struct met {
    struct run_latest_case it;
    size_t index; /* the order in which it was met */
};

static int compare_met(const struct met *a, const struct met *b)
{
    return (a->index > b->index) - (a->index < b->index);
}

static int compare_order(const void *a, const void *b)
{
    return compare_met(a, b);
}

/* Compares names; of one name the least wanted comes first. */
static int compare_names(const void *a, const void *b)
{
    const struct met *left = a, *right = b;
    const bool left_ok = left->it.c->status == BENCH_OK, right_ok = right->it.c->status == BENCH_OK;
    int order = strcmp(left->it.c->name, right->it.c->name);
    if (order == 0)
        order = left_ok - right_ok;
    if (order == 0)
        order = strcmp(left->it.run->session.started, right->it.run->session.started);
    return order != 0 ? order : compare_met(left, right);
}

/* Keeps the last of each name, where the first of them was met. */
static size_t unite(struct met *met, size_t count)
{
    size_t kept = 0;
    for (size_t begin = 0, end; begin < count; begin = end) {
        size_t first = met[begin].index;
        for (end = begin; end < count && strcmp(met[end].it.c->name, met[begin].it.c->name) == 0;
             end++)
            first = met[end].index < first ? met[end].index : first;
        struct met one = met[end - 1];
        one.index = first;
        one.it.runs = end - begin;
        met[kept++] = one;
    }
    return kept;
}

static int compare_sorted(const void *a, const void *b)
{
    const struct run_latest_case *const *left = a, *const *right = b;
    return strcmp((*left)->c->name, (*right)->c->name);
}

static int compare_wanted(const void *name, const void *one)
{
    const struct run_latest_case *const *it = one;
    return strcmp(name, (*it)->c->name);
}

void run_latest_find(struct run_latest *latest, const struct run *const *runs, size_t run_count)
{
    size_t all = 0, index = 0;
    *latest = (struct run_latest){ 0 };
    for (size_t i = 0; i < run_count; i++)
        all += runs[i]->case_count;
    struct met *met = need_zeroed(all, sizeof(*met));
    latest->cases = need_zeroed(all, sizeof(*latest->cases));
    latest->by_name = need_zeroed(all, sizeof(*latest->by_name));
    for (size_t i = 0; i < run_count; i++)
        for (size_t k = 0; k < runs[i]->case_count; k++, index++)
            met[index] = (struct met){ { runs[i], &runs[i]->cases[k], 1 }, index };
    qsort(met, all, sizeof(*met), compare_names);
    latest->count = unite(met, all);
    qsort(met, latest->count, sizeof(*met), compare_order);
    for (size_t i = 0; i < latest->count; i++) {
        latest->cases[i] = met[i].it;
        latest->by_name[i] = &latest->cases[i];
    }
    qsort(latest->by_name, latest->count, sizeof(*latest->by_name), compare_sorted);
    free(met);
}

void run_latest_finish(struct run_latest *latest)
{
    free(latest->cases);
    free(latest->by_name);
    *latest = (struct run_latest){ 0 };
}

const struct run_latest_case *run_latest_named(const struct run_latest *latest, const char *name)
{
    const struct run_latest_case *const *found =
        latest->count > 0 ? bsearch(name, latest->by_name, latest->count, sizeof(*latest->by_name),
                                    compare_wanted)
                          : NULL;
    return found ? *found : NULL;
}

const char *run_latest_axis(const struct run_latest_case *c, const char *axis)
{
    for (size_t i = 0; i < c->c->axis_count; i++)
        if (strcmp(c->c->axes[i].name, axis) == 0)
            return c->c->axes[i].value;
    return NULL;
}
