/* SPDX-License-Identifier: MIT */
/*
 * pipeline_store.h: compiled pipelines kept between processes, in $XDG_CACHE_HOME/claimcheck or
 * ~/.cache/claimcheck, a file for each device and version of its driver. A file that is not whole,
 * or larger than 64 MiB, is not read, and the next process writes it anew.
 */
#ifndef CLAIMCHECK_HARNESS_ENGINE_SESSION_PIPELINE_STORE_H
#define CLAIMCHECK_HARNESS_ENGINE_SESSION_PIPELINE_STORE_H

#include "harness/engine/gpu/gpu.h"

/* Loads what is kept, before anything is compiled. Without it kernels are compiled. */
void pipeline_store_load(struct gpu *gpu);

/* Keeps what has been compiled, when nothing compiles any more. Reports nothing where it cannot:
 * the next process compiles again. */
void pipeline_store_save(struct gpu *gpu);

#endif
