/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "tests/unit.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int terminal = -1, line = -1, plain = -1;

static int set_up(void **state)
{
    terminal = posix_openpt(O_RDWR | O_NOCTTY);
    if (terminal < 0 || grantpt(terminal) != 0 || unlockpt(terminal) != 0)
        return -1;
    line = open(ptsname(terminal), O_RDWR | O_NOCTTY);
    plain = open("/dev/null", O_WRONLY);
    static const char *const names[] = { "COLUMNS", "NO_COLOR", "CLICOLOR_FORCE", "TERM" };
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        unsetenv(names[i]);
    return line >= 0 && plain >= 0 ? 0 : -1;
}

static int tear_down(void **state)
{
    close(terminal);
    close(line);
    close(plain);
    return 0;
}

static void terminal_resize(unsigned short columns)
{
    const struct winsize window = { .ws_row = 24, .ws_col = columns };
    assert_int_equal(ioctl(terminal, TIOCSWINSZ, &window), 0);
}

TEST_IN(test_columns, set_up, tear_down)
{
    terminal_resize(123);
    assert_int_equal(terminal_columns(line), 123);
    assert_int_equal(terminal_columns(plain), TERMINAL_COLUMNS);
    assert_int_equal(terminal_columns(-1), TERMINAL_COLUMNS);
    setenv("COLUMNS", "77", 1);
    assert_int_equal(terminal_columns(line), 123);
    assert_int_equal(terminal_columns(plain), 77);
    terminal_resize(0); /* as where nobody has said */
    assert_int_equal(terminal_columns(line), 77);
}

TEST_IN(test_columns_unusable, set_up, tear_down)
{
    static const char *const texts[] = { "", "0", "-80", "80x", "x", "9999999999999999999999" };
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        setenv("COLUMNS", texts[i], 1);
        assert_int_equal(terminal_columns(plain), TERMINAL_COLUMNS);
    }
}

TEST_IN(test_colours, set_up, tear_down)
{
    assert_true(terminal_colours(line));
    assert_false(terminal_colours(plain));
    setenv("TERM", "dumb", 1);
    assert_false(terminal_colours(line));
    setenv("CLICOLOR_FORCE", "1", 1);
    assert_true(terminal_colours(line) && terminal_colours(plain));
    setenv("TERM", "xterm", 1);
    setenv("CLICOLOR_FORCE", "0", 1);
    assert_true(terminal_colours(line) && !terminal_colours(plain));
    setenv("CLICOLOR_FORCE", "", 1);
    assert_false(terminal_colours(plain));
    setenv("CLICOLOR_FORCE", "1", 1);
    setenv("NO_COLOR", "", 1);
    assert_true(terminal_colours(plain));
    setenv("NO_COLOR", "1", 1);
    assert_false(terminal_colours(line) || terminal_colours(plain));
}
