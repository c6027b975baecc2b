/* SPDX-License-Identifier: MIT */
/*
 * subdivide.cu: the peer of tile_subdivision.subdivide: single_launch in CUDA, a group per block of
 * 32 x 32 pixels. Maps, pyramid, reference and digest are the bench's own code, linked as C.
 *
 *   subdivide host SEED TOP MAPS         what the reference finds: counts and sums
 *   subdivide time SEED TOP MAPS ROUNDS  checks each answer, then times; MAPS behind commas
 *
 * The threshold is the map's own, the falloff 1. What is timed, by CUDA events, is the one launch.
 * Hot: after an execution of the same. Cold: after 512 MiB were read and written and as many more
 * read, as the harness sweeps. A kernel that spins stands before the first event.
 *
 * Prints lines of fields behind tabs: `device`, and `map` or `config`. Exit code: 0; 1 a wrong
 * result; 77 no device; 99 it could not be tried.
 */
#include "twin.cuh"

#include <stdint.h>
#include <string.h>

extern "C" {
#include "bench/tile_subdivision/answer.h"
#include "bench/tile_subdivision/input/map.h"
}

const char twin_name[] = "subdivide";

enum {
    BLOCK = 5,
    TOP_MIN = BLOCK,
    TOP_MAX = 10, /* groups and tiles in one word */
    LANES = 32,
    THREADS = 256, /* one for each 2 x 2 pixels of a block */
    ROUNDS_MAX = 64,
    MAPS_MAX = 4,
    SWEEP_BYTES = 1 << 29,
};

/* Maps ---------------------------------------------------------------------------------------- */

struct subject {
    const char *name;
    struct pyramid pyramid;
    struct threshold threshold;
    struct tile_digest digest; /* of the reference's tiles */
};

static void *host_alloc(size_t bytes)
{
    void *memory = malloc(bytes > 0 ? bytes : 1);
    if (!memory)
        leave(99, "no memory for a map");
    return memory;
}

static struct tile_list list_make(size_t capacity)
{
    struct tile_list list;
    memset(&list, 0, sizeof(list));
    list.capacity = capacity;
    list.keys = (uint32_t *)host_alloc(4 * capacity);
    list.importances = (uint32_t *)host_alloc(4 * capacity);
    list.thresholds = (uint32_t *)host_alloc(4 * capacity);
    return list;
}

static void list_free(struct tile_list *list)
{
    free(list->keys);
    free(list->importances);
    free(list->thresholds);
}

static void subject_make(struct subject *subject, const char *name, uint64_t seed, uint32_t top)
{
    enum map_kind kind;
    if (!tiles_map_kind_find(name, &kind))
        leave(99, "%s is no map", name);
    memset(subject, 0, sizeof(*subject));
    subject->name = name;
    subject->pyramid.top = top;
    subject->pyramid.values = (float *)host_alloc(4 * tiles_pyramid_count(top));
    if (!tiles_map_generate(kind, seed, top, subject->pyramid.values))
        leave(99, "no memory for a map");
    tiles_pyramid_build(&subject->pyramid);
    subject->threshold.falloff = 1;
    subject->threshold.base = tiles_map_threshold_base(kind, top, 1);
    struct threshold_node tie;
    tiles_threshold_plant_tie(&subject->pyramid, &subject->threshold, &tie);
    struct tile_list tiles =
        list_make(tiles_reference_count(&subject->pyramid, &subject->threshold));
    struct reference_counts counts;
    if (!tiles_reference_subdivide(&subject->pyramid, &subject->threshold, &tiles, &counts))
        leave(99, "%s: the reference has more tiles than it counted", name);
    subject->digest = tiles_tile_list_digest(&tiles);
    list_free(&tiles);
}

static unsigned long long sum_of(const struct tile_digest *digest)
{
    return (unsigned long long)digest->sum[0] << 32 | digest->sum[1];
}

/* Subdivision --------------------------------------------------------------------------------- */

struct buffers {
    const uint32_t *pyramid;
    uint32_t *keys, *importances, *thresholds, *control;
    uint32_t top, base, capacity; /* base: bits of the threshold of level 0 */
};

/* Words of control. */
enum { COUNT, TICKET, CONTROL_WORDS };

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

__device__ void write(const struct buffers &to, uint32_t slot, struct node n, uint32_t importance)
{
    if (slot >= to.capacity)
        return;
    to.keys[slot] = n.level << 24 | n.y << 12 | n.x;
    to.importances[slot] = importance;
    to.thresholds[slot] = threshold_of(to, n.level);
}

