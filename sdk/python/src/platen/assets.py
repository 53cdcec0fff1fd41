"""Assets."""

from __future__ import annotations

from typing import cast

from .calls import ANY, Connection, Limits, call
from .paths import resource_path
from .schema import Asset

# Among the methods of `Assets` the word `list` is one of them.
AssetList = list[Asset]


class Assets:
    """The pictures and fonts that all templates of the account may show: `{{asset "logo.png"}}`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(self, *, timeout: float | None = None, retries: int | None = None) -> AssetList:
        """All of them, without their bytes."""
        answer = call(self._connection, "GET", "/v1/assets", Limits(timeout, retries))
        return cast(AssetList, answer.body["assets"])

    def get(self, name: str, *, timeout: float | None = None, retries: int | None = None) -> bytes:
        """The bytes of one."""
        limits = Limits(timeout, retries)
        return cast(bytes, call(self._connection, "GET", _path_of(name), limits, accept=ANY).body)

    def put(
        self,
        name: str,
        content: bytes,
        *,
        if_version: str | None = None,
        if_absent: bool = False,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Asset:
        """Creates or replaces it: a PNG, JPEG, GIF, WebP or SVG, or a TTF, OTF, WOFF or WOFF2 font.

        `if_version`, the `contentVersion` that is to be replaced, and `if_absent`, which replaces nothing, lose nobody's
        change unseen: `Changed`.
        """
        answer = call(
            self._connection,
            "PUT",
            _path_of(name),
            Limits(timeout, retries),
            content=content,
            if_version=if_version,
            if_absent=if_absent,
        )
        return cast(Asset, answer.body)

    def remove(self, name: str, *, timeout: float | None = None, retries: int | None = None) -> None:
        """Deletes it for good."""
        call(self._connection, "DELETE", _path_of(name), Limits(timeout, retries))


def _path_of(name: str) -> str:
    return resource_path("assets", "name", name)
