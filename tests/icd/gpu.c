/* SPDX-License-Identifier: MIT */
#include "tests/icd/gpu.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct gpu_description gpu;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;

static _Noreturn void refuse(const char *line, const char *why)
{
    fprintf(stderr, "tests/icd: '%s': %s\n", line, why);
    abort();
}

/* Reads a number, or a version with dots. */
static uint64_t integer(const char *line, const char *word)
{
    unsigned part[3];
    char *end;
    if (sscanf(word, "%u.%u.%u", &part[0], &part[1], &part[2]) == 3)
        return VK_MAKE_API_VERSION(0, part[0], part[1], part[2]);
    const uint64_t value = strtoull(word, &end, 0);
    if (end == word || *end)
        refuse(line, "a number is wanted");
    return value;
}

/* Splits off the next word of a line; NULL at its end. */
static char *next_word(char **at)
{
    char *word;
    while ((word = strsep(at, " \t")) && !*word)
        ;
    return word;
}

static uint64_t next_integer(const char *line, char **at)
{
    const char *word = next_word(at);
    if (!word)
        refuse(line, "a value is missing");
    return integer(line, word);
}

static void setting_read(const char *line, const struct member *member, char *at)
{
    if (gpu.setting_count == SETTINGS_MAX)
        refuse(line, "too many lines");
    struct setting *setting = &gpu.settings[gpu.setting_count++];
    setting->member = member;
    if (member->form == FORM_TEXT) {
        snprintf(setting->text, sizeof(setting->text), "%s", at ? at : "");
    } else if (member->form == FORM_FLOAT) {
        setting->number = strtof(at ? at : "", NULL);
        if (strcmp(member->name, "timestampPeriod") == 0 && gpu.ticks == 0)
            gpu.ticks = strtod(at, NULL);
    } else {
        const size_t width = member->form == FORM_U64 ? 8 : 4;
        for (size_t i = 0; i < member->bytes / width && i < VALUES_MAX; i++)
            setting->values[i] = next_integer(line, &at);
        if (strcmp(member->name, "timestampValidBits") == 0)
            gpu.valid_bits = (uint32_t)setting->values[0];
    }
}

static bool member_read(const char *line, const char *name, char *at)
{
    bool found = false;
    for (size_t i = 0; i < member_count; i++) {
        char copy[NAME_BYTES];
        if (strcmp(members[i].name, name) != 0)
            continue;
        snprintf(copy, sizeof(copy), "%s", at ? at : "");
        setting_read(line, &members[i], copy);
        found = true;
    }
    return found;
}

static void extensions_read(const char *line, bool only, char *at)
{
    char *word;
    gpu.only = only;
    while ((word = next_word(&at))) {
        if (gpu.extension_count == NAMES_MAX)
            refuse(line, "too many extensions");
        snprintf(gpu.extensions[gpu.extension_count++], NAME_BYTES, "%s", word);
    }
}

static void heap_read(const char *line, char *at)
{
    if (gpu.heap_count == VK_MAX_MEMORY_HEAPS)
        refuse(line, "too many heaps");
    VkMemoryHeap *heap = &gpu.heaps[gpu.heap_count++];
    heap->size = next_integer(line, &at);
    const char *word = next_word(&at);
    heap->flags = word && strcmp(word, "device") == 0 ? VK_MEMORY_HEAP_DEVICE_LOCAL_BIT : 0;
}

