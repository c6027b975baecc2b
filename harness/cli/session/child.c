/* SPDX-License-Identifier: MIT */

#include "harness/base/json_value.h"
#include "harness/base/message.h"
#include "harness/base/need.h"
#include "harness/base/process_run.h"
#include "harness/base/text.h"
#include "harness/cli/session/technique_files.h"
#include "harness/cli/session/worker.h"
#include "harness/engine/cpu/cpu_device.h"
#include "harness/os/channel.h"
#include "harness/os/clock.h"
#include "harness/os/console.h"
#include "harness/os/path.h"
#include "harness/os/shared.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool child_wanted(const struct worker_job *job)
{
    return job->request->isolate || job->request->launches > 1 || job->launch > 0;
}

enum {
    START_S = 60,     /* a device is made within that, whatever the time-out of a case */
    INTERRUPT_S = 15, /* after SIGINT a step may take so long */
    STOP_MS = 5000,
    POLL_MS = 100,
};

static const double second_ns = 1e9;

/* Start --------------------------------------------------------------------------------------- */

/* Returns 0 or an errno. */
static int worker_start(struct child *child)
{
    char name[] = "claimcheck", command[] = WORKER_COMMAND;
    char *const words[] = { name, command, NULL };
    int ends[2], pulse;
    child->pulse = heartbeat_create(&pulse);
    if (!child->pulse)
        return errno;
    int code = os_channel_pair(ends);
    if (code == 0) {
        const struct process_plan plan = {
            .program = process_self,
            .words = words,
            .descriptors = { [CONSOLE_OUTPUT] = CONSOLE_ERROR,
                             [WORKER_LINES_FD] = ends[1],
                             [WORKER_PULSE_FD] = pulse,
                             [WORKER_STORE_FD] = input_store_descriptor(child->job->store) }
        };
        child->lines = (struct json_line_reader){ .fd = ends[0] };
        code = process_start(&child->process, &plan);
        os_channel_close(ends[1]);
    }
    os_shared_forget(pulse);
    return code;
}

static json_t *job_json(const struct child *child)
{
    char **arguments = run_request_arguments(child->job->request);
    json_t *list = json_array();
    for (char **argument = arguments; *argument; argument++)
        json_value_append(&list, json_line_text(*argument));
    os_path_names_free(&arguments);
    json_t *folders = json_array();
    for (const struct technique *const *t = child->job->techniques; t && *t; t++)
        if ((*t)->folder)
            json_value_append(&folders, json_line_text((*t)->folder->path));
    return json_pack(
        "{s:{s:o, s:o, s:o, s:b, s:o, s:b, s:o, s:o, s:O*}}", "job", "arguments", list,
        "technique_folders", folders, "technique_files",
        technique_files_json(child->job->techniques), "host",
        cpu_device_is_host(child->job->device), "device",
        json_line_text(child->job->device->identity), "software", child->job->request->software,
        "clock", json_line_bytes(&child->job->canary, sizeof(child->job->canary)), "kernel_files",
        kernel_files_json(&child->job->request->files), "input_files", child->job->input_files);
}

/* Life ---------------------------------------------------------------------------------------- */

static void forget(struct child *child)
{
    if (child->lines.fd > 0)
        os_channel_close(child->lines.fd);
    json_line_finish(&child->lines);
    heartbeat_destroy(&child->pulse);
    child->process.pid = 0;
    child->starting = false;
}

/* Kills what does not end by itself. */
static void worker_end(struct child *child)
{
    process_stop(&child->process, PROCESS_ALONE, STOP_MS, NULL, NULL);
}

void child_stop(struct child *child)
{
    if (child->process.pid <= 0)
        return;
    os_channel_shut(child->lines.fd);
    worker_end(child);
    if (process_exit_code(&child->process) > 0)
        message_warning("the process that measured ended with exit code %d after its work",
                        process_exit_code(&child->process));
    forget(child);
}

/* Progress and heartbeat of a process that lives. */
struct watch {
    uint32_t beats;
    double silent_ns, seen_ns;
    bool told, hung; /* that it is to stop; that it was killed since it did not beat */
};

static void watch_progress(struct child *child, const struct plan_group *group)
{
    uint32_t number = atomic_load(&child->pulse->case_number);
    uint32_t round = atomic_load(&child->pulse->round);
    if (!group || number == 0 || number > group->case_count)
        return;
    if (child->job->throttled)
        child->job->throttled(child->job->context, atomic_load(&child->pulse->throttled) != 0);
    if (child->job->progress)
        child->job->progress(child->job->context, group->cases[number - 1].name, round);
}

