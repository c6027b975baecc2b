/* SPDX-License-Identifier: MIT */
/* trace.c: what a device did, command by command, and what profilers and layers are told of objects
 * and passes, by VK_EXT_debug_utils. */
#include "harness/base/need.h"
#include "harness/engine/gpu/engine.h"
#include "harness/engine/gpu/private.h"
#include "harness/os/os.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Names and labels ----------------------------------------------------------------------------- */

enum { NAME_BYTES = 320 };

void gpu_name(struct gpu *gpu, VkObjectType type, uint64_t handle, const char *format, ...)
{
    char name[NAME_BYTES];
    va_list arguments;
    if (!gpu->names || handle == 0)
        return;
    va_start(arguments, format);
    vsnprintf(name, sizeof(name), format, arguments);
    va_end(arguments);
    /* Only memory can fail here, and a name is no answer. */
    vkSetDebugUtilsObjectNameEXT(gpu->device,
                                 &(VkDebugUtilsObjectNameInfoEXT){
                                     .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT,
                                     .objectType = type,
                                     .objectHandle = handle,
                                     .pObjectName = name });
}

static VkDebugUtilsLabelEXT label_of(const char *name)
{
    return (VkDebugUtilsLabelEXT){ .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_LABEL_EXT,
                                   .pLabelName = name };
}

void gpu_region_begin(struct gpu *gpu, const char *name)
{
    if (!gpu || gpu_failed(gpu) || !gpu->labels)
        return;
    const VkDebugUtilsLabelEXT label = label_of(name);
    vkQueueBeginDebugUtilsLabelEXT(gpu->queue, &label);
    gpu->regions++;
}

void gpu_region_end(struct gpu *gpu)
{
    if (!gpu || gpu->regions == 0)
        return;
    vkQueueEndDebugUtilsLabelEXT(gpu->queue);
    gpu->regions--;
}

enum { POOL_QUERIES = 256 };

/* How far outside of its submission calibrated time may put a span, beyond what the device states.
 */
static const double calibration_slack_ns = 2000;

/* Device ticks and host time of one moment. */
struct calibration {
    uint64_t ticks;
    double host_ns;
};

struct gpu_trace {
    struct gpu *gpu;
    struct gpu_trace_params params;
    struct calibration calibration; /* of the last submission */
    struct gpu_submission *submissions;
    size_t submission_count, submission_capacity;
    struct gpu_span *spans;
    size_t span_count, span_capacity;
};

/* Queries of one kind, as many as are needed; a pool of POOL_QUERIES at a time. */
struct query_list {
    VkQueryPool *pools;
    uint32_t pool_count, count;
};

struct span_recorder {
    bool on;
    enum gpu_trace_mode mode;
    struct query_list queries; /* stamps, one more than spans; or one per span that is counted */
    struct gpu_span *spans;
    size_t span_count, span_capacity;
};

const char *gpu_span_kind_name(enum gpu_span_kind kind)
{
    static const char *const names[] = { "dispatch",  "dispatch_indirect", "fill", "copy",
                                         "read_back", "barrier",           "draw", "build",
                                         "rays",      "timestamp" };
    return names[kind];
}

void gpu_span_title(enum gpu_span_kind kind, const char *name, char *text, size_t bytes)
{
    if (kind == GPU_SPAN_DISPATCH || kind == GPU_SPAN_DISPATCH_INDIRECT)
        snprintf(text, bytes, "%s", name);
    else if (kind == GPU_SPAN_READ_BACK)
        snprintf(text, bytes, "read back %s", name);
    else
        snprintf(text, bytes, "%s%s%s", gpu_span_kind_name(kind), *name ? " " : "", name);
}

static void span_add(struct gpu_span **spans, size_t *count, size_t *capacity,
                     const struct gpu_span *span)
{
    *spans = need_room(*spans, *count, capacity, sizeof(*span));
    (*spans)[(*count)++] = *span;
}

