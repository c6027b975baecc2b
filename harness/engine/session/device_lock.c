/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/engine/session/session.h"
#include "harness/os/os.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { POLL_MS = 100, NAME_DIGITS = 16, HOLDER_BYTES = 96 };

static const double silent_ns = 1e9; /* of a wait */

/* 0; EWOULDBLOCK where another process has it; or an errno. */
static int file_lock(const char *path, int *fd)
{
    const unsigned flags = OS_FILE_READ | OS_FILE_NO_LINK | OS_FILE_AT_ONCE | OS_FILE_SHARED;
    struct os_file_status status;
    while (true) {
        /* Another user's file is opened but never created, since the system may forbid that in a
         * folder where all may write. */
        *fd = os_file_open(path, flags | OS_FILE_CREATE);
        if (*fd < 0 && errno == EACCES)
            *fd = os_file_open(path, flags);
        if (*fd < 0)
            return errno;
        const bool regular = os_file_look(*fd, &status) && status.kind == OS_FILE_IS_REGULAR;
        const int code = regular ? os_file_lock(*fd) : EEXIST;
        if (code == 0 && disk_is_open(*fd, path)) { /* who had it may have taken it away */
            os_file_touch(*fd); /* when the lock was taken; not of another user's file */
            return 0;
        }
        os_file_close(*fd);
        if (code != 0)
            return code;
    }
}

/* Who has the lock, and since when, as far as the system says; "" where it does not. */
static void holder_say(const char *path, char text[HOLDER_BYTES])
{
    struct os_file_status status, process;
    char line[256], name[48];
    unsigned long long inode;
    long pid = 0, held = 0;
    text[0] = 0;
    FILE *locks = os_path_look(path, &status) ? fopen("/proc/locks", "re") : NULL;
    while (locks && pid == 0 && fgets(line, sizeof(line), locks))
        if (sscanf(line, "%*d: FLOCK %*s WRITE %ld %*x:%*x:%llu", &held, &inode) == 2 &&
            inode == status.number)
            pid = held;
    if (locks)
        fclose(locks);
    if (pid <= 0)
        return;
    snprintf(name, sizeof(name), "/proc/%ld", pid);
    struct tm since;
    char date[32] = "";
    const time_t written = (time_t)(status.written_ns / 1000000000);
    if (localtime_r(&written, &since))
        strftime(date, sizeof(date), ", since %F %T", &since);
    if (os_path_look(name, &process))
        snprintf(text, HOLDER_BYTES, " (process %ld of user %u%s)", pid, process.owner, date);
    else
        snprintf(text, HOLDER_BYTES, " (process %ld%s)", pid, date);
}

enum device_lock_end device_lock_take(struct device_lock *lock, const char *uuid,
                                      const struct device_lock_wish *wish)
{
    enum device_lock_end end = DEVICE_LOCK_HELD;
    const double begin_ns = clock_now_ns();
    char holder[HOLDER_BYTES];
    bool said = false;
    int fd = -1, code;
    if (strcmp(lock->uuid, uuid) == 0)
        return DEVICE_LOCK_HELD;
    device_lock_give(lock);
    char sha256[SHA256_TEXT_BYTES];
    sha256_text(uuid, strlen(uuid), sha256);
    OWNED char *path = text_make("%s/claimcheck-%.*s.lock", os_path_shared(), NAME_DIGITS, sha256);
    while ((code = file_lock(path, &fd)) == EWOULDBLOCK) {
        const double now_ns = clock_now_ns();
        const bool says =
            !wish->wait ||
            (!said && (now_ns - begin_ns >= silent_ns || now_ns >= wish->deadline_ns));
        if (says)
            holder_say(path, holder);
        if (wish->warns)
            message_warning("%sanother session measures on '%.120s'%s: times may be disturbed",
                            wish->who, wish->device, holder);
        else if (!wish->wait)
            message_error("%sanother session measures on '%.120s'%s: leave out --no-wait to wait",
                          wish->who, wish->device, holder);
        else if (says)
            message_note("%sanother session measures on '%.120s'%s: this one waits for its end",
                         wish->who, wish->device, holder);
        said = said || says;
        end = !wish->wait                           ? DEVICE_LOCK_REFUSED
              : *interrupt_flag()                   ? DEVICE_LOCK_INTERRUPTED
              : clock_now_ns() >= wish->deadline_ns ? DEVICE_LOCK_LATE
                                                    : DEVICE_LOCK_WAITED;
        if (end != DEVICE_LOCK_WAITED)
            return end;
        clock_sleep_ns(1e6 * POLL_MS);
    }
    if (code != 0 && !wish->warns)
        message_note("%sno lock on '%.120s': cannot open '%.300s': %s", wish->who, wish->device,
                     path, strerror(code));
    snprintf(lock->uuid, sizeof(lock->uuid), "%s", uuid);
    lock->path = code == 0 ? need_copy(path) : NULL;
    lock->fd = fd;
    return end;
}

void device_lock_give(struct device_lock *lock)
{
    if (lock->path) { /* gone before it is free: who waits sees that, and makes a new one */
        os_path_remove(lock->path);
        os_file_close(lock->fd);
    }
    free(lock->path);
    *lock = (struct device_lock){ .fd = -1 };
}
