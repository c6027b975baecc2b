/* SPDX-License-Identifier: MIT */
#include "harness/record/run/run_choice.h"

#include "harness/base/expression.h"
#include "harness/base/name_list.h"
#include "harness/base/need.h"
#include "harness/base/trouble.h"

#include <math.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const run_order_names[RUN_ORDER_COUNT] = { "file", "time", "name", "speedup", "floor" };

/* Orders --------------------------------------------------------------------------------------- */

/* Smaller comes first; what is no number, last. */
static int compare_numbers(double a, double b)
{
    if (isnan(a) || isnan(b))
        return isnan(a) - isnan(b);
    return (a > b) - (a < b);
}

/* Keys by which cases are sorted; equal ones keep their order. */
struct sorted {
    const struct run_case *c;
    double key;
    size_t index;
};

static int compare_keys(const void *a, const void *b)
{
    const struct sorted *left = a, *right = b;
    const int order = compare_numbers(left->key, right->key);
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
    case RUN_ORDER_NAME:
    case RUN_ORDER_COUNT: break;
    }
    return 0;
}

/* Choice --------------------------------------------------------------------------------------- */

static void hint_nearest(const struct run *run, const char *wanted, char *hint, size_t hint_bytes)
{
    struct name_list names = { 0 };
    for (size_t i = 0; i < run->case_count; i++) {
        name_list_add(&names, run->cases[i].name);
        name_list_add(&names, run->cases[i].technique);
        name_list_add(&names, run->cases[i].variant);
        name_list_add(&names, run->cases[i].workload);
    }
    name_list_hint(&names, wanted, hint, hint_bytes);
    name_list_finish(&names);
}

/* Where it is the name of a technique, a variant or a workload: a case of that, for one to name. */
static void message_none(const struct run *run, const char *what, const char *wanted)
{
    char hint[256] = "";
    for (size_t i = 0; !*hint && i < run->case_count; i++) {
        const struct run_case *c = &run->cases[i];
        if (strcmp(c->technique, wanted) == 0 || strcmp(c->variant, wanted) == 0 ||
            strcmp(c->workload, wanted) == 0)
            snprintf(hint, sizeof(hint), ": it is a part of names; name a case whole, such as '%s'",
                     c->name);
    }
    if (!*hint)
        hint_nearest(run, wanted, hint, sizeof(hint));
    trouble("%s '%.200s'%s", what, wanted, hint);
}

static size_t cases_collect(struct sorted *sorted, const struct run *run,
                            const struct run_wanted *wanted, const regex_t *expression)
{
    size_t count = 0;
    for (size_t i = 0; i < run->case_count; i++) {
        const struct run_case *c = &run->cases[i];
        if ((!wanted->name || strcmp(c->name, wanted->name) == 0) &&
            (!expression || regexec(expression, c->name, 0, NULL, 0) == 0))
            sorted[count++] = (struct sorted){ c, key_of(c, wanted->order), i };
    }
    return count;
}

bool run_choose(struct run *chosen, const struct run *run, const struct run_wanted *wanted)
{
    regex_t expression;
    *chosen = *run;
    chosen->case_count = chosen->case_capacity = 0;
    chosen->cases = NULL;
    if (wanted->filter && !expression_compile(&expression, "the filter ", wanted->filter, 0))
        return false;
    struct sorted *sorted = need_zeroed(run->case_count, sizeof(*sorted));
    chosen->cases = need_zeroed(run->case_count, sizeof(*chosen->cases));
    const size_t count = cases_collect(sorted, run, wanted, wanted->filter ? &expression : NULL);
    if (count > 1)
        qsort(sorted, count, sizeof(*sorted),
              wanted->order == RUN_ORDER_NAME ? compare_case_names : compare_keys);
    for (size_t i = 0; i < count; i++)
        chosen->cases[chosen->case_count++] = *sorted[i].c;
    free(sorted);
    if (wanted->filter)
        regfree(&expression);
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
