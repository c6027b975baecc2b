/* SPDX-License-Identifier: MIT */
#include "harness/base/leash.h"

#include <sys/prctl.h>
#include <unistd.h>

bool leash_tie(pid_t parent, int signal)
{
    prctl(PR_SET_PDEATHSIG, signal);
    return getppid() == parent;
}
