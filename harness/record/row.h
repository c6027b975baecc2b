/* SPDX-License-Identifier: MIT */
/*
 * row.h: rows of evidence: what one run of one card says to claims, a line of JSON each.
 *
 *   results/cards/<model>.jsonl.xz        a stream of xz for each line: xz -dc FILE | jq .
 *
 * Rows have much in common: the claims, and by one build names, axes and kernels. These are lines
 * of their own before them, the forms, which rows name by hashes. A row is laid over its forms,
 * and so is each entry of its lists.
 *
 * A row is a run (run.h) with less in it: the cases that claims select, their medians and what
 * preconditions ask, and in place of samples the times of each process as they are compared. Of
 * the card it has a hash of the UUID; kernels of a case are one hash. Times have seven digits.
 * harness/analysis/claims/claims.h makes rows, and judges nothing else.
 */
#ifndef CLAIMCHECK_HARNESS_RECORD_ROW_H
#define CLAIMCHECK_HARNESS_RECORD_ROW_H

#include "harness/base/stats.h"
#include "harness/record/run/run.h"

enum { ROW_TERMS_MAX = 4, ROW_BY_BYTES = 24, ROW_HASH_BYTES = 13, ROW_CLAIM_HASH_BYTES = 9 };

/* Of one process: a median of ns, of a quotient, or of a share. */
struct row_point {
    double value;
    struct stats_interval interval; /* 95 %; NAN: too few samples */
    size_t n;                       /* samples of the least term */
};

/* The time of a case, or a quotient of several: the first over the second; of four, times the
 * fourth over the third. */
struct row_times {
    size_t cases[ROW_TERMS_MAX], case_count; /* places in cases[] */
    char by[ROW_BY_BYTES];                   /* "gpu", "gpu/wall", ...; "share" of the host */
    struct row_point *points;                /* of each process that has one */
    size_t point_count, point_room;
};

/* A claim as it was when the row was made. */
struct row_claim {
    const char *id, *sha256; /* the latter's first eight digits */
    bool planned;            /* the run was planned by it as it is */
};

/* What the run measured of the card itself: its clock, its memory, by copies of so many bytes, and
 * a launch that waits for another, and a round trip to the host. 0 where it did not. */
struct row_units {
    double operations_per_s, copy_bytes_per_s, copy_bytes, dependent_ns, round_trip_ns;
};

struct run_row {
    const char *file;          /* of the run, below results/: "runs/<model>/<name>.json.xz"; "" */
    const char *sha256;        /* of that file; "" */
    const char *claims_sha256; /* of all of `claims` */
    struct row_claim *claims;
    const char *const *techniques; /* of all cases of the run */
    struct row_units units;
    struct row_times *times;
    size_t claim_count, technique_count, times_count, times_room;

    /* Of a row made from a run in memory, which outlives it; NULL, or those of its cases. */
    const struct run *full;
    const struct run_case *const *full_cases;
};

/* The times of these cases, by those clocks; NULL where the row has none. */
struct row_times *row_times_find(const struct run *row, const size_t *cases, size_t case_count,
                                 const char *by);
struct row_times *row_times_add(struct run *row, const size_t *cases, size_t case_count,
                                const char *by);

/* A number as a row's file keeps it: of times; of all others. */
double row_time(double ns);
double row_number(double number);

/* Of a run or a row, what is known of its card; and the hash of the card, as rows have it. */
struct row_units row_units_of(const struct run *run);
enum { ROW_CARD_BYTES = 17 };
void row_card(const struct run *run, char hash[ROW_CARD_BYTES]);

/* A row with the head of a run, which outlives it, or NULL; without cases and times. What it holds
 * lies in its arena; run_destroy() frees it. */
struct run *row_create(const struct run *full);

/* The whole row as an object, a new reference. */
json_t *row_json(const struct run *row);

/* Its line, and those of its forms, with their ends; malloc'ed. */
char *row_lines(const struct run *row, char **forms);

/* Reads all rows of a file, packed or not, and adds them to the list. False with a message. */
struct row_list {
    struct run **rows;
    size_t count, room;
};
bool row_list_load(struct row_list *list, const char *path);

/* True of a name that ends as files of rows do: .jsonl, .jsonl.xz. */
bool row_file_is(const char *path);

#endif