/* How long another process may hold the lock. */
static const uint64_t lock_ns = UINT64_C(2) * 1000 * 1000 * 1000;

struct gpu_counter_list {
    struct gpu_counter *counters;
    VkPerformanceCounterStorageKHR *storages;
    uint32_t count;
    bool locked;
};

/* The device's counters ------------------------------------------------------------------------ */

bool gpu_counters_can(VkPhysicalDevice physical)
{
    struct core_features core;
    gpu_core_features_read(physical, &core);
    return vkEnumeratePhysicalDeviceQueueFamilyPerformanceQueryCountersKHR &&
           gpu_extension_has(physical, EXTENSION_COUNTERS) && core.vulkan12.hostQueryReset;
}

static const struct unit {
    const char *name;
    bool is_rate;
} units[] = {
    [VK_PERFORMANCE_COUNTER_UNIT_GENERIC_KHR] = { "", false },
    [VK_PERFORMANCE_COUNTER_UNIT_PERCENTAGE_KHR] = { "%", true },
    [VK_PERFORMANCE_COUNTER_UNIT_NANOSECONDS_KHR] = { "ns", false },
    [VK_PERFORMANCE_COUNTER_UNIT_BYTES_KHR] = { "bytes", false },
    [VK_PERFORMANCE_COUNTER_UNIT_BYTES_PER_SECOND_KHR] = { "bytes/s", true },
    [VK_PERFORMANCE_COUNTER_UNIT_KELVIN_KHR] = { "K", true },
    [VK_PERFORMANCE_COUNTER_UNIT_WATTS_KHR] = { "W", true },
    [VK_PERFORMANCE_COUNTER_UNIT_VOLTS_KHR] = { "V", true },
    [VK_PERFORMANCE_COUNTER_UNIT_AMPS_KHR] = { "A", true },
    [VK_PERFORMANCE_COUNTER_UNIT_HERTZ_KHR] = { "Hz", true },
    [VK_PERFORMANCE_COUNTER_UNIT_CYCLES_KHR] = { "cycles", false },
};

bool gpu_counters_start(struct gpu *gpu)
{
    static const struct unit unknown = { "", true };
    struct gpu_counter_list *list = need_zeroed(1, sizeof(*list));
    gpu->counters = list;
    vkEnumeratePhysicalDeviceQueueFamilyPerformanceQueryCountersKHR(gpu->physical, gpu->family,
                                                                    &list->count, NULL, NULL);
    OWNED VkPerformanceCounterKHR *counters = need_zeroed(list->count, sizeof(*counters));
    OWNED VkPerformanceCounterDescriptionKHR *words = need_zeroed(list->count, sizeof(*words));
    list->counters = need_zeroed(list->count, sizeof(*list->counters));
    list->storages = need_zeroed(list->count, sizeof(*list->storages));
    for (uint32_t i = 0; i < list->count; i++) {
        counters[i].sType = VK_STRUCTURE_TYPE_PERFORMANCE_COUNTER_KHR;
        words[i].sType = VK_STRUCTURE_TYPE_PERFORMANCE_COUNTER_DESCRIPTION_KHR;
    }
    VkResult result = vkEnumeratePhysicalDeviceQueueFamilyPerformanceQueryCountersKHR(
        gpu->physical, gpu->family, &list->count, counters, words);
    for (uint32_t i = 0; i < list->count && result >= VK_SUCCESS; i++) {
        struct gpu_counter *read = &list->counters[i];
        const size_t unit = counters[i].unit;
        const struct unit *known =
            unit < sizeof(units) / sizeof(units[0]) ? &units[unit] : &unknown;
        snprintf(read->name, sizeof(read->name), "%s", words[i].name);
        snprintf(read->category, sizeof(read->category), "%s", words[i].category);
        snprintf(read->description, sizeof(read->description), "%s", words[i].description);
        read->unit = known->name;
        read->is_rate = known->is_rate;
        read->per_command = counters[i].scope == VK_PERFORMANCE_COUNTER_SCOPE_COMMAND_KHR;
        list->storages[i] = counters[i].storage;
    }
    if (result < VK_SUCCESS)
        return CHECK(gpu, result,
                     "vkEnumeratePhysicalDeviceQueueFamilyPerformanceQueryCountersKHR");
    const VkAcquireProfilingLockInfoKHR info = {
        .sType = VK_STRUCTURE_TYPE_ACQUIRE_PROFILING_LOCK_INFO_KHR, .timeout = lock_ns
    };
    result = gpu->vk.vkAcquireProfilingLockKHR(gpu->device, &info);
    list->locked = result == VK_SUCCESS;
    if (result == VK_TIMEOUT)
        return gpu_fail(gpu, GPU_ERROR,
                        "another process holds the device's profiling lock: let it end, or leave "
                        "out --counters");
    return CHECK(gpu, result, "vkAcquireProfilingLockKHR");
}

