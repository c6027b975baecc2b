/* SPDX-License-Identifier: MIT */
/* windows_process_rest.c: a job ends all that was started in it, which windows_process.c does. */
#include "harness/os/os.h"

void process_rest_adopt(void)
{
}

size_t process_rest_end(const struct process *process, struct process_rest *rest)
{
    (void)rest;
    process_signal(process, PROCESS_KILL);
    return 0;
}

void process_rest_spare(const struct process *process, bool stays)
{
    (void)process;
    (void)stays;
}
