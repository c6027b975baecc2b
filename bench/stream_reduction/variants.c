/* SPDX-License-Identifier: MIT */
/* variants.c: the methods of the device, and the rows of all. */
#include "bench/stream_reduction/stream.h"

#include "bench/common/axis.h"
#include "bench/common/compact.h"
#include "bench/common/device.h"
#include "bench/common/quadtree.h"
#include "bench/common/variant.h"
#include "bench/stream_reduction/host/host.h"
#include "bench/stream_reduction/source.h"

#include <assert.h>
#include <string.h>

static const struct gpu_info *info_of(const struct bench_case *c)
{
    return gpu_info(gpu_scope_device(c->context.scope));
}

bool stream_fits(struct bench_case *c, uint64_t bytes, const char *what)
{
    const struct gpu_info *info = info_of(c);
    const uint64_t most = info ? info->limits.storage_buffer_bytes_max : 0;
    return bytes <= most ||
           context_unsupported(&c->context, "%s: %llu MiB, the device binds at most %llu MiB", what,
                               (unsigned long long)(bytes >> 20), (unsigned long long)(most >> 20));
}

static bool setup_device(struct bench_case *c)
{
    struct stream_case *state = c->state;
    struct gpu_scope *scope = c->context.scope;
    const uint64_t bytes = stream_input_bytes(stream_input_of(c));
    if (!stream_fits(c, bytes, "the stream"))
        return false;
    if (!state->allocating) {
        state->output = buffer_create(scope, "output", bytes, NULL);
        bench_output(c, state->output);
    }
    state->count = buffer_create(scope, "count", 4, NULL);
    bench_output(c, state->count);
    return context_ok(&c->context);
}

void stream_work(const struct bench_case *c, struct bench_work *work)
{
    const struct stream_input *input = stream_input_of(c);
    *work =
        (struct bench_work){ .bytes_read = (double)stream_input_bytes(input),
                             .bytes_written = 4 * (double)input->count * input->element_words + 4,
                             .items = (double)input->count };
}

struct stream_traits stream_traits_of(const struct bench_case *c)
{
    const struct stream_traits *traits = c->variant->data;
    return traits ? *traits : (struct stream_traits){ .unordered = false };
}

void stream_record(struct bench_case *c, struct gpu_commands *commands)
{
    const struct stream_traits traits = stream_traits_of(c);
    const struct stream_case *state = c->state;
    if (traits.count) {
        traits.count(c, commands);
        gpu_commands_barrier(commands, GPU_COMPUTE, GPU_COMPUTE | GPU_INDIRECT);
    }
    traits.fill(c, commands, state->output);
}

/* Lists of steps ------------------------------------------------------------------------------- */

static bool steps_setup(struct bench_case *c)
{
    const struct stream_input *input = stream_input_of(c);
    const struct gpu_info *info = info_of(c);
    struct stream_case *state = c->state;
    if (!setup_device(c))
        return false;
    const struct declared_given given[] = {
        { "entries", input->entries },
        { "words", input->element_words },
        { "ballot", info && (info->features & GPU_SUBGROUP_BALLOT) != 0 },
        { "stream", .buffer = input->buffer },
        { "output", .buffer = state->output },
        { "count", .buffer = state->count },
        { 0 },
    };
    state->list = declared_list_create(c, stream_steps, c->variant->steps, given);
    return state->list;
}

static void listed_work(const struct bench_case *c, struct bench_work *work)
{
    stream_work(c, work);
    declared_list_work(((const struct stream_case *)c->state)->list, work);
}

static const struct bench_method listed = { .case_bytes = sizeof(struct stream_case),
                                            .setup = steps_setup,
                                            .record = declared_listed_record,
                                            .work = listed_work };

/* Quadtree: the paper's three phases, by the suite's library ---------------------------------- */

struct quadtree_case {
    struct stream_case base;
    struct quadtree tree;
};

static bool quadtree_setup(struct bench_case *c)
{
    struct quadtree_case *state = c->state;
    const struct stream_input *input = stream_input_of(c);
    if (!setup_device(c) || !stream_fits(c, quadtree_bytes(input->entries), "the sums"))
        return false;
    state->tree = quadtree_create(c->context.scope, input->element_words,
                                  stream_traits_of(c).square, input->entries);
    return context_ok(&c->context);
}

/* Phases 1 and 2. */
static void quadtree_count(struct bench_case *c, struct gpu_commands *commands)
{
    const struct quadtree_case *state = c->state;
    const struct stream_input *input = stream_input_of(c);
    quadtree_count_record(commands, &state->tree, input->buffer, input->entries, state->base.count);
}

