/* SPDX-License-Identifier: MIT */
/* host.c: bytes per second of the host, over the size of the set that they come from; multiply-adds
 * per second, in registers. */
#include "bench/ceilings/ceilings.h"
#include "bench/ceilings/host_loops.h"
#include "bench/common/axis.h"
#include "bench/common/hash.h"
#include "harness/engine/cpu/cpu.h"

#include <string.h>

static const struct bench_axis threads_axes[] = {
    AXIS("threads", "threads of the host that compute",
         .names = (const char *const[]){ "one", "all", NULL }, .values = { "one,all", NULL, NULL }),
    { 0 },
};

/* The threads that the axis says. */
static struct cpu_pool *host_threads(struct bench_case *c)
{
    const bool one = strcmp(context_text(&c->context, "threads"), "one") == 0;
    return bench_threads(c, one ? 1 : 0);
}

const struct ceilings_host_loops *const ceilings_host_loops[] = {
#if defined(__x86_64__)
    &ceilings_host_loops_avx512,
    &ceilings_host_loops_avx2,
#endif
    &ceilings_host_loops_plain,
};

const size_t ceilings_host_loops_count =
    sizeof(ceilings_host_loops) / sizeof(ceilings_host_loops[0]);

const struct ceilings_host_loops *ceilings_host_loops_best(uint32_t features)
{
    size_t i = 0;
    while (ceilings_host_loops[i]->needs & ~features)
        i++;
    return ceilings_host_loops[i];
}

/* The loops of a variant (may be NULL): the widest that the host has. */
static const struct ceilings_host_loops *loops_of(const struct ceilings_host_loops *loops)
{
    return loops ? loops : ceilings_host_loops_best(cpu_features());
}

/* Arithmetic ----------------------------------------------------------------------------------- */

enum {
    ARITHMETIC_SEED = 0xcce6,
    STEPS = 1 << 20, /* per number */
    NUMBERS_MAX = CEILINGS_HOST_CHAINS * CEILINGS_HOST_LANES_MAX,
};

/* All numbers are multiples of it below 2048, and so exact, fused or not. */
static const float unit = 1.0f / 4096;

struct arithmetic_case {
    const struct ceilings_host_loops *loops;
    struct cpu_pool *pool;
    float (*numbers)[NUMBERS_MAX]; /* of each thread */
    uint32_t seed;
    float factor, summand;
};

static float start(const struct arithmetic_case *state, uint32_t thread, uint32_t i)
{
    return (float)(hash_mix((thread * NUMBERS_MAX + i) ^ state->seed) >> 20) * unit;
}

static bool arithmetic_setup(struct bench_case *c)
{
    struct arithmetic_case *state = c->state;
    state->loops = loops_of(c->variant->data);
    state->pool = host_threads(c);
    const size_t bytes = cpu_pool_threads(state->pool) * sizeof(*state->numbers);
    state->numbers = context_alloc(&c->context, bytes);
    state->seed = hash_seed(c->context.seed, ARITHMETIC_SEED);
    state->factor = 1;
    state->summand = (float)(1 + state->seed % 4) * unit;
    if (state->numbers)
        bench_output_memory(c, state->numbers, bytes);
    return state->numbers;
}

static void work_on_numbers(void *context, uint32_t thread, size_t begin, size_t end)
{
    const struct arithmetic_case *state = context;
    (void)thread;
    for (size_t i = begin; i < end; i++) {
        float *x = state->numbers[i];
        for (uint32_t k = 0; k < NUMBERS_MAX; k++)
            x[k] = start(state, (uint32_t)i, k);
        state->loops->fma(x, STEPS, state->factor, state->summand);
    }
}

static bool arithmetic_compute(struct bench_case *c)
{
    struct arithmetic_case *state = c->state;
    cpu_pool_run(state->pool, cpu_pool_threads(state->pool), 0, work_on_numbers, state);
    return true;
}

static bool wanted_number(const void *argument, uint64_t at, void *number)
{
    const struct arithmetic_case *state = argument;
    const uint32_t thread = (uint32_t)(at / NUMBERS_MAX), i = (uint32_t)(at % NUMBERS_MAX);
    const bool computed = i < CEILINGS_HOST_CHAINS * state->loops->lanes;
    *(float *)number = start(state, thread, i) + (computed ? (float)STEPS * state->summand : 0);
    return true;
}

