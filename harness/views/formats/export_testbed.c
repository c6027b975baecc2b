/* SPDX-License-Identifier: MIT */
#include "harness/views/formats/export_testbed.h"

#include "harness/base/slug.h"

#include <string.h>

enum { NAME_BYTES = 65, DRIVER_BYTES = 32 };

bool export_testbed(FILE *out, const struct run *run)
{
    const struct run_device *device = &run->device;
    char name[NAME_BYTES], driver[DRIVER_BYTES];
    slug_make(*device->driver_info ? device->driver_info : device->driver_name, driver,
              sizeof(driver));
    const size_t behind = *driver ? strlen(driver) + 1 : 0;
    slug_make(*device->name ? device->name : "host", name, NAME_BYTES - behind);
    if (*driver && *name)
        strcat(name, "-");
    strcat(name, driver);
    return fprintf(out, "%s\n", name) > 0;
}
