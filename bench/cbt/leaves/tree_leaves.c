/* SPDX-License-Identifier: MIT */
#include "bench/cbt/leaves/leaves.h"

#include "bench/common/axis.h"
#include "bench/common/device.h"

#include "cbt.kernels.h"

#include <stdio.h>

/* Four of 256 threads on each multiprocessor of a large GPU. */
enum { SWEEP_GROUPS = 528, SWEEP_GROUPS_MAX = 1 << 15 };

const struct bench_axis cbt_tree_leaves_axes[] = {
    AXIS("groups", "groups of each dispatch, whatever there is to do", .min = 1,
         .max = SWEEP_GROUPS_MAX, AT_DEFAULT("528") /* SWEEP_GROUPS */),
    { 0 },
};

/* Record -------------------------------------------------------------------------------------- */

static struct gpu_dispatch dispatch_of(const struct tree_leaves *tree, struct gpu_kernel *kernel)
{
    struct gpu_dispatch dispatch = {
        .kernel = kernel,
        .buffers = { tree->heap, tree->decisions, tree->marks ? tree->marks : tree->decisions },
        .groups = { 1, 1, 1 },
    };
    for (int i = 0; i < LEAVES_RULE_BUFFERS; i++)
        dispatch.buffers[3 + i] = tree->leaves.course.rule.buffers[i];
    dispatch.buffers[3 + LEAVES_RULE_BUFFERS] = tree->heap;
    return dispatch;
}

void cbt_tree_leaves_record_dispatcher(const struct tree_leaves *tree,
                                       struct gpu_commands *commands)
{
    const struct gpu_dispatch dispatch = dispatch_of(tree, tree->dispatcher);
    gpu_commands_dispatch(commands, &dispatch);
}

void cbt_tree_leaves_record_pass(const struct tree_leaves *tree, struct gpu_commands *commands,
                                 uint32_t frame)
{
    struct gpu_dispatch dispatch = dispatch_of(tree, tree->update);
    dispatch.push = cbt_leaves_push(&tree->leaves, frame);
    dispatch.push_bytes = tree->leaves.course.push_bytes;
    if (tree->reduction.method->sweeps)
        dispatch.groups[0] = tree->reduction.sweep_groups;
    else
        dispatch.indirect = tree->decisions;
    gpu_commands_dispatch(commands, &dispatch);
    if (!tree->act)
        return;
    cbt_leaves_barrier(&tree->leaves, commands);
    dispatch = dispatch_of(tree, tree->act);
    dispatch.indirect = tree->decisions;
    dispatch.indirect_offset = 16;
    gpu_commands_dispatch(commands, &dispatch);
}

static void record(const struct leaves *leaves, struct gpu_commands *commands, uint32_t frame)
{
    const struct tree_leaves *tree = (const struct tree_leaves *)leaves;
    if (!tree->reduction.method->sweeps) {
        cbt_tree_leaves_record_dispatcher(tree, commands);
        cbt_leaves_barrier(leaves, commands);
    }
    cbt_tree_leaves_record_pass(tree, commands, frame);
    cbt_leaves_barrier(leaves, commands);
    cbt_reduction_record(&tree->reduction, commands, UINT32_MAX);
}

/* The frame's own dispatcher has counted the leaves that it found; decoding needs those it left. */
static void record_list(const struct leaves *leaves, struct gpu_commands *commands)
{
    const struct tree_leaves *tree = (const struct tree_leaves *)leaves;
    cbt_tree_leaves_record_dispatcher(tree, commands);
    cbt_leaves_barrier(leaves, commands);
    kernel_dispatch(commands, tree->decode, .buffers = { tree->heap, tree->decisions, tree->list },
                    .indirect = tree->decisions);
}

/* Check --------------------------------------------------------------------------------------- */

