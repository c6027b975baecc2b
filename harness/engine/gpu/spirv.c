/* SPDX-License-Identifier: MIT */
#include "harness/engine/gpu/spirv.h"

#include <spirv/unified1/spirv.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

enum { HEADER_WORDS = 5, DEPTH_MAX = 16 };

/* What is known of one result id. */
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
    const uint32_t *entry_point; /* the instruction; of several the last */
    uint32_t entry_point_count;
    const uint32_t *local_size;  /* the execution mode's instruction */
    uint32_t group_size_builtin; /* id decorated WorkgroupSize, or NONE */
    char *message;
    size_t message_bytes;
};

__attribute__((format(printf, 2, 3))) static bool fail(struct module *module, const char *format,
                                                       ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(module->message, module->message_bytes, format, arguments);
    va_end(arguments);
    return false;
}

static uint32_t opcode(const uint32_t *instruction)
{
    return instruction[0] & SpvOpCodeMask;
}

static uint32_t length(const uint32_t *instruction)
{
    return instruction[0] >> SpvWordCountShift;
}

static struct id *id_at(struct module *module, uint32_t id)
{
    static struct id unknown = { .binding = NONE, .set = NONE, .constant = NONE };
    return id < module->bound ? &module->ids[id] : &unknown;
}

static void decorate(struct module *module, const uint32_t *instruction)
{
    if (length(instruction) < 3 || instruction[1] >= module->bound)
        return;
    struct id *id = &module->ids[instruction[1]];
    const uint32_t value = length(instruction) > 3 ? instruction[3] : 0;
    switch (instruction[2]) {
    case SpvDecorationBinding: id->binding = value; break;
    case SpvDecorationDescriptorSet: id->set = value; break;
    case SpvDecorationSpecId: id->constant = value; break;
    case SpvDecorationNonReadable: id->never_read = true; break;
    case SpvDecorationNonWritable: id->never_written = true; break;
    case SpvDecorationBufferBlock: id->is_buffer_block = true; break;
    case SpvDecorationBuiltIn:
        if (value == SpvBuiltInWorkgroupSize)
            module->group_size_builtin = instruction[1];
        break;
    default: break;
    }
}

static void decorate_member(struct module *module, const uint32_t *instruction)
{
    if (length(instruction) < 4 || instruction[1] >= module->bound)
        return;
    struct id *id = &module->ids[instruction[1]];
    id->unread_members += instruction[3] == SpvDecorationNonReadable;
    id->unwritten_members += instruction[3] == SpvDecorationNonWritable;
}

/* Position of the result id within an instruction that defines something of interest; 0 for all
 * others. */
static uint32_t result_position(uint32_t op)
{
    switch (op) {
    case SpvOpTypeBool:
    case SpvOpTypeInt:
    case SpvOpTypeFloat:
    case SpvOpTypeVector:
    case SpvOpTypeMatrix:
    case SpvOpTypeArray:
    case SpvOpTypeRuntimeArray:
    case SpvOpTypeStruct:
    case SpvOpTypeImage:
    case SpvOpTypeSampledImage:
    case SpvOpTypeAccelerationStructureKHR:
    case SpvOpTypePointer: return 1;
    case SpvOpConstant:
    case SpvOpConstantComposite:
    case SpvOpSpecConstant:
    case SpvOpSpecConstantTrue:
    case SpvOpSpecConstantFalse:
    case SpvOpSpecConstantOp:
    case SpvOpSpecConstantComposite:
    case SpvOpVariable: return 2;
    default: return 0;
    }
}

static bool index_instructions(struct module *module)
{
    uint32_t last = 0;
    for (size_t at = HEADER_WORDS; at < module->count;) {
        const uint32_t *instruction = module->words + at;
        const uint32_t words = length(instruction), op = opcode(instruction);
        if (words == 0 || at + words > module->count)
            return fail(module, "SPIR-V is cut short at word %zu", at);
        if (op == SpvOpEntryPoint) {
            module->entry_point = instruction;
            module->entry_point_count++;
        }
        if (op == SpvOpDecorate)
            decorate(module, instruction);
        if (op == SpvOpMemberDecorate)
            decorate_member(module, instruction);
        if ((op == SpvOpExecutionMode && words >= 6 &&
             instruction[2] == SpvExecutionModeLocalSize) ||
            (op == SpvOpExecutionModeId && words >= 6 &&
             instruction[2] == SpvExecutionModeLocalSizeId))
            module->local_size = instruction;
        const uint32_t position = result_position(op);
        if (position > 0 && position < words && instruction[position] < module->bound)
            module->ids[instruction[position]].definition = instruction;
        at += words;
        last = op;
    }
    return last == SpvOpFunctionEnd ||
           fail(module, "SPIR-V is cut short: its last function has no end");
}

