/* SPDX-License-Identifier: MIT */
#include "harness/base/need.h"
#include "harness/engine/gpu/private.h"

#include <stdlib.h>

struct gpu_scope *gpu_scope_create(struct gpu *gpu)
{
    if (gpu_failed(gpu))
        return NULL;
    struct gpu_scope *scope = need_zeroed(1, sizeof(*scope));
    scope->gpu = gpu;
    return scope;
}

/* A scope as an object of its parent. */
struct scope_within {
    struct object object;
    struct gpu_scope *scope;
};

static void within_release(struct gpu *gpu, void *object)
{
    struct gpu_scope *scope = ((struct scope_within *)object)->scope;
    (void)gpu;
    if (scope)
        scope->within = NULL;
    gpu_scope_destroy(&scope);
}

struct gpu_scope *gpu_scope_create_within(struct gpu_scope *parent)
{
    struct scope_within *within =
        gpu_object_create(parent, OBJECT_SCOPE, sizeof(*within), within_release);
    if (!within)
        return NULL;
    within->scope = gpu_scope_create(parent->gpu);
    within->scope->within = within;
    within->scope->name = parent->name;
    return within->scope;
}

void gpu_scope_name(struct gpu_scope *scope, const char *name)
{
    if (scope)
        scope->name = name;
}

void gpu_scope_capture(struct gpu_scope *scope)
{
    if (scope)
        scope->captures = true;
}

void *gpu_object_create(struct gpu_scope *scope, enum object_kind kind, size_t bytes,
                        gpu_release_fn *release)
{
    if (!scope || gpu_failed(scope->gpu))
        return NULL;
    struct object *object = need_zeroed(1, bytes);
    *object = (struct object){ .kind = kind,
                               .release = release,
                               .serial = ++scope->gpu->serials,
                               .next = scope->newest,
                               .scope = scope };
    scope->newest = object;
    return object;
}

void gpu_scope_destroy(struct gpu_scope **handle)
{
    struct gpu_scope *scope = *handle;
    *handle = NULL;
    if (!scope)
        return;
    if (scope->within) { /* the parent forgets it; what it took counts */
        struct gpu_scope *parent = scope->within->object.scope;
        const uint64_t bytes = gpu_scope_peak_bytes(scope);
        struct object **link = &parent->newest;
        while (*link && *link != &scope->within->object)
            link = &(*link)->next;
        if (*link)
            *link = (*link)->next;
        parent->within_bytes = bytes > parent->within_bytes ? bytes : parent->within_bytes;
        free(scope->within);
    }
    const bool release = gpu_failure(scope->gpu)->result != GPU_TIMEOUT;
    while (scope->newest) {
        struct object *object = scope->newest;
        scope->newest = object->next;
        if (release || object->kind >= OBJECT_HOSTED)
            object->release(release ? scope->gpu : NULL, object);
        free(object);
    }
    free(scope);
}

uint64_t gpu_scope_peak_bytes(const struct gpu_scope *scope)
{
    uint64_t within = scope ? scope->within_bytes : 0;
    for (const struct object *o = scope ? scope->newest : NULL; o; o = o->next) {
        const uint64_t bytes = o->kind == OBJECT_SCOPE
                                   ? gpu_scope_peak_bytes(((const struct scope_within *)o)->scope)
                                   : 0;
        within = bytes > within ? bytes : within;
    }
    return scope ? scope->bytes + within : 0;
}

struct gpu *gpu_scope_device(const struct gpu_scope *scope)
{
    return scope ? scope->gpu : NULL;
}

/* One that has guards. */
static struct gpu_buffer *buffer_of(struct object *object)
{
    struct gpu_buffer *buffer = (struct gpu_buffer *)object;
    return object->kind == OBJECT_BUFFER && buffer->memory && !buffer->bare ? buffer : NULL;
}

/* The scope that the object is; NULL where it is none. */
static struct gpu_scope *scope_of(struct object *object)
{
    return object->kind == OBJECT_SCOPE ? ((struct scope_within *)object)->scope : NULL;
}

const char *gpu_scope_broken_guard(struct gpu_scope *scope)
{
    struct gpu_buffer *buffers[GUARDS_AT_ONCE], *broken = NULL;
    const char *name = NULL;
    uint32_t count = 0;
    for (struct object *o = scope ? scope->newest : NULL; o && !name; o = o->next)
        name = scope_of(o) ? gpu_scope_broken_guard(scope_of(o)) : NULL;
    if (name)
        return name;
    for (struct object *o = scope ? scope->newest : NULL; o && !broken; o = o->next) {
        if (buffer_of(o))
            buffers[count++] = buffer_of(o);
        if (count < GUARDS_AT_ONCE && o->next)
            continue;
        broken = gpu_guards_broken(scope->gpu, buffers, count);
        count = 0;
    }
    return broken ? broken->name : NULL;
}

void gpu_scope_mend_guards(struct gpu_scope *scope)
{
    for (struct object *o = scope ? scope->newest : NULL; o; o = o->next) {
        struct gpu_buffer *buffer = buffer_of(o);
        if (scope_of(o))
            gpu_scope_mend_guards(scope_of(o));
        if (buffer && gpu_guards_broken(scope->gpu, &buffer, 1))
            gpu_buffer_guards_fill(buffer, false);
    }
}

size_t gpu_scope_buffers(const struct gpu_scope *scope, struct gpu_buffer **buffers, size_t max)
{
    size_t count = 0, position;
    for (const struct object *o = scope ? scope->newest : NULL; o; o = o->next)
        count += o->kind == OBJECT_BUFFER && ((const struct gpu_buffer *)o)->memory ? 1 : 0;
    position = count;
    for (struct object *o = scope ? scope->newest : NULL; o; o = o->next) {
        struct gpu_buffer *buffer = (struct gpu_buffer *)o;
        if (o->kind == OBJECT_BUFFER && buffer->memory && --position < max)
            buffers[position] = buffer;
    }
    return count;
}

void gpu_scope_settle(struct gpu_scope *scope)
{
    for (struct object *o = scope ? scope->newest : NULL; o; o = o->next) {
        struct gpu_buffer *buffer = buffer_of(o);
        struct gpu_image *image = (struct gpu_image *)o;
        if (buffer)
            buffer->scratch = !buffer->holds && !buffer->may_change && !buffer->mapped;
        else if (o->kind == OBJECT_IMAGE)
            image->scratch = image->memory && !image->holds;
    }
}

bool gpu_buffer_is_scratch(const struct gpu_buffer *buffer)
{
    return buffer && buffer->scratch;
}

bool gpu_scope_poison(struct gpu_scope *scope, uint32_t word)
{
    struct gpu *gpu = scope ? scope->gpu : NULL;
    bool any = false;
    if (!gpu || gpu_failed(gpu))
        return !gpu;
    for (struct object *o = scope->newest; o; o = o->next) {
        struct gpu_image *image = (struct gpu_image *)o;
        any = any || (buffer_of(o) && buffer_of(o)->scratch);
        if (o->kind == OBJECT_IMAGE && image->scratch && !gpu_image_poison(image, word))
            return false;
    }
    if (!any || gpu->compile_only)
        return true;
    if (!gpu_staging_begin(gpu))
        return false;
    for (struct object *o = scope->newest; o; o = o->next) {
        const struct gpu_buffer *buffer = buffer_of(o);
        if (buffer && buffer->scratch)
            gpu->vk.vkCmdFillBuffer(gpu->staging_commands, buffer->handle, GPU_GUARD_BYTES,
                                    buffer->bytes, word);
    }
    return gpu_staging_end(gpu);
}
