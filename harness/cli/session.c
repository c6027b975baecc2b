/* SPDX-License-Identifier: MIT */
#include "harness/cli/session.h"

#include "harness/cli/cli.h"
#include "harness/cli/interrupt.h"
#include "harness/cli/message.h"
#include "harness/cli/progress.h"
#include "harness/cli/run_path.h"
#include "harness/disk.h"
#include "harness/results.h"
#include "harness/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct session {
    const struct session_params *params;
    struct gpu *gpu;
    struct progress progress;
    struct sampler_rules rules;
    struct canary_state canary;
};

/* How a group left the session. */
enum next { NEXT_GROUP, NEXT_INTERRUPTED, NEXT_STOPPED };

static int device_open(struct session *session)
{
    char selector[16], message[GPU_MESSAGE_BYTES] = "";
    const struct run_request *request = session->params->request;
    enum gpu_result result = GPU_ERROR;
    snprintf(selector, sizeof(selector), "%d", session->params->device->index);
    struct gpu_params params = {
        .selector = selector,
        .validate = request->validate,
        .validate_gpu = request->validate_gpu,
    };
    session->gpu = gpu_create(&params, &result, message);
    if (session->gpu != NULL)
        return CLI_OK;
    progress_clear(&session->progress);
    message_error("%s", message);
    return result == GPU_UNSUPPORTED ? CLI_NOTHING : CLI_UNTRIED;
}

/*
 * The cases of a group that the journal does not hold yet, and their baseline: ratios are paired
 * within a group, so it is sampled again. No case when nothing is missing. False when memory runs
 * out.
 */
static bool group_missing(const struct session *session, const struct plan_group *group,
                          struct plan_group *missing)
{
    size_t wanted = 0;
    *missing = *group;
    missing->case_count = 0;
    missing->cases = malloc(group->case_count * sizeof(*group->cases));
    if (missing->cases == NULL)
        return false;
    for (size_t i = 0; i < group->case_count; i++) {
        bool there = journal_has_case(session->params->journal, group->cases[i].name);
        wanted += there ? 0 : 1;
        if (!there || group->cases[i].baseline)
            missing->cases[missing->case_count++] = group->cases[i];
    }
    if (wanted == 0)
        missing->case_count = 0;
    return true;
}

/* An interrupted group holds cases that were never measured: a resumed run does that. */
static bool result_counts(const struct sampler_outcome *outcome, const struct result *result)
{
    if (result->sample_count > 0)
        return true;
    if (outcome->interrupted && result->status == BENCH_SKIPPED)
        return false;
    return result->status != BENCH_OK;
}

static bool group_record(const struct session *session, const struct plan_group *group,
                         const struct sampler_outcome *outcome, char message[MESSAGE_BYTES])
{
    struct journal *journal = session->params->journal;
    if (outcome->facts != NULL &&
        !journal_add_workload(journal, results_workload_json(group->workload_name, outcome->facts),
                              message, MESSAGE_BYTES))
        return false;
    for (size_t i = 0; i < outcome->count; i++) {
        const struct result *result = &outcome->results[i];
        if (!result_counts(outcome, result) || journal_has_case(journal, result->name))
            continue;
        if (!journal_add_case(journal, results_case_json(result), message, MESSAGE_BYTES))
            return false;
    }
    return true;
}

static enum next group_outcome(struct session *session, const struct plan_group *group,
                               const struct sampler_outcome *outcome)
{
    char message[MESSAGE_BYTES] = "";
    if (outcome->workload_failed) {
        progress_clear(&session->progress);
        message_error("%s: %s", group->workload_name, outcome->message);
        return NEXT_STOPPED;
    }
    if (!group_record(session, group, outcome, message)) {
        progress_clear(&session->progress);
        message_error("%s", message);
        return NEXT_STOPPED;
    }
    if (outcome->interrupted)
        return NEXT_INTERRUPTED;
    if (!outcome->device_unusable)
        return NEXT_GROUP;
    progress_clear(&session->progress);
    message_warning("the device was lost in %s; it is made anew", group->workload_name);
    gpu_destroy(&session->gpu);
    return device_open(session) == CLI_OK ? NEXT_GROUP : NEXT_STOPPED;
}

static enum next group_run(struct session *session, const struct plan_group *group)
{
    struct sampler_outcome outcome = { 0 };
    struct sampler_params params = {
        .gpu = session->gpu,
        .seed = session->params->request->seed,
        .rules = session->rules,
        .canary = &session->canary,
        .interrupted = interrupt_flag(),
        .progress = progress_sample,
        .progress_context = &session->progress,
    };
    progress_group(&session->progress, group);
    sampler_group_run(&params, group, &outcome);
    enum next next = group_outcome(session, group, &outcome);
    sampler_outcome_finish(&outcome);
    return next;
}

