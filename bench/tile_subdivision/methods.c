/* SPDX-License-Identifier: MIT */
/* methods.c: how tiles are found, and whether they are the reference's. */
#include "bench/tile_subdivision/tiles.h"

#include "bench/common/device.h"
#include "harness/engine/cpu/cpu.h"

#include "tile_subdivision.kernels.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

/* Pyramid as an image -------------------------------------------------------------------------- */

static bool pyramid_image_wanted(const struct bench_case *c)
{
    return strcmp(context_text_or(&c->context, "source", "buffer"), "image") == 0;
}

/* Makes the image, R32F with a level per level of the pyramid, and its sampler. */
static void pyramid_image_create(struct bench_case *c)
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
    for (uint32_t level = 1; state->image && level <= pyramid->top; level++)
        gpu_image_write(state->image, level,
                        pyramid->values + tiles_pyramid_offset(pyramid->top, level));
}

static bool pyramid_image_check(struct bench_case *c)
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

enum {
    VERIFY_TEXT_BYTES = 128,
    THREADS_FROM = 1 << 18, /* tiles: with fewer, threads take longer to start than to look */
    THREADS_CHUNK = 1 << 14,
};

/* Tiles ---------------------------------------------------------------------------------------- */

static float verify_float(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof(value));
    return value;
}

/* "level 3 (4, 5) importance 2.5 threshold 4", with the bits where the values alone may not tell.
 */
static void verify_describe(const struct tile_list *tiles, size_t index,
                            char text[VERIFY_TEXT_BYTES])
{
    uint32_t key = tiles->keys[index];
    snprintf(text, VERIFY_TEXT_BYTES,
             "level %" PRIu32 " (%" PRIu32 ", %" PRIu32 ") importance %.9g [%08" PRIx32
             "] threshold %.9g [%08" PRIx32 "]",
             tiles_tile_level(key), tiles_tile_x(key), tiles_tile_y(key),
             verify_float(tiles->importances[index]), tiles->importances[index],
             verify_float(tiles->thresholds[index]), tiles->thresholds[index]);
}

/* Is the key a node of the map at all? */
static bool verify_key_is_node(uint32_t key, uint32_t top)
{
    uint32_t level = tiles_tile_level(key);
    return level <= top && tiles_tile_x(key) < 1u << (top - level) &&
           tiles_tile_y(key) < 1u << (top - level);
}

/* Index of the reference's tile that a record is, or SIZE_MAX. */
static size_t verify_find(const struct tiles_workload *workload, const struct tile_list *tiles,
                          size_t record)
{
    const struct tile_list *wanted = &workload->tiles;
    uint32_t key = tiles->keys[record];
    if (!verify_key_is_node(key, workload->pyramid.top))
        return SIZE_MAX;
    size_t index = (size_t)workload->tile_at[tiles_tile_first_pixel(key)] - 1;
    bool same = index != SIZE_MAX && wanted->keys[index] == key &&
                wanted->importances[index] == tiles->importances[record] &&
                wanted->thresholds[index] == tiles->thresholds[record];
    return same ? index : SIZE_MAX;
}

/* A record that is none of the reference's. */
static bool verify_fail_foreign(struct context *context, const struct tiles_workload *workload,
                                const struct tile_list *tiles, size_t record)
{
    char came[VERIFY_TEXT_BYTES], wanted[VERIFY_TEXT_BYTES];
    uint32_t key = tiles->keys[record];
    verify_describe(tiles, record, came);
    if (!verify_key_is_node(key, workload->pyramid.top)) {
        snprintf(wanted, sizeof(wanted), "a node of the map (top %" PRIu32 ")",
                 workload->pyramid.top);
    } else if (workload->tile_at[tiles_tile_first_pixel(key)] == 0) {
        snprintf(wanted, sizeof(wanted), "no tile that starts there");
    } else {
        verify_describe(&workload->tiles, workload->tile_at[tiles_tile_first_pixel(key)] - 1,
                        wanted);
    }
    return context_mismatch(context, "%s%zu tiles, wanted %zu: tile %zu is %s; wanted: %s",
                            workload->place, tiles->count, workload->tiles.count, record, came,
                            wanted);
}

