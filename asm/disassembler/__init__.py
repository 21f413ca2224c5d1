"""The disassembler: finds the code in an image, and writes the image as source."""
