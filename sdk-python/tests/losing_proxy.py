"""A bad line to a server: requests go wrong on it as a test says."""

from __future__ import annotations

import http.client
import socket
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Tuple, Union
from urllib.parse import urlsplit

Answer = Tuple[int, Mapping[str, str], bytes]
Fault = Union[str, Answer]
"""The way in which a request goes wrong.

`none`: it goes well. `answer lost`: it reaches the server, and its answer nobody. `answer cut`: the
answer breaks off in its middle. `request lost`: it never reaches the server. `request cut`: half of
its body does. `silence`: nothing is heard. An answer: a proxy gives it in place of the server.
"""


class Passed(NamedTuple):
    """A request that came."""

    method: str
    path: str
    headers: Dict[str, str]


class LosingProxy:
    """A server at an address of its own, which can also be given as the proxy of a client."""

    def __init__(self, target: str) -> None:
        self.target = urlsplit(target)
        self.passed: List[Passed] = []
        self.bodies: List[bytes] = []
        """The bodies of the requests that were answered in place of the server."""
        self.connections = 0
        self._plans: List[Tuple[str, str, List[Fault]]] = []
        self._open: List[socket.socket] = []
        self._lock = threading.Lock()
        self.over = threading.Event()
        line = self

        class Handler(_Handler):
            proxy = line

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))
        self._thread.start()

    def fail(self, method: str, path: str, *faults: Fault) -> None:
        """The next requests with this method and beginning of a path go wrong in turn."""
        self._plans.append((method, path, list(faults)))

    def next_fault(self, method: str, path: str) -> Fault:
        with self._lock:
            for planned, beginning, faults in self._plans:
                if faults and planned == method and path.startswith(beginning):
                    return faults.pop(0)
        return "none"

    def began(self, sock: socket.socket) -> None:
        with self._lock:
            self.connections += 1
            self._open.append(sock)

    def cut(self) -> None:
        """Break every connection that is open."""
        with self._lock:
            open_now, self._open = self._open, []
        for sock in open_now:
            _break(sock)

    def sent(self, method: str, path: str = "/") -> List[Passed]:
        return [one for one in self.passed if one.method == method and one.path.startswith(path)]

    def close(self) -> None:
        self.over.set()
        self.cut()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def __enter__(self) -> LosingProxy:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    proxy: LosingProxy

    def setup(self) -> None:
        super().setup()
        self.proxy.began(self.connection)

    def handle(self) -> None:
        try:
            super().handle()
        except OSError:
            self.close_connection = True

    def log_message(self, format: str, *args: Any) -> None:
        return None

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        path = f"{parts.path}{'?' + parts.query if parts.query else ''}"
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.proxy.passed.append(Passed(self.command, path, headers))
        fault = self.proxy.next_fault(self.command, path)
        if fault == "request lost":
            return self._drop()
        if fault == "silence":
            self.proxy.over.wait(30)
            return self._drop()
        if isinstance(fault, tuple):
            self.proxy.bodies.append(self._body())
            return self._give(*fault)
        return self._pass_on(path, headers, fault)

    do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = do_GET

    def _pass_on(self, path: str, headers: Mapping[str, str], fault: str) -> None:
        target = self.proxy.target
        outgoing = http.client.HTTPConnection(str(target.hostname), target.port)
        try:
            outgoing.putrequest(self.command, path, skip_host=True, skip_accept_encoding=True)
            for name, value in {**headers, "host": target.netloc}.items():
                outgoing.putheader(name, value)
            outgoing.endheaders()
            body = self._body()
            if fault == "request cut":
                outgoing.send(body[: len(body) // 2])
                return self._drop()
            if body:
                outgoing.send(body)
            came = outgoing.getresponse()
            if fault == "answer lost":
                came.read()
                return self._drop()
            self._relay(came, fault)
        finally:
            outgoing.close()

    def _relay(self, came: http.client.HTTPResponse, fault: str) -> None:
        self.send_response_only(came.status)
        for name, value in came.headers.items():
            if name.lower() not in ("connection", "transfer-encoding", "keep-alive"):
                self.send_header(name, value)
        if came.length is None:
            self.close_connection = True
            self.send_header("Connection", "close")
        self.end_headers()
        while self.command != "HEAD":
            piece = came.read1(65_536)
            if not piece:
                return
            if fault == "answer cut":
                self.wfile.write(piece[: min(20, len(piece) - 1)])
                return self._drop()
            self.wfile.write(piece)

    def _body(self) -> bytes:
        return self.rfile.read(int(self.headers.get("content-length") or 0))

    def _give(self, status: int, headers: Mapping[str, str], body: bytes) -> None:
        self.send_response_only(status)
        for name, value in {"content-length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def _drop(self) -> None:
        self.close_connection = True
        _break(self.connection)


def _break(sock: Optional[socket.socket]) -> None:
    if sock is not None:
        try:
            sock.shutdown(socket.SHUT_RDWR)
        except OSError:
            return
