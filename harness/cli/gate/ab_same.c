/* SPDX-License-Identifier: MIT */
#include "harness/cli/gate/ab_same.h"

#include "harness/base/exit_code.h"
#include "harness/base/message.h"
#include "harness/cli/gate/ab_outputs.h"
#include "harness/engine/plan/plan.h"
#include "harness/record/profile.h"
#include "harness/views/gate/gate_words.h"
#include "version.h"

#include <stdio.h>
#include <time.h>

void ab_started_write(char text[AB_STARTED_BYTES])
{
    const time_t now = time(NULL);
    struct tm utc;
    strftime(text, AB_STARTED_BYTES, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
}

/* What would have been measured. */
struct selection {
    const struct gpu_info *device; /* NULL: there is none */
    const char *profile;
    size_t saved, unsaved; /* cases */
};

/* What `run` would take on the device, where none is asked for. */
static enum bench_profile profile_of(const struct ab_params *params, const struct gpu_info *device)
{
    enum bench_profile profile =
        device && !gpu_info_is_software(device) ? BENCH_PAPER : BENCH_QUICK;
    if (params->profile)
        profile_find(params->profile, &profile);
    return profile;
}

/* False with a message where no case of this build is selected. */
static bool selection_make(struct selection *selection, const struct command_line *line,
                           const struct ab_params *params)
{
    char message[PLAN_MESSAGE_BYTES];
    struct plan plan;
    const struct plan_request request = { .techniques = line->techniques,
                                          .profile = profile_of(params, selection->device),
                                          .filter = params->filter,
                                          .cache = PLAN_CACHE_PROFILE,
                                          .without_baselines = true };
    const bool selects = plan_init(&plan, &request, message);
    selection->profile = profile_names[request.profile];
    for (size_t i = 0; selects && i < plan.group_count; i++)
        for (size_t k = 0; k < plan.groups[i].case_count; k++)
            if (saved_kernels_has_case(&params->kernels->saved, plan.groups[i].cases[k].name))
                selection->saved++;
            else
                selection->unsaved++;
    plan_finish(&plan);
    if (!selects)
        message_error("ab: %s", message);
    return selects;
}

/* A session in which nothing had to be measured, as a document. */
static int same_write(const struct options *options, const struct ab_wanted *wanted,
                      const struct selection *selection, int code)
{
    const struct gpu_info *device = selection->device;
    const struct ab_params *params = &wanted->params;
    struct gate_rows rows = { .rule = params->rule,
                              .unchanged = selection->saved,
                              .unsaved = selection->unsaved };
    const struct run_tool tool = { "claimcheck", CLAIMCHECK_VERSION, CLAIMCHECK_COMMIT, true,
                                   false };
    struct run run = { .path = "",
                       .tool = tool,
                       .session.profile = selection->profile,
                       .device = { .name = device ? device->name : "",
                                   .uuid = device ? device->uuid : "",
                                   .driver_name = device ? device->driver_name : "",
                                   .driver_info = device ? device->driver_info : "" } };
    char started[AB_STARTED_BYTES];
    ab_started_write(started);
    return ab_outputs_write(options, &(struct gate_result){ .rows = &rows,
                                                            .old = &run,
                                                            .new = &run,
                                                            .kernels = &params->kernels->saved,
                                                            .rule = wanted->rule,
                                                            .code = code,
                                                            .seed = params->seed,
                                                            .filter = wanted->filter,
                                                            .gate = wanted->gate,
                                                            .started = started });
}

/* Kernels of a folder that are all as they were cannot be slower; but those that are gone, or
 * cannot be compared, are not told of, and neither are cases that have none in it. */
static int same_judge(const struct saved_kernels *kernels, const struct selection *selection,
                      struct gate_exit rule, FILE *out)
{
    char unsaved[GATE_WORDS_BYTES];
    if (kernels->gone + kernels->other > 0 || kernels->same == 0) {
        const bool fails = kernels->gone > 0 || kernels->same + kernels->other == 0;
        message_error("ab: no kernel that differs can be compared: %zu are the same, %zu are gone, "
                      "%zu differ and are no compute shaders: choose --a and --b",
                      kernels->same, kernels->gone, kernels->other);
        return fails && rule.missing_fails && !rule.advisory ? EXIT_CODE_WRONG : EXIT_CODE_NOTHING;
    }
    gate_words_unsaved(kernels, selection->unsaved, unsaved);
    if (selection->saved == 0) {
        message_error("ab: %s, and no other is selected: nothing is compared", unsaved);
        return EXIT_CODE_NOTHING;
    }
    fprintf(out, "no kernel differs: %zu are the same\n", kernels->same);
    if (selection->unsaved > 0)
        fprintf(out, "%s\n", unsaved);
    return EXIT_CODE_OK;
}

int ab_same(const struct command_line *line, const struct ab_wanted *wanted)
{
    struct selection selection = { .device = wanted->params.likely };
    int code = EXIT_CODE_UNTRIED;
    if (selection_make(&selection, line, &wanted->params)) {
        code = same_judge(&wanted->params.kernels->saved, &selection, wanted->rule,
                          ab_outputs_table(line->options));
        const int written = same_write(line->options, wanted, &selection, code);
        code = written == EXIT_CODE_OK ? code : written;
    }
    return code;
}
