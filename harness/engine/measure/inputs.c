/* SPDX-License-Identifier: MIT */
#include "harness/engine/measure/private.h"

#include "harness/base/need.h"
#include "harness/engine/gpu/engine.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNK_BYTES = 1 << 20 };

struct input {
    struct gpu_buffer *buffer;
    void *contents; /* NULL: it is none */
};

struct inputs {
    void *chunk;
    size_t count;
    struct input inputs[];
};

static void input_forget(struct input *input)
{
    free(input->contents);
    input->contents = NULL;
}

struct inputs *inputs_create(struct gpu_scope *scope)
{
    const size_t count = gpu_scope_buffers(scope, NULL, 0);
    OWNED struct gpu_buffer **buffers = need_zeroed(count, sizeof(struct gpu_buffer *));
    struct inputs *inputs = need_zeroed(1, sizeof(*inputs) + count * sizeof(*inputs->inputs));
    inputs->chunk = need_bytes(CHUNK_BYTES);
    inputs->count = gpu_scope_buffers(scope, buffers, count);
    for (size_t i = 0; i < count; i++) {
        struct input *input = &inputs->inputs[i];
        const uint64_t bytes = gpu_buffer_bytes(buffers[i]);
        if (gpu_buffer_is_scratch(buffers[i]))
            continue;
        *input = (struct input){ buffers[i], malloc(bytes) };
        if (!input->contents || !gpu_buffer_read(buffers[i], 0, input->contents, bytes)) {
            inputs_destroy(&inputs);
            return NULL;
        }
    }
    return inputs;
}

void inputs_destroy(struct inputs **inputs)
{
    if (!*inputs)
        return;
    foreach (struct input, input, (*inputs)->inputs, (*inputs)->count)
        input_forget(input);
    free((*inputs)->chunk);
    free(*inputs);
    *inputs = NULL;
}

/* False on a failed device, whose failure is the next case's. */
static bool input_changed(const struct inputs *inputs, const struct input *input)
{
    const uint64_t bytes = gpu_buffer_bytes(input->buffer);
    for (uint64_t at = 0; at < bytes; at += CHUNK_BYTES) {
        const uint64_t part = bytes - at < CHUNK_BYTES ? bytes - at : CHUNK_BYTES;
        if (!gpu_buffer_read(input->buffer, at, inputs->chunk, part))
            return false;
        if (memcmp(inputs->chunk, (const char *)input->contents + at, part) != 0)
            return true;
    }
    return false;
}

void inputs_learn(struct inputs *inputs)
{
    for (size_t i = 0; inputs && i < inputs->count; i++)
        if (inputs->inputs[i].contents && input_changed(inputs, &inputs->inputs[i]))
            input_forget(&inputs->inputs[i]);
}

void inputs_learn_declared(struct inputs *inputs)
{
    for (size_t i = 0; inputs && i < inputs->count; i++)
        if (inputs->inputs[i].contents && gpu_buffer_may_change(inputs->inputs[i].buffer))
            input_forget(&inputs->inputs[i]);
}

const char *inputs_restore(struct inputs *inputs)
{
    const char *name = NULL;
    for (size_t i = inputs ? inputs->count : 0; i-- > 0;) {
        const struct input *input = &inputs->inputs[i];
        if (!input->contents || !input_changed(inputs, input))
            continue;
        name = gpu_buffer_name(input->buffer);
        gpu_buffer_write(input->buffer, 0, input->contents, gpu_buffer_bytes(input->buffer));
    }
    return name;
}
