/* SPDX-License-Identifier: MIT */
#include "bench/stream_reduction/stream.h"

#include "bench/common/compact.h"
#include "bench/common/device.h"
#include "bench/common/variant.h"
#include "bench/stream_reduction/host/host.h"

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

bool stream_setup_device(struct bench_case *c)
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

bool stream_setup_host(struct bench_case *c)
{
    struct stream_case *state = c->state;
    const uint64_t bytes = stream_input_bytes(stream_input_of(c));
    /* Aligned for vectors; NULL when there is no memory. */
    char *memory =
        context_alloc(&c->context, bytes + STREAM_HOST_SLACK_BYTES + STREAM_HOST_ALIGNMENT);
    const uintptr_t past = (uintptr_t)memory % STREAM_HOST_ALIGNMENT;
    state->host = memory ? (uint32_t *)(memory + STREAM_HOST_ALIGNMENT - past) : NULL;
    state->host_count = context_alloc(&c->context, sizeof(*state->host_count));
    if (!state->host || !state->host_count)
        return false;
    bench_output_memory(c, state->host, bytes);
    bench_output_memory(c, state->host_count, sizeof(*state->host_count));
    return true;
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
    if (!stream_setup_device(c))
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

/* Rows ----------------------------------------------------------------------------------------- */

static const struct stream_traits unordered = { .unordered = true };

/* Methods of the library. */
#define LIBRARY(name, method)                                                                      \
    static const struct stream_traits name = { .fill = stream_passes_fill, .library = method }
LIBRARY(reduce_then_scan, COMPACT_REDUCE_THEN_SCAN);
LIBRARY(single_pass, COMPACT_SINGLE_PASS);
LIBRARY(single_pass_lookback, COMPACT_LOOK_BACK);
LIBRARY(single_pass_numbered, COMPACT_NUMBERED);

/* Methods that the allocating variants drive. */
static const struct stream_traits quadtree_allocating = { .square = true,
                                                          .count = stream_quadtree_count,
                                                          .fill = stream_quadtree_fill,
                                                          .recorded = &stream_quadtree };
static const struct stream_traits single_pass_allocating = { .fill = stream_passes_fill,
                                                             .library = COMPACT_SINGLE_PASS,
                                                             .recorded = &stream_passes };

const struct bench_variant stream_variants[] = {
    VARIANT("quadtree", GPU, "sums of four up a pyramid, places down it, a binary search per place",
            "Lastra et al. 2008, Section 4; errata mended", .method = &stream_quadtree,
            .data = &stream_quadtree_traits),
    VARIANT("binary_tree", GPU,
            "a running sum in log2(entries) passes over all, then a binary search per place",
            "Horn 2005, GPU Gems 2, Chapter 36", .steps = "binary_tree", .method = &listed),
    VARIANT("append", GPU, "an atomic per group gives its valid entries their places: unordered",
            "contender", .steps = "append", .method = &listed, .data = &unordered),
    VARIANT("reduce_then_scan", GPU,
            "a mask and a count per tile, their prefix sums, the entries from last to first",
            "contender; Billeter et al. 2009, Sengupta et al. 2007",
            .needs = COMPACT_NEEDS_REDUCE_THEN_SCAN, .axes = stream_reduce_then_scan_axes,
            .method = &stream_passes, .data = &reduce_then_scan),
    VARIANT("single_pass", GPU,
            "decoupled look-back; a tile that is late is counted by those who wait for it",
            "contender; Merrill and Garland 2016, Smith et al. 2025",
            .needs = COMPACT_NEEDS_SINGLE_PASS, .axes = stream_single_pass_axes,
            .method = &stream_passes, .data = &single_pass),
    VARIANT("single_pass_lookback", GPU,
            "decoupled look-back that only waits, on devices where that is known to end",
            "contender; Merrill and Garland 2016", .needs = COMPACT_NEEDS_SINGLE_PASS,
            .axes = stream_single_pass_lookback_axes, .method = &stream_passes,
            .data = &single_pass_lookback),
    VARIANT("single_pass_numbered", GPU,
            "single_pass, whose groups load before they have a ticket, and count words once",
            "contender; Merrill and Garland 2016, Smith et al. 2025",
            .needs = COMPACT_NEEDS_SINGLE_PASS, .axes = stream_single_pass_axes,
            .values = stream_single_pass_numbered_values, .method = &stream_passes,
            .data = &single_pass_numbered),
    VARIANT("quadtree_allocating", HOST_DRIVEN,
            "quadtree, and the output is allocated in time, as the paper timed it",
            "Lastra et al. 2008, Section 4; errata mended", .axes = stream_allocating_axes,
            .method = &stream_allocating_method, .data = &quadtree_allocating),
    VARIANT("single_pass_allocating", HOST_DRIVEN,
            "single_pass, and the output is allocated in time",
            "contender; Merrill and Garland 2016, Smith et al. 2025",
            .needs = COMPACT_NEEDS_SINGLE_PASS, .axes = stream_allocating_whole_axes,
            .method = &stream_allocating_method, .data = &single_pass_allocating),
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
