"""The media of a workspace, with the upload of files in one call."""

from __future__ import annotations

import time
from typing import Any, Callable, Optional, Union, cast

from ._answers import RawAnswer
from ._errors import ApiError, CrierError, parse_json, unexpected_answer
from ._generated.models import Media, UploadUrl
from ._generated.resources import MediaApi
from ._resumable import upload_resumably
from ._retry import pause_before_retry
from ._timed_response import Deadline
from ._transport import Transport
from ._upload_file import UploadFile, UploadSource
from ._values import NOT_GIVEN, NotGiven

OnProgress = Callable[[int, int], None]
"""Told how many bytes were sent, of how many. A try that is repeated may begin at 0 again."""

_broken = frozenset(["upload_in_progress", "upload_incomplete"])


class MediaLibrary(MediaApi):
    """The operations of `media`, and `upload`."""

    def __init__(self, transport: Transport, resumable_from: int) -> None:
        super().__init__(transport)
        self._resumable_from = resumable_from

    def upload(
        self,
        source: UploadSource,
        *,
        name: Optional[str] = None,
        type: Optional[str] = None,
        keep: Union[bool, NotGiven] = NOT_GIVEN,
        resumable: Optional[bool] = None,
        on_progress: Optional[OnProgress] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Media:
        """Upload a file, and answer its medium when it was examined.

        Name it in a post by its `media_id`. A try that broke off is repeated; a large file goes on
        where it broke off. The file is read while it is sent, and never held in memory.

        Args:
            source: A path, bytes, a file that was opened as bytes, or pieces of bytes.
            name: The name of the file; that of the path unless given.
            type: The media type; by the first bytes or the ending of the name unless given.
            keep: Whether the medium stays although no post uses it.
            resumable: Whether it is sent in parts; by its size unless given.
            on_progress: Told `(sent, total)` in bytes while they are sent.
            idempotency_key: Names the upload, so that asking again for the same one, also after a
                restart, answers the same medium. Kept for 24 hours. It is sent in one request.
            timeout: How many seconds nothing may move before a try is given up.

        Raises:
            InvalidRequestError: The type, the size or the content cannot be taken.
        """
        if resumable and idempotency_key is not None:
            raise ValueError("An upload with an idempotency_key is sent in one request.")
        told: OnProgress = on_progress or (lambda _sent, _total: None)
        silence = self._transport.settings.timeout if timeout is None else timeout
        with UploadFile(source, name, type) as file:
            is_large = file.size >= self._resumable_from and idempotency_key is None
            if is_large if resumable is None else resumable and file.size > 0:
                kept = None if isinstance(keep, NotGiven) else keep
                return self._medium(upload_resumably(self._transport, file, kept, silence, told))
            to = self.create_upload_url(
                name=file.name,
                mime_type=cast(Any, file.type),
                size_bytes=file.size,
                keep=keep,
                idempotency_key=idempotency_key,
            )
            return self._put(to, file, silence, told, idempotency_key is not None)

    def _medium(self, id: str) -> Media:
        return cast(Media, self.get(id))

    def _put(
        self, to: UploadUrl, file: UploadFile, silence: float, told: OnProgress, is_named: bool
    ) -> Media:
        """Put a file to its upload URL, again where the connection broke."""
        failures = 0
        while True:
            try:
                return self._put_once(to, file, silence, told)
            except CrierError as error:
                failures += 1
                code = error.code if isinstance(error, ApiError) else None
                # An earlier try arrived, and its answer was lost. That of an upload with a name may
                # have been of an earlier program.
                if code == "upload_already_used" and (failures > 1 or is_named):
                    return self._medium(to["id"])
                pause = pause_before_retry(error, "always", failures)
                # The server may not know yet that the connection of the try before is gone.
                if pause is None and code in _broken:
                    pause = 0.5 * failures
                if pause is None or failures > self._transport.settings.max_retries:
                    raise
            time.sleep(pause)

    def _put_once(self, to: UploadUrl, file: UploadFile, silence: float, told: OnProgress) -> Media:
        told(0, file.size)
        pieces = file.pieces(0, file.size, lambda sent: told(sent, file.size))
        headers = {**cast(Any, to["headers"]), "Content-Length": str(file.size)}
        deadline = Deadline(None, silence)
        answer = self._transport.once(to["method"], to["upload_url"], headers, pieces, deadline)
        return _medium_of(answer)


def _medium_of(answer: RawAnswer) -> Media:
    medium = parse_json(answer.read())
    if not isinstance(medium, dict):
        detail = f"The upload was answered with {answer.status}, without a medium."
        raise unexpected_answer(answer.status, answer.headers, detail)
    return cast(Media, medium)
