/* SPDX-License-Identifier: MIT */
#include "bench/cbt/sum_reduction.h"

#include "bench/cbt/tree/bits.h"
#include "bench/cbt/tree/reduction.h"
#include "bench/cbt/tree/row.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_PASSES = 4 }; /* that the talk timed */

struct reduction_workload {
    struct heap heap; /* reduced: the answer */
    struct gpu_buffer *buffer;
};

struct reduction_case {
    struct reduction reduction;
    uint32_t steps; /* that are timed */
    uint32_t marked_tiles;
};

/* Workload ------------------------------------------------------------------------------------- */

static bool workload(struct bench_workload *workload)
{
    struct reduction_workload *state = workload->state;
    const uint32_t depth = (uint32_t)context_integer(&workload->context, "depth");
    uint32_t *words = context_alloc(&workload->context, 4 * (cbt_heap_words(depth) + 1));
    if (!words)
        return false;
    cbt_heap_borrow(&state->heap, depth, words);
    cbt_bits_fill(&state->heap, context_text(&workload->context, "bits"));
    context_fact_count(&workload->context, "heap_bytes", 4 * cbt_heap_words(depth));
    context_fact_count(&workload->context, "bitfield_bytes", 4 * cbt_heap_bitfield_words(depth));
    context_fact_count(&workload->context, "leaves", cbt_heap_leaf_count(&state->heap));
    context_fact_hash(&workload->context, "heap", cbt_row_heap(&state->heap));
    return true;
}

static struct gpu_buffer *heap_buffer(struct gpu_scope *scope, const struct heap *heap)
{
    return gpu_buffer_create(
        scope, &(struct gpu_buffer_params){
                   .name = "heap", .bytes = 4 * cbt_heap_words(heap->depth), .data = heap->words });
}

static bool upload(struct bench_workload *workload)
{
    struct reduction_workload *state = workload->state;
    state->buffer = heap_buffer(workload->context.scope, &state->heap);
    return state->buffer;
}

/* Cases ---------------------------------------------------------------------------------------- */

static const struct reduction_workload *workload_of(const struct bench_case *c)
{
    return c->workload->state;
}

/*
 * A heap of the case's own, with the tree of before an update. The levels that dirty always makes
 * anew are poisoned before each check; of the others, the first check sees that they were wrong.
 */
static bool setup_marked(struct bench_case *c)
{
    struct reduction_case *state = c->state;
    const struct heap *answer = &workload_of(c)->heap;
    const uint32_t depth = answer->depth, always = depth - 14;
    struct heap old;
    uint32_t *marks = calloc(cbt_reduction_marks_words(depth), sizeof(*marks));
    const bool ready = marks && cbt_heap_init(&old, depth);
    if (ready) {
        memcpy(old.words, answer->words, 4 * cbt_heap_words(depth));
        state->marked_tiles = cbt_bits_outdate(&old, marks);
        struct gpu_buffer *marks_buffer = gpu_buffer_create(
            c->context.scope,
            &(struct gpu_buffer_params){
                .name = "marks", .bytes = 4 * cbt_reduction_marks_words(depth), .data = marks });
        struct gpu_buffer *buffer = heap_buffer(c->context.scope, &old);
        cbt_reduction_init(&state->reduction, c->variant->data, c->context.scope, depth, buffer,
                           marks_buffer);
        bench_output_range(c, buffer, 4, (cbt_heap_level_address(depth, always + 1) / 32 - 1) * 4);
        cbt_heap_finish(&old);
    }
    free(marks);
    return ready || context_unsupported(&c->context, "no host memory for a second heap");
}

static bool setup(struct bench_case *c)
{
    struct reduction_case *state = c->state;
    const struct reduction_method *method = c->variant->data;
    const struct heap *answer = &workload_of(c)->heap;
    const uint32_t depth = answer->depth;
    state->steps = !c->bench->data ? UINT32_MAX : FIRST_PASSES;
    if (depth < method->depth_min)
        return context_unsupported(&c->context, "it takes trees of depth %u and more",
                                   method->depth_min);
    if (method->marked)
        return setup_marked(c);
    /* Of another layout, it keeps what others call header, and is apart. */
    struct gpu_buffer *buffer = method->layout == LAYOUT_ALIGNED
                                    ? heap_buffer(c->context.scope, answer)
                                    : workload_of(c)->buffer;
    /* All above the bit field is poisoned, but words of the header, in which the root is 0. */
    const uint32_t header[2] = { 1u << depth, 0 }, header_words = (depth + 3 + 31) / 32;
    cbt_reduction_init(&state->reduction, method, c->context.scope, depth, buffer, NULL);
    gpu_buffer_write(buffer, 0, header, 4 * header_words);
    gpu_buffer_write(buffer, 4 * cbt_heap_bitfield_word(depth),
                     &answer->words[cbt_heap_bitfield_word(depth)],
                     4 * cbt_heap_bitfield_words(depth));
    bench_output_range(c, buffer, 4 * header_words,
                       4 * (cbt_heap_bitfield_word(depth) - header_words));
    return true;
}

