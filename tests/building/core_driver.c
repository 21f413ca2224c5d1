/* Runs a core without Python: driver CORE CONTENT FRAMES [OPTION=VALUE ...]

   Buttons are pressed in a fixed pattern.  At the end a digest of the state, of all pictures and of
   all sound is printed, and the processor time of a frame. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "library.h"
#include "libretro.h"

static uint64_t hash = 14695981039346656037u;      /* FNV-1a */
static int hashing, frame, options;
static char **option;

static void add(const void *data, size_t size) {
    for (const unsigned char *at = data; hashing && size--; at++)
        hash = (hash ^ *at) * 1099511628211u;
}

static struct retro_vfs_file_handle *open_file(const char *path, unsigned mode, unsigned hints) {
    return (struct retro_vfs_file_handle *) fopen(path, "rb");
}

static int64_t read_file(struct retro_vfs_file_handle *file, void *to, uint64_t size) {
    return (int64_t) fread(to, 1, size, (FILE *) file);
}

static int close_file(struct retro_vfs_file_handle *file) { return fclose((FILE *) file); }

static bool environment(unsigned command, void *data) {
    static struct retro_vfs_interface files = {
        .open = open_file, .read = read_file, .close = close_file};
    if (command == RETRO_ENVIRONMENT_GET_VFS_INTERFACE) {
        ((struct retro_vfs_interface_info *) data)->iface = &files;
        return true;
    }
    if (command == RETRO_ENVIRONMENT_SET_PIXEL_FORMAT) return true;
    if (command == RETRO_ENVIRONMENT_SET_MESSAGE)
        fprintf(stderr, "%s\n", ((struct retro_message *) data)->msg);
    if (command != RETRO_ENVIRONMENT_GET_VARIABLE) return false;
    struct retro_variable *wanted = data;
    size_t length = strlen(wanted->key);
    for (int i = 0; i < options; i++)
        if (!strncmp(option[i], wanted->key, length) && option[i][length] == '=') {
            wanted->value = option[i] + length + 1;
            return true;
        }
    return false;
}

static void show(const void *data, unsigned width, unsigned height, size_t pitch) {
    for (unsigned y = 0; y < height; y++) add((const char *) data + y * pitch, 4 * width);
}

static size_t play(const int16_t *data, size_t frames) { add(data, 4 * frames); return frames; }
static void poll(void) { }
static int16_t input(unsigned port, unsigned device, unsigned index, unsigned id) {
    return device == RETRO_DEVICE_JOYPAD && (frame / 10 + id) % 40 == port;
}

int main(int count, char **words) {
    if (count < 4) return 2;
    option = words + 4, options = count - 4;
    void *core = OPEN(words[1]);
    FILE *file = fopen(words[2], "rb");
    if (!core || !file) { fprintf(stderr, "%s cannot be loaded\n", core ? words[2] : words[1]); return 1; }
    static char content[65536], state[65536];
    struct retro_game_info game = {words[2], content, fread(content, 1, sizeof content, file), 0};
    ((void (*)(retro_environment_t)) FIND(core, "retro_set_environment"))(environment);
    ((void (*)(retro_video_refresh_t)) FIND(core, "retro_set_video_refresh"))(show);
    ((void (*)(retro_audio_sample_batch_t)) FIND(core, "retro_set_audio_sample_batch"))(play);
    ((void (*)(retro_input_poll_t)) FIND(core, "retro_set_input_poll"))(poll);
    ((void (*)(retro_input_state_t)) FIND(core, "retro_set_input_state"))(input);
    if (!((bool (*)(const struct retro_game_info *)) FIND(core, "retro_load_game"))(&game)) return 1;
    void (*run)(void) = FIND(core, "retro_run");
    int frames = atoi(words[3]);
    clock_t begin = clock();
    hashing = getenv("TIMED") == 0;
    for (frame = 0; frame < frames; frame++) run();
    double seconds = (double) (clock() - begin) / CLOCKS_PER_SEC;
    size_t size = ((size_t (*)(void)) FIND(core, "retro_serialize_size"))();
    if (!((bool (*)(void *, size_t)) FIND(core, "retro_serialize"))(state, size)) return 1;
    hashing = 1;
    add(state, size);
    printf("%016llx %.3f ms\n", (unsigned long long) hash, 1000 * seconds / frames);
    return 0;
}
