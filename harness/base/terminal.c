/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "harness/os/os.h"

#include <stdlib.h>
#include <string.h>

enum { COLUMNS_MAX = 100000 };

/* NULL when it is not set, or empty. */
static const char *variable(const char *name)
{
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

unsigned terminal_columns(int fd)
{
    const char *text = variable("COLUMNS");
    char *end = NULL;
    if (console_columns(fd) > 0)
        return console_columns(fd);
    const long columns = text ? strtol(text, &end, 10) : 0;
    return columns > 0 && columns <= COLUMNS_MAX && !*end ? (unsigned)columns : TERMINAL_COLUMNS;
}

bool terminal_moves(int fd)
{
    const char *term = variable("TERM");
    return console_is(fd) && !(term && strcmp(term, "dumb") == 0);
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
