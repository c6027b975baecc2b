/* SPDX-License-Identifier: MIT */
/*
 * sum_reduction.cuh: the passes of kernels/cbt/reduce_naive, reduce_prepass, reduce_words and
 * reduce_level.comp, and the parts of heap.glsl that they need, by the same names, for host and
 * device; D is a constant. The program beside it and scripts/research/peers/sum_reduction.cu run
 * them. `tree` and `heap` have what lies above the bit field, and `bits` is that field, which may
 * lie behind it or elsewhere. A kernel with a barrier is two functions here, before it and behind
 * it, so that the host can do the same group by group.
 */
#ifndef CLAIMCHECK_BENCH_CBT_PROGRAMS_SUM_REDUCTION_CUH
#define CLAIMCHECK_BENCH_CBT_PROGRAMS_SUM_REDUCTION_CUH

#include <cuda_runtime.h>

#include <stdint.h>

#ifndef CBT_DEPTH
#error "CBT_DEPTH is D, 10 to 30"
#endif

enum { DEPTH = CBT_DEPTH, GROUP = 256, SHARING_LEVELS = 5 };
enum variant { NAIVE, PREPASS, PACKED, PACKED_SNAPSHOT, VARIANTS };

#define BOTH __host__ __device__ static inline

/* Heap ---------------------------------------------------------------------------------------- */

BOTH uint32_t bits_and(uint32_t *word, uint32_t value)
{
#ifdef __CUDA_ARCH__
    return atomicAnd(word, value);
#else
    return *word &= value;
#endif
}

BOTH uint32_t bits_or(uint32_t *word, uint32_t value)
{
#ifdef __CUDA_ARCH__
    return atomicOr(word, value);
#else
    return *word |= value;
#endif
}

BOTH uint32_t bit_count(uint32_t bits)
{
#ifdef __CUDA_ARCH__
    return __popc(bits);
#else
    return __builtin_popcount(bits);
#endif
}

BOTH uint32_t heap_node_depth(uint32_t node)
{
#ifdef __CUDA_ARCH__
    return 31 - __clz(node);
#else
    return 31 - __builtin_clz(node);
#endif
}

BOTH uint32_t heap_level_width(uint32_t level)
{
    return DEPTH + 1 - level;
}

BOTH uint32_t heap_node_address(uint32_t node)
{
    const uint32_t level = heap_node_depth(node);
    return (2u << level) + node * heap_level_width(level);
}

BOTH uint32_t heap_bitfield_word(void)
{
    return 3u << (DEPTH - 5);
}

/* At most 29 bits; they may straddle two words. */
BOTH uint32_t heap_node_read(const uint32_t *heap, uint32_t node)
{
    const uint32_t address = heap_node_address(node);
    const uint32_t width = heap_level_width(heap_node_depth(node));
    const uint32_t word = address >> 5, shift = address & 31;
    uint32_t bits = heap[word] >> shift;
    if (shift + width > 32)
        bits |= heap[word + 1] << (32 - shift);
    return bits & 0xffffffffu >> (32 - width);
}

/* Clears and sets, in both words that the bits may straddle: four atomics. `last`: the word that
 * none behind is touched of. */
BOTH void bits_write_atomic(uint32_t *heap, uint32_t address, uint32_t width, uint32_t bits,
                            uint32_t last)
{
    const uint32_t word = address >> 5, next = word + 1 < last ? word + 1 : last;
    const uint32_t shift = address & 31, mask = 0xffffffffu >> (32 - width);
    bits_and(&heap[word], ~(mask << shift));
    bits_or(&heap[word], bits << shift);
    bits_and(&heap[next], ~(mask >> (31 - shift) >> 1));
    bits_or(&heap[next], bits >> (31 - shift) >> 1);
}

/* Passes -------------------------------------------------------------------------------------- */

/* reduce_naive. `from` is the heap as nodes of the level below are addressed in it. */
BOTH void naive_node(uint32_t *heap, const uint32_t *from, uint32_t level, uint32_t index)
{
    const uint32_t count = 1u << level, node = count + index;
    if (index < count)
        bits_write_atomic(heap, heap_node_address(node), heap_level_width(level),
                          heap_node_read(from, 2 * node) + heap_node_read(from, 2 * node + 1),
                          heap_bitfield_word() - 1);
}

/* The heap that the bit field would be the end of. */
BOTH const uint32_t *heap_of_bits(const uint32_t *bits)
{
    return bits - heap_bitfield_word();
}

/* reduce_prepass */
BOTH void prepass_word(uint32_t *heap, const uint32_t *bitfield, uint32_t index)
{
    const uint32_t words = 1u << (DEPTH - 5);
    if (index >= words)
        return;
    const uint32_t bits = bitfield[index];
    uint32_t sums = (bits & 0x55555555u) + (bits >> 1 & 0x55555555u);
    heap[2 * words + index] = sums;
#pragma unroll
    for (uint32_t step = 1; step <= 4; step++) {
        const uint32_t level = DEPTH - 1 - step, count = 16u >> step, width = step + 2;
        const uint32_t half_width = width - 1, mask = (1u << half_width) - 1;
        uint32_t packed_values = 0;
#pragma unroll
        for (uint32_t i = 0; i < count; i++) {
            const uint32_t at = 2 * i * half_width;
            packed_values |= ((sums >> at & mask) + (sums >> (at + half_width) & mask))
                             << i * width;
        }
        sums = packed_values;
        bits_write_atomic(heap, heap_node_address((1u << level) + index * count), count * width,
                          sums, UINT32_MAX);
    }
}

