/* SPDX-License-Identifier: MIT */
/* spirv.c: the interface of a shader, which branches its specialization constants decide, and how
 * many instructions it has of each kind. */
#include "harness/base/need.h"
#include "harness/engine/gpu/private.h"

#include <spirv/unified1/spirv.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

enum { VERSION_MIN = 0x00010000, VERSION_MAX = 0x00010600, ID_BOUND_MAX = 1 << 22 };
enum { ENTRY_POINTS_MAX = 256 };

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
    uint64_t decided_by; /* constants, see spirv.c */
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

/* Writes the message; false. */
__attribute__((format(printf, 2, 3))) static bool fail(struct module *module, const char *format,
                                                       ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(module->message, GPU_MESSAGE_BYTES, format, arguments);
    va_end(arguments);
    return false;
}

/* The slot of an id, or the empty one that it would take: half of them stay empty. */
static struct id *find_slot(const struct module *module, uint32_t id)
{
    size_t at = id & (module->slots - 1);
    while (module->ids[at].name != 0 && module->ids[at].name != id)
        at = (at + 1) & (module->slots - 1);
    return &module->ids[at];
}

/* Returns the facts about an id, to be changed; NULL where nothing of it is known. */
static struct id *find(const struct module *module, uint32_t id)
{
    struct id *found = find_slot(module, id);
    return id != 0 && found->name == id ? found : NULL;
}

/* Returns the facts about an id; never NULL. */
static const struct id *facts_of(const struct module *module, uint32_t id)
{
    static const struct id unknown = {
        .binding = NONE, .set = NONE, .constant = NONE, .size = { 0, 1 }
    };
    const struct id *found = find(module, id);
    return found ? found : &unknown;
}

/* Returns the facts about an id that an instruction states, one for each; NULL for one that cannot
 * be. */
static struct id *take(const struct module *module, uint32_t id)
{
    if (id == 0 || id >= module->bound)
        return NULL;
    struct id *taken = find_slot(module, id);
    if (taken->name == 0)
        *taken = (struct id){
            .name = id, .binding = NONE, .set = NONE, .constant = NONE, .size = { 0, 1 }
        };
    return taken;
}

/* Constants, specialization constants in place, and sizes of types ----------------------------- */

static bool divides(uint32_t a, uint32_t b)
{
    return b != 0 && !(a == 0x80000000u && b == UINT32_MAX);
}

static uint32_t value_of(const struct module *module, uint32_t id)
{
    return facts_of(module, id)->value;
}

