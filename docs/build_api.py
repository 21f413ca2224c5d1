"""Write docs/generated/api.md from the docstrings: `python docs/build_api.py`.

PUBLIC is the list of what users may rely on, by page section; tests/test_api.py holds that every
name of it has a docstring with an example that runs, and that the page is as this command makes it.
"""

import re
from pathlib import Path

import griffe

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "generated" / "api.md"

# Section, what it is about, and the names: modules' functions and classes, by their full paths.
PUBLIC: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("The machine", "A Vectrex run from Python. Everything begins with `Machine`.",
     ("vecx.machine.Machine", "vecx.console.calls.Call", "vecx.console.registers.Registers",
      "vecx.console.hooks.Handle", "vecx.console.watcher.Watcher")),
    ("Frames", "What one frame drew and what it cost.",
     ("vecx.console.frame.Frame", "vecx.console.frame.Budget",
      "vecx.console.difference.Difference", "vecx.measure.budget.limits.Limits",
      "vecx.measure.budget.limits.faults", "vecx.measure.budget.tables.table",
      "vecx.measure.budget.profile.Profile", "vecx.measure.budget.profile.Cost",
      "vecx.measure.budget.profile.Node", "vecx.display.picture.picture_of",
      "vecx.display.picture.save_png", "vecx.recording.svg.svg_of",
      "vecx.recording.notebook.Film", "vecx.recording.notebook.Budgets")),
    ("Many machines", "Threads, processes, clusters; docs/many-machines.md has the rest.",
     ("vecx.many.running.run_many", "vecx.many.shares.run_shares",
      "vecx.fuzzing.session.fuzz", "vecx.fuzzing.solve.solve", "vecx.fuzzing.finds.shown_by",
      "vecx.learning.cartridge.CartridgeEnv", "vecx.learning.vector.CartridgeVectorEnv",
      "vecx.learning.single.BoardEnv", "vecx.learning.pairs.PairEnv")),
    ("Testing", "What the pytest plug-in provides; docs/testing.md has the rest.",
     ("vecx.testing.machine.MachineUnderTest", "vecx.testing.machine.Struct",
      "vecx.testing.golden.Golden", "vecx.testing.examples.given",
      "vecx.testing.contracts.check_call", "vecx.testing.contracts.check_blocks",
      "vecx.testing.contracts.sampled", "vecx.testing.contracts.check_from",
      "vecx.measure.coverage.listing.listing",
      "vecx.measure.profiling.report.Report", "vecx.measure.profiling.report.load",
      "vecx.measure.profiling.report.report_of")),
    ("The strict machine", "What fails on real hardware.",
     ("vecx.strict.finding.Finding", "vecx.strict.rules.Rule", "vecx.strict.rules.select")),
    ("Pages for the web", "One file that plays, or shows, a cartridge in a browser.",
     ("vecx.web.export.page", "vecx.web.film.page")),
    ("Movies, recordings, traces", "What a machine did, to keep.",
     ("vecx.play.movie.Movie", "vecx.play.movie.Recorder", "vecx.play.movie.load",
      "vecx.play.movie.replay", "vecx.recording.take.filming",
      "vecx.recording.kinds.open_recording", "vecx.measure.trace.Tracer",
      "vecx.measure.trace.CallTree", "vecx.sound.mixer.Mixer")),
    ("Images and presets", "Loading cartridges and executive ROMs; the analog parameters.",
     ("vecx.console.roms.load_cartridge", "vecx.console.roms.load_bios",
      "vecx.console.roms.load_debug", "vecx.console.roms.Ready", "vecx.console.roms.include_dirs",
      "vecx.console.roms.bundled", "vecx.console.cartridge.Cartridge",
      "vecx.console.analog.Analog", "vecx.console.analog.load")),
    ("Errors", "All errors that a user's mistake raises have one root.",
     ("vecx.errors.VecxError", "vecx.errors.UsageError", "vecx.errors.AssemblyError",
      "vecx.errors.SnapshotMismatch")),
    ("The assembler", "Sources to images; the standard library only.",
     ("asm.assembly.assemble", "asm.assembly.assemble_file", "asm.assembler.conversion.Asset",
      "asm.assembler.conversion.Conversion", "asm.assembler.conversion.ConversionError",
      "asm.output.program.Program",
      "asm.output.listing.make_listing", "asm.output.formats.intel_hex",
      "asm.output.formats.s_record", "asm.output.formats.symbols_text",
      "asm.formatter.format_source")),
    ("Debug information", "Symbols, lines, routines, contracts.",
     ("asm.output.debugging.debug_info", "asm.output.debuginfo.DebugInfo",
      "asm.output.debuginfo.Where", "asm.output.debuginfo.from_text",
      "asm.output.debuginfo.to_text", "asm.output.contracts.Contract",
      "asm.output.contracts.find")),
    ("The disassembler", "Images to sources.",
     ("asm.disassembler.disasm.disassemble", "asm.disassembler.disasm.decode")),
)
NAMES = tuple(name for _, _, names in PUBLIC for name in names)
ITEMS = "__getitem__", "__setitem__"     # shown like other methods
SECTION_WORDS = ("Args", "Returns", "Yields", "Errors", "Timing")

