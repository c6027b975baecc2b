/* SPDX-License-Identifier: MIT */
/* Acceleration structures, ray tracing pipelines and ray queries, on a device, under the validation
 * layers; on one without them, that it says so. */
#include "harness/engine/gpu/engine.h"
#include "harness/os/os.h"
#include "tests/engine/gpu/gpu_parts.h"

#include "planted.kernels.h"

enum { TRIANGLES = 300, RAYS = 1000, WIDTH = 50, WEIGHT = 3 };

/* Triangle i stands in the plane x = i and is hit where y > 0, z > 0 and y + z < 1. */
struct scene {
    struct gpu *gpu;
    struct gpu_scope *scope;
    struct gpu_buffer *vertices, *rays, *hits, *misses;
    struct gpu_acceleration *acceleration;
    struct gpu_commands *commands;
    float origins[RAYS][4]; /* and t_max */
    uint32_t count;         /* of rays */
};

static struct gpu_buffer *vertices_create(struct gpu_scope *scope)
{
    static float vertices[TRIANGLES][3][3];
    for (int i = 0; i < TRIANGLES; i++)
        for (int k = 0; k < 3; k++) {
            vertices[i][k][0] = (float)i;
            vertices[i][k][1] = k == 1 ? 1 : 0;
            vertices[i][k][2] = k == 2 ? 1 : 0;
        }
    return gpu_buffer_create(scope, &(struct gpu_buffer_params){ .name = "vertices",
                                                                 .bytes = sizeof(vertices),
                                                                 .data = vertices,
                                                                 .geometry = true });
}

static struct scene scene_create(uint32_t needs)
{
    struct scene scene = { .gpu = device_create(true) };
    static const uint32_t zeros[TRIANGLES];
    if (!(gpu_info(scene.gpu)->features & needs)) {
        gpu_destroy(&scene.gpu);
        skip();
    }
    for (int i = 0; i < RAYS; i++) { /* of some hits and of none, clear of all edges */
        float *ray = scene.origins[i];
        ray[0] = (float)(i * 7 % TRIANGLES) - 0.5f;
        ray[1] = ((float)(i % 23) + 0.5f) / 23 * 1.2f - 0.1f;
        ray[2] = ((float)(i % 31) + 0.25f) / 31 * 1.2f - 0.1f;
        ray[3] = (float)(i * 13 % 40);
    }
    scene.scope = gpu_scope_create(scene.gpu);
    scene.vertices = vertices_create(scene.scope);
    scene.rays = buffer_create(scene.scope, "rays", sizeof(scene.origins), scene.origins);
    scene.hits = buffer_create(scene.scope, "hits", sizeof(zeros), zeros);
    scene.misses = buffer_create(scene.scope, "misses", 4, zeros);
    scene.acceleration = gpu_acceleration_create(
        scene.scope, &(struct gpu_acceleration_params){
                         .name = "stack", .vertices = scene.vertices, .triangles = TRIANGLES });
    scene.commands = gpu_commands_begin(scene.scope);
    scene.count = RAYS - 1;
    return scene;
}

static void scene_finish(struct scene *scene)
{
    device_finish_whole(scene->gpu, scene->scope);
}

static const struct gpu_ray_pipeline_params shaders = { .generation = &kernel_planted_rays_first,
                                                        .miss = &kernel_planted_rays_miss,
                                                        .any_hit = &kernel_planted_rays_any,
                                                        .constants = { WEIGHT },
                                                        .constant_count = 1 };

static struct gpu_ray_trace trace_of(const struct scene *scene)
{
    return (struct gpu_ray_trace){ .pipeline = gpu_ray_pipeline_create(scene->scope, &shaders),
                                   .buffers = { NULL, scene->rays, scene->hits, scene->misses },
                                   .accelerations = { scene->acceleration },
                                   .push = &scene->count,
                                   .push_bytes = sizeof(scene->count),
                                   .size = { WIDTH, RAYS / WIDTH, 1 } };
}

