/* SPDX-License-Identifier: MIT */
/* limit.h: what a process may have, where that may be why a driver fails: within engine/gpu/
 * alone. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_GPU_LIMIT_H
#define CLAIMCHECK_HARNESS_ENGINE_GPU_LIMIT_H

#include "harness/engine/gpu/gpu.h"

/* Appends to the message which limits of the process are in force, and how large they are: of
 * addresses (RLIMIT_AS) and data (RLIMIT_DATA), and low ones of threads (RLIMIT_NPROC) and of open
 * files (RLIMIT_NOFILE); nothing where there are none. A driver that meets one may say so, give an
 * error that means nothing, or not be loaded. */
void gpu_limit_say(char message[GPU_MESSAGE_BYTES]);

#endif
