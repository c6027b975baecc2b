/* SPDX-License-Identifier: MIT */
/* inspection_device.c: the device of an inspection, opened when it is first asked for. */
#include "harness/engine/inspect/inspection_private.h"

static bool open_device(struct inspection *inspection)
{
    struct inspection_private *private = inspection->private;
    enum gpu_result result = GPU_ERROR;
    char message[GPU_MESSAGE_BYTES] = "";
    private->gpu = gpu_create(&private->params->gpu, &result, message);
    if (!private->gpu)
        return result == GPU_UNSUPPORTED ? context_unsupported(&inspection->context, "%s", message)
                                         : context_error(&inspection->context, "%s", message);
    inspection->context.scope = gpu_scope_create(private->gpu);
    return inspection->context.scope;
}

struct gpu_scope *inspection_scope(struct inspection *inspection, uint32_t needs)
{
    struct context *context = &inspection->context;
    if (context_trouble(context) != CONTEXT_OK)
        return NULL;
    if (!context->scope && !open_device(inspection))
        return NULL;
    const struct gpu_info *info = gpu_info(inspection->private->gpu);
    for (int i = 0; i < GPU_FEATURE_COUNT; i++) {
        const uint32_t feature = 1u << i;
        if ((needs & feature) != 0 && (info->features & feature) == 0) {
            context_unsupported(context, "%s lacks %s", info->name,
                                gpu_feature_name((enum gpu_feature)feature));
            return NULL;
        }
    }
    return context->scope;
}
