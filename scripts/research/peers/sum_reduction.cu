/* SPDX-License-Identifier: MIT */
/*
 * sum_reduction.cu: a twin in CUDA of cbt.sum_reduction, for counters that no interface of Vulkan
 * has: its variants naive, prepass, packed and packed_snapshot, pass by pass, over the bits
 * `quarter`. The bit field, and the heap that is right, are made by the bench's own code
 * (bench/cbt/tree/, linked as C). D is a constant, as in the bench.
 *
 *   sum_reduction host           what the kernels do, done by the host, against that heap; its hash
 *   sum_reduction check          checks all results, and prints the first passes
 *   sum_reduction profile        of each variant a warm execution, then one of which the first
 *                                passes lie between cudaProfilerStart and cudaProfilerStop
 *
 * Prints lines of fields behind tabs: `device`, `config`, and, in `host`, `heap`. Times are those of
 * the program variants in bench/cbt/programs/, which run the same passes. Exit code: 0; 1 a wrong result; 77 no device; 99 it could not be tried.
 */
#include "bench/cbt/programs/sum_reduction.cuh"
#include "twin.cuh"

#include <cuda_profiler_api.h>

#include <string.h>

/* A name of context.h that C++ keeps for itself. */
#define private private_of_context
extern "C" {
#include "bench/cbt/tree/heap.h"
#include "bench/cbt/tree/sequence.h"
#include "bench/common/hash.h"
}
#undef private

const char twin_name[] = "sum_reduction";

enum { PROFILED_PASSES = 6, POISON = 0xa5 };

static const char *const variant_names[VARIANTS] = { "naive", "prepass", "packed",
                                                     "packed_snapshot" };

/* What heap.c has for the harness; the twin calls none of it. */
extern "C" void *context_alloc(struct context *, size_t)
{
    leave(99, "no memory of a context is at hand");
}
extern "C" void *need_bytes(size_t bytes)
{
    void *memory = malloc(bytes);
    if (!memory && bytes > 0)
        leave(99, "no memory");
    return memory;
}
/* Heaps are made by this thread. */
extern "C" void cpu_pool_run(struct cpu_pool *, size_t count, size_t,
                             void (*work)(void *, uint32_t, size_t, size_t), void *state)
{
    work(state, 0, 0, count);
}
extern "C" struct cpu_pool *cpu_pool_create(uint32_t)
{
    return NULL;
}
extern "C" void cpu_pool_destroy(struct cpu_pool **)
{
}

/* Heaps --------------------------------------------------------------------------------------- */

/* The bits `quarter`; above them poison, but for the header. */
static uint32_t *heap_unreduced(void)
{
    const size_t words = cbt_heap_words(DEPTH), bitfield = cbt_heap_bitfield_word(DEPTH);
    uint32_t *heap = (uint32_t *)malloc(sizeof(*heap) * (words + 1));
    if (!heap)
        leave(99, "no memory for a heap");
    memset(heap, POISON, sizeof(*heap) * bitfield);
    heap[0] = 1u << DEPTH;
    for (size_t i = bitfield; i < words; i++)
        heap[i] = cbt_sequence_r_word((uint32_t)(i - bitfield));
    heap[words] = 0;
    return heap;
}

static struct heap heap_wanted(const uint32_t *unreduced)
{
    struct heap heap;
    const size_t bitfield = cbt_heap_bitfield_word(DEPTH);
    if (!cbt_heap_init(&heap, DEPTH))
        leave(99, "no memory for a heap");
    memcpy(heap.words + bitfield, unreduced + bitfield,
           sizeof(*unreduced) * cbt_heap_bitfield_words(DEPTH));
    cbt_heap_reduce(&heap, NULL);
    return heap;
}

static void compare(int variant, const char *what, const uint32_t *words, const uint32_t *wanted,
                    size_t first, size_t end)
{
    for (size_t i = first; i < end; i++)
        if (words[i] != wanted[i])
            leave(1, "%s: word %zu of the %s is %08x, wanted %08x", variant_names[variant], i, what,
                  words[i], wanted[i]);
}

/* All words of those that store every level; else levels up to D-5, and the copy. */
static void check_words(int variant, const uint32_t *words, const struct heap *wanted)
{
    const size_t end = cbt_heap_words(DEPTH), bitfield = cbt_heap_bitfield_word(DEPTH);
    const size_t copy = bitfield - cbt_heap_bitfield_words(DEPTH);
    const bool full = variant == NAIVE || variant == PREPASS;
    compare(variant, "heap", words, wanted->words, 0, full ? bitfield : left_out_word());
    compare(variant, "bit field", words, wanted->words, bitfield, end);
    if (variant == PACKED_SNAPSHOT)
        compare(variant, "copy", words + copy, wanted->words + bitfield, 0, bitfield - copy);
}

/* Host ---------------------------------------------------------------------------------------- */

static void host_group(int variant, uint32_t pass, uint32_t group, uint32_t *heap)
{
    static uint32_t values[GROUP];
    const uint32_t level = pass_level(variant, pass);
    for (uint32_t thread = 0; thread < GROUP; thread++)
        if (variant == NAIVE || (variant == PREPASS && pass > 0))
            naive_node(heap, heap, level, group * GROUP + thread);
        else if (variant == PREPASS)
            prepass_word(heap, heap + heap_bitfield_word(), group * GROUP + thread);
        else if (pass == 0)
            words_count(heap, heap + heap_bitfield_word(), group, thread,
                        variant == PACKED_SNAPSHOT, values);
        else
            level_sum(heap, level, group, thread, values);
    for (uint32_t thread = 0; thread < GROUP && variant >= PACKED; thread++)
        if (pass == 0)
            words_store(heap, group, thread, values);
        else
            level_store(heap, level, group, thread, values);
}

