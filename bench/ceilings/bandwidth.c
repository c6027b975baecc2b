/* SPDX-License-Identifier: MIT */
/* bandwidth.c: bytes per second over the size of the set that they come from. */
#include "bench/ceilings/ceilings.h"

#include "bench/common/hash.h"

#include "ceilings.kernels.h"

enum {
    SEED_STREAM = 0xcce1,
    SOFTWARE_BYTES_MAX = 1 << 25,
};

static bool workload(struct bench_workload *workload)
{
    struct bandwidth_workload *state = workload->state;
    state->bytes = (uint64_t)context_integer(&workload->context, "bytes");
    state->seed = hash_seed(workload->context.seed, SEED_STREAM);
    ceilings_pattern_sum(state->bytes / BANDWIDTH_VECTOR_BYTES, state->seed, state->sum);
    const uint64_t sums[4] = { state->sum[0], state->sum[1], state->sum[2], state->sum[3] };
    context_fact_count(&workload->context, "vectors", state->bytes / BANDWIDTH_VECTOR_BYTES);
    context_fact_series(&workload->context, "sums", sums, 4);
    return true;
}

/* Why the device cannot, or need not, have a set of that size; NULL when it can. Source and
 * destination are twice the set; a tenth of the memory is left to others. */
static const char *refusal(const struct bench_workload *workload)
{
    const struct bandwidth_workload *state = workload->state;
    const struct gpu_info *info = gpu_info(gpu_scope_device(workload->context.scope));
    if (info && gpu_info_is_software(info) && state->bytes > SOFTWARE_BYTES_MAX)
        return "a set of more than 32 MiB takes long on a CPU and says nothing";
    if (!info || (double)state->bytes * 2 > 0.9 * (double)info->limits.memory_bytes)
        return "the device has too little memory for two such sets";
    return NULL;
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
    struct gpu_buffer *tallies =
        gpu_buffer_create(scope, &(struct gpu_buffer_params){ .name = "fill tallies",
                                                              .bytes = tallies_bytes(&fill) });
    struct gpu_kernel *kernel =
        gpu_kernel_create(scope, &(struct gpu_kernel_params){ .shader = &kernel_ceilings_write,
                                                              .constants = { fill.plan.constant },
                                                              .constant_count = 1 });
    struct gpu_commands *commands = gpu_commands_begin(scope);
    gpu_commands_dispatch(
        commands,
        &(struct gpu_dispatch){ .kernel = kernel,
                                .buffers = { buffers->source[0], buffers->source[1], tallies },
                                .push = &fill.plan.push,
                                .push_bytes = sizeof(fill.plan.push),
                                .groups = { fill.plan.groups[0], fill.plan.groups[1], 1 } });
    gpu_commands_submit(commands);
    gpu_scope_destroy(&scope);
}

static bool upload(struct bench_workload *workload)
{
    struct bandwidth_workload *state = workload->state;
    struct gpu_scope *scope = workload->context.scope;
    if (refusal(workload))
        return true;
    struct bandwidth_buffers *buffers = context_alloc(&workload->context, sizeof(*buffers));
    if (!buffers)
        return false;
    for (int i = 0; i < 2; i++) {
        buffers->source[i] =
            gpu_buffer_create(scope, &(struct gpu_buffer_params){ .name = "half of the source",
                                                                  .bytes = state->bytes / 2 });
        buffers->destination[i] =
            gpu_buffer_create(scope, &(struct gpu_buffer_params){ .name = "half of the destination",
                                                                  .bytes = state->bytes / 2 });
    }
    buffers->verdict =
        gpu_buffer_create(scope, &(struct gpu_buffer_params){ .name = "verdict", .bytes = 8 });
    buffers->verify_kernel =
        gpu_kernel_create(scope, &(struct gpu_kernel_params){ .shader = &kernel_ceilings_verify });
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
        return context_unsupported(&c->context, "%s", refusal(c->workload));
    const bool copies = state->kind == BANDWIDTH_COPY;
    const uint64_t visit_bytes = (uint64_t)BANDWIDTH_BLOCK_BYTES * (copies ? 2 : 1);
    plan_make(state, bytes_moved(c) / visit_bytes, state->workload->bytes / visit_bytes);
    state->kernel = gpu_kernel_create(
        c->context.scope, &(struct gpu_kernel_params){ .shader = variant->shader,
                                                       .constants = { state->plan.constant },
                                                       .constant_count = 1 });
    state->tallies = gpu_buffer_create(
        c->context.scope,
        &(struct gpu_buffer_params){ .name = "tallies", .bytes = tallies_bytes(state) });
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
        .push = &state->plan.push,
        .push_bytes = sizeof(state->plan.push),
        .groups = { state->plan.groups[0], state->plan.groups[1], 1 },
    };
    if (state->kind == BANDWIDTH_WRITE)
        dispatch.buffers[0] = buffers->destination[0];
    if (state->kind != BANDWIDTH_READ)
        dispatch.buffers[1] = buffers->destination[1];
    gpu_commands_dispatch(commands, &dispatch);
}

