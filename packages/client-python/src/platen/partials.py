"""Methods for partials."""

from __future__ import annotations

import base64
from typing import Any, cast

from .calls import Connection, Limits, call
from .paths import resource_path
from .schema import PartialVersion, PartialWithContent, LibraryPartial

# Inside `Partials`, `list` is a method.
PartialList = list[LibraryPartial]
PartialVersionList = list[PartialVersion]


class Partials:
    """Partials that all templates of the account can include: `{{> letterhead}}`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(self, *, timeout: float | None = None, retries: int | None = None) -> PartialList:
        """Lists the partials, without their sources."""
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
        """Returns a partial with its source, in the current or an older version."""
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
    ) -> LibraryPartial:
        """Creates or replaces a partial. `content` is the Handlebars source. Later calls use it.

        `if_version` is the `contentVersion` to replace. `if_absent` stores only if the name is new. Both prevent lost
        updates: raises `Changed` if they do not match.
        """
        encoded = base64.b64encode(content.encode()).decode()
        body = {"content": encoded, "contentEncoding": "base64"}
        return self._put(name, body, Limits(timeout, retries), if_version=if_version, if_absent=if_absent)

    def versions(
        self, name: str, *, timeout: float | None = None, retries: int | None = None
    ) -> PartialVersionList:
        """Lists the versions, the newest first."""
        answer = call(self._connection, "GET", f"{_path_of(name)}/versions", Limits(timeout, retries))
        return cast(PartialVersionList, answer.body["versions"])

    def restore(
        self, name: str, version: int, *, timeout: float | None = None, retries: int | None = None
    ) -> LibraryPartial:
        """Restores the source of an older version, as a new version."""
        return self._put(name, {"version": version}, Limits(timeout, retries))

    def remove(self, name: str, *, timeout: float | None = None, retries: int | None = None) -> None:
        """Deletes a partial and all its versions permanently."""
        call(self._connection, "DELETE", _path_of(name), Limits(timeout, retries))

    def _put(
        self,
        name: str,
        body: dict[str, Any],
        limits: Limits,
        *,
        if_version: str | None = None,
        if_absent: bool = False,
    ) -> LibraryPartial:
        path = _path_of(name)
        answer = call(
            self._connection, "PUT", path, limits, body=body, if_version=if_version, if_absent=if_absent
        )
        return cast(LibraryPartial, answer.body)


def _path_of(name: str) -> str:
    return resource_path("partials", "name", name)
