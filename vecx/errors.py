"""The one exception that a user's mistake raises; everything else is a fault of the program."""


class VecxError(Exception):
    """Something the user gave is at fault: the message says what, and what to do about it.

    `exit_status` is what a command ends with: 1, the program, the image or a limit is at fault.
    """

    exit_status = 1


class UsageError(VecxError):
    """The command line or a parameter makes no sense."""

    exit_status = 2
