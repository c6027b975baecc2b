/* SPDX-License-Identifier: MIT */
#include "bench/cbt/cbt.h"

#include "bench/cbt/tree/tree.h"
#include "bench/common/axis.h"
#include "bench/common/device.h"
#include "bench/declared/declared.h"

#include <stdio.h>
#include <string.h>

/* How much of a reduction a bench measures: so many passes at most, but no more than make the level
 * so far above the bit field. */
struct extent {
    uint32_t passes, levels;
};

static const struct extent whole = { UINT32_MAX, UINT32_MAX };
static const struct extent first_passes = { 4, UINT32_MAX }; /* that the talk timed */
static const struct extent first_levels = { UINT32_MAX, 8 }; /* that four packed passes make */

struct reduction_case {
    struct reduction reduction;
    uint32_t steps; /* that are timed */
    uint32_t marked_tiles;
};

/* Workload ------------------------------------------------------------------------------------- */

/* The answer that all groups of a depth and of bits share. */
struct reduction_answer {
    struct heap heap;
    uint64_t hash; /* cbt_row_heap() */
};

static bool make_answer(struct context *context, void *state, const void *argument)
{
    struct reduction_answer *answer = state;
    (void)argument;
    if (!cbt_heap_create(context, &answer->heap, (uint32_t)context_integer(context, "depth")))
        return false;
    cbt_bits_fill(&answer->heap, context_text(context, "bits"));
    const struct context_part hash = { &answer->hash, sizeof(answer->hash) };
    if (!context_recall(context, "heap's hash", &hash, 1)) {
        answer->hash = cbt_row_heap(&answer->heap);
        context_keep(context, "heap's hash", &hash, 1);
    }
    return true;
}

static bool workload(struct bench_workload *workload)
{
    struct reduction_workload *state = workload->state;
    const uint32_t depth = (uint32_t)context_integer(&workload->context, "depth");
    const char *bits = context_text(&workload->context, "bits");
    char key[64];
    snprintf(key, sizeof(key), "cbt.sum_reduction/%s/%u", bits, depth);
    const struct reduction_answer *answer =
        context_share(&workload->context, key, sizeof(*answer), make_answer, NULL);
    if (!answer)
        return false;
    state->heap = answer->heap;
    if (workload->altered) { /* a bit */
        const uint32_t bit = (uint32_t)(workload->altered % ((uint64_t)1 << depth));
        const size_t word = cbt_heap_bitfield_word(depth) + bit / 32;
        const bool set = state->heap.words[word] >> bit % 32 & 1;
        cbt_heap_position_add(&state->heap, bit, set ? -1 : 1);
        state->heap.words[word] ^= 1u << bit % 32;
    }
    context_fact_count(&workload->context, "heap_bytes", 4 * cbt_heap_words(depth));
    context_fact_count(&workload->context, "bitfield_bytes", 4 * cbt_heap_bitfield_words(depth));
    context_fact_count(&workload->context, "leaves", cbt_heap_leaf_count(&state->heap));
    context_fact_hash(&workload->context, "heap", answer->hash);
    return true;
}

static bool upload(struct bench_workload *workload)
{
    struct reduction_workload *state = workload->state;
    state->buffer = buffer_create(workload->context.scope, "heap",
                                  4 * cbt_heap_words(state->heap.depth), state->heap.words);
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
    const size_t marks_bytes = 4 * cbt_reduction_marks_words(depth);
    struct heap old;
    uint32_t *marks = context_alloc(&c->context, marks_bytes);
    if (!marks || !cbt_heap_copy(&c->context, &old, answer))
        return false;
    state->marked_tiles = cbt_bits_outdate(&old, marks);
    struct gpu_buffer *marks_buffer = buffer_create(c->context.scope, "marks", marks_bytes, marks);
    struct gpu_buffer *buffer =
        buffer_create(c->context.scope, "heap", 4 * cbt_heap_words(depth), old.words);
    if (!context_ok(&c->context))
        return false;
    state->reduction = (struct reduction){ .method = c->variant->data,
                                           .scope = c->context.scope,
                                           .depth = depth,
                                           .heap = buffer,
                                           .marks = marks_buffer };
    cbt_reduction_init(&state->reduction);
    bench_output_range(c, buffer, 4, (cbt_heap_level_address(depth, always + 1) / 32 - 1) * 4);
    return true;
}

