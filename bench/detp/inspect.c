/* SPDX-License-Identifier: MIT */
#include "bench/detp/detp.h"

#include "bench/common/hash.h"
#include "harness/image.h"

#include <math.h>
#include <string.h>

static const struct inspection_option options[] = {
    { "rays", "R", "how many; 10000 unless given" },
    { "discs", "D", "how many; 10000 unless given" },
    { "mode", "MODE", "where rays come from: A, B, C or G, see the axis; B unless given" },
    { "radius", "RADIUS",
      "radius of the discs, in sides of the cube or the scene; 0.01 unless given" },
    { "method", "NAME",
      "a variant of detp.estimate in place of the reference, or octree_literal: as printed" },
    { "depth", "N", "levels of octree_literal; 3 unless given" },
    { "scene", "NAME", "photons in place of a mode: room, empty, or a mesh FILE.obj in the room" },
    { "estimator", "NAME", "rays, or photons that end within the radius; rays unless given" },
    { "bounces", "N", "most bounces of a photon; 0: direct light; 63 unless given" },
    { "pixels", "WxH", "size of the picture, a disc each; 320x200" },
    { "edges", NULL, "in the empty room, the error beside walls, against the closed form" },
    { .name = NULL },
};

/* Photons -------------------------------------------------------------------------------------- */

enum { PICTURE_SIDE_MAX = 2048, BANDS = 4 };

struct view {
    struct detp_scene_request scene;
    bool impacts; /* the estimator of a photon map, in place of rays */
    bool edges;
};

/* Reads the options of scenes, but for counts and the radius. */
static bool view_read(struct inspection *inspection, struct view *view)
{
    static const char *const estimators[] = { "rays", "photons", NULL };
    size_t estimator = 0;
    int64_t bounces = DETP_BOUNCES_MAX;
    struct context *context = &inspection->context;
    const char *name = inspection_text(inspection, "scene");
    view->scene.kind = strcmp(name, "room") == 0    ? DETP_WORLD_ROOM
                       : strcmp(name, "empty") == 0 ? DETP_WORLD_EMPTY
                                                    : DETP_WORLD_MESH;
    if (view->scene.kind == DETP_WORLD_MESH)
        view->scene.file = name;
    view->scene.width = 320;
    view->scene.height = 200;
    if (!inspection_choice(inspection, "estimator", estimators, &estimator) ||
        !inspection_integer(inspection, "bounces", 0, DETP_BOUNCES_MAX, &bounces) ||
        !inspection_size(inspection, "pixels", PICTURE_SIDE_MAX, &view->scene.width,
                         &view->scene.height))
        return false;
    view->impacts = estimator == 1;
    view->scene.bounces_max = (uint32_t)bounces;
    if (inspection_picture(inspection))
        view->scene.points = DETP_POINTS_CAMERA;
    view->edges = inspection_flag(inspection, "edges");
    if (!view->edges)
        return true;
    if (view->scene.kind != DETP_WORLD_EMPTY || inspection_text(inspection, "bounces") ||
        inspection_picture(inspection))
        return context_error(context, "--edges: the closed form is of direct light in --scene "
                                      "empty, without --bounces and --picture");
    view->scene.points = DETP_POINTS_FLOOR;
    view->scene.bounces_max = 0;
    return true;
}

/* Brightness of an irradiance, three times the mean being white. */
static uint8_t bright(double irradiance, double mean)
{
    const double part = mean > 0 ? irradiance / (3 * mean) : 0;
    return (uint8_t)(255 * sqrt(part < 1 ? part : 1) + 0.5);
}

/* States means of sums in the layout of an answer, and the picture if one is wanted. */
static void view_state(struct inspection *inspection, const struct view *view,
                       const struct detp_input *input, const struct detp_photons *photons,
                       const uint32_t *sums)
{
    static const char *const names[3] = { "irradiance_red", "irradiance_green", "irradiance_blue" };
    struct context *context = &inspection->context;
    double mean[3] = { 0 }, all = 0;
    for (size_t j = 0; j < input->discs.count; j++) {
        const struct detp_irradiance at = detp_scene_irradiance(input, photons, sums, j);
        for (int k = 0; k < 3; k++)
            mean[k] += at.colour[k] / input->discs.count;
    }
    context_fact_count(context, "paths", photons->paths);
    context_fact_number(context, "radius", (double)input->discs.radius);
    for (int k = 0; k < 3; k++) {
        context_fact_number(context, names[k], mean[k]);
        all += mean[k] / 3;
    }
    struct image *image = inspection_picture(inspection);
    if (image)
        image_init(image, view->scene.width, view->scene.height);
    for (size_t j = 0; image && j < input->discs.count; j++) {
        const struct detp_irradiance at = detp_scene_irradiance(input, photons, sums, j);
        const uint8_t rgb[3] = { bright(at.colour[0], all), bright(at.colour[1], all),
                                 bright(at.colour[2], all) };
        image_set(image, (int64_t)(j % view->scene.width), (int64_t)(j / view->scene.width), rgb);
    }
}

/* Edges ---------------------------------------------------------------------------------------- */

