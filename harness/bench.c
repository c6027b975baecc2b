/* SPDX-License-Identifier: MIT */
#include "harness/bench.h"
