/* SPDX-License-Identifier: MIT */
#include "harness/cli/run_options.h"

#include "harness/base/nearest.h"
#include "harness/base/need.h"
#include "harness/base/printable.h"
#include "harness/base/trouble.h"
#include "harness/cli/command.h"
#include "harness/cli/document_stream.h"
#include "harness/cli/technique_folders.h"
#include "harness/engine/plan/plan.h"
#include "harness/os/clock.h"
#include "harness/os/path.h"
#include "harness/record/profile.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

bool run_options_profile(const char *name)
{
    enum bench_profile profile;
    if (profile_find(name, &profile) || strcmp(name, profile_gate) == 0 ||
        strcmp(name, profile_scale) == 0)
        return true;
    const char *nearest = nearest_find(name, profile_names, BENCH_PROFILE_COUNT);
    return trouble("there is no profile '%s'; %s%s", name,
                   nearest ? "did you mean " : "quick, paper, full, gate or scale",
                   nearest ? nearest : "");
}

/* Lists of words are in the order of their enum. */
static void take_words(struct run_request *request, const struct options *options)
{
    const char *name = options_value(options, "profile");
    const int cache = options_word(options, "cache"), probe = options_word(options, "probe");
    request->any_profile = !name && request->claims;
    request->device_profile = !name && !request->claims;
    request->gate = options_is(options, "profile", profile_gate);
    request->scale = options_is(options, "profile", profile_scale);
    if (request->gate || request->scale)
        request->profile = BENCH_FULL;
    else if (name)
        profile_find(name, &request->profile);
    request->cache = cache < 0 ? PLAN_CACHE_PROFILE : (enum plan_cache)cache;
    request->probes = probe < 0 ? PROBE_COLD : (enum probe_wanted)probe;
}

static bool take_ceilings(struct run_request *request, const struct options *options)
{
    const bool none = options_is(options, "ceilings", "none");
    if (options_has(options, "ceilings") && !none && request->no_ceilings)
        return trouble("--no-ceilings and --ceilings %s: choose one",
                       options_value(options, "ceilings"));
    request->no_ceilings = request->no_ceilings || none;
    request->fresh_ceilings = options_is(options, "ceilings", "fresh");
    return true;
}

/* NAME=V,V */
static bool take_axis(struct run_request *request, const char *text)
{
    const char *equals = strchr(text, '=');
    if (!equals || equals == text || equals[1] == 0)
        return trouble("--axis takes NAME=VALUE,VALUE, not '%s'", text);
    char *name = need(strndup(text, (size_t)(equals - text)));
    request->axes[request->axis_count++] = (struct plan_setting){ name, equals + 1 };
    return true;
}

/* Takes a kernel. Messages of the compiler are for people, and go to stderr. */
static bool take_kernel(struct run_request *request, const char *text)
{
    char *log;
    const bool added = kernel_files_add(&request->files, text, &log);
    if (log) {
        printable_clean_lines(log);
        fputs(log, stderr);
    }
    free(log);
    return added;
}

/* Reads the file of a technique's option, so that a fault is reported before anything is
 * measured. */
static bool file_readable(const struct option_given *given)
{
    const char *argument = given->spec->argument;
    if (!argument || strncmp(argument, "FILE", 4) != 0 || os_path_is_readable(given->value))
        return true;
    return trouble("--%s: cannot read '%s': %s", given->spec->name, given->value, strerror(errno));
}

static bool take_settings(struct run_request *request, const struct options *options)
{
    for (size_t i = 0; i < options->given_count; i++) {
        const struct option_given *given = &options->given[i];
        const char *name = given->spec->name;
        if (strcmp(name, "axis") == 0 && !take_axis(request, given->value))
            return false;
        if (strcmp(name, "kernel") == 0 && !take_kernel(request, given->value))
            return false;
        if (strcmp(name, "published") == 0)
            request->published[request->published_count++] = given->value;
        if (!given->spec->technique)
            continue;
        if (!file_readable(given))
            return false;
        request->options[request->option_count++] = (struct plan_setting){ name, given->value };
    }
    return true;
}

/* The claims decide on the profile where nobody else does. */
static bool take_claims(struct run_request *request)
{
    const struct published_cases_request wanted = {
        .ids = request->claims && *request->claims ? request->claims : NULL,
        .files = request->published,
        .file_count = request->published_count,
        .techniques = request->techniques,
        .with_long = !request->any_profile && request->profile == BENCH_FULL,
    };
    if (!request->claims && request->published_count == 0)
        return true;
    if (!request->claims)
        return trouble("--published has claims: --claims measures their cases");
    if (request->gate || request->scale)
        return trouble("--claims and --profile %s: choose one",
                       request->gate ? profile_gate : profile_scale);
    if (!published_cases_init(&request->cases, &wanted))
        return trouble("--claims: %.*s", (int)strcspn(trouble_text(), "\n"), trouble_text());
    if (request->any_profile)
        request->profile = request->cases.profile;
    return true;
}

