/* SPDX-License-Identifier: MIT */
/*
 * prediction.c: what groups ask for depends on the order, the launch window and the addresses; what
 * shared caches of other shapes make of the same requests is had in the same run.
 */
#include "bench/thread_group_tiling/model/model.h"
#include "harness/base/need.h"
#include "harness/engine/cpu/cpu.h"
#include "harness/random.h"

#include <assert.h>

/* Machine -------------------------------------------------------------------------------------- */

/* Requests are kept until so many are there, so that each shared cache has them in one go. */
enum { KEPT_REQUESTS = 4096 };

/* Place of a resident group. */
struct place {
    struct tiling_group group;
    uint32_t turn; /* of its own: a tap, then the output */
    uint32_t wait; /* rounds until then */
    bool busy;
};

struct run {
    const struct tiling_machine *machine;
    const struct tiling_footprint *footprint;
    struct tiling_launch_order order;
    struct tiling_grid grid;
    struct tiling_cache *const *caches;
    size_t cache_count;
    uint32_t plane_lines, turns;
    uint32_t launch, launches;
    uint64_t random;
    uint32_t window[TILING_WINDOW_MAX]; /* launches of this window, in their order */
    struct place *places;
    struct tiling_cache **unit_caches;
    uint8_t *touched; /* sectors read, by line */
    struct tiling_request kept[KEPT_REQUESTS];
    size_t kept_count;
    struct tiling_traffic traffic;
};

static void pass_on(struct run *run)
{
    for (size_t i = 0; i < run->cache_count; i++)
        tiling_cache_access(run->caches[i], run->kept, run->kept_count);
    run->kept_count = 0;
}

static void keep(struct run *run, struct tiling_request request)
{
    if (run->kept_count == KEPT_REQUESTS)
        pass_on(run);
    run->kept[run->kept_count++] = request;
}

static void read_sectors(struct run *run, struct tiling_cache *unit_cache,
                         struct tiling_request request)
{
    run->traffic.asked += (uint64_t)__builtin_popcount(request.sectors);
    if (unit_cache)
        request.sectors = tiling_cache_read(unit_cache, request.line, request.sectors);
    if (request.sectors == 0)
        return;
    const uint32_t before = run->touched[request.line];
    run->traffic.distinct += (uint64_t)__builtin_popcount(request.sectors & ~before);
    run->touched[request.line] = (uint8_t)(before | request.sectors);
    keep(run, request);
}

static uint32_t draw(struct run *run, uint32_t below)
{
    return (uint32_t)((random_next(&run->random) >> 32) * below >> 32);
}

static void wait_for_turn(struct run *run, struct place *place)
{
    place->wait = run->machine->drift > 1 ? draw(run, run->machine->drift) : 0;
}

static void launch_next(struct run *run, struct place *place)
{
    *place = (struct place){ 0 };
    if (run->launch == run->launches)
        return;
    const uint32_t at = run->launch % run->machine->window;
    if (at == 0) {
        /* Draws the order of the launches from run->launch on. */
        const uint32_t left = run->launches - run->launch;
        const uint32_t count = left < run->machine->window ? left : run->machine->window;
        for (uint32_t i = 0; i < count; i++) {
            const uint32_t other = i > 0 ? draw(run, i + 1) : 0;
            run->window[i] = run->window[other];
            run->window[other] = run->launch + i;
        }
    }
    place->group = tiling_order_map(run->order.order, run->window[at], run->grid, run->order.n);
    place->busy = true;
    run->launch++;
    wait_for_turn(run, place);
}

static void run_all(struct run *run)
{
    const uint32_t units = run->machine->units;
    const uint32_t places = units * run->machine->unit_groups;
    for (uint32_t i = 0; i < places; i++)
        launch_next(run, &run->places[i]);
    for (bool busy = true; busy;) {
        busy = false;
        for (uint32_t i = 0; i < places; i++) {
            struct place *place = &run->places[i];
            if (!place->busy)
                continue;
            busy = true;
            if (place->wait > 0) {
                place->wait--;
            } else {
                struct tiling_request requests[TILING_REQUESTS_MAX];
                const bool reads = place->turn < run->footprint->tap_count;
                const uint32_t count =
                    reads
                        ? tiling_footprint_tap(run->footprint, place->group, place->turn, requests)
                        : tiling_footprint_output(run->footprint, place->group, requests);
                for (uint32_t plane = 0; reads && plane < run->footprint->planes; plane++)
                    for (uint32_t k = 0; k < count; k++) {
                        read_sectors(run, run->unit_caches[i % units], requests[k]);
                        requests[k].line += run->plane_lines;
                    }
                for (uint32_t k = 0; !reads && k < count; k++)
                    keep(run, requests[k]);
                if (++place->turn == run->turns)
                    launch_next(run, place);
                else
                    wait_for_turn(run, place);
            }
        }
    }
    pass_on(run);
    for (size_t i = 0; i < run->cache_count; i++)
        tiling_cache_flush(run->caches[i]);
}

