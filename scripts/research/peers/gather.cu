/* SPDX-License-Identifier: MIT */
/*
 * gather.cu: a twin in CUDA of kernels/thread_group_tiling/gather.comp, for counters that no
 * interface of Vulkan has: the same nine taps, weights, layouts, orders and groups of 8 x 8, three
 * planes of RGBA16F and a result of it. Its picture is noise of its own: no address depends on it.
 *
 *   gather host                orders and arithmetic, on the host alone
 *   gather time SIZES ROUNDS   checks all results, then times; SIZES is WxH,WxH,...
 *   gather profile SIZES       one warm execution of each, then one between cudaProfilerStart and
 *                              cudaProfilerStop
 *
 * Prints lines of fields behind tabs: `device`, `config`, and, in `host`, `order`. Exit code: 0; 1 a
 * wrong result; 77 no device; 99 it could not be tried.
 */
#include "gather.cuh"
#include "twin.cuh"

#include <cuda_profiler_api.h>

#include <string.h>

const char twin_name[] = "gather";

static const int orders[] = { ROW_MAJOR, 1, 4, 8, 16, 32 };
enum { ORDERS = sizeof(orders) / sizeof(orders[0]) };
enum { GROUP = 8, SIZES_MAX = 16, ROUNDS_MAX = 64, SAMPLES = 4096 };

static const char *const layout_names[LAYOUTS] = { "image", "linear", "block" };

/* Host ---------------------------------------------------------------------------------------- */

/* For the script's test, which compares the hashes with those of `claimcheck inspect order`. */
static void print_hashes(uint2 grid)
{
    for (int order = 0; order < ORDERS; order++) {
        uint64_t hash = UINT64_C(0xcbf29ce484222325);
        for (unsigned launch = 0; launch < grid.x * grid.y; launch++) {
            const uint2 group = order_map(launch, grid, orders[order]);
            for (int byte = 0; byte < 8; byte++)
                hash = (hash ^ ((byte < 4 ? group.x : group.y) >> byte % 4 * 8 & 255)) *
                       UINT64_C(0x100000001b3);
        }
        printf("order\t%ux%u\t%d\t%016llx\n", grid.x, grid.y, orders[order],
               (unsigned long long)hash);
    }
}

static void check_halves(void)
{
    for (unsigned bits = 0x400; bits < 0x7c00; bits++)
        if (half_bits(half_value(bits)) != bits || half_bits(-half_value(bits)) != (bits | 0x8000))
            leave(1, "half %04x does not come back", bits);
    if (half_bits(1 + 1 / 2048.0f) != 0x3c00 || half_bits(1 + 3 / 2048.0f) != 0x3c02)
        leave(1, "ties do not go to even");
}

static void check_blocks(void)
{
    static bool taken[48 * 40];
    const int2 size = make_int2(41, 37);
    for (int y = 0; y < 37; y++)
        for (int x = 0; x < 41; x++) {
            bool *place = &taken[texel_index(BLOCK, size, x, y)];
            if (*place)
                leave(1, "two texels lie at %u", texel_index(BLOCK, size, x, y));
            *place = true;
        }
}

/* Far from the edges, by whole numbers: in 65536ths. */
static void check_reference(void)
{
    unsigned sum = 0;
    for (int tap = 0; tap < TAPS; tap++)
        for (int plane = 0; plane < PLANES; plane++) {
            const uint2 texel = texel_made(plane, 100 + tap_offset(tap).x, 90 + tap_offset(tap).y);
            sum += tap_weight(tap, plane) * (unsigned)(values_of(texel).w * 256);
        }
    const int2 size = make_int2(200, 180);
    if (reference(size, 100, 90).y >> 16 != half_bits(sum / 65536.0f))
        leave(1, "the reference is not the sum");
}

/* Checks what needs no device, and prints the orders. */
static int check_host(void)
{
    check_halves();
    check_blocks();
    check_reference();
    print_hashes(make_uint2(5, 3));
    print_hashes(make_uint2(79, 45));
    print_hashes(make_uint2(320, 180));
    return 0;
}

/* Kernels ------------------------------------------------------------------------------------- */

struct planes {
    cudaTextureObject_t images[PLANES];
    const uint2 *buffers[PLANES];
};

