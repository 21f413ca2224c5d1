"""Recordings: the machine's picture and sound as video, WAV and SVG files."""

SUFFIXES = (".gif", ".mp4", ".wav")     # of recordings
