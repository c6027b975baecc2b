/* SPDX-License-Identifier: MIT */
#include "harness/base/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { COLUMNS_MAX = 100000 };

/* NULL when it is not set, or empty. */
static const char *variable(const char *name)
{
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

unsigned terminal_columns(int fd)
{
    struct winsize window;
    const char *text = variable("COLUMNS");
    char *end = NULL;
    if (ioctl(fd, TIOCGWINSZ, &window) == 0 && window.ws_col > 0)
        return window.ws_col;
    const long columns = text ? strtol(text, &end, 10) : 0;
    return columns > 0 && columns <= COLUMNS_MAX && !*end ? (unsigned)columns : TERMINAL_COLUMNS;
}

bool terminal_moves(int fd)
{
    const char *term = variable("TERM");
    return isatty(fd) && !(term && strcmp(term, "dumb") == 0);
}

bool terminal_colours(int fd)
{
    const char *forced = variable("CLICOLOR_FORCE");
    if (variable("NO_COLOR"))
        return false;
    if (forced && strcmp(forced, "0") != 0)
        return true;
    return terminal_moves(fd);
}
