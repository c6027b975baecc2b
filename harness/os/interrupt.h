/* SPDX-License-Identifier: MIT */
/* interrupt.h: SIGINT, SIGTERM and SIGHUP end a run in good order; another one kills, seconds
 * later. */
#ifndef CLAIMCHECK_HARNESS_OS_INTERRUPT_H
#define CLAIMCHECK_HARNESS_OS_INTERRUPT_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

/* Takes the signals over, unless they are ignored. */
void interrupt_install(void);

/* Installs the handlers in a process that has others to end. interrupt_urged() reports the second
 * signal, seconds later, and the third kills. */
void interrupt_install_parent(void);

/* In a worker: its parent stops it by SIGUSR1; what a terminal sends to both is the parent's. */
void interrupt_install_worker(void);

/* Non-zero once a signal came. */
const volatile sig_atomic_t *interrupt_flag(void);

/* Non-zero once another one came, seconds later: what is to end is to be killed. */
const volatile sig_atomic_t *interrupt_urged(void);

/* Signals that would end this process, held from the begin to the end. */
struct interrupt_hold {
    uint64_t before[16], held[16]; /* the system's sets of signals */
    int came;                      /* 0: none did */
};

void interrupt_hold_begin(struct interrupt_hold *hold);

/* Takes one that came; false where none has. */
bool interrupt_hold_came(struct interrupt_hold *hold);

/* Ends this process, or calls the handler, if one came. */
void interrupt_hold_end(const struct interrupt_hold *hold);

/* Writing to what nobody reads, or beyond a limit, is an error and not the end of the process. */
void interrupt_ignore_writes(void);

/* A child's end is told to whoever waits for it, whatever the parent of this process has set. */
void interrupt_hear_children(void);

#endif
