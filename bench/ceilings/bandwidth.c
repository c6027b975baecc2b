/* SPDX-License-Identifier: MIT */
/* bandwidth.c: bytes per second over the size of the set that they come from. */
#include "bench/ceilings/ceilings.h"

#include "bench/common/axis.h"
#include "bench/common/device.h"
#include "bench/common/hash.h"
#include "harness/random.h"

#include "ceilings.kernels.h"

enum {
    SEED_STREAM = 0xcce1,
    VERIFY_GROUPS = 4096,
    PART_BYTES = 1 << 18, /* read back at a time */
    PARTS_MAX = 32,       /* a buffer that has more of them is read back in as many places */
};

static const uint32_t factors[4] = { 1, 0x9e3779b1u, 0x85ebca77u, 0xc2b2ae3du };

static bool workload(struct bench_workload *workload)
{
    struct bandwidth_workload *state = workload->state;
    state->bytes = (uint64_t)context_integer(&workload->context, "bytes");
    state->seed = hash_seed(workload->context.seed, SEED_STREAM);
    const uint64_t vectors = state->bytes / BANDWIDTH_VECTOR_BYTES;
    uint32_t words = 0;
    uint64_t sums[4];
    for (uint64_t i = 0; i < vectors; i++)
        words += hash_mix((uint32_t)i ^ state->seed);
    for (int i = 0; i < 4; i++)
        sums[i] = state->sum[i] = words * factors[i];
    context_fact_count(&workload->context, "vectors", vectors);
    context_fact_series(&workload->context, "sums", sums, 4);
    return true;
}

static void plan_make(struct bandwidth_case *c, uint64_t visits, uint64_t blocks)
{
    c->visits = (uint32_t)visits;
    c->plan = ceilings_visits_plan(visits, blocks, c->workload->bytes);
    c->plan.push.seed = c->workload->seed;
}

static uint64_t tallies_bytes(const struct bandwidth_case *c)
{
    return (uint64_t)BANDWIDTH_VECTOR_BYTES * c->plan.groups[0] * c->plan.groups[1];
}

/* Writes the pattern to both halves of the source, by the kernel of the variant `write`. */
static void source_fill(struct bench_workload *workload, const struct bandwidth_buffers *buffers)
{
    const struct bandwidth_workload *state = workload->state;
    struct bandwidth_case fill = { .workload = state };
    plan_make(&fill, state->bytes / BANDWIDTH_BLOCK_BYTES, state->bytes / BANDWIDTH_BLOCK_BYTES);
    struct gpu_scope *scope = gpu_scope_create(gpu_scope_device(workload->context.scope));
    struct gpu_buffer *tallies = buffer_create(scope, "fill tallies", tallies_bytes(&fill), NULL);
    struct gpu_kernel *kernel =
        kernel_create_with(scope, &kernel_ceilings_write, fill.plan.constant);
    struct gpu_commands *commands = gpu_commands_begin(scope);
    kernel_dispatch(
        commands, kernel, .buffers = { buffers->source[0], buffers->source[1], tallies },
        PUSH(fill.plan.push), .groups = { fill.plan.groups[0], fill.plan.groups[1], 1 });
    gpu_commands_submit(commands);
    gpu_scope_destroy(&scope);
}

static bool upload(struct bench_workload *workload)
{
    struct bandwidth_workload *state = workload->state;
    struct gpu_scope *scope = workload->context.scope;
    if (ceilings_refusal(scope, state->bytes, 2))
        return true;
    struct bandwidth_buffers *buffers = context_alloc(&workload->context, sizeof(*buffers));
    if (!buffers)
        return false;
    for (int i = 0; i < 2; i++) {
        buffers->source[i] = buffer_create(scope, "half of the source", state->bytes / 2, NULL);
        buffers->destination[i] =
            buffer_create(scope, "half of the destination", state->bytes / 2, NULL);
    }
    buffers->verdict = buffer_create(scope, "verdict", 8, NULL);
    buffers->verify_kernel = kernel_create(scope, &kernel_ceilings_verify);
    buffers->verify_commands = gpu_commands_begin(scope);
    source_fill(workload, buffers);
    state->buffers = buffers;
    return buffers->verify_commands;
}

