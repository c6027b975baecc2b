/* SPDX-License-Identifier: MIT */
/*
 * matmul.c: x runs over the columns of C and y over its rows, so that row_major goes through all of
 * B for each row of tiles, and tiled_y is the grouped order of matrix libraries.
 */
#include "bench/thread_group_tiling/benches.h"

#include "bench/common/device.h"
#include "harness/random.h"

#include <math.h>
#include <string.h>

#include "thread_group_tiling.kernels.h"

enum { SUBGROUP_SIZE = 32, SUBGROUP_SIDE = 64, TILE_COLUMNS = 128, TILE_ROWS = 128 };
enum { ELEMENTS_SAMPLED = 64 };
static const double software_operations_max = 1 << 26;

struct matmul_workload {
    struct tiling_shape shape;
    bool coopmat;
    struct tiling_matrices matrices;
    struct gpu_buffer *left, *right, *weights;
    struct gpu_buffer *product, *digests; /* of all cases: the largest of them fill a device */
    struct gpu_kernel *digest; /* of the check: no file of a user's stands in for it here */
};

struct matmul_case {
    struct tiling_grid grid;
    struct gpu_buffer *counter; /* of launch.glsl, without tickets */
    struct gpu_kernel *kernel;
    struct gpu_commands *digest; /* of the product; recorded by the first check */
};

/* The kernels' push constants. */
struct push {
    uint32_t width, height, m, n, k;
};

static const struct matmul_workload *input_of(const struct bench_case *c)
{
    return c->workload->state;
}

/* Multiplications and additions. */
static double operations_of(struct tiling_shape shape)
{
    return 2.0 * shape.m * shape.n * shape.k;
}

static uint64_t weight_bytes(struct tiling_shape shape)
{
    return 2 * (uint64_t)shape.k * shape.n;
}

static uint64_t product_bytes(struct tiling_shape shape)
{
    return sizeof(float) * (uint64_t)shape.m * shape.n;
}

static bool accepts_shape(const char *text)
{
    struct tiling_shape shape;
    return tiling_shape_read(text, &shape);
}

static bool workload(struct bench_workload *workload)
{
    struct matmul_workload *input = workload->state;
    struct context *context = &workload->context;
    const char *shape = context_text(context, "shape");
    if (!tiling_shape_read(shape, &input->shape))
        return context_error(context, "%s is not a shape: give MxNxK", shape);
    input->coopmat = strcmp(context_text(context, "path"), "coopmat") == 0;
    context_fact_count(context, "left_bytes", 2 * (uint64_t)input->shape.m * input->shape.k);
    context_fact_count(context, "weight_bytes", weight_bytes(input->shape));
    context_fact_count(context, "product_bytes", product_bytes(input->shape));
    return true;
}

/* The host's part is made here, too: what a software device refuses need not be made. */
static bool upload(struct bench_workload *workload)
{
    struct matmul_workload *input = workload->state;
    struct context *context = &workload->context;
    const struct tiling_matrices *matrices = &input->matrices;
    const struct tiling_shape shape = input->shape;
    if (gpu_info_is_software(gpu_info(gpu_scope_device(context->scope))) &&
        operations_of(shape) > software_operations_max)
        return context_unsupported(context, "a product of more than 2^26 operations takes long on "
                                            "a CPU and says nothing");
    struct tiling_cache_size cache;
    if (!tiling_cache_size_find(context, gpu_info(gpu_scope_device(context->scope)), &cache))
        return false;
    /* B over the cache: row by row, all of B is read again for each row of tiles, and where it fits
     * it comes from the cache. */
    const double rho = tiling_cache_size_state(context, &cache, (double)weight_bytes(shape));
    context_fact_text(context, "memory",
                      isnan(rho) ? "not known: the size of the cache is not known"
                      : rho <= 1 ? "not bound by memory: the weight fits into the cache"
                                 : "may be bound by memory: the weight is larger than the cache");
    if (!tiling_matrices_make(context, shape, &input->matrices))
        return false;
    struct gpu_scope *scope = context->scope;
    const uint64_t m = shape.m, n = shape.n, k = shape.k;
    input->left = buffer_create(scope, "left", 2 * m * k, matrices->left);
    input->right = buffer_create(scope, "right", 2 * k * n, matrices->right);
    input->weights = buffer_create(scope, "weights", 4 * n, matrices->weights);
    input->product = buffer_create(scope, "product", product_bytes(shape), NULL);
    input->digests = buffer_create(scope, "digests", 8 * m, NULL);
    input->digest = kernel_create(scope, &kernel_thread_group_tiling_matmul_digest);
    return input->left && input->right && input->weights && input->product && input->digests &&
           input->digest;
}

