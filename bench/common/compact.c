/* SPDX-License-Identifier: MIT */
#include "bench/common/compact.h"

#include "bench/common/device.h"

#include "common.kernels.h"

#include <assert.h>
#include <string.h>

enum {
    GROUP_SIZE = 256,
    TUPLE_ROWS = 12,
    WORD_ROWS = 8,
    MANY_ENTRIES = 1 << 23, /* of which numbered tiles are many, however large they are: */
    MANY_GROUP_SIZE = 512,
    MANY_ROWS = 9,
    MASKED_TUPLE_ROWS = 8, /* by reduce-then-scan */
    MASKED_WORD_ROWS = 4,
    SPINS = 16,
    SPINS_ALONE = 1 << 14, /* of pure look-back: some 10 ms */
};

#define NO_WORD 0xffffffffu /* as length_word: the length is push.entries */

/* The kernels' push constants. */
struct compact_push {
    uint32_t entries, length_word, count_word;
};

enum compact_method compact_method_of(const struct gpu_info *info)
{
    const uint32_t needs = COMPACT_NEEDS_SINGLE_PASS;
    return info && (info->features & needs) == needs ? COMPACT_SINGLE_PASS
                                                     : COMPACT_REDUCE_THEN_SCAN;
}

/* Masks have a word per thread, and reduce-then-scan puts the words of a whole tile in order in
 * shared memory; the others keep a tile in registers, four times as many as rows. */
uint32_t compact_rows_max(enum compact_method method, uint32_t entry_words)
{
    if (entry_words == 4)
        return 32;
    return method == COMPACT_REDUCE_THEN_SCAN ? 6 : 16;
}

/* True where tiles are many, and the device has groups of that size: shared memory has 8 words a
 * thread, and 256 subgroups are the most. */
static bool has_many(const struct compact_params *params, const struct gpu_info *info)
{
    return params->method == COMPACT_NUMBERED && params->entries >= MANY_ENTRIES && info &&
           info->limits.group_invocations_max >= MANY_GROUP_SIZE &&
           info->limits.shared_bytes_max >= 32768 && info->subgroup_size_min > 1;
}

static uint32_t rows_default(const struct compact_params *params, const struct gpu_info *info)
{
    const enum compact_method method = params->method;
    const uint32_t entry_words = params->entry_words;
    if (has_many(params, info))
        return MANY_ROWS;
    if (method != COMPACT_REDUCE_THEN_SCAN)
        return entry_words == 4 ? TUPLE_ROWS : WORD_ROWS;
    if (entry_words == 4)
        return MASKED_TUPLE_ROWS;
    return info && info->limits.shared_bytes_max < 32768 ? MASKED_WORD_ROWS / 2 : MASKED_WORD_ROWS;
}

static struct gpu_kernel *compact_kernel(struct gpu_scope *scope, const struct compact *compact,
                                         const struct gpu_shader *shader, uint32_t count)
{
    const struct compact_params *params = &compact->params;
    const bool fallback = params->method != COMPACT_LOOK_BACK;
    return gpu_kernel_create(
        scope, &(struct gpu_kernel_params){ .shader = shader,
                                            .constants = { compact->group_size, params->entry_words,
                                                           params->rows, params->spins, fallback,
                                                           params->withheld },
                                            .constant_count = count });
}

