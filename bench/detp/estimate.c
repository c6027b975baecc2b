/* SPDX-License-Identifier: MIT */
#include "bench/detp/detp.h"

#include "bench/common/device.h"

/* Bytes on the host: seven floats and three energies of a ray, six floats of a disc. */
enum { HOST_RAY_BYTES = 34, HOST_DISC_BYTES = 24, ANSWER_BYTES = 16 };
/* Floating-point operations of a test; a multiply-add counts as two. It has two scalar products (5
 * each), and the three that make the vector to the centre, and a division. About the middle of a
 * line, four that add up squares. */
enum { TEST_OPERATIONS = 14 };
/* Operations of culling a ray. A box takes three multiply-adds an axis. A sphere takes a vector,
 * two scalar products and three multiply-adds between them. */
enum { BOX_OPERATIONS = 18, SPHERE_OPERATIONS = 19 };

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
    return detp_traced_output_create(c, true);
}

bool detp_traced_output_create(struct bench_case *c, bool traces)
{
    struct detp_output *output = c->state;
    output->buffer = buffer_create(
        c->context.scope, "sums",
        DETP_WORDS * sizeof(uint32_t) * (uint64_t)detp_input_of(c)->discs.count, NULL);
    if (traces)
        bench_output(c, output->buffer);
    return output->buffer;
}

enum detp_part detp_part_of(const struct bench_case *c)
{
    static const enum detp_part parts[] = { DETP_PART_ALL, DETP_PART_BUILD, DETP_PART_TRACE };
    return parts[axis_place(&c->context, "part", detp_part_names)];
}

const uint32_t *detp_output_read(struct bench_case *c)
{
    const struct detp_output *output = c->state;
    return output->sums
               ? output->sums
               : context_read(&c->context, output->buffer, 0,
                              DETP_WORDS * sizeof(uint32_t) * detp_input_of(c)->discs.count);
}

void detp_tests_work(const struct bench_case *c, double atomics, struct bench_work *work)
{
    const struct detp_output *output = c->state;
    const struct detp_input *input = detp_input_of(c);
    const bool random = input->rule.t_slack == 0; /* detp.h */
    work->operations += TEST_OPERATIONS * (double)output->tests;
    if (random)
        work->atomics[BENCH_ATOMICS_SCATTERED].dropped += atomics * (double)input->hits;
}

/* Check ---------------------------------------------------------------------------------------- */

enum { SPARE_PAIRS = 16, SHARE = 4 };

/* Where none of the borderline pairs hit, or all of them do, the energies follow from that. */
bool detp_check_sums(struct context *context, const struct detp_input *input, const uint32_t *sums)
{
    for (size_t at = 0; at < DETP_WORDS * (size_t)input->discs.count; at++) {
        const size_t count = at / DETP_WORDS * DETP_WORDS + 3;
        const bool none = sums[count] == input->sums[count] - input->losable[count];
        const bool all = sums[count] == input->sums[count] + input->gainable[count];
        const uint32_t least = input->sums[at] - input->losable[at];
        const uint32_t most = input->sums[at] + input->gainable[at];
        if (sums[at] < least || sums[at] > most || (none && sums[at] > least) ||
            (all && sums[at] < most)) {
            static const char *const names[DETP_WORDS] = { "red", "green", "blue", "hits" };
            return context_mismatch(
                context, "disc %zu: %s %u, wanted %u (%u to %u, with %u borderline pairs)",
                at / DETP_WORDS, names[at % DETP_WORDS], sums[at], input->sums[at], least, most,
                input->borderline[at / DETP_WORDS]);
        }
    }
    const uint64_t borderline = detp_input_borderline(input);
    uint64_t hits = 0;
    for (size_t j = 0; j < input->discs.count; j++)
        hits += sums[DETP_WORDS * j + 3];
    const uint64_t off = hits < input->hits ? input->hits - hits : hits - input->hits;
    return off <= borderline / SHARE + SPARE_PAIRS ||
           context_mismatch(context, "%llu hits, wanted %llu, of which %llu are borderline pairs",
                            (unsigned long long)hits, (unsigned long long)input->hits,
                            (unsigned long long)borderline);
}

