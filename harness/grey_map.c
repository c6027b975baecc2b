/* SPDX-License-Identifier: MIT */
#include "harness/image.h"
