/* SPDX-License-Identifier: MIT */
/*
 * update_bench.c: each case runs the sequence on the device from its first frame on, and compares
 * the leaves with the reference after every frame; then the frame asked for is measured. Between
 * executions the words that it changed are put back.
 */
#include "bench/cbt/update_bench.h"

#include "bench/cbt/leaves/device_rows.h"
#include "bench/cbt/leaves/pool_case.h"
#include "bench/cbt/leaves/update_workload.h"

#include "cbt.kernels.h"

#include <stdlib.h>
#include <string.h>

enum stage { STAGE_FRAME, STAGE_PASS, STAGE_REDUCTION, STAGE_DISPATCHER, STAGE_DECODE };

struct update_case {
    struct device_tree tree;
    struct gpu_kernel *restore;
    struct gpu_buffer *pairs; /* words to put back; NULL where the frame changes none */
    uint32_t pair_count;
    uint32_t marked_tiles;
};

union case_state {
    struct update_case tree;
    struct pool_case pool;
};

static enum stage stage_of(const struct bench_case *c)
{
    return *(const enum stage *)c->bench->data;
}

static bool upload(struct bench_workload *workload)
{
    return workload->context.scope;
}

/* Cases ---------------------------------------------------------------------------------------- */

static const struct update_workload *workload_of(const struct bench_case *c)
{
    return c->workload->state;
}

static enum layout layout_of(const struct bench_case *c)
{
    return ((const struct reduction_method *)c->variant->data)->layout;
}

/* The leaves that the device holds, against the reference's of that frame. */
static bool check_leaves(struct bench_case *c, uint32_t frame)
{
    struct update_case *state = c->state;
    const struct update_workload *answer = workload_of(c);
    char message[256];
    return cbt_device_tree_check(&state->tree, frame, answer->leaf_counts[frame],
                                 answer->leaf_hashes[frame], message, sizeof(message)) ||
           context_mismatch(&c->context, "%s", message);
}

/* Frames up to, and without, the one that is measured. */
static bool run_frames(struct bench_case *c)
{
    struct update_case *state = c->state;
    const struct update_workload *answer = workload_of(c);
    char message[256];
    return cbt_device_tree_run(&state->tree, answer->kind, answer->frame, answer->leaf_counts,
                               answer->leaf_hashes, message, sizeof(message)) ||
           context_mismatch(&c->context, "%s", message);
}

/* Words of the tree, the copy and the bit field that differ before and after, as index and word of
 * before. Counts alone with pairs NULL. */
static uint32_t list_pairs(const struct bench_case *c, uint32_t *pairs)
{
    const struct update_workload *answer = workload_of(c);
    const enum layout layout = layout_of(c);
    const size_t bitfield = cbt_heap_bitfield_word(answer->depth);
    const size_t words = cbt_heap_bitfield_words(answer->depth);
    const size_t tree = cbt_layout_tree_words(layout, answer->depth);
    const size_t rest = layout == LAYOUT_SNAPSHOT ? bitfield - words : bitfield;
    uint32_t count = 0;
    for (size_t i = 0; i < bitfield + words; i = i + 1 == tree ? rest : i + 1) {
        const uint32_t old = cbt_layout_word(layout, &answer->before, i);
        if (old == cbt_layout_word(layout, &answer->after, i))
            continue;
        if (pairs) {
            pairs[2 * count] = (uint32_t)i;
            pairs[2 * count + 1] = old;
        }
        count++;
    }
    return count;
}

static bool prepare_restore(struct bench_case *c)
{
    struct update_case *state = c->state;
    state->pair_count = list_pairs(c, NULL);
    if (state->pair_count == 0)
        return true;
    uint32_t *pairs = malloc(8 * (size_t)state->pair_count);
    if (!pairs)
        return context_unsupported(&c->context, "no host memory for %u words", state->pair_count);
    list_pairs(c, pairs);
    state->restore = gpu_kernel_create(
        c->context.scope, &(struct gpu_kernel_params){ .shader = &kernel_cbt_restore });
    state->pairs = gpu_buffer_create(
        c->context.scope, &(struct gpu_buffer_params){ .name = "pairs",
                                                       .bytes = 8 * (uint64_t)state->pair_count,
                                                       .data = pairs });
    free(pairs);
    return true;
}