/* Bytes that one execution moves, whole passes: enough to be long beside a launch, and for what
 * stays behind in a cache to weigh little. */
static uint64_t bytes_moved(const struct bench_case *c)
{
    const struct bandwidth_workload *state = c->workload->state;
    const uint64_t least = (uint64_t)ceilings_amount_for(c->context.scope, 4096, 512, 16) << 20;
    return (least + state->bytes - 1) / state->bytes * state->bytes;
}

static bool setup(struct bench_case *c)
{
    struct bandwidth_case *state = c->state;
    state->workload = c->workload->state;
    const struct bandwidth_variant *variant = c->variant->data;
    state->kind = variant->kind;
    const struct bandwidth_buffers *buffers = state->workload->buffers;
    if (!buffers)
        return context_unsupported(&c->context, "%s",
                                   ceilings_refusal(c->context.scope, state->workload->bytes, 2));
    const bool copies = state->kind == BANDWIDTH_COPY;
    const uint64_t visit_bytes = (uint64_t)BANDWIDTH_BLOCK_BYTES * (copies ? 2 : 1);
    plan_make(state, bytes_moved(c) / visit_bytes, state->workload->bytes / visit_bytes);
    state->kernel = kernel_create_with(c->context.scope, variant->shader, state->plan.constant);
    state->tallies = buffer_create(c->context.scope, "tallies", tallies_bytes(state), NULL);
    bench_output(c, state->tallies);
    if (state->kind == BANDWIDTH_WRITE)
        bench_output(c, buffers->destination[0]);
    if (state->kind != BANDWIDTH_READ)
        bench_output(c, buffers->destination[1]);
    return true;
}

static void record(struct bench_case *c, struct gpu_commands *commands)
{
    const struct bandwidth_case *state = c->state;
    const struct bandwidth_buffers *buffers = state->workload->buffers;
    struct gpu_dispatch dispatch = {
        .kernel = state->kernel,
        .buffers = { buffers->source[0], buffers->source[1], state->tallies },
        PUSH(state->plan.push),
        .groups = { state->plan.groups[0], state->plan.groups[1], 1 },
    };
    if (state->kind == BANDWIDTH_WRITE)
        dispatch.buffers[0] = buffers->destination[0];
    if (state->kind != BANDWIDTH_READ)
        dispatch.buffers[1] = buffers->destination[1];
    gpu_commands_dispatch(commands, &dispatch);
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
    kernel_dispatch(commands, buffers->verify_kernel, .buffers = { buffer, buffers->verdict },
                    PUSH(push), .groups = { VERIFY_GROUPS, 1, 1 });
    gpu_commands_barrier(commands, GPU_COMPUTE, GPU_TRANSFER);
    gpu_commands_read_back(commands, buffers->verdict, 0, sizeof(verdict), verdict);
    if (!gpu_commands_submit(commands))
        return false;
    return verdict[0] == 0 ||
           context_mismatch(&c->context, "the pattern: %u vectors are wrong, first vector %llu",
                            verdict[0], (unsigned long long)(first + verdict[1]));
}

/* Vector `at` of the set, which no memory compresses: as pattern.glsl. */
static bool wanted_vector(const void *seed, uint64_t at, void *vector)
{
    const uint32_t word = hash_mix((uint32_t)at ^ *(const uint32_t *)seed);
    for (int i = 0; i < 4; i++)
        ((uint32_t *)vector)[i] = word * factors[i];
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
                                          .answer = wanted_vector,
                                          .argument = &seed }))
            return false;
    }
    return true;
}

