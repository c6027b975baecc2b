/* SPDX-License-Identifier: MIT */
#include "harness/session/run_request.h"

#include "harness/base/clock.h"
#include "harness/base/nearest.h"
#include "harness/plan/profile.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

static bool take_profile(struct run_request *request, const struct options *options, char *message,
                         size_t message_bytes)
{
    const char *name = options_value(options, "profile");
    if (!name || profile_find(name, &request->profile))
        return true;
    const char *nearest = nearest_find(name, profile_names, BENCH_PROFILE_COUNT);
    snprintf(message, message_bytes, "there is no profile '%s'; %s%s", name,
             nearest ? "did you mean " : "quick, paper or full", nearest ? nearest : "");
    return false;
}

static const char *const cache_names[] = {
    [PLAN_CACHE_HOT] = "hot", [PLAN_CACHE_COLD] = "cold", [PLAN_CACHE_BOTH] = "both"
};

static bool take_cache(struct run_request *request, const struct options *options, char *message,
                       size_t message_bytes)
{
    const char *name = options_value(options, "cache");
    request->cache = PLAN_CACHE_PROFILE;
    if (!name)
        return true;
    for (int i = PLAN_CACHE_HOT; i <= PLAN_CACHE_BOTH; i++)
        if (strcmp(name, cache_names[i]) == 0)
            request->cache = (enum plan_cache)i;
    if (request->cache == PLAN_CACHE_PROFILE)
        snprintf(message, message_bytes, "--cache takes hot, cold or both, not '%s'", name);
    return request->cache != PLAN_CACHE_PROFILE;
}

/* NAME=V,V */
static bool take_axis(struct run_request *request, const char *text, char *message,
                      size_t message_bytes)
{
    const char *equals = strchr(text, '=');
    if (!equals || equals == text || equals[1] == 0) {
        snprintf(message, message_bytes, "--axis takes NAME=VALUE,VALUE, not '%s'", text);
        return false;
    }
    char *name = strndup(text, (size_t)(equals - text));
    if (!name) {
        snprintf(message, message_bytes, "no memory is left");
        return false;
    }
    request->axes[request->axis_count++] = (struct plan_setting){ name, equals + 1 };
    return true;
}

/* An option with a value that `run` does not know itself is a technique's. */
static bool is_own(const char *name)
{
    static const char *const own[] = { "filter", "profile", "device",       "axis",  "seed",  "out",
                                       "resume", "samples", "case-timeout", "cache", "kernel" };
    for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++)
        if (strcmp(own[i], name) == 0)
            return true;
    return false;
}

/* What the compiler says is for people, and goes to stderr as it stands. */
static bool take_kernel(struct run_request *request, const char *text, char *message,
                        size_t message_bytes)
{
    char *log;
    const bool added = kernel_files_add(&request->files, text, &log, message, message_bytes);
    if (log)
        fputs(log, stderr);
    free(log);
    return added;
}

static bool take_settings(struct run_request *request, const struct options *options, char *message,
                          size_t message_bytes)
{
    for (size_t i = 0; i < options->given_count; i++) {
        const struct option_given *given = &options->given[i];
        const char *name = given->spec->name;
        if (strcmp(name, "axis") == 0 && !take_axis(request, given->value, message, message_bytes))
            return false;
        if (strcmp(name, "kernel") == 0 &&
            !take_kernel(request, given->value, message, message_bytes))
            return false;
        if (given->value && !is_own(name))
            request->options[request->option_count++] = (struct plan_setting){ name, given->value };
    }
    return true;
}

static bool ci_is_set(void)
{
    const char *ci = getenv("CI");
    return ci && *ci != 0 && strcmp(ci, "0") != 0 && strcasecmp(ci, "false") != 0;
}

bool run_request_init(struct run_request *request, const struct options *options, char *message,
                      size_t message_bytes)
{
    uint64_t samples = 0, case_timeout_s = 0;
    *request = (struct run_request){
        .filter = options_value(options, "filter"),
        .device = options_value(options, "device"),
        .out = options_value(options, "out"),
        .resume = options_value(options, "resume"),
        .axes = calloc(options->given_count + 1, sizeof(*request->axes)),
        .options = calloc(options->given_count + 1, sizeof(*request->options)),
        .seed = (uint64_t)time(NULL),
        .validate = options_has(options, "validate") || options_has(options, "validate-gpu"),
        .validate_gpu = options_has(options, "validate-gpu"),
        .no_ceilings = options_has(options, "no-ceilings"),
        .list_cases = options_has(options, "list-cases"),
        .begin_ns = clock_now_ns(),
        .quiet = options_has(options, "quiet"),
        .verbose = options_has(options, "verbose"),
        .isolate =
            options_has(options, "isolate") || (ci_is_set() && !options_has(options, "no-isolate")),
    };
    if (!kernel_files_init(&request->files, options->given_count) || !request->axes ||
        !request->options) {
        snprintf(message, message_bytes, "no memory is left");
        goto error;
    }
    if (!take_profile(request, options, message, message_bytes) ||
        !take_cache(request, options, message, message_bytes) ||
        !take_settings(request, options, message, message_bytes) ||
        !options_integer(options, "seed", 0, INT64_MAX, &request->seed, message, message_bytes) ||
        !options_integer(options, "samples", 1, 1000000, &samples, message, message_bytes) ||
        !options_integer(options, "case-timeout", 1, 86400, &case_timeout_s, message,
                         message_bytes))
        goto error;
    if (options_has(options, "isolate") && options_has(options, "no-isolate")) {
        snprintf(message, message_bytes, "--isolate and --no-isolate: choose one");
        goto error;
    }
    request->case_timeout_s = (uint32_t)case_timeout_s;
    request->samples = (uint32_t)samples;
    return true;
error:
    run_request_finish(request);
    return false;
}

