/* SPDX-License-Identifier: MIT */
/* host_bandwidth.c: bytes per second of the host over the size of the set that they come from. */
#include "bench/ceilings/ceilings.h"
#include "bench/ceilings/host_loops.h"
#include "bench/common/hash.h"
#include "harness/engine/cpu/cpu.h"

enum { SEED_STREAM = 0xcce5, TALLY_WORDS = 8 /* a line of the cache for each thread */ };

/* Bytes that each thread moves in one execution on sets below large_bytes. A larger set is passed
 * over once; writes to it bypass the caches. */
static const uint64_t moved_bytes = 64 << 20, large_bytes = 64 << 20;
static const uint64_t factor = 0x9e3779b97f4a7c15;

struct host_workload {
    uint64_t bytes;                 /* of the set; a power of two, at least 16 KiB */
    uint64_t first;                 /* word i of the set is first + i * factor */
    uint64_t *source, *destination; /* NULL: the host has too little memory */
};

struct host_case {
    const struct host_workload *workload;
    const struct ceilings_host_loops *loops;
    enum ceilings_host_access access;
    struct cpu_pool *pool;
    uint64_t *tallies; /* TALLY_WORDS per thread; its first word is the sum of what it read */
    uint64_t passes;   /* over the set in one execution */
};

/* Aligned to blocks. NULL when there is no memory. */
static uint64_t *blocks_alloc(struct context *context, uint64_t bytes)
{
    char *memory = context_alloc(context, bytes + CEILINGS_HOST_BLOCK_BYTES);
    const uintptr_t past = (uintptr_t)memory % CEILINGS_HOST_BLOCK_BYTES;
    return memory ? (uint64_t *)(memory + CEILINGS_HOST_BLOCK_BYTES - past) : NULL;
}

static bool workload(struct bench_workload *workload)
{
    struct host_workload *state = workload->state;
    struct cpu_host host;
    state->bytes = (uint64_t)context_integer(&workload->context, "bytes");
    state->first = hash_seed(workload->context.seed, SEED_STREAM);
    context_fact_count(&workload->context, "words", state->bytes / 8);
    context_fact_hash(&workload->context, "first", state->first);
    cpu_host_read(&host, "");
    if (host.memory_bytes > 0 && 2 * state->bytes > host.memory_bytes / 2)
        return true;
    state->source = blocks_alloc(&workload->context, state->bytes);
    state->destination = blocks_alloc(&workload->context, state->bytes);
    if (!state->source || !state->destination)
        return false;
    for (uint64_t i = 0; i < state->bytes / 8; i++)
        state->source[i] = state->first + i * factor;
    return true;
}

static bool setup(struct bench_case *c)
{
    struct host_case *state = c->state;
    const struct ceilings_host_bandwidth_variant *variant = c->variant->data;
    const struct host_workload *workload = state->workload = c->workload->state;
    if (!workload->destination)
        return context_unsupported(&c->context, "the host has too little memory for two such sets");
    state->loops = ceilings_host_loops_of(variant->loops);
    state->access = variant->access;
    state->pool = ceilings_host_threads(c);
    const uint64_t threads = cpu_pool_threads(state->pool);
    state->passes = workload->bytes < large_bytes ? moved_bytes * threads / workload->bytes : 1;
    state->tallies = context_alloc(&c->context, 8 * TALLY_WORDS * threads);
    if (!state->tallies)
        return false;
    if (state->access == CEILINGS_HOST_READ)
        bench_output_memory(c, state->tallies, 8 * TALLY_WORDS * threads);
    else
        bench_output_memory(c, workload->destination,
                            workload->bytes / (state->access == CEILINGS_HOST_COPY ? 2 : 1));
    return true;
}

/* One pass over words begin..end-1 of what is passed over. */
static uint64_t pass(const struct host_case *state, size_t begin, size_t end)
{
    const struct host_workload *workload = state->workload;
    const struct ceilings_host_loops *loops = state->loops;
    const bool streams = workload->bytes >= large_bytes;
    uint64_t *to = workload->destination + begin;
    const uint64_t *from = workload->source + begin;
    switch (state->access) {
    case CEILINGS_HOST_READ: return loops->read(from, end - begin);
    case CEILINGS_HOST_COPY:
        (streams ? loops->copy_streams : loops->copy)(to, from, end - begin);
        break;
    case CEILINGS_HOST_WRITE:
        (streams ? loops->write_streams : loops->write)(to, end - begin, workload->first + begin);
        break;
    }
    return 0;
}

