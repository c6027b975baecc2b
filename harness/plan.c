/* SPDX-License-Identifier: MIT */
#include "harness/plan.h"
