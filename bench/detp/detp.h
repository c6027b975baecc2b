/* SPDX-License-Identifier: MIT */
/* detp.h: the folder's parts, for each other and for tests. */
#ifndef CLAIMCHECK_BENCH_DETP_DETP_H
#define CLAIMCHECK_BENCH_DETP_DETP_H

#include "bench/common/axis.h"
#include "bench/common/scene.h"
#include "harness/bench.h"
#include "harness/context.h"
#include "harness/inspection.h"

/* Technique ------------------------------------------------------------------------------------ */
/* Density estimation on tangent planes: the energy of rays on discs. What is measured
 * stands in docs/papers/detp.md. */

extern const struct technique detp_technique;

/* Input ---------------------------------------------------------------------------------------- */
/*
 * Rays and discs, and what each disc is to gather from them. Methods read it; nobody
 * changes it once it is made.
 */

/* Where rays come from, in the unit cube: "Generate" has them. */
enum detp_mode {
    DETP_A, /* origins in the volume, any direction */
    DETP_B, /* uniform lines: from the faces inwards, by the cosine */
    DETP_C, /* from a point in the volume to another */
    DETP_G, /* all on multiples of 1/16: a test, in no profile */
    DETP_MODES,
};

/* "A", ...; ends with NULL. */
extern const char *const detp_mode_names[];

enum {
    DETP_COUNT_MAX = 10000000, /* of rays, and of discs */
    DETP_WORDS = 4,            /* of a disc's answer: red, green, blue in 1/256, and its hits */
    DETP_RAY_BYTES = 32,       /* on the device */
    DETP_DISC_BYTES = 32,
};

/* Points origin + t * direction, t up to t_max; directions have length 1, but for rounding. */
struct detp_rays {
    uint32_t count;
    float *origin[3], *direction[3], *t_max;
    uint16_t *energy[3]; /* red, green, blue in 1/256: 1..256 */
};

struct detp_discs {
    uint32_t count;
    float *centre[3], *normal[3]; /* normals of length 1, but for rounding */
    float radius;                 /* of all */
};

/*
 * What counts as a hit: with e = normal . direction, not e = 0; t = normal . (centre - origin) / e
 * from t_min to t_max + t_slack; origin + t * direction nearer to the centre than the radius.
 * Between random rays and discs t_min and t_slack are 0, and both faces count.
 */
struct detp_rule {
    float t_min, t_slack;
    uint32_t front_only; /* 1: where e < 0 alone */
};

/* State of the workload. */
struct detp_input {
    struct detp_rays rays;
    struct detp_discs discs;
    struct detp_rule rule;
    float lower[3], upper[3]; /* box of all rays and all centres; the unit cube of random ones */
    bool exact;               /* floats have no rounding here: no pair is borderline */
    struct gpu_buffer *ray_buffer, *disc_buffer; /* kernels/detp/detp.glsl has their layout */
    /* Of the double-precision reference; of disc j in [4 * j]. */
    uint32_t *sums;       /* the answer */
    uint32_t *losable;    /* of it, what borderline pairs add */
    uint32_t *gainable;   /* what borderline pairs that do not hit would add */
    uint32_t *borderline; /* such pairs of each disc */
    uint32_t *ray_hits;   /* discs that each ray hits */
    uint64_t hits;
};

/* Allocate from the context, zeroed. False: no memory, which the context has reported. */
bool detp_rays_create(struct context *context, struct detp_rays *rays, uint32_t count);
bool detp_discs_create(struct context *context, struct detp_discs *discs, uint32_t count,
                       float radius);

/* Rays and discs of a mode, and the reference's answer; no device. *input is zeroed. False: no
 * memory. */
struct detp_request {
    enum detp_mode mode;
    uint32_t rays, discs;
    float radius;
};

bool detp_input_make(struct context *context, const struct detp_request *request,
                     struct detp_input *input);

/* The reference's answer to rays, discs and rule that are there. */
bool detp_input_answer(struct context *context, struct detp_input *input);

/* The buffers, in the scope of the context. */
bool detp_input_upload(struct context *context, struct detp_input *input);

