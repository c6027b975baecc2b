/* SPDX-License-Identifier: MIT */
#include "bench/tile_subdivision/tiles.h"

#include "bench/common/device.h"
#include "harness/engine/cpu/cpu.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

/* Tiles ---------------------------------------------------------------------------------------- */

enum {
    VERIFY_TEXT_BYTES = 128,
    THREADS_FROM = 1 << 18, /* tiles: with fewer, threads take longer to start than to look */
    THREADS_CHUNK = 1 << 14,
};

static float verify_float(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof(value));
    return value;
}

/* "level 3 (4, 5) importance 2.5 threshold 4", with the bits where the values alone may not tell.
 */
static void verify_describe(const struct tile_list *tiles, size_t index,
                            char text[VERIFY_TEXT_BYTES])
{
    uint32_t key = tiles->keys[index];
    snprintf(text, VERIFY_TEXT_BYTES,
             "level %" PRIu32 " (%" PRIu32 ", %" PRIu32 ") importance %.9g [%08" PRIx32
             "] threshold %.9g [%08" PRIx32 "]",
             tiles_tile_level(key), tiles_tile_x(key), tiles_tile_y(key),
             verify_float(tiles->importances[index]), tiles->importances[index],
             verify_float(tiles->thresholds[index]), tiles->thresholds[index]);
}

/* Is the key a node of the map at all? */
static bool verify_key_is_node(uint32_t key, uint32_t top)
{
    uint32_t level = tiles_tile_level(key);
    return level <= top && tiles_tile_x(key) < 1u << (top - level) &&
           tiles_tile_y(key) < 1u << (top - level);
}

/* Index of the reference's tile that a record is, or SIZE_MAX. */
static size_t verify_find(const struct tiles_workload *workload, const struct tile_list *tiles,
                          size_t record)
{
    const struct tile_list *wanted = &workload->tiles;
    uint32_t key = tiles->keys[record];
    if (!verify_key_is_node(key, workload->pyramid.top))
        return SIZE_MAX;
    size_t index = (size_t)workload->tile_at[tiles_tile_first_pixel(key)] - 1;
    bool same = index != SIZE_MAX && wanted->keys[index] == key &&
                wanted->importances[index] == tiles->importances[record] &&
                wanted->thresholds[index] == tiles->thresholds[record];
    return same ? index : SIZE_MAX;
}

/* A record that is none of the reference's. */
static bool verify_fail_foreign(struct context *context, const struct tiles_workload *workload,
                                const struct tile_list *tiles, size_t record)
{
    char came[VERIFY_TEXT_BYTES], wanted[VERIFY_TEXT_BYTES];
    uint32_t key = tiles->keys[record];
    verify_describe(tiles, record, came);
    if (!verify_key_is_node(key, workload->pyramid.top)) {
        snprintf(wanted, sizeof(wanted), "a node of the map (top %" PRIu32 ")",
                 workload->pyramid.top);
    } else if (workload->tile_at[tiles_tile_first_pixel(key)] == 0) {
        snprintf(wanted, sizeof(wanted), "no tile that starts there");
    } else {
        verify_describe(&workload->tiles, workload->tile_at[tiles_tile_first_pixel(key)] - 1,
                        wanted);
    }
    return context_mismatch(context, "%s%zu tiles, wanted %zu: tile %zu is %s; wanted: %s",
                            workload->place, tiles->count, workload->tiles.count, record, came,
                            wanted);
}

/* A tile of `list` that came twice, out of order, or not at all. */
static bool verify_fail(struct context *context, const struct tiles_workload *workload,
                        size_t count, const char *what, const struct tile_list *list, size_t index)
{
    char text[VERIFY_TEXT_BYTES];
    verify_describe(list, index, text);
    return context_mismatch(context, "%s%zu tiles, wanted %zu: %s: tile %zu, %s", workload->place,
                            count, workload->tiles.count, what, index, text);
}

struct verify_job {
    const struct tiles_workload *workload;
    const struct tile_list *tiles;
    atomic_uchar *seen; /* a bit per tile of the reference */
    bool ordered;
    atomic_bool wrong;
};

static void verify_some(void *context, uint32_t thread, size_t begin, size_t end)
{
    struct verify_job *job = context;
    (void)thread;
    for (size_t record = begin; record < end && !job->wrong; record++) {
        const size_t index = verify_find(job->workload, job->tiles, record);
        const unsigned char bit = (unsigned char)(1u << index % 8);
        if (index == SIZE_MAX || (job->ordered && index != record) ||
            (atomic_fetch_or_explicit(&job->seen[index / 8], bit, memory_order_relaxed) & bit) != 0)
            job->wrong = true;
    }
}

/* Whether all is well, by all of the host's threads. They do not tell what comes first where it is
 * not; nor is it known when memory runs out. */
static bool verify_by_threads(struct context *context, const struct tiles_workload *workload,
                              const struct tile_list *tiles, bool ordered)
{
    struct verify_job job = { .workload = workload, .tiles = tiles, .ordered = ordered };
    struct cpu_pool *pool = cpu_pool_create(0);
    job.seen = context_alloc(context, workload->tiles.count / 8 + 1);
    if (job.seen)
        cpu_pool_run(pool, tiles->count, THREADS_CHUNK, verify_some, &job);
    cpu_pool_destroy(&pool);
    return job.seen && !job.wrong && tiles->count == workload->tiles.count;
}

