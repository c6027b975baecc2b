/* SPDX-License-Identifier: MIT */
#include "bench/tile_subdivision/tiles.h"

#include "bench/common/device.h"
#include "harness/engine/gpu/gpu.h"
#include "tile_subdivision.kernels.h"

#include <stdio.h>
#include <string.h>

/* Pyramid as an image -------------------------------------------------------------------------- */

bool tiles_pyramid_image_wanted(const struct bench_case *c)
{
    return strcmp(context_text_or(&c->context, "source", "buffer"), "image") == 0;
}

/* Makes the image, R32F with a level per level of the pyramid, and its sampler in the case's state.
 * False once the device has failed or cannot. */
static bool pyramid_image_create(struct bench_case *c)
{
    struct tiles_case *state = tiles_state(c);
    const struct pyramid *pyramid = &tiles_input(c)->pyramid;
    struct gpu_scope *scope = c->context.scope;
    const struct gpu_image_params params = { .name = "importance",
                                             .width = 1u << pyramid->top,
                                             .height = 1u << pyramid->top,
                                             .levels = pyramid->top + 1,
                                             .format = GPU_R32F,
                                             .usage = GPU_IMAGE_SAMPLED,
                                             .data = pyramid->values };
    state->image = gpu_image_create(scope, &params);
    state->sampler = gpu_sampler_create(
        scope, &(struct gpu_sampler_params){ GPU_NEAREST, GPU_NEAREST, GPU_CLAMP });
    bool good = state->image && state->sampler;
    for (uint32_t level = 1; good && level <= pyramid->top; level++)
        good = gpu_image_write(state->image, level,
                               pyramid->values + tiles_pyramid_offset(pyramid->top, level));
    return good;
}

bool tiles_pyramid_image_check(struct bench_case *c)
{
    const struct pyramid *pyramid = &tiles_input(c)->pyramid;
    const size_t base = (size_t)1 << 2 * pyramid->top;
    uint32_t *texels = context_alloc(&c->context, base * sizeof(*texels));
    char name[128];
    for (uint32_t level = 0; texels && level <= pyramid->top; level++) {
        const float *right = pyramid->values + tiles_pyramid_offset(pyramid->top, level);
        const size_t count = base >> 2 * level;
        if (!gpu_image_read(tiles_state(c)->image, level, texels))
            return false;
        snprintf(name, sizeof(name), "%smip level %u", tiles_input(c)->place, level);
        if (!context_compare(
                &c->context, name, texels, right, count,
                (struct context_element){ .noun = "texel", .row = 1u << (pyramid->top - level) }))
            return false;
    }
    return texels;
}

/* Device --------------------------------------------------------------------------------------- */

enum { DIGEST_WORDS = 5 };

static uint32_t float_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

bool tiles_upload(struct bench_workload *workload)
{
    struct tiles_workload *state = workload->state;
    struct tiles_buffers *buffers = context_alloc(&workload->context, sizeof(*buffers));
    if (!buffers)
        return false;
    const uint32_t top = state->pyramid.top;
    const uint64_t pyramid_bytes = 4 * (uint64_t)tiles_pyramid_count(top);
    const uint64_t tile_bytes = UINT64_C(4) << 2 * top;
    struct gpu_scope *scope = workload->context.scope;
    buffers->pyramid = buffer_create(scope, "pyramid", pyramid_bytes, state->pyramid.values);
    buffers->varying =
        state->threshold.varying
            ? buffer_create(scope, "varying thresholds", pyramid_bytes, state->threshold.varying)
            : buffers->pyramid;
    buffers->keys = buffer_create(scope, "tile keys", tile_bytes, NULL);
    buffers->importances = buffer_create(scope, "tile importances", tile_bytes, NULL);
    buffers->thresholds = buffer_create(scope, "tile thresholds", tile_bytes, NULL);
    buffers->digest = buffer_create(scope, "digest", 4 * DIGEST_WORDS, NULL);
    buffers->digest_kernel =
        kernel_create_with(scope, &kernel_tile_subdivision_digest, 1u << 2 * top);
    buffers->digest_commands = gpu_commands_begin(scope);
    state->buffers = buffers;
    return buffers->digest_commands;
}

void tiles_setup_begin(struct bench_case *c, uint64_t queue_entries)
{
    struct tiles_case *state = tiles_state(c);
    const struct tiles_buffers *buffers = tiles_input(c)->buffers;
    const uint32_t zeros[TILES_CONTROL_WORDS] = { 0 };
    bench_output(c, buffers->keys);
    bench_output(c, buffers->importances);
    bench_output(c, buffers->thresholds);
    state->control = buffer_create(c->context.scope, "control", sizeof(zeros), zeros);
    for (int i = 0; i < 2 && queue_entries > 0; i++)
        state->queues[i] = buffer_create(c->context.scope, "queue", 4 * queue_entries, NULL);
    if (tiles_pyramid_image_wanted(c))
        pyramid_image_create(c);
}

