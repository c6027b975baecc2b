/* SPDX-License-Identifier: MIT */
#include "bench/cbt/frame_scene.h"

#include "bench/cbt/leb.h"
#include "bench/cbt/row.h"
#include "bench/cbt/terrain.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The island is a place, the same in every run, as a file is. */
enum { ISLAND_SEED = 1 };

/* Criterion ----------------------------------------------------------------------------------- */

/* What a frame decides with. */
struct rule {
    const struct heightmap *map;
    const struct flight_view *view;
};

static bool wants_division(const struct rule *rule, uint32_t node)
{
    enum { SHIFT = HEIGHTMAP_GRID_BITS - 16 };
    _Static_assert(LEB_SIDE == 1 << 16, "the square of leb.h is 2^16 wide");
    const struct leb_triangle t = leb_node_triangle(node);
    const struct terrain_triangle triangle = {
        { (uint32_t)t.a.x << SHIFT, (uint32_t)t.b.x << SHIFT, (uint32_t)t.c.x << SHIFT },
        { (uint32_t)t.a.y << SHIFT, (uint32_t)t.b.y << SHIFT, (uint32_t)t.c.y << SHIFT }
    };
    return terrain_wants_division(rule->map, rule->view, &triangle);
}

/* Frames -------------------------------------------------------------------------------------- */

/* The tree while frames are computed. */
struct walk {
    struct heap heap;
    uint32_t *leaves, *changed;
    size_t leaf_count, leaf_capacity, changed_count, changed_capacity;
    bool failed;
};

static bool grow(uint32_t **entries, size_t *capacity, size_t count)
{
    if (count <= *capacity)
        return true;
    uint32_t *grown = realloc(*entries, 2 * count * sizeof(*grown));
    if (!grown)
        return false;
    *entries = grown;
    *capacity = 2 * count;
    return true;
}

static void note_change(void *context, uint32_t position)
{
    struct walk *walk = context;
    if (grow(&walk->changed, &walk->changed_capacity, walk->changed_count + 1))
        walk->changed[walk->changed_count++] = position;
    else
        walk->failed = true;
}

static void merge_leaf(struct walk *walk, const struct rule *rule, uint32_t leaf)
{
    if (heap_node_depth(leaf) < 2)
        return;
    const struct leb_diamond diamond = leb_node_diamond(leaf);
    if (leb_diamond_merges(&walk->heap, &diamond) && !wants_division(rule, diamond.base) &&
        !wants_division(rule, diamond.top) && heap_node_merge(&walk->heap, leaf))
        note_change(walk, heap_merge_position(walk->heap.depth, leaf));
}

static bool walk_list(struct walk *walk)
{
    walk->leaf_count = heap_leaf_count(&walk->heap);
    if (!grow(&walk->leaves, &walk->leaf_capacity, walk->leaf_count))
        return false;
    heap_leaves(&walk->heap, walk->leaves);
    return true;
}

static bool walk_step(struct walk *walk, const struct rule *rule, bool merges)
{
    struct heap *heap = &walk->heap;
    walk->changed_count = 0;
    for (size_t i = 0; i < walk->leaf_count; i++) {
        const uint32_t leaf = walk->leaves[i];
        if (merges)
            merge_leaf(walk, rule, leaf);
        else if (heap_node_depth(leaf) < heap->depth && wants_division(rule, leaf))
            leb_node_split(heap, leaf, note_change, walk);
    }
    for (size_t i = 0; i < walk->changed_count; i++)
        heap_position_add(heap, walk->changed[i], merges ? -1 : 1);
    return !walk->failed && walk_list(walk);
}

static bool walk_keep(const struct walk *walk, const struct frame_memory *memory,
                      struct frame_state *state)
{
    state->leaf_count = (uint32_t)walk->leaf_count;
    state->changed = (uint32_t)walk->changed_count;
    state->leaves = memory->alloc(memory->context, walk->leaf_count * sizeof(*state->leaves));
    if (!state->leaves)
        return false;
    memcpy(state->leaves, walk->leaves, walk->leaf_count * sizeof(*state->leaves));
    return true;
}

