/* SPDX-License-Identifier: MIT */
#include "harness/results.h"
