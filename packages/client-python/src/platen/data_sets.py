"""Methods for the data sets of templates."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from .calls import Connection, Limits, call
from .paths import path_segment
from .schema import DataSet

# Inside `DataSets`, `list` is a method.
DataSetList = list[DataSet]


class DataSets:
    """Data sets of templates: further data for previews, besides the sample data.

    A name has at most 64 letters, digits, "-" and "_".
    """

    def __init__(self, connection: Connection, path_of: Callable[[str], str]) -> None:
        self._connection = connection
        self._path_of = path_of

    def list(
        self, template_id: str, *, timeout: float | None = None, retries: int | None = None
    ) -> DataSetList:
        """Lists the data sets of a template."""
        path = f"{self._path_of(template_id)}/data-sets"
        answer = call(self._connection, "GET", path, Limits(timeout, retries))
        return cast(DataSetList, answer.body["dataSets"])

    def get(
        self, template_id: str, name: str, *, timeout: float | None = None, retries: int | None = None
    ) -> Any:
        """Returns the data of a data set."""
        return call(self._connection, "GET", self._path(template_id, name), Limits(timeout, retries)).body

    def set(
        self,
        template_id: str,
        name: str,
        data: Any,
        *,
        if_version: str | None = None,
        if_absent: bool = False,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> None:
        """Creates or replaces a data set.

        `if_version` is the `version` to replace. `if_absent`: only creates. Both raise `Changed` if the service holds
        other data.
        """
        limits, path = Limits(timeout, retries), self._path(template_id, name)
        call(self._connection, "PUT", path, limits, body=data, if_version=if_version, if_absent=if_absent)

    def rename(
        self,
        template_id: str,
        name: str,
        new_name: str,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> None:
        """Renames a data set. Raises `BadRequest` if the name is in use or not valid."""
        limits, path = Limits(timeout, retries), self._path(template_id, name)
        # Not repeated: a second call would not find the old name.
        call(self._connection, "PATCH", path, limits, body={"name": new_name}, repeatable=False)

    def remove(
        self, template_id: str, name: str, *, timeout: float | None = None, retries: int | None = None
    ) -> None:
        """Deletes a data set."""
        call(self._connection, "DELETE", self._path(template_id, name), Limits(timeout, retries))

    def _path(self, template_id: str, name: str) -> str:
        return f"{self._path_of(template_id)}/data-sets/{path_segment('name', name)}"
