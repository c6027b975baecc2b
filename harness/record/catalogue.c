/* SPDX-License-Identifier: MIT */
#include "harness/record/record.h"

const char *catalogue_origin_name(enum catalogue_origin origin)
{
    static const char *const names[] = { [CATALOGUE_PAPER] = "paper",
                                         [CATALOGUE_LIBRARY] = "library",
                                         [CATALOGUE_CONTENDER] = "contender" };
    return names[origin];
}
