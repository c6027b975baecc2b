/* SPDX-License-Identifier: MIT */
/* vectors.h: the loops of loops.h, of lanes. For loops_*.c alone. */
#ifndef CLAIMCHECK_BENCH_DETP_CPU_VECTORS_H
#define CLAIMCHECK_BENCH_DETP_CPU_VECTORS_H

#include "bench/detp/cpu/lanes.h"

#include <math.h>

/* LANES rays, a component each. */
struct rays {
    lanes origin[4]; /* and t_end */
    lanes direction[4];
};

static inline void rays_fetch(struct rays *r, const struct detp_cpu_ray *rays, const uint32_t *list)
{
    lanes_fetch4(r->origin, (const char *)rays, list);
    lanes_fetch4(r->direction, (const char *)rays + 16, list);
}

static inline lanes dot(const lanes a[3], const lanes b[3])
{
    return lanes_fma(a[0], b[0], lanes_fma(a[1], b[1], lanes_mul(a[2], b[2])));
}

/* Four words at once: three energies and a count. */
static inline void sums_add(uint32_t *sums, uint32_t index, uint32_t energy)
{
    uint32_t *to = sums + 4 * (size_t)index;
#if defined(__SSE4_1__)
    const __m128i more = _mm_cvtepu8_epi32(_mm_cvtsi32_si128((int32_t)energy));
    const __m128i sum = _mm_add_epi32(_mm_loadu_si128((const __m128i *)(const void *)to),
                                      _mm_add_epi32(more, _mm_set1_epi32(1)));
    _mm_storeu_si128((__m128i *)(void *)to, sum);
#else
    to[0] += (energy & 0xff) + 1;
    to[1] += (energy >> 8 & 0xff) + 1;
    to[2] += (energy >> 16 & 0xff) + 1;
    to[3]++;
#endif
}

/* Pairs ---------------------------------------------------------------------------------------- */

/* Which lanes hit the disc. With w = o - c and e = n.d its plane is met at t = -n.w / e. Nothing is
 * divided: t is kept times |e|. For e = 0 no square is less than 0. */
static inline uint32_t rays_hit(const struct rays *r, const struct detp_cpu_disc *disc,
                                const struct detp_cpu_rule *rule)
{
    lanes w[3], normal[3], v[3];
    for (int k = 0; k < 3; k++) {
        w[k] = lanes_sub(r->origin[k], lanes_set(disc->centre[k]));
        normal[k] = lanes_set(disc->normal[k]);
    }
    const lanes e = dot(normal, r->direction), q = dot(normal, w), size = lanes_abs(e);
    const lanes t_size = lanes_sub(lanes_set(0), lanes_turn(q, lanes_sign(e)));
    for (int k = 0; k < 3; k++)
        v[k] = lanes_fnma(q, r->direction[k], lanes_mul(w[k], e));
    return lanes_less(dot(v, v), lanes_mul(lanes_set(disc->radius_squared), lanes_mul(e, e))) &
           lanes_at_most(lanes_mul(lanes_set(rule->t_min), size), t_size) &
           lanes_at_most(t_size, lanes_mul(r->origin[3], size)) &
           lanes_less(e, lanes_set(rule->e_end));
}

static inline void vector_discs_on_list(const struct detp_cpu_ray *rays, const uint32_t *list,
                                        uint32_t count, const struct detp_cpu_disc *discs,
                                        uint32_t disc_count, const struct detp_cpu_rule *rule,
                                        uint32_t *sums)
{
    for (uint32_t i = 0; i < count; i += LANES) {
        const uint32_t first = lanes_first(count - i);
        struct rays r;
        rays_fetch(&r, rays, list + i);
        for (uint32_t j = 0; j < disc_count; j++)
            for (uint32_t hits = first & rays_hit(&r, &discs[j], rule); hits; hits &= hits - 1)
                sums_add(sums, discs[j].index,
                         rays[list[i + (uint32_t)__builtin_ctz(hits)]].energy);
    }
}

/* Culling -------------------------------------------------------------------------------------- */

/* Large enough that a plane which is further off than the slack is met beyond all t, small enough
 * that nothing overflows. */
static const float inverse_of_zero = 1e18f;

#if defined(__x86_64__)

