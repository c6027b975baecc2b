/* SPDX-License-Identifier: MIT */
/* inspect_scene.h: what `claimcheck inspect detp --scene` shows of photons: irradiance as facts and
 * as a picture, and how far rays and impacts are from the truth beside walls. */
#ifndef CLAIMCHECK_BENCH_DETP_INSPECT_SCENE_H
#define CLAIMCHECK_BENCH_DETP_INSPECT_SCENE_H

#include "bench/detp/scene_input.h"
#include "harness/inspection.h"

struct detp_view {
    struct detp_scene_request scene;
    bool impacts; /* the estimator of a photon map, in place of rays */
    bool edges;
};

/* Options of scenes, but for counts and the radius, which `view` has. False: what the inspection
 * has been told. */
bool detp_view_read(struct inspection *inspection, struct detp_view *view);

/* States means of sums in the layout of an answer, and the picture if one is wanted. */
bool detp_view_state(struct inspection *inspection, const struct detp_view *view,
                     const struct detp_input *input, const struct detp_photons *photons,
                     const uint32_t *sums);

/* Both estimators against the closed form, by the distance from the nearest wall. */
bool detp_view_edges(struct inspection *inspection, const struct detp_input *input,
                     const struct detp_photons *photons);

#endif