/* Frame `index` before (negative) or of those shown; the flight stands still at its ends. */
static struct flight_view view_at(const struct frame_scene *scene, int32_t index)
{
    const int32_t wanted = (int32_t)scene->flight_frame + index;
    const int32_t last = FLIGHT_FRAMES - 1;
    const uint32_t frame = (uint32_t)(wanted < 0 ? 0 : wanted > last ? last : wanted);
    const struct flight_camera camera =
        scene->camera ? *scene->camera : flight_at(&scene->map, frame);
    return flight_view_of(&camera, &scene->target);
}

static bool walk_run(struct walk *walk, struct frame_scene *scene,
                     const struct frame_memory *memory)
{
    struct rule rule = { .map = &scene->map };
    for (int32_t index = -FRAME_WARM_UP; index < 0; index++) {
        scene->views[0] = view_at(scene, index);
        rule.view = &scene->views[0];
        if (!walk_step(walk, &rule, index & 1))
            return false;
    }
    if (!walk_keep(walk, memory, &scene->start))
        return false;
    memcpy(scene->heap.words, walk->heap.words, 4 * heap_words(scene->depth));
    for (uint32_t i = 0; i < scene->frame_count; i++) {
        scene->views[1 + i] = view_at(scene, (int32_t)i);
        rule.view = &scene->views[1 + i];
        if (!walk_step(walk, &rule, i & 1) || !walk_keep(walk, memory, &scene->frames[i]))
            return false;
    }
    return true;
}

bool frame_scene_init(struct frame_scene *scene, const struct frame_memory *memory, uint32_t frames)
{
    struct walk walk = { 0 };
    assert(scene->depth >= FRAME_DEPTH_MIN && scene->depth <= FRAME_DEPTH_MAX &&
           frames <= FRAMES_SHOWN);
    scene->frame_count = frames;
    uint32_t *words = memory->alloc(memory->context, 4 * (heap_words(scene->depth) + 1));
    if (!words || !heap_init(&walk.heap, scene->depth))
        return false;
    heap_borrow(&scene->heap, scene->depth, words);
    heap_reset(&walk.heap, 1);
    const bool ok = walk_list(&walk) && walk_run(&walk, scene, memory);
    heap_finish(&walk.heap);
    free(walk.leaves);
    free(walk.changed);
    return ok;
}

uint64_t frame_triangles(const struct frame_scene *scene, uint32_t leaves)
{
    return (uint64_t)leaves << 2 * scene->target.meshlet;
}

/* Workload ------------------------------------------------------------------------------------ */

const char *const frame_terrain_names[] = { "island", NULL };

bool frame_terrain_accepts(const char *value)
{
    return strncmp(value, "file.", 5) == 0 && value[5] != '\0';
}

const struct bench_option frame_options[] = {
    { .name = "heightmap",
      .argument = "FILE",
      .help = "terrain from a grey picture (PGM or PNG): black the sea, white 3.19 km",
      .axis = "terrain" },
    { .name = NULL },
};

const struct bench_axis frame_axes[FRAME_AXES_COUNT + 1] = {
    { .name = "terrain",
      .help = "51 x 51 km of land",
      .names = frame_terrain_names,
      .accepts = frame_terrain_accepts,
      .accepts_help = "file.STEM, with --heightmap FILE",
      .values = { "island", "island", "island" } },
    { .name = "map",
      .help = "log2 of the heights per side of the island; a file brings its own",
      .min = HEIGHTMAP_LEVELS_MIN,
      .max = HEIGHTMAP_LEVELS_MAX,
      .values = { "8", "11", "11" } },
    { .name = "depth",
      .help = "greatest depth D of the tree",
      .min = FRAME_DEPTH_MIN,
      .max = FRAME_DEPTH_MAX,
      .values = { "18", "27,28", "27,28" } },
    { .name = "meshlet",
      .help = "level of the meshlets: a leaf is drawn as 4^level triangles",
      .min = 0,
      .max = FRAME_MESHLET_MAX,
      .values = { "2", "4", "0,1,2,3,4,5,6" } },
    { .name = "pixels",
      .help = "how long the edges of triangles may be on the screen",
      .min = 2,
      .max = 16,
      .values = { "8", "4", "4" } },
    { .name = "height",
      .help = "pixels of the picture, 16/9 as wide",
      .min = 180,
      .max = 2160,
      .values = { "180", "1080", "1080" } },
    { .name = "flight",
      .help = "frame of the flight, 60 a second, that the first frame shows",
      .min = 0,
      .max = FLIGHT_FRAMES - 1,
      .values = { "700", "700", "100,700,1500" } },
    { .name = NULL },
};

