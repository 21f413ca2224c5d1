"""Plant twelve faults in copies of the games, and count those that `vecx fuzz` finds.

    python -m tests.planted_faults --seconds 300 --jobs 2
    python -m tests.planted_faults --seconds 300 --jobs 2 --random-play

Each game has six faults at once, of the kinds that authors make, and is searched for the given
time, so that both games together take twice as long.  In addition to the kinds that are always
searched for, the search has the expressions that an author would give (PROPERTIES); on the
unchanged games they find nothing.  The faults are distinguished by kind and text (`shows`).  Not
part of the test run.

Exit status: 0 if at least LEAST are found, or with --random-play; 1 otherwise.
"""

import argparse
import shutil
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from vecx.fuzzing.corpus import Corpus
from vecx.fuzzing.faults import Fault
from vecx.fuzzing.session import Limits, fuzz
from vecx.fuzzing.target import recipe_of
from vecx.machine import Machine

ROOT = Path(__file__).parent.parent
LEAST = 10
SILENT = "[Vec_Music_Flag] == 0 && ({$C808} | {$C809} | {$C80A}) != 0"
PROPERTIES = {
    "connect4": (("[cursor_col] > 6", "[last_row] > 5"),
                 ((100, SILENT),)),
    "reversi": (("[cursor_col] > 9 || [cursor_row] > 9", "[black_count] + [white_count] > 64"),
                ((100, SILENT), (120, "[game_state] == 1 && [black_count] + [white_count] != "
                                      "[move_count] + 4"))),
}


@dataclass(frozen=True)
class Planted:
    """A fault: its description, place, the lines before and after, and the finds that show it."""

    what: str
    file: str
    old: str
    new: str
    shows: Callable[[Fault], bool]


def shows(kind: str, text: str = "") -> Callable[[Fault], bool]:
    return lambda fault: fault.kind == kind and text in fault.text


PLANTED = {
    "connect4": (
        Planted("a lost bound: the cursor leaves the board on the right", "connect4/play.asm",
                "                cmpa    #COLUMN_COUNT\n                bhs     .edge ",
                "                cmpa    #COLUMN_COUNT+1\n                bhs     .edge ",
                shows("state", "cursor_col")),
        Planted("a lost bound: a seventh token in a column", "connect4/rules.asm",
                "                cmpa    #ROW_COUNT\n                blo     .look",
                "                cmpa    #ROW_COUNT+1\n                blo     .look",
                shows("state", "last_row")),
        Planted("a lost return address: player 2 asks for a hint", "connect4/play.asm",
                "hint_begin      lda     #1\n",
                "hint_begin      lda     current_player\n                cmpa    #PLAYER_O\n"
                "                bne     .first\n                leas    2,s\n"
                ".first          lda     #1\n", shows("crash")),
        Planted("a state that cannot be left: a pause while a token falls in the last column",
                "connect4/play.asm", "                jsr     sound_event_play\n"
                "                lda     #STATE_PAUSE\n",
                "                jsr     sound_event_play\n                lda     v_phase\n"
                "                cmpa    #PHASE_FALL\n                bne     .pauses\n"
                "                lda     last_col\n                cmpa    #COLUMN_COUNT-1\n"
                ".waits          beq     .waits\n.pauses         lda     #STATE_PAUSE\n",
                shows("hang")),
        Planted("a frame that takes too long: while the twelfth token falls", "connect4/play.asm",
                "fall_frame      ldy     v_fall_look ",
                "fall_frame      lda     move_count\n                cmpa    #12\n"
                "                bne     .usual\n                ldx     #4000\n"
                ".waste          leax    -1,x\n                bne     .waste\n"
                ".usual          ldy     v_fall_look ", shows("overrun")),
        Planted("a sound that never ends: a beep after the end of a game", "connect4/play.asm",
                "over_frame      bsr     over_draw\n",
                "over_frame      bsr     over_draw\n                lda     Vec_Music_Flag\n"
                "                bne     .quiet\n                ldd     #$080A\n"
                "                jsr     Sound_Byte\n.quiet          equ     *\n",
                shows("lasts", "Vec_Music_Flag")),
    ),
    "reversi": (
        Planted("a lost bound: the cursor goes round too late", "reversi/play.asm",
                ".most           cmpa    #BOARD_SIZE\n", ".most           cmpa    #BOARD_SIZE+2\n",
                shows("state", "cursor_col")),
        Planted("a wrong count: a hint counts as a move", "reversi/play.asm",
                ".hint           lda     #1\n                sta     v_hinting\n",
                ".hint           inc     move_count\n                lda     #1\n"
                "                sta     v_hinting\n", shows("lasts", "move_count")),
        Planted("a return to nowhere: a new game from the pause", "reversi/pause.asm",
                "                jsr     game_start\n                bra     .draw\n",
                "                jsr     game_start\n                leas    1,s\n"
                "                bra     .draw\n", shows("crash")),
        Planted("a state that cannot be left: a pause while a hint is shown", "reversi/pause.asm",
                "pause_frame     lda     Vec_Button_1_1\n",
                "pause_frame     lda     hint_move\n.waits          bne     .waits\n"
                "                lda     Vec_Button_1_1\n", shows("hang")),
        Planted("a write to ROM: the second page of the rules", "reversi/title.asm",
                "                beq     .line\n                ldy     #str_buttons_end\n",
                "                beq     .line\n                sta     str_about\n"
                "                ldy     #str_buttons_end\n", shows("strict", "rom-write")),
        Planted("a line that leaves the screen: the cursor in the last corner",
                "reversi/screen.asm", ".draw           lda     game_state\n",
                ".draw           lda     cursor_row\n                anda    cursor_col\n"
                "                cmpa    #8\n                bne     .inside\n"
                "                jsr     Reset0Ref\n                lda     #$FF\n"
                "                sta     <VIA_t1_cnt_lo\n                ldd     #$007F\n"
                "                jsr     Moveto_d\n                ldd     #$007F\n"
                "                jsr     Draw_Line_d\n                jsr     Reset0Ref\n"
                ".inside         lda     game_state\n", shows("screen")),
    ),
}


