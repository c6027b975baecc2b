/* SPDX-License-Identifier: MIT */
/* process_run.h: a program that is run to its end: its log, its deadline, what it leaves running,
 * and in words how it ended. */
#ifndef CLAIMCHECK_HARNESS_BASE_PROCESS_RUN_H
#define CLAIMCHECK_HARNESS_BASE_PROCESS_RUN_H

#include "harness/base/text.h"
#include "harness/os/process.h"

struct process_run {
    struct process_plan plan;
    const char *log; /* the path of a file for what it says on standard error; NULL: none */
    bool logs_all;   /* standard output goes there, too */
    double wait_ms;  /* at most; INFINITY */
    process_given_up_fn *given_up; /* NULL: once this process is interrupted */
    const void *context;
    enum process_wish wish; /* to one that is late, which has stop_ms to heed it */
    double stop_ms;
    uint64_t cpu_s, memory_bytes; /* limits; 0: none */
};

/*
 * Starts the program and opens its log. Returns 0, or the errno for which there is no process: a
 * log that cannot be written, too.
 */
int process_run_start(const struct process_run *run, struct process *process);

/* Starts the program, and waits for its end. ENDED; LIVES: it was stopped at the deadline, or given
 * up; UNSEEN: it was not started, with an errno in *failure, or somebody else has waited for it. */
enum process_state process_run(const struct process_run *run, struct process *process,
                               int *failure);

/* Adds "ended with exit code 3", or "was killed by signal 9 (Killed)". */
void process_run_end_add(struct text *text, const struct process *process);

/* The last line of a log, without what is not printable; malloc'ed, "" where there is none. */
char *process_run_last_line(const char *log);

/* Adds how it ended, and ": " with the last line of its log, where it has one. */
void process_run_end_say(struct text *text, const struct process *process, const char *log);

/* Ends what the process has left running, once it has ended; a warning names that, `words`, the
 * program, and what must end all that it starts: "a side". */
void process_run_rest_end(const struct process *process, const char *words, const char *who);

#endif