static void type_read(const char *line, char *at)
{
    static const struct {
        const char *name;
        VkMemoryPropertyFlags flag;
    } flags[] = { { "device", VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT },
                  { "visible", VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT },
                  { "coherent", VK_MEMORY_PROPERTY_HOST_COHERENT_BIT },
                  { "cached", VK_MEMORY_PROPERTY_HOST_CACHED_BIT } };
    char *word;
    if (gpu.type_count == VK_MAX_MEMORY_TYPES)
        refuse(line, "too many memory types");
    VkMemoryType *type = &gpu.types[gpu.type_count++];
    type->heapIndex = (uint32_t)next_integer(line, &at);
    while ((word = next_word(&at))) {
        VkMemoryPropertyFlags flag = 0;
        for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++)
            flag |= strcmp(flags[i].name, word) == 0 ? flags[i].flag : 0;
        if (!flag)
            refuse(line, "device, visible, coherent or cached is wanted");
        type->propertyFlags |= flag;
    }
}

static void stamps_read(const char *line, char *at)
{
    static const char *const kinds[] = { "right", "equal", "zero", "back", "reset" };
    const char *kind = next_word(&at);
    for (size_t i = 0; kind && i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        if (strcmp(kind, kinds[i]) != 0)
            continue;
        gpu.stamps = (enum stamps)i;
        gpu.stamps_every = at ? (unsigned)next_integer(line, &at) : 1;
        return;
    }
    refuse(line, "equal, zero, back or reset is wanted");
}

/* Ways to end the process, as results. */
static const VkResult EXITS = VK_RESULT_MAX_ENUM - 1, LEAVES = VK_RESULT_MAX_ENUM - 2,
                      HANGS = VK_RESULT_MAX_ENUM - 3;

static void failure_read(const char *line, char *at)
{
    const char *function = next_word(&at), *result = next_word(&at);
    if (!function || !result || gpu.failure_count == FAILURES_MAX)
        refuse(line, "a function and a result are wanted, eight times at most");
    if (!icd_can_fail(function))
        refuse(line,
               "this function goes to the driver as it is: icd.c, device.c and failing.c have "
               "those that can fail");
    struct failure *failure = &gpu.failures[gpu.failure_count++];
    snprintf(failure->function, sizeof(failure->function), "%s", function);
    failure->result = strcmp(result, "crash") == 0   ? VK_RESULT_MAX_ENUM
                      : strcmp(result, "exit") == 0  ? EXITS
                      : strcmp(result, "leave") == 0 ? LEAVES
                      : strcmp(result, "hang") == 0  ? HANGS
                                                     : (VkResult)atoi(result);
    failure->at = at ? (unsigned)next_integer(line, &at) : 0;
}

static void line_read(char *text)
{
    char line[NAME_BYTES], *at = text;
    text[strcspn(text, "#\r\n")] = '\0';
    for (size_t length = strlen(text); length > 0 && strchr(" \t", text[length - 1]);)
        text[--length] = '\0';
    snprintf(line, sizeof(line), "%s", text);
    const char *name = next_word(&at);
    if (!name || !*name)
        return;
    if (strcmp(name, "optional") == 0)
        gpu.no_features = true;
    else if (strcmp(name, "without") == 0 || strcmp(name, "extensions") == 0)
        extensions_read(line, *name == 'e', at);
    else if (strcmp(name, "heap") == 0)
        heap_read(line, at);
    else if (strcmp(name, "memory") == 0)
        type_read(line, at);
    else if (strcmp(name, "ticks") == 0)
        gpu.ticks = strtod(at ? at : "", NULL);
    else if (strcmp(name, "stamps") == 0)
        stamps_read(line, at);
    else if (strcmp(name, "coarse") == 0)
        gpu.coarse = next_integer(line, &at);
    else if (strcmp(name, "calibration") == 0)
        gpu.calibration = next_integer(line, &at);
    else if (strcmp(name, "fail") == 0)
        failure_read(line, at);
    else if (strcmp(name, "kernel") == 0)
        gpu.kernel_bytes = (size_t)next_integer(line, &at);
    else if (!member_read(line, name, at))
        refuse(line, "not a line of a description, see tests/icd/gpu.h");
}

