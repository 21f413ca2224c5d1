/* The libretro core: the compiled chips and phosphor, connected to a front end.

   It does in C what vecx/console and vecx/display do in Python.  This file contains no fact about
   the hardware: hardware.h, which building/core/__init__.py generates, has the layout of the
   record and of the board, all tables and constants, and the compiled functions.

   A call of retro_run runs the machine to the next multiple of FRAME_CYCLES, so that the core makes
   exactly 50 pictures a second however long a program's own frames are. */

#include "libretro.h"
#include "hardware.h"

#define COUNT(array) ((int64_t) (sizeof(array) / sizeof(array)[0]))

static struct Record m;
static struct Board board;
static struct Decoded decoded[2];

static retro_environment_t environment;
static retro_video_refresh_t show;
static retro_audio_sample_batch_t play;
static retro_input_poll_t poll;
static retro_input_state_t input;

static void tell(const char *text) {
    struct retro_message message = {text, MESSAGE_FRAMES};
    environment(RETRO_ENVIRONMENT_SET_MESSAGE, &message);
}

/* ------------------------------------------------------------------------------------ options */

enum { PRESET, SIZE, TURN, BRIGHTNESS, GLOW, COLOUR, GLASS, OVERLAY, FRAMES, PORT_2, CART_RAM, OPTIONS };
static const struct retro_variable variables[OPTIONS + 1] = {
    [PRESET] = {"vecx_preset", "Machine, from the next start on; " PRESET_CHOICES},
    [SIZE] = {"vecx_size", "Size of the picture; " SIZE_CHOICES},
    [TURN] = {"vecx_rotation", "Rotation, degrees clockwise; 0|90|180|270"},
    [BRIGHTNESS] = {"vecx_brightness", "Brightness; 100%|50%|70%|140%|200%|280%|400%"},
    [GLOW] = {"vecx_glow", "Glow; 100%|off|50%|200%|400%"},
    [COLOUR] = {"vecx_colour", "Colour of the phosphor; " COLOUR_CHOICES},
    [GLASS] = {"vecx_glass", "Glass of the tube; off|on"},
    [OVERLAY] = {"vecx_overlay", "Overlay beside the content; on|off"},
    [FRAMES] = {"vecx_frames", "Frames longer than 1/50 s; shown in parts|shown whole"},
    [PORT_2] = {"vecx_port_2", "Device in port 2, from the next start on; "
                               "none|light pen|3D imager"},
    [CART_RAM] = {"vecx_cart_ram", "RAM in the cartridge, from the next start on; " RAM_CHOICES},
};
static const double brightnesses[] = {1.0, 0.5, 0.7, 1.4, 2.0, 2.8, 4.0};
static const double glows[] = {1.0, 0.0, 0.5, 2.0, 4.0};
enum { NO_DEVICE, LIGHT_PEN, IMAGER };
static int options[OPTIONS];        /* index of each option's value among its choices */

/* Return the index of an option's value; an unknown value counts as the first. */
static int choice(const struct retro_variable *option) {
    struct retro_variable found = {option->key, 0};
    const char *at = option->value;
    if (!environment(RETRO_ENVIRONMENT_GET_VARIABLE, &found) || !found.value) return 0;
    while (*at != ';') at++;
    at += 2;
    for (int index = 0; ; index++) {
        const char *value = found.value;
        while (*value && *value == *at) value++, at++;
        if (!*value && (*at == '|' || !*at)) return index;
        while (*at && *at != '|') at++;
        if (!*at++) return 0;
    }
}

/* ---------------------------------------------------------------------------------- cartridge */

static struct {
    uint8_t image[CARTRIDGE_BYTES_MAX];
    int64_t size, banks;
    int64_t ram, ram_bytes;         /* RAM in the cartridge: address and size */
    uint64_t sum;
} cart;

/* Return a checksum (FNV-1a of words); `size` is a multiple of 8. */
static uint64_t sum_of(const void *data, int64_t size) {
    uint64_t sum = 14695981039346656037u;
    for (const uint64_t *at = data; size > 0; size -= 8) sum = (sum ^ *at++) * 1099511628211u;
    return sum;
}

static void show_bank(int64_t bank) {
    if (cart.banks > 1) __builtin_memcpy(board.mem, board.banks + bank * HALF, HALF);
}

