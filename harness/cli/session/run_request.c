/* SPDX-License-Identifier: MIT */
#include "harness/cli/session/run_request.h"

#include "harness/base/need.h"
#include "harness/base/text.h"
#include "harness/base/trouble.h"
#include "harness/cli/session/launch_plan.h"
#include "harness/cli/technique_folders.h"
#include "harness/engine/plan/plan.h"
#include "harness/os/path.h"
#include "harness/record/profile.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

const char *const run_request_cache_names[PLAN_CACHE_BOTH + 1] = {
    [PLAN_CACHE_HOT] = "hot", [PLAN_CACHE_COLD] = "cold", [PLAN_CACHE_BOTH] = "both"
};

const char *const run_request_probe_names[PROBE_WANTED_COUNT] = {
    [PROBE_NONE] = "none",
    [PROBE_COLD] = "cold",
    [PROBE_HOT] = "hot",
    [PROBE_BOTH] = "both",
};

void run_request_finish(struct run_request *request)
{
    for (size_t i = 0; i < request->axis_count; i++)
        free((char *)request->axes[i].name);
    free(request->axes);
    free(request->options);
    free(request->published);
    published_cases_finish(&request->cases);
    kernel_files_finish(&request->files);
    *request = (struct run_request){ 0 };
}

/* The plan again, of those claims that a software device can test. False with a message, and
 * without a plan. */
static bool plan_testable(const struct run_request *request, struct plan_request *wanted,
                          struct plan *plan)
{
    const struct published_cases *cases = &request->cases;
    bool *left_out = need_zeroed(cases->claim_count, sizeof(*left_out));
    const struct published_cases_left left = { cases, left_out };
    const size_t count = published_cases_leave_out(cases, plan, request->any_profile, left_out);
    bool good = true;
    if (count > 0) {
        wanted->wanted = published_cases_wanted_of(&left);
        plan_finish(plan);
        good = plan_init(plan, wanted);
    }
    plan->claims_left_out = good ? count : 0;
    free(left_out);
    return good;
}

/* Returns the techniques of a request that names none: those of folders where there are any. */
static const struct technique *const *techniques_meant(const struct run_request *request,
                                                       const struct technique *const *techniques)
{
    const bool names_none = !request->filter && !request->claims && !request->gate;
    return names_none ? technique_folders_meant(techniques) : techniques;
}

bool run_request_plan(const struct run_request *request, const struct technique *const *techniques,
                      struct plan *plan)
{
    struct plan_request wanted = {
        .techniques = techniques_meant(request, techniques),
        .profile = request->profile,
        .cache = request->cache,
        .filter = request->filter,
        .axes = request->axes,
        .axis_count = request->axis_count,
        .options = request->options,
        .option_count = request->option_count,
        .without_baselines = request->without_baselines,
        .files = request->files.count > 0 ? &request->files : NULL,
    };
    if (request->gate)
        wanted.wanted = plan_gate_wanted(techniques);
    if (request->claims)
        wanted.wanted = published_cases_wanted(&request->cases);
    if (!(request->scale ? plan_scale_init(plan, &wanted, request->memory_bytes)
                         : plan_init(plan, &wanted)) ||
        (request->claims && request->software && !plan_testable(request, &wanted, plan)))
        return false;
    const bool whole = request->no_ceilings || request->list_cases || request->without_baselines ||
                       plan_add_ceilings(plan, techniques);
    const bool checked =
        whole && (request->gate || request->list_cases || request->without_baselines ||
                  plan_add_checks(plan, &wanted, request->validate));
    if (checked && request->check_only)
        plan_keep_checks(plan, NULL);
    if (checked)
        launch_plan_set(request, plan);
    else
        plan_finish(plan);
    return checked;
}

struct run_request run_request_on(const struct run_request *request, const struct gpu_info *device)
{
    struct run_request own = *request;
    own.software = device && gpu_info_is_software(device);
    const bool on_gpu = device && !gpu_info_is_software(device) && device->kind != GPU_HOST;
    if (request->device_profile)
        own.profile = on_gpu ? BENCH_PAPER : BENCH_QUICK;
    if (request->scale && request->memory_bytes == 0 && device)
        own.memory_bytes = plan_scale_memory_bytes(device);
    return own;
}

