"""Uploads large files in several requests, by the tus protocol."""

from __future__ import annotations

import base64
import time
from typing import Callable, Dict, Optional
from urllib.parse import urljoin

from ._errors import CrierError, NoAnswerError, parse_json
from ._retry import pause_before_retry
from ._timed_response import Deadline
from ._transport import Call, Transport
from ._upload_file import UploadFile

_CHUNK = 8_000_000
_version = {"Tus-Resumable": "1.0.0"}


def upload_resumably(
    transport: Transport,
    file: UploadFile,
    keep: Optional[bool],
    silence: float,
    told: Callable[[int, int], None],
) -> str:
    """Upload a file, after a failure from where it broke off. Answers the id of its medium."""
    facts: Dict[str, str] = {"name": file.name, "mime_type": file.type}
    if keep is not None:
        facts["keep"] = "true" if keep else "false"
    metadata = ",".join(
        f"{name} {base64.b64encode(value.encode()).decode()}" for name, value in facts.items()
    )
    headers = {**_version, "Upload-Length": str(file.size), "Upload-Metadata": metadata}
    endpoint = "/v1/media/tus"
    created = transport.whole(Call("POST", endpoint, headers=headers))
    place = created.headers.get("location")
    medium = parse_json(created.read())
    if not place or not isinstance(medium, dict) or not isinstance(medium.get("id"), str):
        raise NoAnswerError("The server did not name the medium.")
    url = urljoin(transport.settings.base_url + endpoint, place)
    _Upload(transport, file, url, silence, told).send()
    return str(medium["id"])


class _Upload:
    """One upload at its address."""

    def __init__(
        self,
        transport: Transport,
        file: UploadFile,
        url: str,
        silence: float,
        told: Callable[[int, int], None],
    ) -> None:
        self._transport = transport
        self._file = file
        self._url = url
        self._silence = silence
        self._told = told

    def send(self) -> None:
        """Send part after part, until the server has the whole file."""
        offset = 0
        failures = 0
        is_known = True
        while offset < self._file.size:
            try:
                if not is_known:
                    offset, is_known = self._ask(), True
                    continue
                offset = self._patch(offset)
                failures = 0
            except CrierError as error:
                failures += 1
                pause = pause_before_retry(error, "always", failures)
                if pause is None and getattr(error, "status", None) in (409, 423):
                    # The connection of the try before may still be open there.
                    pause = 0.5 * failures
                if pause is None or failures > self._transport.settings.max_retries:
                    raise
                is_known = False
                time.sleep(pause)

    def _patch(self, offset: int) -> int:
        """Send one part. Answers how far the server is."""
        length = min(_CHUNK, self._file.size - offset)
        self._told(offset, self._file.size)
        headers = {
            **_version,
            "Upload-Offset": str(offset),
            "Content-Type": "application/offset+octet-stream",
            "Content-Length": str(length),
        }
        pieces = self._file.pieces(
            offset, length, lambda sent: self._told(offset + sent, self._file.size)
        )
        answer = self._transport.once(
            "PATCH", self._url, headers, pieces, Deadline(None, self._silence)
        )
        return self._offset_of(answer.headers.get("upload-offset"))

    def _ask(self) -> int:
        answer = self._transport.once(
            "HEAD", self._url, _version, None, Deadline(None, self._silence)
        )
        return self._offset_of(answer.headers.get("upload-offset"))

    def _offset_of(self, text: Optional[str]) -> int:
        if text is None or not (text.isascii() and text.isdigit()):
            raise NoAnswerError("The server did not say how much of the file it has.")
        offset = int(text)
        if offset > self._file.size:
            raise NoAnswerError("The server has more of the file than there is.")
        return offset
