/* SPDX-License-Identifier: MIT */
/*
 * baseline_folder.h: runs that were accepted, in "<folder>/<device>/<date>.json.gz": each a summary
 * of a run file, with `baseline`, which says when it was accepted, why, and by which fingerprint.
 * Files are added; none is ever written over.
 */
#ifndef CLAIMCHECK_HARNESS_CLI_GATE_BASELINE_FOLDER_H
#define CLAIMCHECK_HARNESS_CLI_GATE_BASELINE_FOLDER_H

#include "harness/analysis/baseline/baseline.h"

struct baseline_folder {
    struct baseline_entry *entries;
    size_t count;
};

/* All of them; none where there is no such folder. False with a one-line message where one cannot
 * be read; baseline_folder_finish() is due either way. */
bool baseline_folder_read(struct baseline_folder *folder, const char *path, char *message,
                          size_t message_bytes);
void baseline_folder_finish(struct baseline_folder *folder);

/* What is accepted, or may be. */
struct baseline_new {
    struct run *run; /* is made a summary */
    const struct fingerprint *fingerprint;
    const char *reason, *by; /* NULL of a candidate; by: NULL: it is not said */
};

/* Adds it. The path, malloc'ed; NULL with a one-line message. */
char *baseline_folder_add(const char *path, const struct baseline_new *baseline, char *message,
                          size_t message_bytes);

/* Writes it as "<run without .json>.candidate.json.gz". Likewise. */
char *baseline_folder_candidate(const struct baseline_new *baseline, char *message,
                                size_t message_bytes);

#endif