/* A component of a constant of several, such as gl_WorkGroupSize.x. */
static uint32_t evaluate_member(const struct module *module, const uint32_t *instruction)
{
    const uint32_t *whole = facts_of(module, instruction[4])->definition;
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
    const int32_t rest = divides(a, b) ? (int32_t)a % (int32_t)b : 0;
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
    case SpvOpSRem: return (uint32_t)rest;
    case SpvOpSMod: /* with the sign of the divisor */
        return (uint32_t)rest + (rest != 0 && (rest < 0) != ((int32_t)b < 0) ? b : 0);
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

static uint64_t rounded(uint64_t bytes, uint64_t alignment)
{
    return alignment > 0 ? (bytes + alignment - 1) / alignment * alignment : bytes;
}

/*
 * Computes the value of a constant, or the sizes of a type, from those of its operands. SPIR-V
 * defines operands first: what is not defined yet counts 0, so this needs no recursion.
 */
static void settle(const struct module *module, struct id *id)
{
    const uint32_t *type = id->definition;
    const uint32_t op = opcode(type);
    const struct id *of = length(type) > 2 ? facts_of(module, type[2]) : NULL;
    uint32_t count, bytes = 0;
    struct size size = { 0, 1 };
    id->value = 0;
    switch (op) {
    case SpvOpConstant:
    case SpvOpSpecConstant: id->value = type[3]; break;
    case SpvOpConstantTrue:
    case SpvOpSpecConstantTrue: id->value = 1; break;
    case SpvOpSpecConstantOp: id->value = evaluate_operation(module, type); break;
    case SpvOpTypeBool:
        bytes = 4;
        size = (struct size){ 4, 4 };
        break;
    case SpvOpTypeInt:
    case SpvOpTypeFloat:
        bytes = type[2] / 8;
        size = (struct size){ bytes, bytes };
        break;
    case SpvOpTypeVector:
        bytes = type[3] * of->bytes;
        size.bytes = type[3] * of->size.bytes;
        size.alignment = of->size.bytes * (type[3] > 2 ? 4 : type[3]);
        break;
    case SpvOpTypeMatrix:
    case SpvOpTypeArray:
        count = op == SpvOpTypeMatrix ? type[3] : value_of(module, type[3]);
        bytes = count * of->bytes;
        size.bytes = count * rounded(of->size.bytes, of->size.alignment);
        size.alignment = of->size.alignment;
        break;
    case SpvOpTypeStruct:
        for (uint32_t i = 2; i < length(type); i++) {
            of = facts_of(module, type[i]);
            bytes += of->bytes;
            size.bytes = rounded(size.bytes, of->size.alignment) + of->size.bytes;
            if (size.alignment < of->size.alignment)
                size.alignment = of->size.alignment;
        }
        size.bytes = rounded(size.bytes, size.alignment);
        break;
    default: break;
    }
    if (id->constant < module->constant_count)
        id->value = module->constants[id->constant];
    id->bytes = bytes;
    id->size = size;
}

/* Instructions --------------------------------------------------------------------------------- */

/* Returns the facts about an id that is decorated or defined; notes one that may not be. */
static struct id *stated_id(struct module *module, uint32_t id)
{
    if (id >= module->bound && module->beyond == 0)
        module->beyond = id;
    return take(module, id);
}

/* Takes what is said of an id, or of a member of a struct. */
static void decorate(struct module *module, const uint32_t *instruction)
{
    const bool of_member = opcode(instruction) == SpvOpMemberDecorate;
    const uint32_t least = of_member ? 4 : 3, words = length(instruction);
    struct id *id = words < least ? NULL : stated_id(module, instruction[1]);
    const uint32_t value = words > 3 ? instruction[3] : 0;
    if (id && of_member) {
        id->unread_members += value == SpvDecorationNonReadable;
        id->unwritten_members += value == SpvDecorationNonWritable;
    }
    if (!id || of_member)
        return;
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

/* Position of the result id within an instruction that defines something of interest, and the
 * fewest words that it has; 0 for all others. */
static uint32_t result_position(uint32_t op, uint32_t *words)
{
    switch (op) {
    case SpvOpTypeBool:
    case SpvOpTypeStruct:
    case SpvOpTypeAccelerationStructureKHR: *words = 2; return 1;
    case SpvOpTypeFloat:
    case SpvOpTypeRuntimeArray:
    case SpvOpTypeSampledImage: *words = 3; return 1;
    case SpvOpTypeInt:
    case SpvOpTypeVector:
    case SpvOpTypeMatrix:
    case SpvOpTypeArray:
    case SpvOpTypePointer: *words = 4; return 1;
    case SpvOpTypeImage: *words = 9; return 1;
    case SpvOpConstantTrue:
    case SpvOpConstantComposite:
    case SpvOpSpecConstantTrue:
    case SpvOpSpecConstantFalse:
    case SpvOpSpecConstantComposite: *words = 3; return 2;
    case SpvOpConstant:
    case SpvOpSpecConstant:
    case SpvOpSpecConstantOp:
    case SpvOpVariable: *words = 4; return 2;
    case SpvOpFunction: *words = 5; return 2;
    default: return 0;
    }
}

static void define(struct module *module, const uint32_t *instruction)
{
    uint32_t least = 0;
    const uint32_t position = result_position(opcode(instruction), &least);
    struct id *id = position > 0 && length(instruction) >= least
                        ? stated_id(module, instruction[position])
                        : NULL;
    if (!id)
        return;
    id->definition = instruction;
    settle(module, id);
}

static bool index_instructions(struct module *module)
{
    uint32_t last = 0, models = 0;
    for (size_t at = HEADER_WORDS; at < module->count;) {
        const uint32_t *instruction = module->words + at;
        const uint32_t words = length(instruction), op = opcode(instruction);
        if (words == 0 || at + words > module->count)
            return fail(module, "SPIR-V is cut short at word %zu", at);
        if (op == SpvOpEntryPoint) {
            if (module->entry_point_count < ENTRY_POINTS_MAX)
                module->entry_points[module->entry_point_count] = instruction;
            module->entry_point_count++;
        }
        if (op == SpvOpMemoryModel) {
            const uint32_t addresses = words < 3 ? UINT32_MAX : instruction[1];
            const uint32_t memory = words < 3 ? UINT32_MAX : instruction[2];
            if (++models > 1 ||
                (addresses != SpvAddressingModelLogical &&
                 addresses != SpvAddressingModelPhysicalStorageBuffer64) ||
                (memory != SpvMemoryModelGLSL450 && memory != SpvMemoryModelVulkan))
                return fail(module, "declares %s: Vulkan takes one, GLSL450 or Vulkan",
                            models > 1 ? "several memory models" : "another memory model");
        }
        if (op == SpvOpDecorate || op == SpvOpMemberDecorate)
            decorate(module, instruction);
        define(module, instruction);
        at += words;
        if (op != SpvOpNop && op != SpvOpLine && op != SpvOpNoLine)
            last = op;
    }
    if (module->beyond > 0)
        return fail(module, "SPIR-V is damaged: id %u is not below %u, its header's bound",
                    module->beyond, module->bound);
    if (last != SpvOpFunctionEnd)
        return fail(module, "SPIR-V is cut short: its last function has no end");
    return models == 1 || fail(module, "declares no memory model");
}

/* Returns the id that the instruction at *at defines, and moves *at behind it; NULL for none. */
static const struct id *next_id(const struct module *module, size_t *at)
{
    uint32_t least;
    const uint32_t *instruction = module->words + *at;
    const uint32_t position = result_position(opcode(instruction), &least);
    *at += length(instruction);
    const struct id *id = position > 0 && position < length(instruction)
                              ? facts_of(module, instruction[position])
                              : NULL;
    return id && id->definition == instruction ? id : NULL;
}

/* Whether a type is floats of 32 bits, alone, in vectors, matrices or arrays. */
static bool is_floats(const struct module *module, uint32_t type)
{
    const uint32_t *definition = facts_of(module, type)->definition;
    for (int depth = 0;
         definition && depth < 8 &&
         (opcode(definition) == SpvOpTypeVector || opcode(definition) == SpvOpTypeMatrix ||
          opcode(definition) == SpvOpTypeArray);
         depth++)
        definition = facts_of(module, definition[2])->definition;
    return definition && opcode(definition) == SpvOpTypeFloat && definition[2] == 32;
}

/* Largest offset + size over the members of the block that a pointer type points to. *floats: bits,
 * the words of its members that are floats. */
static uint32_t block_bytes(struct module *module, uint32_t pointer, uint32_t *floats)
{
    const uint32_t *type = facts_of(module, pointer)->definition;
    if (!type || opcode(type) != SpvOpTypePointer)
        return 0;
    const uint32_t structure = type[3];
    const uint32_t *block = facts_of(module, structure)->definition;
    uint32_t end = 0;
    if (!block || opcode(block) != SpvOpTypeStruct)
        return 0;
    for (size_t at = HEADER_WORDS; at < module->count; at += length(module->words + at)) {
        const uint32_t *instruction = module->words + at;
        if (opcode(instruction) != SpvOpMemberDecorate || length(instruction) < 5 ||
            instruction[1] != structure || instruction[3] != SpvDecorationOffset ||
            instruction[2] >= length(block) - 2)
            continue;
        const uint32_t member_end =
            instruction[4] + facts_of(module, block[2 + instruction[2]])->bytes;
        end = member_end > end ? member_end : end;
        for (uint32_t word = instruction[4] / 4;
             is_floats(module, block[2 + instruction[2]]) && word < 32 && word < member_end / 4;
             word++)
            *floats |= 1u << word;
    }
    return end;
}

/* Entry points, and what they reach ------------------------------------------------------------ */

static const char *entry_name(const uint32_t *entry)
{
    return (const char *)(entry + 3);
}

static bool is_compute(const uint32_t *entry)
{
    return entry[1] == SpvExecutionModelGLCompute;
}

/* Says which there are, and how one is chosen. */
static bool fail_to_choose(struct module *module, const char *why)
{
    char names[160] = "";
    for (uint32_t i = 0; i < module->entry_point_count; i++) {
        const size_t at = strlen(names);
        if (is_compute(module->entry_points[i]))
            snprintf(names + at, sizeof(names) - at, "%s%s", at > 0 ? ", " : "",
                     entry_name(module->entry_points[i]));
    }
    return fail(module, "%s: its compute entry points are %s; choose one by FILE.spv:NAME", why,
                names[0] ? names : "none");
}

/* The one that is named; else the only one, the only compute one, or of those `main`. */
static bool choose_entry_point(struct module *module, const char *wanted)
{
    const uint32_t *compute = NULL, *main_one = NULL;
    uint32_t count = 0;
    for (uint32_t i = 0; i < module->entry_point_count; i++) {
        const uint32_t *entry = module->entry_points[i];
        const uint32_t words = length(entry);
        if (words < 4 || !memchr(entry + 3, 0, 4 * (size_t)(words - 3)))
            return fail(module, "has an entry point without a name");
        const bool named = wanted && strcmp(entry_name(entry), wanted) == 0;
        if (wanted ? named && (!compute || is_compute(entry)) : is_compute(entry))
            compute = entry;
        if (is_compute(entry) && strcmp(entry_name(entry), "main") == 0)
            main_one = entry;
        count += is_compute(entry);
    }
    if (wanted && !compute)
        return fail_to_choose(module, "has no such entry point");
    if (!wanted && count == 0 && module->entry_point_count > 1)
        return fail_to_choose(module, "is not a compute shader");
    if (!wanted && count > 1 && !main_one)
        return fail_to_choose(module, "has several entry points");
    if (!wanted && count > 1)
        compute = main_one;
    module->entry_point = compute ? compute : module->entry_points[0];
    return true;
}

/* Takes all variables that an instruction names, and the function that it calls. */
static void reach(struct module *module, const uint32_t *instruction, const uint32_t **stack,
                  size_t *depth)
{
    for (uint32_t i = 1; i < length(instruction); i++) {
        struct id *id = find(module, instruction[i]);
        const uint32_t *definition = id ? id->definition : NULL;
        if (!definition || id->live)
            continue;
        if (opcode(definition) == SpvOpVariable)
            id->live = true;
        if (opcode(definition) == SpvOpFunction && opcode(instruction) == SpvOpFunctionCall) {
            id->live = true;
            stack[(*depth)++] = definition;
        }
    }
}

const char *gpu_stage_name(enum gpu_stage stage)
{
    static const char *const names[GPU_STAGE_COUNT] = {
        [GPU_STAGE_COMPUTE] = "compute",   [GPU_STAGE_VERTEX] = "vertex",
        [GPU_STAGE_FRAGMENT] = "fragment", [GPU_STAGE_TASK] = "task",
        [GPU_STAGE_MESH] = "mesh",         [GPU_STAGE_RAY_GENERATION] = "raygen",
        [GPU_STAGE_MISS] = "miss",         [GPU_STAGE_ANY_HIT] = "any_hit",
    };
    return names[stage];
}

/* Chooses the entry point, by its name or as gpu_shader says for NULL, and finds what it reaches.
 * False with a message. */
static bool read_stage(struct module *module, const char *wanted, struct gpu_interface *interface)
{
    static const uint32_t models[GPU_STAGE_COUNT] = {
        [GPU_STAGE_COMPUTE] = SpvExecutionModelGLCompute,
        [GPU_STAGE_VERTEX] = SpvExecutionModelVertex,
        [GPU_STAGE_FRAGMENT] = SpvExecutionModelFragment,
        [GPU_STAGE_TASK] = SpvExecutionModelTaskEXT,
        [GPU_STAGE_MESH] = SpvExecutionModelMeshEXT,
        [GPU_STAGE_RAY_GENERATION] = SpvExecutionModelRayGenerationKHR,
        [GPU_STAGE_MISS] = SpvExecutionModelMissKHR,
        [GPU_STAGE_ANY_HIT] = SpvExecutionModelAnyHitKHR,
    };
    if (module->entry_point_count == 0)
        return fail(module, "has no entry point");
    if (module->entry_point_count > ENTRY_POINTS_MAX)
        return fail(module, "has %u entry points: at most %d are read", module->entry_point_count,
                    ENTRY_POINTS_MAX);
    if (!choose_entry_point(module, wanted))
        return false;
    /* What the entry point reaches, where there are others. */
    struct id *first = find(module, module->entry_point[2]);
    if (module->entry_point_count > 1 && first && first->definition &&
        opcode(first->definition) == SpvOpFunction) {
        const uint32_t **stack = need_zeroed(module->slots, sizeof(*stack));
        size_t depth = 0;
        first->live = true;
        stack[depth++] = first->definition;
        while (depth > 0) {
            const uint32_t *at = stack[--depth];
            for (; opcode(at) != SpvOpFunctionEnd; at += length(at)) /* the last one is an end */
                reach(module, at, stack, &depth);
        }
        free(stack);
    }
    for (uint32_t i = 0; i < module->entry_point_count; i++)
        interface->entry_points += is_compute(module->entry_points[i]);
    interface->entry_point = entry_name(module->entry_point);
    for (int stage = 0; stage < GPU_STAGE_COUNT; stage++)
        if (models[stage] == module->entry_point[1]) {
            interface->stage = (enum gpu_stage)stage;
            return true;
        }
    return fail(module, "is a shader of a stage that is not used here");
}

/* Bindings ------------------------------------------------------------------------------------ */

/* Reads an OpTypeImage, within an OpTypeSampledImage or by itself. */
static bool read_image(struct module *module, const uint32_t *image, bool sampled, uint32_t at,
                       struct gpu_binding *binding)
{
    enum { COMPONENT = 2, DIMENSION, DEPTH, ARRAYED, MULTISAMPLED, SAMPLED, FORMAT };
    static const uint32_t formats[GPU_FORMAT_COUNT] = {
        [GPU_RGBA8] = SpvImageFormatRgba8,
        [GPU_R32F] = SpvImageFormatR32f,
        [GPU_RGBA16F] = SpvImageFormatRgba16f,
        [GPU_RGBA32F] = SpvImageFormatRgba32f,
    };
    if (!image || opcode(image) != SpvOpTypeImage || length(image) <= FORMAT)
        return fail(module, "binding %u: an image of a type that is not understood", at);
    const uint32_t *component = facts_of(module, image[COMPONENT])->definition;
    if (image[DIMENSION] != SpvDim2D || image[ARRAYED] || image[MULTISAMPLED] ||
        image[DEPTH] == 1 || !component || opcode(component) != SpvOpTypeFloat)
        return fail(module, "binding %u: images are sampler2D or image2D, of floats", at);
    if (!sampled && image[SAMPLED] == 1)
        return fail(module, "binding %u: a texture without its sampler; use sampler2D", at);
    binding->kind = sampled ? GPU_SAMPLED_IMAGE : GPU_STORAGE_IMAGE;
    for (int format = 0; format < GPU_FORMAT_COUNT; format++)
        if (!sampled && formats[format] == image[FORMAT]) {
            binding->format = (enum gpu_format)format;
            return true;
        }
    return sampled ||
           fail(module, "binding %u: a storage image is rgba8, r32f, rgba16f or rgba32f", at);
}

/* Takes whether a buffer, or each member of its block, is declared to be only written or read. */
static void read_access(struct module *module, const uint32_t *variable, const uint32_t *type,
                        struct gpu_binding *binding)
{
    const struct id *own = facts_of(module, variable[2]);
    const struct id *block = type ? facts_of(module, type[1]) : own;
    const uint32_t members = type && length(type) > 2 ? length(type) - 2 : NONE;
    binding->never_read = own->never_read || block->unread_members == members;
    binding->never_written = own->never_written || block->unwritten_members == members;
}

/* Kind of the binding that a variable of this type and class is. */
static bool read_binding(struct module *module, const uint32_t *variable, uint32_t at,
                         struct gpu_binding *binding)
{
    const uint32_t *pointer = facts_of(module, variable[1])->definition;
    const uint32_t *type = pointer && opcode(pointer) == SpvOpTypePointer
                               ? facts_of(module, pointer[3])->definition
                               : NULL;
    const uint32_t op = type ? opcode(type) : SpvOpNop;
    *binding = (struct gpu_binding){ .kind = GPU_STORAGE_BUFFER };
    if (op == SpvOpTypeArray || op == SpvOpTypeRuntimeArray)
        return fail(module, "binding %u: an array of descriptors; give each its binding", at);
    if (variable[3] == SpvStorageClassStorageBuffer ||
        (variable[3] == SpvStorageClassUniform && op == SpvOpTypeStruct &&
         facts_of(module, type[1])->is_buffer_block)) {
        read_access(module, variable, type, binding);
        return true;
    }
    binding->kind = GPU_UNIFORM_BUFFER;
    if (variable[3] == SpvStorageClassUniform && op == SpvOpTypeStruct)
        return true;
    if (variable[3] == SpvStorageClassUniformConstant && op == SpvOpTypeSampledImage)
        return read_image(module, facts_of(module, type[2])->definition, true, at, binding);
    if (op == SpvOpTypeImage)
        read_access(module, variable, NULL, binding);
    if (variable[3] == SpvStorageClassUniformConstant && op == SpvOpTypeImage)
        return read_image(module, type, false, at, binding);
    binding->kind = GPU_ACCELERATION_STRUCTURE;
    return (variable[3] == SpvStorageClassUniformConstant &&
            op == SpvOpTypeAccelerationStructureKHR) ||
           fail(module,
                "binding %u: is not a storage or uniform buffer, sampler2D, image2D or "
                "accelerationStructureEXT",
                at);
}

static bool take_binding(struct module *module, const uint32_t *variable,
                         struct gpu_interface *interface)
{
    const struct id *id = facts_of(module, variable[2]);
    struct gpu_binding binding;
    if (id->set == UINT32_MAX || id->binding == UINT32_MAX)
        return fail(module,
                    "a variable has no %s of its own; those of OpGroupDecorate are not "
                    "read: spirv-opt --flatten-decorations gives each its own",
                    id->set == UINT32_MAX ? "DescriptorSet" : "Binding");
    if (id->set != 0 || id->binding >= GPU_INTERFACE_MAX)
        return fail(module,
                    "descriptor set %u, binding %u: only set 0, bindings 0..62 are used here",
                    id->set, id->binding);
    if (!read_binding(module, variable, id->binding, &binding))
        return false;
    struct gpu_binding *known = &interface->binding[id->binding];
    if (known->kind != GPU_UNBOUND &&
        (known->kind != binding.kind || known->format != binding.format))
        return fail(module, "binding %u: is declared twice, as different things", id->binding);
    /* Two variables at one binding: what either of them does. */
    binding.twice = known->twice || (known->kind == GPU_STORAGE_BUFFER &&
                                     known->never_written != binding.never_written);
    binding.never_read = binding.never_read && (known->kind == GPU_UNBOUND || known->never_read);
    binding.never_written =
        binding.never_written && (known->kind == GPU_UNBOUND || known->never_written);
    *known = binding;
    if (id->binding >= interface->bindings)
        interface->bindings = id->binding + 1;
    return true;
}

static bool read_variables(struct module *module, struct gpu_interface *interface)
{
    uint64_t shared = 0;
    for (size_t at = HEADER_WORDS; at < module->count;) {
        const struct id *id = next_id(module, &at);
        const uint32_t *variable = id ? id->definition : NULL;
        if (!variable || opcode(variable) != SpvOpVariable ||
            (module->entry_point_count > 1 && !id->live))
            continue;
        const uint32_t *pointer = facts_of(module, variable[1])->definition;
        switch (variable[3]) {
        case SpvStorageClassPushConstant:
            interface->push_bytes = block_bytes(module, variable[1], &interface->push_floats);
            break;
        case SpvStorageClassWorkgroup:
            shared += pointer && opcode(pointer) == SpvOpTypePointer
                          ? facts_of(module, pointer[3])->size.bytes
                          : 0;
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
    interface->shared_bytes = shared < UINT32_MAX ? (uint32_t)shared : UINT32_MAX;
    return true;
}

static bool read_constants(struct module *module, struct gpu_interface *interface)
{
    uint64_t seen = 0;
    for (size_t at = HEADER_WORDS; at < module->count;) {
        const struct id *id = next_id(module, &at);
        if (!id || id->constant == NONE)
            continue;
        if (id->constant >= GPU_INTERFACE_MAX)
            return fail(module, "specialization constant id %u is over 62", id->constant);
        const uint32_t *type = facts_of(module, id->definition[1])->definition;
        if (type && opcode(type) != SpvOpTypeBool && type[2] != 32)
            return fail(module,
                        "specialization constant id %u has %u bits, and claimcheck sets those of "
                        "32: declare it so, and convert it",
                        id->constant, type[2]);
        seen |= UINT64_C(1) << id->constant;
        interface->constants[id->constant] = id->value;
    }
    while (interface->constant_count < 64 && seen >> interface->constant_count)
        interface->constant_count++;
    return true;
}

static bool read_group_size(struct module *module, struct gpu_interface *interface)
{
    const uint32_t *builtin = facts_of(module, module->group_size_builtin)->definition;
    const uint32_t *size_mode = NULL;
    for (size_t at = HEADER_WORDS; at < module->count; at += length(module->words + at)) {
        const uint32_t *mode = module->words + at;
        const uint32_t op = opcode(mode);
        if (op == SpvOpFunction)
            break;
        if ((op == SpvOpExecutionMode || op == SpvOpExecutionModeId) && length(mode) >= 6 &&
            mode[1] == module->entry_point[2] &&
            mode[2] == (op == SpvOpExecutionMode ? SpvExecutionModeLocalSize
                                                 : SpvExecutionModeLocalSizeId)) {
            size_mode = mode;
            module->group_sizes++;
        }
    }
    if (builtin && length(builtin) < 6) /* what it is to state is not there */
        builtin = NULL;
    if (interface->stage != GPU_STAGE_COMPUTE && interface->stage != GPU_STAGE_TASK &&
        interface->stage != GPU_STAGE_MESH)
        return true;
    if (!size_mode && !builtin)
        return fail(module, "declares no work-group size");
    if (module->group_sizes > 1)
        return fail(module, "declares %u work-group sizes for one entry point",
                    module->group_sizes);
    for (uint32_t i = 0; i < 3; i++)
        if (builtin)
            interface->group_size[i] = facts_of(module, builtin[3 + i])->value;
        else if (opcode(size_mode) == SpvOpExecutionModeId)
            interface->group_size[i] = facts_of(module, size_mode[3 + i])->value;
        else
            interface->group_size[i] = size_mode[3 + i];
    return true;
}

/* Takes the instructions of the shader, and the entry point that is read with all that it reaches.
 * The module has its constants and message already. The caller frees its ids, also after false. */
static bool open_module(struct module *module, const struct gpu_shader *shader,
                        struct gpu_interface *interface)
{
    const uint32_t *words = shader->words;
    module->words = words;
    module->count = shader->bytes / 4;
    module->group_size_builtin = NONE;
    if (module->count < HEADER_WORDS || words[0] != SpvMagicNumber)
        return fail(module, "is not SPIR-V");
    if (words[3] > ID_BOUND_MAX)
        return fail(module, "is damaged: its header has the bound %u of ids, SPIR-V at most %u",
                    words[3], (uint32_t)ID_BOUND_MAX);
    if (words[4] != 0)
        return fail(module, "is damaged: its header has the schema %u, not 0", words[4]);
    if ((words[1] & 0xFF0000FFu) != 0 || words[1] < VERSION_MIN)
        return fail(module, "is damaged: no SPIR-V has the version word 0x%08x", words[1]);
    if (words[1] > VERSION_MAX)
        return fail(module, "is SPIR-V %u.%u: Vulkan 1.3 takes up to 1.6", words[1] >> 16 & 255,
                    words[1] >> 8 & 255);
    module->bound = words[3];
    /* An id takes two words at least, so half of the slots stay empty. */
    for (module->slots = 8; module->slots < module->count;)
        module->slots *= 2;
    module->ids = need_zeroed(module->slots, sizeof(*module->ids));
    return index_instructions(module) && read_stage(module, shader->entry_point, interface);
}

bool gpu_shader_interface(const struct gpu_shader *shader, const uint32_t *constants,
                          uint32_t constant_count, struct gpu_interface *interface,
                          char message[GPU_MESSAGE_BYTES])
{
    struct module module = { .constants = constants,
                             .constant_count = constant_count,
                             .message = message };
    *interface = (struct gpu_interface){ 0 };
    const bool ok = open_module(&module, shader, interface) && read_variables(&module, interface) &&
                    read_constants(&module, interface) && read_group_size(&module, interface);
    /* Buffers whose length the shader asks for; all, where a pointer may be any of them. */
    for (size_t at = HEADER_WORDS; ok && at < module.count; at += length(module.words + at)) {
        const uint32_t *instruction = module.words + at;
        if (opcode(instruction) != SpvOpArrayLength || length(instruction) < 4)
            continue;
        const uint32_t asked = facts_of(&module, instruction[3])->binding;
        for (uint32_t i = 0; i < interface->bindings; i++)
            if (asked == i || asked == NONE)
                interface->binding[i].asks_length = true;
    }
    if (!ok)
        *interface = (struct gpu_interface){ 0 };
    free(module.ids);
    return ok;
}

/* Branches that constants decide --------------------------------------------------------------- */

/* An id that constants alone decide has this bit, and bit N where constant N is among them. */
static const uint64_t decided = UINT64_C(1) << 63;

static uint64_t mask_of(const struct module *module, uint32_t id)
{
    return facts_of(module, id)->decided_by;
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

static uint64_t result_mask(const struct module *module, const uint32_t *instruction)
{
    const uint32_t op = opcode(instruction), words = length(instruction);
    const uint32_t own = facts_of(module, instruction[2])->constant;
    /* The result depends on the operands alone, all of which are ids. */
    const bool pure = op == SpvOpCopyObject || (op >= SpvOpConvertFToU && op <= SpvOpBitcast) ||
                      (op >= SpvOpSNegate && op <= SpvOpSMulExtended) ||
                      (op >= SpvOpAny && op <= SpvOpFUnordGreaterThanEqual) ||
                      (op >= SpvOpShiftRightLogical && op <= SpvOpBitCount);
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
    default: return pure ? operands_mask(module, instruction, 3, words) : 0;
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

bool gpu_shader_constants(const struct gpu_shader *shader,
                          struct gpu_constant constants[GPU_CONSTANTS_MAX])
{
    char message[GPU_MESSAGE_BYTES];
    struct gpu_interface interface = { 0 };
    struct module module = { .message = message };
    memset(constants, 0, GPU_CONSTANTS_MAX * sizeof(*constants));
    const bool opened = open_module(&module, shader, &interface);
    for (size_t i = 0; opened && i < module.slots; i++) {
        const struct id *id = &module.ids[i];
        if (id->constant >= GPU_CONSTANTS_MAX || !id->definition)
            continue;
        struct gpu_constant *constant = &constants[id->constant];
        const uint32_t *type = facts_of(&module, id->definition[1])->definition;
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
        const uint32_t id = facts_of(&module, instruction[1])->constant;
        const char *name = (const char *)(instruction + 2);
        const size_t bytes = 4 * (size_t)(length(instruction) - 2),
                     room = sizeof(constants->name) - 1;
        if (id < GPU_CONSTANTS_MAX)
            memcpy(constants[id].name, name, strnlen(name, bytes < room ? bytes : room));
    }
    bool live = false; /* Notes what decides each id, and counts the branches by constant. */
    for (size_t at = HEADER_WORDS; opened && at < module.count; at += length(module.words + at)) {
        const uint32_t *instruction = module.words + at;
        if (opcode(instruction) == SpvOpFunction && length(instruction) > 2)
            live = module.entry_point_count == 1 || facts_of(&module, instruction[2])->live;
        const uint64_t by = live ? mask_of(&module, condition_of(instruction)) : 0;
        for (uint32_t i = 0; i < GPU_CONSTANTS_MAX; i++)
            constants[i].branches += by >> i & 1;
        const uint64_t mask = length(instruction) > 2 ? result_mask(&module, instruction) : 0;
        struct id *id = mask ? take(&module, instruction[2]) : NULL;
        if (id)
            id->decided_by = mask;
    }
    free(module.ids);
    return opened;
}

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

void gpu_shader_count(const struct gpu_shader *shader, uint32_t counts[GPU_COUNT_COUNT])
{
    bool within = false;
    memset(counts, 0, GPU_COUNT_COUNT * sizeof(*counts));
    for (size_t at = HEADER_WORDS; at < shader->bytes / 4 && length(shader->words + at) > 0;
         at += length(shader->words + at)) {
        const uint32_t op = opcode(shader->words + at);
        within = within || op == SpvOpFunction;
        counts[GPU_COUNT_INSTRUCTIONS] += within;
        counts[GPU_COUNT_ATOMICS] += op >= SpvOpAtomicLoad && op <= SpvOpAtomicXor;
        counts[GPU_COUNT_SUBGROUP] +=
            op >= SpvOpGroupNonUniformElect && op <= SpvOpGroupNonUniformQuadSwap;
        counts[GPU_COUNT_BRANCHES] += op == SpvOpBranchConditional || op == SpvOpSwitch;
        counts[GPU_COUNT_LOOPS] += op == SpvOpLoopMerge;
        counts[GPU_COUNT_LOADS] += op == SpvOpLoad || op == SpvOpImageRead;
        counts[GPU_COUNT_STORES] += op == SpvOpStore || op == SpvOpImageWrite;
        counts[GPU_COUNT_BARRIERS] += op == SpvOpControlBarrier || op == SpvOpMemoryBarrier;
    }
}
