/* SPDX-License-Identifier: MIT */
#include "bench/thread_group_tiling/picture/picture.h"

#include "harness/engine/cpu/cpu.h"
#include "harness/half.h"
#include "harness/random.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Planes --------------------------------------------------------------------------------------- */

static bool picture_make(struct context *context, void *state, const void *argument)
{
    const uint32_t *size = argument;
    return tiling_gbuffer_render(context, size[0], size[1], state);
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

bool tiling_planes_make(struct context *context, uint32_t width, uint32_t height,
                        struct tiling_planes *planes)
{
    const uint32_t size[2] = { least(width, TILING_GBUFFER_WIDTH),
                               least(height, TILING_GBUFFER_HEIGHT) };
    char key[160];
    snprintf(key, sizeof(key), "thread_group_tiling picture %ux%u %s", size[0], size[1],
             context_text_or(context, "scene", tiling_gbuffer_scenes[0]));
    const struct tiling_gbuffer *picture =
        context_share(context, key, sizeof(*picture), picture_make, size);
    if (!picture)
        return false;
    *planes = (struct tiling_planes){ width, height, size[0], size[1], { 0 } };
    for (uint32_t i = 0; i < TILING_PLANES; i++)
        planes->base[i] = picture->planes[i];
    return true;
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

const float *tiling_planes_texel(const struct tiling_planes *planes, uint32_t plane, int64_t x,
                                 int64_t y)
{
    const size_t column = mirrored(x, planes->width, planes->base_width);
    const size_t row = mirrored(y, planes->height, planes->base_height);
    return &planes->base[plane][4 * (row * planes->base_width + column)];
}

/* Light ---------------------------------------------------------------------------------------- */

static const float lift = 1e-3f; /* rays begin so far above a surface, and end before the light */
static const float nearest_square = 0.04f; /* a light nearer than 0.2 counts as so far */
static const float pi = 3.14159265f;

/* Finds the hit of a ray; false where there is none. */
static bool tiling_surface_hit(const struct tiling_world *world, const struct ray *ray,
                               struct tiling_surface *surface)
{
    struct ray_hit hit;
    if (!ray_tree_closest(world->tree, ray, &hit))
        return false;
    const struct vector normal = scene_normal(&world->scene, hit.triangle);
    const bool behind = vector_dot(normal, ray->direction) > 0;
    surface->position = vector_add(ray->origin, vector_scale(ray->direction, hit.t));
    surface->normal = behind ? vector_scale(normal, -1) : normal;
    surface->triangle = hit.triangle;
    return true;
}

/* Two numbers in [0, 1), of 24 bits each. */
static void draw(uint64_t *random, float *a, float *b)
{
    const uint64_t bits = random_next(random);
    *a = (float)(bits >> 40) / 16777216;
    *b = (float)(bits >> 8 & 0xffffff) / 16777216;
}

static struct vector lifted(const struct tiling_surface *surface)
{
    return vector_add(surface->position, vector_scale(surface->normal, lift));
}

/* From one point on the light. */
static struct vector direct(const struct tiling_world *world, const struct tiling_surface *surface,
                            uint64_t *random)
{
    const struct scene_light *light = &world->scene.light;
    float s, t;
    draw(random, &s, &t);
    const struct vector point =
        vector_add(light->corner,
                   vector_add(vector_scale(light->edges[0], s), vector_scale(light->edges[1], t)));
    const struct vector from = lifted(surface), way = vector_sub(point, from);
    const float towards = vector_dot(surface->normal, way), out = -vector_dot(light->normal, way);
    if (towards <= 0 || out <= 0)
        return (struct vector){ 0, 0, 0 };
    const struct ray ray = { .origin = from, .direction = way, .farthest = 1 - lift };
    if (ray_tree_any(world->tree, &ray))
        return (struct vector){ 0, 0, 0 };
    const float square = vector_dot(way, way);
    const float limited = square > nearest_square ? square : nearest_square;
    return vector_scale(light->radiance, towards * out / (limited * limited) * (light->area / pi));
}

/* Draws a direction of the hemisphere about the normal, weighted by its cosine: a point of the unit
 * sphere that touches the surface from above. The length is any. */
static struct vector hemisphere(struct vector normal, uint64_t *random)
{
    struct vector at;
    float square;
    do {
        float x, y, z, unused;
        draw(random, &x, &y);
        draw(random, &z, &unused);
        at = (struct vector){ 2 * x - 1, 2 * y - 1, 2 * z - 1 };
        square = vector_dot(at, at);
    } while (square > 1 || square < 1e-4f);
    const struct vector sum = vector_add(normal, vector_scale(at, 1 / sqrtf(square)));
    return vector_dot(sum, sum) > 1e-6f ? sum : normal;
}

/* Returns the light from the hit of one ray of the hemisphere. */
static struct vector indirect(const struct tiling_world *world,
                              const struct tiling_surface *surface, uint64_t *random,
                              float *distance)
{
    const struct ray ray = { .origin = lifted(surface),
                             .direction = vector_unit(hemisphere(surface->normal, random)),
                             .farthest = TILING_FAR };
    struct tiling_surface other;
    if (!tiling_surface_hit(world, &ray, &other)) {
        *distance = TILING_FAR;
        return world->scene.sky;
    }
    const struct vector way = vector_sub(other.position, ray.origin);
    const uint8_t material = world->scene.materials[other.triangle];
    *distance = sqrtf(vector_dot(way, way));
    return vector_mul(world->scene.palette[material].albedo, direct(world, &other, random));
}

/* One sample; *random is advanced. */
static struct tiling_light_sample tiling_light_sample(const struct tiling_world *world,
                                                      const struct tiling_surface *surface,
                                                      uint64_t *random)
{
    struct tiling_light_sample sample;
    const uint8_t material = world->scene.materials[surface->triangle];
    sample.irradiance = direct(world, surface, random);
    sample.irradiance =
        vector_add(sample.irradiance, indirect(world, surface, random, &sample.distance));
    if (scene_emits(&world->scene, surface->triangle))
        sample.irradiance = world->scene.palette[material].emission;
    return sample;
}

/* Geometry buffer ------------------------------------------------------------------------------ */

enum { ROWS = 4 }; /* that a thread takes at once */

const char *const tiling_gbuffer_scenes[] = { "room", NULL };

bool tiling_gbuffer_accepts_scene(const char *value)
{
    return strncmp(value, "file.", 5) == 0 && value[5] != 0;
}

float tiling_luminance(const float rgb[3])
{
    return 0.2126f * rgb[0] + 0.7152f * rgb[1] + 0.0722f * rgb[2];
}

/* The work of the threads. */
struct render {
    const struct tiling_world *world;
    uint32_t width, height, samples;
    uint64_t seed;
    float *planes[TILING_PLANES];
    float *reference;
};

static float *texel(const struct render *render, int plane, uint32_t x, uint32_t y)
{
    return render->planes[plane] + 4 * ((size_t)y * render->width + x);
}

static void put(float *at, struct vector rgb, float fourth)
{
    const float values[4] = { rgb.x, rgb.y, rgb.z, fourth };
    for (int i = 0; i < 4; i++)
        at[i] = half_round(values[i]);
}

/* Finds the surface that is seen through the centre of a pixel; false where there is none. */
static bool see(const struct render *render, uint32_t x, uint32_t y, struct tiling_surface *surface)
{
    const struct scene_camera *camera = &render->world->scene.camera;
    const float u = ((float)x + 0.5f) / (float)render->width;
    const float v = ((float)y + 0.5f) / (float)render->height;
    const struct ray ray = scene_camera_ray(camera, render->world->aspect, u, v);
    if (!tiling_surface_hit(render->world, &ray, surface))
        return false;
    surface->depth = vector_dot(vector_sub(surface->position, camera->eye), camera->forward);
    return true;
}

/* A stream of its own for each pixel, `stream` being that of the caller. */
static uint64_t random_of(const struct render *render, uint32_t x, uint32_t y, uint32_t stream)
{
    const uint64_t pixel = (uint64_t)y * render->width + x;
    uint64_t state = render->seed + (uint64_t)stream * UINT64_C(0x2545f4914f6cdd1d);
    state = random_next(&state) ^ pixel;
    return random_next(&state);
}

/* Planes --------------------------------------------------------------------------------------- */

static void render_pixel(const struct render *render, uint32_t x, uint32_t y)
{
    const struct scene *scene = &render->world->scene;
    const struct vector none = { 0, 0, 0 };
    struct tiling_surface surface;
    if (!see(render, x, y, &surface)) {
        put(texel(render, 0, x, y), scene->sky, TILING_FAR);
        put(texel(render, 1, x, y), none, TILING_FAR);
        put(texel(render, 2, x, y), (struct vector){ 1, 1, 1 }, 0);
        put(texel(render, 3, x, y), (struct vector){ 0, 0, -TILING_FAR }, 1);
        return;
    }
    const struct scene_material *material = &scene->palette[scene->materials[surface.triangle]];
    uint64_t random = random_of(render, x, y, 0);
    const struct tiling_light_sample sample = tiling_light_sample(render->world, &surface, &random);
    put(texel(render, 0, x, y), sample.irradiance, sample.distance);
    put(texel(render, 1, x, y), scene_emits(scene, surface.triangle) ? none : surface.normal,
        surface.depth);
    put(texel(render, 2, x, y), material->albedo, 0);
    put(texel(render, 3, x, y), surface.position, material->roughness);
}

static void render_rows(void *context, uint32_t thread, size_t begin, size_t end)
{
    const struct render *render = context;
    (void)thread;
    for (size_t y = begin; y < end; y++)
        for (uint32_t x = 0; x < render->width; x++)
            render_pixel(render, x, (uint32_t)y);
}

/* Variance ------------------------------------------------------------------------------------- */

enum { VARIANCE_RADIUS = 2 };

/* Do two pixels show about the same plane? By texels of plane 1. */
static bool alike(const float a[4], const float b[4])
{
    const float cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    return cosine > 0.9f && fabsf(a[3] - b[3]) < 0.02f * a[3];
}

/* Variance over similar pixels within a square about (x, y), as halves have them. */
static float variance_at(const struct render *render, uint32_t x, uint32_t y)
{
    const uint32_t left = x > VARIANCE_RADIUS ? x - VARIANCE_RADIUS : 0;
    const uint32_t top = y > VARIANCE_RADIUS ? y - VARIANCE_RADIUS : 0;
    const uint32_t right = x + VARIANCE_RADIUS, bottom = y + VARIANCE_RADIUS;
    const float *here = texel(render, 1, x, y);
    float count = 0, sum = 0, squares = 0;
    for (uint32_t j = top; j <= bottom && j < render->height; j++)
        for (uint32_t i = left; i <= right && i < render->width; i++)
            if (alike(here, texel(render, 1, i, j))) {
                const float luminance = tiling_luminance(texel(render, 0, i, j));
                count += 1;
                sum += luminance;
                squares += luminance * luminance;
            }
    if (count == 0)
        return 0;
    const float variance = squares / count - (sum / count) * (sum / count);
    return variance > 0 ? variance : 0;
}

static void variance_rows(void *context, uint32_t thread, size_t begin, size_t end)
{
    const struct render *render = context;
    (void)thread;
    for (size_t y = begin; y < end; y++)
        for (uint32_t x = 0; x < render->width; x++)
            texel(render, 2, x, (uint32_t)y)[3] = half_round(variance_at(render, x, (uint32_t)y));
}

/* Reference ------------------------------------------------------------------------------------ */

static void reference_rows(void *context, uint32_t thread, size_t begin, size_t end)
{
    const struct render *render = context;
    (void)thread;
    for (size_t i = begin * render->width; i < end * render->width; i++) {
        const uint32_t x = (uint32_t)(i % render->width), y = (uint32_t)(i / render->width);
        struct vector sum = render->world->scene.sky;
        struct tiling_surface surface;
        if (see(render, x, y, &surface)) {
            uint64_t random = random_of(render, x, y, 1);
            sum = (struct vector){ 0, 0, 0 };
            for (uint32_t k = 0; k < render->samples; k++)
                sum = vector_add(sum,
                                 tiling_light_sample(render->world, &surface, &random).irradiance);
            sum = vector_scale(sum, 1 / (float)render->samples);
        }
        render->reference[3 * i] = sum.x;
        render->reference[3 * i + 1] = sum.y;
        render->reference[3 * i + 2] = sum.z;
    }
}

/* All of it ------------------------------------------------------------------------------------ */

static bool world_init(struct context *context, struct tiling_world *world, const char *file)
{
    char message[512];
    *world = (struct tiling_world){ .tree = NULL };
    if (file && !scene_init_mesh(&world->scene, file, message, sizeof(message)))
        return context_error(context, "%s", message);
    if (file && *message)
        context_fact_text(context, "mesh_left_out", message);
    if (!file && !scene_init_room(&world->scene, context->seed))
        return context_error(context, "not enough memory for the scene");
    world->tree = ray_tree_create(world->scene.triangles, world->scene.count);
    if (world->tree)
        return true;
    scene_finish(&world->scene);
    return context_error(context, "not enough memory for the tree of the scene's triangles");
}

/* Calls each function that is not NULL for all rows, one after another. */
static bool run(struct context *context, struct render *render, const char *file,
                cpu_pool_fn *first, cpu_pool_fn *second)
{
    struct tiling_world world;
    if (!world_init(context, &world, file))
        return false;
    world.aspect = (float)render->width / (float)render->height;
    render->world = &world;
    render->seed = context->seed;
    struct cpu_pool *pool = cpu_pool_create(0);
    cpu_pool_run(pool, render->height, ROWS, first, render);
    if (second)
        cpu_pool_run(pool, render->height, ROWS, second, render);
    cpu_pool_destroy(&pool);
    ray_tree_destroy(&world.tree);
    scene_finish(&world.scene);
    return context_ok(context);
}

bool tiling_gbuffer_render_scene(struct context *context, const char *file, uint32_t width,
                                 uint32_t height, struct tiling_gbuffer *gbuffer)
{
    assert(width >= 1 && width <= TILING_GBUFFER_WIDTH && height >= 1 &&
           height <= TILING_GBUFFER_HEIGHT);
    struct render render = { .width = width, .height = height };
    struct context_part parts[TILING_PLANES];
    char key[64];
    *gbuffer = (struct tiling_gbuffer){ .width = width, .height = height };
    for (int i = 0; i < TILING_PLANES; i++) {
        const size_t bytes = (size_t)width * height * 4 * sizeof(float);
        render.planes[i] = context_alloc(context, bytes);
        if (!render.planes[i])
            return false;
        gbuffer->planes[i] = render.planes[i];
        parts[i] = (struct context_part){ render.planes[i], bytes };
    }
    /* Reading a mesh reports what is wrong with it: a picture of one is never recalled. */
    snprintf(key, sizeof(key), "picture %ux%u", width, height);
    if (!file && context_recall(context, key, parts, TILING_PLANES))
        return true;
    const bool made = run(context, &render, file, render_rows, variance_rows);
    if (made && !file)
        context_keep(context, key, parts, TILING_PLANES);
    return made;
}

bool tiling_gbuffer_render(struct context *context, uint32_t width, uint32_t height,
                           struct tiling_gbuffer *gbuffer)
{
    const char *scene = context_text_or(context, "scene", tiling_gbuffer_scenes[0]);
    const bool room = strcmp(scene, tiling_gbuffer_scenes[0]) == 0;
    const char *file = room ? NULL : context_option(context, "scene");
    if (!room && !file)
        return context_error(context, "scene:%s is for --scene FILE.obj", scene);
    return tiling_gbuffer_render_scene(context, file, width, height, gbuffer);
}

const float *tiling_gbuffer_reference(struct context *context, const char *file, uint32_t width,
                                      uint32_t height, uint32_t samples)
{
    struct render render = { .width = width, .height = height, .samples = samples };
    render.reference = context_alloc(context, (size_t)width * height * 3 * sizeof(float));
    return render.reference && run(context, &render, file, reference_rows, NULL) ? render.reference
                                                                                 : NULL;
}
