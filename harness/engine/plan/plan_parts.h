/* SPDX-License-Identifier: MIT */
/* plan_parts.h: parts of plan.c. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_PLAN_PLAN_PARTS_H
#define CLAIMCHECK_HARNESS_ENGINE_PLAN_PLAN_PARTS_H

#include "harness/engine/plan/plan.h"

/* Which values an axis takes in a plan. Private to the plan. */

struct plan_axis_values {
    const struct bench_axis *axis;
    struct plan_axis_value *values;
    size_t count;
};

/* All axes of all techniques: of the benches and of their variants. */
struct plan_axis_list {
    const struct bench_axis **axes;
    size_t count, capacity;
};

void plan_axis_list_init(struct plan_axis_list *list, const struct technique *const *techniques);
void plan_axis_list_finish(struct plan_axis_list *list);

/*
 * Checks one --axis: the name exists, and every value is legal for at least one axis of that name.
 * False with a one-line message.
 */
bool plan_axis_check(const struct plan_axis_list *list, const struct plan_setting *setting,
                     char message[PLAN_MESSAGE_BYTES]);

/*
 * Values of one axis: from the option bound to it, or else from --axis (those that are legal here),
 * or else the profile's. Each once, in the order given. False with a one-line message.
 */
bool plan_axis_values_init(struct plan_axis_values *values, const struct bench_axis *axis,
                           struct plan_axis_owner owner, const struct plan_request *request,
                           const struct plan_option_value *options, size_t option_count,
                           char message[PLAN_MESSAGE_BYTES]);

/* True when the request sets the axis, by --axis or by an option that is bound to it. */
bool plan_axis_is_given(const struct bench_axis *axis, const struct plan_request *request,
                        const struct plan_option_value *options, size_t option_count);

/*
 * Does the variant want a value of its bench's axis? Not where its own values leave it out, unless
 * the request gives values of this axis.
 */
bool plan_axis_variant_takes(const struct bench_variant *variant,
                             const struct plan_axis_value *value,
                             const struct plan_request *request,
                             const struct plan_option_value *options, size_t option_count);

/* True with a message when the setting is of this axis, and none of its values is legal there. */
bool plan_axis_takes_none(const struct bench_axis *axis, const struct plan_setting *setting,
                          char message[PLAN_MESSAGE_BYTES]);

/* One value in place of all. False with a message when it is not legal. */
bool plan_axis_values_set(struct plan_axis_values *values, const char *value,
                          char message[PLAN_MESSAGE_BYTES]);
void plan_axis_values_finish(struct plan_axis_values *values);

/* True where any axis of the bench, or of its variants, has check values. */
bool plan_bench_checks(const struct bench *bench);

/* Check points are planned, and nothing else. */
bool plan_axis_checks(const struct plan_request *request);

/* Adds the check points of one bench to an empty plan, unfiltered. The request asks for check
 * points. False with a message. */
bool plan_checks_init(struct plan *plan, const struct plan_request *request,
                      const struct technique *technique, const struct bench *bench, char *message);

/* Which cases of a plan stay. Private to plan.c. */

/* Keeps what the request's filter selects and what is wanted, with baselines unless it is
 * without_baselines. False with a message (PLAN_MESSAGE_BYTES) for a broken expression, and where
 * nothing is selected. */
bool plan_filter(struct plan *plan, const struct plan_request *request, char *message);

/* The cases of one plan in another, each of them once. Private to the plan. */

/* The group of that workload; NULL. */
struct plan_group *plan_group_find(const struct plan *plan, const char *workload_name);

/* Appends copies of the cases that the group has not yet. It keeps its baselines, and gets one of a
 * cache mode in which it has none. */
void plan_group_join(struct plan_group *group, const struct plan_group *other);

/* Moves what `other` has and the plan has not: cases to groups of the same workload, other groups
 * to its end. `other` is to be finished. */
void plan_join(struct plan *plan, struct plan *other);

#endif
