/* SPDX-License-Identifier: MIT */
#include "bench/detp/inspect.h"

#include "bench/common/hash.h"
#include "bench/detp/estimate.h"

static const struct inspection_option options[] = {
    { "rays", "R", "how many; 10000 unless given" },
    { "discs", "D", "how many; 10000 unless given" },
    { "mode", "MODE", "where rays come from: A, B, C or G, see the axis; B unless given" },
    { "radius", "RADIUS", "of the discs, in the unit cube; 0.01 unless given" },
    { "method", "NAME", "a variant of detp.estimate in place of the reference" },
    { .name = NULL },
};

struct request {
    struct detp_request input;
    const struct bench_variant *variant; /* NULL: the reference */
};

static bool read_request(struct inspection *inspection, struct request *request)
{
    int64_t rays = 10000, discs = 10000;
    size_t mode = DETP_B;
    double radius = 0.01;
    if (!inspection_integer(inspection, "rays", 1, DETP_COUNT_MAX, &rays) ||
        !inspection_integer(inspection, "discs", 1, DETP_COUNT_MAX, &discs) ||
        !inspection_choice(inspection, "mode", detp_mode_names, &mode) ||
        !inspection_number(inspection, "radius", 1e-6, 1, &radius) ||
        !inspection_variant(inspection, "method", &detp_estimate, &request->variant))
        return false;
    request->input = (struct detp_request){ .mode = (enum detp_mode)mode,
                                            .rays = (uint32_t)rays,
                                            .discs = (uint32_t)discs,
                                            .radius = (float)radius };
    return true;
}

static void state_reference(struct context *context, const struct detp_input *input)
{
    detp_input_facts(context, input, input->sums);
    context_fact_hash(context, "rays_hash",
                      hash_bytes(input->ray_hits, input->rays.count * sizeof(uint32_t)));
    context_fact_count(context, "borderline_pairs", detp_input_borderline(input));
}

/* What a method makes of it, and how far that is from the reference. */
static bool state_method(struct inspection *inspection, const struct bench_variant *variant,
                         struct detp_input *input)
{
    struct context *context = &inspection->context;
    struct bench_case *c = inspection_case(inspection, &detp_estimate, variant, input, NULL);
    const uint32_t *sums = c ? detp_output_read(c) : NULL;
    if (!sums)
        return false;
    const struct detp_output *output = c->state;
    uint32_t discs;
    const uint64_t pairs = detp_input_differing(input, sums, &discs);
    detp_input_facts(context, input, sums);
    context_fact_count(context, "differing_pairs", pairs);
    context_fact_count(context, "differing_discs", discs);
    if (output->tests > 0)
        context_fact_count(context, "tests", output->tests);
    return true;
}

static bool inspect(struct inspection *inspection)
{
    struct context *context = &inspection->context;
    struct request request = { .variant = NULL };
    struct detp_input *input = context_alloc(context, sizeof(*input));
    if (!input || !read_request(inspection, &request) ||
        !detp_input_make(context, &request.input, input))
        return false;
    context_fact_count(context, "rays", input->rays.count);
    context_fact_count(context, "discs", input->discs.count);
    if (request.variant)
        return state_method(inspection, request.variant, input);
    state_reference(context, input);
    return true;
}

const struct inspection_kind detp_inspections[] = {
    { "detp", "hits of rays and discs: counts, sums and hashes, of the reference or a method",
      options, inspect },
    { .name = NULL },
};
