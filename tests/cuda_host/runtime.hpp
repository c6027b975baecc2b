/* SPDX-License-Identifier: MIT */
/*
 * runtime.hpp: as much of CUDA as our programs use, on the host: blocks one after the other, a
 * fiber per thread. A warp's and a block's barriers are kept; memory is the host's. nvcc beside it
 * turns launches into cuda_launch().
 */
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <ucontext.h>
#include <vector>

#define __CUDACC__ 1
#define __global__
#define __device__
#define __host__
#define __shared__ static
#define __grid_constant__
#define __launch_bounds__(...)
using std::max;
using std::min;

struct dim3 {
    unsigned x, y, z;
    dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_)
    {
    }
};
struct uint2 {
    unsigned x, y;
};
struct float2 {
    float x, y;
};
struct float3 {
    float x, y, z;
};
struct alignas(16) float4 {
    float x, y, z, w;
};
static inline uint2 make_uint2(unsigned x, unsigned y)
{
    return { x, y };
}
static inline float2 make_float2(float x, float y)
{
    return { x, y };
}
static inline float3 make_float3(float x, float y, float z)
{
    return { x, y, z };
}
static inline float4 make_float4(float x, float y, float z, float w)
{
    return { x, y, z, w };
}

/* Threads ----------------------------------------------------------------------------------- */

struct cuda_barrier { // of those that are alive, each with a word
    unsigned arrived, alive, turn, values[32], read[32];
};
struct cuda_thread {
    ucontext_t context;
    std::vector<char> stack;
    unsigned number;
    bool ended;
};
static dim3 threadIdx, blockIdx, blockDim, gridDim;
static ucontext_t cuda_scheduler;
static std::vector<cuda_thread> cuda_threads;
static cuda_thread *cuda_now;
static cuda_barrier cuda_block, cuda_warps[32];
static std::function<void()> cuda_body;

static void cuda_complete(cuda_barrier &barrier)
{
    memcpy(barrier.read, barrier.values, sizeof(barrier.read));
    memset(barrier.values, 0, sizeof(barrier.values));
    barrier.arrived = 0;
    barrier.turn++;
}

static void cuda_wait(cuda_barrier &barrier, unsigned lane, unsigned value)
{
    const unsigned turn = barrier.turn;
    barrier.values[lane] = value;
    if (++barrier.arrived == barrier.alive)
        cuda_complete(barrier);
    while (barrier.turn == turn)
        swapcontext(&cuda_now->context, &cuda_scheduler);
}

static cuda_barrier &cuda_warp()
{
    return cuda_warps[cuda_now->number / 32];
}

static void cuda_leave(cuda_barrier &barrier)
{
    if (--barrier.alive > 0 && barrier.arrived == barrier.alive)
        cuda_complete(barrier);
}

static void cuda_thread_run()
{
    cuda_body();
    cuda_now->ended = true;
    cuda_leave(cuda_warp());
    cuda_leave(cuda_block);
    swapcontext(&cuda_now->context, &cuda_scheduler);
}

static void cuda_block_run()
{
    const unsigned count = blockDim.x * blockDim.y * blockDim.z;
    memset(&cuda_block, 0, sizeof(cuda_block));
    memset(cuda_warps, 0, sizeof(cuda_warps));
    cuda_block.alive = count;
    cuda_threads.resize(std::max<size_t>(cuda_threads.size(), count));
    for (unsigned i = 0; i < count; i++) {
        cuda_thread &thread = cuda_threads[i];
        thread.stack.resize(32768);
        thread.number = i;
        thread.ended = false;
        cuda_warps[i / 32].alive++;
        getcontext(&thread.context);
        thread.context.uc_stack.ss_sp = thread.stack.data();
        thread.context.uc_stack.ss_size = thread.stack.size();
        makecontext(&thread.context, cuda_thread_run, 0);
    }
    for (unsigned left = count; left > 0;)
        for (unsigned i = 0; i < count; i++) {
            cuda_now = &cuda_threads[i];
            if (cuda_now->ended)
                continue;
            threadIdx =
                dim3(i % blockDim.x, i / blockDim.x % blockDim.y, i / blockDim.x / blockDim.y);
            swapcontext(&cuda_scheduler, &cuda_now->context);
            left -= cuda_now->ended;
        }
}

