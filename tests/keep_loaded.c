/* SPDX-License-Identifier: MIT */
/*
 * keep_loaded.c: linked into builds for the leak sanitizer only. Drivers and layers stay loaded to
 * the end of the process, so that what they keep has a module name and can be told from leaks of
 * ours (drivers.lsan).
 */
int dlclose(void *handle);

int dlclose(void *handle)
{
    (void)handle;
    return 0;
}
