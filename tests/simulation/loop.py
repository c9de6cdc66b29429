"""An event loop whose clock is a number: nothing waits, and whoever is asleep is passed over."""

from __future__ import annotations

import asyncio
import heapq
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections import deque

    from .network import Machine, Network

HERE: ContextVar[Machine | None] = ContextVar("HERE", default=None)
"""The machine that a task runs on; its tasks and timers inherit it."""

AT_ONCE_MAX = 200_000
"""Steps in one instant, after which the loop goes round in a circle."""

CANCELLED_MAX = 50
"""How many timers there may be before those that nobody waits for are thrown out."""


class Stuck(Exception):
    """Every task waits for something that cannot happen any more, or for itself."""


class VirtualLoop(asyncio.BaseEventLoop):
    """
    Jumps to the next timer when nothing is ready; the same program takes the same steps.

    Its connections lead into *network*. What would run in a thread runs at once.
    """

    _ready: deque[asyncio.Handle]
    _scheduled: list[asyncio.TimerHandle]
    _timer_cancelled_count: int
    network: Network

    def __init__(self) -> None:
        super().__init__()
        self.passed_over = 0
        """Steps that had to wait until their machine was awake again."""
        self.faults: list[BaseException] = []
        """What no task has taken notice of."""
        self._now = 1000.0
        self._steps_at_once = 0
        self._asleep: dict[Machine, list[asyncio.Handle]] = {}
        self.set_exception_handler(self._note)

    def time(self) -> float:
        return self._now

    def put_to_sleep(self, machine: Machine) -> None:
        self._asleep.setdefault(machine, [])

    def wake(self, machine: Machine) -> None:
        self._ready.extend(self._asleep.pop(machine, []))

    def is_asleep(self, machine: Machine) -> bool:
        return machine in self._asleep

    def run_in_executor(self, _: Any, func: Any, *args: Any) -> asyncio.Future[Any]:
        done = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as error:  # noqa: BLE001 - it is for whoever awaits it
            done.set_exception(error)
        return done

    async def create_connection(self, factory: Any, host: str, port: int, **_: Any) -> Any:
        protocol = factory()
        return await self.network.connect(HERE.get(), host, port, protocol), protocol

    async def sock_accept(self, listener: Any) -> Any:
        knock = await listener.knocks.get()
        return knock, (knock.machine.address, knock.number)

    async def connect_accepted_socket(
        self, factory: Any, knock: Any, *, ssl_handshake_timeout: float, **_: Any
    ) -> Any:
        protocol = factory()
        return await knock.open(protocol, ssl_handshake_timeout), protocol

    def _run_once(self) -> None:
        ready, scheduled = self._ready, self._scheduled
        if len(scheduled) > CANCELLED_MAX and self._timer_cancelled_count * 2 > len(scheduled):
            self._forget_cancelled()
        while scheduled and scheduled[0].cancelled():
            heapq.heappop(scheduled)._scheduled = False
            self._timer_cancelled_count -= 1
        if not ready:
            if not scheduled:
                raise Stuck("every task waits, and no timer is set")
            self._now = max(self._now, scheduled[0].when())
            self._steps_at_once = 0
        while scheduled and scheduled[0].when() <= self._now:
            timer = heapq.heappop(scheduled)
            timer._scheduled = False
            ready.append(timer)
        self._steps_at_once += len(ready)
        if self._steps_at_once > AT_ONCE_MAX:
            raise Stuck("too many steps in one instant")
        for _ in range(len(ready)):
            handle = ready.popleft()
            if handle.cancelled():
                continue
            if self._asleep and (machine := handle._context.get(HERE)) in self._asleep:
                self._asleep[machine].append(handle)
                self.passed_over += 1
            else:
                handle._run()

    def _forget_cancelled(self) -> None:
        for timer in self._scheduled:
            timer._scheduled = not timer.cancelled()
        self._scheduled[:] = [each for each in self._scheduled if each._scheduled]
        heapq.heapify(self._scheduled)
        self._timer_cancelled_count = 0

    def _write_to_self(self) -> None:
        """Nobody waits in a system call, so nobody has to be woken."""

    def _note(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        self.faults.append(context.get("exception") or RuntimeError(context["message"]))
