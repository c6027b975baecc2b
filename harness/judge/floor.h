/* SPDX-License-Identifier: MIT */
/*
 * floor.h: the least time in which a device could do what a case must do, by its ceilings. It is
 * the largest of four times:
 *
 * bytes: of bytes read at the best rate of reading, of bytes written at the best rate of writing,
 * and of both together at the best rate of any of the three curves, the longest. Reading and
 * writing may overlap, so their times are not added up; both share what moves bytes at all.
 *
 * texture: bytes of texels looked up in images, at the best rate of texels of that size.
 *
 * operations: at the best rate.
 *
 * chain: as many of its steps as there are fills and copies at the cost of a fill, the rest at that
 * of a dispatch that waits, direct or indirect, whichever was cheaper.
 *
 * A bound, not a prediction: a case at 100 % has nothing left to gain on this device, one far above
 * 100 % cannot be true.
 */
#ifndef CLAIMCHECK_HARNESS_JUDGE_FLOOR_H
#define CLAIMCHECK_HARNESS_JUDGE_FLOOR_H

#include "harness/judge/ceilings.h"

enum floor_bound { FLOOR_NONE, FLOOR_BYTES, FLOOR_TEXTURE, FLOOR_OPERATIONS, FLOOR_CHAIN };

struct floor_work {
    double bytes_read, bytes_written, bytes_sampled, texel_bytes, operations, chain;
    double transfers; /* fills and copies recorded: at most so many steps are none of a kernel */
    double threads;   /* of the host, of kind CPU */
    bool cold;        /* caches held nothing of it: rates are those of the largest sets */
};

struct floor_time {
    double ns; /* 0 with FLOOR_NONE: no ceiling is known that bounds the work */
    enum floor_bound bound;
};

struct floor_time floor_find(const struct run_ceilings *ceilings, const struct floor_work *work);

/* By what as many threads of the host can do: bytes and operations. */
struct floor_time floor_find_host(const struct run_ceilings *ceilings,
                                  const struct floor_work *work);

/*
 * Sets the floor of a case of the run, by its GPU time; of kind CPU by its wall time and the
 * ceilings of the host. Cases that measure a ceiling themselves have none. Where the ceilings say
 * that the time cannot be true, more than 5 % below the floor, the case becomes suspect, with the
 * reason, and loses its times; not where `software`, nor of kind CPU: ceilings of a host that has
 * other things to do, too, bound nothing. A case whose baseline is suspect loses its ratio. False
 * when memory runs out.
 */
bool floor_apply(struct run *run, struct run_case *c, const struct run_ceilings *ceilings,
                 bool software);

#endif
