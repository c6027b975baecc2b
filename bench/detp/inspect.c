/* SPDX-License-Identifier: MIT */
#include "bench/detp/detp.h"

#include "bench/common/hash.h"

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

struct request {
    bool scene;
    struct detp_request random;
    struct detp_view view;
    const struct bench_variant *variant; /* NULL: the reference */
    bool literal;                        /* in its place: the octree as printed */
    uint32_t depth;                      /* of that */
};

/* A variant, or what is no variant, for its answer is wrong. */
static bool read_method(struct inspection *inspection, struct request *request)
{
    const char *method = inspection_text(inspection, "method");
    int64_t depth = DETP_LITERAL_DEPTH;
    request->literal = method && strcmp(method, "octree_literal") == 0;
    if (!request->literal && inspection_text(inspection, "depth"))
        return context_error(&inspection->context, "--depth is for --method octree_literal");
    if (!inspection_integer(inspection, "depth", 0, DETP_LITERAL_DEPTH_MAX, &depth))
        return false;
    request->depth = (uint32_t)depth;
    return request->literal ||
           inspection_variant(inspection, "method", &detp_estimate, &request->variant);
}

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
    int64_t rays = 10000, discs = 10000;
    size_t mode = DETP_B;
    double radius = 0.01;
    request->scene = inspection_text(inspection, "scene");
    if (!inspection_integer(inspection, "rays", 1, DETP_COUNT_MAX, &rays) ||
        !inspection_integer(inspection, "discs", 1, DETP_COUNT_MAX, &discs) ||
        !inspection_choice(inspection, "mode", detp_mode_names, &mode) ||
        !inspection_number(inspection, "radius", 1e-6, 1, &radius) ||
        !read_method(inspection, request) ||
        (request->scene && !detp_view_read(inspection, &request->view)))
        return false;
    request->random = (struct detp_request){ .mode = (enum detp_mode)mode,
                                             .rays = (uint32_t)rays,
                                             .discs = (uint32_t)discs,
                                             .radius = (float)radius };
    request->view.scene.rays = (uint32_t)rays;
    request->view.scene.discs = (uint32_t)discs;
    request->view.scene.radius = (float)radius;
    return refuse(inspection, request);
}

static void state_reference(struct context *context, const struct detp_input *input)
{
    detp_input_facts(context, input, input->sums);
    context_fact_hash(context, "rays_hash",
                      hash_bytes(input->ray_hits, input->rays.count * sizeof(uint32_t)));
    context_fact_count(context, "borderline_pairs", detp_input_borderline(input));
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

/* The impacts of a photon map, in place of an answer. */
static const uint32_t *state_impacts(struct context *context, const struct detp_input *input)
{
    uint32_t *sums = context_alloc(context, DETP_WORDS * sizeof(*sums) * input->discs.count);
    if (!sums || !detp_scene_gather(context, input, sums))
        return NULL;
    detp_input_facts(context, input, sums);
    return sums;
}

static bool make(struct context *context, const struct request *request, struct detp_input *input,
                 struct detp_photons *photons)
{
    if (!request->scene)
        return detp_input_make(context, &request->random, input);
    return detp_scene_input_make(context, &request->view.scene, input, photons) &&
           (request->view.impacts || detp_input_answer(context, input));
}

static bool inspect(struct inspection *inspection)
{
    struct context *context = &inspection->context;
    struct request request = { .variant = NULL };
    struct detp_photons photons = { .paths = 0 };
    struct detp_input *input = context_alloc(context, sizeof(*input));
    if (!input || !read_request(inspection, &request) || !make(context, &request, input, &photons))
        return false;
    context_fact_count(context, "rays", input->rays.count);
    context_fact_count(context, "discs", input->discs.count);
    const uint32_t *sums = input->sums;
    if (request.view.impacts)
        sums = state_impacts(context, input);
    else if (request.literal)
        sums = state_literal(context, input, request.depth);
    else if (request.variant)
        sums = state_method(inspection, request.variant, input);
    else
        state_reference(context, input);
    if (!sums || !request.scene)
        return sums;
    return detp_view_state(inspection, &request.view, input, &photons, sums) &&
           (!request.view.edges || detp_view_edges(inspection, input, &photons));
}

const struct inspection_kind detp_inspections[] = {
    { "detp", "hits of rays and discs: counts, sums and hashes, of the reference or a method",
      options, inspect },
    { .name = NULL },
};
