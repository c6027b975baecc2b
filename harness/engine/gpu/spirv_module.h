/* SPDX-License-Identifier: MIT */
/* spirv_module.h: a module of SPIR-V while it is read. For spirv*.c alone. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_GPU_SPIRV_MODULE_H
#define CLAIMCHECK_HARNESS_ENGINE_GPU_SPIRV_MODULE_H

#include "harness/engine/gpu/spirv.h"

#define NONE UINT32_MAX

enum { VERSION_MAX = 0x00010600 };
enum { HEADER_WORDS = 5, DEPTH_MAX = 16, ENTRY_POINTS_MAX = 16 };

/* Facts about one result id. */
struct id {
    const uint32_t
        *definition; /* first word of the defining instruction; NULL when it is of no interest */
    uint32_t binding, set, constant;
    bool never_read, never_written, is_buffer_block; /* decorated so */
    uint32_t unread_members, unwritten_members;      /* of a struct: so many are */
};

struct module {
    const uint32_t *words;
    size_t count;
    struct id *ids;
    uint32_t bound;
    const uint32_t *constants;
    uint32_t constant_count;
    const uint32_t *entry_points[ENTRY_POINTS_MAX]; /* the instructions; the first of them */
    uint32_t entry_point_count;
    const uint32_t *entry_point; /* that is read */
    bool *live;                  /* ids that it reaches; NULL: it is the only one */
    uint32_t group_size_builtin; /* id decorated WorkgroupSize, or NONE */
    char *message;
    size_t message_bytes;
};

/* Writes the message; false. */
bool gpu_spirv_fail(struct module *module, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Returns the facts about an id; never NULL. */
struct id *gpu_spirv_id(struct module *module, uint32_t id);

/* Value of a 32-bit constant, specialization constants in place. 0 for what is not understood. */
uint32_t gpu_spirv_evaluate(struct module *module, uint32_t id, uint32_t depth);

/* Bytes of a type, tightly packed: exact for the scalars, vectors and arrays of words that kernels
 * use. */
uint32_t gpu_spirv_type_bytes(struct module *module, uint32_t id, uint32_t depth);

struct size {
    uint64_t bytes, alignment;
};

/* Size of a type by std430, which bounds what a driver may take for shared memory. */
struct size gpu_spirv_type_size(struct module *module, uint32_t id, uint32_t depth);

/* Chooses the entry point, by its name or as gpu_shader says for NULL, and finds what it reaches.
 * False with a message. */
bool gpu_spirv_read_stage(struct module *module, const char *wanted,
                          struct spirv_interface *interface);

/* The execution mode that says how large a group of the entry point is; NULL. */
const uint32_t *gpu_spirv_local_size(const struct module *module);

static inline uint32_t opcode(const uint32_t *instruction)
{
    return instruction[0] & 0xFFFF;
}

static inline uint32_t length(const uint32_t *instruction)
{
    return instruction[0] >> 16;
}

#endif
