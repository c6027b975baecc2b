/* SPDX-License-Identifier: MIT */
#include "harness/cli/profiling/run_once.h"

#include "harness/base/nearest.h"
#include "harness/cli/device_choice.h"
#include "harness/cli/run_options.h"
#include "harness/cpu/cpu_features.h"
#include "harness/inspect/once.h"
#include "harness/measure/fault.h"
#include "harness/session/message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One case of a plan. */
struct place {
    const struct plan_group *group;
    const struct plan_case *plan;
};

/* Of the options of `run`, those that say what is executed, and where. */
static bool option_fits(const struct command *command, const char *name)
{
    static const char *const fitting[] = {
        "once",   "labels",   "profile",      "device", "axis",
        "kernel", "validate", "validate-gpu", "seed",   "quiet"
    };
    for (size_t i = 0; i < sizeof(fitting) / sizeof(fitting[0]); i++)
        if (strcmp(fitting[i], name) == 0)
            return true;
    for (const struct option_spec *spec = command->options; spec->name; spec++)
        if (strcmp(spec->name, name) == 0)
            return false;
    return true; /* a technique's */
}

/* Where the case stands that has that name; or the only one there is. */
static bool place_find(const struct plan *plan, const char *name, struct place *place)
{
    for (size_t i = 0; i < plan->group_count; i++)
        for (size_t k = 0; k < plan->groups[i].case_count; k++) {
            const struct plan_case *c = &plan->groups[i].cases[k];
            if (plan->case_count != 1 && strcmp(c->name, name) != 0)
                continue;
            *place = (struct place){ &plan->groups[i], c };
            return true;
        }
    return false;
}

/* Says how many there are, and the nearest of them. */
static int several_refuse(const struct plan *plan, const char *text)
{
    const char **names = calloc(plan->case_count + 1, sizeof(*names));
    size_t count = 0;
    for (size_t i = 0; names && i < plan->group_count; i++)
        for (size_t k = 0; k < plan->groups[i].case_count; k++)
            names[count++] = plan->groups[i].cases[k].name;
    const char *nearest = count > 0 ? nearest_find(text, names, count) : NULL;
    const char *first = nearest ? nearest : count > 0 ? names[0] : "";
    const char *second = count < 2 ? "" : strcmp(names[0], first) == 0 ? names[1] : names[0];
    message_error("run: --once takes one case, and %zu match '%s': name one of them whole, such as "
                  "'%s' or '%s'",
                  plan->case_count, text, first, second);
    free(names);
    return EXIT_CODE_UNTRIED;
}

static int place_execute(const struct place *place, const struct run_request *request,
                         const struct gpu_info *device, bool labels)
{
    char selector[16], message[ONCE_MESSAGE_BYTES] = "";
    enum gpu_result result = GPU_ERROR;
    snprintf(selector, sizeof(selector), "%d", device->index);
    const struct gpu_params params = { .selector = selector,
                                       .validate = request->validate,
                                       .validate_gpu = request->validate_gpu,
                                       .labels = labels };
    struct gpu *gpu = gpu_create(&params, &result, message);
    if (!gpu) {
        message_error("run: %s", message);
        return result == GPU_UNSUPPORTED ? EXIT_CODE_NOTHING : EXIT_CODE_UNTRIED;
    }
    const enum bench_status status =
        once_run(gpu, request->seed, place->group, place->plan, message);
    gpu_destroy(&gpu);
    if (status != BENCH_OK) {
        message_error("run: %s: %s", place->plan->name, message);
        return status == BENCH_UNSUPPORTED ? EXIT_CODE_NOTHING : EXIT_CODE_UNTRIED;
    }
    if (!request->quiet)
        printf("%s\n  executed once on %s; nothing was checked or timed\n", place->plan->name,
               device->name);
    return EXIT_CODE_OK;
}

static int request_execute(const struct command_line *line, const struct run_request *request)
{
    char message[PLAN_MESSAGE_BYTES] = "";
    struct device_choice choice;
    struct place place;
    struct plan plan;
    if (!run_request_plan(request, line->techniques, &plan, message))
        return message_error("run: %s", message);
    if (!device_choice_init(&choice, line->measurer, request->device, message))
        message_error("run: %s", message);
    else if (place_find(&plan, request->filter, &place))
        choice.code = place_execute(&place, request, &choice.infos[choice.index],
                                    options_has(line->options, "labels"));
    else
        choice.code = several_refuse(&plan, request->filter);
    const int code = choice.code;
    device_choice_finish(&choice);
    plan_finish(&plan);
    return code;
}

int run_once_case(const struct command_line *line)
{
    const struct options *options = line->options;
    char message[MESSAGE_BYTES] = "";
    struct run_request request;
    if (!options_has(options, "once"))
        return message_error("run: --labels goes with --once: nothing that is timed is labelled");
    for (size_t i = 0; i < options->given_count; i++)
        if (!option_fits(line->command, options->given[i].spec->name))
            return message_error("run: --once measures and writes nothing: leave out --%s",
                                 options->given[i].spec->name);
    if (!fault_init(message, sizeof(message)) || !cpu_features_check(message, sizeof(message)) ||
        !run_options_request(&request, options, message, sizeof(message)))
        return message_error("run: %s", message);
    request.filter = options_value(options, "once");
    request.without_baselines = request.no_ceilings = true;
    if (request.device_profile)
        request.profile = BENCH_FULL;
    request.device_profile = false;
    const int code = request_execute(line, &request);
    run_request_finish(&request);
    return code;
}
