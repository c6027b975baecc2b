/* SPDX-License-Identifier: MIT */
#include "harness/cli/cli.h"

#include <math.h>
#include <string.h>

/* Choice --------------------------------------------------------------------------------------- */

const char device_choice_any[] = "all";

/* Adds why Vulkan may lack a GPU that the kernel has, as far as was looked at, and the remedy. */
static void remedy_add(struct text *text, const struct os_machine_gpu *gpu)
{
    const char *given = getenv("NVIDIA_DRIVER_CAPABILITIES");
    const bool nvidia = strstr(gpu->node, "nvidia");
    const int major = (int)strcspn(gpu->version, ".");
    if (gpu->refused)
        text_add_format(text,
                        "this user may not open %s: add the user to that file's group, as "
                        "'sudo usermod -aG render $USER' does, and log in again",
                        gpu->node);
    else if (nvidia && given && !strstr(given, "all") && !strstr(given, "graphics"))
        text_add_format(text,
                        "NVIDIA_DRIVER_CAPABILITIES=%s gives this container no graphics: start it "
                        "with -e NVIDIA_DRIVER_CAPABILITIES=all",
                        given);
    else if (*gpu->manifest)
        text_add_format(text, "its driver's manifest is %s, and %s%s", gpu->manifest,
                        *gpu_loader_trouble() ? "the Vulkan loader says: "
                                              : "the Vulkan loader does not say why; "
                                                "VK_LOADER_DEBUG=all claimcheck devices prints all",
                        gpu_loader_trouble());
    else if (nvidia && gpu->contained)
        text_add(text, "this container has no manifest of its driver: start it with --gpus all "
                       "-e NVIDIA_DRIVER_CAPABILITIES=all, and install libvulkan1 and libegl1");
    else if (nvidia)
        text_add_format(text,
                        "install the Vulkan part of its driver: libnvidia-gl-%.*s on Ubuntu, "
                        "nvidia-vulkan-icd on Debian",
                        *gpu->version ? major : 7, *gpu->version ? gpu->version : "VERSION");
    else if (strstr(gpu->node, "dxg"))
        text_add(text, "install mesa-vulkan-drivers with its driver dzn");
    else if (strstr(gpu->node, "kfd"))
        text_add(text, "there is no /dev/dri: a container needs --device /dev/dri");
    else
        text_add(text, "install mesa-vulkan-drivers");
}

/* Says of a GPU that is here and cannot be used, where the device `index`, or none for -1, is what
 * is left: which, why and the remedy. False where there is none. */
static bool device_choice_unused(const struct gpu_info *infos, int count, int index)
{
    static const char *const variables[] = { "VK_DRIVER_FILES", "VK_ICD_FILENAMES",
                                             "VK_LOADER_DRIVERS_SELECT",
                                             "VK_LOADER_DRIVERS_DISABLE" };
    struct os_machine_gpu gpu;
    bool listed = false, chosen = false; /* chosen: the drivers that the loader reads */
    if (index >= 0 && !gpu_info_is_software(&infos[index]))
        return false;
    foreach (const struct gpu_info, info, infos, count) {
        const bool is_gpu = !gpu_info_is_software(info);
        listed = listed || is_gpu;
        if (is_gpu && !info->usable)
            return !trouble("the GPU '%.200s' cannot be used: %s", info->name,
                            info->unusable_reason);
    }
    for (size_t i = 0; i < COUNT_OF(variables); i++)
        chosen = chosen || (getenv(variables[i]) && *getenv(variables[i]));
    const char *root = getenv("CLAIMCHECK_ROOT"); /* where tests plant files of a kernel */
    if (listed || chosen || !os_machine_gpu(root ? root : "", &gpu))
        return false;
    OWNED_TEXT struct text text = { 0 };
    text_add_format(&text, "the GPU '%s'%s%s%s is here, and Vulkan does not list it: ",
                    *gpu.name ? gpu.name : gpu.node, *gpu.name ? " (" : "",
                    *gpu.name ? gpu.node : "", *gpu.name ? ")" : "");
    remedy_add(&text, &gpu);
    printable_clean(text.string);
    return !trouble("%s", text_string(&text));
}

