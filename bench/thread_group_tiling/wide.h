/* SPDX-License-Identifier: MIT */
/*
 * wide.h: the ground on which all benches of wide 2D kernels stand: one or more planes of a
 * picture, a kernel with a thread per pixel that reads them far around it, and a result with a
 * texel per pixel. The variants are the launch orders of orders.h.
 *
 * A bench is a kernel, a function that says what one pixel is to be, and a row:
 *
 *   kernel     kernels/thread_group_tiling/NAME.comp includes wide.glsl, takes its pixel from
 *              wide_pixel(), its texels from wide_texel(), and ends with wide_store(). Its own
 *              numbers come in own[] of the push constants, or as specialization constants from 9
 *   pixel      the reference, on the host: tiling_wide_texel(), and arithmetic that rounds as the
 *              kernel's does: additions and multiplications, and fma() where the product is exact,
 *              since Vulkan leaves it open whether that rounds once or twice. It does not say
 *              enough of divisions and of functions. The kernel says `precise`
 *   prepare    what depends on the axes: own[], span, reads, operations
 *   row        gather.c is the example: a struct bench with .axes that begin with those of
 *              TILING_WIDE_AXES, .data, a struct tiling_wide_bench, and TILING_WIDE for the rest
 *
 * Inputs are uploaded once per point, and shared, as is the buffer for the result, by all cases of
 * it. Everything lies in one layout, the axis `layout`: planes as images, as linear buffers, or as
 * buffers in blocks; the result as a buffer, in blocks with images.
 *
 * What is compared: texels bit by bit. RGBA32F results are what the kernel computes. RGBA16F ones
 * are the nearest half, ties to even, 0 below the least normal one: wide_store() and half_round()
 * of harness/half.h round so. The answer is the reference's, in full, where the planes are no
 * larger than 2560 x 1440. Of larger ones it is what the shipped kernel makes in row_major's order,
 * in the upload and over another poison than cases have, so that it is there whichever variants are
 * run; each case's result is compared with it, and 65,536 seeded pixels with the reference, too, in
 * 16 squares where passes stand on each other (`reach`). A kernel of the user's never makes the
 * answer.
 *
 * A software device takes pictures to 1280 x 720 alone.
 */
#ifndef CLAIMCHECK_BENCH_THREAD_GROUP_TILING_WIDE_H
#define CLAIMCHECK_BENCH_THREAD_GROUP_TILING_WIDE_H

#include "bench/common/axis.h"
#include "bench/thread_group_tiling/orders.h"
#include "bench/thread_group_tiling/picture/picture.h"
#include "harness/bench.h"

enum {
    TILING_WIDE_OWN = 24,      /* words of own[] */
    TILING_WIDE_PASSES = 5,    /* of a bench, at most */
    TILING_WIDE_CONSTANTS = 7, /* specialization constants of a bench, at most */
    TILING_WIDE_BUFFERS = 4,   /* buffers of a bench, bindings 11 and up */
};

struct tiling_wide_input;
struct tiling_wide_device; /* wide_private.h */

/* The description of a bench: its `data`. */
struct tiling_wide_bench {
    /* A pass each, the rest NULL: pass 0 reads planes, each other may read the result of the one
     * before (wide_before.glsl), behind a barrier. */
    const struct gpu_shader *shaders[TILING_WIDE_PASSES];
    /*
     * One pixel of what a pass computes, before it is rounded to the format. Called from many
     * threads.
     */
    void (*pixel)(const struct tiling_wide_input *input, uint32_t pass, int64_t x, int64_t y,
                  float rgba[4]);
    /* Fills what struct tiling_wide_input marks so. On the host, in workload(). False after
     * trouble. */
    bool (*prepare)(struct context *context, struct tiling_wide_input *input);
    /* Makes input->buffers, in the workload's scope; NULL: there are none. */
    bool (*upload)(struct context *context, struct tiling_wide_input *input);
};

/* Pixels left .. left + width - 1 of rows top .. top + height - 1. */
struct tiling_wide_window {
    uint32_t left, top, width, height;
};

/* The workload's state. */
struct tiling_wide_input {
    const struct tiling_wide_bench *bench;
    uint32_t width, height; /* pixels */
    uint32_t plane_count;   /* the axis `planes`; prepare() may set another */
    enum tiling_layout layout;
    enum gpu_format format; /* GPU_RGBA16F or GPU_RGBA32F */
    uint32_t group_width, group_height;
    struct tiling_grid grid;
    uint32_t passes;

    /* prepare()'s: */
    int32_t own[TILING_WIDE_PASSES][TILING_WIDE_OWN]; /* push constants own[], per pass */
    uint32_t constants[TILING_WIDE_CONSTANTS], constant_count;
    uint32_t band_planes;   /* that the pass with the widest span reads; 0: plane_count */
    uint32_t span;          /* rows from the highest to the lowest tap, as far as can be */
    uint32_t reach;         /* pixels to each side that all passes together reach, for a bench
                               whose pixels of the last pass are too dear each by itself; else 0 */
    double reads;           /* texels that a pixel reads, of all planes and passes together */
    double lookups;         /* of reads, of planes alone: where these are images, lookups that no
                               kernel can do without; of a pixel, or the mean of all */
    double operations;      /* arithmetic operations on floats for one pixel, of all passes */
    const void *parameters; /* what pixel() is to know beyond; of the bench */

    /* upload()'s: */
    struct tiling_gbuffer planes; /* at the size of the input or, along a side that is larger, at
                                     2560 x 1440 and repeated, every second time mirrored, so that
                                     the picture goes on without a seam */
    struct gpu_buffer *buffers[TILING_WIDE_BUFFERS]; /* of bindings 11 and up */
    const float *before; /* while passes are computed one after another: the one before, RGBA,
                            row-major, of `window`; else NULL */
    struct tiling_wide_window window;
    struct tiling_wide_device *device;
};

