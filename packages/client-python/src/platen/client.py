"""Client of a Platen service, with its methods for renders and jobs."""

from __future__ import annotations

import os
import re
import time
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from email.message import Message
from typing import Any, cast
from urllib.parse import urlsplit

from .assets import Assets
from .batches import Batches
from .calls import Answer, Connection, Limits, call
from .certificates import Certificates
from .downloads import FinishedJob, GeneratedFile, GeneratedPdf
from .einvoices import Einvoices
from .errors import JobFailed, PlatenError
from .partials import Partials
from .paths import query_of, resource_path
from .requests import Requests
from .schema import Credits, DryRun, Job, JobList, PdfOptions, Usage
from .templates import Templates
from .webhook_methods import Webhooks

RETRIES = 3
# The service itself ends a call after 29 seconds.
TIMEOUT = 40.0
POLL = 1.0

Data = Mapping[str, Any] | Sequence[Any]


class Platen:
    """Client of a Platen service, for one account. It is thread-safe."""

    def __init__(
        self, *, api_key: str, base_url: str, retries: int = RETRIES, timeout: float = TIMEOUT
    ) -> None:
        """`retries`: retries after the first attempt. `timeout`: seconds without data after which an attempt fails."""
        connection = Connection(_checked_url(base_url), _checked_key(api_key), timeout, retries)
        self._connection = connection
        self.pdf = Pdf(connection)
        self.jobs = Jobs(connection)
        self.batches = Batches(connection)
        self.requests = Requests(connection)
        self.einvoices = Einvoices(connection)
        self.certificates = Certificates(connection)
        self.templates = Templates(connection)
        self.partials = Partials(connection)
        self.assets = Assets(connection)
        self.webhooks = Webhooks(connection)

    @classmethod
    def from_environment(cls, *, retries: int = RETRIES, timeout: float = TIMEOUT) -> Platen:
        """Creates a client with the key in PLATEN_API_KEY and the address in PLATEN_URL."""
        key, url = _variable("PLATEN_API_KEY"), _variable("PLATEN_URL")
        return cls(api_key=key, base_url=url, retries=retries, timeout=timeout)

    def credits(self, *, timeout: float | None = None, retries: int | None = None) -> Credits:
        """Returns the credits of the account."""
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
        """Returns the usage by day, template and key. Default: the last 30 days.

        `from_` and `to` are days such as 2026-11-21, both inclusive, in `time_zone`. The default is the time zone of
        the account.
        """
        path = "/v1/usage" + query_of({"from": from_, "to": to, "days": days, "timeZone": time_zone})
        return cast(Usage, call(self._connection, "GET", path, Limits(timeout, retries)).body)


@dataclass(frozen=True)
class StartedJob:
    """Job that was started."""

    id: str
    message: str
    pages_generated: int
    _jobs: Jobs = field(repr=False)

    def wait(self, *, timeout: float | None = None, poll: float = POLL) -> FinishedJob:
        """Waits until the job ends, as `Jobs.wait` does."""
        return self._jobs.wait(self.id, timeout=timeout, poll=poll)


