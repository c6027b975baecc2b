/* SPDX-License-Identifier: MIT */
#include "harness/engine/session/pinned_sampling.h"

#include "harness/base/json_value.h"

#include <stdio.h>
#include <string.h>

/* A case of which it is known. */
struct known {
    const char *name, *workload, *kind;
    bool cold;
    struct plan_sampling sampling;
};

static const char *const preceding_words[] = { [PLAN_PRECEDING_OPEN] = "",
                                               [PLAN_PRECEDING_ITSELF] = "itself",
                                               [PLAN_PRECEDING_OTHERS] = "others" };

/* False for a number that no run has. */
static bool known_number(struct known *known, double repetitions)
{
    if (!(repetitions >= 1 && repetitions <= PLAN_REPETITIONS_MAX))
        return false;
    known->sampling.repetitions = (uint32_t)repetitions;
    return true;
}

static bool known_of_case(const struct run_case *c, struct known *known)
{
    static const enum plan_preceding preceding[] = {
        [RUN_PRECEDED_NONE] = PLAN_PRECEDING_OPEN,
        [RUN_PRECEDED_BY_ITSELF] = PLAN_PRECEDING_ITSELF,
        [RUN_PRECEDED_BY_SWEEP] = PLAN_PRECEDING_OPEN,
        [RUN_PRECEDED_BY_OTHERS] = PLAN_PRECEDING_OTHERS,
    };
    *known = (struct known){ .name = c->name,
                             .workload = c->workload,
                             .kind = bench_kind_name(c->kind),
                             .cold = c->cache == RUN_CACHE_COLD,
                             .sampling = { .stamps_each = c->stamps_each,
                                           .preceding = preceding[c->preceded_by] } };
    return c->sample_count > 0 && known_number(known, c->inner_repetitions);
}

static bool known_of_entry(const json_t *entry, struct known *known)
{
    *known = (struct known){
        .name = json_value_text_of(entry, "name"),
        .workload = json_value_text_of(entry, "workload"),
        .kind = json_value_text_of(entry, "kind"),
        .cold = strcmp(json_value_text_of(entry, "cache"), "cold") == 0,
        .sampling = { .stamps_each = json_is_true(json_object_get(entry, "stamps_each")) },
    };
    for (int i = PLAN_PRECEDING_ITSELF; i <= PLAN_PRECEDING_OTHERS; i++)
        if (strcmp(json_value_text_of(entry, "preceded_by"), preceding_words[i]) == 0)
            known->sampling.preceding = (enum plan_preceding)i;
    return known_number(known, json_number_value(json_object_get(entry, "inner_repetitions")));
}

static json_t *entry_json(const struct known *known)
{
    const char *preceded_by = preceding_words[known->sampling.preceding];
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:b, s:o}",                              //
                     "name", json_value_text(known->name),                               //
                     "workload", json_value_text(known->workload),                       //
                     "kind", json_value_text(known->kind),                               //
                     "cache", json_value_text(known->cold ? "cold" : "hot"),             //
                     "inner_repetitions", json_value_count(known->sampling.repetitions), //
                     "stamps_each", known->sampling.stamps_each,                         //
                     "preceded_by", json_value_text(*preceded_by ? preceded_by : NULL));
}

static bool plan_has(const struct plan *plan, const char *workload)
{
    for (size_t i = 0; i < plan->group_count; i++)
        if (strcmp(plan->groups[i].workload_name, workload) == 0)
            return true;
    return false;
}

json_t *pinned_sampling_json(const struct run *of, const struct plan *plan, char *message,
                             size_t message_bytes)
{
    json_t *cases = json_array();
    struct known known;
    for (size_t i = 0; i < of->case_count; i++)
        if (known_of_case(&of->cases[i], &known) && plan_has(plan, known.workload))
            json_value_append(&cases, entry_json(&known));
    if (json_array_size(cases) > 0)
        return json_pack("{s:o, s:o, s:o}", "started", json_value_text(of->session.started),
                         "commit", json_value_text(of->tool.commit), "cases", cases);
    snprintf(message, message_bytes, "%s", "no memory is left");
    if (cases)
        snprintf(message, message_bytes,
                 "--repetitions-of: '%s' has a time for no case of these workloads: leave it out",
                 of->path);
    json_decref(cases);
    return NULL;
}

/* Case i of the run, and behind those of the list. False where nothing is known of it. */
static bool known_at(const struct run *run, const json_t *list, size_t i, struct known *known)
{
    return i < run->case_count ? known_of_case(&run->cases[i], known)
                               : known_of_entry(json_array_get(list, i - run->case_count), known);
}

static void case_apply(struct plan_case *c, const char *workload, const struct run *run,
                       const json_t *list)
{
    const size_t count = run->case_count + json_array_size(list);
    const bool on_gpu = c->variant->kind == BENCH_GPU;
    const char *kind = bench_kind_name(BENCH_GPU);
    struct known known;
    for (size_t i = 0; i < count; i++) {
        if (!known_at(run, list, i, &known) || strcmp(known.name, c->name) != 0)
            continue;
        c->sampling = known.sampling;
        return;
    }
    for (size_t i = 0; i < count && on_gpu; i++) {
        if (!known_at(run, list, i, &known) || strcmp(known.kind, kind) != 0 ||
            known.cold != c->cold || strcmp(known.workload, workload) != 0)
            continue;
        c->sampling = known.sampling;
        c->sampling.preceding = PLAN_PRECEDING_OPEN;
        return;
    }
}

void pinned_sampling_apply(struct plan_group *group, const struct run *run, const json_t *sampling)
{
    const json_t *list = json_object_get(sampling, "cases");
    for (size_t i = 0; i < group->case_count; i++)
        case_apply(&group->cases[i], group->workload_name, run, list);
}
