/* SPDX-License-Identifier: MIT */
#include "harness/sampler.h"