static const uint32_t *read_leaves(struct leaves *leaves, uint32_t frame, size_t *count)
{
    const struct tree_leaves *tree = (const struct tree_leaves *)leaves;
    uint32_t leaf_count;
    if (!gpu_buffer_read(tree->decisions, 4 * UPDATE_LEAVES_WORD, &leaf_count, 4))
        return NULL;
    *count = leaf_count;
    if (leaf_count > leaves->course.leaves_max) {
        context_mismatch(leaves->context, "frame %u: %u leaves, where there are %u at most", frame,
                         leaf_count, leaves->course.leaves_max);
        return NULL;
    }
    if (leaf_count > 0 &&
        !gpu_buffer_read_by_threads(tree->list, 0, tree->read, 4 * (uint64_t)leaf_count))
        return NULL;
    return tree->read;
}

bool cbt_tree_leaves_check(struct tree_leaves *tree, uint32_t frame, const struct heap *bits,
                           const struct heap *sums)
{
    struct context *context = tree->leaves.context;
    const enum layout layout = tree->reduction.method->layout;
    const size_t first = cbt_heap_bitfield_word(bits->depth);
    const size_t words = cbt_heap_bitfield_words(bits->depth);
    const size_t levels = cbt_layout_tree_words(layout, bits->depth);
    char where[24];
    snprintf(where, sizeof(where), "frame %u: ", frame);
    return cbt_layout_check_buffer(context, where, layout, bits, tree->heap, first, words) &&
           cbt_layout_check_buffer(context, where, layout, sums, tree->heap, 0, levels) &&
           (!cbt_layout_copies(layout) ||
            cbt_layout_check_buffer(context, where, layout, sums, tree->heap, first - words,
                                    words));
}

/* Checks a method that sweeps: all tiles that were listed are done, and none is marked. */
static bool check(struct leaves *leaves, uint32_t frame, const struct heap *wanted)
{
    struct tree_leaves *tree = (struct tree_leaves *)leaves;
    struct context *context = leaves->context;
    if (!tree->reduction.method->sweeps)
        return cbt_tree_leaves_check(tree, frame, wanted, wanted);
    const uint32_t *words = context_read(context, tree->marks, 0, gpu_buffer_bytes(tree->marks));
    const size_t count = gpu_buffer_bytes(tree->marks) / 4;
    if (!words)
        return false;
    if (words[0] != words[2])
        return context_mismatch(context, "frame %u: %u tiles are listed, %u are done", frame,
                                words[0], words[2]);
    const size_t first = MARKS_LIST_WORD + cbt_reduction_tiles(tree->reduction.depth);
    char name[64];
    snprintf(name, sizeof(name), "frame %u: marks of tiles", frame);
    return context_compare(context, name, words + first, NULL, count - first,
                           (struct context_element){ .first = first }) &&
           cbt_tree_leaves_check(tree, frame, wanted, wanted);
}

/* Save ---------------------------------------------------------------------------------------- */

static bool save(struct leaves *leaves, uint32_t frame, const struct heap *before,
                 const struct heap *after)
{
    struct tree_leaves *tree = (struct tree_leaves *)leaves;
    struct context *context = leaves->context;
    (void)frame;
    if (before) { /* the words that change */
        struct changes changes;
        if (!cbt_changes_list(context, &changes, tree->reduction.method->layout, before, after))
            return false;
        tree->saved_words = changes.count;
        if (changes.count == 0)
            return true;
        tree->restore = kernel_create(context->scope, &kernel_cbt_restore);
        tree->saved =
            buffer_create(context->scope, "pairs", 8 * (uint64_t)changes.count, changes.pairs);
        return true;
    }
    const uint64_t bytes = gpu_buffer_bytes(tree->heap);
    tree->saved = buffer_create(context->scope, "heap before", bytes, NULL);
    gpu_commands_restart(leaves->commands);
    gpu_commands_copy(leaves->commands, tree->saved, 0, tree->heap, 0, bytes);
    return gpu_commands_submit(leaves->commands);
}

/* Marks of the execution before are cleared by the dispatcher of the next. */
static void restore(const struct leaves *leaves, struct gpu_commands *commands)
{
    const struct tree_leaves *tree = (const struct tree_leaves *)leaves;
    struct gpu_dispatch dispatch = { .kernel = tree->restore,
                                     .buffers = { tree->heap, tree->saved },
                                     .push = &tree->saved_words,
                                     .push_bytes = 4 };
    if (tree->restore) {
        cbt_reduction_groups(((uint64_t)tree->saved_words + 255) / 256, dispatch.groups);
        gpu_commands_dispatch(commands, &dispatch);
    } else if (tree->saved) {
        gpu_commands_copy(commands, tree->heap, 0, tree->saved, 0, gpu_buffer_bytes(tree->saved));
    }
}

