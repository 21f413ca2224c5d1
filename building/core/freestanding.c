/* The functions that compilers call without being asked, because the core links no C library. */

#include <stddef.h>

#define HIDDEN __attribute__((visibility("hidden")))

HIDDEN void *memset(void *to, int value, size_t size) {
    for (char *at = to; size--; ) *at++ = value;
    return to;
}

HIDDEN void *memcpy(void *restrict to, const void *restrict from, size_t size) {
    char *at = to;
    for (const char *next = from; size--; ) *at++ = *next++;
    return to;
}

HIDDEN void *memmove(void *to, const void *from, size_t size) {
    char *at = to;
    const char *next = from;
    if (at <= next) while (size--) *at++ = *next++;
    else while (size--) at[size] = next[size];
    return to;
}

HIDDEN int memcmp(const void *one, const void *other, size_t size) {
    const unsigned char *a = one, *b = other;
    for (; size; size--, a++, b++) if (*a != *b) return *a - *b;
    return 0;
}

#if defined(_WIN32)
int _fltused = 0;
int __stdcall DllMainCRTStartup(void *module, unsigned reason, void *reserved) { return 1; }
#endif
