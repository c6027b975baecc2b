/* SPDX-License-Identifier: MIT */
/*
 * claimcheck_program.h: a variant of a technique as a program, in C99, C++, CUDA or HIP. One file of
 * the program includes it.
 *
 *   static void execute(struct cc_case *c) { ... once, from cc_in() to cc_out(), no waiting ... }
 *   int main(void) { return cc_main("name and version", NULL, execute); }
 *
 * set_up (NULL: none) is called once for each point of the axes, before any input is there. Under
 * nvcc and hipcc all memory is the device's, and execute() enqueues on cc_stream(). What the program
 * prints goes to stderr, for stdout is claimcheck's: harness/engine/program/program.h has the
 * protocol.
 */
#ifndef CLAIMCHECK_PROGRAM_H
#define CLAIMCHECK_PROGRAM_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { CC_BUFFERS = 64 };

struct cc_buffer {
    char name[64];
    size_t bytes;
    void *data;
};

struct cc_case {
    struct cc_buffer inputs[CC_BUFFERS], outputs[CC_BUFFERS], memory[CC_BUFFERS];
    int input_count, output_count, memory_count;
    char *point; /* JSON */
    char refusal[256];
    void *own; /* the program's */
};

typedef void cc_function(struct cc_case *c);

static void cc_die(const char *what, const char *why)
{
    fprintf(stderr, "%s: %s\n", what, why);
    exit(1);
}

static double cc_now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e9 * (double)now.tv_sec + (double)now.tv_nsec;
}

/* Memory and clocks ---------------------------------------------------------------------------- */

#if defined(__CUDACC__) || defined(__HIPCC__)
#ifdef __HIPCC__
#include <hip/hip_runtime.h>
#define CC_GPU(name) hip##name
static const char cc_api[] = "hip";
#else
#include <cuda_runtime.h>
#define CC_GPU(name) cuda##name
static const char cc_api[] = "cuda";
#endif
static CC_GPU(Stream_t) cc_stream_made;
static CC_GPU(Event_t) cc_events[2];

static void cc_hold(CC_GPU(Error_t) error, const char *what)
{
    if (error != CC_GPU(Success))
        cc_die(what, CC_GPU(GetErrorString)(error));
}

static __global__ void cc_words(uint32_t *words, size_t count, uint32_t word)
{
    const size_t step = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step)
        words[i] = word;
}

/* The stream on which execute() enqueues. */
static inline CC_GPU(Stream_t) cc_stream(const struct cc_case *c)
{
    (void)c;
    return cc_stream_made;
}

static void cc_device_begin(void)
{
    int count = 0;
    if (CC_GPU(GetDeviceCount)(&count) != CC_GPU(Success) || count == 0) {
        fprintf(stderr, "there is no device for %s\n", cc_api);
        exit(77);
    }
    cc_hold(CC_GPU(StreamCreate)(&cc_stream_made), "a stream");
    for (int i = 0; i < 2; i++)
        cc_hold(CC_GPU(EventCreate)(&cc_events[i]), "an event");
}

static void *cc_take(size_t bytes)
{
    void *data = NULL;
    cc_hold(CC_GPU(Malloc)(&data, bytes), "memory");
    return data;
}

static void cc_drop(void *data)
{
    cc_hold(CC_GPU(Free)(data), "memory");
}

static void cc_write(void *to, const void *from, size_t bytes)
{
    cc_hold(CC_GPU(Memcpy)(to, from, bytes, CC_GPU(MemcpyHostToDevice)), "an input");
}

static void cc_read(void *to, const void *from, size_t bytes)
{
    cc_hold(CC_GPU(Memcpy)(to, from, bytes, CC_GPU(MemcpyDeviceToHost)), "an output");
}

static void cc_fill(void *data, size_t bytes, uint32_t word)
{
    cc_words<<<256, 256, 0, cc_stream_made>>>((uint32_t *)data, bytes / 4, word);
    cc_hold(CC_GPU(GetLastError)(), "poison");
}

static void cc_stamp(int last)
{
    cc_hold(CC_GPU(EventRecord)(cc_events[last], cc_stream_made), "an event");
}

static void cc_wait(void)
{
    cc_hold(CC_GPU(GetLastError)(), "a launch");
    cc_hold(CC_GPU(StreamSynchronize)(cc_stream_made), "an execution");
}

static double cc_device_ns(void)
{
    float ms = 0;
    cc_hold(CC_GPU(EventElapsedTime)(&ms, cc_events[0], cc_events[1]), "events");
    return 1e6 * ms;
}
#else
static const char cc_api[] = "host";

static void cc_device_begin(void)
{
}

