"""From statements to bytes: items, their encoding, their layout, directives, conditions."""