static void lay_cartridge(void) {
    bool mirrored = false;
    for (int i = 0; i < COUNT(MIRRORED); i++) mirrored |= cart.size == MIRRORED[i];
    __builtin_memset(board.mem, 0xFF, SPACE);
    __builtin_memcpy(board.mem + ROM_AT, ROM, sizeof ROM);
    if (cart.banks > 1) {
        __builtin_memset(board.banks, 0xFF, sizeof board.banks);
        __builtin_memcpy(board.banks, cart.image, cart.size);
    } else {
        for (int64_t at = 0; at < (mirrored ? HALF : 1); at += cart.size ? cart.size : HALF)
            __builtin_memcpy(board.mem + at, cart.image, cart.size);
    }
    board.banked = cart.banks > 1;
    board.cart_end = cart.banks > 1 || mirrored ? HALF : cart.size;
    for (int64_t page = 0; page < COUNT(MEMORY_MAP); page++) {
        bool own = page * 1024 >= cart.ram && page * 1024 < cart.ram + cart.ram_bytes;
        board.page[page] = MEMORY_MAP[own ? RAM_AT / 1024 : page];
    }
}

#include "png.h"
#include "overlay.h"
#include "picture.h"
#include "sound.h"

/* ------------------------------------------------------------------------------------ machine */

static bool damaged;        /* the machine cannot run on; only a reset or another state helps */

static bool interrupted;    /* segments of the frame that has not ended were not drawn, and are lost */

static void forget_output(void) { board.frame_rows = board.psg_rows = board.log_rows = 0; }

static void forget_segments(void) {
    board.segment_rows = 0;
    interrupted = true;
}

static void load_tables(void) {
    __builtin_memcpy(&board, TABLES[options[PRESET]], sizeof TABLES[0]);
}

static void reset_machine(void) {
    reset(&m, 1, &board, 1);
    board.left_memory_at = -1;
    if (cart.banks > 1) show_bank(m.bank = BANK_AFTER_RESET);
}

static void power_on(void) {
    __builtin_memset(&board, 0, sizeof board);
    __builtin_memset(decoded, 0, sizeof decoded);
    __builtin_memcpy(&m, POWER_ON[options[PRESET]], sizeof m);
    m.device = options[PORT_2] == IMAGER ? DEVICE_IMAGER : 0;
    load_tables();
    lay_cartridge();
    if (IS_RAM_FILLED[options[PRESET]]) {
        __builtin_memcpy(board.mem + RAM_AT, RAM_FILL, RAM_BYTES);
        __builtin_memcpy(board.mem + cart.ram, RAM_FILL + RAM_BYTES, cart.ram_bytes);
    } else {
        __builtin_memset(board.mem + RAM_AT, 0, RAM_BYTES);
        __builtin_memset(board.mem + cart.ram, 0, cart.ram_bytes);
    }
    board.left_memory_at = -1;
    if (cart.banks > 1) show_bank(m.bank = BANK_AFTER_RESET);       /* the record is after /RESET */
    begin_sound();
    darken();
    damaged = false;
}

/* Run to a cycle; return false if the machine's state is impossible. */
static bool run(int64_t until) {
    int64_t last = -1;
    board.until_frame = m.frames + 1;
    for (int standing = 0; m.clock < until; standing = m.clock == last ? standing + 1 : 0) {
        if (standing > STANDING_MAX) return false;
        last = m.clock;
        board.ask = 0;
        board.pass_at = -1;
        int64_t reason = advance(&m, 1, &board, 1, decoded, cart.banks, until);
        if (m.reset_due) reset_machine();
        if (reason & NO_ROOM) return false;
        board.log_rows = 0;
    }
    return true;
}

/* ------------------------------------------------------------------------------------- inputs */

static void enter(int64_t what, int64_t value) {
    int64_t at = m.inputs;
    /* A loaded state may have inputs that are due later, or no room for more. */
    if (at == COUNT(m.input_at) || at > 0 && m.input_at[at - 1] > m.clock) return;
    if (at == 0) m.input_due = m.clock;
    m.inputs++;
    m.input_at[at] = m.clock;
    m.input_what[at] = what;
    m.input_value[at] = value;
}

