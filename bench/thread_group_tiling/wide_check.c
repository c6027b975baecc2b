/* SPDX-License-Identifier: MIT */
#include "bench/thread_group_tiling/wide_private.h"

#include "bench/common/device.h"

#include "thread_group_tiling.kernels.h"

#include <string.h>

enum { GROUP = 8, PICK_GROUP = 64 };

static uint32_t texel_words(const struct tiling_wide_input *input)
{
    return tiling_wide_texel_bytes(input) / 4;
}

static struct gpu_kernel *check_kernel(struct gpu_scope *scope,
                                       const struct tiling_wide_input *input,
                                       const struct gpu_shader *shader)
{
    return kernel_create_with(scope, shader, tiling_wide_result_layout(input),
                              tiling_wide_format_number(input));
}

/* Content of the answer before the device makes it: not the poison of cases. */
static const uint32_t other_poison = 0x5a5a5a5a;

/* The answer by the shipped kernel in row_major's order. */
static bool answer_run(struct gpu_scope *scope, const struct tiling_wide_input *input)
{
    const struct tiling_wide_device *device = input->device;
    const struct tiling_launch_order map = { .order = TILING_ROW_MAJOR, .n = 1 };
    const uint64_t bytes = gpu_buffer_bytes(device->result);
    struct tiling_wide_case row_major = { 0 };
    struct gpu_commands *commands = gpu_commands_begin(scope);
    if (!tiling_wide_case_make(scope, input, map, &row_major))
        return false;
    gpu_commands_fill(commands, device->result, 0, bytes, other_poison);
    gpu_commands_barrier(commands, GPU_TRANSFER, GPU_COMPUTE);
    tiling_wide_passes(input, &row_major, commands);
    gpu_commands_barrier(commands, GPU_COMPUTE, GPU_TRANSFER);
    gpu_commands_copy(commands, device->answer, 0, device->result, 0, bytes);
    return gpu_commands_submit(commands);
}

bool tiling_wide_check_upload(struct context *context, struct tiling_wide_input *input)
{
    struct tiling_wide_device *device = input->device;
    struct gpu_scope *scope = context->scope;
    device->result = tiling_wide_buffer(scope, input, "result");
    device->answer = tiling_wide_buffer(scope, input, "answer");
    for (uint32_t i = 0; i < 2 && i + 1 < input->passes; i++)
        device->between[i] = tiling_wide_buffer(scope, input, "result of a pass");
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
        const uint64_t picked = (uint64_t)TILING_PICKS * tiling_wide_texel_bytes(input);
        device->pixels = buffer_create(scope, "pixels to pick", 4 * TILING_PICKS, device->numbers);
        device->picked = buffer_create(scope, "pixels picked", picked, NULL);
        device->pick = check_kernel(scope, input, &kernel_thread_group_tiling_pick);
        return device->pick;
    }
    const uint64_t bytes = gpu_buffer_bytes(device->answer);
    context_fact_hash(context, "answer_hash", device->words_hash);
    return gpu_buffer_write_by_threads(device->answer, 0, device->words, bytes);
}

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
            const uint64_t at = tiling_wide_word(input, x, y);
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
    const uint32_t push[] = { input->width, TILING_PICKS };
    const uint32_t count = texel_words(input);
    gpu_commands_restart(device->commands);
    kernel_dispatch(device->commands, device->pick,
                    .buffers = { device->result, device->pixels, device->picked }, PUSH(push),
                    .groups = { TILING_PICKS / PICK_GROUP, 1, 1 });
    if (!gpu_commands_submit(device->commands))
        return false;
    const uint32_t *words =
        context_read(&c->context, device->picked, 0, gpu_buffer_bytes(device->picked));
    for (uint32_t i = 0; words && i < TILING_PICKS; i++)
        if (memcmp(&words[i * count], &device->wanted[i * count], 4 * count) != 0)
            return mismatch(c, device->numbers[i], &words[i * count], &device->wanted[i * count]);
    return words;
}

static bool check_answer(struct bench_case *c)
{
    const struct tiling_wide_input *input = tiling_wide_input_of(c);
    const struct tiling_wide_device *device = input->device;
    const uint32_t push[] = { input->width, input->height };
    struct gpu_commands *commands = device->commands;
    uint32_t differing[2]; /* how many pixels do, and the first of them */
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
    if (!gpu_commands_submit(commands))
        return false;
    if (differing[0] == 0)
        return true;
    const uint32_t bytes = tiling_wide_texel_bytes(input);
    uint32_t came[4], wanted[4];
    const uint64_t at =
        4 * tiling_wide_word(input, differing[1] % input->width, differing[1] / input->width);
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
                      input->reads * tiling_wide_texel_bytes(input) * pixels);
    bench_metric_rate(c, "compulsory_bytes_per_second", "B/s",
                      tiling_wide_planes_bytes(input) + tiling_wide_result_bytes(input));
    if (check == BENCH_CHECK_FULL && !(device->words ? check_whole(c) : check_picks(c)))
        return false;
    return check_answer(c);
}
