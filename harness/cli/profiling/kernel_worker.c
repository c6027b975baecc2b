/* SPDX-License-Identifier: MIT */
/*
 * The child writes lines of JSON: first what the device is, then an entry per kernel. Where it ends
 * before the last one, another child begins behind the kernel that it ended at.
 */
#include "harness/cli/profiling/list_kernels.h"

#include "harness/base/exit_code.h"
#include "harness/base/json_value.h"
#include "harness/base/message.h"
#include "harness/base/text.h"
#include "harness/cli/device_choice.h"
#include "harness/os/channel.h"
#include "harness/os/process.h"
#include "harness/os/stream.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Child --------------------------------------------------------------------------------------- */

/* The process that is forked, and its end of the pipe. */
struct forked {
    const struct kernel_worker *worker;
    size_t first;
    int descriptor;
};

/* Takes over the value. A line without one would be the end for who reads it. */
static bool json_line_write(FILE *out, json_t *value)
{
    const bool written = json_value_write(out, value, JSON_COMPACT | JSON_ENCODE_ANY);
    fputs(written ? "\n" : "", out);
    fflush(out);
    return written;
}

/* Returns the exit code for a device that was not opened. A named device that does not exist is a
 * wrong argument. */
static int code_unopened(const struct kernel_worker *worker, enum gpu_result result)
{
    struct device_choice choice;
    if (result != GPU_UNSUPPORTED)
        return EXIT_CODE_UNTRIED;
    const bool chosen = device_choice_init(&choice, worker->measurer, worker->selector);
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
        message_warning("'%s' reports no statistics of kernels: it lacks %s", gpu_info(gpu)->name,
                        gpu_feature_name(GPU_PIPELINE_EXECUTABLE_PROPERTIES));
        json_line_write(out, json_null());
        gpu_destroy(&gpu);
        return EXIT_CODE_OK;
    }
    json_line_write(out,
                    json_pack("{s:o, s:o, s:o}", "device", json_value_text(gpu_info(gpu)->name),
                              "driver_name", json_value_text(gpu_info(gpu)->driver_name),
                              "driver_info", json_value_text(gpu_info(gpu)->driver_info)));
    bool written = true;
    for (size_t i = first; i < worker->count && written; i++)
        written = json_line_write(out, worker->entry(worker->context, gpu, i));
    if (worker->finish)
        worker->finish(worker->context);
    gpu_destroy(&gpu);
    return written ? EXIT_CODE_OK : message_error("list: out of memory");
}

static int forked_run(void *context)
{
    const struct forked *forked = context;
    FILE *out = os_channel_stream(forked->descriptor, "w");
    return out ? child_run(forked->worker, forked->first, out) : EXIT_CODE_UNTRIED;
}

/* Parent -------------------------------------------------------------------------------------- */

/* A process and what it printed; or, where the system has no fork(), what this one printed. */
struct child {
    struct process process;
    struct text said;
    bool is_here;
    int code_here;
};

/* A driver that crashes ends this process, too. */
static FILE *child_here(const struct kernel_worker *worker, size_t first, struct child *child)
{
    FILE *out = text_stream(&child->said);
    child->is_here = true;
    child->code_here = child_run(worker, first, out);
    text_stream_close(out);
    return os_stream_read(text_string(&child->said), child->said.length);
}

static FILE *child_start(const struct kernel_worker *worker, size_t first, struct child *child)
{
    int ends[2];
    FILE *lines = NULL;
    if (os_channel_pipe(ends) != 0)
        return NULL;
    struct forked forked = { worker, first, ends[1] };
    const struct process_plan plan = { .run = forked_run, .context = &forked };
    const int failure = process_start(&child->process, &plan);
    os_channel_close(ends[1]);
    if (failure == 0)
        lines = os_channel_stream(ends[0], "r");
    if (!lines)
        os_channel_close(ends[0]);
    if (failure == ENOSYS)
        lines = child_here(worker, first, child);
    return lines;
}

/* Null for a line that did not come whole. */
static json_t *line_read(FILE *lines, char **line, size_t *capacity)
{
    const ssize_t length = getline(line, capacity, lines);
    return length > 0 && (*line)[length - 1] == '\n' ? json_loads(*line, JSON_DECODE_ANY, NULL)
                                                     : NULL;
}

/* The kernel that the driver ended the process at. */
static json_t *ended_json(const struct kernel_worker *worker, const struct process *process,
                          size_t index)
{
    const int number = process_end_signal(process);
    json_t *entry = worker->entry(worker->context, NULL, index);
    json_value_set(&entry, "reason",
                   number == 0
                       ? json_string("the driver ended the process")
                       : json_sprintf("the driver crashed: %s", process_signal_name(number)));
    return entry;
}

/* Appends what one child says from `first` on. *device is new where it has said what it is on. */
static int child_hear(const struct kernel_worker *worker, size_t first, json_t **device,
                      json_t **kernels)
{
    char *line = NULL;
    size_t capacity = 0;
    struct child child = { 0 };
    json_t *entry;
    FILE *lines = child_start(worker, first, &child);
    if (!lines) {
        text_finish(&child.said);
        return message_error("list: no process can be started");
    }
    *device = line_read(lines, &line, &capacity);
    while (*device && (entry = line_read(lines, &line, &capacity)))
        json_value_append(kernels, entry);
    fclose(lines);
    free(line);
    text_finish(&child.said);
    if (!child.is_here)
        process_wait(&child.process, INFINITY, NULL, NULL);
    const size_t at = json_array_size(*kernels);
    const int code = child.is_here ? child.code_here : process_exit_code(&child.process);
    if (code == EXIT_CODE_OK && !*device)
        return message_error("list: the driver ended the process that compiles");
    if (code == EXIT_CODE_UNTRIED ||
        (code >= 0 && (!json_is_object(*device) || at >= worker->count)))
        return code;
    if (!*device)
        return message_error("list: the driver crashed while its device was made: %s",
                             process_signal_name(process_end_signal(&child.process)));
    if (at < worker->count)
        json_value_append(kernels, ended_json(worker, &child.process, at));
    return EXIT_CODE_OK;
}

int kernel_worker_run(const struct kernel_worker *worker, json_t **device, json_t **kernels)
{
    int code = EXIT_CODE_OK;
    *device = NULL;
    do {
        json_decref(*device);
        code = child_hear(worker, json_array_size(*kernels), device, kernels);
    } while (code == EXIT_CODE_OK && json_is_object(*device) &&
             json_array_size(*kernels) < worker->count);
    if (code == EXIT_CODE_OK && json_is_object(*device))
        return code;
    json_decref(*device);
    *device = NULL;
    return code;
}
