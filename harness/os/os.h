/* SPDX-License-Identifier: MIT */
/*
 * os.h: what the system does, by posix_*.c, with parts of linux_*.c or mac_*.c, and by
 * windows_*.c. What a bench may have is apart: cpu_memory.h, library.h.
 */
#ifndef CLAIMCHECK_HARNESS_OS_OS_H
#define CLAIMCHECK_HARNESS_OS_OS_H

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* ---------------------------------------------------------------------------------------------- */

/* channel: what processes say to each other. Descriptors, closed on exec unless a process_plan
 * hands them on; os_file_close() closes them, and os_file_stream() makes streams of them. */

/* ends[0] reads what ends[1] writes. Returns 0 or an errno. */
int os_channel_pipe(int ends[2]);

/* Both ends read and write. Returns 0 or an errno. */
int os_channel_pair(int ends[2]);

/* True for an end of os_channel_pair(). */
bool os_channel_is_pair(int end);

/* Keeps an inherited end from the processes that this one starts. */
void os_channel_keep(int end);

/* Whether something can be read, or the end has come, after at most so long. */
bool os_channel_wait(int end, int wait_ms);

/* Reads as many bytes as there are, one at least; 0 at the end, or after an error. Goes on after a
 * signal. */
size_t os_channel_read(int end, void *bytes, size_t most);

/* Nothing more is said, in either direction. */
void os_channel_shut(int end);

/* ---------------------------------------------------------------------------------------------- */

/* clock: the only clock of the host: CLOCK_MONOTONIC, or QueryPerformanceCounter(). */

/* Whether a count of the clock is a tick of QueryPerformanceCounter(); it is a nanosecond
 * otherwise. */
extern const bool clock_counts_ticks;

/* The moment of a count that somebody else has read, as clock_now_ns() has it. */
double clock_count_ns(uint64_t count);

/* Monotonic time since some moment in the past. */
double clock_now_ns(void);

/* Waits at least so long, unless a signal comes. */
void clock_sleep_ns(double ns);

/* ---------------------------------------------------------------------------------------------- */

/* console: whether a descriptor leads to a person, and how wide it is. */

enum { CONSOLE_OUTPUT = 1, CONSOLE_ERROR = 2 }; /* descriptors of standard output and error */

/* Has the standard streams pass bytes as they are, and consoles read them as UTF-8. */
void console_prepare(void);

bool console_is(int descriptor);

/* Columns of the terminal behind the descriptor; 0 where it is none, or does not say. */
unsigned console_columns(int descriptor);

/* ---------------------------------------------------------------------------------------------- */

/* cpu_affinity: on which CPUs threads may run. A system that forbids to say so is no trouble. */

/*
 * The CPUs that the calling thread may run on, by number, but the first of them last: systems like
 * to serve interrupts there. malloc'ed; at least one, -1 where the system does not say. NULL when
 * memory runs out.
 */
int *cpu_affinity_usable(size_t *count);

/* Holds a thread on one CPU. False when that is not granted; the thread then runs where it did. */
bool cpu_affinity_pin(pthread_t thread, int cpu);

/* Lets a thread run on all of these CPUs again. */
void cpu_affinity_release(pthread_t thread, const int *cpus, size_t count);

/* ---------------------------------------------------------------------------------------------- */

/* crash: a process that crashes in code of others, or is ended by it, says so. */

/*
 * Makes a crash write this line to standard error and end the process with this exit code, or as
 * crashes end it where that is 0, until NULL is set, which leaves crashes to the system again. The
 * line stays the caller's. For one thread at a time.
 */
void crash_say(const char *line, int exit_code);

/* Is told the file of the code that called exit(); "" where the system does not know it. Returns
 * the exit code. */
typedef int crash_exit_fn(const char *file);

/* From here on an exit() is none of ours: it ends the process as `say` says. One in a process that
 * others fork is left alone. Called once. */
void crash_say_exit(crash_exit_fn *say);

/* The work is done: the process ends with this code, whatever libraries do while they are unloaded.
 */
void crash_keep_exit(int exit_code);

/* Makes the process write this line and end with this code in so many seconds, unless NULL comes
 * first. For calls of others, which may never return. */
void crash_say_hang(const char *line, unsigned seconds, int exit_code);

/* Crashes for a test: writes the line if one is set, and ends the process as a wrong access does,
 * where a sanitizer has its own handler, too. */
_Noreturn void crash_now(void);

/* ---------------------------------------------------------------------------------------------- */

/* environment: variables of the environment, for this process and those that it starts. */

/* Sets it; NULL takes it away. */
void os_environment_set(const char *name, const char *value);

/* All of them, "NAME=value", NULL-terminated; the system's. */
char **os_environment(void);

