/* SPDX-License-Identifier: MIT */
/* progress_test.c: the line on a terminal, read from the other end of one. */
#include "harness/cli/session/session.h"
#include "tests/unit.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { CASES = 2 };

static struct plan_case cases[CASES] = { { .name = "t.b/first" }, { .name = "t.b/second" } };
static const struct plan_group group = { .cases = cases,
                                         .case_count = CASES,
                                         .workload_name = "t.b/n:1/map:h\xC3\xB6he" };
static int terminal, before;
static char text[4096];

/* Returns the output since the last call: a terminal passes it on with a delay. */
static const char *drawn(void)
{
    struct pollfd ready = { .fd = terminal, .events = POLLIN };
    size_t used = 0;
    while (used < sizeof(text) - 1 && poll(&ready, 1, used > 0 ? 30 : 300) == 1) {
        const ssize_t got = read(terminal, text + used, sizeof(text) - 1 - used);
        if (got <= 0)
            break;
        used += (size_t)got;
    }
    text[used] = 0;
    return text;
}

/* Draws the line of a case, which has the part. */
static void assert_line(struct progress *progress, const char *name, const char *part)
{
    progress_sample(progress, name, 0);
    assert_holds(drawn(), part);
}

static int set_up(void **state)
{
    terminal = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
    if (terminal < 0 || grantpt(terminal) != 0 || unlockpt(terminal) != 0)
        return -1;
    int line = open(ptsname(terminal), O_RDWR | O_NOCTTY);
    before = dup(STDERR_FILENO);
    return line >= 0 && dup2(line, STDERR_FILENO) >= 0 && close(line) == 0 ? 0 : -1;
}

static int tear_down(void **state)
{
    dup2(before, STDERR_FILENO);
    close(before);
    close(terminal);
    return 0;
}

TEST_IN(test_line, set_up, tear_down)
{
    struct progress progress;
    progress_init(&progress, false, 5, 0, time(NULL) + 60); /* no second of it has gone by */
    progress_group(&progress, &group, 3);
    assert_line(&progress, "t.b/second", "\rt.b/n:1/map:h\xC3\xB6he: case 5 of 5\033[K");
    assert_null(strstr(text, "throttled"));
    assert_null(strstr(text, "left"));
    /* Nothing for a step that is no case's. */
    progress_sample(&progress, "", 0);
    assert_string_equal(drawn(), "");
    progress_launch(&progress, 1, 6);
    assert_line(&progress, "t.b/first", ": launch 2 of 6, case 4 of 5\033[K");
    progress_launch(&progress, 0, 1);
    progress_throttled(&progress, true);
    assert_line(&progress, "t.b/first", ": case 4 of 5, throttled\033[K");
    progress_throttled(&progress, false);
    progress_sample(&progress, "t.b/first", 0);
    assert_null(strstr(drawn(), "throttled"));
    progress_clear(&progress);
    assert_true(strlen(drawn()) > 0);
    progress_clear(&progress);
    assert_string_equal(drawn(), "");
}

/* Three of five in ten minutes. */
TEST_IN(test_time_left, set_up, tear_down)
{
    struct progress progress;
    progress_init(&progress, false, 5, 720, time(NULL) - 600);
    assert_line(&progress, "t.b/first", "\rt.b/first: case 1 of 5, about 2 min left\033[K");
    progress_group(&progress, &group, 3);
    assert_line(&progress, "t.b/first", ": case 4 of 5, about 6.7 min left\033[K");
}

/* The last measured case stays on the line, and the name of the group is cut to the terminal,
 * between characters. */
TEST_IN(test_narrow, set_up, tear_down)
{
    struct winsize window = { .ws_row = 24, .ws_col = 44 };
    struct progress progress;
    assert_int_equal(ioctl(terminal, TIOCSWINSZ, &window), 0);
    progress_init(&progress, false, 5, 0, time(NULL) + 60);
    progress_group(&progress, &group, 3);
    progress_number(&progress, "packed", 12345);
    assert_line(&progress, "t.b/first", "\rt.b/n:1/map:..: case 4 of 5, packed 12.3 µs\033[K");
    window.ws_col = 45;
    assert_int_equal(ioctl(terminal, TIOCSWINSZ, &window), 0);
    assert_line(&progress, "t.b/first", "\rt.b/n:1/map:h..: case 4 of 5, packed 12.3 µs\033[K");
    window.ws_col = 20;
    assert_int_equal(ioctl(terminal, TIOCSWINSZ, &window), 0);
    assert_line(&progress, "t.b/first", "\rt.b/n:1/ma..: case \033[K");
}

TEST_IN(test_quiet, set_up, tear_down)
{
    struct progress progress;
    progress_init(&progress, true, 5, 0, time(NULL));
    progress_group(&progress, &group, 0);
    progress_sample(&progress, "t.b/first", 0);
    progress_clear(&progress);
    assert_string_equal(drawn(), "");
}
