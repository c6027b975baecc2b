/* SPDX-License-Identifier: MIT */
/*
 * fault.h: faults planted for tests by CLAIMCHECK_FAULT=KIND[:STEP][#LAUNCH]@REGEX, in every case
 * whose name the extended regular expression matches. Without the variable nothing is done.
 *
 *   alloc      the next allocation of device memory fails
 *   hostalloc  the case's own memory cannot be had
 *   lost       the next submission loses the device
 *   timeout    the next submission is not waited for to its end
 *   hang       the process stops for ever
 *   crash      the process ends by SIGSEGV
 *   exit       the process ends with exit code 3
 *   skip       the STEP-th dispatch, fill or copy that an execution records is left out
 *   short      the STEP-th dispatch that an execution records, indirect ones not counted, is one
 *              group short
 *
 * Of skip and short, STEP is a number from 1, and a case without such a step ends with an error.
 * Of the others it is `setup`, `sample` (before the first sample) or `check` (before each check);
 * `sample` unless given. LAUNCH is the only one in which it comes, from 1. alloc comes in the
 * set-up, and so does hostalloc, unless `check` is given.
 */
#ifndef CLAIMCHECK_HARNESS_ENGINE_MEASURE_FAULT_H
#define CLAIMCHECK_HARNESS_ENGINE_MEASURE_FAULT_H

#include "harness/engine/gpu/gpu.h"

enum fault_step { FAULT_SETUP, FAULT_SAMPLE, FAULT_CHECK };

/* Reads the variable. False with a one-line message when it cannot be understood. */
bool fault_init(void);

/* The launch that goes on, from 0, as it is before the first call. */
void fault_launch(uint32_t launch);

/* The variable's value; NULL when no fault is planted. */
const char *fault_text(void);

/* The case reaches the step: the set-up when it begins, and again when its kernels are waited for,
 * so that what nothing in it has struck comes with the case's own first execution. */
void fault_reach(struct gpu *gpu, const char *case_name, enum fault_step step);

/* Cancels faults that were reached and have not struck yet. */
void fault_forget(struct gpu *gpu);

/* True when the case's own memory cannot be had in that step. */
bool fault_refuses_memory(const char *case_name, enum fault_step step);

/* Stand around the recording of one execution. The end returns false with a message where the
 * planted step was not recorded. */
void fault_steps_begin(struct gpu *gpu, const char *case_name);
bool fault_steps_end(struct gpu *gpu, const char *case_name);

#endif
