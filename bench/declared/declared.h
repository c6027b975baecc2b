/* SPDX-License-Identifier: MIT */
/* declared.h: techniques that a folder declares: technique.json, kernels, a reference program. */
#ifndef CLAIMCHECK_BENCH_DECLARED_DECLARED_H
#define CLAIMCHECK_BENCH_DECLARED_DECLARED_H

#include "harness/bench.h"
#include "harness/engine/gpu/gpu.h"

extern const struct technique_door declared_door;

/* Steps ---------------------------------------------------------------------------------------- */
/*
 * Built-in variants as lists of steps, in bench/<technique>/technique.json: dispatches,
 * fills and copies, and the buffers that they alone need, in the format of folders. Workload, check
 * and the rest stay in C, which gives the lists numbers and buffers by the names in "given".
 *
 * A kernel is a file below kernels/<technique>/. "once" are steps of the set-up. "work" adds to
 * what C declares; "intermediate" are bytes that are written for a later step. Every list may have
 * the device's limits: `limit_x` and `limit_z` of work-groups, `limit_shared` bytes.
 */

struct declared_given {
    const char *name;
    int64_t number; /* unless it is a buffer, or an image with its sampler */
    struct gpu_buffer *buffer;
    struct gpu_image *image;
    struct gpu_sampler *sampler;
};

/* A list at work in a case; NULL is one that could not be made, and records nothing. */
struct declared_list;

/*
 * Makes kernels and buffers of a list, in the scope of the case. `given` ends with a NULL name; it
 * may have more than the file asks for. NULL after trouble, and where "when" says that it does not
 * run: the case is then unsupported.
 */
struct declared_list *declared_list_create(struct bench_case *c, const struct technique_steps *file,
                                           const char *name, const struct declared_given *given);

/* Records one execution, with the barriers between its steps. */
void declared_list_record(struct declared_list *list, struct gpu_commands *commands);

/* The record callback of a case whose state begins with a struct declared_list *. */
void declared_listed_record(struct bench_case *c, struct gpu_commands *commands);

/* Adds what the list declares. */
void declared_list_work(const struct declared_list *list, struct bench_work *work);

#endif
