/* SPDX-License-Identifier: MIT */
#include "harness/cli/device_choice.h"

#include "harness/base/exit_code.h"
#include "harness/base/message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool device_choice_init(struct device_choice *choice, const struct measurer *measurer,
                        const char *selector, char message[GPU_MESSAGE_BYTES])
{
    char ignored[GPU_MESSAGE_BYTES];
    *choice = (struct device_choice){ .code = EXIT_CODE_OK };
    measurer->list(&choice->infos, &choice->count);
    choice->index = gpu_choose(choice->infos, choice->count, selector, message);
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
