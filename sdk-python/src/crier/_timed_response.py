"""Answers of a server whose reading ends in time, however slowly they come."""

from __future__ import annotations

import http.client
import io
import socket
import time
from typing import Any, Optional


class Deadline:
    """The time that is left: until a moment, and with no longer silence than so many seconds."""

    def __init__(self, seconds: Optional[float], silence: Optional[float] = None) -> None:
        self._until = None if seconds is None else time.monotonic() + seconds
        self._silence = silence

    def left(self) -> Optional[float]:
        """The seconds for the next wait; None for any number. Raises socket.timeout at the end."""
        if self._until is None:
            return self._silence
        left = self._until - time.monotonic()
        if left <= 0:
            raise socket.timeout("The time is over.")
        return left if self._silence is None else min(left, self._silence)


class _TimedReader(io.RawIOBase):
    """A socket that is never waited for longer than the time that is left."""

    def __init__(self, raw: Any, sock: socket.socket, deadline: Deadline) -> None:
        self._raw = raw
        self._sock = sock
        self.deadline = deadline
        self.is_over = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> Optional[int]:
        self._sock.settimeout(self.deadline.left())
        count: Optional[int] = self._raw.readinto(buffer)
        self.is_over = count == 0
        return count

    def close(self) -> None:
        self._raw.close()
        super().close()


class TimedResponse(http.client.HTTPResponse):
    """An answer that is read by a deadline, which may change while it is read."""

    def __init__(self, sock: socket.socket, *args: Any, deadline: Deadline, **named: Any) -> None:
        super().__init__(sock, *args, **named)
        self._timed = _TimedReader(self.fp.detach(), sock, deadline)
        self.fp = io.BufferedReader(self._timed, 65_536)

    def begin(self) -> None:
        """Read the head. One that broke off would be taken for a whole one without a body."""
        super().begin()
        if self._timed.is_over:
            raise http.client.RemoteDisconnected("The head of the answer broke off.")

    def set_deadline(self, deadline: Deadline) -> None:
        self._timed.deadline = deadline
