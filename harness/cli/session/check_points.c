/* SPDX-License-Identifier: MIT */
#include "harness/cli/session/check_points.h"

#include "harness/analysis/keep/keep.h"
#include "harness/base/need.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_check(const struct plan_group *group, const struct run_case *c)
{
    for (size_t i = 0; i < group->case_count; i++)
        if (strcmp(group->cases[i].name, c->name) == 0)
            return group->cases[i].check;
    return false;
}

void check_points_take(struct check_failures *failures, const struct plan_group *group,
                       struct attempt *attempt, bool kept)
{
    size_t count = 0;
    for (size_t i = 0; i < attempt->case_count; i++) {
        const struct run_case *c = &attempt->cases[i];
        const bool check = is_check(group, c);
        if (check && run_status_fails(c)) {
            failures->cases = need_room(failures->cases, failures->count, &failures->room,
                                        sizeof(*failures->cases));
            failures->cases[failures->count++] = *c;
        }
        if (!check || kept)
            attempt->cases[count++] = *c;
    }
    attempt->case_count = count;
    if (count == 0 && plan_group_is_check(group)) {
        json_decref(attempt->workload);
        attempt->workload = NULL;
        json_array_clear(attempt->kernels);
    }
}

/* The first failure of a timed case's variant or twin; NULL. */
static const struct run_case *failure_of(const struct check_failures *failures,
                                         const struct plan_group *group,
                                         const struct plan_case *timed)
{
    const size_t length = strlen(timed->variant->name);
    for (size_t i = 0; i < failures->count; i++) {
        const struct run_case *c = &failures->cases[i];
        if (strcmp(c->technique, group->technique->name) == 0 &&
            strcmp(c->bench, group->bench->name) == 0 && c->twin == (timed->files != NULL) &&
            strncmp(c->variant, timed->variant->name, length) == 0 &&
            strcmp(c->variant + length, c->twin ? "@file" : "") == 0)
            return c;
    }
    return NULL;
}

void check_points_refuse(const struct check_failures *failures, const struct run *run,
                         const struct plan_group *group, struct attempt *attempt)
{
    char reason[RESULT_REASON_BYTES];
    for (size_t i = 0; i < group->case_count; i++) {
        const struct plan_case *timed = &group->cases[i];
        const struct run_case *c = timed->check || run_find_case(run, timed->name)
                                       ? NULL
                                       : failure_of(failures, group, timed);
        if (!c)
            continue;
        const char *point = strchr(strchr(c->name, '/') + 1, '/');
        snprintf(reason, sizeof(reason), "%s at %s: %s",
                 c->status == BENCH_FAILED_VERIFY ? "wrong" : "not tried",
                 point ? point + 1 : c->name, c->reason);
        attempt_fail_case(attempt, group, i, c->status, reason);
    }
}

void check_failures_finish(struct check_failures *failures)
{
    free(failures->cases);
    *failures = (struct check_failures){ 0 };
}
