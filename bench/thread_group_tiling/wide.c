/* SPDX-License-Identifier: MIT */
#include "bench/thread_group_tiling/wide.h"

#include "bench/common/axis.h"
#include "bench/common/device.h"
#include "bench/thread_group_tiling/orders.h"
#include "bench/thread_group_tiling/wide_private.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SOFTWARE_PIXELS = 1280 * 720, SIDE_MAX = 32768 };

/* Axes ---------------------------------------------------------------------------------------- */

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

static uint32_t own_height(uint32_t width)
{
    if (width >= 4096)
        return 2048;
    const uint32_t height = width * 9 / 16;
    return width >= 2560 ? 1440 : height > 0 ? height : 1;
}

/* Workload ------------------------------------------------------------------------------------ */

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
    const uint32_t group = axis_place(context, "group", tiling_wide_groups);
    input->width = (uint32_t)context_integer(context, "width");
    if (!read_height(context_text_or(context, "height", "own"), &input->height))
        input->height = own_height(input->width);
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

/* Gives a texel of plane 0 the values of another; planes that are altered are not shared. */
static bool planes_alter(struct context *context, struct tiling_planes *planes, uint64_t altered)
{
    const uint32_t count = planes->base_width * planes->base_height;
    const size_t bytes = 4 * sizeof(float) * count;
    float *base = context_alloc(context, bytes);
    if (!base)
        return false;
    memcpy(base, planes->base[0], bytes);
    float *texel = &base[4 * (altered % count)], *other = texel;
    for (uint32_t i = 1; i < count && memcmp(texel, other, 4 * sizeof(float)) == 0; i++)
        other = &base[4 * ((altered + i) % count)];
    memcpy(texel, other, 4 * sizeof(float));
    planes->base[0] = base;
    return true;
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
    return input->device &&
           tiling_planes_make(context, input->width, input->height, &input->planes) &&
           (workload->altered == 0 || planes_alter(context, &input->planes, workload->altered)) &&
           tiling_wide_answer_make(context, input) && tiling_wide_planes_upload(context, input) &&
           (!input->bench->upload || input->bench->upload(context, input)) &&
           tiling_wide_check_upload(context, input);
}

/* Case ---------------------------------------------------------------------------------------- */

struct gpu_kernel *tiling_wide_kernel(struct gpu_scope *scope,
                                      const struct tiling_wide_input *input,
                                      const struct gpu_shader *shader, uint32_t pass,
                                      const struct tiling_wide_map *map)
{
    struct gpu_kernel_params params = {
        .shader = shader,
        CONSTANTS(input->group_width, input->group_height, (uint32_t)map->order, map->n,
                  (uint32_t)map->launch, map->alternate && pass % 2 == 1, (uint32_t)input->layout,
                  tiling_wide_format_number(input), input->plane_count),
    };
    assert(params.constant_count + input->constant_count <= GPU_CONSTANTS_MAX);
    for (uint32_t i = 0; i < input->constant_count; i++)
        params.constants[params.constant_count++] = input->constants[i];
    return gpu_kernel_create(scope, &params);
}

bool tiling_wide_case_make(struct gpu_scope *scope, const struct tiling_wide_input *input,
                           const struct tiling_wide_map *map, struct tiling_wide_case *state)
{
    const uint32_t zero = 0;
    state->counter = buffer_create(scope, "launch counter", 4, &zero);
    bool made = state->counter;
    const struct gpu_shader *const *shaders = input->bench->shaders;
    const uint32_t ago = map->alternate ? 2 : 1; /* a pass of the same direction */
    for (uint32_t pass = 0; made && pass < input->passes; pass++) {
        const bool again = pass >= ago && shaders[pass] == shaders[pass - ago];
        state->kernels[pass] = again ? state->kernels[pass - ago]
                                     : tiling_wide_kernel(scope, input, shaders[pass], pass, map);
        made = state->kernels[pass];
    }
    return made;
}

bool tiling_wide_setup(struct bench_case *c)
{
    const struct tiling_wide_input *input = tiling_wide_input_of(c);
    const struct tiling_wide_map map = {
        tiling_variant_order(c), tiling_variant_n(c), tiling_launch_of(c),
        strcmp(context_text_or(&c->context, "second", "same"), "same") != 0
    };
    bench_output(c, input->device->result);
    for (uint32_t i = 0; i < 2; i++)
        if (input->device->between[i])
            bench_output(c, input->device->between[i]);
    return tiling_wide_case_make(c->context.scope, input, &map, c->state);
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
