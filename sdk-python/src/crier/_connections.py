"""Connections that are kept open between requests, and shared by threads."""

from __future__ import annotations

import contextlib
import functools
import http.client
import os
import select
import socket
import ssl
import threading
import time
from typing import Dict, Iterable, List, Mapping, NamedTuple, Optional, Union
from urllib.parse import urlsplit

from ._proxies import Proxy, proxy_for
from ._timed_response import Deadline, TimedResponse

Body = Union[None, bytes, Iterable[bytes]]

_KEPT_PER_SERVER = 10
_KEPT_SECONDS = 55.0


class Server(NamedTuple):
    """The end of a connection."""

    scheme: str
    host: str
    port: Optional[int]


class _Kept(NamedTuple):
    connection: http.client.HTTPConnection
    since: float


class Exchange:
    """A request that was answered. Its body is not read yet."""

    def __init__(
        self,
        connections: Connections,
        server: Server,
        connection: http.client.HTTPConnection,
        response: TimedResponse,
        sock: socket.socket,
    ) -> None:
        self._connections = connections
        self._server = server
        self._connection = connection
        self._sock = sock
        self.response = response
        self.status = response.status
        self.headers = response.headers

    def read_some(self, size: int = 65_536) -> bytes:
        """The bytes that have come; none at the end. Raises IncompleteRead if it broke off."""
        data = self.response.read1(size)
        if data:
            return data
        if self.response.length:
            self.close()
            raise http.client.IncompleteRead(b"", self.response.length)
        self._finish()
        return b""

    def _finish(self) -> None:
        """Keep the connection for the next request, if the server keeps it too."""
        if self._connection.sock is None or self.response.will_close:
            self.close()
            return
        self.response.close()
        self._connections.keep(self._server, self._connection)

    def break_off(self) -> None:
        """End the exchange from another thread: whoever reads its body comes to an end."""
        # It may have been closed before.
        with contextlib.suppress(OSError):
            # A socket with TLS would forget its state, which the other thread still needs.
            socket.socket.shutdown(self._sock, socket.SHUT_RDWR)

    def close(self) -> None:
        self.response.close()
        self._connection.close()


class Connections:
    """Sends requests. Any number of threads may do so at once; each has a connection of its own."""

    def __init__(self, proxy: Optional[str], context: Optional[ssl.SSLContext]) -> None:
        self._proxy = proxy
        self._context = context
        self._lock = threading.Lock()
        self._kept: Dict[Server, List[_Kept]] = {}
        self._process = os.getpid()
        self._is_closed = False

    def exchange(
        self, method: str, url: str, headers: Mapping[str, str], body: Body, deadline: Deadline
    ) -> Exchange:
        """Send a request and read the head of its answer. Raises OSError or HTTPException."""
        parts = urlsplit(url)
        server = Server(parts.scheme, parts.hostname or "", parts.port)
        proxy = proxy_for(server.scheme, server.host, self._proxy)
        target = f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"
        sent_headers = dict(headers)
        if proxy is not None and server.scheme == "http":
            target = f"http://{parts.netloc}{target}"
            sent_headers.update(proxy.headers)
        connection = self._take(server) or self._open(server, proxy)
        try:
            return self._ask(connection, server, method, target, sent_headers, body, deadline)
        except BaseException:
            # An interrupted exchange leaves a connection of which nobody knows what comes next.
            connection.close()
            raise

    def _ask(
        self,
        connection: http.client.HTTPConnection,
        server: Server,
        method: str,
        target: str,
        headers: Mapping[str, str],
        body: Body,
        deadline: Deadline,
    ) -> Exchange:
        connection.timeout = deadline.left()
        if connection.sock is None:
            connection.connect()
        sock = connection.sock
        broken = _send(connection, sock, method, target, headers, body, deadline)
        connection.response_class = functools.partial(  # type: ignore[assignment]
            TimedResponse, deadline=deadline
        )
        try:
            response = connection.getresponse()
        except (OSError, http.client.HTTPException):
            if broken is not None:
                raise broken from None
            raise
        assert isinstance(response, TimedResponse)
        if broken is not None:
            response.will_close = True
        return Exchange(self, server, connection, response, sock)

    def _open(self, server: Server, proxy: Optional[Proxy]) -> http.client.HTTPConnection:
        host, port = server.host, server.port
        if server.scheme == "http":
            if proxy is not None:
                return http.client.HTTPConnection(proxy.host, proxy.port)
            return http.client.HTTPConnection(host, port)
        context = self._context or _usual_context()
        if proxy is None:
            return http.client.HTTPSConnection(host, port, context=context)
        connection = http.client.HTTPSConnection(proxy.host, proxy.port, context=context)
        connection.set_tunnel(host, port or 443, proxy.headers)
        return connection

    def _take(self, server: Server) -> Optional[http.client.HTTPConnection]:
        """An open connection that nobody uses, the latest one."""
        with self._lock:
            if self._is_closed:
                raise RuntimeError("The client is closed.")
            if self._process != os.getpid():
                # After a fork these are those of the parent. Closing them ends nothing there.
                self._process = os.getpid()
                _close_all(self._kept.values())
                self._kept = {}
            kept = self._kept.get(server, [])
            while kept:
                connection, since = kept.pop()
                if time.monotonic() - since < _KEPT_SECONDS and _is_quiet(connection):
                    return connection
                connection.close()
        return None

    def keep(self, server: Server, connection: http.client.HTTPConnection) -> None:
        with self._lock:
            kept = self._kept.setdefault(server, [])
            if not self._is_closed and len(kept) < _KEPT_PER_SERVER:
                kept.append(_Kept(connection, time.monotonic()))
                return
        connection.close()

    def close(self) -> None:
        with self._lock:
            self._is_closed = True
            kept, self._kept = self._kept, {}
        _close_all(kept.values())


def _send(
    connection: http.client.HTTPConnection,
    sock: socket.socket,
    method: str,
    target: str,
    headers: Mapping[str, str],
    body: Body,
    deadline: Deadline,
) -> Optional[OSError]:
    """Send a request. Answers the error of a connection that broke while the body was sent.

    A server that refuses a body says so before it has read all of it.
    """
    sock.settimeout(deadline.left())
    connection.putrequest(method, target)
    for name, value in headers.items():
        connection.putheader(name, value)
    if isinstance(body, bytes) or (body is None and method not in ("GET", "HEAD")):
        connection.putheader("Content-Length", str(len(body or b"")))
    connection.endheaders()
    try:
        for piece in [body] if isinstance(body, bytes) else body or ():
            sock.settimeout(deadline.left())
            connection.send(piece)
    except (BrokenPipeError, ConnectionResetError) as error:
        return error
    return None


def _close_all(kept: Iterable[List[_Kept]]) -> None:
    for connection, _since in (one for each in kept for one in each):
        connection.close()


def _is_quiet(connection: http.client.HTTPConnection) -> bool:
    """Whether nothing came while nobody asked, such as the end of the connection."""
    sock = connection.sock
    if sock is None:
        return False
    try:
        if not hasattr(select, "poll"):
            return not select.select([sock], [], [], 0)[0]
        poll = select.poll()
        poll.register(sock, select.POLLIN)
        return not poll.poll(0)
    except (OSError, ValueError):
        return False


@functools.lru_cache(maxsize=1)
def _usual_context() -> ssl.SSLContext:
    """Reads the certificates of the machine once, which takes some milliseconds."""
    return ssl.create_default_context()
