"""An event loop whose clock is a number: nothing waits, and whoever is asleep is passed over."""

from __future__ import annotations

import asyncio
import contextvars
import heapq
from collections import deque
from contextvars import ContextVar
from itertools import count
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextvars import Context

    from .network import Machine, Network

HERE: ContextVar[Machine | None] = ContextVar("HERE", default=None)
"""The machine that a task runs on; its tasks and timers inherit it."""

AT_ONCE_MAX = 200_000
"""Steps in one instant, after which the loop goes round in a circle."""


class Stuck(Exception):
    """Every task waits for something that cannot happen any more, or for itself."""


class VirtualLoop(asyncio.BaseEventLoop):
    """
    Jumps to the next timer when nothing is ready; the same program takes the same steps.

    What is set for the same instant happens in the order in which it was set, and tasks
    stand in sets in the order in which they began, not by where they are in memory.
    Its connections lead into *network*. What would run in a thread runs at once.
    """

    network: Network

    def __init__(self) -> None:
        super().__init__()
        self.passed_over = 0
        """Steps that had to wait until their machine was awake again."""
        self.faults: list[BaseException] = []
        """What no task has taken notice of."""
        self._now = 1000.0
        self._steps_at_once = 0
        self._ready: deque[Step] = deque()
        self._timers: list[tuple[float, int, Step]] = []
        self._numbers = count()
        self._asleep: dict[Machine, list[Step]] = {}
        self.set_exception_handler(self._note)

    def time(self) -> float:
        return self._now

    def put_to_sleep(self, machine: Machine) -> None:
        self._asleep.setdefault(machine, [])

    def wake(self, machine: Machine) -> None:
        self._ready.extend(self._asleep.pop(machine, []))

    def is_asleep(self, machine: Machine) -> bool:
        return machine in self._asleep

    # What asyncio's own loop does too, with checks that cost more than all that is simulated.

    def call_soon(
        self, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> Any:
        step = Step(self._now, callback, args, context)
        self._ready.append(step)
        return step

    def call_at(
        self,
        when: float,
        callback: Callable[..., object],
        *args: Any,
        context: Context | None = None,
    ) -> Any:
        step = Step(when, callback, args, context)
        heapq.heappush(self._timers, (when, next(self._numbers), step))
        return step

    def call_later(
        self,
        delay: float,
        callback: Callable[..., object],
        *args: Any,
        context: Context | None = None,
    ) -> Any:
        return self.call_at(self._now + delay, callback, *args, context=context)

    def create_task(self, coro: Any, **more: Any) -> NumberedTask:
        return NumberedTask(next(self._numbers), coro, loop=self, **more)

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
        self, factory: Any, knock: Any, *, ssl_handshake_timeout: float = 3600, **_: Any
    ) -> Any:
        protocol = factory()
        return await knock.open(protocol, ssl_handshake_timeout), protocol

    def _run_once(self) -> None:
        while not self._stopping:
            self._take_what_is_due()
            self._steps_at_once += len(self._ready)
            if self._steps_at_once > AT_ONCE_MAX:
                raise Stuck("too many steps in one instant")
            for _ in range(len(self._ready)):
                self._take_step(self._ready.popleft())

    def _take_what_is_due(self) -> None:
        ready, timers = self._ready, self._timers
        while timers and timers[0][2].is_off:
            heapq.heappop(timers)
        if not ready:
            if not timers:
                raise Stuck("every task waits, and no timer is set")
            self._now = max(self._now, timers[0][0])
            self._steps_at_once = 0
        while timers and timers[0][0] <= self._now:
            ready.append(heapq.heappop(timers)[2])

    def _take_step(self, step: Step) -> None:
        if step.is_off:
            return
        if self._asleep and (machine := step.context.get(HERE)) in self._asleep:
            self._asleep[machine].append(step)
            self.passed_over += 1
            return
        try:
            step.context.run(step.callback, *step.args)
        except Exception as error:  # noqa: BLE001 - a fault of no task
            self.faults.append(error)

    def _write_to_self(self) -> None:
        """Nobody waits in a system call, so nobody has to be woken."""

    def _note(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        self.faults.append(context.get("exception") or RuntimeError(context["message"]))


class Step:
    """What is to be done, at once or later, as `asyncio.TimerHandle` is from outside; mutable."""

    __slots__ = ("args", "at", "callback", "context", "is_off")

    def __init__(
        self,
        at: float,
        callback: Callable[..., object],
        args: tuple[Any, ...],
        context: Context | None,
    ) -> None:
        self.at = at
        self.callback = callback
        self.args = args
        # An empty one counts as false.
        self.context = contextvars.copy_context() if context is None else context
        self.is_off = False

    def when(self) -> float:
        return self.at

    def cancelled(self) -> bool:
        return self.is_off

    def cancel(self) -> None:
        self.is_off = True


class NumberedTask(asyncio.Task[Any]):
    """A task that has the same place in a set every time."""

    def __init__(self, number: int, *args: Any, **more: Any) -> None:
        self._number = number
        super().__init__(*args, **more)

    def __hash__(self) -> int:
        return self._number