/* Without a word of the user's, a CPU is not what is meant beside a GPU; CI says that it is. */
static bool unused_refuse(struct device_choice *choice, const char *selector)
{
    if (selector || !device_choice_unused(choice->infos, choice->count, choice->index))
        return false;
    if (run_options_ci()) {
        message_warning("%s", trouble_text());
        return false;
    }
    trouble("%s; to measure the CPU: --device cpu", trouble_text());
    choice->index = -1;
    choice->code = EXIT_CODE_NOTHING;
    choice->refused = true;
    return true;
}

bool device_choice_init(struct device_choice *choice, const struct measurer *measurer,
                        const char *selector)
{
    char ignored[GPU_MESSAGE_BYTES];
    *choice = (struct device_choice){ .code = EXIT_CODE_OK };
    measurer->list(&choice->infos, &choice->count);
    choice->index = gpu_choose(choice->infos, choice->count,
                               selector == device_choice_any ? NULL : selector, trouble_buffer());
    if (unused_refuse(choice, selector))
        return false;
    if (choice->index < 0)
        choice->code = gpu_choose(choice->infos, choice->count, NULL, ignored) >= 0
                           ? EXIT_CODE_UNTRIED
                           : EXIT_CODE_NOTHING;
    return choice->index >= 0;
}

void device_choice_finish(struct device_choice *choice)
{
    free(choice->infos);
    *choice = (struct device_choice){ .index = -1 };
}

/* devices -------------------------------------------------------------------------------------- */

/*
 * {"variant": "technique.bench/variant", "features": [names]} for every variant that needs more
 * than `features` has. New reference.
 */
static json_t *variant_missing_json(const struct technique *const *techniques, uint32_t features)
{
    json_t *list = json_array();
    for (; *techniques; techniques++)
        for (const struct bench *const *bench = (*techniques)->benches; *bench; bench++)
            for (const struct bench_variant *v = (*bench)->variants; v->name; v++) {
                const uint32_t missing = v->needs & ~features;
                if (v->kind == BENCH_CPU || missing == 0)
                    continue;
                OWNED char *name =
                    text_make("%s.%s/%s", (*techniques)->name, (*bench)->name, v->name);
                json_value_append(&list, json_value_object("variant:t features:o", name,
                                                           head_json_features(missing)));
            }
    return list;
}

static void print_names(const json_t *names)
{
    foreach_json (name, names)
        printf("%s%s", name_at == 0 ? "" : ", ", json_string_value(name));
    printf("\n");
}

static void print_device(const struct gpu_info *info, const struct technique *const *techniques)
{
    printf("%d  %s (%s%s)\n", info->index, info->name, gpu_kind_name(info->kind),
           gpu_info_is_software(info) ? ", software" : "");
    if (*info->uuid)
        printf("   uuid        %s\n", info->uuid);
    if (*info->pci_bus)
        printf("   PCI bus     %s\n", info->pci_bus);
    if (*info->driver_name)
        printf("   driver      %s %s\n", info->driver_name, info->driver_info);
    printf("   Vulkan      %s\n", info->api_version);
    if (gpu_info_untimed(info)) {
        printf("   NOT USABLE  %s\n", gpu_info_untimed(info));
        return;
    }
    printf("   memory      %.1f GiB, largest binding %.1f GiB\n",
           (double)info->limits.memory_bytes / 1073741824.0,
           (double)info->limits.storage_buffer_bytes_max / 1073741824.0);
    printf("   subgroup    %u\n", info->subgroup_size);
    if (info->multiprocessors > 0)
        printf("   groups      %u multiprocessors run them side by side\n", info->multiprocessors);
    if (info->timestamp_bits > 0)
        printf("   timestamps  %u bits, %g ns\n", info->timestamp_bits, info->timestamp_period_ns);
    else
        printf("   timestamps  none: times are the host's, around each submission\n");
    json_auto_t *features = head_json_features(info->features);
    printf("   features    ");
    print_names(features);
    json_auto_t *lacking = variant_missing_json(techniques, info->features);
    foreach_json (entry, lacking) {
        printf("   cannot run  %s, lacks ", json_string_value(json_object_get(entry, "variant")));
        print_names(json_object_get(entry, "features"));
    }
}

struct devices {
    const struct gpu_info *infos;
    int count;
};