struct tiling_wide_case {
    struct gpu_kernel *kernels[TILING_WIDE_PASSES];
    struct gpu_buffer *counter; /* of launch.glsl, which draws no tickets from it here */
};

/* For pixel() ---------------------------------------------------------------------------------- */

/* The four components of a texel of a plane; of the nearest one for pixels outside. */
const float *tiling_wide_texel(const struct tiling_wide_input *input, uint32_t plane, int64_t x,
                               int64_t y);

/* Returns the texel that the pass before `pass` wrote, computed again where it is not at hand. */
void tiling_wide_before(const struct tiling_wide_input *input, uint32_t pass, int64_t x, int64_t y,
                        float rgba[4]);

/* A term of a weighted sum; the kernel's fma() rounds the same where the product is exact. */
static inline void tiling_wide_add(const float *texel, float weight, float rgba[4])
{
    for (int i = 0; i < 4; i++)
        rgba[i] += weight * texel[i];
}

/* Rows ----------------------------------------------------------------------------------------- */

extern const char *const tiling_wide_heights[];
extern const char *const tiling_wide_formats[];
extern const char *const tiling_wide_groups[];

/*
 * Rows of a bench's table of axes. Names leave defaults out: `gather/tiled_x/width:8192/n:16` has
 * three planes of RGBA16F as images and groups of 8 x 8. A bench has other values, per profile, by
 * .values. The height is that of the width: 9/16 of it below 2560, 1440 below 4096, else 2048; it
 * has to be low, or the time grows for nothing, but in a low image whole columns stay cached, which
 * flatters narrow tiles: hence the axis `height`.
 */
#define TILING_WIDE_AXES                                                                           \
    AXIS("width", "width of the planes, in pixels; 2560 is the post's", .min = 1, .max = 32768,    \
         .values = { "640,1280", "640,1280,2560,4096,8192,12288,16384,24576,32000",                \
                     "640,1280,2560,2584,4096,8192,8216,12288,16384,24576,32000" },                \
         .check = "93,33"),                                                                        \
        AXIS("height", "height of the planes, in pixels", .names = tiling_wide_heights,            \
             .accepts = tiling_wide_accepts_height,                                                \
             .accepts_help = "a number of pixels, 32768 at most", AT_DEFAULT("own")),              \
        AXIS("planes", "planes that are read, of four components each", .min = 1,                  \
             .max = TILING_PLANES, AT_DEFAULT("3")),                                               \
        AXIS("format", "format of the texels of planes and result", .names = tiling_wide_formats,  \
             AT_DEFAULT("rgba16f")),                                                               \
        AXIS("layout", "layout of the planes: sampled images, linear buffers, buffers in blocks",  \
             .names = tiling_layout_names, AT_DEFAULT("image")),                                   \
        AXIS("group", "threads of a work-group", .names = tiling_wide_groups, AT_DEFAULT("8x8"))

bool tiling_wide_accepts_height(const char *value);

/* Members of a struct bench, with what says its work; .data is a struct tiling_wide_bench. Without
 * the variants, for a bench that has a table of its own. */
#define TILING_WIDE_METHOD(work_)                                                                  \
    .alters = true, .workload_bytes = sizeof(struct tiling_wide_input),                            \
    .workload = tiling_wide_workload, .upload = tiling_wide_upload,                                \
    .method = { .case_bytes = sizeof(struct tiling_wide_case),                                     \
                .setup = tiling_wide_setup,                                                        \
                .record = tiling_wide_record,                                                      \
                .check = tiling_wide_check,                                                        \
                .work = work_ }

bool tiling_wide_workload(struct bench_workload *workload);
bool tiling_wide_upload(struct bench_workload *workload);

bool tiling_wide_setup(struct bench_case *c);
void tiling_wide_record(struct bench_case *c, struct gpu_commands *commands);
bool tiling_wide_check(struct bench_case *c, enum bench_check check);
void tiling_wide_work(const struct bench_case *c, struct bench_work *work);
/* For the methods of variants of a bench's own ------------------------------------------------- */

static inline const struct tiling_wide_input *tiling_wide_input_of(const struct bench_case *c)
{
    return c->workload->state;
}

/* Compulsory bytes: planes read once, results written once. */
double tiling_wide_planes_bytes(const struct tiling_wide_input *input);
double tiling_wide_result_bytes(const struct tiling_wide_input *input);

/* Bytes of the planes that must come from memory: none where they are images, whose storage is up
 * to the driver. An H100 reads images faster than its memory delivers, as if it kept them
 * compressed. */
double tiling_wide_planes_must(const struct tiling_wide_input *input);

/* A kernel of a shader, with the constants of wide.glsl and of the bench. */
struct gpu_kernel *tiling_wide_kernel(struct gpu_scope *scope,
                                      const struct tiling_wide_input *input,
                                      const struct gpu_shader *shader,
                                      struct tiling_launch_order map);

/* The push constants of wide.glsl. */
struct tiling_wide_push {
    uint32_t grid[2];
    int32_t size[2], own[TILING_WIDE_OWN];
};

/* A dispatch of a kernel of a pass, with all that wide.glsl wants bound. *push is filled, and
 * outlives the recording. */
struct gpu_dispatch tiling_wide_dispatch(const struct tiling_wide_input *input,
                                         const struct tiling_wide_case *state, uint32_t pass,
                                         struct tiling_wide_push *push);

#endif
