/* SPDX-License-Identifier: MIT */
/* inspection_case.c: a case of a bench, executed once for `inspect`. */
#include "harness/base/need.h"
#include "harness/engine/inspect/inspection_private.h"
#include "harness/engine/measure/case.h"
#include "harness/engine/measure/workload.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct inspection_run {
    struct inspection_run *next;
    struct plan_group group;
    struct plan_case plan;
    struct bench_workload workload;
    struct result result;
    struct case_run *run;
};

static const char *setting_of(const struct inspection_setting *settings, const char *axis)
{
    for (; settings && settings->axis; settings++)
        if (strcmp(settings->axis, axis) == 0)
            return settings->value;
    return NULL;
}

/* Adds a value for each axis; the first of the quick profile where none is given. */
static size_t values_add(struct plan_axis_value *values, size_t count, struct plan_axis_owner owner,
                         const struct inspection_setting *settings)
{
    const struct bench_axis *axis = owner.variant ? owner.variant->axes : owner.bench->axes;
    for (; axis && axis->name; axis++) {
        const char *text = setting_of(settings, axis->name);
        const char *first = plan_axis_profile_values(owner, axis, BENCH_QUICK);
        struct plan_axis_value *value = &values[count++];
        assert(count <= PLAN_AXES_MAX && (text || first));
        const size_t length = text ? strlen(text) : strcspn(first, ",");
        assert(length < sizeof(value->text));
        value->axis = axis;
        memcpy(value->text, text ? text : first, length);
        value->text[length] = 0;
        char *end;
        value->integer = strtoll(value->text, &end, 10);
        value->integer = *end ? 0 : value->integer;
    }
    return count;
}

static void plan_fill(struct inspection_run *made, const struct bench *bench,
                      const struct bench_variant *variant,
                      const struct inspection_setting *settings)
{
    struct plan_case *plan = &made->plan;
    plan->variant = variant;
    const size_t shared =
        values_add(plan->values, 0, (struct plan_axis_owner){ bench, NULL }, settings);
    plan->value_count =
        values_add(plan->values, shared, (struct plan_axis_owner){ bench, variant }, settings);
    made->group = (struct plan_group){
        .bench = bench, .value_count = shared, .cases = plan, .case_count = 1
    };
    memcpy(made->group.values, plan->values, shared * sizeof(*plan->values));
}

/* The state is the inspection's: the workload is not built, only uploaded. */
static void workload_take(struct inspection *inspection, struct inspection_run *made, void *state)
{
    struct bench_workload *workload = &made->workload;
    const struct context_values values = { made->group.values, made->group.value_count, NULL, 0 };
    workload->bench = made->group.bench;
    workload->state = state;
    context_init(&workload->context, inspection->context.seed, values);
}

/* Trouble of a case or its workload becomes the inspection's. */
static void take_trouble(struct inspection *inspection, const struct inspection_run *made)
{
    const struct context *workload = &made->workload.context;
    static const enum context_trouble trouble[BENCH_STATUS_COUNT] = {
        [BENCH_UNSUPPORTED] = CONTEXT_UNSUPPORTED,
        [BENCH_SKIPPED] = CONTEXT_ERROR,
        [BENCH_FAILED_VERIFY] = CONTEXT_MISMATCH,
        [BENCH_SUSPECT] = CONTEXT_MISMATCH,
        [BENCH_ERROR] = CONTEXT_ERROR,
        [BENCH_DEVICE_LOST] = CONTEXT_ERROR,
        [BENCH_TIMEOUT] = CONTEXT_ERROR,
    };
    if (context_trouble(&inspection->context) != CONTEXT_OK)
        return;
    if (workload->private && context_trouble(workload) != CONTEXT_OK)
        context_set_trouble(&inspection->context, context_trouble(workload),
                            context_message(workload));
    else if (made->result.c.status != BENCH_OK)
        context_set_trouble(&inspection->context, trouble[made->result.c.status],
                            made->result.reason);
    else
        context_error(&inspection->context, "not enough memory for the case");
}

static bool execute(struct inspection *inspection, struct inspection_run *made, void *state)
{
    const struct bench_variant *variant = made->plan.variant;
    if (variant->kind != BENCH_CPU && !inspection_scope(inspection, variant->needs))
        return false;
    struct gpu *gpu = inspection->private->gpu;
    workload_take(inspection, made, state);
    if (gpu && !workload_upload(&made->workload, gpu))
        return false;
    made->run =
        case_create(gpu, &made->plan, &made->workload, (struct case_tools){ 0 }, &made->result);
    return made->run && case_inspect(made->run);
}

struct bench_case *inspection_case(struct inspection *inspection, const struct bench *bench,
                                   const struct bench_variant *variant, void *workload_state,
                                   const struct inspection_setting *settings)
{
    struct inspection_run *made = need_zeroed(1, sizeof(*made));
    made->next = inspection->private->runs;
    inspection->private->runs = made;
    plan_fill(made, bench, variant, settings);
    result_init(&made->result, &made->group, &made->plan);
    if (execute(inspection, made, workload_state))
        return case_bench(made->run);
    take_trouble(inspection, made);
    return NULL;
}

void inspection_runs_finish(struct inspection *inspection)
{
    while (inspection->private->runs) {
        struct inspection_run *made = inspection->private->runs;
        inspection->private->runs = made->next;
        case_destroy(&made->run);
        gpu_scope_destroy(&made->workload.context.scope);
        context_finish(&made->workload.context);
        result_finish(&made->result);
        free(made);
    }
}