typedef void *cudaStream_t;
template <typename... P>
static auto cuda_launch(void (*kernel)(P...), dim3 grid, dim3 block, size_t = 0,
                        cudaStream_t = nullptr)
{
    return [=](auto... given) {
        gridDim = grid;
        blockDim = block;
        cuda_body = [=] { kernel(given...); };
        for (unsigned z = 0; z < grid.z; z++)
            for (unsigned y = 0; y < grid.y; y++)
                for (unsigned x = 0; x < grid.x; x++) {
                    blockIdx = dim3(x, y, z);
                    cuda_block_run();
                }
    };
}

static inline void __syncthreads()
{
    cuda_wait(cuda_block, 0, 0);
}
static inline void __syncwarp()
{
    cuda_wait(cuda_warp(), 0, 0);
}
static inline unsigned __ballot_sync(unsigned, bool is)
{
    cuda_barrier &warp = cuda_warp();
    const unsigned lane = cuda_now->number % 32;
    unsigned bits = 0;
    cuda_wait(warp, lane, is);
    for (unsigned i = 0; i < 32; i++)
        bits |= warp.read[i] << i;
    return bits;
}
static inline unsigned __shfl_sync(unsigned, unsigned value, unsigned from)
{
    cuda_barrier &warp = cuda_warp();
    cuda_wait(warp, cuda_now->number % 32, value);
    return warp.read[from];
}
template <typename T> static T atomicAdd(T *word, T more)
{
    T old = *word;
    *word += more;
    return old;
}
static inline unsigned atomicExch(unsigned *word, unsigned value)
{
    unsigned old = *word;
    *word = value;
    return old;
}
static inline int __popc(unsigned bits)
{
    return __builtin_popcount(bits);
}
static inline int __ffs(unsigned bits)
{
    return __builtin_ffs((int)bits);
}
static inline float __uint_as_float(unsigned bits)
{
    float number;
    memcpy(&number, &bits, 4);
    return number;
}
template <typename T> static T __ldg(const T *at)
{
    return *at;
}

/* Runtime ----------------------------------------------------------------------------------- */

enum cudaError_t { cudaSuccess };
enum { cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost };
typedef double *cudaEvent_t;
static inline const char *cudaGetErrorString(cudaError_t)
{
    return "";
}
static inline cudaError_t cudaGetDeviceCount(int *count)
{
    *count = 1;
    return cudaSuccess;
}
static inline cudaError_t cudaStreamCreate(cudaStream_t *stream)
{
    *stream = nullptr;
    return cudaSuccess;
}
static inline cudaError_t cudaStreamSynchronize(cudaStream_t)
{
    return cudaSuccess;
}
static inline cudaError_t cudaEventCreate(cudaEvent_t *event)
{
    *event = new double;
    return cudaSuccess;
}
static inline cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t)
{
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    *event = 1e3 * now.tv_sec + now.tv_nsec / 1e6;
    return cudaSuccess;
}
static inline cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t a, cudaEvent_t b)
{
    *ms = (float)(*b - *a);
    return cudaSuccess;
}
static inline cudaError_t cudaMalloc(void **data, size_t bytes)
{
    *data = aligned_alloc(256, (bytes + 511) / 256 * 256);
    return cudaSuccess;
}
static inline cudaError_t cudaFree(void *data)
{
    free(data);
    return cudaSuccess;
}
static inline cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, int)
{
    memcpy(to, from, bytes);
    return cudaSuccess;
}
static inline cudaError_t cudaMemset(void *to, int byte, size_t bytes)
{
    memset(to, byte, bytes);
    return cudaSuccess;
}
static inline cudaError_t cudaMemsetAsync(void *to, int byte, size_t bytes, cudaStream_t)
{
    return cudaMemset(to, byte, bytes);
}
static inline cudaError_t cudaGetLastError()
{
    return cudaSuccess;
}
