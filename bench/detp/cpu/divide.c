/* SPDX-License-Identifier: MIT */
/*
 * Rays and discs divided together, depth first: the rays that meet a node's box, found
 * among those that meet its parent's, go down a tree of discs to its leaves. Rays come in batches
 * whose lists stay in the caches; threads take batches, and where there are few of those, batches
 * with a subtree each. Every thread has sums of its own, which are added in the end.
 */
#include "bench/detp/cpu/cpu.h"

#include "harness/engine/cpu/cpu.h"

#include <string.h>

enum {
    LEAF = 8,
    BATCH = 16384,
    PARTS_MAX = 16,
    TASKS_PER_THREAD = 4,
    STACK_LEVELS = 16, /* of 4 lists: more than 4^12 leaves */
};

struct divide_thread {
    struct detp_cpu_slab *slabs; /* of a batch, where they are its own */
    uint32_t *lists;             /* a stack */
    uint32_t *sums;              /* in the tree's order */
    uint64_t tests, culls;       /* of rays with discs, of rays with boxes */
    uint64_t batch;              /* the last that it took, from 1; 0: none in this run */
};

struct divide {
    const struct detp_cpu_loops *loops;
    const struct detp_cpu_packed *packed;
    struct cpu_pool *pool;
    struct detp_cpu_tree tree;
    struct divide_thread *threads;
    uint32_t batch;              /* rays at most */
    uint32_t *identity;          /* 0, 1, .. */
    struct detp_cpu_slab *slabs; /* of all rays, for threads that share batches */
    uint32_t *out;               /* of the run that is going on, as the next */
    uint32_t parts;              /* subtrees that a batch is shared by: 1, 4, 16 */
};

static size_t list_room(uint32_t count)
{
    return (size_t)count + DETP_LIST_ROOM;
}

/* The work of a thread in one batch. */
struct walk {
    const struct divide *divide;
    struct divide_thread *thread;
    const struct detp_cpu_ray *rays; /* of the batch, as these */
    const struct detp_cpu_slab *slabs;
};

static void walk_node(const struct walk *walk, uint32_t number, uint32_t first, uint32_t last,
                      const uint32_t *list, uint32_t count, uint32_t *stack)
{
    const struct divide *divide = walk->divide;
    if (last - first <= divide->tree.leaf) {
        divide->loops->discs_on_list(walk->rays, list, count, divide->tree.discs + first,
                                     last - first, &divide->packed->rule, walk->thread->sums);
        walk->thread->tests += (uint64_t)count * (last - first);
        return;
    }
    uint32_t ends[DETP_BOXES + 1], counts[DETP_BOXES], *out[DETP_BOXES];
    const uint32_t children = detp_cpu_tree_split(&divide->tree, first, last, ends);
    for (uint32_t c = 0; c < children; c++)
        out[c] = stack + c * list_room(count);
    divide->loops->cull_boxes(walk->slabs, list, count, &divide->tree.nodes[number], 0, children,
                              divide->packed->rule.t_min, out, counts);
    walk->thread->culls += (uint64_t)count * children;
    for (uint32_t c = 0; c < children; c++)
        if (counts[c] > 0)
            walk_node(walk, 4 * number + 1 + c, ends[c], ends[c + 1], out[c], counts[c],
                      stack + children * list_room(count));
}

/* Down to the subtree that is part `part` of `parts`, and through it. */
static void walk_part(const struct walk *walk, uint32_t count, uint32_t part, uint32_t parts)
{
    const struct divide *divide = walk->divide;
    uint32_t number = 0, first = 0, last = divide->tree.count, *stack = walk->thread->lists;
    const uint32_t *list = divide->identity;
    for (; parts > 1 && count > 0; parts /= DETP_BOXES) {
        uint32_t ends[DETP_BOXES + 1];
        const uint32_t child = part % DETP_BOXES;
        part /= DETP_BOXES;
        /* A leaf is the first part's. */
        const uint32_t children = last - first <= divide->tree.leaf
                                      ? 0
                                      : detp_cpu_tree_split(&divide->tree, first, last, ends);
        if (children == 0 && child == 0)
            continue;
        if (child >= children)
            return;
        walk->thread->culls += count;
        uint32_t *out = stack;
        stack += list_room(count);
        divide->loops->cull_boxes(walk->slabs, list, count, &divide->tree.nodes[number], child, 1,
                                  divide->packed->rule.t_min, &out, &count);
        list = out;
        number = 4 * number + 1 + child;
        first = ends[child];
        last = ends[child + 1];
    }
    if (count > 0)
        walk_node(walk, number, first, last, list, count, stack);
}

static void tasks_run(void *context, uint32_t number, size_t begin, size_t end)
{
    struct divide *divide = context;
    struct divide_thread *thread = &divide->threads[number];
    struct walk walk = { .divide = divide, .thread = thread };
    if (thread->batch == 0) {
        memset(thread->sums, 0, 4 * sizeof(*thread->sums) * divide->tree.count);
        thread->tests = thread->culls = 0;
    }
    for (size_t task = begin; task < end; task++) {
        const uint32_t batch = (uint32_t)(task / divide->parts);
        const uint32_t first = batch * divide->batch, left = divide->packed->ray_count - first;
        const uint32_t count = left < divide->batch ? left : divide->batch;
        walk.rays = divide->packed->rays + first;
        walk.slabs = divide->parts > 1 ? divide->slabs + first : thread->slabs;
        if (divide->parts == 1)
            divide->loops->slabs(thread->slabs, walk.rays, count);
        thread->batch = batch + 1u;
        walk_part(&walk, count, (uint32_t)(task % divide->parts), divide->parts);
    }
}

