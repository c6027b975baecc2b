/* SPDX-License-Identifier: MIT */
#include "bench/stream_reduction/stream.h"

#include "bench/common/device.h"
#include "bench/common/variant.h"

#include <string.h>

/* How bytes get from one memory to the other: bench_variant.data. NULL: by one copy, for the host's
 * memory is pinned. */
struct way {
    bool (*write)(struct gpu_buffer *buffer, uint64_t offset, const void *source, uint64_t bytes);
    bool (*read)(struct gpu_buffer *buffer, uint64_t offset, void *destination, uint64_t bytes);
};
static const struct way staged = { gpu_buffer_write, gpu_buffer_read },
                        by_threads = { gpu_buffer_write_by_threads, gpu_buffer_read_by_threads };

struct transfer_case {
    struct gpu_buffer *buffer; /* to which is uploaded, or from which is read back */
    uint32_t *host;            /* read back */
    struct gpu_buffer *pinned; /* of the host, where no staging memory is between */
    struct gpu_commands *commands;
};

static uint64_t answer_bytes(const struct stream_input *input)
{
    return 4 * (uint64_t)input->count * input->element_words;
}

/* Begins a set-up: the buffer of the device, and that of the host where it is pinned. */
static bool setup(struct bench_case *c, const char *name, const char *host_name, uint64_t bytes,
                  const void *data)
{
    struct transfer_case *state = c->state;
    struct gpu_scope *scope = c->context.scope;
    state->buffer = buffer_create(scope, name, bytes, data);
    if (c->variant->data)
        return context_ok(&c->context);
    state->pinned = gpu_buffer_create(
        scope, &(struct gpu_buffer_params){ .name = host_name, .bytes = bytes, .host = true });
    state->commands = gpu_commands_begin(scope);
    return state->pinned && state->commands;
}

/* One copy from a buffer to another one, of which one is the host's. */
static bool drive_copy(struct bench_case *c, struct gpu_buffer *to, struct gpu_buffer *from)
{
    const struct transfer_case *state = c->state;
    bench_drive_begin(c, state->commands);
    gpu_commands_copy(state->commands, to, 0, from, 0, gpu_buffer_bytes(state->buffer));
    if (to == state->pinned)
        gpu_commands_barrier(state->commands, GPU_TRANSFER, GPU_MAPPED);
    return bench_drive_submit(c, state->commands);
}

static bool compare(struct bench_case *c, const uint32_t *words, const uint32_t *wanted,
                    uint64_t bytes)
{
    return context_compare(&c->context, "the elements", words, wanted, bytes / sizeof(*words),
                           (struct context_element){ .form = CONTEXT_WORDS });
}

static bool upload_setup(struct bench_case *c)
{
    const uint64_t bytes = stream_input_bytes(stream_input_of(c));
    return stream_fits(c, bytes, "the stream") && setup(c, "uploaded", "the stream", bytes, NULL);
}

/* Before each execution, in no time: what was uploaded before is not found again. */
static void upload_reset(struct bench_case *c, struct gpu_commands *commands)
{
    const struct transfer_case *state = c->state;
    gpu_commands_fill(commands, state->buffer, 0, gpu_buffer_bytes(state->buffer), 0xa5a5a5a5);
}

/* The host makes the stream there, just before: no cache of the device has it. */
static void upload_pinned_discard(struct bench_case *c)
{
    const struct transfer_case *state = c->state;
    memcpy(gpu_buffer_mapped(state->pinned), stream_input_of(c)->elements,
           gpu_buffer_bytes(state->pinned));
}

static bool upload_drive(struct bench_case *c)
{
    const struct transfer_case *state = c->state;
    const struct stream_input *input = stream_input_of(c);
    const struct way *way = c->variant->data;
    return way ? way->write(state->buffer, 0, input->elements, stream_input_bytes(input))
               : drive_copy(c, state->buffer, state->pinned);
}

static bool upload_check(struct bench_case *c, enum bench_check check)
{
    (void)check;
    const struct transfer_case *state = c->state;
    const struct stream_input *input = stream_input_of(c);
    const uint64_t bytes = stream_input_bytes(input);
    return compare(c, context_read(&c->context, state->buffer, 0, bytes), input->elements, bytes);
}