def planted(game: str, tree: Path, chosen: tuple[Planted, ...]) -> Path:
    """Copy the games to a folder and plant faults; return the source."""
    games = tree / "games"
    shutil.copytree(ROOT / "games", games, dirs_exist_ok=True)
    for one in chosen:
        path = games / one.file
        text = path.read_text()
        assert text.count(one.old) == 1, f"{one.what}: {text.count(one.old)} places"
        path.write_text(text.replace(one.old, one.new))
    return games / f"{game}.asm"


def search(game: str, chosen: tuple[Planted, ...], limits: Limits, jobs: int,
           seed: int) -> Corpus:
    """Search a game with faults."""
    with tempfile.TemporaryDirectory() as name:
        source = planted(game, Path(name), chosen)
        conditions, lasting = PROPERTIES[game]
        recipe = recipe_of(Machine(source), b"", conditions, lasting)
        return fuzz(recipe, seed=seed, jobs=jobs, limits=limits,
                    on_find=lambda find, _: print(
                        f"  {find.seconds:5.0f} s {find.frames:>10,} frames  {find.fault.kind}: "
                        f"{find.fault.text}", flush=True))


def found_in(corpus: Corpus, one: Planted) -> bool:
    return any(one.shows(find.fault) for find in corpus.finds)


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.planted_faults",
                                     description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=300.0, help="for each game")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--search-seed", type=int, default=1, help="seed of the search")
    parser.add_argument("--random-play", action="store_true", help="the baseline")
    parser.add_argument("--unchanged", action="store_true",
                        help="search the unchanged games: nothing may be found")
    args = parser.parse_args(words)
    limits = Limits(seconds=args.seconds, guided=not args.random_play)
    total = others = 0
    for game, faults in PLANTED.items():
        print(game, flush=True)
        corpus = search(game, () if args.unchanged else faults, limits, args.jobs, args.search_seed)
        count = sum(found_in(corpus, one) for one in faults)
        others += sum(not any(one.shows(find.fault) for one in faults) for find in corpus.finds)
        total += count
        for one in faults:
            print(f"  {'found    ' if found_in(corpus, one) else 'not found'} {one.what}")
        print(f"  {corpus.frames:,} frames and {corpus.strict_frames:,} strict ones, "
              f"{corpus.plays:,} plays, {len(corpus.entries):,} in the corpus", flush=True)
    count = sum(map(len, PLANTED.values()))
    print(f"{total} of {count} faults found; {others} other findings")
    if args.unchanged:
        return 1 if total or others else 0
    return 0 if total >= LEAST or args.random_play else 1


if __name__ == "__main__":
    sys.exit(main())
