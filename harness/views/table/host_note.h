/* SPDX-License-Identifier: MIT */
/* host_note.h: what cases of kind CPU ran on. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_TABLE_HOST_NOTE_H
#define CLAIMCHECK_HARNESS_VIEWS_TABLE_HOST_NOTE_H

#include "harness/record/run/run.h"

enum { HOST_NOTE_BYTES = 256 };

/* "AMD EPYC 9654, 8 CPUs, governor performance, load 0.5"; empty when the run does not name it. */
void host_note(const struct run *run, char text[HOST_NOTE_BYTES]);

#endif
