/* SPDX-License-Identifier: MIT */
#include "harness/bench.h"
#include "bench/example/reference.h"
#include "harness/random.h"

#include "example.kernels.h"

enum { GROUP_SIZE = 256 };

struct example_workload {
    uint32_t count;
    uint32_t *words, *answer;  /* the input, and what the reference makes of it */
    struct gpu_buffer *buffer; /* the input, on the device */
};

struct example_case {
    struct gpu_buffer *output;
    struct gpu_kernel *kernel;
    uint32_t *host; /* output of the CPU variant */
};

static const struct example_workload *input_of(const struct bench_case *c)
{
    return c->workload->state;
}

static bool workload(struct bench_workload *workload)
{
    struct context *context = &workload->context;
    struct example_workload *input = workload->state;
    uint64_t random = context->seed;
    input->count = (uint32_t)context_integer(context, "count");
    input->words = context_alloc(context, 4 * (size_t)input->count);
    input->answer = context_alloc(context, 4 * (size_t)input->count);
    if (!input->words || !input->answer)
        return false;
    for (uint32_t i = 0; i < input->count; i++)
        input->words[i] = (uint32_t)random_next(&random);
    example_reference(input->answer, input->words, input->count);
    context_fact_count(context, "words", input->count);
    return true;
}

static bool upload(struct bench_workload *workload)
{
    struct example_workload *input = workload->state;
    const struct gpu_buffer_params params = { .name = "input",
                                              .bytes = 4 * (uint64_t)input->count,
                                              .data = input->words };
    input->buffer = gpu_buffer_create(workload->context.scope, &params);
    return input->buffer;
}

static bool compare(struct bench_case *c, const uint32_t *words)
{
    const struct example_workload *input = input_of(c);
    return context_compare(&c->context, "the words", words, input->answer, input->count,
                           (struct context_element){ .form = CONTEXT_WORDS });
}

static void work(const struct bench_case *c, struct bench_work *work)
{
    const double bytes = 4 * (double)input_of(c)->count;
    *work = (struct bench_work){ .bytes_read = bytes, .bytes_written = bytes };
}

static uint32_t group_count(const struct bench_case *c)
{
    return (input_of(c)->count + GROUP_SIZE - 1) / GROUP_SIZE;
}

static bool reverse_setup(struct bench_case *c)
{
    struct example_case *state = c->state;
    const struct gpu_buffer_params params = { .name = "output",
                                              .bytes = 4 * (uint64_t)input_of(c)->count };
    state->output = gpu_buffer_create(c->context.scope, &params);
    state->kernel = gpu_kernel_create(
        c->context.scope, &(struct gpu_kernel_params){ .shader = &kernel_example_reverse,
                                                       .constants = { GROUP_SIZE },
                                                       .constant_count = 1 });
    bench_output(c, state->output);
    return state->kernel;
}

static void reverse_record(struct bench_case *c, struct gpu_commands *commands)
{
    const struct example_case *state = c->state;
    const uint32_t count = input_of(c)->count;
    gpu_commands_dispatch(commands,
                          &(struct gpu_dispatch){ .kernel = state->kernel,
                                                  .buffers = { input_of(c)->buffer, state->output },
                                                  .push = &count,
                                                  .push_bytes = sizeof(count),
                                                  .groups = { group_count(c), 1, 1 } });
}

static bool reverse_check(struct bench_case *c, enum bench_check check)
{
    (void)check; /* in full each time */
    const struct example_case *state = c->state;
    return compare(c, context_read(&c->context, state->output, 0, 4 * input_of(c)->count));
}

static bool host_setup(struct bench_case *c)
{
    struct example_case *state = c->state;
    const size_t bytes = 4 * (size_t)input_of(c)->count;
    state->host = context_alloc(&c->context, bytes);
    bench_output_memory(c, state->host, bytes);
    return state->host;
}

static bool host_compute(struct bench_case *c)
{
    const struct example_case *state = c->state;
    example_reference(state->host, input_of(c)->words, input_of(c)->count);
    return true;
}

static bool host_check(struct bench_case *c, enum bench_check check)
{
    (void)check;
    const struct example_case *state = c->state;
    return compare(c, state->host);
}

static const struct bench_method reverse = { .setup = reverse_setup,
                                             .record = reverse_record,
                                             .check = reverse_check };
static const struct bench_method host = { .setup = host_setup,
                                          .compute = host_compute,
                                          .check = host_check };

static const struct bench_axis axes[] = {
    { .name = "count",
      .help = "words of the input",
      .min = 1,
      .max = 1 << 24,
      .values = { "1000,65536", "65536,1048576", "65536,1048576,16777216" },
      .check = "1,255,257" },
    { 0 },
};

static const struct bench_variant variants[] = {
    { .name = "reverse",
      .summary = "a thread per word",
      .source = "contender",
      .kind = BENCH_GPU,
      .method = &reverse },
    { .name = "host",
      .summary = "a loop on the CPU: the reference",
      .source = "reference",
      .kind = BENCH_CPU,
      .method = &host },
    { 0 },
};

static const struct bench example_reverse = {
    .name = "reverse",
    .question = "The order of an array turned around: how fast?",
    .axes = axes,
    .variants = variants,
    .workload_bytes = sizeof(struct example_workload),
    .workload = workload,
    .upload = upload,
    .method = { .case_bytes = sizeof(struct example_case), .work = work },
};

static const struct bench *const benches[] = { &example_reverse, NULL };

const struct technique example_technique = {
    .name = "example",
    .alias = "example",
    .question = "What does it cost to turn an array around?",
    .paper = "none",
    .benches = benches,
};
