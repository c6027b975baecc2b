/* SPDX-License-Identifier: MIT */
/*
 * input.h: rays and discs, and what each disc is to gather from them. Methods read it; nobody
 * changes it once it is made.
 */
#ifndef CLAIMCHECK_BENCH_DETP_INPUT_H
#define CLAIMCHECK_BENCH_DETP_INPUT_H

#include "harness/context.h"

/* Where rays come from, in the unit cube: generate.h has them. */
enum detp_mode {
    DETP_A, /* origins in the volume, any direction */
    DETP_B, /* uniform lines: from the faces inwards, by the cosine */
    DETP_C, /* from a point in the volume to another */
    DETP_G, /* all on multiples of 1/16: a test, in no profile */
    DETP_MODES,
};

/* "A", ...; ends with NULL. */
extern const char *const detp_mode_names[];

enum {
    DETP_COUNT_MAX = 10000000, /* of rays, and of discs */
    DETP_WORDS = 4,            /* of a disc's answer: red, green, blue in 1/256, and its hits */
    DETP_RAY_BYTES = 32,       /* on the device */
    DETP_DISC_BYTES = 32,
};

/* Points origin + t * direction, t up to t_max; directions have length 1, but for rounding. */
struct detp_rays {
    uint32_t count;
    float *origin[3], *direction[3], *t_max;
    uint16_t *energy[3]; /* red, green, blue in 1/256: 1..256 */
};

struct detp_discs {
    uint32_t count;
    float *centre[3], *normal[3]; /* normals of length 1, but for rounding */
    float radius;                 /* of all */
};

/*
 * What counts as a hit: with e = normal . direction, not e = 0; t = normal . (centre - origin) / e
 * from t_min to t_max + t_slack; origin + t * direction nearer to the centre than the radius.
 * Between random rays and discs t_min and t_slack are 0, and both faces count.
 */
struct detp_rule {
    float t_min, t_slack;
    uint32_t front_only; /* 1: where e < 0 alone */
};

/* State of the workload. */
struct detp_input {
    struct detp_rays rays;
    struct detp_discs discs;
    struct detp_rule rule;
    float lower[3], upper[3]; /* box of all rays and all centres; the unit cube of random ones */
    bool exact;               /* floats have no rounding here: no pair is borderline */
    struct gpu_buffer *ray_buffer, *disc_buffer; /* kernels/detp/detp.glsl has their layout */
    /* Of the double-precision reference, see reference.h; of disc j in [4 * j]. */
    uint32_t *sums;       /* the answer */
    uint32_t *losable;    /* of it, what borderline pairs add */
    uint32_t *gainable;   /* what borderline pairs that do not hit would add */
    uint32_t *borderline; /* such pairs of each disc */
    uint32_t *ray_hits;   /* discs that each ray hits */
    uint64_t hits;
};

/* Allocate from the context, zeroed. False: no memory, which the context has reported. */
bool detp_rays_create(struct context *context, struct detp_rays *rays, uint32_t count);
bool detp_discs_create(struct context *context, struct detp_discs *discs, uint32_t count,
                       float radius);

/* Rays and discs of a mode, and the reference's answer; no device. *input is zeroed. False: no
 * memory. */
struct detp_request {
    enum detp_mode mode;
    uint32_t rays, discs;
    float radius;
};

bool detp_input_make(struct context *context, const struct detp_request *request,
                     struct detp_input *input);

/* The reference's answer to rays, discs and rule that are there. */
bool detp_input_answer(struct context *context, struct detp_input *input);

/* The buffers, in the scope of the context. */
bool detp_input_upload(struct context *context, struct detp_input *input);

/* Borderline pairs of all discs. */
uint64_t detp_input_borderline(const struct detp_input *input);

/* Pairs that an answer has and the reference has not, or the other way round, at the least: by the
 * hits of each disc. *discs (may be NULL): how many differ. */
uint64_t detp_input_differing(const struct detp_input *input, const uint32_t *sums,
                              uint32_t *discs);

/* hits, energy_256, sums_hash, counts_hash of an answer, 4 words per disc. */
void detp_input_facts(struct context *context, const struct detp_input *input,
                      const uint32_t *sums);

#endif
