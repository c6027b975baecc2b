/* SPDX-License-Identifier: MIT */
/*
 * detp_variants_test.c: every variant, under validation, in every mode: one ray and one disc, discs
 * that fill the cube, counts that are no multiple of anything, and mode G, where all that lies on a
 * face of a cell, an end of a ray or an axis has one right answer. Then methods that are wrong on
 * purpose, each as some method might be: the check must see them.
 */
#include "bench/detp/detp.h"

#include "tests/one_case.h"

static struct gpu *gpu;

/* Runs all variants. A node of octree_paper is a submission or more: detp_octrees_test.c has it
 * with more levels. */
static void run_all(const char *size, const char *mode, const char *radius, bool untimed,
                    uint64_t seed)
{
    const struct one_case wanted = {
        .technique = &detp_technique,
        .bench = &detp_estimate,
        .at = unit_text("size:%s/mode:%s/radius:%s%s", size, mode, radius,
                        device_full() ? "" : "/depth:2"),
        .gpu = gpu,
        .host = !gpu,
        .without_baselines = true,
        .untimed = untimed,
        .seed = seed,
    };
    assert_cases_right(&wanted, 1);
}

TEST(test_all)
{
    const bool full = device_full();
    run_all("1x1,1x70", "B,G", "0.9", false, 1);
    run_all("301x1203", "A,B,C,G,room", "0.05", true, 2);
    run_all(full ? "1500x2500" : "700x1100", "G", "0.0625,0.2", true, 3);
    run_all(full ? "3000x2001" : "1500x1001", "B,room", "0.01", true, 4);
}

/* From the host and back, of which a device has sums of its own. */
TEST(test_round_trip)
{
    const struct one_case wanted = {
        .technique = &detp_technique,
        .bench = &detp_round_trip,
        .at = "size:1x1,301x1203/mode:B,G,room/radius:0.05",
        .gpu = gpu,
        .host = !gpu,
        .seed = 5,
    };
    assert_cases_right(&wanted, 1);
}

/* Methods that are wrong on purpose ------------------------------------------------------------ */

enum fault {
    FAULT_NONE,
    FAULT_TWICE,    /* at the border of two leaves a hit counts in both */
    FAULT_ENDLESS,  /* t_max is not looked at */
    FAULT_BEFORE,   /* nor is t_min */
    FAULT_ONE_SIDE, /* backs of discs are not hit */
    FAULT_LOST,     /* the last disc has no sums */
    FAULT_RAY,      /* the last ray is left out */
    FAULT_WIDE,     /* the radius is a hundredth too large */
    FAULT_SPHERE,   /* the disc's sphere in place of the disc */
    FAULT_COLOURS,  /* red for blue */
    FAULT_COUNT,
};

static enum fault fault;

/* Is the disc on both sides of a face of the cells of an octree? */
static bool on_border(const struct detp_disc *disc)
{
    const float at = disc->centre[0] * 8;
    return fabsf(at - roundf(at)) < 8 * disc->radius;
}

static bool hits_sphere(const struct detp_ray *ray, const struct detp_disc *disc)
{
    const float to[3] = { disc->centre[0] - ray->origin[0], disc->centre[1] - ray->origin[1],
                          disc->centre[2] - ray->origin[2] };
    const float t = detp_dot(to, ray->direction);
    return t >= 0 && t <= ray->t_max && detp_dot(to, to) - t * t < disc->radius * disc->radius;
}

static bool hits(struct detp_ray ray, struct detp_disc disc, struct detp_rule rule)
{
    switch (fault) {
    case FAULT_ENDLESS: ray.t_max = 10; break;
    case FAULT_BEFORE: rule.t_min = -10; break;
    case FAULT_ONE_SIDE: rule.front_only = 1; break;
    case FAULT_WIDE: disc.radius *= 1.01f; break;
    case FAULT_SPHERE: return hits_sphere(&ray, &disc);
    default: break;
    }
    return detp_hit(&ray, &disc, &rule);
}

static void sum_disc(const struct detp_input *input, size_t j, uint32_t sums[DETP_WORDS])
{
    const struct detp_disc disc = detp_disc_load(&input->discs, j);
    const size_t rays = input->rays.count - (fault == FAULT_RAY);
    for (size_t i = 0; i < rays; i++) {
        if (!hits(detp_ray_load(&input->rays, i), disc, input->rule))
            continue;
        detp_add(sums, &input->rays, i);
        if (fault == FAULT_TWICE && on_border(&disc))
            detp_add(sums, &input->rays, i);
    }
    if (fault == FAULT_COLOURS) {
        const uint32_t red = sums[0];
        sums[0] = sums[2];
        sums[2] = red;
    }
}

static bool compute(struct bench_case *c)
{
    const struct detp_input *input = detp_input_of(c);
    struct detp_output *output = c->state;
    const size_t discs = input->discs.count - (fault == FAULT_LOST);
    memset(output->sums, 0, discs * DETP_WORDS * sizeof(uint32_t));
    for (size_t j = 0; j < discs; j++)
        sum_disc(input, j, &output->sums[DETP_WORDS * j]);
    return true;
}

TEST(test_check_sees_faults)
{
    static const struct bench_method method = { .compute = compute };
    static const struct bench_variant variant = { .name = "planted",
                                                  .kind = BENCH_CPU,
                                                  .method = &method };
    for (int i = 0; i < FAULT_COUNT; i++) {
        fault = (enum fault)i;
        const struct result result =
            one_case_of(.technique = &detp_technique, .bench = &detp_estimate, .variant = &variant,
                        .at = "size:300x1000/mode:A/radius:0.05", .host = true, .seed = 6);
        if (result.c.status != (i == FAULT_NONE ? BENCH_OK : BENCH_FAILED_VERIFY))
            fail_msg("fault %d: %s, %s", i, bench_status_name(result.c.status), result.reason);
    }
}

int main(void)
{
    return device_unit_run(&gpu, true);
}
