/* SPDX-License-Identifier: MIT */
#include "harness/result.h"
