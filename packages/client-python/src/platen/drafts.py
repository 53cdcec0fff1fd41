"""Methods for drafts of templates."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import cast

from .calls import Connection, Limits, call
from .schema import Template, Version, VersionWithContent


class Drafts:
    """Drafts of templates.

    Renders use the draft only with `template_version="draft"`, until it is published. `if_version` is the
    `contentVersion` of the draft that you have read: raises `Changed` if it does not match.
    """

    def __init__(self, connection: Connection, path_of: Callable[[str], str]) -> None:
        self._connection = connection
        self._path_of = path_of

    def get(
        self, template_id: str, *, timeout: float | None = None, retries: int | None = None
    ) -> VersionWithContent:
        """Returns the draft of a template with its source. Raises `NotFound` if there is none."""
        answer = call(self._connection, "GET", self._draft(template_id), Limits(timeout, retries))
        return cast(VersionWithContent, answer.body)

    def save(
        self,
        template_id: str,
        content: str,
        *,
        if_version: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Version:
        """Saves a source as the draft of a template.

        Without a draft, `if_version` is the `contentVersion` of the published version.
        """
        body = {"content": base64.b64encode(content.encode()).decode(), "contentEncoding": "base64"}
        limits, path = Limits(timeout, retries), self._draft(template_id)
        answer = call(self._connection, "PUT", path, limits, body=body, if_version=if_version)
        return cast(Version, answer.body)

    def publish(
        self,
        template_id: str,
        *,
        if_version: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Template:
        """Publishes the draft: renders use it from then on. Raises `NotFound` if there is none."""
        limits, path = Limits(timeout, retries), f"{self._path_of(template_id)}/publish"
        # Not repeated: a second call would find no draft.
        answer = call(self._connection, "POST", path, limits, if_version=if_version, repeatable=False)
        return cast(Template, answer.body)

    def discard(
        self,
        template_id: str,
        *,
        if_version: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> None:
        """Discards the draft. Its versions stay in the history. Raises `NotFound` if there is none."""
        limits, path = Limits(timeout, retries), self._draft(template_id)
        call(self._connection, "DELETE", path, limits, if_version=if_version, repeatable=False)

    def _draft(self, template_id: str) -> str:
        return f"{self._path_of(template_id)}/draft"
