/* SPDX-License-Identifier: MIT */
/*
 * twins_layer.c: a Vulkan layer over two devices that are alike. The file CLAIMCHECK_TWINS gets a
 * line "instance" for each instance, and "opened I" for each device, I counted as the driver does.
 * With CLAIMCHECK_TWINS_BUS the devices say which bus they are on, I + 1; with
 * CLAIMCHECK_TWINS_TURN every instance but the first of the file lists them the other way round.
 */
#include "tests/engine/gpu/layer.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { TWINS = 2 };

static PFN_vkGetPhysicalDeviceProperties2 next_properties;
static PFN_vkEnumerateDeviceExtensionProperties next_extensions;
static VkPhysicalDevice twins[TWINS];
static uint32_t twin_count;
static bool turned;

static void note(const char *word, int number)
{
    FILE *file = fopen(getenv("CLAIMCHECK_TWINS"), "a");
    if (!file)
        return;
    fprintf(file, number < 0 ? "%s\n" : "%s %d\n", word, number);
    fclose(file);
}

static bool is_first_instance(void)
{
    FILE *file = fopen(getenv("CLAIMCHECK_TWINS"), "r");
    const bool first = !file || fgetc(file) == EOF;
    if (file)
        fclose(file);
    return first;
}

static int number_of(VkPhysicalDevice physical)
{
    return physical == twins[0] ? 0 : 1;
}

void layer_instance_made(void)
{
    twin_count = TWINS;
    next_properties = NEXT_INSTANCE(vkGetPhysicalDeviceProperties2);
    next_extensions = NEXT_INSTANCE(vkEnumerateDeviceExtensionProperties);
    NEXT_INSTANCE(vkEnumeratePhysicalDevices)(instance, &twin_count, twins);
    turned = getenv("CLAIMCHECK_TWINS_TURN") && !is_first_instance();
    note("instance", -1);
}

VkResult layer_create_device(PFN_vkCreateDevice next, VkPhysicalDevice physical,
                             const VkDeviceCreateInfo *info, const VkAllocationCallbacks *callbacks,
                             VkDevice *created)
{
    note("opened", number_of(physical));
    return next(physical, info, callbacks, created);
}

static VKAPI_ATTR VkResult VKAPI_CALL enumerate(VkInstance of, uint32_t *count,
                                                VkPhysicalDevice *list)
{
    if (!list) {
        *count = twin_count;
        return VK_SUCCESS;
    }
    *count = *count < twin_count ? *count : twin_count;
    for (uint32_t i = 0; i < *count; i++)
        list[i] = twins[turned ? twin_count - 1 - i : i];
    return *count < twin_count ? VK_INCOMPLETE : VK_SUCCESS;
}

static VKAPI_ATTR void VKAPI_CALL properties(VkPhysicalDevice physical,
                                             VkPhysicalDeviceProperties2 *all)
{
    next_properties(physical, all);
    for (VkBaseOutStructure *at = (VkBaseOutStructure *)all; at; at = at->pNext)
        if (at->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PCI_BUS_INFO_PROPERTIES_EXT)
            ((VkPhysicalDevicePCIBusInfoPropertiesEXT *)at)->pciBus =
                (uint32_t)number_of(physical) + 1;
}

static VKAPI_ATTR VkResult VKAPI_CALL extensions(VkPhysicalDevice physical, const char *layer,
                                                 uint32_t *count, VkExtensionProperties *list)
{
    static const VkExtensionProperties own = { VK_EXT_PCI_BUS_INFO_EXTENSION_NAME,
                                               VK_EXT_PCI_BUS_INFO_SPEC_VERSION };
    return layer || !getenv("CLAIMCHECK_TWINS_BUS")
               ? next_extensions(physical, layer, count, list)
               : extension_add(next_extensions, physical, &own, count, list);
}

const struct layer_function layer_functions[] = {
    OWN(vkEnumeratePhysicalDevices, enumerate),
    OWN(vkEnumerateDeviceExtensionProperties, extensions),
    OWN(vkGetPhysicalDeviceProperties2, properties),
    { NULL, NULL },
};
