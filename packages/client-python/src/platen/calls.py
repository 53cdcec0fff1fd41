"""Requests and retries."""

from __future__ import annotations

import http.client
import json
import random
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from email.message import Message
from typing import Any, TypeVar

from .errors import (
    Conflict,
    ConnectionFailed,
    NotFound,
    PlatenError,
    Timeout,
    error_of,
    message_in,
)

Value = TypeVar("Value")

# Media type of most answers.
JSON = "application/json"
# Accepts an answer of any media type, as bytes.
ANY = "*/*"
_FIRST_DELAY = 0.5
_DELAY_MAX = 8.0
# A longer Retry-After is reported as an error instead of a long wait.
_RETRY_AFTER_MAX = 30.0
# A synchronous call ends after 29 s. If its process dies, its idempotency key is released after 45 s.
_IN_PROGRESS_MAX = 60.0
_TRANSIENT_STATUSES = {429, 500, 502, 503, 504}
# Limits of the account and time-outs of documents. Without Retry-After, a retry would fail in the same way.
_FINAL_STATUSES = {429, 504}


@dataclass(frozen=True)
class Connection:
    """Service, credentials and defaults of a client. `base_url` has no trailing slash. `timeout` is in seconds."""

    base_url: str
    api_key: str
    timeout: float
    retries: int

    def __repr__(self) -> str:
        return f"Connection({self.base_url!r})"


@dataclass(frozen=True)
class Limits:
    """Overrides of the defaults for one call. `timeout` is in seconds and applies to each attempt."""

    timeout: float | None = None
    retries: int | None = None


@dataclass(frozen=True)
class Answer:
    """Successful answer."""

    body: Any
    headers: Message


class Failure(Exception):
    """Failed attempt."""

    def __init__(self, error: PlatenError, *, from_service: bool = False, never_sent: bool = False) -> None:
        super().__init__(error)
        self.error = error
        # True if the service answered, and not a proxy.
        self.from_service = from_service
        # True if the request was certainly not sent.
        self.never_sent = never_sent

    @property
    def is_in_progress(self) -> bool:
        """True if an earlier attempt is still in progress, so that a later attempt gets its response."""
        return isinstance(self.error, Conflict) and self.error.retry_after is not None

    @property
    def is_unprocessed(self) -> bool:
        """True if the service has not processed the request. A 503 of a proxy does not prove that."""
        return self.never_sent or (self.from_service and self.error.status in (429, 503))

    @property
    def is_transient(self) -> bool:
        if isinstance(self.error, (ConnectionFailed, Timeout)) or self.is_in_progress:
            return True
        if self.from_service and self.error.status in _FINAL_STATUSES:
            return self.error.retry_after is not None
        return self.error.status in _TRANSIENT_STATUSES


def call(
    connection: Connection,
    method: str,
    path: str,
    limits: Limits,
    *,
    body: Any = None,
    content: bytes | None = None,
    content_type: str = "application/octet-stream",
    idempotency_key: str | None = None,
    if_version: str | None = None,
    if_absent: bool = False,
    repeatable: bool = True,
    accept: str = JSON,
) -> Answer:
    """Sends a request, with retries. Raises the `PlatenError` of the last attempt.

    `content`: raw bytes to send instead of `body`, with their `content_type`. `if_version`: the `contentVersion` that the stored resource must
    have. `if_absent`: the resource must not exist.
    """
    headers = {"x-api-key": connection.api_key, "accept": accept}
    if body is not None:
        headers["content-type"] = "application/json"
    if content is not None:
        headers["content-type"] = content_type
    if idempotency_key is not None:
        headers["idempotency-key"] = idempotency_key
    if if_version is not None:
        headers["if-match"] = f'"{if_version}"'
    if if_absent:
        headers["if-none-match"] = "*"
    data = content
    if body is not None:
        data = json.dumps(body, ensure_ascii=False, allow_nan=False).encode()
    url = connection.base_url + path
    timeout = connection.timeout if limits.timeout is None else limits.timeout

    def attempt(may_have_succeeded: bool) -> Answer:
        request = urllib.request.Request(url, data, headers, method=method)
        try:
            return _send(request, timeout, accept)
        except Failure as failure:
            # An earlier attempt has deleted it, and its answer was lost.
            is_missing = failure.from_service and isinstance(failure.error, NotFound)
            if may_have_succeeded and method == "DELETE" and is_missing:
                return Answer({}, Message())
            raise

    return with_retries(attempt, connection.retries if limits.retries is None else limits.retries, repeatable)