static struct gpu_dispatch dispatch_of(const struct scene *scene, struct gpu_kernel *kernel)
{
    return (struct gpu_dispatch){ .kernel = kernel,
                                  .buffers = { NULL, scene->rays, scene->hits, scene->misses },
                                  .accelerations = { scene->acceleration },
                                  .push = &scene->count,
                                  .push_bytes = sizeof(scene->count),
                                  .groups = { (RAYS + 63) / 64, 1, 1 } };
}

/* After `times` traces, with triangle i in the plane x = i + shift. */
static void assert_traced(struct scene *scene, uint32_t times, float shift)
{
    uint32_t hits[TRIANGLES], misses, wanted[TRIANGLES] = { 0 };
    assert_true(gpu_buffer_read(scene->hits, 0, hits, sizeof(hits)));
    assert_true(gpu_buffer_read(scene->misses, 0, &misses, sizeof(misses)));
    for (uint32_t i = 0; i < scene->count; i++) {
        const float *ray = scene->origins[i];
        const bool inside = ray[1] > 0 && ray[2] > 0 && ray[1] + ray[2] < 1;
        for (int k = 0; inside && k < TRIANGLES; k++) {
            const float x = (float)k + shift - ray[0];
            wanted[k] += x >= 0 && x <= ray[3] ? times * WEIGHT * (i + 1) : 0;
        }
    }
    assert_int_equal(misses, times * scene->count);
    for (int k = 0; k < TRIANGLES; k++)
        assert_int_equal(hits[k], wanted[k]);
}

static void build_record(struct scene *scene)
{
    gpu_commands_build(scene->commands, scene->acceleration);
    gpu_commands_barrier(scene->commands, GPU_BUILD, GPU_RAYS | GPU_COMPUTE);
}

/* Features ------------------------------------------------------------------------------------- */

TEST(test_lacking)
{
    CLEANUP(scene_finish) struct scene scene = { .gpu = device_create(true) };
    const uint32_t features = gpu_info(scene.gpu)->features;
    scene.scope = gpu_scope_create(scene.gpu);
    if (!(features & (GPU_RAY_TRACING_PIPELINE | GPU_RAY_QUERY))) {
        assert_null(vertices_create(scene.scope));
        assert_failed(scene.gpu, GPU_UNSUPPORTED, "buffer vertices: the device has no ray_tracing");
        assert_null(gpu_acceleration_create(
            scene.scope, &(struct gpu_acceleration_params){ .name = "stack", .triangles = 1 }));
        assert_failed(scene.gpu, GPU_UNSUPPORTED,
                      "acceleration structure stack: the device has no");
    }
    if (!(features & GPU_RAY_TRACING_PIPELINE)) {
        assert_null(gpu_ray_pipeline_create(scene.scope, &shaders));
        assert_failed(scene.gpu, GPU_UNSUPPORTED,
                      "rays_first: the device lacks ray_tracing_pipeline");
    }
    if (!(features & GPU_RAY_QUERY)) {
        assert_null(kernel_create_with(scene.scope, &kernel_planted_rays_first_query, WEIGHT));
        assert_failed(scene.gpu, GPU_UNSUPPORTED, "rays_first_query: the device lacks ray_query");
    }
    gpu_commands_build(NULL, NULL);
    gpu_commands_trace_rays(NULL, &(struct gpu_ray_trace){ 0 });
    assert_int_equal(gpu_acceleration_bytes(NULL), 0);
    assert_int_equal(gpu_acceleration_scratch_bytes(NULL), 0);
    assert_null(gpu_acceleration_create(NULL, &(struct gpu_acceleration_params){ .name = "n" }));
    assert_null(gpu_ray_pipeline_create(NULL, &shaders));
}