static enum next groups_run(struct session *session)
{
    const struct plan *plan = session->params->plan;
    enum next next = NEXT_GROUP;
    for (size_t i = 0; i < plan->group_count && next == NEXT_GROUP; i++) {
        struct plan_group missing;
        if (!group_missing(session, &plan->groups[i], &missing)) {
            message_error("no memory is left");
            return NEXT_STOPPED;
        }
        if (missing.case_count > 0)
            next = *interrupt_flag() ? NEXT_INTERRUPTED : group_run(session, &missing);
        free(missing.cases);
    }
    progress_clear(&session->progress);
    return next;
}

static size_t count_missing(const struct session_params *params)
{
    size_t count = 0;
    for (size_t i = 0; i < params->plan->group_count; i++)
        for (size_t k = 0; k < params->plan->groups[i].case_count; k++)
            if (!journal_has_case(params->journal, params->plan->groups[i].cases[k].name))
                count++;
    return count;
}

static void print_warnings(const struct session_params *params)
{
    if (gpu_info_is_software(params->device))
        message_warning("'%s' runs on the CPU: answers count, times and ratios are artefacts; "
                        "choose a GPU with --device, see claimcheck devices",
                        params->device->name);
    if (params->request->validate)
        message_warning("validation is on: times cannot be compared with other runs; leave out "
                        "--validate to measure");
}

int session_exit(const json_t *document)
{
    const json_t *cases = json_object_get(document, "cases"), *c;
    bool wrong = false, untried = false, done = false;
    size_t i;
    json_array_foreach(cases, i, c)
    {
        const char *status = json_string_value(json_object_get(c, "status"));
        for (int k = 0; k < BENCH_STATUS_COUNT; k++) {
            if (strcmp(status, bench_status_name((enum bench_status)k)) != 0)
                continue;
            done = done || k == BENCH_OK;
            wrong = wrong || k == BENCH_FAILED_VERIFY || k == BENCH_SUSPECT;
            untried = untried || k == BENCH_ERROR || k == BENCH_DEVICE_LOST || k == BENCH_TIMEOUT;
        }
    }
    if (wrong)
        return CLI_WRONG;
    if (untried)
        return CLI_UNTRIED;
    return done ? CLI_OK : CLI_NOTHING;
}

void session_print_table(const json_t *document)
{
    const char *no_colour = getenv("NO_COLOR");
    bool plain = no_colour != NULL && *no_colour != 0;
    if (json_array_size(json_object_get(document, "cases")) > 0)
        table_print(stdout, document, isatty(STDOUT_FILENO) && !plain);
}

/* Says how the run ended. Returns the exit code. */
static int session_end(struct session *session, enum next next)
{
    char message[MESSAGE_BYTES] = "", date[RUN_DATE_BYTES], word[MESSAGE_BYTES / 2];
    struct journal *journal = session->params->journal;
    bool quiet = session->params->request->quiet;
    int code = CLI_UNTRIED;
    run_path_date(date);
    disk_shell_word(journal_path(journal), word, sizeof(word));
    bool committed = next == NEXT_GROUP && journal_commit(journal, date, message, sizeof(message));
    if (!quiet)
        session_print_table(journal_document(journal));
    if (committed && !quiet)
        printf("wrote %s\n", journal_path(journal));
    fflush(stdout);
    if (committed)
        code = session_exit(journal_document(journal));
    else if (next == NEXT_GROUP)
        message_error("%s", message);
    else if (next == NEXT_INTERRUPTED)
        message_error("interrupted: continue with: claimcheck run --resume %s", word);
    else if (json_array_size(json_object_get(journal_document(journal), "cases")) > 0)
        message_error("what was measured is kept: continue with: claimcheck run --resume %s", word);
    return code;
}

int session_run(const struct session_params *params)
{
    struct session session = { .params = params };
    size_t missing = count_missing(params);
    session.rules = run_request_rules(params->request, gpu_info_is_software(params->device));
    progress_init(&session.progress, params->request->quiet, missing);
    print_warnings(params);
    if (!params->request->quiet)
        message_note("%s, seed %llu, %zu cases, to %s", params->device->name,
                     (unsigned long long)params->request->seed, missing,
                     journal_path(params->journal));
    if (missing == 0)
        return session_end(&session, NEXT_GROUP);
    int code = device_open(&session);
    if (code != CLI_OK)
        return code;
    enum next next = groups_run(&session);
    gpu_destroy(&session.gpu);
    return session_end(&session, next);
}