/* The fourth lanes are those of t_end, and of nothing. */
static inline void vector_slabs(struct detp_cpu_slab *slabs, const struct detp_cpu_ray *rays,
                                uint32_t count)
{
    const __m128 fourth = _mm_castsi128_ps(_mm_set_epi32(-1, 0, 0, 0));
    const __m128 one = _mm_set1_ps(1), large = _mm_set1_ps(inverse_of_zero);
    const __m128 least = _mm_set1_ps(1 / inverse_of_zero);
    for (uint32_t i = 0; i < count; i++) {
        const __m128 origin = _mm_loadu_ps(rays[i].origin);
        __m128 d = _mm_loadu_ps(rays[i].direction);
        d = _mm_or_ps(_mm_andnot_ps(fourth, d), _mm_and_ps(fourth, one));
        const __m128 none = _mm_cmplt_ps(_mm_andnot_ps(_mm_set1_ps(-0.0f), d), least);
        const __m128 inverse =
            _mm_or_ps(_mm_andnot_ps(none, _mm_div_ps(one, d)), _mm_and_ps(none, large));
        const __m128 offset = _mm_mul_ps(_mm_xor_ps(origin, _mm_set1_ps(-0.0f)), inverse);
        _mm_storeu_ps(slabs[i].inverse,
                      _mm_or_ps(_mm_andnot_ps(fourth, inverse), _mm_and_ps(fourth, origin)));
        _mm_storeu_ps(slabs[i].offset, offset);
    }
}

#else

static inline void vector_slabs(struct detp_cpu_slab *slabs, const struct detp_cpu_ray *rays,
                                uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        for (int k = 0; k < 3; k++) {
            const float d = rays[i].direction[k];
            const float inverse = fabsf(d) < 1 / inverse_of_zero ? inverse_of_zero : 1 / d;
            slabs[i].inverse[k] = inverse;
            slabs[i].offset[k] = -rays[i].origin[k] * inverse;
        }
        slabs[i].t_end = rays[i].t_end;
    }
}

#endif

static inline __attribute__((always_inline)) void
boxes_cull(const struct detp_cpu_slab *slabs, const uint32_t *list, uint32_t count,
           const struct detp_cpu_boxes *boxes, uint32_t first_box, const uint32_t box_count,
           float t_min, uint32_t *const out[], uint32_t counts[])
{
    const lanes start = lanes_set(t_min);
    uint32_t n[DETP_BOXES] = { 0 };
    for (uint32_t i = 0; i < count; i += LANES) {
        const uint32_t first = lanes_first(count - i);
        lanes inverse[4], offset[4], size[3];
        lanes_fetch4(inverse, (const char *)slabs, list + i);
        lanes_fetch4(offset, (const char *)slabs + 16, list + i);
        for (int k = 0; k < 3; k++)
            size[k] = lanes_abs(inverse[k]);
        const lanes_words words = lanes_words_load(list + i);
        for (uint32_t b = 0; b < box_count; b++) {
            lanes near = start, far = inverse[3];
            for (int k = 0; k < 3; k++) {
                const lanes half = lanes_set(boxes->half[k][first_box + b]);
                const lanes middle =
                    lanes_fma(lanes_set(boxes->centre[k][first_box + b]), inverse[k], offset[k]);
                near = lanes_max(near, lanes_fnma(half, size[k], middle));
                far = lanes_min(far, lanes_fma(half, size[k], middle));
            }
            const uint32_t met = first & lanes_at_most(near, far);
            lanes_compress(out[b] + n[b], words, met);
            n[b] += (uint32_t)__builtin_popcount(met);
        }
    }
    for (uint32_t b = 0; b < box_count; b++) {
        memset(out[b] + n[b], 0, DETP_LIST_ROOM * sizeof(*out[b]));
        counts[b] = n[b];
    }
}

static inline void vector_cull_boxes(const struct detp_cpu_slab *slabs, const uint32_t *list,
                                     uint32_t count, const struct detp_cpu_boxes *boxes,
                                     uint32_t first, uint32_t box_count, float t_min,
                                     uint32_t *const out[], uint32_t counts[])
{
    if (box_count == 4)
        boxes_cull(slabs, list, count, boxes, 0, 4, t_min, out, counts);
    else if (box_count == 2)
        boxes_cull(slabs, list, count, boxes, 0, 2, t_min, out, counts);
    else
        boxes_cull(slabs, list, count, boxes, first, 1, t_min, out, counts);
}

#define VECTOR_LOOPS                                                                               \
    .lanes = LANES, .slabs = vector_slabs, .cull_boxes = vector_cull_boxes,                        \
    .discs_on_list = vector_discs_on_list

#endif
