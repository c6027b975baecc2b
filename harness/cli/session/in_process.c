/* SPDX-License-Identifier: MIT */
#include "harness/base/trouble.h"
#include "harness/cli/session/worker.h"

#include "harness/engine/cpu/cpu_device.h"
#include "harness/engine/measure/fault.h"
#include "harness/engine/measure/input_cache.h"
#include "harness/os/crash.h"

#include <stdio.h>

/* Two bit fields of 2^28 leaves with their trees, for one; a laptop has 16 GiB. */
enum { SHELF_BYTES_LEAST = 256 << 20 };

/* Set-ups ahead, where no crash has to be told from another case's. */
enum { AHEAD = 16 };

/* Returns up to 1 GiB, of which a host with 64 GiB has room: a scene that another one pushes out is
 * made again. */
static size_t shelf_bytes(void)
{
    const uint64_t share = input_store_bytes() / 4;
    return share > SHELF_BYTES_LEAST ? (size_t)share : SHELF_BYTES_LEAST;
}

enum gpu_result in_process_open(struct in_process *local)
{
    const struct worker_job *job = local->job;
    enum gpu_result result = GPU_ERROR;
    struct gpu_params params = {
        .identity = job->device->identity,
        .validate = job->request->validate,
        .validate_gpu = job->request->validate_gpu,
        .wait_ns = run_request_wait_ns(job->request, gpu_info_is_software(job->device)),
    };
    if (cpu_device_is_host(job->device))
        return GPU_OK;
    local->gpu = job->measurer->open(&params, &result);
    return local->gpu ? GPU_OK : result;
}

static void give_up(struct in_process *local)
{
    if (!local->gpu)
        return;
    crash_say(local->job->crash, 0);
    local->job->measurer->close(&local->gpu);
    crash_say(NULL, 0);
}

void in_process_close(struct in_process *local)
{
    give_up(local);
    input_cache_destroy(&local->shelf);
}

/* A crash has to be told from another case's. What a driver compiles in a later launch of its own
 * accord it has compiled before. */
static bool is_alone(const struct worker_job *job)
{
    return job->request->isolate || job->request->launches > 1;
}

/* In runs of claims, the launches of a group share what one would take. */
static struct sampler_rules rules_of(const struct worker_job *job, const struct plan_group *group)
{
    struct sampler_rules rules = run_request_rules(job->request, gpu_info_is_software(job->device));
    if (job->request->claims && job->request->launches == 0 && job->request->samples == 0)
        sampler_rules_of_launches(&rules, group->launches);
    return rules;
}

void in_process_run(struct in_process *local, const struct plan_group *group,
                    struct attempt *attempt)
{
    struct worker_job *job = local->job;
    struct sampler_results outcome = { 0 };
    enum gpu_result opened = local->gpu ? GPU_OK : in_process_open(local);
    if (opened != GPU_OK) {
        attempt->end = ATTEMPT_FAILED;
        attempt->unsupported = opened == GPU_UNSUPPORTED;
        snprintf(attempt->message, sizeof(attempt->message), "%s", trouble_text());
        return;
    }
    if (!local->shelf)
        local->shelf = input_cache_create(shelf_bytes());
    if (local->shelf)
        input_cache_set_store(local->shelf, group->launches > 1 ? job->store : NULL);
    struct sampler_params params = {
        .gpu = local->gpu,
        .seed = job->request->seed,
        .launch = job->launch,
        .rules = rules_of(job, group),
        .ahead = is_alone(job) ? 0 : AHEAD,
        .probes = job->request->probes,
        .shelf = local->shelf,
        .canary = &job->canary,
        .interrupted = job->interrupted,
        .progress = job->progress,
        .ended = job->ended,
        .throttled = job->throttled,
        .progress_context = job->context,
    };
    fault_launch(job->launch);
    crash_say(job->crash, 0);
    job->measurer->run(&params, group, &outcome);
    crash_say(NULL, 0);
    attempt_take(attempt, group, &outcome);
    if (outcome.device_unusable) {
        snprintf(attempt->message, sizeof(attempt->message),
                 "the device was lost in %s; it is created again", group->workload_name);
        give_up(local);
    }
    sampler_results_finish(&outcome);
}