/* A tile of `list` that came twice, out of order, or not at all. */
static bool verify_fail(struct context *context, const struct tiles_workload *workload,
                        size_t count, const char *what, const struct tile_list *list, size_t index)
{
    char text[VERIFY_TEXT_BYTES];
    verify_describe(list, index, text);
    return context_mismatch(context, "%s%zu tiles, wanted %zu: %s: tile %zu, %s", workload->place,
                            count, workload->tiles.count, what, index, text);
}

struct verify_job {
    const struct tiles_workload *workload;
    const struct tile_list *tiles;
    atomic_uchar *seen; /* a bit per tile of the reference */
    bool ordered;
    atomic_bool wrong;
};

static const char foreign[] = "none of the reference's";

/* Marks a record's tile as seen. Returns what is wrong with the record; NULL: nothing. */
static const char *verify_record(struct verify_job *job, size_t record)
{
    const size_t index = verify_find(job->workload, job->tiles, record);
    const unsigned char bit = (unsigned char)(1u << index % 8);
    if (index == SIZE_MAX)
        return foreign;
    if ((atomic_fetch_or_explicit(&job->seen[index / 8], bit, memory_order_relaxed) & bit) != 0)
        return "came twice";
    return job->ordered && index != record ? "out of order" : NULL;
}

static void verify_some(void *context, uint32_t thread, size_t begin, size_t end)
{
    struct verify_job *job = context;
    (void)thread;
    for (size_t record = begin; record < end && !job->wrong; record++)
        if (verify_record(job, record))
            job->wrong = true;
}

bool tiles_verify(struct context *context, const struct tiles_workload *workload,
                  const struct tile_list *tiles, bool ordered)
{
    const size_t wanted = workload->tiles.count, bytes = wanted / 8 + 1;
    struct verify_job job = { .workload = workload, .tiles = tiles, .ordered = ordered };
    if (tiles->count > tiles->capacity)
        return context_mismatch(context, "%s%zu tiles, wanted %zu: more than the room for %zu",
                                workload->place, tiles->count, wanted, tiles->capacity);
    job.seen = context_alloc(context, bytes);
    if (!job.seen)
        return false;
    if (tiles->count >= THREADS_FROM) {
        struct cpu_pool *pool = cpu_pool_create(0);
        cpu_pool_run(pool, tiles->count, THREADS_CHUNK, verify_some, &job);
        cpu_pool_destroy(&pool);
        if (!job.wrong && tiles->count == wanted)
            return true;
        memset(job.seen, 0, bytes); /* threads do not tell what comes first */
    }
    for (size_t record = 0; record < tiles->count; record++) {
        const char *what = verify_record(&job, record);
        if (what == foreign)
            return verify_fail_foreign(context, workload, tiles, record);
        if (what)
            return verify_fail(context, workload, tiles->count, what, tiles, record);
    }
    for (size_t index = 0; index < wanted; index++)
        if ((job.seen[index / 8] >> index % 8 & 1) == 0)
            return verify_fail(context, workload, tiles->count, "lost", &workload->tiles, index);
    return true;
}

/* Check ---------------------------------------------------------------------------------------- */

enum { DIGEST_GROUPS = 64 };