/* Interfaces are read without a device. */
TEST(test_interface)
{
    static const struct {
        const struct gpu_shader *shader;
        const char *stage;
        uint32_t bindings, push_bytes, group_size;
        enum gpu_binding_kind first;
    } wanted[] = {
        { &kernel_planted_rays_first, "raygen", 2, 4, 0, GPU_ACCELERATION_STRUCTURE },
        { &kernel_planted_rays_miss, "miss", 4, 0, 0, GPU_UNBOUND },
        { &kernel_planted_rays_any, "any_hit", 3, 0, 0, GPU_UNBOUND },
        { &kernel_planted_rays_first_query, "compute", 4, 4, 64, GPU_ACCELERATION_STRUCTURE },
    };
    for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++) {
        struct gpu_interface interface;
        char message[GPU_MESSAGE_BYTES];
        assert_true(gpu_shader_interface(wanted[i].shader, NULL, 0, &interface, message));
        assert_string_equal(gpu_stage_name(interface.stage), wanted[i].stage);
        assert_int_equal(interface.bindings, wanted[i].bindings);
        assert_int_equal(interface.push_bytes, wanted[i].push_bytes);
        assert_int_equal(interface.group_size[0], wanted[i].group_size);
        assert_int_equal(interface.binding[0].kind, wanted[i].first);
        assert_int_equal(interface.binding[wanted[i].bindings - 1].kind, GPU_STORAGE_BUFFER);
    }
    assert_string_equal(gpu_binding_kind_name(GPU_ACCELERATION_STRUCTURE),
                        "acceleration_structure");
}

/* Tracing -------------------------------------------------------------------------------------- */

TEST(test_pipeline)
{
    CLEANUP(scene_finish) struct scene scene = scene_create(GPU_RAY_TRACING_PIPELINE);
    const struct gpu_ray_trace trace = trace_of(&scene);
    const uint64_t structures = gpu_acceleration_bytes(scene.acceleration) +
                                gpu_acceleration_scratch_bytes(scene.acceleration);
    assert_true(gpu_acceleration_bytes(scene.acceleration) > 0);
    assert_int_equal(gpu_scope_peak_bytes(scene.scope),
                     structures + TRIANGLES * GPU_TRIANGLE_BYTES + sizeof(scene.origins) +
                         4 * TRIANGLES + 4);
    build_record(&scene);
    gpu_commands_trace_rays(scene.commands, &trace);
    assert_int_equal(gpu_commands_counters(scene.commands).builds, 1);
    assert_int_equal(gpu_commands_counters(scene.commands).traces, 1);
    assert_int_equal(gpu_commands_counters(scene.commands).barriers, 1);
    assert_true(gpu_commands_submit(scene.commands));
    assert_traced(&scene, 1, 0);
    /* Again, a rebuild of the same included; then a trace alone. */
    assert_true(gpu_commands_submit(scene.commands));
    assert_traced(&scene, 2, 0);
    gpu_commands_restart(scene.commands);
    gpu_commands_trace_rays(scene.commands, &trace);
    assert_true(gpu_commands_submit(scene.commands));
    assert_traced(&scene, 3, 0);
    gpu_commands_restart(scene.commands);
    gpu_commands_trace_rays(scene.commands, &(struct gpu_ray_trace){ 0 });
    struct gpu_ray_trace none = trace;
    none.size[1] = 0;
    gpu_commands_trace_rays(scene.commands, &none);
    assert_true(gpu_commands_submit(scene.commands));
    assert_traced(&scene, 3, 0);
}

/* A build takes what a kernel or a copy wrote before it, and overwrites what was traced. */
TEST(test_rebuild)
{
    CLEANUP(scene_finish) struct scene scene = scene_create(GPU_RAY_TRACING_PIPELINE);
    const struct gpu_ray_trace trace = trace_of(&scene);
    CLEANUP(free_pointer) float(*moved)[3] = calloc(TRIANGLES * 3, sizeof(*moved));
    static const uint32_t zeros[TRIANGLES];
    assert_non_null(moved);
    assert_true(gpu_buffer_read(scene.vertices, 0, moved, TRIANGLES * GPU_TRIANGLE_BYTES));
    for (int i = 0; i < 3 * TRIANGLES; i++)
        moved[i][0] += 8;
    struct gpu_buffer *source =
        buffer_create(scene.scope, "moved", TRIANGLES * GPU_TRIANGLE_BYTES, moved);
    build_record(&scene);
    gpu_commands_trace_rays(scene.commands, &trace);
    gpu_commands_barrier(scene.commands, GPU_BUILD | GPU_RAYS, GPU_TRANSFER);
    gpu_commands_copy(scene.commands, scene.vertices, 0, source, 0, TRIANGLES * GPU_TRIANGLE_BYTES);
    gpu_commands_fill(scene.commands, scene.hits, 0, sizeof(zeros), 0);
    gpu_commands_fill(scene.commands, scene.misses, 0, 4, 0);
    gpu_commands_barrier(scene.commands, GPU_TRANSFER | GPU_RAYS, GPU_BUILD | GPU_RAYS);
    build_record(&scene);
    gpu_commands_trace_rays(scene.commands, &trace);
    assert_true(gpu_commands_submit(scene.commands));
    assert_traced(&scene, 1, 8);
}

