/* SPDX-License-Identifier: MIT */
/* terrain.h: a height map, a flight over it, and how it is drawn. */
#ifndef CLAIMCHECK_BENCH_CBT_TERRAIN_TERRAIN_H
#define CLAIMCHECK_BENCH_CBT_TERRAIN_TERRAIN_H

#include "bench/cbt/tree/tree.h"
#include "bench/common/axis.h"
#include "harness/bench.h"
#include "harness/context.h"
#include "harness/engine/gpu/gpu.h"

/* Heightmap ------------------------------------------------------------------------------------ */
/*
 * The terrain under cbt.frame, on the integer grid of the square: 2^20 units a side,
 * across, deep and high alike. The square is 51 km wide, so that a unit is 4.86 cm, and the
 * highest that a map goes, 65535 units, 3.19 km.
 *
 * All of it is integer arithmetic: heights, samples and variances are the same on every machine.
 * Functions that kernels have, too, bear the same names, without `cbt_`, in
 * kernels/cbt/frame_terrain.glsl.
 */

enum {
    HEIGHTMAP_GRID_BITS = 20,
    HEIGHTMAP_LEVELS_MIN = 8,    /* log2 of the intervals per side; the arithmetic needs no fewer */
    HEIGHTMAP_LEVELS_MAX = 13,   /* and this is memory */
    HEIGHTMAP_FRACTION_BITS = 4, /* of what cbt_heightmap_height() returns */
};

/* (2^levels + 1)^2 heights, row-major, at the crossings of a regular net over the square. */
struct heightmap {
    uint32_t levels;
    uint16_t *heights;   /* rows of cbt_heightmap_pitch() values */
    uint32_t *variances; /* cbt_heightmap_variance_count(); see cbt_heightmap_variance() */
};

/* Values per row of the heights: even, so that kernels read two to a word. */
uint32_t cbt_heightmap_pitch(uint32_t levels);
size_t cbt_heightmap_height_count(uint32_t levels);
size_t cbt_heightmap_variance_count(uint32_t levels);

/*
 * An island in the sea, made from integer noise: mountains of ridged noise, valleys, a coast. The
 * same seed gives the same island; `levels` changes only how finely it is sampled. In memory of the
 * context; false, with the trouble told, where there is none left.
 */
bool cbt_heightmap_island(struct context *context, struct heightmap *map, uint32_t levels,
                          uint64_t seed);

/*
 * From a PGM or PNG, as grey_map_read() takes them: black is the sea, white is 65535 units high.
 * Its pixels are stretched over the square and resampled bilinearly to 2^levels intervals, the
 * least power of two that loses none, within the limits above.
 */
bool cbt_heightmap_read(struct context *context, struct heightmap *map, const char *path);

/* Height at a point of the grid, 0..2^20 in both directions, bilinear, in 1/16 units, rounded down
 * twice. */
uint32_t cbt_heightmap_height(const struct heightmap *map, uint32_t x, uint32_t y);

/*
 * The greatest variance of the heights, in square units, of any cell of the net within a square of
 * the grid: that of 2^level intervals a side which holds (x, y), or of the four corners at level 0.
 * It tells flat ground, which needs no triangles (Deliot et al. 2021, future work; the demo of the
 * paper has it).
 */
uint32_t cbt_heightmap_variance(const struct heightmap *map, uint32_t level, uint32_t x,
                                uint32_t y);

/* Flight --------------------------------------------------------------------------------------- */
/*
 * A camera that flies over the terrain of cbt.frame, and what a frame needs of it.
 *
 * The flight is fixed: a spline through fixed places at a fixed time step, a frame's position is a
 * function of its number alone. It is computed with the operations of IEEE 754 that are exact in
 * their rounding (+ - * / and the square root), so the same frame is the same on every machine.
 */

enum {
    FLIGHT_FRAMES = 2048, /* of the flight, at 60 a second */
    FLIGHT_PLANES = 5,    /* of the frustum, all through the eye: four sides, and what is ahead */
    FLIGHT_NORMAL_ONE = 1 << 14,
    FLIGHT_CASCADES = 4, /* pictures that a light has of what a camera sees */
};

/* x to the east, y to the south, z up, in grid units of the heightmap. */
struct flight_camera {
    double position[3];
    double right[3], down[3], forward[3]; /* of the picture; unit length */
};

/* Half the vertical field of view is atan(1/2), 26.6 degrees; pictures are 16:9. */
static const double flight_tangent_y = 0.5, flight_tangent_x = 0.5 * 16 / 9;

