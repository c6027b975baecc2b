/* SPDX-License-Identifier: MIT */
/* spirv_branches.c: which branches of SPIR-V specialization constants decide, and counts. */
#include "harness/engine/gpu/private.h"

#include <spirv/unified1/spirv.h>
#include <stdlib.h>
#include <string.h>

/* An id that constants alone decide has this bit, and bit N where constant N is among them. */
static const uint64_t decided = UINT64_C(1) << 63;

static uint64_t mask_of(const struct module *module, uint32_t id)
{
    return gpu_spirv_id(module, id)->decided_by;
}

/* The mask of operands that lie in `from` up to `end`; 0 where one of them is not decided. */
static uint64_t operands_mask(const struct module *module, const uint32_t *instruction,
                              uint32_t from, uint32_t end)
{
    uint64_t mask = from < end && end <= length(instruction) ? decided : 0;
    for (uint32_t i = from; mask && i < end; i++) {
        const uint64_t own = mask_of(module, instruction[i]);
        mask = own ? mask | own : 0;
    }
    return mask;
}

/* Instructions whose result depends on their operands alone, all of which are ids. */
static bool is_pure(uint32_t op)
{
    return op == SpvOpCopyObject || (op >= SpvOpConvertFToU && op <= SpvOpBitcast) ||
           (op >= SpvOpSNegate && op <= SpvOpSMulExtended) ||
           (op >= SpvOpAny && op <= SpvOpFUnordGreaterThanEqual) ||
           (op >= SpvOpShiftRightLogical && op <= SpvOpBitCount);
}

static uint64_t result_mask(const struct module *module, const uint32_t *instruction)
{
    const uint32_t op = opcode(instruction), words = length(instruction);
    const uint32_t own = gpu_spirv_id(module, instruction[2])->constant;
    switch (op) {
    case SpvOpConstantTrue:
    case SpvOpConstantFalse:
    case SpvOpConstant:
    case SpvOpConstantComposite:
    case SpvOpConstantNull: return decided;
    case SpvOpSpecConstantTrue:
    case SpvOpSpecConstantFalse:
    case SpvOpSpecConstant: return decided | (own < 63 ? UINT64_C(1) << own : 0);
    case SpvOpSpecConstantComposite: return operands_mask(module, instruction, 3, words);
    case SpvOpSpecConstantOp:
        return operands_mask(module, instruction, 4,
                             words > 4 && instruction[3] == SpvOpCompositeExtract ? 5 : words);
    case SpvOpLogicalAnd:
    case SpvOpLogicalOr: /* one operand can settle it */
        return words > 4 ? mask_of(module, instruction[3]) | mask_of(module, instruction[4]) : 0;
    case SpvOpCompositeExtract: return operands_mask(module, instruction, 3, 4);
    default: return is_pure(op) ? operands_mask(module, instruction, 3, words) : 0;
    }
}

/* The id that decides which way an instruction goes; NONE for all others. */
static uint32_t condition_of(const uint32_t *instruction)
{
    switch (opcode(instruction)) {
    case SpvOpBranchConditional:
    case SpvOpSwitch: return length(instruction) > 1 ? instruction[1] : NONE;
    case SpvOpSelect: return length(instruction) > 3 ? instruction[3] : NONE;
    default: return NONE;
    }
}

/* Notes what decides each id, and counts the branches that each constant decides. */
static void walk(const struct module *module, struct gpu_constant constants[GPU_CONSTANTS_MAX])
{
    bool live = false;
    for (size_t at = HEADER_WORDS; at < module->count; at += length(module->words + at)) {
        const uint32_t *instruction = module->words + at;
        if (opcode(instruction) == SpvOpFunction && length(instruction) > 2)
            live = module->entry_point_count == 1 || gpu_spirv_id(module, instruction[2])->live;
        const uint64_t by = live ? mask_of(module, condition_of(instruction)) : 0;
        for (uint32_t i = 0; i < GPU_CONSTANTS_MAX; i++)
            constants[i].branches += by >> i & 1;
        const uint64_t mask = length(instruction) > 2 ? result_mask(module, instruction) : 0;
        struct id *id = mask ? gpu_spirv_take(module, instruction[2]) : NULL;
        if (id)
            id->decided_by = mask;
    }
}

