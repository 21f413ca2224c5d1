/* Opening a library and finding its functions, on Windows and elsewhere. */

#ifdef _WIN32
#include <windows.h>
#define OPEN(path) ((void *) LoadLibraryA(path))
#define FIND(library, name) ((void *) GetProcAddress((HMODULE) library, name))
#else
#include <dlfcn.h>
#define OPEN(path) dlopen(path, RTLD_NOW)
#define FIND(library, name) dlsym(library, name)
#endif