static void *cc_take(size_t bytes)
{
    void *data = NULL;
    if (posix_memalign(&data, 4096, bytes ? bytes : 1) != 0)
        cc_die("memory", "there is not enough");
    return data;
}

static void cc_drop(void *data)
{
    free(data);
}

static void cc_write(void *to, const void *from, size_t bytes)
{
    memcpy(to, from, bytes);
}

static void cc_read(void *to, const void *from, size_t bytes)
{
    memcpy(to, from, bytes);
}

static void cc_fill(void *data, size_t bytes, uint32_t word)
{
    for (size_t at = 0; at < bytes; at += 4)
        memcpy((char *)data + at, &word, 4);
}

static void cc_stamp(int last)
{
    (void)last;
}

static void cc_wait(void)
{
}

static double cc_device_ns(void)
{
    return 0;
}
#endif

/* JSON as claimcheck writes it: a line without white space ------------------------------------- */

/* Behind the value. */
static const char *cc_skip(const char *at)
{
    int depth = 0;
    do {
        if (*at == '"')
            for (at++; *at && *at != '"'; at++)
                at += *at == '\\' && at[1];
        depth += *at == '{' || *at == '[';
        depth -= *at == '}' || *at == ']';
        at += *at != 0;
    } while (*at && (depth > 0 || !strchr(",]}", *at)));
    return at;
}

/* The member's value; NULL where there is none. */
static const char *cc_member(const char *object, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = object && *object == '{' ? object + 1 : ""; *at == '"';) {
        const char *key = at + 1;
        for (at++; *at && *at != '"'; at++)
            at += *at == '\\' && at[1];
        at += *at && at[1] == ':' ? 2 : 0;
        if (strncmp(key, name, length) == 0 && key[length] == '"')
            return at;
        at = cc_skip(at);
        at += *at == ',';
    }
    return NULL;
}

static void cc_text(const char *value, char *text, size_t bytes)
{
    size_t count = 0;
    const int quoted = value && *value == '"';
    for (value += quoted; value && *value && (quoted ? *value != '"' : !strchr(",]}", *value));
         value++) {
        value += *value == '\\' && value[1]; /* paths and names have no other escapes */
        if (count + 1 < bytes)
            text[count++] = *value;
    }
    text[count] = 0;
}

static double cc_number_of(const char *object, const char *name, double otherwise)
{
    const char *value = cc_member(object, name);
    return value ? strtod(value + (*value == '"'), NULL) : otherwise;
}

/* For programs --------------------------------------------------------------------------------- */

static inline struct cc_buffer *cc_find(struct cc_buffer *buffers, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(buffers[i].name, name) == 0)
            return &buffers[i];
    cc_die(name, "technique.json has no input or output of this name");
    return NULL;
}

static inline void *cc_in(struct cc_case *c, const char *name)
{
    return cc_find(c->inputs, c->input_count, name)->data;
}

static inline void *cc_out(struct cc_case *c, const char *name)
{
    return cc_find(c->outputs, c->output_count, name)->data;
}

/* A number of the point: an axis, or one of "let". */
static inline double cc_number(const struct cc_case *c, const char *name)
{
    if (!cc_member(c->point, name))
        cc_die(name, "technique.json has no axis and no \"let\" of this name");
    return cc_number_of(c->point, name, 0);
}

/* Whether an axis has that value. */
static inline int cc_is(const struct cc_case *c, const char *name, const char *wanted)
{
    char text[256];
    cc_text(cc_member(c->point, name), text, sizeof(text));
    return strcmp(text, wanted) == 0;
}

/* In set_up(): memory of the program's own, until the next point. */
static inline void *cc_memory(struct cc_case *c, size_t bytes)
{
    if (c->memory_count == CC_BUFFERS)
        cc_die("cc_memory", "too many buffers");
    c->memory[c->memory_count].bytes = bytes;
    return c->memory[c->memory_count++].data = cc_take(bytes);
}

/* In set_up(): says why the point cannot be had; no '"' in it. */
static inline void cc_unsupported(struct cc_case *c, const char *why)
{
    snprintf(c->refusal, sizeof(c->refusal), "%s", why);
}

/* Requests ------------------------------------------------------------------------------------- */

static int cc_buffers(const char *list, struct cc_buffer *buffers)
{
    int count = 0;
    for (const char *at = list ? list + 1 : ""; *at == '{' && count < CC_BUFFERS; count++) {
        cc_text(cc_member(at, "name"), buffers[count].name, sizeof(buffers[count].name));
        buffers[count].bytes = (size_t)cc_number_of(at, "bytes", 0);
        buffers[count].data = cc_take(buffers[count].bytes);
        at = cc_skip(at);
        at += *at == ',';
    }
    return count;
}

