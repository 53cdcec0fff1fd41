"""Paths of the resources of the service."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import quote, urlencode

from .errors import BadRequest

# URL parsers resolve "." and "..", even if the dots are escaped, and some proxies decode escaped slashes.
_NOT_A_SEGMENT = re.compile(r"\A\.{0,2}\Z|[/\\\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_SHOWN_LENGTH_MAX = 100


def resource_path(collection: str, field: str, value: str) -> str:
    """Returns the path of a resource, such as `/v1/templates/3f2b…`.

    `field` is the name of the argument, for the error message. Raises `BadRequest` for an id or name that would
    change the path.
    """
    return f"/v1/{collection}/{path_segment(field, value)}"


def path_segment(field: str, value: str) -> str:
    """Returns an id or name as a segment of a path. Raises `BadRequest` for a value that would change the path."""
    if isinstance(value, str) and not _NOT_A_SEGMENT.search(value):
        return quote(value, safe="")
    shown = ascii(value[:_SHOWN_LENGTH_MAX]) if isinstance(value, str) else type(value).__name__
    raise BadRequest(
        f"{field} must be a string without slashes and control characters, and not empty, '.' or '..'. "
        f"Received: {shown}."
    )


def query_of(parameters: Mapping[str, str | int | None]) -> str:
    """Formats the parameters that are not None as a query with its `?`. Empty if there are none."""
    query = {name: value for name, value in parameters.items() if value is not None}
    return f"?{urlencode(query)}" if query else ""
