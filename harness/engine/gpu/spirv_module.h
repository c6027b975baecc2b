/* SPDX-License-Identifier: MIT */
/* spirv_module.h: a module of SPIR-V while it is read. For spirv*.c alone. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_GPU_SPIRV_MODULE_H
#define CLAIMCHECK_HARNESS_ENGINE_GPU_SPIRV_MODULE_H

#include "harness/engine/gpu/executable.h"

#define NONE UINT32_MAX

enum { VERSION_MAX = 0x00010600 };
enum { HEADER_WORDS = 5, ENTRY_POINTS_MAX = 16 };

struct size {
    uint64_t bytes, alignment;
};

/* Facts about one result id. */
struct id {
    uint32_t name; /* 0: an empty slot */
    const uint32_t
        *definition; /* first word of the defining instruction; NULL when it is of no interest */
    uint32_t binding, set, constant;
    bool never_read, never_written, is_buffer_block; /* decorated so */
    bool live;                                       /* the entry point reaches it */
    uint32_t unread_members, unwritten_members;      /* of a struct: so many are */
    uint32_t value; /* of a 32-bit constant, specialization constants in place; else 0 */
    uint32_t bytes; /* of a type, tightly packed: exact for scalars, vectors and arrays of words */
    uint64_t decided_by; /* spirv_branches.c */
    struct size
        size; /* of a type by std430, which bounds what a driver may take as shared memory */
};

struct module {
    const uint32_t *words;
    size_t count;
    struct id *ids; /* a hash table: `slots` of them, a power of two */
    size_t slots;
    uint32_t bound;  /* as the header states it: ids are below */
    uint32_t beyond; /* the first id that is not; 0: none */
    const uint32_t *constants;
    uint32_t constant_count;
    const uint32_t *entry_points[ENTRY_POINTS_MAX]; /* the instructions; the first of them */
    uint32_t entry_point_count;
    const uint32_t *entry_point; /* that is read */
    uint32_t group_size_builtin; /* id decorated WorkgroupSize, or NONE */
    uint32_t group_sizes;        /* execution modes that state one, of the entry point */
    char *message;               /* GPU_MESSAGE_BYTES */
};

/* Takes the instructions of the shader, and the entry point that is read with all that it reaches.
 * The module has its constants and message already. The caller frees its ids, also after false. */
bool gpu_spirv_open(struct module *module, const struct gpu_shader *shader,
                    struct gpu_interface *interface);

/* Returns the facts about an id that an instruction states, one for each; NULL for one that cannot
 * be. */
struct id *gpu_spirv_take(const struct module *module, uint32_t id);

/* Returns the facts about an id; never NULL. */
const struct id *gpu_spirv_id(const struct module *module, uint32_t id);

static inline uint32_t opcode(const uint32_t *instruction)
{
    return instruction[0] & 0xFFFF;
}

static inline uint32_t length(const uint32_t *instruction)
{
    return instruction[0] >> 16;
}

#endif