HEAD = """\
# The Python API

All public names, with an example of each. `python docs/build_api.py` generates this page from the
docstrings, and the tests run every example. Examples can use `Machine` and the names of their own
module, which is shown below each heading. [Recipes](../recipes.md) answers the first questions.
Names that are not on this page may change from version to version.

"""


def load() -> griffe.ModulesCollection:
    """Read both packages without importing them."""
    loader = griffe.GriffeLoader(search_paths=[str(ROOT)])
    for package in ("asm", "vecx"):
        loader.load(package)
    loader.resolve_aliases()
    return loader.modules_collection


def heading(path: str) -> str:
    """Return what an entry is called: the name, with its module where two share it."""
    name = path.rpartition(".")[2]
    same = [other for other in NAMES if other.rpartition(".")[2] == name]
    return name if len(same) == 1 else ".".join(path.split(".")[-2:])


def anchor(heading: str) -> str:
    """Return what a link to a heading is called."""
    return re.sub(r"[^\w-]", "", heading.lower().replace(" ", "-"))


def signature(function: griffe.Function, name: str) -> str:
    """Return name, parameters with their types, and what comes back."""
    text = re.sub(r"^\w+", name, str(function.signature()), count=1)
    text = re.sub(r"\((self|cls)(, )?", "(", text, count=1)
    return text.replace("'", "").replace('"', "'") if "'" not in text else text.replace('"', "'")


def public_members(cls: griffe.Class) -> list[griffe.Object]:
    """Return methods and properties that users may call, those of its bases too, in their order."""
    found = {}
    for base in (*reversed(cls.mro()), cls):
        for name, member in base.members.items():
            if (not name.startswith("_") or name in ITEMS) \
                    and (member.is_function or "property" in member.labels):
                found[name] = member
    return list(found.values())


def prose(docstring: griffe.Docstring | None, links: dict[str, str]) -> list[str]:
    """Return a docstring as Markdown: text, then its sections and examples as they are written."""
    if docstring is None:
        return []
    lines, fenced = list[str](), ""
    for line in docstring.value.splitlines():
        section = re.match(rf"({'|'.join(SECTION_WORDS)}):", line)
        kind = "python" if line.startswith(">>>") or (fenced == "python" and line.strip()) else \
            "text" if section or (fenced == "text" and line.strip()) \
            or (not fenced and re.match(r"\w+(, \w+)*  +\S|    \S", line)) else ""
        if kind != fenced:
            lines += ["```"] * bool(fenced) + [f"```{kind}"] * bool(kind)
        fenced = kind
        lines.append(line if kind else linked(line, links))
    return [*lines, *["```"] * bool(fenced), ""]


def linked(line: str, links: dict[str, str]) -> str:
    """Return a line in which names of the page, in back quotes, lead to their places."""
    return re.sub(r"`(\w+)`", lambda found: f"[`{found[1]}`](#{links[found[1]]})"
                  if found[1] in links else found[0], line)


def entry(path: str, modules: griffe.ModulesCollection, links: dict[str, str]) -> list[str]:
    """Return what the page says of a function, or of a class and its members."""
    thing = modules[path]
    module, _, name = path.rpartition(".")
    if thing.is_function:
        return [f"### {heading(path)}", "", f"`{module}`", "", "```python",
                signature(thing, name), "```", "", *prose(thing.docstring, links)]
    lines = [f"### {heading(path)}", "", f"`{module}`", ""]
    made = thing.members.get("__init__")
    if made is not None and made.is_function:
        lines += ["```python", signature(made, name).replace(" -> None", ""), "```", ""]
    lines += prose(thing.docstring, links)
    for member in public_members(thing):
        if member.is_function:
            lines += ["```python", signature(member, f"{name}.{member.name}"), "```", ""]
        else:
            lines += ["```python", f"{name}.{member.name}: {member.annotation}", "```", ""]
        lines += prose(member.docstring, links)
    return lines


def page() -> str:
    """Return the whole page."""
    modules = load()
    links = {heading(path): anchor(heading(path)) for path in NAMES}
    lines = [HEAD.rstrip(), ""]
    for title, _, names in PUBLIC:
        short = ", ".join(f"[{n}](#{links[n]})" for n in map(heading, names))
        lines.append(f"- [{title}](#{anchor(title)}): {short}")
    for title, about, names in PUBLIC:
        lines += ["", f"## {title}", "", about, ""]
        for path in names:
            lines += entry(path, modules, links)
    return re.sub(r"\n{3,}", "\n\n", "\n".join(line.rstrip() for line in lines)).rstrip() + "\n"


def made() -> dict[Path, str]:
    """Return the contents of the file."""
    return {PAGE: page()}


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