void gpu_counters_finish(struct gpu *gpu)
{
    struct gpu_counter_list *list = gpu->counters;
    if (!list)
        return;
    if (list->locked && gpu->failure.result != GPU_TIMEOUT)
        gpu->vk.vkReleaseProfilingLockKHR(gpu->device);
    free(list->counters);
    free(list->storages);
    free(list);
    gpu->counters = NULL;
}

size_t gpu_counters(const struct gpu *gpu, const struct gpu_counter **counters)
{
    const struct gpu_counter_list *list = gpu ? gpu->counters : NULL;
    *counters = list ? list->counters : NULL;
    return list ? list->count : 0;
}

/* Queries -------------------------------------------------------------------------------------- */

static VkQueryPoolPerformanceCreateInfoKHR chosen_info(const struct gpu *gpu,
                                                       const uint32_t *chosen, size_t count)
{
    return (VkQueryPoolPerformanceCreateInfoKHR){
        .sType = VK_STRUCTURE_TYPE_QUERY_POOL_PERFORMANCE_CREATE_INFO_KHR,
        .queueFamilyIndex = gpu->family,
        .counterIndexCount = (uint32_t)count,
        .pCounterIndices = chosen,
    };
}

size_t gpu_counters_together(struct gpu *gpu, const uint32_t *chosen, size_t count)
{
    size_t together = 0;
    if (!gpu || !gpu->counters)
        return 0;
    while (together < count && together < GPU_COUNTERS_TOGETHER_MAX) {
        const VkQueryPoolPerformanceCreateInfoKHR info = chosen_info(gpu, chosen, together + 1);
        uint32_t passes = 0;
        vkGetPhysicalDeviceQueueFamilyPerformanceQueryPassesKHR(gpu->physical, &info, &passes);
        if (passes != 1)
            break;
        together++;
    }
    return together;
}

/* Makes queries for the counters that a trace counts; VK_NULL_HANDLE on failure. */
static VkQueryPool counters_pool(struct gpu *gpu, const struct gpu_trace_params *params,
                                 uint32_t queries)
{
    VkQueryPool pool = VK_NULL_HANDLE;
    const VkQueryPoolPerformanceCreateInfoKHR chosen =
        chosen_info(gpu, params->counters, params->counter_count);
    const VkQueryPoolCreateInfo info = { .sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                         .pNext = &chosen,
                                         .queryType = VK_QUERY_TYPE_PERFORMANCE_QUERY_KHR,
                                         .queryCount = queries };
    return VK(gpu, vkCreateQueryPool(gpu->device, &info, NULL, &pool)) ? pool : VK_NULL_HANDLE;
}