/* Work ---------------------------------------------------------------------------------------- */

/* Least bytes: a word for each bit that changes, read and written; nodes above are shared. Steps
 * are a sweep; or dispatcher and update; or dispatcher, decisions and acts. */
void cbt_tree_leaves_pass_work(const struct tree_leaves *tree, uint32_t frame,
                               struct bench_work *work)
{
    const struct reference_state *state = &tree->leaves.course.states[frame];
    work->bytes_read += 4 * (double)state->changed;
    work->bytes_written += 4 * (double)state->changed;
    work->operations += state->leaves_before;
}

static void work(const struct leaves *leaves, uint32_t frame, struct bench_work *work)
{
    const struct tree_leaves *tree = (const struct tree_leaves *)leaves;
    const double tiles = cbt_reduction_tiles(tree->reduction.depth);
    cbt_tree_leaves_pass_work(tree, frame, work);
    cbt_reduction_work(&tree->reduction, UINT32_MAX,
                       tree->leaves.course.states[frame].tiles / tiles, work);
}

static struct leaves_memory memory(const struct leaves *leaves)
{
    const struct tree_leaves *tree = (const struct tree_leaves *)leaves;
    const uint32_t depth = tree->reduction.depth;
    const enum layout layout = tree->reduction.method->layout;
    const uint64_t bits = cbt_heap_bitfield_words(depth) * (cbt_layout_copies(layout) ? 2 : 1);
    const uint64_t lists = gpu_buffer_bytes(tree->decisions) + gpu_buffer_bytes(tree->marks);
    return (struct leaves_memory){ gpu_buffer_bytes(tree->heap) + lists,
                                   4 * (cbt_layout_tree_words(layout, depth) + bits) + lists };
}

static const struct leaves_kind tree_kind = { .record = record,
                                              .record_list = record_list,
                                              .read = read_leaves,
                                              .check = check,
                                              .save = save,
                                              .restore = restore,
                                              .work = work,
                                              .memory = memory };

/* Make ---------------------------------------------------------------------------------------- */

static struct gpu_kernel *leaves_kernel(const struct tree_leaves *tree,
                                        const struct gpu_shader *shader, bool marks,
                                        uint32_t group_size)
{
    const struct reduction *reduction = &tree->reduction;
    const enum layout layout = reduction->method->layout;
    return kernel_create_with(reduction->scope, shader, reduction->depth,
                              cbt_layout_constant(layout), 0, marks, layout != LAYOUT_FULL,
                              group_size);
}

struct gpu_kernel *cbt_tree_leaves_kernel_create(const struct tree_leaves *tree,
                                                 const struct gpu_shader *shader)
{
    return leaves_kernel(tree, shader, tree->reduction.method->marked, 1);
}

/* Sets the leaves 2 and 3, and no tile marked. */
static void buffers_init(const struct tree_leaves *tree)
{
    const uint32_t depth = tree->reduction.depth, one = 1, header = 1u << depth;
    const size_t bitfield = cbt_heap_bitfield_word(depth), words = cbt_heap_bitfield_words(depth);
    gpu_buffer_fill(tree->heap, 0, gpu_buffer_bytes(tree->heap), 0);
    gpu_buffer_write(tree->heap, 0, &header, 4);
    if (words == 1) {
        const uint32_t both = 0x10001;
        gpu_buffer_write(tree->heap, 4 * bitfield, &both, 4);
    } else {
        gpu_buffer_write(tree->heap, 4 * bitfield, &one, 4);
        gpu_buffer_write(tree->heap, 4 * (bitfield + words / 2), &one, 4);
    }
    gpu_buffer_fill(tree->decisions, 0, gpu_buffer_bytes(tree->decisions), 0);
    if (tree->marks)
        gpu_buffer_fill(tree->marks, 0, gpu_buffer_bytes(tree->marks), 0);
}

