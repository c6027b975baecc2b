/* SPDX-License-Identifier: MIT */
#include "bench/cbt/leaves/leaves.h"

#include "bench/common/axis.h"
#include "bench/common/device.h"

#include "cbt.kernels.h"

enum { GROUP = 64, CONSTANTS = 12, CONSTANT_POOL_DEPTH = 10, CONSTANT_LEAN = 11 };

const struct pool_method cbt_pool_published = { .lean = false }, cbt_pool_lean = { .lean = true };

static const char *const slots_names[] = { "32K", "64K", "128K", "256K", "512K", "1M", NULL };

const struct bench_axis cbt_pool_axes[] = {
    AXIS("slots", "slots of the pool: the most leaves that there may be", .names = slots_names,
         .values = { "128K", "128K", "128K,1M" }),
    { 0 },
};

uint32_t cbt_pool_leaves_slots_depth(const struct context *context)
{
    return POOL_DEPTH_MIN + axis_place(context, "slots", slots_names);
}

/* Buffers ------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    uint32_t slot_bytes; /* 0: not by the slot */
    bool read;           /* back, to be checked */
    bool carried;        /* written by a frame and read by the next; BEFORE by the next but one */
} buffer_kinds[POOL_BUFFERS] = {
    [POOL_STATE] = { "state", 0, true, true },       [POOL_IDS] = { "ids", 8, true, true },
    [POOL_BEFORE] = { "before", 12, true, true },    [POOL_AFTER] = { "after", 12, false, false },
    [POOL_WORKS] = { "works", 16, false, false },    [POOL_BITS] = { "bits", 0, true, true },
    [POOL_TREE] = { "tree", 0, true, true },         [POOL_LIVE] = { "live", 4, true, true },
    [POOL_CHOSEN] = { "chosen", 4, false, false },   [POOL_ACTING] = { "acting", 4, false, false },
    [POOL_LINKING] = { "linking", 4, false, false },
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

struct gpu_buffer *cbt_pool_leaves_buffer(const struct pool_leaves *pool, enum pool_buffer buffer,
                                          uint32_t frame)
{
    const bool links = buffer == POOL_BEFORE || buffer == POOL_AFTER;
    return pool->buffers[links && frame % 2 != 0 ? POOL_BEFORE + POOL_AFTER - buffer : buffer];
}

static bool buffers_create(struct pool_leaves *pool)
{
    struct context *context = pool->leaves.context;
    pool->read = context_alloc(context, (size_t)4 << pool->slots_depth);
    bool ok = pool->read;
    for (int i = 0; ok && i < POOL_BUFFERS; i++) {
        const uint64_t bytes = buffer_bytes((enum pool_buffer)i, pool->slots_depth);
        pool->buffers[i] = buffer_create(context->scope, buffer_kinds[i].name, bytes, NULL);
        if (buffer_kinds[i].read)
            pool->words[i] = context_alloc(context, bytes);
        ok = !buffer_kinds[i].read || pool->words[i];
    }
    if (ok) {
        const uint32_t ids[4] = { 2, 0, 3, 0 }, live[2] = { 0, 1 };
        const uint32_t links[2 * POOL_EDGES] = { POOL_NONE, POOL_NONE, 1, POOL_NONE, POOL_NONE, 0 };
        const uint32_t state[4] = { 1, 1, 1, 2 };
        uint32_t *bits = pool->words[POOL_BITS], *tree = pool->words[POOL_TREE];
        bits[0] = 3;
        cbt_pool_tree_reduce(tree, bits, pool->slots_depth);
        for (int i = 0; i < POOL_BUFFERS; i++)
            gpu_buffer_fill(pool->buffers[i], 0, gpu_buffer_bytes(pool->buffers[i]), 0);
        gpu_buffer_write(pool->buffers[POOL_STATE], 0, state, sizeof(state));
        gpu_buffer_write(pool->buffers[POOL_IDS], 0, ids, sizeof(ids));
        gpu_buffer_write(pool->buffers[POOL_BEFORE], 0, links, sizeof(links));
        gpu_buffer_write(pool->buffers[POOL_BITS], 0, bits,
                         buffer_bytes(POOL_BITS, pool->slots_depth));
        gpu_buffer_write(pool->buffers[POOL_TREE], 0, tree,
                         buffer_bytes(POOL_TREE, pool->slots_depth));
        gpu_buffer_write(pool->buffers[POOL_LIVE], 0, live, sizeof(live));
    }
    return ok;
}

/* Record -------------------------------------------------------------------------------------- */

/* A frame under way. */
struct recording {
    const struct pool_leaves *pool;
    struct gpu_commands *commands;
    uint32_t frame;
    bool lean;
};

/* One step of a frame: who waits for it finds what it wrote. */
static void step(const struct recording *r, struct gpu_dispatch *dispatch, enum pool_kernel kernel)
{
    dispatch->kernel = r->pool->kernels[kernel];
    for (int i = 0; i < POOL_BUFFERS; i++)
        dispatch->buffers[i] = cbt_pool_leaves_buffer(r->pool, (enum pool_buffer)i, r->frame);
    gpu_commands_dispatch(r->commands, dispatch);
    gpu_commands_barrier(r->commands, GPU_COMPUTE, GPU_COMPUTE | GPU_INDIRECT);
}

static void record_groups(const struct recording *r, enum pool_kernel kernel, uint32_t groups)
{
    step(r, &(struct gpu_dispatch){ .groups = { groups, 1, 1 } }, kernel);
}

static void record_list(const struct recording *r, enum pool_kernel kernel, uint32_t list)
{
    step(r,
         &(struct gpu_dispatch){ .indirect = r->pool->buffers[POOL_STATE],
                                 .indirect_offset = 4 * (uint64_t)list },
         kernel);
}

static void record_prepare(const struct recording *r, uint32_t list)
{
    if (!r->lean)
        step(r, &(struct gpu_dispatch){ .groups = { 1, 1, 1 }, .push = &list, .push_bytes = 4 },
             POOL_PREPARE);
}

static void record_copy(const struct recording *r)
{
    if (r->lean)
        return;
    struct gpu_buffer *from = cbt_pool_leaves_buffer(r->pool, POOL_BEFORE, r->frame);
    struct gpu_buffer *to = cbt_pool_leaves_buffer(r->pool, POOL_AFTER, r->frame);
    gpu_commands_barrier(r->commands, GPU_COMPUTE, GPU_TRANSFER);
    gpu_commands_copy(r->commands, to, 0, from, 0, gpu_buffer_bytes(from));
    gpu_commands_barrier(r->commands, GPU_TRANSFER, GPU_COMPUTE);
}

static void record_links(const struct recording *r, enum pool_kernel kernel)
{
    record_prepare(r, POOL_STATE_LINKING);
    if (!r->lean)
        record_list(r, kernel, POOL_STATE_LINKING);
}

static void record(const struct leaves *leaves, struct gpu_commands *commands, uint32_t frame)
{
    const struct pool_leaves *pool = (const struct pool_leaves *)leaves;
    const struct recording r = { pool, commands, frame, pool->method->lean };
    record_groups(&r, POOL_RESET, 1);
    struct gpu_dispatch classify = { .indirect = pool->buffers[POOL_STATE],
                                     .indirect_offset = 4 * POOL_STATE_LIVE,
                                     .push = cbt_leaves_push(leaves, frame),
                                     .push_bytes = leaves->course.push_bytes };
    for (int i = 0; i < LEAVES_RULE_BUFFERS; i++)
        classify.buffers[POOL_BUFFERS + i] = leaves->course.rule.buffers[i];
    step(&r, &classify, POOL_CLASSIFY);
    record_prepare(&r, POOL_STATE_CHOSEN);
    if (frame % 2 == 0) {
        record_list(&r, POOL_SPLIT, POOL_STATE_CHOSEN);
        record_prepare(&r, POOL_STATE_ACTING);
        record_list(&r, POOL_ALLOCATE, POOL_STATE_ACTING);
        record_copy(&r);
        record_list(&r, POOL_BISECT, POOL_STATE_ACTING);
        record_links(&r, POOL_PROPAGATE_BISECT);
    } else {
        record_list(&r, POOL_PREPARE_SIMPLIFY, POOL_STATE_CHOSEN);
        record_prepare(&r, POOL_STATE_ACTING);
        record_copy(&r);
        record_list(&r, POOL_SIMPLIFY, POOL_STATE_ACTING);
        record_links(&r, POOL_PROPAGATE_SIMPLIFY);
    }
    if (r.lean) {
        record_groups(&r, POOL_REDUCE, 1);
    } else {
        record_groups(&r, POOL_REDUCE_WORDS, 1u << (pool->slots_depth - 15));
        record_groups(&r, POOL_REDUCE_FIRST, 8);
        record_groups(&r, POOL_REDUCE_SECOND, 1);
    }
    record_groups(&r, POOL_INDEX, (1u << pool->slots_depth) / GROUP);
    record_prepare(&r, POOL_STATE_LIVE);
}

/* Save ---------------------------------------------------------------------------------------- */

static bool save(struct leaves *leaves, uint32_t frame, const struct heap *before,
                 const struct heap *after)
{
    struct pool_leaves *pool = (struct pool_leaves *)leaves;
    const bool once = before && after;
    pool->saved_frame = frame;
    gpu_commands_restart(leaves->commands);
    for (int i = 0; i < POOL_BUFFERS; i++) {
        if (!buffer_kinds[i].carried || (i == POOL_BEFORE && once))
            continue;
        struct gpu_buffer *from = cbt_pool_leaves_buffer(pool, (enum pool_buffer)i, frame);
        const uint64_t bytes = gpu_buffer_bytes(from);
        pool->saved[i] = buffer_create(leaves->context->scope, "saved", bytes, NULL);
        gpu_commands_copy(leaves->commands, pool->saved[i], 0, from, 0, bytes);
    }
    return gpu_commands_submit(leaves->commands);
}

static void restore(const struct leaves *leaves, struct gpu_commands *commands)
{
    const struct pool_leaves *pool = (const struct pool_leaves *)leaves;
    for (int i = 0; i < POOL_BUFFERS; i++)
        if (pool->saved[i])
            gpu_commands_copy(commands,
                              cbt_pool_leaves_buffer(pool, (enum pool_buffer)i, pool->saved_frame),
                              0, pool->saved[i], 0, gpu_buffer_bytes(pool->saved[i]));
}

/* Check --------------------------------------------------------------------------------------- */

static bool read_back(const struct pool_leaves *pool, enum pool_buffer buffer, uint64_t bytes,
                      uint32_t frame)
{
    return bytes == 0 || gpu_buffer_read_by_threads(cbt_pool_leaves_buffer(pool, buffer, frame + 1),
                                                    0, pool->words[buffer], bytes);
}

static bool check_state(const struct pool_leaves *pool, uint32_t frame)
{
    struct context *context = pool->leaves.context;
    const uint32_t *state = pool->words[POOL_STATE];
    const uint32_t count = state[POOL_STATE_LIVE + POOL_STATE_COUNT];
    if (state[POOL_STATE_OVERFLOW] != 0)
        return context_mismatch(
            context, "frame %u: a frame needs more slots than are free: take more", frame);
    if (state[POOL_STATE_LIVE] != (count + GROUP - 1) / GROUP)
        return context_mismatch(context, "frame %u: %u groups for %u bisectors", frame,
                                state[POOL_STATE_LIVE], count);
    return count <= 1u << pool->slots_depth ||
           context_mismatch(context, "frame %u: %u leaves, more than there are slots", frame,
                            count);
}

/* Reads as much of each buffer as the check takes; links are as the next frame finds them. */
static const uint32_t *read_leaves(struct leaves *leaves, uint32_t frame, size_t *count)
{
    struct pool_leaves *pool = (struct pool_leaves *)leaves;
    const uint32_t depth = pool->slots_depth;
    if (!read_back(pool, POOL_STATE, buffer_bytes(POOL_STATE, depth), frame) ||
        !read_back(pool, POOL_BITS, buffer_bytes(POOL_BITS, depth), frame) ||
        !read_back(pool, POOL_TREE, buffer_bytes(POOL_TREE, depth), frame) ||
        !check_state(pool, frame))
        return NULL;
    uint32_t words = 1u << (depth - 5); /* up to the last slot that is taken */
    while (words > 0 && pool->words[POOL_BITS][words - 1] == 0)
        words--;
    const struct pool_view view = {
        .frame = frame,
        .depth = depth,
        .slots = 32 * words,
        .ids = (void *)pool->words[POOL_IDS],
        .neighbours = (void *)pool->words[POOL_BEFORE],
        .bits = pool->words[POOL_BITS],
        .tree = pool->words[POOL_TREE],
        .live = pool->words[POOL_LIVE],
        .live_count = pool->words[POOL_STATE][POOL_STATE_LIVE + POOL_STATE_COUNT],
    };
    *count = view.live_count;
    return read_back(pool, POOL_IDS, 8 * (uint64_t)view.slots, frame) &&
                   read_back(pool, POOL_BEFORE, 12 * (uint64_t)view.slots, frame) &&
                   read_back(pool, POOL_LIVE, 4 * (uint64_t)*count, frame) &&
                   cbt_pool_check(leaves->context, &view, pool->read)
               ? pool->read
               : NULL;
}

/* Checks a frame without a heap: pools list the leaves by themselves. */
static bool check(struct leaves *leaves, uint32_t frame, const struct heap *wanted)
{
    (void)wanted;
    return cbt_leaves_check(leaves, frame);
}

/*
 * Ids and slots of all leaves, each read once; neighbours copied, of the whole pool or of the
 * leaves; the bits read and the tree and the live list written. What changes comes on top: an id,
 * three neighbours.
 */
static void work(const struct leaves *leaves, uint32_t frame, struct bench_work *work)
{
    const struct pool_leaves *pool = (const struct pool_leaves *)leaves;
    const struct reference_state *state = &leaves->course.states[frame];
    const double slots = (double)((uint64_t)1 << pool->slots_depth);
    const double leaves_before = state->leaves_before, leaves_after = state->leaf_count;
    const double copied = 12 * (pool->method->lean ? leaves_before : slots);
    work->bytes_read += 12 * leaves_before + copied + slots / 8;
    work->bytes_written += copied + 4.0 * cbt_pool_tree_words(pool->slots_depth) +
                           4 * leaves_after + 20 * (double)state->changed;
    work->operations += leaves_before;
}

static struct leaves_memory memory(const struct leaves *leaves)
{
    const struct pool_leaves *pool = (const struct pool_leaves *)leaves;
    uint64_t bytes = 0;
    for (int i = 0; i < POOL_BUFFERS; i++)
        bytes += gpu_buffer_bytes(pool->buffers[i]);
    return (struct leaves_memory){ bytes, bytes };
}

static const struct leaves_kind pool_kind = { .record = record,
                                              .barrier = true,
                                              .read = read_leaves,
                                              .check = check,
                                              .save = save,
                                              .restore = restore,
                                              .work = work,
                                              .memory = memory };

/* Make ---------------------------------------------------------------------------------------- */

struct gpu_kernel *cbt_pool_leaves_kernel_create(const struct pool_leaves *pool,
                                                 const struct gpu_shader *shader)
{
    struct gpu_kernel_params params = { .shader = shader,
                                        .constants = { pool->leaves.course.depth },
                                        .constant_count = CONSTANTS };
    params.constants[CONSTANT_POOL_DEPTH] = pool->slots_depth;
    params.constants[CONSTANT_LEAN] = pool->method->lean;
    return gpu_kernel_create(pool->leaves.context->scope, &params);
}

/* A kernel for ids of 64 bits, and the one for devices without 64-bit integers. */
#define BOTH(name)                                                                                 \
    {                                                                                              \
        &kernel_cbt_ocbt_##name, &kernel_cbt_ocbt_##name##_uvec2                                   \
    }

static void kernels_create(struct pool_leaves *pool)
{
    enum { ALWAYS, PUBLISHED, LEAN };
    const struct leaves_rule *rule = &pool->leaves.course.rule;
    const struct gpu_info *info = gpu_info(gpu_scope_device(pool->leaves.context->scope));
    const bool pairs = !(info->features & GPU_SHADER_INT64);
    const struct {
        const struct gpu_shader *shaders[2];
        int used;
    } kinds[POOL_KERNELS] = {
        [POOL_RESET] = { BOTH(reset), ALWAYS },
        [POOL_CLASSIFY] = { { rule->classify, rule->classify_pairs }, ALWAYS },
        [POOL_PREPARE] = { BOTH(prepare), PUBLISHED },
        [POOL_SPLIT] = { BOTH(split), ALWAYS },
        [POOL_ALLOCATE] = { BOTH(allocate), ALWAYS },
        [POOL_BISECT] = { BOTH(bisect), ALWAYS },
        [POOL_PROPAGATE_BISECT] = { BOTH(propagate_bisect), PUBLISHED },
        [POOL_PREPARE_SIMPLIFY] = { BOTH(prepare_simplify), ALWAYS },
        [POOL_SIMPLIFY] = { BOTH(simplify), ALWAYS },
        [POOL_PROPAGATE_SIMPLIFY] = { BOTH(propagate_simplify), PUBLISHED },
        [POOL_REDUCE_WORDS] = { BOTH(reduce_words), PUBLISHED },
        [POOL_REDUCE_FIRST] = { BOTH(reduce_first), PUBLISHED },
        [POOL_REDUCE_SECOND] = { BOTH(reduce_second), PUBLISHED },
        [POOL_REDUCE] = { BOTH(reduce), LEAN },
        [POOL_INDEX] = { BOTH(index), ALWAYS },
    };
    for (int i = 0; i < POOL_KERNELS; i++)
        if (kinds[i].used == ALWAYS || (kinds[i].used == LEAN) == pool->method->lean)
            pool->kernels[i] = cbt_pool_leaves_kernel_create(pool, kinds[i].shaders[pairs]);
}

struct pool_leaves *cbt_pool_leaves_create(struct context *context,
                                           const struct pool_method *method, uint32_t slots_depth,
                                           const struct leaves_course *course)
{
    struct pool_leaves *pool = context_alloc(context, sizeof(*pool));
    if (!pool)
        return NULL;
    if (course->leaves_max > 1u << slots_depth) {
        context_unsupported(context, "%u leaves do not fit into the slots: take more",
                            course->leaves_max);
        return NULL;
    }
    cbt_leaves_init(&pool->leaves, &pool_kind, context, course);
    pool->method = method;
    pool->slots_depth = slots_depth;
    if (!buffers_create(pool))
        return NULL;
    kernels_create(pool);
    return context_ok(context) ? pool : NULL;
}
