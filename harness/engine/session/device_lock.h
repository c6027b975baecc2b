/* SPDX-License-Identifier: MIT */
/*
 * device_lock.h: one session at a time on one device: two would measure one another. Held by a file
 * in the one folder that all users share, named for the UUID, which goes when the session ends; one
 * that a killed process has left is nobody's, and is taken over. Where no file can be made there,
 * nobody waits for anybody.
 */
#ifndef CLAIMCHECK_HARNESS_ENGINE_SESSION_DEVICE_LOCK_H
#define CLAIMCHECK_HARNESS_ENGINE_SESSION_DEVICE_LOCK_H

#include <stdbool.h>

enum { DEVICE_LOCK_UUID_BYTES = 64 };

/* The variable that a session sets for the processes which it starts: the lock is theirs, too. */
#define DEVICE_LOCK_VARIABLE "CLAIMCHECK_LOCKED"

/* All 0 at first. */
struct device_lock {
    char uuid[DEVICE_LOCK_UUID_BYTES]; /* "": it is not held */
    char *path;                        /* of its file; NULL: none could be made */
    int fd;
};

struct device_lock_wish {
    const char *who;    /* begins messages: "ab: " */
    const char *device; /* what they call it */
    bool wait;
    double deadline_ns; /* of clock_now_ns() */
    bool warns;         /* in place of waiting, and goes on without it */
};

enum device_lock_end {
    DEVICE_LOCK_HELD,
    DEVICE_LOCK_WAITED,      /* likewise, after another session had ended, which was said */
    DEVICE_LOCK_REFUSED,     /* with a message, or a warning: another session has it, and nobody is
                                to wait */
    DEVICE_LOCK_LATE,        /* it was not free before the deadline */
    DEVICE_LOCK_INTERRUPTED, /* as this process was to end */
};

/* Takes the lock of the device, and gives up that of another one. */
enum device_lock_end device_lock_take(struct device_lock *lock, const char *uuid,
                                      const struct device_lock_wish *wish);

void device_lock_give(struct device_lock *lock);

#endif
