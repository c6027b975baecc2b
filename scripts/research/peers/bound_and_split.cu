/* SPDX-License-Identifier: MIT */
/*
 * bound_and_split.cu: the peer of reyes_subdivision.bound_and_split: local_subgroup and
 * local_redistributed in CUDA. Scenes, the decision on a range and the digest are the bench's own
 * code, linked as C.
 *
 *   bound_and_split host SCENES                what the host draws: counts and digests
 *   bound_and_split time SCENES GROUPS ROUNDS  checks each answer, then times; lists behind commas
 *
 * A scene is teapot, hair_generated, or hair, which is read from the folder CLAIMCHECK_MODELS; the
 * picture is 1280 x 1024, the limit 8 pixels, the greatest depth 15. A group is a warp with a stack
 * of its own. Of two passes the first leaves its stacks to a list after six rounds.
 *
 * nvcc must not contract (--fmad=false): division and square root then round as the host's, and
 * what is drawn is the host's bit for bit. What is timed, by CUDA events, is the clearing of the
 * counters and the passes, after an execution of the same; a kernel that spins stands before.
 *
 * Prints lines of fields behind tabs: `device`, and `scene` or `config`. Exit code: 0; 1 a wrong
 * result; 77 no device, or no model; 99 it could not be tried.
 */
#include "twin.cuh"

#include <stdint.h>
#include <string.h>

extern "C" {
#include "bench/reyes_subdivision/scene/scene.h"
}

const char twin_name[] = "bound_and_split";

enum {
    LANES = 32,
    DEPTH = 15, /* ranges of a stack for each lane: the greatest depth */
    PASSES_MAX = 2,
    PASS_ROUNDS = 6,
    ROUNDS_MAX = 64,
    LIST_MAX = 8,
    RIBBONS = 10000,
};

/* Words of control. */
enum { DRAWN, LISTED, OVERFLOWED, CONTROL_WORDS };

/* Scenes -------------------------------------------------------------------------------------- */

struct subject {
    const char *name;
    struct scene scene;
    struct view view;
    struct range *drawn; /* by the host, in any order */
    uint32_t drawn_count;
    uint64_t bounds, digest;
};

static void *host_alloc(size_t bytes)
{
    void *memory = malloc(bytes > 0 ? bytes : 1);
    if (!memory)
        leave(99, "no memory for a scene");
    return memory;
}

static void read_model(struct scene *scene, const char *name)
{
    char patches[4096], camera[4096], message[SCENE_MESSAGE_BYTES];
    const char *folder = getenv("CLAIMCHECK_MODELS");
    if (!folder || !*folder)
        leave(77, "the scene %s is not shipped: set CLAIMCHECK_MODELS to its folder", name);
    snprintf(patches, sizeof(patches), "%s/%s.patches.f32", folder, name);
    snprintf(camera, sizeof(camera), "%s/%s.camera.txt", folder, name);
    if (!reyes_scene_read(scene, patches, camera, message))
        leave(99, "%s", message);
}

static void load_scene(struct scene *scene, const char *name)
{
    bool good = true;
    if (strcmp(name, "teapot") == 0)
        good = reyes_scene_teapot(scene);
    else if (strcmp(name, "hair_generated") == 0)
        good = reyes_scene_hair(scene, RIBBONS);
    else if (strcmp(name, "hair") == 0)
        read_model(scene, name);
    else
        leave(99, "%s is no scene: teapot, hair_generated and hair are", name);
    if (!good)
        leave(99, "no memory for the scene %s", name);
}

/* Draws on the host, depth first. */
static void subject_make(struct subject *subject, const char *name)
{
    memset(subject, 0, sizeof(*subject));
    subject->name = name;
    load_scene(&subject->scene, name);
    subject->view = reyes_view_init(&subject->scene.camera, 1280, 1024, 8, DEPTH);
    uint32_t room = 1 << 16;
    subject->drawn = (struct range *)host_alloc(room * sizeof(struct range));
    for (uint32_t patch = 0; patch < subject->scene.count; patch++) {
        struct range stack[DEPTH + 1];
        uint32_t height = 0;
        stack[height++] = reyes_range_whole(patch);
        while (height > 0) {
            const struct range range = stack[--height];
            const enum bound_code code =
                reyes_bound(&subject->view, &subject->scene.patches[range.patch], range, NULL);
            subject->bounds++;
            for (uint32_t child = 0; child < 2 && bound_splits(code); child++)
                stack[height++] = reyes_range_child(range, code == BOUND_SPLIT_U, child);
            if (code != BOUND_DRAW)
                continue;
            if (subject->drawn_count == room) {
                room *= 2;
                subject->drawn =
                    (struct range *)realloc(subject->drawn, room * sizeof(struct range));
                if (!subject->drawn)
                    leave(99, "no memory for a scene");
            }
            subject->drawn[subject->drawn_count++] = range;
        }
    }
    subject->digest = reyes_range_digest(subject->drawn, subject->drawn_count);
}

