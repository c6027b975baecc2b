/* SPDX-License-Identifier: MIT */
#include "bench/cbt/terrain/frame_scene.h"

#include "bench/cbt/terrain/terrain.h"
#include "bench/cbt/tree/leb.h"
#include "bench/cbt/tree/reduction.h"
#include "bench/cbt/tree/reference.h"
#include "bench/cbt/tree/row.h"
#include "bench/common/hash.h"

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

/* The flight stands still at its ends. */
static struct flight_view view_at(const struct frame_scene *scene, uint32_t frame)
{
    const int32_t wanted = (int32_t)(scene->flight_frame + frame) - FRAME_WARM_UP;
    const int32_t last = FLIGHT_FRAMES - 1;
    const uint32_t of_flight = (uint32_t)(wanted < 0 ? 0 : wanted > last ? last : wanted);
    const struct flight_camera camera =
        scene->camera ? *scene->camera : cbt_flight_at(&scene->map, of_flight);
    return cbt_flight_view_of(&camera, &scene->target);
}

/* Distinct tiles of the bit field among the positions that a frame changed. */
static uint32_t count_tiles(const struct reference *reference)
{
    const uint32_t tiles = cbt_reduction_tiles(reference->heap.depth);
    uint8_t seen[1 << (FRAME_DEPTH_MAX - REDUCTION_TILE_BITS)] = { 0 };
    uint32_t count = 0;
    for (size_t i = 0; i < reference->changed_count; i++) {
        const uint32_t tile = (reference->changed[i] >> REDUCTION_TILE_BITS) % tiles;
        count += !seen[tile];
        seen[tile] = 1;
    }
    return count;
}

static struct frame_state state_of(const struct reference *reference)
{
    return (struct frame_state){
        .leaf_count = (uint32_t)reference->leaf_count,
        .changed = (uint32_t)reference->changed_count,
        .tiles = count_tiles(reference),
        .hash = hash_bytes(reference->leaves, 4 * reference->leaf_count),
    };
}

/* Copies of the heap and its leaves. */
static bool keep_tree(const struct reference *reference, const struct frame_memory *memory,
                      struct frame_tree *tree)
{
    const uint32_t depth = reference->heap.depth;
    uint32_t *words = memory->alloc(memory->context, 4 * (cbt_heap_words(depth) + 1));
    tree->leaf_count = (uint32_t)reference->leaf_count;
    tree->leaves = memory->alloc(memory->context, 4 * reference->leaf_count);
    if (!words || !tree->leaves)
        return false;
    cbt_heap_borrow(&tree->heap, depth, words);
    memcpy(words, reference->heap.words, 4 * cbt_heap_words(depth));
    memcpy(tree->leaves, reference->leaves, 4 * reference->leaf_count);
    return true;
}

static bool run_frames(struct frame_scene *scene, struct reference *reference,
                       const struct frame_memory *memory)
{
    const uint32_t last = FRAME_WARM_UP + scene->frame_count;
    for (uint32_t frame = 0; frame < last; frame++) {
        if (!cbt_reference_step(reference))
            return false;
        scene->states[frame] = state_of(reference);
        if (scene->leaves_max < scene->states[frame].leaf_count)
            scene->leaves_max = scene->states[frame].leaf_count;
        if (frame == FRAME_WARM_UP - 1 && !keep_tree(reference, memory, &scene->start))
            return false;
    }
    return scene->frame_count == 0 || keep_tree(reference, memory, &scene->end);
}

