/* SPDX-License-Identifier: MIT */
#include "bench/cbt/leaves/update.h"

#include "cbt.kernels.h"

#include <stdlib.h>

const struct update_rule cbt_update_rule_sequence = { .update = &kernel_cbt_update_sequence,
                                                      .decide = &kernel_cbt_decide_sequence };

/* Levels that decisions read are then counted in bits that the pass changes. */
static bool acts_apart(const struct reduction_method *method)
{
    return method->layout == LAYOUT_PACKED || method->layout == LAYOUT_ALIGNED;
}

static struct gpu_kernel *kernel_create(const struct update *update,
                                        const struct gpu_shader *shader, uint32_t group_size)
{
    const struct reduction *reduction = &update->reduction;
    const enum layout layout = reduction->method->layout;
    return gpu_kernel_create(
        reduction->scope, &(struct gpu_kernel_params){
                              .shader = shader,
                              .constants = { reduction->depth, layout, 0, reduction->method->marked,
                                             layout != LAYOUT_FULL, group_size },
                              .constant_count = 6 });
}

struct gpu_kernel *cbt_update_kernel_create(const struct update *update,
                                            const struct gpu_shader *shader)
{
    return kernel_create(update, shader, 1);
}

/* The leaves 2 and 3, and no tile marked. */
static bool buffers_init(struct update *update)
{
    const uint32_t depth = update->reduction.depth, one = 1, header = 1u << depth;
    const size_t bitfield = cbt_heap_bitfield_word(depth), words = cbt_heap_bitfield_words(depth);
    gpu_buffer_fill(update->heap, 0, gpu_buffer_bytes(update->heap), 0);
    gpu_buffer_write(update->heap, 0, &header, 4);
    if (words == 1) {
        const uint32_t both = 0x10001;
        gpu_buffer_write(update->heap, 4 * bitfield, &both, 4);
    } else {
        gpu_buffer_write(update->heap, 4 * bitfield, &one, 4);
        gpu_buffer_write(update->heap, 4 * (bitfield + words / 2), &one, 4);
    }
    gpu_buffer_fill(update->decisions, 0, gpu_buffer_bytes(update->decisions), 0);
    if (update->marks)
        gpu_buffer_fill(update->marks, 0, gpu_buffer_bytes(update->marks), 0);
    return !gpu_failed(gpu_scope_device(update->reduction.scope));
}

static bool first_reduction(struct update *update)
{
    const struct reduction *own = &update->reduction;
    struct reduction whole = *own;
    if (own->method->marked)
        cbt_reduction_init(&whole, &cbt_reduction_fused, own->scope, own->depth, update->heap,
                           NULL);
    struct gpu_commands *commands = gpu_commands_begin(own->scope);
    cbt_reduction_record(&whole, commands, UINT32_MAX);
    return gpu_commands_submit(commands);
}

bool cbt_update_init(struct update *update, const struct reduction_method *method,
                     const struct update_rule *rule, struct gpu_scope *scope, uint32_t depth,
                     uint32_t leaves_max)
{
    const uint64_t decisions_bytes = 4 * ((uint64_t)UPDATE_HEADER_WORDS + leaves_max);
    *update = (struct update){ .rule = *rule };
    update->heap = gpu_buffer_create(
        scope, &(struct gpu_buffer_params){ .name = "heap", .bytes = 4 * cbt_heap_words(depth) });
    update->decisions = gpu_buffer_create(
        scope, &(struct gpu_buffer_params){ .name = "decisions", .bytes = decisions_bytes });
    if (method->marked)
        update->marks = gpu_buffer_create(
            scope, &(struct gpu_buffer_params){ .name = "marks",
                                                .bytes = 4 * cbt_reduction_marks_words(depth) });
    if (gpu_failed(gpu_scope_device(scope)))
        return false;
    cbt_reduction_init(&update->reduction, method, scope, depth, update->heap, update->marks);
    const bool apart = acts_apart(method);
    update->dispatcher = kernel_create(update, &kernel_cbt_dispatcher, method->marked ? 256 : 1);
    update->update = cbt_update_kernel_create(update, apart ? rule->decide : rule->update);
    if (apart)
        update->act = cbt_update_kernel_create(update, &kernel_cbt_act);
    return buffers_init(update) && first_reduction(update);
}

static struct gpu_dispatch dispatch_of(const struct update *update, struct gpu_kernel *kernel)
{
    struct gpu_dispatch dispatch = {
        .kernel = kernel,
        .buffers = { update->heap, update->decisions,
                     update->marks ? update->marks : update->decisions },
        .groups = { 1, 1, 1 },
    };
    for (int i = 0; i < UPDATE_RULE_BUFFERS; i++)
        dispatch.buffers[3 + i] = update->rule.buffers[i];
    return dispatch;
}

void cbt_update_record_barrier(struct gpu_commands *commands)
{
    gpu_commands_barrier(commands, GPU_COMPUTE, GPU_COMPUTE | GPU_INDIRECT);
}

void cbt_update_record_dispatcher(const struct update *update, struct gpu_commands *commands)
{
    const struct gpu_dispatch dispatch = dispatch_of(update, update->dispatcher);
    gpu_commands_dispatch(commands, &dispatch);
}

void cbt_update_record_pass(const struct update *update, struct gpu_commands *commands,
                            const void *push, uint32_t push_bytes)
{
    struct gpu_dispatch dispatch = dispatch_of(update, update->update);
    dispatch.push = push;
    dispatch.push_bytes = push_bytes;
    dispatch.indirect = update->decisions;
    gpu_commands_dispatch(commands, &dispatch);
    if (!update->act)
        return;
    cbt_update_record_barrier(commands);
    dispatch = dispatch_of(update, update->act);
    dispatch.indirect = update->decisions;
    dispatch.indirect_offset = 16;
    gpu_commands_dispatch(commands, &dispatch);
}

void cbt_update_record_frame(const struct update *update, struct gpu_commands *commands,
                             const void *push, uint32_t push_bytes)
{
    cbt_update_record_dispatcher(update, commands);
    cbt_update_record_barrier(commands);
    cbt_update_record_pass(update, commands, push, push_bytes);
    cbt_update_record_barrier(commands);
    cbt_reduction_record(&update->reduction, commands, UINT32_MAX);
}

uint32_t cbt_update_chain(const struct update *update)
{
    return !update->act ? 2 : 3;
}