static void subject_free(struct subject *subject)
{
    reyes_scene_finish(&subject->scene);
    free(subject->drawn);
}

/* Bound --------------------------------------------------------------------------------------- */

/* Arguments of a pass. */
struct pass {
    struct view view;
    const float4 *patches; /* 16 each */
    uint2 *drawn, *list;
    uint32_t *control;
    uint32_t whole, drawn_max, list_max; /* whole: patches, or 0 where the list is the input */
    uint32_t rounds;                     /* after which a stack goes to the list; 0: never */
};

__device__ float4 weights_of(float t)
{
    const float s = 1.0f - t, ss = s * s, tt = t * t;
    return make_float4(ss * s, 3.0f * (ss * t), 3.0f * (s * tt), tt * t);
}

__device__ float3 sum_of(float3 a, float3 b, float3 c, float3 d, float4 w)
{
    return make_float3(((a.x * w.x + b.x * w.y) + c.x * w.z) + d.x * w.w,
                       ((a.y * w.x + b.y * w.y) + c.y * w.z) + d.y * w.w,
                       ((a.z * w.x + b.z * w.y) + c.z * w.z) + d.z * w.w);
}

__device__ float3 to_eye(const struct view &view, float3 at)
{
    float eye[3];
    for (int k = 0; k < 3; k++)
        eye[k] = ((view.eye[k][0] * at.x + view.eye[k][1] * at.y) + view.eye[k][2] * at.z) +
                 view.eye[k][3];
    return make_float3(eye[0], eye[1], eye[2]);
}

__device__ float3 point_of(const float4 *points, int i)
{
    const float4 point = __ldg(points + i);
    return make_float3(point.x, point.y, point.z);
}

__device__ bool within(const struct view &view, float low, float high, float nearest,
                       float farthest, float size)
{
    const float left = (low / (low < 0.0f ? nearest : farthest)) * view.scale + size * 0.5f;
    const float right = (high / (high > 0.0f ? nearest : farthest)) * view.scale + size * 0.5f;
    return !(left > (size - 1.0f) + view.ribbon) && !(-view.ribbon > right) && left <= right;
}

__device__ float distance_of(float2 a, float2 b)
{
    const float x = b.x - a.x, y = b.y - a.y;
    return sqrtf(x * x + y * y);
}

__device__ uint32_t decide(const struct view &view, const float3 eye[3][3], float width,
                           float height)
{
    float3 low = eye[0][0], high = eye[0][0];
    for (int k = 1; k < 9; k++) {
        const float3 at = eye[k / 3][k % 3];
        low = make_float3(fminf(low.x, at.x), fminf(low.y, at.y), fminf(low.z, at.z));
        high = make_float3(fmaxf(high.x, at.x), fmaxf(high.y, at.y), fmaxf(high.z, at.z));
    }
    const float farthest = -low.z, nearest = fmaxf(-high.z, view.near);
    if (!(farthest >= view.near && -high.z <= view.far) ||
        !within(view, low.x, high.x, nearest, farthest, view.width) ||
        !within(view, low.y, high.y, nearest, farthest, view.height))
        return BOUND_CULL_FRUSTUM;
    if (low.z < 0.0f && high.z >= 0.0f)
        return width < height ? BOUND_SPLIT_U : BOUND_SPLIT_V;
    float2 screen[3][3];
    for (int k = 0; k < 9; k++) {
        const float3 at = eye[k / 3][k % 3];
        const float pixels = view.scale / fmaxf(-at.z, 1e-12f);
        screen[k / 3][k % 3] = make_float2(at.x * pixels, at.y * pixels);
    }
    float along_u = 0.0f, along_v = 0.0f;
    for (int k = 0; k < 3; k++) {
        along_u = fmaxf(along_u, distance_of(screen[0][k], screen[1][k]) +
                                     distance_of(screen[1][k], screen[2][k]));
        along_v = fmaxf(along_v, distance_of(screen[k][0], screen[k][1]) +
                                     distance_of(screen[k][1], screen[k][2]));
    }
    if (!(along_u > view.limit) && !(along_v > view.limit))
        return BOUND_DRAW;
    return along_u > along_v ? BOUND_SPLIT_U : BOUND_SPLIT_V;
}

