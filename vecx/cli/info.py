"""`vecx info`: what an image is."""

import argparse

from .arguments import add_include


def add_parser(sub: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Register the sub-command."""
    parser = sub.add_parser("info", help="header, size and checksum of an image",
                            description="Show an image's header, size, checksum and vectors.")
    parser.add_argument("image", metavar="IMAGE",
                        help="a bundled name, an image or an .asm source")
    add_include(parser)
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:
    """Print what is known of the image; return the exit status."""
    import hashlib
    import zlib

    from ..console import cartridge, roms

    cart, debug = roms.load_cartridge(args.image, args.include)
    assert cart is not None
    image = cart.image
    print(f"name      {cart.name}")
    print(f"size      {len(image):,} bytes, ${len(image) - 1:04X} the last address")
    print(f"crc32     {zlib.crc32(image):08x}")
    print(f"sha256    {hashlib.sha256(image).hexdigest()}")
    if len(image) > cartridge.SPACE:
        print("banks     2 of 32 KiB; PB6 switches, the second is in sight after /RESET")
    image = cartridge.first_seen(image)
    fault = cartridge.header_fault(image)
    if fault:
        print(f"header    {fault}")
    else:
        print(f"header    {image[:image.find(cartridge.END)].decode('ascii', 'replace')}")
        for line in cartridge.header_lines(image):
            print(f"title     {line}")
    if len(image) == roms.BIOS_BYTES:
        vectors = {"reset": 0x1FFE, "NMI": 0x1FFC, "SWI": 0x1FFA, "IRQ": 0x1FF8, "FIRQ": 0x1FF6}
        print("vectors   " + "  ".join(f"{name} ${image[at]:02X}{image[at + 1]:02X}"
                                       for name, at in vectors.items()) + "  (as an executive ROM)")
    if debug:
        print(f"symbols   {len(debug.symbols)}, of which {len(debug.routines)} are routines")
    return 0
