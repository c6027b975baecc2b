/* SPDX-License-Identifier: MIT */
/* reyes_work.h: what reyes_subdivision's work() declares, against its kernels' SPIR-V. */
#ifndef CLAIMCHECK_TESTS_BENCH_REYES_SUBDIVISION_REYES_WORK_H
#define CLAIMCHECK_TESTS_BENCH_REYES_SUBDIVISION_REYES_WORK_H

#include "bench/reyes_subdivision/reyes.h"
#include "bench/reyes_subdivision/run.h"
#include "harness/engine/measure/measure.h"

#include "reyes_subdivision.kernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Components of a type of floats; 0 of any other. Those of what is counted stand with its id. */
static inline uint32_t reyes_work_components(const uint32_t *instruction,
                                             const uint32_t *components)
{
    enum { TYPE_FLOAT = 22, TYPE_VECTOR = 23 };
    switch (instruction[0] & 0xffff) {
    case TYPE_FLOAT: return 1;
    case TYPE_VECTOR: return components[instruction[2]] * instruction[3];
    default: return 0;
    }
}

/* Additions, subtractions, multiplications, divisions, square roots, minima and maxima of floats
 * that an instruction makes for each component of its result. */
static inline uint32_t reyes_work_counts(const uint32_t *instruction, const uint32_t *components)
{
    enum { EXT_INST = 12, FADD = 129, FSUB = 131, FMUL = 133, FDIV = 136 };
    enum { TIMES_SCALAR = 142, DOT = 148 };
    enum { SQRT = 31, FMIN = 37, FMAX = 40, FMA = 50, CROSS = 68 }; /* of GLSL.std.450 */
    switch (instruction[0] & 0xffff) {
    case FADD:
    case FSUB:
    case FMUL:
    case FDIV:
    case TIMES_SCALAR: return 1;
    case DOT: return 2 * components[instruction[3]] - 1;
    case EXT_INST:
        if (instruction[4] == CROSS)
            return 3;
        if (instruction[4] == FMA)
            return 2;
        return instruction[4] == SQRT || instruction[4] == FMIN || instruction[4] == FMAX;
    default: return 0;
    }
}

/* Counts the operations of a kernel, by component. Each is executed once if nothing is called and
 * no loop surrounds it. */
static inline uint32_t reyes_work_operations(const struct gpu_shader *shader)
{
    enum { HEADER_WORDS = 5, IDS = 3 };
    const uint32_t *words = shader->words;
    const size_t count = shader->bytes / 4;
    uint32_t *components = calloc(words[IDS], sizeof(*components)), operations = 0;
    if (!components)
        return 0;
    for (size_t at = HEADER_WORDS; at < count; at += words[at] >> 16) {
        const uint32_t made = reyes_work_components(words + at, components);
        const uint32_t each = reyes_work_counts(words + at, components);
        if (made > 0)
            components[words[at + 1]] = made;
        if (each > 0) {
            components[words[at + 2]] = components[words[at + 1]];
            operations += each * components[words[at + 1]];
        }
    }
    free(components);
    return operations;
}

/* All kernels that bound a range do it once, by the same code; dice has a loop over corners,
 * sample one over pixels. */
static inline bool reyes_work_check_kernels(char *message, size_t message_bytes)
{
    static const struct {
        const struct gpu_shader *shader;
        uint32_t declared;
    } kernels[] = {
        { &kernel_reyes_subdivision_bound, REYES_BOUND_OPERATIONS },
        { &kernel_reyes_subdivision_flags_bound, REYES_BOUND_OPERATIONS },
        { &kernel_reyes_subdivision_append, REYES_BOUND_OPERATIONS },
        { &kernel_reyes_subdivision_fused, REYES_BOUND_OPERATIONS },
        { &kernel_reyes_subdivision_local, REYES_BOUND_OPERATIONS },
        { &kernel_reyes_subdivision_local_spill, REYES_BOUND_OPERATIONS },
        { &kernel_reyes_subdivision_local_subgroup, REYES_BOUND_OPERATIONS },
        { &kernel_reyes_subdivision_dice, REYES_DICE_OPERATIONS },
        { &kernel_reyes_subdivision_shade, REYES_SHADE_OPERATIONS },
        { &kernel_reyes_subdivision_sample, REYES_SAMPLE_OPERATIONS },
    };
    for (size_t i = 0; i < sizeof(kernels) / sizeof(kernels[0]); i++) {
        const uint32_t operations = reyes_work_operations(kernels[i].shader);
        if (operations == kernels[i].declared)
            continue;
        snprintf(message, message_bytes, "%s makes %u operations, %u declared",
                 kernels[i].shader->name, operations, kernels[i].declared);
        return false;
    }
    return true;
}

/* Operations of a frame behind bound-and-split: dice, shade, sample. */
static inline double reyes_work_frame(const struct bench_case *c)
{
    const struct reyes_workload *workload = c->workload->state;
    const double dice = reyes_frame_dice((uint32_t)workload->view.limit);
    const double ranges = (double)workload->reference.counts.n_out;
    return ranges * (REYES_DICE_OPERATIONS * (dice + 1) * (dice + 1) +
                     REYES_MICROPOLYGON_OPERATIONS * dice * dice);
}

/* Each range is bounded once, its patch read once. */
static inline bool reyes_work_check(const struct bench_case *c, const struct result *result,
                                    char *message, size_t message_bytes)
{
    const struct reyes_workload *workload = c->workload->state;
    const struct reyes_reference_counts *counts = &workload->reference.counts;
    const bool frame = strcmp(c->bench->name, "frame") == 0;
    const double operations =
        REYES_BOUND_OPERATIONS * ((double)counts->n_in + 2 * (double)counts->splits) +
        (frame ? reyes_work_frame(c) : 0);
    const double read = sizeof(struct bound_patch) * (double)counts->n_in;
    const double written = frame
                               ? 4.0 * (double)workload->view.width * (double)workload->view.height
                               : (double)(sizeof(struct range) * counts->n_out);
    const struct bench_work *work = &result->c.work;
    if (!reyes_work_check_kernels(message, message_bytes))
        return false;
    if (work->operations == operations && work->bytes_read == read &&
        work->bytes_written == written)
        return true;
    snprintf(message, message_bytes,
             "%.0f operations are made, %.0f bytes are read and %.0f written; declared are %.0f, "
             "%.0f and %.0f",
             operations, read, written, work->operations, work->bytes_read, work->bytes_written);
    return false;
}

#endif
