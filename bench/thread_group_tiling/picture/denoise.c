/* SPDX-License-Identifier: MIT */
#include "bench/thread_group_tiling/picture/picture.h"

#include "bench/common/hash.h"
#include "harness/engine/cpu/cpu.h"
#include "harness/half.h"
#include "harness/image.h"

#include <math.h>
#include <string.h>

/* Filter --------------------------------------------------------------------------------------- */

static const float least = 1.0f / 16777216; /* 2^-24: below it, a weight is 0 */

static float luminance(const float light[4])
{
    return (0.2126f * light[0] + 0.7152f * light[1]) + 0.0722f * light[2];
}

static float distance(float a, float b)
{
    return a < b ? b - a : a - b;
}

/* The lesser difference of depth to two taps, of those that are inside. */
static float slope(const struct tiling_atrous_tap *before, const struct tiling_atrous_tap *pixel,
                   const struct tiling_atrous_tap *after)
{
    const float z = pixel->guide[3];
    const float a = distance(before->inside ? before->guide[3] : z, z);
    const float b = distance(after->inside ? after->guide[3] : z, z);
    if (!before->inside || !after->inside)
        return before->inside ? a : b;
    return a < b ? a : b;
}

static float alike_normals(const float a[4], const float b[4])
{
    const float d = (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2];
    if (d < 0.5f)
        return 0;
    const float d2 = d * d, d4 = d2 * d2, d8 = d4 * d4, d16 = d8 * d8;
    return d16 * d16;
}

/* Values of the pixel that are known before any tap. */
struct pixel {
    const struct tiling_atrous_tap *taps;
    float luminance, spread, depth_may, slope_x, slope_y;
};

static float weight_of(const struct pixel *pixel, int i, int j)
{
    static const float binomial[TILING_ATROUS_SIDE] = { 0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f };
    const struct tiling_atrous_tap *centre = &pixel->taps[TILING_ATROUS_CENTRE];
    const struct tiling_atrous_tap *tap = centre + TILING_ATROUS_SIDE * j + i;
    const float h = binomial[i + TILING_ATROUS_RADIUS] * binomial[j + TILING_ATROUS_RADIUS];
    if (i == 0 && j == 0)
        return h;
    const float across = (float)(i < 0 ? -i : i), down = (float)(j < 0 ? -j : j);
    const float may = (pixel->depth_may + across * pixel->slope_x) + down * pixel->slope_y;
    const float t2 = may * may;
    const float dz = tap->guide[3] - centre->guide[3];
    const float dl = luminance(tap->light) - pixel->luminance;
    const float above = ((h * alike_normals(tap->guide, centre->guide)) * t2) * pixel->spread;
    const float below = (t2 + dz * dz) * (pixel->spread + dl * dl);
    const float weight = above * tiling_reciprocal(below);
    return weight < least ? 0 : weight;
}

void tiling_atrous_filter(const struct tiling_atrous_tap taps[TILING_ATROUS_TAPS], float result[4])
{
    const struct tiling_atrous_tap *centre = &taps[TILING_ATROUS_CENTRE];
    const struct pixel pixel = {
        .taps = taps,
        .luminance = luminance(centre->light),
        .spread = 16 * centre->light[3] + 0.0001220703125f,
        .depth_may = centre->guide[3] * 0.00390625f + 0.0001220703125f,
        .slope_x = slope(centre - 1, centre, centre + 1),
        .slope_y = slope(centre - TILING_ATROUS_SIDE, centre, centre + TILING_ATROUS_SIDE),
    };
    float sum[4] = { 0 }, weights = 0;
    for (int j = -TILING_ATROUS_RADIUS; j <= TILING_ATROUS_RADIUS; j++)
        for (int i = -TILING_ATROUS_RADIUS; i <= TILING_ATROUS_RADIUS; i++) {
            const struct tiling_atrous_tap *tap = centre + TILING_ATROUS_SIDE * j + i;
            if (!tap->inside)
                continue;
            const float weight = weight_of(&pixel, i, j);
            for (int k = 0; k < 3; k++)
                sum[k] = sum[k] + weight * tap->light[k];
            sum[3] = sum[3] + (weight * weight) * tap->light[3];
            weights = weights + weight;
        }
    const float over = tiling_reciprocal(weights);
    for (int k = 0; k < 3; k++)
        result[k] = sum[k] * over;
    const float variance = sum[3] * (over * over);
    result[3] = variance < least ? 0 : variance;
}

/* Orders --------------------------------------------------------------------------------------- */

void tiling_picture_draw(struct image *image, struct tiling_grid grid, const uint32_t *launches)
{
    const uint32_t longer = grid.width > grid.height ? grid.width : grid.height;
    const uint32_t side = TILING_PICTURE_SIDE / longer > 32 ? 32 : TILING_PICTURE_SIDE / longer;
    const uint32_t groups = grid.width * grid.height;
    image_init(image, grid.width * side, grid.height * side);
    for (uint32_t group = 0; group < groups; group++) {
        const uint32_t x = group % grid.width, y = group / grid.width;
        uint8_t rgb[3];
        /* From dark blue over green to yellow, lighter throughout. */
        enum { STOPS = 5 };
        static const uint8_t stops[STOPS][3] = {
            { 30, 10, 90 }, { 40, 80, 150 }, { 30, 150, 140 }, { 120, 205, 80 }, { 255, 235, 60 }
        };
        const double spot = (groups > 1 ? (double)launches[group] / (groups - 1) : 0) * (STOPS - 1);
        const int stop = spot < STOPS - 2 ? (int)spot : STOPS - 2;
        for (int channel = 0; channel < 3; channel++) {
            const double from = stops[stop][channel], to = stops[stop + 1][channel];
            rgb[channel] = (uint8_t)(from + (to - from) * (spot - stop) + 0.5);
        }
        for (uint32_t i = 0; i < side * side; i++)
            image_set(image, (int64_t)x * side + i % side, (int64_t)y * side + i / side, rgb);
    }
}

uint8_t tiling_picture_tone(float light)
{
    const float within = light > 0 ? light : 0;
    return (uint8_t)(255 * sqrtf(within * 1.5f / (1 + within * 1.5f)) + 0.5f);
}

/* Denoising ------------------------------------------------------------------------------------ */

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
    uint64_t hash = HASH_START;
    for (size_t i = 0; i < 4 * pixel_count(&denoise); i++) {
        const uint16_t half = half_from_float(denoise.after[i]);
        hash = hash_more(hash, (const uint8_t[]){ (uint8_t)half, (uint8_t)(half >> 8) }, 2);
    }
    context_fact_hash(&inspection->context, "denoised_hash", hash);
    struct image *image = inspection_picture(inspection);
    if (!image)
        return true;
    image_init(image, 3 * denoise.width, denoise.height);
    draw(image, &denoise, denoise.before, 4, 0);
    draw(image, &denoise, denoise.after, 4, denoise.width);
    draw(image, &denoise, denoise.reference, 3, 2 * denoise.width);
    return true;
}
