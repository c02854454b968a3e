"""The posts of a workspace, with the wait for an outcome in one call."""

from __future__ import annotations

import time
from datetime import datetime, timezone
from typing import Any, Callable, List, Optional

from ._generated.models import ExpandedPost
from ._generated.resources import PostsApi

_going = frozenset(["pending", "publishing", "confirming"])
_under_way = frozenset(["processing", "scheduled"])


class Posts(PostsApi):
    """The operations of `posts`, and `wait`."""

    def wait(
        self,
        id: str,
        *,
        patience: float = 600.0,
        on_progress: Optional[Callable[[ExpandedPost], None]] = None,
        timeout: Optional[float] = None,
    ) -> ExpandedPost:
        """Wait until the outcome of a post is known on every account.

        The answer is the post with its `results`. It also comes where a person has to decide, with
        the status `held` or `needs_review`. When the time is over it is the post as it stands: its
        status is then still `processing` or `scheduled`, and the post goes on.

        Args:
            patience: How many seconds to wait.
            on_progress: Told of the post after each look at it that found it under way.
        """
        end = time.monotonic() + patience
        asked = 0
        while True:
            post = self.get(id, expand="results", timeout=timeout)
            left = end - time.monotonic()
            if _is_settled(post) or left <= 0:
                return post
            if on_progress is not None:
                on_progress(post)
            time.sleep(min(left, _rest_of(post, asked)))
            asked += 1


def _rest_of(post: Any, asked: int) -> float:
    """A post whose time is far off is asked for rarely; one that is on its way, soon."""
    ahead = 0.0
    if post["status"] == "scheduled" and post["scheduled_at"]:
        # Before Python 3.11 a time does not end with the letter of UTC.
        at = datetime.fromisoformat(post["scheduled_at"].replace("Z", "+00:00"))
        ahead = (at - datetime.now(timezone.utc)).total_seconds()
    return max(min(ahead, 30.0), min(3.0, 0.25 * 1.3 ** min(asked, 20)))


def _is_settled(post: Any) -> bool:
    results = post.get("results") or []
    if not results:
        return post["status"] not in _under_way
    return all(state not in _going for result in results for state in _states_of(result))


def _states_of(result: Any) -> List[str]:
    """Parts behind one that failed are never sent, so they need not be waited for."""
    parts = result.get("parts") or [] if result["status"] == "published" else []
    return [result["status"], *(part["status"] for part in parts)]
