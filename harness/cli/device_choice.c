/* SPDX-License-Identifier: MIT */
#include "harness/cli/device_choice.h"

#include "harness/base/exit_code.h"
#include "harness/base/message.h"
#include "harness/base/printable.h"
#include "harness/base/text.h"
#include "harness/base/trouble.h"
#include "harness/cli/run_options.h"
#include "harness/os/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char device_choice_any[] = "all";

/* Whether somebody has chosen the drivers that the loader reads. */
static bool drivers_are_chosen(void)
{
    static const char *const names[] = { "VK_DRIVER_FILES", "VK_ICD_FILENAMES",
                                         "VK_LOADER_DRIVERS_SELECT", "VK_LOADER_DRIVERS_DISABLE" };
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (getenv(names[i]) && *getenv(names[i]))
            return true;
    return false;
}

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

/* Tests plant files of a kernel in a folder of their own. */
static const char *machine_root(void)
{
    const char *root = getenv("CLAIMCHECK_ROOT");
    return root ? root : "";
}

bool device_choice_unused(const struct gpu_info *infos, int count, int index)
{
    struct os_machine_gpu gpu;
    bool listed = false;
    if (index >= 0 && !gpu_info_is_software(&infos[index]))
        return false;
    for (int i = 0; i < count; i++) {
        listed = listed || !gpu_info_is_software(&infos[i]);
        if (gpu_info_is_software(&infos[i]) || infos[i].usable)
            continue;
        trouble("the GPU '%.200s' cannot be used: %s", infos[i].name, infos[i].unusable_reason);
        return true;
    }
    if (listed || drivers_are_chosen() || !os_machine_gpu(machine_root(), &gpu))
        return false;
    struct text text = { 0 };
    text_add_format(&text, "the GPU '%s'%s%s%s is here, and Vulkan does not list it: ",
                    *gpu.name ? gpu.name : gpu.node, *gpu.name ? " (" : "",
                    *gpu.name ? gpu.node : "", *gpu.name ? ")" : "");
    remedy_add(&text, &gpu);
    printable_clean(text.string);
    trouble("%s", text_string(&text));
    text_finish(&text);
    return true;
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

void device_choice_slug(const struct device_choice *choice, const struct gpu_info *device,
                        char slug[RUN_SLUG_BYTES])
{
    char name[sizeof(device->name) + 16];
    bool twin = false;
    for (int i = 0; i < choice->count; i++)
        twin = twin || (i != device->index && strcmp(choice->infos[i].name, device->name) == 0);
    snprintf(name, sizeof(name), "%.40s", device->name);
    if (twin)
        snprintf(name, sizeof(name), "%.40s-%d", device->name, device->index);
    run_path_slug(name, slug);
}

int device_choice_measurable(const struct device_choice *choice)
{
    int count = 0;
    for (int i = 0; i < choice->count; i++) {
        const struct gpu_info *device = &choice->infos[i];
        const char *reason = gpu_info_untimed(device);
        count += reason ? 0 : 1;
        if (reason)
            message_warning("device %d, '%s', is left out: %s", device->index, device->name,
                            reason);
    }
    return count;
}
