/* SPDX-License-Identifier: MIT */
/*
 * json_nodes.h: the values of a JSON list, one after another, as plain nodes: a quarter of the time
 * that jansson takes. It reads less than JSON: a text with a \u or a byte above 0x7f, a value of
 * more than NODES_DEPTH_MAX levels, a member that is there twice, all are left to jansson, whose
 * messages name the place.
 */
#ifndef CLAIMCHECK_HARNESS_RECORD_RUN_JSON_NODES_H
#define CLAIMCHECK_HARNESS_RECORD_RUN_JSON_NODES_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NODES_DEPTH_MAX = 32, NODES_MEMBERS_MAX = 256 };

struct json_node {
    const char *key; /* of a member; NULL elsewhere */
    union {
        double real;
        json_int_t integer;
        const char *text;
        struct json_node *nodes; /* members or entries */
    } of;
    uint32_t count; /* of members or entries */
    uint32_t hash;  /* of the key */
    uint32_t next;  /* of an object: the member at which the next search begins */
    json_type type;
};

/* `at` to `end` is what stands between [ and ]. The text stays the caller's. */
struct json_nodes {
    const char *at, *end;
    bool failed;            /* the text is none that is read here, or no memory is left */
    size_t read;            /* values so far */
    struct json_node *open; /* of objects and arrays that are not closed yet */
    size_t open_count, room;
    struct nodes_block *block; /* newest; of closed ones and texts of one value */
    size_t used;               /* bytes of it */
};

/* Reads the next value, whose nodes are valid until the next call. NULL at the end, or where it
 * failed. */
struct json_node *json_nodes_next(struct json_nodes *nodes);

/* Frees all nodes. */
void json_nodes_finish(struct json_nodes *nodes);

/* A member by its name; NULL where there is none. */
struct json_node *json_node_get(struct json_node *object, const char *key);

#endif
