/* SPDX-License-Identifier: MIT */
#include "harness/session/worker.h"

#include "harness/cli/command.h"
#include "harness/measure/fault.h"
#include "harness/record/results.h"
#include "harness/session/interrupt.h"
#include "harness/session/line.h"
#include "harness/session/local.h"
#include "harness/session/message.h"
#include "harness/session/pulse.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct worker {
    struct line_reader lines;
    struct pulse *pulse;
    struct option_table table;
    const char **arguments; /* of the job */
    struct options options;
    struct run_request request;
    struct plan plan;
    struct gpu_info *infos;
    int info_count;
    struct local local;
    const struct plan_group *group;
};

static bool say_failed(const char *message, bool unsupported)
{
    line_write(WORKER_LINES_FD,
               json_pack("{s:s, s:b}", "failed", message, "unsupported", unsupported));
    return false;
}

static void progress(void *context, const char *case_name, uint32_t round)
{
    struct worker *worker = context;
    uint32_t number = 0;
    for (size_t i = 0; i < worker->group->case_count && number == 0; i++)
        if (strcmp(worker->group->cases[i].name, case_name) == 0)
            number = (uint32_t)i + 1;
    pulse_beat(worker->pulse, number, round);
}

static void throttled(void *context, bool is)
{
    struct worker *worker = context;
    atomic_store(&worker->pulse->throttled, is);
}

static void ended(void *context, const struct result *result)
{
    (void)context;
    line_write(WORKER_LINES_FD, json_pack("{s:o}", "case", results_case_json(result)));
}

/* The plan, as the parent has it. */
static bool job_plan(struct worker *worker, const json_t *job,
                     const struct technique *const *techniques)
{
    char message[MESSAGE_BYTES] = "no memory is left", plan_message[PLAN_MESSAGE_BYTES] = "";
    const json_t *list = json_object_get(job, "arguments"), *entry;
    size_t i;
    worker->arguments = calloc(json_array_size(list) + 1, sizeof(*worker->arguments));
    if (!worker->arguments)
        return say_failed(message, false);
    json_array_foreach(list, i, entry) worker->arguments[i] = json_string_value(entry);
    if (!command_table(&command_run, &worker->table) ||
        !command_add_techniques(&worker->table, techniques) ||
        !fault_init(message, MESSAGE_BYTES) ||
        !options_init(&worker->options, worker->table.specs, worker->table.count,
                      (int)json_array_size(list), worker->arguments, message, MESSAGE_BYTES) ||
        !run_request_init(&worker->request, &worker->options, message, MESSAGE_BYTES) ||
        !kernel_files_same(&worker->request.files, json_object_get(job, "kernel_files"), message,
                           MESSAGE_BYTES))
        return say_failed(message, false);
    if (!run_request_plan(&worker->request, techniques, &worker->plan, plan_message))
        return say_failed(plan_message, false);
    return true;
}

static bool job_device(struct worker *worker, const json_t *job)
{
    char message[GPU_MESSAGE_BYTES] = "";
    const char *uuid = json_string_value(json_object_get(job, "uuid"));
    json_int_t index = json_integer_value(json_object_get(job, "device"));
    gpu_list(&worker->infos, &worker->info_count);
    if (index < 0 || index >= worker->info_count || !uuid ||
        strcmp(worker->infos[index].uuid, uuid) != 0)
        return say_failed("the device is no longer there; see claimcheck devices", false);
    worker->local = (struct local){ .request = &worker->request,
                                    .device = &worker->infos[index],
                                    .interrupted = interrupt_flag(),
                                    .progress = progress,
                                    .ended = ended,
                                    .throttled = throttled,
                                    .context = worker };
    line_bytes_read(json_object_get(job, "clock"), &worker->local.canary,
                    sizeof(worker->local.canary));
    enum gpu_result result = local_open(&worker->local, message);
    return result == GPU_OK || say_failed(message, result == GPU_UNSUPPORTED);
}

/* The cases asked for. False when they cannot be. */
static bool group_take(const struct worker *worker, const json_t *line, struct plan_group *group)
{
    const json_t *cases = json_object_get(line, "cases"), *entry;
    json_int_t index = json_integer_value(json_object_get(line, "group"));
    size_t i;
    if (index < 0 || (size_t)index >= worker->plan.group_count)
        return false;
    const struct plan_group *whole = &worker->plan.groups[index];
    *group = *whole;
    group->case_count = 0;
    group->cases = calloc(json_array_size(cases) + 1, sizeof(*group->cases));
    if (!group->cases)
        return false;
    json_array_foreach(cases, i, entry)
    {
        json_int_t number = json_integer_value(entry);
        if (number >= 0 && (size_t)number < whole->case_count)
            group->cases[group->case_count++] = whole->cases[number];
    }
    return true;
}

/* False when the process has done what it can. */
static bool group_measure(struct worker *worker, const json_t *line)
{
    struct plan_group group;
    struct attempt attempt;
    if (!attempt_init(&attempt) || !group_take(worker, line, &group))
        return false;
    worker->group = &group;
    throttled(worker, false);
    local_run(&worker->local, &group, &attempt);
    bool whole = attempt.end == ATTEMPT_WHOLE;
    line_write(WORKER_LINES_FD,
               json_pack("{s:o, s:o}", "attempt", attempt_json(&attempt), "clock",
                         line_bytes(&worker->local.canary, sizeof(worker->local.canary))));
    attempt_finish(&attempt);
    free(group.cases);
    return whole;
}

static void worker_finish(struct worker *worker)
{
    local_close(&worker->local);
    plan_finish(&worker->plan);
    run_request_finish(&worker->request);
    options_finish(&worker->options);
    option_table_finish(&worker->table);
    pulse_destroy(&worker->pulse);
    line_finish(&worker->lines);
    free(worker->arguments);
    free(worker->infos);
}

int worker_main(const struct technique *const *techniques)
{
    struct worker worker = { .lines = { .fd = WORKER_LINES_FD },
                             .pulse = pulse_attach(WORKER_PULSE_FD) };
    if (!worker.pulse)
        return message_error(WORKER_COMMAND " is what claimcheck run --isolate starts by itself");
    interrupt_install_worker();
    fcntl(WORKER_LINES_FD, F_SETFD, FD_CLOEXEC);
    fcntl(WORKER_PULSE_FD, F_SETFD, FD_CLOEXEC);
    json_t *first = line_wait(&worker.lines);
    const json_t *job = json_object_get(first, "job");
    bool ready = job && job_plan(&worker, job, techniques) && job_device(&worker, job) &&
                 line_write(WORKER_LINES_FD, json_pack("{s:b}", "ready", true));
    bool more = ready;
    while (more) {
        json_t *line = line_wait(&worker.lines);
        more = line && group_measure(&worker, line);
        json_decref(line);
    }
    worker_finish(&worker);
    json_decref(first);
    return CLI_OK;
}
