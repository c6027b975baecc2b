/* SPDX-License-Identifier: MIT */
#include "harness/cli/elapsed.h"

#include "harness/base/terminal.h"
#include "harness/os/console.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <time.h>

static struct {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t ended;
    const char *words;
    bool begun, stop;
} state = { .lock = PTHREAD_MUTEX_INITIALIZER, .ended = PTHREAD_COND_INITIALIZER };

/* Draws the line anew each second. */
static void *count_seconds(void *ignored)
{
    struct timespec next;
    (void)ignored;
    timespec_get(&next, TIME_UTC);
    pthread_mutex_lock(&state.lock);
    for (unsigned seconds = 0; !state.stop; seconds++) {
        if (seconds > 0) {
            fprintf(stderr, "\r%s, %u s ", state.words, seconds);
            fflush(stderr);
        }
        next.tv_sec++;
        while (!state.stop &&
               pthread_cond_timedwait(&state.ended, &state.lock, &next) == 0) /* woken early */
            continue;
    }
    fputs("\r\033[K", stderr);
    fflush(stderr);
    pthread_mutex_unlock(&state.lock);
    return NULL;
}

void elapsed_begin(const char *words)
{
    if (!terminal_moves(CONSOLE_ERROR))
        return;
    state.words = words;
    state.stop = false;
    state.begun = pthread_create(&state.thread, NULL, count_seconds, NULL) == 0;
}

void elapsed_end(void)
{
    if (!state.begun)
        return;
    pthread_mutex_lock(&state.lock);
    state.stop = true;
    pthread_cond_signal(&state.ended);
    pthread_mutex_unlock(&state.lock);
    pthread_join(state.thread, NULL);
    state.begun = false;
}
