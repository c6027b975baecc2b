/* SPDX-License-Identifier: MIT */
/*
 * program.h: a program that is driven by requests, protocol version 1: JSON objects, a line each.
 * Arrays pass by files in the folder where it works.
 *
 *   hello    {"protocol"}                    -> {"protocol", "name", "api"}
 *   prepare  {"point", "inputs", "outputs"}  -> {}: memory, compilers; it has seen no input yet
 *   inputs   {"files", "offset"}             -> {}: the bytes of inputs, from the offset on
 *   run      {"times", "poison"}             -> {"times", "wall_ns", "device_ns", "enqueue_ns"}:
 *            each word of the outputs becomes the poison, where there is one; then so many
 *            executions, and waits. The last two are of the device, and of launching
 *   give     {"files"}                       -> {}: writes the outputs as they are
 *   end      {}                              -> {}, and exit code 0
 *
 * No request asks for a check: what a run left is asked for afterwards. Each request has an "id",
 * and its reply is the line that begins with {"id":N, and comes after it was sent. Any other line
 * is the program's own print. A reply may be {"id":N,"unsupported":"why"} or {"id":N,"error":"why"}
 * instead.
 */
#ifndef CLAIMCHECK_HARNESS_ENGINE_PROGRAM_PROGRAM_H
#define CLAIMCHECK_HARNESS_ENGINE_PROGRAM_PROGRAM_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

enum { PROGRAM_PROTOCOL = 1, PROGRAM_MESSAGE_BYTES = 512 };

enum program_trouble {
    PROGRAM_WELL,
    PROGRAM_UNSUPPORTED, /* it says so, or ended with exit code 77 */
    PROGRAM_FAILED,
};

struct program_plan {
    char *const *words; /* of the command, NULL-terminated; the program is `name` in messages */
    char *const *environment;
    const char *folder, *name;
};

struct program;

/* Starts it. NULL with a one-line message. The strings are copied. */
struct program *program_create(const struct program_plan *plan);

/*
 * Sends a request, of which it takes the members over, and waits for the reply at most so many
 * seconds. *ns, which may be NULL: how long that took by our clock. NULL where there is trouble:
 * the program is then gone with all that it started, and further requests have no reply.
 */
json_t *program_ask(struct program *program, const char *what, json_t *members, double wait_s,
                    double *ns);

/* Ends the program, which said what cannot be: PROGRAM_FAILED with that message. */
void program_refuse(struct program *program, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The first trouble, and its one-line message. */
enum program_trouble program_trouble(const struct program *program, const char **message);

/* Asks it to end, and ends what is left of it. Accepts NULL, and sets *program to NULL. */
void program_destroy(struct program **program);

#endif
