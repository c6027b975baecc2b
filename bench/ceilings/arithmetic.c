/* SPDX-License-Identifier: MIT */
/* arithmetic.c: multiply-adds per second, in registers. */
#include "bench/ceilings/ceilings.h"

#include "bench/common/device.h"
#include "bench/common/hash.h"

#include "ceilings.kernels.h"

#include <math.h>

enum {
    GROUP_SIZE = 256,
    CHAINS = 8,
    STEPS_PER_TURN = 16,
    TURNS = 64,
    STEPS = TURNS * STEPS_PER_TURN,
    STARTS = 1 << 16, /* of special */
    SEED_STREAM = 0xcce2,
};

static const double fma_error_max = 2e-3;    /* fma.comp */
static const double special_error_max = 0.1; /* special.comp */

struct arithmetic_workload {
    uint32_t seed;
    float e;       /* of fma */
    uint32_t a, b; /* of int32 */
};

struct arithmetic_case {
    struct gpu_kernel *kernel;
    struct gpu_buffer *sums; /* 8 bytes per thread */
    uint32_t groups;
    double power[2][2];       /* of the map of fma, after all steps */
    uint32_t factor, summand; /* of all steps of int32 as one */
    double *sums_of;          /* of all steps of special, by the start; NULL: not made yet */
};

struct arithmetic_push {
    uint32_t turns, seed;
    union {
        float e;
        uint32_t a;
    };
    uint32_t b;
};

static bool workload(struct bench_workload *workload)
{
    struct arithmetic_workload *state = workload->state;
    state->seed = hash_seed(workload->context.seed, SEED_STREAM);
    state->e = (float)(0.1 + 0.1 * hash_unit(hash_mix(state->seed)));
    state->a = hash_mix(state->seed + 1) | 1;
    state->b = hash_mix(state->seed + 2) | 1;
    context_fact_number(&workload->context, "e", state->e);
    context_fact_count(&workload->context, "a", state->a);
    context_fact_count(&workload->context, "b", state->b);
    return true;
}

/* Both maps are linear, so all steps of a thread are one step of a power of the map. */
static void powers(struct arithmetic_case *state, const struct arithmetic_workload *workload)
{
    const double e = workload->e;
    const double step[2][2] = { { 1, -e }, { e, 1 - e * e } };
    state->power[0][0] = state->power[1][1] = 1;
    state->factor = 1;
    for (int n = 0; n < STEPS; n++) {
        for (int column = 0; column < 2; column++) {
            const double x = state->power[0][column], y = state->power[1][column];
            state->power[0][column] = step[0][0] * x + step[0][1] * y;
            state->power[1][column] = step[1][0] * x + step[1][1] * y;
        }
        state->factor *= workload->a;
        state->summand = state->summand * workload->a + workload->b;
    }
}

static bool setup(struct bench_case *c)
{
    struct arithmetic_case *state = c->state;
    const struct arithmetic_variant *variant = c->variant->data;
    state->groups = ceilings_amount_for(c->context.scope, 8192, 1024, 16);
    powers(state, c->workload->state);
    state->kernel = kernel_create(c->context.scope, variant->shader);
    state->sums =
        buffer_create(c->context.scope, "sums", UINT64_C(8) * GROUP_SIZE * state->groups, NULL);
    bench_output(c, state->sums);
    return true;
}

/* With what one map needs in `push`, besides what all do. */
static void dispatch(struct bench_case *c, struct gpu_commands *commands,
                     struct arithmetic_push push)
{
    const struct arithmetic_case *state = c->state;
    push.turns = TURNS;
    push.seed = ((const struct arithmetic_workload *)c->workload->state)->seed;
    kernel_dispatch(commands, state->kernel, .buffers = { state->sums }, PUSH(push),
                    .groups = { state->groups, 1, 1 });
}

static uint32_t thread_count(const struct bench_case *c)
{
    return GROUP_SIZE * ((const struct arithmetic_case *)c->state)->groups;
}

static void record_fma(struct bench_case *c, struct gpu_commands *commands)
{
    const struct arithmetic_workload *workload = c->workload->state;
    dispatch(c, commands, (struct arithmetic_push){ .e = workload->e });
}

/* start_value() of fma.comp. */
static double start_value(uint32_t index, uint32_t seed)
{
    return ((double)(hash_mix(index ^ seed) >> 16) - 32768) / 32768;
}

/* Compares the two sums of each thread, places (sum, thread). */
static bool check_sums(struct bench_case *c, double within,
                       bool (*answer)(const void *c, uint64_t at, void *sum))
{
    struct gpu_buffer *sums = ((const struct arithmetic_case *)c->state)->sums;
    return context_compare(&c->context, "two sums of each thread",
                           context_read(&c->context, sums, 0, gpu_buffer_bytes(sums)), NULL,
                           2 * (uint64_t)thread_count(c),
                           (struct context_element){ .noun = "sum",
                                                     .form = CONTEXT_FLOAT,
                                                     .row = 2,
                                                     .absolute = within,
                                                     .answer = answer,
                                                     .argument = c });
}