static void slabs_make(void *context, uint32_t thread, size_t begin, size_t end)
{
    const struct divide *divide = context;
    (void)thread;
    divide->loops->slabs(divide->slabs + begin, divide->packed->rays + begin,
                         (uint32_t)(end - begin));
}

static void sums_join(void *context, uint32_t thread, size_t begin, size_t end)
{
    struct divide *divide = context;
    const uint32_t threads = cpu_pool_threads(divide->pool);
    (void)thread;
    for (size_t j = begin; j < end; j++) {
        uint32_t sum[4] = { 0 };
        for (uint32_t t = 0; t < threads; t++)
            for (int k = 0; k < 4 && divide->threads[t].batch > 0; k++)
                sum[k] += divide->threads[t].sums[4 * j + (size_t)k];
        memcpy(divide->out + 4 * (size_t)divide->tree.order[j], sum, sizeof(sum));
    }
}

/* Method --------------------------------------------------------------------------------------- */

struct divide_case {
    struct detp_cpu_case common;
    struct divide divide;
};

static bool build(struct bench_case *c)
{
    struct divide *divide = &((struct divide_case *)c->state)->divide;
    detp_cpu_tree_build(&divide->tree, divide->packed, divide->pool);
    return true;
}

static void trace(struct bench_case *c)
{
    struct divide_case *state = c->state;
    struct divide *divide = &state->divide;
    const uint32_t threads = cpu_pool_threads(divide->pool);
    const size_t batches = (divide->packed->ray_count + divide->batch - 1) / divide->batch;
    divide->out = state->common.output.sums;
    divide->parts = 1;
    while (threads > 1 && divide->parts < PARTS_MAX &&
           batches * divide->parts < (size_t)TASKS_PER_THREAD * threads)
        divide->parts *= DETP_BOXES;
    for (uint32_t t = 0; t < threads; t++)
        divide->threads[t].batch = 0;
    if (divide->parts > 1)
        cpu_pool_run(divide->pool, divide->packed->ray_count, 0, slabs_make, divide);
    cpu_pool_run(divide->pool, batches * divide->parts, 1, tasks_run, divide);
    cpu_pool_run(divide->pool, divide->tree.count, 0, sums_join, divide);
    state->common.output.tests = state->common.output.box_culls = 0;
    for (uint32_t t = 0; t < threads; t++) {
        if (divide->threads[t].batch == 0)
            continue;
        state->common.output.tests += divide->threads[t].tests;
        state->common.output.box_culls += divide->threads[t].culls;
    }
}

static bool setup(struct bench_case *c)
{
    struct divide_case *state = c->state;
    struct divide *divide = &state->divide;
    struct context *context = &c->context;
    const struct detp_cpu_packed *packed = &state->common.packed;
    struct cpu_pool *pool = bench_threads(c, (uint32_t)context_integer(context, "threads"));
    const uint32_t threads = cpu_pool_threads(pool);
    state->common.build = build;
    state->common.trace = trace;
    if (!detp_cpu_case_init(c))
        return false;
    *divide = (struct divide){ .loops = detp_cpu_loops_best(cpu_features(), 0),
                               .packed = packed,
                               .pool = pool };
    divide->batch = packed->ray_count < BATCH ? packed->ray_count : BATCH;
    divide->identity = context_alloc(context, list_room(divide->batch) * sizeof(uint32_t));
    divide->threads = context_alloc(context, threads * sizeof(*divide->threads));
    divide->slabs =
        threads > 1 ? detp_cpu_alloc(context, packed->ray_count * sizeof(*divide->slabs)) : NULL;
    if (!divide->identity || !divide->threads || (threads > 1 && !divide->slabs) ||
        !detp_cpu_tree_init(context, &divide->tree, packed, LEAF))
        return false;
    for (uint32_t i = 0; i < divide->batch; i++)
        divide->identity[i] = i;
    for (uint32_t t = 0; t < threads; t++) {
        struct divide_thread *thread = &divide->threads[t];
        thread->slabs = detp_cpu_alloc(context, divide->batch * sizeof(*thread->slabs));
        thread->lists = detp_cpu_alloc(context, STACK_LEVELS * DETP_BOXES *
                                                    list_room(divide->batch) * sizeof(uint32_t));
        thread->sums = detp_cpu_alloc(context, 4 * sizeof(uint32_t) * (size_t)packed->disc_count);
        if (!thread->slabs || !thread->lists || !thread->sums)
            return false;
    }
    return detp_cpu_index_setup(c);
}

const struct bench_method detp_divide_conquer_simd = { .case_bytes = sizeof(struct divide_case),
                                                       .setup = setup,
                                                       .compute = detp_cpu_index_compute,
                                                       .check = detp_cpu_index_check };
