/* SPDX-License-Identifier: MIT */
#include "bench/detp/detp.h"

#include "bench/common/hash.h"
#include "harness/engine/cpu/cpu.h"

enum { PHOTON_STREAM = 221, BLOCK = 2048, SEGMENTS = DETP_BOUNCES_MAX + 1, CHUNK = 16 };

/* Words of a path: so many for each of its rays, of which the first go to the roulette, and those
 * from DIRECTION on to directions until one is in the circle. */
enum { WORDS_OF_RAY = 1 << 16, ROULETTE = 8, DIRECTION = 16 };

static const float word_scale = 1.0f / (1 << 24), full = 256, offset = 1e-5f;

struct segment {
    struct vector origin, direction;
    float t_max;
    uint16_t energy[3];
};

struct photons_job {
    const struct detp_world *world;
    struct detp_world_table lights;
    uint32_t seed, bounces_max;
    uint64_t first; /* path of the block */
    struct segment (*segments)[SEGMENTS];
    uint32_t *counts;
};

/* The words of one ray of a path. */
struct words {
    uint32_t seed, path, first;
};

static uint32_t word(struct words w, uint32_t k)
{
    return hash_triple(w.seed, w.path, w.first + k);
}

/* In [0, 1). */
static float part(struct words w, uint32_t k)
{
    return (float)(word(w, k) >> 8) * word_scale;
}

/* Energies of a colour whose greatest is to be `most`: up or down by chance, on average the value;
 * 1 to 256. */
static void colour_energy(struct words w, struct vector colour, float most, uint16_t energy[3])
{
    const float largest = detp_world_largest(colour);
    for (int k = 0; k < 3; k++) {
        const float value = most * (vector_component(colour, k) / largest), below = floorf(value);
        const float chance = part(w, ROULETTE + 1 + (uint32_t)k);
        const float result = below + (chance < value - below ? 1 : 0);
        energy[k] = (uint16_t)(result < 1 ? 1 : result > full ? full : result);
    }
}

/* Scatters by the cosine about the normal: a point of the unit disc, lifted onto the half
 * sphere. */
static struct vector scatter(struct words w, struct vector normal)
{
    const struct vector across =
        fabsf(normal.x) < 0.5f ? (struct vector){ 1, 0, 0 } : (struct vector){ 0, 1, 0 };
    const struct vector u = vector_unit(vector_cross(across, normal)), v = vector_cross(normal, u);
    for (uint32_t at = DIRECTION;; at += 2) {
        const float p = 2 * part(w, at) - 1, q = 2 * part(w, at + 1) - 1;
        const float rest = 1 - p * p - q * q;
        if (rest <= 0)
            continue;
        const struct vector flat = vector_add(vector_scale(u, p), vector_scale(v, q));
        return vector_unit(vector_add(flat, vector_scale(normal, sqrtf(rest))));
    }
}

/* Off the surface, so that rounding does not have it begin behind. */
static void leave(const struct detp_world *world, struct words w, struct segment *segment,
                  struct vector point, struct vector normal)
{
    segment->origin = vector_add(point, vector_scale(normal, offset * world->diagonal));
    segment->direction = scatter(w, normal);
}

/* Does the photon go on from where the segment ends? */
static bool reflect(const struct photons_job *job, struct words w, const struct segment *from,
                    uint32_t triangle, struct segment *segment)
{
    const struct scene *scene = &job->world->scene;
    const struct vector albedo = scene->palette[scene->materials[triangle]].albedo;
    const struct vector kept = { (float)from->energy[0] * albedo.x,
                                 (float)from->energy[1] * albedo.y,
                                 (float)from->energy[2] * albedo.z };
    float most = from->energy[0];
    for (int k = 1; k < 3; k++)
        most = fmaxf(most, from->energy[k]);
    if (!(part(w, ROULETTE) * most < detp_world_largest(kept)))
        return false;
    colour_energy(w, kept, most, segment->energy);
    const struct vector point =
        vector_add(from->origin, vector_scale(from->direction, from->t_max));
    const struct vector normal = scene_normal(scene, triangle);
    const bool front = vector_dot(normal, from->direction) < 0;
    leave(job->world, w, segment, point, front ? normal : vector_scale(normal, -1));
    return true;
}

