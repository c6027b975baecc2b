/* SPDX-License-Identifier: MIT */
#include "harness/record/head_fields.h"

/* Above 0; null is 0. */
#define RATE(key, member) FIELD_AS(TIME, key, member, FIELD_ZERO)
#define LATER_RATE(key, member) FIELD_AS(TIME, key, member, FIELD_ZERO | FIELD_LATER)

#define S run_ceilings_point
static const struct field point_fields[] = {
    FIELD(TIME, bytes, 0),
    FIELD(TIME, bytes_per_s, 0),
    FIELD_END,
};
#undef S

#define CURVE(key, curve)                                                                          \
    FIELD_ROOM_FOR(key, curve.points, curve.count, RUN_CEILINGS_POINTS_MAX, point_fields, 0)

#define S run_ceilings_texture
static const struct field texture_fields[] = {
    FIELD(TIME, texel_bytes, 0),
    CURVE("points", curve),
    FIELD_END,
};
#undef S

#define S run_ceilings_latency
static const struct field latency_fields[] = {
    FIELD(TIME, bytes, 0),
    FIELD(TIME, ns, 0),
    FIELD_END,
};
#undef S

#define S run_ceilings_threads
static const struct field threads_bandwidth_fields[] = {
    CURVE("copy", copy),
    CURVE("read", read),
    CURVE("write", write),
    FIELD_END,
};

static const struct field threads_fields[] = {
    FIELD_AS(COUNT, "threads", count, 0),
    FIELD_PART("bandwidth", threads_bandwidth_fields, 0),
    RATE("operations_per_s", operations_per_s),
    FIELD_END,
};
#undef S

#define S run_ceilings
static const struct field bandwidth_fields[] = {
    CURVE("copy", copy),
    CURVE("read", read),
    CURVE("write", write),
    FIELD_END,
};

static const struct field kinds_fields[] = {
    LATER_RATE("single", single_per_s),
    LATER_RATE("integer", integer_per_s),
    LATER_RATE("special", special_per_s),
    FIELD_END,
};

#define PATTERNS(member)                                                                           \
    LATER_RATE("one_word", atomics[BENCH_ATOMICS_ONE_WORD].member),                                \
        LATER_RATE("lanes_16", atomics[BENCH_ATOMICS_LANES_16].member),                            \
        LATER_RATE("lanes_2", atomics[BENCH_ATOMICS_LANES_2].member),                              \
        LATER_RATE("lanes_1", atomics[BENCH_ATOMICS_LANES_1].member),                              \
        LATER_RATE("scattered", atomics[BENCH_ATOMICS_SCATTERED].member)
static const struct field dropped_fields[] = { PATTERNS(dropped_per_s), FIELD_END };
static const struct field returned_fields[] = { PATTERNS(returned_per_s), FIELD_END };
#undef PATTERNS

static const struct field atomics_fields[] = {
    RATE("one_address", atomic_one_per_s),
    RATE("many_addresses", atomic_many_per_s),
    RATE("shared_memory", atomic_shared_per_s),
    FIELD_PART("dropped", dropped_fields, FIELD_LATER),
    FIELD_PART("returned", returned_fields, FIELD_LATER),
    FIELD_END,
};

static const struct field step_fields[] = {
    RATE("dispatch", dispatch_ns),     RATE("dependent", dependent_ns),
    RATE("indirect", indirect_ns),     RATE("fill", fill_ns),
    LATER_RATE("copy", copy_ns),       LATER_RATE("round", round_ns),
    RATE("round_trip", round_trip_ns), FIELD_END,
};

static const struct field launches_fields[] = {
    LATER_RATE("groups", groups_per_s),
    LATER_RATE("vertices", vertices_per_s),
    LATER_RATE("pixels", pixels_per_s),
    FIELD_END,
};

static const struct field timer_fields[] = {
    RATE("tick_ns", tick_ns),
    RATE("empty_ns", empty_ns),
    FIELD_END,
};

/* Reads as many entries of a list as there is room for. */
#define ROOM(key, member, count, most, fields)                                                     \
    FIELD_ROOM_FOR(key, member, count, most, fields, FIELD_CUT | FIELD_LATER)
const struct field ceilings_fields[] = {
    FIELD_PART("bandwidth", bandwidth_fields, 0),
    ROOM("textures", textures, texture_count, RUN_CEILINGS_TEXTURES_MAX, texture_fields),
    ROOM("latency", latencies, latency_count, RUN_CEILINGS_LATENCIES_MAX, latency_fields),
    RATE("operations_per_s", operations_per_s),
    FIELD_PART("kinds_per_s", kinds_fields, FIELD_LATER),
    FIELD_PART("atomics_per_s", atomics_fields, 0),
    FIELD_PART("step_ns", step_fields, 0),
    FIELD_PART("launches_per_s", launches_fields, FIELD_LATER),
    FIELD_PART("timer", timer_fields, 0),
    ROOM("host", threads, threads_count, RUN_CEILINGS_THREADS_MAX, threads_fields),
    FIELD(FLAG, cached, FIELD_OMIT),
    FIELD(TEXT, measured, FIELD_OMIT),
    FIELD_END,
};
#undef S

json_t *ceilings_json(const struct run_ceilings *ceilings)
{
    const bool none = field_is_empty(ceilings, ceilings_fields);
    return none ? json_null() : field_json(ceilings, ceilings_fields);
}
