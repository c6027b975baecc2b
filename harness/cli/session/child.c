/* SPDX-License-Identifier: MIT */
#include "harness/cli/session/child.h"

#include "harness/base/clock.h"
#include "harness/base/json_value.h"
#include "harness/base/message.h"
#include "harness/base/parent_death.h"
#include "harness/cli/session/worker.h"
#include "harness/engine/cpu/cpu_device.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    START_S = 60,     /* a device is made within that, whatever the time-out of a case */
    INTERRUPT_S = 15, /* after SIGINT a step may take so long */
    STOP_MS = 5000,
    POLL_MS = 100,
    DESCRIPTORS_FROM = 10, /* above those that a worker is given */
};

static const double second_ns = 1e9;

/* Start --------------------------------------------------------------------------------------- */

/* Between fork and exec: calls that are safe there only. */
static void worker_exec(pid_t parent, int lines, int pulse)
{
    char program[] = "claimcheck", command[] = WORKER_COMMAND;
    char *const arguments[] = { program, command, NULL };
    if (parent_death_tie(parent, SIGKILL) && dup2(lines, WORKER_LINES_FD) >= 0 &&
        dup2(pulse, WORKER_PULSE_FD) >= 0 && dup2(STDERR_FILENO, STDOUT_FILENO) >= 0)
        execv("/proc/self/exe", arguments);
    _exit(127);
}

/* -1 with errno. */
static int descriptor_up(int fd)
{
    const int up = fcntl(fd, F_DUPFD_CLOEXEC, DESCRIPTORS_FROM);
    const int code = errno == EINVAL ? EMFILE : errno; /* none so high is allowed */
    close(fd);
    errno = code;
    return up;
}

/* The process, with its ends of socket and pulse. False with errno. */
static bool process_fork(struct child *child, int lines, int pulse)
{
    const pid_t parent = getpid();
    if (lines < 0 || pulse < 0)
        return false;
    fflush(NULL);
    child->pid = fork();
    if (child->pid == 0)
        worker_exec(parent, lines, pulse);
    return child->pid > 0;
}

/* False with errno. */
static bool process_start(struct child *child)
{
    int ends[2], pulse;
    child->pulse = heartbeat_create(&pulse);
    if (!child->pulse)
        return false;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        close(pulse);
        return false;
    }
    child->lines = (struct json_line_reader){ .fd = ends[0] };
    const int lines = descriptor_up(ends[1]);
    pulse = descriptor_up(pulse);
    const bool started = process_fork(child, lines, pulse);
    const int code = errno;
    if (lines >= 0)
        close(lines);
    if (pulse >= 0)
        close(pulse);
    errno = code;
    return started;
}

static json_t *job_json(const struct child *child)
{
    char **arguments = run_request_arguments(child->job->request);
    json_t *list = json_array();
    for (char **argument = arguments; argument && *argument; argument++)
        json_array_append_new(list, json_line_text(*argument));
    run_request_arguments_free(&arguments);
    return json_pack(
        "{s:{s:o, s:b, s:o, s:b, s:o, s:o, s:O*}}", "job", "arguments", list, "host",
        cpu_device_is_host(child->job->device), "device",
        json_line_text(child->job->device->identity), "software", child->job->request->software,
        "clock", json_line_bytes(&child->job->canary, sizeof(child->job->canary)), "kernel_files",
        kernel_files_json(&child->job->request->files), "input_files", child->job->input_files);
}

/* Life ---------------------------------------------------------------------------------------- */

static void forget(struct child *child)
{
    if (child->lines.fd > 0)
        close(child->lines.fd);
    json_line_finish(&child->lines);
    heartbeat_destroy(&child->pulse);
    child->pid = 0;
}

/* Waits for the end at most so long. False when the process lives on. */
static bool reap(struct child *child, int wait_ms, int *status)
{
    for (int spent_ms = 0;; spent_ms += 10) {
        pid_t got = waitpid(child->pid, status, WNOHANG);
        if (got == child->pid || (got < 0 && errno == ECHILD))
            return true;
        if (spent_ms >= wait_ms)
            return false;
        poll(NULL, 0, 10);
    }
}

/* Kills what has not ended by itself. A process that a driver holds fast dies later. */
static int end_process(struct child *child, int wait_ms)
{
    int status = 0;
    if (!reap(child, wait_ms, &status)) {
        kill(child->pid, SIGKILL);
        reap(child, STOP_MS, &status);
    }
    return status;
}

void child_stop(struct child *child)
{
    if (child->pid <= 0)
        return;
    shutdown(child->lines.fd, SHUT_RDWR);
    int status = end_process(child, STOP_MS);
    if (WIFEXITED(status) && WEXITSTATUS(status) != 0)
        message_warning("the process that measured ended with exit code %d after its work",
                        WEXITSTATUS(status));
    forget(child);
}

/* What the process says next, while it lives and beats. */
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
        kill(child->pid, SIGUSR1);
        watch->told = true;
        watch->silent_ns = 0;
    }
    if (watch->told)
        limit_s = fmin(limit_s, INTERRUPT_S);
    if (watch->silent_ns > limit_s * second_ns && !watch->hung) {
        watch->hung = true;
        kill(child->pid, SIGKILL);
    }
}

