/* SPDX-License-Identifier: MIT */
/* spirv_constant.c: constants of SPIR-V, specialization constants in place, and sizes of types. */
#include "harness/engine/gpu/spirv_module.h"

#include <spirv/unified1/spirv.h>

static bool divides(uint32_t a, uint32_t b)
{
    return b != 0 && !(a == 0x80000000u && b == UINT32_MAX);
}

/* The remainder with the sign of the divisor. */
static uint32_t modulo(uint32_t a, uint32_t b)
{
    const int32_t rest = divides(a, b) ? (int32_t)a % (int32_t)b : 0;
    return (uint32_t)(rest != 0 && (rest < 0) != ((int32_t)b < 0) ? rest + (int32_t)b : rest);
}

/* A component of a constant of several, such as gl_WorkGroupSize.x. */
static uint32_t evaluate_member(struct module *module, const uint32_t *instruction, uint32_t depth)
{
    const uint32_t *whole = gpu_spirv_id(module, instruction[4])->definition;
    const uint32_t at = length(instruction) > 5 ? instruction[5] : UINT32_MAX;
    if (!whole ||
        (opcode(whole) != SpvOpConstantComposite && opcode(whole) != SpvOpSpecConstantComposite) ||
        length(whole) <= 3 || at >= length(whole) - 3)
        return 0;
    return gpu_spirv_evaluate(module, whole[3 + at], depth + 1);
}

static uint32_t evaluate_operation(struct module *module, const uint32_t *instruction,
                                   uint32_t depth)
{
    if (length(instruction) < 5)
        return 0;
    if (instruction[3] == SpvOpCompositeExtract)
        return evaluate_member(module, instruction, depth);
    const uint32_t a = gpu_spirv_evaluate(module, instruction[4], depth + 1);
    const uint32_t b =
        length(instruction) > 5 ? gpu_spirv_evaluate(module, instruction[5], depth + 1) : 0;
    switch (instruction[3]) {
    case SpvOpSNegate: return 0 - a;
    case SpvOpNot: return ~a;
    case SpvOpLogicalNot: return !a;
    case SpvOpUConvert:
    case SpvOpSConvert: return a;
    default: break;
    }
    if (length(instruction) < 6)
        return 0;
    switch (instruction[3]) {
    case SpvOpIAdd: return a + b;
    case SpvOpISub: return a - b;
    case SpvOpIMul: return a * b;
    case SpvOpUDiv: return b == 0 ? 0 : a / b;
    case SpvOpUMod: return b == 0 ? 0 : a % b;
    case SpvOpSDiv: return divides(a, b) ? (uint32_t)((int32_t)a / (int32_t)b) : 0;
    case SpvOpSRem: return divides(a, b) ? (uint32_t)((int32_t)a % (int32_t)b) : 0;
    case SpvOpSMod: return modulo(a, b);
    case SpvOpBitwiseAnd: return a & b;
    case SpvOpBitwiseOr: return a | b;
    case SpvOpBitwiseXor: return a ^ b;
    case SpvOpLogicalAnd: return a && b;
    case SpvOpLogicalOr: return a || b;
    case SpvOpLogicalEqual: return !a == !b;
    case SpvOpLogicalNotEqual: return !a != !b;
    case SpvOpShiftLeftLogical: return b < 32 ? a << b : 0;
    case SpvOpShiftRightLogical:
    case SpvOpShiftRightArithmetic: return b < 32 ? a >> b : 0;
    case SpvOpUGreaterThan: return a > b;
    case SpvOpSGreaterThan: return (int32_t)a > (int32_t)b;
    case SpvOpUGreaterThanEqual: return a >= b;
    case SpvOpSGreaterThanEqual: return (int32_t)a >= (int32_t)b;
    case SpvOpULessThan: return a < b;
    case SpvOpSLessThan: return (int32_t)a < (int32_t)b;
    case SpvOpULessThanEqual: return a <= b;
    case SpvOpSLessThanEqual: return (int32_t)a <= (int32_t)b;
    case SpvOpIEqual: return a == b;
    case SpvOpINotEqual: return a != b;
    case SpvOpSelect:
        return length(instruction) > 6
                   ? (a ? b : gpu_spirv_evaluate(module, instruction[6], depth + 1))
                   : 0;
    default: return 0;
    }
}

