/* SPDX-License-Identifier: MIT */
/* process.h: a process started, waited for and ended. It does not outlive the thread that starts
 * it, however that ends, but on a Mac, where it learns of that from its channels. */
#ifndef CLAIMCHECK_HARNESS_OS_PROCESS_H
#define CLAIMCHECK_HARNESS_OS_PROCESS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    PROCESS_DESCRIPTORS = 6,
    PROCESS_NOWHERE = -1, /* reads nothing, and what is written is lost */
};

/* The program that this process runs, for process_plan.program. */
extern const char process_self[];

/* The ways to ask a process to end. */
enum process_wish {
    PROCESS_KILL,      /* at once; SIGKILL */
    PROCESS_END,       /* in good order; SIGTERM */
    PROCESS_INTERRUPT, /* as Ctrl-C does; SIGINT */
    PROCESS_FINISH,    /* by whoever started it, beside what a terminal sends; SIGUSR1 */
    PROCESS_ALONE,     /* nothing is sent */
};

/* A program, or a function of this one. */
struct process_plan {
    const char *program; /* found as a shell finds it; NULL: words[0] */
    char *const *words;
    int (*run)(void *context); /* in place of a program; returns the exit code */
    void *context;
    int descriptors[PROCESS_DESCRIPTORS]; /* of ours, each for its index; 0: the one of that index,
                                             or none from 3 on */
    enum process_wish death;              /* comes when the parent ends */
    bool is_group;                        /* in a group of its own, with all that it starts */
    const struct interrupt_hold *hold;    /* it has signals that are held here; NULL: as here */
    const char *folder;                   /* that it works in; NULL: as here */
    char *const *environment;             /* in place of ours, NULL-terminated; NULL: ours */
};

/* All zero: there is none. */
struct process {
    int64_t pid;
    bool is_group;
    int64_t handles[2]; /* the system's, where a number does not say which process it is */
    int status;         /* once it has ended, as waitpid() has it */
};

enum process_state {
    PROCESS_ENDED,
    PROCESS_LIVES,
    PROCESS_UNSEEN, /* somebody else has waited for it */
};

/* Whether the process is not waited for any more. */
typedef bool process_given_up_fn(const void *context);

/* Returns 0 or an errno, that of exec() too; there is no process then. */
int process_start(struct process *process, const struct process_plan *plan);

/* Waits for its end at most so long, and until it is given up. given_up may be NULL. */
enum process_state process_wait(struct process *process, double wait_ms,
                                process_given_up_fn *given_up, const void *context);

/* Lowers its limits to so much time of a CPU, and so much memory; a Mac cannot. */
void process_limit(const struct process *process, uint64_t cpu_s, uint64_t memory_bytes);

/* To the process, or its group. */
void process_signal(const struct process *process, enum process_wish wish);

/* Sends the wish, waits as process_wait() does, and then kills; of a group all. A
 * process that a driver holds fast dies later: false. */
bool process_stop(struct process *process, enum process_wish wish, double wait_ms,
                  process_given_up_fn *given_up, const void *context);

/* The exit code, -1 when a signal has ended it; and that signal, 0 when none has. */
int process_exit_code(const struct process *process);
int process_end_signal(const struct process *process);

/* Whether that signal is the one of PROCESS_KILL; and its name. */
bool process_was_killed(const struct process *process);
const char *process_signal_name(int number);

/* Ends this process at once with the line on stderr: where going on would use what is broken. */
_Noreturn void process_give_up(int code, const char *line);

#endif