/* Word `thread` of a row of values that are `width` bits wide. */
BOTH uint32_t assembled(const uint32_t *values, uint32_t width, uint32_t thread)
{
    const uint32_t first_bit = 32 * thread;
    uint32_t word = 0;
    for (uint32_t i = first_bit / width; i * width < first_bit + 32; i++) {
        const int shift = (int)(i * width) - (int)first_bit;
        word |= shift < 0 ? values[i] >> -shift : values[i] << shift;
    }
    return word;
}

/* reduce_words, before its barrier: the group's counts, and the copy where there is one. */
BOTH void words_count(uint32_t *heap, const uint32_t *bitfield, uint32_t group, uint32_t thread,
                      bool snapshot, uint32_t counts[GROUP])
{
    const uint32_t index = group * GROUP + thread, words = 1u << (DEPTH - 5);
    uint32_t bits = 0;
    if (index < words) {
        bits = bitfield[index];
        if (snapshot)
            heap[2 * words + index] = bits;
    }
    counts[thread] = bit_count(bits);
}

BOTH void words_store(uint32_t *heap, uint32_t group, uint32_t thread, const uint32_t counts[GROUP])
{
    const uint32_t words = 1u << (DEPTH - 5);
    if (thread < (words < GROUP ? words : GROUP) * 6 / 32)
        heap[(heap_node_address(words + GROUP * group) >> 5) + thread] =
            assembled(counts, 6, thread);
}

/* reduce_level */
BOTH void level_sum(const uint32_t *heap, uint32_t level, uint32_t group, uint32_t thread,
                    uint32_t values[GROUP])
{
    const uint32_t index = group * GROUP + thread, count = 1u << level, node = count + index;
    if (index < count)
        values[thread] = heap_node_read(heap, 2 * node) + heap_node_read(heap, 2 * node + 1);
}

/* A node that shares its words with nodes of other levels, which nobody writes now. */
BOTH void node_write(uint32_t *heap, uint32_t node, uint32_t value)
{
    const uint32_t address = heap_node_address(node);
    const uint32_t width = heap_level_width(heap_node_depth(node));
    const uint32_t word = address >> 5, shift = address & 31, mask = 0xffffffffu >> (32 - width);
    heap[word] = (heap[word] & ~(mask << shift)) | value << shift;
    if (shift + width > 32)
        heap[word + 1] = (heap[word + 1] & ~(mask >> (32 - shift))) | value >> (32 - shift);
}

BOTH void level_store(uint32_t *heap, uint32_t level, uint32_t group, uint32_t thread,
                      const uint32_t values[GROUP])
{
    const uint32_t count = 1u << level, width = heap_level_width(level);
    if (level < SHARING_LEVELS) {
        for (uint32_t i = 0; thread == 0 && i < count; i++)
            node_write(heap, count + i, values[i]);
        return;
    }
    if (thread < (count < GROUP ? count : GROUP) * width / 32)
        heap[(heap_node_address(count + GROUP * group) >> 5) + thread] =
            assembled(values, width, thread);
}

/* Of a variant --------------------------------------------------------------------------------- */

/* What a pass makes: the first one of all but naive makes levels up to D-5. */
BOTH uint32_t pass_level(int variant, uint32_t pass)
{
    return variant == NAIVE ? DEPTH - 1 - pass : DEPTH - 5 - pass;
}

BOTH uint32_t pass_count(int variant)
{
    return variant == NAIVE ? DEPTH : DEPTH - 4;
}

BOTH uint32_t pass_groups(int variant, uint32_t pass)
{
    return ((1u << pass_level(variant, pass)) + GROUP - 1) / GROUP;
}

/* Level D-4 and those below it that a variant leaves alone, in words: from here to the bit field;
 * the copy is its last third. */
BOTH uint32_t left_out_word(void)
{
    return 7u << (DEPTH - 9);
}

/* Kernels ------------------------------------------------------------------------------------- */

__global__ void __launch_bounds__(GROUP)
    reduce_naive(uint32_t *tree, const uint32_t *from, uint32_t level)
{
    naive_node(tree, from, level, blockIdx.x * GROUP + threadIdx.x);
}

__global__ void __launch_bounds__(GROUP) reduce_prepass(uint32_t *tree, const uint32_t *bits)
{
    prepass_word(tree, bits, blockIdx.x * GROUP + threadIdx.x);
}

template <bool snapshot>
__global__ void __launch_bounds__(GROUP) reduce_words(uint32_t *tree, const uint32_t *bits)
{
    __shared__ uint32_t counts[GROUP];
    words_count(tree, bits, blockIdx.x, threadIdx.x, snapshot, counts);
    __syncthreads();
    words_store(tree, blockIdx.x, threadIdx.x, counts);
}

__global__ void __launch_bounds__(GROUP) reduce_level(uint32_t *tree, uint32_t level)
{
    __shared__ uint32_t values[GROUP];
    level_sum(tree, level, blockIdx.x, threadIdx.x, values);
    __syncthreads();
    level_store(tree, level, blockIdx.x, threadIdx.x, values);
}

static void pass_launch(int variant, uint32_t pass, uint32_t *tree, const uint32_t *bits,
                        cudaStream_t stream)
{
    const uint32_t groups = pass_groups(variant, pass), level = pass_level(variant, pass);
    if (variant == NAIVE || (variant == PREPASS && pass > 0))
        reduce_naive<<<groups, GROUP, 0, stream>>>(
            tree, level == DEPTH - 1 ? heap_of_bits(bits) : tree, level);
    else if (variant == PREPASS)
        reduce_prepass<<<groups, GROUP, 0, stream>>>(tree, bits);
    else if (pass > 0)
        reduce_level<<<groups, GROUP, 0, stream>>>(tree, level);
    else if (variant == PACKED)
        reduce_words<false><<<groups, GROUP, 0, stream>>>(tree, bits);
    else
        reduce_words<true><<<groups, GROUP, 0, stream>>>(tree, bits);
}

#endif