/* Phase 3. */
static void quadtree_fill(struct bench_case *c, struct gpu_commands *commands,
                          struct gpu_buffer *output)
{
    const struct quadtree_case *state = c->state;
    const struct stream_input *input = stream_input_of(c);
    quadtree_fill_record(commands, &state->tree, input->buffer, input->entries, output);
}

/* Declares the work. The fill of the output, U and D without its root, and the arguments are
 * written, too. */
static void quadtree_work(const struct bench_case *c, struct bench_work *work)
{
    const struct stream_input *input = stream_input_of(c);
    const double sums = 2.0 * (double)quadtree_bytes(input->entries) - 16;
    stream_work(c, work);
    const struct stream_shape shape = stream_shape_of(input->count);
    const uint64_t filled = (uint64_t)shape.columns * shape.rows - input->count;
    work->bytes_written += 4.0 * (double)filled * input->element_words + sums + 16;
    work->bytes_intermediate = sums + 16;
}

static const struct bench_method quadtree = { .case_bytes = sizeof(struct quadtree_case),
                                              .setup = quadtree_setup,
                                              .work = quadtree_work };

/* Passes: by the suite's library, bench/common/compact.h -------------------------------------- */

struct passes_case {
    struct stream_case base;
    struct compact compact;
};

static bool passes_setup(struct bench_case *c)
{
    struct passes_case *state = c->state;
    const struct stream_input *input = stream_input_of(c);
    const enum compact_method method = stream_traits_of(c).library;
    const uint32_t most = compact_rows_max(method, input->element_words);
    const struct compact_params params = {
        .method = method,
        .entry_words = input->element_words,
        .entries = input->entries,
        .rows = (uint32_t)context_integer_or(&c->context, "rows", 0),
    };
    const struct gpu_info *info = info_of(c);
    /* No kept run has shown of any device that groups which only wait do not starve there. */
    if (method == COMPACT_LOOK_BACK && info &&
        strcmp(context_text(&c->context, "devices"), "any") != 0)
        return context_unsupported(&c->context,
                                   "nothing is known about the progress of groups on %s by %s "
                                   "(--axis devices=any tries it, by turns that are counted)",
                                   info->name, info->driver_name);
    if (params.rows > most)
        return context_unsupported(&c->context, "%u rows: entries of %u words have at most %u",
                                   params.rows, params.entry_words, most);
    if (!setup_device(c))
        return false;
    state->compact = compact_create(c->context.scope, &params);
    return context_ok(&c->context);
}

static void passes_fill(struct bench_case *c, struct gpu_commands *commands,
                        struct gpu_buffer *output)
{
    const struct passes_case *state = c->state;
    const struct stream_input *input = stream_input_of(c);
    compact_record(commands, &state->compact,
                   &(struct compact_streams){ .input = input->buffer,
                                              .output = output,
                                              .count = state->base.count,
                                              .entries = input->entries });
}

static const struct bench_method passes = { .case_bytes = sizeof(struct passes_case),
                                            .setup = passes_setup };

#define ROWS_AXIS                                                                                  \
    AXIS("rows", "vectors of 16 bytes that a thread holds, 0 for the library's choice", .max = 32, \
         AT_DEFAULT("0"))

static const struct bench_axis rows_axes[] = { ROWS_AXIS, { 0 } };

static const char *const devices[] = { "listed", "any", NULL };

static const struct bench_axis single_pass_lookback_axes[] = {
    ROWS_AXIS,
    AXIS("devices", "devices known not to starve groups, or any", .names = devices,
         AT_DEFAULT("listed")),
    { 0 },
};

/* At points of full runs alone. */
static const struct bench_values single_pass_numbered_values[] = {
    { "n", { NULL, NULL, "64,128,256,512,1024,2048,4096,8192" } },
    { 0 },
};

/* Allocating --------------------------------------------------------------------------------- */
/*
 * The output is allocated in time, as the paper's program does, with the host in the loop. What is
 * allocated is new memory of the device, by the driver; it goes, in no time, before the next
 * execution.
 *
 *   exact  count, read the count back, allocate room for so many entries, fill it: two submissions
 *   whole  allocate room for all entries, count and fill, and read the count back: one submission
 */

enum { STATE_BYTES = 1024 };
static const uint32_t poison = 0xA5A5A5A5;

struct stream_allocating {
    bool exact;
    struct gpu_commands *counting;
    uint32_t count;          /* as read back */
    struct gpu_scope *scope; /* of the two below: of one execution */
    struct gpu_commands *filling;
    struct gpu_buffer *output;
};

