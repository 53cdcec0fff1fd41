"""Methods for templates."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from .calls import Connection, Limits, call
from .data_sets import DataSets
from .drafts import Drafts
from .paths import query_of, resource_path
from .schema import (
    ListedTemplate,
    Page,
    PreviewResult,
    RenderWarning,
    Template,
    TemplateWithContent,
    VersionWithContent,
)
from .versions import Versions

# Inside `Templates`, `list` is a method.
TemplateList = list[ListedTemplate]


class TemplateJson:
    """Data schema or sample data of a template, as JSON."""

    def __init__(self, connection: Connection, name: str) -> None:
        self._connection = connection
        self._name = name

    def get(self, template_id: str, *, timeout: float | None = None, retries: int | None = None) -> Any:
        """Returns the JSON, `{}` if the template has none."""
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
        """Stores the JSON. Raises `BadRequest` with the position of the error in `detail`.

        `if_version`: SHA-256 in hex of the JSON to replace, without white space. `if_absent`: stores only if the
        template has none. Both raise `Changed` if the service holds other content.
        """
        limits = Limits(timeout, retries)
        path = self._path(template_id)
        call(
            self._connection, "PUT", path, limits, body=value, if_version=if_version, if_absent=if_absent
        )

    def remove(self, template_id: str, *, timeout: float | None = None, retries: int | None = None) -> None:
        """Deletes the JSON."""
        call(self._connection, "DELETE", self._path(template_id), Limits(timeout, retries))

    def _path(self, template_id: str) -> str:
        return f"{_path_of(template_id)}/{self._name}"


@dataclass(frozen=True)
class Preview:
    """Preview of a template."""

    sheets: int
    """Number of sheets."""
    scale: float
    """Smallest scale of any page: 1 when nothing was scaled to fit a sheet."""
    pages: Sequence[Page]
    """Sheets, scale and overflow of each element of the data."""
    warnings: Sequence[RenderWarning]
    elements_left_out: int
    png: bytes | None = field(repr=False)
    """Image of one sheet, as PNG."""


class Templates(Versions[Template, VersionWithContent]):
    """Templates of the account."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection, _path_of)
        self.schema = TemplateJson(connection, "schema")
        """JSON Schema for the data of calls. Calls with data that do not match it are rejected and cost nothing."""
        self.sample_data = TemplateJson(connection, "sample-data")
        """Data for previews and thumbnails."""
        self.data_sets = DataSets(connection, _path_of)
        """Further data for previews."""
        self.drafts = Drafts(connection, _path_of)

    def list(
        self,
        *,
        tag: str | None = None,
        archived: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> TemplateList:
        """Lists the templates, without their sources.

        `tag`: only templates with this tag. `archived`: "include" (the default), "exclude" or "only".
        """
        path = f"/v1/templates{query_of({'tag': tag, 'archived': archived})}"
        answer = call(self._connection, "GET", path, Limits(timeout, retries))
        return cast(TemplateList, answer.body["templates"])

    def set_tags(
        self,
        template_id: str,
        tags: Sequence[str],
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Sequence[str]:
        """Replaces the tags of a template."""
        path, limits = f"{_path_of(template_id)}/tags", Limits(timeout, retries)
        answer = call(self._connection, "PUT", path, limits, body={"tags": [*tags]})
        return cast(Sequence[str], answer.body["tags"])

    def archive(self, template_id: str, *, timeout: float | None = None, retries: int | None = None) -> None:
        """Archives a template: calls with it raise `Conflict`."""
        call(self._connection, "POST", f"{_path_of(template_id)}/archive", Limits(timeout, retries))

    def unarchive(self, template_id: str, *, timeout: float | None = None, retries: int | None = None) -> None:
        """Restores an archived template."""
        call(self._connection, "POST", f"{_path_of(template_id)}/unarchive", Limits(timeout, retries))

    def get(
        self, template_id: str, *, timeout: float | None = None, retries: int | None = None
    ) -> TemplateWithContent:
        """Returns a template with its source."""
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
        """Stores a new template. `content` is the Handlebars source.

        Retried only if it is certain that nothing was stored, because a retry could store it twice. After a `Timeout` or a
        `ConnectionFailed`, list the templates to check.
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
        """Replaces the content of a template. Later calls use the new source. Replaces a draft.

        Omitted fields are unchanged.
        `if_version` is the `contentVersion` to replace, to prevent lost updates: raises `Changed` if it does not match.
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
        template_version: int | str | None = None,
        data: Mapping[str, Any] | Sequence[Any] | None = None,
        data_set: str | None = None,
        picture: bool = True,
        sheet: int = 1,
        width: int = 1_000,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Preview:
        """Renders a preview of a source or a stored template, without charging or storing it.

        Only the first five elements of an array are rendered. `png` is an image of one sheet, at most `width` pixels
        wide. Without `data`, a stored template uses the data set named `data_set`, or its sample data. `template_version` is a number, or "draft" for the
        newest saved version. The default is the published version.
        """
        optional = {
            "templateId": template_id,
            "templateVersion": template_version,
            "data": data,
            "dataSet": data_set,
        }
        body = {
            **({} if content is None else _encoded(content)),
            **{key: value for key, value in optional.items() if value is not None},
            "picture": picture,
            "sheet": sheet,
            "width": width,
        }
        limits = Limits(timeout, retries)
        preview = cast(PreviewResult, call(self._connection, "POST", "/v1/templates/preview", limits, body=body).body)
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
        """Compiles a source without data. Raises `BadRequest` with the message of the compiler in `detail`."""
        limits, body = Limits(timeout, retries), _encoded(content)
        call(self._connection, "POST", "/v1/templates/check", limits, body=body)

    def remove(self, template_id: str, *, timeout: float | None = None, retries: int | None = None) -> None:
        """Deletes a template and all its versions permanently."""
        call(self._connection, "DELETE", _path_of(template_id), Limits(timeout, retries))


def _path_of(template_id: str) -> str:
    return resource_path("templates", "template_id", template_id)


def _body_of(content: str, name: str | None, description: str | None) -> dict[str, Any]:
    fields = {"name": name, "description": description}
    return {**_encoded(content), **{key: value for key, value in fields.items() if value is not None}}


def _encoded(content: str) -> dict[str, Any]:
    return {"content": base64.b64encode(content.encode()).decode(), "contentEncoding": "base64"}
