/* SPDX-License-Identifier: MIT */
/*
 * windows_process.c: each process is in a job of its own, which ends it and all that it starts when
 * its last handle is closed, and so with this process. Descriptors are handed on as the C library
 * of the process reads them.
 */
#include "harness/os/os.h"

#include "harness/os/windows_parts.h"

#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char process_self[] = "";

enum { POLL_MS = 10, KILLED_MS = 20000, LINE_BYTES = 32768 };

/* Exit code of a process that this one has ended; errors of the system are above ERRORS. */
static const DWORD killed_code = 0xC1A10009, errors = 0xC0000000;

/* Start --------------------------------------------------------------------------------------- */

/* A line of words that the C library of the process splits again. False where it is too long. */
static bool line_add(char *line, size_t *used, const char *word)
{
    const bool quoted = *word == 0 || strpbrk(word, " \t\"");
    size_t slashes = 0;
    if (*used + 2 * strlen(word) + 4 > LINE_BYTES)
        return false;
    if (*used > 0)
        line[(*used)++] = ' ';
    if (quoted)
        line[(*used)++] = '"';
    for (; *word; word++) {
        slashes = *word == '\\' ? slashes + 1 : 0;
        if (*word == '"') {
            for (; *used > 0 && slashes > 0; slashes--)
                line[(*used)++] = '\\';
            line[(*used)++] = '\\';
        }
        line[(*used)++] = *word;
    }
    for (; quoted && slashes > 0; slashes--) /* before the closing quote each is two */
        line[(*used)++] = '\\';
    if (quoted)
        line[(*used)++] = '"';
    line[*used] = 0;
    return true;
}

/* Descriptors as the C library of a started process reads them: a count, a byte of flags for each,
 * and their handles, not aligned. */
struct inherited {
    HANDLE handles[PROCESS_DESCRIPTORS];
    unsigned char bytes[sizeof(int) + PROCESS_DESCRIPTORS * (1 + sizeof(HANDLE))];
};

enum { IS_OPEN = 0x01, IS_PIPE = 0x08, IS_DEVICE = 0x40 };

/* A handle that a process may have; INVALID_HANDLE_VALUE where there is none. */
static HANDLE handle_for(int descriptor, int index)
{
    const HANDLE own = GetCurrentProcess();
    HANDLE made = INVALID_HANDLE_VALUE;
    SECURITY_ATTRIBUTES inherits = { sizeof(inherits), NULL, TRUE };
    if (descriptor == 0 && index > 2)
        return made;
    if (descriptor == PROCESS_NOWHERE)
        return CreateFileA("NUL", GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE,
                           &inherits, OPEN_EXISTING, 0, NULL);
    HANDLE handle = (HANDLE)_get_osfhandle(descriptor == 0 ? index : descriptor);
    if (!DuplicateHandle(own, handle, own, &made, 0, TRUE, DUPLICATE_SAME_ACCESS))
        return INVALID_HANDLE_VALUE;
    return made;
}

static void inherited_make(struct inherited *inherited, const struct process_plan *plan)
{
    const int count = PROCESS_DESCRIPTORS;
    unsigned char *flags = inherited->bytes + sizeof(count);
    memcpy(inherited->bytes, &count, sizeof(count));
    for (int i = 0; i < count; i++) {
        HANDLE handle = inherited->handles[i] = handle_for(plan->descriptors[i], i);
        const DWORD type = handle == INVALID_HANDLE_VALUE ? FILE_TYPE_UNKNOWN : GetFileType(handle);
        flags[i] = (unsigned char)(handle == INVALID_HANDLE_VALUE ? 0
                                   : type == FILE_TYPE_PIPE       ? IS_OPEN | IS_PIPE
                                   : type == FILE_TYPE_CHAR       ? IS_OPEN | IS_DEVICE
                                                                  : IS_OPEN);
        memcpy(flags + count + i * sizeof(handle), &handle, sizeof(handle));
    }
}