static const struct bench_method *recorded(const struct bench_case *c)
{
    return stream_traits_of(c).recorded;
}

static bool allocating_setup(struct bench_case *c)
{
    struct stream_case *state = c->state;
    assert(recorded(c)->case_bytes <= STATE_BYTES);
    state->allocating = context_alloc(&c->context, sizeof(*state->allocating));
    if (!state->allocating || !recorded(c)->setup(c))
        return false;
    state->allocating->exact = strcmp(context_text(&c->context, "allocation"), "exact") == 0;
    state->allocating->counting = gpu_commands_begin(c->context.scope);
    return context_ok(&c->context);
}

/* The output of the execution before is poisoned, for the same memory may be allocated again. */
static void allocating_discard(struct bench_case *c)
{
    struct stream_case *state = c->state;
    struct stream_allocating *own = state->allocating;
    gpu_buffer_fill(own->output, 0, gpu_buffer_bytes(own->output), poison);
    gpu_scope_destroy(&own->scope);
    own->scope = gpu_scope_create_within(c->context.scope);
    own->filling = gpu_commands_begin(own->scope);
    own->output = state->output = NULL;
}

/* Room for so many entries, or for one. */
static bool allocate(struct bench_case *c, uint64_t entries)
{
    struct stream_case *state = c->state;
    struct stream_allocating *own = state->allocating;
    const uint64_t bytes = 4 * (entries > 0 ? entries : 1) * stream_input_of(c)->element_words;
    own->output = gpu_buffer_create(
        own->scope, &(struct gpu_buffer_params){ .name = "output", .bytes = bytes, .bare = true });
    state->output = own->output;
    return own->output;
}

static uint64_t places(const struct bench_case *c, uint32_t count)
{
    const struct stream_shape shape = stream_shape_of(count);
    return stream_traits_of(c).square ? (uint64_t)shape.columns * shape.rows : count;
}

/* A count that cannot be true is for the check to tell. */
static bool drive_exact(struct bench_case *c)
{
    const struct stream_case *state = c->state;
    struct stream_allocating *own = state->allocating;
    const uint32_t entries = stream_input_of(c)->entries;
    const struct stream_traits traits = stream_traits_of(c);
    bench_drive_begin(c, own->counting);
    traits.count(c, own->counting);
    gpu_commands_barrier(own->counting, GPU_COMPUTE, GPU_TRANSFER);
    gpu_commands_read_back(own->counting, state->count, 0, sizeof(own->count), &own->count);
    if (!bench_drive_submit(c, own->counting) ||
        !allocate(c, places(c, own->count < entries ? own->count : entries)))
        return false;
    bench_drive_begin(c, own->filling);
    if (own->count <= entries)
        traits.fill(c, own->filling, own->output);
    return bench_drive_submit(c, own->filling);
}

static bool allocating_drive(struct bench_case *c)
{
    const struct stream_case *state = c->state;
    struct stream_allocating *own = state->allocating;
    if (own->exact)
        return drive_exact(c);
    if (!allocate(c, stream_input_of(c)->entries))
        return false;
    bench_drive_begin(c, own->filling);
    stream_record(c, own->filling);
    gpu_commands_barrier(own->filling, GPU_COMPUTE, GPU_TRANSFER);
    gpu_commands_read_back(own->filling, state->count, 0, sizeof(own->count), &own->count);
    return bench_drive_submit(c, own->filling);
}

static bool allocating_check(struct bench_case *c, enum bench_check check)
{
    const struct stream_case *state = c->state;
    const struct stream_allocating *own = state->allocating;
    const uint32_t *count = context_read(&c->context, state->count, 0, sizeof(*count));
    if (!count)
        return false;
    if (*count != own->count)
        return context_mismatch(&c->context, "a count of %u was read back, the device has %u",
                                own->count, *count);
    return stream_check(c, check);
}

/* Declares the work; the allocated output cannot be poisoned before. */
static void allocating_work(const struct bench_case *c, struct bench_work *work)
{
    const struct stream_input *input = stream_input_of(c);
    const struct bench_method *inner = recorded(c);
    (inner->work ? inner->work : stream_work)(c, work);
    work->bytes_intermediate +=
        4.0 * (double)places(c, input->count) * (double)input->element_words;
}

static const struct bench_method allocating = { .case_bytes = STATE_BYTES,
                                                .setup = allocating_setup,
                                                .discard = allocating_discard,
                                                .drive = allocating_drive,
                                                .check = allocating_check,
                                                .work = allocating_work };

static const char *const allocations[] = { "exact", "whole", NULL };