/*
 * Splits a list into words as a shell does, with its variables and quotes; runs no command. Each is
 * malloc'ed, as is their array, which has room for so many more and ends with NULL. NULL, and why,
 * where that cannot be done, or there is none.
 */
char **os_environment_words(const char *list, size_t more, size_t *count, const char **why);

/* ---------------------------------------------------------------------------------------------- */

/* file: files by descriptor. Descriptors are closed on exec. */

enum os_file_flags {
    OS_FILE_READ = 0,
    OS_FILE_WRITE = 1 << 0,
    OS_FILE_UPDATE = 1 << 1, /* reads and writes */
    OS_FILE_APPEND = 1 << 2,
    OS_FILE_CREATE = 1 << 3, /* unless it is there */
    OS_FILE_NEW = 1 << 4,    /* EEXIST where it is there */
    OS_FILE_EMPTY = 1 << 5,  /* takes away what it holds */
    OS_FILE_PRIVATE = 1 << 6,
    OS_FILE_FOLDER = 1 << 7,  /* ENOTDIR for anything else */
    OS_FILE_AT_ONCE = 1 << 8, /* waits for nobody at the other end, and takes no terminal */
    OS_FILE_NO_LINK = 1 << 9, /* ELOOP for a link */
    OS_FILE_SHARED = 1 << 10, /* whoever runs this, all users may read it */
};

enum os_file_kind { OS_FILE_IS_OTHER, OS_FILE_IS_REGULAR, OS_FILE_IS_FOLDER, OS_FILE_IS_LINK };

struct os_file_status {
    enum os_file_kind kind;
    uint64_t bytes, device, number; /* device and number: which file it is */
    uint64_t names;                 /* that lead to it; 0: it was removed */
    int64_t written_ns, changed_ns; /* since 1970 */
    unsigned owner, mode;           /* the mode's permissions alone */
    bool is_sticky;                 /* a folder where each removes only what is its own */
};

/* A descriptor, or -1 with errno. */
int os_file_open(const char *path, unsigned flags);
void os_file_close(int file);

/* Opens what is no regular file to write to it: a pipe that nobody reads is ENXIO. As
 * os_file_open(). */
int os_file_open_pipe(const char *path);

/* Opens a new file to read and write that goes with its last descriptor. As os_file_open(). */
int os_file_open_scratch(void);

/* Opens what has no bytes and keeps none, for processes that are started too. As os_file_open(). */
int os_file_open_nowhere(unsigned flags);

/* One more descriptor of the file, above those of the standard streams; -1 with errno. */
int os_file_again(int file);

/* Makes `as` a descriptor of the file, whatever it was. False with errno. */
bool os_file_place(int file, int as);

/* Whether a descriptor is open. */
bool os_file_is_open(int file);

/* A stream that owns the descriptor, by fopen()'s mode; NULL with errno, and it is open still. */
FILE *os_file_stream(int file, const char *mode);

int os_file_of(FILE *stream);

/* Bytes read or written, from the place or from an offset; -1 with errno. */
int64_t os_file_read_at(int file, void *bytes, size_t count, uint64_t offset);
int64_t os_file_write(int file, const void *bytes, size_t count);

/* These return 0 or an errno. os_file_lock(): EWOULDBLOCK where another process has it; the lock
 * ends with the last descriptor. os_file_sync(): once what was written is on the disk. */
int os_file_lock(int file);
int os_file_sync(int file);
int os_file_resize(int file, uint64_t bytes);

/* Says that it was written now, where that is allowed. */
void os_file_touch(int file);

/* False with errno. */
bool os_file_look(int file, struct os_file_status *status);

bool os_file_is_same(const struct os_file_status *a, const struct os_file_status *b);

/* The user who runs this process, as os_file_status.owner has it. */
unsigned os_file_user(void);

/* ---------------------------------------------------------------------------------------------- */

/* interrupt: SIGINT, SIGTERM and SIGHUP end a run in good order; another one kills, seconds
 * later. */

/* Takes the signals over, unless they are ignored. */
void interrupt_install(void);

/* Installs the handlers in a process that has others to end. interrupt_urged() reports the second
 * signal, seconds later, and the third kills. */
void interrupt_install_parent(void);

/* In a worker: its parent stops it by SIGUSR1; what a terminal sends to both is the parent's. */
void interrupt_install_worker(void);

/* Non-zero once a signal came. */
const volatile sig_atomic_t *interrupt_flag(void);

/* Non-zero once another one came, seconds later: what is to end is to be killed. */
const volatile sig_atomic_t *interrupt_urged(void);