/* Return the position of a stick's axis, -1 to 1; a pad's direction counts as all the way. */
static double tilt(unsigned port, unsigned axis, unsigned less, unsigned more) {
    double value = (double) input(port, RETRO_DEVICE_ANALOG, RETRO_DEVICE_INDEX_ANALOG_LEFT, axis)
        / RETRO_INPUT_MOST;
    int pad = !!input(port, RETRO_DEVICE_JOYPAD, 0, more)
        - !!input(port, RETRO_DEVICE_JOYPAD, 0, less);
    if (pad) return pad;
    return value < -1 ? -1 : -STICK_DEAD <= value && value <= STICK_DEAD ? 0 : value;
}

static int64_t rounded(double value) { return (int64_t) (value < 0 ? value - 0.5 : value + 0.5); }

static void enter_controllers(void) {
    static const unsigned buttons[] = {
        RETRO_DEVICE_ID_JOYPAD_B, RETRO_DEVICE_ID_JOYPAD_A, RETRO_DEVICE_ID_JOYPAD_Y,
        RETRO_DEVICE_ID_JOYPAD_X};
    int64_t up = 0xFF;          /* bits of the buttons that are not pressed */
    for (int port = 0; port < 2; port++) {
        for (int i = 0; i < 4; i++)
            if (input(port, RETRO_DEVICE_JOYPAD, 0, buttons[i])) up &= ~(1 << (4 * port + i));
        double x = tilt(port, RETRO_DEVICE_ID_ANALOG_X, RETRO_DEVICE_ID_JOYPAD_LEFT,
                        RETRO_DEVICE_ID_JOYPAD_RIGHT);
        double y = -tilt(port, RETRO_DEVICE_ID_ANALOG_Y, RETRO_DEVICE_ID_JOYPAD_UP,
                         RETRO_DEVICE_ID_JOYPAD_DOWN);
        int64_t pots[] = {128 + rounded(127 * x), 128 + rounded(127 * y)};
        for (int axis = 0; axis < 2; axis++)
            if (m.stick[2 * port + axis] != pots[axis])
                enter(IN_POT + 2 * port + axis, pots[axis]);
    }
    if (up != m.buttons) enter(IN_BUTTONS, (up ^ m.buttons) << 8 | (up & (up ^ m.buttons)));
}

/* Find the pen's place, -1 to 1 of the picture to the right and down; return false without a pen.
   It is a pressed pointer (mouse, finger), or a light gun in either port whose trigger is held. */
static bool find_pen(double *right, double *down) {
    if (input(0, RETRO_DEVICE_POINTER, 0, RETRO_DEVICE_ID_POINTER_PRESSED)) {
        *right = input(0, RETRO_DEVICE_POINTER, 0, RETRO_DEVICE_ID_POINTER_X);
        *down = input(0, RETRO_DEVICE_POINTER, 0, RETRO_DEVICE_ID_POINTER_Y);
        *right /= RETRO_INPUT_MOST, *down /= RETRO_INPUT_MOST;
        return true;
    }
    for (unsigned port = 0; port < 2; port++) {
        if (!input(port, RETRO_DEVICE_LIGHTGUN, 0, RETRO_DEVICE_ID_LIGHTGUN_TRIGGER)
            || input(port, RETRO_DEVICE_LIGHTGUN, 0, RETRO_DEVICE_ID_LIGHTGUN_IS_OFFSCREEN))
            continue;
        *right = input(port, RETRO_DEVICE_LIGHTGUN, 0, RETRO_DEVICE_ID_LIGHTGUN_SCREEN_X);
        *down = input(port, RETRO_DEVICE_LIGHTGUN, 0, RETRO_DEVICE_ID_LIGHTGUN_SCREEN_Y);
        *right /= RETRO_INPUT_MOST, *down /= RETRO_INPUT_MOST;
        return true;
    }
    return false;
}

static void enter_pen(void) {
    double right, down;
    if (!find_pen(&right, &down)) {
        if (m.device == DEVICE_LIGHT_PEN) enter(IN_PEN, PEN_AWAY);
        return;
    }
    double x = right * tube->reach_across, y = -down * tube->reach_down;
    for (int turn = options[TURN]; turn; turn--) {
        double turned = -y;
        y = x;
        x = turned;
    }
    enter(IN_PEN, PEN_MIDDLE + rounded(PEN_STEPS * x));
    enter(IN_PEN + 1, PEN_MIDDLE + rounded(PEN_STEPS * y));
}

