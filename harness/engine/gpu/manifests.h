/* SPDX-License-Identifier: MIT */
/* manifests.h: the drivers that the environment names in place of the system's, where that may be
 * why there is no device: within harness/engine/gpu/ alone. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_GPU_MANIFESTS_H
#define CLAIMCHECK_HARNESS_ENGINE_GPU_MANIFESTS_H

#include "harness/engine/gpu/info.h"

/* Whether one of them, or the library that it names, is neither a file nor a folder: the loader may
 * read it without an end. */
bool gpu_manifests_endless(void);

/* That no device was found, and which variable to put right. False, and nothing is written, where
 * there is none. */
bool gpu_manifests_say(char message[GPU_MESSAGE_BYTES]);

#endif