class Pdf:
    """Renders of templates with data."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def generate(
        self,
        *,
        template_id: str,
        data: Data,
        send_email: Sequence[str] | None = None,
        options: PdfOptions | None = None,
        template_version: int | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> GeneratedPdf:
        """Renders a PDF, within 29 seconds. Costs one credit for each element of `data`.

        A call that repeats the `idempotency_key` and the request within a day returns the same PDF and is charged
        once. The default is a random key, shared by the retries of the call.
        `options` are options of the PDF file, such as a file name or a password. `template_version` is the number of a
        version, or "draft" for the newest saved version. The default is the published version.
        """
        more = _fields(options, template_version)
        answer = self._send(template_id, data, send_email, idempotency_key, Limits(timeout, retries), more)
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
        options: PdfOptions | None = None,
        template_version: int | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> GeneratedFile:
        """Renders a PDF as `generate` does, and returns its bytes."""
        limits, more = Limits(timeout, retries), _fields(options, template_version)
        return _file_of(
            self._send(template_id, data, send_email, idempotency_key, limits, more, "application/pdf")
        )

    def generate_picture(
        self,
        *,
        template_id: str,
        data: Data,
        sheet: int = 1,
        width: int | None = None,
        send_email: Sequence[str] | None = None,
        options: PdfOptions | None = None,
        template_version: int | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> GeneratedFile:
        """Renders a PDF as `generate` does, and returns an image of one sheet, as PNG.

        `sheet` starts at 1. `width` is in pixels. Its default is 1,240. A call that repeats the `idempotency_key` may
        draw another sheet and is charged once.
        """
        picture = {"sheet": sheet, **({} if width is None else {"width": width})}
        limits = Limits(timeout, retries)
        more = {"picture": picture, **_fields(options, template_version)}
        return _file_of(self._send(template_id, data, send_email, idempotency_key, limits, more, "image/png"))

    def dry_run(
        self,
        *,
        template_id: str,
        data: Data,
        options: PdfOptions | None = None,
        template_version: int | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> DryRun:
        """Renders without charging, and returns sheets, warnings and cost."""
        fields = _fields(options, template_version)
        body = {"templateId": template_id, "data": data, "dryRun": True, **fields}
        limits = Limits(timeout, retries)
        return cast(DryRun, call(self._connection, "POST", "/v1/pdf/generate", limits, body=body).body)

    def generate_async(
        self,
        *,
        template_id: str,
        data: Data,
        send_email: Sequence[str] | None = None,
        options: PdfOptions | None = None,
        template_version: int | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> StartedJob:
        """Starts a render in the background. `send_email` mails the PDF."""
        limits = Limits(timeout, retries)
        more = {"async": True, **_fields(options, template_version)}
        answer = self._send(template_id, data, send_email, idempotency_key, limits, more)
        job_id = (answer.headers.get("location") or "").rsplit("/", 1)[-1]
        if not job_id:
            raise PlatenError("The response does not contain the id of the job.")
        body = answer.body
        return StartedJob(job_id, body["message"], body["pagesGenerated"], Jobs(self._connection))

    def _send(
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


def _fields(options: PdfOptions | None, template_version: int | str | None) -> dict[str, Any]:
    fields = {"options": options, "templateVersion": template_version}
    return {key: value for key, value in fields.items() if value is not None}


class Jobs:
    """Jobs, the renders in the background. They are kept for 30 days."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, job_id: str, *, timeout: float | None = None, retries: int | None = None) -> Job:
        """Returns a job."""
        path = resource_path("jobs", "job_id", job_id)
        return cast(Job, call(self._connection, "GET", path, Limits(timeout, retries)).body["job"])

    def list(
        self,
        *,
        status: str | None = None,
        template_id: str | None = None,
        batch_id: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        time_zone: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> JobList:
        """Lists a page of jobs, the newest first. Its `nextCursor` is the `cursor` of the next page.

        Without `batch_id`, the list has no jobs of batches.
        """
        filters = {
            "status": status,
            "templateId": template_id,
            "batchId": batch_id,
            "from": from_,
            "to": to,
            "timeZone": time_zone,
            "limit": limit,
            "cursor": cursor,
        }
        path = "/v1/jobs" + query_of(filters)
        return cast(JobList, call(self._connection, "GET", path, Limits(timeout, retries)).body)

    def wait(self, job_id: str, *, timeout: float | None = None, poll: float = POLL) -> FinishedJob:
        """Polls every `poll` seconds until the job ends.

        Raises `JobFailed`, or `TimeoutError` after `timeout` seconds.
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
    """None for older services, and for a repeated call whose PDF is older than this header."""
    scale = headers.get("x-platen-scale")
    return None if scale is None else float(scale)


def _variable(name: str) -> str:
    value = os.environ.get(name)
    if not value:
        raise ValueError(f"The environment variable {name} is not set.")
    return value


def _checked_key(api_key: str) -> str:
    """Rejects a key that is not a valid header value. Otherwise an error message could leak it to a log."""
    if not re.fullmatch(r"[\x21-\x7e]+", api_key):
        raise ValueError("api_key is not an API key. An API key begins with tlfy_ and has no spaces or line breaks.")
    return api_key


def _checked_url(base_url: str) -> str:
    url = urlsplit(base_url)
    if url.scheme not in ("http", "https") or not url.hostname or url.query or url.fragment or url.username:
        raise ValueError("base_url must be the address of the service, such as https://pdf.example.com.")
    return base_url.rstrip("/")
