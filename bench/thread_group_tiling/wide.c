/* SPDX-License-Identifier: MIT */
#include "bench/thread_group_tiling/wide.h"

#include "bench/common/axis.h"
#include "bench/common/device.h"
#include "bench/common/hash.h"
#include "bench/thread_group_tiling/orders.h"
#include "harness/engine/cpu/cpu.h"
#include "harness/engine/gpu/gpu.h"
#include "harness/half.h"
#include "harness/random.h"

#include "thread_group_tiling.kernels.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SOFTWARE_PIXELS = 1280 * 720, SIDE_MAX = 32768, PICKS = 65536, GROUP = 8, PICK_GROUP = 64 };

struct tiling_wide_device {
    /* Either images or buffers hold the planes; of the others one stands at all bindings. */
    struct gpu_image *images[TILING_PLANES];
    struct gpu_buffer *planes[TILING_PLANES];
    struct gpu_sampler *sampler;
    struct gpu_buffer *result, *answer;
    struct gpu_buffer *between[2]; /* results of passes but the last, in turns */

    /* Objects of checks. Words are texels as they are stored: 2 or 4. */
    struct gpu_buffer *differing, *pixels, *picked;
    struct gpu_kernel *compare, *pick;
    struct gpu_commands *commands;
    uint32_t *words; /* of the answer, as `result` has them; NULL where it is not known in full */
    uint64_t words_hash;
    uint32_t *numbers; /* of the pixels picked, y * width + x; NULL where `words` are there */
    uint32_t *wanted;  /* their words */
};

/* The layout of results: in blocks where planes are images. */
static enum tiling_layout result_layout(const struct tiling_wide_input *input)
{
    return input->layout == TILING_LINEAR ? TILING_LINEAR : TILING_BLOCK;
}

static uint32_t texel_bytes(const struct tiling_wide_input *input)
{
    return input->format == GPU_RGBA16F ? 8 : 16;
}

/* Returns FORMAT of the kernels. */
static uint32_t format_number(const struct tiling_wide_input *input)
{
    return input->format == GPU_RGBA16F ? 0 : 1;
}

const char *const tiling_wide_heights[] = { "own", NULL };
const char *const tiling_wide_formats[] = { "rgba16f", "rgba32f", NULL };
const char *const tiling_wide_groups[] = { "8x8", "16x8", "16x16", "8x4", NULL };

static const struct {
    uint32_t width, height;
} groups[] = { { 8, 8 }, { 16, 8 }, { 16, 16 }, { 8, 4 } };

static bool read_height(const char *text, uint32_t *height)
{
    char rest, again[16];
    if (sscanf(text, "%5u%c", height, &rest) != 1)
        return false;
    snprintf(again, sizeof(again), "%u", *height);
    return strcmp(text, again) == 0 && *height >= 1 && *height <= SIDE_MAX;
}

bool tiling_wide_accepts_height(const char *value)
{
    uint32_t height;
    return read_height(value, &height);
}

double tiling_wide_result_bytes(const struct tiling_wide_input *input)
{
    return (double)input->width * input->height * texel_bytes(input);
}

double tiling_wide_planes_bytes(const struct tiling_wide_input *input)
{
    return input->plane_count * tiling_wide_result_bytes(input);
}