/* A row of control points at a time, for all three u at once. */
__device__ uint32_t bound(const struct pass &pass, uint2 range)
{
    const uint32_t a = range.y >> 27, b = range.y >> 22 & 31;
    const float width = __uint_as_float(127 - a << 23), height = __uint_as_float(127 - b << 23);
    const float i = (float)((range.y & 0x3fffff) >> b), j = (float)(range.y & (1u << b) - 1);
    const float u0 = i * width, u1 = (i + 1.0f) * width, v0 = j * height, v1 = (j + 1.0f) * height;
    const float4 u[3] = { weights_of(u0), weights_of(u0 + (u1 - u0) * 0.5f), weights_of(u1) };
    const float4 v[3] = { weights_of(v0), weights_of(v0 + (v1 - v0) * 0.5f), weights_of(v1) };
    const float4 *points = pass.patches + 16 * (size_t)range.x;
    float3 curve[3][4], eye[3][3];
    for (int n = 0; n < 4; n++) {
        const float3 p = point_of(points, n), q = point_of(points, 4 + n);
        const float3 r = point_of(points, 8 + n), s = point_of(points, 12 + n);
        for (int k = 0; k < 3; k++)
            curve[k][n] = sum_of(p, q, r, s, u[k]);
    }
    for (int k = 0; k < 9; k++) {
        const float3 *at = curve[k / 3];
        eye[k / 3][k % 3] = to_eye(pass.view, sum_of(at[0], at[1], at[2], at[3], v[k % 3]));
    }
    const uint32_t code = decide(pass.view, eye, width, height);
    return (code & BOUND_SPLIT_V) && a + b + 1 >= pass.view.max_depth ? BOUND_CULL_DEPTH : code;
}

__device__ uint2 child_of(uint2 range, bool along_u, uint32_t child)
{
    const uint32_t a = range.y >> 27, b = range.y >> 22 & 31;
    const uint32_t i = (range.y & 0x3fffff) >> b, j = range.y & (1u << b) - 1;
    range.y = along_u ? a + 1 << 27 | b << 22 | 2 * i + child << b | j
                      : a << 27 | b + 1 << 22 | i << b + 1 | 2 * j + child;
    return range;
}

/* Split --------------------------------------------------------------------------------------- */

/* Words of control that the warp adds to; what they were before, to all lanes. */
__device__ uint32_t reserve(uint32_t *word, uint32_t count)
{
    uint32_t before = 0;
    if (threadIdx.x == 0)
        before = atomicAdd(word, count);
    return __shfl_sync(~0u, before, 0);
}

/* Copies `count` of the warp's ranges to a list that has room for `most`. */
__device__ void hand_on(const struct pass &pass, uint32_t word, uint2 *list, uint32_t most,
                        const uint2 *ranges, uint32_t count)
{
    const uint32_t to = reserve(&pass.control[word], count);
    for (uint32_t i = threadIdx.x; i < count; i += LANES)
        if (to + i < most)
            list[to + i] = ranges[i];
        else
            pass.control[OVERFLOWED] = 1;
    __syncwarp();
}

