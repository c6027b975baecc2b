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
    int64_t number; /* unless it is a buffer, an image with its sampler, or an array */
    struct gpu_buffer *buffer;
    struct gpu_image *image;
    struct gpu_sampler *sampler;
    const void *array; /* of the host, of whole words: for a program */
    uint64_t bytes;
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

/* Programs ------------------------------------------------------------------------------------- */
/*
 * Built-in variants that are programs: entries of the same file with "program", "build", "api" and
 * "environment" as folders have them, and with "inputs" and "outputs", names of arrays that C
 * gives. Their point is the numbers of "given"; "{name}" in a word of "build" stands for one. Files
 * lie in bench/<technique>/programs/, and are known as those of shipped folders are.
 *
 * The row is of kind CPU, with `.api`, and the state of its case begins with a struct
 * declared_process *. The check is the bench's, over the arrays of the host that the outputs are
 * read into. Another input, an altered one and poison reach the program as they reach other
 * variants. For renew() the low byte of a word of the first input changes: that one must be safe
 * with any. What the program keeps in memory of its own, such as a ticket, nobody looks at.
 */
struct declared_process;

/* Gives what the workload of the case has, which is another one for a while: numbers, inputs that
 * live as long as it, and outputs. Writes at most DECLARED_GIVEN_MAX, of zeroed ones. */
enum { DECLARED_GIVEN_MAX = 64 };
typedef void declared_give_fn(struct bench_case *c, struct declared_given *given);

/* For setup(): starts the program of the row's list. Unsupported where a compiler, a driver, its
 * files or the point are not there, or the build fails. False after trouble. */
bool declared_process_setup(struct bench_case *c, const struct technique_steps *file,
                            declared_give_fn *give);

/* For check(): reads into the arrays what the last run left. False after trouble. */
bool declared_process_fetch(struct bench_case *c);

/* Members of its method. */
bool declared_process_compute(struct bench_case *c, uint32_t times);
bool declared_process_renew(struct bench_case *c);
void declared_process_finish(struct bench_case *c);

#endif