template <int layout>
__device__ static float4 fetch(const planes &planes, int plane, int2 size, int x, int y)
{
    if (layout == IMAGE)
        return tex2D<float4>(planes.images[plane], x + 0.5f, y + 0.5f);
    return values_of(__ldg(planes.buffers[plane] + texel_index(layout, size, x, y)));
}

template <int layout, int n>
__global__ void __launch_bounds__(GROUP *GROUP)
    gather(const planes planes, uint2 grid, int2 size, uint2 *__restrict__ result)
{
    const uint2 group = n == ROW_MAJOR ? make_uint2(blockIdx.x, blockIdx.y)
                                       : order_map(blockIdx.y * grid.x + blockIdx.x, grid, n);
    const int2 pixel = make_int2(group.x * GROUP + threadIdx.x, group.y * GROUP + threadIdx.y);
    if (pixel.x >= size.x || pixel.y >= size.y)
        return;
    float4 sum = make_float4(0, 0, 0, 0);
#pragma unroll
    for (int tap = 0; tap < TAPS; tap++) {
        const int x = clamped(pixel.x + tap_offset(tap).x, size.x);
        const int y = clamped(pixel.y + tap_offset(tap).y, size.y);
#pragma unroll
        for (int plane = 0; plane < PLANES; plane++)
            sum = weighted(tap_weight(tap, plane) / 256.0f,
                           fetch<layout>(planes, plane, size, x, y), sum);
    }
    result[texel_index(result_layout(layout), size, pixel.x, pixel.y)] = halves_of(sum);
}

__global__ void make_plane(int layout, int plane, int2 size, uint2 *texels)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x < size.x)
        texels[texel_index(layout, size, x, y)] = texel_made(plane, x, y);
}

__global__ void count_differences(const uint2 *a, const uint2 *b, size_t count,
                                  unsigned long long *differences)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < count;
         i += (size_t)gridDim.x * blockDim.x)
        if (a[i].x != b[i].x || a[i].y != b[i].y)
            atomicAdd(differences, 1ull);
}

typedef void gather_kernel(planes, uint2, int2, uint2 *);

template <int layout> static gather_kernel *kernel_of_order(int order)
{
    static gather_kernel *const kernels[ORDERS] = { gather<layout, 0>,  gather<layout, 1>,
                                                    gather<layout, 4>,  gather<layout, 8>,
                                                    gather<layout, 16>, gather<layout, 32> };
    return kernels[order];
}

static gather_kernel *kernel_of(int layout, int order)
{
    return layout == IMAGE    ? kernel_of_order<IMAGE>(order)
           : layout == LINEAR ? kernel_of_order<LINEAR>(order)
                              : kernel_of_order<BLOCK>(order);
}

/* Runs ---------------------------------------------------------------------------------------- */

struct run {
    int layout;
    int2 size;
    planes planes;
    cudaArray_t arrays[PLANES];
    uint2 *texels[PLANES]; /* what planes.buffers has */
    uint2 *result, *wanted;
};

static uint2 *device_alloc(size_t bytes)
{
    void *memory = NULL;
    hold(cudaMalloc(&memory, bytes), "cudaMalloc");
    return (uint2 *)memory;
}

/* The plane in an array, which is stored in blocks, read point by point. */
static void image_make(struct run *run, int plane)
{
    const cudaChannelFormatDesc format = cudaCreateChannelDescHalf4();
    cudaResourceDesc resource = {};
    cudaTextureDesc reading = {};
    const size_t row = sizeof(uint2) * run->size.x;
    hold(cudaMallocArray(&run->arrays[plane], &format, run->size.x, run->size.y),
         "cudaMallocArray");
    hold(cudaMemcpy2DToArray(run->arrays[plane], 0, 0, run->texels[plane], row, row, run->size.y,
                             cudaMemcpyDeviceToDevice),
         "cudaMemcpy2DToArray");
    hold(cudaDeviceSynchronize(), "the copy to an array");
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = run->arrays[plane];
    reading.addressMode[0] = reading.addressMode[1] = cudaAddressModeClamp;
    reading.filterMode = cudaFilterModePoint;
    reading.readMode = cudaReadModeElementType;
    hold(cudaCreateTextureObject(&run->planes.images[plane], &resource, &reading, NULL),
         "cudaCreateTextureObject");
    hold(cudaFree(run->texels[plane]), "cudaFree");
    run->texels[plane] = NULL;
}

