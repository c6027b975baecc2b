/* SPDX-License-Identifier: MIT */
#include "bench/thread_group_tiling/picture/picture.h"

#include "harness/engine/cpu/cpu.h"
#include "harness/half.h"
#include "harness/image.h"

#include <math.h>
#include <string.h>

enum { WIDTH = 480, HEIGHT = 270, SIDE_MAX = 2560, SAMPLES = 64, SAMPLES_MAX = 65536, ROWS = 4 };

const struct inspection_option tiling_denoise_options[] = {
    { "scene", "FILE.obj", "a mesh in the room, in place of boxes and ball" },
    { "size", "WxH", "size of the picture, at most 2560 x 1440; 480x270 unless given" },
    { "samples", "N", "per pixel, of the reference; 64 unless given" },
    { .name = NULL },
};

/* Passes -------------------------------------------------------------------------------------- */

struct pass {
    const struct tiling_gbuffer *gbuffer;
    int64_t spacing;
    const float *from;
    float *to;
};

static void read_taps(const struct pass *pass, int64_t x, int64_t y,
                      struct tiling_atrous_tap taps[TILING_ATROUS_TAPS])
{
    const int64_t width = pass->gbuffer->width, height = pass->gbuffer->height;
    for (int i = 0; i < TILING_ATROUS_TAPS; i++) {
        const int64_t u = x + pass->spacing * (i % TILING_ATROUS_SIDE - TILING_ATROUS_RADIUS);
        const int64_t v = y + pass->spacing * (i / TILING_ATROUS_SIDE - TILING_ATROUS_RADIUS);
        const size_t at = 4 * (size_t)(v * width + u);
        taps[i].inside = u >= 0 && u < width && v >= 0 && v < height;
        if (taps[i].inside) {
            memcpy(taps[i].light, pass->from + at, sizeof(taps[i].light));
            memcpy(taps[i].guide, pass->gbuffer->planes[1] + at, sizeof(taps[i].guide));
        }
    }
}

static void pass_rows(void *context, uint32_t thread, size_t begin, size_t end)
{
    const struct pass *pass = context;
    const uint32_t width = pass->gbuffer->width;
    struct tiling_atrous_tap taps[TILING_ATROUS_TAPS];
    (void)thread;
    for (size_t i = begin * width; i < end * width; i++) {
        float result[4];
        read_taps(pass, (int64_t)(i % width), (int64_t)(i / width), taps);
        tiling_atrous_filter(taps, result);
        for (int k = 0; k < 4; k++)
            pass->to[4 * i + k] = half_round(result[k]);
    }
}

void tiling_denoise_pass(const struct tiling_gbuffer *gbuffer, uint32_t pass, const float *from,
                         float *to)
{
    struct pass state = { gbuffer, (int64_t)1 << pass, from, to };
    struct cpu_pool *pool = cpu_pool_create(0);
    cpu_pool_run(pool, gbuffer->height, ROWS, pass_rows, &state);
    cpu_pool_destroy(&pool);
}

void tiling_denoise_start(const struct tiling_gbuffer *gbuffer, float *light)
{
    for (size_t i = 0; i < (size_t)gbuffer->width * gbuffer->height; i++) {
        memcpy(light + 4 * i, gbuffer->planes[0] + 4 * i, 3 * sizeof(*light));
        light[4 * i + 3] = gbuffer->planes[2][4 * i + 3];
    }
}

/* Inspection ---------------------------------------------------------------------------------- */

struct denoise {
    const char *file;
    uint32_t width, height, samples;
    struct tiling_gbuffer gbuffer;
    const float *reference; /* three floats per pixel */
    float *before, *after;  /* four */
    double errors[TILING_ATROUS_PASSES + 1];
};

static size_t pixel_count(const struct denoise *denoise)
{
    return (size_t)denoise->width * denoise->height;
}

static bool read_options(struct inspection *inspection, struct denoise *denoise)
{
    int64_t samples = SAMPLES;
    *denoise = (struct denoise){ .width = WIDTH, .height = HEIGHT };
    if (!inspection_size(inspection, "size", SIDE_MAX, &denoise->width, &denoise->height) ||
        !inspection_integer(inspection, "samples", 1, SAMPLES_MAX, &samples))
        return false;
    denoise->file = inspection_text(inspection, "scene");
    denoise->samples = (uint32_t)samples;
    return denoise->height <= TILING_GBUFFER_HEIGHT ||
           context_error(&inspection->context, "--size %ux%u: at most %d x %d", denoise->width,
                         denoise->height, TILING_GBUFFER_WIDTH, TILING_GBUFFER_HEIGHT);
}

