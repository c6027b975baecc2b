/* SPDX-License-Identifier: MIT */
#include "harness/cli/profiling/list_as.h"

#include "harness/base/json_value.h"
#include "harness/base/message.h"
#include "harness/base/need.h"
#include "harness/base/printable.h"
#include "harness/base/text.h"
#include "harness/base/trouble.h"
#include "harness/engine/inspect/once.h"
#include "harness/engine/measure/case.h"
#include "harness/engine/measure/workload.h"
#include "harness/engine/session/kernel_json.h"
#include "harness/engine/shaders/kernel.h"

#include <stdlib.h>
#include <string.h>

enum { SEED = 1 };

struct list_as_case {
    const struct plan_group *group;
    const struct plan_case *plan;
};

struct list_as_input {
    const struct plan_group *group;
    struct bench_workload *workload; /* NULL where it could not be made, */
    enum bench_status status;        /* and then what became of it, and why */
    char message[MESSAGE_BYTES];
};

/* Plan ---------------------------------------------------------------------------------------- */

bool list_as_init(struct list_as *as, const struct technique *const *techniques,
                  const char *expression)
{
    const struct plan_request request = { .techniques = techniques,
                                          .profile = BENCH_FULL,
                                          .filter = expression,
                                          .without_baselines = true };
    *as = (struct list_as){ .count = 0 };
    if (!plan_init(&as->plan, &request))
        return message_refuse("list: --as: %s", trouble_text());
    as->cases = need_zeroed(as->plan.case_count + 1, sizeof(*as->cases));
    as->input = need_zeroed(1, sizeof(*as->input));
    for (size_t i = 0; i < as->plan.group_count; i++)
        for (size_t k = 0; k < as->plan.groups[i].case_count; k++)
            if (as->plan.groups[i].cases[k].variant->kind != BENCH_CPU)
                as->cases[as->count++] =
                    (struct list_as_case){ &as->plan.groups[i], &as->plan.groups[i].cases[k] };
    if (as->count == 0)
        message_error("list: --as: only cases of kind CPU match '%s': they have no kernels",
                      expression);
    return as->count > 0;
}

void list_as_finish(struct list_as *as)
{
    plan_finish(&as->plan);
    free(as->cases);
    free(as->input);
    *as = (struct list_as){ .count = 0 };
}

/* Entries ------------------------------------------------------------------------------------- */

static void input_finish(const void *context)
{
    const struct list_as *as = context;
    if (as->input->workload)
        gpu_scope_destroy(&as->input->workload->context.scope);
    workload_destroy(&as->input->workload);
    as->input->group = NULL;
}

/* The input of the group, made where the case before had another; NULL where it cannot be. */
static const struct bench_workload *input_of(const struct list_as *as, struct gpu *gpu,
                                             const struct plan_group *group)
{
    struct list_as_input *input = as->input;
    if (input->group == group)
        return input->workload;
    input_finish(as);
    input->group = group;
    input->status = BENCH_ERROR;
    input->workload = workload_create(group, SEED, input->message, sizeof(input->message));
    if (!input->workload)
        return NULL;
    const struct context *context = &input->workload->context;
    if (context_ok(context) && workload_upload(input->workload, gpu))
        return input->workload;
    if (!context_ok(context))
        input->status = case_status(context_trouble(context));
    else if (gpu_failure(gpu)->result == GPU_UNSUPPORTED)
        input->status = BENCH_UNSUPPORTED;
    snprintf(input->message, sizeof(input->message), "%s",
             context_ok(context) ? gpu_failure(gpu)->message : context_message(context));
    input_finish(as);
    input->group = group;
    return NULL;
}

/* A kernel's name and its constants: "cbt/decode:256,2". */
static json_t *pipeline_name(const struct gpu_kernel_facts *kernel)
{
    struct text text = { 0 };
    const struct gpu_interface *interface = &kernel->interface;
    text_add_format(&text, "%s", kernel->asked_for->name);
    for (uint32_t i = 0; i < interface->constant_count; i++)
        text_add_format(&text, "%c%u", i == 0 ? ':' : ',', interface->constants[i]);
    json_t *name = json_value_text(text_string(&text));
    text_finish(&text);
    return name;
}

static json_t *kernels_json(const struct result *result)
{
    json_t *array = json_array();
    for (size_t i = 0; i < result->kernel_count; i++) {
        const struct gpu_kernel_facts *kernel = &result->kernels[i].kernel;
        const struct kernel_entry *entry = kernel_set_find(kernel->asked_for->name);
        json_t *json = kernel_json(&result->kernels[i]);
        json_value_set(&json, "name", pipeline_name(kernel));
        json_value_set(&json, "source", json_value_text(entry ? entry->path : NULL));
        json_value_set(&json, "stage", json_value_text(kernel->interface.stage));
        json_object_del(json, "file");
        json_object_del(json, "id");
        json_value_append(&array, json);
    }
    return array;
}

static json_t *entry_json(const void *context, struct gpu *gpu, size_t index)
{
    const struct list_as *as = context;
    const struct list_as_case *c = &as->cases[index];
    struct result result = { .reason = "" };
    json_t *entry =
        json_pack("{s:s, s:n, s:n, s:[]}", "name", c->plan->name, "status", "reason", "kernels");
    if (!gpu)
        return entry;
    const struct bench_workload *workload = input_of(as, gpu, c->group);
    const struct once_params params = { .gpu = gpu, .group = c->group, .plan = c->plan };
    const bool ok = workload && once_compile(&params, workload, &result);
    if (!ok)
        json_value_set(&entry, "reason",
                       json_value_text(workload ? result.reason : as->input->message));
    json_value_set(&entry, "kernels", kernels_json(&result));
    json_value_set(&entry, "status",
                   json_string(bench_status_name(workload ? result.c.status : as->input->status)));
    result_finish(&result);
    gpu_recover(gpu);
    return entry;
}

struct kernel_worker list_as_worker(const struct list_as *as)
{
    return (struct kernel_worker){
        .count = as->count, .entry = entry_json, .finish = input_finish, .context = as
    };
}

json_t *list_as_kernels(json_t *entries, json_t **cases, size_t *failed)
{
    json_t *entry, *kernel, *kernels = json_array();
    size_t i, k;
    *cases = entries;
    json_array_foreach(entries, i, entry)
    {
        json_t *names = json_array();
        const char *status = json_value_text_of(entry, "status");
        *failed += strcmp(status, bench_status_name(BENCH_OK)) != 0 &&
                   strcmp(status, bench_status_name(BENCH_UNSUPPORTED)) != 0;
        json_array_foreach(json_object_get(entry, "kernels"), k, kernel)
        {
            const char *name = json_value_text_of(kernel, "name");
            json_value_append(&names, json_value_text(name));
            if (json_value_named(kernels, name))
                continue;
            json_value_set(&kernel, "case", json_value_text(json_value_text_of(entry, "name")));
            json_value_append(&kernels, json_incref(kernel));
        }
        json_value_set(&entry, "kernels", names);
    }
    return kernels;
}