/* Fills in what is below `planes`. */
static void run_make(struct run *run)
{
    const int layout = run->layout;
    const int2 size = run->size;
    const size_t bytes = sizeof(uint2) * texel_count(size);
    for (int plane = 0; plane < PLANES; plane++) {
        run->texels[plane] = device_alloc(bytes);
        make_plane<<<dim3((size.x + 127) / 128, size.y), 128>>>(layout, plane, size,
                                                                run->texels[plane]);
        hold(cudaGetLastError(), "make_plane");
        if (layout == IMAGE)
            image_make(run, plane);
        run->planes.buffers[plane] = run->texels[plane];
    }
    run->result = device_alloc(bytes);
    run->wanted = device_alloc(bytes);
    hold(cudaDeviceSynchronize(), "the planes");
}

static void run_free(struct run *run)
{
    for (int plane = 0; plane < PLANES; plane++) {
        if (run->layout == IMAGE) {
            hold(cudaDestroyTextureObject(run->planes.images[plane]), "cudaDestroyTextureObject");
            hold(cudaFreeArray(run->arrays[plane]), "cudaFreeArray");
        }
        hold(cudaFree(run->texels[plane]), "cudaFree");
    }
    hold(cudaFree(run->result), "cudaFree");
    hold(cudaFree(run->wanted), "cudaFree");
}

static void launch(const struct run *run, int order)
{
    const uint2 grid =
        make_uint2((run->size.x + GROUP - 1) / GROUP, (run->size.y + GROUP - 1) / GROUP);
    gather_kernel *kernel = kernel_of(run->layout, order);
    kernel<<<dim3(grid.x, grid.y), dim3(GROUP, GROUP)>>>(run->planes, grid, run->size, run->result);
    hold(cudaGetLastError(), "the launch");
}

/* Seeded pixels of what row_major wrote, against the reference. */
static void check_samples(const struct run *run)
{
    const size_t bytes = sizeof(uint2) * texel_count(run->size);
    uint2 *texels = (uint2 *)malloc(bytes);
    if (!texels)
        leave(99, "no memory for the check");
    hold(cudaMemcpy(texels, run->wanted, bytes, cudaMemcpyDeviceToHost), "cudaMemcpy");
    uint64_t random = 1;
    for (int i = 0; i < SAMPLES; i++) {
        random = random * UINT64_C(6364136223846793005) + 1442695040888963407;
        const int x = (int)((random >> 33) % run->size.x);
        const int y = (int)((random >> 13 & 0xfffff) % run->size.y);
        const uint2 wanted = reference(run->size, x, y);
        const uint2 came = texels[texel_index(result_layout(run->layout), run->size, x, y)];
        if (came.x != wanted.x || came.y != wanted.y)
            leave(1, "%s %dx%d: (%d, %d) is %08x%08x, wanted %08x%08x", layout_names[run->layout],
                  run->size.x, run->size.y, x, y, came.y, came.x, wanted.y, wanted.x);
    }
    free(texels);
}

/* All orders over poison: bit for bit what row_major wrote, which is the reference's. */
static void check(struct run *run)
{
    const size_t count = texel_count(run->size), bytes = sizeof(uint2) * count;
    unsigned long long *differences = (unsigned long long *)device_alloc(8), found = 0;
    for (int order = 0; order < ORDERS; order++) {
        hold(cudaMemset(run->result, 0xa5, bytes), "cudaMemset");
        hold(cudaMemset(differences, 0, 8), "cudaMemset");
        launch(run, order);
        if (order == 0)
            hold(cudaMemcpy(run->wanted, run->result, bytes, cudaMemcpyDeviceToDevice),
                 "cudaMemcpy");
        count_differences<<<1024, 256>>>(run->result, run->wanted, count, differences);
        hold(cudaMemcpy(&found, differences, 8, cudaMemcpyDeviceToHost), "the comparison");
        if (found > 0)
            leave(1, "%s %dx%d: with N %d %llu texels differ from row_major's",
                  layout_names[run->layout], run->size.x, run->size.y, orders[order], found);
    }
    check_samples(run);
    hold(cudaFree(differences), "cudaFree");
}

