/* SPDX-License-Identifier: MIT */
/* volk.c: the one translation unit that holds volk, which loads Vulkan at run time. */
#pragma GCC diagnostic ignored "-Wpedantic"
#define VOLK_IMPLEMENTATION
#include <volk.h>