/* NULL when the process has ended. */
static json_t *next_line(struct child *child, struct watch *watch, const struct plan_group *group,
                         double limit_s)
{
    json_t *line = json_line_take(&child->lines);
    while (!line && !child->lines.ended) {
        struct pollfd ready = { .fd = child->lines.fd, .events = POLLIN };
        if (poll(&ready, 1, POLL_MS) > 0)
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

/* How a process ended, as a reason. */
static void ending(int status, const struct watch *watch, double limit_s, char *reason,
                   size_t reason_bytes)
{
    if (watch->hung)
        snprintf(reason, reason_bytes,
                 "no sign of life for %.0f s; raise --case-timeout if it is only slow", limit_s);
    else if (WIFSIGNALED(status))
        snprintf(reason, reason_bytes, "the process was killed by signal %d (%s)%s",
                 WTERMSIG(status), strsignal(WTERMSIG(status)),
                 WTERMSIG(status) == SIGKILL ? ", as systems do when memory runs out" : "");
    else
        snprintf(reason, reason_bytes, "the process ended with exit code %d", WEXITSTATUS(status));
}

/* Groups -------------------------------------------------------------------------------------- */

static void fail(struct attempt *attempt, const char *message)
{
    attempt->end = ATTEMPT_FAILED;
    snprintf(attempt->message, sizeof(attempt->message), "%s", message);
}

/* A process that is ready to measure. False when the attempt has ended with that. */
static bool child_start(struct child *child, struct attempt *attempt)
{
    char reason[RESULT_REASON_BYTES];
    if (!process_start(child)) {
        snprintf(
            reason, sizeof(reason), "no process to measure in can be made: %s; %s", strerror(errno),
            errno == EMFILE ? "raise the limit on open files (ulimit -n)" : "try --no-isolate");
        forget(child);
        fail(attempt, reason);
        return false;
    }
    struct watch watch = watch_begin(child);
    double limit_s =
        fmax(START_S, run_request_case_timeout_s(child->job->request,
                                                 gpu_info_is_software(child->job->device)));
    json_line_write(child->lines.fd, job_json(child));
    json_t *line = next_line(child, &watch, NULL, limit_s);
    const char *failed = json_string_value(json_object_get(line, "failed"));
    bool ready = line && !failed;
    attempt->unsupported = json_is_true(json_object_get(line, "unsupported"));
    if (failed)
        fail(attempt, failed);
    json_decref(line);
    if (ready)
        return true;
    int status = end_process(child, STOP_MS);
    forget(child);
    if (*child->job->interrupted) {
        attempt->end = ATTEMPT_INTERRUPTED;
    } else if (attempt->end != ATTEMPT_FAILED) {
        ending(status, &watch, limit_s, reason, sizeof(reason));
        fail(attempt, reason);
    }
    return false;
}

/* The process is gone: the case it was at has ended, and others of the group want a new one. At no
 * case, the whole group has. */
static void child_died(struct child *child, const struct watch *watch, double limit_s,
                       const struct plan_group *group, struct attempt *attempt)
{
    char reason[RESULT_REASON_BYTES];
    size_t number = atomic_load(&child->pulse->case_number);
    int status = end_process(child, STOP_MS);
    enum bench_status ended = watch->hung ? BENCH_TIMEOUT : BENCH_ERROR;
    forget(child);
    attempt->end = *child->job->interrupted ? ATTEMPT_INTERRUPTED : ATTEMPT_CUT;
    if (*child->job->interrupted)
        return;
    ending(status, watch, limit_s, reason, sizeof(reason));
    bool at_case = number > 0 && number <= group->case_count;
    if (at_case)
        attempt_fail_case(attempt, group, number - 1, ended, reason);
    for (size_t i = 0; i < group->case_count && !at_case; i++)
        attempt_fail_case(attempt, group, i, ended, reason);
    snprintf(attempt->message, sizeof(attempt->message), "%s: %s",
             at_case ? group->cases[number - 1].name : group->workload_name, reason);
}

static json_t *group_json(size_t group_index, const struct plan_group *group, uint32_t launch)
{
    json_t *cases = json_array(), *sampling = json_array();
    for (size_t i = 0; i < group->case_count; i++) {
        const struct plan_case *c = &group->cases[i];
        json_array_append_new(cases, json_value_text(c->name));
        json_array_append_new(sampling, json_line_bytes(&c->sampling, sizeof(c->sampling)));
    }
    return json_pack("{s:I, s:o, s:o, s:o, s:o}", "group", (json_int_t)group_index, "workload",
                     json_value_text(group->workload_name), "launch", json_value_count(launch),
                     "cases", cases, "sampling", sampling);
}

/* What was measured is what was asked for, or counts for nothing. */
static void check_names(const struct plan_group *group, struct attempt *attempt)
{
    char message[ATTEMPT_MESSAGE_BYTES];
    const char *strange = attempt_strange(attempt, group);
    if (!strange || attempt->end == ATTEMPT_FAILED)
        return;
    snprintf(message, sizeof(message),
             "%.300s: the process that measures sent '%.300s', which was not asked for; try "
             "--no-isolate",
             group->workload_name, strange);
    json_array_clear(attempt->cases);
    fail(attempt, message);
}

/* True once the line was the last of the group. */
static bool take_line(struct child *child, const json_t *line, const struct plan_group *group,
                      struct attempt *attempt)
{
    json_t *c = json_object_get(line, "case");
    json_t *whole = json_object_get(line, "attempt");
    if (c)
        attempt_add_case(attempt, json_incref(c));
    if (whole && !attempt_read(attempt, whole))
        fail(attempt, "the process that measures said what cannot be read");
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
    if (child->pid > 0 && child->job->request->isolate && child->bench != group->bench)
        child_stop(child);
    if (child->pid <= 0 && !child_start(child, attempt))
        return;
    child->bench = group->bench;
    heartbeat_beat(child->pulse, 0, 0);
    struct watch watch = watch_begin(child);
    double limit_s =
        run_request_case_timeout_s(child->job->request, gpu_info_is_software(child->job->device));
    json_line_write(child->lines.fd, group_json(group_index, group, child->job->launch));
    bool last = false;
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
