/* SPDX-License-Identifier: MIT */
#include "harness/engine/program/program.h"

#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/os/os.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOOK_MS = 200, END_S = 5, EXIT_UNSUPPORTED = 77 };
static const size_t print_bytes_max = (size_t)16 << 20; /* of what is no reply, on either channel */

struct program {
    struct process_run run;
    bool lives;
    int in, out; /* what it reads, and what it writes */
    char *name, *log_path;
    struct json_line_reader reader;
    bool skips; /* the line that is read began before the last request was sent */
    size_t printed_bytes;
    json_int_t id;
    enum program_trouble trouble;
    char message[PROGRAM_MESSAGE_BYTES];
};

/* Life ----------------------------------------------------------------------------------------- */

struct program *program_create(const struct program_plan *plan)
{
    int to[2] = { -1, -1 }, from[2] = { -1, -1 };
    struct program *program = need_zeroed(1, sizeof(*program));
    program->name = need_copy(plan->name);
    program->log_path = text_make("%s/.log", plan->folder);
    int code = os_channel_pipe(to);
    code = code == 0 ? os_channel_pipe(from) : code;
    program->run = (struct process_run){ .plan = { .words = plan->words,
                                                   .descriptors = { to[0], from[1] },
                                                   .is_group = true,
                                                   .folder = plan->folder,
                                                   .environment = plan->environment },
                                         .log = program->log_path,
                                         .written_bytes = print_bytes_max,
                                         .who = "a program of a folder",
                                         .words = program->name };
    code = code == 0 ? process_run_start(&program->run) : code;
    program->run.plan = (struct process_plan){ 0 };
    if (code != 0) {
        trouble("cannot start the program '%s': %s; install it, or name another", plan->words[0],
                strerror(code));
        for (int i = 0; i < 2; i++) {
            os_file_close(to[i]);
            os_file_close(from[i]);
        }
        program_destroy(&program);
        return NULL;
    }
    os_file_close(to[0]);
    os_file_close(from[1]);
    program->in = to[1];
    program->out = program->reader.fd = from[0];
    program->lives = true;
    return program;
}

__attribute__((format(printf, 3, 4))) static void
trouble_set(struct program *program, enum program_trouble trouble, const char *format, ...)
{
    va_list values;
    if (program->trouble != PROGRAM_WELL)
        return;
    va_start(values, format);
    vsnprintf(program->message, sizeof(program->message), format, values);
    va_end(values);
    printable_clean(program->message);
    program->trouble = trouble;
}

/* Ends all of it. `wish` is PROCESS_ALONE for one that is ending by itself: true where it did. */
static bool stop(struct program *program, enum process_wish wish, double wait_ms)
{
    const double begin_ns = clock_now_ns();
    if (!program->lives)
        return false;
    program->lives = false;
    process_run_stop(&program->run, wish, wait_ms);
    os_file_close(program->in);
    os_file_close(program->out);
    return wish == PROCESS_ALONE && clock_now_ns() - begin_ns < 1e6 * wait_ms;
}

/* Its channel has ended: so has it, or it will have in a moment. */
static void lost(struct program *program, const char *what)
{
    OWNED_TEXT struct text end = { 0 };
    if (!stop(program, PROCESS_ALONE, 1000)) {
        trouble_set(program, PROGRAM_FAILED,
                    "the program closed its standard input or output (at '%s') and went on", what);
        return;
    }
    program->run.end = PROCESS_RUN_FAILED;
    process_run_say(&end, &program->run);
    trouble_set(program,
                process_exit_code(&program->run.process) == EXIT_UNSUPPORTED ? PROGRAM_UNSUPPORTED
                                                                             : PROGRAM_FAILED,
                "the program %s (at '%s')", text_string(&end), what);
}

void program_refuse(struct program *program, const char *format, ...)
{
    char message[PROGRAM_MESSAGE_BYTES];
    va_list values;
    va_start(values, format);
    vsnprintf(message, sizeof(message), format, values);
    va_end(values);
    trouble_set(program, PROGRAM_FAILED, "%s", message);
    stop(program, PROCESS_KILL, 1000);
}

enum program_trouble program_trouble(const struct program *program, const char **message)
{
    *message = program->message;
    return program->trouble;
}

