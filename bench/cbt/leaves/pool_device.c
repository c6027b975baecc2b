/* SPDX-License-Identifier: MIT */
#include "bench/cbt/leaves/pool_device.h"

#include "cbt.kernels.h"

#include <stdio.h>
#include <stdlib.h>

enum { GROUP = 64, CONSTANT_POOL_DEPTH = 10, CONSTANT_LEAN = 11 };

const struct pool_method cbt_pool_published = { .lean = false }, cbt_pool_lean = { .lean = true };

/* Buffers -------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    uint32_t slot_bytes; /* 0: not by the slot */
} buffer_kinds[POOL_BUFFERS] = {
    [POOL_STATE] = { "state", 0 },     [POOL_IDS] = { "ids", 8 },
    [POOL_BEFORE] = { "before", 12 },  [POOL_AFTER] = { "after", 12 },
    [POOL_WORKS] = { "works", 16 },    [POOL_BITS] = { "bits", 0 },
    [POOL_TREE] = { "tree", 0 },       [POOL_LIVE] = { "live", 4 },
    [POOL_CHOSEN] = { "chosen", 4 },   [POOL_ACTING] = { "acting", 4 },
    [POOL_LINKING] = { "linking", 4 },
};

static uint64_t buffer_bytes(enum pool_buffer buffer, uint32_t depth)
{
    switch (buffer) {
    case POOL_STATE: return 4 * POOL_STATE_WORDS;
    case POOL_BITS: return (uint64_t)1 << (depth - 3);
    case POOL_TREE: return 4 * (uint64_t)cbt_pool_tree_words(depth);
    default: return (uint64_t)buffer_kinds[buffer].slot_bytes << depth;
    }
}

static bool buffers_init(struct pool_device *pool)
{
    const uint32_t ids[4] = { 2, 0, 3, 0 }, live[2] = { 0, 1 }, two_bits = 3;
    const uint32_t links[2 * POOL_EDGES] = { POOL_NONE, POOL_NONE, 1, POOL_NONE, POOL_NONE, 0 };
    const uint32_t state[4] = { 1, 1, 1, 2 };
    const uint32_t words = 1u << (pool->depth - 5);
    uint32_t *bits = calloc(words, 4), *tree = calloc(cbt_pool_tree_words(pool->depth), 4);
    const bool ready = bits && tree;
    if (ready) {
        bits[0] = two_bits;
        cbt_pool_tree_reduce(tree, bits, pool->depth);
        for (int i = 0; i < POOL_BUFFERS; i++)
            gpu_buffer_fill(pool->buffers[i], 0, gpu_buffer_bytes(pool->buffers[i]), 0);
        gpu_buffer_write(pool->buffers[POOL_STATE], 0, state, sizeof(state));
        gpu_buffer_write(pool->buffers[POOL_IDS], 0, ids, sizeof(ids));
        gpu_buffer_write(pool->buffers[POOL_BEFORE], 0, links, sizeof(links));
        gpu_buffer_write(pool->buffers[POOL_BITS], 0, bits, 4 * (uint64_t)words);
        gpu_buffer_write(pool->buffers[POOL_TREE], 0, tree,
                         4 * (uint64_t)cbt_pool_tree_words(pool->depth));
        gpu_buffer_write(pool->buffers[POOL_LIVE], 0, live, sizeof(live));
    }
    free(bits);
    free(tree);
    return ready && !gpu_failed(gpu_scope_device(pool->scope));
}

/* Kernels -------------------------------------------------------------------------------------- */

