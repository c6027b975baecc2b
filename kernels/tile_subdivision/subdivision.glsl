/* SPDX-License-Identifier: MIT */
/*
 * subdivision.glsl: what all kernels of tile_subdivision share: input, output, the test of a node.
 *
 * Bindings 0..5 are the same everywhere:
 *   0 pyramid      importance bits of all levels, level 0 first, row-major (answer.h); with
 *                  PYRAMID_IMAGE an image with its sampler, whose mip levels they are
 *   1 varying      threshold bits in the same shape; any buffer when VARYING is 0
 *   2 3 4          tile keys, importance bits, threshold bits: 4^TOP words each
 *   5 control      word 0: tile count; what follows is the variant's own
 * Specialization constants 0 TOP and 1 VARYING likewise. Push constants start with base and
 * falloff.
 *
 * Importances are >= 0 or NaN, so bits compare as the floats do, with NaN above all: NaN
 * subdivides.
 */
#ifndef TILE_SUBDIVISION_SUBDIVISION_GLSL
#define TILE_SUBDIVISION_SUBDIVISION_GLSL

#include "tile_subdivision/tile.glsl"

layout(constant_id = 0) const uint TOP = 10;
layout(constant_id = 1) const uint VARYING = 0;

#ifndef PYRAMID_ACCESS
#define PYRAMID_ACCESS readonly
#endif
#ifndef CONTROL_ACCESS
#define CONTROL_ACCESS
#endif

#ifdef PYRAMID_IMAGE
layout(binding = 0) uniform sampler2D pyramid_image;
#else
layout(std430, binding = 0) PYRAMID_ACCESS buffer Pyramid { uint pyramid[]; };
#endif
layout(std430, binding = 1) readonly buffer Varying { uint varying_thresholds[]; };
layout(std430, binding = 2) writeonly buffer TileKeys { uint tile_keys[]; };
layout(std430, binding = 3) writeonly buffer TileImportances { uint tile_importances[]; };
layout(std430, binding = 4) writeonly buffer TileThresholds { uint tile_thresholds[]; };
layout(std430, binding = 5) CONTROL_ACCESS buffer Control { uint control[]; };

layout(push_constant) uniform Push
{
    uint base;    /* bits of the threshold of level 0 */
    uint falloff; /* T(level) = base * 2^(-falloff * level) */
    uint parameter[2]; /* the variant's own */
} push;

const uint TILE_CAPACITY = 1u << 2 * TOP;

struct node {
    uint level, x, y;
};

uint pyramid_offset(uint level)
{
    return ((4u << 2 * TOP) - (4u << 2 * (TOP - level))) / 3u;
}

uint pyramid_index(node n)
{
    return pyramid_offset(n.level) + (n.y << TOP - n.level) + n.x;
}

uint importance_at(node n)
{
#ifdef PYRAMID_IMAGE
    return floatBitsToUint(texelFetch(pyramid_image, ivec2(n.x, n.y), int(n.level)).r);
#else
    return pyramid[pyramid_index(n)];
#endif
}

/* Exact: the exponent is lowered by falloff * level. */
uint threshold_at(node n)
{
    if (VARYING != 0)
        return varying_thresholds[pyramid_index(n)];
    return push.base - (push.falloff * n.level << 23);
}

/* Equality subdivides; level 0 is always a leaf. */
bool subdivides(uint level, uint importance, uint threshold)
{
    return level > 0 && importance >= threshold;
}

bool node_subdivides(node n)
{
    return subdivides(n.level, importance_at(n), threshold_at(n));
}

/* Writes a record; beyond the capacity nothing is written, and the count tells the host. */
void tile_write(uint slot, node n, uint importance, uint threshold)
{
    if (slot >= TILE_CAPACITY)
        return;
    tile_keys[slot] = tile_key(n.level, n.x, n.y);
    tile_importances[slot] = importance;
    tile_thresholds[slot] = threshold;
}

/* Entry of a list of nodes of one level (the paper's EncodeTemporaryData). */
uint queue_encode(node n)
{
    return n.y << 12 | n.x;
}

node queue_decode(uint entry, uint level)
{
    return node(level, entry & 0xfffu, entry >> 12);
}

#endif
