/* SPDX-License-Identifier: MIT */
/* launch.c: what a step costs that does next to nothing. */
#include "bench/ceilings/ceilings.h"

#include "bench/common/device.h"
#include "bench/common/hash.h"

#include "ceilings.kernels.h"

enum {
    STEPS = 128,
    WORDS = STEPS + 1,
    ROUNDS = 8192,
    GROUPS_ACROSS = 1024, /* in x, of a dispatch of many groups */
    SEED_STREAM = 0xcce3,
};

struct launch_case {
    uint32_t seed;
    struct gpu_kernel *kernel;
    struct gpu_buffer *words, *arguments;
    struct gpu_commands *commands; /* of round_trip */
    uint32_t returned;             /* to the host, by round_trip */
};

static bool workload(struct bench_workload *workload)
{
    uint32_t *seed = workload->state;
    *seed = hash_seed(workload->context.seed, SEED_STREAM);
    context_fact_count(&workload->context, "steps", STEPS);
    context_fact_count(&workload->context, "start", *seed);
    return true;
}

static bool setup(struct bench_case *c)
{
    struct launch_case *state = c->state;
    const struct launch_variant *variant = c->variant->data;
    const uint32_t zeros[3 * (STEPS + 1)] = { 0 };
    state->seed = *(const uint32_t *)c->workload->state;
    if (variant->shader)
        state->kernel = kernel_create(c->context.scope, variant->shader);
    state->words = buffer_create(c->context.scope, "words", 4 * WORDS, NULL);
    gpu_buffer_write(state->words, 0, &state->seed, 4);
    state->arguments = buffer_create(c->context.scope, "arguments", sizeof(zeros), zeros);
    if (c->variant->kind == BENCH_HOST_DRIVEN)
        state->commands = gpu_commands_begin(c->context.scope);
    bench_output_range(c, state->words, UINT64_C(4) * variant->first, UINT64_C(4) * variant->count);
    bench_output_memory(c, &state->returned, sizeof(state->returned));
    return true;
}

/* `number` is what the kernel is told besides the seed. */
static void dispatch_record(const struct launch_case *state, struct gpu_commands *commands,
                            uint32_t number, uint32_t across, uint32_t rows)
{
    const uint32_t push[2] = { number, state->seed };
    kernel_dispatch(commands, state->kernel, .buffers = { state->words }, PUSH(push),
                    .groups = { across, rows, 1 });
}

static uint32_t mark_word(uint32_t seed, uint32_t index)
{
    return seed ^ index;
}

static uint32_t step_word(uint32_t before)
{
    return before * 1664525u + 1013904223u;
}

static void record_step(const struct launch_case *state, struct gpu_commands *commands,
                        enum launch_step step, uint32_t i)
{
    const uint32_t push[2] = { i, state->seed };
    const uint64_t at = UINT64_C(4) * i;
    switch (step) {
    case LAUNCH_DISPATCH:
    case LAUNCH_DEPENDENT: dispatch_record(state, commands, i, 1, 1); break;
    case LAUNCH_INDIRECT:
        kernel_dispatch(commands, state->kernel, .buffers = { state->words, state->arguments },
                        PUSH(push), .indirect = state->arguments,
                        .indirect_offset = UINT64_C(12) * i);
        break;
    case LAUNCH_FILL:
        gpu_commands_fill(commands, state->words, at, 4, mark_word(state->seed, i));
        break;
    case LAUNCH_COPY: gpu_commands_copy(commands, state->words, at + 4, state->words, at, 4); break;
    }
}

/* Records 128 steps, and barriers between those that wait for each other. */
static void record(struct bench_case *c, struct gpu_commands *commands)
{
    static const uint32_t accesses[] = { [LAUNCH_DEPENDENT] = GPU_COMPUTE,
                                         [LAUNCH_INDIRECT] = GPU_COMPUTE | GPU_INDIRECT,
                                         [LAUNCH_FILL] = GPU_TRANSFER,
                                         [LAUNCH_COPY] = GPU_TRANSFER };
    const struct launch_case *state = c->state;
    const enum launch_step step = ((const struct launch_variant *)c->variant->data)->step;
    if (step == LAUNCH_INDIRECT) {
        gpu_commands_fill(commands, state->arguments, 0, 12, 1);
        gpu_commands_barrier(commands, GPU_TRANSFER, accesses[step]);
    }
    for (uint32_t i = 0; i < STEPS; i++) {
        if (i > 0 && step != LAUNCH_DISPATCH)
            gpu_commands_barrier(commands, accesses[step], accesses[step]);
        record_step(state, commands, step, i);
    }
}

static void record_round(struct bench_case *c, struct gpu_commands *commands)
{
    dispatch_record(c->state, commands, ROUNDS, 1, 1);
}

static void record_groups(struct bench_case *c, struct gpu_commands *commands)
{
    const uint32_t rows = ceilings_amount_for(c->context.scope, 4096, 1024, 8);
    const uint32_t between = rows * GROUPS_ACROSS / STEPS; /* two groups that mark a word */
    dispatch_record(c->state, commands, between, GROUPS_ACROSS, rows);
}

