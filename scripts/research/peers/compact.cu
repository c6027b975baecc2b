/* SPDX-License-Identifier: MIT */
/*
 * compact.cu: the peer of stream_reduction.compact: NVIDIA's CUB, DeviceSelect::If, over the streams
 * of the bench, which its own generator and reference make (bench/stream_reduction/, linked as C).
 *
 *   compact host SEED STREAMS            counts and hashes, on the host alone
 *   compact time SEED STREAMS ROUNDS     checks each result, then times; STREAMS is a list of
 *                                        ELEMENT:N:P behind commas, such as tuple:4096:0.5
 *
 * What is timed, by CUDA events, is one call of If with its temporary storage there: CUB's kernel
 * that clears its state, and the one that selects. A kernel that spins stands before the first
 * event, so that what the host takes to launch is in no time. Hot: after an execution of the same
 * call. Cold: after 512 MiB were read and written and as many more read, as the harness sweeps. Of
 * each stream a copy on the device is timed, too, that reads and writes as many bytes together.
 *
 * Prints lines of fields behind tabs: `device`, `cub`, and `stream` or `config`. Exit code: 0; 1 a
 * wrong result; 77 no device; 99 it could not be tried.
 */
#include "twin.cuh"

#include <cub/device/device_select.cuh>
#include <cub/version.cuh>

#include <string.h>

extern "C" {
#include "bench/common/hash.h"
#include "bench/stream_reduction/reference.h"
#include "bench/stream_reduction/source.h"
}

const char twin_name[] = "compact";

enum { STREAMS_MAX = 64, ROUNDS_MAX = 64, SWEEP_BYTES = 1 << 29 };

/* Streams ------------------------------------------------------------------------------------- */

struct stream {
    char element[8], p[24];
    uint32_t side, words, entries, count;
    uint32_t *elements, *answer;
    uint64_t hash; /* of the answer */
};

static void *host_alloc(size_t bytes)
{
    void *memory = malloc(bytes > 0 ? bytes : 1);
    if (!memory)
        leave(99, "no memory for a stream");
    return memory;
}

static void stream_make(struct stream *stream, uint64_t seed)
{
    const struct stream_source source = stream_source_of(seed, strtod(stream->p, NULL), 1);
    const size_t bytes = 4 * (size_t)stream->words * stream->entries;
    stream->elements = (uint32_t *)host_alloc(bytes);
    stream->answer = (uint32_t *)host_alloc(bytes);
    for (uint32_t i = 0; i < stream->entries; i++)
        if (stream->words == 1)
            stream->elements[i] = stream_source_index(&source, i);
        else
            stream_source_tuple(&source, i, stream->elements + 4 * (size_t)i);
    stream->count = stream_reference_compact(stream->answer, stream->elements, stream->entries,
                                             stream->words);
    stream->hash = hash_bytes(stream->answer, 4 * (size_t)stream->words * stream->count);
}

static void stream_free(struct stream *stream)
{
    free(stream->elements);
    free(stream->answer);
}

/* ELEMENT:N:P,... */
static int read_streams(char *text, struct stream streams[STREAMS_MAX])
{
    int count = 0;
    for (char *part = strtok(text, ","); part; part = strtok(NULL, ",")) {
        char rest;
        struct stream *stream = &streams[count];
        memset(stream, 0, sizeof(*stream));
        const bool read = count < STREAMS_MAX &&
                          sscanf(part, "%7[a-z]:%5u:%23[0-9.]%c", stream->element, &stream->side,
                                 stream->p, &rest) == 3;
        const bool tuple = read && strcmp(stream->element, "tuple") == 0;
        if (!read || (!tuple && strcmp(stream->element, "index") != 0) || stream->side < 1 ||
            stream->side > 8192 || strtod(stream->p, NULL) > 1)
            leave(99, "%s is no stream: tuple:N:P or index:N:P is wanted", part);
        stream->words = tuple ? STREAM_TUPLE_WORDS : STREAM_INDEX_WORDS;
        stream->entries = stream->side * stream->side;
        count++;
    }
    return count;
}