/* Reads what one of them has found. */
static bool counters_result(struct gpu *gpu, VkQueryPool pool, uint32_t query,
                            const struct gpu_trace_params *params, double *counts)
{
    VkPerformanceCounterResultKHR results[GPU_COUNTERS_TOGETHER_MAX];
    const size_t bytes = params->counter_count * sizeof(results[0]);
    assert(params->counter_count <= GPU_COUNTERS_TOGETHER_MAX);
    if (!VK(gpu, vkGetQueryPoolResults(gpu->device, pool, query, 1, bytes, results, bytes,
                                       VK_QUERY_RESULT_WAIT_BIT)))
        return false;
    for (size_t i = 0; i < params->counter_count; i++) {
        const VkPerformanceCounterResultKHR *own = &results[i];
        switch (gpu->counters->storages[params->counters[i]]) {
        case VK_PERFORMANCE_COUNTER_STORAGE_INT32_KHR: counts[i] = own->int32; break;
        case VK_PERFORMANCE_COUNTER_STORAGE_INT64_KHR: counts[i] = (double)own->int64; break;
        case VK_PERFORMANCE_COUNTER_STORAGE_UINT32_KHR: counts[i] = own->uint32; break;
        case VK_PERFORMANCE_COUNTER_STORAGE_UINT64_KHR: counts[i] = (double)own->uint64; break;
        case VK_PERFORMANCE_COUNTER_STORAGE_FLOAT32_KHR: counts[i] = (double)own->float32; break;
        default: counts[i] = own->float64;
        }
    }
    return true;
}

/* Recording ----------------------------------------------------------------------------------- */

/* The next query, reset. VK_NULL_HANDLE on failure. */
static VkQueryPool query_next(struct gpu *gpu, struct span_recorder *recorder,
                              VkCommandBuffer commands, uint32_t *index)
{
    struct query_list *list = &recorder->queries;
    if (list->count == list->pool_count * POOL_QUERIES) {
        const bool stamps = recorder->mode == GPU_TRACE_TIMES;
        const VkQueryPoolCreateInfo info = {
            .sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
            .queryType = stamps ? VK_QUERY_TYPE_TIMESTAMP : VK_QUERY_TYPE_PIPELINE_STATISTICS,
            .queryCount = POOL_QUERIES,
            .pipelineStatistics =
                stamps ? 0 : VK_QUERY_PIPELINE_STATISTIC_COMPUTE_SHADER_INVOCATIONS_BIT,
        };
        VkQueryPool made = VK_NULL_HANDLE;
        if (recorder->mode == GPU_TRACE_COUNTERS)
            made = counters_pool(gpu, &gpu->trace->params, POOL_QUERIES);
        else if (!VK(gpu, vkCreateQueryPool(gpu->device, &info, NULL, &made)))
            return VK_NULL_HANDLE;
        if (!made)
            return VK_NULL_HANDLE;
        list->pools = need_again(list->pools, (list->pool_count + 1) * sizeof(*list->pools));
        list->pools[list->pool_count++] = made;
    }
    const VkQueryPool pool = list->pools[list->count / POOL_QUERIES];
    *index = list->count % POOL_QUERIES;
    if (*index == 0 && recorder->mode == GPU_TRACE_COUNTERS) /* not within what is counted */
        gpu->vk.vkResetQueryPool(gpu->device, pool, 0, POOL_QUERIES);
    else if (*index == 0)
        gpu->vk.vkCmdResetQueryPool(commands, pool, 0, POOL_QUERIES);
    list->count++;
    return pool;
}

static void stamp(struct gpu *gpu, struct span_recorder *recorder, VkCommandBuffer commands)
{
    uint32_t index;
    const VkQueryPool pool = query_next(gpu, recorder, commands, &index);
    if (pool)
        gpu_stamp_record(gpu, commands, pool, index);
}

static void queries_release(struct gpu *gpu, struct query_list *list)
{
    for (uint32_t i = 0; gpu && i < list->pool_count; i++)
        gpu->vk.vkDestroyQueryPool(gpu->device, list->pools[i], NULL);
    free(list->pools);
    *list = (struct query_list){ 0 };
}

