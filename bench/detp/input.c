/* SPDX-License-Identifier: MIT */
#include "bench/detp/detp.h"

#include "bench/common/device.h"
#include "bench/common/hash.h"
#include "harness/engine/cpu/cpu.h"

#include <math.h>
#include <string.h>

const char *const detp_mode_names[] = { "A", "B", "C", "G", NULL };

bool detp_rays_create(struct context *context, struct detp_rays *rays, uint32_t count)
{
    *rays = (struct detp_rays){ .count = count };
    rays->t_max = context_alloc(context, count * sizeof(float));
    for (int k = 0; k < 3; k++) {
        rays->origin[k] = context_alloc(context, count * sizeof(float));
        rays->direction[k] = context_alloc(context, count * sizeof(float));
        rays->energy[k] = context_alloc(context, count * sizeof(uint16_t));
    }
    return context_ok(context);
}

bool detp_discs_create(struct context *context, struct detp_discs *discs, uint32_t count,
                       float radius)
{
    *discs = (struct detp_discs){ .count = count, .radius = radius };
    for (int k = 0; k < 3; k++) {
        discs->centre[k] = context_alloc(context, count * sizeof(float));
        discs->normal[k] = context_alloc(context, count * sizeof(float));
    }
    return context_ok(context);
}

bool detp_input_answer(struct context *context, struct detp_input *input)
{
    const size_t discs = input->discs.count, bytes = DETP_WORDS * discs * sizeof(uint32_t);
    input->sums = context_alloc(context, bytes);
    input->losable = context_alloc(context, bytes);
    input->gainable = context_alloc(context, bytes);
    input->borderline = context_alloc(context, discs * sizeof(uint32_t));
    input->ray_hits = context_alloc(context, input->rays.count * sizeof(uint32_t));
    if (!context_ok(context))
        return false;
    const struct context_part parts[] = {
        { input->sums, bytes },
        { input->losable, bytes },
        { input->gainable, bytes },
        { input->borderline, discs * sizeof(uint32_t) },
        { input->ray_hits, input->rays.count * sizeof(uint32_t) },
        { &input->hits, sizeof(input->hits) },
    };
    enum { PARTS = sizeof(parts) / sizeof(parts[0]) };
    if (context_recall(context, "detp answer", parts, PARTS))
        return true;
    struct cpu_pool *pool = cpu_pool_create(0);
    detp_reference(input, pool);
    cpu_pool_destroy(&pool);
    context_keep(context, "detp answer", parts, PARTS);
    return true;
}

bool detp_input_make(struct context *context, const struct detp_request *request,
                     struct detp_input *input)
{
    if (!detp_rays_create(context, &input->rays, request->rays) ||
        !detp_discs_create(context, &input->discs, request->discs, request->radius))
        return false;
    struct cpu_pool *pool = cpu_pool_create(0);
    detp_generate_rays(&input->rays, request->mode, context->seed, pool);
    detp_generate_discs(&input->discs, request->mode, context->seed, pool);
    cpu_pool_destroy(&pool);
    input->exact = request->mode == DETP_G;
    for (int k = 0; k < 3; k++)
        input->upper[k] = 1;
    return detp_input_answer(context, input);
}

/* Packs pairs of vec4: three floats and one, and three and one. */
static void pack(float *to, float *const first[3], float one, float *const second[3], float other,
                 size_t i)
{
    for (int k = 0; k < 3; k++) {
        to[k] = first[k][i];
        to[4 + k] = second[k][i];
    }
    to[3] = one;
    to[7] = other;
}

bool detp_input_upload(struct context *context, struct detp_input *input)
{
    const size_t rays = input->rays.count, discs = input->discs.count;
    float *ray_words = context_alloc(context, DETP_RAY_BYTES * rays);
    float *disc_words = context_alloc(context, DETP_DISC_BYTES * discs);
    if (!ray_words || !disc_words)
        return false;
    for (size_t i = 0; i < rays; i++) {
        uint32_t energies = 0; /* a byte each, less 1 */
        float bits;
        for (int k = 0; k < 3; k++)
            energies |= (uint32_t)(input->rays.energy[k][i] - 1) << 8 * k;
        memcpy(&bits, &energies, sizeof(bits));
        pack(&ray_words[8 * i], input->rays.origin, input->rays.t_max[i], input->rays.direction,
             bits, i);
    }
    for (size_t j = 0; j < discs; j++)
        pack(&disc_words[8 * j], input->discs.centre, 0, input->discs.normal, input->discs.radius,
             j);
    input->ray_buffer = buffer_create(context->scope, "rays", DETP_RAY_BYTES * rays, ray_words);
    input->disc_buffer =
        buffer_create(context->scope, "discs", DETP_DISC_BYTES * discs, disc_words);
    return input->ray_buffer && input->disc_buffer;
}

uint64_t detp_input_borderline(const struct detp_input *input)
{
    uint64_t pairs = 0;
    for (size_t j = 0; j < input->discs.count; j++)
        pairs += input->borderline[j];
    return pairs;
}

uint64_t detp_input_differing(const struct detp_input *input, const uint32_t *sums, uint32_t *discs)
{
    uint64_t pairs = 0;
    uint32_t differing = 0;
    for (size_t j = 0; j < input->discs.count; j++) {
        const uint32_t a = sums[DETP_WORDS * j + 3], b = input->sums[DETP_WORDS * j + 3];
        pairs += a < b ? b - a : a - b;
        differing += a != b;
    }
    if (discs)
        *discs = differing;
    return pairs;
}

void detp_input_facts(struct context *context, const struct detp_input *input, const uint32_t *sums)
{
    const size_t discs = input->discs.count;
    uint64_t totals[DETP_WORDS] = { 0 };
    uint32_t *energies = context_alloc(context, 3 * discs * sizeof(uint32_t));
    uint32_t *counts = context_alloc(context, discs * sizeof(uint32_t));
    if (!energies || !counts)
        return;
    for (size_t j = 0; j < discs; j++) {
        for (int k = 0; k < DETP_WORDS; k++)
            totals[k] += sums[DETP_WORDS * j + k];
        memcpy(&energies[3 * j], &sums[DETP_WORDS * j], 3 * sizeof(uint32_t));
        counts[j] = sums[DETP_WORDS * j + 3];
    }
    context_fact_count(context, "hits", totals[3]);
    context_fact_series(context, "energy_256", totals, 3);
    context_fact_hash(context, "sums_hash", hash_bytes(energies, 3 * discs * sizeof(uint32_t)));
    context_fact_hash(context, "counts_hash", hash_bytes(counts, discs * sizeof(uint32_t)));
}

/* Box ------------------------------------------------------------------------------------------ */

/* Shares of the diagonal: some hundred times the rounding of positions and t. */
static const double SLACK = 1e-5, HEIGHT = 1e-3;

void detp_box_init(struct detp_box *box, const struct detp_input *input)
{
    double largest = 0, squares = 0;
    for (int k = 0; k < 3; k++)
        largest = fmax(largest, (double)input->upper[k] - input->lower[k]);
    for (int k = 0; k < 3; k++) {
        const double least = largest > 0 ? HEIGHT * largest : 1;
        box->lower[k] = input->lower[k];
        box->extent[k] = fmax((double)input->upper[k] - input->lower[k], least);
        squares += box->extent[k] * box->extent[k];
    }
    box->diagonal = sqrt(squares);
    box->t_pad = (float)(SLACK * box->diagonal);
    box->pad = (float)(input->discs.radius * (1 + SLACK) + SLACK * box->diagonal);
}
