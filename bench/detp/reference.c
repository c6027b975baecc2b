/* SPDX-License-Identifier: MIT */
#include "bench/detp/traced.h"

#include "harness/engine/cpu/cpu.h"

#include <math.h>
#include <stdatomic.h>

enum { RAYS_CHUNK = 64 };

/* Lengths are in those of the unit cube, times `scale`. */
static const double rounding = 1e-6, nearness = 1e-5;

struct reference_job {
    struct detp_input *input;
    const struct detp_tree *tree;
    double scale, reach;
    _Atomic uint64_t hits;
};

struct double_ray {
    double origin[3], direction[3], from, to;
    double square; /* of the direction's length */
};

struct double_disc {
    double centre[3], normal[3], radius;
};

struct verdict {
    bool hit, borderline;
};

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static struct double_ray ray_of(const struct detp_input *input, size_t i)
{
    const struct detp_rays *rays = &input->rays;
    struct double_ray ray = { .from = (double)input->rule.t_min,
                              .to = (double)rays->t_max[i] + (double)input->rule.t_slack };
    for (int k = 0; k < 3; k++) {
        ray.origin[k] = (double)rays->origin[k][i];
        ray.direction[k] = (double)rays->direction[k][i];
    }
    ray.square = dot(ray.direction, ray.direction);
    return ray;
}

static struct double_disc disc_of(const struct detp_discs *discs, size_t j)
{
    struct double_disc disc = { .radius = (double)discs->radius };
    for (int k = 0; k < 3; k++) {
        disc.centre[k] = (double)discs->centre[k][j];
        disc.normal[k] = (double)discs->normal[k][j];
    }
    return disc;
}

/* Square of the distance of the point at t from the centre. */
static double square_at(const struct double_ray *ray, const double centre[3], double t)
{
    double off[3];
    for (int k = 0; k < 3; k++)
        off[k] = ray->origin[k] + t * ray->direction[k] - centre[k];
    return dot(off, off);
}

/* Does the ray come nearer to the centre than that? */
static bool near(const struct double_ray *ray, const double centre[3], double reach)
{
    const double to[3] = { centre[0] - ray->origin[0], centre[1] - ray->origin[1],
                           centre[2] - ray->origin[2] };
    const double closest = dot(to, ray->direction) / ray->square;
    const double t = closest < ray->from ? ray->from : closest > ray->to ? ray->to : closest;
    return square_at(ray, centre, t) < reach * reach;
}

/* Is it a hit when all bounds are relaxed by the length z, or tightened, z being negative? */
static bool hits(const struct double_ray *ray, double radius, double t, double square, double z)
{
    return t >= ray->from - z && t <= ray->to + z && radius + z > 0 &&
           square < (radius + z) * (radius + z);
}

/* Judges a pair that is near. */
static struct verdict judge(const struct reference_job *job, const struct double_ray *ray,
                            const struct double_disc *disc)
{
    const struct detp_rule *rule = &job->input->rule;
    const double margin = rounding * job->scale;
    const double e = dot(disc->normal, ray->direction);
    if (e == 0 || (rule->front_only && e >= margin))
        return (struct verdict){ false, false };
    const double to[3] = { disc->centre[0] - ray->origin[0], disc->centre[1] - ray->origin[1],
                           disc->centre[2] - ray->origin[2] };
    const double t = dot(disc->normal, to) / e, square = square_at(ray, disc->centre, t);
    const double z = job->input->exact ? 0 : margin / fabs(e);
    const bool front = !rule->front_only || e < 0;
    const bool surely = !rule->front_only || e < -margin || job->input->exact;
    return (struct verdict){
        .hit = front && hits(ray, disc->radius, t, square, 0),
        .borderline = hits(ray, disc->radius, t, square, z) &&
                      !(surely && hits(ray, disc->radius, t, square, -z)) && !job->input->exact,
    };
}

/* Threads have rays of their own, and discs in common. */
static void add(uint32_t *word, uint32_t value)
{
    atomic_fetch_add_explicit((_Atomic uint32_t *)word, value, memory_order_relaxed);
}

static void add_energy(uint32_t *words, const struct detp_rays *rays, size_t i)
{
    for (int k = 0; k < 3; k++)
        add(&words[k], rays->energy[k][i]);
    add(&words[3], 1);
}

static void count_pair(const struct reference_job *job, const struct double_ray *ray, size_t i,
                       size_t j, const double centre[3])
{
    struct detp_input *input = job->input;
    if (!near(ray, centre, job->reach))
        return;
    const struct double_disc disc = disc_of(&input->discs, j);
    const struct verdict verdict = judge(job, ray, &disc);
    if (verdict.hit) {
        add_energy(&input->sums[DETP_WORDS * j], &input->rays, i);
        input->ray_hits[i]++;
    }
    if (verdict.borderline) {
        uint32_t *words = verdict.hit ? input->losable : input->gainable;
        add_energy(&words[DETP_WORDS * j], &input->rays, i);
        add(&input->borderline[j], 1);
    }
}

struct reference_visit {
    const struct reference_job *job;
    const struct double_ray *ray;
    size_t i;
};

static void visit(void *context, uint32_t first, uint32_t last)
{
    const struct reference_visit *visit = context;
    const struct detp_tree *tree = visit->job->tree;
    for (uint32_t at = first; at < last; at++)
        count_pair(visit->job, visit->ray, visit->i, tree->order[at], tree->centres[at]);
}

static void walk_rays(void *context, uint32_t thread, size_t begin, size_t end)
{
    struct reference_job *job = context;
    uint64_t hits = 0;
    (void)thread;
    for (size_t i = begin; i < end; i++) {
        const struct double_ray ray = ray_of(job->input, i);
        const double middle = (ray.from + ray.to) / 2, half = (ray.to - ray.from) / 2;
        struct detp_segment segment;
        for (int k = 0; k < 3; k++) {
            segment.middle[k] = ray.origin[k] + middle * ray.direction[k];
            segment.half[k] = half * ray.direction[k];
        }
        detp_tree_walk(job->tree, &segment, visit, &(struct reference_visit){ job, &ray, i });
        hits += job->input->ray_hits[i];
    }
    atomic_fetch_add_explicit(&job->hits, hits, memory_order_relaxed);
}

static struct reference_job job_of(struct detp_input *input)
{
    const double scale = detp_traced_magnitude(input);
    return (struct reference_job){ .input = input,
                                   .scale = scale,
                                   .reach = (double)input->discs.radius + nearness * scale };
}

void detp_reference(struct detp_input *input, struct cpu_pool *pool)
{
    struct detp_tree tree;
    struct reference_job job = job_of(input);
    job.tree = &tree;
    detp_tree_init(&tree, &input->discs, input->lower, input->upper, job.reach);
    cpu_pool_run(pool, input->rays.count, RAYS_CHUNK, walk_rays, &job);
    input->hits = job.hits;
    detp_tree_finish(&tree);
}

void detp_reference_all_pairs(struct detp_input *input)
{
    const struct reference_job job = job_of(input);
    for (size_t i = 0; i < input->rays.count; i++) {
        const struct double_ray ray = ray_of(input, i);
        for (size_t j = 0; j < input->discs.count; j++)
            count_pair(&job, &ray, i, j, disc_of(&input->discs, j).centre);
        input->hits += input->ray_hits[i];
    }
}