static bool setup(struct bench_case *c)
{
    struct matmul_case *state = c->state;
    const struct tiling_shape shape = input_of(c)->shape;
    if (input_of(c)->coopmat &&
        !(gpu_info(gpu_scope_device(c->context.scope))->features & GPU_COOPERATIVE_MATRIX))
        return context_unsupported(
            &c->context, "the device lacks cooperative_matrix (VK_NV_cooperative_matrix)");
    state->grid = (struct tiling_grid){ (shape.n + TILE_COLUMNS - 1) / TILE_COLUMNS,
                                        (shape.m + TILE_ROWS - 1) / TILE_ROWS };
    state->counter = buffer_create(c->context.scope, "launch counter", 4, NULL);
    const uint32_t order = (uint32_t)tiling_variant_order(c), n = tiling_variant_n(c);
    const uint32_t rows = TILE_ROWS / SUBGROUP_SIDE;
    const uint32_t threads = rows * (TILE_COLUMNS / SUBGROUP_SIDE) * SUBGROUP_SIZE;
    const uint32_t stages = 2; /* as many as 48 KiB hold */
    const struct gpu_kernel_params plain = { .shader = &kernel_thread_group_tiling_matmul_plain,
                                             CONSTANTS(order, n, 0) };
    const struct gpu_kernel_params coopmat = { .shader = &kernel_thread_group_tiling_matmul_coopmat,
                                               CONSTANTS(threads, rows, stages, order, n, 0),
                                               .subgroup_size = SUBGROUP_SIZE };
    state->kernel = gpu_kernel_create(c->context.scope, input_of(c)->coopmat ? &coopmat : &plain);
    bench_output(c, input_of(c)->product);
    return state->counter && state->kernel;
}

static void record(struct bench_case *c, struct gpu_commands *commands)
{
    const struct matmul_case *state = c->state;
    const struct matmul_workload *input = input_of(c);
    const struct push push = { state->grid.width, state->grid.height, input->shape.m,
                               input->shape.n, input->shape.k };
    kernel_dispatch(commands, state->kernel,
                    .buffers = { input->left, input->right, input->product, state->counter },
                    PUSH(push), .groups = { state->grid.width, state->grid.height, 1 });
}

static bool check_digests(struct bench_case *c)
{
    struct matmul_case *state = c->state;
    const struct matmul_workload *input = input_of(c);
    const uint32_t rows = input->shape.m, *wanted = input->matrices.digests;
    if (!state->digest) {
        /* Digests stay poison where the kernel does not make them. */
        const uint32_t columns = input->shape.n;
        state->digest = gpu_commands_begin(c->context.scope);
        gpu_commands_fill(state->digest, input->digests, 0, 8 * (uint64_t)rows, 0xa5a5a5a5);
        gpu_commands_barrier(state->digest, GPU_TRANSFER, GPU_COMPUTE);
        kernel_dispatch(state->digest, input->digest,
                        .buffers = { input->product, input->weights, input->digests },
                        PUSH(columns), .groups = { rows, 1, 1 });
    }
    if (!gpu_commands_submit(state->digest))
        return false;
    const uint32_t *got = context_read(&c->context, input->digests, 0, 8 * (uint64_t)rows);
    for (uint32_t row = 0; got && row < rows; row++)
        if (got[2 * row + 1] != 0)
            return context_mismatch(&c->context, "row %u: %u elements are not integers, wanted 0",
                                    row, got[2 * row + 1]);
        else if (got[2 * row] != wanted[row])
            return context_mismatch(&c->context, "row %u has the digest %08x, wanted %08x", row,
                                    got[2 * row], wanted[row]);
    return got;
}

/* Some elements, by the definition: what the digests miss if the kernel that makes them is wrong.
 */
