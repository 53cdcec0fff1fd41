"""Methods for assets."""

from __future__ import annotations

from typing import cast

from .calls import ANY, Connection, Limits, call
from .paths import resource_path
from .schema import Asset
from .versions import Versions

# Inside `Assets`, `list` is a method.
AssetList = list[Asset]


class Assets(Versions[Asset, bytes]):
    """Images and fonts that all templates of the account can use: `{{asset "logo.png"}}`."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection, _path_of, is_binary=True)

    def list(self, *, timeout: float | None = None, retries: int | None = None) -> AssetList:
        """Lists the assets, without their bytes."""
        answer = call(self._connection, "GET", "/v1/assets", Limits(timeout, retries))
        return cast(AssetList, answer.body["assets"])

    def get(self, name: str, *, timeout: float | None = None, retries: int | None = None) -> bytes:
        """Returns the bytes of an asset."""
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
        """Creates or replaces an asset: a PNG, JPEG, GIF, WebP, SVG, TTF, OTF, WOFF or WOFF2 file.

        `if_version` is the `contentVersion` to replace. `if_absent` stores only if the name is new. Both prevent lost
        updates: raises `Changed` if they do not match.
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
        """Deletes an asset and all its versions permanently."""
        call(self._connection, "DELETE", _path_of(name), Limits(timeout, retries))


def _path_of(name: str) -> str:
    return resource_path("assets", "name", name)
