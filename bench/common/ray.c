/* SPDX-License-Identifier: MIT */
#include "bench/common/ray.h"

#include "harness/base/need.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* One triangle --------------------------------------------------------------------------------- */

void ray_frame_init(struct ray_frame *frame, const struct ray *ray)
{
    const float direction[3] = { ray->direction.x, ray->direction.y, ray->direction.z };
    const float x = fabsf(direction[0]), y = fabsf(direction[1]), z = fabsf(direction[2]);
    const int greatest = x > y ? (x > z ? 0 : 2) : (y > z ? 1 : 2);
    assert(direction[greatest] != 0);
    frame->z = greatest;
    frame->x = (greatest + 1) % 3;
    frame->y = (greatest + 2) % 3;
    frame->origin[0] = ray->origin.x;
    frame->origin[1] = ray->origin.y;
    frame->origin[2] = ray->origin.z;
    frame->shear_x = direction[frame->x] / direction[greatest];
    frame->shear_y = direction[frame->y] / direction[greatest];
    frame->scale_z = 1 / direction[greatest];
    frame->nearest = ray->nearest;
    frame->farthest = ray->farthest;
}

/* A corner in the frame's space. */
static struct vector seen(const struct ray_frame *frame, const struct vector *corner)
{
    const float from[3] = { corner->x - frame->origin[0], corner->y - frame->origin[1],
                            corner->z - frame->origin[2] };
    const float z = from[frame->z];
    return (struct vector){ from[frame->x] - frame->shear_x * z,
                            from[frame->y] - frame->shear_y * z, frame->scale_z * z };
}

/* On which side of the edge from a to b the ray passes: its sign turns with the edge, so that two
 * triangles agree on a shared one. */
static float side_of(struct vector a, struct vector b)
{
    const float side = b.x * a.y - b.y * a.x;
    return side != 0 ? side : (float)((double)b.x * a.y - (double)b.y * a.x);
}

bool ray_frame_hits(const struct ray_frame *frame, const struct ray_triangle *triangle,
                    struct ray_hit *hit)
{
    const struct vector a = seen(frame, &triangle->corners[0]);
    const struct vector b = seen(frame, &triangle->corners[1]);
    const struct vector c = seen(frame, &triangle->corners[2]);
    const float u = side_of(b, c), v = side_of(c, a), w = side_of(a, b);
    if ((u < 0 || v < 0 || w < 0) && (u > 0 || v > 0 || w > 0))
        return false;
    const float area = u + v + w;
    if (area == 0)
        return false;
    const float t = (u * a.z + v * b.z + w * c.z) / area;
    if (!(t > frame->nearest && t < frame->farthest))
        return false;
    hit->t = t;
    hit->u = v / area;
    hit->v = w / area;
    return true;
}

/* A tree --------------------------------------------------------------------------------------- */

/*
 * boxes within boxes. A node is split where bins of centroids promise the least area
 * times triangles; deep down, or where bins tell nothing apart, in halves by number. Boxes are
 * padded by more than a hit's distance is rounded by, so that no box hides a hit that the triangle
 * by itself would have.
 */

enum { BINS = 16, LEAF_TRIANGLES = 4, HALVED_FROM = 40, DEPTH_MAX = HALVED_FROM + 32 };

static const float padding = 1e-5f; /* of the distance, and of the scene's extent */

struct box {
    float low[3], high[3];
};

/* Inner nodes have two children side by side; leaves have triangles. */
struct node {
    struct box box;
    uint32_t first; /* child or triangle */
    uint32_t count; /* triangles; 0: an inner node */
};

struct ray_tree {
    uint32_t count;
    struct node *nodes;
    struct ray_triangle *triangles; /* in the order of leaves */
    uint32_t *indices;              /* what the caller calls them */
};

/* Boxes ---------------------------------------------------------------------------------------- */

static const struct box empty_box = { { INFINITY, INFINITY, INFINITY },
                                      { -INFINITY, -INFINITY, -INFINITY } };

static void box_include(struct box *box, const struct box *other)
{
    for (int axis = 0; axis < 3; axis++) {
        box->low[axis] = other->low[axis] < box->low[axis] ? other->low[axis] : box->low[axis];
        box->high[axis] = other->high[axis] > box->high[axis] ? other->high[axis] : box->high[axis];
    }
}

static float box_area(const struct box *box)
{
    const float x = box->high[0] - box->low[0], y = box->high[1] - box->low[1],
                z = box->high[2] - box->low[2];
    return x >= 0 ? x * y + y * z + z * x : 0;
}

/* Making --------------------------------------------------------------------------------------- */

struct reference {
    struct box box;
    float centre[3];
    uint32_t index;
};

struct builder {
    struct ray_tree *tree;
    struct reference *references;
    uint32_t node_count;
    float pad;
};

/* Where a node's references are parted: those of bins below `bin` go first. */
struct split {
    int axis;
    uint32_t bin;
    float cost; /* INFINITY: none found */
};

