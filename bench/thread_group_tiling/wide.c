/* SPDX-License-Identifier: MIT */
#include "bench/thread_group_tiling/wide_private.h"

#include "bench/common/device.h"
#include "bench/common/hash.h"
#include "bench/thread_group_tiling/orders.h"
#include "harness/engine/cpu/cpu.h"
#include "harness/half.h"
#include "harness/random.h"

#include "thread_group_tiling.kernels.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SOFTWARE_PIXELS = 1280 * 720, SIDE_MAX = 32768 };

const char *const tiling_wide_heights[] = { "own", NULL };
const char *const tiling_wide_formats[] = { "rgba16f", "rgba32f", NULL };
const char *const tiling_wide_groups[] = { "8x8", "16x8", "16x16", "8x4", NULL };

bool tiling_wide_accepts_height(const char *value)
{
    uint32_t height;
    return tiling_sides_read(value, 1, SIDE_MAX, &height);
}

double tiling_wide_result_bytes(const struct tiling_wide_input *input)
{
    return (double)input->width * input->height * tiling_wide_texel_bytes(input);
}

double tiling_wide_planes_bytes(const struct tiling_wide_input *input)
{
    return input->plane_count * tiling_wide_result_bytes(input);
}

/* The band of planes that rows of groups beside each other read. */
static double band_bytes(const struct tiling_wide_input *input)
{
    const uint32_t planes = input->band_planes ? input->band_planes : input->plane_count;
    return (double)input->width * (input->span + input->group_height) * planes *
           tiling_wide_texel_bytes(input);
}

double tiling_wide_planes_must(const struct tiling_wide_input *input)
{
    return input->layout == TILING_IMAGE ? 0 : tiling_wide_planes_bytes(input);
}

bool tiling_wide_workload(struct bench_workload *workload)
{
    struct tiling_wide_input *input = workload->state;
    struct context *context = &workload->context;
    input->bench = workload->bench->data;
    input->width = (uint32_t)context_integer(context, "width");
    if (!tiling_sides_read(context_text_or(context, "height", "own"), 1, SIDE_MAX, &input->height))
        input->height = input->width >= 4096   ? 2048
                        : input->width >= 2560 ? 1440
                        : input->width >= 2    ? input->width * 9 / 16
                                               : 1;
    input->plane_count = (uint32_t)context_integer_or(context, "planes", 3);
    input->layout = (enum tiling_layout)axis_place(context, "layout", tiling_layout_names);
    input->format =
        axis_place(context, "format", tiling_wide_formats) == 0 ? GPU_RGBA16F : GPU_RGBA32F;
    sscanf(context_text_or(context, "group", "8x8"), "%2ux%2u", &input->group_width,
           &input->group_height);
    input->grid.width = (input->width + input->group_width - 1) / input->group_width;
    input->grid.height = (input->height + input->group_height - 1) / input->group_height;
    while (input->passes < TILING_WIDE_PASSES && input->bench->shaders[input->passes])
        input->passes++;
    if (!input->bench->prepare(context, input))
        return false;
    context_fact_count(context, "pixels", (uint64_t)input->width * input->height);
    context_fact_count(context, "groups", (uint64_t)input->grid.width * input->grid.height);
    context_fact_count(context, "working_set_bytes", (uint64_t)tiling_wide_planes_bytes(input));
    context_fact_count(context, "span_rows", input->span);
    context_fact_count(context, "band_bytes", (uint64_t)band_bytes(input));
    return true;
}

/* Buffers of results -------------------------------------------------------------------------- */

/* Bytes of the layout, padding between rows included. */
static uint64_t padded_bytes(const struct tiling_wide_input *input)
{
    const uint32_t bytes = tiling_wide_texel_bytes(input);
    return bytes * tiling_layout_texels(tiling_wide_result_layout(input), bytes, input->width,
                                        input->height);
}