bool tiles_verify(struct context *context, const struct tiles_workload *workload,
                  const struct tile_list *tiles, bool ordered)
{
    const size_t wanted = workload->tiles.count;
    if (tiles->count > tiles->capacity)
        return context_mismatch(context, "%s%zu tiles, wanted %zu: more than the room for %zu",
                                workload->place, tiles->count, wanted, tiles->capacity);
    if (tiles->count >= THREADS_FROM && verify_by_threads(context, workload, tiles, ordered))
        return true;
    uint8_t *seen = context_alloc(context, wanted / 8 + 1); /* a bit per tile of the reference */
    if (!seen)
        return false;
    for (size_t record = 0; record < tiles->count; record++) {
        size_t index = verify_find(workload, tiles, record);
        if (index == SIZE_MAX)
            return verify_fail_foreign(context, workload, tiles, record);
        if ((seen[index / 8] >> index % 8 & 1) != 0)
            return verify_fail(context, workload, tiles->count, "came twice", tiles, record);
        if (ordered && index != record)
            return verify_fail(context, workload, tiles->count, "out of order", tiles, record);
        seen[index / 8] |= (uint8_t)(1u << index % 8);
    }
    for (size_t index = 0; index < wanted; index++)
        if ((seen[index / 8] >> index % 8 & 1) == 0)
            return verify_fail(context, workload, tiles->count, "lost", &workload->tiles, index);
    return true;
}

/* Check ---------------------------------------------------------------------------------------- */

enum { DIGEST_GROUPS = 64 };

/* Compares a digest of the tile buffers, made on the device. */
static bool check_digest(struct bench_case *c, uint32_t count)
{
    const struct tile_digest *wanted = &tiles_input(c)->digest;
    const char *place = tiles_input(c)->place;
    const struct tiles_buffers *buffers = tiles_input(c)->buffers;
    struct gpu_commands *commands = buffers->digest_commands;
    uint32_t words[5];
    gpu_commands_restart(commands);
    gpu_commands_fill(commands, buffers->digest, 0, sizeof(words), 0);
    gpu_commands_barrier(commands, GPU_TRANSFER, GPU_COMPUTE);
    kernel_dispatch(commands, buffers->digest_kernel,
                    .buffers = { buffers->keys, buffers->importances, buffers->thresholds,
                                 tiles_state(c)->control, buffers->digest },
                    .groups = { DIGEST_GROUPS, 1, 1 });
    gpu_commands_barrier(commands, GPU_COMPUTE, GPU_TRANSFER);
    gpu_commands_read_back(commands, buffers->digest, 0, sizeof(words), words);
    if (!gpu_commands_submit(commands))
        return false;
    const struct tile_digest got = { .count = count,
                                     .area = words[0],
                                     .sum = { words[1], words[2] },
                                     .exclusive_or = { words[3], words[4] } };
    if (got.count != wanted->count)
        return context_mismatch(&c->context, "%s%u tiles, wanted %u", place, got.count,
                                wanted->count);
    if (got.area != wanted->area)
        return context_mismatch(&c->context, "%sthe tiles cover %u pixels, wanted %u", place,
                                got.area, wanted->area);
    if (memcmp(&got, wanted, sizeof(got)) != 0)
        return context_mismatch(&c->context, "%shash of the tiles %08x%08x, wanted %08x%08x", place,
                                got.sum[0], got.sum[1], wanted->sum[0], wanted->sum[1]);
    return true;
}

static bool check_list(struct bench_case *c, const struct tile_list *list)
{
    return tiles_verify(&c->context, tiles_input(c), list, tiles_traits(c).ordered);
}

/* Reads the tiles back and compares each. */
static bool check_tiles(struct bench_case *c, uint32_t count)
{
    const struct tiles_buffers *buffers = tiles_input(c)->buffers;
    struct gpu_buffer *const outputs[3] = { buffers->keys, buffers->importances,
                                            buffers->thresholds };
    struct tile_list list = { .count = count,
                              .capacity = (size_t)1 << 2 * tiles_input(c)->pyramid.top };
    const size_t stored = count < list.capacity ? count : list.capacity;
    uint32_t **const lists[3] = { &list.keys, &list.importances, &list.thresholds };
    for (int i = 0; i < 3; i++) {
        *lists[i] = context_read_mutable(&c->context, outputs[i], 0, 4 * stored);
        if (!*lists[i])
            return false;
    }
    return check_list(c, &list);
}

bool tiles_check_pyramid(struct bench_case *c)
{
    const struct pyramid *right = &tiles_input(c)->pyramid;
    const size_t count = tiles_pyramid_count(right->top);
    const float *built = tiles_state(c)->pyramid.values;
    if (c->variant->kind != BENCH_CPU)
        built = context_read(&c->context, tiles_input(c)->buffers->pyramid, 0, 4 * count);
    return context_compare(&c->context, "the pyramid", built, right->values, count,
                           (struct context_element){ .form = CONTEXT_WORDS });
}

bool tiles_check(struct bench_case *c, enum bench_check check)
{
    const struct tiles_case *state = tiles_state(c);
    uint32_t count;
    if (c->variant->kind == BENCH_CPU)
        return check_list(c, &state->list);
    if (state->image && check == BENCH_CHECK_FULL && !tiles_pyramid_image_check(c))
        return false;
    return gpu_buffer_read(state->control, 4 * TILES_COUNT_WORD, &count, sizeof(count)) &&
           (check == BENCH_CHECK_QUICK || check_tiles(c, count)) && check_digest(c, count);
}