static void watch_step(struct child *child, struct watch *watch, const struct plan_group *group,
                       double limit_s)
{
    uint32_t beats = atomic_load(&child->pulse->beats);
    double now_ns = clock_now_ns();
    /* At most two polls' worth: while both processes are stopped, nobody is silent. */
    watch->silent_ns += fmin(now_ns - watch->seen_ns, 2e6 * POLL_MS);
    watch->seen_ns = now_ns;
    if (beats != watch->beats) {
        watch->beats = beats;
        watch->silent_ns = 0;
        watch_progress(child, group);
    }
    if (*child->job->interrupted && !watch->told) {
        process_signal(&child->process, PROCESS_FINISH);
        watch->told = true;
        watch->silent_ns = 0;
    }
    if (watch->told)
        limit_s = fmin(limit_s, INTERRUPT_S);
    if (watch->silent_ns > limit_s * second_ns && !watch->hung) {
        watch->hung = true;
        process_signal(&child->process, PROCESS_KILL);
    }
}

/* NULL when the process has ended. */
static json_t *next_line(struct child *child, struct watch *watch, const struct plan_group *group,
                         double limit_s)
{
    json_t *line = json_line_take(&child->lines);
    while (!line && !child->lines.ended) {
        if (os_channel_wait(child->lines.fd, POLL_MS))
            json_line_fill(&child->lines);
        line = json_line_take(&child->lines);
        if (!line)
            watch_step(child, watch, group, limit_s);
    }
    return line;
}

static struct watch watch_begin(const struct child *child)
{
    return (struct watch){ .beats = atomic_load(&child->pulse->beats), .seen_ns = clock_now_ns() };
}

/* How a process ended, as a reason; returns it. */
static const char *ending(const struct child *child, const struct watch *watch, double limit_s,
                          char reason[RESULT_REASON_BYTES])
{
    struct text text = { 0 };
    if (watch->hung) {
        text_add_format(
            &text, "no sign of life for %.0f s; raise --case-timeout if it is only slow", limit_s);
    } else if (process_exit_code(&child->process) == NEED_CODE_QUIET) {
        text_add(&text, "the process ran out of memory");
    } else {
        text_add(&text, "the process ");
        process_run_end_add(&text, &child->process);
    }
    if (!watch->hung && process_was_killed(&child->process))
        text_add(&text, ", as systems do when memory runs out");
    snprintf(reason, RESULT_REASON_BYTES, "%s", text_string(&text));
    text_finish(&text);
    return reason;
}

static const char not_asked[] = "the measuring process cannot be given its work: it has ended";

/* Groups -------------------------------------------------------------------------------------- */

__attribute__((format(printf, 2, 3))) static void fail(struct attempt *attempt, const char *format,
                                                       ...)
{
    va_list values;
    va_start(values, format);
    attempt->end = ATTEMPT_FAILED;
    vsnprintf(attempt->message, sizeof(attempt->message), format, values);
    va_end(values);
}

void child_begin(struct child *child)
{
    child->starting = true;
    child->failure = worker_start(child);
    child->asked = child->failure == 0 && json_line_write(child->lines.fd, job_json(child));
}

/* A process that is ready to measure. False when the attempt has ended with that. */
static bool child_start(struct child *child, struct attempt *attempt)
{
    char reason[RESULT_REASON_BYTES];
    if (!child->starting)
        child_begin(child);
    child->starting = false;
    const int code = child->failure;
    if (code != 0) {
        forget(child);
        fail(attempt, "cannot start a measuring process: %s; %s", strerror(code),
             code == EMFILE ? "raise the limit on open files (ulimit -n)" : "try --no-isolate");
        return false;
    }
    struct watch watch = watch_begin(child);
    double limit_s =
        fmax(START_S, run_request_case_timeout_s(child->job->request,
                                                 gpu_info_is_software(child->job->device)));
    json_t *line = child->asked ? next_line(child, &watch, NULL, limit_s) : NULL;
    const char *failed = json_string_value(json_object_get(line, "failed"));
    bool ready = line && !failed;
    attempt->unsupported = json_is_true(json_object_get(line, "unsupported"));
    if (failed)
        fail(attempt, "%s", failed);
    json_decref(line);
    if (ready)
        return true;
    os_channel_shut(child->lines.fd);
    worker_end(child);
    if (*child->job->interrupted)
        attempt->end = ATTEMPT_INTERRUPTED;
    else if (!child->asked)
        fail(attempt, "%s", not_asked);
    else if (attempt->end != ATTEMPT_FAILED)
        fail(attempt, "%s", ending(child, &watch, limit_s, reason));
    forget(child);
    return false;
}

