/* SPDX-License-Identifier: MIT */
#include "harness/cli/command.h"
#include "harness/cli/run_options.h"
#include "harness/cpu/cpu_device.h"
#include "harness/cpu/cpu_features.h"
#include "harness/measure/fault.h"
#include "harness/plan/profile.h"
#include "harness/record/results.h"
#include "harness/session/interrupt.h"
#include "harness/session/message.h"
#include "harness/session/resume.h"
#include "harness/session/run_path.h"
#include "harness/session/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What was asked for, and where. */
struct start {
    const struct run_request *request;
    struct plan *plan;
    int argc;
    const char *const *argv;
    struct gpu_info *infos;
    int info_count;
};

static json_t *header_make(const struct start *start, const struct gpu_info *device)
{
    char date[RUN_DATE_BYTES];
    char **arguments = run_request_arguments(start->request);
    if (!arguments)
        return NULL;
    run_path_date(date);
    struct results_header header = {
        .seed = start->request->seed,
        .profile = profile_names[start->request->profile],
        .started = date,
        .argument_count = start->argc,
        .arguments = start->argv,
        .plan_arguments = (const char *const *)arguments,
        .device = device,
        .validate = start->request->validate,
        .rules = run_request_rules(start->request, gpu_info_is_software(device)),
    };
    json_t *json = results_header_json(&header);
    run_request_arguments_free(&arguments);
    if (start->request->files.count > 0)
        json_object_set_new(json_object_get(json, "session"), "kernel_files",
                            kernel_files_json(&start->request->files));
    return json;
}

/* Two devices of one name get their index as well. */
static void device_slug(const struct start *start, const struct gpu_info *device,
                        char slug[RUN_SLUG_BYTES])
{
    char name[sizeof(device->name) + 16];
    bool twin = false;
    for (int i = 0; i < start->info_count; i++)
        twin = twin || (i != device->index && strcmp(start->infos[i].name, device->name) == 0);
    snprintf(name, sizeof(name), "%.40s", device->name);
    if (twin)
        snprintf(name, sizeof(name), "%.40s-%d", device->name, device->index);
    run_path_slug(name, slug);
}

static int run_on(const struct start *start, const struct gpu_info *device, bool several)
{
    char message[MESSAGE_BYTES] = "", slug[RUN_SLUG_BYTES];
    int code = EXIT_CODE_UNTRIED;
    device_slug(start, device, slug);
    char *path = run_path_make(start->request->out, slug, several, message, sizeof(message));
    if (!path)
        return message_error("run: %s", message);
    json_t *header = header_make(start, device);
    struct journal *journal =
        !header ? NULL : journal_create(path, header, message, sizeof(message));
    if (!header)
        message_error("no memory is left");
    else if (!journal)
        message_error("run: %s", message);
    if (journal) {
        struct session_params params = { start->request, start->plan, device, journal };
        code = session_run(&params);
        /* An interrupted run can be resumed even when it holds no case. */
        if (*interrupt_flag())
            journal_close(&journal);
        else
            journal_discard_empty(&journal);
    }
    json_decref(header);
    free(path);
    return code;
}

/* What counts most for all devices together, as it does within a run. */
static int worse_exit(int a, int b)
{
    static const int order[] = { EXIT_CODE_UNTRIED, EXIT_CODE_WRONG, EXIT_CODE_OK,
                                 EXIT_CODE_NOTHING };
    for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++)
        if (a == order[i] || b == order[i])
            return order[i];
    return a;
}

static int run_all(const struct start *start)
{
    int code = EXIT_CODE_NOTHING;
    for (int i = 0; i < start->info_count && !*interrupt_flag(); i++)
        if (start->infos[i].usable)
            code = worse_exit(code, run_on(start, &start->infos[i], true));
    return *interrupt_flag() ? EXIT_CODE_UNTRIED : code;
}

/* The cases that need no device, if there are any. reason: why there is none. */
static int run_host(const struct start *start, const char *reason)
{
    struct gpu_info host;
    const size_t count = start->plan->case_count, left_out = plan_keep_host(start->plan);
    if (left_out == count) {
        message_error("run: %s", reason);
        return EXIT_CODE_NOTHING;
    }
    if (left_out > 0)
        message_warning("%zu of %zu cases are left out: %s", left_out, count, reason);
    cpu_device_info(&host);
    return run_on(start, &host, false);
}

static int run_devices(struct start *start)
{
    char message[GPU_MESSAGE_BYTES] = "", ignored[GPU_MESSAGE_BYTES];
    const char *selector = start->request->device;
    bool all = selector && strcmp(selector, "all") == 0;
    gpu_list(&start->infos, &start->info_count);
    int index = gpu_choose(start->infos, start->info_count, all ? NULL : selector, message);
    int code = EXIT_CODE_OK;
    if (index < 0) {
        /* A selector that fits nothing is a wrong argument, but only where a device is. */
        bool any = gpu_choose(start->infos, start->info_count, NULL, ignored) >= 0;
        if (selector)
            message_error("run: %s", message);
        code = any ? EXIT_CODE_UNTRIED : selector ? EXIT_CODE_NOTHING : run_host(start, message);
    } else {
        code = all ? run_all(start) : run_on(start, &start->infos[index], false);
    }
    free(start->infos);
    return code;
}

