"""Templates."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from .calls import Connection, Limits, call
from .paths import resource_path
from .schema import (
    ListedTemplate,
    Previewed,
    PreviewedPage,
    PreviewedWarning,
    Template,
    TemplateWithContent,
)

# Among the methods of `Templates` the word `list` is one of them.
TemplateList = list[ListedTemplate]


class TemplatePart:
    """What is kept beside a template's source."""

    def __init__(self, connection: Connection, name: str) -> None:
        self._connection = connection
        self._name = name

    def get(self, template_id: str, *, timeout: float | None = None, retries: int | None = None) -> Any:
        """`{}` where there is none."""
        return call(self._connection, "GET", self._path(template_id), Limits(timeout, retries)).body

    def set(
        self,
        template_id: str,
        value: Any,
        *,
        if_version: str | None = None,
        if_absent: bool = False,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> None:
        """Replaces it. Raises `BadRequest` with the place of what is wrong in `detail`.

        `if_version`: SHA-256 in hex of the JSON to replace, without white space. `if_absent`: stores only if the
        template has none. Both raise `Changed` if the service holds other content.
        """
        limits = Limits(timeout, retries)
        path = self._path(template_id)
        call(
            self._connection, "PUT", path, limits, body=value, if_version=if_version, if_absent=if_absent
        )

    def remove(self, template_id: str, *, timeout: float | None = None, retries: int | None = None) -> None:
        """There is none then."""
        call(self._connection, "DELETE", self._path(template_id), Limits(timeout, retries))

    def _path(self, template_id: str) -> str:
        return f"{_path_of(template_id)}/{self._name}"


@dataclass(frozen=True)
class Preview:
    """How a template looks."""

    sheets: int
    """Sheets of paper."""
    scale: float
    """Smallest scale of any page: 1 when nothing was scaled so as to fit a sheet."""
    pages: Sequence[PreviewedPage]
    """The sheets and the scale of each element of the data."""
    warnings: Sequence[PreviewedWarning]
    elements_left_out: int
    png: bytes | None = field(repr=False)
    """A picture of one sheet."""


class Templates:
    """The account's templates."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.schema = TemplatePart(connection, "schema")
        """The JSON Schema that data must fit: calls with others are refused, and cost nothing."""
        self.sample_data = TemplatePart(connection, "sample-data")
        """The data that a template is tried with."""

    def list(self, *, timeout: float | None = None, retries: int | None = None) -> TemplateList:
        """All of them, without their sources."""
        answer = call(self._connection, "GET", "/v1/templates", Limits(timeout, retries))
        return cast(TemplateList, answer.body["templates"])

    def get(
        self, template_id: str, *, timeout: float | None = None, retries: int | None = None
    ) -> TemplateWithContent:
        """One with its source."""
        answer = call(self._connection, "GET", _path_of(template_id), Limits(timeout, retries))
        return cast(TemplateWithContent, answer.body["template"])

    def upload(
        self,
        *,
        name: str,
        content: str,
        description: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Template:
        """Stores a template of this Handlebars source.

        Tried again only where it is certain that nothing was stored, for the service would store another one: after
        a `Timeout` or a `ConnectionFailed`, look at the list.
        """
        body = _body_of(content, name, description)
        limits, path = Limits(timeout, retries), "/v1/templates/upload"
        answer = call(self._connection, "POST", path, limits, body=body, repeatable=False)
        return cast(Template, answer.body)

    def replace(
        self,
        template_id: str,
        *,
        content: str,
        name: str | None = None,
        description: str | None = None,
        if_version: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Template:
        """From its answer on, calls see the new source. What is not given stays as it is.

        With `if_version`, the `contentVersion` that is to be replaced, nobody's change is lost unseen: `Changed`.
        """
        body, limits = _body_of(content, name, description), Limits(timeout, retries)
        path = _path_of(template_id)
        answer = call(self._connection, "PUT", path, limits, body=body, if_version=if_version)
        return cast(Template, answer.body)

    def preview(
        self,
        *,
        content: str | None = None,
        template_id: str | None = None,
        data: Mapping[str, Any] | Sequence[Any] | None = None,
        picture: bool = True,
        sheet: int = 1,
        width: int = 1_000,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Preview:
        """Shows how a source, or a stored template, looks; nothing is stored and nothing charged.

        Of an array the first five elements are shown. `png` is a picture of one sheet, at most `width` pixels wide.
        Without `data` a stored template is filled with its sample data.
        """
        optional = {"templateId": template_id, "data": data}
        body = {
            **({} if content is None else _encoded(content)),
            **{key: value for key, value in optional.items() if value is not None},
            "picture": picture,
            "sheet": sheet,
            "width": width,
        }
        limits = Limits(timeout, retries)
        preview = cast(Previewed, call(self._connection, "POST", "/v1/templates/preview", limits, body=body).body)
        drawn = preview["picture"]
        return Preview(
            sheets=preview["sheets"],
            scale=preview["scale"],
            pages=preview["pages"],
            warnings=preview["warnings"],
            elements_left_out=preview["elementsLeftOut"],
            png=None if drawn is None else base64.b64decode(drawn["png"]),
        )

    def check(self, content: str, *, timeout: float | None = None, retries: int | None = None) -> None:
        """Compiles a source and fills nothing. Raises `BadRequest` with the compiler's words in `detail`."""
        limits, body = Limits(timeout, retries), _encoded(content)
        call(self._connection, "POST", "/v1/templates/check", limits, body=body)

    def remove(self, template_id: str, *, timeout: float | None = None, retries: int | None = None) -> None:
        """Deletes it for good."""
        call(self._connection, "DELETE", _path_of(template_id), Limits(timeout, retries))


def _path_of(template_id: str) -> str:
    return resource_path("templates", "template_id", template_id)


def _body_of(content: str, name: str | None, description: str | None) -> dict[str, Any]:
    fields = {"name": name, "description": description}
    return {**_encoded(content), **{key: value for key, value in fields.items() if value is not None}}


def _encoded(content: str) -> dict[str, Any]:
    return {"content": base64.b64encode(content.encode()).decode(), "contentEncoding": "base64"}