/* A heap of the case's own, or the workload's, with nothing but its bit field and header. */
static bool setup_whole(struct bench_case *c)
{
    struct reduction_case *state = c->state;
    const struct reduction_method *method = c->variant->data;
    const struct heap *answer = &workload_of(c)->heap;
    const uint32_t depth = answer->depth;
    const enum depth_from from =
        (enum depth_from)axis_place(&c->context, "depth_from", cbt_depth_from_names);
    /* A buffer of the other layout keeps what others call header, so it is separate. */
    struct gpu_buffer *buffer =
        method->layout == LAYOUT_ALIGNED
            ? buffer_create(c->context.scope, "heap", 4 * cbt_heap_words(depth), NULL)
            : workload_of(c)->buffer;
    /* All above the bit field is poisoned, but words of the header, in which the root is 0. */
    const uint32_t header[2] = { 1u << depth, 0 }, header_words = (depth + 3 + 31) / 32;
    state->reduction = (struct reduction){ .method = method,
                                           .scope = c->context.scope,
                                           .depth = depth,
                                           .depth_from = from,
                                           .heap = buffer };
    cbt_reduction_init(&state->reduction);
    if (state->reduction.scratch)
        bench_output(c, state->reduction.scratch);
    gpu_buffer_write(buffer, 0, header, 4 * header_words);
    gpu_buffer_write_by_threads(buffer, 4 * cbt_heap_bitfield_word(depth),
                                &answer->words[cbt_heap_bitfield_word(depth)],
                                4 * cbt_heap_bitfield_words(depth));
    bench_output_range(c, buffer, 4 * header_words,
                       4 * (cbt_heap_bitfield_word(depth) - header_words));
    return true;
}

static bool setup(struct bench_case *c)
{
    struct reduction_case *state = c->state;
    const struct reduction_method *method = c->variant->data;
    const struct extent *extent = c->bench->data;
    enum { PARTS_DEPTH_MIN = 16 };
    if (c->bench->data != &whole && workload_of(c)->heap.depth < PARTS_DEPTH_MIN)
        return context_unsupported(&c->context, "parts are of trees of depth %d and more",
                                   PARTS_DEPTH_MIN);
    /* Levels of smaller trees share words, which the work that is declared does not know. */
    const uint32_t least =
        method->layout != LAYOUT_FULL && method->depth_min < 10 ? 10 : method->depth_min;
    if (workload_of(c)->heap.depth < least)
        return context_unsupported(&c->context, "it takes trees of depth %u and more", least);
    if (!(method->marked ? setup_marked(c) : setup_whole(c)))
        return false;
    uint32_t steps = 0;
    while (steps < state->reduction.step_count && steps < extent->passes &&
           state->reduction.depth - state->reduction.steps[steps].lowest <= extent->levels)
        steps++;
    state->steps = steps;
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
    return cbt_layout_check_buffer(&c->context, "", reduction->method->layout,
                                   &workload_of(c)->heap, reduction->heap, first, count);
}

static bool check(struct bench_case *c, enum bench_check check)
{
    (void)check;
    const struct reduction_case *state = c->state;
    const struct reduction *reduction = &state->reduction;
    const enum layout layout = reduction->method->layout;
    const uint32_t depth = reduction->depth;
    const size_t bitfield = cbt_heap_bitfield_word(depth), words = cbt_heap_bitfield_words(depth);
    if (!check_words(c, bitfield, words))
        return false;
    if (layout == LAYOUT_SNAPSHOT && !check_words(c, bitfield - words, words))
        return false;
    if (state->steps == reduction->step_count)
        return check_words(c, 0, cbt_layout_tree_words(layout, depth));
    /* Levels of the first passes lie one behind the other. */
    const uint32_t highest = reduction->steps[state->steps - 1].highest;
    const size_t first = cbt_layout_level(layout, depth, highest).first;
    const struct layout_range lowest = cbt_layout_level(layout, depth, reduction->steps[0].lowest);
    return check_words(c, first, lowest.first + lowest.count - first);
}

static void work(const struct bench_case *c, struct bench_work *work)
{
    const struct reduction_case *state = c->state;
    const double tiles = cbt_reduction_tiles(state->reduction.depth);
    cbt_reduction_work(&state->reduction, state->steps, state->marked_tiles / tiles, work);
}

#define CHECKED_DEPTHS "18,7,11,16"
#define FULL_DEPTHS "16,18,20,22,24,25,26,27,28,29"

/* Tables --------------------------------------------------------------------------------------- */

