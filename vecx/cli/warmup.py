"""`vecx warmup`: compile now what the first run would compile."""

import argparse


def add_parser(sub: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Register the sub-command."""
    parser = sub.add_parser("warmup", help="compile once, so that the next start is quick",
                            description="Compile the machine for this computer and keep the code.")
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:
    """Run a frame, draw it and sound it, which compiles everything that playing needs."""
    import time

    from ..compiling.jit import compiles, is_code_kept, is_compiled_before

    if not compiles():
        print("numba is off or missing: there is nothing to compile")
        return 0
    from ..display.warm import steps

    known = is_compiled_before() and is_compiled_before("light.")
    begin = time.process_time()
    for _ in steps():
        pass
    where = "kept for the next start" if is_code_kept() \
        else "not kept: no cache directory can be written"
    if known:
        print("compiled already: nothing was to be done")
        return 0
    print(f"compiled in {time.process_time() - begin:.1f} s of CPU time, {where}")
    return 0
