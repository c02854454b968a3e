"""Lists that are read while they are walked."""

from __future__ import annotations

from itertools import islice
from typing import (
    Any,
    Callable,
    Dict,
    Generic,
    Iterator,
    List,
    Mapping,
    Optional,
    TypedDict,
    TypeVar,
)
from urllib.parse import parse_qsl, urlsplit

T = TypeVar("T")


class _PageMeta(TypedDict):
    limit: int
    next: Optional[str]
    """The address of the next page; None on the last."""


class PageMeta(_PageMeta, total=False):
    """Where a page stands in its list."""

    total: int
    """How many rows there are in all; left out of pages that were read from a cursor."""
    offset: int
    cursor: str
    """The end of this page, where a list has one from which it can be read on later."""


class Page(Generic[T]):
    """One page of a list."""

    def __init__(self, data: List[T], meta: PageMeta) -> None:
        self.data = data
        self.meta = meta

    def __repr__(self) -> str:
        return f"<Page of {len(self.data)} rows>"


class Pages(Generic[T]):
    """A list that is read while it is walked: `for post in crier.posts.list()`.

    No request is made before. Each walk begins again.
    """

    def __init__(
        self,
        read: Callable[[Mapping[str, Any]], Any],
        query: Mapping[str, Any],
        start: Mapping[str, Any],
    ) -> None:
        self._read = read
        self._query = {name: value for name, value in query.items() if value is not None}
        self._start = start

    def page(self) -> Page[T]:
        """The page that the query names: the first unless it has an `offset` or a `cursor`."""
        return self._page({})

    def pages(self) -> Iterator[Page[T]]:
        """Every page from there on.

        Rows that are added meanwhile shift nothing, since pages are read from a cursor.
        """
        query = self._begin()
        while True:
            page = self._page(query)
            yield page
            following = page.meta.get("next")
            if not following:
                return
            query = _place_of(following)

    def __iter__(self) -> Iterator[T]:
        for page in self.pages():
            yield from page.data

    def to_list(self, *, limit: Optional[int] = None) -> List[T]:
        """Every row as a list, or the first `limit`."""
        return list(self if limit is None else islice(self, max(0, limit)))

    def first(self) -> Optional[T]:
        """The first row; None if there is none."""
        query = self._begin()
        if "limit" in self._start:
            query["limit"] = 1
        return next(iter(self._page(query).data), None)

    def _page(self, query: Mapping[str, Any]) -> Page[T]:
        answer = self._read(query)
        return Page(answer.get("data") or [], answer.get("meta") or PageMeta(limit=0, next=None))

    def _begin(self) -> Dict[str, Any]:
        start = dict(self._start)
        if "offset" in self._query:
            start.pop("cursor", None)
        return {**start, **self._query}

    def __repr__(self) -> str:
        return "<Pages, read while they are walked>"


def _place_of(following: str) -> Dict[str, Any]:
    """Where the next page begins.

    The filters are those of the call, and the address is the one that the client was given.
    """
    pairs = parse_qsl(urlsplit(following).query, keep_blank_values=True)
    return {name: value for name, value in pairs if name in ("cursor", "offset", "limit")}
