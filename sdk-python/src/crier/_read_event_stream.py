"""Reads the messages of a `text/event-stream`."""

from __future__ import annotations

import codecs
import re
from typing import Callable, Iterable, Iterator, List, NamedTuple, Optional

from ._errors import NoAnswerError

_LONGEST_MESSAGE = 16 * 1024 * 1024
_line_end = re.compile("\r\n|\n|\r")


class Message(NamedTuple):
    """One message of a stream."""

    id: Optional[str]
    data: str


def read_event_stream(
    pieces: Iterable[bytes], on_retry: Callable[[float], None]
) -> Iterator[Message]:
    """Read the messages of a stream as they come. A message that was cut off is left out."""
    event_id: Optional[str] = None
    data: List[str] = []
    size = 0
    for line in _lines(pieces):
        size += len(line)
        if size > _LONGEST_MESSAGE:
            raise NoAnswerError("A message of the stream is too long.")
        if line == "":
            # A server that has no event to send may still say how far the stream is.
            if data or event_id is not None:
                yield Message(event_id, "\n".join(data))
            event_id, data, size = None, [], 0
            continue
        name, _, content = line.partition(":")
        content = content[1:] if content.startswith(" ") else content
        if name == "data":
            data.append(content)
        elif name == "id" and "\0" not in content:
            event_id = content
        elif name == "retry" and content.isascii() and content.isdigit():
            on_retry(int(content[:9]) / 1000)


def _lines(pieces: Iterable[bytes]) -> Iterator[str]:
    """Split bytes that come in pieces into whole lines."""
    decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
    rest: List[str] = []
    size = 0
    ends_with_return = False
    for piece in pieces:
        text = decoder.decode(piece)
        if text == "":
            continue
        # A carriage return at the end of a piece may have been half of a line end.
        if ends_with_return and text.startswith("\n"):
            text = text[1:]
            ends_with_return = False
            if text == "":
                continue
        ends_with_return = text.endswith("\r")
        first, *others = _line_end.split(text)
        rest.append(first)
        size += len(first)
        if size > _LONGEST_MESSAGE:
            raise NoAnswerError("A line of the stream is too long.")
        if others:
            yield "".join(rest)
            yield from others[:-1]
            rest, size = [others[-1]], len(others[-1])