static bool drive(struct bench_case *c)
{
    struct launch_case *state = c->state;
    bench_drive_begin(c, state->commands);
    dispatch_record(state, state->commands, 0, 1, 1);
    gpu_commands_barrier(state->commands, GPU_COMPUTE, GPU_TRANSFER);
    gpu_commands_read_back(state->commands, state->words, 0, 4, &state->returned);
    return bench_drive_submit(c, state->commands);
}

/* Returns the expected word `index`, after the word `before`; rounds pass values on by one word
 * each. */
static uint32_t wanted_word(enum launch_word word, uint32_t seed, uint32_t index, uint32_t before)
{
    switch (word) {
    case LAUNCH_MARK: return mark_word(seed, index);
    case LAUNCH_AFTER: return step_word(before);
    case LAUNCH_SAME: return before;
    case LAUNCH_ROUNDS: break;
    }
    uint32_t value = seed ^ (index + ROUNDS) % STEPS;
    for (uint32_t round = 0; round < ROUNDS; round++)
        value = step_word(value);
    return value;
}

static bool check(struct bench_case *c, enum bench_check check)
{
    const struct launch_case *state = c->state;
    const struct launch_variant *variant = c->variant->data;
    const uint32_t *words = context_read(&c->context, state->words, 0, 4 * WORDS);
    uint32_t wanted[WORDS], last = state->seed;
    (void)check;
    for (uint32_t i = 0; i < variant->count; i++)
        last = wanted[i] = wanted_word(variant->word, state->seed, i, last);
    if (!context_compare(&c->context, "words of steps", words ? words + variant->first : NULL,
                         wanted, variant->count, (struct context_element){ .noun = "step" }))
        return false;
    return c->variant->kind != BENCH_HOST_DRIVEN || state->returned == last ||
           context_mismatch(&c->context, "%08x came back to the host, wanted %08x", state->returned,
                            last);
}

static void work(const struct bench_case *c, struct bench_work *work)
{
    const struct launch_variant *variant = c->variant->data;
    *work = (struct bench_work){ .rounds = variant->rounds };
}

static const struct bench_variant variants[] = {
    CEILING_VARIANT(
        "dispatch", GPU, DISPATCH, "128 dispatches of one thread that do not wait for each other",
        WITH_DATA(struct launch_variant, .shader = &kernel_ceilings_mark, .count = STEPS)),
    CEILING_VARIANT("dependent", GPU, DEPENDENT,
                    "128 of them, a barrier between, each on the words that the one before wrote",
                    WITH_DATA(struct launch_variant, .step = LAUNCH_DEPENDENT,
                              .shader = &kernel_ceilings_step, .first = 1, .count = STEPS,
                              .word = LAUNCH_AFTER)),
    CEILING_VARIANT("indirect", GPU, INDIRECT,
                    "the same, each also writes the arguments of the next",
                    WITH_DATA(struct launch_variant, .step = LAUNCH_INDIRECT,
                              .shader = &kernel_ceilings_step_indirect, .first = 1, .count = STEPS,
                              .word = LAUNCH_AFTER)),
    CEILING_VARIANT("fill", GPU, FILL, "128 fills of one word, a barrier between",
                    WITH_DATA(struct launch_variant, .step = LAUNCH_FILL, .count = STEPS)),
    CEILING_VARIANT(
        "copy", GPU, COPY_STEP,
        "128 copies of one word, a barrier between, each of the word that the one before wrote",
        WITH_DATA(struct launch_variant, .step = LAUNCH_COPY, .first = 1, .count = STEPS,
                  .word = LAUNCH_SAME)),
    CEILING_VARIANT("round", GPU, ROUND,
                    "8192 rounds of one group, a barrier each, on what another thread wrote before",
                    WITH_METHOD(.record = record_round),
                    WITH_DATA(struct launch_variant, .shader = &kernel_ceilings_rounds,
                              .count = STEPS, .word = LAUNCH_ROUNDS, .rounds = ROUNDS)),
    CEILING_VARIANT(
        "groups", GPU, GROUPS,
        "a dispatch of millions of groups of one thread; 128 of them mark a word",
        WITH_METHOD(.record = record_groups),
        WITH_DATA(struct launch_variant, .shader = &kernel_ceilings_groups, .count = STEPS)),
    CEILING_VARIANT("round_trip", HOST_DRIVEN, ROUND_TRIP,
                    "records and submits one dispatch, waits, has its word back on the host",
                    WITH_METHOD(.drive = drive),
                    WITH_DATA(struct launch_variant, .shader = &kernel_ceilings_mark, .count = 1)),
    { 0 },
};

const struct bench ceilings_launch = {
    .name = "launch",
    .question = "What does a step cost that does next to nothing?",
    .variants = variants,
    .workload_bytes = sizeof(uint32_t), /* the seed */
    .workload = workload,
    .method = { .case_bytes = sizeof(struct launch_case),
                .setup = setup,
                .record = record,
                .check = check,
                .work = work },
};