/* Form factor of a rectangle with a corner straight above the point, with sides a and b; odd in
 * both. */
static double corner(double a, double b, double height)
{
    const double to_a = sqrt(a * a + height * height), to_b = sqrt(b * b + height * height);
    return (a / to_a * atan(b / to_a) + b / to_b * atan(a / to_b)) / (2 * 3.14159265358979323846);
}

double detp_form_factor(const double low[2], const double high[2], double height)
{
    return corner(high[0], high[1], height) - corner(low[0], high[1], height) -
           corner(high[0], low[1], height) + corner(low[0], low[1], height);
}

struct band {
    const char *label;
    double least; /* distance from the nearest wall, in radii */
    double discs, wanted, rays, impacts;
};

/* Compares both estimators with the closed form, by the distance from the nearest wall. */
static bool view_edges(struct inspection *inspection, const struct detp_input *input,
                       const struct detp_photons *photons)
{
    static const char *const columns[] = { "radii_from_wall", "discs", "error_rays",
                                           "error_photons", NULL };
    struct band bands[BANDS] = { { .label = "0 to 0.5" },
                                 { .label = "0.5 to 1", .least = 0.5 },
                                 { .label = "1 to 2", .least = 1 },
                                 { .label = "above 2", .least = 2 } };
    const char *labels[BANDS];
    double numbers[3 * BANDS];
    uint32_t *impacts =
        context_alloc(&inspection->context, DETP_WORDS * sizeof(uint32_t) * input->discs.count);
    if (!impacts)
        return false;
    detp_scene_gather(input, impacts);
    for (size_t j = 0; j < input->discs.count; j++) {
        /* In the room of bench/common/scene.h: its walls, and its light. */
        const double x = (double)input->discs.centre[0][j], z = (double)input->discs.centre[2][j];
        const double to_wall = fmin(1.8 - fabs(x), 2 - fabs(z)) / (double)input->discs.radius;
        const double low[2] = { -0.5 - x, 0.1 - z }, high[2] = { 0.5 - x, 0.7 - z };
        int i = BANDS - 1;
        while (i > 0 && to_wall < bands[i].least)
            i--;
        bands[i].discs++;
        bands[i].wanted += 3.14159265358979323846 * 11 * detp_form_factor(low, high, 1.97);
        bands[i].rays += detp_scene_irradiance(input, photons, input->sums, j).colour[0];
        bands[i].impacts += detp_scene_irradiance(input, photons, impacts, j).colour[0];
    }
    for (int i = 0; i < BANDS; i++) {
        labels[i] = bands[i].label;
        numbers[3 * i] = bands[i].discs;
        numbers[3 * i + 1] = bands[i].rays / bands[i].wanted - 1;
        numbers[3 * i + 2] = bands[i].impacts / bands[i].wanted - 1;
        inspection_line(
            inspection, "%s radii from a wall: %.0f discs, rays %+.2f %%, photons %+.2f %%",
            bands[i].label, bands[i].discs, 100 * numbers[3 * i + 1], 100 * numbers[3 * i + 2]);
    }
    inspection_records(inspection, "edges", columns, labels, numbers, BANDS);
    return true;
}

/* Requests ------------------------------------------------------------------------------------- */

struct request {
    bool scene;
    struct detp_request random;
    struct view view;
    const struct bench_variant *variant; /* NULL: the reference */
    bool literal;                        /* in its place: the octree as printed */
    uint32_t depth;                      /* of that */
};

/* Options that would be ignored. */
static bool refuse(struct inspection *inspection, const struct request *request)
{
    static const char *const of_scenes[] = { "estimator", "bounces", "pixels" };
    struct context *context = &inspection->context;
    for (size_t i = 0; i < sizeof(of_scenes) / sizeof(of_scenes[0]) && !request->scene; i++)
        if (inspection_text(inspection, of_scenes[i]))
            return context_error(context, "--%s is for photons: --scene room, empty or FILE.obj",
                                 of_scenes[i]);
    if (!request->scene && (inspection_flag(inspection, "edges") || inspection_picture(inspection)))
        return context_error(context, "--%s is for photons: --scene room, empty or FILE.obj",
                             inspection_picture(inspection) ? "picture" : "edges");
    if (request->scene && inspection_text(inspection, "mode"))
        return context_error(context, "--scene and --mode both say where rays come from: give one");
    if (request->scene && inspection_picture(inspection) && inspection_text(inspection, "discs"))
        return context_error(context, "--picture has a disc per pixel: --pixels WxH, no --discs");
    if ((request->variant || request->literal) && (request->view.impacts || request->view.edges))
        return context_error(context, "--method gathers rays: no --estimator photons, no --edges");
    return true;
}