static void record(struct bench_case *c, struct gpu_commands *commands)
{
    const struct reduction_case *state = c->state;
    cbt_reduction_record(&state->reduction, commands, state->steps);
}

/* Compares words from `first` on with the answer. */
static bool check_words(struct bench_case *c, size_t first, size_t count)
{
    const struct reduction *reduction = &((const struct reduction_case *)c->state)->reduction;
    uint32_t *words = malloc(4 * count);
    char message[256] = "";
    bool ok = false;
    if (!words)
        return context_mismatch(&c->context, "no host memory to check %zu words", count);
    if (gpu_buffer_read(reduction->heap, 4 * first, words, 4 * count))
        ok = cbt_layout_compare(reduction->method->layout, &workload_of(c)->heap, words, first,
                                count, message, sizeof(message)) ||
             context_mismatch(&c->context, "%s", message);
    free(words);
    return ok;
}

/* Levels of the first passes lie one behind the other. */
static bool check_passes(struct bench_case *c)
{
    const struct reduction_case *state = c->state;
    const struct reduction *reduction = &state->reduction;
    const uint32_t last =
        (reduction->step_count < state->steps ? reduction->step_count : state->steps) - 1;
    const enum layout layout = reduction->method->layout;
    const size_t first =
        cbt_layout_level(layout, reduction->depth, reduction->steps[last].highest).first;
    const struct layout_range lowest =
        cbt_layout_level(layout, reduction->depth, reduction->steps[0].lowest);
    return check_words(c, first, lowest.first + lowest.count - first);
}

static bool check(struct bench_case *c, enum bench_check check)
{
    (void)check;
    const struct reduction_case *state = c->state;
    const struct reduction *reduction = &state->reduction;
    const uint32_t depth = reduction->depth;
    const size_t bitfield = cbt_heap_bitfield_word(depth), words = cbt_heap_bitfield_words(depth);
    if (!check_words(c, bitfield, words))
        return false;
    if (reduction->method->layout == LAYOUT_SNAPSHOT && !check_words(c, bitfield - words, words))
        return false;
    if (state->steps != UINT32_MAX)
        return check_passes(c);
    return check_words(c, 0, cbt_layout_tree_words(reduction->method->layout, depth));
}

static void work(const struct bench_case *c, struct bench_work *work)
{
    const struct reduction_case *state = c->state;
    const struct reduction *reduction = &state->reduction;
    const double part = state->marked_tiles == 0
                            ? 1
                            : (double)state->marked_tiles / cbt_reduction_tiles(reduction->depth);
    for (uint32_t i = 0; i < reduction->step_count && i < state->steps; i++) {
        const struct reduction_step *step = &reduction->steps[i];
        const double share = step->marked ? part : 1;
        work->bytes_read += share * step->read_bits / 8;
        work->bytes_written += share * step->written_bits / 8;
        if (step->marked)
            work->bytes_intermediate += share * step->written_bits / 8;
        for (uint32_t level = step->highest; level <= step->lowest; level++)
            work->operations += share * (double)((uint64_t)1 << level);
        work->chain++;
    }
}

static void launches(const struct bench_case *c, struct bench_launches *launches)
{
    const struct reduction_case *state = c->state;
    cbt_reduction_launches(c->variant->data, workload_of(c)->heap.depth, state->marked_tiles,
                           state->steps, launches);
}

/* Tables --------------------------------------------------------------------------------------- */

static const struct bench_axis axes[] = {
    { .name = "depth",
      .help = "greatest depth D of the tree: 2^D bits",
      .min = 16,
      .max = HEAP_DEPTH_MAX,
      .values = { "18", "20,24,27,28", "16,17,18,19,20,21,22,23,24,25,26,27,28,29" } },
    { .name = "bits",
      .help = "which bits are set; quarter is sequence R",
      .names = cbt_bits_names,
      .values = { "quarter,clustered", "quarter", "zero,quarter,half,one,clustered" } },
    { 0 },
};

