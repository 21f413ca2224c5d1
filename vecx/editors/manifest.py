"""What the extension for VS Code contributes: grammar, debugger, tasks, settings and snippets.

The grammar's words are taken from the instruction set, and the dialects from the assembler, so they
always match.
"""

import re
from typing import Any

from asm.cpu.isa import BY_MNEMONIC
from asm.syntax.dialects import DIALECTS

from .. import __version__

LANGUAGE = "vecx-asm"
PUBLISHER = "vecx"
MIME_TYPE = "text/x-asm"     # of the ROM's sources, as the adapter sends them
TASKS = ("assemble", "budget", "strict", "test")
PROPERTIES: dict[str, dict[str, Any]] = {
    "program": {"type": "string", "description": "a source (.asm or .c), an image or a bundled "
                                                 "name",
                "default": "${file}"},
    "preset": {"type": "string", "default": "hardware", "description": "ideal, hardware, worn"},
    "seed": {"type": "integer", "default": 0, "description": "which individual machine"},
    "strict": {"type": ["boolean", "string"], "default": False,
               "description": "report code that fails on real hardware"},
    "stopOnEntry": {"enum": [False, True, "program"], "default": "program",
                    "description": "true: stop at power-on; \"program\": at the first instruction "
                                   "of the program"},
    "picture": {"type": "boolean", "default": True,
                "description": "show the picture; the program then runs at the speed of the "
                               "console"},
    "frame": {"type": "integer", "default": 0, "description": "start at this frame"},
    "inputs": {"type": "string", "description": "file of inputs with lines `press FRAME:BUTTON` "
                                                "and `stick FRAME:X,Y`"},
    "movie": {"type": "string", "description": "a recorded movie whose inputs are replayed"},
    "state": {"type": "string", "description": "a saved state (.state) to start from"},
    "include": {"type": "array", "items": {"type": "string"},
                "description": "folders that INCLUDE searches"},
    "dialect": {"type": "string", "description": "assembler whose rules the source follows"},
    "defines": {"type": "object", "additionalProperties": {"type": "integer"},
                "description": "symbols and values that the source uses"},
    "optimise": {"type": "boolean", "default": True, "description": "initial state of OPT"},
    "symbols": {"type": ["string", "array"], "items": {"type": "string"},
                "description": "symbols of an image: a symbol file, a listing or a map, or "
                               "several of them"},
    "sources": {"type": "array", "items": {"type": "string"},
                "description": "the other sources of a program in C"},
    "bios": {"type": "string", "description": "an executive ROM other than vecx's own"},
}
ATTACH: dict[str, dict[str, Any]] = {
    "port": {"type": "integer", "description": "port of `vecx run GAME --debug-port N`"},
    "stopOnEntry": {"type": "boolean", "default": False, "description": "stop after attaching"},
    "picture": {"type": "boolean", "default": False, "description": "show the picture"},
}


SETTINGS: dict[str, dict[str, Any]] = {
    "command": {"type": "string", "default": "", "scope": "machine-overridable",
                "description": "path of vecx; without it, vecx is looked for in the .venv of the "
                               "folder, the Python extension's interpreter and PATH"},
    "dialect": {"enum": ["", *DIALECTS], "default": "",
                "description": "assembler whose rules sources follow that do not name a dialect"},
    "include": {"type": "array", "items": {"type": "string"}, "default": [],
                "description": "folders that INCLUDE searches"},
    "defines": {"type": "object", "additionalProperties": {"type": "integer"}, "default": {},
                "description": "symbols and values that the sources use"},
    "warnings": {"type": "array", "items": {"type": "string"}, "default": [],
                 "description": "switches as for `vecx asm -W`, for example \"branch-fits\""},
}
COMMANDS = {"restartServer": "restart the server", "chooseCommand": "choose the command",
            "showPicture": "show the picture"}
SNIPPETS = {
    "main loop": ("mainloop", """\
<1:main_loop>       jsr     Wait_Recal      ; waits for the frame's end; leaves DP at $D0
                jsr     Intensity_5F
                bra     <1:main_loop>"""),
    "drawn list": ("list", """\
                lda     #<1:$40>            ; scale: cycles of a ramp
                sta     <VIA_t1_cnt_lo
                ldx     #<2:vl_ship>
                jsr     Draw_VLc

<2:vl_ship>         fcb     <3:2>               ; number of vectors less one
                fcb     <4:64,32>           ; y, x of each vector
                fcb     -64,32
                fcb     0,-64"""),
    "text": ("text", """\
                ldd     #<1:$F850>          ; height, width
                std     Vec_Text_HW
                ldd     #<2:$40C0>          ; y, x
                ldu     #<3:tx_score>
                jsr     Print_Str_d

<3:tx_score>        fcc     "<4:SCORE>"
                fcb     $80"""),
    "sound effect": ("effect", """\
                lda     #$80            ; starts it
                sta     >Vec_Expl_Flag

                jsr     DP_to_C8        ; in each frame, after Do_Sound
                setdp   $C8
                ldu     #<1:fx_boom>
                jsr     Explosion_Snd
                jsr     DP_to_D0
                setdp   $D0

<1:fx_boom>         fcb     <2:%00111111,0,0,2> ; voices, noise period, amplitude, speed"""),
    "contract": ("contract", """\
; <1:routine>: <2:what it does>
;   in       <3:DP = $D0>
;   out      <4:none>
;   changes  <5:A B X CC>           keeps  <6:Y U DP S>
;   cycles   <= <7:1000>            vectors <= <8:0>
;   stack    <9:2>
<1:routine>         rts"""),
}
HOLE = re.compile(r"<(\d):([^>]*)>")       # of a snippet: number and usual text


