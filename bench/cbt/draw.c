/* SPDX-License-Identifier: MIT */
#include "bench/cbt/cbt.h"

#include "bench/cbt/terrain/terrain.h"
#include "bench/common/device.h"

#include "cbt.kernels.h"

#include <stdio.h>
#include <string.h>

struct draw_method {
    bool listed, indexed, mesh;
};

enum draw_pass {
    DRAW_COLOUR,   /* shaded at once */
    DRAW_GBUFFER,  /* four colours, which shading would want later */
    DRAW_SHADOW,   /* depth alone, by the light's first cascade */
    DRAW_CASCADES, /* by all of them, each into a target of its own */
};

const char *const cbt_draw_pass_names[] = { "colour", "gbuffer", "shadow", "cascades", NULL };

enum { DRAW_GBUFFER_NORMALS = 1, DRAW_GBUFFER_LEAVES = 2 }; /* colours */

struct draw_workload {
    struct frame_scene scene;
    struct draw_pass_kind pass;
    struct draw_reference references[DRAW_PICTURES_MAX]; /* of the pass's pictures */
    uint64_t seen; /* pixels that show land or sea, in all of them */
    struct draw_buffers buffers;
    /* A picture by the plainest way there is: a list from the host, three vertices a triangle. */
    struct gpu_pipeline *plain;
    struct gpu_target *plain_target;
    struct gpu_commands *commands;
    uint32_t *words; /* of the images of a picture, and one more: what a check reads */
};

struct draw_case {
    const struct draw_method *method;
    struct gpu_pipeline *pipeline, *id_pipeline;
    struct gpu_target *targets[DRAW_PICTURES_MAX], *id_target;
    struct gpu_indices *indices;
    struct gpu_buffer *leaves; /* LISTED: what the case decodes */
    struct gpu_kernel *decode;
};

static const enum gpu_pixel id_colours[GPU_COLOURS_MAX] = { GPU_PIXEL_UINT };

/* Workload ------------------------------------------------------------------------------------ */

/* Pictures are of the scene's size; those of a light are square, their side the greatest power of
 * two that is no more than the height of that. Views are the scene's, for what `start` is. */
static struct draw_pass_kind pass_kind(const struct frame_scene *scene, enum draw_pass pass)
{
    static const uint32_t sky = 0xFFE6D2B4; /* a light blue */
    struct draw_pass_kind kind = {
        .fragment = &kernel_cbt_frame_shade,
        .colours = { GPU_PIXEL_RGBA8 },
        .clear = sky,
        .picture_count = 1,
        .pictures = { { &scene->views[FRAME_START_VIEW], cbt_flight_picture_width(&scene->target),
                        scene->target.height } },
        .views = { FRAME_START_VIEW },
    };
    if (pass == DRAW_COLOUR)
        return kind;
    if (pass == DRAW_GBUFFER) {
        kind.fragment = &kernel_cbt_frame_gbuffer;
        kind.clear = 0;
        for (int i = 1; i < GPU_COLOURS_MAX; i++)
            kind.colours[i] = i == DRAW_GBUFFER_LEAVES ? GPU_PIXEL_UINT : GPU_PIXEL_RGBA8;
        return kind;
    }
    kind = (struct draw_pass_kind){
        .parallel = true,
        .picture_count = pass == DRAW_SHADOW ? 1 : FLIGHT_CASCADES,
    };
    uint32_t side = 1;
    while (2 * side <= scene->target.height)
        side *= 2;
    for (uint32_t i = 0; i < kind.picture_count; i++) {
        kind.pictures[i] = (struct draw_picture){ &scene->lights[i], side, side };
        kind.views[i] = FRAME_VIEWS + i;
    }
    return kind;
}

static uint64_t pixels_of(const struct draw_picture *picture)
{
    return (uint64_t)picture->width * picture->height;
}

static bool workload(struct bench_workload *workload)
{
    struct draw_workload *state = workload->state;
    struct frame_scene *scene = &state->scene;
    uint64_t pixels = 0;
    if (!cbt_frame_scene_build(&workload->context, scene, 0))
        return false;
    const uint32_t pass = axis_place(&workload->context, "pass", cbt_draw_pass_names);
    state->pass = pass_kind(scene, (enum draw_pass)pass);
    for (uint32_t i = 0; i < state->pass.picture_count; i++) {
        struct draw_reference *reference = &state->references[i];
        const uint64_t count = pixels_of(&state->pass.pictures[i]);
        char key[32];
        snprintf(key, sizeof(key), "picture %u", i);
        if (!cbt_draw_reference_init(&workload->context, reference, scene, &scene->start,
                                     &state->pass.pictures[i], key))
            return false;
        for (size_t k = 0; k < count; k++)
            state->seen += reference->leaves[k] != 0;
        pixels += count;
    }
    context_fact_count(&workload->context, "picture_pixels", pixels);
    context_fact_count(&workload->context, "terrain_pixels", state->seen);
    return true;
}