/* Compares what the device holds of the heap, bit field and tree each with before or after. */
static bool check_heap(struct bench_case *c, bool bitfield_after, bool tree_after)
{
    struct update_case *state = c->state;
    const struct update_workload *answer = workload_of(c);
    const enum layout layout = layout_of(c);
    const size_t first = cbt_heap_bitfield_word(answer->depth);
    const size_t words = cbt_heap_bitfield_words(answer->depth);
    const size_t tree = cbt_layout_tree_words(layout, answer->depth);
    const struct heap *bits = bitfield_after ? &answer->after : &answer->before;
    const struct heap *sums = tree_after ? &answer->after : &answer->before;
    char message[256] = "";
    struct heap read;
    if (!cbt_heap_init(&read, answer->depth))
        return context_mismatch(&c->context, "no host memory to check the heap");
    bool ok = cbt_device_tree_read(&state->tree, &read) &&
              ((cbt_layout_compare(layout, bits, &read.words[first], first, words, message,
                                   sizeof(message)) &&
                cbt_layout_compare(layout, sums, read.words, 0, tree, message, sizeof(message)) &&
                (layout != LAYOUT_SNAPSHOT ||
                 cbt_layout_compare(layout, sums, &read.words[first - words], first - words, words,
                                    message, sizeof(message)))) ||
               context_mismatch(&c->context, "frame %u: %s", answer->frame, message));
    cbt_heap_finish(&read);
    return ok;
}

/* Parts that take the results of others find them: they are recorded once, here. */
static bool run_preceding(struct bench_case *c)
{
    struct update_case *state = c->state;
    const struct update_workload *answer = workload_of(c);
    struct gpu_commands *commands = state->tree.commands;
    gpu_commands_restart(commands);
    cbt_update_record_dispatcher(&state->tree.update, commands);
    cbt_update_record_barrier(commands);
    if (stage_of(c) == STAGE_REDUCTION)
        cbt_update_record_pass(&state->tree.update, commands, &answer->push, sizeof(answer->push));
    return gpu_commands_submit(commands);
}

static bool setup(struct bench_case *c)
{
    if (cbt_pool_case_is(c))
        return cbt_pool_case_setup(c);
    struct update_case *state = c->state;
    const struct update_workload *answer = workload_of(c);
    const struct reduction_method *method = c->variant->data;
    const enum stage stage = stage_of(c);
    if (answer->depth < method->depth_min)
        return context_unsupported(&c->context, "it takes trees of depth %u and more",
                                   method->depth_min);
    if (!cbt_device_tree_init(&state->tree, method, c->context.scope, answer->depth,
                              answer->leaves_max) ||
        !run_frames(c) || !check_heap(c, false, false))
        return false;
    if (method->marked)
        state->marked_tiles = cbt_update_workload_marked_tiles(answer);
    if (stage == STAGE_DECODE)
        bench_output(c, state->tree.leaves);
    if (stage == STAGE_DISPATCHER)
        bench_output_range(c, state->tree.update.decisions, 0, 4 * UPDATE_HEADER_WORDS);
    if (stage == STAGE_FRAME || stage == STAGE_PASS)
        return prepare_restore(c);
    return stage == STAGE_DISPATCHER || run_preceding(c);
}

/* Marks of the execution before are cleared by the dispatcher of the next. */
static void reset(struct bench_case *c, struct gpu_commands *commands)
{
    if (cbt_pool_case_is(c)) {
        cbt_pool_case_reset(c, commands);
        return;
    }
    const struct update_case *state = c->state;
    struct gpu_dispatch dispatch = { .kernel = state->restore,
                                     .buffers = { state->tree.update.heap, state->pairs },
                                     .push = &state->pair_count,
                                     .push_bytes = 4 };
    if (state->pair_count == 0)
        return;
    cbt_reduction_groups(((uint64_t)state->pair_count + 255) / 256, dispatch.groups);
    gpu_commands_dispatch(commands, &dispatch);
}