void cbt_pool_device_shaders(struct pool_device *pool)
{
    static const struct gpu_shader *const shaders[POOL_KERNELS] = {
        [POOL_RESET] = &kernel_cbt_ocbt_reset,
        [POOL_CLASSIFY] = &kernel_cbt_ocbt_classify,
        [POOL_PREPARE] = &kernel_cbt_ocbt_prepare,
        [POOL_SPLIT] = &kernel_cbt_ocbt_split,
        [POOL_ALLOCATE] = &kernel_cbt_ocbt_allocate,
        [POOL_BISECT] = &kernel_cbt_ocbt_bisect,
        [POOL_PROPAGATE_BISECT] = &kernel_cbt_ocbt_propagate_bisect,
        [POOL_PREPARE_SIMPLIFY] = &kernel_cbt_ocbt_prepare_simplify,
        [POOL_SIMPLIFY] = &kernel_cbt_ocbt_simplify,
        [POOL_PROPAGATE_SIMPLIFY] = &kernel_cbt_ocbt_propagate_simplify,
        [POOL_REDUCE_WORDS] = &kernel_cbt_ocbt_reduce_words,
        [POOL_REDUCE_FIRST] = &kernel_cbt_ocbt_reduce_first,
        [POOL_REDUCE_SECOND] = &kernel_cbt_ocbt_reduce_second,
        [POOL_REDUCE] = &kernel_cbt_ocbt_reduce,
        [POOL_INDEX] = &kernel_cbt_ocbt_index,
    };
    for (int i = 0; i < POOL_KERNELS; i++)
        pool->shaders[i] = shaders[i];
}

static bool is_used(const struct pool_method *method, enum pool_kernel kernel)
{
    switch (kernel) {
    case POOL_PREPARE:
    case POOL_PROPAGATE_BISECT:
    case POOL_PROPAGATE_SIMPLIFY:
    case POOL_REDUCE_WORDS:
    case POOL_REDUCE_FIRST:
    case POOL_REDUCE_SECOND: return !method->lean;
    case POOL_REDUCE: return method->lean;
    default: return true;
    }
}

bool cbt_pool_device_init(struct pool_device *pool, const struct pool_method *method,
                          struct gpu_scope *scope, uint32_t depth, uint32_t depth_max)
{
    pool->method = method;
    pool->scope = scope;
    pool->depth = depth;
    pool->depth_max = depth_max;
    for (int i = 0; i < POOL_BUFFERS; i++)
        pool->buffers[i] = gpu_buffer_create(
            scope,
            &(struct gpu_buffer_params){ .name = buffer_kinds[i].name,
                                         .bytes = buffer_bytes((enum pool_buffer)i, depth) });
    struct gpu_kernel_params params = { .constants = { depth_max }, .constant_count = 12 };
    params.constants[CONSTANT_POOL_DEPTH] = depth;
    params.constants[CONSTANT_LEAN] = method->lean;
    for (int i = 0; i < POOL_KERNELS; i++) {
        params.shader = pool->shaders[i];
        if (is_used(method, (enum pool_kernel)i))
            pool->kernels[i] = gpu_kernel_create(scope, &params);
    }
    pool->commands = gpu_commands_begin(scope);
    return buffers_init(pool);
}

/* Frames --------------------------------------------------------------------------------------- */

/* One step of a frame: who waits for it finds what it wrote. */
static void step(const struct pool_device *pool, struct gpu_commands *commands,
                 struct gpu_dispatch *dispatch, enum pool_kernel kernel)
{
    dispatch->kernel = pool->kernels[kernel];
    for (int i = 0; i < POOL_BUFFERS; i++)
        dispatch->buffers[i] = pool->buffers[i];
    gpu_commands_dispatch(commands, dispatch);
    gpu_commands_barrier(commands, GPU_COMPUTE, GPU_COMPUTE | GPU_INDIRECT);
}

static void record_groups(const struct pool_device *pool, struct gpu_commands *commands,
                          enum pool_kernel kernel, uint32_t groups)
{
    step(pool, commands, &(struct gpu_dispatch){ .groups = { groups, 1, 1 } }, kernel);
}

static void record_list(const struct pool_device *pool, struct gpu_commands *commands,
                        enum pool_kernel kernel, uint32_t list)
{
    step(pool, commands,
         &(struct gpu_dispatch){ .indirect = pool->buffers[POOL_STATE],
                                 .indirect_offset = 4 * (uint64_t)list },
         kernel);
}

static void record_prepare(const struct pool_device *pool, struct gpu_commands *commands,
                           uint32_t list)
{
    if (!pool->method->lean)
        step(pool, commands,
             &(struct gpu_dispatch){ .groups = { 1, 1, 1 }, .push = &list, .push_bytes = 4 },
             POOL_PREPARE);
}