static bool fma_sum(const void *argument, uint64_t at, void *sum)
{
    const struct bench_case *c = argument;
    const struct arithmetic_case *state = c->state;
    const struct arithmetic_workload *workload = c->workload->state;
    const uint32_t thread = (uint32_t)(at / 2);
    double start[2] = { 0, 0 };
    for (uint32_t i = 0; i < 2 * CHAINS; i++)
        start[i % 2] += start_value(2 * CHAINS * thread + i, workload->seed);
    *(float *)sum =
        (float)(state->power[at % 2][0] * start[0] + state->power[at % 2][1] * start[1]);
    return true;
}

static bool check_fma(struct bench_case *c, enum bench_check check)
{
    (void)check;
    return check_sums(c, fma_error_max, fma_sum);
}

static void record_int32(struct bench_case *c, struct gpu_commands *commands)
{
    const struct arithmetic_workload *workload = c->workload->state;
    dispatch(c, commands, (struct arithmetic_push){ .a = workload->a, .b = workload->b });
}

static bool int32_results(const void *argument, uint64_t thread, void *results)
{
    const struct bench_case *c = argument;
    const struct arithmetic_case *state = c->state;
    const struct arithmetic_workload *workload = c->workload->state;
    uint32_t *sum = results, *both = sum + 1;
    *sum = *both = 0;
    for (uint32_t i = 0; i < CHAINS; i++) {
        const uint32_t start = hash_mix((CHAINS * (uint32_t)thread + i) ^ workload->seed);
        const uint32_t x = start * state->factor + state->summand;
        *sum += x;
        *both ^= x;
    }
    return true;
}

static bool check_int32(struct bench_case *c, enum bench_check check)
{
    struct gpu_buffer *sums = ((const struct arithmetic_case *)c->state)->sums;
    (void)check;
    return context_compare(
        &c->context, "sum and exclusive or of each thread",
        context_read(&c->context, sums, 0, gpu_buffer_bytes(sums)), NULL, thread_count(c),
        (struct context_element){
            .noun = "thread", .bytes = 8, .answer = int32_results, .argument = c });
}

static void record_special(struct bench_case *c, struct gpu_commands *commands)
{
    dispatch(c, commands, (struct arithmetic_push){ 0 });
}

static bool special_sum_of_chains(const void *argument, uint64_t at, void *sum)
{
    const struct bench_case *c = argument;
    const struct arithmetic_workload *workload = c->workload->state;
    const double *sums_of = ((const struct arithmetic_case *)c->state)->sums_of;
    double wanted = 0;
    for (uint32_t value = 0; value < CHAINS / 2; value++)
        wanted += sums_of[hash_mix((CHAINS / 2 * (uint32_t)at + value) ^ workload->seed) >> 16];
    *(float *)sum = (float)wanted;
    return true;
}

/* The sum of all values that start_value() of special.comp becomes; of those from STILL on, where
 * they are 1, at once. */
static bool check_special(struct bench_case *c, enum bench_check check)
{
    enum { STILL = 64 };
    struct arithmetic_case *state = c->state;
    (void)check;
    if (!state->sums_of) {
        state->sums_of = context_alloc(&c->context, STARTS * sizeof(*state->sums_of));
        for (uint32_t start = 0; state->sums_of && start < STARTS; start++) {
            double x = 0.5 + start / 131072.0, sum = 0;
            for (int step = 0; step < STILL; step++) {
                x = 1 / sqrt(x);
                sum += x;
            }
            state->sums_of[start] = sum + (STEPS - STILL);
        }
    }
    return state->sums_of && check_sums(c, special_error_max, special_sum_of_chains);
}

static void work(const struct bench_case *c, struct bench_work *work)
{
    const struct arithmetic_variant *variant = c->variant->data;
    const double threads = thread_count(c);
    *work = (struct bench_work){ .bytes_written = 8 * threads,
                                 .operations = threads * STEPS * variant->operations };
}

static const struct bench_variant variants[] = {
    /* Two moves per point and step, each a multiplication and an addition. */
    CEILING_VARIANT("fma", GPU, OPERATIONS,
                    "fused multiply-adds of 32-bit floats; each is 2 operations",
                    WITH_METHOD(.record = record_fma, .check = check_fma),
                    WITH_DATA(struct arithmetic_variant, &kernel_ceilings_fma, 2 * 2 * CHAINS)),
    CEILING_VARIANT("single", GPU, SINGLE,
                    "multiplications and additions of 32-bit floats that must not become one",
                    WITH_METHOD(.record = record_fma, .check = check_fma),
                    WITH_DATA(struct arithmetic_variant, &kernel_ceilings_single, 2 * 2 * CHAINS)),
    CEILING_VARIANT("int32", GPU, INTEGER, "multiply-adds of 32-bit integers; each is 2 operations",
                    WITH_METHOD(.record = record_int32, .check = check_int32),
                    WITH_DATA(struct arithmetic_variant, &kernel_ceilings_int32, 2 * CHAINS)),
    CEILING_VARIANT("special", GPU, SPECIAL, "inverse square roots of 32-bit floats",
                    WITH_METHOD(.record = record_special, .check = check_special),
                    WITH_DATA(struct arithmetic_variant, &kernel_ceilings_special, CHAINS)),
    { 0 },
};

const struct bench ceilings_arithmetic = {
    .name = "arithmetic",
    .question = "Operations per second, in registers?",
    .variants = variants,
    .workload_bytes = sizeof(struct arithmetic_workload),
    .workload = workload,
    .method = { .case_bytes = sizeof(struct arithmetic_case), .setup = setup, .work = work },
};