static void work(const struct bench_case *c, struct bench_work *work)
{
    static const double shares[][2] = {
        [BANDWIDTH_COPY] = { 0.5, 0.5 }, [BANDWIDTH_READ] = { 1, 0 }, [BANDWIDTH_WRITE] = { 0, 1 }
    };
    const struct bandwidth_case *state = c->state;
    const double *share = shares[state->kind];
    *work = (struct bench_work){ .bytes_read = share[0] * (double)bytes_moved(c),
                                 .bytes_written = share[1] * (double)bytes_moved(c) };
}

static const char *const sizes[] = {
    "16384",     "32768",     "65536",      "131072",     "262144",     "524288",
    "1048576",   "2097152",   "4194304",    "8388608",    "16777216",   "25165824",
    "33554432",  "41943040",  "48234496",   "58720256",   "67108864",   "134217728",
    "268435456", "536870912", "1073741824", "2147483648", "4294967296", NULL,
};

const struct bench_axis ceilings_bandwidth_axes[] = {
    { .name = "bytes",
      .check = "16384,65536,1048576",
      .help = "working set: bytes that an execution passes over, again and again",
      .names = sizes,
      .values = { "65536,1048576,16777216,33554432,41943040,48234496,58720256,67108864,"
                  "268435456,1073741824",
                  "16384,65536,262144,1048576,4194304,16777216,33554432,41943040,48234496,"
                  "58720256,67108864,134217728,268435456,1073741824",
                  "16384,32768,65536,131072,262144,524288,1048576,2097152,4194304,8388608,16777216,"
                  "25165824,33554432,41943040,48234496,58720256,67108864,134217728,268435456,"
                  "536870912,"
                  "1073741824,2147483648,"
                  "4294967296" } },
    { 0 },
};

#define VARIANT(kind_, shader_)                                                                    \
    &(const struct bandwidth_variant)                                                              \
    {                                                                                              \
        .kind = (kind_), .shader = &(shader_)                                                      \
    }

static const struct bench_variant variants[] = {
    {
        .name = "copy",
        .summary = "copies one half of the set to the other; bytes read and written count",
        .source = "contender",
        .kind = BENCH_GPU,
        .ceiling = BENCH_CEILING_COPY,
        .data = VARIANT(BANDWIDTH_COPY, kernel_ceilings_copy),
    },
    {
        .name = "read",
        .summary = "reads the set and sums it up",
        .source = "contender",
        .kind = BENCH_GPU,
        .ceiling = BENCH_CEILING_READ,
        .data = VARIANT(BANDWIDTH_READ, kernel_ceilings_read),
    },
    {
        .name = "write",
        .summary = "writes a pattern to the set",
        .source = "contender",
        .kind = BENCH_GPU,
        .ceiling = BENCH_CEILING_WRITE,
        .data = VARIANT(BANDWIDTH_WRITE, kernel_ceilings_write),
    },
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
                .check = ceilings_bandwidth_check,
                .work = work },
};
