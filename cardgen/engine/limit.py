"""A limit on how long rules take: a loop without end is a finding, not a build without end."""

from __future__ import annotations

import math
import signal
import threading
from _thread import interrupt_main
from time import monotonic
from types import FrameType
from typing import Any, Self

SECONDS = 20.0
"""What rules may take for a worked example, or for one choice of a game and all that is asked about it; the
bundled ones take some thousandths."""


class Overlong(BaseException):
    """Rules took longer than `seconds`. No Exception, so that rules which pass over those do not go on."""

    def __init__(self, seconds: float):
        super().__init__(f"no end after {seconds:g} seconds")
        self.seconds = seconds


class Limit:
    """As a context: what goes on for `SECONDS` after the last `begin()` is stopped by Overlong. For one use.

    A thread waits beside it and interrupts the main thread as Ctrl-C would; Ctrl-C itself goes where it
    always goes. Off the main thread, which alone can be interrupted, nothing is limited, nor is what stays
    inside a function of C (a pattern that goes back and forth without end).
    """

    def __init__(self) -> None:
        self.seconds, self.end = SECONDS, math.inf
        self.due = False
        self.over = threading.Event()
        self.watch: threading.Thread | None = None
        self.usual: Any = None

    def begin(self) -> None:
        """The next call begins; the one before is done."""
        self.end = monotonic() + self.seconds

    def __enter__(self) -> Self:
        self.begin()
        if threading.current_thread() is threading.main_thread():
            self.usual = signal.signal(signal.SIGINT, self._interrupted)
            self.watch = threading.Thread(target=self._wait, daemon=True)
            self.watch.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.end = math.inf
        self.over.set()
        if self.watch:
            self.watch.join()
            signal.signal(signal.SIGINT, self.usual)

    def _wait(self) -> None:
        while not self.over.wait(max(0.0, min(self.seconds, self.end - monotonic()))):
            if monotonic() >= self.end:
                self.due = True
                _interrupt()
                self.over.wait(self.seconds / 20)  # what passes over it is interrupted again

    def _interrupted(self, number: int, frame: FrameType | None) -> None:
        if not self.due:
            self._go_on(number, frame)
            return
        self.due = False
        leaving = frame is not None and frame.f_code is Limit.__exit__.__code__
        if monotonic() >= self.end and not leaving:
            raise Overlong(self.seconds)

    def _go_on(self, number: int, frame: FrameType | None) -> None:
        """What Ctrl-C does without us: a call, the end of the process, or nothing."""
        if callable(self.usual):
            self.usual(number, frame)
        elif self.usual == signal.SIG_DFL:
            signal.signal(number, signal.SIG_DFL)
            signal.raise_signal(number)


def _interrupt() -> None:
    """By a signal where one can be sent: it ends waiting and sleeping, too."""
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
    else:
        interrupt_main()
