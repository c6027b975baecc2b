/* SPDX-License-Identifier: MIT */
#include "bench/detp/inspect.h"

#include "bench/common/hash.h"
#include "bench/detp/estimate.h"
#include "bench/detp/inspect_scene.h"

static const struct inspection_option options[] = {
    { "rays", "R", "how many; 10000 unless given" },
    { "discs", "D", "how many; 10000 unless given" },
    { "mode", "MODE", "where rays come from: A, B, C or G, see the axis; B unless given" },
    { "radius", "RADIUS", "of the discs, in sides of the cube or the scene; 0.01 unless given" },
    { "method", "NAME", "a variant of detp.estimate in place of the reference" },
    { "scene", "NAME", "photons in place of a mode: room, empty, or a mesh FILE.obj in the room" },
    { "estimator", "NAME",
      "rays, or photons: those that end within the radius; rays unless given" },
    { "bounces", "N", "of a photon at most; 0: direct light; 63 unless given" },
    { "pixels", "WxH", "of the picture, a disc each; 320x200" },
    { "edges", NULL, "of the empty room: the error beside walls, against the closed form" },
    { .name = NULL },
};

struct request {
    bool scene;
    struct detp_request random;
    struct detp_view view;
    const struct bench_variant *variant; /* NULL: the reference */
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
    if (request->variant && (request->view.impacts || request->view.edges))
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
        !inspection_variant(inspection, "method", &detp_estimate, &request->variant) ||
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

/* What a method makes of it, and how far that is from the reference. NULL after trouble. */
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