void program_destroy(struct program **handle)
{
    struct program *program = *handle;
    *handle = NULL;
    if (!program)
        return;
    if (program->lives) {
        json_decref(program_ask(program, "end", json_object(), END_S, NULL));
        const bool lived = program->lives, ended = stop(program, PROCESS_ALONE, 1000 * END_S);
        const int code = process_exit_code(&program->run.process);
        if (program->trouble != PROGRAM_WELL)
            message_warning("'%s': after its work: %s", program->name, program->message);
        else if (lived && !ended)
            message_warning("'%s' did not end within %d s of 'end', and was killed: let it end "
                            "then",
                            program->name, END_S);
        else if (code != 0)
            message_warning("'%s' ended with exit code %d after its work", program->name, code);
    }
    free(program->reader.text);
    free(program->name);
    free(program->log_path);
    free(program);
}

/* Requests ------------------------------------------------------------------------------------- */

/* The reply to the open request among the lines that were read, as text; NULL: none so far. What
 * else is there has been printed. */
static char *reply_take(struct program *program)
{
    struct json_line_reader *reader = &program->reader;
    char begin[48], *newline, *reply = NULL;
    const size_t length =
        (size_t)snprintf(begin, sizeof(begin), "{\"id\":%lld", (long long)program->id);
    while (!reply && reader->size > 0 && (newline = memchr(reader->text, '\n', reader->size))) {
        const size_t size = (size_t)(newline - reader->text);
        if (!program->skips && size > length && memcmp(reader->text, begin, length) == 0 &&
            strchr(",}", reader->text[length]))
            reply = text_make("%.*s", (int)size, reader->text);
        else
            program->printed_bytes += size;
        program->skips = false;
        reader->size -= size + 1;
        memmove(reader->text, newline + 1, reader->size);
    }
    return reply;
}

/* Whether it prints without end: a whole line, one that has none, or its log. */
static bool floods(const struct program *program)
{
    return program->printed_bytes + program->reader.size > print_bytes_max ||
           process_run_floods(&program->run);
}

/* Waits for the reply. NULL with trouble. */
static char *reply_wait(struct program *program, const char *what, double wait_s, double begin_ns)
{
    char *reply;
    while (!(reply = reply_take(program))) {
        const double left_ms = wait_s * 1e3 - (clock_now_ns() - begin_ns) / 1e6;
        if (*interrupt_flag())
            program_refuse(program, "interrupted");
        else if (left_ms <= 0)
            program_refuse(program, "the program did not answer '%s' within %.0f s%s", what, wait_s,
                           program->printed_bytes > 0
                               ? "; what it printed is not a reply: that is a line which begins "
                                 "with {\"id\":, the number of the request, and a comma"
                               : "");
        else if (os_channel_wait(program->out, (int)fmin(ceil(left_ms), LOOK_MS)))
            json_line_fill(&program->reader);
        const bool looks = clock_now_ns() - begin_ns > 1e6 * LOOK_MS; /* it costs time */
        if (program->lives && looks && floods(program))
            program_refuse(program, "the program printed more than %zu MiB at '%s'",
                           print_bytes_max >> 20, what);
        if (program->lives && program->reader.ended &&
            !memchr(program->reader.text, '\n', program->reader.size))
            lost(program, what);
        if (!program->lives)
            return NULL;
    }
    return reply;
}

json_t *program_ask(struct program *program, const char *what, json_t *members, double wait_s,
                    double *ns)
{
    json_t *request = need(json_pack("{s:I, s:s}", "id", ++program->id, "do", what));
    json_object_update(request, members);
    json_decref(members);
    if (!program->lives) {
        json_decref(request);
        return NULL;
    }
    /* Lines from before the request are no reply. */
    while (!program->reader.ended && !floods(program) && os_channel_wait(program->out, 0)) {
        json_line_fill(&program->reader);
        free(reply_take(program));
    }
    program->skips = program->reader.size > 0;
    const double begin_ns = clock_now_ns();
    OWNED char *text = NULL;
    if (json_line_write(program->in, request))
        text = reply_wait(program, what, wait_s, begin_ns);
    else
        lost(program, what);
    if (ns)
        *ns = clock_now_ns() - begin_ns;
    if (!text)
        return NULL;
    json_error_t error;
    json_t *reply = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    const json_t *unsupported = json_object_get(reply, "unsupported");
    const json_t *wrong = json_object_get(reply, "error");
    if (!reply)
        program_refuse(program, "its reply to '%s' is not valid JSON: %.100s: %.100s", what,
                       error.text, text);
    else if (json_is_string(unsupported))
        trouble_set(program, PROGRAM_UNSUPPORTED, "the program: %.300s",
                    json_string_value(unsupported));
    else if (unsupported || wrong)
        program_refuse(program, "the program: %.300s",
                       json_is_string(wrong) ? json_string_value(wrong) : "an error without text");
    if (reply && !unsupported && !wrong)
        return reply;
    stop(program, PROCESS_KILL, 1000);
    json_decref(reply);
    return NULL;
}
