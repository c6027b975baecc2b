/* SPDX-License-Identifier: MIT */
/* device_lock_test.c: one session at a time on a device, and nothing left behind. */
#include "harness/engine/session/session.h"
#include "harness/os/os.h"
#include "tests/unit.h"

#include <errno.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Devices of this process alone: the folder of locks is everybody's. */
static char aa[32], bb[32], cc[32], folder[64];
static const struct device_lock_wish waits = { "test: ", "GPU", true, INFINITY },
                                     refuses = { "test: ", "GPU", false, INFINITY },
                                     warns = { .who = "test: ", .device = "GPU", .warns = true };

static int setup(void **state)
{
    snprintf(aa, sizeof(aa), "aa%ld", (long)getpid());
    snprintf(bb, sizeof(bb), "bb%ld", (long)getpid());
    snprintf(cc, sizeof(cc), "cc%ld", (long)getpid());
    snprintf(folder, sizeof(folder), "/tmp/device-lock-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static int teardown(void **state)
{
    return rmdir(folder); /* which fails where anything was left in it */
}

static void is_gone(const char *path)
{
    struct stat status;
    assert_int_not_equal(lstat(path, &status), 0);
    assert_int_equal(errno, ENOENT);
}

TEST(a_device_is_held_once)
{
    struct device_lock first = { 0 }, second = { 0 };
    char path[320];
    assert_int_equal(device_lock_take(&first, aa, &refuses), DEVICE_LOCK_HELD);
    assert_int_equal(device_lock_take(&first, aa, &refuses), DEVICE_LOCK_HELD);
    snprintf(path, sizeof(path), "%s", first.path);
    assert_null(strstr(path, aa));
    assert_int_equal(device_lock_take(&second, aa, &refuses), DEVICE_LOCK_REFUSED);
    const struct device_lock_wish late = { "test: ", "GPU", true, clock_now_ns() };
    assert_int_equal(device_lock_take(&second, aa, &late), DEVICE_LOCK_LATE);
    assert_int_equal(device_lock_take(&second, bb, &refuses), DEVICE_LOCK_HELD);
    /* Another device gives up the one before. */
    assert_int_equal(device_lock_take(&first, cc, &refuses), DEVICE_LOCK_HELD);
    assert_int_equal(device_lock_take(&second, aa, &refuses), DEVICE_LOCK_HELD);
    device_lock_give(&first);
    device_lock_give(&second);
    device_lock_give(&second);
    is_gone(path);
}

/* Another process holds it until it is killed; its file is then nobody's. */
TEST(who_waits_gets_it_in_the_end)
{
    int told[2];
    char byte, path[320];
    struct device_lock lock = { 0 };
    assert_int_equal(pipe(told), 0);
    const pid_t other = fork();
    assert_true(other >= 0);
    if (other == 0) {
        struct device_lock held = { 0 };
        if (device_lock_take(&held, aa, &refuses) != DEVICE_LOCK_HELD ||
            write(told[1], "x", 1) != 1)
            _exit(1);
        sleep(1);
        kill(getpid(), SIGKILL);
    }
    assert_int_equal(read(told[0], &byte, 1), 1);
    assert_int_equal(device_lock_take(&lock, aa, &waits), DEVICE_LOCK_WAITED);
    int status;
    assert_int_equal(waitpid(other, &status, 0), other);
    assert_true(WIFSIGNALED(status));
    snprintf(path, sizeof(path), "%s", lock.path);
    device_lock_give(&lock);
    is_gone(path);
    close(told[0]);
    close(told[1]);
}

/* A stranger's file is neither followed nor waited for, and stays. */
TEST(what_is_no_file_is_no_lock)
{
    struct device_lock lock = { 0 };
    struct stat status;
    char path[320], target[320];
    assert_int_equal(device_lock_take(&lock, aa, &refuses), DEVICE_LOCK_HELD);
    snprintf(path, sizeof(path), "%s", lock.path);
    snprintf(target, sizeof(target), "%s/target", folder);
    device_lock_give(&lock);
    assert_int_equal(symlink(target, path), 0);
    assert_int_equal(device_lock_take(&lock, aa, &refuses), DEVICE_LOCK_HELD);
    assert_null(lock.path);
    assert_int_not_equal(stat(target, &status), 0);
    device_lock_give(&lock);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(device_lock_take(&lock, aa, &refuses), DEVICE_LOCK_HELD);
    assert_null(lock.path);
    device_lock_give(&lock);
    assert_int_equal(unlink(path), 0);
}

/* Two users, a login and a service: none of these says where the lock is. */
TEST(no_variable_changes_the_place)
{
    static const char *const names[] = { "XDG_RUNTIME_DIR", "TMPDIR", "HOME", "XDG_CACHE_HOME" };
    struct device_lock first = { 0 }, second = { 0 };
    assert_int_equal(device_lock_take(&first, aa, &refuses), DEVICE_LOCK_HELD);
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        setenv(names[i], folder, 1);
        assert_int_equal(device_lock_take(&second, aa, &refuses), DEVICE_LOCK_REFUSED);
        unsetenv(names[i]);
        assert_int_equal(device_lock_take(&second, aa, &refuses), DEVICE_LOCK_REFUSED);
    }
    /* A run warns and goes on; it has no lock. */
    assert_int_equal(device_lock_take(&second, aa, &warns), DEVICE_LOCK_REFUSED);
    assert_null(second.path);
    device_lock_give(&first);
    assert_int_equal(device_lock_take(&second, aa, &warns), DEVICE_LOCK_HELD);
    assert_int_equal(device_lock_take(&first, aa, &refuses), DEVICE_LOCK_REFUSED);
    device_lock_give(&second);
}

/* Whatever the mask of who made it, another user opens it to read, and takes his turn. */
TEST(another_user_takes_turns)
{
    struct device_lock lock = { 0 };
    struct stat status;
    const mode_t before = umask(077);
    assert_int_equal(device_lock_take(&lock, aa, &refuses), DEVICE_LOCK_HELD);
    umask(before);
    assert_int_equal(stat(lock.path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0644);
    if (getuid() == 0) {
        const pid_t other = fork();
        assert_true(other >= 0);
        if (other == 0) {
            struct device_lock own = { 0 };
            _exit(setuid(65534) != 0 ||
                  device_lock_take(&own, aa, &refuses) != DEVICE_LOCK_REFUSED);
        }
        int ended;
        assert_int_equal(waitpid(other, &ended, 0), other);
        assert_int_equal(ended, 0);
    }
    device_lock_give(&lock);
}

int main(void)
{
    return unit_run(setup, teardown);
}
