/* SPDX-License-Identifier: MIT */
#include "harness/journal.h"