static bool read_setup(struct bench_case *c)
{
    struct transfer_case *state = c->state;
    const struct stream_input *input = stream_input_of(c);
    const uint64_t bytes = answer_bytes(input);
    if (bytes == 0)
        return context_unsupported(&c->context, "no entry is valid: nothing is read back");
    if (!stream_fits(c, bytes, "the output") ||
        !setup(c, "output", "read back", bytes, input->answer))
        return false;
    if (state->pinned) {
        state->host = gpu_buffer_mapped(state->pinned);
        bench_output(c, state->pinned);
        return true;
    }
    state->host = context_alloc(&c->context, bytes);
    if (state->host)
        bench_output_memory(c, state->host, bytes);
    return state->host;
}

static bool read_drive(struct bench_case *c)
{
    const struct transfer_case *state = c->state;
    const struct way *way = c->variant->data;
    return way ? way->read(state->buffer, 0, state->host, answer_bytes(stream_input_of(c)))
               : drive_copy(c, state->pinned, state->buffer);
}

static bool read_check(struct bench_case *c, enum bench_check check)
{
    (void)check;
    const struct transfer_case *state = c->state;
    const struct stream_input *input = stream_input_of(c);
    return compare(c, state->host, input->answer, answer_bytes(input));
}

/* Bytes that cross the bus between host and device: no ceiling is known of it, and the memory's
 * says nothing of them. */
static void work(const struct bench_case *c, struct bench_work *work)
{
    (void)c;
    *work = (struct bench_work){ 0 };
}

static const struct bench_method upload = {
    .setup = upload_setup, .reset = upload_reset, .drive = upload_drive, .check = upload_check
};
static const struct bench_method upload_pinned = { .setup = upload_setup,
                                                   .reset = upload_reset,
                                                   .discard = upload_pinned_discard,
                                                   .drive = upload_drive,
                                                   .check = upload_check };
static const struct bench_method read_back = { .setup = read_setup,
                                               .drive = read_drive,
                                               .check = read_check };

/* Where transfers take long. */
static const struct bench_values large[] = {
    { "n", { NULL, "4096", "1024,2048,4096,8192" } },
    { 0 },
};

static const struct bench_variant variants[] = {
    VARIANT("upload", HOST_DRIVEN,
            "the stream from host memory, 16 MiB at a time through staging memory", "contender",
            .method = &upload, .data = &staged),
    VARIANT("read_back", HOST_DRIVEN,
            "the valid entries to host memory, through staging memory in the same way", "contender",
            .method = &read_back, .data = &staged),
    VARIANT("upload_threads", HOST_DRIVEN,
            "several threads fill one half of the staging memory while the other is copied",
            "contender", .values = large, .method = &upload, .data = &by_threads),
    VARIANT("read_back_threads", HOST_DRIVEN,
            "several threads empty one half of the staging memory while the other is filled",
            "contender", .values = large, .method = &read_back, .data = &by_threads),
    VARIANT("upload_pinned", HOST_DRIVEN,
            "one copy of a stream that lies in memory that the device reads by itself", "contender",
            .values = large, .method = &upload_pinned),
    VARIANT("read_back_pinned", HOST_DRIVEN,
            "one copy of the valid entries to memory that the device writes by itself", "contender",
            .values = large, .method = &read_back),
    { 0 },
};

static const struct bench_join joins[] = {
    { "upload,read_back", "n:1024,4096", "page: transfers" },
    { "*", "n:1024,8192", "page: transfers", BENCH_FULL },
    { 0 },
};

const struct bench stream_transfer = {
    .name = "transfer",
    .question = "A stream to the device, and its valid entries back: what does it cost?",
    .axes = stream_input_axes,
    .joins = joins,
    .variants = variants,
    .workload_bytes = sizeof(struct stream_input),
    .workload = stream_input_make,
    .method = { .case_bytes = sizeof(struct transfer_case), .work = work },
};