struct gpu_buffer *tiling_wide_buffer(struct gpu_scope *scope,
                                      const struct tiling_wide_input *input, const char *name)
{
    return buffer_create(scope, name, padded_bytes(input), NULL);
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

/* A pass over the rows of a window: into `after`, which has that window, or into words. */
struct worker_job {
    const struct tiling_wide_input *input;
    uint32_t pass;
    float *after;
    uint32_t *words;
    struct tiling_wide_window window;
};

static void row_compute(void *context, size_t row)
{
    const struct worker_job *job = context;
    const struct tiling_wide_input *input = job->input;
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

/* Computes all passes over input->window, in turns into `after`; the last one into the words, where
 * there are any, else it is left in input->before. */
static void passes_compute(struct tiling_wide_input *input, struct cpu_pool *pool, float *after[2],
                           uint32_t *words)
{
    input->before = NULL;
    for (uint32_t pass = 0; pass < input->passes; pass++) {
        const bool last = words && pass + 1 == input->passes;
        struct worker_job job = { input, pass, last ? NULL : after[pass % 2], words,
                                  input->window };
        cpu_pool_each(pool, input->window.height, 4, row_compute, &job);
        input->before = job.after;
    }
}

static bool answer_in_full(struct context *context, struct tiling_wide_input *input,
                           struct cpu_pool *pool)
{
    const size_t texels = (size_t)input->width * input->height;
    const size_t bytes = padded_bytes(input);
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
    passes_compute(input, pool, after, words);
    input->device->words_hash = hash_bytes(words, bytes);
    context_keep(context, "wide answer", parts, 2);
    return true;
}

static void pick_compute(void *context, size_t i)
{
    const struct worker_job *job = context;
    const struct tiling_wide_input *input = job->input;
    const uint32_t texel_words = tiling_wide_texel_bytes(input) / 4;
    const uint32_t number = input->device->numbers[i];
    float rgba[4];
    input->bench->pixel(input, job->pass, number % input->width, number / input->width, rgba);
    words_of(input, rgba, &job->words[i * texel_words]);
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
    cpu_pool_each(pool, TILING_PICKS, 64, pick_compute, &job);
    context_keep(context, "wide picks", &part, 1);
    return true;
}

enum { SQUARE = 64, SQUARE_PICKS = SQUARE * SQUARE };

/* From at - reach to at + SQUARE + reach, as far as there are pixels. */
static void window_along(uint32_t at, uint32_t reach, uint32_t size, uint32_t *first,
                         uint32_t *count)
{
    *first = at > reach ? at - reach : 0;
    *count = tiling_least(size, at + SQUARE + reach) - *first;
}

static bool answer_squares(struct context *context, struct tiling_wide_input *input,
                           struct cpu_pool *pool)
{
    struct tiling_wide_device *device = input->device;
    struct tiling_wide_window *window = &input->window;
    const uint32_t words = tiling_wide_texel_bytes(input) / 4, side = SQUARE + 2 * input->reach;
    const uint32_t across = tiling_least(SQUARE, input->width),
                   down = tiling_least(SQUARE, input->height);
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
        /* As far around it as it needs. Pixels farther out come out wrong, and nobody asks. */
        window_along(x, input->reach, input->width, &window->left, &window->width);
        window_along(y, input->reach, input->height, &window->top, &window->height);
        passes_compute(input, pool, after, NULL);
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

struct gpu_kernel *tiling_wide_kernel(struct gpu_scope *scope,
                                      const struct tiling_wide_input *input,
                                      const struct gpu_shader *shader,
                                      struct tiling_launch_order map)
{
    struct gpu_kernel_params params = {
        .shader = shader,
        /* The launch index is the group's id, and no pass goes from the last group back. */
        CONSTANTS(input->group_width, input->group_height, (uint32_t)map.order, map.n, 0, 0,
                  (uint32_t)input->layout, tiling_wide_format_number(input), input->plane_count),
    };
    assert(params.constant_count + input->constant_count <= GPU_CONSTANTS_MAX);
    for (uint32_t i = 0; i < input->constant_count; i++)
        params.constants[params.constant_count++] = input->constants[i];
    return gpu_kernel_create(scope, &params);
}

bool tiling_wide_case_make(struct gpu_scope *scope, const struct tiling_wide_input *input,
                           struct tiling_launch_order map, struct tiling_wide_case *state)
{
    const uint32_t zero = 0;
    state->counter = buffer_create(scope, "launch counter", 4, &zero);
    bool made = state->counter;
    const struct gpu_shader *const *shaders = input->bench->shaders;
    for (uint32_t pass = 0; made && pass < input->passes; pass++) {
        const bool again = pass > 0 && shaders[pass] == shaders[pass - 1];
        state->kernels[pass] =
            again ? state->kernels[pass - 1] : tiling_wide_kernel(scope, input, shaders[pass], map);
        made = state->kernels[pass];
    }
    return made;
}

bool tiling_wide_setup(struct bench_case *c)
{
    const struct tiling_wide_input *input = tiling_wide_input_of(c);
    const struct tiling_launch_order map = { tiling_variant_order(c), tiling_variant_n(c) };
    bench_output(c, input->device->result);
    for (uint32_t i = 0; i < 2; i++)
        if (input->device->between[i])
            bench_output(c, input->device->between[i]);
    return tiling_wide_case_make(c->context.scope, input, map, c->state);
}

struct gpu_dispatch tiling_wide_dispatch(const struct tiling_wide_input *input,
                                         const struct tiling_wide_case *state, uint32_t pass,
                                         struct tiling_wide_push *push)
{
    const struct tiling_wide_device *device = input->device;
    struct gpu_dispatch dispatch = { .kernel = state->kernels[pass],
                                     PUSH(*push),
                                     .groups = { input->grid.width, input->grid.height, 1 } };
    *push = (struct tiling_wide_push){ { input->grid.width, input->grid.height },
                                       { (int32_t)input->width, (int32_t)input->height },
                                       { 0 } };
    memcpy(push->own, input->own[pass], sizeof(push->own));
    for (uint32_t i = 0; i < TILING_PLANES; i++) {
        const uint32_t plane = i < input->plane_count ? i : 0;
        dispatch.images[i] = (struct gpu_image_binding){
            .image = device->images[input->layout == TILING_IMAGE ? plane : 0],
            .sampler = device->sampler
        };
        dispatch.buffers[TILING_PLANES + i] =
            device->planes[input->layout == TILING_IMAGE ? 0 : plane];
    }
    dispatch.buffers[8] = pass + 1 == input->passes ? device->result : device->between[pass % 2];
    dispatch.buffers[9] = state->counter;
    dispatch.buffers[10] = pass > 0 ? device->between[(pass - 1) % 2] : NULL;
    for (uint32_t i = 0; i < TILING_WIDE_BUFFERS; i++)
        dispatch.buffers[11 + i] = input->buffers[i];
    return dispatch;
}

void tiling_wide_passes(const struct tiling_wide_input *input, const struct tiling_wide_case *state,
                        struct gpu_commands *commands)
{
    for (uint32_t pass = 0; pass < input->passes; pass++) {
        struct tiling_wide_push push;
        const struct gpu_dispatch dispatch = tiling_wide_dispatch(input, state, pass, &push);
        if (pass > 0)
            gpu_commands_barrier(commands, GPU_COMPUTE, GPU_COMPUTE);
        gpu_commands_dispatch(commands, &dispatch);
    }
}

void tiling_wide_record(struct bench_case *c, struct gpu_commands *commands)
{
    tiling_wide_passes(tiling_wide_input_of(c), c->state, commands);
}

void tiling_wide_work(const struct bench_case *c, struct bench_work *work)
{
    const struct tiling_wide_input *input = tiling_wide_input_of(c);
    const double result = tiling_wide_result_bytes(input);
    const double between = (input->passes - 1) * result;
    *work = (struct bench_work){
        .bytes_read = tiling_wide_planes_must(input) + between,
        .bytes_written = result + between,
        .bytes_intermediate = fmax(0, between - 2 * result), /* what the two in turns held before */
        .bytes_sampled =
            input->layout == TILING_IMAGE
                ? input->lookups * tiling_wide_texel_bytes(input) * input->width * input->height
                : 0,
        .texel_bytes = tiling_wide_texel_bytes(input),
        .operations = input->operations * input->width * input->height,
    };
}

bool tiling_wide_upload(struct bench_workload *workload)
{
    struct tiling_wide_input *input = workload->state;
    struct context *context = &workload->context;
    const struct gpu_info *info = gpu_info(gpu_scope_device(context->scope));
    struct tiling_cache_size cache;
    if (!info || !tiling_cache_size_find(context, info, &cache))
        return false;
    tiling_cache_size_state(context, &cache, band_bytes(input));
    if (gpu_info_is_software(info) && (uint64_t)input->width * input->height > SOFTWARE_PIXELS)
        return context_unsupported(context,
                                   "%u x %u pixels: a software device takes %d at most, "
                                   "1280 x 720, for time",
                                   input->width, input->height, SOFTWARE_PIXELS);
    input->device = context_alloc(context, sizeof(*input->device));
    if (!input->device || !tiling_wide_planes_make(context, input, workload->altered))
        return false;
    struct cpu_pool *pool = cpu_pool_create(0);
    const bool full =
        input->width <= TILING_GBUFFER_WIDTH && input->height <= TILING_GBUFFER_HEIGHT;
    const bool made = full               ? answer_in_full(context, input, pool)
                      : input->reach > 0 ? answer_squares(context, input, pool)
                                         : answer_picked(context, input, pool);
    cpu_pool_destroy(&pool);
    return made && tiling_wide_planes_upload(context, input) &&
           (!input->bench->upload || input->bench->upload(context, input)) &&
           tiling_wide_check_upload(context, input);
}
