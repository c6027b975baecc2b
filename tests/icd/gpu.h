/* SPDX-License-Identifier: MIT */
/*
 * gpu.h: a GPU that icd.c pretends to be, as a description in text says.
 *
 * The description is the file CLAIMCHECK_ICD_GPU; CLAIMCHECK_ICD_SET holds more lines, with ';' in
 * place of line ends, and these win. A line is a name and its values; '#' starts a comment.
 *
 *   MEMBER VALUE...             a limit, property or feature by its name in Vulkan (members.c):
 *                               `maxComputeWorkGroupCount 65535 65535 65535`, `shaderInt64 0`
 *   optional none               no feature at all but those of lines below
 *   without EXTENSION...        the driver has no such device extension
 *   extensions EXTENSION...     the driver has these alone
 *   heap BYTES [device]         memory heaps in order, in place of the driver's; they fill up
 *   memory HEAP [device] [visible] [coherent] [cached]      memory types in order
 *   ticks NS                    what a tick is, where timestampPeriod is a lie
 *   stamps KIND [EVERY]         reads of timestamps go wrong, each EVERY-th or all: `equal`,
 *                               `zero` (the last is 0), `back` (the last is 10 s early),
 *                               `reset` (all but the first are small)
 *   coarse TICKS                timestamps are multiples of it
 *   calibration TICKS           is added to the device's time of calibrated timestamps
 *   fail FUNCTION RESULT [N]    the N-th call, or each, gives that VkResult, or for `crash` ends
 *                               by SIGSEGV, for `exit` by exit(0), for `leave` by _exit(0), for
 *                               `hang` never returns; for a
 *                               pipeline that is 0 it succeeds with no pipeline
 *   kernel BYTES                `fail` of modules, pipelines and submissions is of compute shaders
 *                               that have so many bytes of SPIR-V alone
 *
 * A description that cannot be read ends the process, and says why.
 */
#ifndef CLAIMCHECK_TESTS_ICD_GPU_H
#define CLAIMCHECK_TESTS_ICD_GPU_H

#include <vulkan/vulkan.h>

#include <stdbool.h>
#include <stddef.h>

enum member_form { FORM_U32, FORM_U64, FORM_FLOAT, FORM_TEXT };

/* A member of a structure that a driver fills. */
struct member {
    const char *name;
    VkStructureType structure;
    size_t offset, bytes;
    enum member_form form;
};

extern const struct member members[];
extern const size_t member_count;

enum { SETTINGS_MAX = 160, VALUES_MAX = 3, NAMES_MAX = 64, NAME_BYTES = 256, FAILURES_MAX = 8 };

struct setting {
    const struct member *member;
    uint64_t values[VALUES_MAX];
    float number;
    char text[NAME_BYTES];
};

struct failure {
    char function[64];
    VkResult result;
    unsigned at, calls; /* at: of which call, from 1; 0: of each */
};

enum stamps { STAMPS_RIGHT, STAMPS_EQUAL, STAMPS_ZERO, STAMPS_BACK, STAMPS_RESET };

struct gpu_description {
    struct setting settings[SETTINGS_MAX];
    size_t setting_count;
    bool no_features;
    bool only; /* extensions[] are the only ones, not those that are missing */
    char extensions[NAMES_MAX][NAME_BYTES];
    size_t extension_count;
    VkMemoryHeap heaps[VK_MAX_MEMORY_HEAPS];
    uint32_t heap_count;
    VkMemoryType types[VK_MAX_MEMORY_TYPES];
    uint32_t type_count;
    double ticks; /* ns of one tick; 0: as the driver has it */
    uint64_t coarse, calibration;
    uint32_t valid_bits; /* of a timestamp; 0: as the driver has it */
    enum stamps stamps;
    unsigned stamps_every;
    struct failure failures[FAILURES_MAX];
    size_t failure_count;
    size_t kernel_bytes; /* 0: of any kernel */
};

/* Returns the description, read once. */
const struct gpu_description *gpu_description(void);

/* Writes what the description says into a chain of structures that a driver has filled. */
void gpu_describe(void *chain);

bool gpu_has(const char *extension);

/* Returns true where the description makes this call fail, and with what. Counts calls. */
bool gpu_fails(const char *function, VkResult *result);

/* Returns what the driver's timestamp would be on the GPU. */
uint64_t gpu_stamp(uint64_t ns);

/* False of a function that goes to the driver as it is. */
bool icd_can_fail(const char *function);

#endif
