/* SPDX-License-Identifier: MIT */
#include "bench/ceilings/ceilings.h"

#include "harness/random.h"

#include <string.h>

enum {
    VERIFY_GROUPS = 4096,
    PART_BYTES = 1 << 18, /* read back at a time */
    PARTS_MAX = 32,       /* a buffer that has more of them is read back in as many places */
};

/* Component sums of the tallies of all groups. */
static bool tallies_sum(struct bench_case *c, uint32_t sum[4])
{
    const struct bandwidth_case *state = c->state;
    const uint64_t bytes = gpu_buffer_bytes(state->tallies);
    const uint32_t *tallies = context_read(&c->context, state->tallies, 0, bytes);
    memset(sum, 0, 4 * sizeof(*sum));
    for (uint64_t i = 0; tallies && i < bytes / 4; i++)
        sum[i % 4] += tallies[i];
    return tallies;
}

static bool check_sums(struct bench_case *c, const uint32_t got[4])
{
    const struct bandwidth_case *state = c->state;
    uint32_t wanted[4];
    for (int i = 0; i < 4; i++)
        wanted[i] = state->workload->sum[i] * state->plan.passes;
    return context_compare(&c->context, "sums of the words read, by component", got, wanted, 4,
                           (struct context_element){ .noun = "component" });
}

static bool mismatch_vector(struct bench_case *c, uint64_t index, uint64_t count)
{
    return context_mismatch(&c->context, "the pattern: %llu vectors are wrong, first vector %llu",
                            (unsigned long long)count, (unsigned long long)index);
}

/* Every vector of a buffer, on the device; `first` is the pattern's index of its first. */
static bool verify_on_device(struct bench_case *c, struct gpu_buffer *buffer, uint64_t first)
{
    const struct bandwidth_workload *workload = ((struct bandwidth_case *)c->state)->workload;
    const struct bandwidth_buffers *buffers = workload->buffers;
    const struct {
        uint32_t first, count, seed;
    } push = { (uint32_t)first, (uint32_t)(gpu_buffer_bytes(buffer) / BANDWIDTH_VECTOR_BYTES),
               workload->seed };
    struct gpu_commands *commands = buffers->verify_commands;
    uint32_t verdict[2];
    gpu_commands_restart(commands);
    gpu_commands_fill(commands, buffers->verdict, 0, 4, 0);
    gpu_commands_fill(commands, buffers->verdict, 4, 4, UINT32_MAX);
    gpu_commands_barrier(commands, GPU_TRANSFER, GPU_COMPUTE);
    gpu_commands_dispatch(commands, &(struct gpu_dispatch){ .kernel = buffers->verify_kernel,
                                                            .buffers = { buffer, buffers->verdict },
                                                            .push = &push,
                                                            .push_bytes = sizeof(push),
                                                            .groups = { VERIFY_GROUPS, 1, 1 } });
    gpu_commands_barrier(commands, GPU_COMPUTE, GPU_TRANSFER);
    gpu_commands_read_back(commands, buffers->verdict, 0, sizeof(verdict), verdict);
    if (!gpu_commands_submit(commands))
        return false;
    return verdict[0] == 0 || mismatch_vector(c, first + verdict[1], verdict[0]);
}

static bool pattern_vector(const void *seed, uint64_t at, void *vector)
{
    ceilings_pattern_vector((uint32_t)at, *(const uint32_t *)seed, vector);
    return true;
}

/* All of a small buffer, places of a large one, on the host: what judges is not judged by itself.
 */
static bool verify_on_host(struct bench_case *c, struct gpu_buffer *buffer, uint64_t first)
{
    const uint32_t seed = ((struct bandwidth_case *)c->state)->workload->seed;
    const uint64_t bytes = gpu_buffer_bytes(buffer);
    const uint64_t part = bytes < PART_BYTES ? bytes : PART_BYTES, parts = bytes / part;
    uint64_t random = seed;
    for (uint64_t i = 0; i < parts && i < PARTS_MAX; i++) {
        const uint64_t offset = part * (parts <= PARTS_MAX ? i : random_below(&random, parts));
        const uint32_t *vectors = context_read(&c->context, buffer, offset, part);
        if (!context_compare(
                &c->context, "the pattern", vectors, NULL, part / BANDWIDTH_VECTOR_BYTES,
                (struct context_element){ .noun = "vector",
                                          .bytes = BANDWIDTH_VECTOR_BYTES,
                                          .first = first + offset / BANDWIDTH_VECTOR_BYTES,
                                          .answer = pattern_vector,
                                          .argument = &seed }))
            return false;
    }
    return true;
}

bool ceilings_bandwidth_check(struct bench_case *c, enum bench_check check)
{
    const struct bandwidth_case *state = c->state;
    const struct bandwidth_buffers *buffers = state->workload->buffers;
    const enum bandwidth_kind kind = state->kind;
    const uint64_t half = state->workload->bytes / 2 / BANDWIDTH_VECTOR_BYTES;
    uint32_t sum[4];
    if (!tallies_sum(c, sum))
        return false;
    if (kind == BANDWIDTH_READ)
        return check_sums(c, sum);
    if (sum[0] != state->visits)
        return context_mismatch(&c->context, "%u blocks were visited, wanted %u", sum[0],
                                state->visits);
    /* A copy has the lower half's data in the upper. */
    for (int i = kind == BANDWIDTH_WRITE ? 0 : 1; i < 2; i++) {
        const uint64_t first = kind == BANDWIDTH_WRITE ? (uint64_t)i * half : 0;
        if (!verify_on_device(c, buffers->destination[i], first) ||
            (check == BENCH_CHECK_FULL && !verify_on_host(c, buffers->destination[i], first)))
            return false;
    }
    return true;
}