static void description_read(void)
{
    const char *path = getenv("CLAIMCHECK_ICD_GPU"), *more = getenv("CLAIMCHECK_ICD_SET");
    char line[1024];
    if (path && *path) {
        FILE *file = fopen(path, "r");
        if (!file)
            refuse(path, "cannot be opened");
        while (fgets(line, sizeof(line), file))
            line_read(line);
        fclose(file);
    }
    while (more && *more) {
        const size_t length = strcspn(more, ";");
        snprintf(line, sizeof(line), "%.*s", (int)length, more);
        line_read(line);
        more += length + (more[length] == ';');
    }
}

const struct gpu_description *gpu_description(void)
{
    pthread_once(&once, description_read);
    return &gpu;
}

static void setting_write(const struct setting *setting, char *structure)
{
    const struct member *member = setting->member;
    char *to = structure + member->offset;
    switch (member->form) {
    case FORM_TEXT: snprintf(to, member->bytes, "%s", setting->text); break;
    case FORM_FLOAT: memcpy(to, &setting->number, sizeof(setting->number)); break;
    case FORM_U64: memcpy(to, &setting->values[0], 8); break;
    case FORM_U32:
        for (size_t i = 0; i < member->bytes / 4 && i < VALUES_MAX; i++) {
            const uint32_t value = (uint32_t)setting->values[i];
            memcpy(to + 4 * i, &value, 4);
        }
        break;
    }
}

/* Takes all features of a structure away. */
static void features_clear(VkBaseOutStructure *structure)
{
    static const struct {
        VkStructureType type;
        size_t bytes;
    } all[] = {
        { VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, sizeof(VkPhysicalDeviceFeatures2) },
        { VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES,
          sizeof(VkPhysicalDeviceVulkan11Features) },
        { VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
          sizeof(VkPhysicalDeviceVulkan12Features) },
        { VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES,
          sizeof(VkPhysicalDeviceVulkan13Features) },
    };
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
        if (structure->sType == all[i].type)
            memset(structure + 1, 0, all[i].bytes - sizeof(*structure));
}

void gpu_describe(void *chain)
{
    const struct gpu_description *description = gpu_description();
    for (VkBaseOutStructure *at = chain; at; at = at->pNext) {
        if (description->no_features)
            features_clear(at);
        for (size_t i = 0; i < description->setting_count; i++)
            if (description->settings[i].member->structure == at->sType)
                setting_write(&description->settings[i], (char *)at);
    }
}

bool gpu_has(const char *extension)
{
    const struct gpu_description *description = gpu_description();
    for (size_t i = 0; i < description->extension_count; i++)
        if (strcmp(description->extensions[i], extension) == 0)
            return description->only;
    return !description->only;
}

bool gpu_fails(const char *function, VkResult *result)
{
    bool fails = false;
    gpu_description();
    pthread_mutex_lock(&counting);
    for (size_t i = 0; i < gpu.failure_count && !fails; i++) {
        struct failure *failure = &gpu.failures[i];
        if (strcmp(failure->function, function) != 0)
            continue;
        fails = ++failure->calls == failure->at || failure->at == 0;
        *result = failure->result;
    }
    pthread_mutex_unlock(&counting);
    if (fails && *result == VK_RESULT_MAX_ENUM)
        raise(SIGSEGV);
    if (fails && *result == EXITS)
        exit(0);
    if (fails && *result == LEAVES)
        _exit(0);
    while (fails && *result == HANGS)
        pause();
    return fails;
}

uint64_t gpu_stamp(uint64_t ns)
{
    const struct gpu_description *description = gpu_description();
    uint64_t ticks = description->ticks > 0 ? (uint64_t)((long double)ns / description->ticks) : ns;
    if (description->coarse)
        ticks -= ticks % description->coarse;
    if (description->stamps == STAMPS_EQUAL)
        ticks = 123456789;
    if (description->valid_bits > 0 && description->valid_bits < 64)
        ticks &= (UINT64_C(1) << description->valid_bits) - 1;
    return ticks;
}