static void record(struct bench_case *c, struct gpu_commands *commands)
{
    if (cbt_pool_case_is(c)) {
        cbt_pool_case_record(c, commands);
        return;
    }
    const struct update_case *state = c->state;
    const struct update *update = &state->tree.update;
    const struct update_workload *answer = workload_of(c);
    const void *push = &answer->push;
    const uint32_t push_bytes = sizeof(answer->push);
    switch (stage_of(c)) {
    case STAGE_FRAME: cbt_update_record_frame(update, commands, push, push_bytes); break;
    case STAGE_PASS:
        cbt_update_record_dispatcher(update, commands);
        cbt_update_record_barrier(commands);
        cbt_update_record_pass(update, commands, push, push_bytes);
        break;
    case STAGE_REDUCTION: cbt_reduction_record(&update->reduction, commands, UINT32_MAX); break;
    case STAGE_DISPATCHER: cbt_update_record_dispatcher(update, commands); break;
    case STAGE_DECODE: cbt_device_tree_record_decode(&state->tree, commands); break;
    }
}

static bool check_dispatcher(struct bench_case *c)
{
    const struct update_case *state = c->state;
    const uint32_t leaves = workload_of(c)->leaves_before, groups = (leaves + 255) / 256;
    uint32_t words[UPDATE_HEADER_WORDS];
    if (!gpu_buffer_read(state->tree.update.decisions, 0, words, sizeof(words)))
        return false;
    if (words[0] * words[1] < groups || words[0] * words[1] >= groups + words[1] || words[2] != 1)
        return context_mismatch(&c->context, "%u x %u x %u groups for %u leaves", words[0],
                                words[1], words[2], leaves);
    if (words[UPDATE_LEAVES_WORD] != leaves)
        return context_mismatch(&c->context, "%u leaves, wanted %u", words[UPDATE_LEAVES_WORD],
                                leaves);
    return words[4] + words[7] == 0 ||
           context_mismatch(&c->context, "decisions before there are any");
}

/* Of before the frame: its hash is that of the frame before. */
static bool check_decode(struct bench_case *c)
{
    const uint32_t frame = workload_of(c)->frame;
    return frame == 0 || check_leaves(c, frame - 1);
}

static bool check(struct bench_case *c, enum bench_check check)
{
    (void)check;
    if (cbt_pool_case_is(c))
        return cbt_pool_case_check(c);
    switch (stage_of(c)) {
    case STAGE_FRAME: return check_heap(c, true, true);
    case STAGE_PASS: return check_heap(c, true, false);
    case STAGE_REDUCTION: return check_heap(c, true, true);
    case STAGE_DISPATCHER: return check_dispatcher(c);
    default: return check_decode(c);
    }
}

static void add_reduction(const struct bench_case *c, struct bench_work *work)
{
    const struct update_case *state = c->state;
    const struct reduction *reduction = &state->tree.update.reduction;
    const double part = (double)state->marked_tiles / cbt_reduction_tiles(reduction->depth);
    for (uint32_t i = 0; i < reduction->step_count; i++) {
        const struct reduction_step *step = &reduction->steps[i];
        const double share = step->marked ? part : 1;
        work->bytes_read += share * step->read_bits / 8;
        work->bytes_written += share * step->written_bits / 8;
        for (uint32_t level = step->highest; level <= step->lowest; level++)
            work->operations += share * (double)((uint64_t)1 << level);
        work->chain++;
    }
}

/* Least bytes: a word for each bit that changes, read and written; nodes above leaves are shared.
 */
