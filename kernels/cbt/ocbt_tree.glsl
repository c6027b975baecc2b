/* SPDX-License-Identifier: MIT */
/*
 * ocbt_tree.glsl: where the sums of a pool's allocator lie: level POOL_DEPTH - 7 in 8 bits, levels
 * down to 7 in 16, levels 6 to 0 in 32. Needs ocbt.glsl.
 */
#ifndef CBT_OCBT_TREE_GLSL
#define CBT_OCBT_TREE_GLSL

const uint WIDE_NODES = 128; /* nodes 1..127 are 32 bits wide */

uint tree_lowest()
{
    return 1u << POOL_DEPTH - 7;
}

uint tree_words()
{
    return WIDE_NODES - 1 + (tree_lowest() - WIDE_NODES) / 2 + tree_lowest() / 4;
}

/* The words of node 128 and the following two to a word, and of level POOL_DEPTH - 7, four. */
uint tree_word_16(uint node)
{
    return WIDE_NODES - 1 + (node - WIDE_NODES) / 2;
}

uint tree_word_8(uint node)
{
    return WIDE_NODES - 1 + (tree_lowest() - WIDE_NODES) / 2 + (node - tree_lowest()) / 4;
}

/* Sixteen words of bits: writes nodes of levels POOL_DEPTH - 7 and - 8, returns that of - 9. */
uint tree_sum_words(uint index)
{
    uint sums[4];
    for (uint i = 0; i < 4; i++) {
        const uint word = 16 * index + 4 * i;
        sums[i] = bitCount(bits[word]) + bitCount(bits[word + 1]) + bitCount(bits[word + 2]) +
                  bitCount(bits[word + 3]);
    }
    const uint first = sums[0] + sums[1], second = sums[2] + sums[3];
    tree[tree_word_8(tree_lowest() + 4 * index)] =
        sums[0] | sums[1] << 8 | sums[2] << 16 | sums[3] << 24;
    tree[tree_word_16(tree_lowest() / 2 + 2 * index)] = first | second << 16;
    return first + second;
}

shared uint level_sums[2048];

/*
 * Sums `count` nodes of level `level`, in level_sums, up to the one that is left. `first` is the
 * first of them. The whole group calls; level_sums is complete before.
 */
void tree_sum_levels(uint first, uint count)
{
    const uint thread = gl_LocalInvocationIndex, threads = gl_WorkGroupSize.x;
    for (;;) {
        if (first >= WIDE_NODES) {
            for (uint i = thread; i < count / 2; i += threads)
                tree[tree_word_16(first + 2 * i)] = level_sums[2 * i] | level_sums[2 * i + 1] << 16;
        } else {
            for (uint i = thread; i < count; i += threads)
                tree[first + i - 1] = level_sums[i];
        }
        if (count == 1)
            return;
        first /= 2;
        count /= 2;
#ifdef WIDE
        /* Earlier turns have read the words that this one writes. */
        for (uint turn = 0; turn < count; turn += threads) {
            const uint node = turn + thread;
            const uint sum = node < count ? level_sums[2 * node] + level_sums[2 * node + 1] : 0;
            barrier();
            if (node < count)
                level_sums[node] = sum;
            barrier();
        }
#else
        const bool one = thread < count, two = thread + threads < count;
        const uint a = one ? level_sums[2 * thread] + level_sums[2 * thread + 1] : 0;
        const uint b =
            two ? level_sums[2 * (thread + threads)] + level_sums[2 * (thread + threads) + 1] : 0;
        barrier();
        if (one)
            level_sums[thread] = a;
        if (two)
            level_sums[thread + threads] = b;
        barrier();
#endif
    }
}

#endif
