/* SPDX-License-Identifier: MIT */
/*
 * embree.c: Intel's Embree: discs as its oriented discs, rays one at a time as occlusion queries,
 * whose filter takes each hit and rejects it, so that the ray goes on. Discs that face the ray drop
 * hits, and packets of rays that have nothing in common are slower.
 */
#include "bench/detp/cpu/cpu.h"
#include "bench/detp/cpu/embree_library.h"

#ifdef CLAIMCHECK_EMBREE

#include "harness/engine/cpu/cpu.h"

#include <stdio.h>
#include <string.h>

enum { RAYS_PER_CHUNK = 1024 };

struct position {
    float centre[3], radius;
};

struct embree_case {
    struct detp_cpu_case common;
    const struct embree *embree;
    struct cpu_pool *pool;
    RTCDevice device;
    RTCScene scene; /* NULL: none */
    struct position *positions;
    float *normals;  /* three of each disc */
    uint32_t **sums; /* of each thread */
};

/* Input of the filter beside the hit. */
struct query {
    struct RTCIntersectContext context;
    const struct detp_cpu_rule *rule;
    uint32_t *sums;
    uint32_t energy;
    const float *direction, *normals; /* of the ray, of all discs */
};

static void take_hit(const struct RTCFilterFunctionNArguments *arguments)
{
    const struct query *query = (const struct query *)(const void *)arguments->context;
    /* A single hit has this layout. */
    const struct RTCHit *hit = (const struct RTCHit *)(const void *)arguments->hit;
    const uint32_t disc = hit->primID;
    const float *normal = query->normals + 3 * (size_t)disc, *direction = query->direction;
    const float e = normal[0] * direction[0] + normal[1] * direction[1] + normal[2] * direction[2];
    uint32_t *sum = query->sums + 4 * (size_t)disc;
    arguments->valid[0] = 0;
    if (!(e < query->rule->e_end))
        return;
    for (int k = 0; k < 3; k++)
        sum[k] += (query->energy >> 8 * k & 0xff) + 1;
    sum[3]++;
}

/* Setup ---------------------------------------------------------------------------------------- */

static bool geometry_fill(struct context *context, struct embree_case *state)
{
    const struct detp_cpu_packed *packed = &state->common.packed;
    const size_t discs = packed->disc_count, threads = cpu_pool_threads(state->pool);
    state->positions = detp_cpu_alloc(context, (discs + 1) * sizeof(*state->positions));
    state->normals = detp_cpu_alloc(context, (3 * discs + 4) * sizeof(*state->normals));
    state->sums = context_alloc(context, threads * sizeof(*state->sums));
    if (!state->positions || !state->normals || !state->sums)
        return false;
    for (size_t j = 0; j < discs; j++) {
        memcpy(state->positions[j].centre, packed->discs[j].centre, sizeof(float[3]));
        state->positions[j].radius = packed->radius;
        memcpy(state->normals + 3 * j, packed->discs[j].normal, sizeof(float[3]));
    }
    for (size_t t = 0; t < threads; t++) {
        state->sums[t] = detp_cpu_alloc(context, 4 * sizeof(uint32_t) * discs);
        if (!state->sums[t])
            return false;
    }
    return true;
}

/* Execution ------------------------------------------------------------------------------------ */

static void join_commit(void *context, uint32_t thread, size_t begin, size_t end)
{
    const struct embree_case *state = context;
    (void)thread;
    (void)begin;
    (void)end;
    state->embree->JoinCommitScene(state->scene);
}

static bool build(struct bench_case *c)
{
    struct embree_case *state = c->state;
    const struct embree *embree = state->embree;
    const RTCDevice device = state->device;
    const uint32_t discs = state->common.packed.disc_count;
    RTCGeometry geometry = embree->NewGeometry(device, RTC_GEOMETRY_TYPE_ORIENTED_DISC_POINT);
    embree->SetSharedGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT4,
                                    state->positions, 0, sizeof(*state->positions), discs);
    embree->SetSharedGeometryBuffer(geometry, RTC_BUFFER_TYPE_NORMAL, 0, RTC_FORMAT_FLOAT3,
                                    state->normals, 0, 3 * sizeof(float), discs);
    embree->SetGeometryOccludedFilterFunction(geometry, take_hit);
    embree->CommitGeometry(geometry);
    state->scene = embree->NewScene(device);
    embree->AttachGeometry(state->scene, geometry);
    embree->ReleaseGeometry(geometry);
    cpu_pool_run(state->pool, cpu_pool_threads(state->pool), 0, join_commit, state);
    return embree->GetDeviceError(device) == RTC_ERROR_NONE ||
           context_error(&c->context, "Embree could not build its tree: out of memory?");
}

