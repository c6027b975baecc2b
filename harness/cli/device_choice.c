/* SPDX-License-Identifier: MIT */
#include "harness/cli/device_choice.h"

#include "harness/base/exit_code.h"

#include <stdlib.h>

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
