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

static uint32_t value_of(const struct module *module, uint32_t id)
{
    return gpu_spirv_id(module, id)->value;
}

/* A component of a constant of several, such as gl_WorkGroupSize.x. */
static uint32_t evaluate_member(const struct module *module, const uint32_t *instruction)
{
    const uint32_t *whole = gpu_spirv_id(module, instruction[4])->definition;
    const uint32_t at = length(instruction) > 5 ? instruction[5] : UINT32_MAX;
    if (!whole ||
        (opcode(whole) != SpvOpConstantComposite && opcode(whole) != SpvOpSpecConstantComposite) ||
        length(whole) <= 3 || at >= length(whole) - 3)
        return 0;
    return value_of(module, whole[3 + at]);
}

static uint32_t evaluate_operation(const struct module *module, const uint32_t *instruction)
{
    if (length(instruction) < 5)
        return 0;
    if (instruction[3] == SpvOpCompositeExtract)
        return evaluate_member(module, instruction);
    const uint32_t a = value_of(module, instruction[4]);
    const uint32_t b = length(instruction) > 5 ? value_of(module, instruction[5]) : 0;
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
        return length(instruction) > 6 ? (a ? b : value_of(module, instruction[6])) : 0;
    default: return 0;
    }
}

static uint32_t constant_value(const struct module *module, const struct id *id)
{
    const uint32_t *instruction = id->definition;
    if (id->constant < module->constant_count)
        return module->constants[id->constant];
    switch (opcode(instruction)) {
    case SpvOpConstant:
    case SpvOpSpecConstant: return instruction[3];
    case SpvOpSpecConstantTrue: return 1;
    case SpvOpSpecConstantOp: return evaluate_operation(module, instruction);
    default: return 0;
    }
}

static uint32_t type_bytes(const struct module *module, const uint32_t *type)
{
    uint32_t bytes = 0;
    switch (opcode(type)) {
    case SpvOpTypeBool: return 4;
    case SpvOpTypeInt:
    case SpvOpTypeFloat: return type[2] / 8;
    case SpvOpTypeVector:
    case SpvOpTypeMatrix: return type[3] * gpu_spirv_id(module, type[2])->bytes;
    case SpvOpTypeArray: return value_of(module, type[3]) * gpu_spirv_id(module, type[2])->bytes;
    case SpvOpTypeStruct:
        for (uint32_t i = 2; i < length(type); i++)
            bytes += gpu_spirv_id(module, type[i])->bytes;
        return bytes;
    default: return 0;
    }
}

static uint64_t rounded(uint64_t bytes, uint64_t alignment)
{
    return alignment > 0 ? (bytes + alignment - 1) / alignment * alignment : bytes;
}

static struct size struct_size(const struct module *module, const uint32_t *type)
{
    struct size size = { 0, 1 };
    for (uint32_t i = 2; i < length(type); i++) {
        const struct size member = gpu_spirv_id(module, type[i])->size;
        size.bytes = rounded(size.bytes, member.alignment) + member.bytes;
        size.alignment = member.alignment > size.alignment ? member.alignment : size.alignment;
    }
    size.bytes = rounded(size.bytes, size.alignment);
    return size;
}

/* Size of a type that consists of several of another. */
static struct size several_size(const struct module *module, const uint32_t *type)
{
    const struct size of = gpu_spirv_id(module, type[2])->size;
    if (opcode(type) == SpvOpTypeVector)
        return (struct size){ type[3] * of.bytes, of.bytes * (type[3] > 2 ? 4 : type[3]) };
    const uint32_t count = opcode(type) == SpvOpTypeMatrix ? type[3] : value_of(module, type[3]);
    return (struct size){ count * rounded(of.bytes, of.alignment), of.alignment };
}

static struct size type_size(const struct module *module, const uint32_t *type)
{
    switch (opcode(type)) {
    case SpvOpTypeBool: return (struct size){ 4, 4 };
    case SpvOpTypeInt:
    case SpvOpTypeFloat: return (struct size){ type[2] / 8, type[2] / 8 };
    case SpvOpTypeVector:
    case SpvOpTypeMatrix:
    case SpvOpTypeArray: return several_size(module, type);
    case SpvOpTypeStruct: return struct_size(module, type);
    default: return (struct size){ 0, 1 };
    }
}

void gpu_spirv_settle(const struct module *module, struct id *id)
{
    id->value = constant_value(module, id);
    id->bytes = type_bytes(module, id->definition);
    id->size = type_size(module, id->definition);
}
