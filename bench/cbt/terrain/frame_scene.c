/* SPDX-License-Identifier: MIT */
#include "bench/cbt/terrain/terrain.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* The island is a place, the same in every run, as a file is. */
enum { ISLAND_SEED = 1 };

/* Rule ---------------------------------------------------------------------------------------- */

static bool wants_division(const struct frame_scene *scene, uint32_t frame, uint32_t node)
{
    enum { SCALE = (1 << HEIGHTMAP_GRID_BITS) / LEB_SIDE };
    const struct leb_triangle t = cbt_leb_node_triangle(node);
    const struct terrain_triangle triangle = {
        { (uint32_t)t.a.x * SCALE, (uint32_t)t.b.x * SCALE, (uint32_t)t.c.x * SCALE },
        { (uint32_t)t.a.y * SCALE, (uint32_t)t.b.y * SCALE, (uint32_t)t.c.y * SCALE }
    };
    return cbt_terrain_wants_division(&scene->map, &scene->views[frame], &triangle);
}

static bool splits(void *context, uint32_t frame, uint32_t leaf)
{
    return wants_division(context, frame, leaf);
}

static bool merges(void *context, uint32_t frame, uint32_t base, uint32_t top)
{
    return !wants_division(context, frame, base) && !wants_division(context, frame, top);
}

/* Frames -------------------------------------------------------------------------------------- */

/* Copies of the heap and its leaves, which later launches recall by the key. */
static bool keep_tree(struct context *context, const struct reference *reference,
                      struct frame_tree *tree, const char *key)
{
    const size_t bytes = 4 * reference->leaf_count;
    tree->leaf_count = (uint32_t)reference->leaf_count;
    tree->leaves = context_alloc(context, bytes);
    if (!tree->leaves)
        return false;
    memcpy(tree->leaves, reference->leaves, bytes);
    context_keep(context, key, &(struct context_part){ tree->leaves, bytes }, 1);
    return cbt_heap_create_leaves(context, &tree->heap, reference->heap.depth, tree->leaves,
                                  tree->leaf_count);
}

/* Recalls a tree of so many leaves. False where it is not kept, or with trouble. */
static bool recall_tree(struct context *context, uint32_t depth, struct frame_tree *tree,
                        const char *key)
{
    const size_t bytes = 4 * (size_t)tree->leaf_count;
    tree->leaves = context_alloc(context, bytes);
    return tree->leaves &&
           context_recall(context, key, &(struct context_part){ tree->leaves, bytes }, 1) &&
           cbt_heap_create_leaves(context, &tree->heap, depth, tree->leaves, tree->leaf_count);
}

static const char start_key[] = "leaves at the start", end_key[] = "leaves at the end";

/* Returns the tree that the last frame leaves. */
static struct frame_tree *last_tree(struct frame_scene *scene)
{
    return scene->frame_count > 0 ? &scene->end : &scene->start;
}

enum { FRAMES_PARTS = 5 };

/* Sets the parts that run_frames() finds, but for the leaves. */
static void frames_parts(struct frame_scene *scene, struct context_part parts[FRAMES_PARTS])
{
    parts[0] = (struct context_part){ scene->states, sizeof(scene->states) };
    parts[1] = (struct context_part){ &scene->leaves_max, sizeof(scene->leaves_max) };
    parts[2] = (struct context_part){ &scene->start.leaf_count, sizeof(scene->start.leaf_count) };
    parts[3] = (struct context_part){ &scene->end.leaf_count, sizeof(scene->end.leaf_count) };
    parts[4] = (struct context_part){ &last_tree(scene)->row, sizeof(scene->end.row) };
}

static bool run_frames(struct context *context, struct frame_scene *scene,
                       struct reference *reference)
{
    const uint32_t last = FRAME_WARM_UP + scene->frame_count;
    struct context_part parts[FRAMES_PARTS];
    scene->leaves_max = 0;
    for (uint32_t frame = 0; frame < last; frame++) {
        cbt_reference_step(reference);
        scene->states[frame] = cbt_reference_state(reference);
        if (scene->leaves_max < scene->states[frame].leaf_count)
            scene->leaves_max = scene->states[frame].leaf_count;
        if (frame == FRAME_WARM_UP - 1 && !keep_tree(context, reference, &scene->start, start_key))
            return false;
    }
    if (scene->frame_count > 0 && !keep_tree(context, reference, &scene->end, end_key))
        return false;
    struct frame_tree *tree = last_tree(scene);
    cbt_row_leaves(&tree->row, tree->leaves, tree->leaf_count);
    frames_parts(scene, parts);
    context_keep(context, "frames", parts, FRAMES_PARTS);
    return true;
}

bool cbt_frame_scene_init(struct context *context, struct frame_scene *scene, uint32_t frames)
{
    struct reference reference;
    const struct reference_rule rule = { splits, merges, scene };
    assert(scene->depth >= FRAME_DEPTH_MIN && scene->depth <= FRAME_DEPTH_MAX &&
           frames <= FRAME_COUNT_MAX);
    scene->frame_count = frames;
    for (uint32_t frame = 0; frame < FRAME_WARM_UP + frames; frame++) {
        /* The flight stands still at its ends. */
        const int32_t wanted = (int32_t)(scene->flight_frame + frame) - FRAME_WARM_UP;
        const int32_t last = FLIGHT_FRAMES - 1;
        const uint32_t of_flight = (uint32_t)(wanted < 0 ? 0 : wanted > last ? last : wanted);
        const struct flight_camera camera = cbt_flight_at(&scene->map, of_flight);
        scene->views[frame] = cbt_flight_view_of(&camera, &scene->target);
    }
    for (uint32_t i = 0; i < FLIGHT_CASCADES; i++)
        scene->lights[i] = cbt_flight_light_view(&scene->views[FRAME_START_VIEW], i);
    struct context_part parts[FRAMES_PARTS];
    frames_parts(scene, parts);
    if (context_recall(context, "frames", parts, FRAMES_PARTS) &&
        recall_tree(context, scene->depth, &scene->start, start_key) &&
        (frames == 0 || recall_tree(context, scene->depth, &scene->end, end_key)))
        return true;
    if (!context_ok(context))
        return false;
    if (!cbt_reference_init_rule(&reference, &rule, scene->depth))
        return context_error(context, "not enough memory for a tree of depth %u", scene->depth);
    const bool ok = run_frames(context, scene, &reference);
    cbt_reference_finish(&reference);
    return ok;
}

