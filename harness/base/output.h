/* SPDX-License-Identifier: MIT */
/*
 * output.h: a file that is written whole or not at all: by way of a temporary one beside it, whose
 * name nobody can guess, and a rename. What a process has left of such that was killed meanwhile,
 * the next output in the folder removes.
 *
 *   nothing there       the file is made
 *   a file              it is replaced (REPLACE), or left alone: EEXIST (NEW); one that holds a
 *                       run, or is a journal, is EMEDIUMTYPE (DERIVED)
 *   a link              stays, and what it leads to is written; one to nothing is ENOLINK
 *   a pipe, a device    is written to as it stands: there is no whole or not at all; a pipe that
 *                       nobody reads within seconds is ENXIO
 *   standard output or  by whatever name: is gone on with
 *   standard error
 */
#ifndef CLAIMCHECK_HARNESS_BASE_OUTPUT_H
#define CLAIMCHECK_HARNESS_BASE_OUTPUT_H

#include <stdio.h>

enum output_kind {
    OUTPUT_REPLACE,
    OUTPUT_DERIVED, /* of what was measured, which it does not replace */
    OUTPUT_NEW,     /* whatever is there, a link to nothing too, is EEXIST */
};

struct output {
    FILE *file;      /* to write to; NULL when it is not open */
    char *path;      /* the rest is output.c's: what is replaced */
    char *temporary; /* NULL when it is written to as it stands */
    int lock;        /* descriptor, that holds the temporary file; -1 */
    enum output_kind kind;
};

/* Returns 0 or an errno; the output is then not open. */
int output_open(struct output *output, const char *path, enum output_kind kind);

/* Whether the path can be opened to be replaced, as far as that is to be seen: 0, or an errno, such
 * as ENOLINK, ELOOP or EISDIR. */
int output_look(const char *path);

/* Takes a link away that has a name of ours, in a folder that a user names: what it leads to is
 * nobody's to write. */
void output_drop_link(const char *path);

/* Has all of it on the disk, under its name, and closes. Returns 0 or an errno, of earlier writes
 * too; what was there is then there still. */
int output_commit(struct output *output);

/* All three at once, of a text that is there. Returns 0 or an errno. */
int output_write(const char *path, enum output_kind kind, const void *data, size_t size);

/* Closes, and leaves what was there as it was. Accepts an output that is not open. */
void output_drop(struct output *output);

/* strerror() of what these return. */
const char *output_error(int code);

/* The errno of a stream that has failed at some time: it is written to again, but no terminal. */
int output_failure(FILE *file);

#endif
