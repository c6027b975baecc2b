/* SPDX-License-Identifier: MIT */
/* journal_stash.h: what a run that was cut short has measured, out of the way of a new one. */
#ifndef CLAIMCHECK_HARNESS_RECORD_JOURNAL_STASH_H
#define CLAIMCHECK_HARNESS_RECORD_JOURNAL_STASH_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Where PATH.journal is in nobody's hands and holds a case beyond ceilings, it becomes the journal
 * of another run file beside PATH: of x.json that is x-1.json, or the first number that is free.
 * *aside is then that run file, malloc'ed; NULL where there was nothing to keep, or what is there
 * cannot be read. False with a one-line message.
 */
bool journal_set_aside(const char *path, char **aside, char *message, size_t message_bytes);

#endif
