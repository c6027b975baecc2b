/* SPDX-License-Identifier: MIT */
/*
 * exiting.c: a layer, a driver and a libshaderc that end the process which loads them with 0: by
 * exit(), or by what EXITING names: quick, thread, now (_exit()), now77 (_exit(77)) or
 * fork, which ends a copy alone and then does what exit() does. EXITING_AT_END: it ends the process
 * while it is unloaded, by _exit() of that number, or by abort() for `crash`.
 */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void *exit_in_thread(void *unused)
{
    (void)unused;
    exit(0);
}

static int end(void)
{
    const char *how = getenv("EXITING");
    pthread_t thread;
    if (how && strcmp(how, "quick") == 0)
        quick_exit(0);
    if (how && strncmp(how, "now", 3) == 0)
        _exit(atoi(how + 3));
    if (how && strcmp(how, "fork") == 0) {
        const pid_t copy = fork();
        if (copy == 0)
            exit(5);
        int status = 0;
        waitpid(copy, &status, 0);
        if (!WIFEXITED(status) || WEXITSTATUS(status) != 5)
            abort(); /* the copy is none of ours */
    }
    if (how && strcmp(how, "thread") == 0 &&
        pthread_create(&thread, NULL, exit_in_thread, NULL) == 0)
        pthread_join(thread, NULL);
    exit(0);
}

__attribute__((destructor)) static void end_late(void)
{
    const char *how = getenv("EXITING_AT_END");
    if (how && strcmp(how, "crash") == 0)
        abort();
    if (how)
        _exit(atoi(how));
}

#define ENDS(name)                                                                                 \
    int name(void);                                                                                \
    int name(void)                                                                                 \
    {                                                                                              \
        return end();                                                                              \
    }

/* What the loader calls first of a layer, and of a driver. */
ENDS(vkNegotiateLoaderLayerInterfaceVersion)
ENDS(vk_icdNegotiateLoaderICDInterfaceVersion)
ENDS(vk_icdGetInstanceProcAddr)
ENDS(vk_icdGetPhysicalDeviceProcAddr)

/* The first function of libshaderc that is called; the others are looked for. */
ENDS(shaderc_compiler_initialize)
ENDS(shaderc_compiler_release)
ENDS(shaderc_compile_options_initialize)
ENDS(shaderc_compile_options_release)
ENDS(shaderc_compile_options_set_target_env)
ENDS(shaderc_compile_options_set_generate_debug_info)
ENDS(shaderc_compile_options_set_optimization_level)
ENDS(shaderc_compile_options_set_include_callbacks)
ENDS(shaderc_compile_options_add_macro_definition)
ENDS(shaderc_compile_options_set_source_language)
ENDS(shaderc_compile_into_spv)
ENDS(shaderc_result_release)
ENDS(shaderc_result_get_length)
ENDS(shaderc_result_get_compilation_status)
ENDS(shaderc_result_get_bytes)
ENDS(shaderc_result_get_error_message)
