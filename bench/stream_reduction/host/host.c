/* SPDX-License-Identifier: MIT */
/* host.c: the variants of the CPU. */
#include "bench/stream_reduction/host/host.h"

#include "bench/common/axis.h"
#include "bench/common/hash.h"
#include "bench/stream_reduction/source.h"
#include "bench/stream_reduction/stream.h"
#include "harness/engine/cpu/cpu.h"
#include "harness/os/cpu_memory.h"
#include "harness/random.h"

#include <stdatomic.h>
#include <string.h>

enum { SEED_TURNS = 204 };

static uint32_t kind_of(const struct stream_input *input, uint32_t entry)
{
    const uint32_t words = input->element_words;
    return !stream_entry_is_null(input->elements + (size_t)entry * words, words);
}

/* lengths NULL: counts them alone. */
static void find_runs(const struct stream_input *input, uint32_t *const lengths[2],
                      size_t counts[2])
{
    counts[0] = counts[1] = 0;
    for (uint32_t begin = 0, end; begin < input->entries; begin = end) {
        const uint32_t kind = kind_of(input, begin);
        for (end = begin + 1; end < input->entries && kind_of(input, end) == kind;)
            end++;
        if (lengths)
            lengths[kind][counts[kind]] = end - begin;
        counts[kind]++;
    }
}

bool stream_turns_init(struct context *context, struct stream_turns *turns,
                       const struct stream_input *input)
{
    *turns = (struct stream_turns){ .input = input };
    if (input->entries >= STREAM_TURNS_ENTRIES)
        return true;
    turns->random = hash_seed(context->seed, SEED_TURNS);
    turns->elements = context_alloc(context, stream_input_bytes(input));
    find_runs(input, NULL, turns->counts);
    for (int kind = 0; kind < 2; kind++)
        turns->lengths[kind] = context_alloc(context, 4 * turns->counts[kind] + 4);
    if (!turns->elements || !turns->lengths[0] || !turns->lengths[1])
        return false;
    find_runs(input, turns->lengths, turns->counts);
    turns->first = input->entries > 0 ? kind_of(input, 0) : 0;
    memcpy(turns->elements, input->elements, stream_input_bytes(input));
    return true;
}

void stream_turns_next(struct stream_turns *turns)
{
    const struct stream_input *input = turns->input;
    const size_t words = input->element_words;
    const uint32_t null = words == 1 ? STREAM_NULL_INDEX : STREAM_NULL_COMPONENT;
    const uint32_t *answer = input->answer;
    uint32_t *to = turns->elements;
    if (!to)
        return;
    for (int kind = 0; kind < 2; kind++) {
        uint32_t *lengths = turns->lengths[kind];
        for (size_t i = turns->counts[kind]; i > 1; i--) {
            const size_t other = random_below(&turns->random, i);
            const uint32_t length = lengths[i - 1];
            lengths[i - 1] = lengths[other];
            lengths[other] = length;
        }
    }
    for (size_t run = 0; run < turns->counts[0] + turns->counts[1]; run++) {
        const uint32_t kind = (turns->first + (uint32_t)run) & 1;
        const size_t length = words * turns->lengths[kind][run / 2];
        for (size_t i = 0; i < length; i++)
            to[i] = kind ? answer[i] : null;
        answer += kind ? length : 0;
        to += length;
    }
}

const uint32_t *stream_turns_elements(const struct stream_turns *turns)
{
    return turns->elements ? turns->elements : turns->input->elements;
}

static const char *const allocation_names[] = { "none", "exact", "whole", NULL };

#define ALLOCATION_AXIS                                                                            \
    AXIS("allocation",                                                                             \
         "allocation of the output in the time: none, it exists before; its exact size, after a "  \
         "count; room for all entries",                                                            \
         .names = allocation_names, AT_DEFAULT("none"))

const struct bench_axis stream_host_axes[] = { ALLOCATION_AXIS, { 0 } };

const struct bench_axis stream_host_threads_axes[] = {
    ALLOCATION_AXIS,
    AXIS("threads", "threads of the host that compute; 0: all that the process may use", .min = 0,
         .max = 1024, AT_DEFAULT("0")),
    { 0 },
};

const struct bench_values stream_walk_values[] = {
    { "allocation", { "none", "none,exact", "none,exact" } },
    { NULL },
};
const struct bench_values stream_simd_values[] = {
    { "allocation", { "none", "none,exact", "none" } },
    { "p", { "0.5", "0.5", "0,0.01,0.1,0.5,0.9,1" } },
    { NULL },
};

