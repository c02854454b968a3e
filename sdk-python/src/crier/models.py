"""The types of what the API answers and takes, for annotations: `from crier.models import Post`."""

from ._generated import events as _events
from ._generated import models as _models
from ._generated.events import *  # noqa: F403
from ._generated.models import *  # noqa: F403

__all__ = [*_models.__all__, *_events.__all__]