static bool arithmetic_check(struct bench_case *c, enum bench_check check)
{
    const struct arithmetic_case *state = c->state;
    (void)check;
    return context_compare(&c->context, "numbers of each thread", state->numbers, NULL,
                           (uint64_t)NUMBERS_MAX * cpu_pool_threads(state->pool),
                           (struct context_element){ .noun = "number",
                                                     .form = CONTEXT_FLOAT,
                                                     .row = NUMBERS_MAX,
                                                     .answer = wanted_number,
                                                     .argument = state });
}

static void arithmetic_work(const struct bench_case *c, struct bench_work *work)
{
    const struct arithmetic_case *state = c->state;
    const double threads = cpu_pool_threads(state->pool);
    *work = (struct bench_work){ .operations = threads * STEPS * CEILINGS_HOST_CHAINS *
                                               state->loops->lanes * 2 };
}

static const struct bench_variant arithmetic_variants[] = {
    CEILING_VARIANT("fma", CPU, OPERATIONS,
                    "multiply-adds of 32-bit floats, fused where the CPU can; each is 2 operations",
                    .axes = threads_axes),
    { 0 },
};

const struct bench ceilings_host_arithmetic = {
    .name = "host_arithmetic",
    .question = "Operations per second of the host, in registers?",
    .variants = arithmetic_variants,
    .method = { .case_bytes = sizeof(struct arithmetic_case),
                .setup = arithmetic_setup,
                .compute = arithmetic_compute,
                .check = arithmetic_check,
                .work = arithmetic_work },
};

/* Bandwidth ------------------------------------------------------------------------------------ */

enum { BANDWIDTH_SEED = 0xcce5, TALLY_WORDS = 8 /* a line of the cache for each thread */ };

/* Bytes that each thread moves in one execution on sets below large_bytes. A larger set is passed
 * over once; writes to it bypass the caches. */
static const uint64_t moved_bytes = 64 << 20, large_bytes = 64 << 20;
static const uint64_t factor = 0x9e3779b97f4a7c15;

struct memory_workload {
    uint64_t bytes;                 /* of the set; a power of two, at least 16 KiB */
    uint64_t first;                 /* word i of the set is first + i * factor */
    uint64_t *source, *destination; /* NULL: the host has too little memory */
};

