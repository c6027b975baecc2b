/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/engine/plan/plan.h"

#include "harness/engine/gpu/gpu.h"
#include "harness/engine/plan/plan_parts.h"

#include <stdio.h>
#include <string.h>

/* The profile gate ----------------------------------------------------------------------------- */

static bool gate_has(const void *data, const struct plan_case *c)
{
    const struct technique *const *techniques = data;
    for (; *techniques; techniques++)
        for (const char *const *name = (*techniques)->gate; name && *name; name++)
            if (strcmp(*name, c->name) == 0)
                return true;
    return false;
}

struct plan_wanted plan_gate_wanted(const struct technique *const *techniques)
{
    return (struct plan_wanted){ gate_has, techniques, "rows of the profile gate" };
}

const struct technique *plan_gate_control(const struct technique *const *techniques)
{
    static const struct technique none;
    while (*techniques && !(*techniques)->controls)
        techniques++;
    return *techniques ? *techniques : &none;
}

size_t plan_gate_names(const struct technique *const *techniques, const char *names[PLAN_GATE_MAX])
{
    size_t count = 0;
    for (; *techniques; techniques++)
        for (const char *const *name = (*techniques)->gate; name && *name && count < PLAN_GATE_MAX;
             name++)
            names[count++] = *name;
    return count;
}

/* The profile scale ---------------------------------------------------------------------------- */

/* Checks that a case is of the variant; the axes have chosen its point. */
static bool scale_has(const void *data, const struct plan_case *c)
{
    const struct technique_scale *scale = data;
    const char *bench = strchr(c->name, '.') + 1;
    const size_t length = strlen(scale->bench);
    return strncmp(bench, scale->bench, length) == 0 && bench[length] == '/' &&
           strcmp(c->variant->name, scale->variant) == 0;
}

/* Writes the sizes that fit; returns how many. Adds the others to `large`, unless it is NULL. */
static size_t sizes_fit(const struct technique *technique, uint64_t memory_bytes,
                        char fitting[TECHNIQUE_SIZES_BYTES], struct text *large)
{
    const struct technique_scale *scale = technique->scale;
    size_t used = 0, count = 0;
    bool named = false;
    *fitting = 0;
    for (const char *size = scale->sizes; size; size = strchr(size, ',')) {
        char text[PLAN_VALUE_BYTES];
        size += *size == ',';
        snprintf(text, sizeof(text), "%.*s", (int)strcspn(size, ","), size);
        if (memory_bytes > 0 && scale->bytes(scale, text) > (double)memory_bytes) {
            if (large && named)
                text_add_format(large, ",%s", text);
            else if (large)
                text_add_format(large, "%s%s %s:%s", large->length > 0 ? "; " : "", technique->name,
                                scale->axis, text);
            named = true;
            continue;
        }
        used += (size_t)snprintf(fitting + used, TECHNIQUE_SIZES_BYTES - used, "%s%s",
                                 count > 0 ? "," : "", text);
        count++;
    }
    return used < TECHNIQUE_SIZES_BYTES ? count : 0;
}

/* Adds the cases of one technique. */
static bool technique_add(struct plan *plan, const struct plan_request *wanted,
                          const struct technique *technique, const char *sizes)
{
    const struct technique_scale *scale = technique->scale;
    const struct technique *const alone[] = { technique, NULL };
    struct plan_setting settings[TECHNIQUE_SCALE_FIXED + 1] = { { scale->axis, sizes } };
    struct plan_request request = *wanted;
    struct plan added;
    request.techniques = alone;
    request.profile = BENCH_QUICK;
    request.axes = settings;
    request.axis_count = 1;
    request.cache = PLAN_CACHE_HOT;
    request.check = PLAN_CHECK_NONE;
    request.without_baselines = true;
    request.filter = NULL;
    request.wanted = (struct plan_wanted){ scale_has, scale, "cases of the profile scale" };
    for (size_t i = 0; i < TECHNIQUE_SCALE_FIXED && scale->fixed[i].axis; i++)
        settings[request.axis_count++] =
            (struct plan_setting){ scale->fixed[i].axis, scale->fixed[i].value };
    if (!plan_init(&added, &request))
        return false;
    plan_join(plan, &added);
    plan_finish(&added);
    return true;
}

static bool has_technique(const struct plan *plan, const struct technique *technique)
{
    foreach (const struct plan_group, group, plan->groups, plan->group_count)
        if (group->technique == technique)
            return true;
    return false;
}

