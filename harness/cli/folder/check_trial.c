/* SPDX-License-Identifier: MIT */
#include "harness/cli/folder/check_trial.h"

#include "harness/base/exit_code.h"
#include "harness/base/json_line.h"
#include "harness/base/json_value.h"
#include "harness/base/message.h"
#include "harness/base/trouble.h"
#include "harness/cli/device_choice.h"
#include "harness/engine/measure/fault.h"
#include "harness/engine/plan/plan.h"
#include "harness/os/environment.h"
#include "harness/os/file.h"
#include "harness/os/process.h"
#include "harness/os/stream.h"
#include "harness/record/bench_kinds.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

enum { SEED = 1 };

/* In the process of the trial ------------------------------------------------------------------ */

/* A line of the report; takes over the value. False where it cannot be written. */
static bool line_write(json_t *value)
{
    const bool written = value && json_dumpf(value, stdout, JSON_COMPACT) == 0;
    json_decref(value);
    return written && putchar('\n') != EOF;
}

static bool untried(const char *message, bool unsupported)
{
    return line_write(json_pack("{s:s, s:b}", "message", message, "unsupported", unsupported));
}

static bool result_write(const struct result *result)
{
    const struct run_counters *counters = &result->c.counters;
    const double steps = counters->dispatches + counters->indirect_dispatches + counters->fills +
                         counters->copies - counters->read_backs;
    return line_write(json_pack(
        "{s:s, s:s, s:s, s:s, s:I, s:I}", "name", result->c.name, "variant", result->variant->name,
        "status", bench_status_name(result->c.status), "reason", result->reason, "steps",
        (json_int_t)steps, "dispatches", (json_int_t)counters->dispatches));
}

/* NULL: no plan, the device alone. */
static bool groups_run(const struct check_trial *trial, struct gpu *gpu, const struct plan *plan)
{
    const struct sampler_params params = { .gpu = gpu,
                                           .seed = SEED,
                                           .rules = sampler_rules_for(
                                               BENCH_QUICK, gpu_info_is_software(gpu_info(gpu))) };
    bool written = true;
    for (size_t i = 0; plan && i < plan->group_count && written; i++) {
        struct sampler_results outcome = { 0 };
        trial->measurer->run(&params, &plan->groups[i], &outcome);
        if (outcome.workload_failed)
            written = untried(outcome.message, false);
        for (size_t k = 0; k < outcome.count && written && !outcome.workload_failed; k++)
            written = result_write(&outcome.results[k]);
        const bool stop = outcome.device_unusable || outcome.workload_failed;
        sampler_results_finish(&outcome);
        if (stop)
            break;
    }
    return written &&
           line_write(json_pack("{s:b, s:s}", "software", gpu_info_is_software(gpu_info(gpu)),
                                "step", gpu_fault_step_name(gpu)));
}

static bool device_run(const struct check_trial *trial, const struct plan *plan)
{
    struct device_choice choice;
    enum gpu_result opened = GPU_ERROR;
    bool written;
    if (!device_choice_init(&choice, trial->measurer, trial->device)) {
        written = untried(trouble_text(), choice.code == EXIT_CODE_NOTHING);
    } else {
        const struct gpu_params params = { .identity = choice.infos[choice.index].identity,
                                           .validate = trial->validate };
        struct gpu *gpu = trial->measurer->open(&params, &opened);
        written =
            gpu ? groups_run(trial, gpu, plan) : untried(trouble_text(), opened == GPU_UNSUPPORTED);
        if (gpu)
            trial->measurer->close(&gpu);
    }
    device_choice_finish(&choice);
    return written;
}

