/* SPDX-License-Identifier: MIT */
#include "harness/cli/device_choice.h"

#include "harness/base/exit_code.h"
#include "harness/base/message.h"
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

bool device_choice_unused(const struct gpu_info *infos, int count, int index)
{
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
    char *node = listed || drivers_are_chosen() ? NULL : os_machine_gpu("");
    if (!node)
        return false;
    trouble("there is a GPU, '%s', and Vulkan lists none: %s", node,
            strstr(node, "nvidia") ? "install the Vulkan part of its driver (libnvidia-gl); a "
                                     "container needs NVIDIA_DRIVER_CAPABILITIES=all, and libEGL"
            : strstr(node, "dxg")  ? "install mesa-vulkan-drivers with its driver dzn"
                                   : "install mesa-vulkan-drivers, and let this user read that "
                                     "file; a container needs --device /dev/dri");
    free(node);
    return true;
}

/* Without a word of the user's, a CPU is not what is meant beside a GPU; CI says that it is. */
static bool unused_refuse(struct device_choice *choice, const char *selector)
{
    if (selector || !device_choice_unused(choice->infos, choice->count, choice->index))
        return false;
    if (choice->index >= 0 && run_options_ci()) {
        message_warning("%s", trouble_text());
        return false;
    }
    trouble("%.420s%s", trouble_text(),
            choice->index >= 0 ? "; --device cpu takes the CPU in its place" : "");
    choice->index = -1;
    choice->code = EXIT_CODE_NOTHING;
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