/* The whole set on the device; FULL: much of it on the host, too. */
static bool check(struct bench_case *c, enum bench_check depth)
{
    const struct bandwidth_case *state = c->state;
    const struct bandwidth_buffers *buffers = state->workload->buffers;
    const enum bandwidth_kind kind = state->kind;
    const uint64_t half = state->workload->bytes / 2 / BANDWIDTH_VECTOR_BYTES;
    const uint64_t bytes = gpu_buffer_bytes(state->tallies);
    const uint32_t *tallies = context_read(&c->context, state->tallies, 0, bytes);
    uint32_t sum[4] = { 0 }, wanted[4];
    if (!tallies)
        return false;
    for (uint64_t i = 0; i < bytes / 4; i++)
        sum[i % 4] += tallies[i];
    for (int i = 0; i < 4; i++)
        wanted[i] = state->workload->sum[i] * state->plan.passes;
    if (kind == BANDWIDTH_READ)
        return context_compare(&c->context, "sums of the words read, by component", sum, wanted, 4,
                               (struct context_element){ .noun = "component" });
    if (sum[0] != state->visits)
        return context_mismatch(&c->context, "%u blocks were visited, wanted %u", sum[0],
                                state->visits);
    /* A copy has the lower half's data in the upper. */
    for (int i = kind == BANDWIDTH_WRITE ? 0 : 1; i < 2; i++) {
        const uint64_t first = kind == BANDWIDTH_WRITE ? (uint64_t)i * half : 0;
        if (!verify_on_device(c, buffers->destination[i], first) ||
            (depth == BENCH_CHECK_FULL && !verify_on_host(c, buffers->destination[i], first)))
            return false;
    }
    return true;
}

struct bench_work ceilings_bandwidth_work(enum bandwidth_kind kind, double bytes)
{
    const double read = kind == BANDWIDTH_COPY ? 0.5 : kind == BANDWIDTH_READ;
    return (struct bench_work){ .bytes_read = read * bytes, .bytes_written = (1 - read) * bytes };
}

static void work(const struct bench_case *c, struct bench_work *work)
{
    const struct bandwidth_case *state = c->state;
    *work = ceilings_bandwidth_work(state->kind, (double)bytes_moved(c));
}

static const char *const sizes[] = {
    "16384",     "32768",     "65536",      "131072",     "262144",     "524288",
    "1048576",   "2097152",   "4194304",    "8388608",    "16777216",   "25165824",
    "33554432",  "41943040",  "48234496",   "58720256",   "67108864",   "134217728",
    "268435456", "536870912", "1073741824", "2147483648", "4294967296", NULL,
};

const struct bench_axis ceilings_bandwidth_axes[] = {
    AXIS("bytes", "working set: bytes that an execution passes over, again and again",
         .names = sizes,
         .values = { "65536,1048576,16777216,33554432,41943040,48234496,58720256,67108864,"
                     "268435456,1073741824",
                     "16384,65536,262144,1048576,4194304,16777216,33554432,41943040,48234496,"
                     "58720256,67108864,134217728,268435456,1073741824",
                     "16384,32768,65536,131072,262144,524288,1048576,2097152,4194304,8388608,"
                     "16777216,25165824,33554432,41943040,48234496,58720256,67108864,134217728,"
                     "268435456,536870912,1073741824,2147483648,4294967296" },
         .check = "16384,65536,1048576"),
    { 0 },
};

static const struct bench_variant variants[] = {
    CEILING_VARIANT("copy", GPU, COPY,
                    "copies one half of the set to the other; bytes read and written count",
                    WITH_DATA(struct bandwidth_variant, BANDWIDTH_COPY, &kernel_ceilings_copy)),
    CEILING_VARIANT("read", GPU, READ, "reads the set and sums it up",
                    WITH_DATA(struct bandwidth_variant, BANDWIDTH_READ, &kernel_ceilings_read)),
    CEILING_VARIANT("write", GPU, WRITE, "writes a pattern to the set",
                    WITH_DATA(struct bandwidth_variant, BANDWIDTH_WRITE, &kernel_ceilings_write)),
    { 0 },
};

const struct bench ceilings_bandwidth = {
    .name = "bandwidth",
    .question = "Bytes per second, over the size of the set that they come from or go to?",
    .axes = ceilings_bandwidth_axes,
    .variants = variants,
    .workload_bytes = sizeof(struct bandwidth_workload),
    .workload = workload,
    .upload = upload,
    .method = { .case_bytes = sizeof(struct bandwidth_case),
                .setup = setup,
                .record = record,
                .check = check,
                .work = work },
};