void run_request_finish(struct run_request *request)
{
    for (size_t i = 0; i < request->axis_count; i++)
        free((char *)request->axes[i].name);
    free(request->axes);
    free(request->options);
    kernel_files_finish(&request->files);
    *request = (struct run_request){ 0 };
}

bool run_request_plan(const struct run_request *request, const struct technique *const *techniques,
                      struct plan *plan, char message[PLAN_MESSAGE_BYTES])
{
    struct plan_request wanted = {
        .techniques = techniques,
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
    if (!plan_init(plan, &wanted, message))
        return false;
    if (request->no_ceilings || request->list_cases || request->without_baselines ||
        plan_add_ceilings(plan, techniques, message))
        return true;
    plan_finish(plan);
    return false;
}

struct sampler_rules run_request_rules(const struct run_request *request, bool software)
{
    struct sampler_rules rules = sampler_rules_for(request->profile, software);
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

uint64_t run_request_wait_ns(const struct run_request *request)
{
    static const uint64_t second_ns = 1000000000;
    enum { LONGEST_S = 60 };
    uint64_t wait_ns = request->case_timeout_s * second_ns / 2;
    return wait_ns < LONGEST_S * second_ns ? wait_ns : LONGEST_S * second_ns;
}

/* Appends one argument to a list that has room for it. False when memory runs out. */
static bool argument_add(char **arguments, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool argument_add(char **arguments, const char *format, ...)
{
    va_list values;
    while (*arguments)
        arguments++;
    va_start(values, format);
    if (vasprintf(arguments, format, values) < 0)
        *arguments = NULL;
    va_end(values);
    return *arguments;
}

char **run_request_arguments(const struct run_request *request)
{
    enum { FIXED_MAX = 11 };
    size_t count = FIXED_MAX + request->axis_count + request->option_count + request->files.count;
    char **arguments = calloc(count, sizeof(*arguments));
    bool added = arguments &&
                 argument_add(arguments, "--profile=%s", profile_names[request->profile]) &&
                 argument_add(arguments, "--seed=%" PRIu64, request->seed);
    if (added && request->cache != PLAN_CACHE_PROFILE)
        added = argument_add(arguments, "--cache=%s", cache_names[request->cache]);
    if (added && request->filter)
        added = argument_add(arguments, "--filter=%s", request->filter);
    for (size_t i = 0; i < request->axis_count && added; i++)
        added =
            argument_add(arguments, "--axis=%s=%s", request->axes[i].name, request->axes[i].value);
    for (size_t i = 0; i < request->option_count && added; i++)
        added =
            argument_add(arguments, "--%s=%s", request->options[i].name, request->options[i].value);
    for (size_t i = 0; i < request->files.count && added; i++)
        added =
            argument_add(arguments, "--kernel=%s=%s", request->files.files[i].entry->shader->name,
                         request->files.files[i].path);
    if (added && request->samples > 0)
        added = argument_add(arguments, "--samples=%" PRIu32, request->samples);
    if (added && request->case_timeout_s > 0)
        added = argument_add(arguments, "--case-timeout=%" PRIu32, request->case_timeout_s);
    if (added)
        added = argument_add(arguments, "--%sisolate", request->isolate ? "" : "no-");
    if (added && request->no_ceilings)
        added = argument_add(arguments, "--no-ceilings");
    if (added && request->validate)
        added = argument_add(arguments, "--validate");
    if (added && request->validate_gpu)
        added = argument_add(arguments, "--validate-gpu");
    if (!added)
        run_request_arguments_free(&arguments);
    return arguments;
}

void run_request_arguments_free(char ***arguments)
{
    for (char **argument = *arguments; argument && *argument; argument++)
        free(*argument);
    free(*arguments);
    *arguments = NULL;
}
