"""A Vectrex: MC6809, 6522, beam, AY-3-8912 and the tools around them."""
