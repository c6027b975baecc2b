/* SPDX-License-Identifier: MIT */
#include "harness/session/resume.h"

#include "harness/base/exit_code.h"
#include "harness/cpu/cpu_device.h"
#include "harness/record/results.h"
#include "harness/session/interrupt.h"
#include "harness/session/message.h"
#include "harness/session/session.h"
#include "version.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *text_at(const json_t *document, const char *object, const char *key)
{
    const char *text = json_string_value(json_object_get(json_object_get(document, object), key));
    return !text ? "" : text;
}

/* The run file that `path`, or the journal `path`, belongs to; malloc'ed. */
static char *run_file(const char *path)
{
    static const char suffix[] = ".journal";
    size_t length = strlen(path), tail = sizeof(suffix) - 1;
    if (length > tail && strcmp(path + length - tail, suffix) == 0)
        length -= tail;
    return strndup(path, length);
}

static int print_complete(const char *path, bool quiet)
{
    char message[MESSAGE_BYTES] = "", journal[MESSAGE_BYTES];
    json_t *document = results_load(path, message, sizeof(message));
    if (!document)
        return message_error("run: %s", message);
    snprintf(journal, sizeof(journal), "%s.journal", path);
    if (!quiet) {
        session_print_table(document);
        printf("%s is complete\n", path);
    }
    if (access(journal, F_OK) == 0)
        message_warning("'%s' is left over: '%s' holds all of the run; remove it", journal, path);
    int code = session_exit(document);
    json_decref(document);
    return code;
}

/* The device that the run was begun on; NULL with a message. *host is it for a run without one. */
static const struct gpu_info *device_find(const struct gpu_info *infos, int count,
                                          struct gpu_info *host, const json_t *document)
{
    const char *uuid = text_at(document, "device", "uuid");
    cpu_device_info(host);
    if (strcmp(text_at(document, "device", "kind"), gpu_kind_name(GPU_HOST)) == 0 &&
        strcmp(text_at(document, "device", "name"), host->name) == 0)
        return host;
    for (int i = 0; i < count; i++)
        if (infos[i].usable && strcmp(infos[i].uuid, uuid) == 0)
            return &infos[i];
    message_error("run: the run was begun on '%s' (%s), which is not here: resume it there, or "
                  "start anew; see claimcheck devices",
                  text_at(document, "device", "name"), uuid);
    return NULL;
}

static void warn_changes(const json_t *document, const struct gpu_info *device)
{
    if (strcmp(text_at(document, "tool", "commit"), CLAIMCHECK_COMMIT) != 0)
        message_warning("the run was begun by claimcheck %s, this is %s: its parts may not "
                        "compare; start anew to be sure",
                        text_at(document, "tool", "commit"), CLAIMCHECK_COMMIT);
    const json_t *version = json_object_get(json_object_get(document, "device"), "driver_version");
    if (json_integer_value(version) != (json_int_t)device->driver_version)
        message_warning("the driver is another version than when the run was begun: its parts may "
                        "not compare; start anew to be sure");
}

static int resume_on(struct journal *journal, const struct run_request *request, struct plan *plan)
{
    struct gpu_info *infos = NULL, host;
    int count = 0, code = EXIT_CODE_UNTRIED;
    gpu_list(&infos, &count);
    const struct gpu_info *device = device_find(infos, count, &host, journal_document(journal));
    if (device) {
        if (device == &host)
            plan_keep_host(plan);
        warn_changes(journal_document(journal), device);
        struct session_params params = { request, plan, device, journal };
        code = session_run(&params);
    }
    free(infos);
    return code;
}

/* Reads the arguments that the file keeps, and makes the plan of them again. */
static int resume_journal(struct journal *journal, struct resume_output output,
                          const struct run_reader *reader)
{
    char message[MESSAGE_BYTES] = "", plan_message[PLAN_MESSAGE_BYTES] = "";
    const json_t *session = json_object_get(journal_document(journal), "session"), *entry;
    const json_t *list = json_object_get(session, "plan_arguments");
    struct run_request request = { 0 };
    struct plan plan = { 0 };
    int code = EXIT_CODE_UNTRIED;
    size_t i;
    const char **arguments = calloc(json_array_size(list) + 1, sizeof(*arguments));
    if (!arguments)
        return message_error("no memory is left");
    json_array_foreach(list, i, entry) arguments[i] =
        json_is_string(entry) ? json_string_value(entry) : "";
    if (!reader->read(reader, &request, (int)json_array_size(list), arguments, message,
                      sizeof(message))) {
        message_error("run: %s: %s", journal_journal_path(journal), message);
        goto done;
    }
    if (!kernel_files_same(&request.files, json_object_get(session, "kernel_files"), message,
                           sizeof(message))) {
        message_error("run: %s", message);
        goto done;
    }
    request.quiet = output.quiet;
    request.verbose = output.verbose;
    if (!run_request_plan(&request, reader->techniques, &plan, plan_message)) {
        message_error("run: %s: %s", journal_journal_path(journal), plan_message);
        goto done;
    }
    code = resume_on(journal, &request, &plan);
    plan_finish(&plan);
done:
    run_request_finish(&request);
    free(arguments);
    return code;
}

int resume_run(const char *path, struct resume_output output, const struct run_reader *reader)
{
    char message[MESSAGE_BYTES] = "", *file = run_file(path);
    if (!file)
        return message_error("no memory is left");
    int code = EXIT_CODE_UNTRIED;
    if (access(file, F_OK) == 0) {
        code = print_complete(file, output.quiet);
    } else {
        struct journal *journal = journal_resume(file, message, sizeof(message));
        if (!journal)
            message_error("run: %s", message);
        else
            code = resume_journal(journal, output, reader);
        journal_close(&journal);
    }
    free(file);
    return code;
}