__global__ void __launch_bounds__(LANES) subdivide(const __grid_constant__ struct pass pass)
{
    __shared__ uint2 stack[LANES * DEPTH], gathered[2 * LANES];
    const uint32_t lane = threadIdx.x, below = (1u << lane) - 1;
    const uint32_t inputs = pass.whole > 0 ? pass.whole : pass.control[LISTED];
    uint32_t height = 0, drawn = 0, next = blockIdx.x, rounds = 0;
    for (;; rounds++) {
        const uint32_t left = next < inputs ? (inputs - next - 1) / gridDim.x + 1 : 0;
        const uint32_t fresh = 2 * height <= LANES ? min(LANES - height, left) : 0;
        if (left == 0 && (height == 0 || pass.rounds > 0 && rounds >= pass.rounds))
            break;
        const uint32_t resumed = min(height, LANES - fresh);
        uint2 range = make_uint2(0, 0);
        uint32_t code = BOUND_CULL_FRUSTUM;
        height -= resumed;
        if (lane < fresh + resumed) {
            const uint32_t input = next + lane * gridDim.x;
            if (lane >= fresh)
                range = stack[height + lane - fresh];
            else
                range = pass.whole > 0 ? make_uint2(input, 0) : pass.list[input];
            code = bound(pass, range);
        }
        next += fresh * gridDim.x;
        __syncwarp();
        const bool splits = (code & BOUND_SPLIT_V) != 0, draws = code == BOUND_DRAW;
        const uint32_t splitting = __ballot_sync(~0u, splits), drawing = __ballot_sync(~0u, draws);
        for (uint32_t child = 0; child < 2 && splits; child++)
            stack[height + 2 * __popc(splitting & below) + child] =
                child_of(range, code == BOUND_SPLIT_U, child);
        if (draws)
            gathered[drawn + __popc(drawing & below)] = range;
        height += 2 * __popc(splitting);
        drawn += __popc(drawing);
        __syncwarp();
        if (drawn >= LANES) {
            drawn -= LANES;
            hand_on(pass, DRAWN, pass.drawn, pass.drawn_max, gathered + drawn, LANES);
        }
    }
    if (height > 0)
        hand_on(pass, LISTED, pass.list, pass.list_max, stack, height);
    if (drawn > 0)
        hand_on(pass, DRAWN, pass.drawn, pass.drawn_max, gathered, drawn);
}

/* Device -------------------------------------------------------------------------------------- */

static void *device_alloc(size_t bytes)
{
    void *memory = NULL;
    hold(cudaMalloc(&memory, bytes), "cudaMalloc");
    return memory;
}

static struct pass pass_make(const struct subject *subject, uint32_t groups)
{
    const size_t bytes = 16 * (size_t)subject->scene.count * sizeof(float4);
    float4 *points = (float4 *)host_alloc(bytes);
    for (size_t k = 0; k < 16 * (size_t)subject->scene.count; k++) {
        const float *point = subject->scene.patches[k / 16].points[k % 16];
        points[k] = make_float4(point[0], point[1], point[2], 1.0f);
    }
    struct pass pass;
    memset(&pass, 0, sizeof(pass));
    pass.view = subject->view;
    pass.whole = subject->scene.count;
    pass.drawn_max = subject->drawn_count + 1;
    pass.list_max = groups * LANES * DEPTH;
    pass.drawn = (uint2 *)device_alloc(pass.drawn_max * sizeof(uint2));
    pass.list = (uint2 *)device_alloc(pass.list_max * sizeof(uint2));
    pass.control = (uint32_t *)device_alloc(4 * CONTROL_WORDS);
    pass.patches = (const float4 *)device_alloc(bytes);
    hold(cudaMemcpy((void *)pass.patches, points, bytes, cudaMemcpyHostToDevice), "cudaMemcpy");
    free(points);
    return pass;
}

static void pass_free(struct pass *pass)
{
    hold(cudaFree(pass->drawn), "cudaFree");
    hold(cudaFree(pass->list), "cudaFree");
    hold(cudaFree(pass->control), "cudaFree");
    hold(cudaFree((void *)pass->patches), "cudaFree");
}

static void execute(struct pass pass, uint32_t groups, uint32_t passes)
{
    hold(cudaMemsetAsync(pass.control, 0, 4 * CONTROL_WORDS), "cudaMemsetAsync");
    pass.rounds = passes > 1 ? PASS_ROUNDS : 0;
    subdivide<<<groups, LANES>>>(pass);
    pass.whole = pass.rounds = 0;
    if (passes > 1)
        subdivide<<<groups, LANES>>>(pass);
    hold(cudaGetLastError(), "the launch");
}

