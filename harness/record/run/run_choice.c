/* SPDX-License-Identifier: MIT */
#include "harness/record/run/run.h"

#include "harness/base/base.h"
#include "harness/base/need.h"

#include <math.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Orders --------------------------------------------------------------------------------------- */

/* Keys by which cases are sorted; equal ones keep their order. */
struct sorted {
    const struct run_case *c;
    double key;
    size_t index;
};

static int compare_keys(const void *a, const void *b)
{
    const struct sorted *left = a, *right = b;
    int order = isnan(left->key) - isnan(right->key); /* what is no number comes last */
    if (order == 0)
        order = (left->key > right->key) - (left->key < right->key);
    return order != 0 ? order : (left->index > right->index) - (left->index < right->index);
}

static int compare_case_names(const void *a, const void *b)
{
    const struct sorted *left = a, *right = b;
    return strverscmp(left->c->name, right->c->name);
}

static double key_of(const struct run_case *c, enum run_order order)
{
    switch (order) {
    case RUN_ORDER_TIME: return run_case_median_ns(c);
    case RUN_ORDER_SPEEDUP: return c->baseline ? 1 : c->ratio.ratio;
    case RUN_ORDER_FLOOR: return -c->floor_percent;
    case RUN_ORDER_FILE:
    case RUN_ORDER_NAME: break;
    }
    return 0;
}

/* Returns the case whose name has these words in it, or else begins most like them, by bench and
 * variant at least; NULL: none. */
static const struct run_case *case_like(const struct run *run, const char *words)
{
    const struct run_case *like = NULL;
    size_t most = 0;
    foreach (const struct run_case, c, run->cases, run->case_count) {
        size_t same = 0, slashes = 0;
        if (*words && strstr(c->name, words))
            return c;
        for (; words[same] && words[same] == c->name[same]; same++)
            slashes += words[same] == '/';
        if (slashes < 2 || same <= most)
            continue;
        most = same;
        like = c;
    }
    return like;
}

/* Where it is the name of a technique, a variant or a workload: a case of that, for one to name. */
static void message_none(const struct run *run, const char *what, const char *wanted)
{
    char hint[256] = "";
    foreach (const struct run_case, c, run->cases, run->case_count)
        if (!*hint && (strcmp(c->technique, wanted) == 0 || strcmp(c->variant, wanted) == 0 ||
                       strcmp(c->workload, wanted) == 0))
            snprintf(hint, sizeof(hint), ": it is a part of names; name a case whole, such as '%s'",
                     c->name);
    if (!*hint) {
        OWNED_BY(name_list_finish) struct name_list names = { 0 };
        foreach (const struct run_case, c, run->cases, run->case_count) {
            name_list_add(&names, c->name);
            name_list_add(&names, c->technique);
            name_list_add(&names, c->variant);
            name_list_add(&names, c->workload);
        }
        snprintf(hint, sizeof(hint), "%s", name_list_hint(&names, wanted));
    }
    const struct run_case *like = *hint ? NULL : case_like(run, wanted);
    if (like)
        snprintf(hint, sizeof(hint), " (did you mean '%s'?)", like->name);
    else if (!*hint && disk_is_there(wanted))
        snprintf(hint, sizeof(hint), ": it is a file; name a case first");
    trouble("%s '%.200s'%s", what, wanted, hint);
}

bool run_choose(struct run *chosen, const struct run *run, const struct run_wanted *wanted)
{
    OWNED_BY(regfree) regex_t expression = { 0 };
    *chosen = *run;
    chosen->case_count = chosen->case_capacity = 0;
    chosen->cases = NULL;
    if (wanted->filter && !expression_compile(&expression, "the filter ", wanted->filter, 0))
        return false;
    OWNED struct sorted *sorted = need_zeroed(run->case_count, sizeof(*sorted));
    chosen->cases = need_zeroed(run->case_count, sizeof(*chosen->cases));
    size_t count = 0;
    for (size_t i = 0; i < run->case_count; i++) {
        const struct run_case *c = &run->cases[i];
        if ((!wanted->name || strcmp(c->name, wanted->name) == 0) &&
            (!wanted->filter || regexec(&expression, c->name, 0, NULL, 0) == 0))
            sorted[count++] = (struct sorted){ c, key_of(c, wanted->order), i };
    }
    if (count > 1)
        qsort(sorted, count, sizeof(*sorted),
              wanted->order == RUN_ORDER_NAME ? compare_case_names : compare_keys);
    for (size_t i = 0; i < count; i++)
        chosen->cases[chosen->case_count++] = *sorted[i].c;
    if (count == 0 && wanted->name)
        message_none(run, "there is no case", wanted->name);
    else if (count == 0 && wanted->filter)
        message_none(run, "no case is selected by the filter", wanted->filter);
    return count > 0 || (!wanted->name && !wanted->filter);
}

void run_choice_finish(struct run *chosen)
{
    free(chosen->cases);
    *chosen = (struct run){ .case_count = 0 };
}

/* Workloads ------------------------------------------------------------------------------------ */

struct of_workload {
    const struct run_case *c, *first; /* the latter of its workload */
};

static int compare_workloads(const void *a, const void *b)
{
    const struct run_case *left = ((const struct of_workload *)a)->c;
    const struct run_case *right = ((const struct of_workload *)b)->c;
    if (left->workload_key != right->workload_key)
        return left->workload_key > right->workload_key ? 1 : -1;
    const int order = strcmp(left->workload, right->workload);
    return order != 0 ? order : (left > right) - (left < right);
}

