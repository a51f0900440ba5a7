"""A table from elsewhere, ready to be stored: its rows and pictures wait on disk until all of them are there, so that
the store is written to without a pause. It is no larger than a table may be."""

from __future__ import annotations

from collections.abc import Iterator
from tempfile import TemporaryFile
from types import TracebackType
from typing import Self

import msgspec

from ludex.core.kernel.reading import read_json
from ludex.core.kernel.ruling import BadInput
from ludex.table.campaign.snapshot import Snapped
from ludex.table.desk.quota import bytes_told
from ludex.table.desk.store_rows import Blob, Head, Row, headed, row_of, size_of
from ludex.table.records.entry import Entry


class Coming:
    def __init__(self, id: str, most: int) -> None:
        """`most`: bytes of entries, pictures and the snapshot."""
        self.head = Head(id, 0, 0.0, "", "", False)
        self._most = self._left = most
        self._rows, self._pictures = TemporaryFile(), TemporaryFile()  # noqa: SIM115  # closed in the end
        self._sizes: list[tuple[str, int, str]] = []  # kind, bytes and name of each picture
        self.snapshot: Snapped | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        self._rows.close()
        self._pictures.close()

    def add(self, entry: Entry) -> None:
        self._take(size_of(entry))
        self.head = headed(self.head, entry)
        self._rows.write(msgspec.json.encode(row_of(entry)) + b"\n")

    def add_picture(self, blob: Blob) -> None:
        self._take(len(blob.data))
        self._sizes.append((blob.kind, len(blob.data), blob.name))
        self._pictures.write(blob.data)

    def add_snapshot(self, taken: Snapped) -> None:
        self._take(len(taken.snapshot.body) + sum(len(page.body) for page in taken.pages))
        self.snapshot = taken

    def _take(self, size: int) -> None:
        self._left -= size
        if self._left < 0:
            raise BadInput(f"the table has more than {bytes_told(self._most)}, all that a table may have here")

    def rows(self) -> Iterator[Row]:
        self._rows.seek(0)
        return (read_json(line, Row) for line in self._rows)

    def blobs(self) -> Iterator[Blob]:
        self._pictures.seek(0)
        return (Blob(kind, self._pictures.read(size), name) for kind, size, name in self._sizes)