const struct bench_values stream_threads_values[] = {
    { "allocation", { "none", "none,exact,whole", "none" } },
    { "p", { "0.5", "0.5", "0,0.01,0.1,0.5,0.9,1" } },
    { NULL },
};

/* Allocation that the time includes besides the reduction. */
enum stream_allocation {
    STREAM_ALLOCATION_NONE,  /* nothing: an output of all entries is there */
    STREAM_ALLOCATION_EXACT, /* count, allocate that much, fill */
    STREAM_ALLOCATION_WHOLE, /* allocate room for all entries, fill */
};

struct stream_host_case {
    struct stream_case base;
    struct stream_turns turns;
    enum stream_allocation allocation;
    void *memory; /* the execution's own output, of so many bytes; NULL while there is none */
    size_t memory_bytes;
    const struct stream_loops *loops;
    bool past; /* the caches, where whole lines of the output go */
};

enum {
    SLACK_BYTES = 256, /* behind an output, and writable: a vector may be stored whole */
    ALIGNMENT = 64,    /* of an output, for vectors */
};

static bool host_setup(struct bench_case *c, const struct stream_loops *loops, bool may_pass_caches)
{
    struct stream_host_case *state = c->state;
    const struct stream_input *input = stream_input_of(c);
    state->loops = loops;
    state->allocation =
        (enum stream_allocation)axis_place(&c->context, "allocation", allocation_names);
    /* Past the caches goes what would fill them up. */
    struct cpu_host host;
    cpu_host_read(&host, "");
    const uint64_t caches = cpu_host_last_level_bytes(&host);
    state->past = may_pass_caches && caches > 0 && stream_input_bytes(input) > caches;
    if (!stream_turns_init(&c->context, &state->turns, input))
        return false;
    if (state->allocation == STREAM_ALLOCATION_NONE) {
        const uint64_t bytes = stream_input_bytes(input);
        char *memory = context_alloc(&c->context, bytes + SLACK_BYTES + ALIGNMENT);
        if (!memory)
            return false;
        state->base.host = (uint32_t *)(memory + ALIGNMENT - (uintptr_t)memory % ALIGNMENT);
        bench_output_memory(c, state->base.host, bytes);
    }
    state->base.host_count = context_alloc(&c->context, sizeof(*state->base.host_count));
    if (!state->base.host_count)
        return false;
    bench_output_memory(c, state->base.host_count, sizeof(*state->base.host_count));
    return true;
}

enum { TRIAL_ENTRIES = 1024, TRIAL_WORDS = TRIAL_ENTRIES * STREAM_TUPLE_WORDS };

struct trial {
    const struct stream_loops *ways[CPU_CHOICE_MAX];
    uint32_t words, from[TRIAL_WORDS], to[TRIAL_WORDS];
};

static void try_way(void *context, size_t way)
{
    struct trial *trial = context;
    stream_loops_of(trial->ways[way], trial->words)
        ->compact(trial->to, TRIAL_ENTRIES, trial->from, TRIAL_ENTRIES);
}

static const struct stream_loops *choose_loops(const struct bench_case *c)
{
    const uint32_t features = cpu_features();
    const struct stream_loops *best = stream_loops_best(features);
    struct trial trial = { .words = stream_input_of(c)->element_words };
    size_t ways = 0;
    for (size_t i = 0; i < stream_loops_count && ways < CPU_CHOICE_MAX; i++)
        if (!(stream_loops[i]->needs & ~features) &&
            stream_loops[i]->lane_bytes == best->lane_bytes)
            trial.ways[ways++] = stream_loops[i];
    const uint32_t null = trial.words == 1 ? STREAM_NULL_INDEX : STREAM_NULL_COMPONENT;
    for (uint32_t i = 0; i < TRIAL_WORDS; i++) /* of two entries one is null */
        trial.from[i] = i / trial.words % 2 == 0 ? i : null;
    return trial.ways[cpu_choice_fastest(ways, try_way, &trial)];
}

static void release(struct stream_host_case *state)
{
    if (state->memory)
        state->base.host = NULL;
    cpu_memory_unmap(&state->memory, state->memory_bytes);
}

static void reset(struct bench_case *c, struct gpu_commands *commands)
{
    struct stream_host_case *state = c->state;
    (void)commands;
    release(state);
    stream_turns_next(&state->turns);
}

static bool check(struct bench_case *c, enum bench_check depth)
{
    const struct stream_host_case *state = c->state;
    const struct stream_loops *loops = state->loops;
    const bool ok = stream_check(c, depth);
    if (loops->lane_bytes > 0) {
        bench_metric(c, "vector_bytes", "B", loops->lane_bytes);
        bench_metric(c, "compresses_to_memory", "of 1", loops->to_memory);
        bench_metric(c, "writes_past_caches", "of 1", state->past);
    }
    if (depth == BENCH_CHECK_QUICK)
        release(c->state);
    return ok;
}

