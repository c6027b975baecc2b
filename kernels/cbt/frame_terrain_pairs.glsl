/* SPDX-License-Identifier: MIT */
/*
 * frame_terrain_pairs.glsl: the functions of frame_terrain_wide.glsl for devices without 64-bit
 * integers, which are pairs of words here, the low one first. Sums and products wrap alike.
 */

uvec2 pair_add(uvec2 a, uvec2 b)
{
    uint carry;
    const uint low = uaddCarry(a.x, b.x, carry);
    return uvec2(low, a.y + b.y + carry);
}

/* Multiplies signed words. */
uvec2 pair_product(int a, int b)
{
    int high, low;
    imulExtended(a, b, high, low);
    return uvec2(low, high);
}

uvec2 pair_times(uvec2 a, uint b)
{
    uint high, low;
    umulExtended(a.x, b, high, low);
    return uvec2(low, high + a.y * b);
}

/* bits: 0 to 63 */
uvec2 pair_shift_left(uvec2 a, uint bits)
{
    if (bits == 0)
        return a;
    if (bits >= 32)
        return uvec2(0, a.x << bits - 32);
    return uvec2(a.x << bits, a.y << bits | a.x >> 32 - bits);
}

bool pair_greater(uvec2 a, uvec2 b)
{
    return a.y != b.y ? a.y > b.y : a.x > b.x;
}

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
        const uvec2 along =
            pair_add(pair_add(pair_product(normal.x, corner.x), pair_product(normal.y, corner.y)),
                     pair_product(normal.z, corner.z));
        if (int(along.y) < 0)
            return true;
    }
    return false;
}

uvec2 length_squared(ivec3 v)
{
    return pair_add(pair_add(pair_product(v.x, v.x), pair_product(v.y, v.y)),
                    pair_product(v.z, v.z));
}

bool terrain_edge_is_long(View view, Corners corners)
{
    const ivec3 eye = ivec3(view.eye[0], view.eye[1], view.eye[2]);
    const uvec2 edge = length_squared(corners.c - corners.a);
    const uvec2 twice_away = length_squared(corners.a + corners.c - 2 * eye);
    return pair_greater(pair_times(edge, view.edge_factor),
                        pair_shift_left(twice_away, view.edge_shift));
}
