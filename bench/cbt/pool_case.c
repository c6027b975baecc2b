/* SPDX-License-Identifier: MIT */
#include "bench/cbt/pool_case.h"

#include "bench/cbt/update_workload.h"
#include "bench/common/hash.h"

#include <stdlib.h>
#include <string.h>

static const char *const slots_names[] = { "32K", "64K", "128K", "256K", "512K", "1M", NULL };

const struct bench_axis pool_axes[] = {
    { .name = "slots",
      .help = "slots of the pool: the most leaves that there may be",
      .names = slots_names,
      .values = { "128K", "128K", "128K,256K,512K,1M" } },
    { 0 },
};

/* What a frame writes and the next one reads; AFTER is written anew. */
static const enum pool_buffer carried[] = { POOL_STATE, POOL_IDS, POOL_BITS, POOL_TREE, POOL_LIVE };
enum { CARRIED = sizeof(carried) / sizeof(carried[0]) };

bool pool_case_is(const struct bench_case *c)
{
    return c->variant->data == &pool_published || c->variant->data == &pool_lean;
}

static const struct update_workload *workload_of(const struct bench_case *c)
{
    return c->workload->state;
}

static uint32_t slots_depth(const struct bench_case *c)
{
    const char *text = bench_case_text(c, "slots");
    uint32_t depth = POOL_DEPTH_MIN;
    while (strcmp(slots_names[depth - POOL_DEPTH_MIN], text) != 0)
        depth++;
    return depth;
}

/* The whole pool, and its leaves against those of the reference's frame. */
static bool check_frame(struct bench_case *c, uint32_t frame)
{
    struct pool_case *state = c->state;
    const struct update_workload *answer = workload_of(c);
    char message[POOL_MESSAGE_BYTES];
    size_t count = 0;
    uint32_t *leaves = pool_device_leaves(&state->pool, &count, message);
    if (leaves == NULL)
        return bench_mismatch(c, "frame %u: %s", frame, message);
    const uint64_t hash = hash_bytes(leaves, 4 * count);
    free(leaves);
    if (count != answer->leaf_counts[frame])
        return bench_mismatch(c, "frame %u: %zu leaves, wanted %u", frame, count,
                              answer->leaf_counts[frame]);
    return hash == answer->leaf_hashes[frame] ||
           bench_mismatch(c, "frame %u: hash of the leaves %016llx, wanted %016llx", frame,
                          (unsigned long long)hash, (unsigned long long)answer->leaf_hashes[frame]);
}

static bool run_frames(struct bench_case *c)
{
    struct pool_case *state = c->state;
    const struct update_workload *answer = workload_of(c);
    for (uint32_t f = 0; f < answer->frame; f++) {
        const struct sequence_frame frame = sequence_frame(answer->kind, answer->depth, f);
        if (!pool_device_step(&state->pool, &frame) || !check_frame(c, f))
            return false;
    }
    return true;
}

static bool save(struct bench_case *c)
{
    struct pool_case *state = c->state;
    struct gpu_commands *commands = gpu_commands_begin(c->scope);
    for (int i = 0; i < CARRIED; i++) {
        struct gpu_buffer *from = state->pool.buffers[carried[i]];
        struct gpu_buffer *to = gpu_buffer_create(
            c->scope,
            &(struct gpu_buffer_params){ .name = "saved", .bytes = gpu_buffer_bytes(from) });
        gpu_commands_copy(commands, to, 0, from, 0, gpu_buffer_bytes(from));
        state->saved[carried[i]] = to;
    }
    return gpu_commands_submit(commands);
}

bool pool_case_setup(struct bench_case *c)
{
    struct pool_case *state = c->state;
    const struct update_workload *answer = workload_of(c);
    const uint32_t depth = slots_depth(c);
    if (answer->leaves_max > 1u << depth)
        return bench_unsupported(c, "%u leaves do not fit into the slots: take more",
                                 answer->leaves_max);
    pool_device_shaders(&state->pool);
    if (!pool_device_init(&state->pool, c->variant->data, c->scope, depth, answer->depth) ||
        !run_frames(c))
        return false;
    bench_output(c, state->pool.buffers[POOL_AFTER]);
    return save(c);
}

void pool_case_reset(struct bench_case *c, struct gpu_commands *commands)
{
    const struct pool_case *state = c->state;
    for (int i = 0; i < CARRIED; i++) {
        struct gpu_buffer *saved = state->saved[carried[i]];
        gpu_commands_copy(commands, state->pool.buffers[carried[i]], 0, saved, 0,
                          gpu_buffer_bytes(saved));
    }
}

void pool_case_record(struct bench_case *c, struct gpu_commands *commands)
{
    const struct pool_case *state = c->state;
    pool_device_record(&state->pool, commands, &workload_of(c)->push);
}

bool pool_case_check(struct bench_case *c)
{
    struct pool_case *state = c->state;
    pool_device_swap(&state->pool);
    const bool ok = check_frame(c, workload_of(c)->frame);
    pool_device_swap(&state->pool);
    return ok;
}

/*
 * Ids and slots of all leaves, each read once; neighbours copied, of the whole pool or of the
 * leaves; the bits read and the tree and the live list written. What changes comes on top: an id,
 * three neighbours.
 */
void pool_case_work(const struct bench_case *c, struct bench_work *work)
{
    const struct pool_case *state = c->state;
    const struct pool_device *pool = &state->pool;
    const struct update_workload *answer = workload_of(c);
    const double slots = (double)((uint64_t)1 << pool->depth);
    const double copied = 12 * (pool->method->lean ? answer->leaves_before : slots);
    work->bytes_read = 12.0 * answer->leaves_before + copied + slots / 8;
    work->bytes_written = copied + 4.0 * pool_tree_words(pool->depth) + 4.0 * answer->leaves_after +
                          20.0 * (double)answer->changed;
    work->operations = answer->leaves_before;
    work->chain = pool_device_chain(pool, answer->push.merges != 0);
}