static struct gpu_pipeline *pipeline_create(struct gpu_scope *scope,
                                            const struct draw_workload *from,
                                            const struct draw_method *method, enum layout layout,
                                            const struct gpu_shader *fragment,
                                            const enum gpu_pixel colours[GPU_COLOURS_MAX])
{
    const struct frame_scene *scene = &from->scene;
    struct gpu_pipeline_params params = {
        .vertex = method->mesh ? NULL : &kernel_cbt_frame_draw,
        .task = method->mesh ? &kernel_cbt_frame_task : NULL,
        .mesh = method->mesh ? &kernel_cbt_frame_mesh : NULL,
        .fragment = fragment,
        CONSTANTS(scene->depth, layout, 0, scene->map.levels, scene->target.meshlet, method->listed,
                  method->indexed, 0, 0, from->pass.parallel),
    };
    memcpy(params.colours, colours, sizeof(params.colours));
    return gpu_pipeline_create(scope, &params);
}

/* For any picture of the pass, which are of one size, in these colours. */
static struct gpu_target *target_create(struct gpu_scope *scope, const struct draw_pass_kind *kind,
                                        const enum gpu_pixel colours[GPU_COLOURS_MAX])
{
    struct gpu_target_params params = { .name = "picture",
                                        .width = kind->pictures[0].width,
                                        .height = kind->pictures[0].height };
    memcpy(params.colours, colours, sizeof(params.colours));
    return gpu_target_create(scope, &params);
}

/* Without graphics every case is unsupported, and the workload no failure. */
static bool upload(struct bench_workload *workload)
{
    static const struct draw_method plain = { .listed = true };
    struct draw_workload *state = workload->state;
    const struct draw_pass_kind *pass = &state->pass;
    struct gpu_scope *scope = workload->context.scope;
    if (!(gpu_info(gpu_scope_device(scope))->features & GPU_GRAPHICS))
        return true;
    state->buffers = cbt_draw_buffers_create(scope, &state->scene);
    state->plain =
        pipeline_create(scope, state, &plain, LAYOUT_FULL, pass->fragment, pass->colours);
    state->plain_target = target_create(scope, pass, pass->colours);
    state->commands = gpu_commands_begin(scope);
    state->words = context_alloc(&workload->context, (gpu_target_images(state->plain_target) + 1) *
                                                         4 * pixels_of(&pass->pictures[0]));
    return state->commands && state->words;
}

/* Cases --------------------------------------------------------------------------------------- */

static const struct draw_workload *workload_of(const struct bench_case *c)
{
    return c->workload->state;
}

static enum layout layout_of(const struct bench_case *c)
{
    return strcmp(context_text(&c->context, "layout"), "full") == 0 ? LAYOUT_FULL : LAYOUT_PACKED;
}

struct corner {
    uint32_t i, j;
};

/* Indices of a meshlet of this level, i + 256 j for each corner of its 4^level triangles; in the
 * order of meshlet_corner() of frame_meshlet.glsl. */
static struct gpu_indices *indices_create(struct context *context, uint32_t meshlet)
{
    const uint32_t side = 1u << meshlet, triangles = side * side;
    uint32_t *indices = context_alloc(context, 3 * triangles * sizeof(*indices));
    for (uint32_t t = 0; indices && t < triangles; t++) {
        struct corner a = { side, 0 }, b = { 0, 0 }, c = { 0, side };
        for (uint32_t bit = 2 * meshlet; bit-- > 0;) {
            const struct corner m = { (a.i + c.i) / 2, (a.j + c.j) / 2 };
            if (t >> bit & 1)
                a = b;
            else
                c = b;
            b = m;
        }
        indices[3 * t] = a.i | a.j << 8;
        indices[3 * t + 1] = b.i | b.j << 8;
        indices[3 * t + 2] = c.i | c.j << 8;
    }
    return indices ? gpu_indices_create(context->scope, indices, 3 * triangles) : NULL;
}

