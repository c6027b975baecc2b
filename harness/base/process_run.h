/* SPDX-License-Identifier: MIT */
/* process_run.h: a child of this process: started, watched until its deadline, ended with all that
 * it started, and in words how it ended. Every child of claimcheck is one. */
#ifndef CLAIMCHECK_HARNESS_BASE_PROCESS_RUN_H
#define CLAIMCHECK_HARNESS_BASE_PROCESS_RUN_H

#include "harness/base/text.h"
#include "harness/os/process.h"

enum process_run_end {
    PROCESS_RUN_DONE,      /* exit code 0 */
    PROCESS_RUN_FAILED,    /* another exit code, or a signal */
    PROCESS_RUN_LATE,      /* stopped at its deadline */
    PROCESS_RUN_GIVEN_UP,  /* stopped before */
    PROCESS_RUN_FLOODED,   /* stopped, for its files are too large */
    PROCESS_RUN_UNSEEN,    /* somebody else has waited for it */
    PROCESS_RUN_UNSTARTED, /* `failure` is the errno */
};

struct process_run {
    struct process_plan plan;
    const char *log;        /* the path of a file for what it says on standard error; NULL: none */
    bool logs_all;          /* standard output goes there, too */
    const char *out;        /* the path of another file that it writes; NULL: none */
    uint64_t written_bytes; /* the most that either may have; 0: any */
    double wait_ms;         /* at most; INFINITY */
    process_given_up_fn *given_up; /* NULL: once this process is interrupted */
    const void *context;
    enum process_wish wish; /* to one that is late, which has stop_ms to heed it */
    double stop_ms;
    uint64_t cpu_s, memory_bytes; /* limits; 0: none */
    /* What must end all that it starts, "a side", and its words: a warning names what was left and
     * ended. NULL: only its group is ended. */
    const char *who, *words;

    struct process process; /* from here on how it went */
    double begin_ns, ns;    /* clock_now_ns() at its start; how long it ran */
    enum process_run_end end;
    int failure;
};

/* Starts it and opens its log. Returns 0, or the errno for which there is no process: a log that
 * cannot be written, too. */
int process_run_start(struct process_run *run);

/* Waits for its end, or stops it. */
enum process_run_end process_run_wait(struct process_run *run);

/* Starts it, and waits. */
enum process_run_end process_run(struct process_run *run);

/* Stops one that was started, with all that it has started; `wish` has wait_ms to be heeded. */
void process_run_stop(struct process_run *run, enum process_wish wish, double wait_ms);

/* Whether one of its files has more than written_bytes. */
bool process_run_floods(const struct process_run *run);

/* Adds "ended with exit code 3", or "was killed by signal 9 (Killed)". */
void process_run_end_add(struct text *text, const struct process *process);

/* The last line of a log, without what is not printable; malloc'ed, "" where there is none. */
char *process_run_last_line(const char *log);

/* Adds how it ended, and ": " with the last line of its log, where it has one. */
void process_run_say(struct text *text, const struct process_run *run);

#endif