#include "states.h"

/* ---------------------------------------------------------------------------------- interface */

static struct retro_game_geometry geometry(void) {
    const struct Tube *t = &TUBES[options[PRESET]][options[SIZE]][options[TURN]];
    return (struct retro_game_geometry) {(unsigned) t->width, (unsigned) t->height, SIDE_MAX,
                                         SIDE_MAX, (float) t->width / (float) t->height};
}

RETRO_API void retro_set_environment(retro_environment_t callback) {
    bool yes = true;
    environment = callback;
    environment(RETRO_ENVIRONMENT_SET_VARIABLES, (void *) variables);
    environment(RETRO_ENVIRONMENT_SET_SUPPORT_NO_GAME, &yes);
}

RETRO_API void retro_set_video_refresh(retro_video_refresh_t callback) { show = callback; }
RETRO_API void retro_set_audio_sample(retro_audio_sample_t callback) { (void) callback; }
RETRO_API void retro_set_audio_sample_batch(retro_audio_sample_batch_t callback) {
    play = callback;
}
RETRO_API void retro_set_input_poll(retro_input_poll_t callback) { poll = callback; }
RETRO_API void retro_set_input_state(retro_input_state_t callback) { input = callback; }

static bool loaded;         /* the only machine is in use */

RETRO_API void retro_init(void) { }
RETRO_API void retro_deinit(void) { loaded = false; }
RETRO_API unsigned retro_api_version(void) { return RETRO_API_VERSION; }
RETRO_API unsigned retro_get_region(void) { return RETRO_REGION_PAL; }      /* 50 Hz */
RETRO_API void retro_set_controller_port_device(unsigned port, unsigned device) {
    (void) port, (void) device;
}
RETRO_API void retro_cheat_reset(void) { }
RETRO_API void retro_cheat_set(unsigned index, bool enabled, const char *code) {
    (void) index, (void) enabled, (void) code;
}

RETRO_API void retro_get_system_info(struct retro_system_info *info) {
    *info = (struct retro_system_info) {CORE_NAME, CORE_VERSION, CONTENT_SUFFIXES, false, false};
}

RETRO_API void retro_get_system_av_info(struct retro_system_av_info *info) {
    info->geometry = geometry();
    info->timing = (struct retro_system_timing) {(double) CYCLES_PER_SECOND / FRAME_CYCLES,
                                                 SAMPLE_RATE};
}

RETRO_API void *retro_get_memory_data(unsigned id) {
    return id == RETRO_MEMORY_SYSTEM_RAM ? board.mem + RAM_AT : 0;
}

RETRO_API size_t retro_get_memory_size(unsigned id) {
    return id == RETRO_MEMORY_SYSTEM_RAM ? RAM_BYTES : 0;
}

static void describe_memory(void) {
    static struct retro_memory_descriptor parts[] = {
        {.flags = RETRO_MEMDESC_SYSTEM_RAM, .ptr = board.mem + RAM_AT, .start = RAM_AT,
         .len = RAM_BYTES},
        {.flags = RETRO_MEMDESC_CONST, .ptr = board.mem, .len = SPACE},
        {.flags = RETRO_MEMDESC_CONST, .ptr = board.mem + ROM_AT, .start = ROM_AT,
         .len = sizeof ROM}};
    struct retro_memory_map map = {parts, COUNT(parts)};
    environment(RETRO_ENVIRONMENT_SET_MEMORY_MAPS, &map);
}

#define BUTTON(port, pad, name) {port, RETRO_DEVICE_JOYPAD, 0, RETRO_DEVICE_ID_JOYPAD_##pad, name}
#define CONTROLS(port) \
    BUTTON(port, B, "1"), BUTTON(port, A, "2"), BUTTON(port, Y, "3"), BUTTON(port, X, "4"), \
    BUTTON(port, LEFT, "Left"), BUTTON(port, RIGHT, "Right"), BUTTON(port, UP, "Up"), \
    BUTTON(port, DOWN, "Down"), \
    {port, RETRO_DEVICE_ANALOG, 0, RETRO_DEVICE_ID_ANALOG_X, "Stick, left and right"}, \
    {port, RETRO_DEVICE_ANALOG, 0, RETRO_DEVICE_ID_ANALOG_Y, "Stick, up and down"}