static uint32_t trace_path(const struct photons_job *job, uint64_t path, struct segment *segments)
{
    const struct scene *scene = &job->world->scene;
    struct words w = { job->seed, (uint32_t)path, 0 };
    const uint32_t light = detp_world_table_pick(&job->lights, word(w, 0), word(w, 1));
    colour_energy(w, scene->palette[scene->materials[light]].emission, full, segments[0].energy);
    leave(job->world, w, &segments[0], detp_world_point(job->world, light, word(w, 2), word(w, 3)),
          scene_normal(scene, light));
    for (uint32_t i = 0;; i++) {
        struct segment *segment = &segments[i];
        struct ray_hit hit;
        const struct ray ray = { .origin = segment->origin,
                                 .direction = segment->direction,
                                 .farthest = INFINITY };
        const bool arrives = ray_tree_closest(job->world->tree, &ray, &hit);
        segment->t_max = arrives ? hit.t : job->world->diagonal;
        w.first += WORDS_OF_RAY;
        if (!arrives || i == job->bounces_max ||
            !reflect(job, w, segment, hit.triangle, &segments[i + 1]))
            return i + 1;
    }
}

static void trace_numbered(void *context, size_t i)
{
    const struct photons_job *job = context;
    job->counts[i] = trace_path(job, job->first + i, job->segments[i]);
}

/* From a block of paths, until the rays are full. Returns the paths taken. */
static uint64_t store_block(const struct photons_job *job, const struct detp_rays *rays,
                            uint32_t *filled)
{
    uint64_t paths = 0;
    for (; paths < BLOCK && *filled < rays->count; paths++)
        for (uint32_t i = 0; i < job->counts[paths] && *filled < rays->count; i++) {
            const struct segment *segment = &job->segments[paths][i];
            const uint32_t at = (*filled)++;
            for (int k = 0; k < 3; k++) {
                rays->origin[k][at] = vector_component(segment->origin, k);
                rays->direction[k][at] = vector_component(segment->direction, k);
                rays->energy[k][at] = segment->energy[k];
            }
            rays->t_max[at] = segment->t_max;
        }
    return paths;
}

bool detp_photons_trace(struct context *context, const struct detp_world *world,
                        uint32_t bounces_max, const struct detp_rays *rays,
                        struct detp_photons *photons)
{
    struct photons_job job = {
        .world = world,
        .seed = hash_seed(context->seed, PHOTON_STREAM),
        .bounces_max = bounces_max < DETP_BOUNCES_MAX ? bounces_max : DETP_BOUNCES_MAX,
        .segments = context_alloc(context, BLOCK * sizeof(*job.segments)),
        .counts = context_alloc(context, BLOCK * sizeof(*job.counts)),
    };
    if (!job.segments || !job.counts ||
        !detp_world_table_init(context, &job.lights, world, DETP_WORLD_POWER))
        return false;
    const double radiance_area = detp_world_table_total(&job.lights);
    if (radiance_area <= 0)
        return context_error(context, "nothing in the scene shines");
    struct cpu_pool *pool = cpu_pool_create(0);
    uint32_t filled = 0;
    while (filled < rays->count) {
        cpu_pool_each(pool, BLOCK, CHUNK, trace_numbered, &job);
        job.first += store_block(&job, rays, &filled);
    }
    cpu_pool_destroy(&pool);
    /* A surface of radiance L has the power pi L times its area. */
    *photons = (struct detp_photons){ job.first,
                                      3.14159265358979323846 * radiance_area / (double)job.first };
    return true;
}
