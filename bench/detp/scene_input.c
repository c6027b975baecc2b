/* SPDX-License-Identifier: MIT */
#include "bench/detp/detp.h"

#include "bench/common/hash.h"

enum { POINT_STREAM = 222 };

/* Share of the diagonal: a ray hits nothing nearer than that to its origin. */
static const float start = 1e-4f;

static const float word_scale = 1.0f / (1 << 24);

static void set_disc(const struct detp_discs *discs, size_t j, struct vector centre,
                     struct vector normal)
{
    for (int k = 0; k < 3; k++) {
        discs->centre[k][j] = vector_component(centre, k);
        discs->normal[k][j] = vector_component(normal, k);
    }
}

static bool surface_points(struct context *context, const struct detp_world *world,
                           const struct detp_discs *discs)
{
    struct detp_world_table areas;
    const uint32_t seed = hash_seed(context->seed, POINT_STREAM);
    if (!detp_world_table_init(context, &areas, world, DETP_WORLD_AREA))
        return false;
    for (uint32_t j = 0; j < discs->count; j++) {
        const uint32_t triangle =
            detp_world_table_pick(&areas, hash_triple(seed, j, 0), hash_triple(seed, j, 1));
        set_disc(
            discs, j,
            detp_world_point(world, triangle, hash_triple(seed, j, 2), hash_triple(seed, j, 3)),
            scene_normal(&world->scene, triangle));
    }
    return true;
}

static void floor_points(struct context *context, const struct detp_world *world,
                         const struct detp_discs *discs)
{
    const uint32_t seed = hash_seed(context->seed, POINT_STREAM);
    const struct vector extent = vector_sub(world->upper, world->lower);
    for (uint32_t j = 0; j < discs->count; j++) {
        const struct vector at = { (float)(hash_triple(seed, j, 0) >> 8) * word_scale, 0,
                                   (float)(hash_triple(seed, j, 1) >> 8) * word_scale };
        set_disc(discs, j, vector_add(world->lower, vector_mul(at, extent)),
                 (struct vector){ 0, 1, 0 });
    }
}

/* The camera is outside: its rays begin behind the front wall, which it looks at along -z. */
static void camera_points(const struct detp_world *world, const struct detp_discs *discs,
                          uint32_t width, uint32_t height)
{
    const struct scene_camera *camera = &world->scene.camera;
    for (uint32_t j = 0; j < discs->count; j++) {
        const float u = ((float)(j % width) + 0.5f) / (float)width;
        const float v = ((float)(j / width) + 0.5f) / (float)height;
        struct ray ray = scene_camera_ray(camera, (float)width / (float)height, u, v);
        struct ray_hit hit;
        ray.nearest = fmaxf((world->upper.z - camera->eye.z) / ray.direction.z, 0) * 1.0001f;
        if (!ray_tree_closest(world->tree, &ray, &hit))
            continue;
        const struct vector normal = scene_normal(&world->scene, hit.triangle);
        set_disc(discs, j, vector_add(ray.origin, vector_scale(ray.direction, hit.t)),
                 vector_dot(normal, ray.direction) < 0 ? normal : vector_scale(normal, -1));
    }
}

static void widen(struct detp_input *input, int k, float value)
{
    input->lower[k] = fminf(input->lower[k], value);
    input->upper[k] = fmaxf(input->upper[k], value);
}

/* The box of all rays, to where they may still hit, and of all centres. */
static void bound(struct detp_input *input)
{
    const struct detp_rays *rays = &input->rays;
    const struct detp_discs *discs = &input->discs;
    for (int k = 0; k < 3; k++) {
        input->lower[k] = input->upper[k] = rays->origin[k][0];
        for (size_t i = 0; i < rays->count; i++) {
            const float end = rays->t_max[i] + input->rule.t_slack;
            widen(input, k, rays->origin[k][i]);
            widen(input, k, rays->origin[k][i] + end * rays->direction[k][i]);
        }
        for (size_t j = 0; j < discs->count; j++)
            widen(input, k, discs->centre[k][j]);
    }
}

static bool fill(struct context *context, const struct detp_world *world,
                 const struct detp_scene_request *request, struct detp_input *input,
                 struct detp_photons *photons)
{
    const bool camera = request->points == DETP_POINTS_CAMERA;
    const uint32_t discs = camera ? request->width * request->height : request->discs;
    const float radius = request->radius * world->side;
    if (!detp_rays_create(context, &input->rays, request->rays) ||
        !detp_discs_create(context, &input->discs, discs, radius) ||
        !detp_photons_trace(context, world, request->bounces_max, &input->rays, photons))
        return false;
    if (camera)
        camera_points(world, &input->discs, request->width, request->height);
    else if (request->points == DETP_POINTS_FLOOR)
        floor_points(context, world, &input->discs);
    else if (!surface_points(context, world, &input->discs))
        return false;
    input->rule = (struct detp_rule){ start * world->diagonal, radius, 1 };
    bound(input);
    return true;
}

bool detp_scene_input_make(struct context *context, const struct detp_scene_request *request,
                           struct detp_input *input, struct detp_photons *photons)
{
    struct detp_world world;
    if (!detp_world_init(context, &world, request->kind, request->file))
        return false;
    const bool filled = fill(context, &world, request, input, photons);
    detp_world_finish(&world);
    return filled;
}

struct detp_irradiance detp_scene_irradiance(const struct detp_input *input,
                                             const struct detp_photons *photons,
                                             const uint32_t *sums, size_t j)
{
    struct detp_irradiance irradiance;
    const double radius = (double)input->discs.radius;
    const double scale = photons->power / (256 * 3.14159265358979323846 * radius * radius);
    for (int k = 0; k < 3; k++)
        irradiance.colour[k] = scale * sums[DETP_WORDS * j + (size_t)k];
    return irradiance;
}

/* Photon maps ---------------------------------------------------------------------------------- */

struct gather {
    const struct detp_input *input;
    const struct detp_tree *tree;
    size_t i;
    double end[3];
    uint32_t *sums;
};

static void visit(void *context, uint32_t first, uint32_t last)
{
    const struct gather *gather = context;
    const struct detp_rays *rays = &gather->input->rays;
    const struct detp_discs *discs = &gather->input->discs;
    for (uint32_t at = first; at < last; at++) {
        const size_t j = gather->tree->order[at];
        double square = 0, e = 0;
        for (int k = 0; k < 3; k++) {
            const double off = gather->end[k] - (double)discs->centre[k][j];
            square += off * off;
            e += (double)discs->normal[k][j] * (double)rays->direction[k][gather->i];
        }
        if (e < 0 && square < (double)discs->radius * (double)discs->radius)
            detp_add(&gather->sums[DETP_WORDS * j], rays, gather->i);
    }
}

void detp_scene_gather(const struct detp_input *input, uint32_t *sums)
{
    const struct detp_rays *rays = &input->rays;
    struct detp_tree tree;
    struct gather gather = { .input = input, .tree = &tree, .sums = sums };
    detp_tree_init(&tree, &input->discs, input->lower, input->upper, (double)input->discs.radius);
    for (gather.i = 0; gather.i < rays->count; gather.i++) {
        struct detp_segment point = { .half = { 0, 0, 0 } };
        for (int k = 0; k < 3; k++)
            gather.end[k] = point.middle[k] =
                (double)rays->origin[k][gather.i] +
                (double)rays->t_max[gather.i] * (double)rays->direction[k][gather.i];
        detp_tree_walk(&tree, &point, visit, &gather);
    }
    detp_tree_finish(&tree);
}