static int run_fresh(const struct options *options, int argc, const char *const *argv,
                     const struct technique *const *techniques)
{
    char message[MESSAGE_BYTES] = "", plan_message[PLAN_MESSAGE_BYTES] = "";
    struct run_request request;
    struct plan plan;
    int code = EXIT_CODE_OK;
    if (!fault_init(message, sizeof(message)) || !cpu_features_check(message, sizeof(message)) ||
        !run_options_request(&request, options, message, sizeof(message)))
        return message_error("run: %s", message);
    if (!run_request_plan(&request, techniques, &plan, plan_message)) {
        run_request_finish(&request);
        return message_error("run: %s", plan_message);
    }
    if (request.list_cases) {
        for (size_t i = 0; i < plan.group_count; i++)
            for (size_t k = 0; k < plan.groups[i].case_count; k++)
                printf("%s\n", plan.groups[i].cases[k].name);
    } else {
        struct start start = { .request = &request, .plan = &plan, .argc = argc, .argv = argv };
        interrupt_install();
        code = run_devices(&start);
    }
    plan_finish(&plan);
    run_request_finish(&request);
    return code;
}

static int run_resumed(const struct options *options, const struct technique *const *techniques)
{
    for (size_t i = 0; i < options->given_count; i++) {
        const char *name = options->given[i].spec->name;
        if (strcmp(name, "resume") != 0 && strcmp(name, "quiet") != 0 &&
            strcmp(name, "verbose") != 0)
            return message_error("run: --resume takes everything from the file: leave out --%s",
                                 name);
    }
    interrupt_install();
    char message[MESSAGE_BYTES];
    struct resume_output output = { .quiet = options_has(options, "quiet"),
                                    .verbose = options_has(options, "verbose") };
    if (!fault_init(message, sizeof(message)) || !cpu_features_check(message, sizeof(message)))
        return message_error("run: %s", message);
    const struct run_reader reader = run_options_reader(techniques);
    return resume_run(options_value(options, "resume"), output, &reader);
}

/* "run", then what was given: session.arguments of the file. */
static const char **arguments_make(const struct command *command, int argc, const char *const *argv)
{
    const char **arguments = calloc((size_t)argc + 2, sizeof(*arguments));
    if (!arguments)
        return NULL;
    arguments[0] = command->name;
    for (int i = 0; i < argc; i++)
        arguments[i + 1] = argv[i];
    return arguments;
}

static int run_run(const struct command *command, int argc, const char *const *argv,
                   const struct technique *const *techniques)
{
    struct option_table table;
    struct options options;
    int code = EXIT_CODE_UNTRIED;
    const char **arguments = NULL;
    if (!command_table(command, &table))
        return code;
    arguments = arguments_make(command, argc, argv);
    if (!arguments || !command_add_techniques(&table, techniques)) {
        message_error("no memory is left");
        goto done;
    }
    if (!command_options(command, &table, argc, argv, &options, &code))
        goto done;
    code = command_no_positionals(command, &options);
    if (code == EXIT_CODE_OK)
        code = options_has(&options, "resume")
                   ? run_resumed(&options, techniques)
                   : run_fresh(&options, argc + 1, arguments, techniques);
    options_finish(&options);
done:
    free(arguments);
    option_table_finish(&table);
    return code;
}

static const struct option_spec run_options[] = {
    { .name = "filter", .argument = "REGEX", .help = "only cases whose name it matches" },
    { .name = "profile", .argument = "NAME", .help = "quick (default), paper or full" },
    { .name = "device", .argument = "INDEX|UUID|REGEX|all", .help = "the best one unless given" },
    { .name = "axis",
      .argument = "NAME=V,V",
      .help = "values of an axis, in place of the profile's",
      .repeated = true },
    { .name = "cache",
      .argument = "hot|cold|both",
      .help = "caches as the execution before left them, swept, or both; hot unless given, both in "
              "the profile full where it matters" },
    { .name = "kernel",
      .argument = "NAME=FILE.comp",
      .help = "a shader of yours in place of a shipped kernel, beside it; see list --kernels",
      .repeated = true },
    { .name = "seed", .argument = "N", .help = "of inputs and order; from the date unless given" },
    { .name = "out",
      .argument = "FILE.json|FOLDER/",
      .help = "where to; a dated name unless given" },
    { .name = "resume", .argument = "FILE", .help = "goes on with a run that was cut short" },
    { .name = "samples", .argument = "N", .help = "exactly so many of every case; for tests" },
    { .name = "isolate",
      .help =
          "each bench in a process of its own: a crash costs one case (default where CI is set)" },
    { .name = "no-isolate", .help = "all in this process (default elsewhere)" },
    { .name = "case-timeout",
      .argument = "SECONDS",
      .help = "gives a case up after so long without a sign of life (120; 600 on a CPU)" },
    { .name = "no-ceilings", .help = "does not measure what the device can do at most first" },
    { .name = "validate", .help = "with the validation layers; times then compare with nothing" },
    { .name = "validate-gpu", .help = "with GPU-assisted validation too" },
    { .name = "list-cases", .help = "only prints the names of the cases" },
    { .name = "verbose",
      .help = "also prints the benches' own numbers and the time outside of samples" },
    { .name = "quiet", .help = "only warnings and errors" },
    { .name = NULL },
};

const struct command command_run = {
    .name = "run",
    .arguments = "[OPTIONS]",
    .summary = "measures, after checking every answer, and writes a run file",
    .example = "claimcheck run --profile quick --filter tile_subdivision --out run.json",
    .options = run_options,
    .run = run_run,
};
