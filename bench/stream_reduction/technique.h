/* SPDX-License-Identifier: MIT */
/*
 * technique.h: non-uniform stream reduction: on the CPU or on the GPU?
 * Source: M. Lastra, C. Ureña, J. Bittner, R. García, R. Montes, Estimación de Densidades usando
 * GPUs, 2008, Section 4.
 */
#ifndef CLAIMCHECK_BENCH_STREAM_REDUCTION_TECHNIQUE_H
#define CLAIMCHECK_BENCH_STREAM_REDUCTION_TECHNIQUE_H

#include "harness/bench.h"

extern const struct technique stream_technique;

#endif
