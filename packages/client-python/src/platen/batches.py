"""Methods for batches."""

from __future__ import annotations

import json
import os
import time
import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Union, cast
from urllib.request import Request

from .calls import ANY, Connection, Limits, call, open_response, read, with_retries
from .paths import query_of, resource_path
from .schema import Batch, BatchDryRun, BatchList

_POLL = 1.0
_TYPES = {
    "csv": "text/csv",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "jsonl": "application/jsonl",
}

# Bytes of a file, or one mapping per document.
Rows = Union[bytes, Iterable[Mapping[str, Any]]]


@dataclass(frozen=True)
class BatchDownload:
    """PDF or ZIP of a batch. It can be downloaded for five days."""

    url: str
    file_name: str
    _connection: Connection = field(repr=False)

    def download(self, *, timeout: float | None = None, retries: int | None = None) -> bytes:
        """Downloads the file."""
        limit = self._connection.timeout if timeout is None else timeout

        def attempt(_: bool) -> bytes:
            with open_response(Request(self.url), limit, follow=True) as answer:
                return read(answer, None, limit)

        return with_retries(attempt, self._connection.retries if retries is None else retries)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Downloads the file to a path. The file is replaced atomically."""
        target = Path(path)
        beside = target.with_name(f".{target.name}.{uuid.uuid4().hex}")
        try:
            beside.write_bytes(self.download())
            beside.replace(target)
        finally:
            beside.unlink(missing_ok=True)


# Inside `Batches`, `list` is a method.
BatchDownloads = list[BatchDownload]


class Batches:
    """Batches: a document for each row of a file. They are kept for 30 days after their end."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(
        self,
        *,
        template_id: str,
        rows: Rows,
        format: str = "csv",
        template_version: int | str | None = None,
        output: str | None = None,
        name: str | None = None,
        mapping: Mapping[str, Any] | None = None,
        file_name: str | None = None,
        recipient: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Batch:
        """Starts a batch. Each completed row costs one credit.

        `rows` are the bytes of a file in the `format` "csv", "xlsx" or "jsonl", or one mapping per document.
        `output` is "pdf" (one PDF with all rows, the default), "zip" (one PDF per row) or "mail" (one mail per row, to
        the address in the column `recipient`). `mapping` has paths in the data by column name. `file_name` is the name
        of the PDF of a row, such as `invoice-{number}`. Raises `BadRequest` for a file that cannot be read.
        """
        path, content, content_type = _request(
            template_id, rows, format, template_version, output, name, mapping, file_name, recipient
        )
        answer = call(
            self._connection,
            "POST",
            path,
            Limits(timeout, retries),
            content=content,
            content_type=content_type,
            idempotency_key=idempotency_key or uuid.uuid4().hex,
        )
        return cast(Batch, answer.body["batch"])

    def check(
        self,
        *,
        template_id: str,
        rows: Rows,
        format: str = "csv",
        template_version: int | str | None = None,
        output: str | None = None,
        name: str | None = None,
        mapping: Mapping[str, Any] | None = None,
        file_name: str | None = None,
        recipient: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> BatchDryRun:
        """Reads the columns and first rows of a file. Starts nothing."""
        path, content, content_type = _request(
            template_id, rows, format, template_version, output, name, mapping, file_name, recipient
        )
        answer = call(
            self._connection,
            "POST",
            path + "&dryRun=true",
            Limits(timeout, retries),
            content=content,
            content_type=content_type,
        )
        return cast(BatchDryRun, answer.body)

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> BatchList:
        """Lists a page of batches, the newest first. Its `nextCursor` is the `cursor` of the next page."""
        path = "/v1/batches" + query_of({"limit": limit, "cursor": cursor})
        return cast(BatchList, call(self._connection, "GET", path, Limits(timeout, retries)).body)

    def get(self, batch_id: str, *, timeout: float | None = None, retries: int | None = None) -> Batch:
        """Returns a batch."""
        answer = call(self._connection, "GET", _path_of(batch_id), Limits(timeout, retries))
        return cast(Batch, answer.body["batch"])

    def wait(
        self,
        batch_id: str,
        *,
        timeout: float | None = None,
        poll: float = _POLL,
        on_progress: Callable[[Batch], None] | None = None,
    ) -> Batch:
        """Polls every `poll` seconds until the batch ends or is paused.

        `on_progress` is called with the batch after each request. Raises `TimeoutError` after `timeout` seconds.
        """
        deadline = None if timeout is None else time.monotonic() + timeout
        while True:
            batch = self.get(batch_id)
            if on_progress is not None:
                on_progress(batch)
            if batch["status"] not in ("queued", "running"):
                return batch
            if deadline is not None and time.monotonic() + poll > deadline:
                raise TimeoutError(f"The batch {batch_id} is still {batch['status']}.")
            time.sleep(poll)

    def cancel(self, batch_id: str, *, timeout: float | None = None, retries: int | None = None) -> Batch:
        """Cancels a batch. Its completed rows stay charged. Raises `Conflict` if it has ended."""
        return self._change(batch_id, "cancel", Limits(timeout, retries))

    def resume(self, batch_id: str, *, timeout: float | None = None, retries: int | None = None) -> Batch:
        """Resumes a paused batch. Raises `Conflict` if it is not paused."""
        return self._change(batch_id, "resume", Limits(timeout, retries))

    def failed_rows(self, batch_id: str, *, timeout: float | None = None, retries: int | None = None) -> str:
        """Returns the failed rows as CSV, with the column `error`."""
        path = _path_of(batch_id) + "/failed-rows"
        answer = call(self._connection, "GET", path, Limits(timeout, retries), accept=ANY)
        return cast(bytes, answer.body).decode()

    def downloads(self, batch: Batch) -> BatchDownloads:
        """Returns the downloads of the results of a batch, in their order."""
        return [BatchDownload(one["url"], one["fileName"], self._connection) for one in batch["results"]]

    def _change(self, batch_id: str, action: str, limits: Limits) -> Batch:
        # A repeated call would be answered 409.
        path = f"{_path_of(batch_id)}/{action}"
        return cast(Batch, call(self._connection, "POST", path, limits, repeatable=False).body["batch"])


def _request(
    template_id: str,
    rows: Rows,
    format: str,
    template_version: int | str | None,
    output: str | None,
    name: str | None,
    mapping: Mapping[str, Any] | None,
    file_name: str | None,
    recipient: str | None,
) -> tuple[str, bytes, str]:
    """Returns the path, the content and its media type."""
    if isinstance(rows, bytes):
        content, content_type = rows, _TYPES[format]
    else:
        lines = (json.dumps(row, ensure_ascii=False, allow_nan=False) + "\n" for row in rows)
        content, content_type = "".join(lines).encode(), _TYPES["jsonl"]
    query = {
        "templateId": template_id,
        "templateVersion": template_version,
        "output": output,
        "name": name,
        "mapping": None if mapping is None else json.dumps(mapping),
        "fileName": file_name,
        "recipient": recipient,
    }
    return "/v1/batches" + query_of(query), content, content_type


def _path_of(batch_id: str) -> str:
    return resource_path("batches", "batch_id", batch_id)