static int run_host(void)
{
    uint32_t *unreduced = heap_unreduced();
    struct heap wanted = heap_wanted(unreduced);
    const size_t bytes = sizeof(*unreduced) * cbt_heap_words(DEPTH);
    uint32_t *words = (uint32_t *)malloc(bytes);
    if (!words)
        leave(99, "no memory for a heap");
    for (int variant = 0; variant < VARIANTS; variant++) {
        memcpy(words, unreduced, bytes);
        for (uint32_t pass = 0; pass < pass_count(variant); pass++)
            for (uint32_t group = 0; group < pass_groups(variant, pass); group++)
                host_group(variant, pass, group, words);
        check_words(variant, words, &wanted);
    }
    printf("heap\t%d\t%u\t%016llx\n", DEPTH, cbt_heap_leaf_count(&wanted),
           (unsigned long long)hash_bytes(wanted.words, bytes));
    free(words);
    free(unreduced);
    cbt_heap_finish(&wanted);
    return 0;
}

/* Device -------------------------------------------------------------------------------------- */

/* For its registers. */
static const void *kernel_of(int variant, uint32_t pass)
{
    if (variant == NAIVE || (variant == PREPASS && pass > 0))
        return (const void *)reduce_naive;
    if (pass > 0)
        return (const void *)reduce_level;
    return variant == PREPASS  ? (const void *)reduce_prepass
           : variant == PACKED ? (const void *)reduce_words<false>
                               : (const void *)reduce_words<true>;
}

static void launch(int variant, uint32_t pass, uint32_t *heap)
{
    pass_launch(variant, pass, heap, heap + heap_bitfield_word(), 0);
    hold(cudaGetLastError(), "the launch");
}

static void launch_all(int variant, uint32_t *heap)
{
    for (uint32_t pass = 0; pass < pass_count(variant); pass++)
        launch(variant, pass, heap);
}

static void check(int variant, uint32_t *heap, const uint32_t *unreduced, const struct heap *wanted)
{
    const size_t bytes = sizeof(*unreduced) * cbt_heap_words(DEPTH);
    uint32_t *words = (uint32_t *)malloc(bytes);
    if (!words)
        leave(99, "no memory for the check");
    hold(cudaMemcpy(heap, unreduced, bytes, cudaMemcpyHostToDevice), "cudaMemcpy");
    launch_all(variant, heap);
    hold(cudaMemcpy(words, heap, bytes, cudaMemcpyDeviceToHost), "the execution");
    check_words(variant, words, wanted);
    free(words);
}

/* A field per number: levels that are made, the lowest and the highest, registers of a thread. */
static void print_config(int variant, int pass)
{
    const uint32_t lowest = variant != NAIVE && pass == 0 ? variant == PREPASS ? DEPTH - 1 : DEPTH - 5
                                                          : pass_level(variant, pass);
    cudaFuncAttributes attributes;
    hold(cudaFuncGetAttributes(&attributes, kernel_of(variant, pass)),
         "cudaFuncGetAttributes");
    printf("config\t%s\t%d\t%d\t%u\t%u\t%d\n", variant_names[variant], DEPTH, pass, lowest,
           pass_level(variant, pass), attributes.numRegs);
}

static void profile_variant(int variant, uint32_t *heap)
{
    launch_all(variant, heap);
    hold(cudaDeviceSynchronize(), "the warm execution");
    hold(cudaProfilerStart(), "cudaProfilerStart");
    for (int pass = 0; pass < PROFILED_PASSES; pass++)
        launch(variant, pass, heap);
    hold(cudaDeviceSynchronize(), "the execution");
    hold(cudaProfilerStop(), "cudaProfilerStop");
}

static void run_device(bool profile)
{
    const size_t bytes = sizeof(uint32_t) * (cbt_heap_words(DEPTH) + 1);
    uint32_t *unreduced = heap_unreduced();
    void *heap = NULL;
    struct heap wanted = { 0, NULL };
    hold(cudaMalloc(&heap, bytes), "cudaMalloc");
    hold(cudaMemcpy(heap, unreduced, bytes, cudaMemcpyHostToDevice), "cudaMemcpy");
    print_device();
    if (!profile)
        wanted = heap_wanted(unreduced);
    for (int variant = 0; variant < VARIANTS; variant++) {
        if (profile) {
            profile_variant(variant, (uint32_t *)heap);
            continue;
        }
        check(variant, (uint32_t *)heap, unreduced, &wanted);
        for (int pass = 0; pass < PROFILED_PASSES; pass++)
            print_config(variant, pass);
    }
    cbt_heap_finish(&wanted);
    free(unreduced);
    hold(cudaFree(heap), "cudaFree");
}

int main(int count, char **arguments)
{
    const char *what = count == 2 ? arguments[1] : "";
    if (strcmp(what, "host") == 0)
        return run_host();
    if (strcmp(what, "check") != 0 && strcmp(what, "profile") != 0)
        leave(99, "usage: sum_reduction host | check | profile");
    run_device(strcmp(what, "profile") == 0);
    return 0;
}