void gpu_span_recorder_restart(struct gpu *gpu, struct span_recorder **handle,
                               VkCommandBuffer commands)
{
    const struct gpu_trace *trace = gpu->trace;
    if (gpu->labelled == commands)
        gpu->labelled = VK_NULL_HANDLE;
    if (!trace) {
        if (*handle)
            (*handle)->on = false;
        return;
    }
    if (!*handle)
        *handle = need_zeroed(1, sizeof(**handle));
    struct span_recorder *recorder = *handle;
    if (recorder->mode != trace->params.mode || recorder->mode == GPU_TRACE_COUNTERS)
        queries_release(gpu, &recorder->queries);
    recorder->on = true;
    recorder->mode = trace->params.mode;
    recorder->queries.count = 0;
    recorder->span_count = 0;
    if (recorder->mode == GPU_TRACE_TIMES)
        stamp(gpu, recorder, commands);
}

static bool is_counted(enum gpu_trace_mode mode, const struct gpu_span *span)
{
    if (mode == GPU_TRACE_COUNTERS)
        return span->kind != GPU_SPAN_BARRIER && span->kind != GPU_SPAN_TIMESTAMP;
    return mode == GPU_TRACE_INVOCATIONS &&
           (span->kind == GPU_SPAN_DISPATCH || span->kind == GPU_SPAN_DISPATCH_INDIRECT);
}

/* A query that is begun is ended by gpu_span_end(): the last one of the list. */
void gpu_span_begin(struct gpu_commands *commands, const struct gpu_span *span)
{
    struct gpu *gpu = commands->object.scope->gpu;
    struct span_recorder *recorder = commands->recorder;
    if (gpu->labels && span->kind != GPU_SPAN_BARRIER && span->kind != GPU_SPAN_TIMESTAMP) {
        gpu_span_title(span->kind, span->name, gpu->label, sizeof(gpu->label));
        const VkDebugUtilsLabelEXT label = label_of(gpu->label);
        vkCmdBeginDebugUtilsLabelEXT(commands->parts->handle, &label);
        gpu->labelled = commands->parts->handle;
    }
    if (!recorder || !recorder->on)
        return;
    span_add(&recorder->spans, &recorder->span_count, &recorder->span_capacity, span);
    if (!is_counted(recorder->mode, span))
        return;
    uint32_t index;
    const VkQueryPool pool = query_next(gpu, recorder, commands->parts->handle, &index);
    if (pool)
        gpu->vk.vkCmdBeginQuery(commands->parts->handle, pool, index, 0);
}

void gpu_span_end(struct gpu_commands *commands)
{
    struct gpu *gpu = commands->object.scope->gpu;
    struct span_recorder *recorder = commands->recorder;
    VkCommandBuffer handle = commands->parts->handle;
    if (gpu->labelled && gpu->labelled == handle) {
        vkCmdEndDebugUtilsLabelEXT(handle);
        gpu->labelled = VK_NULL_HANDLE;
    }
    if (!recorder || !recorder->on || gpu_failed(gpu) || recorder->span_count == 0)
        return;
    const struct query_list *list = &recorder->queries;
    if (recorder->mode == GPU_TRACE_TIMES)
        stamp(gpu, recorder, handle);
    else if (is_counted(recorder->mode, &recorder->spans[recorder->span_count - 1]))
        gpu->vk.vkCmdEndQuery(handle, list->pools[(list->count - 1) / POOL_QUERIES],
                              (list->count - 1) % POOL_QUERIES);
}

void gpu_span_recorder_release(struct gpu *gpu, struct span_recorder *recorder)
{
    if (!recorder)
        return;
    queries_release(gpu, &recorder->queries);
    free(recorder->spans);
    free(recorder);
}

/* Submissions --------------------------------------------------------------------------------- */

