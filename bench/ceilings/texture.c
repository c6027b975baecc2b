/* SPDX-License-Identifier: MIT */
/* texture.c: lookups of texels per second, over the size of the image. */
#include "bench/ceilings/ceilings.h"

#include "bench/common/axis.h"
#include "bench/common/device.h"
#include "bench/common/hash.h"
#include "harness/half.h"

#include "ceilings.kernels.h"

enum {
    SEED_STREAM = 0xcce2,
    SIDE = 32, /* of a block, in texels: texture.comp */
    SOFTWARE_BYTES_MAX = 1 << 24,
};

struct texture_workload {
    uint64_t bytes; /* of the image: a power of two */
    uint32_t seed;
};

struct texture_case {
    struct gpu_image *image;
    struct gpu_sampler *sampler;
    struct gpu_kernel *kernel;
    struct gpu_buffer *tallies; /* a word per group */
    uint64_t visits;
    uint32_t sum; /* of one pass over the image */
    struct ceilings_visits plan;
};

static const struct texture_variant *variant_of(const struct bench_case *c)
{
    return c->variant->data;
}

static uint64_t block_bytes(const struct bench_case *c)
{
    return (uint64_t)SIDE * SIDE * gpu_format_bytes(variant_of(c)->format);
}

static bool workload(struct bench_workload *workload)
{
    struct texture_workload *state = workload->state;
    state->bytes = (uint64_t)context_integer(&workload->context, "bytes");
    state->seed = hash_seed(workload->context.seed, SEED_STREAM);
    context_fact_count(&workload->context, "image_bytes", state->bytes);
    return true;
}

/* Draws the texels, and adds them up. */
static bool image_create(struct bench_case *c)
{
    struct texture_case *state = c->state;
    const struct texture_workload *input = c->workload->state;
    const uint32_t across = (state->plan.push.shift + 1) / 2;
    const bool halves = variant_of(c)->format == GPU_RGBA16F;
    const uint64_t count = input->bytes / (halves ? sizeof(uint16_t) : sizeof(float));
    void *texels = context_alloc(&c->context, input->bytes);
    uint16_t numbers[2048];
    if (!texels)
        return false;
    for (uint32_t i = 0; i < 2048; i++)
        numbers[i] = half_from_float((float)i);
    for (uint64_t i = 0; i < count; i++) {
        /* A whole number below 2048, which a half holds. */
        const uint32_t value = hash_mix((uint32_t)i ^ input->seed) >> 21;
        if (halves)
            ((uint16_t *)texels)[i] = numbers[value];
        else
            ((float *)texels)[i] = (float)value;
        state->sum += value;
    }
    state->image = gpu_image_create(
        c->context.scope,
        &(struct gpu_image_params){ .name = "image",
                                    .width = (uint32_t)SIDE << across,
                                    .height = (uint32_t)SIDE << (state->plan.push.shift - across),
                                    .format = variant_of(c)->format,
                                    .usage = GPU_IMAGE_SAMPLED,
                                    .data = texels });
    state->sampler = gpu_sampler_create(
        c->context.scope, &(struct gpu_sampler_params){ GPU_NEAREST, GPU_NEAREST, GPU_CLAMP });
    return true;
}

static bool setup(struct bench_case *c)
{
    struct texture_case *state = c->state;
    const struct texture_workload *input = c->workload->state;
    const struct gpu_info *info = gpu_info(gpu_scope_device(c->context.scope));
    if (info && gpu_info_is_software(info) && input->bytes > SOFTWARE_BYTES_MAX)
        return context_unsupported(&c->context, "an image of more than 16 MiB takes long on a CPU "
                                                "and says nothing");
    const uint64_t least = (uint64_t)ceilings_amount_for(c->context.scope, 4096, 512, 8) << 20;
    state->visits = (input->bytes > least ? input->bytes : least) / block_bytes(c);
    state->plan = ceilings_visits_plan(state->visits, input->bytes / block_bytes(c), input->bytes);
    if (!image_create(c))
        return false;
    state->kernel =
        kernel_create_with(c->context.scope, variant_of(c)->shader, state->plan.constant);
    state->tallies =
        buffer_create(c->context.scope, "tallies",
                      UINT64_C(4) * state->plan.groups[0] * state->plan.groups[1], NULL);
    bench_output(c, state->tallies);
    return true;
}

static void record(struct bench_case *c, struct gpu_commands *commands)
{
    const struct texture_case *state = c->state;
    kernel_dispatch(commands, state->kernel, .buffers = { NULL, state->tallies },
                    .images = { { .image = state->image, .sampler = state->sampler } },
                    PUSH(state->plan.push),
                    .groups = { state->plan.groups[0], state->plan.groups[1], 1 });
}

/* All groups together make whole passes over the image. */
static bool check(struct bench_case *c, enum bench_check check)
{
    const struct texture_case *state = c->state;
    const uint32_t groups = state->plan.groups[0] * state->plan.groups[1];
    const uint32_t *tallies = context_read(&c->context, state->tallies, 0, UINT64_C(4) * groups);
    const uint32_t wanted = (uint32_t)(state->visits >> state->plan.push.shift) * state->sum;
    uint32_t total = 0;
    (void)check;
    for (uint32_t i = 0; tallies && i < groups; i++)
        total += tallies[i];
    if (tallies && total != wanted)
        return context_mismatch(&c->context, "the texels looked up sum to %08x, wanted %08x", total,
                                wanted);
    return tallies;
}

static void work(const struct bench_case *c, struct bench_work *work)
{
    const struct texture_case *state = c->state;
    *work =
        (struct bench_work){ .bytes_written = 4.0 * state->plan.groups[0] * state->plan.groups[1],
                             .bytes_sampled = (double)(state->visits * block_bytes(c)),
                             .texel_bytes = gpu_format_bytes(variant_of(c)->format) };
}

static const char *const sizes[] = { "16384",   "65536",    "262144",   "1048576",   "4194304",
                                     "8388608", "16777216", "33554432", "268435456", NULL };

static const struct bench_axis axes[] = {
    AXIS("bytes", "size of the image that an execution passes over, again and again",
         .names = sizes,
         .values = { "65536,8388608", "16384,65536,1048576,8388608,33554432",
                     "16384,65536,262144,1048576,4194304,8388608,16777216,33554432,268435456" },
         .check = "16384,65536,1048576"),
    { 0 },
};

static const struct bench_variant variants[] = {
    CEILING_VARIANT("rgba16f", GPU, TEXTURE, "texels of 8 bytes",
                    WITH_DATA(struct texture_variant, GPU_RGBA16F, &kernel_ceilings_texture)),
    CEILING_VARIANT("rgba32f", GPU, TEXTURE, "texels of 16 bytes",
                    WITH_DATA(struct texture_variant, GPU_RGBA32F, &kernel_ceilings_texture)),
    { 0 },
};

const struct bench ceilings_texture = {
    .name = "texture",
    .question = "Bytes of texels looked up per second, over the size of the image?",
    .axes = axes,
    .variants = variants,
    .workload_bytes = sizeof(struct texture_workload),
    .workload = workload,
    .method = { .case_bytes = sizeof(struct texture_case),
                .setup = setup,
                .record = record,
                .check = check,
                .work = work },
};