def with_retries(attempt: Callable[[bool], Value], retries: int, repeatable: bool = True) -> Value:
    """Runs an operation with retries. `attempt` receives True if an earlier attempt may have succeeded."""
    tries = 0
    may_have_succeeded = False
    in_progress_until: float | None = None
    while True:
        try:
            return attempt(may_have_succeeded)
        except Failure as failure:
            error = failure.error
            # Waiting for a call in progress is not counted as a retry.
            if failure.is_in_progress:
                in_progress_until = in_progress_until or time.monotonic() + _IN_PROGRESS_MAX
                is_over = retries == 0 or time.monotonic() > in_progress_until
            else:
                tries += 1
                is_over = tries > retries
            delay = _delay_before_retry(error, max(1, tries))
            if is_over or delay is None or not failure.is_transient or not (repeatable or failure.is_unprocessed):
                raise error from error.__cause__
            may_have_succeeded = may_have_succeeded or not failure.is_unprocessed
        time.sleep(delay)


def open_response(
    request: urllib.request.Request, timeout: float, *, follow: bool = False
) -> http.client.HTTPResponse:
    """Opens a successful answer, before its body is read. Raises a `Failure`."""
    opener = _opener_with_redirects if follow else _opener_without_redirects
    try:
        answer: http.client.HTTPResponse = opener.open(request, timeout=timeout)
    except urllib.error.HTTPError as refused:
        with refused:
            body = _json_in(_read(refused.read, timeout))
        error = error_of(refused.code, refused.headers, body)
        raise Failure(error, from_service=message_in(body) is not None) from None
    except urllib.error.URLError as cause:
        reason = cause.reason if isinstance(cause.reason, BaseException) else cause
        raise _failure_of(reason, timeout) from cause
    except (OSError, http.client.HTTPException) as cause:
        raise _failure_of(cause, timeout) from cause
    return answer


def read(answer: http.client.HTTPResponse, length: int | None, timeout: float) -> bytes:
    """Reads the next bytes of an answer, or all of them. Raises a `Failure`."""
    return _read(lambda: answer.read(length), timeout)


def _send(request: urllib.request.Request, timeout: float, accept: str) -> Answer:
    with open_response(request, timeout) as answer:
        content = read(answer, None, timeout)
        if accept == ANY or (accept != JSON and answer.headers.get_content_type() == accept):
            return Answer(content, answer.headers)
        body = _json_in(content)
        if accept == JSON and isinstance(body, (dict, list)):
            return Answer(body, answer.headers)
        lack = "without JSON" if accept == JSON else "without the requested file"
        words = f"The service answered {answer.status} {lack}. Check base_url."
        raise Failure(PlatenError(words, status=answer.status))


def _read(take: Callable[[], bytes], timeout: float) -> bytes:
    try:
        return take()
    except (OSError, http.client.HTTPException) as cause:
        raise _failure_of(cause, timeout) from cause


def _failure_of(cause: BaseException, timeout: float) -> Failure:
    if isinstance(cause, TimeoutError):
        error: PlatenError = Timeout(f"No answer within {timeout:g} s.")
    else:
        error = ConnectionFailed(f"The connection failed: {cause or type(cause).__name__}.")
    error.__cause__ = cause
    return Failure(error, never_sent=isinstance(cause, (ConnectionRefusedError, socket.gaierror)))


def _json_in(text: bytes) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _delay_before_retry(error: PlatenError, tries: int) -> float | None:
    """Returns the delay in seconds: Retry-After, else exponential back-off, both with jitter."""
    if error.retry_after is not None:
        too_long = error.retry_after > _RETRY_AFTER_MAX
        return None if too_long else error.retry_after + random.random() * _FIRST_DELAY
    longest: float = min(_DELAY_MAX, _FIRST_DELAY * 2 ** (tries - 1))
    return longest / 2 + random.random() * longest / 2


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Does not follow redirects, so that the API key reaches the service only."""

    def redirect_request(self, req, fp, code, msg, headers, newurl):  # type: ignore[no-untyped-def]
        return None


_opener_without_redirects = urllib.request.build_opener(_NoRedirects)
_opener_with_redirects = urllib.request.build_opener()
