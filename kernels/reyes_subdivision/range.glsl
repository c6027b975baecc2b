/* SPDX-License-Identifier: MIT */
/*
 * range.glsl: a patch and a rectangle of its parameters, as bench/reyes_subdivision/range.h has it,
 * under the same names without `reyes_`. Functions only.
 */
#ifndef REYES_SUBDIVISION_RANGE_GLSL
#define REYES_SUBDIVISION_RANGE_GLSL

struct range {
    uint patch_;
    uint halves; /* a << 27 | b << 22 | i << b | j */
};

range range_whole(uint patch_)
{
    return range(patch_, 0);
}

range range_load(uvec2 words)
{
    return range(words.x, words.y);
}

uvec2 range_store(range r)
{
    return uvec2(r.patch_, r.halves);
}

uint range_splits_u(range r)
{
    return r.halves >> 27;
}

uint range_splits_v(range r)
{
    return r.halves >> 22 & 31u;
}

uint range_depth(range r)
{
    return range_splits_u(r) + range_splits_v(r);
}

/* u0, v0, u1, v1; all exact: powers of two are made from their exponent. */
vec4 range_bounds(range r)
{
    const uint a = range_splits_u(r), b = range_splits_v(r);
    const float width = uintBitsToFloat(127 - a << 23), height = uintBitsToFloat(127 - b << 23);
    const float i = float((r.halves & 0x3fffffu) >> b), j = float(r.halves & (1u << b) - 1);
    precise vec4 bounds = vec4(i * width, j * height, (i + 1.0) * width, (j + 1.0) * height);
    return bounds;
}

/* Halves along u, or else along v; child 0 has the lower half. */
range range_child(range r, bool along_u, uint child)
{
    const uint a = range_splits_u(r), b = range_splits_v(r);
    const uint i = (r.halves & 0x3fffffu) >> b, j = r.halves & (1u << b) - 1;
    if (along_u)
        return range(r.patch_, a + 1 << 27 | b << 22 | 2 * i + child << b | j);
    return range(r.patch_, a << 27 | b + 1 << 22 | i << b + 1 | 2 * j + child);
}

#endif