bool gpu_shader_constants(const struct gpu_shader *shader,
                          struct gpu_constant constants[GPU_CONSTANTS_MAX])
{
    char message[GPU_MESSAGE_BYTES];
    struct gpu_interface interface = { 0 };
    struct module module = { .message = message };
    memset(constants, 0, GPU_CONSTANTS_MAX * sizeof(*constants));
    const bool opened = gpu_spirv_open(&module, shader, &interface);
    for (size_t i = 0; opened && i < module.slots; i++) {
        const struct id *id = &module.ids[i];
        if (id->constant >= GPU_CONSTANTS_MAX || !id->definition)
            continue;
        struct gpu_constant *constant = &constants[id->constant];
        const uint32_t *type = gpu_spirv_id(&module, id->definition[1])->definition;
        constant->used = true;
        if (type && opcode(type) == SpvOpTypeFloat)
            constant->kind = GPU_CONSTANT_FLOAT;
        if (type && opcode(type) == SpvOpTypeInt && length(type) > 3 && type[3])
            constant->kind = GPU_CONSTANT_INT;
    }
    for (size_t at = HEADER_WORDS; opened && at < module.count; at += length(module.words + at)) {
        const uint32_t *instruction = module.words + at;
        if (opcode(instruction) != SpvOpName || length(instruction) < 3)
            continue;
        const uint32_t id = gpu_spirv_id(&module, instruction[1])->constant;
        const char *name = (const char *)(instruction + 2);
        const size_t bytes = 4 * (size_t)(length(instruction) - 2),
                     room = sizeof(constants->name) - 1;
        if (id < GPU_CONSTANTS_MAX)
            memcpy(constants[id].name, name, strnlen(name, bytes < room ? bytes : room));
    }
    if (opened)
        walk(&module, constants);
    free(module.ids);
    return opened;
}

/* Counts --------------------------------------------------------------------------------------- */

const char *const gpu_count_names[GPU_COUNT_COUNT] = {
    [GPU_COUNT_INSTRUCTIONS] = "instructions",
    [GPU_COUNT_BRANCHES] = "branches",
    [GPU_COUNT_LOOPS] = "loops",
    [GPU_COUNT_LOADS] = "loads",
    [GPU_COUNT_STORES] = "stores",
    [GPU_COUNT_ATOMICS] = "atomics",
    [GPU_COUNT_BARRIERS] = "barriers",
    [GPU_COUNT_SUBGROUP] = "subgroup operations",
};

static enum gpu_count count_of(uint32_t op)
{
    if (op >= SpvOpAtomicLoad && op <= SpvOpAtomicXor)
        return GPU_COUNT_ATOMICS;
    if (op >= SpvOpGroupNonUniformElect && op <= SpvOpGroupNonUniformQuadSwap)
        return GPU_COUNT_SUBGROUP;
    switch (op) {
    case SpvOpBranchConditional:
    case SpvOpSwitch: return GPU_COUNT_BRANCHES;
    case SpvOpLoopMerge: return GPU_COUNT_LOOPS;
    case SpvOpLoad:
    case SpvOpImageRead: return GPU_COUNT_LOADS;
    case SpvOpStore:
    case SpvOpImageWrite: return GPU_COUNT_STORES;
    case SpvOpControlBarrier:
    case SpvOpMemoryBarrier: return GPU_COUNT_BARRIERS;
    default: return GPU_COUNT_COUNT;
    }
}

void gpu_shader_count(const struct gpu_shader *shader, uint32_t counts[GPU_COUNT_COUNT])
{
    bool within = false;
    memset(counts, 0, GPU_COUNT_COUNT * sizeof(*counts));
    for (size_t at = HEADER_WORDS; at < shader->bytes / 4 && length(shader->words + at) > 0;
         at += length(shader->words + at)) {
        const uint32_t op = opcode(shader->words + at);
        const enum gpu_count kind = count_of(op);
        within = within || op == SpvOpFunction;
        counts[GPU_COUNT_INSTRUCTIONS] += within;
        if (kind != GPU_COUNT_COUNT)
            counts[kind]++;
    }
}
