/* SPDX-License-Identifier: MIT */
/*
 * heartbeat.h: a page that a worker and its parent share: that the worker lives, and at which case
 * it is. Beating is no system call, so that it disturbs no sample.
 */
#ifndef CLAIMCHECK_HARNESS_ENGINE_SESSION_HEARTBEAT_H
#define CLAIMCHECK_HARNESS_ENGINE_SESSION_HEARTBEAT_H

#include <stdatomic.h>
#include <stdint.h>

struct heartbeat {
    _Atomic uint32_t beats;       /* changes with every step */
    _Atomic uint32_t case_number; /* from 1, within the group; 0: at no case */
    _Atomic uint32_t round;       /* as sampler_params.progress has it */
    _Atomic uint32_t throttled;   /* the last round held a throttled sample */
};

/* NULL when there is no memory. The descriptor is closed on exec, and closed by
 * os_shared_forget(). */
struct heartbeat *heartbeat_create(int *fd);

/* The page behind a descriptor; NULL when it is none, such as a file that has a name. */
struct heartbeat *heartbeat_attach(int fd);

void heartbeat_beat(struct heartbeat *pulse, uint32_t case_number, uint32_t round);

/* Accepts NULL, sets *pulse to NULL. */
void heartbeat_destroy(struct heartbeat **pulse);

#endif
