/* SPDX-License-Identifier: MIT */
#include "bench/tile_subdivision/pyramid.h"
