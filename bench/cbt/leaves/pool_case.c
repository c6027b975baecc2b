/* SPDX-License-Identifier: MIT */
#include "bench/cbt/leaves/pool_case.h"

#include "bench/cbt/leaves/update_workload.h"
#include "bench/common/hash.h"

#include <stdlib.h>
#include <string.h>

static const char *const slots_names[] = { "32K", "64K", "128K", "256K", "512K", "1M", NULL };

const struct bench_axis cbt_pool_axes[] = {
    { .name = "slots",
      .help = "slots of the pool: the most leaves that there may be",
      .names = slots_names,
      .values = { "128K", "128K", "128K,256K,512K,1M" } },
    { 0 },
};

/* What a frame writes and the next one reads; AFTER is written anew, BEFORE by the next but one. */
static const enum pool_buffer carried[] = { POOL_STATE, POOL_IDS,  POOL_BITS,
                                            POOL_TREE,  POOL_LIVE, POOL_BEFORE };
enum { CARRIED = sizeof(carried) / sizeof(carried[0]) };

bool cbt_pool_case_is(const struct bench_case *c)
{
    return c->variant->data == &cbt_pool_published || c->variant->data == &cbt_pool_lean;
}

static const struct update_workload *workload_of(const struct bench_case *c)
{
    return c->workload->state;
}

uint32_t cbt_pool_case_depth(const struct bench_case *c)
{
    const char *text = context_text(&c->context, "slots");
    uint32_t depth = POOL_DEPTH_MIN;
    while (strcmp(slots_names[depth - POOL_DEPTH_MIN], text) != 0)
        depth++;
    return depth;
}

bool cbt_pool_case_check_leaves(struct bench_case *c, struct pool_device *pool, uint32_t frame,
                                uint32_t leaf_count, uint64_t leaf_hash)
{
    char message[POOL_MESSAGE_BYTES];
    size_t count = 0;
    uint32_t *leaves = cbt_pool_device_leaves(pool, &count, message);
    if (!leaves)
        return context_mismatch(&c->context, "frame %u: %s", frame, message);
    const uint64_t hash = hash_bytes(leaves, 4 * count);
    free(leaves);
    if (count != leaf_count)
        return context_mismatch(&c->context, "frame %u: %zu leaves, wanted %u", frame, count,
                                leaf_count);
    return hash == leaf_hash ||
           context_mismatch(&c->context, "frame %u: hash of the leaves %016llx, wanted %016llx",
                            frame, (unsigned long long)hash, (unsigned long long)leaf_hash);
}

static bool check_frame(struct bench_case *c, uint32_t frame)
{
    struct pool_case *state = c->state;
    const struct update_workload *answer = workload_of(c);
    return cbt_pool_case_check_leaves(c, &state->pool, frame, answer->leaf_counts[frame],
                                      answer->leaf_hashes[frame]);
}

static bool run_frames(struct bench_case *c)
{
    struct pool_case *state = c->state;
    const struct update_workload *answer = workload_of(c);
    for (uint32_t f = 0; f < answer->frame; f++) {
        const struct sequence_frame push = cbt_sequence_frame(answer->kind, answer->depth, f);
        const struct pool_frame frame = cbt_pool_frame_sequence(&push);
        if (!cbt_pool_device_step(&state->pool, &frame) || !check_frame(c, f))
            return false;
    }
    return true;
}

bool cbt_pool_case_save(struct bench_case *c, struct pool_case *state, bool several)
{
    struct gpu_commands *commands = gpu_commands_begin(c->context.scope);
    for (int i = 0; i < CARRIED; i++) {
        struct gpu_buffer *from = state->pool.buffers[carried[i]];
        if (carried[i] == POOL_BEFORE && !several)
            continue;
        struct gpu_buffer *to = gpu_buffer_create(
            c->context.scope,
            &(struct gpu_buffer_params){ .name = "saved", .bytes = gpu_buffer_bytes(from) });
        gpu_commands_copy(commands, to, 0, from, 0, gpu_buffer_bytes(from));
        state->saved[carried[i]] = to;
    }
    return gpu_commands_submit(commands);
}

bool cbt_pool_case_setup(struct bench_case *c)
{
    struct pool_case *state = c->state;
    const struct update_workload *answer = workload_of(c);
    const uint32_t depth = cbt_pool_case_depth(c);
    if (answer->leaves_max > 1u << depth)
        return context_unsupported(&c->context, "%u leaves do not fit into the slots: take more",
                                   answer->leaves_max);
    cbt_pool_device_shaders(&state->pool);
    if (!cbt_pool_device_init(&state->pool, c->variant->data, c->context.scope, depth,
                              answer->depth) ||
        !run_frames(c))
        return false;
    bench_output(c, state->pool.buffers[POOL_AFTER]);
    return cbt_pool_case_save(c, state, false);
}

void cbt_pool_case_restore(const struct pool_case *state, struct gpu_commands *commands)
{
    for (int i = 0; i < POOL_BUFFERS; i++)
        if (state->saved[i])
            gpu_commands_copy(commands, state->pool.buffers[i], 0, state->saved[i], 0,
                              gpu_buffer_bytes(state->saved[i]));
}

void cbt_pool_case_reset(struct bench_case *c, struct gpu_commands *commands)
{
    cbt_pool_case_restore(c->state, commands);
}

void cbt_pool_case_record(struct bench_case *c, struct gpu_commands *commands)
{
    const struct pool_case *state = c->state;
    const struct pool_frame frame = cbt_pool_frame_sequence(&workload_of(c)->push);
    cbt_pool_device_record(&state->pool, commands, &frame);
}

bool cbt_pool_case_check(struct bench_case *c)
{
    struct pool_case *state = c->state;
    cbt_pool_device_swap(&state->pool);
    const bool ok = check_frame(c, workload_of(c)->frame);
    cbt_pool_device_swap(&state->pool);
    return ok;
}

/*
 * Ids and slots of all leaves, each read once; neighbours copied, of the whole pool or of the
 * leaves; the bits read and the tree and the live list written. What changes comes on top: an id,
 * three neighbours.
 */
void cbt_pool_case_add_work(const struct pool_device *pool, bool merges, double leaves_before,
                            double leaves_after, double changed, struct bench_work *work)
{
    const double slots = (double)((uint64_t)1 << pool->depth);
    const double copied = 12 * (pool->method->lean ? leaves_before : slots);
    work->bytes_read += 12 * leaves_before + copied + slots / 8;
    work->bytes_written +=
        copied + 4.0 * cbt_pool_tree_words(pool->depth) + 4 * leaves_after + 20 * changed;
    work->operations += leaves_before;
    work->chain += cbt_pool_device_chain(pool, merges);
}

void cbt_pool_case_work(const struct bench_case *c, struct bench_work *work)
{
    const struct pool_case *state = c->state;
    const struct update_workload *answer = workload_of(c);
    cbt_pool_case_add_work(&state->pool, answer->push.merges != 0, answer->leaves_before,
                           answer->leaves_after, (double)answer->changed, work);
}
