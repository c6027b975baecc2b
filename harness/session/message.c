/* SPDX-License-Identifier: MIT */
#include "harness/session/message.h"

#include "harness/base/exit_code.h"
#include "harness/base/printable.h"

#include <stdarg.h>
#include <stdio.h>

/* One call per line, so that lines of several processes do not mix. */
static void message_print(const char *prefix, const char *format, va_list arguments)
{
    char text[2 * MESSAGE_BYTES];
    vsnprintf(text, sizeof(text), format, arguments);
    printable_clean(text);
    fprintf(stderr, "%s%s\n", prefix, text);
}

int message_error(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    message_print("claimcheck: ", format, arguments);
    va_end(arguments);
    return EXIT_CODE_UNTRIED;
}

void message_warning(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    message_print("claimcheck: warning: ", format, arguments);
    va_end(arguments);
}

void message_note(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    message_print("", format, arguments);
    va_end(arguments);
}