/* Device -------------------------------------------------------------------------------------- */

/* Not null, by value as the bench defines it. */
struct valid {
    __device__ bool operator()(uint4 tuple) const
    {
        const uint32_t null = STREAM_NULL_COMPONENT;
        return tuple.x != null || tuple.y != null || tuple.z != null || tuple.w != null;
    }
    __device__ bool operator()(uint32_t index) const
    {
        return index != STREAM_NULL_INDEX;
    }
};

struct selection {
    const struct stream *stream;
    void *input, *output, *temporary;
    size_t temporary_bytes;
    uint32_t *count;
    uint4 *sweep[2];
    cudaEvent_t begin, end;
};

/* temporary NULL: asks how much it takes. */
static cudaError_t select_valid(struct selection *selection)
{
    const struct stream *stream = selection->stream;
    const int entries = (int)stream->entries;
    if (stream->words == 1)
        return cub::DeviceSelect::If(selection->temporary, selection->temporary_bytes,
                                     (const uint32_t *)selection->input,
                                     (uint32_t *)selection->output, selection->count, entries,
                                     valid());
    return cub::DeviceSelect::If(selection->temporary, selection->temporary_bytes,
                                 (const uint4 *)selection->input, (uint4 *)selection->output,
                                 selection->count, entries, valid());
}