static void work(const struct bench_case *c, struct bench_work *work)
{
    if (cbt_pool_case_is(c)) {
        cbt_pool_case_work(c, work);
        return;
    }
    const struct update_case *state = c->state;
    const struct update_workload *answer = workload_of(c);
    const enum stage stage = stage_of(c);
    if (stage == STAGE_FRAME || stage == STAGE_PASS) {
        work->bytes_read = work->bytes_written = 4 * (double)answer->changed;
        work->operations = answer->leaves_before;
        work->chain = cbt_update_chain(&state->tree.update);
    }
    if (stage == STAGE_FRAME || stage == STAGE_REDUCTION)
        add_reduction(c, work);
    if (stage == STAGE_DISPATCHER)
        *work = (struct bench_work){
            .bytes_read = 4, .bytes_written = 4 * UPDATE_HEADER_WORDS, .operations = 1, .chain = 1
        };
    if (stage == STAGE_DECODE)
        *work = (struct bench_work){ .bytes_written = 4 * (double)answer->leaves_before,
                                     .operations = (double)answer->leaves_before * answer->depth,
                                     .chain = 1 };
}

/* Of parts that the tree before the frame decides, but of marked tiles. */
static void launches(const struct bench_case *c, struct bench_launches *launches)
{
    const struct update_case *state = c->state;
    const struct update_workload *answer = workload_of(c);
    switch (stage_of(c)) {
    case STAGE_REDUCTION:
        cbt_reduction_launches(c->variant->data, answer->depth, state->marked_tiles, UINT32_MAX,
                               launches);
        break;
    case STAGE_DISPATCHER: bench_launch(launches, 1); break;
    default: bench_launch(launches, (answer->leaves_before + 255) / 256);
    }
}

/* Tables --------------------------------------------------------------------------------------- */

static bool frame_accepts(const char *value)
{
    char *end;
    const long frame = strtol(value, &end, 10);
    return value[0] >= '0' && value[0] <= '9' && *end == 0 && frame < 256;
}

static const char *const frame_names[] = { "split", "merge", NULL };

#define SEQUENCE_AXIS(quick, paper, full)                                                          \
    {                                                                                              \
        .name = "sequence",                                                                        \
        .help = "P follows a point, N is noise and never converges, L is a terrain's",             \
        .names = cbt_sequence_names, .values = {                                                   \
            quick,                                                                                 \
            paper,                                                                                 \
            full                                                                                   \
        }                                                                                          \
    }
#define DEPTH_AXIS(quick, paper, full)                                                             \
    {                                                                                              \
        .name = "depth", .help = "greatest depth D of the tree", .min = HEAP_DEPTH_MIN,            \
        .max = HEAP_DEPTH_MAX, .values = {                                                         \
            quick,                                                                                 \
            paper,                                                                                 \
            full                                                                                   \
        }                                                                                          \
    }
#define FRAME_AXIS(quick, paper, full)                                                             \
    {                                                                                              \
        .name = "frame",                                                                           \
        .help = "the frame that is measured: the sequence's last of its kind, or a number",        \
        .names = frame_names, .accepts = frame_accepts,                                            \
        .accepts_help = "the number of a frame, even ones split", .values = {                      \
            quick,                                                                                 \
            paper,                                                                                 \
            full                                                                                   \
        }                                                                                          \
    }

static const struct bench_axis frame_axes[] = {
    SEQUENCE_AXIS("N", "N,L", "P,N,L"),
    DEPTH_AXIS("18", "20,28", "16,20,24,25,26,27,28,29"),
    FRAME_AXIS("split,merge", "split,merge", "split,merge"),
    { 0 },
};

static const struct bench_axis part_axes[] = {
    SEQUENCE_AXIS("N", "L", "P,N,L"),
    DEPTH_AXIS("18", "28", "16,20,24,28,29"),
    FRAME_AXIS("split,merge", "split", "split,merge"),
    { 0 },
};

/* Of parts that do not depend on the kind of the frame. */
static const struct bench_axis tree_axes[] = {
    SEQUENCE_AXIS("N", "L", "P,N,L"),
    DEPTH_AXIS("18", "28", "16,20,24,28,29"),
    FRAME_AXIS("split", "split", "split"),
    { 0 },
};

