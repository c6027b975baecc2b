/* SPDX-License-Identifier: MIT */
#include "harness/stats.h"