/* The variables one behind the other, each with its zero, and one more; NULL: as here. */
static char *environment_make(char *const *variables)
{
    size_t bytes = 1;
    for (char *const *at = variables; at && *at; at++)
        bytes += strlen(*at) + 1;
    char *block = variables ? calloc(bytes + 1, 1) : NULL, *end = block;
    for (char *const *at = variables; block && *at; at++)
        end += strlen(strcpy(end, *at)) + 1;
    return block;
}

/* Suspended until it is in its job. Returns 0 or an errno. */
static int process_make(struct process *process, const struct process_plan *plan,
                        const struct inherited *inherited, char *line)
{
    char path[4 * MAX_PATH];
    PROCESS_INFORMATION made;
    STARTUPINFOA start = { .cb = sizeof(start),
                           .dwFlags = STARTF_USESTDHANDLES,
                           .hStdInput = inherited->handles[0],
                           .hStdOutput = inherited->handles[1],
                           .hStdError = inherited->handles[2],
                           .cbReserved2 = sizeof(inherited->bytes),
                           .lpReserved2 = (LPBYTE)inherited->bytes };
    const char *name = plan->program ? plan->program : plan->words[0];
    const DWORD length = plan->program == process_self
                             ? GetModuleFileNameA(NULL, path, sizeof(path))
                             : SearchPathA(NULL, name, ".exe", sizeof(path), path, NULL);
    if (length == 0)
        return ENOENT;
    char *environment = environment_make(plan->environment);
    const DWORD flags = CREATE_SUSPENDED | (plan->is_group ? CREATE_NEW_PROCESS_GROUP : 0);
    const BOOL begun = CreateProcessA(path, line, NULL, NULL, TRUE, flags, environment,
                                      plan->folder, &start, &made);
    const int code = begun ? 0 : os_windows_errno();
    free(environment);
    if (!begun)
        return code;
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = { .BasicLimitInformation.LimitFlags =
                                                        JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE };
    HANDLE job = CreateJobObjectA(NULL, NULL); /* it ends with its last handle */
    if (job) {
        SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof(limits));
        AssignProcessToJobObject(job, made.hProcess);
    }
    ResumeThread(made.hThread);
    CloseHandle(made.hThread);
    process->pid = made.dwProcessId;
    process->handles[0] = (intptr_t)made.hProcess;
    process->handles[1] = (intptr_t)job;
    return 0;
}

int process_start(struct process *process, const struct process_plan *plan)
{
    struct inherited inherited;
    size_t used = 0;
    *process = (struct process){ .is_group = plan->is_group };
    if (plan->run)
        return ENOSYS; /* there is no fork() */
    char *line = calloc(LINE_BYTES, 1);
    if (!line)
        return ENOMEM;
    int code = 0;
    for (char *const *word = plan->words; *word && code == 0; word++)
        code = line_add(line, &used, *word) ? 0 : E2BIG;
    if (code == 0) {
        fflush(NULL);
        inherited_make(&inherited, plan);
        code = process_make(process, plan, &inherited, line);
        for (int i = 0; i < PROCESS_DESCRIPTORS; i++)
            if (inherited.handles[i] != INVALID_HANDLE_VALUE)
                CloseHandle(inherited.handles[i]);
    }
    free(line);
    return code;
}

/* End ----------------------------------------------------------------------------------------- */

static HANDLE handle_of(const struct process *process)
{
    return (HANDLE)(intptr_t)process->handles[0];
}

static HANDLE job_of(const struct process *process)
{
    return (HANDLE)(intptr_t)process->handles[1];
}