/* Borderline pairs of all discs. */
uint64_t detp_input_borderline(const struct detp_input *input);

/* Pairs that an answer has and the reference has not, or the other way round, at the least: by the
 * hits of each disc. *discs (may be NULL): how many differ. */
uint64_t detp_input_differing(const struct detp_input *input, const uint32_t *sums,
                              uint32_t *discs);

/* hits, energy_256, sums_hash, counts_hash of an answer, 4 words per disc. */
void detp_input_facts(struct context *context, const struct detp_input *input,
                      const uint32_t *sums);

/* Hit ------------------------------------------------------------------------------------------ */
/* Does a ray hit a disc, in float32: as detp_hit() of kernels/detp/detp.glsl. */

struct detp_ray {
    float origin[3], direction[3], t_max;
};

struct detp_disc {
    float centre[3], normal[3], radius;
};

static inline struct detp_ray detp_ray_load(const struct detp_rays *rays, size_t i)
{
    return (struct detp_ray){
        .origin = { rays->origin[0][i], rays->origin[1][i], rays->origin[2][i] },
        .direction = { rays->direction[0][i], rays->direction[1][i], rays->direction[2][i] },
        .t_max = rays->t_max[i],
    };
}

static inline struct detp_disc detp_disc_load(const struct detp_discs *discs, size_t j)
{
    return (struct detp_disc){
        .centre = { discs->centre[0][j], discs->centre[1][j], discs->centre[2][j] },
        .normal = { discs->normal[0][j], discs->normal[1][j], discs->normal[2][j] },
        .radius = discs->radius,
    };
}

