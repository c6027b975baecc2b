/* SPDX-License-Identifier: MIT */
/* spirv_entry.c: which entry point of SPIR-V is read, and what it reaches. */
#include "harness/base/need.h"
#include "harness/engine/gpu/spirv_module.h"

#include <spirv/unified1/spirv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    return gpu_spirv_fail(module,
                          "%s: its compute entry points are %s; choose one by FILE.spv:NAME", why,
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
            return gpu_spirv_fail(module, "has an entry point without a name");
        const bool named = wanted && strcmp(entry_name(entry), wanted) == 0;
        if (wanted ? named : is_compute(entry))
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
        struct id *id = gpu_spirv_find(module, instruction[i]);
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

/* Finds what the entry point reaches, where there are others. */
static void find_live(struct module *module)
{
    size_t depth = 0;
    if (module->entry_point_count == 1)
        return;
    const uint32_t **stack = need_zeroed(module->slots, sizeof(*stack));
    struct id *first = gpu_spirv_find(module, module->entry_point[2]);
    if (first && first->definition && opcode(first->definition) == SpvOpFunction) {
        first->live = true;
        stack[depth++] = first->definition;
    }
    while (depth > 0) {
        const uint32_t *at = stack[--depth];
        for (; opcode(at) != SpvOpFunctionEnd; at += length(at)) /* the last instruction is one */
            reach(module, at, stack, &depth);
    }
    free(stack);
}

bool gpu_spirv_read_stage(struct module *module, const char *wanted,
                          struct spirv_interface *interface)
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
    if (module->entry_point_count == 0)
        return gpu_spirv_fail(module, "has no entry point");
    if (module->entry_point_count > ENTRY_POINTS_MAX)
        return gpu_spirv_fail(module, "has %u entry points: at most %d are read",
                              module->entry_point_count, ENTRY_POINTS_MAX);
    if (!choose_entry_point(module, wanted))
        return false;
    find_live(module);
    for (uint32_t i = 0; i < module->entry_point_count; i++)
        interface->entry_points += is_compute(module->entry_points[i]);
    interface->entry_point = entry_name(module->entry_point);
    for (int stage = 0; stage < SPIRV_STAGE_COUNT; stage++)
        if (models[stage] == module->entry_point[1]) {
            interface->stage = (enum spirv_stage)stage;
            return true;
        }
    return gpu_spirv_fail(module, "is a shader of a stage that is not used here");
}

const uint32_t *gpu_spirv_local_size(struct module *module)
{
    const uint32_t *found = NULL;
    for (size_t at = HEADER_WORDS; at < module->count; at += length(module->words + at)) {
        const uint32_t *mode = module->words + at;
        const uint32_t op = opcode(mode);
        if (op == SpvOpFunction)
            break;
        if ((op == SpvOpExecutionMode || op == SpvOpExecutionModeId) && length(mode) >= 6 &&
            mode[1] == module->entry_point[2] &&
            mode[2] == (op == SpvOpExecutionMode ? SpvExecutionModeLocalSize
                                                 : SpvExecutionModeLocalSizeId)) {
            found = mode;
            module->group_sizes++;
        }
    }
    return found;
}
