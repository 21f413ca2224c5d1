"""Builds the compiled code that the package contains: native libraries and the web machine.

Run as `python -m building` in the source tree, with `pip install -e ".[build]"`.  Users do not
need this.  numba turns the functions of vecx.compiling.jit into LLVM text (ir.py); clang, from the
package ziglang, makes libraries of it for five platforms (native.py) and WebAssembly (web.py).
profile.py measures which branches are taken, so that clang lays out the frequent ones first.
"""
