/* SPDX-License-Identifier: MIT */
/* frame_terrain_wide.glsl: what frame_terrain.glsl computes in 64-bit integers. */

/* The corner of the box that lies farthest along the normal decides. */
bool terrain_is_outside(View view, Corners corners)
{
    const ivec3 eye = ivec3(view.eye[0], view.eye[1], view.eye[2]);
    const ivec3 low = min(min(corners.a, corners.b), corners.c) - eye;
    const ivec3 high = max(max(corners.a, corners.b), corners.c) - eye;
    for (uint i = 0; i < PLANES; i++) {
        const ivec3 normal =
            ivec3(view.planes[3 * i], view.planes[3 * i + 1], view.planes[3 * i + 2]);
        const ivec3 corner = mix(low, high, greaterThan(normal, ivec3(0)));
        const i64vec3 along = i64vec3(normal) * i64vec3(corner);
        if (along.x + along.y + along.z < 0)
            return true;
    }
    return false;
}

uint64_t length_squared(ivec3 v)
{
    const i64vec3 squares = i64vec3(v) * i64vec3(v);
    return uint64_t(squares.x + squares.y + squares.z);
}

bool terrain_edge_is_long(View view, Corners corners)
{
    const ivec3 eye = ivec3(view.eye[0], view.eye[1], view.eye[2]);
    const uint64_t edge = length_squared(corners.c - corners.a);
    const uint64_t twice_away = length_squared(corners.a + corners.c - 2 * eye);
    return edge * view.edge_factor > twice_away << view.edge_shift;
}
