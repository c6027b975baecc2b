/* SPDX-License-Identifier: MIT */
#include "harness/session/resume.h"

#include "harness/base/exit_code.h"
#include "harness/cpu/cpu_device.h"
#include "harness/judge/outcome.h"
#include "harness/run/run.h"
#include "harness/session/interrupt.h"
#include "harness/session/message.h"
#include "harness/session/session.h"
#include "harness/session/session_table.h"
#include "version.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The run file that `path`, or the journal `path`, belongs to; malloc'ed. */
static char *run_file(const char *path)
{
    static const char suffix[] = ".journal";
    size_t length = strlen(path), tail = sizeof(suffix) - 1;
    if (length > tail && strcmp(path + length - tail, suffix) == 0)
        length -= tail;
    return strndup(path, length);
}

static int print_complete(const char *path, struct resume_output output,
                          const struct technique *const *techniques)
{
    char message[MESSAGE_BYTES] = "", journal[MESSAGE_BYTES];
    struct run *run = run_load(path, message, sizeof(message));
    if (!run)
        return message_error("run: %s", message);
    snprintf(journal, sizeof(journal), "%s.journal", path);
    if (!output.quiet) {
        session_table_print(run, output.wide, techniques);
        printf("%s is complete\n", path);
    }
    if (access(journal, F_OK) == 0)
        message_warning("'%s' is left over: '%s' holds all of the run; remove it", journal, path);
    int code = outcome_exit(run);
    run_destroy(&run);
    return code;
}

/* The device that the run was begun on; NULL with a message. *host is it for a run without one. */
static const struct gpu_info *device_find(const struct gpu_info *infos, int count,
                                          struct gpu_info *host, const struct run *run)
{
    const char *uuid = run->device.uuid;
    cpu_device_info(host);
    if (strcmp(run->device.kind, gpu_kind_name(GPU_HOST)) == 0 &&
        strcmp(run->device.name, host->name) == 0)
        return host;
    for (int i = 0; i < count; i++)
        if (infos[i].usable && strcmp(infos[i].uuid, uuid) == 0)
            return &infos[i];
    message_error("run: the run was begun on '%s' (%s), which is not here: resume it there, or "
                  "start anew; see claimcheck devices",
                  run->device.name, uuid);
    return NULL;
}

static void warn_changes(const struct run *run, const struct gpu_info *device)
{
    if (strcmp(run->tool.commit, CLAIMCHECK_COMMIT) != 0)
        message_warning("the run was begun by claimcheck %s, this is %s: its parts may not "
                        "compare; start anew to be sure",
                        run->tool.commit, CLAIMCHECK_COMMIT);
    if (run->device.driver_version != device->driver_version)
        message_warning("the driver is another version than when the run was begun: its parts may "
                        "not compare; start anew to be sure");
}

static int resume_on(struct journal *journal, const struct run *run,
                     const struct run_request *request, struct plan *plan,
                     const struct run_reader *reader, const struct measurer *measurer)
{
    struct gpu_info *infos = NULL, host;
    int count = 0, code = EXIT_CODE_UNTRIED;
    measurer->list(&infos, &count);
    const struct gpu_info *device = device_find(infos, count, &host, run);
    if (device) {
        if (device == &host)
            plan_keep_host(plan);
        warn_changes(run, device);
        struct session_params params = { .request = request,
                                         .plan = plan,
                                         .device = device,
                                         .measurer = measurer,
                                         .techniques = reader->techniques,
                                         .journal = journal };
        code = session_run(&params);
    }
    free(infos);
    return code;
}

/* Reads the arguments that the file keeps, and makes the plan of them again. */
static int resume_journal(struct journal *journal, const struct run *run,
                          struct resume_output output, const struct run_reader *reader,
                          const struct measurer *measurer)
{
    char message[MESSAGE_BYTES] = "", plan_message[PLAN_MESSAGE_BYTES] = "";
    const json_t *session = json_object_get(journal_document(journal), "session");
    struct run_request request = { 0 };
    struct plan plan = { 0 };
    int code = EXIT_CODE_UNTRIED;
    if (!reader->read(reader, &request, (int)run->session.plan_argument_count,
                      run->session.plan_arguments, message, sizeof(message))) {
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
    request.wide = output.wide;
    request.software = run->device.software;
    if (!run_request_plan(&request, reader->techniques, &plan, plan_message)) {
        message_error("run: %s: %s", journal_journal_path(journal), plan_message);
        goto done;
    }
    code = resume_on(journal, run, &request, &plan, reader, measurer);
    plan_finish(&plan);
done:
    run_request_finish(&request);
    return code;
}

int resume_run(const char *path, struct resume_output output, const struct run_reader *reader,
               const struct measurer *measurer)
{
    char message[MESSAGE_BYTES] = "", *file = run_file(path);
    if (!file)
        return message_error("no memory is left");
    int code = EXIT_CODE_UNTRIED;
    if (access(file, F_OK) == 0 && !journal_replaces(file)) {
        code = print_complete(file, output, reader->techniques);
    } else {
        struct journal *journal = journal_resume(file, message, sizeof(message));
        struct run *run = !journal
                              ? NULL
                              : run_read(journal_document(journal), journal_journal_path(journal),
                                         message, sizeof(message));
        if (!run)
            message_error("run: %s", message);
        else
            code = resume_journal(journal, run, output, reader, measurer);
        run_destroy(&run);
        journal_close(&journal);
    }
    free(file);
    return code;
}
