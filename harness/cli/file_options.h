/* SPDX-License-Identifier: MIT */
/* file_options.h: options that name a file to be written, or standard output by "-". */
#ifndef CLAIMCHECK_HARNESS_CLI_FILE_OPTIONS_H
#define CLAIMCHECK_HARNESS_CLI_FILE_OPTIONS_H

#include "harness/cli/options.h"

#include <stdio.h>

/* The options of a command that name files. */
struct file_options {
    const char *command;
    const char *const *names;
    size_t count;
    const char *input; /* an option whose file is read; NULL: none */
};

/* True when any of them was given; when one of them writes to standard output. */
bool file_options_any(const struct file_options *files, const struct options *options);
bool file_options_take_stdout(const struct file_options *files, const struct options *options);

/* Before anything is done. False, with a message that begins with the command's name, where one of
 * them would replace a file that is read, what --out names, or another of them; cannot be written;
 * or is the second on standard output. */
bool file_options_check(const struct file_options *files, const struct options *options);

/* Writes what the option of that index asks for, if it was given; a file that is there is replaced,
 * whole or not at all. `write` returns false where not all was written. The exit code, with a
 * message that begins with the command's name. */
int file_options_write(const struct file_options *files, const struct options *options,
                       size_t index, void (*write)(FILE *out, const void *of), const void *of);

#endif
