/* SPDX-License-Identifier: MIT */
/*
 * prediction.c: what groups ask for depends on the order, the launch window and the addresses; what
 * shared caches of other shapes make of the same requests is had in the same run.
 */
#include "bench/thread_group_tiling/model/model.h"

#include "harness/engine/cpu/cpu.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

enum {
    RANGE_SHAPES = 6,  /* replacements and ways */
    RANGE_STREAMS = 4, /* launch windows and addresses */
    STREAMS = 1 + RANGE_STREAMS,
    DETAILS = 1 + RANGE_STREAMS * RANGE_SHAPES * TILING_FETCH_COUNT,
    GROUP_THREADS = 64,
};

static const uint32_t range_ways[] = { 8, 16, TILING_RANGE_WAYS };
static const uint32_t range_windows[] = { 1, 64 };

/* Counts of an order under each detail, the profile's own first. */
struct counted {
    struct tiling_cache_counts details[DETAILS];
    struct tiling_traffic traffic;
};

struct work {
    const struct tiling_prediction_request *request;
    struct counted *counted;
    size_t streams;
    atomic_bool failed;
};

double tiling_prediction_hit_rate(const struct tiling_cache_counts *counts)
{
    return counts->reads > 0 ? (double)counts->hits / (double)counts->reads : 0;
}

double tiling_prediction_bytes(const struct tiling_cache_counts *counts)
{
    return (double)(counts->memory_reads + counts->memory_writes) * TILING_SECTOR_BYTES;
}

struct tiling_machine tiling_prediction_machine(const struct tiling_prediction_request *request)
{
    const struct tiling_footprint *footprint = &request->footprint;
    struct tiling_machine machine = request->profile->machine;
    machine.unit_groups =
        machine.unit_groups * GROUP_THREADS / (footprint->group_width * footprint->group_height);
    if (machine.unit_groups < 1)
        machine.unit_groups = 1;
    if (machine.unit_groups > TILING_UNIT_GROUPS_MAX)
        machine.unit_groups = TILING_UNIT_GROUPS_MAX;
    return machine;
}

static void keep_counts(const struct work *work, size_t stream, struct tiling_cache *const *caches,
                        size_t count, struct counted *counted)
{
    if (stream == 0) {
        counted->details[0] = tiling_cache_counts(caches[0], work->request->profile->fetch);
        return;
    }
    struct tiling_cache_counts *details =
        &counted->details[1 + (stream - 1) * RANGE_SHAPES * TILING_FETCH_COUNT];
    for (size_t i = 0; i < count; i++)
        for (int fetch = 0; fetch < TILING_FETCH_COUNT; fetch++)
            *details++ = tiling_cache_counts(caches[i], (enum tiling_fetch)fetch);
}

static bool run_stream(const struct work *work, size_t order, size_t stream)
{
    struct tiling_footprint footprint = work->request->footprint;
    struct tiling_machine machine = tiling_prediction_machine(work->request);
    struct counted *counted = &work->counted[order];
    if (stream > 0) {
        machine.window = range_windows[(stream - 1) % 2];
        footprint.addressing = stream > 2 ? TILING_ADDRESSING_BLOCK : TILING_ADDRESSING_LINEAR;
    }
    struct tiling_cache_shape shapes[RANGE_SHAPES];
    struct tiling_cache *caches[RANGE_SHAPES] = { NULL };
    struct tiling_traffic traffic;
    /* Shapes of the caches that a stream has, and how many. */
    for (size_t i = 0; i < RANGE_SHAPES; i++) {
        shapes[i] = work->request->profile->cache;
        shapes[i].written_from = tiling_footprint_written_from(&footprint);
        if (stream > 0) {
            shapes[i].replacement = i % 2 == 0 ? TILING_LRU : TILING_RANDOM;
            shapes[i].ways = range_ways[i / 2];
        }
    }
    const size_t count = stream > 0 ? RANGE_SHAPES : 1;
    bool done = true;
    for (size_t i = 0; i < count; i++)
        done = done && (caches[i] = tiling_cache_create(&shapes[i]));
    done = done && tiling_machine_run(&machine, &footprint, work->request->orders[order], caches,
                                      count, stream == 0 ? &counted->traffic : &traffic);
    if (done)
        keep_counts(work, stream, caches, count, counted);
    for (size_t i = 0; i < count; i++)
        tiling_cache_destroy(&caches[i]);
    return done;
}

static void run_streams(void *context, uint32_t thread, size_t begin, size_t end)
{
    (void)thread;
    struct work *work = context;
    for (size_t i = begin; i < end; i++)
        if (!run_stream(work, i / work->streams, i % work->streams))
            atomic_store(&work->failed, true);
}

static void widen(struct tiling_span *span, double number)
{
    span->low = number < span->low ? number : span->low;
    span->high = number > span->high ? number : span->high;
}

/* The `first` order's counts are what ratios are over. */
static struct tiling_prediction prediction_of(const struct work *work, size_t order)
{
    const struct counted *counted = &work->counted[order], *first = &work->counted[0];
    struct tiling_prediction prediction = { .order = work->request->orders[order],
                                            .traffic = counted->traffic,
                                            .counts = counted->details[0] };
    for (size_t i = 0; i < (work->streams > 1 ? DETAILS : 1); i++) {
        const double rate = tiling_prediction_hit_rate(&counted->details[i]);
        const double bytes = tiling_prediction_bytes(&counted->details[i]);
        const double ratio = tiling_prediction_bytes(&first->details[i]) / bytes;
        if (i == 0) {
            prediction.ratio = ratio;
            prediction.hit_range = (struct tiling_span){ rate, rate };
            prediction.bytes_range = (struct tiling_span){ bytes, bytes };
            prediction.ratio_range = (struct tiling_span){ ratio, ratio };
        }
        widen(&prediction.hit_range, rate);
        widen(&prediction.bytes_range, bytes);
        widen(&prediction.ratio_range, ratio);
    }
    return prediction;
}

bool tiling_predict(const struct tiling_prediction_request *request,
                    struct tiling_prediction *predictions)
{
    struct work work = { .request = request, .streams = request->range ? STREAMS : 1 };
    assert(request->order_count <= TILING_PREDICTION_ORDERS);
    atomic_init(&work.failed, false);
    work.counted = calloc(request->order_count, sizeof(*work.counted));
    struct cpu_pool *pool = cpu_pool_create(request->threads);
    if (work.counted)
        cpu_pool_run(pool, request->order_count * work.streams, 1, run_streams, &work);
    const bool done = work.counted && !atomic_load(&work.failed);
    for (size_t i = 0; done && i < request->order_count; i++)
        predictions[i] = prediction_of(&work, i);
    cpu_pool_destroy(&pool);
    free(work.counted);
    return done;
}
