/* SPDX-License-Identifier: MIT */
/* session_doubles.h: the sampler and the device of session_test.c, which measure nothing. They take
 * the place of harness/measure/sampler.c and of harness/gpu. */
#ifndef CLAIMCHECK_TESTS_SESSION_SESSION_DOUBLES_H
#define CLAIMCHECK_TESTS_SESSION_SESSION_DOUBLES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "harness/measure/sampler.h"
#include "harness/measure/workload.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the doubles do; set before a command is run. */
enum trouble { NONE, INTERRUPT, KILL, LOST, WRONG, UNSUPPORTED, WORKLOAD };
static enum trouble trouble;
static int trouble_group; /* how many groups before it comes */
static int device_count = 1, devices_creatable = 100;
static char device_uuid[33] = "00112233445566778899aabbccddeeff";

/* Doubles of harness/gpu ---------------------------------------------------------------------- */

enum gpu_result gpu_list(struct gpu_info **infos, int *count)
{
    *infos = device_count == 0 ? NULL : calloc((size_t)device_count, sizeof(**infos));
    *count = device_count;
    for (int i = 0; i < device_count; i++) {
        struct gpu_info *info = &(*infos)[i];
        *info = (struct gpu_info){ .index = i, .name = "Double 1", .usable = true };
        snprintf(info->uuid, sizeof(info->uuid), "%s", device_uuid);
        snprintf(info->driver_uuid, sizeof(info->driver_uuid), "%s", device_uuid);
        snprintf(info->api_version, sizeof(info->api_version), "1.3.0");
        info->uuid[0] = (char)('0' + i);
    }
    return GPU_OK;
}

int gpu_choose(const struct gpu_info *infos, int count, const char *selector,
               char message[GPU_MESSAGE_BYTES])
{
    (void)infos;
    snprintf(message, GPU_MESSAGE_BYTES, "no device");
    return count == 0 || (selector && strcmp(selector, "none") == 0) ? -1 : 0;
}

struct gpu *gpu_create(const struct gpu_params *params, enum gpu_result *result,
                       char message[GPU_MESSAGE_BYTES])
{
    (void)params;
    *result = GPU_ERROR;
    snprintf(message, GPU_MESSAGE_BYTES, "the device is gone");
    return devices_creatable-- > 0 ? malloc(1) : NULL;
}

void gpu_destroy(struct gpu **gpu)
{
    free(*gpu);
    *gpu = NULL;
}

void gpu_fault_plant(struct gpu *gpu, enum gpu_result result)
{
    (void)gpu;
    (void)result;
}

const char *gpu_feature_name(enum gpu_feature feature)
{
    return feature == GPU_SHADER_CLOCK ? "shader_clock" : "other";
}

const char *gpu_kind_name(enum gpu_kind kind)
{
    return kind == GPU_DISCRETE ? "discrete" : "other";
}

const char *gpu_loader_version(void)
{
    return "1.3.0";
}

bool gpu_info_is_software(const struct gpu_info *info)
{
    return info->kind == GPU_CPU;
}

/* `inspect` is linked, and not called. */
const struct gpu_info *gpu_info(const struct gpu *gpu)
{
    (void)gpu;
    return NULL;
}

const struct gpu_failure *gpu_failure(const struct gpu *gpu)
{
    (void)gpu;
    return NULL;
}

bool gpu_failed(const struct gpu *gpu)
{
    return !gpu;
}

struct gpu_scope *gpu_scope_create(struct gpu *gpu)
{
    (void)gpu;
    return NULL;
}

void gpu_scope_destroy(struct gpu_scope **scope)
{
    *scope = NULL;
}

const char *gpu_scope_broken_guard(struct gpu_scope *scope)
{
    (void)scope;
    return NULL;
}

/* Doubles of harness/measure/sampler.c --------------------------------------------------------- */

struct sampler_rules sampler_rules_for(enum bench_profile profile, bool software)
{
    (void)profile;
    (void)software;
    return (struct sampler_rules){ .samples_min = 1, .samples_max = 1 };
}

static void result_measure(struct result *result)
{
    result->samples = calloc(1, sizeof(*result->samples));
    result->samples[0] = (struct result_sample){ .gpu_ns = 5.0, .wall_ns = 6.0 };
    result->sample_count = 1;
    result->stop = RESULT_STOP_SAMPLES;
    result->inner_repetitions = 1;
    result->verified_before = result->verified_after = true;
    result->gpu = stats_summarize(&(double){ 5.0 }, 1);
    result->wall = stats_summarize(&(double){ 6.0 }, 1);
}

static void result_fill(struct result *result, size_t index, bool here)
{
    static const enum bench_status statuses[] = {
        [LOST] = BENCH_DEVICE_LOST, [WRONG] = BENCH_FAILED_VERIFY, [UNSUPPORTED] = BENCH_UNSUPPORTED
    };
    if (here && trouble == KILL && index == 1)
        raise(SIGKILL);
    if (here && trouble == INTERRUPT && index > 0)
        return; /* not measured */
    if (here && index == 1 && trouble >= LOST) {
        result->status = statuses[trouble];
        snprintf(result->reason, sizeof(result->reason), "for a test");
    } else {
        result_measure(result);
    }
}

void sampler_group_run(const struct sampler_params *params, const struct plan_group *group,
                       struct sampler_outcome *outcome)
{
    static int groups;
    bool here = groups++ == trouble_group;
    assert_non_null(params->gpu);
    *outcome = (struct sampler_outcome){ .count = group->case_count };
    outcome->results = calloc(group->case_count, sizeof(*outcome->results));
    if (here && trouble == WORKLOAD) {
        outcome->workload_failed = true;
        snprintf(outcome->message, sizeof(outcome->message), "cannot read 'x'");
        return;
    }
    outcome->workload =
        workload_create(group, params->seed, outcome->message, sizeof(outcome->message));
    outcome->facts = context_facts(&outcome->workload->context);
    for (size_t i = 0; i < group->case_count; i++) {
        struct result *result = &outcome->results[i];
        snprintf(result->name, sizeof(result->name), "%s", group->cases[i].name);
        snprintf(result->workload, sizeof(result->workload), "%s", group->workload_name);
        result->technique = group->technique;
        result->bench = group->bench;
        result->variant = group->cases[i].variant;
        result->baseline = group->cases[i].baseline;
        result->work.chain = strcmp(result->variant->name, "c") == 0 ? 100 : 1;
        result_fill(result, i, here);
    }
    if (here && trouble == INTERRUPT)
        raise(SIGTERM);
    /* As the sampler does with what another case's loss left unmeasured. */
    if (here && trouble == LOST) {
        result_finish(&outcome->results[group->case_count - 1]);
        outcome->results[group->case_count - 1].status = BENCH_SKIPPED;
    }
    outcome->device_unusable = here && trouble == LOST;
    outcome->interrupted = *params->interrupted != 0;
}

void sampler_outcome_finish(struct sampler_outcome *outcome)
{
    for (size_t i = 0; i < outcome->count; i++)
        result_finish(&outcome->results[i]);
    free(outcome->results);
    workload_destroy(&outcome->workload);
}

#endif
