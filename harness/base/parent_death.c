/* SPDX-License-Identifier: MIT */
#include "harness/base/parent_death.h"

#include <sys/prctl.h>
#include <unistd.h>

bool parent_death_tie(pid_t parent, int signal)
{
    prctl(PR_SET_PDEATHSIG, signal);
    return getppid() == parent;
}