void cbt_tree_leaves_declare(const struct tree_leaves *tree, struct bench_case *c)
{
    if (tree->reduction.method->sweeps)
        bench_output_range(c, tree->marks, 4 * (uint64_t)MARKS_LIST_WORD,
                           4 * (uint64_t)cbt_reduction_tiles(tree->reduction.depth));
}

bool cbt_tree_leaves_begin(struct tree_leaves *tree, const struct heap *heap)
{
    const uint64_t first = cbt_heap_bitfield_word(tree->reduction.depth);
    const bool written =
        !heap || gpu_buffer_write_by_threads(tree->heap, 4 * first, &heap->words[first],
                                             4 * cbt_heap_bitfield_words(heap->depth));
    const uint64_t words = cbt_heap_bitfield_words(tree->reduction.depth);
    struct gpu_commands *commands = gpu_commands_begin(tree->reduction.scope);
    cbt_reduction_record(&tree->whole, commands, UINT32_MAX);
    if (tree->reduction.method->sweeps) {
        gpu_commands_barrier(commands, GPU_COMPUTE, GPU_TRANSFER);
        gpu_commands_copy(commands, tree->heap, 4 * (first - words), tree->heap, 4 * first,
                          4 * words);
    }
    gpu_commands_submit(commands);
    return written && context_ok(tree->leaves.context);
}

struct tree_leaves *cbt_tree_leaves_create(struct context *context,
                                           const struct reduction_method *method,
                                           const struct leaves_course *course)
{
    const uint32_t depth = course->depth;
    const uint32_t groups = (uint32_t)context_integer_or(context, "groups", SWEEP_GROUPS);
    struct tree_leaves *tree = context_alloc(context, sizeof(*tree));
    if (!tree)
        return NULL;
    if (depth < method->depth_min) {
        context_unsupported(context, "it takes trees of depth %u and more", method->depth_min);
        return NULL;
    }
    cbt_leaves_init(&tree->leaves, &tree_kind, context, course);
    tree->heap = buffer_create(context->scope, "heap", 4 * cbt_heap_words(depth), NULL);
    tree->decisions = buffer_create(context->scope, "decisions",
                                    4 * ((uint64_t)UPDATE_HEADER_WORDS + course->leaves_max), NULL);
    if (method->marked)
        tree->marks =
            buffer_create(context->scope, "marks", 4 * cbt_reduction_marks_words(depth), NULL);
    if (!context_ok(context))
        return NULL;
    tree->reduction = (struct reduction){ .method = method,
                                          .scope = context->scope,
                                          .depth = depth,
                                          .sweep_groups = groups,
                                          .heap = tree->heap,
                                          .marks = tree->marks };
    cbt_reduction_init(&tree->reduction);
    const struct leaves_rule *rule = &tree->leaves.course.rule;
    const bool clears = method->marked && !method->sweeps;
    /* Levels that decisions read are counted in bits that the pass changes. */
    const bool apart = method->layout == LAYOUT_PACKED || method->layout == LAYOUT_ALIGNED;
    tree->dispatcher = leaves_kernel(tree, &kernel_cbt_dispatcher, clears, clears ? 256 : 1);
    tree->update = cbt_tree_leaves_kernel_create(tree, method->sweeps ? rule->sweep
                                                       : apart        ? rule->decide
                                                                      : rule->update);
    if (apart)
        tree->act = cbt_tree_leaves_kernel_create(tree, &kernel_cbt_act);
    buffers_init(tree);
    /* A method that takes marked tiles alone leaves the first tree to another of its layout. */
    tree->whole = tree->reduction;
    if (method->marked) {
        const struct reduction_method *whole =
            method->sweeps ? &cbt_reduction_aligned : &cbt_reduction_fused;
        tree->whole = (struct reduction){ whole, context->scope, depth, .heap = tree->heap };
        cbt_reduction_init(&tree->whole);
    }
    tree->decode = cbt_tree_leaves_kernel_create(tree, &kernel_cbt_decode);
    tree->list = buffer_create(context->scope, "leaves", 4 * (uint64_t)course->leaves_max, NULL);
    tree->read = context_alloc(context, 4 * (size_t)course->leaves_max);
    return context_ok(context) ? tree : NULL;
}