/* Root of the mean square over pixels and colours. */
static double error_of(const struct denoise *denoise, const float *light)
{
    double sum = 0;
    for (size_t i = 0; i < pixel_count(denoise); i++)
        for (int k = 0; k < 3; k++) {
            const double off = (double)light[4 * i + k] - denoise->reference[3 * i + k];
            sum += off * off;
        }
    return sqrt(sum / (3 * (double)pixel_count(denoise)));
}

static bool compute(struct context *context, struct denoise *denoise)
{
    const size_t bytes = pixel_count(denoise) * 4 * sizeof(float);
    float *turns[2] = { context_alloc(context, bytes), context_alloc(context, bytes) };
    denoise->before = context_alloc(context, bytes);
    if (!turns[0] || !turns[1] || !denoise->before ||
        !tiling_gbuffer_render_scene(context, denoise->file, denoise->width, denoise->height,
                                     &denoise->gbuffer))
        return false;
    denoise->reference = tiling_gbuffer_reference(context, denoise->file, denoise->width,
                                                  denoise->height, denoise->samples);
    if (!denoise->reference)
        return false;
    tiling_denoise_start(&denoise->gbuffer, denoise->before);
    denoise->errors[0] = error_of(denoise, denoise->before);
    denoise->after = denoise->before;
    for (uint32_t pass = 0; pass < TILING_ATROUS_PASSES; pass++) {
        tiling_denoise_pass(&denoise->gbuffer, pass, denoise->after, turns[pass % 2]);
        denoise->after = turns[pass % 2];
        denoise->errors[pass + 1] = error_of(denoise, denoise->after);
    }
    return true;
}

/* Picture ------------------------------------------------------------------------------------- */

/* Light of so many floats per pixel, times albedo, `left` pixels from the left. */
static void draw(struct image *image, const struct denoise *denoise, const float *light, int floats,
                 uint32_t left)
{
    for (size_t i = 0; i < pixel_count(denoise); i++) {
        uint8_t rgb[3];
        for (int k = 0; k < 3; k++)
            rgb[k] = tiling_picture_tone(light[(size_t)floats * i + k] *
                                         denoise->gbuffer.planes[2][4 * i + k]);
        image_set(image, left + (uint32_t)(i % denoise->width), (int64_t)(i / denoise->width), rgb);
    }
}

bool tiling_denoise_inspect(struct inspection *inspection)
{
    struct denoise denoise;
    if (!read_options(inspection, &denoise) || !compute(&inspection->context, &denoise))
        return false;
    static const char *const names[TILING_ATROUS_PASSES + 1] = {
        "rmse_before",    "rmse_spacing_1", "rmse_spacing_2",
        "rmse_spacing_4", "rmse_spacing_8", "rmse_spacing_16",
    };
    if (denoise.file)
        context_fact_text(&inspection->context, "scene_file", denoise.file);
    context_fact_count(&inspection->context, "width", denoise.width);
    context_fact_count(&inspection->context, "height", denoise.height);
    context_fact_count(&inspection->context, "reference_samples", denoise.samples);
    for (int i = 0; i <= TILING_ATROUS_PASSES; i++)
        context_fact_number(&inspection->context, names[i], denoise.errors[i]);
    context_fact_number(&inspection->context, "rmse_after", denoise.errors[TILING_ATROUS_PASSES]);
    /* FNV-1a, 64 bits, over the halves of the result. */
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < 4 * pixel_count(&denoise); i++) {
        const uint16_t half = half_from_float(denoise.after[i]);
        hash = (hash ^ (half & 0xff)) * UINT64_C(0x100000001b3);
        hash = (hash ^ half >> 8) * UINT64_C(0x100000001b3);
    }
    context_fact_hash(&inspection->context, "denoised_hash", hash);
    struct image *image = inspection_picture(inspection);
    if (!image)
        return true;
    if (!image_init(image, 3 * denoise.width, denoise.height))
        return context_error(&inspection->context, "not enough memory for the picture");
    draw(image, &denoise, denoise.before, 4, 0);
    draw(image, &denoise, denoise.after, 4, denoise.width);
    draw(image, &denoise, denoise.reference, 3, 2 * denoise.width);
    return true;
}
