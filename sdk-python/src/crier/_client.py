"""The client."""

from __future__ import annotations

import os
import ssl
from types import TracebackType
from typing import Any, Callable, Mapping, Optional, Type
from urllib.parse import urlsplit

from ._answers import RawAnswer
from ._connections import Connections
from ._generated.resources import ApiClient
from ._media import MediaLibrary
from ._posts import Posts
from ._proxies import read_proxy
from ._transport import Call, Settings, Transport, Wait
from ._values import NOT_GIVEN


class Crier(ApiClient):
    """The API of Crier.

    One client serves a whole program: it keeps its connections open, and any number of threads may
    use it at once. Close it, or use it in a `with` statement, when you do not need it any more.

    Args:
        api_key: `crier_live_…` or `crier_test_…`; that of CRIER_API_KEY unless given.
        base_url: The address of Crier, such as `https://crier.example.org`; that of CRIER_URL
            unless given.
        timeout: How many seconds one try of a call may take.
        total_timeout: How many seconds a call may take with all its tries.
        max_retries: How often a try that failed is repeated where that is safe; 0 never.
        on_wait: Told before each wait between two tries, with its `seconds` and its `error`.
        proxy: The address of a proxy; that of the environment unless given, none where it is "".
        ssl_context: How certificates are checked; with those of the machine unless given.
        resumable_from: Files of so many bytes are uploaded in parts, so that they can go on.
    """

    media: MediaLibrary
    posts: Posts

    def __init__(
        self,
        api_key: Optional[str] = None,
        base_url: Optional[str] = None,
        *,
        timeout: float = 60.0,
        total_timeout: float = 180.0,
        max_retries: int = 4,
        on_wait: Optional[Callable[[Wait], None]] = None,
        proxy: Optional[str] = None,
        ssl_context: Optional[ssl.SSLContext] = None,
        resumable_from: int = 20_000_000,
    ) -> None:
        if proxy:
            read_proxy(proxy)
        settings = Settings(
            base_url=_read_base_url(base_url or os.environ.get("CRIER_URL", "")),
            api_key=_read_api_key(api_key or os.environ.get("CRIER_API_KEY", "")),
            timeout=timeout,
            total_timeout=total_timeout,
            max_retries=max_retries,
            on_wait=on_wait,
        )
        self._connections = Connections(proxy, ssl_context)
        transport = Transport(settings, self._connections)
        super().__init__(transport)
        self.media = MediaLibrary(transport, resumable_from)
        self.posts = Posts(transport)

    def request(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Any = NOT_GIVEN,
        headers: Optional[Mapping[str, str]] = None,
        idempotency_key: Optional[str] = None,
        if_match: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> RawAnswer:
        """Call an operation by its method and path, such as one that only a newer server has.

        The answer is there as a whole, whatever its type: `request("GET", "/v1/usage").json()`. A
        change carries an idempotency key like every other.
        """
        if not path.startswith("/"):
            # The key would go to another server.
            raise ValueError(f"A path begins with a slash, unlike {path!r}.")
        call = Call(
            method.upper(),
            path,
            query=query,
            body=body,
            repeat="always" if method.upper() in ("GET", "HEAD") else "keyed",
            headers=headers or {},
        )
        return self._transport.whole(
            call, idempotency_key=idempotency_key, if_match=if_match, timeout=timeout
        )

    def close(self) -> None:
        """Close the connections. Calls that are made afterwards raise a RuntimeError."""
        self._connections.close()

    def __enter__(self) -> Crier:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        # The key is not for a log.
        return f"Crier(base_url={self._transport.settings.base_url!r})"


def _read_base_url(text: str) -> str:
    if not text:
        raise ValueError("Say where your Crier is: as base_url, or in CRIER_URL.")
    parts = urlsplit(text)
    is_plain = parts.scheme in ("http", "https") and parts.hostname and "@" not in parts.netloc
    if not is_plain or parts.query or parts.fragment:
        raise ValueError(
            f'base_url is the address of Crier, such as "https://crier.example.org", not {text!r}.'
        )
    return text.rstrip("/")


def _read_api_key(text: str) -> str:
    key = text.strip()
    if not key:
        raise ValueError("A client needs a key: as api_key, or in CRIER_API_KEY.")
    if not all("!" <= character <= "~" for character in key):
        raise ValueError("The api_key has characters that no key of Crier has.")
    return key