/* Compares a digest of the tile buffers, made on the device. */
static bool check_digest(struct bench_case *c, uint32_t count)
{
    const struct tile_digest *wanted = &tiles_input(c)->digest;
    const char *place = tiles_input(c)->place;
    const struct tiles_buffers *buffers = tiles_input(c)->buffers;
    struct gpu_commands *commands = buffers->digest_commands;
    uint32_t words[5];
    gpu_commands_restart(commands);
    gpu_commands_fill(commands, buffers->digest, 0, sizeof(words), 0);
    gpu_commands_barrier(commands, GPU_TRANSFER, GPU_COMPUTE);
    kernel_dispatch(commands, buffers->digest_kernel,
                    .buffers = { buffers->keys, buffers->importances, buffers->thresholds,
                                 tiles_state(c)->control, buffers->digest },
                    .groups = { DIGEST_GROUPS, 1, 1 });
    gpu_commands_barrier(commands, GPU_COMPUTE, GPU_TRANSFER);
    gpu_commands_read_back(commands, buffers->digest, 0, sizeof(words), words);
    if (!gpu_commands_submit(commands))
        return false;
    const struct tile_digest got = { .count = count,
                                     .area = words[0],
                                     .sum = { words[1], words[2] },
                                     .exclusive_or = { words[3], words[4] } };
    if (got.count != wanted->count)
        return context_mismatch(&c->context, "%s%u tiles, wanted %u", place, got.count,
                                wanted->count);
    if (got.area != wanted->area)
        return context_mismatch(&c->context, "%sthe tiles cover %u pixels, wanted %u", place,
                                got.area, wanted->area);
    if (memcmp(&got, wanted, sizeof(got)) != 0)
        return context_mismatch(&c->context, "%shash of the tiles %08x%08x, wanted %08x%08x", place,
                                got.sum[0], got.sum[1], wanted->sum[0], wanted->sum[1]);
    return true;
}

/* Reads the tiles back and compares each. */
static bool check_tiles(struct bench_case *c, uint32_t count)
{
    const struct tiles_buffers *buffers = tiles_input(c)->buffers;
    struct gpu_buffer *const outputs[3] = { buffers->keys, buffers->importances,
                                            buffers->thresholds };
    struct tile_list list = { .count = count,
                              .capacity = (size_t)1 << 2 * tiles_input(c)->pyramid.top };
    const size_t stored = count < list.capacity ? count : list.capacity;
    uint32_t **const lists[3] = { &list.keys, &list.importances, &list.thresholds };
    for (int i = 0; i < 3; i++) {
        *lists[i] = context_read_mutable(&c->context, outputs[i], 0, 4 * stored);
        if (!*lists[i])
            return false;
    }
    return tiles_verify(&c->context, tiles_input(c), &list, tiles_traits(c).ordered);
}

bool tiles_check(struct bench_case *c, enum bench_check check)
{
    const struct tiles_case *state = tiles_state(c);
    uint32_t count;
    if (c->variant->kind == BENCH_CPU)
        return tiles_verify(&c->context, tiles_input(c), &state->list, tiles_traits(c).ordered);
    if (state->image && check == BENCH_CHECK_FULL && !pyramid_image_check(c))
        return false;
    return gpu_buffer_read(state->control, 4 * TILES_COUNT_WORD, &count, sizeof(count)) &&
           (check == BENCH_CHECK_QUICK || check_tiles(c, count)) && check_digest(c, count);
}

/* Device --------------------------------------------------------------------------------------- */

enum { DIGEST_WORDS = 5 };

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
    if (pyramid_image_wanted(c))
        pyramid_image_create(c);
}

struct gpu_dispatch tiles_dispatch(const struct bench_case *c, struct gpu_kernel *kernel,
                                   struct tiles_push *push)
{
    const struct tiles_workload *workload = tiles_input(c);
    const struct tiles_buffers *buffers = workload->buffers;
    const struct tiles_case *state = tiles_state(c);
    push->base = tiles_float_bits(workload->threshold.base);
    push->falloff = workload->threshold.falloff;
    return DISPATCH(kernel,
                    .buffers = { buffers->pyramid, buffers->varying, buffers->keys,
                                 buffers->importances, buffers->thresholds, state->control },
                    PUSH(*push), .groups = { 1, 1, 1 });
}

/* The least that any method must do: read each node that the recursion visits, write each tile. */
void tiles_work(const struct bench_case *c, struct bench_work *work)
{
    const double nodes = (double)tiles_input(c)->counts.nodes;
    const double words_per_node = tiles_input(c)->threshold.varying ? 2 : 1;
    *work = (struct bench_work){ .bytes_read = 4 * words_per_node * nodes,
                                 .bytes_written = 12 * (double)tiles_input(c)->tiles.count,
                                 .operations = nodes };
}