static int compare_firsts(const void *a, const void *b)
{
    const struct of_workload *left = a, *right = b;
    if (left->first != right->first)
        return left->first > right->first ? 1 : -1;
    return (left->c > right->c) - (left->c < right->c);
}

void run_choose_by_workload(struct run *chosen, const struct run *run)
{
    OWNED struct of_workload *cases = need_zeroed(run->case_count, sizeof(*cases));
    *chosen = *run;
    chosen->cases = need_zeroed(run->case_count, sizeof(*chosen->cases));
    for (size_t i = 0; i < run->case_count; i++)
        cases[i].c = &run->cases[i];
    qsort(cases, run->case_count, sizeof(*cases), compare_workloads);
    for (size_t i = 0; i < run->case_count; i++)
        cases[i].first = i > 0 && run_case_same_workload(cases[i - 1].c, cases[i].c)
                             ? cases[i - 1].first
                             : cases[i].c;
    qsort(cases, run->case_count, sizeof(*cases), compare_firsts);
    for (size_t i = 0; i < run->case_count; i++)
        chosen->cases[i] = *cases[i].c;
}

bool run_choice_next(struct run *part, const struct run *chosen)
{
    const struct run_case *end = chosen->cases + chosen->case_count;
    part->cases += part->case_count;
    part->case_count = 0;
    while (part->cases + part->case_count < end &&
           run_case_same_workload(part->cases, part->cases + part->case_count))
        part->case_count++;
    return part->case_count > 0;
}

/* Latest --------------------------------------------------------------------------------------- */

struct met {
    struct run_latest_case it;
    size_t index; /* the order in which it was met */
};

static int compare_order(const void *a, const void *b)
{
    const struct met *left = a, *right = b;
    return (left->index > right->index) - (left->index < right->index);
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
    return order != 0 ? order : compare_order(left, right);
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
    OWNED struct met *met = need_zeroed(all, sizeof(*met));
    latest->cases = need_zeroed(all, sizeof(*latest->cases));
    latest->by_name = need_zeroed(all, sizeof(*latest->by_name));
    for (size_t i = 0; i < run_count; i++)
        for (size_t k = 0; k < runs[i]->case_count; k++, index++)
            met[index] = (struct met){ { runs[i], &runs[i]->cases[k], 1 }, index };
    qsort(met, all, sizeof(*met), compare_names);
    /* Keeps the last of each name, where the first of them was met. */
    for (size_t begin = 0, end; begin < all; begin = end) {
        size_t first = met[begin].index;
        for (end = begin; end < all && strcmp(met[end].it.c->name, met[begin].it.c->name) == 0;
             end++)
            first = met[end].index < first ? met[end].index : first;
        struct met one = met[end - 1];
        one.index = first;
        one.it.runs = end - begin;
        met[latest->count++] = one;
    }
    qsort(met, latest->count, sizeof(*met), compare_order);
    for (size_t i = 0; i < latest->count; i++) {
        latest->cases[i] = met[i].it;
        latest->by_name[i] = &latest->cases[i];
    }
    qsort(latest->by_name, latest->count, sizeof(*latest->by_name), compare_sorted);
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

/* Thinning ------------------------------------------------------------------------------------- */

struct rank {
    uint32_t key;
    size_t index;
};

static int compare_ranks(const void *a, const void *b)
{
    const struct rank *x = a, *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

static int compare_indices(const void *a, const void *b)
{
    const struct rank *x = a, *y = b;
    return (x->index > y->index) - (x->index < y->index);
}

/* The samples of a case that stay, in the order of sampling; each launch has its share, and is told
 * how many it keeps. Returns their number. */
static size_t rank_case(struct rank *ranks, struct run_case *c, size_t samples_max)
{
    const size_t launches = c->launch_count > 0 ? c->launch_count : 1;
    const size_t share = samples_max > launches ? samples_max / launches : 1;
    size_t first = 0, kept = 0, whole = c->sample_count;
    for (size_t i = 0; i < launches; i++) {
        size_t *own = c->launch_count > 0 ? &c->launches[i].samples : &whole;
        const size_t taken = *own;
        *own = c->sample_count <= samples_max || taken < share ? taken : share;
        for (size_t k = 0; k < taken; k++) {
            struct rank *rank = &ranks[kept + k];
            *rank = (struct rank){ 0, first + k };
            for (int bit = 0; bit < 32; bit++) /* the round's bits in reverse */
                rank->key |= (c->samples[first + k].round >> bit & 1U) << (31 - bit);
        }
        qsort(ranks + kept, taken, sizeof(*ranks), compare_ranks);
        qsort(ranks + kept, *own, sizeof(*ranks), compare_indices);
        first += taken;
        kept += *own;
    }
    return kept;
}

void run_thin(struct run *run, size_t samples_max)
{
    struct run_summary summary = { .samples_max = samples_max };
    foreach (struct run_case, c, run->cases, run->case_count) {
        const size_t count = c->sample_count;
        struct rank *ranks = arena_alloc(&run->arena, count * sizeof(*ranks));
        struct run_sample *kept = arena_alloc(&run->arena, count * sizeof(*kept));
        bool clock = false;
        c->sample_count = rank_case(ranks, c, samples_max);
        for (size_t k = 0; k < count; k++)
            clock = clock || isfinite(c->samples[k].core_hz);
        for (size_t k = 0; k < c->sample_count; k++) {
            kept[k] = c->samples[ranks[k].index];
            kept[k].canary_ns = clock ? NAN : kept[k].canary_ns;
        }
        c->samples = kept;
        summary.of += count;
        summary.samples += c->sample_count;
    }
    if (run->summary.of > 0) /* it is a summary already */
        summary.of = run->summary.of;
    run->summary = summary;
}