static bool read_request(struct inspection *inspection, struct request *request)
{
    int64_t rays = 10000, discs = 10000, depth = DETP_LITERAL_DEPTH;
    size_t mode = DETP_B;
    double radius = 0.01;
    const char *method = inspection_text(inspection, "method");
    request->scene = inspection_text(inspection, "scene");
    /* A variant, or what is no variant, for its answer is wrong. */
    request->literal = method && strcmp(method, "octree_literal") == 0;
    if (!request->literal && inspection_text(inspection, "depth"))
        return context_error(&inspection->context, "--depth is for --method octree_literal");
    if (!inspection_integer(inspection, "rays", 1, DETP_COUNT_MAX, &rays) ||
        !inspection_integer(inspection, "discs", 1, DETP_COUNT_MAX, &discs) ||
        !inspection_choice(inspection, "mode", detp_mode_names, &mode) ||
        !inspection_number(inspection, "radius", 1e-6, 1, &radius) ||
        !inspection_integer(inspection, "depth", 0, DETP_LITERAL_DEPTH_MAX, &depth) ||
        (!request->literal &&
         !inspection_variant(inspection, "method", &detp_estimate, &request->variant)) ||
        (request->scene && !view_read(inspection, &request->view)))
        return false;
    request->depth = (uint32_t)depth;
    request->random = (struct detp_request){ .mode = (enum detp_mode)mode,
                                             .rays = (uint32_t)rays,
                                             .discs = (uint32_t)discs,
                                             .radius = (float)radius };
    request->view.scene.rays = (uint32_t)rays;
    request->view.scene.discs = (uint32_t)discs;
    request->view.scene.radius = (float)radius;
    return refuse(inspection, request);
}

/* States a method's answer, and its distance from the reference. NULL after trouble. */
static const uint32_t *state_method(struct inspection *inspection,
                                    const struct bench_variant *variant, struct detp_input *input)
{
    struct context *context = &inspection->context;
    struct bench_case *c = inspection_case(inspection, &detp_estimate, variant, input, NULL);
    const uint32_t *sums = c ? detp_output_read(c) : NULL;
    if (!sums)
        return NULL;
    const struct detp_output *output = c->state;
    uint32_t discs;
    const uint64_t pairs = detp_input_differing(input, sums, &discs);
    detp_input_facts(context, input, sums);
    context_fact_count(context, "differing_pairs", pairs);
    context_fact_count(context, "differing_discs", discs);
    if (output->tests > 0)
        context_fact_count(context, "tests", output->tests);
    return sums;
}

/* Sums of the octree as printed, and how many times it counts a hit, by discs' boxes and spheres.
 */
static const uint32_t *state_literal(struct context *context, const struct detp_input *input,
                                     uint32_t depth)
{
    static const char *const names[] = { "counted_by_boxes", "counted_by_spheres" };
    uint32_t *sums[2];
    double counted[2] = { 0 };
    for (int test = 0; test < 2; test++) {
        sums[test] = context_alloc(context, DETP_WORDS * sizeof(uint32_t) * input->discs.count);
        if (!sums[test] ||
            !detp_octree_literal(context, input, depth, (enum detp_literal_test)test, sums[test]))
            return NULL;
        for (size_t j = 0; j < input->discs.count; j++)
            counted[test] += sums[test][DETP_WORDS * j + 3];
    }
    detp_input_facts(context, input, sums[0]);
    for (int test = 0; test < 2 && input->hits > 0; test++)
        context_fact_number(context, names[test], counted[test] / (double)input->hits);
    return sums[0];
}

static bool inspect(struct inspection *inspection)
{
    struct context *context = &inspection->context;
    struct request request = { .variant = NULL };
    struct detp_photons photons = { .paths = 0 };
    struct detp_input *input = context_alloc(context, sizeof(*input));
    if (!input || !read_request(inspection, &request))
        return false;
    if (!request.scene && !detp_input_make(context, &request.random, input))
        return false;
    if (request.scene && (!detp_scene_input_make(context, &request.view.scene, input, &photons) ||
                          (!request.view.impacts && !detp_input_answer(context, input))))
        return false;
    context_fact_count(context, "rays", input->rays.count);
    context_fact_count(context, "discs", input->discs.count);
    const uint32_t *sums = input->sums;
    if (request.view.impacts) {
        /* The impacts of a photon map, in place of an answer. */
        uint32_t *impacts =
            context_alloc(context, DETP_WORDS * sizeof(*impacts) * input->discs.count);
        if (!impacts)
            return false;
        detp_scene_gather(input, impacts);
        detp_input_facts(context, input, impacts);
        sums = impacts;
    } else if (request.literal) {
        sums = state_literal(context, input, request.depth);
    } else if (request.variant) {
        sums = state_method(inspection, request.variant, input);
    } else {
        detp_input_facts(context, input, sums);
        context_fact_hash(context, "rays_hash",
                          hash_bytes(input->ray_hits, input->rays.count * sizeof(uint32_t)));
        context_fact_count(context, "borderline_pairs", detp_input_borderline(input));
    }
    if (!sums || !request.scene)
        return sums;
    view_state(inspection, &request.view, input, &photons, sums);
    return !request.view.edges || view_edges(inspection, input, &photons);
}

const struct inspection_kind detp_inspections[] = {
    { "detp", "hits of rays and discs: counts, sums and hashes, of the reference or a method",
      options, inspect },
    { .name = NULL },
};
