/* SPDX-License-Identifier: MIT */
#include "harness/gpu/gpu.h"
