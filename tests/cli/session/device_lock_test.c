/* SPDX-License-Identifier: MIT */
/* device_lock_test.c: one session at a time on a device, and nothing left behind. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "harness/engine/session/device_lock.h"
#include "harness/os/clock.h"

#include <dirent.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[64];
static const struct device_lock_wish waits = { "test: ", "GPU", true, INFINITY },
                                     refuses = { "test: ", "GPU", false, INFINITY };

static int setup(void **state)
{
    (void)state;
    snprintf(folder, sizeof(folder), "/tmp/device-lock-XXXXXX");
    return mkdtemp(folder) && setenv("XDG_RUNTIME_DIR", folder, 1) == 0 ? 0 : -1;
}

static int teardown(void **state)
{
    (void)state;
    return rmdir(folder); /* which fails where anything was left in it */
}

static size_t files(char name[256])
{
    size_t count = 0;
    DIR *list = opendir(folder);
    assert_non_null(list);
    for (const struct dirent *entry = readdir(list); entry; entry = readdir(list))
        if (entry->d_name[0] != '.') {
            snprintf(name, 256, "%s", entry->d_name);
            count++;
        }
    closedir(list);
    return count;
}

static void a_device_is_held_once(void **state)
{
    (void)state;
    struct device_lock first = { 0 }, second = { 0 };
    char name[256];
    assert_int_equal(device_lock_take(&first, "aa", &refuses), DEVICE_LOCK_HELD);
    assert_int_equal(device_lock_take(&first, "aa", &refuses), DEVICE_LOCK_HELD);
    assert_int_equal(files(name), 1);
    assert_null(strstr(name, "aa"));
    assert_int_equal(device_lock_take(&second, "aa", &refuses), DEVICE_LOCK_REFUSED);
    const struct device_lock_wish late = { "test: ", "GPU", true, clock_now_ns() };
    assert_int_equal(device_lock_take(&second, "aa", &late), DEVICE_LOCK_LATE);
    assert_int_equal(device_lock_take(&second, "bb", &refuses), DEVICE_LOCK_HELD);
    assert_int_equal(files(name), 2);
    /* Another device gives up the one before. */
    assert_int_equal(device_lock_take(&first, "cc", &refuses), DEVICE_LOCK_HELD);
    assert_int_equal(device_lock_take(&second, "aa", &refuses), DEVICE_LOCK_HELD);
    device_lock_give(&first);
    device_lock_give(&second);
    device_lock_give(&second);
    assert_int_equal(files(name), 0);
}

/* Another process holds it until it is killed; its file is then nobody's. */
static void who_waits_gets_it_in_the_end(void **state)
{
    (void)state;
    int told[2];
    char byte, name[256];
    struct device_lock lock = { 0 };
    assert_int_equal(pipe(told), 0);
    const pid_t other = fork();
    assert_true(other >= 0);
    if (other == 0) {
        struct device_lock held = { 0 };
        if (device_lock_take(&held, "aa", &refuses) != DEVICE_LOCK_HELD ||
            write(told[1], "x", 1) != 1)
            _exit(1);
        sleep(1);
        kill(getpid(), SIGKILL);
    }
    assert_int_equal(read(told[0], &byte, 1), 1);
    assert_int_equal(device_lock_take(&lock, "aa", &waits), DEVICE_LOCK_WAITED);
    int status;
    assert_int_equal(waitpid(other, &status, 0), other);
    assert_true(WIFSIGNALED(status));
    device_lock_give(&lock);
    assert_int_equal(files(name), 0);
    close(told[0]);
    close(told[1]);
}

/* A stranger's file is neither followed nor waited for, and stays. */
static void what_is_no_file_is_no_lock(void **state)
{
    (void)state;
    struct device_lock lock = { 0 };
    struct stat status;
    char path[320], target[320];
    assert_int_equal(device_lock_take(&lock, "aa", &refuses), DEVICE_LOCK_HELD);
    snprintf(path, sizeof(path), "%s", lock.path);
    snprintf(target, sizeof(target), "%s/target", folder);
    device_lock_give(&lock);
    assert_int_equal(symlink(target, path), 0);
    assert_int_equal(device_lock_take(&lock, "aa", &refuses), DEVICE_LOCK_HELD);
    assert_null(lock.path);
    assert_int_not_equal(stat(target, &status), 0);
    device_lock_give(&lock);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(device_lock_take(&lock, "aa", &refuses), DEVICE_LOCK_HELD);
    assert_null(lock.path);
    device_lock_give(&lock);
    assert_int_equal(unlink(path), 0);
    setenv("XDG_RUNTIME_DIR", "/dev/null", 1);
    assert_int_equal(device_lock_take(&lock, "aa", &refuses), DEVICE_LOCK_HELD);
    device_lock_give(&lock);
    setenv("XDG_RUNTIME_DIR", folder, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_device_is_held_once),
        cmocka_unit_test(who_waits_gets_it_in_the_end),
        cmocka_unit_test(what_is_no_file_is_no_lock),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
