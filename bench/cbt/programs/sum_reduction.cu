// SPDX-License-Identifier: MIT
// sum_reduction.cu: naive, prepass, packed and packed_snapshot of cbt.sum_reduction in CUDA, by the first argument.
#include "claimcheck_program.h"
#include "sum_reduction.cuh"

static int variant = VARIANTS;
static const char *const names[VARIANTS] = { "naive", "prepass", "packed", "packed_snapshot" };

__global__ void __launch_bounds__(GROUP) reduce_naive(uint32_t *tree, const uint32_t *from, uint32_t level)
{
    naive_node(tree, from, level, blockIdx.x * GROUP + threadIdx.x);
}

__global__ void __launch_bounds__(GROUP) reduce_prepass(uint32_t *tree, const uint32_t *bits)
{
    prepass_word(tree, bits, blockIdx.x * GROUP + threadIdx.x);
}

template <bool snapshot> __global__ void __launch_bounds__(GROUP) reduce_words(uint32_t *tree, const uint32_t *bits)
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

static void execute(cc_case *c)
{
    uint32_t *tree = (uint32_t *)cc_out(c, "tree");
    const uint32_t *bits = (const uint32_t *)cc_in(c, "bits");
    const cudaStream_t stream = cc_stream(c);
    for (uint32_t pass = 0; pass < pass_count(variant); pass++) {
        const uint32_t groups = pass_groups(variant, pass), level = pass_level(variant, pass);
        if (variant == NAIVE || (variant == PREPASS && pass > 0))
            reduce_naive<<<groups, GROUP, 0, stream>>>(tree, level == DEPTH - 1 ? heap_of_bits(bits) : tree, level);
        else if (variant == PREPASS)
            reduce_prepass<<<groups, GROUP, 0, stream>>>(tree, bits);
        else if (pass > 0)
            reduce_level<<<groups, GROUP, 0, stream>>>(tree, level);
        else if (variant == PACKED)
            reduce_words<false><<<groups, GROUP, 0, stream>>>(tree, bits);
        else
            reduce_words<true><<<groups, GROUP, 0, stream>>>(tree, bits);
    }
}

int main(int count, char **arguments)
{
    for (variant = 0; variant < VARIANTS && (count < 2 || strcmp(names[variant], arguments[1]) != 0);)
        variant++;
    if (variant == VARIANTS)
        cc_die("sum_reduction", "there is no variant of that name");
    return cc_main(names[variant], NULL, execute);
}
