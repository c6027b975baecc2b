/* SPDX-License-Identifier: MIT */
/*
 * wide_answer.c: what the reference says, on all CPUs: of all pixels, or of some that the seed
 * picks.
 */
#include "bench/thread_group_tiling/wide_private.h"

#include "bench/common/hash.h"
#include "harness/engine/cpu/cpu.h"
#include "harness/half.h"
#include "harness/random.h"

#include <string.h>

const float *tiling_wide_texel(const struct tiling_wide_input *input, uint32_t plane, int64_t x,
                               int64_t y)
{
    return tiling_planes_texel(&input->planes, plane, x, y);
}

/* Rounds a value as the store does. */
static float stored(const struct tiling_wide_input *input, float value)
{
    return input->format == GPU_RGBA16F ? half_round(value) : value;
}

/* Nearest of `size` from `first` on. */
static int64_t clamped(int64_t at, uint32_t first, uint32_t size)
{
    const int64_t last = (int64_t)first + size - 1;
    return at < first ? first : at > last ? last : at;
}

void tiling_wide_before(const struct tiling_wide_input *input, uint32_t pass, int64_t x, int64_t y,
                        float rgba[4])
{
    const struct tiling_wide_window *window = &input->window;
    const int64_t column = clamped(x, 0, input->width), row = clamped(y, 0, input->height);
    if (input->before) {
        const int64_t within = clamped(column, window->left, window->width) - window->left;
        const int64_t below = clamped(row, window->top, window->height) - window->top;
        memcpy(rgba, &input->before[4 * (below * window->width + within)], 4 * sizeof(*rgba));
        return;
    }
    input->bench->pixel(input, pass - 1, column, row, rgba);
    for (int i = 0; i < 4; i++)
        rgba[i] = stored(input, rgba[i]);
}

/* The texel of a value, as it is stored. */
static void words_of(const struct tiling_wide_input *input, const float rgba[4], uint32_t *words)
{
    if (input->format == GPU_RGBA32F)
        memcpy(words, rgba, 4 * sizeof(*words));
    else
        for (int i = 0; i < 2; i++)
            words[i] = half_from_float(half_round(rgba[2 * i])) |
                       (uint32_t)half_from_float(half_round(rgba[2 * i + 1])) << 16;
}

uint64_t tiling_wide_word(const struct tiling_wide_input *input, uint32_t x, uint32_t y)
{
    const uint32_t bytes = tiling_wide_texel_bytes(input);
    return tiling_layout_index(tiling_wide_result_layout(input), bytes, input->width, x, y) *
           (bytes / 4);
}

/* In full ------------------------------------------------------------------------------------- */

/* A pass over the rows of a window: into `after`, which has that window, or into words. */
struct worker_job {
    const struct tiling_wide_input *input;
    uint32_t pass;
    float *after;
    uint32_t *words;
    struct tiling_wide_window window;
};

static void rows_compute(void *context, uint32_t thread, size_t begin, size_t end)
{
    (void)thread;
    const struct worker_job *job = context;
    const struct tiling_wide_input *input = job->input;
    for (size_t row = begin; row < end; row++)
        for (uint32_t column = 0; column < job->window.width; column++) {
            const uint32_t x = job->window.left + column, y = job->window.top + (uint32_t)row;
            float rgba[4];
            input->bench->pixel(input, job->pass, x, y, rgba);
            if (!job->after)
                words_of(input, rgba, &job->words[tiling_wide_word(input, x, y)]);
            for (int i = 0; job->after && i < 4; i++)
                job->after[4 * (row * job->window.width + column) + i] = stored(input, rgba[i]);
        }
}

