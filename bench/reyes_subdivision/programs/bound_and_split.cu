// SPDX-License-Identifier: MIT
// bound_and_split.cu: local_subgroup of reyes_subdivision.bound_and_split in CUDA, a warp with a stack of its own; with an
// argument local_redistributed: after so many rounds the first pass leaves its stacks to a list, which the second shares out.
// nvcc must not contract (--fmad=false): division and square root then round as the host's.
#include "claimcheck_program.h"

enum { LANES = 32, DEPTH = 15 /* ranges of a stack for each lane: the greatest depth */ };
enum { BOUND_CULL_FRUSTUM = 0, BOUND_DRAW = 1, BOUND_SPLIT_V = 2, BOUND_SPLIT_U = 6, BOUND_CULL_DEPTH = 8 };
// Words of control, as those of the bench.
enum { DRAWN, SPLITS, CULLED_DEPTH, BOUNDS, OVERFLOWED = 6, LISTED = 7, CONTROL_WORDS = 8 };

struct view {
    float eye[3][4];
    float scale, near, far, width, height, limit, ribbon;
};

/* Arguments of a pass. */
struct pass {
    struct view view;
    const float4 *patches; /* 16 each */
    uint2 *drawn, *list;
    uint32_t *control;
    uint32_t whole, drawn_max, list_max; /* whole: patches, or 0 where the list is the input */
    uint32_t max_depth, rounds;          /* after which a stack goes to the list; 0: never */
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
    return (code & BOUND_SPLIT_V) && a + b + 1 >= pass.max_depth ? BOUND_CULL_DEPTH : code;
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
    uint32_t height = 0, drawn = 0, next = blockIdx.x, rounds = 0, bounds = 0, splits = 0, culled = 0;
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
        const bool opens = (code & BOUND_SPLIT_V) != 0, draws = code == BOUND_DRAW;
        const uint32_t splitting = __ballot_sync(~0u, opens), drawing = __ballot_sync(~0u, draws);
        bounds += fresh + resumed;
        splits += __popc(splitting);
        culled += __popc(__ballot_sync(~0u, code == BOUND_CULL_DEPTH));
        for (uint32_t child = 0; child < 2 && opens; child++)
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
    if (lane == 0 && bounds > 0) {
        atomicAdd(&pass.control[BOUNDS], bounds);
        atomicAdd(&pass.control[SPLITS], splits);
        atomicAdd(&pass.control[CULLED_DEPTH], culled);
    }
}

static struct pass pass; // of the point
static uint32_t groups, rounds;

static void set_up(cc_case *c)
{
    for (int i = 0; i < (int)(sizeof(pass.view) / 4); i++) {
        char name[16];
        snprintf(name, sizeof(name), "view_%d", i);
        const uint32_t bits = (uint32_t)cc_number(c, name);
        memcpy((char *)&pass.view + 4 * i, &bits, 4);
    }
    groups = (uint32_t)cc_number(c, "groups");
    pass.max_depth = (uint32_t)cc_number(c, "max_depth");
    pass.whole = (uint32_t)cc_number(c, "patches");
    pass.drawn_max = (uint32_t)cc_number(c, "drawn_max");
    pass.list_max = groups * LANES * DEPTH;
    pass.patches = (const float4 *)cc_in(c, "points");
    pass.drawn = (uint2 *)cc_out(c, "drawn");
    pass.control = (uint32_t *)cc_out(c, "control");
    pass.list = (uint2 *)cc_memory(c, pass.list_max * sizeof(uint2));
}

static void execute(cc_case *c)
{
    struct pass now = pass;
    cc_hold(cudaMemsetAsync(pass.control, 0, 4 * CONTROL_WORDS, cc_stream(c)), "the counters");
    now.rounds = rounds;
    subdivide<<<groups, LANES, 0, cc_stream(c)>>>(now);
    if (rounds == 0)
        return;
    now.whole = now.rounds = 0;
    subdivide<<<groups, LANES, 0, cc_stream(c)>>>(now);
}

int main(int count, char **arguments)
{
    rounds = count > 1 ? (uint32_t)atoi(arguments[1]) : 0;
    return cc_main(rounds > 0 ? "local_redistributed" : "local_subgroup", set_up, execute);
}
