/* SPDX-License-Identifier: MIT */
/* gate_made.h: sessions of `ab` made by hand: rows, their blocks, both sides. */
#ifndef CLAIMCHECK_TESTS_VIEWS_GATE_MADE_H
#define CLAIMCHECK_TESTS_VIEWS_GATE_MADE_H

#include "harness/analysis/gate/gate.h"

#include <string.h>

enum { GATE_MADE_ROWS = 640 };

struct gate_made {
    struct run old, new;
    struct run_case cases[GATE_MADE_ROWS];
    struct gate_row list[GATE_MADE_ROWS];
    struct gate_block blocks[GATE_MADE_ROWS][GATE_LAUNCHES];
    struct gate_rows rows;
    struct gate_result outcome;
};

static inline struct run gate_made_run(const char *commit)
{
    return (struct run){
        .tool = { .name = "claimcheck", .version = "0.1.0", .commit = commit },
        .session = { .profile = "paper" },
        .device = { .name = "GPU", .uuid = "0123", .driver_name = "drv", .driver_info = "1" }
    };
}

/* Without rows: a session that has ended as it should. */
static inline void gate_made_init(struct gate_made *made)
{
    memset(made, 0, sizeof(*made));
    made->old = gate_made_run("abc");
    made->new = gate_made_run("def");
    made->rows.rule.theta = 0.03;
    made->rows.rule.launches = GATE_LAUNCHES;
    made->rows.rows = made->list;
    made->outcome = (struct gate_result){ .rows = &made->rows,
                                          .old = &made->old,
                                          .new = &made->new,
                                          .seed = 7,
                                          .launches = 10,
                                          .seconds = 1.5,
                                          .started = "2026-01-02T03:04:05Z" };
}

/* A row of ten blocks, whose new side takes `ratio` times the 1000 ns of the old one; 0: none. */
static inline struct gate_row *gate_made_row(struct gate_made *made, const char *name,
                                             enum judge_verdict verdict, double ratio)
{
    const size_t index = made->rows.count++;
    struct gate_row *row = &made->list[index];
    struct run_case *c = &made->cases[index];
    *c = (struct run_case){ .name = name,
                            .workload = "w",
                            .api = "",
                            .program = "",
                            .mark = "",
                            .technique = "t",
                            .bench = "b",
                            .variant = "v",
                            .status = BENCH_FAILED_VERIFY };
    *row = (struct gate_row){ .name = name, .old = c, .new = c, .verdict = verdict, .reason = "" };
    row->first.blocks = made->blocks[index];
    for (size_t i = 0; i < GATE_LAUNCHES && ratio > 0; i++) {
        for (size_t pair = 0; pair < GATE_PAIRS; pair++) {
            row->first.blocks[i].old[pair] = 1000;
            row->first.blocks[i].new[pair] = 1000 * ratio;
        }
        row->first.count = i + 1;
    }
    if (ratio > 0)
        row->first.found = gate_look(row->first.blocks, row->first.count, made->rows.rule);
    return row;
}

/* Tally and exit code, of the rows that there are. */
static inline const struct gate_result *gate_made_end(struct gate_made *made)
{
    made->outcome.tally = gate_rows_tally(&made->rows);
    made->outcome.code = judge_exit_code(&made->outcome.tally, made->outcome.rule);
    return &made->outcome;
}

#endif
