"""Work for all cores: one function on many parts, in several processes where there are several of both."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

from cardgen.problems import Problem, Problems

if TYPE_CHECKING:
    from concurrent.futures import Future
    from multiprocessing.queues import SimpleQueue

A = TypeVar("A")
B = TypeVar("B")

Tell = Callable[..., None]
"""Tells whoever waits for the work how it goes on."""


Share = Callable[[float], None]
"""Hears what part of the work is done, 0 to 1."""


def untold(*told: object) -> None: ...


class Counter:
    """Counts things that several hands make, and tells what part of the `number` is made."""

    def __init__(self, number: int, hear: Share):
        self.number, self.hear, self.done = number, hear, 0

    def counted(self, made: A) -> A:
        self.done += 1
        self.hear(min(1.0, self.done / self.number))
        return made


def counted(items: Iterable[A], number: int, hear: Share) -> Iterator[A]:
    """The items; with each, `hear` is told what part of the `number` there is."""
    return map(Counter(number, hear).counted, items)


def within(hear: Share, start: float, end: float) -> Share:
    """Who hears of a part of the work, which is from `start` to `end` of the whole."""
    return lambda share: hear(start + share * (end - start))


def side_by_side(
    work: Callable[[A, Tell], B], parts: Iterable[A], number: int, hear: Tell = untold
) -> Iterator[B]:
    """What `work` makes of each of the `number` parts, in their order.

    `hear` gets what `work` tells meanwhile. Each part is made shortly before its turn. Work, parts, what is
    made and what is told have to be picklable. An exception in one is raised here, in its turn;
    Problems, when the system ended a process.
    """
    count = min(cores(), number)
    if count < 2:
        yield from (work(part, hear) for part in parts)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import SimpleQueue, active_children

    try:
        told: SimpleQueue[tuple[Any, ...]] = SimpleQueue()
        pool = ProcessPoolExecutor(count, initializer=_begin, initargs=(told,))
    except (OSError, ImportError, NotImplementedError):  # a system that gives no semaphores
        yield from (work(part, hear) for part in parts)
        return
    waiting: deque[Future[B]] = deque()
    with pool:
        try:
            for part in parts:
                waiting.append(pool.submit(_done, work, part))
                if len(waiting) > count:
                    yield _result(waiting.popleft(), told, hear)
            while waiting:
                yield _result(waiting.popleft(), told, hear)
        except BaseException:  # nobody waits any more for what they are doing
            for process in active_children():
                process.terminate()
            raise


def cores() -> int:
    """How many processes may work at once; one inside such a process."""
    if _told is not None:
        return 1
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


# ------------------------------------------------------------------ where it is waited for


def _result(future: Future[B], told: SimpleQueue[tuple[Any, ...]], hear: Tell) -> B:
    """What came of the work. All that was told until then is heard."""
    from concurrent.futures import BrokenExecutor, wait

    while True:
        ended = future.done()
        while not told.empty():
            hear(*told.get())
        if ended:
            try:
                return future.result()
            except BrokenExecutor:  # no fault of the program: as a rule there was no memory left
                raise Problems([Problem("process-lost")]) from None
        wait([future], timeout=0.05)


# ------------------------------------------------------------------ where it is done


_told: SimpleQueue[tuple[Any, ...]] | None = None
"""Where a process tells how it goes on; None in the one that waits."""


def _begin(told: SimpleQueue[tuple[Any, ...]]) -> None:
    import signal
    import threading

    global _told
    _told = told
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:  # as in the background of a script
        # Ctrl-C is for all processes: whoever waits says what there is to say.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Whoever waits may be killed, and cannot say so."""
    from multiprocessing import parent_process

    parent = parent_process()
    assert parent is not None, "only a process that was begun is here"
    parent.join()
    os._exit(1)


def _done(work: Callable[[A, Tell], B], part: A) -> B:
    return work(part, _tell)


def _tell(*told: object) -> None:
    assert _told is not None, "set when the process began"
    _told.put(told)
