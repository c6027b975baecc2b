/* SPDX-License-Identifier: MIT */
/*
 * inputs.h: buffers that all cases of a group share and that no shipped kernel writes. A kernel of
 * the user's can: that is found, and put back, so that it costs no other case its answer.
 */
#ifndef CLAIMCHECK_HARNESS_ENGINE_MEASURE_INPUTS_H
#define CLAIMCHECK_HARNESS_ENGINE_MEASURE_INPUTS_H

#include "harness/engine/gpu/gpu.h"

struct inputs;

/* Copies the buffers of the scope that are no scratch, as they are, to memory of the host. NULL
 * when there is none left: nothing is then found. */
struct inputs *inputs_create(struct gpu_scope *scope);

/* Drops the buffers that changed since: a shipped kernel wrote them, so they are no inputs. Accepts
 * NULL. */
void inputs_learn(struct inputs *inputs);

/* Drops the changed buffers that a shipped kernel declares that it may write, for a file's kernel
 * whose original has not run. Accepts NULL. */
void inputs_learn_declared(struct inputs *inputs);

/* Puts back the inputs that were written to. Name of the first of them; NULL when there is none.
 * Accepts NULL. */
const char *inputs_restore(struct inputs *inputs);

/* Accepts NULL, sets *inputs to NULL. */
void inputs_destroy(struct inputs **inputs);

#endif