/* Gives lists and programs what they may ask for. */
static void tiles_give(struct bench_case *c, struct declared_given *given)
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
        { "base", tiles_float_bits(workload->threshold.base) },
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

static struct declared_list *steps_create(struct bench_case *c, const char *list)
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
    state->steps = steps_create(c, c->variant->steps);
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

/* The list of a variant on the host, its output. */
static bool list_create(struct bench_case *c, size_t capacity)
{
    struct tile_list *list = &tiles_state(c)->list;
    if (!tiles_list_create(&c->context, list, capacity))
        return false;
    bench_output_memory(c, list->keys, 4 * capacity);
    bench_output_memory(c, list->importances, 4 * capacity);
    bench_output_memory(c, list->thresholds, 4 * capacity);
    return true;
}

/* Programs ------------------------------------------------------------------------------------- */

static bool program_setup(struct bench_case *c)
{
    struct tiles_case *state = tiles_state(c);
    if (!list_create(c, (size_t)1 << 2 * tiles_input(c)->pyramid.top))
        return false;
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
                                            .fetch = declared_process_fetch,
                                            .check = program_check,
                                            .finish = declared_process_finish };

/* per_level_lean: a pass per level whose arguments the pass before it has written -------------- */

/* The device's limit of groups in x. */
static uint32_t group_limit(const struct bench_case *c)
{
    const struct gpu_info *info = gpu_info(gpu_scope_device(c->context.scope));
    return info ? info->limits.group_count_max[0] : 1;
}

/* Groups in x, y, z and entries of the list that a pass reads: arguments_word() in
 * per_level_lean.comp. */
enum { WORDS_PER_PASS = 4, ENTRIES = 3 };

static uint32_t arguments_word(uint32_t pass)
{
    return TILES_ARGUMENTS_WORD + WORDS_PER_PASS * pass;
}

static bool lean_setup(struct bench_case *c)
{
    struct tiles_case *state = tiles_state(c);
    const uint32_t top = tiles_input(c)->pyramid.top;
    uint32_t control[TILES_CONTROL_WORDS] = { 0 };
    for (uint32_t pass = 0; pass <= top + 1; pass++)
        control[arguments_word(pass) + 1] = control[arguments_word(pass) + 2] = 1;
    tiles_setup_begin(c, UINT64_C(1) << 2 * (top > 0 ? top - 1 : 0));
    state->arguments = buffer_create(c->context.scope, "arguments", sizeof(control), control);
    state->kernel = kernel_create_with(c->context.scope, &kernel_tile_subdivision_per_level_lean,
                                       top, tiles_input(c)->threshold.varying != NULL,
                                       TILES_GROUP_SIZE, group_limit(c));
    return state->kernel;
}

/* The counters and the arguments of all passes as they are before the first one. */
static void record_start(struct bench_case *c, struct gpu_commands *commands)
{
    const struct tiles_case *state = tiles_state(c);
    const uint32_t end = arguments_word(tiles_input(c)->pyramid.top + 2);
    gpu_commands_copy(commands, state->control, 0, state->arguments, 0, UINT64_C(4) * end);
    gpu_commands_barrier(commands, GPU_TRANSFER, GPU_COMPUTE);
}

static void lean_record(struct bench_case *c, struct gpu_commands *commands)
{
    const struct tiles_case *state = tiles_state(c);
    struct tiles_push push = { 0 };
    struct gpu_dispatch dispatch = tiles_dispatch(c, state->kernel, &push);
    record_start(c, commands);
    for (uint32_t pass = 0; pass <= tiles_input(c)->pyramid.top; pass++) {
        push.parameter[0] = pass;
        dispatch.buffers[6] = state->queues[(pass + 1) % 2];
        dispatch.buffers[7] = state->queues[pass % 2];
        gpu_commands_dispatch(commands, &dispatch);
        gpu_commands_barrier(commands, GPU_COMPUTE | GPU_INDIRECT, GPU_COMPUTE | GPU_INDIRECT);
        dispatch.indirect = state->control;
        dispatch.indirect_offset = 4 * arguments_word(pass + 1);
    }
}