/* Each thread passes over its own part, again and again. */
static void work_on_blocks(void *context, uint32_t thread, size_t begin, size_t end)
{
    const struct host_case *state = context;
    uint64_t sum = 0;
    for (uint64_t i = 0; i < state->passes; i++) {
        sum += pass(state, begin * CEILINGS_HOST_BLOCK_WORDS, end * CEILINGS_HOST_BLOCK_WORDS);
        __asm__ volatile("" ::: "memory"); /* no pass is taken for the one before */
    }
    state->tallies[TALLY_WORDS * (size_t)thread] = sum;
}

static bool compute(struct bench_case *c)
{
    const struct host_case *state = c->state;
    const uint64_t bytes = state->workload->bytes / (state->access == CEILINGS_HOST_COPY ? 2 : 1);
    for (uint32_t i = 0; i < cpu_pool_threads(state->pool); i++)
        state->tallies[TALLY_WORDS * i] = 0;
    cpu_pool_run(state->pool, bytes / CEILINGS_HOST_BLOCK_BYTES, 0, work_on_blocks, c->state);
    return true;
}

static bool check_sum(struct bench_case *c)
{
    const struct host_case *state = c->state;
    const uint64_t words = state->workload->bytes / 8;
    const uint64_t once = words * state->workload->first + words * (words - 1) / 2 * factor;
    uint64_t sum = 0;
    for (uint32_t i = 0; i < cpu_pool_threads(state->pool); i++)
        sum += state->tallies[TALLY_WORDS * i];
    if (sum == once * state->passes)
        return true;
    return context_mismatch(&c->context, "the words read sum to %016llx, wanted %016llx",
                            (unsigned long long)sum, (unsigned long long)(once * state->passes));
}

static bool wanted_word(const void *argument, uint64_t at, void *word)
{
    const struct host_case *state = argument;
    *(uint64_t *)word =
        state->workload->first + at * (state->access == CEILINGS_HOST_COPY ? factor : 1);
    return true;
}

static bool check(struct bench_case *c, enum bench_check check)
{
    const struct host_case *state = c->state;
    const struct host_workload *workload = state->workload;
    const bool copies = state->access == CEILINGS_HOST_COPY;
    (void)check;
    if (state->access == CEILINGS_HOST_READ)
        return check_sum(c);
    return context_compare(
        &c->context, "what was written", workload->destination, NULL,
        workload->bytes / (copies ? 16 : 8),
        (struct context_element){ .bytes = 8, .answer = wanted_word, .argument = state });
}

static void work(const struct bench_case *c, struct bench_work *work)
{
    static const double shares[][2] = { [CEILINGS_HOST_COPY] = { 0.5, 0.5 },
                                        [CEILINGS_HOST_READ] = { 1, 0 },
                                        [CEILINGS_HOST_WRITE] = { 0, 1 } };
    const struct host_case *state = c->state;
    const double bytes = (double)state->workload->bytes * (double)state->passes;
    *work = (struct bench_work){ .bytes_read = shares[state->access][0] * bytes,
                                 .bytes_written = shares[state->access][1] * bytes };
}

static const struct bench_values values[] = {
    { "bytes",
      { "32768,1048576,16777216,67108864", "32768,1048576,16777216,67108864",
        "16384,32768,65536,131072,262144,524288,1048576,2097152,4194304,8388608,16777216,"
        "33554432,67108864,134217728,268435456,536870912,1073741824" } },
    { NULL },
};

static const struct bench_variant variants[] = {
    CEILING_VARIANT("copy", CPU, COPY,
                    "copies one half of the set to the other; bytes read and written count",
                    .axes = ceilings_host_threads_axes,
                    WITH_DATA(struct ceilings_host_bandwidth_variant, CEILINGS_HOST_COPY, NULL)),
    CEILING_VARIANT("read", CPU, READ, "reads the set and sums it up",
                    .axes = ceilings_host_threads_axes,
                    WITH_DATA(struct ceilings_host_bandwidth_variant, CEILINGS_HOST_READ, NULL)),
    CEILING_VARIANT("write", CPU, WRITE,
                    "writes a pattern to the set, past the caches from 64 MiB on",
                    .axes = ceilings_host_threads_axes,
                    WITH_DATA(struct ceilings_host_bandwidth_variant, CEILINGS_HOST_WRITE, NULL)),
    { 0 },
};

const struct bench ceilings_host_bandwidth = {
    .name = "host_bandwidth",
    .question = "Bytes per second of the host, over the size of the set that they come from?",
    .axes = ceilings_bandwidth_axes,
    .values = values,
    .variants = variants,
    .workload_bytes = sizeof(struct host_workload),
    .workload = workload,
    .method = { .case_bytes = sizeof(struct host_case),
                .setup = setup,
                .compute = compute,
                .check = check,
                .work = work },
};
