/* SPDX-License-Identifier: MIT */
/* latency.c: what a load costs whose address the load before it gave, over the size of the set. */
#include "bench/ceilings/ceilings.h"

#include "bench/common/axis.h"
#include "bench/common/device.h"
#include "bench/common/hash.h"

#include "ceilings.kernels.h"

enum {
    LINE_BYTES = 128, /* of a node: chase.comp */
    LINK_GROUP = 64,
    LINK_GROUPS_X_MAX = 1 << 14, /* any device has so many */
    SEED_STREAM = 0xcce5,
};

/* Push constants of chase_link.comp: i * factor + summand modulo the number of nodes is a cycle
 * through all of them. */
struct latency_link {
    uint32_t mask, factor, summand;
};

struct latency_workload {
    uint64_t bytes; /* of the set: a power of two */
    struct latency_link link;
    struct gpu_buffer *nodes; /* NULL: the device is refused a set of that size */
};

struct latency_case {
    struct gpu_kernel *kernel;
    struct gpu_buffer *cursor, *walk;
    uint32_t steps;
};

static bool workload(struct bench_workload *workload)
{
    struct latency_workload *state = workload->state;
    state->bytes = (uint64_t)context_integer(&workload->context, "bytes");
    const uint32_t seed = hash_seed(workload->context.seed, SEED_STREAM);
    state->link = (struct latency_link){ (uint32_t)(state->bytes / LINE_BYTES) - 1,
                                         hash_mix(seed) << 2 | 1, hash_mix(seed + 1) | 1 };
    context_fact_count(&workload->context, "nodes", state->link.mask + 1);
    context_fact_count(&workload->context, "factor", state->link.factor);
    context_fact_count(&workload->context, "summand", state->link.summand);
    return true;
}

static bool upload(struct bench_workload *workload)
{
    struct latency_workload *state = workload->state;
    struct gpu_scope *scope = workload->context.scope;
    if (ceilings_refusal(scope, state->bytes, 1))
        return true;
    state->nodes = buffer_create(scope, "nodes", state->bytes, NULL);
    struct gpu_scope *making = gpu_scope_create(gpu_scope_device(scope));
    struct gpu_kernel *kernel = kernel_create(making, &kernel_ceilings_chase_link);
    struct gpu_commands *commands = gpu_commands_begin(making);
    const uint32_t groups = (state->link.mask + LINK_GROUP) / LINK_GROUP;
    const uint32_t wide = groups < LINK_GROUPS_X_MAX ? groups : LINK_GROUPS_X_MAX;
    kernel_dispatch(commands, kernel, .buffers = { state->nodes }, PUSH(state->link),
                    .groups = { wide, groups / wide, 1 });
    const bool made = gpu_commands_submit(commands);
    gpu_scope_destroy(&making);
    return made && state->nodes;
}

static bool setup(struct bench_case *c)
{
    struct latency_case *state = c->state;
    const struct latency_workload *workload = c->workload->state;
    const uint32_t start = 0;
    if (!workload->nodes)
        return context_unsupported(&c->context, "%s",
                                   ceilings_refusal(c->context.scope, workload->bytes, 1));
    state->steps = ceilings_amount_for(c->context.scope, 8192, 4096, 512);
    state->kernel = kernel_create(c->context.scope, c->variant->data);
    state->cursor = buffer_create(c->context.scope, "cursor", sizeof(start), &start);
    state->walk = buffer_create(c->context.scope, "walk", 8, NULL);
    bench_output(c, state->walk);
    return true;
}

static void record(struct bench_case *c, struct gpu_commands *commands)
{
    const struct latency_case *state = c->state;
    const struct latency_workload *workload = c->workload->state;
    kernel_dispatch(commands, state->kernel,
                    .buffers = { workload->nodes, state->cursor, state->walk }, PUSH(state->steps),
                    .groups = { 1, 1, 1 });
}

/* It has gone as many nodes as it should, from wherever the execution before it has ended. */
static bool check(struct bench_case *c, enum bench_check check)
{
    const struct latency_case *state = c->state;
    const struct latency_workload *workload = c->workload->state;
    const uint32_t *walk = context_read(&c->context, state->walk, 0, 8);
    const uint32_t *cursor = context_read(&c->context, state->cursor, 0, 4);
    (void)check;
    if (!walk || !cursor)
        return false;
    uint32_t at = walk[0];
    for (uint32_t step = 0; step < state->steps; step++)
        at = (at * workload->link.factor + workload->link.summand) & workload->link.mask;
    if (walk[0] > workload->link.mask || walk[1] != at || *cursor != at)
        return context_mismatch(&c->context,
                                "a walk from node %u came to %u and left %u, wanted %u", walk[0],
                                walk[1], *cursor, at);
    return true;
}

static void work(const struct bench_case *c, struct bench_work *work)
{
    const struct latency_workload *workload = c->workload->state;
    *work = (struct bench_work){ .bytes_written = 8,
                                 .loads = ((const struct latency_case *)c->state)->steps,
                                 .load_bytes = (double)workload->bytes };
}

static const char *const sizes[] = {
    "16384",    "65536",     "131072",    "262144",     "524288",
    "1048576",  "4194304",   "8388608",   "16777216",   "33554432",
    "67108864", "134217728", "268435456", "1073741824", NULL,
};

static const struct bench_axis axes[] = {
    AXIS("bytes", "working set: bytes that the cycle of all loads goes through", .names = sizes,
         .values = { "16384,8388608,268435456",
                     "16384,131072,1048576,8388608,33554432,67108864,268435456",
                     "16384,65536,131072,262144,524288,1048576,4194304,8388608,16777216,33554432,"
                     "67108864,134217728,268435456,1073741824" },
         .check = "16384,65536,1048576"),
    { 0 },
};

static const struct bench_variant variants[] = {
    CEILING_VARIANT("chase", GPU, LATENCY,
                    "one thread walks a cycle of all lines of 128 bytes of the set",
                    .data = &kernel_ceilings_chase),
    { 0 },
};

const struct bench ceilings_latency = {
    .name = "latency",
    .question = "What does a load cost whose address the one before it gave?",
    .axes = axes,
    .variants = variants,
    .workload_bytes = sizeof(struct latency_workload),
    .workload = workload,
    .upload = upload,
    .method = { .case_bytes = sizeof(struct latency_case),
                .setup = setup,
                .record = record,
                .check = check,
                .work = work },
};
