"""What a machine shows and sounds like, in files of others' kinds."""
