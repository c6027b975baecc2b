/* SPDX-License-Identifier: MIT */
/* limit.h: what a process may have, where that may be why a driver fails: within engine/gpu/
 * alone. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_GPU_LIMIT_H
#define CLAIMCHECK_HARNESS_ENGINE_GPU_LIMIT_H

#include "harness/engine/gpu/gpu.h"

/* Appends to the message that addresses are limited (RLIMIT_AS), and to how many; nothing where
 * they are not. A driver that is out of them may say so, give an error that means nothing, or not
 * be loaded. */
void gpu_limit_say(char message[GPU_MESSAGE_BYTES]);

#endif
