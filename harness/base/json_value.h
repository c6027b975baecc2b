/* SPDX-License-Identifier: MIT */
/* json_value.h: JSON values that are always legal in a run file: new references, never NULL. And
 * what is found in one that may be anything. */
#ifndef CLAIMCHECK_HARNESS_BASE_JSON_VALUE_H
#define CLAIMCHECK_HARNESS_BASE_JSON_VALUE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* A finite number, or else null; a whole one as an integer, as long as a double can tell it. */
json_t *json_value_number(double number);

/* The whole number that is nearest. */
json_t *json_value_whole(double number);

/* At most 2^63 - 1: what is larger becomes that. */
json_t *json_value_count(uint64_t count);

/* 16 lower-case hexadecimal digits. */
json_t *json_value_hash(uint64_t hash);

/* Text; every byte that is not UTF-8 becomes '?'. NULL gives null. */
json_t *json_value_text(const char *text);

/*
 * Documents. Setters take the value over. Where it is NULL, or the key no UTF-8, the document is
 * destroyed and becomes NULL, as does in turn each one that it is put into. json_pack() does so,
 * too.
 */
void json_value_set(json_t **object, const char *key, json_t *value);
void json_value_append(json_t **array, json_t *value);

/* In the object, and to the array, that the document has under a key. */
void json_value_set_in(json_t **document, const char *object, const char *key, json_t *value);
void json_value_append_in(json_t **document, const char *array, json_t *value);

/* Sets all members of another object. */
void json_value_update(json_t **object, json_t *members);

/* The text of a document, by the flags of jansson, malloc'ed. NULL when it is NULL, or the flags do
 * not allow it. */
char *json_value_dump(const json_t *document, size_t flags);

/* Writes a document, by the flags of jansson, and takes it over. False, with nothing written, when
 * it is NULL. Whether the stream took it, the caller asks the stream. */
bool json_value_write(FILE *out, json_t *document, size_t flags);

/* The text of that key, which lives as long as the object; "" where there is none. */
const char *json_value_text_of(const json_t *object, const char *key);

/* Finds the first object of an array with that "name", borrowed; NULL, as for a name of NULL. */
json_t *json_value_named(const json_t *array, const char *name);

/* Ends the process, with a line and exit code 99, when memory runs out for anything of jansson's:
 * its lexer reads and writes behind a text that it had no memory for. */
void json_value_guard_memory(void);

#endif
