/* SPDX-License-Identifier: MIT */
#include "bench/detp/detp.h"

#include <stdlib.h>
#include <string.h>

static const struct bench *const benches[] = { &detp_estimate, &detp_round_trip, NULL };

static const struct bench_option options[] = {
    { .name = "scene",
      .argument = "FILE.obj",
      .help = "mesh (Wavefront OBJ) in the closed room that photons fly in",
      .axis = "mode" },
    { 0 },
};

/* Set-up and reference take less than 0.1 s; the paper's own first. */
static const char *const gate[] = {
    "detp.estimate/octree/size:10000x10000/mode:B",
    "detp.estimate/grid/size:10000x10000/mode:B",
    NULL,
};

static const struct bench_variable variables[] = {
    { "CLAIMCHECK_EMBREE", "file of libembree3.so.3, for detp.estimate/embree" },
    { NULL, NULL },
};

/* Rays, in the order of their cells once more, and the grid. */
static double scale_bytes(const struct technique_scale *own, const char *size)
{
    (void)own;
    return 1e7 + 100 * strtod(strchr(size, 'x') + 1, NULL);
}

static const struct technique_scale scale = {
    .bench = "estimate",
    .variant = "grid",
    .axis = "size",
    .sizes = "100000x1000,100000x10000,100000x100000,100000x500000,100000x1000000,100000x3000000,"
             "100000x10000000",
    .bytes = scale_bytes,
    .fixed = { { "mode", "B" }, { "radius", "0.01" }, { "part", "all" } }
};

const struct technique detp_technique = {
    .name = "detp",
    .title = "Density estimation from rays",
    .alias = "detp",
    .question = "Energy on discs from rays: on the CPU or on the GPU?",
    .paper = "Lastra et al.: Estimación de densidades usando GPUs",
    .benches = benches,
    .gate = gate,
    .scale = &scale,
    .group_s = 5,
    .full_scale = 2.5, /* the paper's CPU methods at its larger sizes */
    .options = options,
    .variables = variables,
    .inspections = detp_inspections,
    .portrait = "detp --scene room --rays 50000 --radius 0.05 --pixels 132x99",
};