/* Signals that would end this process, held from the begin to the end. */
struct interrupt_hold {
    uint64_t before[16], held[16]; /* the system's sets of signals */
    int came;                      /* 0: none did */
};

void interrupt_hold_begin(struct interrupt_hold *hold);

/* Takes one that came; false where none has. */
bool interrupt_hold_came(struct interrupt_hold *hold);

/* Ends this process, or calls the handler, if one came. */
void interrupt_hold_end(const struct interrupt_hold *hold);

/* Writing to what nobody reads, or beyond a limit, is an error and not the end of the process. */
void interrupt_ignore_writes(void);

/* A child's end is told to whoever waits for it, whatever the parent of this process has set. */
void interrupt_hear_children(void);

/* ---------------------------------------------------------------------------------------------- */

/* machine: the machine and the system that this process runs on. */

/* CPUs that are online; 0 where the system does not say. */
uint32_t os_machine_cpus(void);

/* The CPU that this thread runs on; -1 where the system does not say. */
int os_machine_cpu(void);

/* Bytes; 0 where the system does not say. Of caches: data of level 1 to 4. */
uint64_t os_machine_memory_bytes(void);
uint64_t os_machine_cache_bytes(unsigned level);

/* Processes that wanted a CPU over the last minute; -1 where the system does not say. */
double os_machine_load(void);

/* A GPU as the kernel shows it, whatever Vulkan says. Texts are "" where nothing says more. */
struct os_machine_gpu {
    char node[64];      /* its file: "/dev/nvidia0" */
    char name[96];      /* "NVIDIA H100 80GB HBM3"; "PCI 1002:744c of amdgpu" */
    char version[32];   /* of the kernel's driver */
    char manifest[128]; /* by which Vulkan's loader finds a driver of that vendor's */
    bool refused;       /* this user may not open the file */
    bool contained;     /* this process runs in a container */
};

/* The first of them, but those of virtual machines' displays. root stands before all paths, for
 * tests; "" otherwise. False where there is none, or the system has no such files. */
bool os_machine_gpu(const char *root, struct os_machine_gpu *gpu);

/* Bytes that nobody can guess. Returns 0 or an errno. */
int os_machine_random(void *bytes, size_t count);

/* Release of the kernel and name of the architecture; "" where the system does not say. */
struct os_machine_names {
    char release[96], architecture[96];
};
void os_machine_names_read(struct os_machine_names *names);

/* Bits of AT_HWCAP on Arm, the CPU's features; 0 elsewhere. */
uint64_t os_machine_capabilities(void);

/* Limits that a user's shell sets. */
enum os_machine_limit {
    OS_MACHINE_ADDRESSES,
    OS_MACHINE_PROCESSES,
    OS_MACHINE_FILES,
    OS_MACHINE_STACK,
    OS_MACHINE_DATA,
    OS_MACHINE_CPU_S
};

/* False where there is none. */
bool os_machine_limit_read(enum os_machine_limit limit, uint64_t *most);

/* ---------------------------------------------------------------------------------------------- */

/* path: files by name. A '/' separates folders everywhere, on Windows a '\' as well. */

/* Names --------------------------------------------------------------------------------------- */

bool os_path_separates(char letter);

/* The first and the last separator of a path; NULL where it has none. */
char *os_path_first(const char *path);
char *os_path_last(const char *path);

/* True for a path that does not depend on the working folder: "/x", on Windows "C:\x" or "\\x". */
bool os_path_is_absolute(const char *path);

/* The whole path, with links followed, malloc'ed; NULL with errno. */
char *os_path_whole(const char *path);

/* The working folder, malloc'ed; NULL with errno. */
char *os_path_here(void);

/* Goes to a folder. False with errno. */
bool os_path_go(const char *folder);

/* The executable, malloc'ed; NULL where the system does not say. */
char *os_path_program(void);

/* The folder in which all users of the machine may make files that nobody else takes away; no
 * variable changes it, but on Windows. Static storage. */
const char *os_path_shared(void);

/* The program of a name, as a shell finds it, malloc'ed; NULL where there is none. */
char *os_path_search(const char *name);

/* The folder for what does not stay; and the one for what stays between runs, malloc'ed, NULL where
 * there is none: of what can be made anew, and of what the user has decided. */
const char *os_path_temporary(void);
char *os_path_cache(void);
char *os_path_state(void);

/* Files --------------------------------------------------------------------------------------- */

/* Reads the status of the file at the path, behind a link, or of the link. False with errno. */
bool os_path_look(const char *path, struct os_file_status *status);
bool os_path_look_link(const char *path, struct os_file_status *status);

bool os_path_is_there(const char *path); /* links to nothing are not */
bool os_path_is_readable(const char *path);
bool os_path_is_folder(const char *path);

