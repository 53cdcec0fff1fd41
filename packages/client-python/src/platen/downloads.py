"""Finished PDFs and their downloads."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.request import Request

from .calls import Connection, Failure, open_response, with_retries, read
from .errors import ConnectionFailed
from .schema import Job

_CHUNK_BYTES = 65_536


@dataclass(frozen=True)
class Download:
    """Finished PDF. It can be downloaded for five days."""

    pdf_url: str
    expires_in: str
    size: int
    pages_generated: int
    _connection: Connection = field(repr=False)

    def download(self, *, timeout: float | None = None, retries: int | None = None) -> bytes:
        """Downloads the PDF."""

        def attempt(_: bool) -> bytes:
            limit = self._timeout(timeout)
            with open_response(Request(self.pdf_url), limit, follow=True) as answer:
                return read(answer, None, limit)

        return with_retries(attempt, self._connection.retries if retries is None else retries)

    def stream(self, *, timeout: float | None = None, retries: int | None = None) -> Iterator[bytes]:
        """Streams the PDF. A broken connection is an error, because data that was already read cannot be taken back."""
        limit = self._timeout(timeout)
        tries = self._connection.retries if retries is None else retries
        with with_retries(lambda _: open_response(Request(self.pdf_url), limit, follow=True), tries) as answer:
            left = int(answer.headers.get("content-length") or self.size)
            while True:
                try:
                    chunk = read(answer, _CHUNK_BYTES, limit)
                except Failure as failure:
                    raise failure.error from failure.error.__cause__
                left -= len(chunk)
                if chunk:
                    yield chunk
                elif left > 0:
                    raise ConnectionFailed("The connection failed: it closed before the end of the PDF.")
                else:
                    return

    def save(self, path: str | os.PathLike[str]) -> None:
        """Downloads the PDF to a file. The file is replaced atomically."""
        target = Path(path)
        beside = target.with_name(f".{target.name}.{uuid.uuid4().hex}")
        try:
            beside.write_bytes(self.download())
            beside.replace(target)
        finally:
            beside.unlink(missing_ok=True)

    def _timeout(self, timeout: float | None) -> float:
        return self._connection.timeout if timeout is None else timeout


@dataclass(frozen=True)
class GeneratedFile:
    """PDF, or image of one of its sheets, as bytes."""

    content: bytes = field(repr=False)
    pdf_url: str
    """Link to the PDF. Works for five days."""
    pages_generated: int
    """Number of pages, and of credits charged."""
    sheets: int
    scale: float | None
    """Smallest scale of any page: 1 when nothing was scaled to fit a sheet. None when the service does not report it."""
    warnings: int


@dataclass(frozen=True)
class GeneratedPdf(Download):
    """Rendered PDF."""

    sheets: int
    """Number of sheets. A page may have several."""
    scale: float | None
    """Smallest scale of any page: 1 when nothing was scaled to fit a sheet. None when the service does not report it."""
    warnings: int
    """Number of problems while printing, such as missing fonts."""


@dataclass(frozen=True)
class FinishedJob(Download):
    """Job with a finished PDF."""

    job: Job
