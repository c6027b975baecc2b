/* SPDX-License-Identifier: MIT */
#include "harness/workload.h"