TEST(test_query)
{
    CLEANUP(scene_finish) struct scene scene = scene_create(GPU_RAY_QUERY);
    struct gpu_kernel *kernel =
        kernel_create_with(scene.scope, &kernel_planted_rays_first_query, WEIGHT);
    struct gpu_dispatch dispatch = dispatch_of(&scene, kernel);
    build_record(&scene);
    gpu_commands_dispatch(scene.commands, &dispatch);
    assert_true(gpu_commands_submit(scene.commands));
    assert_traced(&scene, 1, 0);
    gpu_commands_restart(scene.commands);
    dispatch.accelerations[0] = NULL;
    gpu_commands_dispatch(scene.commands, &dispatch);
    assert_failed(scene.gpu, GPU_ERROR, "binding 0 is a acceleration_structure, got nothing");
    dispatch = dispatch_of(&scene, kernel);
    dispatch.accelerations[2] = scene.acceleration;
    gpu_commands_restart(scene.commands);
    gpu_commands_dispatch(scene.commands, &dispatch);
    assert_failed(scene.gpu, GPU_ERROR, "got an acceleration structure and more");
}

/* Builds and traces are spans of their own. */
TEST(test_spans)
{
    CLEANUP(scene_finish) struct scene scene = scene_create(GPU_RAY_TRACING_PIPELINE);
    const struct gpu_ray_trace trace = trace_of(&scene);
    const struct gpu_span *spans;
    CLEANUP(gpu_trace_destroy)
    struct gpu_trace *recorder = gpu_trace_begin(
        scene.gpu, &(struct gpu_trace_params){ .mode = GPU_TRACE_TIMES, .now_ns = clock_now_ns });
    gpu_commands_restart(scene.commands);
    build_record(&scene);
    gpu_commands_trace_rays(scene.commands, &trace);
    assert_true(gpu_commands_submit(scene.commands));
    const size_t count = gpu_trace_spans(recorder, &spans);
    assert_true(count >= 3);
    spans += count - 3;
    assert_string_equal(gpu_span_kind_name(spans[0].kind), "build");
    assert_string_equal(spans[0].name, "stack");
    assert_string_equal(gpu_span_kind_name(spans[1].kind), "barrier");
    assert_string_equal(gpu_span_kind_name(spans[2].kind), "rays");
    assert_string_equal(spans[2].name, "planted/rays_first");
    assert_int_equal(spans[2].groups[0], WIDTH);
    assert_int_equal(spans[2].groups[1], RAYS / WIDTH);
    for (int i = 0; i < 3; i++)
        assert_true(spans[i].end_ns >= spans[i].begin_ns);
}

/* Wrong use ------------------------------------------------------------------------------------ */

static void assert_no_structure(struct scene *scene, struct gpu_buffer *vertices,
                                uint32_t triangles, enum gpu_result result, const char *text)
{
    assert_null(gpu_acceleration_create(
        scene->scope, &(struct gpu_acceleration_params){
                          .name = "s", .vertices = vertices, .triangles = triangles }));
    assert_failed(scene->gpu, result, text);
}

