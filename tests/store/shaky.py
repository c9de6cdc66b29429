"""Operating systems for the tests of a journal: a quick one, and one in which a call fails."""

from __future__ import annotations

import errno
import os

from lanuno.store.system import System


class Quick(System):
    """The operating system without the waiting for the disk."""

    def sync(self, handle):
        os.fstat(handle)

    def sync_folder(self, folder):
        folder.stat()


QUICK = Quick()


class Killed(BaseException):
    """The process is gone: whatever still runs in it reaches the operating system no more."""


class Shaky:
    """
    An operating system with trouble from its call number *at* on.

    A trouble is told how many calls ago it began (below zero: not yet), the name of the
    call and its arguments, and what does it.
    """

    def __init__(self, at, trouble):
        self.at = at
        self.trouble = trouble
        self.calls = []
        self.handles = set()

    def __getattr__(self, name):
        def do(*args, **options):
            done = getattr(QUICK, name)(*args, **options)
            if name == "open":
                self.handles.add(done)
            elif name == "close":
                self.handles.remove(*args)
            return done

        def call(*args, **options):
            self.calls.append(name)
            since = len(self.calls) - 1 - self.at
            return self.trouble(since, name, args, lambda *given: do(*given, **options))

        return call

    def die(self):
        """Close what the process left open, as its end does."""
        for handle in self.handles:
            os.close(handle)
        self.handles.clear()


def fails(number, *, is_done=False, stays=False):
    """An error at one call, or from it on; the call may have been *done* all the same."""

    def trouble(since, name, args, do):
        fault = since == 0 or (stays and since > 0)
        done = do(*args) if not fault or is_done or name == "close" else None
        if fault:
            raise OSError(number, os.strerror(number))
        return done

    return trouble


def writes_short(since, name, args, do):
    return write_half(args, do) if since == 0 and name == "write" else do(*args)


def fills_up(since, name, args, do):
    """A disk with room for half of what is written next, and for nothing after that."""
    if since > 0 and name in {"write", "open"}:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    return writes_short(since, name, args, do)


def kills(*, is_done):
    def trouble(since, name, args, do):
        if since < 0:
            return do(*args)
        if since == 0:
            if is_done:
                do(*args)
            elif name == "write":
                write_half(args, do)
        raise Killed

    return trouble


def write_half(args, do):
    handle, contents = args
    return do(handle, contents[: len(contents) // 2])


TROUBLES = {
    "EIO": fails(errno.EIO),
    "ENOSPC": fails(errno.ENOSPC),
    "EIO, though done": fails(errno.EIO, is_done=True),
    "EIO from now on": fails(errno.EIO, stays=True),
    "short": writes_short,
    "full": fills_up,
    "kill before": kills(is_done=False),
    "kill after": kills(is_done=True),
}