bool cbt_frame_scene_init(struct frame_scene *scene, const struct frame_memory *memory,
                          uint32_t frames)
{
    struct reference reference;
    const struct reference_rule rule = { splits, merges, scene };
    assert(scene->depth >= FRAME_DEPTH_MIN && scene->depth <= FRAME_DEPTH_MAX &&
           frames <= FRAME_COUNT_MAX);
    scene->frame_count = frames;
    for (uint32_t frame = 0; frame < FRAME_WARM_UP + frames; frame++)
        scene->views[frame] = view_at(scene, frame);
    if (!cbt_reference_init_rule(&reference, &rule, scene->depth))
        return false;
    const bool ok = run_frames(scene, &reference, memory);
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

static void *workload_memory(void *context, size_t bytes)
{
    return context_alloc(context, bytes);
}

/* Moves a map into memory whose end nobody has to see to. */
static bool map_adopt(const struct frame_memory *memory, struct heightmap *map)
{
    struct heightmap made = *map;
    const size_t height_bytes = cbt_heightmap_height_count(made.levels) * sizeof(*made.heights);
    const size_t variance_bytes =
        cbt_heightmap_variance_count(made.levels) * sizeof(*made.variances);
    map->heights = memory->alloc(memory->context, height_bytes);
    map->variances = memory->alloc(memory->context, variance_bytes);
    const bool ok = map->heights && map->variances;
    if (ok) {
        memcpy(map->heights, made.heights, height_bytes);
        memcpy(map->variances, made.variances, variance_bytes);
    }
    cbt_heightmap_finish(&made);
    return ok;
}

bool cbt_frame_map_init(struct heightmap *map, const struct frame_memory *memory, const char *path,
                        uint32_t levels, char *message, size_t message_bytes)
{
    if (path && !cbt_heightmap_read(map, path, message, message_bytes))
        return false;
    if ((path || cbt_heightmap_island(map, levels, ISLAND_SEED)) && map_adopt(memory, map))
        return true;
    snprintf(message, message_bytes, "no memory is left for a map of 2^%u heights a side", levels);
    return false;
}

static bool map_build(struct bench_workload *workload, const struct frame_memory *memory,
                      struct heightmap *map)
{
    char message[512];
    const bool file = cbt_frame_terrain_accepts(context_text(&workload->context, "terrain"));
    const char *path = file ? context_option(&workload->context, "heightmap") : NULL;
    if (file && !path)
        return context_error(&workload->context, "terrain:file needs --heightmap FILE");
    return cbt_frame_map_init(map, memory, path,
                              (uint32_t)context_integer(&workload->context, "map"), message,
                              sizeof(message)) ||
           context_error(&workload->context, "%s", message);
}

static void state_facts(struct bench_workload *workload, const struct frame_scene *scene)
{
    const struct frame_tree *tree = scene->frame_count > 0 ? &scene->end : &scene->start;
    uint64_t leaves[FRAME_COUNT_MAX], changed[FRAME_COUNT_MAX];
    struct row_leaves row;
    for (uint32_t i = 0; i < scene->frame_count; i++) {
        leaves[i] = scene->states[FRAME_WARM_UP + i].leaf_count;
        changed[i] = scene->states[FRAME_WARM_UP + i].changed;
    }
    context_fact_count(&workload->context, "heap_bytes", 4 * cbt_heap_words(scene->depth));
    context_fact_count(&workload->context, "heights_per_side", (1u << scene->map.levels) + 1);
    context_fact_count(&workload->context, "leaves", tree->leaf_count);
    context_fact_count(&workload->context, "triangles",
                       cbt_frame_triangles(scene, tree->leaf_count));
    if (cbt_row_leaves(&row, tree->leaves, tree->leaf_count)) {
        context_fact_count(&workload->context, "leaf_depth_least", row.depth_min);
        context_fact_count(&workload->context, "leaf_depth_greatest", row.depth_max);
        context_fact_hash(&workload->context, "leaf_set", row.sorted);
    }
    if (scene->frame_count > 0) {
        context_fact_series(&workload->context, "leaves_by_frame", leaves, scene->frame_count);
        context_fact_series(&workload->context, "changed_by_frame", changed, scene->frame_count);
    }
}

bool cbt_frame_scene_build(struct bench_workload *workload, uint32_t frames,
                           struct frame_scene *scene)
{
    const struct frame_memory memory = { workload_memory, &workload->context };
    scene->depth = (uint32_t)context_integer(&workload->context, "depth");
    scene->flight_frame = (uint32_t)context_integer(&workload->context, "flight");
    scene->target =
        (struct flight_target){ .height = (uint32_t)context_integer(&workload->context, "height"),
                                .pixels = (uint32_t)context_integer(&workload->context, "pixels"),
                                .meshlet =
                                    (uint32_t)context_integer(&workload->context, "meshlet") };
    if (!map_build(workload, &memory, &scene->map))
        return false;
    if (!cbt_frame_scene_init(scene, &memory, frames))
        return context_error(&workload->context, "no memory is left for a tree of depth %u",
                             scene->depth);
    state_facts(workload, scene);
    return true;
}
