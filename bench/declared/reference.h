/* SPDX-License-Identifier: MIT */
/*
 * reference.h: programs of the folder: the one that gives the right answer, and those that check
 * one. They run in a scratch folder, without a shell, find the inputs as NAME.bin and the point as
 * CLAIMCHECK_NAME in their environment, and write outputs as NAME.bin. Answers of the reference are
 * kept in the user's cache.
 */
#ifndef CLAIMCHECK_BENCH_DECLARED_REFERENCE_H
#define CLAIMCHECK_BENCH_DECLARED_REFERENCE_H

#include "bench/declared/scope.h"

/* Bytes of an input or an output. */
struct declared_bytes {
    const char *name;
    void *data;
    uint64_t count;
    bool is_wanted; /* for a check: the reference's answer, NAME.wanted.bin */
};

/* A program, and what its folder has. */
struct declared_program {
    const char *role; /* for messages: "the reference" */
    const char *const *words;
    const char *const *passed; /* names of variables of ours that it gets besides the usual ones */
    size_t word_count, passed_count, input_count, output_count;
    const char *folder; /* that it works in, and that stays; NULL: a scratch */
    bool builds;        /* it is of no point, and may take as long as a reference */
    const struct declared_bytes *inputs, *outputs; /* that it finds, and that it must write */
    bool judges; /* exit code 1 is an answer of it, too, and `said` is wanted */
    int code;    /* with which it ended */
    char *said;  /* malloc'ed */
};

/* Runs it, and fills the outputs in. False with a one-line message that has what it said last. */
bool declared_program_run(const struct declared_scope *scope, struct declared_program *program,
                          char *message, size_t message_bytes);

/* Fills the outputs in. *kept_s: since when the answer was kept, in seconds since 1970; 0: the run
 * has computed it; NULL: none is taken or kept. False with a one-line message that says what the
 * program said last. */
bool declared_reference_run(const struct declared_scope *scope, const struct declared_bytes *inputs,
                            const struct declared_bytes *outputs, int64_t *kept_s, char *message,
                            size_t message_bytes);

/* The words of a program as it is started: one that names a file of the build's folder (NULL: there
 * is none), or of the technique's, is its path. NULL-terminated, os_path_names_free(); NULL with a
 * one-line message where one leads out of the folder. */
char **declared_program_words(const struct declared_spec *spec, const char *const *words,
                              size_t count, const char *build, char *message, size_t message_bytes);

/* The environment of a program. passed: names of further variables that it gets, beside the one
 * that says where the helpers are; NULL: neither. scope: the point that it finds in CLAIMCHECK_*
 * variables; NULL: none. Ends and fails likewise. */
char **declared_program_environment(const struct declared_scope *scope, const char *const *passed,
                                    size_t count, char *message, size_t message_bytes);

/* Whether the folder has a file of that name. */
bool declared_reference_has(const struct declared_spec *spec, const char *name);

/* The path of a file of the folder, links resolved, malloc'ed; NULL with a one-line message where
 * it is not there, or leads out of the folder. */
char *declared_reference_file(const struct declared_spec *spec, const char *name, char *message,
                              size_t message_bytes);

#endif
