/* SPDX-License-Identifier: MIT */
/* atomics.c: atomic additions per second: to one word, to many, in shared memory; by how many
 * neighbours share a word, and by whether the old value is used. */
#include "bench/ceilings/ceilings.h"

#include "bench/common/axis.h"
#include "bench/common/device.h"

#include "ceilings.kernels.h"

#include <string.h>

enum {
    GROUP_SIZE = 256,
    GROUPS = 1024,
    THREADS = GROUP_SIZE * GROUPS,
    MANY_WORDS = 1 << 18, /* 1 MiB */
};

struct atomics_case {
    struct gpu_kernel *kernel;
    struct gpu_buffer *table, *totals;
    uint32_t steps, words;
    enum bench_atomics pattern;
    bool returned; /* the old values */
};

static bool workload(struct bench_workload *workload)
{
    context_fact_count(&workload->context, "threads", THREADS);
    return true;
}

static bool setup(struct bench_case *c)
{
    struct atomics_case *state = c->state;
    const struct atomics_variant *variant = c->variant->data;
    state->words = variant->words;
    state->pattern = variant->pattern;
    state->returned = !variant->by_pattern;
    if (c->variant->axes) {
        const uint32_t lanes = (uint32_t)context_integer(&c->context, "lanes");
        state->words = THREADS / lanes;
        state->pattern = lanes == 16  ? BENCH_ATOMICS_LANES_16
                         : lanes == 2 ? BENCH_ATOMICS_LANES_2
                                      : BENCH_ATOMICS_LANES_1;
        state->returned = strcmp(context_text(&c->context, "result"), "returned") == 0;
    }
    state->steps = ceilings_amount_for(c->context.scope, variant->steps[0], variant->steps[1],
                                       variant->steps[2]);
    /* Constants of atomics_pattern.comp; of atomics.comp the first, of atomics_shared.comp none. */
    uint32_t shift = 0;
    while (!variant->scattered && variant->by_pattern && state->words << shift < THREADS)
        shift++;
    struct gpu_kernel_params params = { .shader = variant->shader,
                                        CONSTANTS(state->words - 1, state->words > 1 ? shift : 0,
                                                  variant->scattered, state->returned) };
    params.constant_count = variant->shared ? 0 : variant->by_pattern ? 4 : 1;
    state->kernel = gpu_kernel_create(c->context.scope, &params);
    state->table = buffer_create(c->context.scope, "table", UINT64_C(4) * state->words, NULL);
    state->totals = buffer_create(c->context.scope, "totals", 4 * GROUPS, NULL);
    bench_output(c, state->table);
    bench_output(c, state->totals);
    return true;
}

static void reset(struct bench_case *c, struct gpu_commands *commands)
{
    const struct atomics_case *state = c->state;
    gpu_commands_fill(commands, state->table, 0, gpu_buffer_bytes(state->table), 0);
    gpu_commands_fill(commands, state->totals, 0, gpu_buffer_bytes(state->totals), 0);
}

static void record(struct bench_case *c, struct gpu_commands *commands)
{
    const struct atomics_case *state = c->state;
    kernel_dispatch(commands, state->kernel, .buffers = { state->table, state->totals },
                    PUSH(state->steps), .groups = { GROUPS, 1, 1 });
}

/* 0 + 1 + ... + (count - 1) modulo 2^32. */
static uint32_t sum_below(uint64_t count)
{
    return (uint32_t)(count % 2 == 0 ? count / 2 * (count - 1) : (count - 1) / 2 * count);
}

static bool same_for_all(const void *argument, uint64_t at, void *word)
{
    (void)at;
    *(uint32_t *)word = *(const uint32_t *)argument;
    return true;
}

