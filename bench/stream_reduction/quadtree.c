/* SPDX-License-Identifier: MIT */
/* quadtree: the paper's three phases, by the suite's library. */
#include "bench/common/quadtree.h"
#include "bench/stream_reduction/source.h"
#include "bench/stream_reduction/stream.h"

struct quadtree_case {
    struct stream_case base;
    struct quadtree tree;
};

static bool setup(struct bench_case *c)
{
    struct quadtree_case *state = c->state;
    const struct stream_input *input = stream_input_of(c);
    if (!stream_setup_device(c) || !stream_fits(c, quadtree_bytes(input->entries), "the sums"))
        return false;
    state->tree = quadtree_create(c->context.scope, input->element_words,
                                  stream_traits_of(c).square, input->entries);
    return context_ok(&c->context);
}

/* Phases 1 and 2. */
void stream_quadtree_count(struct bench_case *c, struct gpu_commands *commands)
{
    const struct quadtree_case *state = c->state;
    const struct stream_input *input = stream_input_of(c);
    quadtree_count_record(commands, &state->tree, input->buffer, input->entries, state->base.count);
}

/* Phase 3. */
void stream_quadtree_fill(struct bench_case *c, struct gpu_commands *commands,
                          struct gpu_buffer *output)
{
    const struct quadtree_case *state = c->state;
    const struct stream_input *input = stream_input_of(c);
    quadtree_fill_record(commands, &state->tree, input->buffer, input->entries, output);
}

/* Declares the work. The fill of the output, U and D without its root, and the arguments are
 * written, too. */
static void work(const struct bench_case *c, struct bench_work *work)
{
    const struct stream_input *input = stream_input_of(c);
    const double sums = 2.0 * (double)quadtree_bytes(input->entries) - 16;
    stream_work(c, work);
    const struct stream_shape shape = stream_shape_of(input->count);
    const uint64_t filled = (uint64_t)shape.columns * shape.rows - input->count;
    work->bytes_written += 4.0 * (double)filled * input->element_words + sums + 16;
    work->bytes_intermediate = sums + 16;
}

const struct stream_traits stream_quadtree_traits = { .square = true,
                                                      .count = stream_quadtree_count,
                                                      .fill = stream_quadtree_fill };

const struct bench_method stream_quadtree = { .case_bytes = sizeof(struct quadtree_case),
                                              .setup = setup,
                                              .work = work };
