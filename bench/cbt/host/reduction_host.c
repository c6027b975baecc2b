/* SPDX-License-Identifier: MIT */
#include "bench/cbt/cbt.h"
#include "bench/cbt/host/reduce_host.h"
#include "bench/cbt/tree/tree.h"
#include "bench/common/axis.h"
#include "bench/declared/declared.h"

#include <string.h>

struct host_case {
    struct declared_process *process; /* NULL: it computes here */
    struct heap heap;                 /* the case's own */
    enum layout layout;
    struct cpu_pool *pool; /* NULL: the library's passes, on one thread */
    struct reduce_host reduce;
};

static const struct heap *answer_of(const struct bench_case *c)
{
    return &((const struct reduction_workload *)c->workload->state)->heap;
}

/* A heap with nothing but its header and its bit field; all else is poisoned, but words of the
 * header, in which the root is 0. */
static bool setup_heap(struct bench_case *c, enum layout layout)
{
    struct host_case *state = c->state;
    const struct heap *answer = answer_of(c);
    const uint32_t depth = answer->depth;
    const size_t bitfield = cbt_heap_bitfield_word(depth), header = (depth + 3 + 31) / 32;
    state->layout = layout;
    if (!cbt_heap_create(&c->context, &state->heap, depth))
        return false;
    memcpy(&state->heap.words[bitfield], &answer->words[bitfield],
           4 * cbt_heap_bitfield_words(depth));
    bench_output_memory(c, &state->heap.words[header], 4 * (bitfield - header));
    return true;
}

static bool prepass_setup(struct bench_case *c)
{
    return setup_heap(c, LAYOUT_FULL);
}

static bool popcount_setup(struct bench_case *c)
{
    struct host_case *state = c->state;
    if (!setup_heap(c, LAYOUT_PACKED) ||
        !cbt_reduce_host_init(&c->context, &state->reduce, state->heap.depth))
        return false;
    state->pool = bench_threads(c, (uint32_t)context_integer(&c->context, "threads"));
    return true;
}

static bool compute(struct bench_case *c)
{
    struct host_case *state = c->state;
    if (state->pool)
        cbt_reduce_host_packed(&state->reduce, &state->heap, state->pool);
    else
        cbt_reduce_host_library(&state->heap);
    return true;
}

static bool check_words(struct bench_case *c, size_t first, size_t count)
{
    const struct host_case *state = c->state;
    return cbt_layout_check(&c->context, "", state->layout, answer_of(c), &state->heap.words[first],
                            first, count);
}

static bool check(struct bench_case *c, enum bench_check check)
{
    (void)check;
    const struct host_case *state = c->state;
    const uint32_t depth = state->heap.depth;
    if (state->pool)
        bench_metric(c, "vector_bytes", "B", state->reduce.loops->bytes);
    return check_words(c, cbt_heap_bitfield_word(depth), cbt_heap_bitfield_words(depth)) &&
           check_words(c, 0, cbt_layout_tree_words(state->layout, depth));
}

/* Compulsory traffic: the bit field is read, and every level that is kept is written, once. */
static void work(const struct bench_case *c, struct bench_work *work)
{
    const struct host_case *state = c->state;
    const uint32_t depth = state->heap.depth;
    double bits = 0;
    for (uint32_t level = 0; level <= cbt_layout_stored_level(state->layout, depth); level++)
        bits += (double)((uint64_t)1 << level) * (depth + 1 - level);
    *work = (struct bench_work){ .bytes_read = 4 * (double)cbt_heap_bitfield_words(depth),
                                 .bytes_written = bits / 8 };
}

#define HOST_METHOD(setup_)                                                                        \
    {                                                                                              \
        .case_bytes = sizeof(struct host_case), .setup = setup_, .compute = compute,               \
        .check = check, .work = work                                                               \
    }

const struct bench_method cbt_prepass_cpu = HOST_METHOD(prepass_setup);
const struct bench_method cbt_popcount_cpu = HOST_METHOD(popcount_setup);

/* Programs ------------------------------------------------------------------------------------- */

static void program_give(struct bench_case *c, struct declared_given *given)
{
    const struct host_case *state = c->state;
    const struct heap *answer = answer_of(c);
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

static bool program_setup(struct bench_case *c)
{
    const struct reduction_method *method = c->variant->data;
    return setup_heap(c, method->layout) && declared_process_setup(c, cbt_steps, program_give);
}

/* The header is nobody's output, and the bit field is not with the program's tree. */
static bool program_check(struct bench_case *c, enum bench_check kind)
{
    const struct host_case *state = c->state;
    const uint32_t depth = state->heap.depth, header = (1u << (depth + 3)) - 1;
    const size_t bitfield = cbt_heap_bitfield_word(depth), words = cbt_heap_bitfield_words(depth);
    (void)kind;
    if (!declared_process_fetch(c))
        return false;
    state->heap.words[0] = (state->heap.words[0] & ~header) | (answer_of(c)->words[0] & header);
    return check_words(c, 0, cbt_layout_tree_words(state->layout, depth)) &&
           (!cbt_layout_copies(state->layout) || check_words(c, bitfield - words, words));
}

const struct bench_method cbt_reduction_program = { .case_bytes = sizeof(struct host_case),
                                                    .setup = program_setup,
                                                    .compute_times = declared_process_compute,
                                                    .renew = declared_process_renew,
                                                    .check = program_check,
                                                    .work = work,
                                                    .finish = declared_process_finish };

const struct bench_values cbt_reduction_program_values[] = {
    { "depth", { "20", "20,24,27,28", "20,24,27,28" }, .check = "18" },
    { NULL },
};

/* Axes ----------------------------------------------------------------------------------------- */

const struct bench_axis cbt_popcount_cpu_axes[] = {
    AXIS("threads", "threads of the host that compute; 0: all that the process may use", .min = 0,
         .max = 1024, .default_value = "0", .values = { "0", "0,1", "0,1" }),
    { 0 },
};

const struct bench_values cbt_reduction_host_values[] = {
    { "depth", { "18", "20,24,28", "16,18,20,22,24,25,26,27,28,29" }, .check = "16,18" },
    { "bits", { "quarter", "quarter", "quarter" } },
    { NULL },
};