static uint32_t *execution_output(struct bench_case *c, size_t entries)
{
    struct stream_host_case *state = c->state;
    if (state->allocation == STREAM_ALLOCATION_NONE)
        return state->base.host;
    release(state);
    state->memory_bytes = 4 * entries * stream_input_of(c)->element_words;
    state->memory = cpu_memory_map(state->memory_bytes);
    state->base.host = state->memory;
    if (!state->memory)
        context_error(&c->context, "no memory for an output of %zu bytes", state->memory_bytes);
    return state->base.host;
}

/* One thread ----------------------------------------------------------------------------------- */

/*
 * The paper's program: a pointer that reads walks over the input, one that writes walks behind it,
 * and what is not null is copied. The comparison ends at the first component that tells.
 */
static bool tuple_is_null(const uint32_t *entry)
{
    return entry[0] == STREAM_NULL_COMPONENT && entry[1] == STREAM_NULL_COMPONENT &&
           entry[2] == STREAM_NULL_COMPONENT && entry[3] == STREAM_NULL_COMPONENT;
}

static size_t walk_tuples(uint32_t *to, size_t room, const uint32_t *from, size_t entries)
{
    uint32_t *write = to;
    (void)room;
    for (const uint32_t *read = from, *end = from + 4 * entries; read < end; read += 4) {
        if (tuple_is_null(read))
            continue;
        memcpy(write, read, 16);
        write += 4;
    }
    return (size_t)(write - to) / 4;
}

static size_t walk_indices(uint32_t *to, size_t room, const uint32_t *from, size_t entries)
{
    uint32_t *write = to;
    (void)room;
    for (const uint32_t *read = from, *end = from + entries; read < end; read++)
        if (*read != STREAM_NULL_INDEX)
            *write++ = *read;
    return (size_t)(write - to);
}

static size_t count_tuples(const uint32_t *from, size_t entries)
{
    size_t count = 0;
    for (const uint32_t *read = from, *end = from + 4 * entries; read < end; read += 4)
        if (!tuple_is_null(read))
            count++;
    return count;
}

static size_t count_indices(const uint32_t *from, size_t entries)
{
    size_t count = 0;
    for (const uint32_t *read = from, *end = from + entries; read < end; read++)
        if (*read != STREAM_NULL_INDEX)
            count++;
    return count;
}

static const struct stream_loops walk = { .name = "walk",
                                          .index = { count_indices, walk_indices },
                                          .tuple = { count_tuples, walk_tuples } };

static bool walk_setup(struct bench_case *c)
{
    return host_setup(c, &walk, false);
}

static bool branchless_setup(struct bench_case *c)
{
    return host_setup(c, stream_loops_best(0), false);
}

static bool simd_setup(struct bench_case *c)
{
    return host_setup(c, choose_loops(c), true);
}

static bool compute(struct bench_case *c)
{
    const struct stream_host_case *state = c->state;
    const struct stream_input *input = stream_input_of(c);
    const struct stream_loop *loop = stream_loops_of(state->loops, input->element_words);
    const uint32_t *from = stream_turns_elements(&state->turns);
    const size_t room = state->allocation == STREAM_ALLOCATION_EXACT
                            ? loop->count(from, input->entries)
                            : input->entries;
    uint32_t *to = execution_output(c, room);
    if (!to)
        return false;
    *state->base.host_count =
        (uint32_t)(state->past ? stream_loops_compact_past(state->loops, input->element_words, to,
                                                           room, from, input->entries)
                               : loop->compact(to, room, from, input->entries));
    return true;
}

#define HOST_METHOD(setup_)                                                                        \
    {                                                                                              \
        .case_bytes = sizeof(struct stream_host_case), .setup = setup_, .reset = reset,            \
        .compute = compute, .check = check                                                         \
    }

const struct bench_method stream_pointer_walk = HOST_METHOD(walk_setup);
const struct bench_method stream_branchless = HOST_METHOD(branchless_setup);
const struct bench_method stream_simd = HOST_METHOD(simd_setup);

/* Threads -------------------------------------------------------------------------------------- */
/*
 * Chunks of the stream in turn, each by the thread that gets to it: the thread counts,
 * which brings the chunk into its own caches, waits until the place of the chunk's first entry is
 * known from the one before, says where the next one's is, and compacts. So what comes from memory
 * comes once, and what must wait for each other is one word per chunk.
 */