TEST(test_wrong_structure)
{
    CLEANUP(scene_finish)
    struct scene scene = scene_create(GPU_RAY_TRACING_PIPELINE | GPU_RAY_QUERY);
    assert_no_structure(&scene, NULL, 1, GPU_ERROR, "structure s: 1 triangles of buffer NULL");
    assert_no_structure(&scene, scene.vertices, 0, GPU_ERROR, "0 triangles of buffer vertices");
    assert_no_structure(&scene, scene.vertices, TRIANGLES + 1, GPU_ERROR,
                        "301 triangles of buffer vertices, which has 10800 bytes");
    assert_no_structure(&scene, scene.rays, 1, GPU_ERROR, "is not for geometry");
    gpu_fault_plant(scene.gpu, GPU_OUT_OF_MEMORY);
    assert_no_structure(&scene, scene.vertices, 1, GPU_OUT_OF_MEMORY, "vkAllocateMemory");
    assert_true(gpu_commands_submit(scene.commands));
    gpu_commands_build(scene.commands, scene.acceleration);
    assert_failed(scene.gpu, GPU_ERROR, "after their submission");
}

static void assert_no_pipeline(struct scene *scene, const struct gpu_ray_pipeline_params *params,
                               const char *text)
{
    assert_null(gpu_ray_pipeline_create(scene->scope, params));
    assert_failed(scene->gpu, GPU_ERROR, text);
}

TEST(test_wrong_pipeline)
{
    CLEANUP(scene_finish) struct scene scene = scene_create(GPU_RAY_TRACING_PIPELINE);
    struct gpu_ray_pipeline_params params = shaders;
    params.miss = &kernel_planted_rays_any;
    assert_no_pipeline(&scene, &params, "rays_any: is of another stage than it is used for");
    params = shaders;
    params.generation = &kernel_planted_rays_first_query;
    assert_no_pipeline(&scene, &params, "rays_first_query: is of another stage");
    params.generation = shaders.generation;
    params.miss = &kernel_planted_rays_other;
    assert_no_pipeline(&scene, &params,
                       "rays_other: binding 0 is a acceleration_structure in another stage");
    params.miss = &kernel_planted_rays_picture;
    assert_no_pipeline(&scene, &params,
                       "rays_picture: binding 4: traces take storage buffers and acceleration");
    params = shaders;
    params.constant_count = 0;
    assert_no_pipeline(&scene, &params, "rays_first: 1 specialization constants of 0");
    params = shaders;
    params.any_hit = &(const struct gpu_shader){ "cut", kernel_planted_rays_any.words, 40, NULL };
    assert_no_pipeline(&scene, &params, "cut: ");
}

static void assert_no_trace(struct scene *scene, const struct gpu_ray_trace *trace,
                            enum gpu_result result, const char *text)
{
    gpu_commands_restart(scene->commands);
    gpu_commands_trace_rays(scene->commands, trace);
    assert_failed(scene->gpu, result, text);
    assert_int_equal(gpu_commands_counters(scene->commands).traces, 0);
}

TEST(test_wrong_trace)
{
    CLEANUP(scene_finish) struct scene scene = scene_create(GPU_RAY_TRACING_PIPELINE);
    const struct gpu_ray_trace right = trace_of(&scene);
    struct gpu_ray_trace trace = right;
    trace.accelerations[0] = NULL;
    assert_no_trace(&scene, &trace, GPU_ERROR, "rays_first: binding 0 is a acceleration_structure");
    trace.buffers[0] = scene.rays;
    assert_no_trace(&scene, &trace, GPU_ERROR, "got a buffer");
    trace = right;
    trace.buffers[3] = NULL;
    assert_no_trace(&scene, &trace, GPU_ERROR, "binding 3 is a storage_buffer, got nothing");
    trace = right;
    trace.push_bytes = 0;
    assert_no_trace(&scene, &trace, GPU_ERROR, "got 0 push bytes, uses 4");
    trace = right;
    trace.size[0] = trace.size[1] = trace.size[2] = UINT32_MAX;
    assert_no_trace(&scene, &trace, GPU_UNSUPPORTED, "the device traces at most");
}