static void *workload_memory(void *context, size_t bytes)
{
    return bench_workload_alloc(context, bytes);
}

/* Moves a map into memory whose end nobody has to see to. */
static bool map_adopt(const struct frame_memory *memory, struct heightmap *map)
{
    struct heightmap made = *map;
    const size_t height_bytes = heightmap_height_count(made.levels) * sizeof(*made.heights);
    const size_t variance_bytes = heightmap_variance_count(made.levels) * sizeof(*made.variances);
    map->heights = memory->alloc(memory->context, height_bytes);
    map->variances = memory->alloc(memory->context, variance_bytes);
    const bool ok = map->heights && map->variances;
    if (ok) {
        memcpy(map->heights, made.heights, height_bytes);
        memcpy(map->variances, made.variances, variance_bytes);
    }
    heightmap_finish(&made);
    return ok;
}

bool frame_map_init(struct heightmap *map, const struct frame_memory *memory, const char *path,
                    uint32_t levels, char *message, size_t message_bytes)
{
    if (path && !heightmap_read(map, path, message, message_bytes))
        return false;
    if ((path || heightmap_island(map, levels, ISLAND_SEED)) && map_adopt(memory, map))
        return true;
    snprintf(message, message_bytes, "no memory is left for a map of 2^%u heights a side", levels);
    return false;
}

static bool map_build(struct bench_workload *workload, const struct frame_memory *memory,
                      struct heightmap *map)
{
    char message[512];
    const bool file = frame_terrain_accepts(bench_workload_text(workload, "terrain"));
    const char *path = file ? bench_workload_option(workload, "heightmap") : NULL;
    if (file && !path)
        return bench_workload_fail(workload, "terrain:file needs --heightmap FILE");
    return frame_map_init(map, memory, path, (uint32_t)bench_workload_integer(workload, "map"),
                          message, sizeof(message)) ||
           bench_workload_fail(workload, "%s", message);
}

static void state_facts(struct bench_workload *workload, const struct frame_scene *scene)
{
    const struct frame_state *last =
        scene->frame_count > 0 ? &scene->frames[scene->frame_count - 1] : &scene->start;
    uint64_t leaves[FRAMES_SHOWN], changed[FRAMES_SHOWN];
    struct row_leaves row;
    for (uint32_t i = 0; i < scene->frame_count; i++) {
        leaves[i] = scene->frames[i].leaf_count;
        changed[i] = scene->frames[i].changed;
    }
    bench_fact_count(workload, "heap_bytes", 4 * heap_words(scene->depth));
    bench_fact_count(workload, "heights_per_side", (1u << scene->map.levels) + 1);
    bench_fact_count(workload, "leaves", last->leaf_count);
    bench_fact_count(workload, "triangles", frame_triangles(scene, last->leaf_count));
    if (row_leaves(&row, last->leaves, last->leaf_count)) {
        bench_fact_count(workload, "leaf_depth_least", row.depth_min);
        bench_fact_count(workload, "leaf_depth_greatest", row.depth_max);
        bench_fact_hash(workload, "leaf_set", row.sorted);
    }
    if (scene->frame_count > 0) {
        bench_fact_series(workload, "leaves_by_frame", leaves, scene->frame_count);
        bench_fact_series(workload, "changed_by_frame", changed, scene->frame_count);
    }
}

bool frame_scene_build(struct bench_workload *workload, uint32_t frames, struct frame_scene *scene)
{
    const struct frame_memory memory = { workload_memory, workload };
    scene->depth = (uint32_t)bench_workload_integer(workload, "depth");
    scene->flight_frame = (uint32_t)bench_workload_integer(workload, "flight");
    scene->target =
        (struct flight_target){ .height = (uint32_t)bench_workload_integer(workload, "height"),
                                .pixels = (uint32_t)bench_workload_integer(workload, "pixels"),
                                .meshlet = (uint32_t)bench_workload_integer(workload, "meshlet") };
    if (!map_build(workload, &memory, &scene->map))
        return false;
    if (!frame_scene_init(scene, &memory, frames))
        return bench_workload_fail(workload, "no memory is left for a tree of depth %u",
                                   scene->depth);
    state_facts(workload, scene);
    return true;
}
