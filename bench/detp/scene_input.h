/* SPDX-License-Identifier: MIT */
/*
 * scene_input.h: photons of a world as rays, and discs on its surfaces.
 *
 * A photon ends on the very plane of the disc that it arrives at, so that the rule of random rays
 * (t <= t_max) would leave half of the arrivals to rounding, and count as many departures. On
 * surfaces a hit is one of the front (n.d < 0) with t from 1e-4 of the scene's diagonal, so that
 * none counts where it begins, to t_max + r, so that all count where they end. Beside a wall, part
 * of a disc lies behind it: rays that end on the wall are followed there by up to r.
 */
#ifndef CLAIMCHECK_BENCH_DETP_SCENE_INPUT_H
#define CLAIMCHECK_BENCH_DETP_SCENE_INPUT_H

#include "bench/detp/input.h"
#include "bench/detp/photons.h"

enum detp_points {
    DETP_POINTS_SURFACE, /* uniform over all surfaces, on the side of their normals */
    DETP_POINTS_FLOOR,   /* uniform over the floor of a room */
    DETP_POINTS_CAMERA,  /* what each pixel shows, row by row: width * height discs */
};

struct detp_scene_request {
    enum detp_world_kind kind;
    const char *file; /* of DETP_WORLD_MESH */
    enum detp_points points;
    uint32_t rays, discs;
    uint32_t width, height; /* of DETP_POINTS_CAMERA */
    uint32_t bounces_max;
    float radius; /* in longest sides of the scene's box */
};

/* Rays, discs, rule and box of *input, which is zeroed; not yet the answer. False: what the context
 * has. */
bool detp_scene_input_make(struct context *context, const struct detp_scene_request *request,
                           struct detp_input *input, struct detp_photons *photons);

/* Irradiance at disc j, by sums in the layout of an answer. */
struct detp_irradiance {
    double colour[3];
};

struct detp_irradiance detp_scene_irradiance(const struct detp_input *input,
                                             const struct detp_photons *photons,
                                             const uint32_t *sums, size_t j);

/*
 * What a photon map has in place of an answer: of the rays that end within r of a disc's centre
 * and arrive at its front, the sums. `sums` is zeroed. False: no memory, which the context has.
 */
bool detp_scene_gather(struct context *context, const struct detp_input *input, uint32_t *sums);

#endif