/* Frame 0..FLIGHT_FRAMES-1 of the flight over this map, above all ground that it passes. */
struct flight_camera cbt_flight_at(const struct heightmap *map, uint32_t frame);

/*
 * Data of a frame's kernels and shaders, as they lie in a storage buffer: struct View of
 * kernels/cbt/frame_view.glsl.
 *
 * The target edge length, in integers: an edge is too long when
 *     |c - a|^2 * edge_factor > |a + c - 2 * position|^2 << edge_shift.
 */
struct flight_view {
    int32_t position[3]; /* the eye, rounded to the grid */
    uint32_t edge_factor, edge_shift;
    uint32_t flat_variance;           /* ground of less variance is flat, square units */
    int32_t planes[FLIGHT_PLANES][3]; /* normals into the frustum, times FLIGHT_NORMAL_ONE */
    float clip[3][3]; /* rows that take a place relative to the eye to clip x, y and w */
    float near;       /* clip z: reversed depth, its far plane at infinity */
    /* 1: rays are parallel. Clip w is then 1, and what row 2 makes is added to z. */
    uint32_t parallel;
};

struct flight_target {
    uint32_t height;  /* of the picture, in pixels; its width is 16/9 of it */
    uint32_t pixels;  /* how long the edges of triangles may be */
    uint32_t meshlet; /* level: a leaf is drawn as 4^level triangles */
};

/* In pixels. */
uint32_t cbt_flight_picture_width(const struct flight_target *target);

/*
 * Asserts that 1 <= height <= 2160, and that 2^meshlet * pixels is at least height / 1080 and at
 * most 1024. The factor is rounded to 22 bits.
 */
struct flight_view cbt_flight_view_of(const struct flight_camera *camera,
                                      const struct flight_target *target);

/*
 * The sun's view of it, for a square picture: along parallel rays, what lies within a radius
 * around a point that far ahead of the camera. The radius is 2^13 units, 0.4 km, for the first
 * cascade, and four times as much for each next one: the last, 25 km, holds most of the island. All
 * of the land lies between the near and the far plane.
 */
struct flight_view cbt_flight_light_view(const struct flight_view *camera, uint32_t cascade);

/* Terrain -------------------------------------------------------------------------------------- */
/*
 * Whether a triangle of the bisection is fine enough for a frame (Deliot et al. 2021,
 * LOD Criteria), on the CPU. kernels/cbt/frame_terrain.glsl has the same functions.
 *
 * Triangles are (a, b, c) on the grid of a height map, a-c the longest edge, b the apex.
 *
 * It is the criterion of the talk in integers, so that the leaf sets of all devices and of the CPU
 * are equal. What differs from the floating-point one: the eye is rounded to 4.86 cm and heights to
 * whole units; normals of the frustum have 14 bits, 10^-4 of an angle; the factor of the target
 * edge length 22, of which 16 at most are behind the point.
 */

struct terrain_triangle {
    uint32_t x[3], y[3]; /* a, b, c */
};

/* True when the frame wants the triangle divided: it is not flat, not outside of the frustum, and
 * its longest edge is longer on the screen than the target. */
bool cbt_terrain_wants_division(const struct heightmap *map, const struct flight_view *view,
                                const struct terrain_triangle *triangle);

/* The ground within a triangle of the bisection varies less than the view's flat_variance. */
bool cbt_terrain_is_flat(const struct heightmap *map, const struct flight_view *view,
                         const struct terrain_triangle *triangle);

/* The bounding box of the displaced corners lies outside of a plane of the frustum. */
bool cbt_terrain_is_outside(const struct heightmap *map, const struct flight_view *view,
                            const struct terrain_triangle *triangle);

/* The displaced longest edge, seen from the eye, is longer than the target. */
bool cbt_terrain_edge_is_long(const struct heightmap *map, const struct flight_view *view,
                              const struct terrain_triangle *triangle);

/* Frame scene ---------------------------------------------------------------------------------- */
/*
 * The workload of cbt.frame and cbt.draw: a terrain, a camera that flies over it, and
 * the tree that follows the camera, computed on the host from the definition.
 *
 * A frame updates the tree with the camera of one frame of the flight, then reduces it: even frames
 * split, odd ones merge. Before the frames that are shown, warm-up frames bring the tree from its
 * two roots to where it follows the camera.
 */

