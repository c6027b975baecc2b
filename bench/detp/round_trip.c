/* SPDX-License-Identifier: MIT */
#include "bench/detp/round_trip.h"

#include "bench/detp/cpu/methods.h"
#include "bench/detp/estimate.h"
#include "bench/detp/variants.h"
#include "bench/detp/workload.h"

/* State of the workload: an input whose records are in pinned memory, too. */
struct round_trip {
    struct detp_input input; /* first: detp_input_of() */
    struct gpu_buffer *rays, *discs, *sums;
};

static const struct round_trip *round_trip_of(const struct bench_case *c)
{
    return c->workload->state;
}

static bool on_device(const struct bench_case *c)
{
    return c->variant->kind == BENCH_GPU;
}

static struct gpu_buffer *pinned(struct context *context, const char *name, uint64_t bytes)
{
    return gpu_buffer_create(
        context->scope, &(struct gpu_buffer_params){ .name = name, .bytes = bytes, .host = true });
}

/* Like `from`, in pinned memory. */
static struct gpu_buffer *pinned_copy(struct context *context, const char *name,
                                      struct gpu_buffer *from)
{
    const uint64_t bytes = gpu_buffer_bytes(from);
    struct gpu_buffer *copy = pinned(context, name, bytes);
    if (copy)
        gpu_buffer_read_by_threads(from, 0, gpu_buffer_mapped(copy), bytes);
    return copy;
}

static bool upload(struct bench_workload *workload)
{
    struct context *context = &workload->context;
    struct round_trip *trip = workload->state;
    if (!detp_workload_upload(workload))
        return false;
    trip->rays = pinned_copy(context, "rays on the host", trip->input.ray_buffer);
    trip->discs = pinned_copy(context, "discs on the host", trip->input.disc_buffer);
    trip->sums = pinned(context, "sums on the host",
                        DETP_WORDS * sizeof(uint32_t) * (uint64_t)trip->input.discs.count);
    return context_ok(context);
}

/* The device's rays and discs are outputs: what is not brought shows. */
static bool setup(struct bench_case *c)
{
    const struct round_trip *trip = round_trip_of(c);
    if (!c->method->setup(c))
        return false;
    if (!on_device(c))
        return true;
    bench_output(c, trip->input.ray_buffer);
    bench_output(c, trip->input.disc_buffer);
    bench_output(c, trip->sums);
    return true;
}

static void copy(struct gpu_commands *commands, struct gpu_buffer *to, struct gpu_buffer *from)
{
    gpu_commands_copy(commands, to, 0, from, 0, gpu_buffer_bytes(from));
}

static void record(struct bench_case *c, struct gpu_commands *commands)
{
    const struct round_trip *trip = round_trip_of(c);
    const struct detp_output *output = c->state;
    copy(commands, trip->input.ray_buffer, trip->rays);
    copy(commands, trip->input.disc_buffer, trip->discs);
    gpu_commands_barrier(commands, GPU_TRANSFER, GPU_TRANSFER | GPU_COMPUTE);
    c->method->record(c, commands);
    gpu_commands_barrier(commands, GPU_COMPUTE, GPU_TRANSFER);
    copy(commands, trip->sums, output->buffer);
    gpu_commands_barrier(commands, GPU_TRANSFER, GPU_MAPPED);
}

/* The sums that the host has. */
static bool check(struct bench_case *c, enum bench_check check)
{
    (void)check;
    return on_device(c) ? detp_check_answer(c, gpu_buffer_mapped(round_trip_of(c)->sums))
                        : detp_check_answer(c, detp_output_read(c));
}

/* A copy reads and writes each byte once more. No limit is known of the bus, which is slower than
 * the memory of a device: the floor still is one. */
static void work(const struct bench_case *c, struct bench_work *work)
{
    const struct detp_input *input = detp_input_of(c);
    c->method->work(c, work);
    if (!on_device(c))
        return;
    const double copied =
        DETP_RAY_BYTES * (double)input->rays.count +
        (DETP_DISC_BYTES + DETP_WORDS * sizeof(uint32_t)) * (double)input->discs.count;
    work->bytes_read += copied;
    work->bytes_written += copied;
    work->chain += 2;
}

static const struct bench_method around = { .setup = setup, .record = record, .work = work };

/* The largest of Table 1, where transfers are longest beside what is computed. */
#define LARGEST "100000x1000000"
static const struct bench_values sizes[] = { { "size", { NULL, LARGEST, "10000x10000," LARGEST } },
                                             { 0 } };
static const struct bench_values all_threads[] = {
    { "size", { NULL, LARGEST, "10000x10000," LARGEST } },
    { "threads", { NULL, "0", "0" } },
    { "part", { "all", "all", "all" } },
    { 0 },
};

static const struct bench_values most_rays[] = {
    { "size", { NULL, LARGEST, LARGEST } },
    { "threads", { NULL, "0", "0" } },
    { 0 },
};
static const struct bench_values *const more_values[] = { most_rays, NULL };

static const struct bench_variant variants[] = {
    { .name = "divide_conquer_simd",
      .summary = "the fastest on the CPU, where nothing is transferred",
      .source = "contender; Mora 2011 for triangles",
      .kind = BENCH_CPU,
      .axes = detp_threads_part_axes,
      .values = all_threads,
      .method = &detp_divide_conquer_simd },
    { .name = "grid_ahead",
      .summary = "rays and discs from pinned memory, traced as in estimate, the sums back to it",
      .source = "contender",
      .kind = BENCH_GPU,
      .needs = GPU_SUBGROUP_ARITHMETIC,
      .values = sizes,
      .method = &detp_grid,
      .data = &detp_grid_rows_ahead },
    { 0 },
};

const struct bench detp_round_trip = {
    .name = "round_trip",
    .question = "Rays are on the host, and sums wanted there: is the GPU still ahead?",
    .axes = detp_axes,
    .more_values = more_values,
    .variants = variants,
    .workload_bytes = sizeof(struct round_trip),
    .workload = detp_workload,
    .upload = upload,
    .around = &around,
    .method = { .case_bytes = sizeof(struct detp_output),
                .setup = detp_output_create,
                .check = check,
                .work = detp_estimate_work },
};
