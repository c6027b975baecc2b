/* SPDX-License-Identifier: MIT */
/*
 * sum_reduction.cu: a twin in CUDA of cbt.sum_reduction, for counters that no interface of Vulkan
 * has: its variants naive, prepass, packed and packed_snapshot, pass by pass, over the bits
 * `quarter`. The bit field, and the heap that is right, are made by the bench's own code
 * (bench/cbt/tree/, linked as C). D is a constant, as in the bench.
 *
 *   sum_reduction host           what the kernels do, done by the host, against that heap; its hash
 *   sum_reduction time ROUNDS    checks all results, then times
 *   sum_reduction profile        of each variant a warm execution, then one of which the first
 *                                passes lie between cudaProfilerStart and cudaProfilerStop
 *
 * Prints lines of fields behind tabs: `device`, `config`, or `timed` for what `profile` leaves out,
 * and, in `host`, `heap`. Exit code: 0; 1 a wrong result; 77 no device; 99 it could not be tried.
 */
#include "sum_reduction.cuh"
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

enum { ROUNDS_MAX = 64, PASSES_MAX = 32, PROFILED_PASSES = 6, POISON = 0xa5 };

static const char *const variant_names[VARIANTS] = { "naive", "prepass", "packed",
                                                     "packed_snapshot" };

/* What heap.c has for the harness; the twin calls none of it. */
extern "C" void *context_alloc(struct context *, size_t)
{
    leave(99, "no memory of a context is at hand");
}
extern "C" void cpu_pool_run(struct cpu_pool *, size_t, size_t,
                             void (*)(void *, uint32_t, size_t, size_t), void *)
{
    leave(99, "no pool is at hand");
}
/* Heaps are then made by one CPU. */
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
            naive_node(heap, level, group * GROUP + thread);
        else if (variant == PREPASS)
            prepass_word(heap, group * GROUP + thread);
        else if (pass == 0)
            words_count(heap, group, thread, variant == PACKED_SNAPSHOT, values);
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

/* Kernels ------------------------------------------------------------------------------------- */

__global__ void __launch_bounds__(GROUP) reduce_naive(uint32_t *heap, uint32_t level)
{
    naive_node(heap, level, blockIdx.x * GROUP + threadIdx.x);
}

__global__ void __launch_bounds__(GROUP) reduce_prepass(uint32_t *heap, uint32_t)
{
    prepass_word(heap, blockIdx.x * GROUP + threadIdx.x);
}

template <bool snapshot>
__global__ void __launch_bounds__(GROUP) reduce_words(uint32_t *heap, uint32_t)
{
    __shared__ uint32_t counts[GROUP];
    words_count(heap, blockIdx.x, threadIdx.x, snapshot, counts);
    __syncthreads();
    words_store(heap, blockIdx.x, threadIdx.x, counts);
}

__global__ void __launch_bounds__(GROUP) reduce_level(uint32_t *heap, uint32_t level)
{
    __shared__ uint32_t values[GROUP];
    level_sum(heap, level, blockIdx.x, threadIdx.x, values);
    __syncthreads();
    level_store(heap, level, blockIdx.x, threadIdx.x, values);
}

typedef void reduce_kernel(uint32_t *, uint32_t);

static reduce_kernel *kernel_of(int variant, uint32_t pass)
{
    if (variant == NAIVE || (variant == PREPASS && pass > 0))
        return reduce_naive;
    if (pass > 0)
        return reduce_level;
    return variant == PREPASS  ? reduce_prepass
           : variant == PACKED ? reduce_words<false>
                               : reduce_words<true>;
}

/* Device -------------------------------------------------------------------------------------- */

