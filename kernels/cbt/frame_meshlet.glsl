/* SPDX-License-Identifier: MIT */
/*
 * frame_meshlet: where the vertices of a leaf's meshlet lie, and on the screen. A meshlet of level
 * s divides its leaf as 2s more bisections would, all of them: 4^s triangles between the points
 *     b + (a - b) i / 2^s + (c - b) j / 2^s,    i, j >= 0, i + j <= 2^s.
 *
 * Constants   9 PARALLEL: 1 for the view of a light that is far away, whose rays are parallel.
 *
 * The includer declares MESHLET (s), and what frame_heights.glsl and frame_view.glsl want.
 * Coordinates stay integers up to the eye, so every variant of the draw computes the same bits.
 */
#include "cbt/frame_heights.glsl"
#include "cbt/frame_view.glsl"
#include "cbt/leb.glsl"

layout(constant_id = 9) const uint PARALLEL = 0;

/* Units of the grid per unit of leb.glsl: 2^20 against 2^16. */
const uint LEB_SHIFT = 4;

/* Corner k (0 a, 1 b, 2 c) of triangle t, 0..4^s-1, of the meshlet: (i, j). */
uvec2 meshlet_corner(uint t, uint k)
{
    const uint n = 1u << MESHLET;
    uvec2 a = uvec2(n, 0), b = uvec2(0, 0), c = uvec2(0, n);
    for (int bit = 2 * int(MESHLET) - 1; bit >= 0; bit--) {
        const uvec2 m = (a + c) / 2;
        const bool second = (t >> bit & 1) != 0;
        a = second ? b : a;
        c = second ? c : b;
        b = m;
    }
    return k == 0 ? a : k == 1 ? b : c;
}

/* On the grid of the heightmap. Legs of leaves are multiples of 2^s there, for depths up to 28. */
uvec2 meshlet_place(leb_triangle leaf, uvec2 at)
{
    const ivec2 across = (leaf.a - leaf.b << LEB_SHIFT) >> MESHLET;
    const ivec2 along = (leaf.c - leaf.b << LEB_SHIFT) >> MESHLET;
    return uvec2((leaf.b << LEB_SHIFT) + across * int(at.x) + along * int(at.y));
}

/* Relative to the eye, in units; exact: 22 bits across, 1/16 units up. */
vec3 from_eye(View view, uvec2 place)
{
    const ivec2 across = ivec2(place) - ivec2(view.eye[0], view.eye[1]);
    const int up = int(heightmap_height(place)) - (view.eye[2] << FRACTION_BITS);
    return vec3(across, float(up) / float(1 << FRACTION_BITS));
}

vec4 clip_position(View view, vec3 relative)
{
    precise vec4 clip;
    for (int row = 0; row < 3; row++) {
        const float value = view.clip[3 * row] * relative.x + view.clip[3 * row + 1] * relative.y +
                            view.clip[3 * row + 2] * relative.z;
        clip[row == 2 ? 3 : row] = value;
    }
    clip.z = view.near;
    if (PARALLEL != 0) {
        clip.z += clip.w;
        clip.w = 1;
    }
    return clip;
}
