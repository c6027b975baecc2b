/* SPDX-License-Identifier: MIT */
/* made_measurer.h: a measurer that measures nothing: devices and results of session_test.c are made
 * up. */
#ifndef CLAIMCHECK_TESTS_CLI_SESSION_MADE_MEASURER_H
#define CLAIMCHECK_TESTS_CLI_SESSION_MADE_MEASURER_H

#include "harness/base/base.h"
#include "harness/cli/session/session.h"
#include "harness/engine/measure/measure.h"
#include "tests/unit.h"

#include <signal.h>

/* Behaviour of the measurer; set before a command is run. */
enum mishap { NONE, INTERRUPT, CUT, KILL, LOST, WRONG, UNSUPPORTED, WORKLOAD };
static enum mishap mishap;
static int mishap_group;         /* how many groups before it comes */
static uint32_t repetitions = 1; /* that it decides on, where nobody has before */
static bool all_throttled;
static int device_count = 1, devices_creatable = 100;
static enum gpu_kind device_kinds[2]; /* discrete, unless a test says otherwise */
static char device_uuid[33] = "00112233445566778899aabbccddeeff";
static bool one_uuid;       /* of all devices: the bus tells them apart */
static int first_bus;       /* of the devices that are here; the first is gone where it is 1 */
static int goes_after = -1; /* as many devices are opened before the first one goes */

static enum gpu_result made_list(struct gpu_info **infos, int *count)
{
    *infos = device_count == 0 ? NULL : calloc((size_t)device_count, sizeof(**infos));
    *count = device_count;
    for (int i = 0; i < device_count; i++) {
        struct gpu_info *info = &(*infos)[i];
        *info = (struct gpu_info){ .index = i,
                                   .name = "Made 1",
                                   .kind = i < 2 ? device_kinds[i] : GPU_DISCRETE,
                                   .usable = true };
        snprintf(info->uuid, sizeof(info->uuid), "%s", device_uuid);
        snprintf(info->driver_uuid, sizeof(info->driver_uuid), "%s", device_uuid);
        snprintf(info->api_version, sizeof(info->api_version), "1.3.0");
        info->uuid[0] = (char)('0' + (one_uuid ? 0 : first_bus + i));
        snprintf(info->pci_bus, sizeof(info->pci_bus), "%d", first_bus + i);
        snprintf(info->identity, sizeof(info->identity), "%s %s", info->uuid, info->pci_bus);
    }
    return GPU_OK;
}

/* A line of the file "opened" is the bus. */
static void opened_write(const char *pci_bus)
{
    FILE *file = fopen("opened", "a");
    assert_non_null(file);
    fprintf(file, "%s\n", pci_bus);
    assert_int_equal(fclose(file), 0);
}

/* A device that nobody looks into. */
static struct gpu *made_open(const struct gpu_params *params, enum gpu_result *result)
{
    struct gpu_info *infos;
    int count;
    if (goes_after-- == 0)
        first_bus++;
    made_list(&infos, &count);
    *result = GPU_ERROR;
    trouble("the device is gone");
    const int chosen = params->identity
                           ? gpu_find(infos, count, params->identity)
                           : gpu_choose(infos, count, params->selector, trouble_buffer());
    const bool made = chosen >= 0 && devices_creatable-- > 0;
    if (made)
        opened_write(infos[chosen].pci_bus);
    free(infos);
    return made ? malloc(1) : NULL;
}

static void made_close(struct gpu **gpu)
{
    free(*gpu);
    *gpu = NULL;
}

static void result_measure(struct result *result)
{
    result->c.samples = calloc(1, sizeof(*result->c.samples));
    result->c.samples[0] = (struct run_sample){ .gpu_ns = 5.0, .wall_ns = 6.0 };
    result->c.sample_count = 1;
    result->c.stop = RESULT_STOP_SAMPLES;
    result->c.clock.raises = 1;
    result->c.samples[0].throttled = result->c.clock.throttled_count = all_throttled;
    result->c.check_before = result->c.check_after = true;
    result->c.gpu = stats_summarize(&(double){ 5.0 }, 1);
    result->c.wall = stats_summarize(&(double){ 6.0 }, 1);
}

static void result_fill(struct result *result, size_t index, bool here)
{
    static const enum bench_status statuses[] = {
        [LOST] = BENCH_DEVICE_LOST, [WRONG] = BENCH_FAILED_VERIFY, [UNSUPPORTED] = BENCH_UNSUPPORTED
    };
    if (here && mishap == KILL && index == 1)
        raise(SIGKILL);
    if (here && mishap == INTERRUPT && index > 0)
        return; /* not measured */
    if (here && index == 1 && mishap >= LOST) {
        result->c.status = statuses[mishap];
        snprintf(result->reason, sizeof(result->reason), "for a test");
    } else {
        result_measure(result);
        if (here && mishap == CUT && index != 1)
            result->c.stop = RESULT_STOP_INTERRUPTED;
    }
}

static void made_run(const struct sampler_params *params, const struct plan_group *group,
                     struct sampler_results *outcome)
{
    static int groups;
    bool here = groups++ == mishap_group;
    assert_non_null(params->gpu);
    *outcome = (struct sampler_results){ .count = group->case_count };
    outcome->results = calloc(group->case_count, sizeof(*outcome->results));
    if (here && mishap == WORKLOAD) {
        outcome->workload_failed = true;
        snprintf(outcome->message, sizeof(outcome->message), "cannot read 'x'");
        return;
    }
    outcome->workload = workload_create(group, params->seed, NULL);
    outcome->facts = context_facts(&outcome->workload->context);
    for (size_t i = 0; i < group->case_count; i++) {
        struct result *result = &outcome->results[i];
        const struct plan_sampling *sampling = &group->cases[i].sampling;
        result_init(result, group, &group->cases[i]);
        result->c.inner_repetitions =
            sampling->repetitions > 0 ? sampling->repetitions : repetitions;
        result->c.stamps_each = sampling->stamps_each;
        result->c.preceded_by = sampling->preceding == PLAN_PRECEDING_ITSELF
                                    ? RUN_PRECEDED_BY_ITSELF
                                    : RUN_PRECEDED_BY_OTHERS;
        result->c.tick_ns = result->c.empty_ns = 0;
        result->c.work.chain = strcmp(result->variant->name, "c") == 0 ? 100 : 1;
        result_fill(result, i, here);
    }
    if (here && (mishap == INTERRUPT || mishap == CUT))
        raise(SIGTERM);
    /* The sampler does so with cases that another case's loss left unmeasured. */
    if (here && mishap == LOST) {
        result_finish(&outcome->results[group->case_count - 1]);
        outcome->results[group->case_count - 1].c.status = BENCH_SKIPPED;
    }
    outcome->device_unusable = here && mishap == LOST;
    outcome->interrupted = *params->interrupted != 0;
}

static const struct measurer made_measurer = {
    .list = made_list, .open = made_open, .close = made_close, .run = made_run
};

#endif