struct gpu_dispatch tiles_dispatch(const struct bench_case *c, struct gpu_kernel *kernel,
                                   struct tiles_push *push)
{
    const struct tiles_workload *workload = tiles_input(c);
    const struct tiles_buffers *buffers = workload->buffers;
    const struct tiles_case *state = tiles_state(c);
    push->base = float_bits(workload->threshold.base);
    push->falloff = workload->threshold.falloff;
    return DISPATCH(kernel,
                    .buffers = { buffers->pyramid, buffers->varying, buffers->keys,
                                 buffers->importances, buffers->thresholds, state->control },
                    PUSH(*push), .groups = { 1, 1, 1 });
}

uint32_t tiles_group_limit(const struct bench_case *c, int dimension)
{
    const struct gpu_info *info = gpu_info(gpu_scope_device(c->context.scope));
    return info ? info->limits.group_count_max[dimension] : 1;
}

void tiles_groups(const struct bench_case *c, uint64_t count, uint32_t groups[3])
{
    const uint64_t limit = tiles_group_limit(c, 0);
    groups[0] = (uint32_t)(count < limit ? count : limit);
    groups[1] = (uint32_t)((count + limit - 1) / limit);
    groups[2] = 1;
}

/* Lists of steps ------------------------------------------------------------------------------- */

void tiles_give(struct bench_case *c, struct declared_given *given)
{
    static const struct tiles_buffers none = { 0 };
    const struct tiles_workload *workload = tiles_input(c);
    const struct tiles_buffers *buffers = workload->buffers ? workload->buffers : &none;
    const struct tiles_case *state = tiles_state(c);
    const uint64_t bytes = 4 * (uint64_t)state->list.capacity;
    const struct context *context = &c->context;
    const char *passes = context_text_or(context, "passes", "minimal");
    /* A block is 5 where the variant has no axis for it. */
    const struct declared_given all[] = {
        { "top", workload->pyramid.top },
        { "is_varying", workload->threshold.varying != NULL },
        { "base", float_bits(workload->threshold.base) },
        { "falloff", workload->threshold.falloff },
        { "image", state->image != NULL },
        { "group", context_integer_or(context, "group", 1) },
        { "published", strcmp(passes, "published") == 0 },
        { "subtree_levels", context_integer_or(context, "subtree_levels", 1) },
        { "block", context_integer_or(context, "block", 5) },
        { "pyramid", .buffer = buffers->pyramid, .array = workload->pyramid.values,
          .bytes = 4 * (uint64_t)tiles_pyramid_count(workload->pyramid.top) },
        { "varying", .buffer = buffers->varying },
        { "keys", .buffer = buffers->keys, .array = state->list.keys, .bytes = bytes },
        { "importances", .buffer = buffers->importances, .array = state->list.importances,
          .bytes = bytes },
        { "thresholds", .buffer = buffers->thresholds, .array = state->list.thresholds,
          .bytes = bytes },
        { "count", .array = &state->count, .bytes = sizeof(state->count) },
        { "control", .buffer = state->control },
        { "picture", .image = state->image, .sampler = state->sampler },
    };
    memcpy(given, all, sizeof(all));
}

struct declared_list *tiles_steps_create(struct bench_case *c, const char *list)
{
    struct declared_given given[DECLARED_GIVEN_MAX] = { 0 };
    tiles_give(c, given);
    return declared_list_create(c, tiles_steps, list, given);
}

static bool listed_setup(struct bench_case *c)
{
    struct tiles_case *state = tiles_state(c);
    tiles_setup_begin(c, 0);
    if (tiles_traits(c).has_ticket) {
        bench_output_range(c, state->control, 4 * TILES_COUNT_WORD, 4);
        bench_state_range(c, state->control, 4 * (TILES_COUNT_WORD + 1), 8);
    }
    state->steps = tiles_steps_create(c, c->variant->steps);
    return state->steps;
}

static void listed_work(const struct bench_case *c, struct bench_work *work)
{
    tiles_work(c, work);
    if (tiles_traits(c).appended)
        work->atomics[BENCH_ATOMICS_ONE_WORD].returned = (double)tiles_input(c)->tiles.count;
    declared_list_work(tiles_state(c)->steps, work);
}

const struct bench_method tiles_listed = { .setup = listed_setup,
                                           .record = declared_listed_record,
                                           .work = listed_work };

/* Programs ------------------------------------------------------------------------------------- */

static bool program_setup(struct bench_case *c)
{
    struct tiles_case *state = tiles_state(c);
    uint32_t **const words[3] = { &state->list.keys, &state->list.importances,
                                  &state->list.thresholds };
    state->list.capacity = (size_t)1 << 2 * tiles_input(c)->pyramid.top;
    for (int i = 0; i < 3; i++) {
        *words[i] = context_alloc(&c->context, 4 * state->list.capacity);
        if (!*words[i])
            return false;
        bench_output_memory(c, *words[i], 4 * state->list.capacity);
    }
    bench_output_memory(c, &state->count, sizeof(state->count));
    return declared_process_setup(c, tiles_steps, tiles_give);
}

static bool program_check(struct bench_case *c, enum bench_check check)
{
    if (!declared_process_fetch(c))
        return false;
    tiles_state(c)->list.count = tiles_state(c)->count;
    return tiles_check(c, check);
}

const struct bench_method tiles_program = { .setup = program_setup,
                                            .compute_times = declared_process_compute,
                                            .renew = declared_process_renew,
                                            .check = program_check,
                                            .finish = declared_process_finish };
