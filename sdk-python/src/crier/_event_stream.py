"""Follows the events of a workspace as they happen."""

from __future__ import annotations

import threading
from dataclasses import replace
from types import TracebackType
from typing import TYPE_CHECKING, Iterator, Optional, Type, cast

from ._answers import RawAnswer
from ._errors import CrierError, NoAnswerError, parse_json
from ._generated.events import Event
from ._read_event_stream import Message, read_event_stream
from ._retry import pause_before_retry

if TYPE_CHECKING:
    from ._transport import Call, Transport


class EventStream(Iterator[Event]):
    """Events as they happen, for as long as they are asked for.

    A connection that ends is opened again, behind the last event that came. A refusal, such as of a
    revoked key, ends the stream with its error. One thread reads a stream; any other may close it.
    """

    cursor: Optional[str]
    """The place of the last event: give it as `last_event_id` to go on behind it, even after a
    restart.
    """

    def __init__(
        self, transport: Transport, call: Call, last_event_id: Optional[str], silence: float
    ) -> None:
        self._transport = transport
        self._call = call
        self._silence = silence
        self.cursor = last_event_id
        self._closed = threading.Event()
        self._answer: Optional[RawAnswer] = None
        self._messages: Optional[Iterator[Message]] = None
        self._failures = 0
        self._retry: Optional[float] = None

    def __next__(self) -> Event:
        while not self._closed.is_set():
            try:
                message = self._next_message()
            except CrierError as error:
                self._lose()
                if not self._closed.is_set():
                    self._wait(error)
                continue
            if message is None:
                self._lose()
                self._wait(NoAnswerError("The stream ended."))
                continue
            event = parse_json(message.data.encode())
            self.cursor = message.id or self.cursor
            if isinstance(event, dict):
                return cast(Event, event)
        raise StopIteration

    def _next_message(self) -> Optional[Message]:
        """The next message, over a new connection where there is none; None at the end of one."""
        if self._messages is None:
            headers = {"Accept": "text/event-stream"}
            if self.cursor is not None:
                headers["Last-Event-ID"] = self.cursor
            call = replace(self._call, headers=headers)
            self._answer = self._transport.open(call, self._silence)
            self._messages = read_event_stream(self._pieces(self._answer), self._set_retry)
            if self._closed.is_set():
                # It was closed while the connection was opened.
                return None
        return next(self._messages, None)

    def _pieces(self, answer: RawAnswer) -> Iterator[bytes]:
        for piece in answer.iter_bytes():
            self._failures = 0
            yield piece

    def _set_retry(self, seconds: float) -> None:
        self._retry = seconds

    def _wait(self, error: CrierError) -> None:
        """Wait before the next connection. Raises the error if there shall be none."""
        self._failures += 1
        pause = pause_before_retry(error, "always", self._failures)
        if pause is None:
            self.close()
            raise error
        asked = getattr(error, "retry_after", None)
        usual = pause if self._retry is None else self._retry
        self._closed.wait(usual if asked is None else asked)

    def _lose(self) -> None:
        answer, self._answer, self._messages = self._answer, None, None
        if answer is not None:
            answer.close()

    def close(self) -> None:
        """End the stream, from any thread. A loop over it ends."""
        self._closed.set()
        answer = self._answer
        if answer is not None:
            answer.break_off()

    def __enter__(self) -> EventStream:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()
        self._lose()

    def __del__(self) -> None:
        # A loop that was left by `break` forgets its stream, and so its connection.
        if getattr(self, "_answer", None) is not None:
            self._lose()

    def __repr__(self) -> str:
        return f"<EventStream behind {self.cursor!r}>"
