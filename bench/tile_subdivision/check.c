/* SPDX-License-Identifier: MIT */
#include "bench/tile_subdivision/check.h"

#include "bench/tile_subdivision/device.h"

#include <stdlib.h>
#include <string.h>

enum { DIGEST_GROUPS = 64 };

/* Digest of what lies in the tile buffers, made on the device. */
static bool digest_read(struct bench_case *c, uint32_t count, struct tile_digest *digest)
{
    const struct tiles_buffers *buffers = tiles_state(c)->workload->buffers;
    struct gpu_commands *commands = buffers->digest_commands;
    uint32_t words[5];
    gpu_commands_restart(commands);
    gpu_commands_fill(commands, buffers->digest, 0, sizeof(words), 0);
    gpu_commands_barrier(commands, GPU_TRANSFER, GPU_COMPUTE);
    gpu_commands_dispatch(commands,
                          &(struct gpu_dispatch){
                              .kernel = buffers->digest_kernel,
                              .buffers = { buffers->keys, buffers->importances, buffers->thresholds,
                                           tiles_state(c)->control, buffers->digest },
                              .groups = { DIGEST_GROUPS, 1, 1 } });
    gpu_commands_barrier(commands, GPU_COMPUTE, GPU_TRANSFER);
    gpu_commands_read_back(commands, buffers->digest, 0, sizeof(words), words);
    if (!gpu_commands_submit(commands))
        return false;
    *digest = (struct tile_digest){ .count = count,
                                    .area = words[0],
                                    .sum = { words[1], words[2] },
                                    .exclusive_or = { words[3], words[4] } };
    return true;
}

static bool check_digest(struct bench_case *c, uint32_t count)
{
    const struct tile_digest *wanted = &tiles_state(c)->workload->digest;
    struct tile_digest got;
    if (!digest_read(c, count, &got))
        return false;
    if (got.count != wanted->count)
        return context_mismatch(&c->context, "%u tiles, wanted %u", got.count, wanted->count);
    if (got.area != wanted->area)
        return context_mismatch(&c->context, "the tiles cover %u pixels, wanted %u", got.area,
                                wanted->area);
    if (memcmp(&got, wanted, sizeof(got)) != 0)
        return context_mismatch(&c->context, "hash of the tiles %08x%08x, wanted %08x%08x",
                                got.sum[0], got.sum[1], wanted->sum[0], wanted->sum[1]);
    return true;
}

static bool check_list(struct bench_case *c, const struct tile_list *list)
{
    char message[256];
    if (tiles_verify(tiles_state(c)->workload, list, tiles_state(c)->variant->ordered, message,
                     sizeof(message)))
        return true;
    return context_mismatch(&c->context, "%s", message);
}

/* Reads the tiles back and compares each. */
static bool check_tiles(struct bench_case *c, uint32_t count)
{
    const struct tiles_workload *workload = tiles_state(c)->workload;
    const struct tiles_buffers *buffers = workload->buffers;
    const size_t capacity = (size_t)1 << 2 * workload->pyramid.top;
    const size_t stored = count < capacity ? count : capacity;
    struct tile_list list;
    bool ok = false;
    if (!tiles_tile_list_init(&list, capacity))
        return context_mismatch(&c->context, "no host memory to check %zu tiles", capacity);
    list.count = count;
    if (stored == 0 || (gpu_buffer_read(buffers->keys, 0, list.keys, 4 * stored) &&
                        gpu_buffer_read(buffers->importances, 0, list.importances, 4 * stored) &&
                        gpu_buffer_read(buffers->thresholds, 0, list.thresholds, 4 * stored)))
        ok = check_list(c, &list);
    list.count = 0;
    tiles_tile_list_finish(&list);
    return ok;
}

/* Compares the pyramid that the case built, bit by bit. */
static bool check_pyramid(struct bench_case *c)
{
    const struct tiles_workload *workload = tiles_state(c)->workload;
    const size_t count = tiles_pyramid_count(workload->pyramid.top);
    uint32_t *values = malloc(4 * count);
    bool ok = values && gpu_buffer_read(workload->buffers->pyramid, 0, values, 4 * count);
    for (size_t i = 0; ok && i < count; i++) {
        if (memcmp(&values[i], &workload->pyramid.values[i], 4) == 0)
            continue;
        uint32_t wanted;
        memcpy(&wanted, &workload->pyramid.values[i], 4);
        ok = context_mismatch(&c->context, "pyramid word %zu is %08x, wanted %08x", i, values[i],
                              wanted);
    }
    free(values);
    return ok;
}

bool tiles_check(struct bench_case *c, enum bench_check check)
{
    const struct tiles_case *state = tiles_state(c);
    uint32_t count;
    if (state->variant->compute)
        return check_list(c, &state->list);
    if (!gpu_buffer_read(state->control, 4 * TILES_COUNT_WORD, &count, sizeof(count)))
        return false;
    if (check == BENCH_CHECK_FULL &&
        (!check_tiles(c, count) || (state->builds && !check_pyramid(c))))
        return false;
    return check_digest(c, count);
}