bool plan_scale_init(struct plan *plan, const struct plan_request *request, uint64_t memory_bytes)
{
    struct plan_request filter = *request;
    struct text large = { 0 };
    char sizes[TECHNIQUE_SIZES_BYTES];
    *plan = (struct plan){ 0 };
    filter.without_baselines = true;
    for (const struct technique *const *t = request->techniques; *t; t++)
        if ((*t)->scale && sizes_fit(*t, memory_bytes, sizes, NULL) > 0 &&
            !technique_add(plan, request, *t, sizes))
            goto error;
    bool sized = false;
    for (const struct technique *const *t = request->techniques; *t; t++)
        sized = sized || (*t)->scale;
    if (!sized) {
        trouble("the profile scale has no case of these techniques: a folder's has those of "
                "\"scale\" in technique.json");
        goto error;
    }
    if (plan->case_count == 0) {
        trouble("no technique has a size of the profile scale in %llu bytes: give more by --memory",
                (unsigned long long)memory_bytes);
        goto error;
    }
    if (request->filter && !plan_filter(plan, &filter))
        goto error;
    for (const struct technique *const *t = request->techniques; *t; t++)
        if ((*t)->scale && (!request->filter || has_technique(plan, *t)))
            sizes_fit(*t, memory_bytes, sizes, &large);
    plan->sizes_left_out = large.length > 0 ? text_take(&large) : NULL;
    return true;
error:
    plan_finish(plan);
    return false;
}

uint64_t plan_scale_memory_bytes(const struct gpu_info *device)
{
    static const uint64_t software_bytes = 32 << 20;
    const uint64_t share = device->limits.memory_bytes / 5 * 4;
    return gpu_info_is_software(device) && share > software_bytes ? software_bytes : share;
}

/* A guess at how long a plan takes ------------------------------------------------------------- */

double plan_group_time_s(const struct plan_group *group, uint32_t launch, bool software,
                         enum bench_profile profile)
{
    static const double on_gpu[] = {
        [BENCH_GPU] = 0.055, [BENCH_HOST_DRIVEN] = 0.055, [BENCH_CPU] = 0.18
    };
    static const double on_cpu[] = {
        [BENCH_GPU] = 0.25, [BENCH_HOST_DRIVEN] = 0.25, [BENCH_CPU] = 0.15
    };
    static const double launch_on_gpu = 0.1, ceiling_on_gpu = 0.03;
    const double full = group->technique->full_scale; /* a case gets less time, inputs are larger */
    const double scale = software                ? (profile == BENCH_QUICK ? 1 : 5)
                         : profile != BENCH_FULL ? 1
                         : full > 0              ? full
                                                 : 0.75;
    double seconds = 0;
    foreach (const struct plan_case, c, group->cases,
             plan_group_is_check(group) ? 0 : group->case_count) {
        const struct bench_variant *variant = c->variant;
        const bool limit = variant->ceiling != BENCH_CEILING_NONE && !software;
        if (launch == 0 || launch < c->launches)
            seconds +=
                scale * (limit ? ceiling_on_gpu : (software ? on_cpu : on_gpu)[variant->kind]);
    }
    if (seconds > 0 && !software) /* what is made for the first launch serves the others */
        seconds += launch_on_gpu + (launch == 0 ? group->technique->group_s : 0);
    return seconds;
}

double plan_time_s(const struct plan *plan, bool software, enum bench_profile profile)
{
    double seconds = 2.5; /* to begin with: the device, the first kernels */
    foreach (const struct plan_group, group, plan->groups, plan->group_count)
        for (uint32_t launch = 0; launch == 0 || launch < group->launches; launch++)
            seconds += plan_group_time_s(group, launch, software, profile);
    return seconds;
}

double plan_time_again(double guess_s, double ended_s, double spent_s)
{
    const bool enough = ended_s > 0 && (ended_s >= 0.35 * guess_s || spent_s >= 1.5 * guess_s);
    return enough ? spent_s * guess_s / ended_s : 0;
}

void plan_time_text(double seconds, char text[32])
{
    if (seconds < 90)
        snprintf(text, 32, "about %.0f s", seconds);
    else
        snprintf(text, 32, seconds < 600 ? "about %.2g min" : "about %.0f min", seconds / 60);
}