static void launch(int variant, uint32_t pass, uint32_t *heap)
{
    kernel_of(variant, pass)<<<pass_groups(variant, pass), GROUP>>>(heap,
                                                                    pass_level(variant, pass));
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

/* pass < 0: all of them. A field per number: levels that are made, the lowest and the highest,
 * registers of a thread, then times in ns. */
static void print_config(int variant, int pass, const float *milliseconds, int rounds)
{
    const uint32_t lowest = variant != NAIVE && pass <= 0
                                ? variant == PREPASS ? DEPTH - 1 : DEPTH - 5
                                : pass_level(variant, pass < 0 ? 0 : pass);
    cudaFuncAttributes attributes;
    hold(cudaFuncGetAttributes(&attributes, (const void *)kernel_of(variant, pass < 0 ? 0 : pass)),
         "cudaFuncGetAttributes");
    printf("%s\t%s\t%d\t%d\t%u\t%u\t%d", pass >= 0 ? "config" : "timed", variant_names[variant],
           DEPTH, pass, lowest, pass < 0 ? 0 : pass_level(variant, pass), attributes.numRegs);
    for (int round = 0; round < rounds; round++)
        printf("\t%.0f", milliseconds[round] * 1e6);
    printf("\n");
    fflush(stdout);
}

/* Of a variant, the whole and each of its first passes: rounds take turns, one without events
 * between passes, one with. */
static void time_variant(int variant, uint32_t *heap, int rounds)
{
    static float whole[ROUNDS_MAX], passes[PASSES_MAX][ROUNDS_MAX];
    static cudaEvent_t events[PASSES_MAX + 1];
    const uint32_t count = pass_count(variant);
    for (uint32_t i = 0; i <= count; i++)
        if (!events[i])
            hold(cudaEventCreate(&events[i]), "cudaEventCreate");
    for (int round = -1; round < rounds; round++) {
        const int to = round < 0 ? 0 : round;
        hold(cudaEventRecord(events[0]), "cudaEventRecord");
        launch_all(variant, heap);
        hold(cudaEventRecord(events[1]), "cudaEventRecord");
        hold(cudaEventSynchronize(events[1]), "the execution");
        hold(cudaEventElapsedTime(&whole[to], events[0], events[1]), "cudaEventElapsedTime");
        hold(cudaEventRecord(events[0]), "cudaEventRecord");
        for (uint32_t pass = 0; pass < count; pass++) {
            launch(variant, pass, heap);
            hold(cudaEventRecord(events[pass + 1]), "cudaEventRecord");
        }
        hold(cudaEventSynchronize(events[count]), "the execution");
        for (uint32_t pass = 0; pass < count; pass++)
            hold(cudaEventElapsedTime(&passes[pass][to], events[pass], events[pass + 1]),
                 "cudaEventElapsedTime");
    }
    print_config(variant, -1, whole, rounds);
    for (int pass = 0; pass < PROFILED_PASSES; pass++)
        print_config(variant, pass, passes[pass], rounds);
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

static void run_device(int rounds)
{
    const size_t bytes = sizeof(uint32_t) * (cbt_heap_words(DEPTH) + 1);
    uint32_t *unreduced = heap_unreduced();
    void *heap = NULL;
    struct heap wanted = { 0, NULL };
    hold(cudaMalloc(&heap, bytes), "cudaMalloc");
    hold(cudaMemcpy(heap, unreduced, bytes, cudaMemcpyHostToDevice), "cudaMemcpy");
    print_device();
    if (rounds > 0)
        wanted = heap_wanted(unreduced);
    for (int variant = 0; variant < VARIANTS; variant++) {
        if (rounds == 0) {
            profile_variant(variant, (uint32_t *)heap);
            continue;
        }
        check(variant, (uint32_t *)heap, unreduced, &wanted);
        time_variant(variant, (uint32_t *)heap, rounds);
        check(variant, (uint32_t *)heap, unreduced, &wanted);
    }
    cbt_heap_finish(&wanted);
    free(unreduced);
    hold(cudaFree(heap), "cudaFree");
}

int main(int count, char **arguments)
{
    const char *what = count > 1 ? arguments[1] : "";
    const int rounds = count == 3 ? atoi(arguments[2]) : 0;
    if (count == 2 && strcmp(what, "host") == 0)
        return run_host();
    const bool time = count == 3 && strcmp(what, "time") == 0;
    if (!time && (count != 2 || strcmp(what, "profile") != 0))
        leave(99, "usage: sum_reduction host | time ROUNDS | profile");
    if (time && (rounds < 1 || rounds > ROUNDS_MAX))
        leave(99, "%s rounds: 1 to %d are possible", arguments[2], ROUNDS_MAX);
    run_device(rounds);
    return 0;
}
