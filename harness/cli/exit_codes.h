/* SPDX-License-Identifier: MIT */
/* exit_codes.h: what exit codes mean, in the words of the help, of the manual page and of
 * docs/commands.md. */
#ifndef CLAIMCHECK_HARNESS_CLI_EXIT_CODES_H
#define CLAIMCHECK_HARNESS_CLI_EXIT_CODES_H

enum { EXIT_CODES_COUNT = 4 };

struct exit_codes_row {
    int code;
    const char *text;
};

extern const struct exit_codes_row exit_codes_rows[EXIT_CODES_COUNT];

#endif
