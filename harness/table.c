/* SPDX-License-Identifier: MIT */
#include "harness/table.h"
