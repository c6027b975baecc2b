/* SPDX-License-Identifier: MIT */
/* scratch_test.c: what is swept of a folder for temporary files, and what is left alone. */
#include "harness/base/base.h"
#include "tests/unit.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char parent[64];

static int setup(void **state)
{
    snprintf(parent, sizeof(parent), "/tmp/scratch-test-XXXXXX");
    return mkdtemp(parent) && setenv("TMPDIR", parent, 1) == 0 ? 0 : -1;
}

static int teardown(void **state)
{
    return rmdir(parent); /* which fails where anything was left in it */
}

/* A path below the folder of all; lent until the next call. */
static const char *at(const char *folder, const char *name)
{
    static char path[512];
    snprintf(path, sizeof(path), "%s/%.100s%s%.100s", parent, folder, *name ? "/" : "", name);
    return path;
}

/* The last name of a scratch's path. */
static const char *name_of(const char *path)
{
    return strrchr(path, '/') + 1;
}

static bool is_there(const char *folder, const char *name)
{
    struct stat status;
    return lstat(at(folder, name), &status) == 0;
}

static void folder_make(const char *name, mode_t mode)
{
    assert_int_equal(mkdir(at(name, ""), 0700), 0);
    assert_int_equal(chmod(at(name, ""), mode), 0);
}

static void file_make(const char *folder, const char *name)
{
    const int fd = open(at(folder, name), O_WRONLY | O_CREAT | O_EXCL, 0600);
    assert_true(fd >= 0);
    close(fd);
}

static void sweep(void)
{
    struct scratch scratch;
    assert_int_equal(scratch_create(&scratch), 0);
    scratch_destroy(&scratch);
}

/* Leaves a folder behind, as a killed process does. */
static void leave(char name[32])
{
    struct scratch scratch;
    char bytes[SCRATCH_PATH_BYTES];
    int ends[2], status;
    assert_int_equal(pipe(ends), 0);
    const pid_t pid = fork();
    if (pid == 0) {
        const bool whole = scratch_create(&scratch) == 0 &&
                           write(ends[1], scratch.path, sizeof(bytes)) == sizeof(bytes);
        raise(whole ? SIGKILL : SIGABRT);
    }
    assert_true(pid > 0);
    assert_int_equal(read(ends[0], bytes, sizeof(bytes)), sizeof(bytes));
    close(ends[0]);
    close(ends[1]);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    snprintf(name, 32, "%.31s", name_of(bytes));
}

TEST(what_a_killed_process_has_left_goes)
{
    char name[32], inner[64];
    leave(name);
    snprintf(inner, sizeof(inner), "%s/inner", name);
    file_make(name, "1.json");
    folder_make(inner, 0700);
    file_make(inner, "words");
    assert_int_equal(symlink("/nowhere", at(name, "link")), 0);
    sweep();
    assert_false(is_there(name, ""));
}

TEST(what_a_process_has_stays)
{
    struct scratch scratch;
    assert_int_equal(scratch_create(&scratch), 0);
    const char *name = name_of(scratch.path);
    file_make(name, "1.json");
    sweep();
    assert_true(is_there(name, "1.json"));
    scratch_clear(&scratch);
    assert_false(is_there(name, "1.json"));
    assert_true(is_there(name, ".claimcheck-scratch"));
    scratch_destroy(&scratch);
}

/* Folders of others stay, whatever their names. */
TEST(what_was_not_made_here_stays)
{
    static const char marker[] = ".claimcheck-scratch";
    folder_make("claimcheck.backup", 0700);
    file_make("claimcheck.backup", "a");
    folder_make("claimcheck.v1.0.0", 0755);
    file_make("claimcheck.v1.0.0", marker);
    folder_make("claimcheck.linked", 0700);
    assert_int_equal(symlink("/dev/null", at("claimcheck.linked", marker)), 0);
    folder_make("claimcheck.longer-name", 0700);
    file_make("claimcheck.longer-name", marker);
    sweep();
    static const char *const files[][2] = { { "claimcheck.backup", "a" },
                                            { "claimcheck.v1.0.0", marker },
                                            { "claimcheck.linked", marker },
                                            { "claimcheck.longer-name", marker } };
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
        assert_true(is_there(files[i][0], files[i][1]));
        assert_int_equal(unlink(at(files[i][0], files[i][1])), 0);
        assert_int_equal(rmdir(at(files[i][0], "")), 0);
    }
}

enum { STAYS = 0, GOES = 1, UNTRIED = 2 };

static bool text_write(const char *path, const char *format, unsigned number)
{
    char text[64];
    const int bytes = snprintf(text, sizeof(text), format, number, number);
    const int fd = open(path, O_WRONLY | O_CLOEXEC);
    const bool written = fd >= 0 && write(fd, text, (size_t)bytes) == bytes;
    close(fd);
    return written;
}

/* Makes a namespace in which this user may mount; false where the system forbids that. */
static bool namespace_make(void)
{
    const unsigned user = geteuid(), group = getegid();
    return unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0 &&
           text_write("/proc/self/uid_map", "%u %u 1", user) &&
           text_write("/proc/self/setgroups", "deny", 0) &&
           text_write("/proc/self/gid_map", "%u %u 1", group);
}

/* Reports the fate of a file in a mounted folder; in a process of its own. */
static int mounted(const char *name)
{
    char folder[64];
    snprintf(folder, sizeof(folder), "%s/mounted", name);
    folder_make(folder, 0700);
    if (!namespace_make() || mount("none", at(folder, ""), "tmpfs", 0, NULL) != 0)
        return UNTRIED;
    const int fd = open(at(folder, "file"), O_WRONLY | O_CREAT, 0600);
    struct scratch scratch;
    if (fd < 0 || scratch_create(&scratch) != 0)
        return UNTRIED;
    scratch_destroy(&scratch);
    return is_there(folder, "file") ? STAYS : GOES;
}

TEST(what_is_mounted_stays)
{
    char name[32];
    int status;
    leave(name);
    const pid_t pid = fork();
    if (pid == 0)
        _exit(mounted(name));
    assert_int_equal(waitpid(pid, &status, 0), pid);
    sweep();
    rmdir(at(name, "mounted"));
    rmdir(at(name, ""));
    if (WEXITSTATUS(status) == UNTRIED)
        skip();
    assert_int_equal(status, STAYS);
}

/* Deeper than any path that the system takes. */
TEST(what_is_deep_goes)
{
    char name[SCRATCH_PATH_BYTES];
    struct scratch scratch;
    assert_int_equal(scratch_create(&scratch), 0);
    snprintf(name, sizeof(name), "%s", scratch.path);
    int fd = open(name, O_RDONLY | O_DIRECTORY);
    for (int i = 0; i < 3000; i++) {
        assert_int_equal(mkdirat(fd, "d", 0700), 0);
        const int file = openat(fd, "f", O_WRONLY | O_CREAT, 0600);
        const int below = openat(fd, "d", O_RDONLY | O_DIRECTORY);
        assert_true(file >= 0 && below >= 0);
        close(file);
        close(fd);
        fd = below;
    }
    close(fd);
    scratch_destroy(&scratch);
    assert_int_equal(access(name, F_OK), -1);
}

int main(void)
{
    return unit_run(setup, teardown);
}
