/* SPDX-License-Identifier: MIT */
/* windows_event.h: the event by which a process is asked to end. */
#ifndef CLAIMCHECK_HARNESS_OS_WINDOWS_EVENT_H
#define CLAIMCHECK_HARNESS_OS_WINDOWS_EVENT_H

#include <stdio.h>
#include <windows.h>

enum { WINDOWS_EVENT_BYTES = 48 };

static inline void windows_event_name(DWORD process, char name[WINDOWS_EVENT_BYTES])
{
    snprintf(name, WINDOWS_EVENT_BYTES, "Local\\claimcheck-end-%lu", process);
}

#endif
