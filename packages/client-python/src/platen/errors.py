"""Error classes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from email.message import Message
from email.utils import parsedate_to_datetime
from typing import Any

from .schema import Job, Problem


@dataclass(frozen=True)
class Position:
    """Position of an error in the source of a template."""

    line: int
    """From 1."""
    column: int
    """From 0."""


class PlatenError(Exception):
    """Base class of all errors of this library. `message` is the message of the service, if it answered."""

    def __init__(
        self,
        message: str,
        *,
        status: int | None = None,
        detail: str | None = None,
        position: Position | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        """HTTP status. None if the service did not answer."""
        self.detail = detail
        """Field `error` of the response: the message of the compiler, or an error code."""
        self.position = position
        """Position of the error in the template, for previews and checks."""
        self.request_id = request_id
        """Id of the call in the log of the service."""
        self.retry_after = retry_after
        """Seconds to wait before a retry."""


class BadRequest(PlatenError):
    """400: a field is missing or wrong, the template cannot be compiled or filled, or the data does not match its schema.

    `detail` has the reason. Without a status: the id or name is not valid in a path, and nothing was sent.
    """

    problems: Sequence[Problem] = ()
    """Differences between the data and the data schema of the template, at most 20."""


class Unauthorized(PlatenError):
    """401: the API key is wrong, revoked, inactive or expired."""


class InsufficientCredits(PlatenError):
    """402: the account does not have enough credits."""

    billing_url: str | None = None
    """Address where credits are sold."""


class Forbidden(PlatenError):
    """403: the account is suspended, or a link has expired."""


class NotFound(PlatenError):
    """404: the template, partial, asset or job does not exist in this account."""


class Conflict(PlatenError):
    """409: the idempotency key belongs to a different request or to a call in progress, or the template is archived."""


class Changed(PlatenError):
    """412: `if_version` or `if_absent` does not match, because the content was changed in the meantime."""


class RateLimited(PlatenError):
    """429: too many calls, mails, templates, partials or assets."""


class ServerError(PlatenError):
    """500 or above: an error of the service."""


class Timeout(PlatenError):
    """No data for `timeout` seconds. The service may have processed the call."""


class ConnectionFailed(PlatenError):
    """The connection failed or broke before the end of the response. `__cause__` is the original error."""


class JobFailed(PlatenError):
    """A job failed. Nothing was charged."""

    def __init__(self, job: Job) -> None:
        super().__init__(job["message"] or "The job failed.")
        self.job = job


class WebhookSignatureError(PlatenError):
    """A webhook has no valid signature, or its timestamp is too old."""


_CLASSES: dict[int, type[PlatenError]] = {
    400: BadRequest,
    401: Unauthorized,
    402: InsufficientCredits,
    403: Forbidden,
    404: NotFound,
    409: Conflict,
    412: Changed,
    429: RateLimited,
}


def error_of(status: int, headers: Message, body: Any) -> PlatenError:
    """Creates the error for a response with status 300 or above."""
    if status < 400:
        return PlatenError("The service answered with a redirect. Check base_url.", status=status)
    kind = ServerError if status >= 500 else _CLASSES.get(status, PlatenError)
    detail = body.get("error") if isinstance(body, dict) else None
    error = kind(
        message_in(body) or f"The service answered {status}.",
        status=status,
        detail=detail if isinstance(detail, str) else None,
        position=_position_in(body),
        request_id=headers.get("x-request-id"),
        retry_after=_seconds_in(headers.get("retry-after")),
    )
    if isinstance(error, BadRequest) and isinstance(body, dict):
        error.problems = body.get("problems") or ()
    if isinstance(error, InsufficientCredits):
        link = re.search(r'<([^>]*)>; rel="payment"', headers.get("link") or "")
        error.billing_url = link[1] if link else None
    return error


def message_in(body: Any) -> str | None:
    """Reads the message of the service from a response. None if the response comes from a proxy."""
    message = body.get("message") if isinstance(body, dict) else None
    return message if isinstance(message, str) else None


def _position_in(body: Any) -> Position | None:
    if not isinstance(body, dict):
        return None
    line, column = body.get("line"), body.get("column")
    return Position(line, column) if isinstance(line, int) and isinstance(column, int) else None


def _seconds_in(header: str | None) -> float | None:
    if header is None:
        return None
    if header.isdigit():
        return float(header)
    try:
        date = parsedate_to_datetime(header)
    except ValueError:
        return None
    if date.tzinfo is None:
        date = date.replace(tzinfo=timezone.utc)
    return max(0.0, (date - datetime.now(timezone.utc)).total_seconds())
