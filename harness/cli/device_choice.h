/* SPDX-License-Identifier: MIT */
/* device_choice.h: the device that --device names, or else the best. */
#ifndef CLAIMCHECK_HARNESS_CLI_DEVICE_CHOICE_H
#define CLAIMCHECK_HARNESS_CLI_DEVICE_CHOICE_H

#include "harness/cli/session/measurer.h"
#include "harness/cli/session/run_path.h"

struct device_choice {
    struct gpu_info *infos; /* of all there are; malloc'ed */
    int count;
    int index;    /* of the one chosen; -1: none */
    int code;     /* the exit code then: a selector that fits nothing is a wrong argument, but only
                  where a device is */
    bool refused; /* none, as there is a GPU that cannot be used, and nobody asked for the CPU */
};

/* The selector where each device is meant: the best one is chosen, whatever else there is. */
extern const char device_choice_any[];

/* The selector as gpu_choose() has it. False with a one-line message when none was chosen. */
bool device_choice_init(struct device_choice *choice, const struct measurer *measurer,
                        const char *selector);
/* Says of a GPU that is here and cannot be used, where the device `index`, or none for -1, is what
 * is left: which, why and the remedy. False where there is none. */
bool device_choice_unused(const struct gpu_info *infos, int count, int index);

void device_choice_finish(struct device_choice *choice);

/* Writes the device's name for file names; two devices of one name get their index as well. */
void device_choice_slug(const struct device_choice *choice, const struct gpu_info *device,
                        char slug[RUN_SLUG_BYTES]);

/* How many --device all measures on. Warns of those that it leaves out: gpu_info_untimed(). */
int device_choice_measurable(const struct device_choice *choice);

#endif