/* Adds a group and its tiles; where they begin. The last group stores the count, and leaves the
 * ticket at 0. One thread of each group. */
__device__ uint32_t reserve(const struct buffers &to, uint32_t tiles)
{
    const uint32_t bits = 2 * to.top + 1, mask = (1u << bits) - 1;
    const uint32_t before = atomicAdd(&to.control[TICKET], 1u << bits | tiles);
    if (before >> bits == gridDim.x * gridDim.y - 1) {
        to.control[COUNT] = (before & mask) + tiles;
        atomicExch(&to.control[TICKET], 0);
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
        write(to, slot, n, importance);
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
        write(to, slot + __popc(singles & below), n, importance);
    slot += alone + __popc(opening & below);
    for (uint32_t i = 0; i < 4 && opens; i++) {
        const uint2 row = rows[i >> 1];
        const struct node pixel = { 0, 2 * square.x + (i & 1), 2 * square.y + (i >> 1) };
        write(to, slot + i * squares, pixel, i & 1 ? row.y : row.x);
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

/* Device -------------------------------------------------------------------------------------- */

static void *device_alloc(size_t bytes)
{
    void *memory = NULL;
    hold(cudaMalloc(&memory, bytes), "cudaMalloc");
    return memory;
}

static struct buffers buffers_make(const struct subject *subject)
{
    const size_t bytes = 4 * tiles_pyramid_count(subject->pyramid.top);
    struct buffers to;
    memset(&to, 0, sizeof(to));
    to.top = subject->pyramid.top;
    to.capacity = 1u << 2 * to.top;
    memcpy(&to.base, &subject->threshold.base, 4);
    to.pyramid = (const uint32_t *)device_alloc(bytes);
    to.keys = (uint32_t *)device_alloc(4 * to.capacity);
    to.importances = (uint32_t *)device_alloc(4 * to.capacity);
    to.thresholds = (uint32_t *)device_alloc(4 * to.capacity);
    to.control = (uint32_t *)device_alloc(4 * CONTROL_WORDS);
    hold(cudaMemcpy((void *)to.pyramid, subject->pyramid.values, bytes, cudaMemcpyHostToDevice),
         "cudaMemcpy");
    hold(cudaMemset(to.control, 0, 4 * CONTROL_WORDS), "cudaMemset");
    return to;
}

static void buffers_free(struct buffers *to)
{
    hold(cudaFree((void *)to->pyramid), "cudaFree");
    hold(cudaFree(to->keys), "cudaFree");
    hold(cudaFree(to->importances), "cudaFree");
    hold(cudaFree(to->thresholds), "cudaFree");
    hold(cudaFree(to->control), "cudaFree");
}

static void execute(const struct buffers *to)
{
    const uint32_t side = 1u << (to->top - BLOCK);
    subdivide<<<dim3(side, side), THREADS>>>(*to);
    hold(cudaGetLastError(), "the launch");
}

/* Checks that the records, over poison, are the reference's bit for bit, in any order. */
static void check(const struct subject *subject, const struct buffers *to)
{
    const uint32_t wanted = subject->digest.count;
    uint32_t *const arrays[3] = { to->keys, to->importances, to->thresholds };
    uint32_t control[CONTROL_WORDS];
    for (int k = 0; k < 3; k++)
        hold(cudaMemset(arrays[k], 0xa5, 4 * (size_t)to->capacity), "cudaMemset");
    hold(cudaMemset(&to->control[COUNT], 0xa5, 4), "cudaMemset");
    execute(to);
    hold(cudaMemcpy(control, to->control, sizeof(control), cudaMemcpyDeviceToHost),
         "the execution");
    if (control[COUNT] != wanted || control[TICKET] != 0)
        leave(1, "%s: %u tiles, wanted %u; %u is left of the ticket", subject->name, control[COUNT],
              wanted, control[TICKET]);
    struct tile_list came = list_make(wanted);
    uint32_t *const words[3] = { came.keys, came.importances, came.thresholds };
    for (int k = 0; k < 3; k++)
        hold(cudaMemcpy(words[k], arrays[k], 4 * (size_t)wanted, cudaMemcpyDeviceToHost),
             "cudaMemcpy");
    came.count = wanted;
    const struct tile_digest digest = tiles_tile_list_digest(&came);
    if (memcmp(&digest, &subject->digest, sizeof(digest)) != 0)
        leave(1, "%s: other tiles than the reference's", subject->name);
    list_free(&came);
}

__global__ void sweep(uint4 *words, size_t count, bool write)
{
    uint4 sum = make_uint4(0, 0, 0, 0);
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < count;
         i += (size_t)gridDim.x * blockDim.x) {
        uint4 word = words[i];
        word.x++;
        if (write)
            words[i] = word;
        sum.x ^= word.x ^ word.y ^ word.z ^ word.w;
    }
    if (!write && sum.x == 0x9e3779b9u)
        words[0] = sum; /* so that the reads are wanted */
}

__global__ void spin(long long clocks)
{
    const long long begin = clock64();
    while (clock64() - begin < clocks) {
    }
}

static float time_once(const struct buffers *to, uint4 *const swept[2], bool cold,
                       const cudaEvent_t events[2])
{
    float milliseconds = 0;
    for (int k = 0; k < 2 && cold; k++)
        sweep<<<1024, 512>>>(swept[k], SWEEP_BYTES / sizeof(uint4), k == 0);
    if (!cold)
        execute(to);
    spin<<<1, 1>>>(100000);
    hold(cudaEventRecord(events[0]), "cudaEventRecord");
    execute(to);
    hold(cudaEventRecord(events[1]), "cudaEventRecord");
    hold(cudaEventSynchronize(events[1]), "the execution");
    hold(cudaEventElapsedTime(&milliseconds, events[0], events[1]), "cudaEventElapsedTime");
    return milliseconds;
}

/* A line for hot caches and one for cold ones: what was done, then the times in ns. */
static void time_subject(const struct subject *subject, const struct buffers *to,
                         uint4 *const swept[2], int rounds, const cudaEvent_t events[2])
{
    cudaFuncAttributes attributes;
    hold(cudaFuncGetAttributes(&attributes, subdivide), "cudaFuncGetAttributes");
    for (int cold = 0; cold < 2; cold++) {
        printf("config\t%s\t%u\t%s\t%u\t%016llx\t%d", subject->name, to->top, cold ? "cold" : "hot",
               subject->digest.count, sum_of(&subject->digest), attributes.numRegs);
        for (int round = -1; round < rounds; round++) {
            const float milliseconds = time_once(to, swept, cold, events);
            if (round >= 0)
                printf("\t%.0f", milliseconds * 1e6);
        }
        printf("\n");
        fflush(stdout);
    }
}

static void time_maps(struct subject *subjects, int count, int rounds)
{
    cudaEvent_t events[2];
    uint4 *swept[2];
    print_device();
    for (int k = 0; k < 2; k++) {
        hold(cudaEventCreate(&events[k]), "cudaEventCreate");
        swept[k] = (uint4 *)device_alloc(SWEEP_BYTES);
        hold(cudaMemset(swept[k], 0, SWEEP_BYTES), "cudaMemset");
    }
    for (int i = 0; i < count; i++) {
        struct buffers to = buffers_make(&subjects[i]);
        check(&subjects[i], &to);
        time_subject(&subjects[i], &to, swept, rounds, events);
        check(&subjects[i], &to);
        buffers_free(&to);
    }
}

int main(int count, char **arguments)
{
    static struct subject subjects[MAPS_MAX];
    const char *mode = count > 1 ? arguments[1] : "";
    const bool time = count == 6 && strcmp(mode, "time") == 0;
    if (!time && (count != 5 || strcmp(mode, "host") != 0))
        leave(99, "usage: subdivide host SEED TOP MAPS | time SEED TOP MAPS ROUNDS");
    const uint64_t seed = strtoull(arguments[2], NULL, 10);
    const int top = atoi(arguments[3]), rounds = time ? atoi(arguments[5]) : 0;
    if (top < TOP_MIN || top > TOP_MAX)
        leave(99, "top %s: %d to %d are possible", arguments[3], TOP_MIN, TOP_MAX);
    if (time && (rounds < 1 || rounds > ROUNDS_MAX))
        leave(99, "%s rounds: 1 to %d are possible", arguments[5], ROUNDS_MAX);
    int maps = 0;
    for (char *map = strtok(arguments[4], ","); map && maps < MAPS_MAX; map = strtok(NULL, ","))
        subject_make(&subjects[maps++], map, seed, (uint32_t)top);
    if (time)
        time_maps(subjects, maps, rounds);
    for (int i = 0; i < maps; i++) {
        if (!time)
            printf("map\t%s\t%d\t%u\t%016llx\n", subjects[i].name, top, subjects[i].digest.count,
                   sum_of(&subjects[i].digest));
        free(subjects[i].pyramid.values);
    }
    return 0;
}