const char *run_request_profile(const struct run_request *request)
{
    return request->scale ? profile_scale : profile_names[request->profile];
}

struct sampler_rules run_request_rules(const struct run_request *request, bool software)
{
    struct sampler_rules rules = sampler_rules_for(request->profile, software);
    if (request->claims)
        sampler_rules_of_claims(&rules);
    if (request->samples > 0)
        rules.samples_min = rules.samples_max = request->samples;
    return rules;
}

uint32_t run_request_case_timeout_s(const struct run_request *request, bool software)
{
    enum { DEFAULT_S = 120, SOFTWARE_S = 600 };
    if (request->case_timeout_s > 0)
        return request->case_timeout_s;
    return software ? SOFTWARE_S : DEFAULT_S;
}

uint64_t run_request_wait_ns(const struct run_request *request, bool software)
{
    static const uint64_t second_ns = 1000000000;
    return run_request_case_timeout_s(request, software) * second_ns / 2;
}

/* Appends one argument to a list that has room for it. */
static void argument_add(char **arguments, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void argument_add(char **arguments, const char *format, ...)
{
    struct text text = { 0 };
    va_list values;
    while (*arguments)
        arguments++;
    va_start(values, format);
    text_add_values(&text, format, values);
    va_end(values);
    *arguments = text_take(&text);
}

char **run_request_arguments(const struct run_request *request)
{
    enum { FIXED_MAX = 16 };
    size_t count = FIXED_MAX + request->axis_count + request->option_count + request->files.count +
                   request->published_count;
    char **arguments = need_zeroed(count, sizeof(*arguments));
    argument_add(arguments, "--seed=%" PRIu64, request->seed);
    if (!request->any_profile)
        argument_add(arguments, "--profile=%s",
                     request->gate ? profile_gate : run_request_profile(request));
    if (request->memory_bytes > 0)
        argument_add(arguments, "--memory=%" PRIu64, request->memory_bytes);
    if (request->claims)
        argument_add(arguments, "--claims=%s", request->claims);
    for (size_t i = 0; i < request->published_count; i++)
        argument_add(arguments, "--published=%s", request->published[i]);
    if (request->cache != PLAN_CACHE_PROFILE)
        argument_add(arguments, "--cache=%s", run_request_cache_names[request->cache]);
    if (request->probes != PROBE_COLD)
        argument_add(arguments, "--probe=%s", run_request_probe_names[request->probes]);
    if (request->filter)
        argument_add(arguments, "--filter=%s", request->filter);
    for (size_t i = 0; i < request->axis_count; i++)
        argument_add(arguments, "--axis=%s=%s", request->axes[i].name, request->axes[i].value);
    for (size_t i = 0; i < request->option_count; i++)
        argument_add(arguments, "--%s=%s", request->options[i].name, request->options[i].value);
    for (size_t i = 0; i < request->files.count; i++)
        argument_add(arguments, "--kernel=%s=%s", request->files.files[i].entry->shader->name,
                     request->files.files[i].path);
    if (request->samples > 0)
        argument_add(arguments, "--samples=%" PRIu32, request->samples);
    if (request->launches > 0)
        argument_add(arguments, "--launches=%" PRIu32, request->launches);
    if (request->case_timeout_s > 0)
        argument_add(arguments, "--case-timeout=%" PRIu32, request->case_timeout_s);
    argument_add(arguments, "--%sisolate", request->isolate ? "" : "no-");
    if (request->no_ceilings || request->fresh_ceilings)
        argument_add(arguments, "--ceilings=%s", request->no_ceilings ? "none" : "fresh");
    if (request->check_only)
        argument_add(arguments, "--check-only");
    if (request->fresh_answers && !request->claims)
        argument_add(arguments, "--answers=fresh");
    if (request->validate)
        argument_add(arguments, "--validate");
    if (request->validate_gpu)
        argument_add(arguments, "--validate-gpu");
    return arguments;
}
