/* SPDX-License-Identifier: MIT */
/*
 * generate.h: random rays and discs, the same bits on every machine: integers, or doubles of which
 * each operation is exact or rounded once. triple and seed are those of hash.h. For ray i
 * w(k) = triple(seed(S, 211), i, k), for disc j triple(seed(S, 212), j, k), with the seed S, axes
 * k = 0, 1, 2 and attempts a = 0, 1, ...
 *
 *   pick(h, n)  the upper half of the 64-bit h * n
 *   unit(h)     2 (h >> 9) + 1
 *   signed(h)   2 (h >> 8) + 1 - 2^24
 *   leave(o, d) float of the least ((d_k > 0 ? 1 : 0) - o_k) / d_k
 *   sphere      s_k = signed(w(16 + 3a + k)), until n2 = s_0^2 + s_1^2 + s_2^2 < 2^48;
 *               direction_k = float(s_k / sqrt(n2))
 *   A           o_k = unit(w(k)) / 2^24, d = sphere, t = leave(o, d)
 *   B           f = pick(w(3), 6), axis k = f >> 1, u = k + 1, v = k + 2 (modulo 3);
 *               o_k = f & 1, o_u = unit(w(0)) / 2^24, o_v = unit(w(1)) / 2^24;
 *               p = signed(w(16 + 3a)), q = signed(w(17 + 3a)), until p^2 + q^2 < 2^48;
 *               d_u = p / 2^24, d_v = q / 2^24,
 *               d_k = float(sqrt(2^48 - p^2 - q^2) / 2^24), negated if f & 1; t = leave(o, d)
 *   C           p_k = unit(w(k)), e_k = unit(w(4 + k)) - p_k, n2 = sum of e_k^2; o = p / 2^24,
 *               d_k = float(e_k / sqrt(n2)), t = float(sqrt(n2) / 2^24); n2 = 0: d = (1, 0, 0)
 *   G           m_k = pick(w(k), 17), o = m / 16; f = pick(w(3), 6), d = -1 if f & 1, else 1, on
 *               axis k = f >> 1; t = min(f & 1 ? m_k : 16 - m_k, pick(w(4), 17)) / 16
 *   energy_k    (1 + (w(7 + k) >> 24)) / 256
 *   discs       centre_k = unit(w(k)) / 2^24, normal = sphere; in G centre_k = pick(w(k), 17) / 16
 *               and the normal as d, f = pick(w(3), 6)
 *
 * A ray of mode B is a uniform line through the cube: the probability that it meets a convex body
 * is in proportion to the body's area, which is what the paper asks of its rays.
 */
#ifndef CLAIMCHECK_BENCH_DETP_GENERATE_H
#define CLAIMCHECK_BENCH_DETP_GENERATE_H

#include "bench/detp/input.h"

struct cpu_pool; /* harness/engine/cpu/cpu_pool.h */

/* Fills arrays that are there. A NULL pool: by the caller alone; the same bits. */
void detp_generate_rays(const struct detp_rays *rays, enum detp_mode mode, uint64_t seed,
                        struct cpu_pool *pool);
void detp_generate_discs(const struct detp_discs *discs, enum detp_mode mode, uint64_t seed,
                         struct cpu_pool *pool);

#endif