static const struct bench_axis axes[] = {
    AXIS("depth", "greatest depth D of the tree: 2^D bits", .min = HEAP_DEPTH_MIN,
         .max = HEAP_DEPTH_MAX, .values = { "20", "20,24,27,28,29", FULL_DEPTHS },
         .check = CHECKED_DEPTHS ",23"),
    AXIS("bits", "which bits are set; quarter is sequence R", .names = cbt_bits_names,
         .values = { "quarter,clustered", "quarter", "quarter" }, .check = "quarter,one"),
    { 0 },
};

/* Further bits of full runs, where levels fit in a cache, and where they do not. */
static const struct bench_values other_bits[] = {
    { "depth", { NULL, NULL, "20,28" } },
    { "bits", { NULL, NULL, "zero,half,one,clustered" } },
    { "depth_from", { NULL, NULL, "constant" } },
    { 0 },
};
static const struct bench_values *const more_values[] = { other_bits, NULL };

/* Axes of variants whose authors fixed the depth, or read it in some way. */
static const struct bench_axis depth_axes[] = {
    AXIS("depth_from",
         "where kernels take the depth from, at each use of a node: their constants, a push "
         "constant, the buffer's length (the talk's GetDimensions), the marker in the heap's "
         "first word (public code)",
         .names = cbt_depth_from_names, AT_DEFAULT("constant")),
    { 0 },
};

#define ALL_DEPTHS "constant,push,length,header"
static const struct bench_values all_depths[] = {
    { "depth_from", { "constant", ALL_DEPTHS, ALL_DEPTHS } },
    { 0 },
};

/* Depths of variants with a dispatch per level: no branch of theirs needs a deeper tree. */
static const struct bench_values level_depths[] = {
    { "depth", { "20", "20,24,27,28,29", FULL_DEPTHS }, .check = CHECKED_DEPTHS },
    { 0 },
};

/* Paper: depths at which the first passes are most of the whole. */
#define DEPTHS_OF_FIRST "20", "27,28", FULL_DEPTHS
static const struct bench_values passes_values[] = {
    { "depth", { DEPTHS_OF_FIRST }, .check = "18,16" },
    { 0 },
};

/* Values of first_levels, which asks another question. */
static const struct bench_values levels_values[] = {
    { "depth", { DEPTHS_OF_FIRST }, .check = "18,16" },
    { "bits", { "quarter" } },
    { 0 },
};

