/* SPDX-License-Identifier: MIT */
#include "harness/cli/warnings.h"

#include "harness/cli/message.h"
#include "harness/context.h"
#include "harness/fault.h"

#include <unistd.h>

/* Programs that run beside this one take time from the host's side of a sample; on a CPU device,
 * from all of it. */
static void warn_load(bool software)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    double load = context_load();
    if (cores > 0 && load > (software ? 0.5 : 0.75) * (double)cores + 0.5)
        message_warning("the load average is %.1f on %ld cores: other programs slow this one down; "
                        "wait until they have ended, or stop them",
                        load, cores);
}

void warnings_print(const struct run_request *request, const struct gpu_info *device)
{
    if (gpu_info_is_software(device))
        message_warning("'%s' runs on the CPU: answers count, times and ratios are artefacts; "
                        "choose a GPU with --device, see claimcheck devices",
                        device->name);
    if (request->validate)
        message_warning("validation is on: times cannot be compared with other runs; leave out "
                        "--validate to measure");
    if (!context_build_is_optimized())
        message_warning("this is a debug build: wall times are too long; build it by scripts/build "
                        "to measure");
    warn_load(gpu_info_is_software(device));
    if (fault_text() != NULL)
        message_warning("CLAIMCHECK_FAULT=%s plants a fault, for tests; unset it to measure",
                        fault_text());
}
