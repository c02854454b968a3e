"""Finds out the media type of a file."""

from __future__ import annotations

from typing import Optional

# The types that Crier takes, by the endings of their files.
_by_ending = {
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "png": "image/png",
    "webp": "image/webp",
    "gif": "image/gif",
    "avif": "image/avif",
    "heic": "image/heic",
    "heif": "image/heic",
    "mp4": "video/mp4",
    "m4v": "video/mp4",
    "mov": "video/quicktime",
    "webm": "video/webm",
    "pdf": "application/pdf",
}

_by_beginning = (
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"GIF8", "image/gif"),
    (b"%PDF-", "application/pdf"),
)

# Many formats share the container of MP4, so only brands that leave no doubt are here.
_by_brand = {
    b"avif": "image/avif",
    b"avis": "image/avif",
    b"heic": "image/heic",
    b"heix": "image/heic",
    b"qt  ": "video/quicktime",
    **dict.fromkeys(
        (b"mp41", b"mp42", b"isom", b"iso2", b"iso4", b"iso5", b"iso6", b"avc1"), "video/mp4"
    ),
}


def recognize_type(head: bytes, name: str) -> Optional[str]:
    """The type by the first bytes, else by the ending of the name; None where nothing tells it.

    Pictures often have the ending of another type, such as a WebP that a page called `.jpg`.
    """
    return _type_of_bytes(head) or _by_ending.get(name.rpartition(".")[2].lower())


def _type_of_bytes(head: bytes) -> Optional[str]:
    if head.startswith(b"RIFF") and head.startswith(b"WEBP", 8):
        return "image/webp"
    if head.startswith(b"ftyp", 4):
        return _by_brand.get(head[8:12])
    if head.startswith(b"\x1aE\xdf\xa3") and b"webm" in head:
        return "video/webm"
    return next((kind for start, kind in _by_beginning if head.startswith(start)), None)
