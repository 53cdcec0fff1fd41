"""Partials."""

from __future__ import annotations

import base64
from typing import Any, cast

from .calls import Connection, Limits, call
from .paths import resource_path
from .schema import PartialVersion, PartialWithContent, SharedPartial

# Among the methods of `Partials` the word `list` is one of them.
PartialList = list[SharedPartial]
PartialVersionList = list[PartialVersion]


class Partials:
    """The pieces that all templates of the account may call: `{{> letterhead}}`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(self, *, timeout: float | None = None, retries: int | None = None) -> PartialList:
        """All of them, without their sources."""
        answer = call(self._connection, "GET", "/v1/partials", Limits(timeout, retries))
        return cast(PartialList, answer.body["partials"])

    def get(
        self,
        name: str,
        *,
        version: int | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> PartialWithContent:
        """One with its source: the present one, or that of an older version."""
        path = _path_of(name) + ("" if version is None else f"?version={version}")
        answer = call(self._connection, "GET", path, Limits(timeout, retries))
        return cast(PartialWithContent, answer.body["partial"])

    def put(
        self,
        name: str,
        content: str,
        *,
        if_version: str | None = None,
        if_absent: bool = False,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> SharedPartial:
        """Creates or replaces it with this Handlebars source. From its answer on, calls use it.

        `if_version`, the `contentVersion` that is to be replaced, and `if_absent`, which replaces nothing, lose nobody's
        change unseen: `Changed`.
        """
        encoded = base64.b64encode(content.encode()).decode()
        body = {"content": encoded, "contentEncoding": "base64"}
        return self._put(name, body, Limits(timeout, retries), if_version=if_version, if_absent=if_absent)

    def versions(
        self, name: str, *, timeout: float | None = None, retries: int | None = None
    ) -> PartialVersionList:
        """Its versions, the newest first."""
        answer = call(self._connection, "GET", f"{_path_of(name)}/versions", Limits(timeout, retries))
        return cast(PartialVersionList, answer.body["versions"])

    def restore(
        self, name: str, version: int, *, timeout: float | None = None, retries: int | None = None
    ) -> SharedPartial:
        """Takes up the source of an older version again."""
        return self._put(name, {"version": version}, Limits(timeout, retries))

    def remove(self, name: str, *, timeout: float | None = None, retries: int | None = None) -> None:
        """Deletes it with its versions, for good."""
        call(self._connection, "DELETE", _path_of(name), Limits(timeout, retries))

    def _put(
        self,
        name: str,
        body: dict[str, Any],
        limits: Limits,
        *,
        if_version: str | None = None,
        if_absent: bool = False,
    ) -> SharedPartial:
        path = _path_of(name)
        answer = call(
            self._connection, "PUT", path, limits, body=body, if_version=if_version, if_absent=if_absent
        )
        return cast(SharedPartial, answer.body)


def _path_of(name: str) -> str:
    return resource_path("partials", "name", name)
