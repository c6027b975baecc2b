/* SPDX-License-Identifier: MIT */
#include "harness/facts.h"