/* The process is gone: the case it was at has ended, and others of the group want a new one. At no
 * case, the whole group has. */
static void child_died(struct child *child, const struct watch *watch, double limit_s,
                       const struct plan_group *group, struct attempt *attempt)
{
    char reason[RESULT_REASON_BYTES];
    size_t number = atomic_load(&child->pulse->case_number);
    worker_end(child);
    forget(child);
    attempt->end = *child->job->interrupted ? ATTEMPT_INTERRUPTED : ATTEMPT_CUT;
    if (*child->job->interrupted)
        return;
    ending(child, watch, limit_s, reason);
    bool at_case = number > 0 && number <= group->case_count;
    for (size_t i = at_case ? number - 1 : 0; i < (at_case ? number : group->case_count); i++)
        attempt_fail_case(attempt, group, i, watch->hung ? BENCH_TIMEOUT : BENCH_ERROR, reason);
    snprintf(attempt->message, sizeof(attempt->message), "%s: %s",
             at_case ? group->cases[number - 1].name : group->workload_name, reason);
}

static json_t *group_json(size_t group_index, const struct plan_group *group, uint32_t launch)
{
    json_t *cases = json_array(), *sampling = json_array();
    for (size_t i = 0; i < group->case_count; i++) {
        const struct plan_case *c = &group->cases[i];
        json_value_append(&cases, json_value_text(c->name));
        json_value_append(&sampling, json_line_bytes(&c->sampling, sizeof(c->sampling)));
    }
    return json_pack("{s:I, s:o, s:o, s:o, s:o}", "group", (json_int_t)group_index, "workload",
                     json_value_text(group->workload_name), "launch", json_value_count(launch),
                     "cases", cases, "sampling", sampling);
}

/* Drops results that were not asked for. */
static void check_names(const struct plan_group *group, struct attempt *attempt)
{
    const char *strange = attempt_strange(attempt, group);
    if (!strange || attempt->end == ATTEMPT_FAILED)
        return;
    fail(attempt,
         "%.300s: the measuring process sent '%.300s', which was not asked for; try "
         "--no-isolate",
         group->workload_name, strange);
    attempt->case_count = 0;
}

/* True once the line was the last of the group. */
static bool take_line(struct child *child, const json_t *line, const struct plan_group *group,
                      struct attempt *attempt)
{
    const json_t *ended = json_object_get(line, "ended"), *whole = json_object_get(line, "attempt");
    if ((ended && !attempt_read(attempt, ended)) || (whole && !attempt_read(attempt, whole)))
        fail(attempt, "the measuring process sent a line that cannot be read");
    check_names(group, attempt);
    if (!whole)
        return attempt->end == ATTEMPT_FAILED;
    json_line_bytes_read(json_object_get(line, "clock"), &child->job->canary,
                         sizeof(child->job->canary));
    return true;
}

void child_run(struct child *child, size_t group_index, const struct plan_group *group,
               struct attempt *attempt)
{
    if (child->process.pid > 0 && !child->starting && child->job->request->isolate &&
        child->bench != group->bench)
        child_stop(child);
    if ((child->process.pid <= 0 || child->starting) && !child_start(child, attempt))
        return;
    child->bench = group->bench;
    heartbeat_beat(child->pulse, 0, 0);
    struct watch watch = watch_begin(child);
    double limit_s =
        run_request_case_timeout_s(child->job->request, gpu_info_is_software(child->job->device));
    bool last =
        !json_line_write(child->lines.fd, group_json(group_index, group, child->job->launch));
    if (last)
        fail(attempt, "%s", not_asked);
    while (!last) {
        json_t *line = next_line(child, &watch, group, limit_s);
        if (!line) {
            child_died(child, &watch, limit_s, group, attempt);
            return;
        }
        last = take_line(child, line, group, attempt);
        json_decref(line);
    }
    if (attempt->end == ATTEMPT_CUT || attempt->end == ATTEMPT_FAILED)
        child_stop(child);
}