static bool setup(struct bench_case *c)
{
    struct draw_case *state = c->state;
    const struct draw_pass_kind *pass = &workload_of(c)->pass;
    state->method = c->variant->data;
    state->pipeline = pipeline_create(c->context.scope, workload_of(c), state->method, layout_of(c),
                                      pass->fragment, pass->colours);
    state->id_pipeline = pipeline_create(c->context.scope, workload_of(c), state->method,
                                         layout_of(c), &kernel_cbt_frame_id, id_colours);
    state->id_target = target_create(c->context.scope, pass, id_colours);
    for (uint32_t i = 0; i < pass->picture_count; i++) {
        state->targets[i] = target_create(c->context.scope, pass, pass->colours);
        bench_output_target(c, state->targets[i]);
    }
    if (state->method->indexed)
        state->indices = indices_create(&c->context, workload_of(c)->scene.target.meshlet);
    if (state->method->listed) {
        const struct frame_scene *scene = &workload_of(c)->scene;
        state->leaves = buffer_create(c->context.scope, "decoded leaves",
                                      4 * (uint64_t)scene->start.leaf_count, NULL);
        state->decode = kernel_create_with(c->context.scope, &kernel_cbt_frame_decode, scene->depth,
                                           layout_of(c), 0);
        bench_output(c, state->leaves);
    }
    return true;
}

static struct gpu_draw draw_of(const struct bench_case *c, struct gpu_pipeline *pipeline,
                               uint32_t picture)
{
    const struct draw_case *state = c->state;
    const struct draw_buffers *buffers = &workload_of(c)->buffers;
    const uint32_t words = state->method->mesh      ? DRAW_ARGUMENTS_MESH
                           : state->method->indexed ? DRAW_ARGUMENTS_INDEXED
                                                    : DRAW_ARGUMENTS_PLAIN;
    return (struct gpu_draw){
        .pipeline = pipeline,
        .buffers = { buffers->heap, state->leaves ? state->leaves : buffers->leaves,
                     buffers->heights, buffers->views },
        .push = &workload_of(c)->pass.views[picture],
        .push_bytes = sizeof(uint32_t),
        .indices = state->indices,
        .indirect = buffers->arguments,
        .indirect_offset = 4 * words,
    };
}

static void record(struct bench_case *c, struct gpu_commands *commands)
{
    const struct draw_case *state = c->state;
    const struct draw_buffers *buffers = &workload_of(c)->buffers;
    const struct draw_pass_kind *pass = &workload_of(c)->pass;
    if (state->decode) {
        kernel_dispatch(commands, state->decode, .buffers = { buffers->heap, state->leaves },
                        .indirect = buffers->arguments,
                        .indirect_offset = 4 * DRAW_ARGUMENTS_LEAVES);
        gpu_commands_barrier(commands, GPU_COMPUTE, GPU_DRAW);
    }
    for (uint32_t i = 0; i < pass->picture_count; i++) {
        const struct gpu_draw draw = draw_of(c, state->pipeline, i);
        gpu_commands_pass_begin(commands, state->targets[i], pass->clear);
        gpu_commands_draw(commands, &draw);
        gpu_commands_pass_end(commands);
    }
}

/* Check --------------------------------------------------------------------------------------- */

/* Draws into another target, now. */
static bool draw_again(const struct bench_case *c, const struct gpu_draw *draw,
                       struct gpu_target *target, uint32_t clear)
{
    struct gpu_commands *commands = workload_of(c)->commands;
    gpu_commands_restart(commands);
    gpu_commands_pass_begin(commands, target, clear);
    gpu_commands_draw(commands, draw);
    gpu_commands_pass_end(commands);
    return gpu_commands_submit(commands);
}

/* The device's own picture by the plainest way, each image bit by bit; leaves the case's in got. A
 * mesh shader's colours may differ by 1: Vulkan promises equal ones within a pipeline alone. */
