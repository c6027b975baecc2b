/* SPDX-License-Identifier: MIT */
/*
 * update.c: each variant runs frames of the sequence on the device, and compares the leaves with
 * the reference after every frame; then the frame asked for is measured, or a part of it. A pool
 * starts at the first frame, a tree a few before the measured one. Between executions the words
 * that it changed are put back. Frames that a pool has proven in one group are not proven again in
 * the next.
 */
#include "bench/cbt/cbt.h"

#include "bench/cbt/leaves/leaves.h"
#include "bench/common/axis.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct update_case {
    struct leaves *leaves;
};

static const struct update_workload *workload_of(const struct bench_case *c)
{
    return c->workload->state;
}

static struct leaves *leaves_of(const struct bench_case *c)
{
    return ((const struct update_case *)c->state)->leaves;
}

static struct tree_leaves *tree_of(const struct bench_case *c)
{
    return (struct tree_leaves *)leaves_of(c);
}

/* The whole frame ----------------------------------------------------------------------------- */

static int add_axes(char *key, size_t bytes, const struct context *context,
                    const struct bench_axis *axis)
{
    int used = 0;
    for (; axis && axis->name && used < (int)bytes; axis++)
        if (strcmp(axis->name, "frame") != 0)
            used += snprintf(key + used, bytes - (size_t)used, "/%s:%s", axis->name,
                             context_text(context, axis->name));
    return used;
}

/*
 * How many frames, from the first on, a variant has run on the device, each with the right leaves
 * after it: in this process, or in an earlier launch of the run. NULL, with the trouble told, where
 * no memory is left.
 */
static uint32_t *proven_frames(struct bench_case *c)
{
    uint32_t earlier;
    char key[256];
    int used = snprintf(key, sizeof(key), "cbt.update/%s", c->variant->name);
    used += add_axes(key + used, sizeof(key) - (size_t)used, &c->context, c->bench->axes);
    used += add_axes(key + used, sizeof(key) - (size_t)used, &c->context, c->variant->axes);
    assert(used < (int)sizeof(key));
    uint32_t *proven = context_share(&c->context, key, sizeof(uint32_t), NULL, NULL);
    const struct context_part part = { &earlier, sizeof(earlier) };
    if (proven && context_recall(&c->context, "proven frames", &part, 1) && *proven < earlier)
        *proven = earlier;
    return proven;
}

static bool create_tree(struct bench_case *c)
{
    struct tree_leaves *tree =
        cbt_tree_leaves_create(&c->context, c->variant->data, &workload_of(c)->course);
    ((struct update_case *)c->state)->leaves = (struct leaves *)tree;
    return tree;
}

/* Runs the last frames before the one that is measured, from the reference's heap on. */
static bool run_tree(struct bench_case *c)
{
    enum { FRAMES_BEFORE = 4 };
    const struct update_workload *answer = workload_of(c);
    struct tree_leaves *tree = tree_of(c);
    const uint32_t first = answer->frame > FRAMES_BEFORE ? answer->frame - FRAMES_BEFORE : 0;
    struct heap heap;
    return (first == 0 || cbt_update_bits(&c->context, &heap, answer, first)) &&
           cbt_tree_leaves_begin(tree, first > 0 ? &heap : NULL) &&
           cbt_leaves_run(&tree->leaves, first, answer->frame) &&
           cbt_tree_leaves_check(tree, answer->frame, &answer->before, &answer->before);
}

static bool save(struct bench_case *c)
{
    const struct update_workload *answer = workload_of(c);
    return leaves_of(c)->kind->save(leaves_of(c), answer->frame, &answer->before, &answer->after);
}

static bool setup_tree(struct bench_case *c)
{
    if (!create_tree(c))
        return false;
    cbt_tree_leaves_declare(tree_of(c), c);
    return true;
}

static bool prepare_tree(struct bench_case *c)
{
    return run_tree(c) && save(c);
}

static bool setup_pool(struct bench_case *c)
{
    const struct update_workload *answer = workload_of(c);
    struct pool_leaves *pool = cbt_pool_leaves_create(
        &c->context, c->variant->data, cbt_pool_leaves_slots_depth(&c->context), &answer->course);
    ((struct update_case *)c->state)->leaves = (struct leaves *)pool;
    if (!pool)
        return false;
    bench_output(c, cbt_pool_leaves_buffer(pool, POOL_AFTER, answer->frame));
    return true;
}

