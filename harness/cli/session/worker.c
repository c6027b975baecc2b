/* SPDX-License-Identifier: MIT */
#include "harness/cli/session/worker.h"

#include "harness/base/exit_code.h"
#include "harness/base/json_line.h"
#include "harness/base/json_value.h"
#include "harness/base/message.h"
#include "harness/base/need.h"
#include "harness/base/trouble.h"
#include "harness/cli/session/input_files.h"
#include "harness/cli/session/technique_files.h"
#include "harness/cli/technique_folders.h"
#include "harness/engine/cpu/cpu_device.h"
#include "harness/engine/measure/fault.h"
#include "harness/engine/session/heartbeat.h"
#include "harness/os/channel.h"
#include "harness/os/interrupt.h"
#include "harness/os/path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct worker {
    struct json_line_reader lines;
    struct heartbeat *pulse;
    char **arguments; /* of the job, NULL-terminated */
    struct technique_folders folders;
    struct run_reader reader; /* that knows their techniques, too */
    struct run_request request;
    struct plan plan;
    struct gpu_info *infos;
    int info_count;
    struct gpu_info host;
    struct worker_job job;
    struct in_process local;
    const struct plan_group *group;
    bool broken; /* something that was measured could not be told */
};

static bool say_failed(const char *message, bool unsupported)
{
    json_line_write(WORKER_LINES_FD, json_pack("{s:o, s:b}", "failed", json_value_text(message),
                                               "unsupported", unsupported));
    return false;
}

static void progress(void *context, const char *case_name, uint32_t round)
{
    struct worker *worker = context;
    uint32_t number = 0;
    for (size_t i = 0; i < worker->group->case_count && number == 0; i++)
        if (strcmp(worker->group->cases[i].name, case_name) == 0)
            number = (uint32_t)i + 1;
    heartbeat_beat(worker->pulse, number, round);
}

static void throttled(void *context, bool is)
{
    struct worker *worker = context;
    atomic_store(&worker->pulse->throttled, is);
}

static void ended(void *context, const struct result *result)
{
    struct arena arena = { 0 };
    struct attempt one;
    struct worker *worker = context;
    attempt_init(&one, &arena);
    attempt_add(&one, result);
    if (!json_line_write(WORKER_LINES_FD, json_pack("{s:o}", "ended", attempt_json(&one))))
        worker->broken = true;
    attempt_finish(&one);
    arena_finish(&arena);
}

/* The techniques of the folders that the parent has. */
static bool job_techniques(struct worker *worker, const json_t *job,
                           const struct run_reader *reader, const struct technique_door *door)
{
    const json_t *list = json_object_get(job, "technique_folders"), *entry;
    size_t i;
    bool good = true;
    technique_folders_init(&worker->folders, door, reader->techniques);
    json_array_foreach(list, i, entry)
    {
        char *folder = json_line_text_read(entry);
        good = good && technique_folders_add(&worker->folders, folder, true);
        free(folder);
    }
    worker->reader = *reader;
    worker->reader.techniques = worker->folders.all;
    return (good &&
            technique_files_same(worker->folders.all, json_object_get(job, "technique_files"))) ||
           say_failed(trouble_text(), false);
}

/* The plan, as the parent has it. */
static bool job_plan(struct worker *worker, const json_t *job)
{
    const struct run_reader *reader = &worker->reader;
    const json_t *list = json_object_get(job, "arguments"), *entry;
    size_t i;
    worker->arguments = need_zeroed(json_array_size(list) + 1, sizeof(*worker->arguments));
    json_array_foreach(list, i, entry) worker->arguments[i] = json_line_text_read(entry);
    if (!fault_init() ||
        !reader->read(reader, &worker->request, (int)json_array_size(list),
                      (const char *const *)worker->arguments) ||
        !kernel_files_same(&worker->request.files, json_object_get(job, "kernel_files")) ||
        !input_files_same(&worker->request, json_object_get(job, "input_files")))
        return say_failed(trouble_text(), false);
    worker->request.software = json_is_true(json_object_get(job, "software"));
    if (!run_request_plan(&worker->request, reader->techniques, &worker->plan))
        return say_failed(trouble_text(), false);
    return true;
}

/* The device of the job; of a run without one the host. NULL when it is not there. */
static const struct gpu_info *device_find(struct worker *worker, const json_t *job)
{
    if (json_is_true(json_object_get(job, "host"))) {
        cpu_device_info(&worker->host);
        plan_keep_host(&worker->plan);
        return &worker->host;
    }
    worker->job.measurer->list(&worker->infos, &worker->info_count);
    char *identity = json_line_text_read(json_object_get(job, "device"));
    const int index = identity ? gpu_find(worker->infos, worker->info_count, identity) : -1;
    free(identity);
    return index >= 0 ? &worker->infos[index] : NULL;
}

static bool job_device(struct worker *worker, const json_t *job)
{
    const struct gpu_info *device = device_find(worker, job);
    if (!device)
        return say_failed("the device is no longer there; see claimcheck devices", false);
    worker->job.device = device;
    worker->local.job = &worker->job;
    json_line_bytes_read(json_object_get(job, "clock"), &worker->job.canary,
                         sizeof(worker->job.canary));
    enum gpu_result result = in_process_open(&worker->local);
    return result == GPU_OK || say_failed(trouble_text(), result == GPU_UNSUPPORTED);
}

