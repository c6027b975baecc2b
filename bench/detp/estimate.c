/* SPDX-License-Identifier: MIT */
#include "bench/detp/estimate.h"

#include "bench/detp/variants.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes on the host: seven floats and three energies of a ray, six floats of a disc. */
enum { HOST_RAY_BYTES = 34, HOST_DISC_BYTES = 24, ANSWER_BYTES = 16, RADIUS_DIGITS = 6 };

/* Workload ------------------------------------------------------------------------------------- */

/* A count, at *text, which then stands behind it. */
static bool read_count(const char **text, uint32_t *count)
{
    char *end;
    if (!isdigit((unsigned char)**text) || **text == '0')
        return false;
    const unsigned long long value = strtoull(*text, &end, 10);
    *text = end;
    *count = (uint32_t)value;
    return value <= DETP_COUNT_MAX;
}

static bool read_size(const char *text, uint32_t *discs, uint32_t *rays)
{
    if (!read_count(&text, discs) || *text != 'x')
        return false;
    text++;
    return read_count(&text, rays) && *text == 0;
}

static bool accepts_size(const char *text)
{
    uint32_t discs, rays;
    return read_size(text, &discs, &rays);
}

/* "0." and some digits, the last of which is not 0: a case has one name. */
static bool accepts_radius(const char *text)
{
    if (strncmp(text, "0.", 2) != 0)
        return false;
    const size_t digits = strspn(text + 2, "0123456789");
    return digits > 0 && digits <= RADIUS_DIGITS && text[2 + digits] == 0 &&
           text[1 + digits] != '0';
}

static enum detp_mode mode_of(const char *name)
{
    int mode = 0;
    while (strcmp(detp_mode_names[mode], name) != 0)
        mode++;
    return (enum detp_mode)mode;
}

static bool make_shared(struct context *context, void *state, const void *argument)
{
    return detp_input_make(context, argument, state);
}

static void state_facts(struct context *context, const struct detp_input *input)
{
    uint64_t borderline = 0;
    for (size_t j = 0; j < input->discs.count; j++)
        borderline += input->borderline[j];
    context_fact_count(context, "discs", input->discs.count);
    context_fact_count(context, "rays", input->rays.count);
    context_fact_count(context, "borderline_pairs", borderline);
    detp_input_facts(context, input, input->sums);
}

static bool workload(struct bench_workload *workload)
{
    struct context *context = &workload->context;
    const char *size = context_text(context, "size"), *mode = context_text(context, "mode");
    const char *radius = context_text(context, "radius");
    struct detp_request request = { .mode = mode_of(mode), .radius = strtof(radius, NULL) };
    char key[128];
    if (!read_size(size, &request.discs, &request.rays))
        return context_error(context, "'%s' is no size", size);
    snprintf(key, sizeof(key), "detp.estimate/%s/%s/%s", size, mode, radius);
    const struct detp_input *shared =
        context_share(context, key, sizeof(*shared), make_shared, &request);
    if (!shared)
        return false;
    *(struct detp_input *)workload->state = *shared;
    state_facts(context, shared);
    return true;
}

static bool upload(struct bench_workload *workload)
{
    return detp_input_upload(&workload->context, workload->state);
}

/* Cases ---------------------------------------------------------------------------------------- */

const struct detp_input *detp_input_of(const struct bench_case *c)
{
    return c->workload->state;
}

bool detp_output_create(struct bench_case *c)
{
    struct detp_output *output = c->state;
    const size_t bytes = DETP_WORDS * sizeof(uint32_t) * detp_input_of(c)->discs.count;
    if (c->variant->kind == BENCH_CPU) {
        output->sums = context_alloc(&c->context, bytes);
        bench_output_memory(c, output->sums, bytes);
        return output->sums;
    }
    output->buffer = gpu_buffer_create(
        c->context.scope, &(struct gpu_buffer_params){ .name = "sums", .bytes = bytes });
    bench_output(c, output->buffer);
    return output->buffer;
}

