/* SPDX-License-Identifier: MIT */
/*
 * The child writes lines of JSON: first what the device is, then an entry per kernel. Where it ends
 * before the last one, another child begins behind the kernel that it ended at.
 */
#include "harness/cli/profiling/kernel_worker.h"

#include "harness/base/exit_code.h"
#include "harness/base/json_value.h"
#include "harness/base/message.h"
#include "harness/base/parent_death.h"
#include "harness/cli/device_choice.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Child --------------------------------------------------------------------------------------- */

/* Takes over the value. */
static void json_line_write(FILE *out, json_t *value)
{
    json_dumpf(value, out, JSON_COMPACT | JSON_ENCODE_ANY);
    fputc('\n', out);
    fflush(out);
    json_decref(value);
}

/* Of a device that was not opened: one that was named, and is none of those that are there, is a
 * wrong argument. */
static int code_unopened(const struct kernel_worker *worker, enum gpu_result result)
{
    char ignored[GPU_MESSAGE_BYTES];
    struct device_choice choice;
    if (result != GPU_UNSUPPORTED)
        return EXIT_CODE_UNTRIED;
    const bool chosen = device_choice_init(&choice, worker->measurer, worker->selector, ignored);
    const int code = chosen ? EXIT_CODE_NOTHING : choice.code;
    device_choice_finish(&choice);
    return code;
}

static int child_run(const struct kernel_worker *worker, size_t first, FILE *out)
{
    char message[GPU_MESSAGE_BYTES];
    enum gpu_result result;
    const struct gpu_params params = { .selector = worker->selector, .compile_only = true };
    struct gpu *gpu = gpu_create(&params, &result, message);
    if (!gpu) {
        message_error("list: %s", message);
        return code_unopened(worker, result);
    }
    if (!(gpu_info(gpu)->features & GPU_PIPELINE_EXECUTABLE_PROPERTIES)) {
        message_warning("'%s' says nothing of what it makes of kernels: it lacks %s",
                        gpu_info(gpu)->name, gpu_feature_name(GPU_PIPELINE_EXECUTABLE_PROPERTIES));
        json_line_write(out, json_null());
        gpu_destroy(&gpu);
        return EXIT_CODE_OK;
    }
    json_line_write(out,
                    json_pack("{s:o, s:o, s:o}", "device", json_value_text(gpu_info(gpu)->name),
                              "driver_name", json_value_text(gpu_info(gpu)->driver_name),
                              "driver_info", json_value_text(gpu_info(gpu)->driver_info)));
    for (size_t i = first; i < worker->count; i++)
        json_line_write(out, worker->entry(worker->context, gpu, i));
    gpu_destroy(&gpu);
    return EXIT_CODE_OK;
}

/* Parent -------------------------------------------------------------------------------------- */

static FILE *child_start(const struct kernel_worker *worker, size_t first, pid_t *pid)
{
    int ends[2];
    FILE *lines = NULL;
    const pid_t parent = getpid();
    fflush(NULL);
    if (pipe(ends) != 0)
        return NULL;
    *pid = fork();
    if (*pid == 0) {
        close(ends[0]);
        FILE *out = parent_death_tie(parent, SIGKILL) ? fdopen(ends[1], "w") : NULL;
        _exit(out ? child_run(worker, first, out) : EXIT_CODE_UNTRIED);
    }
    close(ends[1]);
    if (*pid > 0)
        lines = fdopen(ends[0], "r");
    if (!lines)
        close(ends[0]);
    return lines;
}

/* Null for a line that did not come whole. */
static json_t *line_read(FILE *lines, char **line, size_t *capacity)
{
    const ssize_t length = getline(line, capacity, lines);
    return length > 0 && (*line)[length - 1] == '\n' ? json_loads(*line, JSON_DECODE_ANY, NULL)
                                                     : NULL;
}

/* Appends what one child says from `first` on. *device is new where it has said what it is on. */
static int child_hear(const struct kernel_worker *worker, size_t first, json_t **device,
                      json_t *kernels)
{
    char *line = NULL;
    size_t capacity = 0;
    int status = 0;
    pid_t pid = 0;
    json_t *entry;
    FILE *lines = child_start(worker, first, &pid);
    if (!lines)
        return message_error("list: no process can be started");
    *device = line_read(lines, &line, &capacity);
    while (*device && (entry = line_read(lines, &line, &capacity)))
        json_array_append_new(kernels, entry);
    fclose(lines);
    free(line);
    waitpid(pid, &status, 0);
    const size_t at = json_array_size(kernels);
    const bool ended = WIFEXITED(status), begun = json_is_object(*device);
    if (ended && (!begun || at >= worker->count))
        return WEXITSTATUS(status);
    if (!*device)
        return message_error("list: the driver crashed while its device was made: %s",
                             strsignal(WTERMSIG(status)));
    entry = at < worker->count ? worker->entry(worker->context, NULL, at) : NULL;
    if (!entry)
        return at < worker->count ? message_error("list: no memory is left") : EXIT_CODE_OK;
    json_object_set_new(entry, "reason",
                        ended
                            ? json_string("the driver ended the process")
                            : json_sprintf("the driver crashed: %s", strsignal(WTERMSIG(status))));
    json_array_append_new(kernels, entry);
    return EXIT_CODE_OK;
}

int kernel_worker_run(const struct kernel_worker *worker, json_t **device, json_t *kernels)
{
    int code = EXIT_CODE_OK;
    *device = NULL;
    do {
        json_decref(*device);
        code = child_hear(worker, json_array_size(kernels), device, kernels);
    } while (code == EXIT_CODE_OK && json_is_object(*device) &&
             json_array_size(kernels) < worker->count);
    if (code == EXIT_CODE_OK && json_is_object(*device))
        return code;
    json_decref(*device);
    *device = NULL;
    return code;
}