static bool is_text(const json_t *value, const char *text)
{
    return json_is_string(value) && strcmp(json_string_value(value), text) == 0;
}

static const struct plan_case *case_find(const struct plan_group *whole, const json_t *name)
{
    for (size_t i = 0; i < whole->case_count; i++)
        if (is_text(name, whole->cases[i].name))
            return &whole->cases[i];
    return NULL;
}

static bool not_in_plan(struct attempt *attempt, const json_t *name)
{
    attempt->end = ATTEMPT_FAILED;
    snprintf(attempt->message, sizeof(attempt->message),
             "the measuring process made a plan without '%.500s'; try --no-isolate",
             json_is_string(name) ? json_string_value(name) : "");
    return false;
}

/* The cases asked for, by their names. False when this plan does not hold them; the attempt then
 * has failed with that. */
static bool group_take(const struct worker *worker, const json_t *line, struct plan_group *group,
                       struct attempt *attempt)
{
    const json_t *cases = json_object_get(line, "cases"), *entry;
    const json_t *workload = json_object_get(line, "workload");
    json_int_t index = json_integer_value(json_object_get(line, "group"));
    size_t i;
    *group = (struct plan_group){ .cases = NULL };
    if (index < 0 || (size_t)index >= worker->plan.group_count ||
        !is_text(workload, worker->plan.groups[index].workload_name))
        return not_in_plan(attempt, workload);
    const struct plan_group *whole = &worker->plan.groups[index];
    *group = *whole;
    group->case_count = 0;
    group->cases = need_zeroed(json_array_size(cases), sizeof(*group->cases));
    json_array_foreach(cases, i, entry)
    {
        const struct plan_case *c = case_find(whole, entry);
        if (!c)
            return not_in_plan(attempt, entry);
        struct plan_case *taken = &group->cases[group->case_count++];
        *taken = *c;
        json_line_bytes_read(json_array_get(json_object_get(line, "sampling"), i), &taken->sampling,
                             sizeof(taken->sampling));
    }
    return true;
}

/* False when the process has done what it can. */
static bool group_measure(struct worker *worker, const json_t *line)
{
    struct plan_group group;
    struct attempt attempt;
    struct arena arena = { 0 };
    attempt_init(&attempt, &arena);
    worker->group = &group;
    worker->job.launch = (uint32_t)json_integer_value(json_object_get(line, "launch"));
    throttled(worker, false);
    if (group_take(worker, line, &group, &attempt))
        in_process_run(&worker->local, &group, &attempt);
    bool whole = attempt.end == ATTEMPT_WHOLE;
    worker->broken =
        worker->broken ||
        !json_line_write(
            WORKER_LINES_FD,
            json_pack("{s:o, s:o}", "attempt", attempt_json(&attempt), "clock",
                      json_line_bytes(&worker->job.canary, sizeof(worker->job.canary))));
    attempt_finish(&attempt);
    arena_finish(&arena);
    free(group.cases);
    return whole && !worker->broken;
}

static void worker_finish(struct worker *worker)
{
    if (worker->local.job)
        in_process_close(&worker->local);
    plan_finish(&worker->plan);
    run_request_finish(&worker->request);
    technique_folders_finish(&worker->folders);
    input_store_destroy(&worker->job.store);
    heartbeat_destroy(&worker->pulse);
    json_line_finish(&worker->lines);
    os_path_names_free(&worker->arguments);
    free(worker->infos);
}

int worker_main(const struct run_reader *reader, const struct technique_door *door,
                const struct measurer *measurer)
{
    struct worker worker = { .lines = { .fd = WORKER_LINES_FD },
                             .pulse = heartbeat_attach(WORKER_PULSE_FD) };
    worker.job = (struct worker_job){ .request = &worker.request,
                                      .measurer = measurer,
                                      .interrupted = interrupt_flag(),
                                      .progress = progress,
                                      .throttled = throttled,
                                      .ended = ended,
                                      .context = &worker };
    need_quietly();
    if (!worker.pulse || !os_channel_is_pair(WORKER_LINES_FD))
        return message_error(WORKER_COMMAND " is started by claimcheck run --isolate only");
    interrupt_install_worker();
    os_channel_keep(WORKER_LINES_FD);
    os_channel_keep(WORKER_PULSE_FD);
    worker.job.store = input_store_attach(WORKER_STORE_FD, input_store_bytes());
    if (worker.job.store)
        os_channel_keep(WORKER_STORE_FD);
    json_t *first = json_line_wait(&worker.lines);
    const json_t *job = json_object_get(first, "job");
    bool ready = job && job_techniques(&worker, job, reader, door) && job_plan(&worker, job) &&
                 job_device(&worker, job) &&
                 json_line_write(WORKER_LINES_FD, json_pack("{s:b}", "ready", true));
    bool more = ready;
    while (more) {
        json_t *line = json_line_wait(&worker.lines);
        more = line && group_measure(&worker, line);
        json_decref(line);
    }
    worker_finish(&worker);
    json_decref(first);
    return worker.broken ? EXIT_CODE_UNTRIED : EXIT_CODE_OK;
}
