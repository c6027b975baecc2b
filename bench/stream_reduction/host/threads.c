/* SPDX-License-Identifier: MIT */
/*
 * threads.c: chunks of the stream in turn, each by the thread that gets to it: the thread counts,
 * which brings the chunk into its own caches, waits until the place of the chunk's first entry is
 * known from the one before, says where the next one's is, and compacts. So what comes from memory
 * comes once, and what must wait for each other is one word per chunk.
 */
#include "bench/stream_reduction/host/host.h"
#include "harness/engine/cpu/cpu.h"

#include <stdatomic.h>

enum { CHUNK_BYTES_MIN = 16 << 10, CHUNK_BYTES_MAX = 128 << 10 };

struct threads_case {
    struct stream_host_case base;
    struct cpu_pool *pool;
    size_t chunk; /* entries */
    /* Valid entries before the end of each chunk, in the lower half; the upper half has the number
     * of the execution. */
    _Atomic uint64_t *ends;
    uint32_t execution;
    bool counted;     /* all chunks are, before one is compacted */
    uint32_t *output; /* of this one */
};

static size_t chunk_count(const struct threads_case *state, size_t entries)
{
    return (entries + state->chunk - 1) / state->chunk;
}

static bool setup(struct bench_case *c)
{
    struct threads_case *state = c->state;
    const struct stream_input *input = stream_input_of(c);
    stream_host_choose(c);
    if (!stream_host_setup(c))
        return false;
    state->pool = bench_threads(c, (uint32_t)context_integer(&c->context, "threads"));
    /* Twice as many chunks as threads, so that none is idle for long, within what caches hold. */
    const uint64_t share =
        stream_input_bytes(input) / (2 * (uint64_t)cpu_pool_threads(state->pool));
    const uint64_t bytes = share < CHUNK_BYTES_MIN ? CHUNK_BYTES_MIN
                           : share > CHUNK_BYTES_MAX
                               ? CHUNK_BYTES_MAX
                               : share / STREAM_LINE_BYTES * STREAM_LINE_BYTES;
    state->chunk = bytes / (4 * input->element_words);
    state->ends =
        context_alloc(&c->context, sizeof(*state->ends) * (chunk_count(state, input->entries) + 1));
    return state->ends;
}

/* Entries that are valid before a chunk. */
static size_t wait_for(const struct threads_case *state, size_t chunk)
{
    if (chunk == 0)
        return 0;
    for (uint32_t looks = 0;; looks++) {
        const uint64_t end = atomic_load_explicit(&state->ends[chunk - 1], memory_order_acquire);
        if (end >> 32 == state->execution)
            return (size_t)(end & UINT32_MAX);
        cpu_pool_pause(looks);
    }
}

static void say(struct threads_case *state, size_t chunk, size_t end)
{
    atomic_store_explicit(&state->ends[chunk], (uint64_t)state->execution << 32 | end,
                          memory_order_release);
}

static void count_chunk(void *context, uint32_t thread, size_t begin, size_t end)
{
    const struct bench_case *c = context;
    struct threads_case *state = c->state;
    const uint32_t words = stream_input_of(c)->element_words;
    const uint32_t *from = stream_turns_elements(&state->base.turns) + words * begin;
    const size_t chunk = begin / state->chunk;
    const size_t count = stream_loops_of(state->base.loops, words)->count(from, end - begin);
    (void)thread;
    say(state, chunk, wait_for(state, chunk) + count);
}

static void compact_chunk(void *context, uint32_t thread, size_t begin, size_t end)
{
    const struct bench_case *c = context;
    struct threads_case *state = c->state;
    const uint32_t words = stream_input_of(c)->element_words;
    const struct stream_loops *loops = state->base.loops;
    const uint32_t *from = stream_turns_elements(&state->base.turns) + words * begin;
    if (!state->counted)
        count_chunk(context, thread, begin, end);
    const size_t chunk = begin / state->chunk;
    const size_t first = wait_for(state, chunk), count = wait_for(state, chunk + 1) - first;
    uint32_t *to = state->output + words * first;
    if (state->base.past)
        stream_loops_compact_past(loops, words, to, count, from, end - begin);
    else
        stream_loops_of(loops, words)->compact(to, count, from, end - begin);
}

/* For an exact allocation all chunks are counted first, and read twice. */
static bool compute(struct bench_case *c)
{
    struct threads_case *state = c->state;
    const size_t entries = stream_input_of(c)->entries, chunks = chunk_count(state, entries);
    state->execution++;
    state->counted = state->base.allocation == STREAM_ALLOCATION_EXACT;
    if (state->counted)
        cpu_pool_run(state->pool, entries, state->chunk, count_chunk, c);
    state->output = stream_host_output(c, state->counted ? wait_for(state, chunks) : entries);
    if (!state->output)
        return false;
    cpu_pool_run(state->pool, entries, state->chunk, compact_chunk, c);
    *state->base.base.host_count = (uint32_t)wait_for(state, chunks);
    return true;
}

const struct bench_method stream_simd_threads = { .case_bytes = sizeof(struct threads_case),
                                                  .setup = setup,
                                                  .reset = stream_host_reset,
                                                  .compute = compute,
                                                  .check = stream_host_check };
