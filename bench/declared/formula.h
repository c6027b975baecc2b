/* SPDX-License-Identifier: MIT */
/*
 * formula.h: arithmetic in technique.json: < <= > >= == !=, which give 1 or 0, then << >>, + -,
 * * / %, ( ), ceil, floor, log2, exp2, min, max, sizeof(axis), names and decimal numbers, in C's
 * order. Whole numbers are exact, within 64 bits; a quotient that is not whole, and a logarithm or
 * a power that is not, is a double.
 */
#ifndef CLAIMCHECK_BENCH_DECLARED_FORMULA_H
#define CLAIMCHECK_BENCH_DECLARED_FORMULA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct declared_number {
    bool is_real;
    int64_t whole; /* unless it is real */
    double real;
};

/* Gives names their meaning. Both return false with a one-line message. */
struct declared_names {
    bool (*value)(const void *user, const char *name, struct declared_number *value, char *message,
                  size_t message_bytes);
    /* Bytes of the type that an axis names. */
    bool (*type_bytes)(const void *user, const char *axis, int64_t *bytes, char *message,
                       size_t message_bytes);
    const void *user;
    bool dry; /* what is written is checked, not what it gives: faults of the numbers are none */
    size_t *terms; /* numbers and names that it meets are added; NULL: they are not counted */
};

double declared_number_real(const struct declared_number *number);

/* Writes the shortest text that is read back as the number, for case names. */
void declared_number_print(double real, char text[32]);

/* Returns false with a one-line message that quotes the formula: it cannot be read, a name has no
 * meaning, a division by zero, a number that does not fit into 64 bits. */
bool declared_formula_value(const char *formula, const struct declared_names *names,
                            struct declared_number *value, char *message, size_t message_bytes);

/* Bytes of a type of GLSL or HLSL by its name, such as "uint64_t"; 0 for one that is not known. */
int64_t declared_type_bytes(const char *type);

/* False with a message where so many bytes are no whole elements of a type; true of a NULL one, and
 * of a name that is none. */
bool declared_type_fits(const char *type, uint64_t bytes, char *message, size_t message_bytes);

#endif