/* The profile `scale` has points of its own. */
static bool take_scale(struct run_request *request, const struct options *options)
{
    const bool pointed = request->axis_count + request->option_count + request->files.count > 0 ||
                         request->cache != PLAN_CACHE_PROFILE;
    if (request->scale && pointed)
        return trouble("--profile scale has its own points: leave out --axis, --cache, --kernel "
                       "and the options of techniques");
    if (!request->scale && options_has(options, "memory"))
        return trouble("--memory is for --profile scale");
    request->memory_bytes = options_number(options, "memory", 0);
    return true;
}

static bool take_answers(struct run_request *request, const struct options *options)
{
    if (!technique_folders_answers(options, &request->fresh_answers))
        return false;
    if (request->fresh_answers) /* of a run that is resumed, too */
        technique_folders_answers_set(true, false);
    return true;
}

bool run_options_ci(void)
{
    const char *ci = getenv("CI");
    return ci && *ci != 0 && strcmp(ci, "0") != 0 && strcasecmp(ci, "false") != 0;
}

bool run_options_request(struct run_request *request, const struct options *options,
                         const struct technique *const *techniques)
{
    const char *out = options_value(options, "out");
    *request = (struct run_request){
        .filter = options_value(options, "filter"),
        .device = options_value(options, "device"),
        .out = document_stream_is(out) ? NULL : out,
        .json = document_stream_is(out) || options_has(options, "json"),
        .force = options_has(options, "force"),
        .resume = options_value(options, "resume"),
        .repetitions_of = options_value(options, "repetitions-of"),
        .claims = !options_has(options, "claims")    ? NULL
                  : options_value(options, "claims") ? options_value(options, "claims")
                                                     : "",
        .published = need_zeroed(options->given_count + 1, sizeof(*request->published)),
        .axes = need_zeroed(options->given_count + 1, sizeof(*request->axes)),
        .options = need_zeroed(options->given_count + 1, sizeof(*request->options)),
        .techniques = techniques,
        .seed = options_number(options, "seed", (uint64_t)time(NULL)),
        .samples = (uint32_t)options_number(options, "samples", 0),
        .launches = (uint32_t)options_number(options, "launches", 0),
        .case_timeout_s = (uint32_t)options_number(options, "case-timeout", 0),
        .validate = options_has(options, "validate") || options_has(options, "validate-gpu"),
        .validate_gpu = options_has(options, "validate-gpu"),
        .no_ceilings = options_has(options, "no-ceilings") || options_has(options, "check-only"),
        .check_only = options_has(options, "check-only"),
        .list_cases = options_has(options, "list-cases"),
        .begin_ns = clock_now_ns(),
        .quiet = options_has(options, "quiet"),
        .verbose = options_has(options, "verbose"),
        .wide = options_has(options, "wide"),
        .all = options_has(options, "all"),
        .isolate = options_has(options, "isolate") ||
                   (run_options_ci() && !options_has(options, "no-isolate")),
    };
    kernel_files_init(&request->files, options->given_count);
    take_words(request, options);
    if (!take_ceilings(request, options) || !take_answers(request, options) ||
        !take_settings(request, options) || !take_scale(request, options) || !take_claims(request))
        goto error;
    return true;
error:;
    const bool kernel_fault = request->files.in_file;
    run_request_finish(request);
    request->kernel_fault = kernel_fault;
    return false;
}

/* Reads the options into a request. The request keeps their values and names, which outlive it. */
static bool reader_read(const struct run_reader *reader, struct run_request *request, int argc,
                        const char *const *argv)
{
    struct option_table table;
    struct options options;
    bool read = false;
    command_table(reader->command, reader->techniques, &table);
    const struct option_rules rules = { .specs = table.specs, .spec_count = table.count };
    if (options_init(&options, &rules, argc, argv)) {
        read =
            options_check(&options) && run_options_request(request, &options, reader->techniques);
        options_finish(&options);
    }
    option_table_finish(&table);
    return read;
}

struct run_reader run_options_reader(const struct command *run,
                                     const struct technique *const *techniques)
{
    return (struct run_reader){ run, techniques, reader_read };
}
