"""The machine in a browser: the compiled chips as WebAssembly, and the pages that run them."""