static uint32_t bin_of(const struct reference *reference, const struct box *centres, int axis)
{
    const float extent = centres->high[axis] - centres->low[axis];
    const float place = (reference->centre[axis] - centres->low[axis]) / extent * BINS;
    return place < BINS ? (uint32_t)place : BINS - 1;
}

static void split_along(const struct reference *references, uint32_t count,
                        const struct box *centres, int axis, struct split *best)
{
    struct box boxes[BINS], above[BINS];
    uint32_t counts[BINS] = { 0 };
    for (int i = 0; i < BINS; i++)
        boxes[i] = empty_box;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t bin = bin_of(&references[i], centres, axis);
        counts[bin]++;
        box_include(&boxes[bin], &references[i].box);
    }
    above[BINS - 1] = boxes[BINS - 1];
    for (int i = BINS - 2; i >= 0; i--) {
        above[i] = above[i + 1];
        box_include(&above[i], &boxes[i]);
    }
    struct box below = empty_box;
    uint32_t below_count = 0;
    for (uint32_t bin = 1; bin < BINS; bin++) {
        box_include(&below, &boxes[bin - 1]);
        below_count += counts[bin - 1];
        const float cost = box_area(&below) * (float)below_count +
                           box_area(&above[bin]) * (float)(count - below_count);
        if (below_count > 0 && below_count < count && cost < best->cost)
            *best = (struct split){ axis, bin, cost };
    }
}

static struct box bounds(const struct reference *references, uint32_t count, struct box *centres)
{
    struct box box = empty_box;
    *centres = empty_box;
    for (uint32_t i = 0; i < count; i++) {
        struct box point;
        memcpy(point.low, references[i].centre, sizeof(point.low));
        memcpy(point.high, references[i].centre, sizeof(point.high));
        box_include(&box, &references[i].box);
        box_include(centres, &point);
    }
    return box;
}

/* How many go to the first child. */
static uint32_t part(struct reference *references, uint32_t count, const struct box *centres,
                     uint32_t depth)
{
    struct split split = { .cost = INFINITY };
    for (int axis = 0; axis < 3 && depth < HALVED_FROM; axis++)
        if (centres->high[axis] > centres->low[axis])
            split_along(references, count, centres, axis, &split);
    if (split.cost == INFINITY)
        return count / 2;
    uint32_t first = 0;
    for (uint32_t i = 0; i < count; i++)
        if (bin_of(&references[i], centres, split.axis) < split.bin) {
            const struct reference swapped = references[i];
            references[i] = references[first];
            references[first++] = swapped;
        }
    return first;
}

/* Triangles begin..begin+count-1 of the references go below node `at`. */
static void build(struct builder *builder, uint32_t at, uint32_t begin, uint32_t count,
                  uint32_t depth)
{
    struct box centres;
    struct node *node = &builder->tree->nodes[at];
    node->box = bounds(builder->references + begin, count, &centres);
    for (int axis = 0; axis < 3; axis++) {
        node->box.low[axis] -= builder->pad;
        node->box.high[axis] += builder->pad;
    }
    if (count <= LEAF_TRIANGLES) {
        node->first = begin;
        node->count = count;
        return;
    }
    const uint32_t first = part(builder->references + begin, count, &centres, depth);
    node->first = builder->node_count;
    node->count = 0;
    builder->node_count += 2;
    build(builder, node->first, begin, first, depth + 1);
    build(builder, node->first + 1, begin + first, count - first, depth + 1);
}

static float reference_init(struct reference *reference, const struct ray_triangle *triangle,
                            uint32_t index)
{
    float greatest = 0;
    *reference = (struct reference){ .box = empty_box, .index = index };
    for (int i = 0; i < 3; i++) {
        const struct vector corner = triangle->corners[i];
        const struct box point = { { corner.x, corner.y, corner.z },
                                   { corner.x, corner.y, corner.z } };
        box_include(&reference->box, &point);
    }
    for (int axis = 0; axis < 3; axis++) {
        const float low = reference->box.low[axis], high = reference->box.high[axis];
        reference->centre[axis] = low / 2 + high / 2;
        greatest = fmaxf(greatest, fmaxf(fabsf(low), fabsf(high)));
    }
    return greatest;
}

struct ray_tree *ray_tree_create(const struct ray_triangle *triangles, uint32_t count)
{
    const size_t some = count > 0 ? count : 1;
    struct ray_tree *tree = need_zeroed(1, sizeof(*tree));
    struct builder builder = { .tree = tree,
                               .references = need_zeroed(some, sizeof(*builder.references)) };
    tree->count = count;
    tree->nodes = need_zeroed(2 * some, sizeof(*tree->nodes));
    tree->triangles = need_zeroed(some, sizeof(*tree->triangles));
    tree->indices = need_zeroed(some, sizeof(*tree->indices));
    float greatest = 0;
    for (uint32_t i = 0; i < count; i++)
        greatest = fmaxf(greatest, reference_init(&builder.references[i], &triangles[i], i));
    builder.pad = padding * greatest;
    builder.node_count = 1;
    if (count > 0)
        build(&builder, 0, 0, count, 0);
    for (uint32_t i = 0; i < count; i++) {
        tree->indices[i] = builder.references[i].index;
        tree->triangles[i] = triangles[tree->indices[i]];
    }
    free(builder.references);
    return tree;
}

