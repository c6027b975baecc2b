/* SPDX-License-Identifier: MIT */
#include "bench/common/variant.h"
#include "bench/detp/cpu/cpu.h"
#include "bench/detp/traced.h"

#include <string.h>

/* Records that the host makes, and where the device reads them by itself. */
struct records {
    const void *made;
    struct gpu_buffer *pinned, *device;
};

/* State of the workload. */
struct round_trip {
    struct detp_input input; /* first: detp_input_of() */
    struct records rays, discs;
    struct gpu_buffer *sums; /* pinned, too */
};

static const struct round_trip *round_trip_of(const struct bench_case *c)
{
    return c->workload->state;
}

static bool on_device(const struct bench_case *c)
{
    return c->variant->kind != BENCH_CPU;
}

static struct gpu_buffer *pinned(struct context *context, const char *name, uint64_t bytes)
{
    return gpu_buffer_create(
        context->scope, &(struct gpu_buffer_params){ .name = name, .bytes = bytes, .host = true });
}

static bool records_create(struct context *context, struct records *records,
                           struct gpu_buffer *device)
{
    const uint64_t bytes = gpu_buffer_bytes(device);
    void *made = context_alloc(context, bytes);
    records->made = made;
    records->device = device;
    records->pinned = pinned(context, gpu_buffer_name(device), bytes);
    return made && records->pinned && gpu_buffer_read_by_threads(device, 0, made, bytes);
}

static bool upload(struct bench_workload *workload)
{
    struct context *context = &workload->context;
    struct round_trip *trip = workload->state;
    if (!detp_workload_upload(workload) ||
        !records_create(context, &trip->rays, trip->input.ray_buffer) ||
        !records_create(context, &trip->discs, trip->input.disc_buffer))
        return false;
    trip->sums = pinned(context, "sums on the host",
                        DETP_WORDS * sizeof(uint32_t) * (uint64_t)trip->input.discs.count);
    return trip->sums;
}

/* The device's rays and discs are outputs: what is not brought shows. */
static bool setup(struct bench_case *c)
{
    const struct round_trip *trip = round_trip_of(c);
    if (!c->method->setup(c))
        return false;
    if (!on_device(c))
        return true;
    bench_output(c, trip->rays.device);
    bench_output(c, trip->discs.device);
    bench_output(c, trip->sums);
    return true;
}

static void records_make(const struct records *records)
{
    memcpy(gpu_buffer_mapped(records->pinned), records->made, gpu_buffer_bytes(records->pinned));
}

/* The host has made its rays and discs just before: no cache of the device has them. */
static void discard(struct bench_case *c)
{
    records_make(&round_trip_of(c)->rays);
    records_make(&round_trip_of(c)->discs);
}

static void copy(struct gpu_commands *commands, struct gpu_buffer *to, struct gpu_buffer *from)
{
    gpu_commands_copy(commands, to, 0, from, 0, gpu_buffer_bytes(from));
}

static bool drive(struct bench_case *c)
{
    const struct round_trip *trip = round_trip_of(c);
    const struct detp_traced *traced = c->state;
    struct gpu_commands *commands = traced->commands;
    bench_drive_begin(c, commands);
    copy(commands, trip->rays.device, trip->rays.pinned);
    copy(commands, trip->discs.device, trip->discs.pinned);
    gpu_commands_barrier(commands, GPU_TRANSFER, GPU_TRANSFER | GPU_COMPUTE);
    c->method->record(c, commands);
    gpu_commands_barrier(commands, GPU_COMPUTE, GPU_TRANSFER);
    copy(commands, trip->sums, traced->output.buffer);
    gpu_commands_barrier(commands, GPU_TRANSFER, GPU_MAPPED);
    return bench_drive_submit(c, commands);
}

/* The sums that the host has. */
static bool check(struct bench_case *c, enum bench_check check)
{
    (void)check;
    return detp_check_answer(c, on_device(c) ? gpu_buffer_mapped(round_trip_of(c)->sums)
                                             : detp_output_read(c));
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
}

static const struct bench_method around = {
    .setup = setup, .discard = discard, .drive = drive, .work = work
};

/* The largest of Table 1, where transfers are longest beside what is computed. */
static const struct bench_values values[] = {
    { "size", { NULL, "100000x1000000", "10000x10000,100000x1000000" } },
    { "mode", { "B" } },
    { 0 },
};
static const struct bench_values all_threads[] = {
    { "threads", { NULL, "0", "0" } },
    { "part", { "all" } },
    { 0 },
};

static const struct bench_variant variants[] = {
    VARIANT("divide_conquer_simd", CPU, "the fastest on the CPU, where nothing is transferred",
            "contender; Mora 2011 for triangles", .axes = detp_threads_part_axes,
            .values = all_threads, .method = &detp_divide_conquer_simd),
    VARIANT("grid_ahead", HOST_DRIVEN,
            "rays and discs from pinned memory, traced as in estimate, the sums back to it",
            "contender", .needs = GPU_SUBGROUP_ARITHMETIC, .method = &detp_grid,
            .data = &detp_grid_rows_ahead),
    { 0 },
};

const struct bench detp_round_trip = {
    .name = "round_trip",
    .question = "Rays are on the host, and sums wanted there: is the GPU still ahead?",
    .axes = detp_axes,
    .values = values,
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