static void record_copy(const struct pool_device *pool, struct gpu_commands *commands)
{
    if (pool->method->lean)
        return;
    gpu_commands_barrier(commands, GPU_COMPUTE, GPU_TRANSFER);
    gpu_commands_copy(commands, pool->buffers[POOL_AFTER], 0, pool->buffers[POOL_BEFORE], 0,
                      gpu_buffer_bytes(pool->buffers[POOL_BEFORE]));
    gpu_commands_barrier(commands, GPU_TRANSFER, GPU_COMPUTE);
}

static void record_links(const struct pool_device *pool, struct gpu_commands *commands,
                         enum pool_kernel kernel)
{
    record_prepare(pool, commands, POOL_STATE_LINKING);
    if (!pool->method->lean)
        record_list(pool, commands, kernel, POOL_STATE_LINKING);
}

static void record_reduction(const struct pool_device *pool, struct gpu_commands *commands)
{
    if (pool->method->lean) {
        record_groups(pool, commands, POOL_REDUCE, 1);
        return;
    }
    record_groups(pool, commands, POOL_REDUCE_WORDS, 1u << (pool->depth - 15));
    record_groups(pool, commands, POOL_REDUCE_FIRST, 8);
    record_groups(pool, commands, POOL_REDUCE_SECOND, 1);
}

static void record_classify(const struct pool_device *pool, struct gpu_commands *commands,
                            const struct pool_frame *frame)
{
    struct gpu_dispatch dispatch = { .indirect = pool->buffers[POOL_STATE],
                                     .indirect_offset = 4 * POOL_STATE_LIVE,
                                     .push = frame->push,
                                     .push_bytes = frame->push_bytes };
    for (int i = 0; i < POOL_RULE_BUFFERS; i++)
        dispatch.buffers[POOL_BUFFERS + i] = pool->rule_buffers[i];
    step(pool, commands, &dispatch, POOL_CLASSIFY);
}

struct pool_frame cbt_pool_frame_sequence(const struct sequence_frame *frame)
{
    return (struct pool_frame){ frame, sizeof(*frame), frame->merges != 0 };
}

void cbt_pool_device_record(const struct pool_device *pool, struct gpu_commands *commands,
                            const struct pool_frame *frame)
{
    record_groups(pool, commands, POOL_RESET, 1);
    record_classify(pool, commands, frame);
    record_prepare(pool, commands, POOL_STATE_CHOSEN);
    if (!frame->merges) {
        record_list(pool, commands, POOL_SPLIT, POOL_STATE_CHOSEN);
        record_prepare(pool, commands, POOL_STATE_ACTING);
        record_list(pool, commands, POOL_ALLOCATE, POOL_STATE_ACTING);
        record_copy(pool, commands);
        record_list(pool, commands, POOL_BISECT, POOL_STATE_ACTING);
        record_links(pool, commands, POOL_PROPAGATE_BISECT);
    } else {
        record_list(pool, commands, POOL_PREPARE_SIMPLIFY, POOL_STATE_CHOSEN);
        record_prepare(pool, commands, POOL_STATE_ACTING);
        record_copy(pool, commands);
        record_list(pool, commands, POOL_SIMPLIFY, POOL_STATE_ACTING);
        record_links(pool, commands, POOL_PROPAGATE_SIMPLIFY);
    }
    record_reduction(pool, commands);
    record_groups(pool, commands, POOL_INDEX, (1u << pool->depth) / GROUP);
    record_prepare(pool, commands, POOL_STATE_LIVE);
}

uint32_t cbt_pool_device_chain(const struct pool_device *pool, bool merges)
{
    if (pool->method->lean)
        return merges ? 6 : 7;
    return merges ? 14 : 15;
}

void cbt_pool_device_swap(struct pool_device *pool)
{
    struct gpu_buffer *const before = pool->buffers[POOL_BEFORE];
    pool->buffers[POOL_BEFORE] = pool->buffers[POOL_AFTER];
    pool->buffers[POOL_AFTER] = before;
}