static cudaError_t copy_as_much(struct selection *selection)
{
    const struct stream *stream = selection->stream;
    const size_t bytes = 2 * (size_t)stream->words * (stream->entries + (size_t)stream->count);
    return cudaMemcpyAsync(selection->output, selection->input, bytes, cudaMemcpyDeviceToDevice);
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

static void *device_alloc(size_t bytes)
{
    void *memory = NULL;
    hold(cudaMalloc(&memory, bytes > 0 ? bytes : 4), "cudaMalloc");
    return memory;
}

static void selection_make(struct selection *selection, const struct stream *stream)
{
    const size_t bytes = 4 * (size_t)stream->words * stream->entries;
    selection->stream = stream;
    selection->input = device_alloc(bytes);
    selection->output = device_alloc(bytes);
    selection->count = (uint32_t *)device_alloc(4);
    selection->temporary = NULL;
    hold(cudaMemcpy(selection->input, stream->elements, bytes, cudaMemcpyHostToDevice),
         "cudaMemcpy");
    hold(select_valid(selection), "DeviceSelect::If");
    selection->temporary = device_alloc(selection->temporary_bytes);
}

static void selection_free(struct selection *selection)
{
    hold(cudaFree(selection->input), "cudaFree");
    hold(cudaFree(selection->output), "cudaFree");
    hold(cudaFree(selection->count), "cudaFree");
    hold(cudaFree(selection->temporary), "cudaFree");
}

/* The count, and the hash of what was selected, over poison. */
static void check(struct selection *selection)
{
    const struct stream *stream = selection->stream;
    const size_t bytes = 4 * (size_t)stream->words * stream->count;
    uint32_t count = 0;
    hold(cudaMemset(selection->output, 0xa5, 4 * (size_t)stream->words * stream->entries),
         "cudaMemset");
    hold(select_valid(selection), "DeviceSelect::If");
    hold(cudaMemcpy(&count, selection->count, 4, cudaMemcpyDeviceToHost), "the execution");
    if (count != stream->count)
        leave(1, "%s:%u:%s: %u are selected, wanted %u", stream->element, stream->side, stream->p,
              count, stream->count);
    uint32_t *came = (uint32_t *)host_alloc(bytes);
    hold(cudaMemcpy(came, selection->output, bytes, cudaMemcpyDeviceToHost), "cudaMemcpy");
    if (hash_bytes(came, bytes) != stream->hash)
        leave(1, "%s:%u:%s: what was selected has another hash than the reference's",
              stream->element, stream->side, stream->p);
    free(came);
}

static float time_once(struct selection *selection, bool cold,
                       cudaError_t (*execute)(struct selection *))
{
    float milliseconds = 0;
    if (cold) {
        sweep<<<1024, 512>>>(selection->sweep[0], SWEEP_BYTES / sizeof(uint4), true);
        sweep<<<1024, 512>>>(selection->sweep[1], SWEEP_BYTES / sizeof(uint4), false);
    } else {
        hold(execute(selection), "the execution before");
    }
    spin<<<1, 1>>>(100000);
    hold(cudaEventRecord(selection->begin), "cudaEventRecord");
    hold(execute(selection), "the execution");
    hold(cudaEventRecord(selection->end), "cudaEventRecord");
    hold(cudaEventSynchronize(selection->end), "the execution");
    hold(cudaEventElapsedTime(&milliseconds, selection->begin, selection->end),
         "cudaEventElapsedTime");
    return milliseconds;
}

/* A line for hot caches and one for cold ones: what was done, then the times in ns. */
static void time_selection(struct selection *selection, int rounds)
{
    const struct stream *stream = selection->stream;
    for (int what = 0; what < 4; what++) {
        const bool cold = what % 2 == 1, copy = what >= 2;
        printf("config\t%s\t%s\t%u\t%s\t%s\t%u\t%016llx\t%zu", copy ? "copy" : "select",
               stream->element, stream->side, stream->p, cold ? "cold" : "hot", stream->count,
               (unsigned long long)stream->hash, copy ? 0 : selection->temporary_bytes);
        for (int round = -1; round < rounds; round++) {
            const float milliseconds =
                time_once(selection, cold, copy ? copy_as_much : select_valid);
            if (round >= 0)
                printf("\t%.0f", milliseconds * 1e6);
        }
        printf("\n");
        fflush(stdout);
    }
}

static void time_streams(struct stream *streams, int count, uint64_t seed, int rounds)
{
    struct selection selection;
    memset(&selection, 0, sizeof(selection));
    print_device();
    printf("cub\t%d.%d.%d\n", CUB_MAJOR_VERSION, CUB_MINOR_VERSION, CUB_SUBMINOR_VERSION);
    hold(cudaEventCreate(&selection.begin), "cudaEventCreate");
    hold(cudaEventCreate(&selection.end), "cudaEventCreate");
    for (int i = 0; i < 2; i++) {
        selection.sweep[i] = (uint4 *)device_alloc(SWEEP_BYTES);
        hold(cudaMemset(selection.sweep[i], 0, SWEEP_BYTES), "cudaMemset");
    }
    for (int i = 0; i < count; i++) {
        stream_make(&streams[i], seed);
        selection_make(&selection, &streams[i]);
        check(&selection);
        time_selection(&selection, rounds);
        check(&selection);
        selection_free(&selection);
        stream_free(&streams[i]);
    }
}

int main(int count, char **arguments)
{
    static struct stream streams[STREAMS_MAX];
    const char *mode = count > 1 ? arguments[1] : "";
    const bool time = count == 5 && strcmp(mode, "time") == 0;
    if (!time && (count != 4 || strcmp(mode, "host") != 0))
        leave(99, "usage: compact host SEED STREAMS | time SEED STREAMS ROUNDS");
    const uint64_t seed = strtoull(arguments[2], NULL, 10);
    const int rounds = time ? atoi(arguments[4]) : 0;
    if (time && (rounds < 1 || rounds > ROUNDS_MAX))
        leave(99, "%s rounds: 1 to %d are possible", arguments[4], ROUNDS_MAX);
    const int stream_count = read_streams(arguments[3], streams);
    if (time) {
        time_streams(streams, stream_count, seed, rounds);
        return 0;
    }
    for (int i = 0; i < stream_count; i++) {
        stream_make(&streams[i], seed);
        printf("stream\t%s\t%u\t%s\t%u\t%016llx\n", streams[i].element, streams[i].side,
               streams[i].p, streams[i].count, (unsigned long long)streams[i].hash);
        stream_free(&streams[i]);
    }
    return 0;
}
