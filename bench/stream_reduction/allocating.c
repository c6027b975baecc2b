/* SPDX-License-Identifier: MIT */
#include "bench/stream_reduction/stream.h"

#include "bench/common/axis.h"
#include "bench/stream_reduction/source.h"

#include <assert.h>
#include <string.h>

enum { STATE_BYTES = 1024 };
static const uint32_t poison = 0xA5A5A5A5;

struct stream_allocating {
    bool exact;
    struct gpu_commands *counting;
    uint32_t count;          /* as read back */
    struct gpu_scope *scope; /* of the two below: of one execution */
    struct gpu_commands *filling;
    struct gpu_buffer *output;
};

static const struct bench_method *recorded(const struct bench_case *c)
{
    return stream_traits_of(c).recorded;
}

static bool setup(struct bench_case *c)
{
    struct stream_case *state = c->state;
    assert(recorded(c)->case_bytes <= STATE_BYTES);
    state->allocating = context_alloc(&c->context, sizeof(*state->allocating));
    if (!state->allocating || !recorded(c)->setup(c))
        return false;
    state->allocating->exact = strcmp(context_text(&c->context, "allocation"), "exact") == 0;
    state->allocating->counting = gpu_commands_begin(c->context.scope);
    return context_ok(&c->context);
}

/* The output of the execution before is poisoned, for the same memory may be allocated again. */
static void discard(struct bench_case *c)
{
    struct stream_case *state = c->state;
    struct stream_allocating *own = state->allocating;
    gpu_buffer_fill(own->output, 0, gpu_buffer_bytes(own->output), poison);
    gpu_scope_destroy(&own->scope);
    own->scope = gpu_scope_create_within(c->context.scope);
    own->filling = gpu_commands_begin(own->scope);
    own->output = state->output = NULL;
}

/* Room for so many entries, or for one. */
static bool allocate(struct bench_case *c, uint64_t entries)
{
    struct stream_case *state = c->state;
    struct stream_allocating *own = state->allocating;
    const uint64_t bytes = 4 * (entries > 0 ? entries : 1) * stream_input_of(c)->element_words;
    own->output = gpu_buffer_create(
        own->scope, &(struct gpu_buffer_params){ .name = "output", .bytes = bytes, .bare = true });
    state->output = own->output;
    return own->output;
}

static uint64_t places(const struct bench_case *c, uint32_t count)
{
    const struct stream_shape shape = stream_shape_of(count);
    return stream_traits_of(c).square ? (uint64_t)shape.columns * shape.rows : count;
}

/* A count that cannot be true is for the check to tell. */
static bool drive_exact(struct bench_case *c)
{
    const struct stream_case *state = c->state;
    struct stream_allocating *own = state->allocating;
    const uint32_t entries = stream_input_of(c)->entries;
    const struct stream_traits traits = stream_traits_of(c);
    bench_drive_begin(c, own->counting);
    traits.count(c, own->counting);
    gpu_commands_barrier(own->counting, GPU_COMPUTE, GPU_TRANSFER);
    gpu_commands_read_back(own->counting, state->count, 0, sizeof(own->count), &own->count);
    if (!bench_drive_submit(c, own->counting) ||
        !allocate(c, places(c, own->count < entries ? own->count : entries)))
        return false;
    bench_drive_begin(c, own->filling);
    if (own->count <= entries)
        traits.fill(c, own->filling, own->output);
    return bench_drive_submit(c, own->filling);
}

static bool drive_whole(struct bench_case *c)
{
    const struct stream_case *state = c->state;
    struct stream_allocating *own = state->allocating;
    if (!allocate(c, stream_input_of(c)->entries))
        return false;
    bench_drive_begin(c, own->filling);
    stream_record(c, own->filling);
    gpu_commands_barrier(own->filling, GPU_COMPUTE, GPU_TRANSFER);
    gpu_commands_read_back(own->filling, state->count, 0, sizeof(own->count), &own->count);
    return bench_drive_submit(c, own->filling);
}

static bool drive(struct bench_case *c)
{
    const struct stream_case *state = c->state;
    return state->allocating->exact ? drive_exact(c) : drive_whole(c);
}

static bool check(struct bench_case *c, enum bench_check check)
{
    const struct stream_case *state = c->state;
    const struct stream_allocating *own = state->allocating;
    const uint32_t *count = context_read(&c->context, state->count, 0, sizeof(*count));
    if (!count)
        return false;
    if (*count != own->count)
        return context_mismatch(&c->context, "a count of %u was read back, the device has %u",
                                own->count, *count);
    return stream_check(c, check);
}

/* Declares the work; the allocated output cannot be poisoned before. */
static void work(const struct bench_case *c, struct bench_work *work)
{
    const struct stream_input *input = stream_input_of(c);
    const struct bench_method *inner = recorded(c);
    (inner->work ? inner->work : stream_work)(c, work);
    work->bytes_intermediate +=
        4.0 * (double)places(c, input->count) * (double)input->element_words;
}

const struct bench_method stream_allocating_method = { .case_bytes = STATE_BYTES,
                                                       .setup = setup,
                                                       .discard = discard,
                                                       .drive = drive,
                                                       .check = check,
                                                       .work = work };

static const char *const allocations[] = { "exact", "whole", NULL };

#define ALLOCATION(values_)                                                                        \
    AXIS("allocation",                                                                             \
         "output that is allocated in time: room for the valid entries, or for all of the "        \
         "stream",                                                                                 \
         .names = allocations, .values = { values_, values_, values_ })

const struct bench_axis stream_allocating_axes[] = { ALLOCATION("exact,whole"), { 0 } };
const struct bench_axis stream_allocating_whole_axes[] = { ALLOCATION("whole"), { 0 } };