void tiling_machine_run(const struct tiling_machine *machine,
                        const struct tiling_footprint *footprint, struct tiling_launch_order order,
                        struct tiling_cache *const *caches, size_t cache_count,
                        struct tiling_traffic *traffic)
{
    const struct tiling_grid grid = tiling_footprint_grid(footprint);
    const size_t places_count = (size_t)machine->units * machine->unit_groups;
    OWNED struct place *places = need_zeroed(places_count, sizeof(*places));
    OWNED struct tiling_cache **unit_caches = need_zeroed(machine->units, sizeof(*unit_caches));
    OWNED uint8_t *touched = need_zeroed(tiling_footprint_lines(footprint), 1);
    OWNED struct run *run = need_zeroed(1, sizeof(*run));
    assert(machine->window > 0 && machine->window <= TILING_WINDOW_MAX);
    *run = (struct run){ .machine = machine,
                         .footprint = footprint,
                         .order = order,
                         .grid = grid,
                         .caches = caches,
                         .cache_count = cache_count,
                         .plane_lines = tiling_footprint_plane_lines(footprint),
                         .turns = footprint->tap_count + (footprint->output_bytes > 0),
                         .launches = grid.width * grid.height,
                         .random = machine->seed,
                         .places = places,
                         .unit_caches = unit_caches,
                         .touched = touched };
    for (uint32_t i = 0; machine->unit_cache.bytes > 0 && i < machine->units; i++)
        unit_caches[i] = tiling_cache_create(&machine->unit_cache);
    run_all(run);
    *traffic = run->traffic;
    for (uint32_t i = 0; i < machine->units; i++)
        tiling_cache_destroy(&unit_caches[i]);
}

enum {
    RANGE_SHAPES = 6,  /* replacements and ways */
    RANGE_STREAMS = 4, /* launch windows and addresses */
    STREAMS = 1 + RANGE_STREAMS,
    DETAILS = 1 + RANGE_STREAMS * RANGE_SHAPES * TILING_FETCH_COUNT,
    GROUP_THREADS = 64,
};

/* Prediction ----------------------------------------------------------------------------------- */

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

/* Streams of the first order come first. */
static void run_stream(void *context, size_t number)
{
    const struct work *work = context;
    const size_t order = number / work->streams, stream = number % work->streams;
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
    for (size_t i = 0; i < count; i++)
        caches[i] = tiling_cache_create(&shapes[i]);
    tiling_machine_run(&machine, &footprint, work->request->orders[order], caches, count,
                       stream == 0 ? &counted->traffic : &traffic);
    struct tiling_cache_counts *details = counted->details;
    if (stream > 0)
        details += 1 + (stream - 1) * RANGE_SHAPES * TILING_FETCH_COUNT;
    else
        details[0] = tiling_cache_counts(caches[0], work->request->profile->fetch);
    for (size_t i = 0; i < count; i++) {
        for (int fetch = 0; stream > 0 && fetch < TILING_FETCH_COUNT; fetch++)
            *details++ = tiling_cache_counts(caches[i], (enum tiling_fetch)fetch);
        tiling_cache_destroy(&caches[i]);
    }
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

void tiling_predict(const struct tiling_prediction_request *request,
                    struct tiling_prediction *predictions)
{
    OWNED struct counted *counted = need_zeroed(request->order_count, sizeof(*counted));
    struct work work = { request, counted, request->range ? STREAMS : 1 };
    assert(request->order_count <= TILING_PREDICTION_ORDERS);
    OWNED_BY(cpu_pool_destroy) struct cpu_pool *pool = cpu_pool_create(request->threads);
    cpu_pool_each(pool, request->order_count * work.streams, 1, run_stream, &work);
    for (size_t i = 0; i < request->order_count; i++)
        predictions[i] = prediction_of(&work, i);
}
