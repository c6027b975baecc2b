/* SPDX-License-Identifier: MIT */
/* own_command.h: words of a shell, among them this executable. */
#ifndef CLAIMCHECK_HARNESS_CLI_GATE_OWN_COMMAND_H
#define CLAIMCHECK_HARNESS_CLI_GATE_OWN_COMMAND_H

/* A text as one word, in quotes where it needs them; malloc'ed. */
char *own_command_word(const char *text);

/* Quotes a word as a person reads it; malloc'ed. */
char *own_command_shown(const char *text);

/* This executable, as one word; NULL where it is not to be found. */
char *own_command_make(void);

#endif
