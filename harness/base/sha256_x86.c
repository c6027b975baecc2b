/* SPDX-License-Identifier: MIT */
#include "harness/base/sha256_x86.h"

#include <assert.h>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#include <stdatomic.h>

#define NEEDS __attribute__((target("sha,sse4.1,ssse3")))

enum { STEPS = 16, ROUNDS = 4 }; /* each step has as many rounds */

/* FIPS 180-4, 4.2.2. */
static const uint32_t round_constants[STEPS * ROUNDS] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

bool sha256_x86_is(void)
{
    enum { UNKNOWN, NO, YES };
    static atomic_int known = UNKNOWN; /* asking the CPU leaves a virtual machine: once */
    if (known == UNKNOWN) {
        /* Clang 14 has no name for SHA in __builtin_cpu_supports(). */
        const unsigned sse41_and_ssse3 = 1u << 19 | 1u << 9, sha = 1u << 29;
        unsigned a, b, c, d;
        const bool has = __get_cpuid(1, &a, &b, &c, &d) &&
                         (c & sse41_and_ssse3) == sse41_and_ssse3 &&
                         __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & sha) != 0;
        known = has ? YES : NO;
    }
    return known == YES;
}

/* The words of the next step of the schedule, from those of the four before, the oldest first. */
NEEDS static __m128i schedule(__m128i w0, __m128i w1, __m128i w2, __m128i w3)
{
    const __m128i sum = _mm_add_epi32(_mm_sha256msg1_epu32(w0, w1), _mm_alignr_epi8(w3, w2, 4));
    return _mm_sha256msg2_epu32(sum, w3);
}

NEEDS void sha256_x86_add(uint32_t state[SHA256_STATE_WORDS], const uint8_t *data, size_t blocks)
{
    const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    /* The instructions want a b e f, and c d g h, each from its highest lane on. */
    const __m128i badc = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0xb1);
    const __m128i hgfe = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(state + 4)), 0x1b);
    __m128i abef = _mm_alignr_epi8(badc, hgfe, 8), cdgh = _mm_blend_epi16(hgfe, badc, 0xf0);
    for (; blocks > 0; blocks--, data += SHA256_BLOCK_BYTES) {
        const __m128i abef_before = abef, cdgh_before = cdgh;
        __m128i words[4];
        for (int i = 0; i < STEPS; i++) {
            const __m128i *given = (const __m128i *)data + i;
            words[i % 4] = i < 4 ? _mm_shuffle_epi8(_mm_loadu_si128(given), swap)
                                 : schedule(words[i % 4], words[(i + 1) % 4], words[(i + 2) % 4],
                                            words[(i + 3) % 4]);
            const uint32_t *k = &round_constants[i * ROUNDS];
            const __m128i wk = _mm_add_epi32(words[i % 4], _mm_loadu_si128((const __m128i *)k));
            cdgh = _mm_sha256rnds2_epu32(cdgh, abef, wk);
            abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(wk, 0x0e));
        }
        abef = _mm_add_epi32(abef, abef_before);
        cdgh = _mm_add_epi32(cdgh, cdgh_before);
    }
    const __m128i feba = _mm_shuffle_epi32(abef, 0x1b), dchg = _mm_shuffle_epi32(cdgh, 0xb1);
    _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(feba, dchg, 0xf0));
    _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(dchg, feba, 8));
}

#else

bool sha256_x86_is(void)
{
    return false;
}

void sha256_x86_add(uint32_t state[SHA256_STATE_WORDS], const uint8_t *data, size_t blocks)
{
    (void)state, (void)data, (void)blocks;
    assert(false);
}
#endif