const struct bench_method tiles_per_level_lean = { .setup = lean_setup, .record = lean_record };

/* host_loop: the same kernel, the count read back to the host after each level ----------------- */

static bool host_setup(struct bench_case *c)
{
    tiles_state(c)->commands = gpu_commands_begin(c->context.scope);
    return lean_setup(c);
}

static bool drive(struct bench_case *c)
{
    const struct tiles_case *state = tiles_state(c);
    const uint32_t top = tiles_input(c)->pyramid.top;
    uint32_t entries = 1;
    struct tiles_push push = { 0 };
    struct gpu_dispatch dispatch = tiles_dispatch(c, state->kernel, &push);
    for (uint32_t pass = 0; pass <= top && entries > 0; pass++) {
        bench_drive_begin(c, state->commands);
        if (pass == 0)
            record_start(c, state->commands);
        else {
            /* Split over x and y at the device's limit: index = y * groups[0] + x. */
            const uint64_t limit = group_limit(c);
            const uint64_t count =
                (UINT64_C(4) * entries + TILES_GROUP_SIZE - 1) / TILES_GROUP_SIZE;
            dispatch.groups[0] = (uint32_t)(count < limit ? count : limit);
            dispatch.groups[1] = (uint32_t)((count + limit - 1) / limit);
        }
        push.parameter[0] = pass;
        dispatch.buffers[6] = state->queues[(pass + 1) % 2];
        dispatch.buffers[7] = state->queues[pass % 2];
        gpu_commands_dispatch(state->commands, &dispatch);
        gpu_commands_barrier(state->commands, GPU_COMPUTE, GPU_TRANSFER);
        gpu_commands_read_back(state->commands, state->control,
                               4 * (arguments_word(pass + 1) + ENTRIES), 4, &entries);
        if (!bench_drive_submit(c, state->commands))
            return false;
    }
    return true;
}

const struct bench_method tiles_host_loop = { .setup = host_setup, .drive = drive };

/* recursion: Algorithm 1 of the paper on the CPU, on one thread -------------------------------- */

static bool recursion_setup(struct bench_case *c)
{
    return list_create(c, tiles_input(c)->tiles.count);
}

static bool recursion_compute(struct bench_case *c)
{
    struct tiles_case *state = tiles_state(c);
    struct reference_counts counts;
    state->list.count = 0;
    return tiles_reference_subdivide(&tiles_input(c)->pyramid, &tiles_input(c)->threshold,
                                     &state->list, &counts);
}

const struct bench_method tiles_recursion = { .setup = recursion_setup,
                                              .compute = recursion_compute };

/* Build: what stands around a method ----------------------------------------------------------- */

/* All levels but the base are outputs: poison is above every threshold, so levels not built are
 * seen. */
static bool build_setup(struct bench_case *c)
{
    if (pyramid_image_wanted(c))
        return context_unsupported(&c->context, "the pyramid is built in a buffer: source:image is "
                                                "for a ready one, tile_subdivision.subdivide");
    if (!c->method->setup(c))
        return false;
    struct gpu_buffer *pyramid = tiles_input(c)->buffers->pyramid;
    const uint64_t base = UINT64_C(4) << 2 * tiles_input(c)->pyramid.top;
    bench_output_range(c, pyramid, base, gpu_buffer_bytes(pyramid) - base);
    if (tiles_traits(c).builds_pyramid)
        return true;
    tiles_state(c)->pyramid_steps = steps_create(c, "pyramid");
    return tiles_state(c)->pyramid_steps;
}

static void build_record(struct bench_case *c, struct gpu_commands *commands)
{
    if (!tiles_traits(c).builds_pyramid && tiles_input(c)->pyramid.top > 0) {
        declared_list_record(tiles_state(c)->pyramid_steps, commands);
        gpu_commands_barrier(commands, GPU_COMPUTE, GPU_COMPUTE);
    }
    c->method->record(c, commands);
}

