/* SPDX-License-Identifier: MIT */
#include "bench/cbt/leaves/leaves.h"

#include "bench/common/hash.h"

#include "cbt.kernels.h"

const struct leaves_rule cbt_leaves_rule_sequence = { .update = &kernel_cbt_update_sequence,
                                                      .decide = &kernel_cbt_decide_sequence,
                                                      .sweep = &kernel_cbt_sweep_sequence,
                                                      .classify = &kernel_cbt_ocbt_classify,
                                                      .classify_pairs =
                                                          &kernel_cbt_ocbt_classify_uvec2 };

void cbt_leaves_init(struct leaves *leaves, const struct leaves_kind *kind, struct context *context,
                     const struct leaves_course *course)
{
    *leaves = (struct leaves){ .kind = kind, .context = context, .course = *course };
    leaves->commands = gpu_commands_begin(context->scope);
}

const void *cbt_leaves_push(const struct leaves *leaves, uint32_t frame)
{
    return (const char *)leaves->course.pushes + (size_t)frame * leaves->course.push_bytes;
}

void cbt_leaves_barrier(const struct leaves *leaves, struct gpu_commands *commands)
{
    if (!leaves->kind->barrier)
        gpu_commands_barrier(commands, GPU_COMPUTE, GPU_COMPUTE | GPU_INDIRECT);
}

bool cbt_leaves_step(struct leaves *leaves, uint32_t frame)
{
    gpu_commands_restart(leaves->commands);
    leaves->kind->record(leaves, leaves->commands, frame);
    if (leaves->kind->record_list) {
        cbt_leaves_barrier(leaves, leaves->commands);
        leaves->kind->record_list(leaves, leaves->commands);
    }
    return gpu_commands_submit(leaves->commands);
}

bool cbt_leaves_check(struct leaves *leaves, uint32_t frame)
{
    const struct reference_state *wanted = &leaves->course.states[frame];
    size_t count;
    const uint32_t *read = leaves->kind->read(leaves, frame, &count);
    if (!read)
        return false;
    if (count != wanted->leaf_count)
        return context_mismatch(leaves->context, "frame %u: %zu leaves, wanted %u", frame, count,
                                wanted->leaf_count);
    const uint64_t hash = hash_words(read, count);
    return hash == wanted->words_hash ||
           context_mismatch(leaves->context, "frame %u: hash of the leaves %016llx, wanted %016llx",
                            frame, (unsigned long long)hash,
                            (unsigned long long)wanted->words_hash);
}

bool cbt_leaves_run(struct leaves *leaves, uint32_t first, uint32_t last)
{
    for (uint32_t frame = first; frame < last; frame++)
        if (!cbt_leaves_step(leaves, frame) || !cbt_leaves_check(leaves, frame))
            return false;
    return true;
}

void cbt_leaves_memory(const struct leaves *leaves, struct bench_case *c)
{
    const struct leaves_memory memory = leaves->kind->memory(leaves);
    bench_metric(c, "frame_bytes", "bytes", (double)memory.buffers);
    bench_metric(c, "used_bytes", "bytes", (double)memory.used);
}
