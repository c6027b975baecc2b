/* SPDX-License-Identifier: MIT */
/* interrupt.h: SIGINT, SIGTERM and SIGHUP end a run in good order; another one kills, seconds
 * later. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_SESSION_INTERRUPT_H
#define CLAIMCHECK_HARNESS_ENGINE_SESSION_INTERRUPT_H

#include <signal.h>

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

#endif
