/* SPDX-License-Identifier: MIT */
/* walk.c: the variants of one thread. */
#include "bench/stream_reduction/host/host.h"
#include "bench/stream_reduction/source.h"

#include <string.h>

/*
 * The paper's program: a pointer that reads walks over the input, one that writes walks behind it,
 * and what is not null is copied. The comparison ends at the first component that tells.
 */
static bool tuple_is_null(const uint32_t *entry)
{
    return entry[0] == STREAM_NULL_COMPONENT && entry[1] == STREAM_NULL_COMPONENT &&
           entry[2] == STREAM_NULL_COMPONENT && entry[3] == STREAM_NULL_COMPONENT;
}

static size_t walk_tuples(uint32_t *to, size_t room, const uint32_t *from, size_t entries)
{
    uint32_t *write = to;
    (void)room;
    for (const uint32_t *read = from, *end = from + 4 * entries; read < end; read += 4) {
        if (tuple_is_null(read))
            continue;
        memcpy(write, read, 16);
        write += 4;
    }
    return (size_t)(write - to) / 4;
}

static size_t walk_indices(uint32_t *to, size_t room, const uint32_t *from, size_t entries)
{
    uint32_t *write = to;
    (void)room;
    for (const uint32_t *read = from, *end = from + entries; read < end; read++)
        if (*read != STREAM_NULL_INDEX)
            *write++ = *read;
    return (size_t)(write - to);
}

static size_t count_tuples(const uint32_t *from, size_t entries)
{
    size_t count = 0;
    for (const uint32_t *read = from, *end = from + 4 * entries; read < end; read += 4)
        if (!tuple_is_null(read))
            count++;
    return count;
}

static size_t count_indices(const uint32_t *from, size_t entries)
{
    size_t count = 0;
    for (const uint32_t *read = from, *end = from + entries; read < end; read++)
        if (*read != STREAM_NULL_INDEX)
            count++;
    return count;
}

static const struct stream_loops walk = { .name = "walk",
                                          .index = { count_indices, walk_indices },
                                          .tuple = { count_tuples, walk_tuples } };

static bool walk_setup(struct bench_case *c)
{
    struct stream_host_case *state = c->state;
    const bool ok = stream_host_setup(c);
    state->loops = &walk;
    state->past = false;
    return ok;
}

static bool branchless_setup(struct bench_case *c)
{
    struct stream_host_case *state = c->state;
    const bool ok = stream_host_setup(c);
    state->loops = stream_loops_best(0);
    state->past = false;
    return ok;
}

static bool simd_setup(struct bench_case *c)
{
    stream_host_choose(c);
    return stream_host_setup(c);
}

static bool compute(struct bench_case *c)
{
    const struct stream_host_case *state = c->state;
    const struct stream_input *input = stream_input_of(c);
    const struct stream_loop *loop = stream_loops_of(state->loops, input->element_words);
    const uint32_t *from = stream_turns_elements(&state->turns);
    const size_t room = state->allocation == STREAM_ALLOCATION_EXACT
                            ? loop->count(from, input->entries)
                            : input->entries;
    uint32_t *to = stream_host_output(c, room);
    if (!to)
        return false;
    *state->base.host_count =
        (uint32_t)(state->past ? stream_loops_compact_past(state->loops, input->element_words, to,
                                                           room, from, input->entries)
                               : loop->compact(to, room, from, input->entries));
    return true;
}

#define HOST_METHOD(setup_)                                                                        \
    {                                                                                              \
        .case_bytes = sizeof(struct stream_host_case), .setup = setup_,                            \
        .reset = stream_host_reset, .compute = compute, .check = stream_host_check                 \
    }

const struct bench_method stream_pointer_walk = HOST_METHOD(walk_setup);
const struct bench_method stream_branchless = HOST_METHOD(branchless_setup);
const struct bench_method stream_simd = HOST_METHOD(simd_setup);
