/* SPDX-License-Identifier: MIT */
#include "bench/tile_subdivision/tiles.h"

#include <string.h>

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
