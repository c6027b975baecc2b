/* SPDX-License-Identifier: MIT */
/* session.h: one run on one device: what was asked for, who measures, and what is said of it. */
#ifndef CLAIMCHECK_HARNESS_CLI_SESSION_SESSION_H
#define CLAIMCHECK_HARNESS_CLI_SESSION_SESSION_H

#include "harness/analysis/published/published.h"
#include "harness/engine/session/session.h"
#include "harness/views/table/table.h"

#include <time.h>

/* worker.c ------------------------------------------------------------------------------------- */

/* What measures for a session, which does not need to know: devices and the sampler, or
 * what a test makes up. */

struct measurer {
    /* Do the work of gpu_list(), gpu_create() and gpu_destroy(). open: NULL with a message. */
    enum gpu_result (*list)(struct gpu_info **infos, int *count);
    struct gpu *(*open)(const struct gpu_params *params, enum gpu_result *result);
    void (*close)(struct gpu **gpu);

    /* Does the work of sampler_group_run(). */
    void (*run)(const struct sampler_params *params, const struct plan_group *group,
                struct sampler_results *outcome);
};

/* The devices that are here, and the sampler. */
extern const struct measurer measurer_sampler;

/* published_cases.c ---------------------------------------------------------------------------- */

/* The papers that a command is about: those of --published and of folders that
 * declare techniques, or else those of results/published/. */

/* True where a folder among the techniques has a paper. NULL: there are none. */
bool published_papers_in_folders(const struct technique *const *techniques);

/* Reads them. False with a message, as published_list_open(); the list is to be finished either
 * way. */
bool published_papers_open(struct published_list *list, const char *const *files, size_t count,
                           const struct technique *const *techniques);

/*
 * The cases of a plan that claims are about, for runs of nothing else.
 *
 *   if (published_cases_init(&cases, &request, message))
 *       plan_request.wanted = published_cases_wanted(&cases);
 *   published_cases_finish(&cases);
 *
 * A claim is about the cases that its expressions select, whose values of axes lie in its ranges.
 * What no run can test has none.
 */

struct published_cases_request {
    const char *ids;          /* extended regular expression on ids of claims; NULL: all */
    const char *const *files; /* in place of the shipped ones; none: those */
    size_t file_count;
    const struct technique *const *techniques; /* papers of folders count, too; may be NULL */
    bool with_long;                            /* claims whose cases take minutes, too */
};

struct published_cases {
    struct published_list list;
    const struct published_claim **claims; /* that are wanted, in the order of the list */
    size_t claim_count;
    size_t long_count;          /* that are not, for they take minutes */
    const bool *left_out;       /* a flag each, of published_cases_leave_out(); NULL: none */
    enum bench_profile profile; /* the smallest that has the cases of all */
};

/*
 * False with a one-line message for: a file that cannot be read, a broken expression, one that no
 * id matches (with the nearest), or that none matches which a run can test. To be finished either
 * way.
 */
bool published_cases_init(struct published_cases *cases,
                          const struct published_cases_request *request);
void published_cases_finish(struct published_cases *cases);

/*
 * Reads the papers of folders before anything is measured: each expression of a claim that a run
 * can test fits a case of the profile full. False with a one-line message.
 */
bool published_cases_fit(const struct technique *const *techniques);

/*
 * Raises the launches of each case of the plan to the processes that the claims about its times
 * want: seven where a case on the host takes part; six, the least that have an
 * interval between them, where one had fewer samples in the first launch of `run` than an interval
 * within a process needs; or else three. run: NULL while nothing is measured.
 */
enum {
    PUBLISHED_LAUNCHES = 3,
    PUBLISHED_LAUNCHES_OF_LONG = 6,
    PUBLISHED_LAUNCHES_OF_HOST = 7,
};
void published_cases_launches(const struct published_cases *cases, struct plan *plan,
                              const struct run *run);

/* The claims that are not left out. `cases` outlives it. */
struct plan_wanted published_cases_wanted(const struct published_cases *cases);