/* Checks that the ranges drawn, over poison, are those of the host bit for bit. */
static void check(const struct subject *subject, const struct pass *pass, uint32_t groups,
                  uint32_t passes)
{
    const size_t bytes = pass->drawn_max * sizeof(struct range);
    uint32_t control[CONTROL_WORDS];
    hold(cudaMemset(pass->drawn, 0xa5, bytes), "cudaMemset");
    hold(cudaMemset(pass->list, 0xa5, pass->list_max * sizeof(uint2)), "cudaMemset");
    execute(*pass, groups, passes);
    hold(cudaMemcpy(control, pass->control, sizeof(control), cudaMemcpyDeviceToHost),
         "the execution");
    if (control[OVERFLOWED] || control[DRAWN] != subject->drawn_count)
        leave(1, "%s: %u ranges are drawn, wanted %u", subject->name, control[DRAWN],
              subject->drawn_count);
    struct range *drawn = (struct range *)host_alloc(bytes);
    hold(cudaMemcpy(drawn, pass->drawn, bytes, cudaMemcpyDeviceToHost), "cudaMemcpy");
    if (reyes_range_digest(drawn, subject->drawn_count) != subject->digest)
        leave(1, "%s: other ranges are drawn than the host draws", subject->name);
    free(drawn);
}

__global__ void spin(long long clocks)
{
    const long long begin = clock64();
    while (clock64() - begin < clocks) {
    }
}

/* A line: what was done, then the times in ns. */
static void time_passes(const struct subject *subject, const struct pass *pass, uint32_t groups,
                        uint32_t passes, int rounds, const cudaEvent_t events[2])
{
    cudaFuncAttributes attributes;
    hold(cudaFuncGetAttributes(&attributes, subdivide), "cudaFuncGetAttributes");
    printf("config\t%s\t%u\t%u\t%u\t%016llx\t%d", subject->name, passes, groups,
           subject->drawn_count, (unsigned long long)subject->digest, attributes.numRegs);
    for (int round = -1; round < rounds; round++) {
        float milliseconds = 0;
        execute(*pass, groups, passes);
        spin<<<1, 1>>>(100000);
        hold(cudaEventRecord(events[0]), "cudaEventRecord");
        execute(*pass, groups, passes);
        hold(cudaEventRecord(events[1]), "cudaEventRecord");
        hold(cudaEventSynchronize(events[1]), "the execution");
        hold(cudaEventElapsedTime(&milliseconds, events[0], events[1]), "cudaEventElapsedTime");
        if (round >= 0)
            printf("\t%.0f", milliseconds * 1e6);
    }
    printf("\n");
    fflush(stdout);
}

static void time_subject(const struct subject *subject, uint32_t groups, int rounds,
                         const cudaEvent_t events[2])
{
    struct pass pass = pass_make(subject, groups);
    for (uint32_t passes = 1; passes <= PASSES_MAX; passes++) {
        check(subject, &pass, groups, passes);
        time_passes(subject, &pass, groups, passes, rounds, events);
        check(subject, &pass, groups, passes);
    }
    pass_free(&pass);
}

static int split(char *text, const char *parts[LIST_MAX])
{
    int count = 0;
    for (char *part = strtok(text, ","); part && count < LIST_MAX; part = strtok(NULL, ","))
        parts[count++] = part;
    return count;
}

int main(int count, char **arguments)
{
    const char *mode = count > 1 ? arguments[1] : "", *names[LIST_MAX], *groups[LIST_MAX];
    const bool time = count == 5 && strcmp(mode, "time") == 0;
    if (!time && (count != 3 || strcmp(mode, "host") != 0))
        leave(99, "usage: bound_and_split host SCENES | time SCENES GROUPS ROUNDS");
    const int scene_count = split(arguments[2], names);
    const int groups_count = time ? split(arguments[3], groups) : 0;
    const int rounds = time ? atoi(arguments[4]) : 0;
    cudaEvent_t events[2];
    if (time && (rounds < 1 || rounds > ROUNDS_MAX))
        leave(99, "%s rounds: 1 to %d are possible", arguments[4], ROUNDS_MAX);
    if (time)
        print_device();
    for (int k = 0; k < 2 && time; k++)
        hold(cudaEventCreate(&events[k]), "cudaEventCreate");
    for (int i = 0; i < scene_count; i++) {
        struct subject subject;
        subject_make(&subject, names[i]);
        if (!time)
            printf("scene\t%s\t%u\t%llu\t%016llx\n", names[i], subject.drawn_count,
                   (unsigned long long)subject.bounds, (unsigned long long)subject.digest);
        for (int k = 0; k < groups_count; k++) {
            if (atoi(groups[k]) < 1 || atoi(groups[k]) > 65535)
                leave(99, "%s groups: 1 to 65535 are possible", groups[k]);
            time_subject(&subject, (uint32_t)atoi(groups[k]), rounds, events);
        }
        subject_free(&subject);
    }
    return 0;
}