static bool check_plain(struct bench_case *c, uint32_t picture, uint32_t *got, uint32_t *wanted)
{
    const struct draw_case *state = c->state;
    const struct draw_workload *from = workload_of(c);
    const uint32_t width = from->pass.pictures[picture].width;
    const uint64_t pixels = pixels_of(&from->pass.pictures[picture]);
    const struct gpu_draw draw = {
        .pipeline = from->plain,
        .buffers = { from->buffers.heap, from->buffers.leaves, from->buffers.heights,
                     from->buffers.views },
        .push = &from->pass.views[picture],
        .push_bytes = sizeof(uint32_t),
        .vertices = 3u << 2 * from->scene.target.meshlet,
        .instances = from->scene.start.leaf_count,
    };
    char name[80];
    if (!draw_again(c, &draw, from->plain_target, from->pass.clear))
        return false;
    for (uint32_t i = 0; i < gpu_target_images(from->plain_target); i++, got += pixels) {
        if (!gpu_target_read(state->targets[picture], i, got) ||
            !gpu_target_read(from->plain_target, i, wanted))
            return false;
        if (state->method->mesh && from->pass.colours[i] == GPU_PIXEL_RGBA8)
            cbt_draw_colours_settle(wanted, got, pixels, from->pass.clear);
        snprintf(name, sizeof(name), "picture %u, image %u, against one plainly drawn", picture, i);
        if (!context_compare(&c->context, name, got, wanted, pixels,
                             (struct context_element){ .noun = "pixel", .row = width }))
            return false;
    }
    return true;
}

/* Checks a G-buffer: the leaves are those that were checked, the normals those of their triangles,
 * and the others have something where leaves are, and nothing elsewhere. */
static bool check_gbuffer(struct bench_case *c, const uint32_t *images, const uint32_t *leaves)
{
    const struct draw_workload *from = workload_of(c);
    const uint64_t pixels = pixels_of(&from->pass.pictures[0]);
    const struct context_element pixel = { .noun = "pixel", .row = from->pass.pictures[0].width };
    if (!context_compare(&c->context, "leaves of the G-buffer",
                         images + DRAW_GBUFFER_LEAVES * pixels, leaves, pixels, pixel))
        return false;
    for (uint32_t i = 0; i < GPU_COLOURS_MAX; i++)
        for (uint64_t k = 0; k < pixels && i != DRAW_GBUFFER_LEAVES; k++) {
            const uint32_t word = images[i * pixels + k];
            if (word >> 24 != (leaves[k] != 0 ? 0xFF : 0))
                return context_mismatch(&c->context,
                                        "image %u of the G-buffer is %08x where leaf %u is", i,
                                        word, leaves[k]);
        }
    return cbt_draw_reference_check_normals(&c->context, &from->references[0], &from->scene, leaves,
                                            images + DRAW_GBUFFER_NORMALS * pixels);
}

/* Against the CPU's picture: the leaf that each pixel shows, and what the pass has of it. */
static bool check_reference(struct bench_case *c, uint32_t picture, const uint32_t *images,
                            uint32_t *leaves)
{
    const struct draw_case *state = c->state;
    const struct draw_workload *from = workload_of(c);
    const struct draw_reference *reference = &from->references[picture];
    const struct gpu_draw draw = draw_of(c, state->id_pipeline, picture);
    if (!draw_again(c, &draw, state->id_target, 0) ||
        !gpu_target_read(state->id_target, 0, leaves) ||
        !cbt_draw_reference_check(&c->context, reference, &from->scene, leaves))
        return false;
    if (!from->pass.fragment)
        return cbt_draw_reference_check_depths(&c->context, reference, (const float *)images);
    return from->pass.colours[DRAW_GBUFFER_LEAVES] == GPU_PIXEL_NONE ||
           check_gbuffer(c, images, leaves);
}

static bool check(struct bench_case *c, enum bench_check check)
{
    const struct draw_case *state = c->state;
    const struct draw_workload *from = workload_of(c);
    const uint64_t images = gpu_target_images(from->plain_target);
    const uint64_t pixels = pixels_of(&from->pass.pictures[0]);
    uint32_t *words = from->words, *other = words + images * pixels;
    const struct frame_tree *tree = &from->scene.start;
    bool ok =
        !state->method->listed ||
        context_compare(&c->context, "the list of leaves",
                        context_read(&c->context, state->leaves, 0, 4 * (uint64_t)tree->leaf_count),
                        tree->leaves, tree->leaf_count,
                        (struct context_element){ .noun = "leaf", .form = CONTEXT_UNSIGNED });
    for (uint32_t i = 0; ok && i < from->pass.picture_count; i++)
        ok = check_plain(c, i, words, other) &&
             (check != BENCH_CHECK_FULL || check_reference(c, i, words, other));
    return ok;
}

/* At the least, every leaf is read once and every pixel that shows one is written once, in each
 * image that is read back. */