static bool answer_in_full(struct context *context, struct tiling_wide_input *input,
                           struct cpu_pool *pool)
{
    const size_t texels = (size_t)input->width * input->height;
    const uint64_t padded =
        tiling_layout_texels(tiling_wide_result_layout(input), tiling_wide_texel_bytes(input),
                             input->width, input->height);
    const size_t bytes = padded * tiling_wide_texel_bytes(input);
    uint32_t *words = context_alloc(context, bytes);
    float *after[2] = { 0 };
    for (uint32_t i = 0; i < 2 && i + 1 < input->passes; i++) {
        after[i] = context_alloc(context, texels * 4 * sizeof(float));
        if (!after[i])
            return false;
    }
    if (!words)
        return false;
    input->device->words = words;
    const struct context_part parts[] = {
        { words, bytes }, { &input->device->words_hash, sizeof(input->device->words_hash) }
    };
    if (context_recall(context, "wide answer", parts, 2))
        return true;
    memset(words, 0xA5, bytes); /* what lies between rows is no answer, and part of the hash */
    input->window = (struct tiling_wide_window){ 0, 0, input->width, input->height };
    for (uint32_t pass = 0; pass < input->passes; pass++) {
        const bool last = pass + 1 == input->passes;
        struct worker_job job = { input, pass, last ? NULL : after[pass % 2], words,
                                  input->window };
        cpu_pool_run(pool, input->height, 4, rows_compute, &job);
        input->before = job.after;
    }
    input->before = NULL;
    input->device->words_hash = hash_bytes(words, bytes);
    context_keep(context, "wide answer", parts, 2);
    return true;
}

/* Pixels -------------------------------------------------------------------------------------- */

static void picks_compute(void *context, uint32_t thread, size_t begin, size_t end)
{
    (void)thread;
    const struct worker_job *job = context;
    const struct tiling_wide_input *input = job->input;
    const uint32_t texel_words = tiling_wide_texel_bytes(input) / 4;
    for (size_t i = begin; i < end; i++) {
        const uint32_t number = input->device->numbers[i];
        float rgba[4];
        input->bench->pixel(input, job->pass, number % input->width, number / input->width, rgba);
        words_of(input, rgba, &job->words[i * texel_words]);
    }
}

static bool answer_picked(struct context *context, struct tiling_wide_input *input,
                          struct cpu_pool *pool)
{
    struct tiling_wide_device *device = input->device;
    const size_t bytes = TILING_PICKS * (size_t)tiling_wide_texel_bytes(input);
    uint64_t random = context->seed;
    device->numbers = context_alloc(context, TILING_PICKS * sizeof(*device->numbers));
    device->wanted = context_alloc(context, bytes);
    if (!device->numbers || !device->wanted)
        return false;
    for (uint32_t i = 0; i < TILING_PICKS; i++)
        device->numbers[i] =
            (uint32_t)random_below(&random, (uint64_t)input->width * input->height);
    const struct context_part part = { device->wanted, bytes };
    if (context_recall(context, "wide picks", &part, 1))
        return true;
    struct worker_job job = { .input = input, .pass = input->passes - 1, .words = device->wanted };
    cpu_pool_run(pool, TILING_PICKS, 64, picks_compute, &job);
    context_keep(context, "wide picks", &part, 1);
    return true;
}

/* Squares ------------------------------------------------------------------------------------- */

enum { SQUARE = 64, SQUARE_PICKS = SQUARE * SQUARE };

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* From at - reach to at + length + reach, as far as there are pixels. */
static void window_along(uint32_t at, uint32_t length, uint32_t reach, uint32_t size,
                         uint32_t *first, uint32_t *count)
{
    *first = at > reach ? at - reach : 0;
    *count = least(size, at + length + reach) - *first;
}

/* All passes over the area, and as far around it as it needs. Pixels farther out come out wrong,
 * and nobody asks for them. Leaves the last pass in input->before. */
static void area_compute(struct tiling_wide_input *input, struct cpu_pool *pool, float *after[2],
                         const struct tiling_wide_window *area)
{
    struct tiling_wide_window *window = &input->window;
    const uint32_t reach = input->reach;
    window_along(area->left, area->width, reach, input->width, &window->left, &window->width);
    window_along(area->top, area->height, reach, input->height, &window->top, &window->height);
    input->before = NULL;
    for (uint32_t pass = 0; pass < input->passes; pass++) {
        struct worker_job job = { input, pass, after[pass % 2], NULL, *window };
        cpu_pool_run(pool, window->height, 4, rows_compute, &job);
        input->before = job.after;
    }
}