/*
 * What a software device has no say in: claims about times of cases that run on a device, by those
 * that the plan has, and with `large`, those that only the profile full has the cases of. Sets
 * left_out of each, of which there are claim_count, and returns how many; where that would be all,
 * none is: whoever names such a claim wants its cases.
 */
size_t published_cases_leave_out(const struct published_cases *cases, const struct plan *plan,
                                 bool large, bool *left_out);

/* request.c ------------------------------------------------------------------------------------ */

/* The request to `claimcheck run`, and the arguments that ask for it again. */

struct attempts; /* harness/analysis/override/override.h */

struct run_request {
    struct plan_request plan;   /* but for its techniques, what is wanted, and files */
    struct arena arena;         /* of what lists here hold */
    const char *device, *out;   /* NULL when not given */
    const char *repetitions_of; /* likewise; a run file */
    const char *claims;         /* expression on ids of claims that the cases are about, "" for all;
                               NULL: it does not matter */
    const char **published;     /* files of claims, in place of the shipped ones */
    size_t published_count;
    const struct technique *const *techniques; /* all there are; NULL: unknown */
    struct published_cases cases;              /* of the claims */
    bool any_profile;                          /* none was asked for: the plan's is the claims' */
    bool device_profile;   /* none was asked for, by claims neither: the device's */
    bool software;         /* it is for a software device: run_request_on() knows */
    bool gate;             /* of the plan's profile, full, only the cases of the gate */
    bool scale;            /* the profile `scale` in place of the plan's, whose rules it has */
    uint64_t memory_bytes; /* of the device, that a case of `scale` may take; 0: as
                              plan_scale_memory_bytes() has it, or any without a device */
    enum probe_wanted probes;
    bool energy;               /* joules of each case, by a loop behind its samples */
    struct kernel_files files; /* compiled */
    uint64_t seed;
    uint32_t samples;        /* of every case; 0: as the profile has it */
    double begin_ns;         /* when it was read: the command began */
    uint32_t case_timeout_s; /* 0: 120, or 600 on a CPU */
    uint32_t launches;       /* of all cases, a process each; 0: as launch_plan_set() has it */
    bool isolate;            /* each bench in a process of its own */
    bool together;           /* all in this process, check points too: somebody said so */
    bool fresh_ceilings;     /* none that an earlier run has kept */
    bool fresh_answers;      /* likewise */
    bool force;              /* a run file that is there is replaced */
    bool json;               /* what is written goes to standard output, too; alone without `out` */
    bool again; /* a later turn of --watch: ceilings are kept ones or none, and what the
                                first one has warned of is not said again */
    struct attempts *attempts; /* of --watch; NULL: of another run */
    bool scratch;              /* nobody is told where the run file is: it goes with its folder */
    bool kernel_fault;         /* there is no request, for the sake of a file of --kernel */
    bool no_ceilings, validate, validate_gpu, list_cases, quiet, verbose;
    bool check_only; /* check points, and nothing else */
    bool wide;       /* the table, however narrow the terminal is */
    bool all;        /* every case, on a terminal, too */
};

void run_request_finish(struct run_request *request);

/* Expands the plan, of which a software device gets no claims that it cannot test. It has the
 * ceilings first unless the request leaves them out or only lists cases; the request outlives it.
 * False with a one-line message. */
bool run_request_plan(const struct run_request *request, const struct technique *const *techniques,
                      struct plan *plan);

/* The request as it is on a device, or with NULL without any: with the profile that is the device's
 * where none was asked for, and knowing a software device and its memory. What it points to stays
 * the request's: it is not to be finished. */
struct run_request run_request_on(const struct run_request *request, const struct gpu_info *device);

/* The name of the profile, as the session has it: the gate's is "full". */
const char *run_request_profile(const struct run_request *request);

/* The profile by which plan_time_s() guesses: cases of claims take what those of paper runs do. */
enum bench_profile run_request_pace(const struct run_request *request);