enum {
    FRAME_DEPTH_MIN = 8,
    FRAME_DEPTH_MAX = 28, /* so that vertices of meshlets are grid points */
    FRAME_MESHLET_MAX = 6,
    FRAME_WARM_UP = 72, /* even; a tree grows a level in two frames */
    FRAME_COUNT_MAX = 32,
    FRAME_START_VIEW = FRAME_WARM_UP - 1, /* that the tree `start` was made for */
    FRAME_VIEWS = FRAME_WARM_UP + FRAME_COUNT_MAX,
};

/* A tree, reduced, and its leaves in the order of their handles. */
struct frame_tree {
    struct heap heap;
    uint32_t *leaves;
    uint32_t leaf_count;
    struct row_leaves row; /* of the leaves; of the tree that the last frame leaves alone */
};

struct frame_scene {
    struct heightmap map;
    struct flight_target target;
    uint32_t depth, flight_frame;
    uint32_t frame_count, leaves_max;
    struct frame_tree start, end; /* before and after the frames that are shown; end with them */
    struct flight_view views[FRAME_VIEWS];      /* of each frame */
    struct flight_view lights[FLIGHT_CASCADES]; /* of what FRAME_START_VIEW sees */
    struct reference_state states[FRAME_WARM_UP + FRAME_COUNT_MAX];
};

/* "island", or "file.STEM", which --heightmap FILE sets. */
bool cbt_frame_terrain_accepts(const char *value);
extern const char *const cbt_frame_terrain_names[];
extern const struct bench_option cbt_frame_options[];

/* Axes that both benches have. */
#define FRAME_AXIS(name_, help_, min_, max_, ...)                                                  \
    AXIS(name_, help_, .min = min_, .max = max_, .values = { __VA_ARGS__ })
#define FRAME_AXES                                                                                 \
    AXIS("terrain", "51 x 51 km of land", .names = cbt_frame_terrain_names,                        \
         .accepts = cbt_frame_terrain_accepts, .accepts_help = "file.STEM, with --heightmap FILE", \
         .values = { "island", "island", "island" }),                                              \
        FRAME_AXIS("map", "log2 of the heights per side of the island; a file brings its own",     \
                   HEIGHTMAP_LEVELS_MIN, HEIGHTMAP_LEVELS_MAX, "8", "11", "11"),                   \
        AXIS("depth", "greatest depth D of the tree", .min = FRAME_DEPTH_MIN,                      \
             .max = FRAME_DEPTH_MAX, .values = { "18", "27,28", "27,28" }, .check = "10"),         \
        FRAME_AXIS("meshlet", "level of the meshlets: a leaf is drawn as 4^level triangles", 0,    \
                   FRAME_MESHLET_MAX, "2", "4", "4"),                                              \
        FRAME_AXIS("pixels", "how long the edges of triangles may be on the screen", 2, 16, "8",   \
                   "4", "4"),                                                                      \
        FRAME_AXIS("height", "pixels of the picture, 16/9 as wide", 180, 2160, "180", "1080",      \
                   "1080"),                                                                        \
        FRAME_AXIS("flight", "frame of the flight, 60 a second, that the first frame shows", 0,    \
                   FLIGHT_FRAMES - 1, "700")

/*
 * Builds the scene from the axes and options of a workload, in its memory, with `frames` frames to
 * show; states its facts. False: the trouble is told.
 */
bool cbt_frame_scene_build(struct context *context, struct frame_scene *scene, uint32_t frames);

/* Builds the scene from given values, in memory of the context: map, target, depth and flight are
 * set. */
bool cbt_frame_scene_init(struct context *context, struct frame_scene *scene, uint32_t frames);

/* The terrain of these axes; path NULL: the island. */
bool cbt_frame_map_init(struct context *context, struct heightmap *map, const char *path,
                        uint32_t levels);

/* States facts of the tree after the last frame: its leaves, their triangles, depths and hash. */
void cbt_frame_tree_facts(struct context *context, const struct frame_scene *scene);

/* Triangles of a number of leaves. */
uint64_t cbt_frame_triangles(const struct frame_scene *scene, uint32_t leaves);

/* Draw reference ------------------------------------------------------------------------------- */
/*
 * The terrain as the CPU draws it, to check what a device drew.
 *
 * Devices round vertices to a fraction of a pixel, so at edges pixels may differ, and no image of
 * ours is theirs. So two questions are asked of each pixel: what does the exact picture show, and
 * if a device shows another leaf, could rounding explain that?
 */