struct memory_case {
    const struct memory_workload *workload;
    const struct ceilings_host_loops *loops;
    enum bandwidth_kind kind;
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

static bool bandwidth_workload(struct bench_workload *workload)
{
    struct memory_workload *state = workload->state;
    struct cpu_host host;
    state->bytes = (uint64_t)context_integer(&workload->context, "bytes");
    state->first = hash_seed(workload->context.seed, BANDWIDTH_SEED);
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

static bool bandwidth_setup(struct bench_case *c)
{
    struct memory_case *state = c->state;
    const struct ceilings_host_bandwidth_variant *variant = c->variant->data;
    const struct memory_workload *workload = state->workload = c->workload->state;
    if (!workload->destination)
        return context_unsupported(&c->context, "the host has too little memory for two such sets");
    state->loops = loops_of(variant->loops);
    state->kind = variant->kind;
    state->pool = host_threads(c);
    const uint64_t threads = cpu_pool_threads(state->pool);
    state->passes = workload->bytes < large_bytes ? moved_bytes * threads / workload->bytes : 1;
    state->tallies = context_alloc(&c->context, 8 * TALLY_WORDS * threads);
    if (!state->tallies)
        return false;
    if (state->kind == BANDWIDTH_READ)
        bench_output_memory(c, state->tallies, 8 * TALLY_WORDS * threads);
    else
        bench_output_memory(c, workload->destination,
                            workload->bytes / (state->kind == BANDWIDTH_COPY ? 2 : 1));
    return true;
}

/* One pass over words begin..end-1 of what is passed over. */
static uint64_t pass(const struct memory_case *state, size_t begin, size_t end)
{
    const struct memory_workload *workload = state->workload;
    const struct ceilings_host_loops *loops = state->loops;
    const bool streams = workload->bytes >= large_bytes;
    uint64_t *to = workload->destination + begin;
    const uint64_t *from = workload->source + begin;
    switch (state->kind) {
    case BANDWIDTH_READ: return loops->read(from, end - begin);
    case BANDWIDTH_COPY:
        (streams ? loops->copy_streams : loops->copy)(to, from, end - begin);
        break;
    case BANDWIDTH_WRITE:
        (streams ? loops->write_streams : loops->write)(to, end - begin, workload->first + begin);
        break;
    }
    return 0;
}

/* Each thread passes over its own part, again and again. */
static void work_on_blocks(void *context, uint32_t thread, size_t begin, size_t end)
{
    const struct memory_case *state = context;
    uint64_t sum = 0;
    for (uint64_t i = 0; i < state->passes; i++) {
        sum += pass(state, begin * CEILINGS_HOST_BLOCK_WORDS, end * CEILINGS_HOST_BLOCK_WORDS);
        __asm__ volatile("" ::: "memory"); /* no pass is taken for the one before */
    }
    state->tallies[TALLY_WORDS * (size_t)thread] = sum;
}

static bool bandwidth_compute(struct bench_case *c)
{
    const struct memory_case *state = c->state;
    const uint64_t bytes = state->workload->bytes / (state->kind == BANDWIDTH_COPY ? 2 : 1);
    for (uint32_t i = 0; i < cpu_pool_threads(state->pool); i++)
        state->tallies[TALLY_WORDS * i] = 0;
    cpu_pool_run(state->pool, bytes / CEILINGS_HOST_BLOCK_BYTES, 0, work_on_blocks, c->state);
    return true;
}

static bool wanted_word(const void *argument, uint64_t at, void *word)
{
    const struct memory_case *state = argument;
    *(uint64_t *)word = state->workload->first + at * (state->kind == BANDWIDTH_COPY ? factor : 1);
    return true;
}

static bool bandwidth_check(struct bench_case *c, enum bench_check check)
{
    const struct memory_case *state = c->state;
    const struct memory_workload *workload = state->workload;
    const uint64_t words = workload->bytes / 8;
    uint64_t sum = 0, once = words * workload->first + words * (words - 1) / 2 * factor;
    (void)check;
    if (state->kind != BANDWIDTH_READ)
        return context_compare(
            &c->context, "what was written", workload->destination, NULL,
            state->kind == BANDWIDTH_COPY ? words / 2 : words,
            (struct context_element){ .bytes = 8, .answer = wanted_word, .argument = state });
    for (uint32_t i = 0; i < cpu_pool_threads(state->pool); i++)
        sum += state->tallies[TALLY_WORDS * i];
    return sum == once * state->passes ||
           context_mismatch(&c->context, "the words read sum to %016llx, wanted %016llx",
                            (unsigned long long)sum, (unsigned long long)(once * state->passes));
}

static void bandwidth_work(const struct bench_case *c, struct bench_work *work)
{
    const struct memory_case *state = c->state;
    *work = ceilings_bandwidth_work(state->kind,
                                    (double)state->workload->bytes * (double)state->passes);
}

static const struct bench_values values[] = {
    { "bytes",
      { "32768,1048576,16777216,67108864", "32768,1048576,16777216,67108864",
        "16384,32768,65536,131072,262144,524288,1048576,2097152,4194304,8388608,16777216,"
        "33554432,67108864,134217728,268435456,536870912,1073741824" } },
    { NULL },
};

static const struct bench_variant bandwidth_variants[] = {
    CEILING_VARIANT("copy", CPU, COPY,
                    "copies one half of the set to the other; bytes read and written count",
                    .axes = threads_axes,
                    WITH_DATA(struct ceilings_host_bandwidth_variant, BANDWIDTH_COPY, NULL)),
    CEILING_VARIANT("read", CPU, READ, "reads the set and sums it up", .axes = threads_axes,
                    WITH_DATA(struct ceilings_host_bandwidth_variant, BANDWIDTH_READ, NULL)),
    CEILING_VARIANT("write", CPU, WRITE,
                    "writes a pattern to the set, past the caches from 64 MiB on",
                    .axes = threads_axes,
                    WITH_DATA(struct ceilings_host_bandwidth_variant, BANDWIDTH_WRITE, NULL)),
    { 0 },
};

const struct bench ceilings_host_bandwidth = {
    .name = "host_bandwidth",
    .question = "Bytes per second of the host, over the size of the set that they come from?",
    .axes = ceilings_bandwidth_axes,
    .values = values,
    .variants = bandwidth_variants,
    .workload_bytes = sizeof(struct memory_workload),
    .workload = bandwidth_workload,
    .method = { .case_bytes = sizeof(struct memory_case),
                .setup = bandwidth_setup,
                .compute = bandwidth_compute,
                .check = bandwidth_check,
                .work = bandwidth_work },
};
