/* SPDX-License-Identifier: MIT */
#include "harness/views/formats/export_testbed.h"

#include "harness/base/slug.h"

#include <string.h>

enum { DRIVER_BYTES = 32 };

void export_testbed_name(const struct run *run, char name[EXPORT_TESTBED_BYTES])
{
    const struct run_device *device = &run->device;
    char driver[DRIVER_BYTES];
    slug_make(*device->driver_info ? device->driver_info : device->driver_name, driver,
              sizeof(driver));
    const size_t behind = *driver ? strlen(driver) + 1 : 0;
    slug_make(*device->name ? device->name : "host", name, EXPORT_TESTBED_BYTES - behind);
    if (*driver && *name)
        strcat(name, "-");
    strcat(name, driver);
}

bool export_testbed(FILE *out, const struct run *run)
{
    char name[EXPORT_TESTBED_BYTES];
    export_testbed_name(run, name);
    return fprintf(out, "%s\n", name) > 0;
}
