"""The answers of the server."""

from __future__ import annotations

import http.client
import json
import os
import tempfile
from email.message import Message
from types import TracebackType
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Type, Union

from ._connections import Exchange
from ._errors import NoAnswerError, unexpected_answer

LONGEST_JSON = 64 * 1024 * 1024
"""How many bytes of JSON are read at most. The largest page of Crier is far below that."""


class AnswerFacts(NamedTuple):
    """The facts of an answer besides its body."""

    status: int
    headers: Message
    """Found by their names in any capitals: `headers["ratelimit"]`."""
    request_id: Optional[str]
    etag: Optional[str]


class Answer(Dict[str, Any]):
    """The JSON of an answer, a dictionary like any other, with its facts."""

    facts: AnswerFacts


def answer_of(result: Any) -> Optional[AnswerFacts]:
    """The facts of the answer that a result was read from: `answer_of(post).etag`.

    None for a dictionary that is no whole answer, such as a row of a list.
    """
    return result.facts if isinstance(result, Answer) else None


class RawAnswer:
    """An answer of any type, whose bytes are read when they are asked for.

    Close it, or use it in a `with` statement, unless you read it to its end.
    """

    def __init__(self, exchange: Optional[Exchange], url: str, content: bytes = b"") -> None:
        self._exchange = exchange
        self._content = content
        self.url = url
        """The address of which the bytes are, after redirects."""
        self.status: int = 0
        self.headers: Message = Message()
        if exchange is not None:
            self.status, self.headers = exchange.status, exchange.headers

    def iter_bytes(self) -> Iterator[bytes]:
        """The bytes as they come. Raises NoAnswerError where the connection breaks."""
        exchange = self._exchange
        if exchange is None:
            if self._content:
                yield self._content
            return
        try:
            while True:
                piece = exchange.read_some()
                if not piece:
                    self._exchange = None
                    return
                yield piece
        except (OSError, http.client.HTTPException) as error:
            raise NoAnswerError("The connection broke during the answer.") from error
        finally:
            if self._exchange is not None:
                self.close()

    def read(self) -> bytes:
        """All bytes that were not read yet."""
        return b"".join(self.iter_bytes())

    def json(self) -> Any:
        """The value of the JSON that the body is."""
        return json.loads(self.read())

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Write the bytes into a file, which is there when it is whole."""
        place = os.fspath(path)
        folder = os.path.dirname(place) or "."
        handle, part = tempfile.mkstemp(prefix=".crier-", dir=folder)
        try:
            with os.fdopen(handle, "wb") as file:
                for piece in self.iter_bytes():
                    file.write(piece)
            os.chmod(part, 0o666 & ~_umask())
            os.replace(part, place)
        except BaseException:
            os.unlink(part)
            raise

    def break_off(self) -> None:
        """End the answer from another thread."""
        if self._exchange is not None:
            self._exchange.break_off()

    def close(self) -> None:
        exchange, self._exchange = self._exchange, None
        if exchange is not None:
            exchange.close()

    def __enter__(self) -> RawAnswer:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<RawAnswer {self.status} of {self.url.partition('?')[0]}>"


def whole(exchange: Exchange, url: str) -> RawAnswer:
    """An answer whose bytes have all come."""
    answer = RawAnswer(None, url, read_all(exchange, None))
    answer.status, answer.headers = exchange.status, exchange.headers
    return answer


def read_all(exchange: Exchange, limit: Optional[int] = LONGEST_JSON) -> bytes:
    """The whole body. Raises ApiError if it is longer than the limit."""
    pieces: List[bytes] = []
    length = 0
    while True:
        piece = exchange.read_some()
        if not piece:
            return b"".join(pieces)
        pieces.append(piece)
        length += len(piece)
        if limit is not None and length > limit:
            exchange.close()
            detail = f"The server answered more than {limit} bytes."
            raise unexpected_answer(exchange.status, exchange.headers, detail)


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
