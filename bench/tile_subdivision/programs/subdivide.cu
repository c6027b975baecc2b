// SPDX-License-Identifier: MIT
// subdivide.cu: single_launch of tile_subdivision.subdivide in CUDA, a group per block of 32 x 32 pixels.
#include "claimcheck_program.h"

enum { BLOCK = 5, LANES = 32, THREADS = 256 /* one for each 2 x 2 pixels of a block */ };

struct buffers {
    const uint32_t *pyramid;
    uint32_t *keys, *importances, *thresholds, *count, *ticket;
    uint32_t top, base, capacity; /* base: bits of the threshold of level 0 */
};

struct node {
    uint32_t level, x, y;
};

__device__ uint32_t index_of(const struct buffers &to, struct node n)
{
    return ((4u << 2 * to.top) - (4u << 2 * (to.top - n.level))) / 3 + (n.y << to.top - n.level) +
           n.x;
}

__device__ uint32_t threshold_of(const struct buffers &to, uint32_t level)
{
    return to.base - (level << 23);
}

__device__ bool is_leaf(const struct buffers &to, struct node n)
{
    return !(to.pyramid[index_of(to, n)] >= threshold_of(to, n.level));
}

__device__ void tile_write(const struct buffers &to, uint32_t slot, struct node n, uint32_t importance)
{
    if (slot >= to.capacity)
        return;
    to.keys[slot] = n.level << 24 | n.y << 12 | n.x;
    to.importances[slot] = importance;
    to.thresholds[slot] = threshold_of(to, n.level);
}

/* Adds a group and its tiles; returns where they begin. The last group stores the count, and leaves the
 * ticket at 0. One thread of each group. */
__device__ uint32_t reserve(const struct buffers &to, uint32_t tiles)
{
    const uint32_t bits = 2 * to.top + 1, mask = (1u << bits) - 1;
    const uint32_t before = atomicAdd(to.ticket, 1u << bits | tiles);
    if (before >> bits == gridDim.x * gridDim.y - 1) {
        *to.count = (before & mask) + tiles;
        atomicExch(to.ticket, 0);
    }
    return before & mask;
}

/* A block within a tile: its first block appends that. */
__device__ void append_above(const struct buffers &to, uint2 block, uint32_t level)
{
    const uint32_t shift = level - BLOCK;
    const struct node n = { level, block.x >> shift, block.y >> shift };
    const bool first = n.x << shift == block.x && n.y << shift == block.y;
    if (threadIdx.x > 0)
        return;
    const uint32_t importance = to.pyramid[index_of(to, n)];
    const uint32_t slot = reserve(to, first);
    if (first)
        tile_write(to, slot, n, importance);
}

/* Returns where the warp's `own` tiles begin. All of the group. */
__device__ uint32_t reserve_group(const struct buffers &to, uint32_t own)
{
    __shared__ uint32_t counts[THREADS / LANES], base;
    uint32_t before = 0, total = 0;
    if (threadIdx.x % LANES == 0)
        counts[threadIdx.x / LANES] = own;
    __syncthreads();
    for (uint32_t i = 0; i < THREADS / LANES; i++) {
        before += i < threadIdx.x / LANES ? counts[i] : 0;
        total += counts[i];
    }
    if (threadIdx.x == 0)
        base = reserve(to, total);
    __syncthreads();
    return base + before;
}

/* A block that subdivides. `leaf`: the highest level at which the thread's square is in a tile, 0
 * where it has a tile for each pixel. */
__device__ void append_within(const struct buffers &to, uint2 within, uint2 square, uint32_t leaf)
{
    const uint32_t shift = leaf > 0 ? leaf - 1 : 0, below = (1u << threadIdx.x % LANES) - 1;
    const bool opens = leaf == 0;
    const bool single = !opens && ((within.x | within.y) & (1u << shift) - 1) == 0;
    const uint32_t opening = __ballot_sync(~0u, opens), singles = __ballot_sync(~0u, single);
    const uint32_t squares = __popc(opening), alone = __popc(singles);
    const struct node n = { opens ? 1 : leaf, square.x >> shift, square.y >> shift };
    const uint32_t importance = single ? to.pyramid[index_of(to, n)] : 0;
    uint2 rows[2] = { make_uint2(0, 0), make_uint2(0, 0) };
    for (uint32_t y = 0; y < 2 && opens; y++)
        rows[y] = *(const uint2 *)&to.pyramid[(2 * square.y + y << to.top) + 2 * square.x];
    uint32_t slot = reserve_group(to, alone + 4 * squares);
    if (single)
        tile_write(to, slot + __popc(singles & below), n, importance);
    slot += alone + __popc(opening & below);
    for (uint32_t i = 0; i < 4 && opens; i++) {
        const uint2 row = rows[i >> 1];
        const struct node pixel = { 0, 2 * square.x + (i & 1), 2 * square.y + (i >> 1) };
        tile_write(to, slot + i * squares, pixel, i & 1 ? row.y : row.x);
    }
}

__device__ uint32_t even_bits(uint32_t bits)
{
    bits &= 0x55555555u;
    bits = (bits | bits >> 1) & 0x33333333u;
    bits = (bits | bits >> 2) & 0x0f0f0f0fu;
    return (bits | bits >> 4) & 0x00ff00ffu;
}

__global__ void __launch_bounds__(THREADS) subdivide(const __grid_constant__ struct buffers to)
{
    const uint2 block = make_uint2(blockIdx.x, blockIdx.y);
    const uint2 within = make_uint2(even_bits(threadIdx.x), even_bits(threadIdx.x >> 1));
    const uint2 square =
        make_uint2((block.x << BLOCK - 1) + within.x, (block.y << BLOCK - 1) + within.y);
    const uint32_t steps = to.top - BLOCK, step = threadIdx.x % LANES;
    const uint32_t up = to.top - min(step, steps), shift = up - BLOCK;
    const bool above = is_leaf(to, { up, block.x >> shift, block.y >> shift }) && step <= steps;
    uint32_t leaf = 0;
    for (uint32_t level = 1; level < BLOCK; level++)
        if (is_leaf(to, { level, square.x >> level - 1, square.y >> level - 1 }))
            leaf = level;
    const uint32_t leaves = __ballot_sync(~0u, above);
    if (leaves != 0)
        append_above(to, block, to.top - (__ffs(leaves) - 1));
    else
        append_within(to, within, square, leaf);
}

static struct buffers to; // of the point

static void set_up(cc_case *c)
{
    to.top = (uint32_t)cc_number(c, "top");
    to.base = (uint32_t)cc_number(c, "base");
    to.capacity = 1u << 2 * to.top;
    to.pyramid = (const uint32_t *)cc_in(c, "pyramid");
    to.keys = (uint32_t *)cc_out(c, "keys");
    to.importances = (uint32_t *)cc_out(c, "importances");
    to.thresholds = (uint32_t *)cc_out(c, "thresholds");
    to.count = (uint32_t *)cc_out(c, "count");
    to.ticket = (uint32_t *)cc_memory(c, sizeof(uint32_t));
    cc_hold(cudaMemset(to.ticket, 0, sizeof(uint32_t)), "the ticket");
}

static void execute(cc_case *c)
{
    const uint32_t side = 1u << (to.top - BLOCK);
    subdivide<<<dim3(side, side), THREADS, 0, cc_stream(c)>>>(to);
}

int main()
{
    return cc_main("single_launch", set_up, execute);
}
