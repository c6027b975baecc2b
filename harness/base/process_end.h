/* SPDX-License-Identifier: MIT */
/* process_end.h: how a process ended, in words. */
#ifndef CLAIMCHECK_HARNESS_BASE_PROCESS_END_H
#define CLAIMCHECK_HARNESS_BASE_PROCESS_END_H

#include "harness/base/text.h"
#include "harness/os/process.h"

/* Adds "ended with exit code 3", or "was killed by signal 9 (Killed)". */
void process_end_add(struct text *text, const struct process *process);

/* Adds that, and ": " with the last line of the file at the path, where it has one. */
void process_end_say(struct text *text, const struct process *process, const char *log_path);

/* Ends what the process has left running, once it has ended; a warning names that and `words`, the
 * program. */
void process_end_rest(const struct process *process, const char *words);

#endif
