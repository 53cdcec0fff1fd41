"""What can go wrong, as classes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timezone
from email.message import Message
from email.utils import parsedate_to_datetime
from typing import Any

from .schema import DataFailureProblem, Job


class PlatenError(Exception):
    """A call that was refused or could not be made, with the service's own words where it has answered."""

    def __init__(
        self,
        message: str,
        *,
        status: int | None = None,
        detail: str | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        """The answer's status; None where there was no answer."""
        self.detail = detail
        """The answer's `error` field: the compiler's words, or a code."""
        self.request_id = request_id
        """By which the operator finds the call in the log."""
        self.retry_after = retry_after
        """Seconds after which another try makes sense."""


class BadRequest(PlatenError):
    """400: a field is missing or wrong, or the template cannot be compiled or filled; `detail` has the reason.

    Without a status: an id or name cannot be part of a path, and nothing was sent.
    """

    problems: Sequence[DataFailureProblem] = ()
    """Each place at which the data do not fit the template's schema, at most 20."""


class Unauthorized(PlatenError):
    """401: the API key is wrong, revoked, inactive or expired."""


class InsufficientCredits(PlatenError):
    """402: the account lacks credits."""

    billing_url: str | None = None
    """Where credits are bought."""


class Forbidden(PlatenError):
    """403: the account is suspended, or a link has expired."""


class NotFound(PlatenError):
    """404: there is no such template or job in this account."""


class Conflict(PlatenError):
    """409: the idempotency key belongs to another call, or its call is still under way."""


class Changed(PlatenError):
    """412: what is there is not what `if_version` says any more, or `if_absent`: somebody has put it there meanwhile."""


class RateLimited(PlatenError):
    """429: too many calls, mails or templates."""


class ServerError(PlatenError):
    """500 and above."""


class Timeout(PlatenError):
    """Nothing came for `timeout` seconds. The service may have taken the call all the same."""


class ConnectionFailed(PlatenError):
    """No connection, or one that broke before the whole answer was there; `__cause__` has the reason."""


class JobFailed(PlatenError):
    """An asynchronous job that has ended without a PDF. Nothing was charged."""

    def __init__(self, job: Job) -> None:
        super().__init__(job["message"] or "The job failed.")
        self.job = job


class WebhookNotGenuine(PlatenError):
    """A webhook's call that the service has not signed, or signed too long ago."""


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
    """The error that an answer with a status of 300 or more stands for."""
    if status < 400:
        return PlatenError("The service answered with a redirect. Check base_url.", status=status)
    kind = ServerError if status >= 500 else _CLASSES.get(status, PlatenError)
    detail = body.get("error") if isinstance(body, dict) else None
    error = kind(
        message_in(body) or f"The service answered {status}.",
        status=status,
        detail=detail if isinstance(detail, str) else None,
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
    """The service's own words in an answer, if it is one of the service and not of a proxy before it."""
    message = body.get("message") if isinstance(body, dict) else None
    return message if isinstance(message, str) else None


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
