"""A file to upload, of which any part can be read again."""

from __future__ import annotations

import io
import os
import tempfile
from types import TracebackType
from typing import IO, Any, Callable, Iterable, Iterator, Optional, Type, Union, cast

from ._media_types import recognize_type

UploadSource = Union[
    str, "os.PathLike[str]", bytes, bytearray, memoryview, IO[bytes], Iterable[bytes]
]
"""A path, bytes in memory, a file that was opened as bytes, or pieces of bytes in their order."""

_PIECE = 65_536


class UploadFile:
    """A file with all that must be announced of it.

    Its bytes are read while they are sent. If they cannot be read twice, such as those of a pipe,
    they are first written into a temporary file, so that an upload that broke off can be repeated.
    """

    name: str
    type: str
    size: int

    def __init__(self, source: UploadSource, name: Optional[str], kind: Optional[str]) -> None:
        self._owned: Optional[IO[bytes]] = None
        self._file = self._open(source)
        try:
            self._base = self._file.tell()
            self.size = self._file.seek(0, os.SEEK_END) - self._base
            self.name = name or _name_of(source)
            found = kind or recognize_type(b"".join(self.pieces(0, min(64, self.size))), self.name)
            if found is None:
                raise ValueError(
                    f"The media type of {self.name!r} is not known."
                    ' Give it as type, such as "image/jpeg".'
                )
            self.type = found
        except BaseException:
            self.close()
            raise

    def _open(self, source: UploadSource) -> IO[bytes]:
        if isinstance(source, (str, os.PathLike)):
            self._owned = open(source, "rb")
        elif isinstance(source, (bytes, bytearray, memoryview)):
            self._owned = io.BytesIO(source)
        elif isinstance(source, io.TextIOBase):
            raise TypeError('A file to upload is opened as bytes: open(path, "rb").')
        elif _is_seekable(source):
            return cast(IO[bytes], source)
        else:
            self._owned = _copy_of(source)
        return self._owned

    def pieces(
        self, start: int, length: int, on_sent: Optional[Callable[[int], None]] = None
    ) -> Iterator[bytes]:
        """A part of the file. `on_sent` is told how many bytes of it were taken."""
        self._file.seek(self._base + start)
        left = length
        while left > 0:
            piece = self._file.read(min(_PIECE, left))
            if not piece:
                raise ValueError(f"{self.name} became shorter while it was uploaded.")
            yield piece
            left -= len(piece)
            # A piece counts as sent when the next one is asked for.
            if on_sent is not None:
                on_sent(length - left)

    def close(self) -> None:
        """Close what was opened here. The file of a caller stays open."""
        if self._owned is not None:
            self._owned.close()

    def __enter__(self) -> UploadFile:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()


def _is_seekable(source: Any) -> bool:
    seekable = getattr(source, "seekable", None)
    return hasattr(source, "read") and seekable is not None and bool(seekable())


def _copy_of(source: Any) -> IO[bytes]:
    file = cast(IO[bytes], tempfile.TemporaryFile(prefix="crier-"))
    try:
        read = getattr(source, "read", None)
        pieces = iter(lambda: read(_PIECE), b"") if read is not None else source
        for piece in pieces:
            file.write(piece)
        file.seek(0)
    except BaseException:
        file.close()
        raise
    return file


def _name_of(source: Any) -> str:
    path = source if isinstance(source, (str, os.PathLike)) else getattr(source, "name", None)
    text = os.fspath(path) if isinstance(path, (str, os.PathLike)) else ""
    return os.path.basename(text) or "upload"