/* The others return 0 or an errno. os_path_replace() renames over what is there;
 * os_path_rename_new() is EEXIST there. */
int os_path_remove(const char *path);
int os_path_remove_folder(const char *path);
int os_path_replace(const char *from, const char *to);
int os_path_rename_new(const char *from, const char *to);

/* Says that it was used now, where that is allowed. */
void os_path_touch(const char *path);

/* Has new, renamed and removed names of a folder on the disk. */
int os_path_sync_folder(const char *folder);

/* Folders ------------------------------------------------------------------------------------- */

/* mode: permissions, of which the umask takes some. Returns 0 or an errno. */
int os_path_make_folder(const char *path, unsigned mode);

/* Makes a private file or folder whose name ends with letters in place of XXXXXX, that nobody can
 * guess. A descriptor, or -1, and 0, or an errno. */
int os_path_make_file_of(char *pattern);
int os_path_make_folder_of(char *pattern);

/* Removes all that is in a folder, but not what is mounted there, nor a file `but` of that folder.
 * False where something is left. */
bool os_path_empty_folder(const char *folder, const char *but);

/* The names in a folder, in strcmp()'s order, without "." and "..": malloc'ed, as is their array,
 * which ends with NULL. NULL with errno. */
char **os_path_names(const char *folder, size_t *count);
void os_path_names_free(char ***names);

/* ---------------------------------------------------------------------------------------------- */

/* process: a process started, waited for and ended. It does not outlive the thread that starts
 * it, however that ends, but on a Mac, where it learns of that from its channels. */

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
    int64_t began;      /* before it, by the system's clock of processes; 0: unknown */
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

/* ---------------------------------------------------------------------------------------------- */

/* process_rest: what a process leaves running when it ends, in its group or beyond it. */

/* The first that was found. */
struct process_rest {
    int64_t pid;
    char name[32]; /* as the system has it: 15 letters */
};

/* From now on what loses its parent, below this process, becomes a child of this one: a process
 * that has left the group of the one that started it is then found, too. */
void process_rest_adopt(void);

/*
 * Once the process has ended: ends what is left of its group, and all children of this process that
 * are not in its own group, or have come into that since the process began. What ends within a
 * third of a second is none, but `rest` names it, too; its pid is 0 where nothing was left. Returns
 * how many there were.
 */
size_t process_rest_end(const struct process *process, struct process_rest *rest);

/* Says whether the process goes on while others end, so that it, with its group, is no rest of
 * theirs. At most 256 stay at a time. Any thread. */
void process_rest_spare(const struct process *process, bool stays);

/* ---------------------------------------------------------------------------------------------- */

/* shared: memory that processes share, without a name. */

/* Memory, all zero. The descriptor is for process_plan.descriptors, is closed on exec, and the
 * caller closes it by os_file_close(). NULL, with errno, when there is none. */
void *os_shared_create(size_t bytes, int *descriptor);

/* The memory behind a descriptor; NULL when it is none of that size, such as a file with a name. */
void *os_shared_attach(int descriptor, size_t bytes);

/* Accepts NULL. */
void os_shared_destroy(void *memory, size_t bytes);

/* ---------------------------------------------------------------------------------------------- */

/* stream: streams of the C library that read from memory, or write to it. */

typedef void os_stream_take_fn(void *context, const char *bytes, size_t count);

/* A stream whose bytes `take` gets, at the latest in os_stream_close(), which must close it. NULL
 * with errno. */
FILE *os_stream_create(os_stream_take_fn *take, void *context);

/* Closes; false where not all that was written was taken. */
bool os_stream_close(FILE *stream);

/* A stream to read these bytes from; they outlive it. fclose() closes it. NULL with errno. */
FILE *os_stream_read(const void *bytes, size_t size);

/* A stream to write and read, whose file goes when it is closed. NULL with errno. */
FILE *os_stream_scratch(void);

/* Standard output while it goes to memory. */
struct os_stream_output {
    int before; /* descriptor of what it was */
    int memory;
    bool failed; /* already, before */
};

/* Turns standard output, its descriptor too, to memory. Returns 0 or an errno; it is then as it
 * was. */
int os_stream_output_begin(struct os_stream_output *output);

/* Turns standard output back; `take` gets what was printed. False where not all of it was. */
bool os_stream_output_end(struct os_stream_output *output, os_stream_take_fn *take, void *context);

/* ---------------------------------------------------------------------------------------------- */

/* thread: threads that no signal comes to but that of a crash of their own. */

/* Returns 0 or an errno. Signals are for the thread that calls this. */
int os_thread_start(pthread_t *thread, void *(*run)(void *context), void *context);

/* Lets others run. */
void os_thread_yield(void);

#endif