/* Which slots hold which leaves depends on all frames before, so that all are run; of those that
 * the variant has proven only the last is checked again, which is what the measured frame finds. */
static bool prepare_pool(struct bench_case *c)
{
    uint32_t frame = workload_of(c)->frame;
    struct leaves *pool = leaves_of(c);
    uint32_t *proven = proven_frames(c);
    if (!proven)
        return false;
    for (uint32_t f = 0; f < frame; f++)
        if (!cbt_leaves_step(pool, f) ||
            ((f >= *proven || f + 1 == frame) && !cbt_leaves_check(pool, f)))
            return false;
    *proven = *proven < frame ? frame : *proven;
    context_keep(&c->context, "proven frames", &(struct context_part){ &frame, sizeof(frame) }, 1);
    return save(c);
}

static void reset(struct bench_case *c, struct gpu_commands *commands)
{
    leaves_of(c)->kind->restore(leaves_of(c), commands);
}

static void record(struct bench_case *c, struct gpu_commands *commands)
{
    leaves_of(c)->kind->record(leaves_of(c), commands, workload_of(c)->frame);
}

static bool check(struct bench_case *c, enum bench_check check)
{
    (void)check;
    cbt_leaves_memory(leaves_of(c), c);
    return leaves_of(c)->kind->check(leaves_of(c), workload_of(c)->frame, &workload_of(c)->after);
}

static void work(const struct bench_case *c, struct bench_work *work)
{
    leaves_of(c)->kind->work(leaves_of(c), workload_of(c)->frame, work);
}

/* Parts of it, of trees ----------------------------------------------------------------------- */

static void record_pass(struct bench_case *c, struct gpu_commands *commands)
{
    cbt_tree_leaves_record_dispatcher(tree_of(c), commands);
    cbt_leaves_barrier(leaves_of(c), commands);
    cbt_tree_leaves_record_pass(tree_of(c), commands, workload_of(c)->frame);
}

static bool check_pass(struct bench_case *c, enum bench_check check)
{
    const struct update_workload *answer = workload_of(c);
    (void)check;
    return cbt_tree_leaves_check(tree_of(c), answer->frame, &answer->after, &answer->before);
}

static void work_pass(const struct bench_case *c, struct bench_work *work)
{
    cbt_tree_leaves_pass_work(tree_of(c), workload_of(c)->frame, work);
}

static bool setup_dispatcher(struct bench_case *c)
{
    if (!create_tree(c))
        return false;
    bench_output_range(c, tree_of(c)->decisions, 0, 4 * UPDATE_HEADER_WORDS);
    return true;
}

static void record_dispatcher(struct bench_case *c, struct gpu_commands *commands)
{
    cbt_tree_leaves_record_dispatcher(tree_of(c), commands);
}

