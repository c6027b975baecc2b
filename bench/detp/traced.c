/* SPDX-License-Identifier: MIT */
#include "bench/detp/traced.h"

#include "bench/common/device.h"

#include <math.h>
#include <string.h>

enum { GROUP_SIZE = 128 };

float detp_traced_magnitude(const struct detp_input *input)
{
    float magnitude = 0;
    for (int k = 0; k < 3; k++)
        magnitude = fmaxf(magnitude, fmaxf(fabsf(input->lower[k]), fabsf(input->upper[k])));
    return magnitude;
}

float detp_traced_extent(const struct detp_input *input)
{
    float extent = input->discs.radius;
    for (int k = 0; k < 3; k++)
        extent = fmaxf(extent, input->upper[k] - input->lower[k]);
    return extent;
}

/* Setup ---------------------------------------------------------------------------------------- */

bool detp_traced_begin(struct bench_case *c)
{
    struct detp_traced *traced = c->state;
    const struct detp_input *input = detp_input_of(c);
    traced->builds = detp_part_of(c) & DETP_PART_BUILD;
    traced->traces = detp_part_of(c) & DETP_PART_TRACE;
    traced->orders.order[0] =
        (struct detp_order){ .records = input->disc_buffer, .items = input->discs.count };
    memcpy(traced->orders.order[0].lower, input->lower, sizeof(input->lower));
    struct detp_order *rays = &traced->orders.order[1];
    *rays = (struct detp_order){ .by = DETP_ORDER_RAYS,
                                 .records = input->ray_buffer,
                                 .items = input->rays.count };
    memcpy(rays->lower, input->lower, sizeof(input->lower));
    for (int k = 0; k < 3; k++) {
        rays->scale[k] = DETP_ORDER_RAY_CELLS / detp_traced_extent(input);
        rays->cells[k] = DETP_ORDER_RAY_CELLS;
    }
    return detp_output_create(c);
}

static uint32_t group_count(const struct bench_case *c)
{
    return groups_of(detp_input_of(c)->rays.count, GROUP_SIZE);
}

static void record_build(const struct bench_case *c, struct gpu_commands *commands)
{
    const struct detp_traced *traced = c->state;
    detp_orders_record(commands, &traced->orders);
    if (!traced->nodes_record)
        return;
    gpu_commands_barrier(commands, GPU_COMPUTE, GPU_COMPUTE);
    traced->nodes_record(c, commands);
}

static void record_trace(const struct bench_case *c, struct gpu_commands *commands,
                         struct gpu_kernel *kernel)
{
    const struct detp_traced *traced = c->state;
    const struct detp_order *order = traced->orders.order;
    kernel_dispatch(commands, kernel,
                    .buffers = { order[1].ordered, order[0].ordered, traced->nodes,
                                 traced->output.buffer, traced->tests },
                    .push = traced->push, .push_bytes = traced->push_bytes,
                    .groups = { group_count(c), 1, 1 });
}

/* Has a device 64-bit atomics, sums take half as many. */
static bool adds_pairs(const struct gpu_scope *scope)
{
    const uint32_t wanted = GPU_SHADER_INT64 | GPU_BUFFER_INT64_ATOMICS;
    const struct gpu_info *info = gpu_info(gpu_scope_device(scope));
    return info && (info->features & wanted) == wanted;
}

bool detp_traced_end(struct bench_case *c, const struct gpu_shader *trace,
                     const struct gpu_shader *trace_pairs)
{
    struct detp_traced *traced = c->state;
    trace = adds_pairs(c->context.scope) ? trace_pairs : trace;
    traced->trace = kernel_create_with(c->context.scope, trace, GROUP_SIZE, 0);
    traced->count = kernel_create_with(c->context.scope, trace, GROUP_SIZE, 1);
    traced->tests =
        buffer_create(c->context.scope, "tests of groups", 4 * (uint64_t)group_count(c), NULL);
    traced->commands = gpu_commands_begin(c->context.scope);
    if (traced->builds) {
        /* The index is an output as well, where it is made: what is not written shows. */
        for (int i = 0; i < DETP_ORDERS; i++)
            bench_output(c, traced->orders.order[i].ordered);
        bench_output(c, traced->orders.starts);
        if (traced->nodes != traced->orders.starts)
            bench_output(c, traced->nodes);
        return traced->commands;
    }
    record_build(c, traced->commands);
    return gpu_commands_submit(traced->commands);
}

/* Executions ----------------------------------------------------------------------------------- */

void detp_traced_record(struct bench_case *c, struct gpu_commands *commands)
{
    const struct detp_traced *traced = c->state;
    struct gpu_buffer *sums = traced->output.buffer;
    if (traced->traces)
        gpu_commands_fill(commands, sums, 0, gpu_buffer_bytes(sums), 0);
    if (traced->builds)
        record_build(c, commands);
    if (!traced->traces)
        return;
    gpu_commands_barrier(commands, GPU_TRANSFER | GPU_COMPUTE, GPU_COMPUTE);
    record_trace(c, commands, traced->trace);
}

/* One trace, untimed, from the index that is there, over a buffer of zeros. */
static bool trace_untimed(struct bench_case *c, struct gpu_kernel *kernel, struct gpu_buffer *zeros)
{
    const struct detp_traced *traced = c->state;
    gpu_commands_restart(traced->commands);
    gpu_commands_fill(traced->commands, zeros, 0, gpu_buffer_bytes(zeros), 0);
    gpu_commands_barrier(traced->commands, GPU_TRANSFER, GPU_COMPUTE);
    record_trace(c, traced->commands, kernel);
    return gpu_commands_submit(traced->commands);
}

bool detp_traced_check(struct bench_case *c, enum bench_check check)
{
    struct detp_traced *traced = c->state;
    if (!traced->traces && !trace_untimed(c, traced->trace, traced->output.buffer))
        return false;
    if (check == BENCH_CHECK_FULL) {
        if (!trace_untimed(c, traced->count, traced->tests))
            return false;
        const uint32_t *tests =
            context_read(&c->context, traced->tests, 0, gpu_buffer_bytes(traced->tests));
        traced->output.tests = 0;
        for (uint32_t i = 0; tests && i < group_count(c); i++)
            traced->output.tests += tests[i];
        if (!tests)
            return false;
    }
    return c->bench->method.check(c, check);
}

/* Declarations --------------------------------------------------------------------------------- */

void detp_traced_work(const struct bench_case *c, struct bench_work *work)
{
    const struct detp_traced *traced = c->state;
    const struct detp_input *input = detp_input_of(c);
    *work = (struct bench_work){ 0 };
    if (traced->builds) {
        detp_orders_work(&traced->orders, work);
        if (traced->nodes_work)
            traced->nodes_work(c, work);
    }
    if (!traced->traces)
        return;
    work->bytes_read +=
        DETP_RAY_BYTES * (double)input->rays.count + DETP_DISC_BYTES * (double)input->discs.count;
    work->bytes_written += 4 * DETP_WORDS * (double)input->discs.count;
    detp_tests_work(c, adds_pairs(c->context.scope) ? DETP_WORDS / 2 : DETP_WORDS, work);
}
