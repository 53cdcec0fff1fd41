"""The client."""

from __future__ import annotations

import os
import re
import time
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from email.message import Message
from typing import Any, cast
from urllib.parse import urlencode, urlsplit

from .assets import Assets
from .calls import Answer, Connection, Limits, call
from .downloads import FinishedJob, GeneratedFile, GeneratedPdf
from .errors import JobFailed, PlatenError
from .partials import Partials
from .paths import resource_path
from .schema import Credits, DryRun, Job, JobList, Usage
from .templates import Templates

RETRIES = 3
# The service itself ends a call after 29 seconds.
TIMEOUT = 40.0
POLL = 1.0

Data = Mapping[str, Any] | Sequence[Any]


class Platen:
    """A client of a Platen service, for one account. Threads may share it."""

    def __init__(
        self, *, api_key: str, base_url: str, retries: int = RETRIES, timeout: float = TIMEOUT
    ) -> None:
        """`retries`: tries after the first. `timeout`: seconds for which a try may be without an answer."""
        connection = Connection(_checked_url(base_url), _checked_key(api_key), timeout, retries)
        self._connection = connection
        self.pdf = Pdf(connection)
        self.jobs = Jobs(connection)
        self.templates = Templates(connection)
        self.partials = Partials(connection)
        self.assets = Assets(connection)

    @classmethod
    def from_environment(cls, *, retries: int = RETRIES, timeout: float = TIMEOUT) -> Platen:
        """A client for the key in PLATEN_API_KEY and the address in PLATEN_URL."""
        key, url = _variable("PLATEN_API_KEY"), _variable("PLATEN_URL")
        return cls(api_key=key, base_url=url, retries=retries, timeout=timeout)


    def credits(self, *, timeout: float | None = None, retries: int | None = None) -> Credits:
        """What is left to spend."""
        return cast(Credits, call(self._connection, "GET", "/v1/credits", Limits(timeout, retries)).body)

    def usage(
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        days: int | None = None,
        time_zone: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Usage:
        """What was made, by day, template and key, in the last thirty days unless told.

        `from_` and `to` are days such as 2026-11-21, both included, in `time_zone`: the account's own unless told.
        """
        path = "/v1/usage" + _query_of({"from": from_, "to": to, "days": days, "timeZone": time_zone})
        return cast(Usage, call(self._connection, "GET", path, Limits(timeout, retries)).body)


@dataclass(frozen=True)
class StartedJob:
    """A PDF that is made in the background."""

    id: str
    message: str
    pages_generated: int
    _jobs: Jobs = field(repr=False)

    def wait(self, *, timeout: float | None = None, poll: float = POLL) -> FinishedJob:
        """As `Jobs.wait`."""
        return self._jobs.wait(self.id, timeout=timeout, poll=poll)


class Pdf:
    """PDFs of templates and data."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def generate(
        self,
        *,
        template_id: str,
        data: Data,
        send_email: Sequence[str] | None = None,
        options: Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> GeneratedPdf:
        """Makes a PDF; takes at most 29 seconds. One credit an element of `data`.

        `idempotency_key` names this call: whoever calls again within a day with the same name and the same request
        gets the same PDF and pays once. Every call has a name of its own otherwise, which its retries share.
        `options` are what the PDF is given besides its pages, such as a file name or a password.
        """
        more = {} if options is None else {"options": options}
        answer = self._ask(template_id, data, send_email, idempotency_key, Limits(timeout, retries), more)
        body, headers = answer.body, answer.headers
        return GeneratedPdf(
            pdf_url=body["pdfUrl"],
            expires_in=body["expiresIn"],
            size=body["size"],
            pages_generated=body["pagesGenerated"],
            sheets=int(headers.get("x-platen-sheets") or body["pagesGenerated"]),
            scale=_scale_of(headers),
            warnings=int(headers.get("x-platen-warnings") or 0),
            _connection=self._connection,
        )

    def generate_bytes(
        self,
        *,
        template_id: str,
        data: Data,
        send_email: Sequence[str] | None = None,
        options: Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> GeneratedFile:
        """As `generate`, and the answer is the PDF itself."""
        limits, more = Limits(timeout, retries), {} if options is None else {"options": options}
        return _file_of(
            self._ask(template_id, data, send_email, idempotency_key, limits, more, "application/pdf")
        )

    def generate_picture(
        self,
        *,
        template_id: str,
        data: Data,
        sheet: int = 1,
        width: int | None = None,
        send_email: Sequence[str] | None = None,
        options: Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> GeneratedFile:
        """As `generate`, and the answer is a PNG of a sheet, from 1 on; `width` is in pixels, 1,240 unless told.

        Whoever repeats the call with its `idempotency_key` may look at another sheet, and pays once.
        """
        picture = {"sheet": sheet, **({} if width is None else {"width": width})}
        limits = Limits(timeout, retries)
        more = {"picture": picture, **({} if options is None else {"options": options})}
        return _file_of(self._ask(template_id, data, send_email, idempotency_key, limits, more, "image/png"))

    def dry_run(
        self,
        *,
        template_id: str,
        data: Data,
        options: Mapping[str, Any] | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> DryRun:
        """Fills and prints, and says what there would be and what it would cost. Nothing is charged."""
        body = {"templateId": template_id, "data": data, "dryRun": True}
        if options is not None:
            body["options"] = options
        limits = Limits(timeout, retries)
        return cast(DryRun, call(self._connection, "POST", "/v1/pdf/generate", limits, body=body).body)

    def generate_async(
        self,
        *,
        template_id: str,
        data: Data,
        send_email: Sequence[str] | None = None,
        options: Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> StartedJob:
        """Has a PDF made in the background; `send_email` mails it."""
        limits = Limits(timeout, retries)
        more = {"async": True} if options is None else {"async": True, "options": options}
        answer = self._ask(template_id, data, send_email, idempotency_key, limits, more)
        job_id = (answer.headers.get("location") or "").rsplit("/", 1)[-1]
        if not job_id:
            raise PlatenError("The answer does not contain the id of the job.")
        body = answer.body
        return StartedJob(job_id, body["message"], body["pagesGenerated"], Jobs(self._connection))

    def _ask(
        self,
        template_id: str,
        data: Data,
        send_email: Sequence[str] | None,
        idempotency_key: str | None,
        limits: Limits,
        more: dict[str, Any],
        accept: str = "application/json",
    ) -> Answer:
        body = {"templateId": template_id, "data": data, **more}
        if send_email is not None:
            body["sendEmail"] = list(send_email)
        key = idempotency_key or uuid.uuid4().hex
        return call(
            self._connection,
            "POST",
            "/v1/pdf/generate",
            limits,
            body=body,
            idempotency_key=key,
            accept=accept,
        )


class Jobs:
    """Asynchronous generations, for the 30 days that they are kept."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, job_id: str, *, timeout: float | None = None, retries: int | None = None) -> Job:
        """How far it is."""
        path = resource_path("jobs", "job_id", job_id)
        return cast(Job, call(self._connection, "GET", path, Limits(timeout, retries)).body["job"])

    def list(
        self,
        *,
        status: str | None = None,
        template_id: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        time_zone: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> JobList:
        """A page of them, the newest first; its `nextCursor` is the `cursor` of the page after."""
        filters = {
            "status": status,
            "templateId": template_id,
            "from": from_,
            "to": to,
            "timeZone": time_zone,
            "limit": limit,
            "cursor": cursor,
        }
        path = "/v1/jobs" + _query_of(filters)
        return cast(JobList, call(self._connection, "GET", path, Limits(timeout, retries)).body)

    def wait(self, job_id: str, *, timeout: float | None = None, poll: float = POLL) -> FinishedJob:
        """Asks every `poll` seconds until the job has ended, or raises `TimeoutError` after `timeout` seconds.

        Raises `JobFailed`.
        """
        deadline = None if timeout is None else time.monotonic() + timeout
        while True:
            job = self.get(job_id)
            if job["status"] == "failed":
                raise JobFailed(job)
            if job["status"] == "completed":
                return FinishedJob(
                    pdf_url=cast(str, job["pdfUrl"]),
                    expires_in=cast(str, job["expiresIn"]),
                    size=cast(int, job["size"]),
                    pages_generated=job["pagesGenerated"],
                    job=job,
                    _connection=self._connection,
                )
            if deadline is not None and time.monotonic() + poll > deadline:
                raise TimeoutError(f"The job {job_id} is still {job['status']}.")
            time.sleep(poll)


def _query_of(parameters: Mapping[str, str | int | None]) -> str:
    query = {name: value for name, value in parameters.items() if value is not None}
    return f"?{urlencode(query)}" if query else ""


def _file_of(answer: Answer) -> GeneratedFile:
    headers = answer.headers
    link = re.search(r'<([^>]*)>; rel="alternate"', headers.get("link") or "")
    return GeneratedFile(
        content=answer.body,
        pdf_url=link[1] if link else "",
        pages_generated=int(headers.get("x-platen-pages") or 0),
        sheets=int(headers.get("x-platen-sheets") or 0),
        scale=_scale_of(headers),
        warnings=int(headers.get("x-platen-warnings") or 0),
    )


def _scale_of(headers: Message) -> float | None:
    """Older services do not report the scale, and neither does a repeated call for a PDF from before an upgrade."""
    scale = headers.get("x-platen-scale")
    return None if scale is None else float(scale)


def _variable(name: str) -> str:
    value = os.environ.get(name)
    if not value:
        raise ValueError(f"The environment variable {name} is not set.")
    return value


def _checked_key(api_key: str) -> str:
    """What cannot be a header's value would be repeated in an error's message, and end in a log."""
    if not re.fullmatch(r"[\x21-\x7e]+", api_key):
        raise ValueError("api_key is not an API key. An API key begins with tlfy_ and has no spaces or line breaks.")
    return api_key


def _checked_url(base_url: str) -> str:
    url = urlsplit(base_url)
    if url.scheme not in ("http", "https") or not url.hostname or url.query or url.fragment or url.username:
        raise ValueError("base_url must be the address of the service, such as https://pdf.example.com.")
    return base_url.rstrip("/")
