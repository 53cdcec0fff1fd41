"""Methods for versions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar, cast

from .calls import ANY, JSON, Connection, Limits, call
from .errors import BadRequest
from .schema import Version

Item = TypeVar("Item")
Content = TypeVar("Content")


class Versions(Generic[Item, Content]):
    """Versions of templates, partials or assets. Each change of the content adds a version.

    The first argument is the id of a template, or the name of a partial or asset.
    """

    def __init__(self, connection: Connection, path_of: Callable[[str], str], *, is_binary: bool = False) -> None:
        self._connection = connection
        self._path_of = path_of
        self._accept = ANY if is_binary else JSON

    def versions(
        self, id_or_name: str, /, *, timeout: float | None = None, retries: int | None = None
    ) -> list[Version]:
        """Lists the versions, the newest first."""
        path = f"{self._path_of(id_or_name)}/versions"
        answer = call(self._connection, "GET", path, Limits(timeout, retries))
        return cast(list[Version], answer.body["versions"])

    def version(
        self, id_or_name: str, number: int, /, *, timeout: float | None = None, retries: int | None = None
    ) -> Content:
        """Returns one version with its content."""
        path, limits = self._version_path(id_or_name, number), Limits(timeout, retries)
        return cast(Content, call(self._connection, "GET", path, limits, accept=self._accept).body)

    def restore(
        self,
        id_or_name: str,
        number: int,
        /,
        *,
        if_version: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Item:
        """Restores the content of an older version, as a new version.

        `if_version` is the `contentVersion` to replace, to prevent lost updates: raises `Changed` if it does not match.
        """
        path, limits = f"{self._version_path(id_or_name, number)}/restore", Limits(timeout, retries)
        # A repeated restore stores the same content, which adds no version.
        return cast(Item, call(self._connection, "POST", path, limits, if_version=if_version).body)

    def _version_path(self, id_or_name: str, number: int) -> str:
        if not isinstance(number, int) or number < 1:
            raise BadRequest("number must be an integer of at least 1.")
        return f"{self._path_of(id_or_name)}/versions/{number:d}"