uint32_t gpu_spirv_evaluate(struct module *module, uint32_t id, uint32_t depth)
{
    const struct id *entry = gpu_spirv_id(module, id);
    const uint32_t *instruction = entry->definition;
    if (!instruction || depth > DEPTH_MAX)
        return 0;
    if (entry->constant < module->constant_count)
        return module->constants[entry->constant];
    switch (opcode(instruction)) {
    case SpvOpConstant:
    case SpvOpSpecConstant: return length(instruction) > 3 ? instruction[3] : 0;
    case SpvOpSpecConstantTrue: return 1;
    case SpvOpSpecConstantOp: return evaluate_operation(module, instruction, depth);
    default: return 0;
    }
}

uint32_t gpu_spirv_type_bytes(struct module *module, uint32_t id, uint32_t depth)
{
    const uint32_t *type = gpu_spirv_id(module, id)->definition;
    if (!type || depth > DEPTH_MAX)
        return 0;
    uint32_t bytes = 0;
    switch (opcode(type)) {
    case SpvOpTypeBool: return 4;
    case SpvOpTypeInt:
    case SpvOpTypeFloat: return type[2] / 8;
    case SpvOpTypeVector:
    case SpvOpTypeMatrix: return type[3] * gpu_spirv_type_bytes(module, type[2], depth + 1);
    case SpvOpTypeArray:
        return gpu_spirv_evaluate(module, type[3], 0) *
               gpu_spirv_type_bytes(module, type[2], depth + 1);
    case SpvOpTypeStruct:
        for (uint32_t i = 2; i < length(type); i++)
            bytes += gpu_spirv_type_bytes(module, type[i], depth + 1);
        return bytes;
    default: return 0;
    }
}

static uint64_t rounded(uint64_t bytes, uint64_t alignment)
{
    return alignment > 0 ? (bytes + alignment - 1) / alignment * alignment : bytes;
}

struct size gpu_spirv_type_size(struct module *module, uint32_t id, uint32_t depth)
{
    const uint32_t *type = gpu_spirv_id(module, id)->definition;
    struct size size = { 0, 1 };
    if (!type || depth > DEPTH_MAX)
        return size;
    const struct size of = opcode(type) == SpvOpTypeVector || opcode(type) == SpvOpTypeMatrix ||
                                   opcode(type) == SpvOpTypeArray
                               ? gpu_spirv_type_size(module, type[2], depth + 1)
                               : size;
    switch (opcode(type)) {
    case SpvOpTypeBool: return (struct size){ 4, 4 };
    case SpvOpTypeInt:
    case SpvOpTypeFloat: return (struct size){ type[2] / 8, type[2] / 8 };
    case SpvOpTypeVector:
        return (struct size){ type[3] * of.bytes, of.bytes * (type[3] > 2 ? 4 : type[3]) };
    case SpvOpTypeMatrix:
        return (struct size){ type[3] * rounded(of.bytes, of.alignment), of.alignment };
    case SpvOpTypeArray:
        return (struct size){
            gpu_spirv_evaluate(module, type[3], 0) * rounded(of.bytes, of.alignment), of.alignment
        };
    case SpvOpTypeStruct:
        for (uint32_t i = 2; i < length(type); i++) {
            const struct size member = gpu_spirv_type_size(module, type[i], depth + 1);
            size.bytes = rounded(size.bytes, member.alignment) + member.bytes;
            size.alignment = member.alignment > size.alignment ? member.alignment : size.alignment;
        }
        size.bytes = rounded(size.bytes, size.alignment);
        return size;
    default: return size;
    }
}