bool cbt_pool_device_step(struct pool_device *pool, const struct pool_frame *frame)
{
    gpu_commands_restart(pool->commands);
    cbt_pool_device_record(pool, pool->commands, frame);
    if (!gpu_commands_submit(pool->commands))
        return false;
    cbt_pool_device_swap(pool);
    return true;
}

/* Reading back --------------------------------------------------------------------------------- */

static void *read_bytes(const struct pool_device *pool, enum pool_buffer buffer, uint64_t bytes)
{
    void *words = malloc(bytes + 4);
    if (words && bytes > 0 && !gpu_buffer_read(pool->buffers[buffer], 0, words, bytes)) {
        free(words);
        words = NULL;
    }
    return words;
}

/* One past the last slot that is taken. */
static uint32_t slots_end(const uint32_t *bits, uint32_t depth)
{
    uint32_t word = 1u << (depth - 5);
    while (word > 0 && bits[word - 1] == 0)
        word--;
    return 32 * word;
}

static bool check_state(const uint32_t *state, char message[POOL_MESSAGE_BYTES])
{
    const uint32_t count = state[POOL_STATE_LIVE + POOL_STATE_COUNT];
    if (state[POOL_STATE_OVERFLOW] != 0)
        snprintf(message, POOL_MESSAGE_BYTES, "a frame needs more slots than are free: take more");
    else if (state[POOL_STATE_LIVE] != (count + GROUP - 1) / GROUP)
        snprintf(message, POOL_MESSAGE_BYTES, "%u groups for %u bisectors", state[POOL_STATE_LIVE],
                 count);
    else
        return true;
    return false;
}

/* Of each buffer as much as the check takes; false where one cannot be read. */
static bool read_pool(const struct pool_device *pool, uint32_t *words[POOL_BUFFERS],
                      uint32_t *slots, char message[POOL_MESSAGE_BYTES])
{
    static const enum pool_buffer whole[] = { POOL_STATE, POOL_BITS, POOL_TREE };
    snprintf(message, POOL_MESSAGE_BYTES, "the pool could not be read back");
    for (size_t i = 0; i < sizeof(whole) / sizeof(whole[0]); i++)
        if (!(words[whole[i]] = read_bytes(pool, whole[i], buffer_bytes(whole[i], pool->depth))))
            return false;
    if (!check_state(words[POOL_STATE], message))
        return false;
    const uint32_t count = words[POOL_STATE][POOL_STATE_LIVE + POOL_STATE_COUNT];
    if (count > 1u << pool->depth) {
        snprintf(message, POOL_MESSAGE_BYTES, "%u leaves, more than there are slots", count);
        return false;
    }
    *slots = slots_end(words[POOL_BITS], pool->depth);
    words[POOL_IDS] = read_bytes(pool, POOL_IDS, 8 * (uint64_t)*slots);
    words[POOL_BEFORE] = read_bytes(pool, POOL_BEFORE, 12 * (uint64_t)*slots);
    words[POOL_LIVE] = read_bytes(pool, POOL_LIVE, 4 * (uint64_t)count);
    return words[POOL_IDS] && words[POOL_BEFORE] && words[POOL_LIVE];
}

uint32_t *cbt_pool_device_leaves(struct pool_device *pool, size_t *count,
                                 char message[POOL_MESSAGE_BYTES])
{
    uint32_t *words[POOL_BUFFERS] = { 0 }, *leaves = NULL, slots = 0;
    if (read_pool(pool, words, &slots, message)) {
        const struct pool_view view = {
            .depth = pool->depth,
            .slots = slots,
            .ids = (void *)words[POOL_IDS],
            .neighbours = (void *)words[POOL_BEFORE],
            .bits = words[POOL_BITS],
            .tree = words[POOL_TREE],
            .live = words[POOL_LIVE],
            .live_count = words[POOL_STATE][POOL_STATE_LIVE + POOL_STATE_COUNT],
        };
        *count = view.live_count;
        leaves = malloc(4 * *count + 4);
        if (leaves && !cbt_pool_check(&view, leaves, message)) {
            free(leaves);
            leaves = NULL;
        }
    }
    for (int i = 0; i < POOL_BUFFERS; i++)
        free(words[i]);
    return leaves;
}