#define TREE_VARIANTS                                                                              \
    { .name = "naive",                                                                             \
      .summary = "decide and act at once; a dispatch per level, atomics",                          \
      .source = "Deliot et al. 2021, Updating the subdivision",                                    \
      .kind = BENCH_GPU,                                                                           \
      .data = &cbt_reduction_naive },                                                              \
        { .name = "prepass",                                                                       \
          .summary = "decide and act at once; five levels from a word, then per level, atomics",   \
          .source = "Dupuy 2020, the public library",                                              \
          .kind = BENCH_GPU,                                                                       \
          .data = &cbt_reduction_prepass },                                                        \
        { .name = "packed",                                                                        \
          .summary = "decide, act; packed passes without atomics",                                 \
          .source = "Deliot et al. 2021, Optimizations; deciding apart is a contender's",          \
          .kind = BENCH_GPU,                                                                       \
          .data = &cbt_reduction_packed },                                                         \
        { .name = "packed_snapshot",                                                               \
          .summary = "decide and act at once on a copy of the bit field",                          \
          .source = "contender",                                                                   \
          .kind = BENCH_GPU,                                                                       \
          .data = &cbt_reduction_packed_snapshot },                                                \
        { .name = "aligned",                                                                       \
          .summary = "decide, act; values of 8, 16 and 32 bits",                                   \
          .source = "contender; widths of Benyoub and Dupuy 2024",                                 \
          .kind = BENCH_GPU,                                                                       \
          .data = &cbt_reduction_aligned },                                                        \
        { .name = "fused",                                                                         \
          .summary = "decide, act; packed in two or three dispatches",                             \
          .source = "contender",                                                                   \
          .kind = BENCH_GPU,                                                                       \
          .data = &cbt_reduction_fused },                                                          \
        { .name = "subgroup",                                                                      \
          .summary = "decide, act; fused with shuffles",                                           \
          .source = "contender",                                                                   \
          .kind = BENCH_GPU,                                                                       \
          .needs = GPU_SUBGROUP_SHUFFLE,                                                           \
          .data = &cbt_reduction_subgroup },                                                       \
    {                                                                                              \
        .name = "dirty", .summary = "decide, act and mark tiles; fused on marked tiles only",      \
        .source = "contender", .kind = BENCH_GPU, .data = &cbt_reduction_dirty                     \
    }

static const struct bench_variant variants[] = { TREE_VARIANTS, { 0 } };

static const struct bench_variant frame_variants[] = {
    TREE_VARIANTS,
    POOL_VARIANTS,
    { 0 },
};

#define UPDATE_CALLBACKS(stage_)                                                                   \
    .data = &(const enum stage){ stage_ }, .workload_bytes = sizeof(struct update_workload),       \
    .workload = cbt_update_workload, .upload = upload

#define UPDATE_METHOD                                                                              \
    .case_bytes = sizeof(union case_state), .setup = setup, .record = record, .check = check,      \
    .work = work

const struct bench cbt_update = {
    .name = "update",
    .question = "A whole frame: dispatcher, split or merge, sum-reduction",
    .axes = frame_axes,
    .variants = frame_variants,
    UPDATE_CALLBACKS(STAGE_FRAME),
    .method = { UPDATE_METHOD, .reset = reset },
};

const struct bench cbt_update_pass = {
    .name = "update_pass",
    .question = "Of a frame, dispatcher and update without the sum-reduction",
    .axes = part_axes,
    .variants = variants,
    UPDATE_CALLBACKS(STAGE_PASS),
    .method = { UPDATE_METHOD, .reset = reset },
};

const struct bench cbt_update_reduction = {
    .name = "update_reduction",
    .question = "Of a frame, the sum-reduction after its update",
    .axes = part_axes,
    .variants = variants,
    UPDATE_CALLBACKS(STAGE_REDUCTION),
    .method = { UPDATE_METHOD, .launches = launches },
};

const struct bench cbt_dispatcher = {
    .name = "dispatcher",
    .question = "Of a frame, the dispatcher: one thread reads the root",
    .axes = tree_axes,
    .variants = variants,
    UPDATE_CALLBACKS(STAGE_DISPATCHER),
    .method = { UPDATE_METHOD, .launches = launches },
};

const struct bench cbt_decode = {
    .name = "decode",
    .question = "The leaf of every handle, by each layout of the tree",
    .axes = tree_axes,
    .variants = variants,
    UPDATE_CALLBACKS(STAGE_DECODE),
    .method = { UPDATE_METHOD, .launches = launches },
};