static bool check_sample(struct bench_case *c)
{
    struct gpu_buffer *product = input_of(c)->product;
    const struct tiling_matrices *matrices = &input_of(c)->matrices;
    uint64_t random = c->context.seed;
    for (int i = 0; i < ELEMENTS_SAMPLED; i++) {
        const uint32_t row = (uint32_t)random_below(&random, matrices->shape.m);
        const uint32_t column = (uint32_t)random_below(&random, matrices->shape.n);
        const uint64_t index = (uint64_t)row * matrices->shape.n + column;
        const float *got = context_read(&c->context, product, sizeof(*got) * index, 4);
        const float wanted = tiling_matrices_element(matrices, row, column);
        if (!got)
            return false;
        if (*got != wanted)
            return context_mismatch(&c->context, "element (%u, %u) is %.9g, wanted %.9g", row,
                                    column, (double)*got, (double)wanted);
    }
    return true;
}

static bool check(struct bench_case *c, enum bench_check check)
{
    (void)check; /* in full each time */
    const struct matmul_workload *input = input_of(c);
    const uint64_t bytes = product_bytes(input->shape);
    bench_metric_rate(c, "operations_per_second", "FLOP/s", operations_of(input->shape));
    if (!input->matrices.product)
        return check_digests(c) && check_sample(c);
    const float *product = context_read(&c->context, input->product, 0, bytes);
    return context_compare(&c->context, "the product", product, input->matrices.product,
                           bytes / sizeof(*product),
                           (struct context_element){
                               .noun = "element", .form = CONTEXT_FLOAT, .row = input->shape.n }) &&
           check_digests(c);
}

/* Nobody has measured what units for matrices can do at most: operations of path coopmat set no
 * floor. */
static void work(const struct bench_case *c, struct bench_work *work)
{
    const struct tiling_shape shape = input_of(c)->shape;
    const double read = 2.0 * ((double)shape.m * shape.k + (double)shape.k * shape.n);
    *work = (struct bench_work){ .bytes_read = read,
                                 .bytes_written = (double)product_bytes(shape),
                                 .operations = input_of(c)->coopmat ? 0 : operations_of(shape) };
}

static const char *const shapes[] = { "256x256x256",     "200x136x72",
                                      "2048x2048x2048",  "4096x4096x4096",
                                      "4096x16384x2560", "16384x16384x2560",
                                      "8192x16384x4096", NULL };
static const char *const paths[] = { "coopmat", "plain", NULL };

static const struct bench_axis axes[] = {
    AXIS("shape", "C of M x N is A of M x K by B of K x N, the weight", .names = shapes,
         .accepts = accepts_shape,
         .accepts_help = "MxNxK, N and K multiples of 8, at most 2^29 elements a matrix",
         .values = { NULL, NULL,
                     "2048x2048x2048,4096x4096x4096,4096x16384x2560,16384x16384x2560,"
                     "8192x16384x4096" },
         .check = "200x136x72"),
    AXIS("path", "units for matrices, or fused multiply-adds", .names = paths,
         .values = { "coopmat" }),
    { 0 },
};

static const struct bench_values values[] = {
    { "n", { NULL, NULL, "4,8,16,64" } },
    { 0 },
};

static const struct bench_variant variants[] = {
    TILING_ROW_MAJOR_VARIANT,
    TILING_TILED_X_VARIANT,
    TILING_TILED_Y_VARIANT,
    { 0 },
};

static const struct bench_join joins[] = {
    { "tiled_x", "shape:2048x2048x2048,4096x16384x2560,16384x16384x2560 n:8,16",
      "tiling-reports-matmul", BENCH_FULL },
    { "tiled_y", "shape:16384x16384x2560 n:16", "page", BENCH_FULL },
    { 0 },
};

const struct bench tiling_matmul = {
    .name = "matmul",
    .question = "Does the order of the groups of a matrix product matter, and from which size on?",
    .axes = axes,
    .values = values,
    .joins = joins,
    .variants = variants,
    .workload_bytes = sizeof(struct matmul_workload),
    .workload = workload,
    .upload = upload,
    .method = { .case_bytes = sizeof(struct matmul_case),
                .setup = setup,
                .record = record,
                .check = check,
                .work = work },
};
