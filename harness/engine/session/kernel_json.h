/* SPDX-License-Identifier: MIT */
/* kernel_json.h: kernels in run files. New references. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_SESSION_KERNEL_JSON_H
#define CLAIMCHECK_HARNESS_ENGINE_SESSION_KERNEL_JSON_H

#include "harness/engine/gpu/executable.h"
#include "harness/engine/shaders/kernel.h"

#include <jansson.h>

/* An entry of kernels[]. Its id, "<name>:<16 hexadecimal digits>", is of the SPIR-V, the
 * constants, and whether a file of the user's holds it: equal ids are equal kernels. */
json_t *kernel_json(const struct kernel_facts *facts);

/* Entries of the kernels of a case, each once, in order of creation. */
json_t *kernel_json_list(const struct kernel_facts *facts, size_t count);

/* The part of an entry that needs no device, of a shader that stands in place of `name`. */
json_t *kernel_json_shader(const struct gpu_shader *shader, const char *name,
                           const struct gpu_interface *interface);

/* `statistics` of an entry; null where there are none. */
json_t *kernel_json_statistics(const struct kernel_facts *facts);

#endif
