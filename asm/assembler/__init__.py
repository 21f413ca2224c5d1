"""The passes from statements to bytes: items, encoding, layout, directives and conditions."""