#define DEPTH_VARIANT(method_, values_, summary_, source_)                                         \
    VARIANT(#method_, GPU, summary_, source_, .axes = depth_axes, .values = values_,               \
            .data = &cbt_reduction_##method_)

#define PUBLISHED_VARIANTS(values_)                                                                \
    DEPTH_VARIANT(                                                                                 \
        prepass, values_,                                                                          \
        "five levels from a word per thread, then a dispatch per level, atomics: the shipped "     \
        "version",                                                                                 \
        "Dupuy 2020, the public library and the paper's demo"),                                    \
        DEPTH_VARIANT(                                                                             \
            packed_snapshot, values_,                                                              \
            "bits counted and copied, words assembled in shared memory, no atomics: the "          \
            "talk's after",                                                                        \
            "Deliot et al. 2021, Optimizations; Unity-Technologies/"                               \
            "RTCatmullClarkSubdivision"),                                                          \
        DEPTH_VARIANT(                                                                             \
            naive, values_,                                                                        \
            "a dispatch per level, a node per thread, four atomics: the worst case, not "          \
            "known to have been shipped",                                                          \
            "Deliot et al. 2021, Updating the subdivision"),                                       \
        DEPTH_VARIANT(                                                                             \
            naive_lean, NULL,                                                                      \
            "naive without the atomics that change nothing: a second word only where a node "      \
            "straddles",                                                                           \
            "contender"),                                                                          \
        DEPTH_VARIANT(                                                                             \
            packed, NULL,                                                                          \
            "packed_snapshot without the copy, for updates that decide apart from acting",         \
            "contender")

#define CACHED_VARIANT                                                                             \
    REDUCTION_VARIANT(packed_cached, 0,                                                            \
                      "packed_snapshot, whose levels read each word once, into shared memory",     \
                      "contender; the talk says that it does not pay")

/* In two dispatches: from the depth on at which there is more than a tile. From 23 on they have
 * groups between those of the top and the lower ones. */
static const struct bench_values prefix_values[] = {
    { "depth",
      { "20", "20,24,27,28", "18,20,22,24,25,26,27,28,29" },
      .check = CHECKED_DEPTHS ",23" },
    { 0 },
};

#define PREFIX_VARIANT(method_, summary_, source_)                                                 \
    VARIANT(#method_, GPU, summary_, source_, .needs = GPU_SUBGROUP_SHUFFLE,                       \
            .values = prefix_values, .data = &cbt_reduction_##method_)

/* Programs ------------------------------------------------------------------------------------- */

struct program_case {
    struct declared_process *process;
    struct heap heap; /* the case's own */
    enum layout layout;
};

static bool program_words_check(struct bench_case *c, size_t first, size_t count)
{
    const struct program_case *state = c->state;
    return cbt_layout_check(&c->context, "", state->layout, &workload_of(c)->heap,
                            &state->heap.words[first], first, count);
}

/* Compulsory traffic: the bit field is read, and every level that is kept is written, once. */
static void program_work(const struct bench_case *c, struct bench_work *work)
{
    const struct program_case *state = c->state;
    const uint32_t depth = state->heap.depth;
    double bits = 0;
    for (uint32_t level = 0; level <= cbt_layout_stored_level(state->layout, depth); level++)
        bits += (double)((uint64_t)1 << level) * (depth + 1 - level);
    *work = (struct bench_work){ .bytes_read = 4 * (double)cbt_heap_bitfield_words(depth),
                                 .bytes_written = bits / 8 };
}

static void program_give(struct bench_case *c, struct declared_given *given)
{
    const struct program_case *state = c->state;
    const struct heap *answer = &workload_of(c)->heap;
    const uint32_t depth = answer->depth;
    const size_t bitfield = cbt_heap_bitfield_word(depth);
    given[0] = (struct declared_given){ "depth", depth };
    given[1] = (struct declared_given){ "bits", .array = &answer->words[bitfield],
                                        .bytes = 4 * cbt_heap_bitfield_words(depth) };
    given[2] =
        (struct declared_given){ "tree", .array = state->heap.words,
                                 .bytes = 4 * (cbt_layout_copies(state->layout)
                                                   ? bitfield
                                                   : cbt_layout_tree_words(state->layout, depth)) };
}

/* A heap with nothing but its header and its bit field; all else is poisoned, but words of the
 * header, in which the root is 0. */
static bool program_setup(struct bench_case *c)
{
    struct program_case *state = c->state;
    const struct heap *answer = &workload_of(c)->heap;
    const uint32_t depth = answer->depth;
    const size_t bitfield = cbt_heap_bitfield_word(depth), header = (depth + 3 + 31) / 32;
    state->layout = ((const struct reduction_method *)c->variant->data)->layout;
    if (!cbt_heap_create(&c->context, &state->heap, depth))
        return false;
    memcpy(&state->heap.words[bitfield], &answer->words[bitfield],
           4 * cbt_heap_bitfield_words(depth));
    bench_output_memory(c, &state->heap.words[header], 4 * (bitfield - header));
    return declared_process_setup(c, cbt_steps, program_give);
}

/* The header is nobody's output, and the bit field is not with the program's tree. */
static bool program_check(struct bench_case *c, enum bench_check kind)
{
    const struct program_case *state = c->state;
    const uint32_t depth = state->heap.depth, header = (1u << (depth + 3)) - 1;
    const size_t bitfield = cbt_heap_bitfield_word(depth), words = cbt_heap_bitfield_words(depth);
    (void)kind;
    if (!declared_process_fetch(c))
        return false;
    state->heap.words[0] =
        (state->heap.words[0] & ~header) | (workload_of(c)->heap.words[0] & header);
    return program_words_check(c, 0, cbt_layout_tree_words(state->layout, depth)) &&
           (!cbt_layout_copies(state->layout) || program_words_check(c, bitfield - words, words));
}

static const struct bench_method program = { .case_bytes = sizeof(struct program_case),
                                             .setup = program_setup,
                                             .compute_times = declared_process_compute,
                                             .renew = declared_process_renew,
                                             .fetch = declared_process_fetch,
                                             .check = program_check,
                                             .work = program_work,
                                             .finish = declared_process_finish };

static const struct bench_values program_values[] = {
    { "depth", { "20", "20,24,27,28", "20,24,27,28" }, .check = "18" },
    { NULL },
};

#define PROGRAM_VARIANT(method_)                                                                   \
    VARIANT(#method_ "_cuda", CPU, #method_ " as a CUDA program, of depths 10 to 28", "contender", \
            .api = "cuda", .steps = #method_ "_cuda", .at_some_points = true,                      \
            .values = program_values, .method = &program, .data = &cbt_reduction_##method_)

static const struct bench_variant first_passes_variants[] = { PUBLISHED_VARIANTS(all_depths),
                                                              CACHED_VARIANT,
                                                              { 0 } };

static const struct bench_variant first_levels_variants[] = { PUBLISHED_VARIANTS(NULL), { 0 } };

static const struct bench_variant variants[] = {
    PUBLISHED_VARIANTS(level_depths),
    REDUCTION_VARIANT(aligned, 0, "fused, in values of 8, 16 and 32 bits from level D-7 on",
                      "contender; widths of Benyoub and Dupuy 2024"),
    REDUCTION_VARIANT(fused, 0, "packed in two or three dispatches, nine levels in the first",
                      "contender"),
    REDUCTION_VARIANT(subgroup, GPU_SUBGROUP_SHUFFLE,
                      "fused with shuffles in place of shared memory", "contender"),
    REDUCTION_VARIANT(dirty, 0,
                      "fused, only tiles that an update touched: 10,000 words in 256 tiles at most",
                      "contender"),
    PREFIX_VARIANT(prefix,
                   "packed in two dispatches: tiles by shuffles, then all above by prefix sums",
                   "contender"),
    PREFIX_VARIANT(prefix_aligned,
                   "aligned in two dispatches: tiles by shuffles, then all above by prefix sums",
                   "contender; widths of Benyoub and Dupuy 2024"),
    PREFIX_VARIANT(prefix_full,
                   "all levels of the public library's layout in the same two dispatches",
                   "contender; layout of Dupuy 2020"),
    PROGRAM_VARIANT(naive),
    PROGRAM_VARIANT(prepass),
    PROGRAM_VARIANT(packed),
    PROGRAM_VARIANT(packed_snapshot),
    { 0 },
};

#define BENCH(name_, question_, values_, more_values_, joins_, variants_, extent_)                 \
    {                                                                                              \
        .name = name_, .question = question_, .axes = axes, .values = values_,                     \
        .more_values = more_values_, .joins = joins_, .variants = variants_, .data = extent_,      \
        .alters = true, .workload_bytes = sizeof(struct reduction_workload), .workload = workload, \
        .upload = upload, .method = {                                                              \
            .case_bytes = sizeof(struct reduction_case),                                           \
            .setup = setup,                                                                        \
            .record = record,                                                                      \
            .check = check,                                                                        \
            .work = work,                                                                          \
        }                                                                                          \
    }

static const struct bench_join sum_reduction_joins[] = {
    { "prepass,packed_snapshot,naive,naive_lean,packed,naive_cuda,prepass_cuda,packed_cuda,"
      "packed_snapshot_cuda",
      "depth:24,27,28", "deliot claims of the whole; page" },
    { "packed_snapshot", "depth:29", "deliot claims of one more level" },
    { "fused", "depth:24,28", "page: contenders" },
    { "aligned,dirty,prefix,prefix_aligned", "depth:24", "gate; scale" },
    { "prepass,packed_snapshot,naive,aligned,fused,dirty,prefix", "depth bits", "deliot-depth",
      BENCH_FULL },
    { 0 },
};

const struct bench cbt_sum_reduction =
    BENCH("sum_reduction", "The sum-reduction of a bit field: how fast can it be?", NULL,
          more_values, sum_reduction_joins, variants, &whole);

static const struct bench_join first_passes_joins[] = {
    { "prepass,naive,naive_lean,packed,packed_cached", "depth:28", "deliot-before; page" },
    { "packed_snapshot", "depth:28 depth_from", "deliot claims of where the depth comes from" },
    { 0 },
};

const struct bench cbt_first_passes =
    BENCH("first_passes", "The first four passes of the sum-reduction, as the talk timed them",
          passes_values, more_values, first_passes_joins, first_passes_variants, &first_passes);

static const struct bench_join first_levels_joins[] = {
    { "*", "depth:28", "deliot claims of the first levels" },
    { 0 },
};

const struct bench cbt_first_levels =
    BENCH("first_levels",
          "The eight levels above the bit field, whatever passes they take: the same work for all",
          levels_values, NULL, first_levels_joins, first_levels_variants, &first_levels);
