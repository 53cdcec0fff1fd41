"""Methods for partials."""

from __future__ import annotations

import base64
from typing import cast

from .calls import Connection, Limits, call
from .paths import resource_path
from .schema import LibraryPartial, PartialWithContent, VersionWithContent
from .versions import Versions

# Inside `Partials`, `list` is a method.
PartialList = list[LibraryPartial]


class Partials(Versions[LibraryPartial, VersionWithContent]):
    """Partials that all templates of the account can include: `{{> letterhead}}`."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection, _path_of)

    def list(self, *, timeout: float | None = None, retries: int | None = None) -> PartialList:
        """Lists the partials, without their sources."""
        answer = call(self._connection, "GET", "/v1/partials", Limits(timeout, retries))
        return cast(PartialList, answer.body["partials"])

    def get(self, name: str, *, timeout: float | None = None, retries: int | None = None) -> PartialWithContent:
        """Returns a partial with its source."""
        answer = call(self._connection, "GET", _path_of(name), Limits(timeout, retries))
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
        path, limits = _path_of(name), Limits(timeout, retries)
        answer = call(
            self._connection, "PUT", path, limits, body=body, if_version=if_version, if_absent=if_absent
        )
        return cast(LibraryPartial, answer.body)

    def remove(self, name: str, *, timeout: float | None = None, retries: int | None = None) -> None:
        """Deletes a partial and all its versions permanently."""
        call(self._connection, "DELETE", _path_of(name), Limits(timeout, retries))


def _path_of(name: str) -> str:
    return resource_path("partials", "name", name)