#define ALLOCATION(values_)                                                                        \
    AXIS("allocation",                                                                             \
         "output that is allocated in time: room for the valid entries, or for all of the "        \
         "stream",                                                                                 \
         .names = allocations, .values = { values_, values_, values_ })

static const struct bench_axis allocating_axes[] = { ALLOCATION("exact,whole"), { 0 } };
static const struct bench_axis allocating_whole_axes[] = { ALLOCATION("whole"), { 0 } };

/* A method of the library. */
#define WITH_LIBRARY(method_)                                                                      \
    .method = &passes,                                                                             \
    WITH_DATA(struct stream_traits, .fill = passes_fill, .library = COMPACT_##method_)

/* `recorded`: the method that an allocating variant drives. */
static const struct stream_traits quadtree_traits = {
    .square = true, .count = quadtree_count, .fill = quadtree_fill, .recorded = &quadtree
};

const struct bench_variant stream_variants[] = {
    VARIANT("quadtree", GPU, "sums of four up a pyramid, places down it, a binary search per place",
            "Lastra et al. 2008, Section 4; errata mended", .method = &quadtree,
            .data = &quadtree_traits),
    VARIANT("binary_tree", GPU,
            "a running sum in log2(entries) passes over all, then a binary search per place",
            "Horn 2005, GPU Gems 2, Chapter 36", .steps = "binary_tree", .method = &listed),
    VARIANT("append", GPU, "an atomic per group gives its valid entries their places: unordered",
            "contender", .steps = "append", .method = &listed,
            WITH_DATA(struct stream_traits, .unordered = true)),
    VARIANT("reduce_then_scan", GPU,
            "a mask and a count per tile, their prefix sums, the entries from last to first",
            "contender; Billeter et al. 2009, Sengupta et al. 2007",
            .needs = COMPACT_NEEDS_REDUCE_THEN_SCAN, .axes = rows_axes,
            WITH_LIBRARY(REDUCE_THEN_SCAN)),
    VARIANT("single_pass", GPU,
            "decoupled look-back; a tile that is late is counted by those who wait for it",
            "contender; Merrill and Garland 2016, Smith et al. 2025",
            .needs = COMPACT_NEEDS_SINGLE_PASS, .axes = rows_axes, WITH_LIBRARY(SINGLE_PASS)),
    VARIANT("single_pass_lookback", GPU,
            "decoupled look-back that only waits, on devices where that is known to end",
            "contender; Merrill and Garland 2016", .needs = COMPACT_NEEDS_SINGLE_PASS,
            .axes = single_pass_lookback_axes, WITH_LIBRARY(LOOK_BACK)),
    VARIANT("single_pass_numbered", GPU,
            "single_pass, whose groups load before they have a ticket, and count words once",
            "contender; Merrill and Garland 2016, Smith et al. 2025",
            .needs = COMPACT_NEEDS_SINGLE_PASS, .axes = rows_axes,
            .values = single_pass_numbered_values, WITH_LIBRARY(NUMBERED)),
    VARIANT("quadtree_allocating", HOST_DRIVEN,
            "quadtree, and the output is allocated in time, as the paper timed it",
            "Lastra et al. 2008, Section 4; errata mended", .axes = allocating_axes,
            .method = &allocating, .data = &quadtree_traits),
    VARIANT(
        "single_pass_allocating", HOST_DRIVEN, "single_pass, and the output is allocated in time",
        "contender; Merrill and Garland 2016, Smith et al. 2025",
        .needs = COMPACT_NEEDS_SINGLE_PASS, .axes = allocating_whole_axes, .method = &allocating,
        WITH_DATA(struct stream_traits, .fill = passes_fill, .library = COMPACT_SINGLE_PASS,
                  .recorded = &passes)),
    VARIANT("pointer_walk", CPU,
            "a pointer that reads, one that writes, and a branch: the paper's CPU program",
            "Lastra et al. 2008, Section 4", .axes = stream_host_axes, .values = stream_walk_values,
            .method = &stream_pointer_walk),
    VARIANT("branchless", CPU,
            "every entry is stored, and the next takes its place unless it was valid", "contender",
            .axes = stream_host_axes, .method = &stream_branchless),
    VARIANT("simd", CPU, "vectors of entries, moved together in registers; past the caches if long",
            "contender", .axes = stream_host_axes, .values = stream_simd_values,
            .method = &stream_simd),
    VARIANT("simd_threads", CPU,
            "the same by threads: chunks are counted and compacted while in a thread's caches",
            "contender", .axes = stream_host_threads_axes, .values = stream_threads_values,
            .method = &stream_simd_threads),
    { 0 },
};