uint64_t cbt_frame_triangles(const struct frame_scene *scene, uint32_t leaves)
{
    return (uint64_t)leaves << 2 * scene->target.meshlet;
}

/* Workload ------------------------------------------------------------------------------------ */

const char *const cbt_frame_terrain_names[] = { "island", NULL };

bool cbt_frame_terrain_accepts(const char *value)
{
    return strncmp(value, "file.", 5) == 0 && value[5] != '\0';
}

const struct bench_option cbt_frame_options[] = {
    { .name = "heightmap",
      .argument = "FILE",
      .help = "terrain from a grey picture (PGM or PNG): black the sea, white 3.19 km",
      .axis = "terrain" },
    { .name = NULL },
};

bool cbt_frame_map_init(struct context *context, struct heightmap *map, const char *path,
                        uint32_t levels)
{
    return path ? cbt_heightmap_read(context, map, path)
                : cbt_heightmap_island(context, map, levels, ISLAND_SEED);
}

/* Serves context_share(). */
static bool map_make(struct context *context, void *state, const void *argument)
{
    struct heightmap *map = state;
    const bool file = cbt_frame_terrain_accepts(context_text(context, "terrain"));
    (void)argument;
    const char *path = file ? context_option(context, "heightmap") : NULL;
    if (file && !path)
        return context_error(context, "terrain:file needs --heightmap FILE");
    return cbt_frame_map_init(context, map, path, (uint32_t)context_integer(context, "map"));
}

void cbt_frame_tree_facts(struct context *context, const struct frame_scene *scene)
{
    const struct frame_tree *tree = scene->frame_count > 0 ? &scene->end : &scene->start;
    context_fact_count(context, "leaves", tree->leaf_count);
    context_fact_count(context, "triangles", cbt_frame_triangles(scene, tree->leaf_count));
    context_fact_count(context, "leaf_depth_least", tree->row.depth_min);
    context_fact_count(context, "leaf_depth_greatest", tree->row.depth_max);
    context_fact_hash(context, "leaf_set", tree->row.sorted);
}

/* Serves context_share(). The argument is a scene with all that cbt_frame_scene_init() needs, the
 * number of its frames included. */
static bool scene_make(struct context *context, void *state, const void *argument)
{
    struct frame_scene *scene = state;
    *scene = *(const struct frame_scene *)argument;
    return cbt_frame_scene_init(context, scene, scene->frame_count);
}

bool cbt_frame_scene_build(struct context *context, struct frame_scene *scene, uint32_t frames)
{
    scene->depth = (uint32_t)context_integer(context, "depth");
    scene->flight_frame = (uint32_t)context_integer(context, "flight");
    scene->frame_count = frames;
    scene->target =
        (struct flight_target){ .height = (uint32_t)context_integer(context, "height"),
                                .pixels = (uint32_t)context_integer(context, "pixels"),
                                .meshlet = (uint32_t)context_integer(context, "meshlet") };
    /* All groups of a terrain share its heights. */
    char key[320];
    snprintf(key, sizeof(key), "cbt.terrain/%.200s/%u", context_text(context, "terrain"),
             (uint32_t)context_integer(context, "map"));
    const struct heightmap *map = context_share(context, key, sizeof(scene->map), map_make, NULL);
    if (!map)
        return false;
    scene->map = *map;
    /* All groups that draw the same trees share them. The map is each context's own share. */
    snprintf(key, sizeof(key), "cbt.scene/%.200s/%u/%u/%u/%u/%u/%u/%u",
             context_text(context, "terrain"), map->levels, scene->depth, scene->flight_frame,
             scene->target.height, scene->target.pixels, scene->target.meshlet, scene->frame_count);
    const struct frame_scene *shared =
        context_share(context, key, sizeof(*scene), scene_make, scene);
    if (!shared)
        return false;
    const struct heightmap own = scene->map;
    *scene = *shared;
    scene->map = own;
    uint64_t leaves[FRAME_COUNT_MAX], changed[FRAME_COUNT_MAX];
    for (uint32_t i = 0; i < scene->frame_count; i++) {
        leaves[i] = scene->states[FRAME_WARM_UP + i].leaf_count;
        changed[i] = scene->states[FRAME_WARM_UP + i].changed;
    }
    context_fact_count(context, "heap_bytes", 4 * cbt_heap_words(scene->depth));
    context_fact_count(context, "heights_per_side", (1u << scene->map.levels) + 1);
    cbt_frame_tree_facts(context, scene);
    if (scene->frame_count > 0) {
        context_fact_series(context, "leaves_by_frame", leaves, scene->frame_count);
        context_fact_series(context, "changed_by_frame", changed, scene->frame_count);
    }
    return true;
}
