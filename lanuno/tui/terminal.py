"""A terminal may go away while the program still has to end well."""

from __future__ import annotations

from contextlib import suppress
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from textual.driver import Driver


def steady(driver: type[Driver]) -> type[Driver]:
    """A driver like *driver* that goes on without its terminal, until the app ends it."""

    class SteadyDriver(driver):
        _is_suspended = False

        def start_application_mode(self) -> None:
            # Textual's writer would die of the first error, and the app wait for it for ever.
            file = getattr(self, "_file", None)
            if file and not isinstance(file, Lasting):
                self._file = Lasting(file)
            super().start_application_mode()

        def suspend_application_mode(self) -> None:
            self._is_suspended = True
            super().suspend_application_mode()

        def resume_application_mode(self) -> None:
            # A closed terminal says "go on" too (SIGCONT, after SIGHUP), to what never stopped.
            if self._is_suspended:
                self._is_suspended = False
                super().resume_application_mode()

    return SteadyDriver


class Lasting:
    """*file*, but what cannot be written any more is lost without an error."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file

    def write(self, text: str) -> int:
        with suppress(OSError):
            self._file.write(text)
        return len(text)

    def flush(self) -> None:
        with suppress(OSError):
            self._file.flush()

    def __getattr__(self, name: str) -> object:
        return getattr(self._file, name)