/* The band of planes that rows of groups beside each other read. */
static double band_bytes(const struct tiling_wide_input *input)
{
    const uint32_t planes = input->band_planes ? input->band_planes : input->plane_count;
    return (double)input->width * (input->span + input->group_height) * planes * texel_bytes(input);
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
    const uint32_t group = axis_place(context, "group", tiling_wide_groups);
    input->width = (uint32_t)context_integer(context, "width");
    if (!read_height(context_text_or(context, "height", "own"), &input->height))
        input->height = input->width >= 4096   ? 2048
                        : input->width >= 2560 ? 1440
                        : input->width >= 2    ? input->width * 9 / 16
                                               : 1;
    input->plane_count = (uint32_t)context_integer_or(context, "planes", 3);
    input->layout = (enum tiling_layout)axis_place(context, "layout", tiling_layout_names);
    input->format =
        axis_place(context, "format", tiling_wide_formats) == 0 ? GPU_RGBA16F : GPU_RGBA32F;
    input->group_width = groups[group].width;
    input->group_height = groups[group].height;
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

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static bool picture_make(struct context *context, void *state, const void *argument)
{
    const uint32_t *size = argument;
    return tiling_gbuffer_render(context, size[0], size[1], state);
}

/* The picture is shared with others (context_share()). */
static bool planes_make(struct context *context, struct tiling_wide_input *input)
{
    const uint32_t size[2] = { least(input->width, TILING_GBUFFER_WIDTH),
                               least(input->height, TILING_GBUFFER_HEIGHT) };
    char key[64];
    snprintf(key, sizeof(key), "thread_group_tiling picture %ux%u", size[0], size[1]);
    const struct tiling_gbuffer *picture =
        context_share(context, key, sizeof(*picture), picture_make, size);
    if (!picture)
        return false;
    input->planes = *picture;
    return true;
}

/* Gives a texel of plane 0 the values of another; planes that are altered are not shared. */
static bool planes_alter(struct context *context, struct tiling_gbuffer *planes, uint64_t altered)
{
    const uint32_t count = planes->width * planes->height;
    const size_t bytes = 4 * sizeof(float) * count;
    float *base = context_alloc(context, bytes);
    if (!base)
        return false;
    memcpy(base, planes->planes[0], bytes);
    float *texel = &base[4 * (altered % count)], *other = texel;
    for (uint32_t i = 1; i < count && memcmp(texel, other, 4 * sizeof(float)) == 0; i++)
        other = &base[4 * ((altered + i) % count)];
    memcpy(texel, other, 4 * sizeof(float));
    planes->planes[0] = base;
    return true;
}

/* Buffers of results -------------------------------------------------------------------------- */

static uint32_t texel_words(const struct tiling_wide_input *input)
{
    return texel_bytes(input) / 4;
}

static struct gpu_buffer *result_buffer(struct gpu_scope *scope,
                                        const struct tiling_wide_input *input, const char *name)
{
    const uint32_t bytes = texel_bytes(input);
    const uint64_t texels =
        tiling_layout_texels(result_layout(input), bytes, input->width, input->height);
    return buffer_create(scope, name, texels * bytes, NULL);
}

static struct gpu_kernel *check_kernel(struct gpu_scope *scope,
                                       const struct tiling_wide_input *input,
                                       const struct gpu_shader *shader)
{
    return kernel_create_with(scope, shader, result_layout(input), format_number(input));
}

/* Reflects the nearest of 0..size-1; counted there and back again through 0..base-1. */
static uint32_t mirrored(int64_t at, uint32_t size, uint32_t base)
{
    const uint32_t within = at < 0 ? 0 : at >= size ? size - 1 : (uint32_t)at;
    if (size == base)
        return within;
    const uint32_t turn = within % (2 * base);
    return turn < base ? turn : 2 * base - 1 - turn;
}

const float *tiling_wide_texel(const struct tiling_wide_input *input, uint32_t plane, int64_t x,
                               int64_t y)
{
    const struct tiling_gbuffer *planes = &input->planes;
    const size_t column = mirrored(x, input->width, planes->width);
    const size_t row = mirrored(y, input->height, planes->height);
    return &planes->planes[plane][4 * (row * planes->width + column)];
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

static uint64_t word_of(const struct tiling_wide_input *input, uint32_t x, uint32_t y)
{
    const uint32_t bytes = texel_bytes(input);
    return tiling_layout_index(result_layout(input), bytes, input->width, x, y) * (bytes / 4);
}

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
                words_of(input, rgba, &job->words[word_of(input, x, y)]);
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
        cpu_pool_run(pool, input->window.height, 4, rows_compute, &job);
        input->before = job.after;
    }
}