enum { CHUNK_BYTES_MIN = 16 << 10, CHUNK_BYTES_MAX = 128 << 10 };

struct threads_case {
    struct stream_host_case base;
    struct cpu_pool *pool;
    size_t chunk; /* entries */
    /* Valid entries before the end of each chunk, in the lower half; the upper half has the number
     * of the execution. */
    _Atomic uint64_t *ends;
    uint32_t execution;
    bool counted;     /* all chunks are, before one is compacted */
    uint32_t *output; /* of this one */
};

static size_t chunk_count(const struct threads_case *state, size_t entries)
{
    return (entries + state->chunk - 1) / state->chunk;
}

static bool threads_setup(struct bench_case *c)
{
    struct threads_case *state = c->state;
    const struct stream_input *input = stream_input_of(c);
    if (!host_setup(c, choose_loops(c), true))
        return false;
    state->pool = bench_threads(c, (uint32_t)context_integer(&c->context, "threads"));
    /* Twice as many chunks as threads, so that none is idle for long, within what caches hold. */
    const uint64_t share =
        stream_input_bytes(input) / (2 * (uint64_t)cpu_pool_threads(state->pool));
    const uint64_t bytes = share < CHUNK_BYTES_MIN ? CHUNK_BYTES_MIN
                           : share > CHUNK_BYTES_MAX
                               ? CHUNK_BYTES_MAX
                               : share / STREAM_LINE_BYTES * STREAM_LINE_BYTES;
    state->chunk = bytes / (4 * input->element_words);
    state->ends =
        context_alloc(&c->context, sizeof(*state->ends) * (chunk_count(state, input->entries) + 1));
    return state->ends;
}

/* Entries that are valid before a chunk. */
static size_t wait_for(const struct threads_case *state, size_t chunk)
{
    if (chunk == 0)
        return 0;
    for (uint32_t looks = 0;; looks++) {
        const uint64_t end = atomic_load_explicit(&state->ends[chunk - 1], memory_order_acquire);
        if (end >> 32 == state->execution)
            return (size_t)(end & UINT32_MAX);
        cpu_pool_pause(looks);
    }
}

static void count_chunk(void *context, uint32_t thread, size_t begin, size_t end)
{
    const struct bench_case *c = context;
    struct threads_case *state = c->state;
    const uint32_t words = stream_input_of(c)->element_words;
    const uint32_t *from = stream_turns_elements(&state->base.turns) + words * begin;
    const size_t chunk = begin / state->chunk;
    const size_t count = stream_loops_of(state->base.loops, words)->count(from, end - begin);
    (void)thread;
    const uint64_t valid = wait_for(state, chunk) + count;
    atomic_store_explicit(&state->ends[chunk], (uint64_t)state->execution << 32 | valid,
                          memory_order_release);
}

static void compact_chunk(void *context, uint32_t thread, size_t begin, size_t end)
{
    const struct bench_case *c = context;
    struct threads_case *state = c->state;
    const uint32_t words = stream_input_of(c)->element_words;
    const struct stream_loops *loops = state->base.loops;
    const uint32_t *from = stream_turns_elements(&state->base.turns) + words * begin;
    if (!state->counted)
        count_chunk(context, thread, begin, end);
    const size_t chunk = begin / state->chunk;
    const size_t first = wait_for(state, chunk), count = wait_for(state, chunk + 1) - first;
    uint32_t *to = state->output + words * first;
    if (state->base.past)
        stream_loops_compact_past(loops, words, to, count, from, end - begin);
    else
        stream_loops_of(loops, words)->compact(to, count, from, end - begin);
}

/* For an exact allocation all chunks are counted first, and read twice. */
static bool threads_compute(struct bench_case *c)
{
    struct threads_case *state = c->state;
    const size_t entries = stream_input_of(c)->entries, chunks = chunk_count(state, entries);
    state->execution++;
    state->counted = state->base.allocation == STREAM_ALLOCATION_EXACT;
    if (state->counted)
        cpu_pool_run(state->pool, entries, state->chunk, count_chunk, c);
    state->output = execution_output(c, state->counted ? wait_for(state, chunks) : entries);
    if (!state->output)
        return false;
    cpu_pool_run(state->pool, entries, state->chunk, compact_chunk, c);
    *state->base.base.host_count = (uint32_t)wait_for(state, chunks);
    return true;
}

const struct bench_method stream_simd_threads = { .case_bytes = sizeof(struct threads_case),
                                                  .setup = threads_setup,
                                                  .reset = reset,
                                                  .compute = threads_compute,
                                                  .check = check };