/* A picture: so many pixels of a view, which outlives it. */
struct draw_picture {
    const struct flight_view *view;
    uint32_t width, height;
};

/* Nearness grows towards the eye, and is affine on the screen: 1 / distance along the view; of
 * parallel rays the depth itself. */
struct draw_reference {
    const struct frame_tree *tree;
    struct draw_picture picture;
    uint32_t *leaves,
        *parts;     /* the leaf that is seen at a pixel's centre, and which triangle of its
                                 meshlet; 0: none */
    float *nearest; /* nearness of that */
    float *solid;   /* nearness of the nearest triangle whose edges all lie farther from
                                 the centre than rounding reaches; 0: none */
};

/* Draws the leaves of a tree, in memory of the context, or recalls them by the key. */
bool cbt_draw_reference_init(struct context *context, struct draw_reference *reference,
                             const struct frame_scene *scene, const struct frame_tree *tree,
                             const struct draw_picture *picture, const char *key);

/*
 * Compares a device's picture, a leaf per pixel. False with a mismatch when a pixel shows what it
 * cannot, or when more than one pixel in 50 differs from the exact picture.
 */
bool cbt_draw_reference_check(struct context *context, const struct draw_reference *reference,
                              const struct frame_scene *scene, const uint32_t *leaves);

/*
 * Compares depths, where rays are parallel: what surely covers a pixel is not farther than that,
 * nothing is where nothing is near, and no more than one pixel in 50 is nearer than what is seen
 * around it.
 */
bool cbt_draw_reference_check_depths(struct context *context,
                                     const struct draw_reference *reference, const float *depths);

/*
 * Compares normals, as words of RGBA8 that hold -1..1 in 0..1, where the leaves that the device
 * shows are those of the exact picture: no more than one pixel in 50 has another than its triangle.
 */
bool cbt_draw_reference_check_normals(struct context *context,
                                      const struct draw_reference *reference,
                                      const struct frame_scene *scene, const uint32_t *leaves,
                                      const uint32_t *normals);

/* Draw device ---------------------------------------------------------------------------------- */
/* A scene on the device, and what draws it. */

/* Words of the arguments of indirect draws and dispatches; frame_arguments.comp writes them, too.
 */
enum {
    DRAW_ARGUMENTS_PLAIN = 0,   /* 4 words: a draw of vertices */
    DRAW_ARGUMENTS_INDEXED = 4, /* 5 words */
    DRAW_ARGUMENTS_MESH = 9,    /* 3 words: groups of frame_task, DRAW_TASK_LEAVES each */
    DRAW_ARGUMENTS_LEAVES = 12, /* 3 words: groups of DRAW_GROUP threads, a leaf each */
    DRAW_ARGUMENTS_WORDS = 15,
    DRAW_TASK_LEAVES = 32,
    DRAW_GROUP = 256,
};

struct draw_buffers {
    struct gpu_buffer *heap, *leaves, *heights, *arguments;
    struct gpu_buffer *views; /* FRAME_VIEWS of frames, then those of the light */
};

/* The heap, the list of leaves and the arguments of scene->start, heights, and all views. */
struct draw_buffers cbt_draw_buffers_create(struct gpu_scope *scope,
                                            const struct frame_scene *scene);

void cbt_draw_arguments(const struct frame_scene *scene, uint32_t leaf_count,
                        uint32_t words[DRAW_ARGUMENTS_WORDS]);

/*
 * Passes of cbt.draw: the camera's picture, or what else a frame of a game draws of the leaves. A
 * pass is one picture or more, each into a target of its own.
 */

extern const char *const cbt_draw_pass_names[]; /* NULL-terminated */

enum { DRAW_PICTURES_MAX = FLIGHT_CASCADES };

struct draw_pass_kind {
    const struct gpu_shader *fragment; /* NULL: depth alone */
    enum gpu_pixel colours[GPU_COLOURS_MAX];
    uint32_t clear; /* of the colours */
    bool parallel;  /* of the pictures' views */
    uint32_t picture_count;
    struct draw_picture pictures[DRAW_PICTURES_MAX];
    uint32_t views[DRAW_PICTURES_MAX]; /* of them, in draw_buffers.views */
};

/*
 * Makes each wanted RGBA8 colour the one that came, where that is within 1 in red, green and blue.
 * Alpha stays exact, and so does coverage: a pixel that is clear in one of both images is left.
 */
void cbt_draw_colours_settle(uint32_t *wanted, const uint32_t *got, uint64_t pixels,
                             uint32_t clear);

#endif