bool detp_check_answer(struct bench_case *c, const uint32_t *sums)
{
    if (!sums || !detp_check_sums(&c->context, detp_input_of(c), sums))
        return false;
    const struct detp_output *output = c->state;
    const struct detp_input *input = detp_input_of(c);
    const double hits = (double)input->hits, tests = (double)output->tests;
    bench_metric_exact(c, "hits", "hits", hits);
    bench_metric(c, "differing_pairs", "pairs", (double)detp_input_differing(input, sums, NULL));
    if (output->tests > 0) {
        bench_metric(c, "tests", "pairs", tests);
        if (input->hits > 0)
            bench_metric(c, "tests_per_hit", "pairs", tests / hits);
    }
    bench_metric_rate(c, "rays_per_second", "rays/s", input->rays.count);
    bench_metric_rate(c, "hits_per_second", "hits/s", hits);
    return true;
}

static bool check(struct bench_case *c, enum bench_check check)
{
    (void)check; /* in full each time */
    return detp_check_answer(c, detp_output_read(c));
}

void detp_estimate_work(const struct bench_case *c, struct bench_work *work)
{
    const struct detp_output *output = c->state;
    const bool host = c->variant->kind == BENCH_CPU;
    const double rays = detp_input_of(c)->rays.count, discs = detp_input_of(c)->discs.count;
    *work = (struct bench_work){
        .bytes_read = rays * (host ? HOST_RAY_BYTES : DETP_RAY_BYTES) +
                      discs * (host ? HOST_DISC_BYTES : DETP_DISC_BYTES),
        .bytes_written = discs * ANSWER_BYTES,
    };
    if (!host)
        return;
    /* An index in the host's memory, and no answer. */
    if (detp_part_of(c) == DETP_PART_BUILD)
        work->bytes_written = 0;
    else
        work->operations = TEST_OPERATIONS * (double)output->tests +
                           BOX_OPERATIONS * (double)output->box_culls +
                           SPHERE_OPERATIONS * (double)output->sphere_culls;
}

static const struct bench_join joins[] = {
    { "divide_conquer_simd", "size threads", "lastra claims; page" },
    { "embree", "size", "page: Embree" },
    { "embree", "size:100000x100000 threads", "page: Embree" },
    { "sphere_cache,sphere_cache_sse,brute,octree,grid,bvh", "size",
      "lastra claims; lastra-table-1" },
    { "ray_tracing", "size:100000x100000,100000x1000000", "page" },
    { "grid_ahead", "size:100000x1000000", "page: round trips" },
    { "sphere_cache", "size:10000x10000,100000x100000 phase:reduction",
      "lastra claims of the reduction; lastra-table-1" },
    { "octree_paper", "size depth:4", "lastra-table-1, lastra-table-2" },
    { "octree_paper", "size depth threshold", "lastra claims, whose free axes these are",
      BENCH_FULL },
    { "octree_paper", "size:100000x100000 depth:4 filter:look_back",
      "lastra claims of the best method; page" },
    { "octree_paper", "size depth:4 filter:look_back", "lastra claims of the best method",
      BENCH_FULL },
    { "octree_paper", "size:100000x100000 depth:4 filter:look_back access",
      "lastra claims of the index", BENCH_FULL },
    { "octree_paper", "size:100000x100000,100000x1000000 depth:3 filter:look_back",
      "page: a depth of 3", BENCH_FULL },
    { "octree_paper", "size:100000x1000000 depth:4 filter:look_back chunk",
      "lastra claims of passes; lastra-table-2", BENCH_FULL },
    { "octree", "size:10000x10000,100000x1000000 leaf_level", "lastra claims of the clock",
      BENCH_FULL },
    { "grid,bvh", "size:100000x1000000 mode:A,C,room", "page: other rays", BENCH_FULL },
    { 0 },
};

const struct bench detp_estimate = {
    .name = "estimate",
    .question = "The energy of the rays that hit each disc: how fast can it be summed?",
    .axes = detp_axes,
    .more_values = detp_more_values,
    .joins = joins,
    .variants = detp_variants,
    .alters = true,
    .workload_bytes = sizeof(struct detp_input),
    .workload = detp_workload,
    .upload = detp_workload_upload,
    .method = { .case_bytes = sizeof(struct detp_output),
                .setup = detp_output_create,
                .check = check,
                .work = detp_estimate_work },
};
