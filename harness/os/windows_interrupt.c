/* SPDX-License-Identifier: MIT */
/* windows_interrupt.c: Ctrl-C and its like, and an event that asks a process to end. */
#include "harness/os/os.h"

#include "harness/os/windows_parts.h"

#include <io.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>

static volatile sig_atomic_t interrupted, urged, has_others, seen_by_person;
static ULONGLONG wish_ms; /* when the last one came */

/* True where the wish is heard, and does not end the process. */
static bool interrupt_handle(void)
{
    static const char wait[] = "\nthe execution that runs ends first; Ctrl-C again leaves it\n";
    const ULONGLONG now_ms = GetTickCount64();
    const bool again = interrupted && now_ms - wish_ms > 1000;
    if (again && (urged || !has_others))
        return false;
    if (again)
        urged = 1;
    if (again || !interrupted)
        wish_ms = now_ms;
    if (!interrupted && seen_by_person)
        _write(2, wait, sizeof(wait) - 1);
    interrupted = 1;
    return true;
}

static BOOL WINAPI console_handle(DWORD event)
{
    (void)event;
    return interrupt_handle();
}

static BOOL WINAPI console_ignore(DWORD event)
{
    (void)event;
    return TRUE; /* whoever started this process hears it, too */
}

static DWORD WINAPI event_wait(void *event)
{
    while (WaitForSingleObject(event, INFINITE) == WAIT_OBJECT_0)
        if (!interrupt_handle())
            ExitProcess(STATUS_CONTROL_C_EXIT);
    return 0;
}

static void event_listen(void)
{
    char name[WINDOWS_EVENT_BYTES];
    windows_event_name(GetCurrentProcessId(), name);
    HANDLE event = CreateEventA(NULL, FALSE, FALSE, name);
    HANDLE thread = event ? CreateThread(NULL, 0, event_wait, event, 0, NULL) : NULL;
    if (thread)
        CloseHandle(thread);
}

void interrupt_install(void)
{
    DWORD mode;
    seen_by_person = GetConsoleMode(GetStdHandle(STD_ERROR_HANDLE), &mode);
    SetConsoleCtrlHandler(console_handle, TRUE);
    event_listen();
}

void interrupt_install_parent(void)
{
    has_others = 1;
    interrupt_install();
}

void interrupt_install_worker(void)
{
    SetConsoleCtrlHandler(console_ignore, TRUE);
    event_listen();
}

const volatile sig_atomic_t *interrupt_flag(void)
{
    return &interrupted;
}

const volatile sig_atomic_t *interrupt_urged(void)
{
    return &urged;
}

/* Hold ---------------------------------------------------------------------------------------- */

/* A handler runs in a thread of its own: what came is seen in its flag. */
void interrupt_hold_begin(struct interrupt_hold *hold)
{
    *hold = (struct interrupt_hold){ .came = 0 };
}

bool interrupt_hold_came(struct interrupt_hold *hold)
{
    hold->came = interrupted ? SIGINT : 0;
    return interrupted;
}

void interrupt_hold_end(const struct interrupt_hold *hold)
{
    (void)hold;
}

void interrupt_ignore_writes(void)
{
}

void interrupt_hear_children(void)
{
}