void gpu_submission_begin(struct gpu *gpu)
{
    struct gpu_trace *trace = gpu->trace;
    if (!trace)
        return;
    trace->submissions = need_room(trace->submissions, trace->submission_count,
                                   &trace->submission_capacity, sizeof(*trace->submissions));
    struct gpu_submission *submission = &trace->submissions[trace->submission_count++];
    *submission = (struct gpu_submission){ .first_span = trace->span_count };
    const VkCalibratedTimestampInfoEXT infos[2] = {
        { .sType = VK_STRUCTURE_TYPE_CALIBRATED_TIMESTAMP_INFO_EXT,
          .timeDomain = VK_TIME_DOMAIN_DEVICE_EXT },
        { .sType = VK_STRUCTURE_TYPE_CALIBRATED_TIMESTAMP_INFO_EXT,
          .timeDomain = gpu_host_time_domain() },
    };
    uint64_t stamps[2], deviation;
    if (!trace->params.estimate && gpu->info.features & GPU_CALIBRATED_TIMESTAMPS &&
        VK(gpu, vkGetCalibratedTimestampsEXT(gpu->device, 2, infos, stamps, &deviation))) {
        trace->calibration = (struct calibration){ stamps[0], clock_count_ns(stamps[1]) };
        submission->deviation_ns = (double)deviation;
        submission->calibrated = true;
    }
    submission->submit_ns = trace->params.now_ns();
}

static struct gpu_submission *submission_last(struct gpu_trace *trace)
{
    return trace && trace->submission_count > 0 ? &trace->submissions[trace->submission_count - 1]
                                                : NULL;
}

void gpu_submission_mark(struct gpu *gpu, bool done)
{
    struct gpu_submission *submission = submission_last(gpu->trace);
    if (!submission)
        return;
    submission->done_ns = gpu->trace->params.now_ns();
    if (!done)
        submission->submitted_ns = submission->done_ns;
}

static bool query_read(struct gpu *gpu, const struct query_list *list, uint32_t index,
                       uint64_t *value)
{
    return VK(gpu,
              vkGetQueryPoolResults(gpu->device, list->pools[index / POOL_QUERIES],
                                    index % POOL_QUERIES, 1, sizeof(*value), value, sizeof(*value),
                                    VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT));
}

/* Nanoseconds from `begin` to `end`, where end is the later one. */
static double ticks_ns(const struct gpu *gpu, uint64_t begin, uint64_t end)
{
    return (double)((end - begin) & gpu_stamp_mask(gpu)) * gpu->info.timestamp_period_ns;
}

/* Reads what the device stamped: times of the spans from the first stamp on, of which each is later
 * than the one before, and none than the host waited. */
static bool spans_read_times(struct gpu *gpu, const struct span_recorder *recorder,
                             uint64_t *first_ticks, double *total_ns)
{
    if (recorder->queries.count != recorder->span_count + 1 ||
        !query_read(gpu, &recorder->queries, 0, first_ticks))
        return false;
    uint64_t last = *first_ticks;
    double span_ns;
    *total_ns = 0;
    for (size_t i = 0; i < recorder->span_count; i++) {
        uint64_t ticks;
        if (!query_read(gpu, &recorder->queries, (uint32_t)i + 1, &ticks) ||
            !gpu_stamps_elapsed(gpu, (uint64_t[]){ last, ticks }, gpu->waited_ns, &span_ns))
            return false;
        recorder->spans[i].begin_ns = *total_ns;
        *total_ns = ticks_ns(gpu, *first_ticks, ticks);
        recorder->spans[i].end_ns = *total_ns;
        last = ticks;
    }
    return gpu_stamps_elapsed(gpu, (uint64_t[]){ *first_ticks, last }, gpu->waited_ns, total_ns);
}