static bool answer_in_full(struct context *context, struct tiling_wide_input *input,
                           struct cpu_pool *pool)
{
    const size_t texels = (size_t)input->width * input->height;
    const uint64_t padded =
        tiling_layout_texels(result_layout(input), texel_bytes(input), input->width, input->height);
    const size_t bytes = padded * texel_bytes(input);
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

static void picks_compute(void *context, uint32_t thread, size_t begin, size_t end)
{
    (void)thread;
    const struct worker_job *job = context;
    const struct tiling_wide_input *input = job->input;
    const uint32_t texel_words = texel_bytes(input) / 4;
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
    const size_t bytes = PICKS * (size_t)texel_bytes(input);
    uint64_t random = context->seed;
    device->numbers = context_alloc(context, PICKS * sizeof(*device->numbers));
    device->wanted = context_alloc(context, bytes);
    if (!device->numbers || !device->wanted)
        return false;
    for (uint32_t i = 0; i < PICKS; i++)
        device->numbers[i] =
            (uint32_t)random_below(&random, (uint64_t)input->width * input->height);
    const struct context_part part = { device->wanted, bytes };
    if (context_recall(context, "wide picks", &part, 1))
        return true;
    struct worker_job job = { .input = input, .pass = input->passes - 1, .words = device->wanted };
    cpu_pool_run(pool, PICKS, 64, picks_compute, &job);
    context_keep(context, "wide picks", &part, 1);
    return true;
}

enum { SQUARE = 64, SQUARE_PICKS = SQUARE * SQUARE };

/* From at - reach to at + SQUARE + reach, as far as there are pixels. */
static void window_along(uint32_t at, uint32_t reach, uint32_t size, uint32_t *first,
                         uint32_t *count)
{
    *first = at > reach ? at - reach : 0;
    *count = least(size, at + SQUARE + reach) - *first;
}

static bool answer_squares(struct context *context, struct tiling_wide_input *input,
                           struct cpu_pool *pool)
{
    struct tiling_wide_device *device = input->device;
    struct tiling_wide_window *window = &input->window;
    const uint32_t words = texel_bytes(input) / 4, side = SQUARE + 2 * input->reach;
    const uint32_t across = least(SQUARE, input->width), down = least(SQUARE, input->height);
    float *after[2] = { context_alloc(context, (size_t)side * side * 4 * sizeof(float)),
                        context_alloc(context, (size_t)side * side * 4 * sizeof(float)) };
    uint64_t random = context->seed;
    device->numbers = context_alloc(context, PICKS * sizeof(*device->numbers));
    device->wanted = context_alloc(context, PICKS * (size_t)words * sizeof(uint32_t));
    if (!after[0] || !after[1] || !device->numbers || !device->wanted)
        return false;
    const struct context_part parts[] = {
        { device->numbers, PICKS * sizeof(*device->numbers) },
        { device->wanted, PICKS * (size_t)words * sizeof(uint32_t) },
    };
    if (context_recall(context, "wide squares", parts, 2))
        return true;
    for (uint32_t i = 0; i < PICKS; i += SQUARE_PICKS) {
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

static bool answer_make(struct context *context, struct tiling_wide_input *input)
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

struct gpu_kernel *tiling_wide_kernel(struct gpu_scope *scope,
                                      const struct tiling_wide_input *input,
                                      const struct gpu_shader *shader, struct tiling_wide_map map)
{
    struct gpu_kernel_params params = {
        .shader = shader,
        /* The launch index is the group's id, and no pass goes from the last group back. */
        CONSTANTS(input->group_width, input->group_height, (uint32_t)map.order, map.n, 0, 0,
                  (uint32_t)input->layout, format_number(input), input->plane_count),
    };
    assert(params.constant_count + input->constant_count <= GPU_CONSTANTS_MAX);
    for (uint32_t i = 0; i < input->constant_count; i++)
        params.constants[params.constant_count++] = input->constants[i];
    return gpu_kernel_create(scope, &params);
}

static bool case_make(struct gpu_scope *scope, const struct tiling_wide_input *input,
                      struct tiling_wide_map map, struct tiling_wide_case *state)
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
    const struct tiling_wide_map map = { tiling_variant_order(c), tiling_variant_n(c) };
    bench_output(c, input->device->result);
    for (uint32_t i = 0; i < 2; i++)
        if (input->device->between[i])
            bench_output(c, input->device->between[i]);
    return case_make(c->context.scope, input, map, c->state);
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

static void passes_record(const struct tiling_wide_input *input,
                          const struct tiling_wide_case *state, struct gpu_commands *commands)
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
    passes_record(tiling_wide_input_of(c), c->state, commands);
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
        .bytes_sampled = input->layout == TILING_IMAGE
                             ? input->lookups * texel_bytes(input) * input->width * input->height
                             : 0,
        .texel_bytes = texel_bytes(input),
        .operations = input->operations * input->width * input->height,
    };
}

/* Planes on the device ------------------------------------------------------------------------ */

/* What goes there is the picture; a kernel repeats it, so that wide planes, which take gigabytes,
 * are never made on the host. */

/* The push constants of mirror.glsl. */
struct push {
    uint32_t size[2], base[2];
};

static struct gpu_image *image_create(struct gpu_scope *scope,
                                      const struct tiling_wide_input *input, uint32_t width,
                                      uint32_t height)
{
    return gpu_image_create(
        scope, &(struct gpu_image_params){ .name = "plane",
                                           .width = width,
                                           .height = height,
                                           .format = input->format,
                                           .usage = GPU_IMAGE_SAMPLED | GPU_IMAGE_STORAGE });
}

/* One picture after another in one buffer, which goes when all are done. */
static bool planes_fill(struct gpu_scope *scope, const struct tiling_wide_input *input)
{
    const struct tiling_gbuffer *planes = &input->planes;
    const uint64_t bytes = (uint64_t)planes->width * planes->height * 4 * sizeof(float);
    const struct gpu_shader *mirror = input->format == GPU_RGBA16F
                                          ? &kernel_thread_group_tiling_mirror_halves
                                          : &kernel_thread_group_tiling_mirror_floats;
    struct gpu_kernel *kernel =
        input->layout == TILING_IMAGE
            ? kernel_create(scope, mirror)
            : kernel_create_with(scope, &kernel_thread_group_tiling_mirror_buffer,
                                 (uint32_t)input->layout, format_number(input));
    struct gpu_buffer *picture = buffer_create(scope, "picture", bytes, NULL);
    bool filled = kernel && picture;
    for (uint32_t i = 0; filled && i < input->plane_count; i++) {
        struct gpu_commands *commands = gpu_commands_begin(scope);
        const struct push push = { { input->width, input->height },
                                   { planes->width, planes->height } };
        const bool images = input->layout == TILING_IMAGE;
        kernel_dispatch(
            commands, kernel, .buffers = { picture, images ? NULL : input->device->planes[i] },
            .images = { { 0 }, { .image = images ? input->device->images[i] : NULL } }, PUSH(push),
            .groups = { (input->width + GROUP - 1) / GROUP, (input->height + GROUP - 1) / GROUP,
                        1 });
        filled = gpu_buffer_write_by_threads(picture, 0, planes->planes[i], bytes) &&
                 gpu_commands_submit(commands);
    }
    return filled;
}

static bool planes_upload(struct context *context, struct tiling_wide_input *input)
{
    struct gpu_scope *scope = gpu_scope_create(gpu_scope_device(context->scope));
    struct tiling_wide_device *device = input->device;
    const bool images = input->layout == TILING_IMAGE;
    device->sampler = gpu_sampler_create(
        context->scope, &(struct gpu_sampler_params){ GPU_NEAREST, GPU_NEAREST, GPU_CLAMP });
    if (images)
        device->planes[0] = buffer_create(context->scope, "no plane", 16, NULL);
    else
        device->images[0] = image_create(context->scope, input, 1, 1);
    for (uint32_t i = 0; i < input->plane_count; i++)
        if (images)
            device->images[i] = image_create(context->scope, input, input->width, input->height);
        else
            device->planes[i] = result_buffer(context->scope, input, "plane");
    const bool uploaded = device->planes[0] && device->images[0] && planes_fill(scope, input);
    gpu_scope_destroy(&scope);
    return uploaded;
}

/* Answer on the device ------------------------------------------------------------------------ */

/* Content of the answer before the device makes it: not the poison of cases. */
static const uint32_t other_poison = 0x5a5a5a5a;

/* The answer by the shipped kernel in row_major's order. */
static bool answer_run(struct gpu_scope *scope, const struct tiling_wide_input *input)
{
    const struct tiling_wide_device *device = input->device;
    const struct tiling_wide_map map = { .order = TILING_ROW_MAJOR, .n = 1 };
    const uint64_t bytes = gpu_buffer_bytes(device->result);
    struct tiling_wide_case row_major = { 0 };
    struct gpu_commands *commands = gpu_commands_begin(scope);
    if (!case_make(scope, input, map, &row_major))
        return false;
    gpu_commands_fill(commands, device->result, 0, bytes, other_poison);
    gpu_commands_barrier(commands, GPU_TRANSFER, GPU_COMPUTE);
    passes_record(input, &row_major, commands);
    gpu_commands_barrier(commands, GPU_COMPUTE, GPU_TRANSFER);
    gpu_commands_copy(commands, device->answer, 0, device->result, 0, bytes);
    return gpu_commands_submit(commands);
}

static bool check_upload(struct context *context, struct tiling_wide_input *input)
{
    struct tiling_wide_device *device = input->device;
    struct gpu_scope *scope = context->scope;
    device->result = result_buffer(scope, input, "result");
    device->answer = result_buffer(scope, input, "answer");
    for (uint32_t i = 0; i < 2 && i + 1 < input->passes; i++)
        device->between[i] = result_buffer(scope, input, "result of a pass");
    device->differing = buffer_create(scope, "differing", 8, NULL);
    device->compare = check_kernel(scope, input, &kernel_thread_group_tiling_compare);
    device->commands = gpu_commands_begin(scope);
    if (!device->commands)
        return false;
    if (!device->words) {
        context_fact_text(context, "answer",
                          "row_major on the device, some of its pixels by the reference");
        if (!answer_run(scope, input))
            return false;
        const uint64_t picked = (uint64_t)PICKS * texel_bytes(input);
        device->pixels = buffer_create(scope, "pixels to pick", 4 * PICKS, device->numbers);
        device->picked = buffer_create(scope, "pixels picked", picked, NULL);
        device->pick = check_kernel(scope, input, &kernel_thread_group_tiling_pick);
        return device->pick;
    }
    const uint64_t bytes = gpu_buffer_bytes(device->answer);
    context_fact_hash(context, "answer_hash", device->words_hash);
    return gpu_buffer_write_by_threads(device->answer, 0, device->words, bytes);
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
    return input->device && planes_make(context, input) &&
           (workload->altered == 0 || planes_alter(context, &input->planes, workload->altered)) &&
           answer_make(context, input) && planes_upload(context, input) &&
           (!input->bench->upload || input->bench->upload(context, input)) &&
           check_upload(context, input);
}

/* Check --------------------------------------------------------------------------------------- */

/* Says what a pixel is that is not what it is to be. Returns false. */
static bool mismatch(struct bench_case *c, uint32_t number, const uint32_t *came,
                     const uint32_t *wanted)
{
    const struct tiling_wide_input *input = tiling_wide_input_of(c);
    const uint32_t x = number % input->width, y = number / input->width;
    const uint32_t count = texel_words(input);
    bool written = false;
    for (uint32_t i = 0; i < count; i++)
        written = written || came[i] != context_poison(&c->context);
    if (!written)
        return context_mismatch(&c->context, "no group wrote pixel (%u, %u)", x, y);
    for (uint32_t i = 0; i < count; i++)
        if (came[i] != wanted[i])
            return context_mismatch(&c->context, "pixel (%u, %u): word %u is %08x, wanted %08x", x,
                                    y, i, came[i], wanted[i]);
    return true;
}

static bool check_whole(struct bench_case *c)
{
    const struct tiling_wide_input *input = tiling_wide_input_of(c);
    const struct tiling_wide_device *device = input->device;
    const uint64_t bytes = gpu_buffer_bytes(device->result);
    const uint32_t *words = context_read(&c->context, device->result, 0, bytes);
    const uint32_t count = texel_words(input);
    if (words && memcmp(words, device->words, bytes) == 0)
        return true;
    for (uint32_t y = 0; words && y < input->height; y++)
        for (uint32_t x = 0; x < input->width; x++) {
            const uint64_t at = word_of(input, x, y);
            if (memcmp(&words[at], &device->words[at], 4 * count) != 0)
                return mismatch(c, y * input->width + x, &words[at], &device->words[at]);
        }
    for (uint64_t at = 0; words && at < bytes / 4; at++)
        if (words[at] != device->words[at] && words[at] != context_poison(&c->context))
            return context_mismatch(&c->context, "words between rows are written to");
    return words;
}

static bool check_picks(struct bench_case *c)
{
    const struct tiling_wide_input *input = tiling_wide_input_of(c);
    const struct tiling_wide_device *device = input->device;
    const uint32_t push[] = { input->width, PICKS };
    const uint32_t count = texel_words(input);
    gpu_commands_restart(device->commands);
    kernel_dispatch(device->commands, device->pick,
                    .buffers = { device->result, device->pixels, device->picked }, PUSH(push),
                    .groups = { PICKS / PICK_GROUP, 1, 1 });
    if (!gpu_commands_submit(device->commands))
        return false;
    const uint32_t *words =
        context_read(&c->context, device->picked, 0, gpu_buffer_bytes(device->picked));
    for (uint32_t i = 0; words && i < PICKS; i++)
        if (memcmp(&words[i * count], &device->wanted[i * count], 4 * count) != 0)
            return mismatch(c, device->numbers[i], &words[i * count], &device->wanted[i * count]);
    return words;
}

/* How many pixels differ from the answer, and the first of them. */
static bool compare(const struct tiling_wide_input *input, uint32_t differing[2])
{
    const struct tiling_wide_device *device = input->device;
    const uint32_t push[] = { input->width, input->height };
    struct gpu_commands *commands = device->commands;
    gpu_commands_restart(commands);
    gpu_commands_fill(commands, device->differing, 0, 4, 0);
    gpu_commands_fill(commands, device->differing, 4, 4, UINT32_MAX);
    gpu_commands_barrier(commands, GPU_TRANSFER, GPU_COMPUTE);
    kernel_dispatch(
        commands, device->compare, .buffers = { device->result, device->answer, device->differing },
        PUSH(push),
        .groups = { (input->width + GROUP - 1) / GROUP, (input->height + GROUP - 1) / GROUP, 1 });
    gpu_commands_barrier(commands, GPU_COMPUTE, GPU_TRANSFER);
    gpu_commands_read_back(commands, device->differing, 0, 8, differing);
    return gpu_commands_submit(commands);
}

static bool check_answer(struct bench_case *c)
{
    const struct tiling_wide_input *input = tiling_wide_input_of(c);
    const struct tiling_wide_device *device = input->device;
    const uint32_t bytes = texel_bytes(input);
    uint32_t differing[2], came[4], wanted[4];
    if (!compare(input, differing))
        return false;
    if (differing[0] == 0)
        return true;
    const uint64_t at =
        4 * word_of(input, differing[1] % input->width, differing[1] / input->width);
    return gpu_buffer_read(device->result, at, came, bytes) &&
           gpu_buffer_read(device->answer, at, wanted, bytes) &&
           mismatch(c, differing[1], came, wanted) &&
           context_mismatch(&c->context, "%u pixels differ, and none when read back", differing[0]);
}

bool tiling_wide_check(struct bench_case *c, enum bench_check check)
{
    const struct tiling_wide_device *device = tiling_wide_input_of(c)->device;
    const struct tiling_wide_input *input = tiling_wide_input_of(c);
    const double pixels = (double)input->width * input->height;
    bench_metric_rate(c, "logical_bytes_per_second", "B/s",
                      input->reads * texel_bytes(input) * pixels);
    bench_metric_rate(c, "compulsory_bytes_per_second", "B/s",
                      tiling_wide_planes_bytes(input) + tiling_wide_result_bytes(input));
    if (check == BENCH_CHECK_FULL && !(device->words ? check_whole(c) : check_picks(c)))
        return false;
    return check_answer(c);
}