static uint32_t evaluate(struct module *module, uint32_t id, uint32_t depth);

static uint32_t evaluate_operation(struct module *module, const uint32_t *instruction,
                                   uint32_t depth)
{
    if (length(instruction) < 6)
        return 0;
    const uint32_t a = evaluate(module, instruction[4], depth + 1);
    const uint32_t b = evaluate(module, instruction[5], depth + 1);
    switch (instruction[3]) {
    case SpvOpIAdd: return a + b;
    case SpvOpISub: return a - b;
    case SpvOpIMul: return a * b;
    case SpvOpUDiv:
    case SpvOpSDiv: return b == 0 ? 0 : a / b;
    case SpvOpShiftLeftLogical: return b < 32 ? a << b : 0;
    case SpvOpShiftRightLogical:
    case SpvOpShiftRightArithmetic: return b < 32 ? a >> b : 0;
    case SpvOpUGreaterThan:
    case SpvOpSGreaterThan: return a > b;
    case SpvOpULessThan:
    case SpvOpSLessThan: return a < b;
    case SpvOpIEqual: return a == b;
    case SpvOpSelect:
        return length(instruction) > 6 ? (a ? b : evaluate(module, instruction[6], depth + 1)) : 0;
    default: return 0;
    }
}

/* Value of a 32-bit constant, specialization constants in place. 0 for what is not understood. */
static uint32_t evaluate(struct module *module, uint32_t id, uint32_t depth)
{
    const struct id *entry = id_at(module, id);
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

/* Bytes of a type, tightly packed: exact for the scalars, vectors and arrays of words that kernels
 * use. */
static uint32_t type_bytes(struct module *module, uint32_t id, uint32_t depth)
{
    const uint32_t *type = id_at(module, id)->definition;
    if (!type || depth > DEPTH_MAX)
        return 0;
    uint32_t bytes = 0;
    switch (opcode(type)) {
    case SpvOpTypeBool: return 4;
    case SpvOpTypeInt:
    case SpvOpTypeFloat: return type[2] / 8;
    case SpvOpTypeVector:
    case SpvOpTypeMatrix: return type[3] * type_bytes(module, type[2], depth + 1);
    case SpvOpTypeArray:
        return evaluate(module, type[3], 0) * type_bytes(module, type[2], depth + 1);
    case SpvOpTypeStruct:
        for (uint32_t i = 2; i < length(type); i++)
            bytes += type_bytes(module, type[i], depth + 1);
        return bytes;
    default: return 0;
    }
}

/* Largest offset + size over the members of the block that a pointer type points to. */
static uint32_t block_bytes(struct module *module, uint32_t pointer)
{
    const uint32_t *type = id_at(module, pointer)->definition;
    if (!type || opcode(type) != SpvOpTypePointer)
        return 0;
    const uint32_t structure = type[3];
    const uint32_t *block = id_at(module, structure)->definition;
    uint32_t end = 0;
    for (size_t at = HEADER_WORDS; block && at < module->count; at += length(module->words + at)) {
        const uint32_t *instruction = module->words + at;
        if (opcode(instruction) != SpvOpMemberDecorate || instruction[1] != structure ||
            instruction[3] != SpvDecorationOffset || instruction[2] + 2 >= length(block))
            continue;
        const uint32_t member_end =
            instruction[4] + type_bytes(module, block[2 + instruction[2]], 0);
        end = member_end > end ? member_end : end;
    }
    return end;
}

/* Bindings ------------------------------------------------------------------------------------ */

static bool image_format(uint32_t format, enum gpu_format *known)
{
    switch (format) {
    case SpvImageFormatRgba8: *known = GPU_RGBA8; return true;
    case SpvImageFormatR32f: *known = GPU_R32F; return true;
    case SpvImageFormatRgba16f: *known = GPU_RGBA16F; return true;
    case SpvImageFormatRgba32f: *known = GPU_RGBA32F; return true;
    default: return false;
    }
}

/* What an OpTypeImage is, within an OpTypeSampledImage or by itself. */
static bool read_image(struct module *module, const uint32_t *image, bool sampled, uint32_t at,
                       struct gpu_binding *binding)
{
    enum { COMPONENT = 2, DIMENSION, DEPTH, ARRAYED, MULTISAMPLED, SAMPLED, FORMAT };
    if (!image || opcode(image) != SpvOpTypeImage || length(image) <= FORMAT)
        return fail(module, "binding %u: an image of a type that is not understood", at);
    const uint32_t *component = id_at(module, image[COMPONENT])->definition;
    if (image[DIMENSION] != SpvDim2D || image[ARRAYED] || image[MULTISAMPLED] ||
        image[DEPTH] == 1 || !component || opcode(component) != SpvOpTypeFloat)
        return fail(module, "binding %u: images are sampler2D or image2D, of floats", at);
    if (!sampled && image[SAMPLED] == 1)
        return fail(module, "binding %u: a texture without its sampler; use sampler2D", at);
    binding->kind = sampled ? GPU_SAMPLED_IMAGE : GPU_STORAGE_IMAGE;
    return sampled || image_format(image[FORMAT], &binding->format) ||
           fail(module, "binding %u: a storage image is rgba8, r32f, rgba16f or rgba32f", at);
}

/* Takes whether a buffer, or each member of its block, is declared to be only written or read. */
static void read_access(struct module *module, const uint32_t *variable, const uint32_t *type,
                        struct gpu_binding *binding)
{
    const struct id *own = id_at(module, variable[2]);
    const struct id *block = type ? id_at(module, type[1]) : own;
    const uint32_t members = type && length(type) > 2 ? length(type) - 2 : NONE;
    binding->never_read = own->never_read || block->unread_members == members;
    binding->never_written = own->never_written || block->unwritten_members == members;
}

/* Kind of the binding that a variable of this type and class is. */
static bool read_binding(struct module *module, const uint32_t *variable, uint32_t at,
                         struct gpu_binding *binding)
{
    const uint32_t *pointer = id_at(module, variable[1])->definition;
    const uint32_t *type = pointer && opcode(pointer) == SpvOpTypePointer
                               ? id_at(module, pointer[3])->definition
                               : NULL;
    const uint32_t op = type ? opcode(type) : SpvOpNop;
    *binding = (struct gpu_binding){ .kind = GPU_STORAGE_BUFFER };
    if (op == SpvOpTypeArray || op == SpvOpTypeRuntimeArray)
        return fail(module, "binding %u: an array of descriptors; give each its binding", at);
    if (variable[3] == SpvStorageClassStorageBuffer ||
        (variable[3] == SpvStorageClassUniform && op == SpvOpTypeStruct &&
         id_at(module, type[1])->is_buffer_block)) {
        read_access(module, variable, type, binding);
        return true;
    }
    if (variable[3] == SpvStorageClassUniformConstant && op == SpvOpTypeSampledImage)
        return read_image(module, id_at(module, type[2])->definition, true, at, binding);
    if (variable[3] == SpvStorageClassUniformConstant && op == SpvOpTypeImage)
        return read_image(module, type, false, at, binding);
    binding->kind = GPU_ACCELERATION_STRUCTURE;
    return (variable[3] == SpvStorageClassUniformConstant &&
            op == SpvOpTypeAccelerationStructureKHR) ||
           fail(module,
                "binding %u: is no storage buffer, sampler2D, image2D or accelerationStructureEXT",
                at);
}

static bool take_binding(struct module *module, const uint32_t *variable,
                         struct spirv_interface *interface)
{
    const struct id *id = id_at(module, variable[2]);
    struct gpu_binding binding;
    if (id->set != 0 || id->binding >= SPIRV_BINDINGS_MAX)
        return fail(module,
                    "descriptor set %u, binding %u: only set 0, bindings 0..62 are used here",
                    id->set, id->binding);
    if (!read_binding(module, variable, id->binding, &binding))
        return false;
    struct gpu_binding *known = &interface->bindings[id->binding];
    if (known->kind != GPU_UNBOUND &&
        (known->kind != binding.kind || known->format != binding.format))
        return fail(module, "binding %u: is declared as two things", id->binding);
    /* Two variables at one binding: what either of them does. */
    binding.never_read = binding.never_read && (known->kind == GPU_UNBOUND || known->never_read);
    binding.never_written =
        binding.never_written && (known->kind == GPU_UNBOUND || known->never_written);
    *known = binding;
    if (id->binding >= interface->binding_count)
        interface->binding_count = id->binding + 1;
    return true;
}

static bool read_variables(struct module *module, struct spirv_interface *interface)
{
    for (uint32_t i = 0; i < module->bound; i++) {
        const uint32_t *variable = module->ids[i].definition;
        if (!variable || opcode(variable) != SpvOpVariable || length(variable) < 4)
            continue;
        const uint32_t *pointer = id_at(module, variable[1])->definition;
        switch (variable[3]) {
        case SpvStorageClassPushConstant:
            interface->push_bytes = block_bytes(module, variable[1]);
            break;
        case SpvStorageClassWorkgroup:
            interface->shared_bytes += pointer ? type_bytes(module, pointer[3], 0) : 0;
            break;
        case SpvStorageClassStorageBuffer:
        case SpvStorageClassUniform:
        case SpvStorageClassUniformConstant:
        case SpvStorageClassImage:
            if (!take_binding(module, variable, interface))
                return false;
            break;
        default: break;
        }
    }
    return true;
}

static bool read_constants(struct module *module, struct spirv_interface *interface)
{
    uint64_t seen = 0;
    for (uint32_t i = 0; i < module->bound; i++) {
        if (module->ids[i].constant == NONE)
            continue;
        if (module->ids[i].constant >= SPIRV_CONSTANTS_MAX)
            return fail(module, "specialization constant id %u is over 62",
                        module->ids[i].constant);
        seen |= UINT64_C(1) << module->ids[i].constant;
        interface->constants[module->ids[i].constant] = evaluate(module, i, 0);
    }
    while (interface->constant_count < 64 && seen >> interface->constant_count)
        interface->constant_count++;
    return true;
}

static bool read_stage(struct module *module, struct spirv_interface *interface)
{
    static const uint32_t models[SPIRV_STAGE_COUNT] = {
        [SPIRV_COMPUTE] = SpvExecutionModelGLCompute,
        [SPIRV_VERTEX] = SpvExecutionModelVertex,
        [SPIRV_FRAGMENT] = SpvExecutionModelFragment,
        [SPIRV_TASK] = SpvExecutionModelTaskEXT,
        [SPIRV_MESH] = SpvExecutionModelMeshEXT,
        [SPIRV_RAY_GENERATION] = SpvExecutionModelRayGenerationKHR,
        [SPIRV_MISS] = SpvExecutionModelMissKHR,
        [SPIRV_ANY_HIT] = SpvExecutionModelAnyHitKHR,
    };
    const uint32_t words = module->entry_point ? length(module->entry_point) : 0;
    if (words < 4 || !memchr(module->entry_point + 3, 0, 4 * (size_t)(words - 3)))
        return fail(module, "has no entry point");
    if (module->entry_point_count > 1)
        return fail(module, "has %u entry points: compile one at a time",
                    module->entry_point_count);
    interface->entry_point = (const char *)(module->entry_point + 3);
    for (int stage = 0; stage < SPIRV_STAGE_COUNT; stage++)
        if (models[stage] == module->entry_point[1]) {
            interface->stage = (enum spirv_stage)stage;
            return true;
        }
    return fail(module, "is a shader of a stage that is not used here");
}

static bool read_group_size(struct module *module, struct spirv_interface *interface)
{
    const uint32_t *builtin = id_at(module, module->group_size_builtin)->definition;
    const uint32_t *mode = module->local_size;
    if (interface->stage != SPIRV_COMPUTE && interface->stage != SPIRV_TASK &&
        interface->stage != SPIRV_MESH)
        return true;
    if (!mode && !builtin)
        return fail(module, "declares no work-group size");
    for (uint32_t i = 0; i < 3; i++)
        if (builtin && length(builtin) >= 6)
            interface->group_size[i] = evaluate(module, builtin[3 + i], 0);
        else if (opcode(mode) == SpvOpExecutionModeId)
            interface->group_size[i] = evaluate(module, mode[3 + i], 0);
        else
            interface->group_size[i] = mode[3 + i];
    return true;
}

bool gpu_spirv_read(const uint32_t *words, size_t bytes, const uint32_t *constants,
                    uint32_t constant_count, struct spirv_interface *interface, char *message,
                    size_t message_bytes)
{
    struct module module = { .words = words,
                             .count = bytes / 4,
                             .constants = constants,
                             .constant_count = constant_count,
                             .group_size_builtin = NONE,
                             .message = message,
                             .message_bytes = message_bytes };
    *interface = (struct spirv_interface){ 0 };
    if (module.count < HEADER_WORDS || words[0] != SpvMagicNumber || words[3] > (1u << 22))
        return fail(&module, "is not SPIR-V");
    module.bound = words[3];
    module.ids = malloc((module.bound + 1) * sizeof(*module.ids));
    if (!module.ids)
        return fail(&module, "no memory to read SPIR-V");
    for (uint32_t i = 0; i < module.bound; i++)
        module.ids[i] = (struct id){ .binding = NONE, .set = NONE, .constant = NONE };
    const bool ok = index_instructions(&module) && read_variables(&module, interface) &&
                    read_constants(&module, interface) && read_stage(&module, interface) &&
                    read_group_size(&module, interface);
    free(module.ids);
    return ok;
}
