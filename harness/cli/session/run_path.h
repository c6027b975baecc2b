/* SPDX-License-Identifier: MIT */
/* run_path.h: names of run files, and the dates in them. */
#ifndef CLAIMCHECK_HARNESS_CLI_SESSION_RUN_PATH_H
#define CLAIMCHECK_HARNESS_CLI_SESSION_RUN_PATH_H

#include <stdbool.h>
#include <stddef.h>

enum { RUN_SLUG_BYTES = 64, RUN_DATE_BYTES = 32 };

/* slug_make() of a device's name; "device" where that is empty. */
void run_path_slug(const char *name, char slug[RUN_SLUG_BYTES]);

/* The date now, UTC: "2024-05-06T07:08:09Z". */
void run_path_date(char date[RUN_DATE_BYTES]);

/*
 * Path of a new run file, malloc'ed. `out` is --out: a folder (one that is there, or a name that
 * ends in '/', made when missing; NULL: results/local/) gives "<date>-<slug>.json" in it, with a
 * number added when that is taken; a file is taken as it is, with "-<slug>" before its ending when
 * `several`; the folder is made where that is a results/local. NULL with a one-line message.
 */
char *run_path_make(const char *out, const char *slug, bool several);

/* Whether run_path_make() chooses the name, and not --out. */
bool run_path_is_chosen(const char *out);

/* False with a one-line message where --out names the journal of a run file in place of it: such a
 * name is for --resume, which means the run file. */
bool run_path_check(const char *out);

/* A run file of that name, or its journal, is there. */
bool run_path_is_taken(const char *path);

/* Path of a run file to keep: "<folder>/<slug>/<name><ending>". */
struct run_path_kept {
    const char *folder, *slug, *name, *ending;
};

/* Writes one, with a number behind the name where that is taken, by another process meanwhile too.
 * The folders are made. Its path, malloc'ed; NULL with a one-line message. */
char *run_path_keep(const struct run_path_kept *kept, const void *data, size_t bytes);

#endif