/* The members of a request that measuring reads: plain memory, as another process takes it. */
struct measuring {
    struct sampler_rules rules;
    uint64_t seed, wait_ns; /* wait_ns: time-out of a submission, half of that: */
    uint32_t timeout_s;     /* without a sign of life, after which a case is given up */
    enum probe_wanted probes;
    bool isolate, energy, validate, validate_gpu; /* as the request's */
    bool alone;  /* a crash has to be told from another case's. What a driver compiles in a later
                    launch of its own accord it has compiled before */
    bool shared; /* the launches of a group share what one would take */
};

struct measuring run_request_measuring(const struct run_request *request, bool software);

/* session.c ------------------------------------------------------------------------------------ */

/* How many launches, a process each, measure the cases of a plan. */

/*
 * Sets the launches of each case and group: what --launches says; or else, in a run of claims, what
 * published_cases_launches() says; or else 1. In a run of claims the cases of a group share the
 * rules of its launches, so a case has as many as the group, or at least six of more; the baseline
 * comes along; a case whose time no claim is about has one. Ceilings are measured once unless
 * --launches says more.
 */
void launch_plan_set(const struct run_request *request, struct plan *plan);

/* Returns the launches of the case that has most. */
uint32_t launch_plan_most(const struct plan *plan);

/* request.c ------------------------------------------------------------------------------------ */

/* Names of run files, and the dates in them. */

enum { RUN_SLUG_BYTES = 64 };
#define RUN_PATH_ROOM ((char[RUN_SLUG_BYTES]){ 0 }) /* for one that lives as long as the block */

/* slug_make() of a device's name; "device" where that is empty. */
const char *run_path_slug(const char *name, char slug[RUN_SLUG_BYTES]);

/* The date now, UTC: "2024-05-06T07:08:09Z". */
const char *run_path_date(char date[RUN_SLUG_BYTES]);

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

/* request.c and ending.c ----------------------------------------------------------------------- */

/* A copy of the last run, which commands that are given no run file take; no link, since Windows
 * gives links to few. */

/* The folder, from the working directory, that runs go to and commands take the last run of. */
#define LATEST_FOLDER "results/local/"
#define LATEST_FILE LATEST_FOLDER "latest.json"

/* True of a path in a results/local, of the working directory or another. */
bool latest_is_beside(const char *path);

/* request.c ------------------------------------------------------------------------------------ */

/*
 * Files that a run was given besides kernels: by options of techniques and by
 * --published. What they hold is part of what is measured; kernels are compared as SPIR-V, see
 * shaders.h.
 */

/* True when such an array says the same of these files as they are now, or is none: an older
 * claimcheck kept none. Otherwise a one-line message. */
bool input_files_same(const struct run_request *request, const json_t *list);

/* Stamps of the files when they were last seen to be the same; zero at the start, and `files` is to
 * be freed. */
struct input_stamps {
    struct file_stamp *files;
    size_t count;
};

/* Compares as input_files_same(), which it calls only where a stamp has changed. */
bool input_files_still(struct input_stamps *stamps, const struct run_request *request,
                       const json_t *list);

/* Files of folders that declare techniques: what they hold is part of what is
 * measured. */

/* Array of {technique, file, sha256} of all techniques that folders declare, as they were when they
 * were opened; NULL has none. A new reference. */
json_t *technique_files_json(const struct technique *const *techniques);

/* True when such an array, NULL for none, says the same of these techniques. Otherwise a one-line
 * message with the remedy. */
bool technique_files_same(const struct technique *const *techniques, const json_t *list);

/* worker.c ------------------------------------------------------------------------------------- */

/* The measurement to make, who makes it, and who hears of it, in this process or in another. */