/* Runs in the process of the trial: the environment is its own. */
static int trial_main(void *context)
{
    const struct check_trial *trial = context;
    const struct technique *const techniques[] = { trial->technique, NULL };
    char filter[PLAN_NAME_BYTES];
    struct plan plan;
    snprintf(filter, sizeof(filter), "^[^/]*/%s/", trial->variant ? trial->variant : "[^/]*");
    const struct plan_request request = { .techniques = techniques,
                                          .filter = filter,
                                          .check = PLAN_CHECK_ALONE,
                                          .without_baselines = true };
    if (trial->threads)
        os_environment_set("LP_NUM_THREADS", trial->threads);
    os_environment_set("CLAIMCHECK_FAULT", trial->fault);
    bool written;
    if (trial->probe) {
        written = device_run(trial, NULL);
    } else if (!fault_init() || !plan_init(&plan, &request)) {
        written = untried(trouble_text(), false);
    } else {
        written = device_run(trial, &plan);
        plan_finish(&plan);
    }
    return fflush(stdout) == 0 && written ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* Job of a process that is no copy of this one ------------------------------------------------- */

static json_t *job_text(const char *text)
{
    return text ? json_line_text(text) : json_null();
}

/* malloc'ed. */
static char *job_write(const struct check_trial *trial)
{
    json_t *job =
        json_pack("{s:o, s:o, s:o, s:o, s:o, s:b, s:b}", "folder",
                  job_text(trial->technique->folder->path), "device", job_text(trial->device),
                  "variant", job_text(trial->variant), "threads", job_text(trial->threads), "fault",
                  job_text(trial->fault), "validate", trial->validate, "probe", trial->probe);
    char *text = json_value_dump(job, JSON_COMPACT);
    json_decref(job);
    return text;
}

static char *job_read(const json_t *job, const char *key)
{
    return json_line_text_read(json_object_get(job, key));
}

int check_trial_main(const char *text, const struct technique_door *door,
                     const struct measurer *measurer)
{
    static const struct technique *const none[] = { NULL };
    json_t *job = json_loads(text, 0, NULL);
    if (!json_is_object(job)) {
        json_decref(job);
        return message_error(CHECK_TRIAL_COMMAND " is started by claimcheck check only");
    }
    char *folder = job_read(job, "folder"), *device = job_read(job, "device"),
         *variant = job_read(job, "variant"), *threads = job_read(job, "threads"),
         *fault = job_read(job, "fault");
    struct technique_folders folders;
    int code = EXIT_FAILURE;
    technique_folders_init(&folders, door, none);
    trouble("its job names no folder");
    if (folder && technique_folders_add(&folders, folder, true)) {
        struct check_trial trial = { .measurer = measurer,
                                     .technique = folders.all[0],
                                     .device = device,
                                     .variant = variant,
                                     .threads = threads,
                                     .fault = fault,
                                     .validate = json_is_true(json_object_get(job, "validate")),
                                     .probe = json_is_true(json_object_get(job, "probe")) };
        code = trial_main(&trial);
    } else if (untried(trouble_text(), false)) {
        code = fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
    }
    technique_folders_finish(&folders);
    free(folder);
    free(device);
    free(variant);
    free(threads);
    free(fault);
    json_decref(job);
    return code;
}

/* Outside of it -------------------------------------------------------------------------------- */

/* Lines that are whole; the last one may be cut where the process was. */
static void report_read(struct check_report *report, FILE *file)
{
    json_t *line;
    rewind(file);
    while ((line = json_loadf(file, JSON_DISABLE_EOF_CHECK, NULL))) {
        if (json_object_get(line, "name"))
            json_array_append(report->cases, line);
        else
            json_object_update(report->head, line);
        json_decref(line);
    }
}

/* Returns 0 or an errno. */
static int trial_start(const struct check_trial *trial, FILE *file, struct process *process)
{
    struct process_plan plan = { .run = trial_main,
                                 .context = (void *)trial,
                                 .descriptors = { 0, os_file_of(file) },
                                 .is_group = true };
    fflush(stdout);
    int failure = process_start(process, &plan);
    if (failure != ENOSYS)
        return failure;
    char *job = job_write(trial), name[] = "claimcheck", command[] = CHECK_TRIAL_COMMAND;
    char *const words[] = { name, command, job, NULL };
    plan.run = NULL;
    plan.program = process_self;
    plan.words = words;
    failure = process_start(process, &plan);
    free(job);
    return failure;
}

void check_trial_run(const struct check_trial *trial, struct check_report *report)
{
    struct process process = { 0 };
    FILE *file = os_stream_scratch();
    *report = (struct check_report){ CHECK_UNTRIED, json_object(), json_array() };
    if (!file)
        return;
    if (trial_start(trial, file, &process) == 0) {
        const enum process_state state = process_wait(&process, 1000 * trial->wait_s, NULL, NULL);
        if (state == PROCESS_LIVES)
            process_stop(&process, PROCESS_KILL, 1000, NULL, NULL);
        report_read(report, file);
        const bool whole = process_exit_code(&process) == EXIT_SUCCESS &&
                           json_object_get(report->head, "software"); /* in its last line */
        report->end = state == PROCESS_LIVES ? CHECK_HUNG : whole ? CHECK_DONE : CHECK_CRASHED;
        if (json_object_get(report->head, "message"))
            report->end = CHECK_UNTRIED;
    }
    fclose(file);
}

void check_trial_finish(struct check_report *report)
{
    json_decref(report->head);
    json_decref(report->cases);
    *report = (struct check_report){ 0 };
}
