/* SPDX-License-Identifier: MIT */
#include "bench/detp/cpu/cpu.h"

#include "harness/engine/cpu/cpu.h"

#include <float.h>
#include <math.h>
#include <stdatomic.h>

/* Nodes of the first three levels, which threads make one by one, and the subtrees below them. */
enum { SHARED_NODES = (4 * 4 * 4 - 1) / 3, TASKS = 4 * 4 * 4 };

struct box {
    float lower[3], upper[3];
};

/* A node of a range of places. */
struct node {
    uint32_t number, first, last;
    struct box box;   /* of all below it */
    atomic_bool done; /* split, or made */
};

struct build {
    struct detp_cpu_tree *tree;
    const struct detp_cpu_packed *packed;
    struct node nodes[SHARED_NODES + TASKS]; /* by number; of no discs where there is none */
};

static const struct box empty = { { FLT_MAX, FLT_MAX, FLT_MAX }, { -FLT_MAX, -FLT_MAX, -FLT_MAX } };

static void box_join(struct box *box, const float lower[3], const float upper[3])
{
    for (int k = 0; k < 3; k++) {
        box->lower[k] = lower[k] < box->lower[k] ? lower[k] : box->lower[k];
        box->upper[k] = upper[k] > box->upper[k] ? upper[k] : box->upper[k];
    }
}

/* Reorders so that place `middle` has what it would have if all were sorted, and none before it is
 * greater, none behind it less. */
static void select_place(struct detp_cpu_place *places, uint32_t first, uint32_t last,
                         uint32_t middle, int axis)
{
    while (last - first > 1) {
        const float a = places[first].centre[axis], b = places[last - 1].centre[axis];
        const float c = places[first + (last - first) / 2].centre[axis];
        const float pivot = fmaxf(fminf(a, b), fminf(fmaxf(a, b), c));
        uint32_t i = first, j = last - 1;
        for (;;) {
            while (places[i].centre[axis] < pivot)
                i++;
            while (places[j].centre[axis] > pivot)
                j--;
            if (i >= j)
                break;
            const struct detp_cpu_place swap = places[i];
            places[i++] = places[j];
            places[j--] = swap;
        }
        /* Elements before i are at most the pivot, those behind j at least, those between equal. */
        const uint32_t low_end = i == j ? i : j + 1, high_begin = i == j ? j + 1 : i;
        if (middle < low_end)
            last = low_end;
        else if (middle >= high_begin)
            first = high_begin;
        else
            return;
    }
}

static void halve(struct detp_cpu_place *places, uint32_t first, uint32_t middle, uint32_t last)
{
    struct box box = empty;
    int axis = 0;
    for (uint32_t i = first; i < last; i++)
        box_join(&box, places[i].centre, places[i].centre);
    for (int k = 1; k < 3; k++)
        if (box.upper[k] - box.lower[k] > box.upper[axis] - box.lower[axis])
            axis = k;
    select_place(places, first, last, middle, axis);
}

static uint32_t split(struct detp_cpu_tree *tree, uint32_t first, uint32_t last,
                      uint32_t ends[DETP_BOXES + 1])
{
    const uint32_t count = detp_cpu_tree_split(tree, first, last, ends);
    halve(tree->places, first, ends[count / 2], last);
    if (count == 4) {
        halve(tree->places, first, ends[1], ends[2]);
        halve(tree->places, ends[2], ends[3], last);
    }
    return count;
}

/* The discs of a leaf take their places. */
static struct box leaf_make(const struct build *build, uint32_t first, uint32_t last)
{
    struct detp_cpu_tree *tree = build->tree;
    struct box box = empty;
    for (uint32_t i = first; i < last; i++) {
        float half[3], lower[3], upper[3];
        tree->order[i] = tree->places[i].index;
        tree->discs[i] = build->packed->discs[tree->order[i]];
        tree->discs[i].index = i;
        detp_cpu_disc_half(&tree->discs[i], build->packed->radius, half);
        for (int k = 0; k < 3; k++) {
            lower[k] = tree->discs[i].centre[k] - half[k];
            upper[k] = tree->discs[i].centre[k] + half[k];
        }
        box_join(&box, lower, upper);
    }
    return box;
}