def manifest() -> dict[str, Any]:
    """Return the extension's package.json."""
    launch = {"type": "vecx", "request": "launch", "name": "Debug this program",
              "program": "${file}", "stopOnEntry": "program"}
    return {
        "name": "vecx", "displayName": "vecx", "version": __version__, "publisher": PUBLISHER,
        "description": "Vectrex programs: 6809 assembler, debugger, picture", "license": "MIT",
        "engines": {"vscode": "^1.82.0"}, "categories": ["Debuggers", "Programming Languages"],
        "main": "./extension.js",
        "activationEvents": ["onDebug", "onTaskType:vecx"],
        "extensionKind": ["workspace"],
        "contributes": {
            "configuration": {"title": "vecx", "properties": {
                f"vecx.{name}": setting for name, setting in SETTINGS.items()}},
            "commands": [{"command": f"vecx.{name}", "title": title, "category": "vecx"}
                         for name, title in COMMANDS.items()],
            "languages": [{"id": LANGUAGE, "aliases": ["6809 assembler (vecx)"],
                           "extensions": [".asm", ".inc"], "mimetypes": [MIME_TYPE],
                           "configuration": "./language-configuration.json"}],
            "grammars": [{"language": LANGUAGE, "scopeName": "source.asm.6809",
                          "path": "./grammar.json"}],
            "snippets": [{"language": LANGUAGE, "path": "./snippets.json"}],
            "breakpoints": [{"language": name} for name in (LANGUAGE, "c", "cpp")],
            "debuggers": [{"type": "vecx", "label": "vecx", "languages": [LANGUAGE, "c"],
                           "configurationAttributes": {
                               "launch": {"required": ["program"], "properties": PROPERTIES},
                               "attach": {"required": ["port"], "properties": ATTACH}},
                           "initialConfigurations": [launch]}],
            "taskDefinitions": [{"type": "vecx", "required": ["task"], "properties": {
                "task": {"enum": list(TASKS)},
                "program": {"type": "string", "description": "the source, relative to the "
                                                             "workspace folder"}}}],
            "problemMatchers": [{
                "name": "vecx", "owner": "vecx", "fileLocation": ["autoDetect",
                                                                  "${workspaceFolder}"],
                "pattern": {"regexp": r"^(.+?):(\d+):(\d+): (error|warning)(?:\[[^\]]*\])?: (.*)$",
                            "file": 1, "line": 2, "column": 3, "severity": 4, "message": 5}}],
        }}


def snippets() -> dict[str, Any]:
    """Return the snippets in the form of VS Code, where `$` has a meaning."""
    return {name: {"prefix": prefix, "description": f"vecx: {name}",
                   "body": HOLE.sub(r"${\1:\2}", body.replace("$", r"\$")).split("\n")}
            for name, (prefix, body) in SNIPPETS.items()}


def grammar() -> dict[str, Any]:
    """Return the grammar of comments, strings, numbers, labels, instructions and directives."""
    mnemonics = "|".join(sorted(BY_MNEMONIC, key=lambda name: (-len(name), name)))
    return {"scopeName": "source.asm.6809", "name": "6809 assembler", "patterns": [
        {"match": r"^\*.*$|;.*$", "name": "comment.line.asm"},
        {"match": r'"[^"]*"', "name": "string.quoted.double.asm"},
        {"match": r"'.'?", "name": "string.quoted.single.asm"},
        {"match": r"(?<!\w)(\$[0-9A-Fa-f]+|0x[0-9A-Fa-f]+|%[01]+|@[0-7]+|\d+)\b",
         "name": "constant.numeric.asm"},
        {"match": rf"(?i)(?<=\s)({mnemonics})(?=\s|$)", "name": "keyword.mnemonic.asm"},
        {"match": r"(?i)(?<=\s)(org|setdp|include|incbin|equ|set|macro|endm|rept|if\w*|else|endif|"
                  r"struct|ends?|code|bss|f[cdq]b|fcc|fcn|fdb|rmb|rzb|zmb|align)(?=\s|$)",
         "name": "keyword.control.directive.asm"},
        {"match": r"^[A-Za-z_.][\w.$@?]*:?", "name": "entity.name.function.asm"},
        {"match": r"(?i)(?<=[\s,])(pcr?|dp|cc|[abdxyus])(?=[\s,+\]-]|$)",
         "name": "variable.language.register.asm"}]}