static void rays_trace(void *context, uint32_t thread, size_t begin, size_t end)
{
    const struct embree_case *state = context;
    struct query query = { .rule = &state->common.packed.rule,
                           .sums = state->sums[thread],
                           .normals = state->normals };
    rtcInitIntersectContext(&query.context);
    for (size_t i = begin; i < end; i++) {
        const struct detp_cpu_ray *from = &state->common.packed.rays[i];
        struct RTCRay ray = {
            .org_x = from->origin[0],
            .org_y = from->origin[1],
            .org_z = from->origin[2],
            .tnear = state->common.packed.rule.t_min,
            .dir_x = from->direction[0],
            .dir_y = from->direction[1],
            .dir_z = from->direction[2],
            .tfar = from->t_end,
            .mask = UINT32_MAX,
        };
        query.energy = from->energy;
        query.direction = from->direction;
        state->embree->Occluded1(state->scene, &query.context, &ray);
    }
}

static void sums_zero(void *context, uint32_t thread, size_t begin, size_t end)
{
    const struct embree_case *state = context;
    (void)thread;
    for (size_t t = begin; t < end; t++)
        memset(state->sums[t], 0, 4 * sizeof(uint32_t) * state->common.packed.disc_count);
}

static void sums_join(void *context, uint32_t thread, size_t begin, size_t end)
{
    const struct embree_case *state = context;
    const uint32_t threads = cpu_pool_threads(state->pool);
    (void)thread;
    for (size_t i = begin; i < end; i++) {
        uint32_t sum = 0;
        for (uint32_t t = 0; t < threads; t++)
            sum += state->sums[t][i];
        state->common.output.sums[i] = sum;
    }
}

static void trace(struct bench_case *c)
{
    struct embree_case *state = c->state;
    const struct detp_cpu_packed *packed = &state->common.packed;
    cpu_pool_run(state->pool, cpu_pool_threads(state->pool), 0, sums_zero, state);
    cpu_pool_run(state->pool, packed->ray_count, RAYS_PER_CHUNK, rays_trace, state);
    cpu_pool_run(state->pool, 4 * (size_t)packed->disc_count, 0, sums_join, state);
}

/* Method --------------------------------------------------------------------------------------- */

static void scene_release(struct embree_case *state)
{
    if (state->scene)
        state->embree->ReleaseScene(state->scene);
    state->scene = NULL;
}

static bool setup(struct bench_case *c)
{
    struct embree_case *state = c->state;
    char config[64];
    state->embree = detp_embree_load();
    if (!state->embree)
        return context_unsupported(&c->context, "libembree3.so.3 cannot be loaded; install "
                                                "libembree3-3, or name it in CLAIMCHECK_EMBREE");
    state->pool = bench_threads(c, (uint32_t)context_integer(&c->context, "threads"));
    state->common.build = build;
    state->common.trace = trace;
    if (!detp_cpu_case_init(c) || !geometry_fill(&c->context, state))
        return false;
    const uint32_t threads = cpu_pool_threads(state->pool);
    snprintf(config, sizeof(config), "threads=%u,user_threads=%u", threads, threads);
    state->device = state->embree->NewDevice(config);
    if (!state->device)
        return context_error(&c->context, "Embree makes no device: out of memory?");
    return detp_cpu_index_setup(c);
}

static void finish(struct bench_case *c)
{
    struct embree_case *state = c->state;
    scene_release(state);
    if (state->device)
        state->embree->ReleaseDevice(state->device);
}

static void reset(struct bench_case *c, struct gpu_commands *commands)
{
    (void)commands;
    if (detp_part_of(c) & DETP_PART_BUILD)
        scene_release(c->state);
}

const struct bench_method detp_embree = { .case_bytes = sizeof(struct embree_case),
                                          .setup = setup,
                                          .reset = reset,
                                          .compute = detp_cpu_index_compute,
                                          .check = detp_cpu_index_check,
                                          .finish = finish };

#else

static bool setup(struct bench_case *c)
{
    return context_unsupported(&c->context, "built without Embree; install libembree-dev, "
                                            "configure with -Dembree=enabled and build again");
}

static bool compute(struct bench_case *c)
{
    (void)c;
    return false;
}

const struct bench_method detp_embree = { .case_bytes = sizeof(struct detp_output),
                                          .setup = setup,
                                          .compute = compute };

#endif