static void child_put(const struct build *build, uint32_t node, uint32_t child,
                      const struct box *box)
{
    struct detp_cpu_boxes *boxes = &build->tree->nodes[node];
    for (int k = 0; k < 3; k++) {
        boxes->centre[k][child] = (box->lower[k] + box->upper[k]) / 2;
        boxes->half[k][child] = (box->upper[k] - box->lower[k]) / 2 + build->packed->slack;
    }
}

/* With all below it. */
static struct box node_make(const struct build *build, uint32_t number, uint32_t first,
                            uint32_t last)
{
    uint32_t ends[DETP_BOXES + 1];
    struct box box = empty;
    if (last - first <= build->tree->leaf)
        return leaf_make(build, first, last);
    const uint32_t count = split(build->tree, first, last, ends);
    for (uint32_t c = 0; c < count; c++) {
        const struct box child = node_make(build, 4 * number + 1 + c, ends[c], ends[c + 1]);
        child_put(build, number, c, &child);
        box_join(&box, child.lower, child.upper);
    }
    return box;
}

/* In the order of their numbers, each once its parent is there. */
static void nodes_make(void *context, uint32_t thread, size_t begin, size_t end)
{
    struct build *build = context;
    (void)thread;
    for (size_t i = begin; i < end; i++) {
        struct node *node = &build->nodes[i];
        for (uint32_t looks = 0; i > 0 && !atomic_load(&build->nodes[(i - 1) / 4].done); looks++)
            cpu_pool_pause(looks);
        uint32_t ends[DETP_BOXES + 1], count = 0;
        if (i >= SHARED_NODES)
            node->box = node_make(build, node->number, node->first, node->last);
        else if (node->last - node->first <= build->tree->leaf)
            node->box = leaf_make(build, node->first, node->last);
        else
            count = split(build->tree, node->first, node->last, ends);
        for (uint32_t c = 0; c < count; c++) {
            struct node *child = &build->nodes[4 * node->number + 1 + c];
            child->first = ends[c];
            child->last = ends[c + 1];
        }
        atomic_store(&node->done, true);
    }
}

void detp_cpu_tree_build(struct detp_cpu_tree *tree, const struct detp_cpu_packed *packed,
                         struct cpu_pool *pool)
{
    struct build build = { .tree = tree, .packed = packed };
    for (uint32_t j = 0; j < tree->count; j++) {
        struct detp_cpu_place *place = &tree->places[j];
        for (int k = 0; k < 3; k++)
            place->centre[k] = packed->discs[j].centre[k];
        place->index = j;
    }
    if (cpu_pool_threads(pool) == 1) {
        node_make(&build, 0, 0, tree->count);
    } else {
        for (uint32_t i = 0; i < SHARED_NODES + TASKS; i++) {
            build.nodes[i] = (struct node){ .number = i, .box = empty };
            atomic_init(&build.nodes[i].done, false);
        }
        build.nodes[0].last = tree->count;
        cpu_pool_run(pool, SHARED_NODES + TASKS, 1, nodes_make, &build);
        for (uint32_t i = SHARED_NODES; i-- > 0;) {
            struct node *node = &build.nodes[i];
            if (node->last - node->first <= tree->leaf)
                continue;
            for (uint32_t c = 0; c < DETP_BOXES; c++) {
                const struct node *child = &build.nodes[4 * i + 1 + c];
                if (child->first == child->last)
                    continue;
                child_put(&build, i, c, &child->box);
                box_join(&node->box, child->box.lower, child->box.upper);
            }
        }
    }
}

bool detp_cpu_tree_init(struct context *context, struct detp_cpu_tree *tree,
                        const struct detp_cpu_packed *packed, uint32_t leaf)
{
    size_t nodes = 1, level = 1;
    for (size_t most = packed->disc_count; most > leaf; most = (most + 3) / 4) {
        level *= 4;
        nodes += level;
    }
    *tree = (struct detp_cpu_tree){
        .nodes = detp_cpu_alloc(context, nodes * sizeof(*tree->nodes)),
        .places = detp_cpu_alloc(context, packed->disc_count * sizeof(*tree->places)),
        .discs = detp_cpu_alloc(context, packed->disc_count * sizeof(*tree->discs)),
        .order = detp_cpu_alloc(context, packed->disc_count * sizeof(*tree->order)),
        .count = packed->disc_count,
        .leaf = leaf,
    };
    return tree->nodes && tree->places && tree->discs && tree->order;
}
