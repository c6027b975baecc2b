/* SPDX-License-Identifier: MIT */
/*
 * leb.glsl: longest-edge bisection of the unit square, as tree/leb.h has it. Needs heap.glsl;
 * reads no memory but in leb_diamond_merges().
 */
#ifndef CBT_LEB_GLSL
#define CBT_LEB_GLSL

const int LEB_SIDE = 65536;

struct leb_triangle {
    ivec2 a, b, c;
};

/*
 * Loops count levels upwards from the known start: counting down to the last one, Mesa 22.3's CPU
 * driver ran some lanes wrong once spirv-opt had made the body a single block.
 */
leb_triangle leb_node_triangle(uint node)
{
    const int depth = int(heap_node_depth(node));
    const bool upper = (node >> depth - 1 & 1) != 0;
    leb_triangle t = leb_triangle(upper ? ivec2(LEB_SIDE, 0) : ivec2(0, LEB_SIDE),
                                  upper ? ivec2(LEB_SIDE) : ivec2(0),
                                  upper ? ivec2(0, LEB_SIDE) : ivec2(LEB_SIDE, 0));
    for (int level = 2; level <= depth; level++) {
        const ivec2 m = (t.a + t.c) / 2;
        const bool right = (node >> depth - level & 1) != 0;
        t = leb_triangle(right ? t.b : t.a, m, right ? t.c : t.b);
    }
    return t;
}

/* Nodes of the same depth: left, right, across the longest edge, and the node; 0 where none is. */
uvec4 leb_node_neighbours(uint node)
{
    if (node < 2)
        return uvec4(0, 0, 0, node);
    const int depth = int(heap_node_depth(node));
    const uint half_square = node >> depth - 1 & 1;
    uvec4 n = uvec4(0, 0, 3 - half_square, 2 + half_square);
    for (int level = 2; level <= depth; level++) {
        if ((node >> depth - level & 1) != 0)
            n = uvec4(2 * n.z, 2 * n.w, 2 * n.x, 2 * n.w + 1);
        else
            n = uvec4(2 * n.w + 1, n.z == 0 ? 0 : 2 * n.z + 1, n.y == 0 ? 0 : 2 * n.y + 1, 2 * n.w);
    }
    return n;
}

/* Base and top: the parents whose children merge together. */
uvec2 leb_node_diamond(uint node)
{
    const uint base = node >> 1, edge = leb_node_neighbours(base).z;
    return uvec2(base, edge == 0 ? base : edge);
}

bool leb_diamond_merges(uvec2 diamond)
{
    return heap_node_read(diamond.x) <= 2 && heap_node_read(diamond.y) <= 2;
}

#endif