void gpu_submission_collect(struct gpu *gpu, const struct span_recorder *recorder)
{
    struct gpu_trace *trace = gpu->trace;
    struct gpu_submission *submission = submission_last(trace);
    if (!submission || !recorder || !recorder->on || recorder->mode != trace->params.mode)
        return;
    double origin_ns = 0;
    if (recorder->mode == GPU_TRACE_TIMES) {
        uint64_t first_ticks;
        double total_ns;
        if (!spans_read_times(gpu, recorder, &first_ticks, &total_ns))
            return;
        /* Host time of the first stamp. Calibrated time that lies outside of the submission is not
         * believed: on some drivers the two kinds of stamps have different epochs. */
        const double rest_ns = submission->done_ns - submission->submit_ns - total_ns;
        const double slack_ns = submission->deviation_ns + calibration_slack_ns;
        origin_ns =
            trace->calibration.host_ns + ticks_ns(gpu, trace->calibration.ticks, first_ticks);
        submission->calibrated = submission->calibrated &&
                                 origin_ns >= submission->submit_ns - slack_ns &&
                                 origin_ns + total_ns <= submission->done_ns + slack_ns;
        if (!submission->calibrated) {
            origin_ns = submission->submit_ns + (rest_ns > 0 ? rest_ns / 2 : 0);
            submission->deviation_ns = 0;
        }
    }
    uint32_t query = 0;
    for (size_t i = 0; i < recorder->span_count && recorder->mode != GPU_TRACE_TIMES; i++) {
        struct gpu_span *span = &recorder->spans[i];
        const struct query_list *list = &recorder->queries;
        if (!is_counted(recorder->mode, span))
            continue;
        if (recorder->mode == GPU_TRACE_INVOCATIONS
                ? !query_read(gpu, list, query, &span->invocations)
                : !counters_result(gpu, list->pools[query / POOL_QUERIES], query % POOL_QUERIES,
                                   &trace->params, span->counts))
            return;
        query++;
    }
    for (size_t i = 0; i < recorder->span_count; i++) {
        struct gpu_span span = recorder->spans[i];
        span.begin_ns += origin_ns;
        span.end_ns += origin_ns;
        span_add(&trace->spans, &trace->span_count, &trace->span_capacity, &span);
        submission->span_count++;
    }
}

/* Traces -------------------------------------------------------------------------------------- */

struct gpu_trace *gpu_trace_begin(struct gpu *gpu, const struct gpu_trace_params *params)
{
    if (!gpu || gpu_failed(gpu))
        return NULL;
    if (gpu->info.timestamp_bits == 0) {
        gpu_fail(gpu, GPU_UNSUPPORTED, "the device's queue has no timestamps to trace by");
        return NULL;
    }
    if (params->mode == GPU_TRACE_INVOCATIONS && !(gpu->info.features & GPU_PIPELINE_STATISTICS)) {
        gpu_fail(gpu, GPU_UNSUPPORTED, "the device has no pipeline statistics");
        return NULL;
    }
    struct gpu_trace *trace = need_zeroed(1, sizeof(*trace));
    trace->gpu = gpu;
    trace->params = *params;
    gpu->trace = trace;
    return trace;
}

void gpu_trace_end(struct gpu_trace *trace)
{
    if (trace && trace->gpu && trace->gpu->trace == trace)
        trace->gpu->trace = NULL;
    if (trace)
        trace->gpu = NULL;
}

void gpu_trace_destroy(struct gpu_trace **handle)
{
    struct gpu_trace *trace = *handle;
    *handle = NULL;
    if (!trace)
        return;
    gpu_trace_end(trace);
    free(trace->submissions);
    free(trace->spans);
    free(trace);
}

size_t gpu_trace_submissions(const struct gpu_trace *trace,
                             const struct gpu_submission **submissions)
{
    *submissions = trace ? trace->submissions : NULL;
    return trace ? trace->submission_count : 0;
}

size_t gpu_trace_spans(const struct gpu_trace *trace, const struct gpu_span **spans)
{
    *spans = trace ? trace->spans : NULL;
    return trace ? trace->span_count : 0;
}
