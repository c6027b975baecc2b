/* SPDX-License-Identifier: MIT */
#include "harness/engine/instruments/instruments.h"

#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/os/library.h"
#include "harness/os/os.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Version 1.1.2 of the table, the first that has all that is used here; later ones begin as it
 * does. The functions between those that are used are counted, not named. */
enum { API_VERSION = 10102 };
struct api {
    void (*before_template[11])(void);
    void (*set_path_template)(const char *path);
    void (*get_path_template)(void);
    uint32_t (*capture_count)(void);
    uint32_t (*capture)(uint32_t index, char *path, uint32_t *path_bytes, uint64_t *time);
    void (*before_start[4])(void);
    void (*start)(void *device, void *window);
    void (*is_capturing)(void);
    uint32_t (*end)(void *device, void *window);
};

struct renderdoc {
    void *library;
    struct api *api;
    bool ended; /* a capture was, and well */
};

void renderdoc_ask(void)
{
    static const char name[] = "ENABLE_VULKAN_RENDERDOC_CAPTURE";
    if (!getenv(name))
        os_environment_set(name, "1");
}

struct renderdoc *renderdoc_open(void)
{
    int (*get_api)(int version, void **api) = NULL;
    void *api = NULL;
    void *library = os_library_find("librenderdoc.so");
    if (!library) {
        trouble("RenderDoc is not in this process: install it, or start claimcheck by "
                "`renderdoccmd capture`");
        return NULL;
    }
    os_library_symbol(library, "RENDERDOC_GetAPI", &get_api);
    if (!get_api || get_api(API_VERSION, &api) != 1 || !api) {
        trouble("this RenderDoc has no in-application API 1.1.2");
        os_library_close(library);
        return NULL;
    }
    struct renderdoc *renderdoc = need_bytes(sizeof(*renderdoc));
    *renderdoc = (struct renderdoc){ .library = library, .api = api };
    return renderdoc;
}

void renderdoc_close(struct renderdoc **renderdoc)
{
    if (*renderdoc)
        os_library_close((*renderdoc)->library);
    free(*renderdoc);
    *renderdoc = NULL;
}

/* There is one device, and no window: NULL is whichever there is. */
void renderdoc_begin(struct renderdoc *renderdoc, const char *path)
{
    renderdoc->ended = false;
    renderdoc->api->set_path_template(path);
    renderdoc->api->start(NULL, NULL);
}

void renderdoc_end(struct renderdoc *renderdoc)
{
    renderdoc->ended = renderdoc->api->end(NULL, NULL) == 1;
}

bool renderdoc_take(struct renderdoc *renderdoc, const char *path)
{
    char made[PATH_MAX] = "";
    uint32_t bytes = sizeof(made);
    const uint32_t count = renderdoc->ended ? renderdoc->api->capture_count() : 0;
    if (count == 0 || renderdoc->api->capture(count - 1, made, &bytes, NULL) != 1)
        return trouble("RenderDoc has captured nothing");
    const int code = os_path_replace(made, path);
    if (code != 0)
        return trouble("cannot write '%s': %s; the capture is in '%s'", path, strerror(code), made);
    return true;
}
