/* Save states, and the check of a state that comes from outside.

   A part of core.c; vecx/console/snapshot.py does the same in Python. */

struct State {
    char format[16];            /* STATE_FORMAT */
    uint64_t cart, port, preset, ram_bytes;
    uint64_t sum;               /* of what follows */
    struct Record record;
    uint8_t ram[RAM_BYTES];
    __typeof__(mixer) mixer;
    uint8_t cart_ram[CART_RAM_MAX];
};
static struct State state;

static int64_t state_bytes(void) {
    return (int64_t) sizeof state - CART_RAM_MAX + cart.ram_bytes;
}

static uint64_t sum_of_state(void) {
    int64_t begin = offsetof(struct State, record);
    return sum_of((char *) &state + begin, state_bytes() - begin);
}

/* Return whether a number is within a row's limits; a limit may move with the clock. */
static bool fits(const struct Limit *row, const void *at) {
    double value = row->is_float ? *(const double *) at : (double) *(const int64_t *) at;
    int64_t clock = state.record.clock;
    double least = row->least + (row->least_unit ? clock / row->least_unit : 0);
    double most = row->most + (row->most_unit ? clock / row->most_unit : 0);
    return least <= value && value <= most;         /* false for NaN */
}

/* Return whether a record is possible, as vecx/chips/state_range.py does. */
static bool is_possible(void) {
    const char *record = (const char *) &state.record;
    for (int i = 0; i < COUNT(LIMITS); i++) {
        const struct Limit *row = &LIMITS[i];
        const int64_t *at = (const int64_t *) (record + row->at);
        int64_t used = row->counted_at < 0 ? row->length
            : *(const int64_t *) (record + row->counted_at);
        for (int64_t k = 0; k < row->length; k++) {
            if (k < used ? !fits(row, at + k) : at[k] != 0) return false;
            if (!row->ascends || k == 0 || k >= used) continue;
            if (row->is_float ? ((const double *) at)[k] < ((const double *) at)[k - 1]
                              : at[k] < at[k - 1]) return false;
        }
    }
    return state.record.bank < cart.banks
        && via_find_due(&state.record, 1) >= state.record.clock - LATE_MAX;
}

static bool is_mixer_possible(void) {
    int64_t behind = (int64_t) (state.record.clock / CYCLES_PER_SAMPLE) - state.mixer.done;
    bool possible = -1 <= behind && behind <= REST - TAPS
        && -LEVEL_MAX < state.mixer.level && state.mixer.level < LEVEL_MAX;
    for (int i = 0; i < REST; i++)
        possible &= -LEVEL_MAX < state.mixer.rest[i] && state.mixer.rest[i] < LEVEL_MAX;
    return possible;
}

/* Return whether `state` can be continued here. */
static bool is_usable(void) {
    if (__builtin_memcmp(state.format, STATE_FORMAT, sizeof state.format)) return false;
    if (state.cart != cart.sum || state.ram_bytes != (uint64_t) cart.ram_bytes) return false;
    if (state.preset >= COUNT(POWER_ON) || state.sum != sum_of_state()) return false;
    return !__builtin_memcmp((char *) &state.record + PARAMETERS_AT,
                             POWER_ON[state.preset] + PARAMETERS_AT,
                             sizeof m - PARAMETERS_AT)
        && is_possible() && is_mixer_possible();
}

RETRO_API size_t retro_serialize_size(void) { return state_bytes(); }

RETRO_API bool retro_serialize(void *data, size_t size) {
    if (size < (size_t) state_bytes()) return false;
    __builtin_memset(&state, 0, sizeof state);
    __builtin_memcpy(state.format, STATE_FORMAT, sizeof state.format);
    state.cart = cart.sum;
    state.preset = options[PRESET];
    state.ram_bytes = cart.ram_bytes;
    state.record = m;
    __builtin_memcpy(state.ram, board.mem + RAM_AT, RAM_BYTES);
    state.mixer = mixer;
    __builtin_memcpy(state.cart_ram, board.mem + cart.ram, cart.ram_bytes);
    state.sum = sum_of_state();
    __builtin_memcpy(data, &state, state_bytes());
    return true;
}

RETRO_API bool retro_unserialize(const void *data, size_t size) {
    if (size < (size_t) state_bytes()) return false;
    __builtin_memset(&state, 0, sizeof state);
    __builtin_memcpy(&state, data, state_bytes());
    if (!is_usable()) return false;
    m = state.record;
    mixer = state.mixer;
    __builtin_memcpy(board.mem + RAM_AT, state.ram, RAM_BYTES);
    __builtin_memcpy(board.mem + cart.ram, state.cart_ram, cart.ram_bytes);
    show_bank(m.bank);
    forget_output();
    forget_segments();
    board.left_memory_at = -1;
    if (options[PRESET] != (int) state.preset) {
        options[PRESET] = (int) state.preset;
        load_tables();
        darken();
    }
    damaged = false;
    return true;
}