enum process_state process_wait(struct process *process, double wait_ms,
                                process_given_up_fn *given_up, const void *context)
{
    const double until_ns = clock_now_ns() + 1e6 * wait_ms;
    while (process->handles[0] != 0) {
        if (WaitForSingleObject(handle_of(process), wait_ms > 0 ? POLL_MS : 0) == WAIT_OBJECT_0) {
            DWORD code = 0;
            GetExitCodeProcess(handle_of(process), &code);
            process->status = (int)code;
            CloseHandle(handle_of(process));
            process->handles[0] = 0;
            /* A job that is more than the process stays until it is ended. */
            if (!process->is_group && job_of(process)) {
                CloseHandle(job_of(process));
                process->handles[1] = 0;
            }
            return PROCESS_ENDED;
        }
        if (clock_now_ns() >= until_ns || (given_up && given_up(context)))
            return PROCESS_LIVES;
    }
    return PROCESS_UNSEEN;
}

void process_limit(const struct process *process, uint64_t cpu_s, uint64_t memory_bytes)
{
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {
        .BasicLimitInformation = { .PerProcessUserTimeLimit.QuadPart = (LONGLONG)cpu_s * 10000000,
                                   .LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE |
                                                 JOB_OBJECT_LIMIT_PROCESS_TIME |
                                                 JOB_OBJECT_LIMIT_PROCESS_MEMORY },
        .ProcessMemoryLimit = (SIZE_T)memory_bytes
    };
    if (job_of(process))
        SetInformationJobObject(job_of(process), JobObjectExtendedLimitInformation, &limits,
                                sizeof(limits));
}

void process_signal(const struct process *process, enum process_wish wish)
{
    char name[WINDOWS_EVENT_BYTES];
    if (wish == PROCESS_ALONE)
        return;
    if (wish == PROCESS_KILL) {
        if (job_of(process))
            TerminateJobObject(job_of(process), killed_code);
        if (handle_of(process))
            TerminateProcess(handle_of(process), killed_code);
        return;
    }
    windows_event_name((DWORD)process->pid, name);
    HANDLE event = OpenEventA(EVENT_MODIFY_STATE, FALSE, name);
    if (event) {
        SetEvent(event);
        CloseHandle(event);
    }
}

bool process_stop(struct process *process, enum process_wish wish, double wait_ms,
                  process_given_up_fn *given_up, const void *context)
{
    process_signal(process, wish);
    enum process_state state = process_wait(process, wait_ms, given_up, context);
    if (state == PROCESS_LIVES) {
        process_signal(process, PROCESS_KILL);
        state = process_wait(process, KILLED_MS, NULL, NULL);
    }
    if (job_of(process)) {
        TerminateJobObject(job_of(process), killed_code);
        CloseHandle(job_of(process));
        process->handles[1] = 0;
    }
    return state != PROCESS_LIVES;
}

int process_exit_code(const struct process *process)
{
    return process_end_signal(process) == 0 ? process->status : -1;
}

/* Returns the signal that POSIX has for such an end: 9, 11 or 6. */
int process_end_signal(const struct process *process)
{
    const DWORD code = (DWORD)process->status;
    return code == killed_code               ? 9
           : code == STATUS_ACCESS_VIOLATION ? 11
           : code == STATUS_CONTROL_C_EXIT   ? 2
           : code >= errors                  ? 6
                                             : 0;
}

const char *process_signal_name(int number)
{
    return number == 9    ? "Killed"
           : number == 11 ? "Access violation"
           : number == 2  ? "Interrupt"
                          : "Aborted";
}

void process_give_up(int code, const char *line)
{
    const int written = _write(2, line, (unsigned)strlen(line));
    (void)written; /* the code tells it, too */
    ExitProcess((UINT)code);
}

/* Rest ----------------------------------------------------------------------------------------- */

void process_rest_adopt(void)
{
}

size_t process_rest_end(const struct process *process, struct process_rest *rest)
{
    rest->pid = 0;
    process_signal(process, PROCESS_KILL);
    return 0;
}

void process_rest_spare(const struct process *process, bool stays)
{
    (void)process;
    (void)stays;
}
