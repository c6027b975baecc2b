/* SPDX-License-Identifier: MIT */
/*
 * frame_view: what a frame's kernels and shaders know of the camera; struct flight_view of
 * bench/cbt/terrain/terrain.h. The includer declares FRAME_VIEWS_BINDING.
 *
 * Words: eye 0..2, edge factor, edge shift, flat variance 3..5, planes 6..20, clip rows 21..29,
 * near 30, parallel 31: what PARALLEL of shaders must be for it. Scalars alone: a struct of vectors
 * would be padded.
 */
struct View {
    int eye[3];
    uint edge_factor, edge_shift;
    uint flat_variance;
    int planes[15];
    float clip[9];
    float near;
    uint parallel;
};
layout(std430, binding = FRAME_VIEWS_BINDING) readonly buffer Views { View views[]; };
