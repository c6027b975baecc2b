/* SPDX-License-Identifier: MIT */
/*
 * photons.h: rays of a photon simulation, the same bits on every machine. A photon leaves a surface
 * that shines, by the cosine, and where it arrives it goes on by the cosine or ends: Russian
 * roulette with the greatest of what its colours keep, in place of attenuation, so that the largest
 * energy of a photon stays what it is, and all stay multiples of 1/256. What the other colours lose
 * against it is rounded up or down by chance, so that on average nothing is rounded; only what
 * would be 0 is 1. Surfaces reflect on both sides, and shine on that of their normal.
 */
#ifndef CLAIMCHECK_BENCH_DETP_PHOTONS_H
#define CLAIMCHECK_BENCH_DETP_PHOTONS_H

#include "bench/detp/input.h"
#include "bench/detp/world.h"

enum { DETP_BOUNCES_MAX = 63 };

struct detp_photons {
    uint64_t paths; /* begun; of the last, the end may be missing */
    double power;   /* of an energy of 256: what of the light's power a photon stands for */
};

/*
 * Fills rays that are there, all of them: path by path, each path's rays in order; of one that
 * reaches no surface t_max is the world's diagonal. False: nothing shines, no memory; the context
 * has it.
 */
bool detp_photons_trace(struct context *context, const struct detp_world *world,
                        uint32_t bounces_max, const struct detp_rays *rays,
                        struct detp_photons *photons);

#endif