/* FULL: the pyramid that a case has built, bit by bit, too. */
static bool build_check(struct bench_case *c, enum bench_check check)
{
    const struct pyramid *right = &tiles_input(c)->pyramid;
    const size_t count = tiles_pyramid_count(right->top);
    if (!c->method->check(c, check))
        return false;
    if (check == BENCH_CHECK_QUICK)
        return true;
    return context_compare(
        &c->context, "the pyramid",
        context_read(&c->context, tiles_input(c)->buffers->pyramid, 0, 4 * count), right->values,
        count, (struct context_element){ .form = CONTEXT_WORDS });
}

/* The base map is read once, each level above written once; the nodes are then still in cache, but
 * not thresholds of their own. */
static void build_work(const struct bench_case *c, struct bench_work *total)
{
    const uint32_t top = tiles_input(c)->pyramid.top;
    const double base = (double)(UINT64_C(1) << 2 * top);
    c->method->work(c, total);
    total->bytes_read = 4 * base;
    if (tiles_input(c)->threshold.varying)
        total->bytes_read += 4 * (double)tiles_input(c)->counts.nodes;
    total->bytes_written += 4 * ((double)tiles_pyramid_count(top) - base);
    total->operations += (double)tiles_pyramid_count(top);
}

const struct bench_method tiles_build = {
    .setup = build_setup, .record = build_record, .check = build_check, .work = build_work
};

/* Average: the maps of one mesh, one after the other, by the method of the variant ------------- */

bool tiles_average_upload(struct bench_workload *workload)
{
    struct tiles_average_workload *average = workload->state;
    for (uint32_t i = 0; i < TILES_DIRECTIONS; i++) {
        average->maps[i].context = workload->context; /* which has a scope by now */
        if (!tiles_upload(&average->maps[i]))
            return false;
    }
    return true;
}

struct average_case {
    struct tiles_case maps[TILES_DIRECTIONS];
};

/* The case as the variant's method sees it: with one map. */
static struct bench_case of_direction(const struct bench_case *c, uint32_t i)
{
    const struct tiles_average_workload *average = c->workload->state;
    struct average_case *state = c->state;
    struct bench_case one = *c;
    one.workload = &average->maps[i];
    one.state = &state->maps[i];
    return one;
}

static bool average_setup(struct bench_case *c)
{
    bool good = true;
    for (uint32_t i = 0; good && i < TILES_DIRECTIONS; i++) {
        struct bench_case one = of_direction(c, i);
        good = c->method->setup(&one);
    }
    return good;
}

/* Kept apart as executions of one map are. */
static void average_record(struct bench_case *c, struct gpu_commands *commands)
{
    for (uint32_t i = 0; i < TILES_DIRECTIONS; i++) {
        struct bench_case one = of_direction(c, i);
        if (i > 0)
            gpu_commands_barrier(commands, GPU_ACCESS_ALL, GPU_ACCESS_ALL);
        c->method->record(&one, commands);
    }
}

static bool average_check(struct bench_case *c, enum bench_check check)
{
    bool good = true;
    for (uint32_t i = 0; good && i < TILES_DIRECTIONS; i++) {
        struct bench_case one = of_direction(c, i);
        good = c->method->check(&one, check);
    }
    bench_metric_time_per(c, "time_per_direction", TILES_DIRECTIONS);
    return good;
}

static void average_work(const struct bench_case *c, struct bench_work *total)
{
    *total = (struct bench_work){ 0 };
    for (uint32_t i = 0; i < TILES_DIRECTIONS; i++) {
        const struct bench_case one = of_direction(c, i);
        struct bench_work part;
        c->method->work(&one, &part);
        total->bytes_read += part.bytes_read;
        total->bytes_written += part.bytes_written;
        total->operations += part.operations;
        total->atomics[BENCH_ATOMICS_ONE_WORD].returned +=
            part.atomics[BENCH_ATOMICS_ONE_WORD].returned;
    }
}

const struct bench_method tiles_average_method = { .case_bytes = sizeof(struct average_case),
                                                   .setup = average_setup,
                                                   .record = average_record,
                                                   .check = average_check,
                                                   .work = average_work };
