/* SPDX-License-Identifier: MIT */
#include "harness/cli/cli.h"
#include "harness/engine/cpu/cpu.h"
#include "harness/engine/inspect/inspect.h"

#include <string.h>

/* The case to execute, and the command that asks for it. */
struct wish {
    const char *command; /* "run" */
    const char *text;    /* that says which case */
    const char *capture; /* file of RenderDoc; NULL: none */
    bool labels;
    const struct run_request *request;
};

/* One case of a plan. */
struct place {
    const struct plan_group *group;
    const struct plan_case *plan;
};

/* Where the case stands that has that name; or the only one there is. */
static bool place_find(const struct plan *plan, const char *name, struct place *place)
{
    foreach (const struct plan_group, group, plan->groups, plan->group_count)
        foreach (const struct plan_case, c, group->cases, group->case_count) {
            if (plan->case_count != 1 && strcmp(c->name, name) != 0)
                continue;
            *place = (struct place){ group, c };
            return true;
        }
    return false;
}

struct capture {
    struct renderdoc *renderdoc;
    const char *path;
};

static void capture_begin(void *context)
{
    const struct capture *capture = context;
    renderdoc_begin(capture->renderdoc, capture->path);
}

static void capture_end(void *context)
{
    const struct capture *capture = context;
    renderdoc_end(capture->renderdoc);
}

static int place_execute(const struct place *place, const struct wish *wish, struct gpu *gpu)
{
    struct capture capture = { .path = wish->capture };
    const struct case_marks marks = { capture_begin, capture_end, &capture };
    if (wish->capture)
        capture.renderdoc = renderdoc_open();
    if (wish->capture && !capture.renderdoc)
        return message_nothing("%s: %s", wish->command, trouble_text());
    const struct once_params params = { .gpu = gpu,
                                        .seed = wish->request->seed,
                                        .group = place->group,
                                        .plan = place->plan,
                                        .marks = wish->capture ? &marks : NULL };
    const enum bench_status status = once_run(&params);
    int code = status == BENCH_OK            ? EXIT_CODE_OK
               : status == BENCH_UNSUPPORTED ? EXIT_CODE_NOTHING
                                             : EXIT_CODE_UNTRIED;
    if (code != EXIT_CODE_OK)
        message_error("%s: %s: %s", wish->command, place->plan->name, trouble_text());
    if (code == EXIT_CODE_OK && wish->capture && !renderdoc_take(capture.renderdoc, wish->capture))
        code = message_error("%s: %s", wish->command, trouble_text());
    renderdoc_close(&capture.renderdoc);
    if (code == EXIT_CODE_OK && !wish->request->quiet)
        printf("%s\n  executed once on %s; nothing was checked or timed\n", place->plan->name,
               gpu_info(gpu)->name);
    if (code == EXIT_CODE_OK && !wish->request->quiet && wish->capture)
        message_wrote(wish->capture);
    return code;
}

/* Says how many cases there are, and the nearest of them. The exit code. */
static int place_refuse(const struct plan *plan, const struct wish *wish)
{
    OWNED const char **names = need_zeroed(plan->case_count + 1, sizeof(*names));
    size_t count = 0;
    for (size_t i = 0; i < plan->group_count; i++)
        for (size_t k = 0; k < plan->groups[i].case_count; k++)
            names[count++] = plan->groups[i].cases[k].name;
    const char *nearest = count > 0 ? nearest_find(wish->text, names, count) : NULL;
    const char *first = nearest ? nearest : count > 0 ? names[0] : "";
    const char *second = count < 2 ? "" : strcmp(names[0], first) == 0 ? names[1] : names[0];
    return message_error(
        "%s: --%s takes one case, and %zu match '%s': name one of them whole, such as "
        "'%s' or '%s'",
        wish->command, wish->capture ? "renderdoc" : "once", plan->case_count, wish->text, first,
        second);
}

static int wish_execute(const struct command_line *line, const struct wish *wish)
{
    OWNED_BY(device_choice_finish) struct device_choice choice = { 0 };
    OWNED_BY(plan_finish) struct plan plan = { 0 };
    struct place place;
    if (!run_request_plan(wish->request, line->techniques, &plan))
        return message_error("%s: %s", wish->command, trouble_text());
    if (wish->capture)
        renderdoc_ask();
    if (!device_choice_init(&choice, line->measurer, wish->request->device)) {
        message_error("%s: %s", wish->command, trouble_text());
        return choice.code;
    }
    if (!place_find(&plan, wish->text, &place))
        return place_refuse(&plan, wish);
    enum gpu_result result = GPU_ERROR;
    const struct gpu_params params = { .identity = choice.infos[choice.index].identity,
                                       .validate = wish->request->validate,
                                       .validate_gpu = wish->request->validate_gpu,
                                       .labels = wish->labels };
    OWNED_BY(gpu_destroy) struct gpu *gpu = gpu_create(&params, &result, trouble_buffer());
    if (gpu)
        return place_execute(&place, wish, gpu);
    message_error("%s: %s", wish->command, trouble_text());
    return result == GPU_UNSUPPORTED ? EXIT_CODE_NOTHING : EXIT_CODE_UNTRIED;
}

static int options_execute(const struct command_line *line, struct wish *wish)
{
    const struct options *options = line->options;
    OWNED_BY(run_request_finish) struct run_request request = { 0 };
    for (size_t i = 0; i < options->given_count; i++)
        if (!options->given[i].spec->once && !options->given[i].spec->technique)
            return message_error("%s: one execution has no use for --%s: leave it out",
                                 wish->command, options->given[i].spec->name);
    if (!fault_init() || !cpu_features_check() ||
        !run_options_request(&request, options, line->techniques))
        return message_error("%s: %s", wish->command, trouble_text());
    request.plan.filter = wish->text;
    request.plan.without_baselines = request.no_ceilings = true;
    if (request.device_profile)
        request.plan.profile = BENCH_FULL;
    request.device_profile = false;
    wish->request = &request;
    return wish_execute(line, wish);
}

int run_once_case(const struct command_line *line)
{
    struct wish wish = { .command = "run",
                         .text = options_value(line->options, "once"),
                         .labels = options_has(line->options, "labels") };
    if (!wish.text)
        return message_error("run: --labels goes with --once: nothing that is timed is labelled");
    return options_execute(line, &wish);
}

int run_once_captured(const struct command_line *line)
{
    struct wish wish = { .command = "trace",
                         .text = options_value(line->options, "filter"),
                         .capture = options_value(line->options, "renderdoc"),
                         .labels = true };
    if (!wish.text)
        return message_error("trace: which case? --filter CASE --renderdoc FILE.rdc");
    if (!options_has(line->options, "force") && os_path_is_there(wish.capture))
        return message_error(
            "trace: '%s' already exists: choose another name, or overwrite it with --force",
            wish.capture);
    return options_execute(line, &wish);
}
