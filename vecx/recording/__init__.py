"""What a machine shows and sounds like, in files of others' kinds."""

SUFFIXES = (".gif", ".mp4", ".wav")     # of recordings
