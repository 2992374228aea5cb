"""Write zip archives whose bytes depend on their content alone."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

# The oldest date that the format can hold.
FIXED_DATE = (1980, 1, 1, 0, 0, 0)


def zip_bytes(content_of_member: dict[str, bytes], *, is_deflated: bool = True) -> bytes:
    """Pack members in name order with one fixed date and no attributes of the machine."""
    method = zipfile.ZIP_DEFLATED if is_deflated else zipfile.ZIP_STORED
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in sorted(content_of_member):
            member = zipfile.ZipInfo(name, FIXED_DATE)
            member.create_system = 3  # else it tells Windows from the rest
            member.external_attr = 0o644 << 16
            archive.writestr(member, content_of_member[name], method, compresslevel=9)
    return buffer.getvalue()


def read_zip(path: Path) -> dict[str, bytes]:
    """Read every member of an archive by name."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}