static void work(const struct bench_case *c, struct bench_work *work)
{
    const struct draw_workload *state = workload_of(c);
    const struct draw_pass_kind *pass = &state->pass;
    const struct draw_method *method = c->variant->data;
    const uint32_t leaves = state->scene.start.leaf_count;
    const double side = (double)(1u << state->scene.target.meshlet);
    /* Corners that a vertex shader computes; indices share those of a meshlet. */
    const double leaf_vertices = method->mesh      ? 0
                                 : method->indexed ? (side + 1) * (side + 2) / 2
                                                   : 3 * side * side;
    uint32_t images = 1;
    while (images < GPU_COLOURS_MAX && pass->colours[images] != GPU_PIXEL_NONE)
        images++;
    *work = (struct bench_work){ .bytes_read = 4 * (double)leaves,
                                 .bytes_written = 4 * images * (double)state->seen,
                                 .operations = pass->picture_count *
                                               (double)cbt_frame_triangles(&state->scene, leaves),
                                 .vertices = pass->picture_count * leaves * leaf_vertices,
                                 .pixels = pass->fragment ? (double)state->seen : 0 };
}

/* Tables -------------------------------------------------------------------------------------- */

static const struct bench_axis axes[] = {
    FRAME_AXES,
    AXIS(
        "pass",
        "output: a picture, a G-buffer of four colours, depth alone from the light, or "
        "the light's four cascades",
        .names = cbt_draw_pass_names, .default_value = "colour",
        .values = { "colour", "colour,gbuffer,shadow,cascades", "colour,gbuffer,shadow,cascades" }),
    { 0 },
};

static const struct bench_values values[] = {
    { "depth", { "18", "28", "28" } },
    { "meshlet", { "2", "4", "0,4" } },
    { 0 },
};

static const char *const layout_names[] = { "full", "packed", NULL };

static const struct bench_axis variant_axes[] = {
    AXIS("layout", "decoded: every level of the tree, or levels to D-5 and counted bits",
         .names = layout_names, .values = { "full,packed", "full,packed", "full,packed" }),
    { .name = NULL },
};

#define DRAW_VARIANT(name_, needs_, summary_, source_, ...)                                        \
    VARIANT(name_, GPU, summary_, source_, .needs = GPU_GRAPHICS | (needs_), .axes = variant_axes, \
            .data = &(const struct draw_method){ __VA_ARGS__ })

static const struct bench_variant variants[] = {
    DRAW_VARIANT("vertex", 0, "three vertices a triangle, each decodes its leaf: the demo",
                 "Deliot et al. 2021, Rendering the subdivision", .mesh = false),
    DRAW_VARIANT("indexed", 0,
                 "an index buffer for the meshlet, vertices shared, each decodes its leaf",
                 "Deliot et al. 2021, Meshlet", .indexed = true),
    DRAW_VARIANT("listed", 0, "a dispatch decodes every leaf once, into a list; then indexed",
                 "contender", .listed = true, .indexed = true),
    DRAW_VARIANT("mesh", GPU_MESH_SHADER,
                 "a task shader decodes a leaf per invocation, a mesh shader makes its meshlet",
                 "Deliot et al. 2021, Simultaneous Update & Rendering", .mesh = true),
    { 0 },
};

static const struct bench_join joins[] = {
    { "vertex,listed,mesh", "map:11 depth:28 meshlet:4 pixels:4 height:1080 layout:packed pass",
      "page: passes" },
    { "vertex,indexed,listed,mesh", "map:11 depth:28 meshlet:4 pixels:4 height:1080",
      "deliot-mesh; deliot-frame; page" },
    { "indexed", "map:11 depth:28 meshlet:4 pixels:4 height:1080 layout pass",
      "deliot claims; page" },
    { "indexed", "map:11 depth:28 meshlet:0 pixels:4 height:1080 pass", "deliot claims of meshlets",
      BENCH_FULL },
    { 0 },
};

const struct bench cbt_draw = {
    .name = "draw",
    .question = "Drawing the leaves as terrain: where is a leaf decoded, and how often?",
    .axes = axes,
    .values = values,
    .joins = joins,
    .variants = variants,
    .workload_bytes = sizeof(struct draw_workload),
    .workload = workload,
    .upload = upload,
    .method = { .case_bytes = sizeof(struct draw_case),
                .setup = setup,
                .record = record,
                .check = check,
                .work = work },
};