static inline float detp_dot(const float a[3], const float b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* struct detp_rule above is the definition. Bounds hold for any t, also where e is 0 and t
 * is infinite or no number: such are no hits. */
static inline bool detp_hit(const struct detp_ray *ray, const struct detp_disc *disc,
                            const struct detp_rule *rule)
{
    const float to[3] = { disc->centre[0] - ray->origin[0], disc->centre[1] - ray->origin[1],
                          disc->centre[2] - ray->origin[2] };
    const float e = detp_dot(disc->normal, ray->direction);
    const float t = detp_dot(disc->normal, to) / e;
    if (!(t >= rule->t_min && t <= ray->t_max + rule->t_slack) || (rule->front_only && e >= 0))
        return false;
    const float off[3] = { t * ray->direction[0] - to[0], t * ray->direction[1] - to[1],
                           t * ray->direction[2] - to[2] };
    return e != 0 && detp_dot(off, off) < disc->radius * disc->radius;
}

/* Adds what ray i carries, and the hit, to the four words of a disc. */
static inline void detp_add(uint32_t sums[DETP_WORDS], const struct detp_rays *rays, size_t i)
{
    for (int k = 0; k < 3; k++)
        sums[k] += rays->energy[k][i];
    sums[3]++;
}

/* Box ------------------------------------------------------------------------------------------ */
/* The box of rays and centres, as octrees divide it. */

struct detp_box {
    float lower[3];
    double extent[3]; /* a flat box is given some height */
    double diagonal;
    float pad;   /* by which parts of it are grown, so that all hits on discs with their centre in
                    one lie in it: the radius, and room for rounding */
    float t_pad; /* room for rounding in t */
};

void detp_box_init(struct detp_box *box, const struct detp_input *input);

/* World ---------------------------------------------------------------------------------------- */
/*
 * Closed scenes that photons fly in: the room of bench/common/scene.h with a front wall,
 * so that no photon leaves it.
 */

enum detp_world_kind {
    DETP_WORLD_ROOM,  /* with what stands in it, by the context's seed */
    DETP_WORLD_MESH,  /* with a mesh of the user's in its middle */
    DETP_WORLD_EMPTY, /* with nothing but the light */
    /* A box of 2 by 1 by 1.5 whose walls emit a radiance of 1 and have an albedo of 1/2: wherever
     * one looks, the radiance is 2, and the irradiance 2 pi. */
    DETP_WORLD_FURNACE,
};

struct detp_world {
    struct scene scene;
    struct ray_tree *tree;
    struct vector lower, upper; /* box of all corners */
    float side, diagonal;       /* its longest side, its diagonal */
};

/* To be finished. `file` is for meshes alone. False, and nothing is to be finished: what scene.h
 * says, nothing that shines, no memory; the context has it. */
bool detp_world_init(struct context *context, struct detp_world *world, enum detp_world_kind kind,
                     const char *file);
void detp_world_finish(struct detp_world *world);

/* Triangles by weight: a table, from which a number from 0 to 1 picks one. */
struct detp_world_table {
    double *sums; /* of the weights up to each, in the context's memory */
    uint32_t count;
};

enum detp_world_weight { DETP_WORLD_AREA, DETP_WORLD_POWER }; /* POWER: area * emission */

bool detp_world_table_init(struct context *context, struct detp_world_table *table,
                           const struct detp_world *world, enum detp_world_weight weight);

/* The sum of all weights; and one of them, by two random words. */
double detp_world_table_total(const struct detp_world_table *table);
uint32_t detp_world_table_pick(const struct detp_world_table *table, uint32_t high, uint32_t low);

/* A uniform point of a triangle, by two random words. */
struct vector detp_world_point(const struct detp_world *world, uint32_t triangle, uint32_t s,
                               uint32_t t);

/* The greatest of red, green and blue. */
float detp_world_largest(struct vector colour);

/* Photons -------------------------------------------------------------------------------------- */
/*
 * Rays of a photon simulation, the same bits on every machine. A photon leaves a surface
 * that shines, by the cosine, and where it arrives it goes on by the cosine or ends: Russian
 * roulette with the greatest of what its colours keep, in place of attenuation, so that the largest
 * energy of a photon stays what it is, and all stay multiples of 1/256. What the other colours lose
 * against it is rounded up or down by chance, so that on average nothing is rounded; only what
 * would be 0 is 1. Surfaces reflect on both sides, and shine on that of their normal.
 */

enum { DETP_BOUNCES_MAX = 63 };

struct detp_photons {
    uint64_t paths; /* begun; of the last, the end may be missing */
    double power;   /* of an energy of 256: what of the light's power a photon stands for */
};

/*
 * Fills rays that are there, all of them: path by path, each path's rays in order; of one that
 * reaches no surface t_max is the world's diagonal. False: nothing shines, no memory; the context
 * has it.
 */
bool detp_photons_trace(struct context *context, const struct detp_world *world,
                        uint32_t bounces_max, const struct detp_rays *rays,
                        struct detp_photons *photons);

/* Scene input ---------------------------------------------------------------------------------- */
/*
 * Photons of a world as rays, and discs on its surfaces.
 *
 * A photon ends on the very plane of the disc that it arrives at, so that the rule of random rays
 * (t <= t_max) would leave half of the arrivals to rounding, and count as many departures. On
 * surfaces a hit is one of the front (n.d < 0) with t from 1e-4 of the scene's diagonal, so that
 * none counts where it begins, to t_max + r, so that all count where they end. Beside a wall, part
 * of a disc lies behind it: rays that end on the wall are followed there by up to r.
 */

enum detp_points {
    DETP_POINTS_SURFACE, /* uniform over all surfaces, on the side of their normals */
    DETP_POINTS_FLOOR,   /* uniform over the floor of a room */
    DETP_POINTS_CAMERA,  /* what each pixel shows, row by row: width * height discs */
};

struct detp_scene_request {
    enum detp_world_kind kind;
    const char *file; /* of DETP_WORLD_MESH */
    enum detp_points points;
    uint32_t rays, discs;
    uint32_t width, height; /* of DETP_POINTS_CAMERA */
    uint32_t bounces_max;
    float radius; /* in longest sides of the scene's box */
};

/* Rays, discs, rule and box of *input, which is zeroed; not yet the answer. False: what the context
 * has. */
bool detp_scene_input_make(struct context *context, const struct detp_scene_request *request,
                           struct detp_input *input, struct detp_photons *photons);

/* Irradiance at disc j, by sums in the layout of an answer. */
struct detp_irradiance {
    double colour[3];
};

struct detp_irradiance detp_scene_irradiance(const struct detp_input *input,
                                             const struct detp_photons *photons,
                                             const uint32_t *sums, size_t j);

/*
 * What a photon map has in place of an answer: of the rays that end within r of a disc's centre
 * and arrive at its front, the sums. `sums` is zeroed.
 */
void detp_scene_gather(const struct detp_input *input, uint32_t *sums);

/* Workload ------------------------------------------------------------------------------------- */
/* The axes of `detp.estimate`, and the inputs at their points. */

extern const struct bench_axis detp_axes[];
extern const struct bench_values *const detp_more_values[];

/* Callbacks of the bench; the state is a struct detp_input. */
bool detp_workload(struct bench_workload *workload);
bool detp_workload_upload(struct bench_workload *workload);

/* Generate ------------------------------------------------------------------------------------- */
/*
 * Random rays and discs, the same bits on every machine: integers, or doubles of which
 * each operation is exact or rounded once. triple and seed are those of hash.h. For ray i
 * w(k) = triple(seed(S, 211), i, k), for disc j triple(seed(S, 212), j, k), with the seed S, axes
 * k = 0, 1, 2 and attempts a = 0, 1, ...
 *
 *   pick(h, n)  the upper half of the 64-bit h * n
 *   unit(h)     2 (h >> 9) + 1
 *   signed(h)   2 (h >> 8) + 1 - 2^24
 *   leave(o, d) float of the least ((d_k > 0 ? 1 : 0) - o_k) / d_k
 *   sphere      s_k = signed(w(16 + 3a + k)), until n2 = s_0^2 + s_1^2 + s_2^2 < 2^48;
 *               direction_k = float(s_k / sqrt(n2))
 *   A           o_k = unit(w(k)) / 2^24, d = sphere, t = leave(o, d)
 *   B           f = pick(w(3), 6), axis k = f >> 1, u = k + 1, v = k + 2 (modulo 3);
 *               o_k = f & 1, o_u = unit(w(0)) / 2^24, o_v = unit(w(1)) / 2^24;
 *               p = signed(w(16 + 3a)), q = signed(w(17 + 3a)), until p^2 + q^2 < 2^48;
 *               d_u = p / 2^24, d_v = q / 2^24,
 *               d_k = float(sqrt(2^48 - p^2 - q^2) / 2^24), negated if f & 1; t = leave(o, d)
 *   C           p_k = unit(w(k)), e_k = unit(w(4 + k)) - p_k, n2 = sum of e_k^2; o = p / 2^24,
 *               d_k = float(e_k / sqrt(n2)), t = float(sqrt(n2) / 2^24); n2 = 0: d = (1, 0, 0)
 *   G           m_k = pick(w(k), 17), o = m / 16; f = pick(w(3), 6), d = -1 if f & 1, else 1, on
 *               axis k = f >> 1; t = min(f & 1 ? m_k : 16 - m_k, pick(w(4), 17)) / 16
 *   energy_k    (1 + (w(7 + k) >> 24)) / 256
 *   discs       centre_k = unit(w(k)) / 2^24, normal = sphere; in G centre_k = pick(w(k), 17) / 16
 *               and the normal as d, f = pick(w(3), 6)
 *
 * A ray of mode B is a uniform line through the cube: the probability that it meets a convex body
 * is in proportion to the body's area, which is what the paper asks of its rays.
 */

struct cpu_pool; /* harness/engine/cpu/cpu.h */

/* Fills arrays that are there. A NULL pool: by the caller alone; the same bits. */
void detp_generate_rays(const struct detp_rays *rays, enum detp_mode mode, uint64_t seed,
                        struct cpu_pool *pool);
void detp_generate_discs(const struct detp_discs *discs, enum detp_mode mode, uint64_t seed,
                         struct cpu_pool *pool);

/* Reference ------------------------------------------------------------------------------------ */
/*
 * Which rays hit which discs, in double precision from the float32 input.
 *
 * A pair is borderline when float32 may see it otherwise. With z = 1e-6 s / |e|, s the largest
 * coordinate (1 in the unit cube) and e of struct detp_rule: it hits when each bound is relaxed by
 * the length z, and not when each is tightened by it. (Where front faces alone count, e < 0 is such
 * a bound, of 1e-6 s.) The error of t in float32 is that of the numerator over e, so a bound that
 * is relative to the radius alone would be too strict for grazing rays, and none for the others.
 *
 * z has no limit, but a pair whose ray stays farther from the centre than the radius and 1e-5 s is
 * neither a hit nor borderline: whatever t came to be, its point lies on the ray.
 */

/* Fills the arrays of the answer, which are zeroed, and input->hits. Pairs that are too far from
 * each other are left out by a tree. */
void detp_reference(struct detp_input *input, struct cpu_pool *pool);

/* Fills them from all pairs: the definition. */
void detp_reference_all_pairs(struct detp_input *input);

/* Reference tree ------------------------------------------------------------------------------- */
/*
 * Discs in a tree of boxes, for the reference. A ray is shown each disc that is
 * within `reach` of its segment, and others.
 */

enum { DETP_TREE_LEAF = 8 };

/* Half the extents of a box around its centre; negative where it holds nothing. */
struct detp_tree_box {
    double centre[3], half[3];
};

/* A complete binary tree: the children of node i are 2i + 1 and 2i + 2, the last `leaf_count`
 * nodes are leaves, of DETP_TREE_LEAF discs each. */
struct detp_tree {
    struct detp_tree_box *nodes; /* malloc'ed, like the next */
    uint32_t *order;             /* discs along a curve */
    double (*centres)[3];        /* theirs, in this order */
    uint32_t count, leaf_count;
};

void detp_tree_init(struct detp_tree *tree, const struct detp_discs *discs, const float lower[3],
                    const float upper[3], double reach);
void detp_tree_finish(struct detp_tree *tree);

/* The middle of a segment, and half of it. */
struct detp_segment {
    double middle[3], half[3];
};

/* Calls visit for places first..last-1 of the order: those of each leaf that the segment touches,
 * or that rounding could have it touch. */
typedef void detp_tree_visit_fn(void *context, uint32_t first, uint32_t last);
void detp_tree_walk(const struct detp_tree *tree, const struct detp_segment *segment,
                    detp_tree_visit_fn *visit, void *context);

/* Form factor ---------------------------------------------------------------------------------- */
/* What a rectangle of light does to a point below it, in closed form. */

/*
 * A rectangle at `height` above a point, parallel to its surface, reaches from low[] to high[] of
 * it along two axes, measured from the point: the part of what leaves the point by the cosine that
 * arrives at the rectangle. Times pi and the rectangle's radiance it is the point's irradiance.
 */
double detp_form_factor(const double low[2], const double high[2], double height);

/* Estimate ------------------------------------------------------------------------------------- */
/*
 * The bench `detp.estimate`, and what its methods have in common. The state of a method
 * begins with a struct detp_output, which its setup() makes by detp_output_create(); the bench's
 * check() looks at that, so that a method need not have one.
 */

extern const struct bench detp_estimate;

/* DETP_WORDS per disc, in the input's order. */
struct detp_output {
    struct gpu_buffer *buffer; /* of methods on the device */
    uint32_t *sums;            /* of those of kind CPU, in memory */
    uint64_t tests; /* ray-disc pairs that one execution looks at; 0: not known. Read by check() */
    uint64_t box_culls, sphere_culls; /* of kind CPU: of rays with boxes, with spheres; likewise */
};

/* The state of the case's workload. */
const struct detp_input *detp_input_of(const struct bench_case *c);

/* Makes the output, by the variant's kind, and declares it. False: trouble that has been told. */
bool detp_output_create(struct bench_case *c);

/* Makes that of a device; where the index alone is timed, the sums are no output: the check makes
 * them. */
bool detp_traced_output_create(struct bench_case *c, bool traces);

/*
 * Adds to what a method must do what the tests of its output take, each two scalar products and
 * four operations at least, whichever test it is; once check() has counted them. Where every hit
 * is added to memory, `atomics` each, these too: random discs lie far apart in it, and those of
 * scenes, of which neighbours may be hit together, are left out.
 */
void detp_tests_work(const struct bench_case *c, double atomics, struct bench_work *work);

/* Returns the output: read back, or the memory. NULL: the device has failed. */
const uint32_t *detp_output_read(struct bench_case *c);

/* Holds the answer, NULL after trouble, against the reference's, as detp_check_sums() does, and
 * states the metrics. */
bool detp_check_answer(struct bench_case *c, const uint32_t *sums);

/* Each ray, each disc and each answer once, and on the host what was tested and culled; what a
 * method tests on the device, and keeps besides, is its own. */
void detp_estimate_work(const struct bench_case *c, struct bench_work *work);

/*
 * Holds an answer against the reference's. Each word of each disc lies between what is there
 * without borderline pairs and what is there with all of them; without any, it is equal, and where
 * the count says that none of them hit, or all, the energies say so, too. Rounding has no
 * direction, so that of all borderline pairs at most a quarter (and 16) may be amiss in total.
 */
bool detp_check_sums(struct context *context, const struct detp_input *input, const uint32_t *sums);

/* Octree literal ------------------------------------------------------------------------------- */
/*
 * The paper's octree as it is printed (section 3.1): discs and rays are in each
 * leaf whose box they meet, «completely or partially», and each leaf adds the energies of all hits
 * between them. A hit of which ray and disc share k leaves counts k times. On one thread of the
 * host, for `inspect` alone: what it makes is no answer.
 */

/* How a disc is held against a box, which the text does not say. */
enum detp_literal_test {
    DETP_LITERAL_BOX,    /* by its own box, and by its plane: nearly the disc itself */
    DETP_LITERAL_SPHERE, /* by the sphere around it */
};

enum { DETP_LITERAL_DEPTH = 3, DETP_LITERAL_DEPTH_MAX = 6 };

/* Adds to DETP_WORDS sums per disc, all 0 before; leaves are on level `depth`, 0 to the most.
 * False: no memory, which the context has. */
bool detp_octree_literal(struct context *context, const struct detp_input *input, uint32_t depth,
                         enum detp_literal_test test, uint32_t *sums);

/* Variants ------------------------------------------------------------------------------------- */
/* The methods of `detp.estimate`, each in the file of its name, and their table. */

extern const struct bench_method detp_brute;
extern const struct bench_method detp_octree;

/* Data of a test's variant of octree, in place of what the device allows. */
struct detp_octree_limits {
    uint64_t list_bytes; /* of the lists, at most */
    double entries;      /* of a batch, at most, by what its rays may have */
    double jobs;         /* wanted: below that they are halved */
};

extern const struct bench_method detp_octree_paper;
extern const struct bench_method detp_grid;
extern const struct grid_traits detp_grid_rows_ahead; /* as data of grid_ahead */
extern const struct bench_method detp_ray_tracing;    /* and ray_query, by what the variant needs */
extern const struct bench_method detp_bvh;

/* The axis of methods with an index. */
extern const char *const detp_part_names[];
#define DETP_PART_AXIS                                                                             \
    AXIS("part", "timed part: the index built and traced, or either alone",                        \
         .names = detp_part_names, .default_value = "all", .parts = true,                          \
         .check = "all,build,trace", .values = { "all", "all,build,trace", "all,build,trace" })

/* Values of that axis: what of a method with an index is timed. The other part takes no measured
 * time: setup() builds the index, or check() traces it. */
enum detp_part { DETP_PART_BUILD = 1, DETP_PART_TRACE = 2, DETP_PART_ALL = 3 };

/* All, for variants without the axis. */
enum detp_part detp_part_of(const struct bench_case *c);

/* The first is the baseline. Ends with a NULL name. */
extern const struct bench_variant detp_variants[];

/* Round trip ----------------------------------------------------------------------------------- */
/* The bench `round_trip`: an estimate whose rays and discs are in memory of the host
 * before it, and whose sums are there after it. The paper times no transfers. */

extern const struct bench detp_round_trip;

/* Inspect -------------------------------------------------------------------------------------- */
/* Output of `claimcheck inspect detp`: facts of an input, by the reference or by a method; with
 * --scene, irradiance of photons as facts and as a picture, and how far rays and impacts are from
 * the truth beside walls. */

extern const struct inspection_kind detp_inspections[];

#endif
