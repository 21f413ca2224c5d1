/* The part of the libretro interface that the core uses: names, numbers and structures.

   Functions that the front end calls are declared by their definitions in core.c. */

#ifndef LIBRETRO_H
#define LIBRETRO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define RETRO_API __declspec(dllexport)
#else
#define RETRO_API __attribute__((visibility("default")))
#endif

enum { RETRO_API_VERSION = 1 };
enum { RETRO_REGION_NTSC, RETRO_REGION_PAL };
enum { RETRO_PIXEL_FORMAT_XRGB8888 = 1 };

enum { RETRO_DEVICE_NONE, RETRO_DEVICE_JOYPAD, RETRO_DEVICE_LIGHTGUN = 4, RETRO_DEVICE_ANALOG,
       RETRO_DEVICE_POINTER };
enum { RETRO_DEVICE_ID_JOYPAD_B, RETRO_DEVICE_ID_JOYPAD_Y, RETRO_DEVICE_ID_JOYPAD_UP = 4,
       RETRO_DEVICE_ID_JOYPAD_DOWN, RETRO_DEVICE_ID_JOYPAD_LEFT, RETRO_DEVICE_ID_JOYPAD_RIGHT,
       RETRO_DEVICE_ID_JOYPAD_A, RETRO_DEVICE_ID_JOYPAD_X };
enum { RETRO_DEVICE_INDEX_ANALOG_LEFT };
enum { RETRO_DEVICE_ID_ANALOG_X, RETRO_DEVICE_ID_ANALOG_Y };
enum { RETRO_DEVICE_ID_POINTER_X, RETRO_DEVICE_ID_POINTER_Y, RETRO_DEVICE_ID_POINTER_PRESSED };
enum { RETRO_DEVICE_ID_LIGHTGUN_TRIGGER = 2, RETRO_DEVICE_ID_LIGHTGUN_SCREEN_X = 13,
       RETRO_DEVICE_ID_LIGHTGUN_SCREEN_Y, RETRO_DEVICE_ID_LIGHTGUN_IS_OFFSCREEN };
enum { RETRO_INPUT_MOST = 0x7FFF };         /* of an axis, in both directions */

enum { RETRO_MEMORY_SYSTEM_RAM = 2 };
enum { RETRO_MEMDESC_CONST = 1, RETRO_MEMDESC_SYSTEM_RAM = 4 };

enum { RETRO_ENVIRONMENT_EXPERIMENTAL = 0x10000 };
enum { RETRO_VFS_FILE_ACCESS_READ = 1 };

enum { RETRO_ENVIRONMENT_SET_MESSAGE = 6,
       RETRO_ENVIRONMENT_SET_PIXEL_FORMAT = 10,
       RETRO_ENVIRONMENT_SET_INPUT_DESCRIPTORS = 11,
       RETRO_ENVIRONMENT_GET_VARIABLE = 15,
       RETRO_ENVIRONMENT_SET_VARIABLES = 16,
       RETRO_ENVIRONMENT_GET_VARIABLE_UPDATE = 17,
       RETRO_ENVIRONMENT_SET_SUPPORT_NO_GAME = 18,
       RETRO_ENVIRONMENT_SET_MEMORY_MAPS = 36 | RETRO_ENVIRONMENT_EXPERIMENTAL,
       RETRO_ENVIRONMENT_SET_GEOMETRY = 37,
       RETRO_ENVIRONMENT_GET_VFS_INTERFACE = 45 | RETRO_ENVIRONMENT_EXPERIMENTAL,
       RETRO_ENVIRONMENT_GET_AUDIO_VIDEO_ENABLE = 47 | RETRO_ENVIRONMENT_EXPERIMENTAL };
enum { RETRO_AV_ENABLE_VIDEO = 1 };

typedef bool (*retro_environment_t)(unsigned command, void *data);
typedef void (*retro_video_refresh_t)(const void *data, unsigned width, unsigned height,
                                      size_t pitch);
typedef void (*retro_audio_sample_t)(int16_t left, int16_t right);
typedef size_t (*retro_audio_sample_batch_t)(const int16_t *data, size_t frames);
typedef void (*retro_input_poll_t)(void);
typedef int16_t (*retro_input_state_t)(unsigned port, unsigned device, unsigned index,
                                       unsigned id);

struct retro_system_info {
    const char *library_name, *library_version, *valid_extensions;
    bool need_fullpath, block_extract;
};

struct retro_game_geometry {
    unsigned base_width, base_height, max_width, max_height;
    float aspect_ratio;
};

struct retro_system_timing { double fps, sample_rate; };

struct retro_system_av_info {
    struct retro_game_geometry geometry;
    struct retro_system_timing timing;
};

struct retro_game_info {
    const char *path;
    const void *data;
    size_t size;
    const char *meta;
};

struct retro_vfs_file_handle;

struct retro_vfs_interface {    /* its first functions */
    const char *(*get_path)(struct retro_vfs_file_handle *file);
    struct retro_vfs_file_handle *(*open)(const char *path, unsigned mode, unsigned hints);
    int (*close)(struct retro_vfs_file_handle *file);
    int64_t (*size)(struct retro_vfs_file_handle *file);
    int64_t (*tell)(struct retro_vfs_file_handle *file);
    int64_t (*seek)(struct retro_vfs_file_handle *file, int64_t offset, int from);
    int64_t (*read)(struct retro_vfs_file_handle *file, void *to, uint64_t size);
};

struct retro_vfs_interface_info {
    uint32_t required_interface_version;
    struct retro_vfs_interface *iface;
};

struct retro_variable { const char *key, *value; };
struct retro_message { const char *msg; unsigned frames; };

struct retro_input_descriptor {
    unsigned port, device, index, id;
    const char *description;
};

struct retro_memory_descriptor {
    uint64_t flags;
    void *ptr;
    size_t offset, start, select, disconnect, len;
    const char *addrspace;
};

struct retro_memory_map {
    const struct retro_memory_descriptor *descriptors;
    unsigned num_descriptors;
};

#endif