static void describe_controls(void) {
    static const struct retro_input_descriptor controls[] = {CONTROLS(0), CONTROLS(1), {0}};
    environment(RETRO_ENVIRONMENT_SET_INPUT_DESCRIPTORS, (void *) controls);
}

RETRO_API bool retro_load_game(const struct retro_game_info *game) {
    int format = RETRO_PIXEL_FORMAT_XRGB8888;
    bool empty = !game || !game->path && !game->data;       /* the service program is played */
    if (loaded) {
        tell("The core is in use: close the content that runs before you load another.");
        return false;
    }
    if (!empty && (!game->data || game->size < CARTRIDGE_BYTES_MIN)) {
        tell("This file is not a Vectrex cartridge: it is too short.");
        return false;
    }
    if (!empty && game->size > CARTRIDGE_BYTES_MAX) {
        tell("This file is not a Vectrex cartridge: it has more than 64 KiB.");
        return false;
    }
    if (!environment(RETRO_ENVIRONMENT_SET_PIXEL_FORMAT, &format)) {
        tell("vecx needs a front end that shows pictures of 32 bits per pixel.");
        return false;
    }
    for (int i = 0; i < OPTIONS; i++) options[i] = choice(&variables[i]);
    __builtin_memset(&cart, 0, sizeof cart);
    if (!empty) {
        cart.size = (int64_t) game->size;
        __builtin_memcpy(cart.image, game->data, game->size);
    }
    cart.banks = cart.size > SPACE ? 2 : 1;
    cart.sum = sum_of(cart.image, sizeof cart.image) + (uint64_t) cart.size;
    if (cart.banks == 1 || RAMS[options[CART_RAM]][0] >= HALF) {
        cart.ram = RAMS[options[CART_RAM]][0];
        cart.ram_bytes = RAMS[options[CART_RAM]][1];
    }
    seek_overlay(empty ? 0 : game->path);
    power_on();
    describe_memory();
    describe_controls();
    loaded = true;
    return true;
}

RETRO_API bool retro_load_game_special(unsigned type, const struct retro_game_info *games,
                                       size_t count) {
    (void) type, (void) games, (void) count;
    return false;
}

RETRO_API void retro_unload_game(void) { loaded = false; }

RETRO_API void retro_reset(void) {
    if (damaged) power_on();
    else reset_machine();
}

/* Read the options that act at once. */
static void read_options(void) {
    bool changed = false;
    if (!environment(RETRO_ENVIRONMENT_GET_VARIABLE_UPDATE, &changed) || !changed) return;
    for (int i = SIZE; i <= FRAMES; i++) options[i] = choice(&variables[i]);
    darken();
    struct retro_game_geometry now = geometry();
    environment(RETRO_ENVIRONMENT_SET_GEOMETRY, &now);
}

RETRO_API void retro_run(void) {
    int enabled = RETRO_AV_ENABLE_VIDEO;
    environment(RETRO_ENVIRONMENT_GET_AUDIO_VIDEO_ENABLE, &enabled);
    bool shown = enabled & RETRO_AV_ENABLE_VIDEO, drawn = true;
    read_options();
    poll();
    if (!damaged) {
        enter_controllers();
        if (options[PORT_2] == LIGHT_PEN) enter_pen();
        bool ran = run((m.clock / FRAME_CYCLES + 1) * FRAME_CYCLES);
        int64_t changes = psg_render(&m, 1, board.psg, board.psg_rows, 3, board.psg_rows, m.clock,
                                     edges, EDGES_MAX, 2);
        damaged = !ran || changes == NO_EDGES;
        if (damaged) tell("The machine's state is damaged: load another state, or restart.");
        else play(samples[0], mix(changes));
        /* A front end that runs ahead shows only some of the frames: the others give no light.
           It loads a state before each, so there is no whole frame to wait for. */
        if (damaged || !shown) forget_segments();
        else drawn = draw_segments(!options[FRAMES] || interrupted
                                   || board.segment_rows > ROWS / 2);
        interrupted = damaged || !shown;
        forget_output();
    }
    if (!shown) return;
    if (drawn) develop_picture();       /* otherwise the previous picture stays */
    show(picture, (unsigned) tube->width, (unsigned) tube->height,
         sizeof picture[0] * tube->width);
}
