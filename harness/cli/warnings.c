/* SPDX-License-Identifier: MIT */
#include "harness/cli/warnings.h"

#include "harness/cli/message.h"
#include "harness/fault.h"

void warnings_print(const struct run_request *request, const struct gpu_info *device)
{
    if (gpu_info_is_software(device))
        message_warning("'%s' runs on the CPU: answers count, times and ratios are artefacts; "
                        "choose a GPU with --device, see claimcheck devices",
                        device->name);
    if (request->validate)
        message_warning("validation is on: times cannot be compared with other runs; leave out "
                        "--validate to measure");
    if (fault_text() != NULL)
        message_warning("CLAIMCHECK_FAULT=%s plants a fault, for tests; unset it to measure",
                        fault_text());
}