struct worker_job {
    struct measuring how;
    const struct kernel_files *files;          /* that stand in for kernels; NULL: none */
    const struct technique *const *techniques; /* all there are; ends with NULL */
    const struct gpu_info *device;
    const struct measurer *measurer;
    const volatile sig_atomic_t *interrupted;
    /* Callbacks of the sampler; all but progress may be NULL. */
    void (*progress)(void *context, const char *case_name, uint32_t round);
    void (*throttled)(void *context, bool throttled);
    void (*ended)(void *context, const struct result *result);
    void *context;
    const char *crash;          /* line for a crash in this process; NULL: a parent sees it */
    struct input_store *store;  /* what launches share; NULL: nothing */
    uint32_t launch;            /* from 0, that goes on */
    struct canary_state canary; /* zero at the start; a new process need not find the clock again */
};

struct in_process {
    struct worker_job *job;
    struct gpu *gpu;             /* in_process_open()'s; NULL at the start, as is: */
    struct input_cache *shelf;   /* what groups share */
    struct energy_meters energy; /* likewise, with --energy */
};

void in_process_close(struct in_process *local); /* and what groups share is gone */

/* Measures the group; makes the device when there is none, and gives it up when it was lost. */
void in_process_run(struct in_process *local, const struct plan_group *group,
                    struct attempt *attempt);

/*
 * Measuring in another process, the worker: one per launch, and with --isolate one per bench. What
 * ends it ends the case it was at; a new one goes on. No worker outlives this process, however that
 * ends.
 */

struct child {
    struct worker_job *job;
    const struct interrupt_hold *hold; /* its signals' mask; NULL: that of the thread it is of */

    struct process_run run; /* the rest is child_run()'s; zero at the start */
    struct json_line_reader lines;
    struct heartbeat *pulse;
    const struct bench *bench; /* that the process is for */
    bool starting;             /* it was not yet heard to be ready; */
    bool asked;                /* it was given its job, or `failure` says */
    int failure;               /* why there is none: an errno */
};

/* Starts a process, which makes its device meanwhile; child_run() hears how that went. */
void child_begin(struct child *child);

/* Measures the group as in_process_run() does. */
void child_run(struct child *child, const struct plan_group *group, struct attempt *attempt);

/* Ends the process in good order, or else kills it. Accepts that there is none. */
void child_stop(struct child *child);

/*
 * The process that measures for another one, `claimcheck worker`. Nobody else calls it.
 *
 * Lines from the parent: {"job": ...}, then per group its part of the plan; the end of them ends
 * the process. Lines to it: {"ready": true} or {"failed": message}, then per group {"case": ...}
 * for each case that ends badly, at once, and {"attempt": ...}. Names that the parent does not know
 * end the run.
 */

#define WORKER_COMMAND "worker"

enum { WORKER_LINES_FD = 3, WORKER_PULSE_FD = 4, WORKER_STORE_FD = 5 };

/* Returns the exit code of the process. */
int worker_main(const struct technique *const *techniques, const struct technique_door *door,
                const struct measurer *measurer);

/* ending.c ------------------------------------------------------------------------------------- */

/* One line on the terminal while a run goes on; nothing when stderr is none, or a
 * dumb one. */

enum { PROGRESS_NUMBER_BYTES = 80 };

struct progress {
    bool enabled, drawn;
    bool throttled;    /* the device's clock is down */
    size_t case_count; /* that will be run */
    double seconds;    /* that all of it is thought to take */
    const struct plan_group *group;
    size_t cases_ended;                 /* before the group */
    uint32_t launch, launches;          /* from 0, that goes on; 0 and 1 launch are not said */
    char number[PROGRESS_NUMBER_BYTES]; /* that was measured last */
    time_t started, last;               /* seconds are enough for a rough guess */
};

/* `started` is when the first of them began. */
void progress_init(struct progress *progress, bool quiet, size_t case_count, double seconds,
                   time_t started);

/* The group that is run next, and how many cases have ended before it. */
void progress_group(struct progress *progress, const struct plan_group *group, size_t cases_ended);

/* The launch that goes on, from 0, and how many there are. */
void progress_launch(struct progress *progress, uint32_t launch, uint32_t launches);

