/* SPDX-License-Identifier: MIT */
/*
 * windows_header.h: Windows' own header without its windows and pictures, 48,000 lines. Nearly all
 * files of harness/os include that header: the build reads it once for all of them.
 */
#ifndef CLAIMCHECK_HARNESS_OS_WINDOWS_HEADER_H
#define CLAIMCHECK_HARNESS_OS_WINDOWS_HEADER_H

#define WIN32_LEAN_AND_MEAN
#define NOGDI
#define NOUSER
#include <windows.h>

#endif
