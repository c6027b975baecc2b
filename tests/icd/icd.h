/* SPDX-License-Identifier: MIT */
/* icd.h: what icd.c, functions of the instance, and device.c, functions of the device, share. */
#ifndef CLAIMCHECK_TESTS_ICD_ICD_H
#define CLAIMCHECK_TESTS_ICD_ICD_H

#include "tests/icd/gpu.h"

typedef PFN_vkVoidFunction (*find_function)(VkInstance, const char *);

/* The last instance, since claimcheck has one at a time, and where the driver's functions are. */
extern VkInstance icd_instance;
extern find_function icd_driver_find;

#define BELOW(name) ((PFN_##name)icd_driver_find(icd_instance, #name))

/* Takes note of the device that the driver has made, with empty memory. */
void icd_device_made(VkDevice made, PFN_vkGetDeviceProcAddr find);

/* The last device that was made, and where the driver's functions of it are. */
extern VkDevice icd_device;
extern PFN_vkGetDeviceProcAddr icd_device_below;

#define ICD_DEVICE(name) ((PFN_##name)icd_device_below(icd_device, #name))

/* Returns a function of failing.c; NULL. */
PFN_vkVoidFunction icd_failing_find(const char *name);

/* Returns a function of the device that the driver does not answer itself; NULL. */
PFN_vkVoidFunction icd_device_find(const char *name);

#endif