/* The layout; a field per number: groups that an SM holds, registers of a thread, then times in ns. */
static void print_config(const struct run *run, int order, const float *milliseconds, int rounds)
{
    int groups_held = 0;
    cudaFuncAttributes attributes;
    const void *kernel = (const void *)kernel_of(run->layout, order);
    hold(cudaFuncGetAttributes(&attributes, kernel), "cudaFuncGetAttributes");
    hold(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&groups_held, kernel, GROUP * GROUP, 0),
         "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
    printf("config\t%s\t%d\t%d\t%d\t%d\t%d", layout_names[run->layout], orders[order],
           run->size.x, run->size.y, groups_held, attributes.numRegs);
    for (int round = 0; round < rounds; round++)
        printf("\t%.0f", milliseconds[round] * 1e6);
    printf("\n");
    fflush(stdout);
}

/* Orders take turns within a round. */
static void time_orders(const struct run *run, int rounds)
{
    static float times[ORDERS][ROUNDS_MAX];
    cudaEvent_t begin, end;
    hold(cudaEventCreate(&begin), "cudaEventCreate");
    hold(cudaEventCreate(&end), "cudaEventCreate");
    for (int round = -1; round < rounds; round++)
        for (int i = 0; i < ORDERS; i++) {
            const int order = (i + round + 1) % ORDERS;
            hold(cudaEventRecord(begin), "cudaEventRecord");
            launch(run, order);
            hold(cudaEventRecord(end), "cudaEventRecord");
            hold(cudaEventSynchronize(end), "the execution");
            if (round >= 0)
                hold(cudaEventElapsedTime(&times[order][round], begin, end),
                     "cudaEventElapsedTime");
        }
    for (int order = 0; order < ORDERS; order++)
        print_config(run, order, times[order], rounds);
    hold(cudaEventDestroy(begin), "cudaEventDestroy");
    hold(cudaEventDestroy(end), "cudaEventDestroy");
}

static void profile_orders(const struct run *run)
{
    for (int order = 0; order < ORDERS; order++) {
        launch(run, order);
        hold(cudaDeviceSynchronize(), "the warm execution");
        hold(cudaProfilerStart(), "cudaProfilerStart");
        launch(run, order);
        hold(cudaDeviceSynchronize(), "the execution");
        hold(cudaProfilerStop(), "cudaProfilerStop");
        print_config(run, order, NULL, 0);
    }
}

static int read_sizes(char *text, int2 sizes[SIZES_MAX])
{
    int count = 0;
    for (char *part = strtok(text, ","); part; part = strtok(NULL, ",")) {
        char rest;
        if (count == SIZES_MAX ||
            sscanf(part, "%5dx%5d%c", &sizes[count].x, &sizes[count].y, &rest) != 2 ||
            sizes[count].x < 1 || sizes[count].y < 1 || sizes[count].y > 65535)
            leave(99, "%s is no size: WIDTHxHEIGHT is wanted", part);
        count++;
    }
    return count;
}

/* Times, or one profiled execution of each order where there are no rounds. */
static void run_size(int2 size, int rounds)
{
    for (int layout = 0; layout < LAYOUTS; layout++) {
        struct run run = {};
        run.layout = layout;
        run.size = size;
        run_make(&run);
        if (rounds > 0) {
            check(&run);
            time_orders(&run, rounds);
        } else {
            profile_orders(&run);
        }
        run_free(&run);
    }
}

int main(int count, char **arguments)
{
    int2 sizes[SIZES_MAX];
    const char *what = count > 1 ? arguments[1] : "";
    if (count == 2 && strcmp(what, "host") == 0)
        return check_host();
    const bool time = count == 4 && strcmp(what, "time") == 0;
    if (!time && (count != 3 || strcmp(what, "profile") != 0))
        leave(99, "usage: gather host | time SIZES ROUNDS | profile SIZES");
    const int rounds = time ? atoi(arguments[3]) : 0;
    if (time && (rounds < 1 || rounds > ROUNDS_MAX))
        leave(99, "%s rounds: 1 to %d are possible", arguments[3], ROUNDS_MAX);
    const int size_count = read_sizes(arguments[2], sizes);
    print_device();
    for (int i = 0; i < size_count; i++)
        run_size(sizes[i], rounds);
    return 0;
}
