"""Why the system did not do something with a file, in a player's words."""

from __future__ import annotations

import errno

from lanuno.language import N_, _


def reason(error: OSError) -> str:
    """What is wrong, as the end of a sentence; the system's own words if it is a rare thing."""
    known = _REASONS.get(error.errno or 0)
    return _(known) if known else error.strerror or str(error)


_REASONS = {
    errno.ENOENT: N_("there is no such file or folder"),
    errno.EEXIST: N_("something with that name is there already"),
    errno.EISDIR: N_("that is a folder"),
    errno.ENOTDIR: N_("a part of that path is no folder"),
    errno.EACCES: N_("that is not allowed"),
    errno.EPERM: N_("that is not allowed"),
    errno.EROFS: N_("nothing can be written there"),
    errno.ENOSPC: N_("the disk is full"),
}
