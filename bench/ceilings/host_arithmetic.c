/* SPDX-License-Identifier: MIT */
/* host_arithmetic.c: multiply-adds per second of the host, in registers. */
#include "bench/ceilings/ceilings.h"
#include "bench/ceilings/host_loops.h"
#include "bench/common/hash.h"
#include "harness/engine/cpu/cpu.h"

enum {
    SEED_STREAM = 0xcce6,
    STEPS = 1 << 20, /* per number */
    NUMBERS_MAX = CEILINGS_HOST_CHAINS * CEILINGS_HOST_LANES_MAX,
};

/* All numbers are multiples of it below 2048, and so exact, fused or not. */
static const float unit = 1.0f / 4096;

struct host_case {
    const struct ceilings_host_loops *loops;
    struct cpu_pool *pool;
    float (*numbers)[NUMBERS_MAX]; /* of each thread */
    uint32_t seed;
    float factor, summand;
};

static float start(const struct host_case *state, uint32_t thread, uint32_t i)
{
    return (float)(hash_mix((thread * NUMBERS_MAX + i) ^ state->seed) >> 20) * unit;
}

static bool setup(struct bench_case *c)
{
    struct host_case *state = c->state;
    state->loops = ceilings_host_loops_of(c->variant->data);
    state->pool = ceilings_host_threads(c);
    const size_t bytes = cpu_pool_threads(state->pool) * sizeof(*state->numbers);
    state->numbers = context_alloc(&c->context, bytes);
    state->seed = hash_seed(c->context.seed, SEED_STREAM);
    state->factor = 1;
    state->summand = (float)(1 + state->seed % 4) * unit;
    if (state->numbers)
        bench_output_memory(c, state->numbers, bytes);
    return state->numbers;
}

static void work_on_numbers(void *context, uint32_t thread, size_t begin, size_t end)
{
    const struct host_case *state = context;
    (void)thread;
    for (size_t i = begin; i < end; i++) {
        float *x = state->numbers[i];
        for (uint32_t k = 0; k < NUMBERS_MAX; k++)
            x[k] = start(state, (uint32_t)i, k);
        state->loops->fma(x, STEPS, state->factor, state->summand);
    }
}

static bool compute(struct bench_case *c)
{
    struct host_case *state = c->state;
    cpu_pool_run(state->pool, cpu_pool_threads(state->pool), 0, work_on_numbers, state);
    return true;
}

static bool wanted_number(const void *argument, uint64_t at, void *number)
{
    const struct host_case *state = argument;
    const uint32_t thread = (uint32_t)(at / NUMBERS_MAX), i = (uint32_t)(at % NUMBERS_MAX);
    const bool computed = i < CEILINGS_HOST_CHAINS * state->loops->lanes;
    *(float *)number = start(state, thread, i) + (computed ? (float)STEPS * state->summand : 0);
    return true;
}

static bool check(struct bench_case *c, enum bench_check check)
{
    const struct host_case *state = c->state;
    (void)check;
    return context_compare(&c->context, "numbers of each thread", state->numbers, NULL,
                           (uint64_t)NUMBERS_MAX * cpu_pool_threads(state->pool),
                           (struct context_element){ .noun = "number",
                                                     .form = CONTEXT_FLOAT,
                                                     .row = NUMBERS_MAX,
                                                     .answer = wanted_number,
                                                     .argument = state });
}

static void work(const struct bench_case *c, struct bench_work *work)
{
    const struct host_case *state = c->state;
    const double threads = cpu_pool_threads(state->pool);
    *work = (struct bench_work){ .operations = threads * STEPS * CEILINGS_HOST_CHAINS *
                                               state->loops->lanes * 2 };
}

static const struct bench_variant variants[] = {
    CEILING_VARIANT("fma", CPU, OPERATIONS,
                    "multiply-adds of 32-bit floats, fused where the CPU can; each is 2 operations",
                    .axes = ceilings_host_threads_axes),
    { 0 },
};

const struct bench ceilings_host_arithmetic = {
    .name = "host_arithmetic",
    .question = "Operations per second of the host, in registers?",
    .variants = variants,
    .method = { .case_bytes = sizeof(struct host_case),
                .setup = setup,
                .compute = compute,
                .check = check,
                .work = work },
};
