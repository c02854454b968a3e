"""The base of everything that speaks to the server."""

from __future__ import annotations

from typing import Optional

from ._event_stream import EventStream
from ._transport import Call, Transport


class Resource:
    """The operations of one part of the API."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def _follow(self, call: Call, last_event_id: Optional[str], silence: float) -> EventStream:
        return EventStream(self._transport, call, last_event_id, silence)
