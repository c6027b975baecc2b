/* SPDX-License-Identifier: MIT */
/* capability.h: what a shader declares to need, held against a device before a driver is given the
 * shader. For the files of harness/engine/gpu/ alone. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_GPU_CAPABILITY_H
#define CLAIMCHECK_HARNESS_ENGINE_GPU_CAPABILITY_H

#include "harness/engine/gpu/gpu.h"

/* True where a device with these features, bits of enum gpu_feature, may be given the shader.
 * Otherwise `lacks` says what is missing: "the device lacks subgroup_arithmetic". */
bool gpu_shader_meets(const struct gpu_shader *shader, uint32_t features, char *lacks,
                      size_t bytes);

/* True where the shader declares any operation of subgroups, or reads how they lie. */
bool gpu_shader_uses_subgroups(const struct gpu_shader *shader);

#endif