static void cc_prepare(struct cc_case *c, const char *line, cc_function *set_up, FILE *out)
{
    const char *point = cc_member(line, "point");
    const size_t length = (size_t)(cc_skip(point) - point);
    void *own = c->own;
    for (int i = 0; i < c->input_count; i++)
        cc_drop(c->inputs[i].data);
    for (int i = 0; i < c->output_count; i++)
        cc_drop(c->outputs[i].data);
    for (int i = 0; i < c->memory_count; i++)
        cc_drop(c->memory[i].data);
    free(c->point);
    memset(c, 0, sizeof(*c));
    c->own = own;
    c->point = (char *)calloc(length + 1, 1);
    memcpy(c->point, point, length);
    c->input_count = cc_buffers(cc_member(line, "inputs"), c->inputs);
    c->output_count = cc_buffers(cc_member(line, "outputs"), c->outputs);
    if (set_up)
        set_up(c);
    if (c->refusal[0])
        fprintf(out, ",\"unsupported\":\"%s\"", c->refusal);
}

/* Reads inputs from the offset on, or writes outputs. */
static void cc_files(struct cc_buffer *buffers, int count, const char *line, int writes)
{
    const size_t offset = (size_t)cc_number_of(line, "offset", 0);
    const char *files = cc_member(line, "files");
    for (int i = 0; i < count; i++) {
        char path[4096];
        if (!cc_member(files, buffers[i].name))
            continue;
        cc_text(cc_member(files, buffers[i].name), path, sizeof(path));
        FILE *file = fopen(path, writes ? "wb" : "rb");
        const size_t room = buffers[i].bytes - offset;
        char *host = (char *)malloc(room + 1);
        if (!file || !host)
            cc_die(path, "cannot be opened, or there is not enough memory");
        if (writes)
            cc_read(host, buffers[i].data, room);
        const size_t done = writes ? fwrite(host, 1, room, file) : fread(host, 1, room, file);
        if (fclose(file) != 0 || (writes && done != room))
            cc_die(path, "cannot be written: is there room?");
        if (!writes)
            cc_write((char *)buffers[i].data + offset, host, done);
        free(host);
    }
}

static void cc_run(struct cc_case *c, const char *line, cc_function *execute, FILE *out)
{
    const int times = (int)cc_number_of(line, "times", 1);
    if (cc_member(line, "poison"))
        for (int i = 0; i < c->output_count; i++)
            cc_fill(c->outputs[i].data, c->outputs[i].bytes,
                    (uint32_t)cc_number_of(line, "poison", 0));
    cc_wait();
    const double begin_ns = cc_now_ns();
    cc_stamp(0);
    for (int i = 0; i < times; i++)
        execute(c);
    const double enqueue_ns = cc_now_ns() - begin_ns;
    cc_stamp(1);
    cc_wait();
    fprintf(out, ",\"times\":%d,\"wall_ns\":%.0f", times, cc_now_ns() - begin_ns);
    if (cc_device_ns() > 0)
        fprintf(out, ",\"device_ns\":%.0f,\"enqueue_ns\":%.0f", cc_device_ns(), enqueue_ns);
}

/* Answers requests until the end, or until claimcheck is gone. Returns the exit code. */
static int cc_main(const char *name, cc_function *set_up, cc_function *execute)
{
    static struct cc_case c;
    char *line = NULL, what[16] = "";
    size_t room = 0;
    FILE *in = fdopen(dup(0), "r"), *out = fdopen(dup(1), "w");
    if (!in || !out || !freopen("/dev/null", "r", stdin) || dup2(2, 1) < 0)
        cc_die(name, "is started by claimcheck");
    cc_device_begin();
    while (strcmp(what, "end") != 0 && getline(&line, &room, in) > 0) {
        cc_text(cc_member(line, "do"), what, sizeof(what));
        fprintf(out, "{\"id\":%.0f", cc_number_of(line, "id", 0));
        if (strcmp(what, "hello") == 0)
            fprintf(out, ",\"protocol\":1,\"name\":\"%s\",\"api\":\"%s\"", name, cc_api);
        else if (strcmp(what, "prepare") == 0)
            cc_prepare(&c, line, set_up, out);
        else if (strcmp(what, "inputs") == 0)
            cc_files(c.inputs, c.input_count, line, 0);
        else if (strcmp(what, "run") == 0)
            cc_run(&c, line, execute, out);
        else if (strcmp(what, "give") == 0)
            cc_files(c.outputs, c.output_count, line, 1);
        fprintf(out, "}\n");
        fflush(out);
    }
    free(line);
    return 0;
}

#endif
