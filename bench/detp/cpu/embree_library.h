/* SPDX-License-Identifier: MIT */
/*
 * embree_library.h: Intel's Embree 3, loaded when it is first wanted, so that the executable needs
 * no library of it. For embree.c alone: without the headers of libembree-dev it has nothing.
 */
#ifndef CLAIMCHECK_BENCH_DETP_CPU_EMBREE_LIBRARY_H
#define CLAIMCHECK_BENCH_DETP_CPU_EMBREE_LIBRARY_H

struct embree;

#ifdef CLAIMCHECK_EMBREE

#include <embree3/rtcore.h>

/* The functions that are used, by their names. */
#define EMBREE_FUNCTIONS(X)                                                                        \
    X(NewDevice)                                                                                   \
    X(ReleaseDevice)                                                                               \
    X(NewScene)                                                                                    \
    X(ReleaseScene)                                                                                \
    X(JoinCommitScene)                                                                             \
    X(NewGeometry)                                                                                 \
    X(ReleaseGeometry)                                                                             \
    X(AttachGeometry)                                                                              \
    X(CommitGeometry)                                                                              \
    X(SetSharedGeometryBuffer)                                                                     \
    X(SetGeometryOccludedFilterFunction)                                                           \
    X(GetDeviceError)                                                                              \
    X(Occluded1)

#define EMBREE_DECLARE(name) __typeof__(rtc##name) *name;
struct embree {
    EMBREE_FUNCTIONS(EMBREE_DECLARE)
};

/* Never closed. NULL where there is none: the file that CLAIMCHECK_EMBREE names, or else the
 * system's, or else that in lib/ beside the executable. */
const struct embree *detp_embree_load(void);

#endif

#endif