#define NAIVE                                                                                      \
    {                                                                                              \
        .name = "naive",                                                                           \
        .summary = "a dispatch per level, a node per thread, atomics: the talk's before",          \
        .source = "Deliot et al. 2021, Updating the subdivision", .kind = BENCH_GPU,               \
        .data = &cbt_reduction_naive                                                               \
    }
#define NAIVE_LENGTH                                                                               \
    {                                                                                              \
        .name = "naive_length",                                                                    \
        .summary = "naive with the depth from the buffer's length: the talk's GetDimensions",      \
        .source = "Deliot et al. 2021, Results", .kind = BENCH_GPU,                                \
        .data = &cbt_reduction_naive_length                                                        \
    }
#define PREPASS                                                                                    \
    {                                                                                              \
        .name = "prepass",                                                                         \
        .summary = "five levels from a word per thread, then a dispatch per level, atomics",       \
        .source = "Dupuy 2020, the public library", .kind = BENCH_GPU,                             \
        .data = &cbt_reduction_prepass                                                             \
    }
#define PACKED                                                                                     \
    {                                                                                              \
        .name = "packed",                                                                          \
        .summary = "bits counted, words assembled in shared memory, no atomics: the talk's after", \
        .source = "Deliot et al. 2021, Optimizations", .kind = BENCH_GPU,                          \
        .data = &cbt_reduction_packed                                                              \
    }
#define PACKED_LENGTH                                                                              \
    {                                                                                              \
        .name = "packed_length", .summary = "packed with the depth from the buffer's length",      \
        .source = "Deliot et al. 2021, Results", .kind = BENCH_GPU,                                \
        .data = &cbt_reduction_packed_length                                                       \
    }
#define PACKED_SNAPSHOT                                                                            \
    {                                                                                              \
        .name = "packed_snapshot",                                                                 \
        .summary = "packed and a copy of the bit field, for a decode that does not race",          \
        .source = "contender", .kind = BENCH_GPU, .data = &cbt_reduction_packed_snapshot           \
    }

static const struct bench_variant variants[] = {
    NAIVE,
    NAIVE_LENGTH,
    PREPASS,
    PACKED,
    PACKED_LENGTH,
    PACKED_SNAPSHOT,
    { .name = "aligned",
      .summary = "fused, in values of 8, 16 and 32 bits from level D-7 on",
      .source = "contender; widths of Benyoub and Dupuy 2024",
      .kind = BENCH_GPU,
      .data = &cbt_reduction_aligned },
    { .name = "fused",
      .summary = "packed in two or three dispatches, seven levels in the first",
      .source = "contender",
      .kind = BENCH_GPU,
      .data = &cbt_reduction_fused },
    { .name = "subgroup",
      .summary = "fused with shuffles in place of shared memory",
      .source = "contender",
      .kind = BENCH_GPU,
      .needs = GPU_SUBGROUP_SHUFFLE,
      .data = &cbt_reduction_subgroup },
    { .name = "dirty",
      .summary = "fused, only tiles that an update touched: 10,000 words in 256 tiles at most",
      .source = "contender",
      .kind = BENCH_GPU,
      .data = &cbt_reduction_dirty },
    { 0 },
};

static const struct bench_variant first_variants[] = {
    NAIVE, NAIVE_LENGTH, PREPASS, PACKED, PACKED_LENGTH, PACKED_SNAPSHOT, { 0 },
};

#define REDUCTION_CALLBACKS                                                                        \
    .axes = axes, .workload_bytes = sizeof(struct reduction_workload), .workload = workload,       \
    .upload = upload,                                                                              \
    .method = {                                                                                    \
        .case_bytes = sizeof(struct reduction_case),                                               \
        .setup = setup,                                                                            \
        .record = record,                                                                          \
        .check = check,                                                                            \
        .work = work,                                                                              \
        .launches = launches,                                                                      \
    }

const struct bench cbt_sum_reduction = {
    .name = "sum_reduction",
    .question = "The sum-reduction of a bit field: how fast can it be?",
    .variants = variants,
    REDUCTION_CALLBACKS,
};

static const int first_passes_only;

const struct bench cbt_first_passes = {
    .name = "first_passes",
    .question = "The first four passes of the sum-reduction, as the talk timed them",
    .variants = first_variants,
    .data = &first_passes_only,
    REDUCTION_CALLBACKS,
};