/* A case of that variant has a median. */
void progress_number(struct progress *progress, const char *variant, double median_ns);

/* Serves as sampler_params.progress; the context is a struct progress. */
void progress_sample(void *context, const char *case_name, uint32_t round);

/* Serves as sampler_params.throttled. */
void progress_throttled(void *context, bool throttled);

/* Wipes the line, before anything else is printed. */
void progress_clear(struct progress *progress);

/* session.c ------------------------------------------------------------------------------------ */

/* One run on one device: groups, journal, table, exit code. */

struct session_params {
    const struct run_request *request;
    struct plan *plan; /* of which claims may want more launches after the first */
    const struct gpu_info *device;
    const struct measurer *measurer;
    const struct technique *const *techniques; /* all there are; ends with NULL */
    struct journal *journal; /* header, and the cases of an earlier part of the run */
    bool comparable;         /* with kept runs, where there are any */
};

/*
 * Runs the cases that the journal does not hold yet, prints the table, each group when it has ended
 * (with several launches a line for each, and the table when all have), turns the journal into the
 * run file. What stops it is said on stderr, and how to go on. Returns the exit code.
 */
int session_run(const struct session_params *params);

/* ending.c ------------------------------------------------------------------------------------- */

/* Notes of what a run is going to do, before it begins. */

enum { PLAN_NOTE_BYTES = 512 };

/* "about 4 min: 126 tile_subdivision, 111 cbt; 31 device limits last": cases of each technique, in
 * the order of the plan; and how many claims a software device has no say in. */
void plan_note(const struct plan *plan, double seconds, char text[PLAN_NOTE_BYTES]);

/* Says it. missing: cases that are to be measured, in all launches; most: launches of the group
 * that has most; seconds: the guess; ceilings: they are known already. */
void session_note_start(const struct session_params *params, size_t missing, uint32_t most,
                        double seconds, bool ceilings);

/* Writes the line for a crash while a workload is measured in this process; NULL: while its device
 * is given back. */
enum { CRASH_LINE_BYTES = 2 * MESSAGE_BYTES };
void session_note_crash(const struct session_params *params, const char *workload,
                        char line[CRASH_LINE_BYTES]);

/* Warnings that the times of a run may be doubtful, with the remedy. */

/* Warns, before a run, of a limit on its time. */
void warnings_print_before(void);

/* Warns of what the device, the driver and the host are, and of what the cases showed. */
void warnings_print(const struct run_request *request, const struct gpu_info *device,
                    const struct run *run);
void warnings_print_after(const struct run_request *request, const struct run *run);

/*
 * Names the files of --kernel that were not run, and why. unknown: a case of a file's kernel whose
 * set-up ended before anybody knew which kernels it asks for; NULL. Returns EXIT_CODE_OK where all
 * were, or a case that failed says so; EXIT_CODE_NOTHING where the device has no use for one, and
 * EXIT_CODE_UNTRIED where no case asked for it.
 */
int warnings_print_unused(const struct run_request *request, const struct run *run,
                          const struct run_case *unknown);

/* Names each variant that is a program of the host and could not be run. One of another interface,
 * such as CUDA, lacks a device, which is no fault; and each folder without a case in the run,
 * unless that repeats another. Returns EXIT_CODE_NOTHING where there is one. */
int programs_print_unused(const struct run_request *request, const struct run *run);

/* The table of a run on stdout, group by group while it is measured. */

/* The table of one run; zero at the start but for the first four. A quiet request prints nothing,
 * and several launches print a line each, then the table. */
struct session_table {
    const struct run_request *request;
    const struct plan *plan;
    struct catalogue catalogue;             /* as in table.h */
    uint32_t launches;                      /* of the group that has most */
    const char *file;                       /* as in table.h, for the end */
    const struct published_list *published; /* for the digest, from the end on */
    struct table table;
    bool begun;
    bool digest;    /* three lines a technique at the end, in place of the groups */
    size_t printed; /* groups of the plan */
};