static bool answer_squares(struct context *context, struct tiling_wide_input *input,
                           struct cpu_pool *pool)
{
    struct tiling_wide_device *device = input->device;
    const uint32_t words = tiling_wide_texel_bytes(input) / 4, side = SQUARE + 2 * input->reach;
    const uint32_t across = least(SQUARE, input->width), down = least(SQUARE, input->height);
    float *after[2] = { context_alloc(context, (size_t)side * side * 4 * sizeof(float)),
                        context_alloc(context, (size_t)side * side * 4 * sizeof(float)) };
    uint64_t random = context->seed;
    device->numbers = context_alloc(context, TILING_PICKS * sizeof(*device->numbers));
    device->wanted = context_alloc(context, TILING_PICKS * (size_t)words * sizeof(uint32_t));
    if (!after[0] || !after[1] || !device->numbers || !device->wanted)
        return false;
    const struct context_part parts[] = {
        { device->numbers, TILING_PICKS * sizeof(*device->numbers) },
        { device->wanted, TILING_PICKS * (size_t)words * sizeof(uint32_t) },
    };
    if (context_recall(context, "wide squares", parts, 2))
        return true;
    for (uint32_t i = 0; i < TILING_PICKS; i += SQUARE_PICKS) {
        const uint32_t x = (uint32_t)random_below(&random, input->width - across + 1);
        const uint32_t y = (uint32_t)random_below(&random, input->height - down + 1);
        area_compute(input, pool, after, &(struct tiling_wide_window){ x, y, SQUARE, SQUARE });
        for (uint32_t k = 0; k < SQUARE_PICKS; k++) {
            const uint32_t column = x + k % SQUARE % across, row = y + k / SQUARE % down;
            float rgba[4];
            tiling_wide_before(input, input->passes, column, row, rgba);
            device->numbers[i + k] = row * input->width + column;
            words_of(input, rgba, &device->wanted[(i + k) * (size_t)words]);
        }
    }
    input->before = NULL;
    context_keep(context, "wide squares", parts, 2);
    return true;
}

bool tiling_wide_answer_make(struct context *context, struct tiling_wide_input *input)
{
    struct cpu_pool *pool = cpu_pool_create(0);
    const bool full =
        input->width <= TILING_GBUFFER_WIDTH && input->height <= TILING_GBUFFER_HEIGHT;
    const bool made = full               ? answer_in_full(context, input, pool)
                      : input->reach > 0 ? answer_squares(context, input, pool)
                                         : answer_picked(context, input, pool);
    cpu_pool_destroy(&pool);
    return made;
}

/* Area --------------------------------------------------------------------------------------- */

const float *tiling_wide_answer_area(struct context *context, struct tiling_wide_input *input,
                                     const struct tiling_wide_window *area)
{
    const size_t bytes = (size_t)area->width * area->height * 4 * sizeof(float);
    const size_t around = ((size_t)area->width + 2 * input->reach) *
                          ((size_t)area->height + 2 * input->reach) * 4 * sizeof(float);
    const bool alone = input->reach == 0; /* pixels of the last pass are had each by itself */
    float *texels = context_alloc(context, bytes);
    float *after[2] = { alone ? NULL : context_alloc(context, around),
                        alone ? NULL : context_alloc(context, around) };
    if (!texels || (!alone && (!after[0] || !after[1])))
        return NULL;
    struct cpu_pool *pool = cpu_pool_create(0);
    if (alone) {
        struct worker_job job = { input, input->passes - 1, texels, NULL, *area };
        cpu_pool_run(pool, area->height, 4, rows_compute, &job);
    } else {
        area_compute(input, pool, after, area);
        for (uint32_t row = 0; row < area->height; row++)
            for (uint32_t column = 0; column < area->width; column++)
                tiling_wide_before(input, input->passes, area->left + column, area->top + row,
                                   &texels[4 * ((size_t)row * area->width + column)]);
        input->before = NULL;
    }
    cpu_pool_destroy(&pool);
    return texels;
}
