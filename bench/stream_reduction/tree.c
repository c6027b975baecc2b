/* SPDX-License-Identifier: MIT */
#include "bench/stream_reduction/tree.h"

#include "stream_reduction.kernels.h"

struct gpu_kernel *stream_tree_kernel(struct bench_case *c, const struct gpu_shader *shader)
{
    return gpu_kernel_create(
        c->context.scope, &(struct gpu_kernel_params){
                              .shader = shader,
                              .constants = { TREE_GROUP_SIZE, stream_input_of(c)->element_words },
                              .constant_count = 2 });
}

bool stream_tree_setup(struct bench_case *c, uint64_t words)
{
    struct tree_case *state = c->state;
    struct gpu_scope *scope = c->context.scope;
    static const char *const names[2] = { "up", "down" };
    if (!stream_setup_device(c) || !stream_fits(c, 4 * words, "the sums"))
        return false;
    for (int i = 0; i < 2; i++)
        state->sums[i] = gpu_buffer_create(
            scope, &(struct gpu_buffer_params){ .name = names[i], .bytes = 4 * words });
    state->arguments =
        gpu_buffer_create(scope, &(struct gpu_buffer_params){ .name = "arguments", .bytes = 16 });
    state->counts = stream_tree_kernel(c, &kernel_stream_reduction_tree_arguments);
    return context_ok(&c->context);
}

void stream_tree_record(const struct bench_case *c, struct gpu_commands *commands,
                        const struct stream_tree_step *step)
{
    struct gpu_dispatch dispatch = { .kernel = step->kernel,
                                     .buffers = { step->buffers[0], step->buffers[1],
                                                  step->buffers[2] },
                                     .push = step->push,
                                     .push_bytes = step->push_bytes };
    stream_groups(c, step->items, TREE_GROUP_SIZE, dispatch.groups);
    gpu_commands_dispatch(commands, &dispatch);
}

void stream_tree_count_record(const struct bench_case *c, struct gpu_commands *commands,
                              const struct stream_tree_count *count)
{
    const struct tree_case *state = c->state;
    const uint32_t push[5] = { count->word, count->nulls_of, stream_traits_of(c).square,
                               TREE_GROUP_SIZE, stream_group_limit(c) };
    gpu_commands_dispatch(
        commands,
        &(struct gpu_dispatch){ .kernel = state->counts,
                                .buffers = { count->sums, state->base.count, state->arguments },
                                .push = push,
                                .push_bytes = sizeof(push),
                                .groups = { 1, 1, 1 } });
}

void stream_tree_gather_record(const struct bench_case *c, struct gpu_commands *commands,
                               struct gpu_buffer *sums, uint32_t words, struct gpu_buffer *output)
{
    const struct tree_case *state = c->state;
    const struct stream_input *input = stream_input_of(c);
    const uint32_t push[2] = { input->entries, words };
    gpu_commands_dispatch(commands, &(struct gpu_dispatch){ .kernel = state->gather,
                                                            .buffers = { input->buffer, output,
                                                                         sums, state->arguments },
                                                            .push = push,
                                                            .push_bytes = sizeof(push),
                                                            .indirect = state->arguments });
}

void stream_tree_launch(const struct bench_case *c, uint64_t items, struct bench_launches *launches)
{
    uint32_t groups[3];
    stream_groups(c, items, TREE_GROUP_SIZE, groups);
    bench_launch(launches, (uint64_t)groups[0] * groups[1]);
}
