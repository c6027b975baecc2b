/* SPDX-License-Identifier: MIT */
/* session_note.h: what a session says before it measures, and behind what it did not. */
#ifndef CLAIMCHECK_HARNESS_CLI_SESSION_SESSION_NOTE_H
#define CLAIMCHECK_HARNESS_CLI_SESSION_SESSION_NOTE_H

#include "harness/cli/session/session.h"

/* missing: cases that are to be measured, in all launches; seconds: the guess; ceilings: they are
 * known already. */
void session_note_start(const struct session_params *params, size_t missing, double seconds,
                        bool ceilings);

/* How to go on with what was not measured; what nobody keeps has no end. launch: from 0, that was
 * interrupted. */
void session_note_interrupted(const struct session_params *params, uint32_t launch);
void session_note_kept(const struct session_params *params);

/* Errors of standard output show here, where what they did not cost can be named. Returns `code`,
 * or EXIT_CODE_UNTRIED with a message; `committed`: the run file is written. */
int session_note_output(const struct session_params *params, bool committed, int code);

#endif