static bool check_dispatcher(struct bench_case *c, enum bench_check check)
{
    const uint32_t leaves = workload_of(c)->course.states[workload_of(c)->frame].leaves_before,
                   groups = (leaves + 255) / 256;
    const uint32_t *words =
        context_read(&c->context, tree_of(c)->decisions, 0, 4 * UPDATE_HEADER_WORDS);
    (void)check;
    if (!words)
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

static void work_dispatcher(const struct bench_case *c, struct bench_work *work)
{
    (void)c;
    *work = (struct bench_work){ .bytes_read = 4,
                                 .bytes_written = 4 * UPDATE_HEADER_WORDS,
                                 .operations = 1 };
}

/* Tables -------------------------------------------------------------------------------------- */

static bool frame_accepts(const char *value)
{
    char *end;
    const long frame = strtol(value, &end, 10);
    return value[0] >= '0' && value[0] <= '9' && *end == 0 && frame < UPDATE_FRAMES_MAX;
}

static const char *const frame_names[] = { "split", "merge", NULL };

static const struct bench_axis axes[] = {
    AXIS("sequence", "P follows a point, N is noise and never converges, L is a terrain's",
         .names = cbt_sequence_names, .values = { "N", "N,L", "P,N,L" }),
    AXIS("depth", "greatest depth D of the tree", .min = HEAP_DEPTH_MIN, .max = HEAP_DEPTH_MAX,
         .values = { "20", "20,28", "16,20,24,26,28,29" }, .check = "18,9"),
    AXIS("frame", "the frame that is measured: the sequence's last of its kind, or a number",
         .names = frame_names, .accepts = frame_accepts,
         .accepts_help = "the number of a frame, even ones split",
         .values = { "split,merge", "split,merge", "split,merge" }),
    { 0 },
};

static const struct bench_values part_values[] = {
    { "sequence", { "N", "L", "N,L" } },
    { "depth", { "20", "28", "20,24,28,29" }, .check = "17" },
    { "frame", { "split" } },
    { 0 },
};

#define PUBLISHED_VARIANTS                                                                         \
    REDUCTION_VARIANT(prepass, 0,                                                                  \
                      "decide and act at once; five levels from a word, then per level, atomics",  \
                      "Dupuy 2020, the public library and the paper's demo"),                      \
        REDUCTION_VARIANT(                                                                         \
            naive, 0,                                                                              \
            "decide and act at once; a dispatch per level, atomics: not known to be shipped",      \
            "Deliot et al. 2021, Updating the subdivision")

/* From the depth on at which there is more than a tile. */
static const struct bench_values swept_values[] = {
    { "depth", { "20", "20,28", "20,24,26,28,29" } },
    { 0 },
};

/* The parts that the talk timed. */
static const struct bench_variant part_variants[] = { PUBLISHED_VARIANTS, { 0 } };

static const struct bench_method in_pool = { .setup = setup_pool, .prepare = prepare_pool };

static const struct bench_variant variants[] = {
    PUBLISHED_VARIANTS,
    REDUCTION_VARIANT(packed_snapshot, 0, "decide and act at once on a copy of the bit field",
                      "Deliot et al. 2021, Optimizations; Unity-Technologies/"
                      "RTCatmullClarkSubdivision"),
    REDUCTION_VARIANT(packed, 0, "decide, act; packed passes without atomics or copy", "contender"),
    REDUCTION_VARIANT(aligned, 0, "decide, act; values of 8, 16 and 32 bits",
                      "contender; widths of Benyoub and Dupuy 2024"),
    REDUCTION_VARIANT(fused, 0, "decide, act; packed in two or three dispatches", "contender"),
    REDUCTION_VARIANT(dirty, 0, "decide, act and mark tiles; fused on marked tiles only",
                      "contender"),
    POOL_VARIANTS(&in_pool),
    SWEEP_VARIANT(dirty_aligned, 0, swept_values,
                  "a sweep that decides and acts; aligned on marked tiles, which add to all above"),
    { 0 },
};

#define BENCH(name_, question_, variants_, values_, joins_, ...)                                   \
    {                                                                                              \
        .name = name_, .question = question_, .axes = axes, .values = values_, .joins = joins_,    \
        .variants = variants_, .workload_bytes = sizeof(struct update_workload),                   \
        .workload = cbt_update_workload, .method = {                                               \
            .case_bytes = sizeof(struct update_case),                                              \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }

static const struct bench_join update_joins[] = {
    { "prepass,aligned,fused,dirty,dirty_aligned", "depth:28 frame", "page: the sweep" },
    { "prepass,aligned,fused,dirty_aligned,dirty", "sequence:L depth:28 frame",
      "page: the sweep; deliot-depth-update" },
    { "ocbt", "sequence:N,L depth:20,28 frame", "benyoub claims" },
    { "prepass,packed_snapshot,naive,fused,dirty", "sequence:L depth frame", "deliot-depth-update",
      BENCH_FULL },
    { "ocbt,ocbt_lean", "sequence:L depth frame slots", "deliot-depth-update", BENCH_FULL },
    { 0 },
};

const struct bench cbt_update =
    BENCH("update", "A whole frame: dispatcher, split or merge, sum-reduction", variants, NULL,
          update_joins, .setup = setup_tree, .prepare = prepare_tree, .reset = reset,
          .record = record, .check = check, .work = work);

static const struct bench_join part_joins[] = {
    { "prepass,naive", "sequence:L depth:28", "deliot claims of the parts of an update" },
    { 0 },
};

const struct bench cbt_update_pass =
    BENCH("update_pass", "Of a frame, dispatcher and update without the sum-reduction",
          part_variants, part_values, part_joins, .setup = setup_tree, .prepare = prepare_tree,
          .reset = reset, .record = record_pass, .check = check_pass, .work = work_pass);

const struct bench cbt_dispatcher =
    BENCH("dispatcher", "Of a frame, the dispatcher: one thread reads the root", part_variants,
          part_values, part_joins, .setup = setup_dispatcher, .prepare = run_tree,
          .record = record_dispatcher, .check = check_dispatcher, .work = work_dispatcher);