/* Every word was added to as often, and gave back each of its values once. */
static bool check(struct bench_case *c, enum bench_check check)
{
    const struct atomics_case *state = c->state;
    const struct atomics_variant *variant = c->variant->data;
    const uint32_t words = state->words;
    const uint32_t *table = context_read(&c->context, state->table, 0, UINT64_C(4) * words);
    const uint32_t *totals = context_read(&c->context, state->totals, 0, 4 * GROUPS);
    const uint64_t per_word = (uint64_t)THREADS * state->steps / words;
    const uint32_t returned =
        variant->shared ? GROUPS * (words * sum_below(state->steps)) : words * sum_below(per_word);
    const uint32_t total_wanted = state->returned ? returned : 0;
    uint32_t total = 0;
    (void)check;
    if (!table || !totals)
        return false;
    if (!context_compare(&c->context, "additions to each word", table, NULL, words,
                         (struct context_element){ .form = CONTEXT_UNSIGNED,
                                                   .answer = same_for_all,
                                                   .argument = &(uint32_t){ (uint32_t)per_word } }))
        return false;
    for (int i = 0; i < GROUPS; i++)
        total += totals[i];
    if (total != total_wanted)
        return context_mismatch(&c->context, "the old values sum to %08x, wanted %08x", total,
                                total_wanted);
    return true;
}

static void work(const struct bench_case *c, struct bench_work *work)
{
    const struct atomics_case *state = c->state;
    const struct atomics_variant *variant = c->variant->data;
    const double count = (double)THREADS * state->steps;
    *work = (struct bench_work){ .operations = count };
    if (!variant->shared && state->returned)
        work->atomics[state->pattern].returned = count;
    else if (!variant->shared)
        work->atomics[state->pattern].dropped = count;
}

static const struct bench_axis pattern_axes[] = {
    AXIS("lanes", "neighbouring threads that add to the same word",
         .names = (const char *const[]){ "1", "2", "16", NULL },
         .values = { "1,2,16", "1,2,16", "1,2,16" }),
    AXIS("result", "use of the old values",
         .names = (const char *const[]){ "dropped", "returned", NULL }, .default_value = "dropped",
         .values = { "dropped", "dropped,returned", "dropped,returned" }),
    { 0 },
};

static const struct bench_variant variants[] = {
    CEILING_VARIANT("one_address", GPU, ATOMIC_ONE, "every thread adds to the same word",
                    WITH_DATA(struct atomics_variant, .shader = &kernel_ceilings_atomics,
                              .words = 1, .pattern = BENCH_ATOMICS_ONE_WORD,
                              .steps = { 16, 8, 1 })),
    CEILING_VARIANT("many_addresses", GPU, ATOMIC_MANY,
                    "every thread adds to a word of its own, spread over 1 MiB",
                    WITH_DATA(struct atomics_variant, .shader = &kernel_ceilings_atomics,
                              .words = MANY_WORDS, .pattern = BENCH_ATOMICS_SCATTERED,
                              .steps = { 256, 64, 2 })),
    CEILING_VARIANT("shared_memory", GPU, ATOMIC_SHARED,
                    "every thread of a group adds to a word of its own in shared memory",
                    WITH_DATA(struct atomics_variant, .shader = &kernel_ceilings_atomics_shared,
                              .words = GROUP_SIZE, .steps = { 4096, 1024, 4 }, .shared = true)),
    CEILING_VARIANT(
        "one_address_dropped", GPU, ATOMIC, "one_address, but the old value is not used",
        WITH_DATA(struct atomics_variant, .shader = &kernel_ceilings_atomics_pattern, .words = 1,
                  .pattern = BENCH_ATOMICS_ONE_WORD, .by_pattern = true, .steps = { 16, 8, 1 })),
    CEILING_VARIANT("many_addresses_dropped", GPU, ATOMIC,
                    "many_addresses, but the old value is not used",
                    WITH_DATA(struct atomics_variant, .shader = &kernel_ceilings_atomics_pattern,
                              .words = MANY_WORDS, .pattern = BENCH_ATOMICS_SCATTERED,
                              .by_pattern = true, .scattered = true, .steps = { 256, 64, 2 })),
    CEILING_VARIANT("neighbours", GPU, ATOMIC,
                    "neighbours share a word, and words of neighbours lie beside each other",
                    .axes = pattern_axes,
                    WITH_DATA(struct atomics_variant, .shader = &kernel_ceilings_atomics_pattern,
                              .by_pattern = true, .steps = { 256, 64, 2 })),
    { 0 },
};

const struct bench ceilings_atomics = {
    .name = "atomics",
    .question = "Atomic additions per second?",
    .variants = variants,
    .workload = workload,
    .method = { .case_bytes = sizeof(struct atomics_case),
                .setup = setup,
                .reset = reset,
                .record = record,
                .check = check,
                .work = work },
};
