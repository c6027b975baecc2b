// SPDX-License-Identifier: MIT
// Sums of tiles, their scan by one block, then the scan of each tile.
#include "claimcheck_program.h"

enum { SIZE = 256, ITEMS = 16, TILE = SIZE * ITEMS };

// The inclusive sum over the block; *total: all of it.
template <typename T> __device__ T block_scan(T value, T *total)
{
    __shared__ T warps[32];
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    for (int step = 1; step < 32; step *= 2) {
        const T other = __shfl_up_sync(~0u, value, step);
        value += lane >= step ? other : 0;
    }
    __syncthreads();
    if (lane == 31)
        warps[warp] = value;
    __syncthreads();
    T before = 0, sum = 0;
    for (int i = 0; i < (int)blockDim.x / 32; i++) {
        before += i < warp ? warps[i] : 0;
        sum += warps[i];
    }
    *total = sum;
    return before + value;
}

template <typename T> __global__ void tile_sums(const T *source, T *totals, size_t count)
{
    T sum = 0, total;
    for (int i = 0; i < ITEMS; i++) {
        const size_t at = (size_t)blockIdx.x * TILE + i * SIZE + threadIdx.x;
        sum += at < count ? source[at] : 0;
    }
    block_scan(sum, &total);
    if (threadIdx.x == 0)
        totals[blockIdx.x] = total;
}

template <typename T> __global__ void spine(T *totals, int tiles)
{
    T before = 0, total;
    for (int first = 0; first < tiles; first += blockDim.x) {
        const int at = first + threadIdx.x;
        const T sum = block_scan(at < tiles ? totals[at] : 0, &total);
        if (at < tiles)
            totals[at] = before + sum;
        before += total;
    }
}

template <typename T> __global__ void tile_scans(const T *source, T *sums, const T *totals, size_t count)
{
    T before = blockIdx.x ? totals[blockIdx.x - 1] : 0;
    for (int row = 0; row < ITEMS; row++) {
        const size_t at = (size_t)blockIdx.x * TILE + row * SIZE + threadIdx.x;
        T total;
        const T sum = block_scan(at < count ? source[at] : 0, &total);
        if (at < count)
            sums[at] = before + sum;
        before += total;
    }
}

static void *totals;

static int tiles_of(cc_case *c)
{
    return ((int)cc_number(c, "elements") + TILE - 1) / TILE;
}

static void set_up(cc_case *c)
{
    totals = cc_memory(c, 8 * (size_t)tiles_of(c));
}

template <typename T> static void scan(cc_case *c)
{
    const T *source = (const T *)cc_in(c, "source");
    const size_t count = (size_t)cc_number(c, "elements");
    tile_sums<T><<<tiles_of(c), SIZE, 0, cc_stream(c)>>>(source, (T *)totals, count);
    spine<T><<<1, 1024, 0, cc_stream(c)>>>((T *)totals, tiles_of(c));
    tile_scans<T><<<tiles_of(c), SIZE, 0, cc_stream(c)>>>(source, (T *)cc_out(c, "sums"), (const T *)totals, count);
}

static void execute(cc_case *c)
{
    cc_is(c, "type", "uint") ? scan<uint32_t>(c) : scan<uint64_t>(c);
}

int main()
{
    return cc_main("three kernels by hand", set_up, execute);
}