struct compact compact_create(struct gpu_scope *scope, const struct compact_params *params)
{
    const struct gpu_info *info = gpu_info(gpu_scope_device(scope));
    const uint32_t limit = info ? info->limits.group_count_max[0] : 1;
    const uint32_t most = info ? info->limits.group_invocations_max : GROUP_SIZE;
    struct compact compact = { .params = *params, .group_size = params->group_size };
    assert(params->entry_words == 4 || params->entry_words == 1);
    assert(params->entries <= COMPACT_ENTRIES_MAX);
    assert(params->rows <= compact_rows_max(params->method, params->entry_words));
    if (params->group_size == 0)
        compact.group_size = has_many(params, info) ? MANY_GROUP_SIZE
                             : most < GROUP_SIZE    ? most
                                                    : GROUP_SIZE;
    if (params->rows == 0)
        compact.params.rows = rows_default(params, info);
    if (params->spins == 0)
        compact.params.spins = params->method == COMPACT_LOOK_BACK ? SPINS_ALONE : SPINS;
    compact.tile = compact.group_size * compact.params.rows * 4 / params->entry_words;
    const uint64_t all = ((uint64_t)params->entries + compact.tile - 1) / compact.tile;
    const uint32_t tiles = all > 0 ? (uint32_t)all : 1;
    compact.groups[0] = tiles < limit ? tiles : limit;
    compact.groups[1] = (tiles + compact.groups[0] - 1) / compact.groups[0];
    compact.groups[2] = 1;
    if (params->method == COMPACT_REDUCE_THEN_SCAN) {
        compact.count = compact_kernel(scope, &compact, &kernel_common_compact_count, 3);
        compact.scatter = compact_kernel(scope, &compact, &kernel_common_compact_scatter, 3);
        compact.masks =
            buffer_create(scope, "masks of tiles", 4 * (uint64_t)(compact.tile / 32) * tiles, NULL);
        struct gpu_buffer *counts =
            buffer_create(scope, "counts of tiles", 4 * ((uint64_t)tiles + 1), NULL);
        struct gpu_buffer *length =
            buffer_create(scope, "length of the stream", 4, &compact.params.entries);
        compact.spine = scan_spine_create(scope, (struct scan_spine){ .arrays = counts,
                                                                      .array_count = 1,
                                                                      .stride = tiles + 1,
                                                                      .counts = length,
                                                                      .divide = compact.tile });
    } else {
        const uint64_t group_count = (uint64_t)compact.groups[0] * compact.groups[1];
        const uint64_t bytes = 4 * (3 + 2 * group_count);
        const struct gpu_shader *shader = compact.params.method == COMPACT_NUMBERED
                                              ? &kernel_common_compact_numbered
                                              : &kernel_common_compact_single;
        compact.single = compact_kernel(scope, &compact, shader, 6);
        compact.states = buffer_create(scope, "states of tiles", bytes, NULL);
        gpu_buffer_fill(compact.states, 0, bytes, 0);
    }
    return compact;
}

static void dispatch(struct gpu_commands *commands, const struct compact *compact,
                     const struct compact_streams *streams, struct gpu_kernel *kernel)
{
    const struct compact_push push = { streams->length ? compact->params.entries : streams->entries,
                                       streams->length ? streams->length_word : NO_WORD,
                                       streams->count_word };
    const bool single = kernel == compact->single;
    struct gpu_buffer *lengths = streams->length ? streams->length : streams->count;
    struct gpu_buffer *state = single ? compact->states : compact->masks;
    struct gpu_dispatch dispatch = {
        .kernel = kernel,
        .buffers = { streams->input, streams->input, lengths, state, compact->spine.arrays,
                     streams->output, streams->output, streams->count },
        PUSH(push),
        .groups = { compact->groups[0], compact->groups[1], 1 },
    };
    gpu_commands_dispatch(commands, &dispatch);
}

void compact_record(struct gpu_commands *commands, const struct compact *compact,
                    const struct compact_streams *streams)
{
    assert(streams->length || streams->entries <= compact->params.entries);
    if (compact->single) {
        dispatch(commands, compact, streams, compact->single);
        return;
    }
    dispatch(commands, compact, streams, compact->count);
    gpu_commands_barrier(commands, GPU_COMPUTE, GPU_COMPUTE);
    struct scan_spine spine = compact->spine;
    if (streams->length)
        spine.counts = streams->length;
    scan_spine_record(commands, &spine, streams->length ? streams->length_word : 0);
    gpu_commands_barrier(commands, GPU_COMPUTE, GPU_COMPUTE);
    dispatch(commands, compact, streams, compact->scatter);
}
