/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "harness/os/os.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { INDENT = 2 }; /* of further lines */

/* One line, whole in a pipe or a file and wrapped on a terminal. One call per message, so that
 * those of several processes do not mix. */
static void message_print(const char *prefix, const char *format, va_list arguments)
{
    char text[2 * MESSAGE_BYTES];
    vsnprintf(text, sizeof(text), format, arguments);
    printable_clean(text);
    OWNED_TEXT struct text lines = { 0 };
    const unsigned columns = console_is(CONSOLE_ERROR) ? terminal_columns(CONSOLE_ERROR) : 0;
    if (columns > 0) {
        FILE *memory = text_stream(&lines);
        fputs(prefix, memory);
        wrap_print(memory,
                   &(struct wrap){
                       .columns = columns, .used = (unsigned)strlen(prefix), .indent = INDENT },
                   text);
        text_stream_close(memory);
    }
    if (lines.string)
        fputs(lines.string, stderr);
    else
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

int message_nothing(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    message_print("claimcheck: ", format, arguments);
    va_end(arguments);
    return EXIT_CODE_NOTHING;
}

bool message_refuse(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    message_print("claimcheck: ", format, arguments);
    va_end(arguments);
    return false;
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

bool message_can_ask(void)
{
    return console_is(0) && console_is(CONSOLE_ERROR);
}

bool message_ask(const char *question)
{
    char answer[16];
    fprintf(stderr, "%s [y/N] ", question);
    fflush(stderr);
    return fgets(answer, sizeof(answer), stdin) && (*answer == 'y' || *answer == 'Y');
}

void message_wrote(const char *path)
{
    fputs("wrote ", stdout);
    printable_write(stdout, path);
    fputc('\n', stdout);
}

/* Trouble -------------------------------------------------------------------------------------- */

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