void ray_tree_destroy(struct ray_tree **tree)
{
    if (!*tree)
        return;
    free((*tree)->nodes);
    free((*tree)->triangles);
    free((*tree)->indices);
    free(*tree);
    *tree = NULL;
}

/* Asking --------------------------------------------------------------------------------------- */

struct walk {
    struct ray_frame frame;
    float inverse[3]; /* of the direction; infinite where that is 0 */
    int backwards[3];
    float limit; /* what begins beyond is of no account */
    struct ray_hit best;
};

static void walk_init(struct walk *walk, const struct ray *ray)
{
    const float direction[3] = { ray->direction.x, ray->direction.y, ray->direction.z };
    ray_frame_init(&walk->frame, ray);
    walk->limit = ray->farthest;
    for (int axis = 0; axis < 3; axis++) {
        walk->inverse[axis] = 1 / direction[axis];
        walk->backwards[axis] = walk->inverse[axis] < 0;
    }
}

/*
 * Where the ray enters the box; false where it misses it or comes too late. Along an axis in whose
 * sides' plane the ray runs, 0 * infinity is no number, and bounds nothing.
 */
static inline bool enters(const struct walk *walk, const struct box *box, float *entry)
{
    float from = walk->frame.nearest, to = walk->limit;
    for (int axis = 0; axis < 3; axis++) {
        const float *in = walk->backwards[axis] ? box->high : box->low;
        const float *out = walk->backwards[axis] ? box->low : box->high;
        const float begin = (in[axis] - walk->frame.origin[axis]) * walk->inverse[axis];
        const float end = (out[axis] - walk->frame.origin[axis]) * walk->inverse[axis];
        from = begin > from ? begin : from;
        to = end < to ? end : to;
    }
    *entry = from;
    return from <= to * (1 + padding);
}

struct waiting {
    uint32_t node;
    float entry;
};

/* Puts the children that the ray enters onto the stack, the nearer last; how many are there. */
static uint32_t push_children(const struct ray_tree *tree, const struct node *node,
                              const struct walk *walk, struct waiting *stack, uint32_t height)
{
    struct waiting a = { .node = node->first }, b = { .node = node->first + 1 };
    const bool in_a = enters(walk, &tree->nodes[a.node].box, &a.entry);
    const bool in_b = enters(walk, &tree->nodes[b.node].box, &b.entry);
    if (in_a && in_b) {
        const bool a_first = a.entry <= b.entry;
        stack[height] = a_first ? b : a;
        stack[height + 1] = a_first ? a : b;
        return height + 2;
    }
    if (in_a || in_b)
        stack[height++] = in_a ? a : b;
    return height;
}

bool ray_tree_closest(const struct ray_tree *tree, const struct ray *ray, struct ray_hit *hit)
{
    struct waiting stack[DEPTH_MAX + 2] = { { 0, 0 } };
    struct walk walk;
    bool found = false;
    walk_init(&walk, ray);
    uint32_t height = tree->count > 0 && enters(&walk, &tree->nodes[0].box, &stack[0].entry);
    while (height > 0) {
        const struct waiting next = stack[--height];
        const struct node *node = &tree->nodes[next.node];
        if (next.entry > walk.limit)
            continue;
        if (node->count == 0)
            height = push_children(tree, node, &walk, stack, height);
        /* Hits at the distance of the best one count, so that the lower index can win. */
        for (uint32_t i = node->first; i < node->first + node->count; i++) {
            struct ray_hit got = { .triangle = tree->indices[i] };
            if (!ray_frame_hits(&walk.frame, &tree->triangles[i], &got) ||
                (found && (got.t > walk.best.t ||
                           (got.t == walk.best.t && got.triangle > walk.best.triangle))))
                continue;
            walk.best = got;
            walk.limit = got.t * (1 + padding);
            found = true;
        }
    }
    if (found)
        *hit = walk.best;
    return found;
}

bool ray_tree_any(const struct ray_tree *tree, const struct ray *ray)
{
    struct waiting stack[DEPTH_MAX + 2] = { { 0, 0 } };
    struct walk walk;
    walk_init(&walk, ray);
    uint32_t height = tree->count > 0 && enters(&walk, &tree->nodes[0].box, &stack[0].entry);
    while (height > 0) {
        const struct node *node = &tree->nodes[stack[--height].node];
        struct ray_hit hit;
        if (node->count == 0)
            height = push_children(tree, node, &walk, stack, height);
        for (uint32_t i = node->first; i < node->first + node->count; i++)
            if (ray_frame_hits(&walk.frame, &tree->triangles[i], &hit))
                return true;
    }
    return false;
}