const uint32_t *detp_output_read(struct bench_case *c)
{
    const struct detp_output *output = c->state;
    return output->sums
               ? output->sums
               : context_read(&c->context, output->buffer, 0,
                              DETP_WORDS * sizeof(uint32_t) * detp_input_of(c)->discs.count);
}

/* Pairs that came out otherwise than in double precision, at the least. */
static uint64_t differing(const struct detp_input *input, const uint32_t *sums)
{
    uint64_t pairs = 0;
    for (size_t j = 0; j < input->discs.count; j++) {
        const uint32_t a = sums[DETP_WORDS * j + 3], b = input->sums[DETP_WORDS * j + 3];
        pairs += a < b ? b - a : a - b;
    }
    return pairs;
}

static void state_metrics(struct bench_case *c, const uint32_t *sums)
{
    const struct detp_output *output = c->state;
    const struct detp_input *input = detp_input_of(c);
    const double hits = (double)input->hits, tests = (double)output->tests;
    bench_metric(c, "hits", "hits", hits);
    bench_metric(c, "differing_pairs", "pairs", (double)differing(input, sums));
    if (output->tests > 0) {
        bench_metric(c, "tests", "pairs", tests);
        if (input->hits > 0)
            bench_metric(c, "tests_per_hit", "pairs", tests / hits);
    }
    bench_metric_rate(c, "rays_per_second", "rays/s", input->rays.count);
    bench_metric_rate(c, "hits_per_second", "hits/s", hits);
}

static bool check(struct bench_case *c, enum bench_check check)
{
    (void)check; /* in full each time */
    const uint32_t *sums = detp_output_read(c);
    if (!sums || !detp_check_sums(&c->context, detp_input_of(c), sums))
        return false;
    state_metrics(c, sums);
    return true;
}

/* Each ray, each disc and each answer once; what a method tests and keeps besides is its own. */
static void work(const struct bench_case *c, struct bench_work *work)
{
    const bool host = c->variant->kind == BENCH_CPU;
    const double rays = detp_input_of(c)->rays.count, discs = detp_input_of(c)->discs.count;
    *work = (struct bench_work){
        .bytes_read = rays * (host ? HOST_RAY_BYTES : DETP_RAY_BYTES) +
                      discs * (host ? HOST_DISC_BYTES : DETP_DISC_BYTES),
        .bytes_written = discs * ANSWER_BYTES,
        .chain = host ? 0 : 1,
    };
}

/* Tables --------------------------------------------------------------------------------------- */

#define TABLE_1 "10000x10000,100000x100000,100000x500000,100000x1000000"

static const char *const no_names[] = { NULL };

static const struct bench_axis axes[] = {
    { .name = "size",
      .help = "discs x rays; those of Table 1 in the profile paper",
      .names = no_names,
      .accepts = accepts_size,
      .accepts_help = "DISCSxRAYS, each from 1 to 10000000",
      .values = { "10000x10000", TABLE_1, TABLE_1 ",1000000x1000000" } },
    { .name = "mode",
      .help = "rays: B from the faces by the cosine, A from the volume, C between two points, G on "
              "a grid, for tests",
      .names = detp_mode_names,
      .values = { "B", "B", "A,B,C" } },
    { .name = "radius",
      .help = "of the discs; the cube has sides of 1",
      .names = no_names,
      .accepts = accepts_radius,
      .accepts_help = "decimals below 1, such as 0.025",
      .default_value = "0.01",
      .values = { "0.01", "0.01", "0.005,0.01,0.02" } },
    { 0 },
};

const struct bench detp_estimate = {
    .name = "estimate",
    .question = "The energy of the rays that hit each disc: how fast can it be summed?",
    .axes = axes,
    .variants = detp_variants,
    .workload_bytes = sizeof(struct detp_input),
    .workload = workload,
    .upload = upload,
    .method = { .case_bytes = sizeof(struct detp_output),
                .setup = detp_output_create,
                .check = check,
                .work = work },
};