/* The groups of the plan before `end` have ended. */
void session_table_go_on(struct session_table *table, const struct run *run, size_t end);

/* All that there will be. Returns the lines that stand behind the last group. */
unsigned session_table_finish(struct session_table *table, const struct run *run);

/* One of several launches has ended, of which `run` holds the cases: a line. */
void session_table_launch(const struct session_table *table, const struct run *run, uint32_t launch,
                          double seconds);

/* The whole table of a run that has ended before. */
void session_table_print(const struct run *run, bool wide, const struct catalogue *catalogue);

/* A session that is over. */
struct session_end {
    const struct session_params *params;
    struct run *run;
    struct session_table *table;
    struct time_breakdown *spending;
    double throttled_s;        /* when it began: cpu_host_throttled_s() */
    bool whole, interrupted;   /* all was measured; it was ended by a signal */
    bool unsupported;          /* nothing can be done on this device */
    const char *stopped;       /* why it did not go on; NULL */
    uint32_t launch, launches; /* from 0, that it ended in, of so many */
};

/*
 * Completes the run, and turns the journal of a whole one into the run file. Ends the table, then
 * prints in at most fifteen lines what is surprising, what to use, how the run compares with the
 * last one, the file, and two commands for what comes next; leaves the copy of the last run. A
 * quiet request prints none of that. Warnings follow, what may explain wrong results, and last the
 * errors, with how to go on. Returns the exit code.
 */
int session_end(const struct session_end *end);

/* ceilings_kept.c ------------------------------------------------------------------------------ */

/*
 * Ceilings that a run has measured, kept for a day for the next runs on the same
 * device, in $XDG_CACHE_HOME/claimcheck or ~/.cache/claimcheck. Where there is no such place, or it
 * cannot be written to, none are kept, which is no error.
 *
 * They are taken for the same program (to the byte), profile, device, driver, host and environment
 * (as run files have it), by runs that have not asked for ceilings by name, nor for fixed samples,
 * validation or --ceilings fresh; they are left by the same runs, unless kernels of the user's ran
 * beside those of ceilings.
 * A file that is not whole, of something else, or old, is measured over.
 */

/* A run that takes them. */
struct ceilings_kept {
    struct run_request request; /* that leaves ceilings out; what it points to is the caller's */
    struct plan plan;           /* without them */
    json_t *json;               /* `ceilings` of the run file, with `cached` and `measured`; NULL
                                   where the request wants no others, and there are none */
};

/*
 * True where there are some for this run, or it wants none but those: to be finished. False where
 * they are to be measured, if the request is for any; why what is there is not taken is said, where
 * the request is verbose.
 */
bool ceilings_kept_take(struct ceilings_kept *kept, const struct run_request *request,
                        const struct technique *const *techniques, const struct gpu_info *device);
void ceilings_kept_finish(struct ceilings_kept *kept);

/* Leaves those of a run that is over to the next ones, if it has measured its own: all of them, and
 * none by throttled samples for want of others. */
void ceilings_kept_leave(const struct run_request *request, const struct plan *plan,
                         const struct gpu_info *device, const struct run *run);

/* resume.c ------------------------------------------------------------------------------------- */

struct command_line; /* ../cli.h */

/* `run --resume FILE`: goes on with a run that was cut short. */

/* The run file that `path`, or the journal `path`, belongs to; malloc'ed. */
char *resume_run_file(const char *path);

/*
 * `path` names the run file or its journal. Plan, seed and rules come from the file, the device is
 * the one of the same identity (harness/engine/gpu/gpu.h). A run that is complete is only printed.
 * Returns the exit code.
 */
int resume_run(const char *path, const struct command_line *line);

/* The head of a run file, written before anything is measured. */

/* settled: session.sampling, or NULL. NULL when memory runs out. */
json_t *run_header_json(const struct command_line *line, const struct run_request *request,
                        const struct plan *plan, const struct gpu_info *device,
                        const struct run_sampling *settled);

#endif
