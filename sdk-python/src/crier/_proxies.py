"""The proxies on the way to a server."""

from __future__ import annotations

import base64
import urllib.request
from typing import Dict, NamedTuple, Optional
from urllib.parse import unquote, urlsplit


class Proxy(NamedTuple):
    """A proxy that speaks HTTP."""

    host: str
    port: int
    headers: Dict[str, str]


def read_proxy(address: str) -> Proxy:
    """Read the address of a proxy, such as `http://user:password@proxy.example.org:3128`."""
    parts = urlsplit(address if "://" in address else f"http://{address}")
    if parts.scheme != "http" or parts.hostname is None:
        raise ValueError('A proxy has an address such as "http://proxy.example.org:3128".')
    headers: Dict[str, str] = {}
    if parts.username is not None:
        pair = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
        headers["Proxy-Authorization"] = f"Basic {base64.b64encode(pair.encode()).decode()}"
    return Proxy(parts.hostname, parts.port or 80, headers)


def proxy_for(scheme: str, host: str, setting: Optional[str]) -> Optional[Proxy]:
    """Find the proxy for a server: that of the setting; if it is None, of the environment."""
    if setting is not None:
        return read_proxy(setting) if setting else None
    address = urllib.request.getproxies().get(scheme)
    if not address or urllib.request.proxy_bypass(host):
        return None
    return read_proxy(address)
