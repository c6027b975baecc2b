/* SPDX-License-Identifier: MIT */
#include "harness/engine/gpu/manifests.h"

#include "harness/os/path.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Variables of the Vulkan loader: paths separated by ':'. */
static const char *const variables[] = { "VK_DRIVER_FILES", "VK_ICD_FILENAMES",
                                         "VK_ADD_DRIVER_FILES" };
enum { VARIABLES = sizeof(variables) / sizeof(variables[0]), PATH_BYTES = 4096 };

static bool is_endless(const char *path)
{
    struct os_file_status status;
    return os_path_look(path, &status) && status.kind == OS_FILE_IS_OTHER;
}

/* Says whether a manifest names a library that is no regular file. A name with a '/' is absolute,
 * or relative to the manifest's folder. The loader looks for other names where the system has
 * libraries. */
static bool library_endless(const char *manifest)
{
    json_t *document = json_load_file(manifest, 0, NULL);
    const char *library =
        json_string_value(json_object_get(json_object_get(document, "ICD"), "library_path"));
    const char *slash = os_path_last(manifest);
    bool endless = false;
    if (library && os_path_first(library)) {
        const int folder = !os_path_is_absolute(library) && slash ? (int)(slash - manifest) + 1 : 0;
        char path[2 * PATH_BYTES];
        const int written = snprintf(path, sizeof(path), "%.*s%s", folder, manifest, library);
        endless = written > 0 && (size_t)written < sizeof(path) && is_endless(path);
    }
    json_decref(document);
    return endless;
}

static bool path_endless(const char *text, size_t bytes)
{
    char path[PATH_BYTES];
    if (bytes >= sizeof(path))
        return false;
    memcpy(path, text, bytes);
    path[bytes] = 0;
    return is_endless(path) || library_endless(path);
}

/* The variable that names one; NULL. */
static const char *endless_find(void)
{
    for (size_t i = 0; i < VARIABLES; i++) {
        const char *at = getenv(variables[i]);
        while (at && *at) {
            const size_t bytes = strcspn(at, ":");
            if (path_endless(at, bytes))
                return variables[i];
            at += bytes + (at[bytes] ? 1 : 0);
        }
    }
    return NULL;
}

bool gpu_manifests_endless(void)
{
    return endless_find() != NULL;
}

bool gpu_manifests_say(char message[GPU_MESSAGE_BYTES])
{
    const char *variable = endless_find(), *value;
    const char *what = variable ? "something that is neither a file nor a folder" : "all drivers";
    for (size_t i = 0; i < VARIABLES && !variable; i++)
        if ((value = getenv(variables[i])) && *value)
            variable = variables[i];
    if (variable)
        snprintf(message, GPU_MESSAGE_BYTES,
                 "no Vulkan device found: %s=%.200s names %s: put that right, or unset it",
                 variable, getenv(variable), what);
    return variable;
}
