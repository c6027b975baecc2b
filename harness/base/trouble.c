/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static _Thread_local char last[TROUBLE_BYTES];

bool trouble(const char *format, ...)
{
    char text[TROUBLE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    strcpy(last, text);
    return false;
}

const char *trouble_text(void)
{
    return last;
}

void trouble_clear(void)
{
    *last = 0;
}

char *trouble_buffer(void)
{
    return last;
}

bool trouble_give(char *message, size_t message_bytes)
{
    if (message != last)
        snprintf(message, message_bytes, "%s", last);
    return false;
}