static void devices_view(struct sheet *sheet, const void *of)
{
    static const struct sheet_column columns[] = {
        { .key = "index", .title = "", .type = SHEET_COUNT },
        { .key = "name", .title = "device" },
        { .key = "kind", .title = "kind" },
        { .key = "software", .title = "software", .type = SHEET_FLAG },
        { .key = "uuid", .title = "UUID" },
        { .key = "pci_bus", .title = "PCI bus" },
        { .key = "driver_name", .title = "driver" },
        { .key = "driver_info", .title = "version" },
        { .key = "api_version", .title = "Vulkan" },
        { .key = "memory_bytes", .title = "memory", .type = SHEET_BYTES },
        { .key = "subgroup_size", .title = "subgroup", .type = SHEET_COUNT },
        { .key = "multiprocessors", .title = "multiprocessors", .type = SHEET_COUNT },
        { .key = "unusable_reason", .title = "not usable" },
    };
    const struct devices *devices = of;
    SHEET_TABLE(sheet, columns, .name = "devices", .main = true);
    foreach (const struct gpu_info, it, devices->infos, devices->count) {
        const char *untimed = gpu_info_untimed(it);
        SHEET_ROW(sheet, sheet_number(it->index), sheet_words(it->name),
                  sheet_words(gpu_kind_name(it->kind)), sheet_flag(gpu_info_is_software(it), "yes"),
                  sheet_words(it->uuid), sheet_words(it->pci_bus), sheet_words(it->driver_name),
                  sheet_words(it->driver_info), sheet_words(it->api_version),
                  sheet_count(it->limits.memory_bytes),
                  sheet_number(it->subgroup_size > 0 ? it->subgroup_size : NAN),
                  sheet_number(it->multiprocessors > 0 ? it->multiprocessors : NAN),
                  sheet_words(untimed ? untimed : ""));
    }
}

static json_t *device_json(const struct gpu_info *info, const struct technique *const *techniques)
{
    const char *untimed = gpu_info_untimed(info);
    return json_value_object("index:i pci_bus:w usable:b unusable_reason:t device:o lacking:o",
                             info->index, info->pci_bus, !untimed, untimed, head_json_device(info),
                             untimed ? json_null()
                                     : variant_missing_json(techniques, info->features));
}

static int devices_run(const struct command_line *line)
{
    OWNED struct gpu_info *infos = NULL;
    int count = 0;
    char message[GPU_MESSAGE_BYTES] = "";
    line->measurer->list(&infos, &count);
    foreach (struct gpu_info, info, infos, count) { /* texts that drivers report */
        printable_clean(info->name);
        printable_clean(info->driver_name);
        printable_clean(info->driver_info);
        printable_clean(info->unusable_reason);
    }
    const struct devices devices = { infos, count };
    const enum sheet_style style = sheet_options_style(line->options);
    json_t *list = json_array();
    int code = EXIT_CODE_OK;
    for (int i = 0; i < count; i++)
        if (style == SHEET_JSON)
            json_value_append(&list, device_json(&infos[i], line->techniques));
        else if (style == SHEET_TEXT)
            print_device(&infos[i], line->techniques);
    json_auto_t *document = json_value_object("loader:t devices:o", gpu_loader_version(), list);
    if (style == SHEET_JSON)
        code = command_print_json(json_incref(document));
    else if (style != SHEET_TEXT)
        code = sheet_options_print(devices_view, &devices, style, false);
    const int best = gpu_choose(infos, count, NULL, message);
    if (device_choice_unused(infos, count, best))
        message_warning("%s", trouble_text());
    if (count > 0 && *gpu_loader_trouble())
        message_warning("the Vulkan loader says: %s", gpu_loader_trouble());
    const char *untimed = best >= 0 ? gpu_info_untimed(&infos[best]) : NULL;
    if (code != EXIT_CODE_OK || (best >= 0 && !untimed))
        return code;
    return untimed
               ? message_nothing("no device can be timed: '%.200s': %s", infos[best].name, untimed)
               : message_nothing("%s", message);
}

static const struct option_spec devices_options[] = {
    OPTION_FLAG("json", "the devices as JSON, with limits and identifiers"),
    SHEET_OPTIONS,
    OPTION_END,
};

const struct command command_devices = {
    .name = "devices",
    .arguments = "[--json|--format FORMAT]",
    .summary = "lists every Vulkan device, and the features that variants lack on it",
    .example = "claimcheck devices",
    .options = devices_options,
    .choices = "json|format",
    .lines = true,
    .run = devices_run,
};
