/* SPDX-License-Identifier: MIT */
#include "bench/tile_subdivision/workload.h"
