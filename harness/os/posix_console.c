/* SPDX-License-Identifier: MIT */
#include "harness/os/os.h"

#include <sys/ioctl.h>
#include <unistd.h>

void console_prepare(void)
{
}

bool console_is(int descriptor)
{
    return isatty(descriptor);
}

unsigned console_columns(int descriptor)
{
    struct winsize window;
    return ioctl(descriptor, TIOCGWINSZ, &window) == 0 ? window.ws_col : 0;
}
